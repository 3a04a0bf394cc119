/* All drops of a piece at once. */
#include "bot/columns.h"
#include "bot/evaluate.h"

size_t df_evaluate_drops(const evaluator *e, const board *b, const df_piece *piece,
                         scored *list)
{
    const grid *g = &e->layout;
    const bool fit = df_columns_fit(e);
    columns c;
    size_t count = 0;
    if (fit)
        df_columns_load(&c, e, b);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &piece->shape[o];
        if (piece->same_as[o] != o)
            continue;
        column_shape form;
        const bool by_columns = fit && df_columns_shape(&form, shape);
        for (unsigned x = 0; x + shape->width <= g->width; x++) {
            const unsigned y = board_rest(b, shape, x);
            if (y + shape->height > g->height)
                continue;
            list[count].place = (df_place){(uint8_t)o, (uint8_t)x, (uint16_t)y};
            list[count++].score = by_columns ? df_columns_evaluate(&c, &form, x, y)
                                             : df_evaluate(e, b, shape, x, y);
        }
    }
    return count;
}
