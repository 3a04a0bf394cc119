/* A replay of NullpoMino as a plan of its drops, and the other way round: buttons for a plan.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/board/plan_deal.h"
#include "nullpo.h"
#include "real_games.h"

enum { PRESS_MAX_WAIT = 400, PRESS_MAX_FALL = 64 /* frames for a row */ };

/* The colours of the game, from gray on, as the guideline has them. */
static df_color nullpo_color(unsigned number)
{
    static const uint8_t pieces[] = {0, 0, DF_Z, DF_L, DF_O, DF_S, DF_I, DF_J, DF_T};
    return number < 2 ? (df_color){128, 128, 128} : df_guideline_colors[pieces[number]];
}

/* The rules that a plan may follow by, the first that can is best. */
static const struct {
    df_rules rules;
    bool higher; /* with the rows above the playfield */
} replay_ways[] = {{DF_RULES_HARDDROP, false},
                   {DF_RULES_SRS, false},
                   {DF_RULES_SRS_180, false},
                   {DF_RULES_SRS, true},
                   {DF_RULES_SRS_180, true}};

enum { REPLAY_WAYS = sizeof replay_ways / sizeof replay_ways[0] };

/* A plan that follows the game by some rules. */
typedef struct replay_follower {
    df_plan *plan;
    df_field *field; /* of the plan after its drops */
    bool lost;       /* it cannot follow */
} replay_follower;

typedef struct replay_player {
    df_nullpo game;
    replay_follower ways[REPLAY_WAYS];
    bool is_open; /* the game has not cleared the rows of the last lock yet */
} replay_player;

static bool replay_is_right(const replay_follower *self, const df_nullpo *game)
{
    const unsigned rows = df_nullpo_rows(game->setup->replay);
    for (unsigned y = 0; y < rows; y++) {
        const uint64_t row = y < self->field->height ? self->field->row[y] : 0;
        if (row != game->row[y])
            return false;
    }
    return true;
}

/* Makes the drop of the piece that has just locked, if the plan can. */
static df_status replay_drop(replay_follower *self, df_drop drop)
{
    df_plan *plan = self->plan;
    df_landing landing;
    drop.orientation = plan->set->pieces[drop.piece].same_as[drop.orientation];
    const df_status status = df_plan_reserve(plan, 1);
    if (status != DF_OK)
        return status;
    self->lost =
        df_drop_apply(self->field, plan->set, &drop, plan->rules, &landing) != DF_REFUSAL_NONE;
    return self->lost ? DF_OK : df_plan_add(plan, drop);
}

static df_status replay_step(replay_player *self, unsigned buttons)
{
    df_nullpo *game = &self->game;
    const uint32_t locks = game->locks;
    df_status status = DF_OK;
    df_nullpo_step(game, buttons);
    const bool locks_now = game->locks > locks;
    const bool clears = (self->is_open || locks_now) && game->phase != NULLPO_FLASHING;
    self->is_open = (self->is_open || locks_now) && !clears;
    for (unsigned i = 0; status == DF_OK && i < REPLAY_WAYS; i++) {
        replay_follower *way = &self->ways[i];
        if (!way->lost && locks_now)
            status = replay_drop(way, game->drop);
        if (status == DF_OK && !way->lost && clears) {
            way->lost = !replay_is_right(way, game);
            way->plan->count -= way->lost;
        }
    }
    return status;
}

/* Plays the replay by all rules at once, and takes the plan of the first that can follow it; if
 * none can, of those that follow it farthest. */
