/* Shares out the seven pieces to the colours of a picture. */
#ifndef DROPFORGE_PRINT_SHARE_H
#define DROPFORGE_PRINT_SHARE_H

#include "carriers.h"
#include "method.h"

/* The pieces, those that leave single squares most easily first. */
#define SHARE_ORDER                                                                            \
    {                                                                                          \
        DF_J, DF_T, DF_L, DF_S, DF_Z, DF_I, DF_O                                               \
    }

/* Counts the squares of each colour. */
void df_share_count_squares(const df_picture *picture, size_t squares[DF_TETROMINOES]);

/* Gives each colour some of the pieces: as many, or more to those with more squares (by the
 * method of D'Hondt). */
carrier_sets df_share_pieces(const print_job *job, const uint8_t order[DF_TETROMINOES],
                             bool by_squares);

/* Makes the picture with one colour fewer: the two that look most alike become one, which keeps
 * the colour of more squares. It has two colours at least. The caller owns *made. */
df_status df_share_merge_colors(df_picture **made, const df_picture *picture);

#endif
