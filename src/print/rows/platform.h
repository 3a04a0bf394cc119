/* Platforms: temporary floors above a row that does not carry the next one. */
#ifndef DROPFORGE_PRINT_PLATFORM_H
#define DROPFORGE_PRINT_PLATFORM_H

#include "dropforge/plan.h"
#include "print/pack/pack.h"

#define PLATFORM_ROWS 4

/* A platform stands on some square of the row below it. Its pieces fill four rows but for
 * the squares of a last piece; rows that are then full clear. The last piece is dropped
 * when the row above the platform is done, and clears what is left. */
typedef struct platform_plan {
    pack_piece first; /* the flat T that it starts from */
    pack_solution packing;
    pack_piece last;
    uint64_t blocked; /* columns above which nothing may be emitted */
    bool mirrored;    /* the last piece is at the left */
} platform_plan;

/* Looks for the platform that starts from a T in columns start … start + 2. */
df_status df_platform_search(pack_kit *kit, unsigned width, unsigned start,
                             df_platform_kind kind, bool mirrored, uint64_t seed,
                             uint64_t node_limit, df_outcome *outcome, platform_plan *platform);

#endif
