/* Shows a game in the terminal: squares as 'dropforge play' draws them, as large as fit, and
 * eleven pieces in a second. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bot_print_game.h"
#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/report.h"
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
    df_color *colors; /* [0] for empty squares, then one for each piece; NULL: no colours */
    unsigned columns; /* of the terminal */
    unsigned rows;
    unsigned square_columns; /* characters of a square, one beside the other */
    unsigned half_lines;     /* of a square; even unless there are colours and blocks */
    bool has_blocks;
    bool is_paused;
    unsigned speed; /* percent */
    bool is_new;    /* the screen has unknown content and must be cleared */
    bool has_ended;
    double until; /* the time at which the picture changes */
    int error;    /* an errno value, or 0 */
} stage;

/* A falling piece. */
typedef struct falling {
    const df_shape *shape;
    unsigned piece;
    unsigned x;
    unsigned y;
} falling;

/* Returns the colours of `stage`, those that are given or else the usual ones; NULL if the
 * terminal has none or memory has run out. */
static df_color *bot_show_make_colors(const df_piece_set *set, const df_plan_color *given)
{
    df_color *colors =
        terminal_has_colors() ? malloc((set->count + 1) * sizeof colors[0]) : NULL;
    if (colors == NULL || df_omino_set_colors(colors + 1, set) != DF_OK) {
        free(colors);
        return NULL;
    }
    colors[0] = (df_color){90, 94, 106};
    for (size_t i = 0; i < set->count; i++) {
        if (given != NULL && given[i].given)
            colors[i + 1] = given[i].color;
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

static unsigned bot_show_square_at(const stage *self, const falling *now, unsigned x,
                                   unsigned y)
{
    if (now != NULL && y >= now->y && y - now->y < now->shape->height && x >= now->x &&
        x - now->x < now->shape->width && (now->shape->row[y - now->y] >> (x - now->x) & 1))
        return now->piece + 1;
    return y < self->field->height ? df_field_square(self->field, x, y) : 0;
}

/* Makes squares as large as fit into the terminal above some lines. */
static void bot_show_fit(stage *self, unsigned lines)
{
    const unsigned width = self->field->width;
    const bool is_wide = 2 * width <= self->columns;
    self->square_columns = is_wide ? 2 : 1;
    self->half_lines = 2;
    while (is_wide && self->colors != NULL && self->has_blocks &&
           (self->square_columns + 1) * width + 2 <= self->columns &&
           (self->half_lines + 1) * self->field->height <= 2 * lines) {
        self->square_columns++;
        self->half_lines++;
    }
}

/* Appends a character that shows squares of two colours, one above the other. */
static void bot_show_put_color(const stage *self, df_text *text, unsigned upper, unsigned lower)
{
    df_text_put(text, "\033[0m");
    if (upper == lower && upper != 0) {
        terminal_put_color(text, "48", self->colors[upper]);
    } else {
        terminal_put_color(text, "38", self->colors[upper != 0 ? upper : lower]);
        if (upper != 0 && lower != 0)
            terminal_put_color(text, "48", self->colors[lower]);
    }
}

/* Appends a line of the board, counted from the floor. */
static void bot_show_put_line(const stage *self, df_text *text, const falling *now,
                              unsigned line, bool has_walls)
{
    static const char *const signs[2][2] = {{".", "#"}, {" .", "[]"}};
    const char *const wall = !has_walls ? "" : self->has_blocks ? "\u2502" : "|";
    const unsigned wide = self->square_columns, low = 2 * line, high = low + 1;
    const unsigned end = terminal_min(wide * self->field->width, self->columns);
    const bool has_floor = low % self->half_lines == 0 || high % self->half_lines == 0;
    unsigned last_upper = UINT32_MAX, last_lower = 0;
    df_text_put(text, wall);
    for (unsigned i = 0; i < end; i++) {
        const unsigned lower = bot_show_square_at(self, now, i / wide, low / self->half_lines);
        const unsigned upper = bot_show_square_at(self, now, i / wide, high / self->half_lines);
        if (self->colors == NULL) {
            df_text_put_char(text, signs[wide - 1][lower != 0][i % wide]);
            continue;
        }
        if (upper != last_upper || lower != last_lower)
            bot_show_put_color(self, text, upper, lower);
        last_upper = upper;
        last_lower = lower;
        if (upper != lower)
            df_text_put(text, upper != 0 ? "\u2580" : "\u2584");
        else
            df_text_put_char(text, lower == 0 && has_floor && i % wide == wide - 1 ? '.' : ' ');
    }
    if (self->colors != NULL)
        df_text_put(text, "\033[0m");
    df_text_put(text, wall);
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

/* Appends text in the middle of a line, with blanks over what was there before. */
static void bot_show_put_middle(const stage *self, df_text *text, unsigned line,
                                const char *words)
{
    const unsigned length = (unsigned)strlen(words);
    const unsigned room = self->columns - 1;
    const unsigned shown = length < room ? length : room;
    terminal_put_move(text, line, 0);
    for (unsigned x = 0; x < (room - shown) / 2; x++)
        df_text_put_char(text, ' ');
    df_text_put_bytes(text, words, shown);
    for (unsigned x = (room - shown) / 2 + shown; x < room; x++)
        df_text_put_char(text, ' ');
}

/* Appends the figures and, if there is room, the keys. */
static void bot_show_put_status(const stage *self, df_text *text, unsigned line)
{
    char status[STATUS_SIZE];
    bot_show_describe(self, status);
    bot_show_put_middle(self, text, line, status);
    if (line + 1 == self->rows)
        return;
    snprintf(status, sizeof status, "space %s, + - speed (%u %%), other keys end",
             self->is_paused ? "goes on" : "pauses", self->speed);
    bot_show_put_middle(self, text, line + 1, status);
}

/* Draws the board; if it is higher than the terminal, the part with the top of the stack. */
static df_status bot_show_paint(stage *self, const falling *now)
{
    const unsigned width = self->field->width, height = self->field->height;
    const unsigned below = terminal_min(self->rows / 2, 2);
    bot_show_fit(self, self->rows - below);
    const unsigned total = (height * self->half_lines + 1) / 2;
    const unsigned lines = terminal_min(total, self->rows - below);
    const unsigned wanted = terminal_min(df_field_top(self->field) + AIR_ROWS, height);
    const unsigned bottom = total > lines && wanted > lines ? wanted - lines : 0;
    const unsigned squares = terminal_min(self->square_columns * width, self->columns);
    const bool has_walls = 2 * width <= self->columns && squares + 2 <= self->columns;
    const unsigned shown = has_walls ? squares + 2 : squares;
    df_text text = {0};
    if (self->is_new)
        df_text_put(&text, "\033[0m\033[2J");
    self->is_new = false;
    for (unsigned line = 0; line < lines; line++) {
        terminal_put_move(&text, line, (self->columns - shown) / 2);
        bot_show_put_line(self, &text, now, bottom + lines - 1 - line, has_walls);
    }
    if (below > 0)
        bot_show_put_status(self, &text, lines);
    return terminal_write_text(&text, &self->error);
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
    df_status status = bot_show_paint(self, now);
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
        terminal_size(&self->columns, &self->rows);
        self->is_new |= event == TERMINAL_CHANGED;
        status = bot_show_paint(self, now);
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
    df_text text = {0};
    self->square_columns = 2U * self->field->width <= self->columns ? 2 : 1;
    self->half_lines = 2;
    for (unsigned y = df_field_top(self->field); y > 0; y--) {
        bot_show_put_line(self, &text, NULL, y - 1, false);
        df_text_put_char(&text, '\n');
    }
    return text.length > 0 ? terminal_write_text(&text, &self->error) : DF_OK;
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
    self.has_blocks = terminal_has_blocks();
    if (status == DF_OK) {
        terminal_size(&self.columns, &self.rows);
        terminal_open();
        status = bot_show_play(&self);
        terminal_close();
        if (status == DF_ERROR_CANCELLED && self.error == 0)
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
    if (self.error != 0)
        return message_stdout(self.error);
    return answer >= 0 ? answer : message_status(status, NULL);
}
