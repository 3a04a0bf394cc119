/* Shows a game in the terminal: squares as 'dropforge play' draws them, as large as fit, and
 * eleven pieces in a second. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bot_print_game.h"
#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/report.h"
#include "cli/terminal/screen.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/terminal_text.h"
#include "dropforge/omino.h"

enum {
    FALL_MS = 60, /* from the top to the place of a piece, in equal steps */
    FALL_STEPS = 4,
    LOCK_MS = 30,
    OVER_MS = 2200,
    PAUSE_SECONDS = 60, /* then a pause goes on */
    MIN_SPEED = 10,     /* percent */
    MAX_SPEED = 10000,
    AIR_ROWS = 6, /* shown above a stack that is higher than the terminal */
    NEXT_SIZE = 120,
    STATUS_SIZE = 2 * NEXT_SIZE
};

/* The game that is shown, and the state of the terminal. */
typedef struct stage {
    const bot_setup *setup;
    df_bot_game *game;
    bot_print_game *printed; /* instead of `game`, or NULL */
    df_field *field;
    df_color *colors; /* of the pieces */
    screen screen;
    const struct falling *falling; /* the piece in the air, or NULL */
    bool is_paused;
    unsigned speed; /* percent */
    bool has_ended;
    double until; /* the time at which the picture changes */
} stage;

/* A falling piece. */
typedef struct falling {
    const df_shape *shape;
    unsigned piece;
    unsigned x;
    unsigned y;
} falling;

/* Returns the colours of the pieces, those that are given or else the usual ones; NULL if
 * memory has run out. */
static df_color *bot_show_make_colors(const df_piece_set *set, const df_plan_color *given)
{
    df_color *colors = malloc(set->count * sizeof colors[0]);
    if (colors == NULL || df_omino_set_colors(colors, set) != DF_OK) {
        free(colors);
        return NULL;
    }
    for (size_t i = 0; i < set->count; i++) {
        if (given != NULL && given[i].given)
            colors[i] = given[i].color;
    }
    return colors;
}

static const df_bot_game_result *bot_show_result(const stage *self)
{
    return self->printed != NULL ? &self->printed->result : df_bot_game_get_result(self->game);
}

/* Writes the names of the pieces that come next: all that a picture is printed with. */
static void bot_show_put_next(const stage *self, char *text, size_t size)
{
    const df_piece *pieces = self->setup->pieces.set->pieces;
    const bot_print_game *printed = self->printed;
    uint16_t next = 0;
    const uint16_t *queue = printed != NULL ? printed->queue : &next;
    const size_t count =
        printed != NULL ? printed->count : df_bot_game_get_pieces(self->game, &next, 1);
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s",
                                   i == 0 ? ", next " : "", pieces[queue[i]].name);
}

static int bot_show_held(const stage *self)
{
    return self->printed != NULL ? self->printed->held : df_bot_game_get_held(self->game);
}

/* Returns what is at a place, as square_grid has it. */
static square bot_show_square_at(const void *context, unsigned x, unsigned y)
{
    const stage *self = context;
    const falling *now = self->falling;
    if (now != NULL && y >= now->y && y - now->y < now->shape->height && x >= now->x &&
        x - now->x < now->shape->width && (now->shape->row[y - now->y] >> (x - now->x) & 1))
        return (square){SQUARE_FULL, self->colors[now->piece]};
    const unsigned piece = y < self->field->height ? df_field_square(self->field, x, y) : 0;
    return piece != 0 ? (square){SQUARE_FULL, self->colors[piece - 1]} : (square){0};
}

/* Returns the board with small squares. */
static square_grid bot_show_grid(const stage *self)
{
    const unsigned width = self->field->width;
    return (square_grid){.at = bot_show_square_at,
                         .context = self,
                         .width = width,
                         .columns = 2 * width <= self->screen.columns ? 2 : 1,
                         .halves = 2,
                         .has_dots = true};
}

/* Makes squares as large as fit into the terminal above some lines. */
static void bot_show_enlarge(const stage *self, square_grid *grid, unsigned lines)
{
    const screen *on = &self->screen;
    while (grid->columns > 1 && on->has_colors && on->has_blocks &&
           (grid->columns + 1) * grid->width + 2 <= on->columns &&
           (grid->halves + 1) * self->field->height <= 2 * lines) {
        grid->columns++;
        grid->halves++;
    }
}

