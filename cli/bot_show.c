/* A game in the terminal, in the look and at the pace of the article that dropforge's first
 * player is from: a block for each square, a dot for each empty one, and rows that follow one
 * another faster and faster. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bot_settings.h"
#include "message.h"
#include "progress.h"
#include "report.h"
#include "terminal.h"
#include "terminal_text.h"

enum {
    FIRST_FALL_MS = 180, /* how long a row of the fall takes at first */
    LAST_FALL_MS = 28,
    FASTER_MS = 12, /* the difference that every LEVEL_LINES lines make */
    LEVEL_LINES = 10,
    LOCK_MS = 120,
    OVER_MS = 2200,
    AIR_ROWS = 6, /* kept in sight above a stack that is higher than the terminal */
    STATUS_SIZE = 120
};

typedef struct stage {
    const bot_setup *setup;
    df_game *game;
    df_field *field;
    df_color *colors; /* [0] of empty squares, then of the pieces; NULL: without colours */
    unsigned columns; /* of the terminal */
    unsigned rows;
    bool has_blocks;
    bool is_new; /* nothing on the screen can be relied upon */
    bool has_ended;
    double until;
    int error; /* of errno; 0: none */
} stage;

/* The falling piece; NULL for none. */
typedef struct falling {
    const df_shape *shape;
    unsigned piece;
    unsigned x;
    unsigned y;
} falling;

static df_color tetromino_color(const char *name)
{
    static const struct {
        char letter;
        df_color color;
    } table[] = {
        {'I', {0xff, 0x17, 0x44}}, {'O', {0x29, 0x79, 0xff}}, {'T', {0xd5, 0x00, 0xf9}},
        {'S', {0x00, 0xe6, 0x76}}, {'Z', {0x00, 0xe5, 0xff}}, {'J', {0xff, 0xd6, 0x00}},
        {'L', {0xff, 0x91, 0x00}},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (table[i].letter == name[0])
            return table[i].color;
    }
    return (df_color){0xff, 0xff, 0xff};
}

/* NULL without colours or without memory. */
static df_color *make_colors(const piece_choice *pieces)
{
    const size_t count = pieces->set->count;
    df_color *colors = terminal_has_colors() ? malloc((count + 1) * sizeof colors[0]) : NULL;
    if (colors == NULL)
        return NULL;
    colors[0] = (df_color){0x4a, 0x4e, 0x5c};
    for (size_t i = 0; i < count; i++) {
        const bool is_given = pieces->colors != NULL && pieces->colors[i].given;
        colors[i + 1] =
            is_given ? pieces->colors[i].color : tetromino_color(pieces->set->pieces[i].name);
    }
    return colors;
}

static unsigned square_at(const stage *own, const falling *now, unsigned x, unsigned y)
{
    if (now != NULL && y >= now->y && y - now->y < now->shape->height && x >= now->x &&
        x - now->x < now->shape->width && (now->shape->row[y - now->y] >> (x - now->x) & 1))
        return now->piece + 1;
    return df_field_square(own->field, x, y);
}

/* Appends a row; each square is followed by a blank if there is room. */
static void put_row(const stage *own, df_text *text, const falling *now, unsigned y,
                    bool is_wide)
{
    const unsigned width = own->field->width;
    unsigned ink = UINT32_MAX;
    for (unsigned x = 0; x < width && (is_wide || x < own->columns); x++) {
        const unsigned square = square_at(own, now, x, y);
        if (own->colors != NULL && square != ink)
            terminal_put_color(text, "38", own->colors[square]);
        ink = square;
        if (own->has_blocks)
            df_text_put(text, square != 0 ? "\u2588" : "\u00b7");
        else
            df_text_put_char(text, square != 0 ? '#' : '.');
        if (is_wide && x + 1 < width)
            df_text_put_char(text, ' ');
    }
    if (own->colors != NULL)
        df_text_put(text, "\033[0m");
}

