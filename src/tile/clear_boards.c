#include "tile/clear_boards.h"

#include <stdlib.h>

#define FIRST_SLOTS 1024

void *df_budget_take(budget *own, size_t count, size_t size)
{
    count = count > 0 ? count : 1;
    if (own->left / size < count) {
        own->status = DF_ERROR_LIMIT;
        return NULL;
    }
    void *taken = calloc(count, size);
    if (taken == NULL)
        own->status = DF_ERROR_MEMORY;
    else
        own->left -= count * size;
    return taken;
}

void df_budget_give(budget *own, void *taken, size_t count, size_t size)
{
    if (taken != NULL)
        own->left += (count > 0 ? count : 1) * size;
    free(taken);
}

static size_t home(const board_set *set, uint64_t board)
{
    return (size_t)((board + 1) * UINT64_C(0x9e3779b97f4a7c15) >> 24) & (set->count - 1);
}

/* The slot that holds the board, or the empty one where it belongs. */
static size_t find(const board_set *set, uint64_t board)
{
    size_t slot = home(set, board);
    while (set->slots[slot] != 0 && set->slots[slot] != board + 1)
        slot = (slot + 1) & (set->count - 1);
    return slot;
}

size_t df_boards_find(const board_set *set, uint64_t board)
{
    if (set->count == 0)
        return BOARD_SET_MISSING;
    const size_t slot = find(set, board);
    return set->slots[slot] == 0 ? BOARD_SET_MISSING : slot;
}

void df_boards_fetch(const board_set *set, uint64_t board)
{
#ifdef __GNUC__
    if (set->count > 0)
        __builtin_prefetch(&set->slots[home(set, board)]);
#else
    (void)set;
    (void)board;
#endif
}

/* Makes room for `more` boards. */
static df_status reserve(board_set *set, budget *memory, size_t more)
{
    size_t count = set->count == 0 ? FIRST_SLOTS : set->count;
    while ((set->used + more) * 4 > count * 3)
        count *= 2;
    if (count == set->count)
        return DF_OK;
    board_set grown = {.count = count, .used = set->used};
    grown.slots = df_budget_take(memory, count, sizeof grown.slots[0]);
    if (grown.slots == NULL)
        return memory->status;
    for (size_t i = 0; i < set->count; i++) {
        if (set->slots[i] != 0)
            grown.slots[find(&grown, set->slots[i] - 1)] = set->slots[i];
    }
    df_boards_free(set, memory);
    *set = grown;
    return DF_OK;
}

df_status df_boards_add(board_set *set, budget *memory, const uint64_t *boards, size_t count)
{
    const df_status status = reserve(set, memory, count);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        df_boards_fetch(set, boards[i]);
    for (size_t i = 0; i < count; i++) {
        const size_t slot = find(set, boards[i]);
        set->used += set->slots[slot] == 0 ? 1 : 0;
        set->slots[slot] = boards[i] + 1;
    }
    return DF_OK;
}

void df_boards_free(board_set *set, budget *memory)
{
    df_budget_give(memory, set->slots, set->count, sizeof set->slots[0]);
    *set = (board_set){0};
}