static void bot_show_describe(const stage *self, char status[STATUS_SIZE])
{
    const df_bot_game_result *result = bot_show_result(self);
    const df_piece *pieces = self->setup->pieces.set->pieces;
    const int held = bot_show_held(self);
    const bool is_finished = self->printed != NULL && self->printed->is_finished;
    char next[NEXT_SIZE];
    bot_show_put_next(self, next, sizeof next);
    const char *hint = self->printed != NULL ? bot_print_game_hint(self->printed) : NULL;
    /* A narrow terminal cuts off what is behind. */
    snprintf(
        status, STATUS_SIZE, "lines %" PRIu64 ", pieces %" PRIu64 "%s%s%s%s%s%s", result->lines,
        result->pieces, held >= 0 ? ", hold " : "", held >= 0 ? pieces[held].name : "",
        is_finished ? ", the picture is finished" : next, self->has_ended ? ", game over" : "",
        hint != NULL ? "; try " : "", hint != NULL ? hint : "");
}

/* Draws the figures and, if there is room, the keys. */
static void bot_show_draw_status(stage *self, int line)
{
    char status[STATUS_SIZE];
    bot_show_describe(self, status);
    screen_text_middle(&self->screen, line, status);
    snprintf(status, sizeof status, "space %s, + - speed (%u %%), other keys end",
             self->is_paused ? "goes on" : "pauses", self->speed);
    screen_text_middle(&self->screen, line + 1, status);
}

/* Draws the board; if it is higher than the terminal, the part with the top of the stack. */
static df_status bot_show_paint(stage *self)
{
    screen *on = &self->screen;
    const unsigned width = self->field->width, height = self->field->height;
    const unsigned below = terminal_min(on->lines / 2, 2);
    square_grid grid = bot_show_grid(self);
    bot_show_enlarge(self, &grid, on->lines - below);
    const unsigned total = (height * grid.halves + 1) / 2;
    const unsigned lines = terminal_min(total, on->lines - below);
    const unsigned wanted = terminal_min(df_field_top(self->field) + AIR_ROWS, height);
    const unsigned bottom = total > lines && wanted > lines ? wanted - lines : 0;
    const unsigned squares = terminal_min(grid.columns * width, on->columns);
    const bool has_walls = 2 * width <= on->columns && squares + 2 <= on->columns;
    const int left = (int)(on->columns - squares) / 2;
    screen_clear(on);
    squares_draw(on, &grid, 0, left, bottom, lines);
    for (unsigned line = 0; has_walls && line < lines; line++) {
        const char *wall = on->has_blocks ? "\u2502" : "|";
        screen_paint(on, (int)line, left - 1, wall, NULL, NULL);
        screen_paint(on, (int)line, left + (int)squares, wall, NULL, NULL);
    }
    if (below > 0)
        bot_show_draw_status(self, (int)lines);
    return screen_show(on);
}

static df_status bot_show_fit(stage *self)
{
    unsigned columns, lines;
    terminal_size(&columns, &lines);
    return screen_fit(&self->screen, columns, lines);
}

/* Obeys a key. Returns false if it ends the game. */
static bool bot_show_obey(stage *self, int key)
{
    if (key == ' ')
        self->is_paused = !self->is_paused;
    else if (key == '+' && self->speed <= MAX_SPEED / 2)
        self->speed *= 2;
    else if (key == '-' && self->speed >= 2 * MIN_SPEED)
        self->speed /= 2;
    return key == ' ' || key == '+' || key == '-';
}

/* Draws and waits. Returns DF_ERROR_CANCELLED if a key has ended the game, with `error` still
 * 0. */
static df_status bot_show_present(stage *self, const falling *now, unsigned milliseconds)
{
    const double time = clock_seconds();
    self->falling = now;
    df_status status = bot_show_paint(self);
    /* After a pause, such as a stop of the program, the game goes on from now. */
    if (self->until < time - 0.5)
        self->until = time;
    self->until += milliseconds / 1000.0 * 100.0 / self->speed;
    while (status == DF_OK) {
        int key;
        const double until = clock_seconds() + PAUSE_SECONDS;
        const terminal_event event = terminal_wait(self->is_paused ? until : self->until, &key);
        if (event == TERMINAL_TIME_OVER && !self->is_paused)
            return DF_OK;
        if (event == TERMINAL_KEY && !bot_show_obey(self, key))
            return DF_ERROR_CANCELLED;
        if (event == TERMINAL_CHANGED || event == TERMINAL_RESUMED)
            status = bot_show_fit(self);
        if (status == DF_OK)
            status = bot_show_paint(self);
    }
    return status;
}

static bool bot_show_is_free(const df_field *field, const df_shape *shape, unsigned x,
                             unsigned y)
{
    for (unsigned i = 0; i < shape->height; i++) {
        if ((field->row[y + i] & (uint64_t)shape->row[i] << x) != 0)
            return false;
    }
    return true;
}

