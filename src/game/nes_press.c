/* Buttons for a plan: brings each piece to its place, and waits for the frame that deals the
 * piece that is wanted. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/board/piece_list.h"
#include "nes_frame.h"

enum {
    BREADTH = 48,         /* states of a game that are kept for each piece */
    CHOICES = 8,          /* frames in which one of them locks the piece that are tried on */
    MAX_WAIT = 1200,      /* frames in the air; gravity ends them earlier */
    MAX_PAUSE = 400,      /* frames of a pause, where no wait deals the piece */
    MAX_MENU_WAIT = 3000, /* frames until the first two pieces are dealt */
    MAX_LOCK = 400,       /* frames from the ground to the next piece, at most */
    MAX_PLACES = 2048,    /* of a piece on its way */
    MAX_STEPS = 32,       /* shifts and turns of a piece */
    CURSOR_COLUMNS = 5,   /* of the levels in the menu */
    LEVELS = 20           /* that a game can begin at */
};

/* What is done with a piece: shifts and turns, then frames without a button, then Down to the
 * ground, then a pause. */
typedef struct press_way {
    uint8_t steps[MAX_STEPS]; /* buttons, each held for one frame and released for one */
    unsigned step_count;
    unsigned wait;
    unsigned pause; /* 0: none */
} press_way;

/* A state of the game when a piece is spawned. */
typedef struct press_state {
    df_nes nes;
    uint32_t parent; /* among those of the piece before */
    uint16_t wait, pause;
} press_state;

/* How a state was reached; the states themselves are kept for one piece only. */
typedef struct press_link {
    uint32_t parent;
    uint16_t wait, pause;
} press_link;

typedef struct presser {
    const df_plan *plan;
    unsigned level;
    df_nes_movie *movie; /* the buttons are appended to it; NULL: they are only tried */
    size_t capacity;
    df_status status;
    press_way *ways;   /* of each piece */
    press_link *links; /* BREADTH of each piece */
    press_state now[BREADTH];
    size_t count;
    press_state next[BREADTH * CHOICES];
    size_t next_count;
} presser;

static void press(presser *self, df_nes *nes, unsigned buttons)
{
    df_nes_step(nes, buttons);
    df_nes_movie *movie = self->movie;
    if (movie == NULL || self->status != DF_OK)
        return;
    self->status = ARRAY_RESERVE(movie->buttons, self->capacity, movie->count, 1);
    if (self->status == DF_OK)
        movie->buttons[movie->count++] = (uint8_t)buttons;
}

/* Presses a button once. */
static void press_once(presser *self, df_nes *nes, unsigned buttons)
{
    press(self, nes, buttons);
    press(self, nes, 0);
}

/* Goes through the menus and begins a game after some frames; false if no game begins. */
static bool press_menus(presser *self, df_nes *nes, unsigned wait)
{
    df_nes_begin(nes);
    while (nes->menu_wait > 0)
        press(self, nes, 0);
    for (unsigned screen = DF_NES_LEGAL; screen < DF_NES_LEVEL; screen++) {
        press(self, nes, DF_NES_START);
        while (nes->menu_wait > 0)
            press(self, nes, 0);
        press(self, nes, 0);
    }
    const unsigned cursor = self->level % 10;
    if (cursor >= CURSOR_COLUMNS)
        press_once(self, nes, DF_NES_DOWN);
    for (unsigned i = 0; i < cursor % CURSOR_COLUMNS; i++)
        press_once(self, nes, DF_NES_RIGHT);
    for (unsigned i = 0; i < wait; i++)
        press(self, nes, 0);
    const unsigned more = self->level >= 10 ? DF_NES_A : 0;
    press(self, nes, more);
    press(self, nes, more | DF_NES_START);
    while (nes->screen == DF_NES_LEVEL && nes->begins)
        press(self, nes, 0);
    return nes->screen == DF_NES_PLAYING;
}