static void describe(const stage *own, char status[STATUS_SIZE])
{
    const df_game_result *result = df_game_get_result(own->game);
    const df_piece *pieces = own->setup->pieces.set->pieces;
    const int held = df_game_get_held(own->game);
    uint16_t next = 0;
    const bool has_next = df_game_get_pieces(own->game, &next, 1) > 0;
    snprintf(status, STATUS_SIZE, "lines %" PRIu64 ", pieces %" PRIu64 "%s%s%s%s%s",
             result->lines, result->pieces, has_next ? ", next " : "",
             has_next ? pieces[next].name : "", held >= 0 ? ", hold " : "",
             held >= 0 ? pieces[held].name : "", own->has_ended ? ", game over" : "");
}

static void put_status(const stage *own, df_text *text, unsigned line)
{
    char status[STATUS_SIZE];
    describe(own, status);
    const unsigned length = (unsigned)strlen(status);
    const unsigned room = own->columns - 1;
    const unsigned shown = length < room ? length : room;
    terminal_put_move(text, line, 0);
    /* The line before may have been longer. */
    for (unsigned x = 0; x < (room - shown) / 2; x++)
        df_text_put_char(text, ' ');
    df_text_put_bytes(text, status, shown);
    for (unsigned x = (room - shown) / 2 + shown; x < room; x++)
        df_text_put_char(text, ' ');
}

