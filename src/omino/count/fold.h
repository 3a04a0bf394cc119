/* Folds: the strips in which polyominoes with a symmetry are counted by the transfer matrix.
 *
 * A polyomino that a group of symmetries leaves unmoved is determined by its squares in a
 * region that has one of each square's images. Mirrors bound the region: folded along them, a
 * path stays a path, so the polyomino is connected exactly if its part in the region is and
 * touches each mirror. Turns roll the region up into a cone. A square stands for all its
 * images, which are half as many at a mirror. */
#pragma once

#include "dropforge/omino.h"
#include "signature.h"

/* Places where squares have half as many images: at mirrors. */
enum { FOLD_BOTTOM = 1, FOLD_TOP = 2, FOLD_FIRST = 4 /* column */ };

typedef struct fold {
    df_omino_symmetry symmetry;
    signature_seam seam;
    uint8_t images;
    uint8_t halved; /* a set of FOLD_ */
    uint8_t rows;   /* of the first column, as many more (`grow`) has each next one; 0: any */
    uint8_t grow;   /* number of rows */
    uint8_t times;  /* how often those count that are longer than high or not compared so */
    uint8_t longer; /* by how much they must be longer than the strip is high */
    bool centered;  /* on squares, if there is a seam */
    bool mirrored;  /* a signature turned upside down has the same future */
} fold;

/* The first one is that of fixed polyominoes. */
enum { FOLDS = 13 };
extern const fold df_folds[FOLDS];

/* Returns the number of columns that are needed in a strip of `rows`. */
unsigned df_fold_columns(const fold *f, unsigned rows);

/* True if polyominoes of exactly that number of columns are as long as high, and count once. */
bool df_fold_is_square(const fold *f, unsigned rows);

/* A state from which the transfer matrix starts. */
typedef struct fold_start {
    signature state;
    unsigned squares; /* of the polyomino so far */
} fold_start;

/* Returns the number of squares of the first column, from the lowest, that starts fill. */
unsigned df_fold_started(const fold *f, unsigned rows);

/* Returns the number of starts. */
uint32_t df_fold_starts(const fold *f, unsigned rows);
void df_fold_start(fold_start *start, const fold *f, unsigned rows, uint32_t index);

/* Returns how many squares of a polyomino a square of the strip stands for. */
static inline unsigned fold_weight(const fold *f, unsigned column, unsigned row, unsigned rows)
{
    const unsigned halved = f->halved;
    return (unsigned)f->images >> (((halved & FOLD_BOTTOM) != 0 && row == 0) +
                                   ((halved & FOLD_TOP) != 0 && row + 1 == rows) +
                                   ((halved & FOLD_FIRST) != 0 && column == 1));
}

/* Returns the signature with which the column after one of `rows` begins. */
signature df_fold_next_column(const fold *f, signature s, unsigned rows, bool *mirrored);
