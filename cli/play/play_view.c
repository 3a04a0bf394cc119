#include "play_view.h"

#include "play_screen.h"

typedef enum square_kind {
    SQUARE_EMPTY,
    SQUARE_GHOST,
    SQUARE_FULL,
    SQUARE_CLEARED
} square_kind;

typedef struct view_square {
    square_kind kind;
    df_color color;
} view_square;

/* The playfield or piece to draw. */
typedef struct play_view {
    const play_setup *setup;
    const df_field *field; /* NULL: only a piece */
    const df_shape *shape; /* of the piece, or NULL */
    unsigned piece;
    int x, y;
    int ghost_y;
    bool is_cleared;  /* the piece has locked and filled rows */
    uint32_t cleared; /* these rows, bit 0 for the row of y */
} play_view;

int play_view_columns(play_scale scale, unsigned squares)
{
    return (int)(scale == PLAY_LARGE ? 2 * squares : squares);
}

int play_view_lines(play_scale scale, unsigned squares)
{
    return (int)(scale == PLAY_LARGE ? squares : (squares + 1) / 2);
}

static bool play_view_is_in_shape(const df_shape *shape, int x, int y)
{
    return x >= 0 && y >= 0 && x < shape->width && y < shape->height &&
           (shape->row[y] >> x & 1) != 0;
}

static view_square play_view_square_at(const play_view *self, int x, int y)
{
    const int row = y - self->y;
    if (self->is_cleared && row >= 0 && row < 32 && (self->cleared >> row & 1) != 0)
        return (view_square){SQUARE_CLEARED, {255, 255, 255}};
    if (self->shape != NULL && play_view_is_in_shape(self->shape, x - self->x, row))
        return (view_square){SQUARE_FULL, play_setup_color(self->setup, self->piece)};
    if (self->field == NULL || y < 0 || y >= self->field->height)
        return (view_square){SQUARE_EMPTY, {0, 0, 0}};
    const unsigned piece = df_field_square(self->field, (unsigned)x, (unsigned)y);
    if (piece != 0)
        return (view_square){SQUARE_FULL, play_setup_color(self->setup, piece - 1)};
    if (self->shape != NULL &&
        play_view_is_in_shape(self->shape, x - self->x, y - self->ghost_y))
        return (view_square){SQUARE_GHOST, play_setup_color(self->setup, self->piece)};
    return (view_square){SQUARE_EMPTY, {0, 0, 0}};
}

/* Returns a dark shade of a colour, for letters on it. */
static df_color play_view_shade(df_color color)
{
    return (df_color){(uint8_t)(color.red / 3), (uint8_t)(color.green / 3),
                      (uint8_t)(color.blue / 3)};
}

static void play_view_draw_large(view_square seen, bool has_dots, int line, int column)
{
    static const wchar_t *const signs[] = {[SQUARE_GHOST] = L"::", [SQUARE_CLEARED] = L"=="};
    static const df_color gray = {90, 94, 106};
    const df_color dark = play_view_shade(seen.color);
    if (seen.kind == SQUARE_FULL)
        play_screen_paint(line, column, L"[]", &dark, &seen.color);
    else if (seen.kind != SQUARE_EMPTY)
        play_screen_paint(line, column, signs[seen.kind], &seen.color, NULL);
    else if (has_dots)
        play_screen_paint(line, column, L" .", &gray, NULL);
}

static bool play_view_is_solid(view_square seen)
{
    return seen.kind == SQUARE_FULL || seen.kind == SQUARE_CLEARED;
}

/* Draws two squares in one character. */
static void play_view_draw_small(view_square upper, view_square lower, bool has_dots, int line,
                                 int column)
{
    static const df_color gray = {90, 94, 106};
    const bool blocks = play_screen_has_blocks();
    if (play_view_is_solid(upper) && play_view_is_solid(lower) && play_screen_has_colors() &&
        blocks)
        play_screen_paint(line, column, L"\u2580", &upper.color, &lower.color);
    else if (play_view_is_solid(upper) && play_view_is_solid(lower))
        play_screen_paint(line, column, blocks ? L"\u2588" : L"#", &upper.color, NULL);
    else if (play_view_is_solid(upper))
        play_screen_paint(line, column, blocks ? L"\u2580" : L"\"", &upper.color, NULL);
    else if (play_view_is_solid(lower))
        play_screen_paint(line, column, blocks ? L"\u2584" : L"o", &lower.color, NULL);
    else if (upper.kind == SQUARE_GHOST || lower.kind == SQUARE_GHOST)
        play_screen_paint(line, column, L":",
                          upper.kind == SQUARE_GHOST ? &upper.color : &lower.color, NULL);
    else if (has_dots)
        play_screen_paint(line, column, L".", &gray, NULL);
}

static void play_view_draw(const play_view *self, play_scale scale, int line, int column,
                           unsigned width, unsigned rows)
{
    const int lines = play_view_lines(scale, rows);
    const bool has_dots = self->field != NULL;
    for (int i = 0; i < lines; i++) {
        for (int x = 0; x < (int)width; x++) {
            const int at = column + play_view_columns(scale, (unsigned)x);
            const int y = scale == PLAY_LARGE ? lines - 1 - i : 2 * (lines - 1 - i);
            if (scale == PLAY_LARGE)
                play_view_draw_large(play_view_square_at(self, x, y), has_dots, line + i, at);
            else
                play_view_draw_small(play_view_square_at(self, x, y + 1),
                                     play_view_square_at(self, x, y), has_dots, line + i, at);
        }
    }
}

void play_view_field(const play_setup *setup, const df_game *play, play_scale scale, int line,
                     int column, unsigned rows)
{
    const df_game_state *state = df_game_get_state(play);
    const df_piece_set *set = df_game_get_set(play);
    play_view self = {.setup = setup, .field = df_game_get_field(play)};
    if (state->phase == DF_GAME_WAITING && state->last_cleared != 0) {
        const df_drop *drop = &state->last_drop;
        self.field = df_game_get_before(play);
        self.piece = drop->piece;
        self.shape = &set->pieces[drop->piece].shape[drop->orientation];
        self.x = drop->x;
        self.y = self.ghost_y = drop->y;
        self.is_cleared = true;
        self.cleared = state->last_cleared;
    } else if (state->piece >= 0 && state->phase != DF_GAME_WAITING) {
        self.piece = (unsigned)state->piece;
        self.shape = &set->pieces[self.piece].shape[state->orientation];
        self.x = state->x;
        self.y = state->y;
        self.ghost_y = state->phase == DF_GAME_FALLING ? state->ghost_y : state->y;
    }
    play_view_draw(&self, scale, line, column, self.field->width, rows);
}

void play_view_piece(const play_setup *setup, const df_game *play, unsigned piece,
                     play_scale scale, int line, int column)
{
    const df_shape *shape = &df_game_get_set(play)->pieces[piece].shape[DF_NORTH];
    const play_view self = {.setup = setup, .shape = shape, .piece = piece};
    play_view_draw(&self, scale, line, column, shape->width, shape->height);
}
