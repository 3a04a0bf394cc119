/* A growing list of pieces with a hash table of their names. */
#pragma once

#include "core/base/scan.h"
#include "dropforge/board.h"

/* The squares of a playfield are 16 bits: 0, 1 + index, and one value kept for frames. */
#define PIECE_LIST_MAX (UINT16_MAX - 2)

/* The result of reading the description of a piece. */
typedef enum piece_flaw {
    PIECE_GOOD,
    PIECE_BAD_NAME,
    PIECE_BAD_BYTE, /* of the drawing */
    PIECE_EMPTY,
    PIECE_LARGE,
    PIECE_TORN, /* not connected */
} piece_flaw;

/* Makes a piece from its name and its drawing; writes it only if the result is PIECE_GOOD. */
piece_flaw df_piece_draw(df_piece *piece, text_span name, text_span rows);

/* True if a set has the pieces of df_piece_set_tetrominoes, in their order. */
bool df_piece_set_is_tetrominoes(const df_piece_set *set);

/* Begin with all zero, or with df_piece_list_borrow. */
typedef struct piece_list {
    const df_piece_set *set; /* all pieces so far; NULL before the first */
    df_piece_set *owned;     /* the same if it belongs to the list, else NULL */
    size_t capacity;         /* of `owned` */
    uint16_t *slots;         /* a hash table of names: 0, or 1 + index */
    size_t slot_count;       /* a power of two, or 0 */
} piece_list;

/* Fills an empty list with the pieces of a set. */
df_status df_piece_list_borrow(piece_list *list, const df_piece_set *set);

/* Adds a piece whose name is new. A list with a borrowed set is emptied first. DF_ERROR_LIMIT
 * if it already has PIECE_LIST_MAX pieces. */
df_status df_piece_list_add(piece_list *list, const df_piece *piece);

/* Returns the index of the piece of this name, or -1. */
int df_piece_list_find(const piece_list *list, text_span name);

/* Hands the set, or NULL, over to the caller, who frees it; the list still borrows it. */
df_piece_set *df_piece_list_take(piece_list *list);

/* Frees what belongs to the list. */
void df_piece_list_free(piece_list *list);