/* True if the piece lies where the drop wants it. */
static bool press_is_there(const presser *self, const df_nes *nes, const df_drop *wanted)
{
    const df_drop drop = df_nes_drop(nes->piece, nes->x, nes->y);
    const uint8_t *same = self->plan->set->pieces[wanted->piece].same_as;
    return drop.piece == wanted->piece && drop.x == wanted->x && drop.y == wanted->y &&
           same[drop.orientation] == same[wanted->orientation];
}

/* Brings a piece to the ground; false if it lies elsewhere than wanted then. *natural is true
 * if it came down before Down was pressed. */
static bool press_down(presser *self, df_nes *nes, const press_way *way, const df_drop *wanted,
                       bool *natural)
{
    unsigned frame = 0;
    const unsigned free_from = 2 * way->step_count, down_from = free_from + way->wait;
    for (; nes->timing.play == DF_NES_FALLING && !nes->timing.over; frame++) {
        unsigned buttons = frame >= down_from ? DF_NES_DOWN : 0;
        if (frame < free_from)
            buttons = frame % 2 == 0 ? way->steps[frame / 2] : 0;
        press(self, nes, buttons);
    }
    *natural = frame <= down_from;
    return !nes->timing.over && press_is_there(self, nes, wanted);
}

/* Goes on to the next piece, with a pause of some frames. */
static bool press_to_spawn(presser *self, df_nes *nes, unsigned pause)
{
    if (pause > 0) {
        press(self, nes, DF_NES_START);
        for (unsigned i = 0; i < pause; i++)
            press(self, nes, 0);
        press(self, nes, DF_NES_START);
    }
    for (unsigned i = 0; i < MAX_LOCK && nes->timing.play != DF_NES_FALLING; i++)
        press(self, nes, 0);
    return nes->timing.play == DF_NES_FALLING && !nes->timing.over;
}

/* A place of a piece on its way, with the state that it was reached in. */
typedef struct press_place {
    df_nes nes;
    uint32_t parent;
    uint8_t buttons;
} press_place;

static bool press_is_known(const press_place *places, size_t count, const df_nes *nes)
{
    for (size_t i = 0; i < count; i++) {
        const df_nes *other = &places[i].nes;
        if (other->piece == nes->piece && other->x == nes->x && other->y == nes->y)
            return true;
    }
    return false;
}

/* Writes the steps that lead to a place. */
static bool press_write_steps(const press_place *places, size_t index, press_way *way)
{
    way->step_count = 0;
    for (size_t i = index; i != 0; i = places[i].parent)
        way->step_count++;
    if (way->step_count > MAX_STEPS)
        return false;
    unsigned at = way->step_count;
    for (size_t i = index; i != 0; i = places[i].parent)
        way->steps[--at] = places[i].buttons;
    return true;
}

/* Adds what one press more leads to. */
static void press_spread(presser *self, press_place *places, size_t from, size_t *count)
{
    static const uint8_t shifts[] = {0, DF_NES_LEFT, DF_NES_RIGHT};
    static const uint8_t turns[] = {0, DF_NES_A, DF_NES_B};
    for (unsigned i = 1; i < sizeof shifts * sizeof turns; i++) {
        if (*count == MAX_PLACES)
            return;
        const unsigned buttons = shifts[i % sizeof shifts] | turns[i / sizeof shifts];
        press_place made = {places[from].nes, (uint32_t)from, (uint8_t)buttons};
        press_once(self, &made.nes, buttons);
        if (made.nes.timing.play == DF_NES_FALLING &&
            !press_is_known(places, *count, &made.nes))
            places[(*count)++] = made;
    }
}

/* Finds the fewest shifts and turns after which a piece that falls straight down gets where it
 * is wanted; *found is false if there are none. */
