#include "squares.h"

/* Draws a character of a square where the terminal has no colours. */
static void squares_draw_sign(screen *on, const square_grid *grid, square seen, unsigned j,
                              int line, int column)
{
    static const char *const signs[][2] = {[SQUARE_EMPTY] = {" ", "."},
                                           [SQUARE_GHOST] = {":", ":"},
                                           [SQUARE_FULL] = {"[", "]"},
                                           [SQUARE_CLEARED] = {"=", "="}};
    if (seen.kind == SQUARE_FULL && grid->columns == 1)
        screen_paint(on, line, column, "#", NULL, NULL);
    else if (seen.kind != SQUARE_EMPTY || grid->has_dots)
        screen_paint(on, line, column, signs[seen.kind][(j + 1) % grid->columns == 0], NULL,
                     NULL);
}

static const df_color *squares_color(const square *seen)
{
    return seen->kind == SQUARE_FULL || seen->kind == SQUARE_CLEARED ? &seen->color : NULL;
}

/* Draws a character with a part of the upper square above one of the lower square. */
static void squares_draw_halves(screen *on, const square_grid *grid, const square *upper,
                                const square *lower, bool has_dot, int line, int column)
{
    static const df_color gray = {90, 94, 106};
    const df_color *high = squares_color(upper), *low = squares_color(lower);
    if (high != NULL || low != NULL)
        screen_paint_halves(on, line, column, high, low);
    else if (upper->kind == SQUARE_GHOST || lower->kind == SQUARE_GHOST)
        screen_paint(on, line, column, on->has_blocks && grid->halves > 1 ? "\u2592" : ":",
                     upper->kind == SQUARE_GHOST ? &upper->color : &lower->color, NULL);
    else if (has_dot)
        screen_paint(on, line, column, ".", &gray, NULL);
}

void squares_draw(screen *on, const square_grid *grid, int line, int column, unsigned first,
                  unsigned count)
{
    const bool has_signs = grid->halves == 2 && !on->has_colors;
    for (unsigned i = 0; i < count; i++) {
        const unsigned low = 2 * (first + count - 1 - i), high = low + 1;
        const bool has_floor = low % grid->halves == 0 || high % grid->halves == 0;
        for (unsigned j = 0; j < grid->columns * grid->width; j++) {
            const unsigned x = j / grid->columns;
            const bool has_dot = grid->has_dots && has_floor && (j + 1) % grid->columns == 0;
            const square upper = grid->at(grid->context, x, high / grid->halves);
            const square lower = grid->at(grid->context, x, low / grid->halves);
            const int y = line + (int)i, at = column + (int)j;
            if (has_signs)
                squares_draw_sign(on, grid, lower, j, y, at);
            else
                squares_draw_halves(on, grid, &upper, &lower, has_dot, y, at);
        }
    }
}
