/* Pieces that come one by one, and that are found by their names at once. */
#ifndef DROPFORGE_CORE_PIECE_LIST_H
#define DROPFORGE_CORE_PIECE_LIST_H

#include "core/scan.h"
#include "dropforge/piece.h"

/* A playfield's squares are 16 bits: 0, 1 + index, and one value kept for frames. */
#define PIECE_LIST_MOST (UINT16_MAX - 2)

/* What is wrong with the description of a piece. */
typedef enum piece_flaw {
    PIECE_GOOD,
    PIECE_BAD_NAME,
    PIECE_BAD_BYTE, /* of the drawing */
    PIECE_EMPTY,
    PIECE_LARGE,
    PIECE_TORN, /* it does not hang together */
} piece_flaw;

/* Makes a piece from its name and its drawing; writes it only when the answer is PIECE_GOOD. */
piece_flaw df_piece_draw(df_piece *piece, text_span name, text_span rows);

/* Whether a set has the pieces of df_piece_set_tetrominoes, in their order. */
bool df_piece_set_is_tetrominoes(const df_piece_set *set);

/* Begin with all zero, or with df_piece_list_borrow. */
typedef struct piece_list {
    const df_piece_set *set; /* all pieces so far; NULL before the first */
    df_piece_set *own;       /* the same if it belongs to the list, else NULL */
    size_t capacity;         /* of `own` */
    uint16_t *slots;         /* a hash table of names: 0, or 1 + index */
    size_t slot_count;       /* a power of two, or 0 */
} piece_list;

/* Fills an empty list with the pieces of a set. */
df_status df_piece_list_borrow(piece_list *list, const df_piece_set *set);

/* Adds a piece whose name is new. One that is borrowed is emptied first. DF_ERROR_LIMIT: there
 * are PIECE_LIST_MOST. */
df_status df_piece_list_add(piece_list *list, const df_piece *piece);

/* The index of the piece of this name, or -1. */
int df_piece_list_find(const piece_list *list, text_span name);

/* Hands the set over, which the caller frees then; the list borrows it. NULL if there is none.
 */
df_piece_set *df_piece_list_take(piece_list *list);

/* Frees what belongs to the list. */
void df_piece_list_free(piece_list *list);

#endif