/* Shows the piece falling to its place, from the highest free position above it. */
static df_status bot_show_fall(stage *self, const df_drop *drop)
{
    const df_piece *piece = &self->setup->pieces.set->pieces[drop->piece];
    const df_shape *shape = &piece->shape[drop->orientation];
    falling now = {.shape = shape, .piece = drop->piece, .x = drop->x, .y = drop->y};
    while (now.y + shape->height < self->field->height &&
           bot_show_is_free(self->field, shape, drop->x, now.y + 1))
        now.y++;
    const unsigned rows = now.y - drop->y;
    df_status status = DF_OK;
    for (unsigned step = 1; status == DF_OK && step <= FALL_STEPS; step++) {
        status = bot_show_present(self, &now, FALL_MS / FALL_STEPS);
        now.y = drop->y + rows * (FALL_STEPS - step) / FALL_STEPS;
    }
    return status;
}

/* Plays and shows the game drop by drop; the simulator repeats and so checks each drop. */
static df_status bot_show_play(stage *self)
{
    const df_bot_options *bot = &self->setup->options.bot;
    df_status status = DF_OK;
    while (status == DF_OK) {
        df_drop drop;
        df_landing landing;
        df_outcome outcome;
        status = self->printed != NULL ? bot_print_game_step(self->printed, &drop, &outcome)
                                       : df_bot_game_step(self->game, &drop, &outcome);
        if (status == DF_OK && outcome == DF_NONE)
            break;
        if (status == DF_OK)
            status = bot_show_fall(self, &drop);
        if (status != DF_OK)
            return status;
        if (df_drop_apply(self->field, bot->set, &drop, bot->rules, &landing) !=
            DF_MOVE_POSSIBLE)
            return DF_ERROR_DEFECT;
        status = bot_show_present(self, NULL, LOCK_MS);
    }
    self->has_ended = bot_show_result(self)->end == DF_BOT_GAME_OVER &&
                      (self->printed == NULL || !self->printed->is_finished);
    return status == DF_OK ? bot_show_present(self, NULL, OVER_MS) : status;
}

/* Writes the final board to the normal screen, where it stays. */
static df_status bot_show_leave_board(stage *self)
{
    const square_grid grid = bot_show_grid(self);
    const unsigned columns = grid.columns * grid.width, top = df_field_top(self->field);
    const df_status status =
        screen_fit(&self->screen, terminal_min(columns, self->screen.columns), top);
    if (status != DF_OK || top == 0)
        return status;
    self->falling = NULL;
    squares_draw(&self->screen, &grid, 0, 0, 0, top);
    return screen_leave(&self->screen, 0);
}

static void bot_show_report(const stage *self, double seconds)
{
    static const char *const ends[] = {
        [DF_BOT_GAME_UNPLAYED] = "stopped by a key",
        [DF_BOT_GAME_OVER] = "over",
        [DF_BOT_GAME_CAPPED] = "stopped at its limit",
        [DF_BOT_GAME_DEALT] = "out of pieces",
    };
    const df_bot_game_result *result = df_bot_game_get_result(self->game);
    figure_list figures = {.seconds = seconds};
    report_number(&figures, "pieces", result->pieces, "piece", "pieces");
    report_number(&figures, "lines", result->lines, "line", "lines");
    report_word(&figures, "end", ends[result->end], "game");
    report_summary(&figures);
}

int bot_show(const bot_setup *setup, bot_print_game *printed)
{
    const df_bot_options *bot = &setup->options.bot;
    const unsigned speed = setup->chosen->speed;
    stage self = {.setup = setup,
                  .printed = printed,
                  .speed = speed > 0 ? speed : 100,
                  .until = clock_seconds()};
    const double begin = self.until;
    df_status status = df_field_create(&self.field, bot->width, bot->height);
    if (status == DF_OK && printed == NULL)
        status = df_bot_game_create(&self.game, &setup->options);
    self.colors = bot_show_make_colors(bot->set, printed != NULL ? printed->plan->colors
                                                                 : setup->pieces.colors);
    if (status == DF_OK && self.colors == NULL)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = bot_show_fit(&self);
    if (status == DF_OK) {
        terminal_open();
        status = bot_show_play(&self);
        terminal_close();
        if (status == DF_ERROR_CANCELLED && self.screen.error == 0)
            status = DF_OK;
    }
    if (status == DF_OK)
        status = bot_show_leave_board(&self);
    const double seconds = clock_seconds() - begin;
    int answer = -1;
    if (status == DF_OK && printed != NULL) {
        printed->is_left = printed->result.end == DF_BOT_GAME_UNPLAYED;
        answer = bot_print_game_report(printed, seconds, false);
    } else if (status == DF_OK)
        bot_show_report(&self, seconds);
    df_bot_game_free(self.game);
    df_field_free(self.field);
    free(self.colors);
    screen_free(&self.screen);
    if (self.screen.error != 0)
        return message_stdout(self.screen.error);
    return answer >= 0 ? answer : message_status(status, NULL);
}
