#include "play_view.h"

#include <string.h>

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

int play_view_columns(unsigned scale, unsigned squares)
{
    return (int)(scale * squares);
}

int play_view_lines(unsigned scale, unsigned squares)
{
    return (int)((scale * squares + 1) / 2);
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

static bool play_view_is_solid(view_square seen)
{
    return seen.kind == SQUARE_FULL || seen.kind == SQUARE_CLEARED;
}

/* Draws a half of a large square where the terminal has no colours. */
static void play_view_draw_sign(view_square seen, bool is_left, bool has_dots, int line,
                                int column)
{
    static const wchar_t *const signs[][2] = {[SQUARE_EMPTY] = {L".", L" "},
                                              [SQUARE_GHOST] = {L":", L":"},
                                              [SQUARE_FULL] = {L"]", L"["},
                                              [SQUARE_CLEARED] = {L"=", L"="}};
    if (seen.kind != SQUARE_EMPTY || has_dots)
        play_screen_paint(line, column, signs[seen.kind][is_left], NULL, NULL);
}

/* Draws a character with a part of the upper square above one of the lower square. */
static void play_view_draw_halves(view_square upper, view_square lower, unsigned scale,
                                  bool has_dot, int line, int column)
{
    static const df_color gray = {90, 94, 106};
    const bool blocks = play_screen_has_blocks();
    const bool is_one =
        memcmp(&upper.color, &lower.color, sizeof upper.color) == 0 && play_screen_has_colors();
    if (play_view_is_solid(upper) && play_view_is_solid(lower) && is_one)
        play_screen_paint(line, column, L" ", NULL, &upper.color);
    else if (play_view_is_solid(upper) && play_view_is_solid(lower) &&
             play_screen_has_colors() && blocks)
        play_screen_paint(line, column, L"\u2580", &upper.color, &lower.color);
    else if (play_view_is_solid(upper) && play_view_is_solid(lower))
        play_screen_paint(line, column, blocks ? L"\u2588" : L"#", &upper.color, NULL);
    else if (play_view_is_solid(upper))
        play_screen_paint(line, column, blocks ? L"\u2580" : L"\"", &upper.color, NULL);
    else if (play_view_is_solid(lower))
        play_screen_paint(line, column, blocks ? L"\u2584" : L"o", &lower.color, NULL);
    else if (upper.kind == SQUARE_GHOST || lower.kind == SQUARE_GHOST)
        play_screen_paint(line, column, blocks && scale > PLAY_SMALL ? L"\u2592" : L":",
                          upper.kind == SQUARE_GHOST ? &upper.color : &lower.color, NULL);
    else if (has_dot)
        play_screen_paint(line, column, L".", &gray, NULL);
}

static void play_view_draw(const play_view *self, unsigned scale, int line, int column,
                           unsigned width, unsigned rows)
{
    const int lines = play_view_lines(scale, rows);
    const bool has_signs = scale == PLAY_LARGE && !play_screen_has_colors();
    for (int i = 0; i < lines; i++) {
        const unsigned low = 2 * (unsigned)(lines - 1 - i), high = low + 1;
        const bool has_floor = low % scale == 0 || high % scale == 0;
        for (unsigned j = 0; j < scale * width; j++) {
            const int x = (int)(j / scale), at = column + (int)j;
            const bool has_dot = self->field != NULL && has_floor && (j + 1) % scale == 0;
            const view_square upper = play_view_square_at(self, x, (int)(high / scale));
            const view_square lower = play_view_square_at(self, x, (int)(low / scale));
            if (has_signs)
                play_view_draw_sign(lower, j % 2 == 0, has_dot, line + i, at);
            else
                play_view_draw_halves(upper, lower, scale, has_dot, line + i, at);
        }
    }
}

void play_view_field(const play_setup *setup, const df_game *play, unsigned scale, int line,
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
                     unsigned scale, int line, int column)
{
    const df_shape *shape = &df_game_get_set(play)->pieces[piece].shape[DF_NORTH];
    const play_view self = {.setup = setup, .shape = shape, .piece = piece};
    play_view_draw(&self, scale, line, column, shape->width, shape->height);
}
