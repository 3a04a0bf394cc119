/* Platforms: temporary floors above a row that does not carry the next one. */
#ifndef DROPFORGE_PRINT_PLATFORM_H
#define DROPFORGE_PRINT_PLATFORM_H

#include "print/pack.h"

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

/* The two kinds of last pieces. */
typedef enum platform_kind {
    PLATFORM_HOOK, /* the article's upright J or L; takes rows 1 to 3 of two columns */
    PLATFORM_BAR,  /* an upright I in the outermost column, all four rows */
    PLATFORM_KINDS
} platform_kind;

/* Looks for the platform that starts from a T in columns start … start + 2. */
df_status platform_search(pack_kit *kit, unsigned width, unsigned start, platform_kind kind,
                          bool mirrored, uint64_t seed, uint64_t node_limit,
                          df_outcome *outcome, platform_plan *platform);

#endif
