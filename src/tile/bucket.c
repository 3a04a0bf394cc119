#include "tile/bucket.h"

df_status df_tile_bucket_reserve(bucket *b, tile_budget *budget, size_t wanted, size_t stride,
                                 size_t key_words)
{
    bucket larger = {.capacity = wanted + wanted / 2 + 8, .count = b->count, .stride = stride};
    void *records;
    const df_status status = df_tile_budget_take(budget, &records, larger.capacity,
                                                 stride * sizeof larger.records[0]);
    if (status != DF_OK)
        return status;
    larger.records = records;
    for (size_t i = 0; i < b->capacity; i++) {
        const uint64_t *record = &b->records[i * b->stride];
        if (record[0] != 0)
            memcpy(bucket_find(&larger, record, key_words, stride), record,
                   b->stride * sizeof *record);
    }
    df_tile_bucket_free(b, budget);
    *b = larger;
    return DF_OK;
}

df_status df_tile_bucket_widen(bucket *b, tile_budget *budget)
{
    bucket wider = {.capacity = b->capacity, .count = b->count, .stride = b->stride + 1};
    void *records;
    const df_status status = df_tile_budget_take(budget, &records, wider.capacity,
                                                 wider.stride * sizeof wider.records[0]);
    if (status != DF_OK)
        return status;
    wider.records = records;
    for (size_t i = 0; i < b->capacity; i++)
        memcpy(&wider.records[i * wider.stride], &b->records[i * b->stride],
               b->stride * sizeof wider.records[0]);
    df_tile_bucket_free(b, budget);
    *b = wider;
    return DF_OK;
}

void df_tile_bucket_free(bucket *b, tile_budget *budget)
{
    df_tile_budget_free(budget, b->records, b->capacity * b->stride * sizeof b->records[0]);
    *b = (bucket){0};
}
