#include <stdlib.h>

#include "omino/shape/measure.h"
#include "symmetric.h"

/* The polyominoes of `half` squares, each with its image below its bottom row. */
typedef struct symmetric_doubler {
    omino_measurer measurer;
    df_ominoes_table *table;
    omino_count_task *task;
    uint64_t batches;
} symmetric_doubler;

enum {
    MIRROR_ROW = DF_OMINOES_MAX_SQUARES + 1, /* of the image of row 0 */
    WATCH_BATCHES = 1 << 16,
};

/* Sets pair[0] and pair[1] to a square, counted from the row `bottom`, and its image. */
static void symmetric_double_place(unsigned place, unsigned bottom, uint16_t pair[2])
{
    const unsigned x = place % MEASURE_STRIDE, y = place / MEASURE_STRIDE - bottom;
    pair[0] = (uint16_t)(x + MEASURE_STRIDE * (MIRROR_ROW + 1 + y));
    pair[1] = (uint16_t)(x + MEASURE_STRIDE * (MIRROR_ROW - y));
}

static df_status symmetric_double_enter(void *context, const df_ominoes_batch *batch)
{
    symmetric_doubler *self = context;
    uint16_t places[DF_OMINOES_MAX_SQUARES], pair[2];
    const unsigned stems = batch->size - 1;
    /* The first square lies in the bottom row. */
    const unsigned bottom = (stems > 0 ? batch->stem[0] : batch->last[0]) / MEASURE_STRIDE;
    for (unsigned i = 0; i < stems; i++)
        symmetric_double_place(batch->stem[i], bottom, &places[2 * i]);
    df_measure_go(&self->measurer, places, 2 * stems);
    for (unsigned i = 0; i < batch->count; i++) {
        symmetric_double_place(batch->last[i], bottom, pair);
        df_measure_push(&self->measurer, pair[0]);
        self->table->counts[df_measure_with(&self->measurer, pair[1])]++;
        df_measure_pop(&self->measurer);
    }
    return ++self->batches % WATCH_BATCHES == 0 ? df_omino_count_watch(self->task, 0) : DF_OK;
}

df_status df_omino_tabulate_doubled(df_ominoes_table *table, unsigned half, df_omino_measure by,
                                    omino_count_task *task)
{
    symmetric_doubler *self = malloc(sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    df_measure_begin(&self->measurer, by);
    self->table = table;
    self->task = task;
    self->batches = 0;
    const df_status status =
        df_ominoes_list(NULL, half, NULL, NULL, 0, symmetric_double_enter, self);
    free(self);
    return status;
}