static df_status replay_play(df_plan **plan, replay_player *self, const nullpo_setup *setup,
                             const df_piece_set *set)
{
    const nullpo_replay *replay = setup->replay;
    df_status status = DF_OK;
    replay_follower *best = self->ways;
    df_nullpo_begin(&self->game, setup);
    for (unsigned i = 0; status == DF_OK && i < REPLAY_WAYS; i++) {
        replay_follower *way = &self->ways[i];
        const unsigned rows = replay_ways[i].higher ? df_nullpo_rows(replay) : NULLPO_ROWS;
        status = df_plan_create(&way->plan, DF_NULLPOMINO_WIDTH, rows, set);
        if (status == DF_OK)
            status = df_field_create(&way->field, DF_NULLPOMINO_WIDTH, rows);
        if (status == DF_OK)
            way->plan->rules = replay_ways[i].rules;
    }
    for (size_t i = 0; status == DF_OK && i < replay->count && self->game.phase != NULLPO_OVER;
         i++)
        status = replay_step(self, replay->buttons[i]);
    for (unsigned i = 0; status == DF_OK && i < REPLAY_WAYS && best->lost; i++) {
        if (!self->ways[i].lost || self->ways[i].plan->count > best->plan->count)
            best = &self->ways[i];
    }
    if (status == DF_OK) {
        *plan = best->plan;
        best->plan = NULL;
    }
    for (unsigned i = 0; i < REPLAY_WAYS; i++) {
        df_plan_free(self->ways[i].plan);
        df_field_free(self->ways[i].field);
    }
    return status;
}

/* Gives the plan its deal: the part of the queue that its drops take. */
static df_status replay_put_deal(df_plan *plan, const nullpo_setup *setup)
{
    const nullpo_replay *replay = setup->replay;
    const bool is_own = replay->randomizer == NULLPO_BAG_FIRST;
    const df_plan_deal deal = {.deal = is_own ? DF_DEAL_NULLPOMINO : DF_DEAL_GIVEN,
                               .seed = is_own ? replay->seed : 0,
                               .hold = replay->option[NULLPO_HOLD] != 0,
                               .preview = DF_PREVIEW_ALL};
    df_status status = df_plan_set_deal(plan, &deal);
    for (size_t i = 0; status == DF_OK && i < 2 * plan->count + 1; i++)
        status = df_plan_add_dealt(plan, setup->queue[i % NULLPO_PIECES]);
    return status == DF_OK ? df_plan_trim_queue(plan) : status;
}

static void replay_put_end(df_replay_end *end, const df_nullpo *game)
{
    if (end != NULL)
        *end = (df_replay_end){.level = game->level,
                               .lines = game->lines,
                               .locks = game->locks,
                               .frames = game->frames,
                               .over = game->phase == NULLPO_OVER};
}

static df_status replay_make(df_plan **plan, const nullpo_replay *replay,
                             const df_piece_set *set, df_replay_end *end)
{
    nullpo_setup *setup = calloc(1, sizeof *setup);
    df_plan *made = NULL;
    replay_player player = {.is_open = false};
    if (setup == NULL)
        return DF_ERROR_MEMORY;
    df_status status = df_nullpo_prepare(setup, replay, set);
    if (status == DF_OK)
        status = replay_play(&made, &player, setup, set);
    if (status == DF_OK)
        status = replay_put_deal(made, setup);
    free(setup);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        made->colors[i] = (df_plan_color){true, nullpo_color(replay->color[i])};
    replay_put_end(end, &player.game);
    *plan = made;
    return DF_OK;
}

df_status df_nullpomino_read(df_plan **plan, const df_piece_set *set, const char *text,
                             size_t length, df_replay_end *end, df_error *error)
{
    nullpo_replay replay = {0};
    df_status status = df_nullpo_replay_read(&replay, text, length, error);
    if (status == DF_OK)
        status = replay_make(plan, &replay, set, end);
    free(replay.buttons);
    return status;
}

typedef struct replay_presser {
    df_nullpo game;
    const df_plan *plan;
    nullpo_replay *replay; /* the buttons are appended to it */
    size_t capacity;
    df_hand hand;
    df_error *error;
    size_t drops;
} replay_presser;

