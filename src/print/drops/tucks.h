/* Placements that no straight drop makes: pieces that slip under what hangs over them, or are
 * turned into place. Only squares with something above them need these. */
#ifndef DROPFORGE_PRINT_TUCKS_H
#define DROPFORGE_PRINT_TUCKS_H

#include "board.h"
#include "dropforge/board.h"

/* How pieces are moved in playfields of one size. */
struct tuck_rules {
    df_mover *movers[DF_TETROMINOES]; /* owned */
    unsigned height;                  /* of the playfield; pieces are spawned above it */
};

/* The placements on one board. Begin with all zero; used again and again. */
typedef struct tuck_finder {
    df_moves *moves; /* owned */
    uint64_t rows[DF_FIELD_MAX_HEIGHT];
    unsigned count;
    uint64_t covered[BOARD_ROWS + PRINT_REACH]; /* wanted squares with something above them */
    bool takes_all; /* the board is so high that straight drops have to be looked for, too */
} tuck_finder;

/* Makes the rules of a movement with turns. The caller frees them with df_tuck_rules_end, also
 * after a failure. DF_ERROR_MEMORY. */
df_status df_tuck_rules_begin(tuck_rules *self, const df_piece_set *tetrominoes, unsigned width,
                              unsigned height, df_movement movement);
void df_tuck_rules_end(tuck_rules *self);

void df_tuck_finder_free(tuck_finder *self);

/* Looks at a board. *any is false if there are none but straight drops, all of which can be
 * made. DF_ERROR_MEMORY. */
df_status df_tucks_look(tuck_finder *self, const board_view *view, const board_rules *rules,
                        bool *any);

/* Finds the placements of a piece on the board that was looked at. */
void df_tucks_find(tuck_finder *self, const board_rules *rules, unsigned piece);

/* Returns the columns in which a shape of that piece gets to row y, above the finished rows,
 * and rests there: those where it covers a square with something above it, or all. */
uint64_t df_tucks_columns(const tuck_finder *self, const board_view *view,
                          const print_shape *shape, unsigned y);

#endif
