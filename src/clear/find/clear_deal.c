#include "clear_deal.h"

enum { DEAL_MAX_SAME = 15 };

uint16_t df_deal_find_set(const clear_deal *self, size_t count, uint32_t counts)
{
    for (size_t i = 0; i < self->set_counts[count]; i++) {
        if (self->sets[count][i].counts == counts)
            return (uint16_t)i;
    }
    return DEAL_NONE;
}

static uint16_t deal_find_used(const clear_deal *self, size_t count, uint32_t counts)
{
    for (size_t i = 0; i < self->used_counts[count]; i++) {
        if (self->used[count][i].counts == counts)
            return (uint16_t)i;
    }
    return DEAL_NONE;
}

/* Returns the pieces that can follow a set of `count` pieces. */
static uint64_t deal_next(const deal_request *request, const deal_set *set, size_t count)
{
    if (count < request->fixed)
        return UINT64_C(1) << request->queue[count];
    uint64_t tail = 0;
    for (size_t i = 0; i < request->tail_count; i++)
        tail |= UINT64_C(1) << request->tail[i];
    const uint64_t full = bits_low(DF_TETROMINOES);
    const size_t first = bits_count(request->bag != 0 ? request->bag : full);
    const uint64_t bag = set->bag != 0 ? set->bag : full;
    if (count >= request->fixed + first)
        return bag;
    const size_t left = bits_count(bag);
    return left > request->tail_count
               ? bag & ~tail
               : bag & UINT64_C(1) << request->tail[request->tail_count - left];
}

/* Adds the sets that have one piece more than those of `count` pieces. */
static df_status deal_grow_sets(clear_deal *self, const deal_request *request, size_t count)
{
    for (size_t i = 0; i < self->set_counts[count]; i++) {
        deal_set *set = &self->sets[count][i];
        const uint64_t next = deal_next(request, set, count);
        for (unsigned p = 0; p < DF_TETROMINOES; p++) {
            set->next[p] = DEAL_NONE;
            if ((next >> p & 1) == 0)
                continue;
            if ((set->counts >> 4 * p & DEAL_MAX_SAME) == DEAL_MAX_SAME)
                return DF_ERROR_LIMIT;
            const uint32_t counts = set->counts + deal_piece(p);
            set->next[p] = df_deal_find_set(self, count + 1, counts);
            if (set->next[p] != DEAL_NONE)
                continue;
            set->next[p] = (uint16_t)self->set_counts[count + 1]++;
            uint64_t bag = set->bag != 0 ? set->bag : bits_low(DF_TETROMINOES);
            bag &= ~(UINT64_C(1) << p);
            if (count < request->fixed)
                bag = count + 1 == request->fixed ? request->bag : 0;
            self->sets[count + 1][set->next[p]] =
                (deal_set){.counts = counts, .bag = (uint8_t)bag};
        }
    }
    return DF_OK;
}

static void deal_count_windows(clear_deal *self, size_t count)
{
    for (size_t i = 0; i < self->set_counts[count]; i++) {
        deal_set *set = &self->sets[count][i];
        set->windows[count] = 1;
        for (size_t d = count + 1; d <= self->length; d++) {
            for (unsigned p = 0; p < DF_TETROMINOES; p++) {
                if (set->next[p] != DEAL_NONE)
                    set->windows[d] += self->sets[count + 1][set->next[p]].windows[d];
            }
        }
    }
}

static void deal_add_used(clear_deal *self, size_t count, uint32_t counts)
{
    if (deal_find_used(self, count, counts) == DEAL_NONE)
        self->used[count][self->used_counts[count]++].counts = counts;
}

/* Lists the pieces that `count` drops can have used. */
static void deal_list_used(clear_deal *self, bool hold, size_t count)
{
    for (size_t i = 0; i < self->set_counts[count]; i++)
        deal_add_used(self, count, self->sets[count][i].counts);
    for (size_t i = 0; hold && count < self->length && i < self->set_counts[count + 1]; i++) {
        const uint32_t counts = self->sets[count + 1][i].counts;
        for (unsigned p = 0; p < DF_TETROMINOES; p++) {
            if ((counts >> 4 * p & DEAL_MAX_SAME) != 0)
                deal_add_used(self, count, counts - deal_piece(p));
        }
    }
}

df_status df_deal_make(clear_deal *made, const deal_request *request)
{
    *made = (clear_deal){.length = request->length};
    made->set_counts[0] = 1;
    made->sets[0][0].bag = (uint8_t)(request->fixed == 0 ? request->bag : 0);
    df_status status = DF_OK;
    for (size_t count = 0; count < made->length && status == DF_OK; count++)
        status = deal_grow_sets(made, request, count);
    if (status != DF_OK)
        return status;
    for (size_t count = made->length + 1; count-- > 0;)
        deal_count_windows(made, count);
    for (size_t count = 0; count <= made->length; count++)
        deal_list_used(made, request->hold, count);
    for (size_t count = 0; count < made->length; count++) {
        for (size_t i = 0; i < made->used_counts[count]; i++) {
            deal_used *used = &made->used[count][i];
            for (unsigned p = 0; p < DF_TETROMINOES; p++)
                used->next[p] = deal_find_used(made, count + 1, used->counts + deal_piece(p));
        }
    }
    return DF_OK;
}
