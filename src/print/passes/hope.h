/* Hope: whether the squares of the picture that a pass has not left can still be left, and how
 * many squares have to stick out then. */
#pragma once

#include "band.h"

enum {
    HOPE_ROWS = 8,                    /* bits of a column of a window */
    HOPE_SIDE = PRINT_REACH - 1,      /* columns on either side that matter to a square */
    HOPE_COLUMNS = 2 * HOPE_SIDE + 1, /* of a window */
    HOPE_SLOTS = 1 << 12,
};

typedef struct hope_slot {
    uint64_t window; /* with the column in the highest byte */
    uint32_t band;   /* for which it was looked at; 0: unused */
    bool is_doomed;
} hope_slot;

/* What a band leaves to later passes. A window holds the filled squares of the rows that stay,
 * in HOPE_COLUMNS columns, HOPE_ROWS bits for each, the leftmost lowest. */
typedef struct hope {
    bool is_needed;                    /* the rows that stay fit into a window */
    uint8_t packed[2][1 << HOPE_ROWS]; /* the rows that stay, of the lower and the upper rows */
    uint8_t missing[DF_FIELD_MAX_WIDTH];
    /* A window that ends with each column: squares whose run goes on from their left. */
    uint64_t joined[DF_FIELD_MAX_WIDTH + 1];
    uint8_t wants[DF_FIELD_MAX_WIDTH][HOPE_ROWS];   /* the pieces that may leave the square */
    const run_table *runs;                          /* borrowed; NULL: runs cost nothing */
    uint8_t fits[DF_FIELD_MAX_WIDTH][PRINT_SHAPES]; /* bit y: the shape may lie there */
    uint32_t squares[PRINT_SHAPES][HOPE_ROWS];      /* of a shape that lies in that row */
    uint32_t shapes[DF_FIELD_MAX_WIDTH];            /* that fit anywhere */
    uint32_t band;                                  /* bands so far */
    hope_slot slots[HOPE_SLOTS];
    const print_shape *shape; /* borrowed */
} hope;

void df_hope_init(hope *self, const print_shape shapes[PRINT_SHAPES]);

/* Prepares for a band. */
void df_hope_begin(hope *self, const band *on);

/* Takes the rows that stay out of a column of the band. */
static inline uint64_t hope_pack(const hope *self, uint64_t column)
{
    return self->packed[0][column & 0xff] | self->packed[1][column >> 8 & 0xff];
}

/* Returns the window one column further right, which ends with that column. */
static inline uint64_t hope_move(uint64_t window, uint64_t column)
{
    return window >> HOPE_ROWS | column << HOPE_ROWS * (HOPE_COLUMNS - 1);
}

/* Returns how many squares stick out, at least, of the runs that end before column x: of
 * squares that are missing up to there, in the window that ends with column x - 1, and go on to
 * no square that stays missing while those in `done` of column x are filled. No run is looked
 * at further back than the window reaches. */
static inline unsigned hope_end_runs(const hope *self, unsigned x, uint64_t window,
                                     uint64_t done)
{
    /* The bit of a row in each column of a window but the last, where its run is joined. */
    const uint64_t row = UINT64_C(0x010101010101);
    const unsigned last = HOPE_ROWS * (HOPE_COLUMNS - 1);
    const uint64_t broken = window | ~self->joined[x],
                   goes_on = self->joined[x] >> last & ~done;
    unsigned need = 0;
    if (x == 0)
        return 0;
    for (uint64_t rest = self->missing[x - 1] & ~(window >> last) & ~goes_on; rest != 0;
         rest &= rest - 1) {
        const unsigned y = bits_lowest(rest);
        const unsigned end = bits_highest((broken >> y & row) << HOPE_ROWS | 1);
        need += df_runs_need(self->runs, self->wants[x - 1][y], 1 + (last - end) / HOPE_ROWS);
    }
    return need;
}

/* True if some missing square of column x, the middle one of the window, can no longer be left,
 * as hope_is_lost finds without remembering it. */
bool df_hope_find(hope *self, unsigned x, uint64_t window);

/* The same, remembered. */
static inline bool hope_is_lost(hope *self, unsigned x, uint64_t window)
{
    if ((self->missing[x] & ~(window >> HOPE_ROWS * HOPE_SIDE)) == 0)
        return false;
    const uint64_t key = window | (uint64_t)(x + 1) << 56;
    hope_slot *slot = &self->slots[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 52];
    if (slot->window != key || slot->band != self->band)
        *slot = (hope_slot){key, self->band, df_hope_find(self, x, window)};
    return slot->is_doomed;
}