static df_status write_text(stage *own, df_text *text)
{
    df_status status = text->status;
    if (status == DF_OK && !terminal_write(text->bytes, text->length)) {
        own->error = errno;
        status = DF_ERROR_SINK;
    }
    df_text_free(text);
    return status;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Where the board is higher than the terminal, the top of the stack is kept in sight. */
static df_status paint(stage *own, const falling *now)
{
    const unsigned width = own->field->width, height = own->field->height;
    const unsigned lines = least(height, own->rows > 1 ? own->rows - 1 : 1);
    const unsigned wanted = least(df_field_top(own->field) + AIR_ROWS, height);
    const unsigned bottom = wanted > lines ? wanted - lines : 0;
    const bool is_wide = 2 * width - 1 <= own->columns;
    const unsigned shown = is_wide ? 2 * width - 1 : least(width, own->columns);
    df_text text = {0};
    if (own->is_new)
        df_text_put(&text, "\033[0m\033[2J");
    own->is_new = false;
    for (unsigned line = 0; line < lines; line++) {
        terminal_put_move(&text, line, (own->columns - shown) / 2);
        put_row(own, &text, now, bottom + lines - 1 - line, is_wide);
    }
    if (own->rows > 1)
        put_status(own, &text, lines);
    return write_text(own, &text);
}

/* Paints and waits; DF_ERROR_SINK without an error when a key was pressed. */
static df_status present(stage *own, const falling *now, unsigned milliseconds)
{
    const unsigned speed = own->setup->chosen->speed;
    const double time = clock_seconds();
    df_status status = paint(own, now);
    /* After a pause, such as a stopped program, the game goes on from here. */
    if (own->until < time - 0.5)
        own->until = time;
    own->until += milliseconds / 1000.0 * 100.0 / (speed > 0 ? speed : 100);
    while (status == DF_OK) {
        const terminal_event event = terminal_wait(own->until);
        if (event == TERMINAL_TIME_OVER)
            return DF_OK;
        if (event == TERMINAL_KEY)
            return DF_ERROR_SINK;
        terminal_size(&own->columns, &own->rows);
        own->is_new = true;
        status = paint(own, now);
    }
    return status;
}

static bool is_free(const df_field *field, const df_shape *shape, unsigned x, unsigned y)
{
    for (unsigned i = 0; i < shape->height; i++) {
        if ((field->row[y + i] & (uint64_t)shape->row[i] << x) != 0)
            return false;
    }
    return true;
}

/* Lets the piece fall to its place, from as high above it as there is room. */
static df_status show_fall(stage *own, const df_drop *drop)
{
    const df_piece *piece = &own->setup->pieces.set->pieces[drop->piece];
    const df_shape *shape = &piece->shape[drop->orientation];
    const uint64_t level = df_game_get_result(own->game)->lines / LEVEL_LINES;
    const uint64_t faster = level * FASTER_MS;
    const unsigned fall =
        faster < FIRST_FALL_MS - LAST_FALL_MS ? FIRST_FALL_MS - (unsigned)faster : LAST_FALL_MS;
    falling now = {.shape = shape, .piece = drop->piece, .x = drop->x, .y = drop->y};
    while (now.y + shape->height < own->field->height &&
           is_free(own->field, shape, drop->x, now.y + 1))
        now.y++;
    df_status status = DF_OK;
    for (; status == DF_OK && now.y > drop->y; now.y--)
        status = present(own, &now, fall);
    return status == DF_OK ? present(own, &now, fall) : status;
}

/* One drop after the other, each of them made by the simulator, too. */
static df_status play(stage *own)
{
    const df_bot_options *bot = &own->setup->options.bot;
    df_status status = DF_OK;
    while (status == DF_OK) {
        df_drop drop;
        df_landing landing;
        const df_outcome outcome = df_game_step(own->game, &drop);
        if (outcome == DF_LIMIT)
            return DF_ERROR_MEMORY;
        if (outcome == DF_NONE)
            break;
        status = show_fall(own, &drop);
        if (status != DF_OK)
            break;
        if (df_drop_apply(own->field, bot->set, &drop, bot->reach, &landing) !=
            DF_MOVE_POSSIBLE)
            return DF_ERROR_DEFECT;
        status = present(own, NULL, LOCK_MS);
    }
    own->has_ended = df_game_get_result(own->game)->end == DF_GAME_OVER;
    return status == DF_OK ? present(own, NULL, OVER_MS) : status;
}

/* Writes the board to the ordinary screen, where it stays. */
static df_status leave_board(stage *own)
{
    df_text text = {0};
    const bool is_wide = 2U * own->field->width - 1 <= own->columns;
    for (unsigned y = df_field_top(own->field); y > 0; y--) {
        put_row(own, &text, NULL, y - 1, is_wide);
        df_text_put_char(&text, '\n');
    }
    return text.length > 0 ? write_text(own, &text) : DF_OK;
}

static void tell(const stage *own, double seconds)
{
    static const char *const ends[] = {
        [DF_GAME_UNPLAYED] = "stopped by a key",
        [DF_GAME_OVER] = "over",
        [DF_GAME_CAPPED] = "stopped at its limit",
        [DF_GAME_DEALT] = "out of pieces",
    };
    const df_game_result *result = df_game_get_result(own->game);
    figure_list figures = {.seconds = seconds};
    report_number(&figures, "pieces", result->pieces, "piece", "pieces");
    report_number(&figures, "lines", result->lines, "line", "lines");
    report_word(&figures, "end", ends[result->end], "game");
    report_summary(&figures);
}

int bot_show(const bot_setup *setup)
{
    const df_bot_options *bot = &setup->options.bot;
    stage own = {.setup = setup, .until = clock_seconds()};
    const double begin = own.until;
    df_status status = df_field_create(&own.field, bot->width, bot->height);
    if (status == DF_OK)
        status = df_game_create(&own.game, &setup->options);
    own.colors = make_colors(&setup->pieces);
    own.has_blocks = terminal_has_blocks();
    if (status == DF_OK) {
        terminal_size(&own.columns, &own.rows);
        terminal_open();
        status = play(&own);
        terminal_close();
        if (status == DF_ERROR_SINK && own.error == 0)
            status = DF_OK;
    }
    if (status == DF_OK)
        status = leave_board(&own);
    if (status == DF_OK)
        tell(&own, clock_seconds() - begin);
    df_game_free(own.game);
    df_field_free(own.field);
    free(own.colors);
    if (own.error != 0)
        return message("standard output: cannot be written: %s", strerror(own.error));
    return status == DF_OK ? -1 : message("%s", df_status_name(status));
}
