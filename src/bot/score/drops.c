/* All drops of a piece. */
#include "columns.h"
#include "evaluate.h"

/* Lists the drops of one orientation, each evaluated by itself. */
static size_t evaluate_each(const evaluator *e, const board *b, const df_shape *shape,
                            uint8_t orientation, scored *list)
{
    const grid *g = &e->layout;
    size_t count = 0;
    for (unsigned x = 0; x + shape->width <= g->width; x++) {
        const unsigned y = board_rest(b, shape, x);
        if (y + shape->height > g->height)
            continue;
        list[count].place = (df_place){orientation, (uint8_t)x, (uint16_t)y};
        list[count++].score = df_evaluate(e, b, shape, x, y);
    }
    return count;
}

size_t df_evaluate_drops(const evaluator *e, const board *b, const df_piece *piece,
                         scored *list)
{
    const bool fit = df_columns_fit(e);
    columns c;
    size_t count = 0;
    if (fit)
        df_columns_load(&c, e, b);
    for (uint8_t o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &piece->shape[o];
        size_t found;
        if (piece->same_as[o] != o)
            continue;
        if (!fit || !df_columns_drops(&c, shape, o, list + count, &found))
            found = evaluate_each(e, b, shape, o, list + count);
        count += found;
    }
    return count;
}
