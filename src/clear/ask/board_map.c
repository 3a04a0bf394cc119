#include "board_map.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "tilings.h"

static board_slot *map_find_slot(const board_map *self, uint64_t squares)
{
    const size_t mask = self->slot_count - 1;
    uint64_t hash = squares * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
    for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
        board_slot *slot = &self->slots[i];
        if (slot->first == 0 || slot->squares == squares)
            return slot;
    }
}

/* Makes twice as many slots if more than half of them are used. */
static df_status map_grow(board_map *self)
{
    if (self->used < self->slot_count / 2)
        return DF_OK;
    const size_t old_count = self->slot_count;
    board_slot *old = self->slots;
    const size_t count = old_count == 0 ? 1024 : old_count * 2;
    board_slot *slots = df_budget_take(self->memory, count, sizeof slots[0]);
    if (slots == NULL)
        return self->memory->status;
    self->slots = slots;
    self->slot_count = count;
    for (size_t i = 0; i < old_count; i++) {
        if (old[i].first != 0)
            *map_find_slot(self, old[i].squares) = old[i];
    }
    df_budget_free(self->memory, old, old_count, sizeof old[0]);
    return DF_OK;
}

/* Adds a drop on a board, if it is new. */
static df_status map_add(board_map *self, uint64_t squares, uint16_t place, uint16_t piece)
{
    df_status status = map_grow(self);
    if (status != DF_OK)
        return status;
    board_slot *slot = map_find_slot(self, squares);
    for (uint32_t e = slot->first; e != 0; e = self->edges[e - 1].next) {
        if (self->edges[e - 1].place == place)
            return DF_OK;
    }
    if (self->count >= UINT32_MAX - 1)
        return DF_ERROR_LIMIT;
    status =
        ARRAY_RESERVE_WITHIN(self->edges, self->capacity, self->count, 1, &self->memory->left);
    if (status != DF_OK)
        return status;
    self->edges[self->count++] = (board_edge){slot->first, place, piece};
    self->used += slot->first == 0 ? 1 : 0;
    *slot = (board_slot){squares, (uint32_t)self->count};
    return DF_OK;
}

/* Adds the boards of one tiling, whose sets have been found. */
static df_status map_add_tiling(board_map *self, const tiling_queues *sets)
{
    const solve_order *order = sets->order;
    df_status status = DF_OK;
    for (unsigned taken = 0; taken < (1U << order->count) - 1; taken++) {
        for (unsigned rest = sets->next[taken]; rest != 0 && status == DF_OK;
             rest &= rest - 1) {
            const uint16_t place = order->places[bits_lowest(rest)];
            status =
                map_add(self, sets->squares[taken], place, order->board->places[place].piece);
        }
    }
    return status;
}

df_status df_board_map_fill(board_map *self, df_clear_solver *solver,
                            const df_clear_catalog *catalog)
{
    tiling_queues sets;
    df_status status =
        df_tiling_queues_create(&sets, &solver->order, NULL, (unsigned)solver->set->count,
                                solver->board.drops, false, self->memory);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < catalog->count && status == DF_OK; i++) {
        (void)df_tilings_take(solver, &catalog->items[i].solution);
        df_solve_order_begin(&solver->order);
        if (df_tiling_queues_find_sets(&sets))
            status = map_add_tiling(self, &sets);
    }
    df_tiling_queues_free(&sets);
    return status;
}

void df_board_map_free(board_map *self)
{
    self->memory->left += self->capacity * sizeof self->edges[0];
    free(self->edges);
    df_budget_free(self->memory, self->slots, self->slot_count, sizeof self->slots[0]);
}

uint32_t df_board_map_first(const board_map *self, uint64_t squares)
{
    return self->slot_count == 0 ? 0 : map_find_slot(self, squares)->first;
}
