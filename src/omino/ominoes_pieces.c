#include <stdlib.h>

#include "core/piece_list.h"
#include "dropforge/ominoes.h"

typedef struct collector {
    df_omino *items; /* NULL: they are only counted */
    size_t count;
} collector;

static df_status collect(void *context, const df_ominoes_batch *batch)
{
    collector *own = context;
    if (own->count + batch->count > PIECE_LIST_MOST)
        return DF_ERROR_ARGUMENT;
    for (unsigned i = 0; own->items != NULL && i < batch->count; i++)
        df_ominoes_batch_get(batch, i, &own->items[own->count + i]);
    own->count += batch->count;
    return DF_OK;
}

df_status df_ominoes_piece_set(df_piece_set **set, unsigned size,
                               const df_ominoes_filter *filter)
{
    collector own = {0};
    df_status status = df_ominoes_list(NULL, size, filter, NULL, 0, collect, &own);
    if (status != DF_OK)
        return status;
    if (own.count == 0)
        return DF_ERROR_ARGUMENT;
    own.items = malloc(own.count * sizeof own.items[0]);
    if (own.items == NULL)
        return DF_ERROR_MEMORY;
    own.count = 0;
    status = df_ominoes_list(NULL, size, filter, NULL, 0, collect, &own);
    if (status == DF_OK)
        status = df_omino_piece_set(set, own.items, own.count);
    free(own.items);
    return status;
}
