/* What the board and its drops share: features in sets, bytes for columns, wells, steps. */
#ifndef DROPFORGE_BOT_COLUMNS_INSIDE_H
#define DROPFORGE_BOT_COLUMNS_INSIDE_H

#include "bot/columns.h"
#include "bot/steps.h"

/* Sets of features: those that follow from the heights of the columns, and those that not all
 * players have. */
enum {
    BOTH_WELLS = 1 << DF_FEATURE_WELLS | 1 << DF_FEATURE_WELLS_FAST,
    STEPS = 1 << DF_FEATURE_DIVERSITY | 1 << DF_FEATURE_ROUGHNESS |
            1 << DF_FEATURE_SMALL_STEPS | 1 << DF_FEATURE_FITS | 1 << DF_FEATURE_SEATS |
            1 << DF_FEATURE_DEEP_WELLS,
    MORE = STEPS | 1 << DF_FEATURE_COVER_GAPS,
};

/* The bits of a row of a strip. */
enum { LANE = 16 };
#define EACH_LANE UINT64_C(0x0001000100010001)
/* Above every square: what is shifted by so much is gone. */
enum { WALL_TOP = 63 };
#define EACH_BYTE UINT32_C(0x01010101)

/* All four bytes together, if that is below 256. */
static inline int sum_bytes(uint32_t bytes)
{
    return (int)(bytes * EACH_BYTE >> 24);
}

/* All bits of the bytes that are 1. */
static inline uint32_t whole_bytes(uint32_t bytes)
{
    return (bytes << 8) - bytes;
}

static inline unsigned byte_of(uint32_t bytes, unsigned i)
{
    return bytes >> (8 * i) & 255;
}

static inline uint64_t under(unsigned row)
{
    return (UINT64_C(1) << row) - 1;
}

/* What wells come to over a floor and nothing else; square 0 is the lowest. */
static inline int sum_open(const columns *c, uint64_t wells)
{
    if (wells < COLUMNS_KNOWN_WELLS)
        return c->sums[wells];
    int sum = 0;
    for (int depth = 1; wells != 0; depth++, wells >>= 1)
        sum += c->is_fast || (wells & 1) != 0 ? depth : 0;
    return sum;
}

/* What the score has by sets of steps and pairs. */
static inline int64_t weigh_sets(const columns *c, uint64_t steps, uint64_t pairs)
{
    const int64_t *factor = c->judge->factor;
    const int small = count_kind(steps, STEP_DOWN) + count_kind(steps, STEP_UP);
    return factor[DF_FEATURE_DIVERSITY] * count_kinds(steps) +
           factor[DF_FEATURE_SMALL_STEPS] * small +
           factor[DF_FEATURE_FITS] * count_fits(steps, pairs) +
           factor[DF_FEATURE_SEATS] * count_kinds(pairs);
}

#endif
