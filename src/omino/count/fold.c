#include "fold.h"

/* Axes between squares need none: a polyomino with one is any of half as many squares with its
 * image on the other side. */
const fold df_folds[FOLDS] = {
    {.images = 1, .times = 2, .mirrored = true},
    {DF_SYMMETRY_AXIS, .images = 2, .halved = FOLD_BOTTOM, .times = 1},
    {DF_SYMMETRY_AXIS, .images = 2, .halved = FOLD_FIRST, .times = 1, .longer = 1,
     .mirrored = true},
    {DF_SYMMETRY_AXES, .images = 4, .halved = FOLD_BOTTOM | FOLD_FIRST, .times = 2},
    {DF_SYMMETRY_DIAGONAL, .images = 2, .halved = FOLD_TOP, .rows = 1, .grow = 1, .times = 1},
    {DF_SYMMETRY_ALL, .images = 8, .halved = FOLD_BOTTOM | FOLD_TOP | FOLD_FIRST, .rows = 1,
     .grow = 1, .times = 1},
    {DF_SYMMETRY_ALL, .images = 8, .halved = FOLD_TOP, .rows = 1, .grow = 1, .times = 1},
    {DF_SYMMETRY_DIAGONALS, .images = 4, .halved = FOLD_BOTTOM | FOLD_TOP, .rows = 1, .grow = 2,
     .times = 1, .mirrored = true},
    {DF_SYMMETRY_DIAGONALS, .images = 4, .halved = FOLD_BOTTOM | FOLD_TOP, .rows = 2, .grow = 2,
     .times = 1, .mirrored = true},
    {DF_SYMMETRY_HALF, SEAM_CLOSED, .images = 2, .times = 2, .centered = true,
     .mirrored = true},
    {DF_SYMMETRY_HALF, SEAM_CLOSED, .images = 2, .times = 2, .mirrored = true},
    {DF_SYMMETRY_QUARTER, SEAM_OPEN, .images = 4, .rows = 2, .grow = 2, .times = 1,
     .centered = true},
    {DF_SYMMETRY_QUARTER, SEAM_OPEN, .images = 4, .rows = 1, .grow = 2, .times = 1},
};

unsigned df_fold_columns(const fold *f, unsigned rows)
{
    if (f->seam == SEAM_CLOSED)
        return (rows + 1 + f->centered) / 2;
    return f->grow > 0 ? 0 : rows + f->longer;
}

bool df_fold_is_square(const fold *f, unsigned rows)
{
    return f->seam == SEAM_NONE || (rows % 2 == 1) == f->centered;
}

unsigned df_fold_started(const fold *f, unsigned rows)
{
    if (f->seam != SEAM_CLOSED)
        return 0;
    return f->centered ? rows : (rows + 1) / 2;
}

uint32_t df_fold_starts(const fold *f, unsigned rows)
{
    if (f->seam == SEAM_CLOSED)
        return UINT32_C(1) << (rows + 1) / 2;
    return f->seam == SEAM_OPEN && f->centered ? 2 : 1;
}

/* Makes a start of half turns: the lower half of the squares, and those that they turn into. If
 * the centre is on squares, both are in the first column. Otherwise the upper ones are in the
 * column before, and neighbours in the same row are connected across the seam. */
static void start_half(fold_start *start, const fold *f, unsigned rows, uint32_t lower)
{
    signature *s = &start->state;
    const unsigned middle = rows / 2, kink = f->centered ? 0 : (rows + 1) / 2;
    for (unsigned row = 0; row < rows; row++)
        s->squares |= (lower >> (row < rows - 1 - row ? row : rows - 1 - row) & 1) << row;
    start->squares = f->centered ? bits_count(s->squares) : 2 * bits_count(lower);
    /* Each run is linked with the one it turns into. */
    for (unsigned row = 0, bottom = 0; row < rows; row++) {
        const uint32_t bit = UINT32_C(1) << row;
        if ((s->squares & bit) == 0) {
            bottom = row + 1;
        } else if (row + 1 == rows || row + 1 == kink || (s->squares >> 1 & bit) == 0) {
            s->down |= bottom + row < rows ? UINT32_C(1) << bottom : 0;
            s->up |= bottom + row + 1 >= rows ? bit : 0;
            bottom = row + 1;
        }
    }
    /* The square in the middle is beside its own image. */
    if (!f->centered && rows % 2 == 1 && (s->squares >> middle & 1) != 0) {
        s->up |= UINT32_C(1) << middle;
        s->down |= s->squares & UINT32_C(2) << middle;
    }
    s->touched = (lower & 1) != 0 ? SIGNATURE_BOTH : 0;
}

void df_fold_start(fold_start *start, const fold *f, unsigned rows, uint32_t index)
{
    *start = (fold_start){0};
    if (f->seam == SEAM_CLOSED)
        start_half(start, f, rows, index);
    if (f->seam != SEAM_OPEN)
        return;
    /* The square in the centre is its own turn, and below the first row's neighbour. */
    start->state = (signature){index, index, index, SIGNATURE_BOTH};
    start->squares = index;
}

signature df_fold_next_column(const fold *f, signature s, unsigned rows, bool *mirrored)
{
    *mirrored = false;
    if (f->seam == SEAM_OPEN)
        return df_signature_turn(s, rows);
    if (f->grow == 2)
        s = (signature){s.squares << 1, s.down << 1, s.up << 1, s.touched};
    if (!f->mirrored)
        return s;
    const signature m = df_signature_mirror(s, rows + f->grow);
    *mirrored = signature_pack(m, 0) < signature_pack(s, 0);
    return *mirrored ? m : s;
}
