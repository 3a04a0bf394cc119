/* Sets of boards, and the memory that an atlas may take. */
#ifndef DROPFORGE_TILE_CLEAR_BOARDS_H
#define DROPFORGE_TILE_CLEAR_BOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"

/* What may still be allocated, and why something was not. */
typedef struct budget {
    uint64_t left;
    df_status status;
} budget;

/* `count` things of `size` bytes, all zero; NULL where they cannot be had. */
void *df_budget_take(budget *own, size_t count, size_t size);
/* Gives back what df_budget_take gave, or NULL. */
void df_budget_give(budget *own, void *taken, size_t count, size_t size);

/* Begin with all zero. */
typedef struct board_set {
    uint64_t *slots; /* 0, or a board plus one */
    size_t count;    /* of the slots: a power of two, or 0 */
    size_t used;
} board_set;

#define BOARD_SET_MISSING SIZE_MAX

/* Adds boards; those that are in the set already do nothing. */
df_status df_boards_add(board_set *set, budget *memory, const uint64_t *boards, size_t count);

/* The slot of a board, or BOARD_SET_MISSING. */
size_t df_boards_find(const board_set *set, uint64_t board);

/* Makes the processor fetch the place of a board that is soon asked for. */
void df_boards_fetch(const board_set *set, uint64_t board);

void df_boards_free(board_set *set, budget *memory);

#endif