static df_status replay_press(replay_presser *self, df_nullpo *game, unsigned buttons)
{
    nullpo_replay *replay = self->replay;
    const df_status status = ARRAY_RESERVE(replay->buttons, self->capacity, replay->count, 1);
    if (status == DF_OK) {
        replay->buttons[replay->count++] = (uint16_t)buttons;
        df_nullpo_step(game, buttons);
    }
    return status;
}

/* Lowers the piece by one row: by a soft drop, or where that is too fast by gravity alone. */
static df_status replay_lower(replay_presser *self, df_nullpo *game)
{
    const int y = game->at.y;
    df_status status = DF_OK;
    for (unsigned i = 0; i < PRESS_MAX_FALL && status == DF_OK && game->at.y == y; i++) {
        df_nullpo tried = *game;
        df_nullpo_step(&tried, NULLPO_DOWN);
        status = replay_press(self, game, tried.at.y < y - 1 ? 0 : NULLPO_DOWN);
    }
    return status;
}

/* Presses the inputs of a piece, as many in a frame as the game does in their order: the hold,
 * a turn, a shift, the hard drop. `slow`: each in a frame of its own, and none in the next. */
static df_status replay_press_inputs(replay_presser *self, df_nullpo *game, const df_text *path,
                                     bool slow)
{
    static const struct {
        uint16_t button;
        uint8_t order;
    } inputs[DF_INPUTS] = {
        [DF_INPUT_LEFT] = {NULLPO_LEFT_BUTTON, 2}, [DF_INPUT_RIGHT] = {NULLPO_RIGHT_BUTTON, 2},
        [DF_INPUT_CLOCKWISE] = {NULLPO_A, 1},      [DF_INPUT_ANTICLOCKWISE] = {NULLPO_B, 1},
        [DF_INPUT_HALF_TURN] = {NULLPO_E, 1},      [DF_INPUT_SOFT_DROP] = {NULLPO_DOWN, 4},
        [DF_INPUT_HARD_DROP] = {NULLPO_UP, 3}};
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < path->length;) {
        const uint8_t first = (uint8_t)path->bytes[i];
        unsigned buttons = 0, order = 0;
        if (first == DF_INPUT_SOFT_DROP) {
            status = replay_lower(self, game);
            i++;
            continue;
        }
        while (i < path->length && inputs[(uint8_t)path->bytes[i]].order > order &&
               (game->buttons & inputs[(uint8_t)path->bytes[i]].button) == 0 &&
               path->bytes[i] != DF_INPUT_SOFT_DROP && (!slow || buttons == 0)) {
            buttons |= inputs[(uint8_t)path->bytes[i]].button;
            order = inputs[(uint8_t)path->bytes[i]].order;
            i++;
        }
        status = replay_press(self, game, buttons);
        if (status == DF_OK && slow && i < path->length)
            status = replay_press(self, game, 0);
    }
    return status;
}

/* True if the game has just made this drop. */
static bool replay_has_made(const df_nullpo *game, const df_plan *plan, const df_drop *drop,
                            unsigned y)
{
    const df_drop *made = &game->drop;
    const uint8_t *same_as = plan->set->pieces[drop->piece].same_as;
    return made->piece == drop->piece && made->x == drop->x && made->y == y &&
           same_as[made->orientation] == same_as[drop->orientation];
}

/* Waits for the next piece, and holds it if another one is to drop. */
static df_status replay_press_wait(replay_presser *self, bool holds)
{
    df_status status = DF_OK;
    for (unsigned i = 0; status == DF_OK && i < PRESS_MAX_WAIT &&
                         self->game.phase != NULLPO_MOVING && self->game.phase != NULLPO_OVER;
         i++)
        status = replay_press(self, &self->game, 0);
    /* It comes in this frame. */
    return status == DF_OK ? replay_press(self, &self->game, holds ? NULLPO_D : 0) : status;
}