static df_status press_find_steps(presser *self, const df_nes *from, const df_drop *wanted,
                                  press_way *way, bool *found)
{
    press_place *places = malloc(MAX_PLACES * sizeof places[0]);
    if (places == NULL)
        return DF_ERROR_MEMORY;
    size_t count = 1;
    places[0] = (press_place){.nes = *from};
    *found = false;
    for (size_t i = 0; i < count && !*found; i++) {
        df_nes nes = places[i].nes;
        const press_way straight = {.step_count = 0};
        bool natural;
        *found = press_down(self, &nes, &straight, wanted, &natural) &&
                 press_write_steps(places, i, way);
        if (!*found)
            press_spread(self, places, i, &count);
    }
    free(places);
    return DF_OK;
}

/* True if the next piece is the one that is wanted after drop `index`. */
static bool press_deals(const presser *self, const df_nes *nes, size_t index)
{
    return index >= self->plan->count ||
           df_nes_drop(nes->next, 0, 0).piece == self->plan->drops[index].piece;
}

static void press_keep(presser *self, const df_nes *nes, size_t parent, const press_way *way)
{
    for (size_t i = 0; i < self->next_count; i++) {
        const df_nes *other = &self->next[i].nes;
        if (other->frames == nes->frames && other->random == nes->random)
            return;
    }
    self->next[self->next_count++] =
        (press_state){*nes, (uint32_t)parent, (uint16_t)way->wait, (uint16_t)way->pause};
}

/* Tries one way from a state. *natural as of press_down. */
static bool press_try(presser *self, size_t state, size_t index, const press_way *way,
                      bool *natural)
{
    df_nes nes = self->now[state].nes;
    if (!press_down(self, &nes, way, &self->plan->drops[index], natural) ||
        !press_to_spawn(self, &nes, way->pause) || !press_deals(self, &nes, index + 2))
        return false;
    press_keep(self, &nes, state, way);
    return true;
}

/* Waits in the air, or in a pause, for frames that deal the wanted piece. */
static void press_wait(presser *self, size_t state, size_t index, bool pauses)
{
    press_way way = self->ways[index];
    const bool is_any = index + 2 >= self->plan->count;
    unsigned found = 0;
    bool natural = false;
    for (unsigned i = 0; i < (pauses ? MAX_PAUSE : MAX_WAIT) && !natural; i++) {
        way.wait = pauses ? 0 : i;
        way.pause = pauses ? i + 1 : 0;
        bool came;
        found += press_try(self, state, index, &way, &came);
        natural = !pauses && came;
        if (found == CHOICES || (is_any && found > 0))
            return;
    }
}

static int press_compare(const void *one, const void *other)
{
    const df_nes *a = &((const press_state *)one)->nes, *b = &((const press_state *)other)->nes;
    if (a->frames != b->frames)
        return a->frames < b->frames ? -1 : 1;
    return a->random < b->random ? -1 : a->random > b->random;
}

/* Goes on with the states that were reached first. */
static void press_advance(presser *self, press_link *links)
{
    qsort(self->next, self->next_count, sizeof self->next[0], press_compare);
    self->count = self->next_count < BREADTH ? self->next_count : BREADTH;
    self->next_count = 0;
    for (size_t i = 0; i < self->count; i++) {
        self->now[i] = self->next[i];
        links[i] = (press_link){self->next[i].parent, self->next[i].wait, self->next[i].pause};
    }
}

/* Begins games in which the first two pieces are those of the plan. */
static df_status press_begin(presser *self, df_error *error)
{
    const df_plan *plan = self->plan;
    for (unsigned wait = 0; wait < MAX_MENU_WAIT && self->next_count < BREADTH; wait++) {
        df_nes nes;
        if (press_menus(self, &nes, wait) &&
            df_nes_drop(nes.piece, 0, 0).piece == plan->drops[0].piece &&
            press_deals(self, &nes, 1))
            press_keep(self, &nes, 0, &(press_way){.wait = wait});
    }
    press_advance(self, self->links);
    return self->count > 0 ? DF_OK
                           : df_error_set(error, DF_ERROR_LIMIT,
                                          "no NES game begins with the first two pieces; print "
                                          "a picture for the NES game, or write a drop list");
}

