#include "play_view.h"

#include "play_screen.h"

typedef enum square_kind {
    SQUARE_EMPTY,
    SQUARE_GHOST,
    SQUARE_FULL,
    SQUARE_CLEARED
} square_kind;

typedef struct square {
    square_kind kind;
    df_color color;
} square;

/* What there is to be seen. */
typedef struct view {
    const play_setup *setup;
    const df_field *field; /* NULL: a piece by itself */
    const df_shape *shape; /* of the piece, or NULL */
    unsigned piece;
    int x, y;
    int ghost_y;
    bool is_cleared; /* the piece has locked, and these rows are full */
    uint32_t cleared;
} view;

int play_view_columns(play_scale scale, unsigned squares)
{
    return (int)(scale == PLAY_LARGE ? 2 * squares : squares);
}

int play_view_lines(play_scale scale, unsigned squares)
{
    return (int)(scale == PLAY_LARGE ? squares : (squares + 1) / 2);
}

static bool is_in_shape(const df_shape *shape, int x, int y)
{
    return x >= 0 && y >= 0 && x < shape->width && y < shape->height &&
           (shape->row[y] >> x & 1) != 0;
}

static square square_at(const view *own, int x, int y)
{
    const int row = y - own->y;
    if (own->is_cleared && row >= 0 && row < 32 && (own->cleared >> row & 1) != 0)
        return (square){SQUARE_CLEARED, {255, 255, 255}};
    if (own->shape != NULL && is_in_shape(own->shape, x - own->x, row))
        return (square){SQUARE_FULL, play_setup_color(own->setup, own->piece)};
    if (own->field == NULL || y < 0 || y >= own->field->height)
        return (square){SQUARE_EMPTY, {0, 0, 0}};
    const unsigned piece = df_field_square(own->field, (unsigned)x, (unsigned)y);
    if (piece != 0)
        return (square){SQUARE_FULL, play_setup_color(own->setup, piece - 1)};
    if (own->shape != NULL && is_in_shape(own->shape, x - own->x, y - own->ghost_y))
        return (square){SQUARE_GHOST, play_setup_color(own->setup, own->piece)};
    return (square){SQUARE_EMPTY, {0, 0, 0}};
}

/* Dark enough for letters on the colour, but of its kind. */
static df_color shade(df_color color)
{
    return (df_color){(uint8_t)(color.red / 3), (uint8_t)(color.green / 3),
                      (uint8_t)(color.blue / 3)};
}

static void draw_large(square seen, bool has_dots, int line, int column)
{
    static const df_color gray = {90, 94, 106};
    const df_color dark = shade(seen.color);
    switch (seen.kind) {
    case SQUARE_FULL:
        play_screen_paint(line, column, L"[]", &dark, &seen.color);
        break;
    case SQUARE_GHOST:
        play_screen_paint(line, column, L"::", &seen.color, NULL);
        break;
    case SQUARE_CLEARED:
        play_screen_paint(line, column, L"==", &seen.color, NULL);
        break;
    case SQUARE_EMPTY:
        if (has_dots)
            play_screen_paint(line, column, L" .", &gray, NULL);
        break;
    }
}

static bool is_solid(square seen)
{
    return seen.kind == SQUARE_FULL || seen.kind == SQUARE_CLEARED;
}

/* Two squares in one character. */
static void draw_small(square upper, square lower, bool has_dots, int line, int column)
{
    static const df_color gray = {90, 94, 106};
    const bool blocks = play_screen_has_blocks();
    if (is_solid(upper) && is_solid(lower) && play_screen_has_colors() && blocks)
        play_screen_paint(line, column, L"\u2580", &upper.color, &lower.color);
    else if (is_solid(upper) && is_solid(lower))
        play_screen_paint(line, column, blocks ? L"\u2588" : L"#", &upper.color, NULL);
    else if (is_solid(upper))
        play_screen_paint(line, column, blocks ? L"\u2580" : L"\"", &upper.color, NULL);
    else if (is_solid(lower))
        play_screen_paint(line, column, blocks ? L"\u2584" : L"o", &lower.color, NULL);
    else if (upper.kind == SQUARE_GHOST || lower.kind == SQUARE_GHOST)
        play_screen_paint(line, column, L":",
                          upper.kind == SQUARE_GHOST ? &upper.color : &lower.color, NULL);
    else if (has_dots)
        play_screen_paint(line, column, L".", &gray, NULL);
}

static void draw(const view *own, play_scale scale, int line, int column, unsigned width,
                 unsigned rows)
{
    const int lines = play_view_lines(scale, rows);
    const bool has_dots = own->field != NULL;
    for (int i = 0; i < lines; i++) {
        for (int x = 0; x < (int)width; x++) {
            const int at = column + play_view_columns(scale, (unsigned)x);
            const int y = scale == PLAY_LARGE ? lines - 1 - i : 2 * (lines - 1 - i);
            if (scale == PLAY_LARGE)
                draw_large(square_at(own, x, y), has_dots, line + i, at);
            else
                draw_small(square_at(own, x, y + 1), square_at(own, x, y), has_dots, line + i,
                           at);
        }
    }
}

void play_view_field(const play_setup *setup, const df_play *play, play_scale scale, int line,
                     int column, unsigned rows)
{
    const df_play_state *state = df_play_get_state(play);
    const df_piece_set *set = df_play_get_set(play);
    view own = {.setup = setup, .field = df_play_get_field(play)};
    if (state->phase == DF_PLAY_WAITING && state->last_cleared != 0) {
        const df_drop *drop = &state->last_drop;
        own.field = df_play_get_before(play);
        own.piece = drop->piece;
        own.shape = &set->pieces[drop->piece].shape[drop->orientation];
        own.x = drop->x;
        own.y = own.ghost_y = drop->y;
        own.is_cleared = true;
        own.cleared = state->last_cleared;
    } else if (state->piece >= 0 && state->phase != DF_PLAY_WAITING) {
        own.piece = (unsigned)state->piece;
        own.shape = &set->pieces[own.piece].shape[state->orientation];
        own.x = state->x;
        own.y = state->y;
        own.ghost_y = state->phase == DF_PLAY_FALLING ? state->ghost_y : state->y;
    }
    draw(&own, scale, line, column, own.field->width, rows);
}

void play_view_piece(const play_setup *setup, const df_play *play, unsigned piece,
                     play_scale scale, int line, int column)
{
    const df_shape *shape = &df_play_get_set(play)->pieces[piece].shape[DF_NORTH];
    const view own = {.setup = setup, .shape = shape, .piece = piece};
    draw(&own, scale, line, column, shape->width, shape->height);
}