/* Presses an input path in one way or the other; *is_made says if it led to the drop. */
static df_status replay_press_path(replay_presser *self, const df_text *path,
                                   const df_drop *drop, unsigned y, bool *is_made)
{
    const size_t count = self->replay->count;
    df_status status = DF_OK;
    *is_made = false;
    for (unsigned i = 0; status == DF_OK && !*is_made && i < 2; i++) {
        df_nullpo game = self->game;
        self->replay->count = count;
        status = replay_press_inputs(self, &game, path, i == 1);
        *is_made = status == DF_OK && game.locks == self->game.locks + 1 &&
                   replay_has_made(&game, self->plan, drop, y);
        if (*is_made)
            self->game = game;
    }
    return status;
}

static df_status replay_press_drop(void *context, const df_field *before, const df_drop *drop,
                                   const df_landing *landing)
{
    replay_presser *self = context;
    df_nullpo *game = &self->game;
    const df_mover *mover = &game->setup->mover[drop->piece];
    const df_place place = {.orientation = drop->orientation, .x = drop->x, .y = landing->y};
    df_outcome outcome = DF_NONE;
    df_text path = {0};
    bool holds = false, is_made = false;
    self->drops++;
    if (memcmp(game->row, before->row, NULLPO_ROWS * sizeof game->row[0]) != 0 ||
        !df_hand_take(&self->hand, self->plan->deal, drop->piece, &holds))
        return DF_ERROR_DEFECT;
    df_status status = replay_press_wait(self, holds);
    if (status == DF_OK && game->phase == NULLPO_MOVING)
        status = df_inputs_find(&path, &outcome, mover, game->row, NULLPO_ROWS, game->at.x,
                                game->at.y, &place, DF_SPINS);
    if (status == DF_OK && outcome == DF_FOUND)
        status = replay_press_path(self, &path, drop, landing->y, &is_made);
    df_text_free(&path);
    return status != DF_OK || is_made
               ? status
               : df_error_set(self->error, DF_ERROR_LIMIT,
                              "the piece of drop %zu falls before it gets to its place, at "
                              "level %u of the game; print a lower picture, or with another "
                              "--seed",
                              self->drops, game->level + 1);
}

/* Refuses plans that no game of this kind plays. */
static df_status replay_check(const df_plan *plan, df_error *error)
{
    if (plan->width != DF_NULLPOMINO_WIDTH || plan->height != DF_NULLPOMINO_HEIGHT)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "NullpoMino has 10 columns and 20 rows, and the plan %u and %u; "
                            "write a drop list",
                            plan->width, plan->height);
    if (plan->deal == NULL || plan->deal->deal != DF_DEAL_NULLPOMINO || plan->begin != NULL ||
        plan->count == 0)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "NullpoMino deals other pieces than those of this plan; print with "
                            "'--game nullpomino', or write a drop list");
    return DF_OK;
}

/* Presses the buttons of all drops, and then none until the rows of the last have cleared. */
static df_status replay_press_all(replay_presser *self)
{
    df_status status =
        df_plan_play(self->plan, replay_press_drop, self, NULL, NULL, self->error);
    while (status == DF_OK && self->game.phase == NULLPO_CLEARING)
        status = replay_press(self, &self->game, 0);
    return status;
}

df_status df_nullpomino_write(df_text *text, const df_plan *plan, df_replay_end *end,
                              df_error *error)
{
    df_status status = replay_check(plan, error);
    if (status != DF_OK)
        return status;
    nullpo_replay replay = df_nullpo_standard(plan->deal->seed);
    replay_presser self = {.replay = &replay, .plan = plan, .error = error};
    nullpo_setup *setup = calloc(1, sizeof *setup);
    if (setup == NULL)
        return DF_ERROR_MEMORY;
    status = df_nullpo_prepare(setup, &replay, plan->set);
    if (status == DF_OK) {
        df_nullpo_begin(&self.game, setup);
        status = replay_press_all(&self);
    }
    if (status == DF_OK && text != NULL)
        status = df_nullpo_replay_write(text, &replay);
    if (status == DF_OK)
        replay_put_end(end, &self.game);
    free(replay.buttons);
    free(setup);
    return status;
}
