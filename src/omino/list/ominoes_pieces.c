#include <stdlib.h>

#include "core/board/piece_list.h"
#include "dropforge/omino.h"

typedef struct omino_collector {
    df_omino *items;
    size_t count;
} omino_collector;

static df_status ominoes_pieces_collect(void *context, const df_ominoes_batch *batch)
{
    omino_collector *self = context;
    for (unsigned i = 0; i < batch->count; i++)
        df_ominoes_batch_get(batch, i, &self->items[self->count++]);
    return DF_OK;
}

df_status df_ominoes_piece_set(df_piece_set **set, unsigned size,
                               const df_ominoes_filter *filter)
{
    /* Without a visitor they are only counted. */
    df_ominoes_tally tally;
    df_status status =
        df_ominoes_list(&tally, size, filter, NULL, PIECE_LIST_MAX + 1, NULL, NULL);
    if (status != DF_OK)
        return status;
    if (tally.count == 0 || tally.count > PIECE_LIST_MAX)
        return DF_ERROR_ARGUMENT;
    omino_collector self = {.items = malloc((size_t)tally.count * sizeof *self.items)};
    if (self.items == NULL)
        return DF_ERROR_MEMORY;
    status = df_ominoes_list(NULL, size, filter, NULL, 0, ominoes_pieces_collect, &self);
    if (status == DF_OK)
        status = df_omino_piece_set(set, self.items, self.count);
    free(self.items);
    return status;
}