static df_status press_piece(presser *self, size_t index, df_error *error)
{
    bool found;
    const df_status status = press_find_steps(
        self, &self->now[0].nes, &self->plan->drops[index], &self->ways[index], &found);
    if (status != DF_OK)
        return status;
    if (!found)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "drop %zu cannot be reached at level %u of the NES game, but "
                            "perhaps at a lower one",
                            index + 1, self->now[0].nes.level);
    for (unsigned pauses = 0; pauses < 2 && self->next_count == 0; pauses++) {
        for (size_t i = 0; i < self->count; i++)
            press_wait(self, i, index, pauses == 1);
    }
    press_advance(self, &self->links[(index + 1) * BREADTH]);
    return self->count > 0 ? DF_OK
                           : df_error_set(error, DF_ERROR_LIMIT,
                                          "after drop %zu no NES game deals the piece of drop "
                                          "%zu; keep the first %zu only, print a picture for "
                                          "the NES game, or write a drop list",
                                          index + 2, index + 3, index + 2);
}

/* Plays the shortest way again and writes its buttons, up to the clear of the last drop. */
static df_status press_write(presser *self, df_nes *end)
{
    const size_t count = self->plan->count;
    size_t state = 0;
    for (size_t i = count; i > 0; i--) {
        const press_link *link = &self->links[i * BREADTH + state];
        self->ways[i - 1].wait = link->wait;
        self->ways[i - 1].pause = link->pause;
        state = link->parent;
    }
    (void)press_menus(self, end, self->links[state].wait);
    for (size_t i = 0; i < count && self->status == DF_OK; i++) {
        bool natural;
        (void)press_down(self, end, &self->ways[i], &self->plan->drops[i], &natural);
        if (i + 1 < count)
            (void)press_to_spawn(self, end, self->ways[i].pause);
    }
    while (end->timing.play != DF_NES_SPAWNING && self->status == DF_OK)
        press(self, end, 0);
    return self->status;
}

static df_status press_all(presser *self, df_nes_movie *movie, df_nes *end, df_error *error)
{
    df_status status = press_begin(self, error);
    for (size_t i = 0; i < self->plan->count && status == DF_OK; i++)
        status = press_piece(self, i, error);
    if (status != DF_OK)
        return status;
    self->movie = movie;
    return press_write(self, end);
}

/* Refuses plans that are not for this game. */
static df_status press_check(const df_plan *plan, unsigned level, df_error *error)
{
    const char *wrong = NULL;
    if (plan->rules == DF_RULES_NES_CONSOLE && !df_piece_set_is_tetrominoes(plan->set))
        wrong = "the console deals other pieces than the game that was played; print a picture "
                "for the NES game, or write a drop list";
    else if (!df_piece_set_is_tetrominoes(plan->set))
        wrong = "a movie needs the seven tetrominoes, not pieces of its own; write a drop list";
    else if (plan->width != DF_NES_WIDTH)
        wrong =
            "an NES game has 10 columns; use a playfield of 10 columns, or write a drop list";
    else if (plan->begin != NULL)
        wrong = "an NES game begins with an empty playfield; write a drop list";
    else if (plan->count == 0)
        wrong = "a movie needs a drop; write a drop list";
    else if (level >= LEVELS)
        wrong = "an NES game begins at level 0 to 19; choose one of these levels";
    return wrong == NULL ? DF_OK : df_error_set(error, DF_ERROR_LIMIT, "%s", wrong);
}

df_status df_nes_buttons_find(df_nes_movie *movie, df_nes *end, const df_plan *plan,
                              unsigned level, df_error *error)
{
    df_status status = press_check(plan, level, error);
    if (status != DF_OK)
        return status;
    presser *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->plan = plan;
    self->level = level;
    self->ways = calloc(plan->count + 1, sizeof self->ways[0]);
    self->links = calloc((plan->count + 1) * BREADTH, sizeof self->links[0]);
    status = self->ways != NULL && self->links != NULL ? press_all(self, movie, end, error)
                                                       : DF_ERROR_MEMORY;
    free(self->ways);
    free(self->links);
    free(self);
    return status;
}
