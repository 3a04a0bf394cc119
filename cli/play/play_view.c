#include "play_view.h"

/* The playfield or piece to draw. */
typedef struct play_view {
    const play_setup *setup;
    const df_field *field;           /* NULL: only a piece */
    const df_drawing_state *drawing; /* or NULL */
    const df_shape *shape;           /* of the piece, or NULL */
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

/* True if the drop of the hint has a square there. */
static bool play_view_is_hint(const play_view *self, int x, int y)
{
    const df_live_answer *hint = &self->drawing->hint;
    const df_drop *drop = &hint->drop;
    if (!self->drawing->has_hint || hint->state != DF_LIVE_DROP)
        return false;
    const df_piece *piece = &self->setup->options.set->pieces[drop->piece];
    return play_view_is_in_shape(&piece->shape[drop->orientation], x - drop->x, y - drop->y);
}

/* Returns what the picture wants in an empty square. */
static square play_view_target(const play_view *self, unsigned column, unsigned line)
{
    static const df_color ground = {24, 26, 34};
    const df_live_square *seen =
        &self->drawing->squares[(size_t)line * self->field->width + column];
    if (seen->mark == DF_LIVE_GAP)
        return (square){SQUARE_GAP, {150, 70, 70}};
    if (seen->mark != DF_LIVE_WANTED)
        return (square){SQUARE_EMPTY, {0, 0, 0}};
    const df_color *color = &self->setup->picture.print.sprite->colors[seen->color - 1];
    return (square){SQUARE_TARGET,
                    {(uint8_t)((2 * ground.red + color->red) / 3),
                     (uint8_t)((2 * ground.green + color->green) / 3),
                     (uint8_t)((2 * ground.blue + color->blue) / 3)}};
}

/* Returns what is at a place, as square_grid has it. */
static square play_view_square_at(const void *context, unsigned column, unsigned line)
{
    const play_view *self = context;
    const int x = (int)column, y = (int)line, row = y - self->y;
    if (self->is_cleared && row >= 0 && row < 32 && (self->cleared >> row & 1) != 0)
        return (square){SQUARE_CLEARED, {255, 255, 255}};
    if (self->shape != NULL && play_view_is_in_shape(self->shape, x - self->x, row))
        return (square){SQUARE_FULL, play_setup_color(self->setup, self->piece)};
    if (self->field == NULL || line >= self->field->height)
        return (square){SQUARE_EMPTY, {0, 0, 0}};
    const unsigned piece = df_field_square(self->field, column, line);
    if (self->drawing != NULL && play_view_is_hint(self, x, y))
        return (square){SQUARE_HINT, {255, 255, 255}};
    const df_live_mark mark =
        self->drawing != NULL
            ? self->drawing->squares[(size_t)line * self->field->width + column].mark
            : DF_LIVE_FITS;
    if (piece != 0)
        return (square){mark == DF_LIVE_WRONG ? SQUARE_WRONG : SQUARE_FULL,
                        play_setup_color(self->setup, piece - 1)};
    if (self->shape != NULL &&
        play_view_is_in_shape(self->shape, x - self->x, y - self->ghost_y))
        return (square){SQUARE_GHOST, play_setup_color(self->setup, self->piece)};
    return self->drawing != NULL ? play_view_target(self, column, line)
                                 : (square){SQUARE_EMPTY, {0, 0, 0}};
}

static void play_view_draw(screen *on, const play_view *self, unsigned scale, int line,
                           int column, unsigned width, unsigned rows)
{
    const square_grid grid = {.at = play_view_square_at,
                              .context = self,
                              .width = width,
                              .columns = scale,
                              .halves = scale,
                              .has_dots = self->field != NULL};
    squares_draw(on, &grid, line, column, 0, (unsigned)play_view_lines(scale, rows));
}

void play_view_field(screen *on, const play_setup *setup, const df_game *play,
                     const df_drawing *drawing, unsigned scale, int line, int column,
                     unsigned rows)
{
    const df_game_state *state = df_game_get_state(play);
    const df_piece_set *set = df_game_get_set(play);
    play_view self = {.setup = setup, .field = df_game_get_field(play)};
    const bool is_finished = drawing != NULL && df_drawing_get_state(drawing)->is_finished;
    if (state->phase == DF_GAME_WAITING && state->last_cleared != 0 && !is_finished) {
        const df_drop *drop = &state->last_drop;
        self.field = df_game_get_before(play);
        self.piece = drop->piece;
        self.shape = &set->pieces[drop->piece].shape[drop->orientation];
        self.x = drop->x;
        self.y = self.ghost_y = drop->y;
        self.is_cleared = true;
        drawing = NULL;
        self.cleared = state->last_cleared;
    } else if (state->piece >= 0 && state->phase != DF_GAME_WAITING) {
        self.piece = (unsigned)state->piece;
        self.shape = &set->pieces[self.piece].shape[state->orientation];
        self.x = state->x;
        self.y = state->y;
        self.ghost_y = state->phase == DF_GAME_FALLING ? state->ghost_y : state->y;
    }
    if (drawing != NULL)
        self.drawing = df_drawing_get_state(drawing);
    play_view_draw(on, &self, scale, line, column, self.field->width, rows);
}

void play_view_piece(screen *on, const play_setup *setup, const df_game *play, unsigned piece,
                     unsigned scale, int line, int column)
{
    const df_piece *drawn = &df_game_get_set(play)->pieces[piece];
    df_turns turns;
    df_turns_make(&turns, drawn, setup->options.rules);
    const df_shape *shape = &drawn->shape[turns.spawn];
    const play_view self = {.setup = setup, .shape = shape, .piece = piece};
    play_view_draw(on, &self, scale, line, column, shape->width, shape->height);
}
