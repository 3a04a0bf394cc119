#include "dissect_share.h"

#include <stdlib.h>
#include <string.h>

typedef struct share_box {
    uint64_t *words;
    size_t count, capacity;
} share_box;

struct dissect_share {
    const df_tile_ranks *ranks;
    dissect_memory *memory;
    share_box boxes[]; /* for each process */
};

dissect_share *df_dissect_share_create(const df_tile_ranks *ranks, dissect_memory *memory)
{
    const size_t boxes = ranks->count * sizeof(share_box);
    dissect_share *share = malloc(sizeof *share + boxes);
    if (share == NULL)
        return NULL;
    share->ranks = ranks;
    share->memory = memory;
    memset(share->boxes, 0, boxes);
    return share;
}

/* Frees the words for a process. */
static void share_empty(dissect_share *share, share_box *box)
{
    dissect_memory_give_back(share->memory, box->capacity * sizeof box->words[0]);
    free(box->words);
    *box = (share_box){NULL, 0, 0};
}

void df_dissect_share_free(dissect_share *share)
{
    for (unsigned i = 0; share != NULL && i < share->ranks->count; i++)
        share_empty(share, &share->boxes[i]);
    free(share);
}

unsigned df_dissect_share_owner(const dissect_share *share, size_t part)
{
    return (unsigned)(part % share->ranks->count);
}

bool df_dissect_share_is_own(const dissect_share *share, size_t part)
{
    return df_dissect_share_owner(share, part) == share->ranks->self;
}

static df_status share_grow(dissect_share *share, share_box *box, size_t least)
{
    const size_t capacity = least + least / 2;
    const size_t more = (capacity - box->capacity) * sizeof box->words[0];
    if (!dissect_memory_take(share->memory, more))
        return DF_ERROR_LIMIT;
    uint64_t *words = realloc(box->words, capacity * sizeof words[0]);
    if (words == NULL) {
        dissect_memory_give_back(share->memory, more);
        return DF_ERROR_MEMORY;
    }
    box->words = words;
    box->capacity = capacity;
    return DF_OK;
}

df_status df_dissect_share_add(dissect_share *share, unsigned rank, const uint64_t *words,
                               size_t count)
{
    share_box *box = &share->boxes[rank];
    df_status status = DF_OK;
    if (count == 0)
        return status;
    if (box->count + count > box->capacity)
        status = share_grow(share, box, box->count + count);
    if (status != DF_OK)
        return status;
    memcpy(&box->words[box->count], words, count * sizeof words[0]);
    box->count += count;
    return DF_OK;
}

df_status df_dissect_share_trade(dissect_share *share, dissect_share_receive *receive,
                                 void *context)
{
    const df_tile_ranks *ranks = share->ranks;
    df_status status = DF_OK;
    for (unsigned i = 1; i < ranks->count && status == DF_OK; i++) {
        const unsigned to = (ranks->self + i) % ranks->count;
        const unsigned from = (ranks->self + ranks->count - i) % ranks->count;
        share_box *box = &share->boxes[to];
        const uint64_t *words = NULL;
        size_t count = 0;
        status = ranks->trade(ranks->context, to, box->words, box->count, from, &words, &count);
        share_empty(share, box);
        if (status == DF_OK)
            status = receive(context, words, count);
    }
    return status;
}

df_status df_dissect_share_send_all(dissect_share *share, const uint64_t *words, size_t count,
                                    dissect_share_receive *receive, void *context)
{
    df_status status = DF_OK;
    for (unsigned i = 0; i < share->ranks->count && status == DF_OK; i++) {
        if (i != share->ranks->self)
            status = df_dissect_share_add(share, i, words, count);
    }
    return status == DF_OK ? df_dissect_share_trade(share, receive, context) : status;
}
