/* Printing row by row: the methods of the article. Every place of the picture between two
 * margins is planned, each row by itself, and the place with the fewest drops is taken. */
#pragma once

#include "dropforge/plan.h"
#include "print/base/method.h"
#include "print/pack/pack.h"

#define ROW_COLORS 3

/* The pieces that emit: they carry the colours that are numbered 1, 2 and 3. */
extern const uint8_t df_row_pieces[ROW_COLORS];

/* A row of a picture: the passes that emit it and the platform it may need. */
typedef struct row_task {
    const df_piece_set *tetrominoes;
    const print_method *method;
    unsigned width;
    const uint8_t *want; /* width squares: 0, or the number of a colour from 1 */
    uint64_t below;      /* squares of the row below; all columns on the floor */
    uint64_t seed;
} row_task;

typedef struct row_result {
    df_plan *drops; /* owned; the rows of its drops are unknown. NULL: there is no plan */
    size_t passes;
    size_t platforms;
    uint64_t nodes;
} row_result;

/* Plans the row. *result, all zero if the method finds no way, is written only on DF_OK. */
df_status df_row_plan(const row_task *task, row_result *result);

/* Returns the columns of a row of `width` squares that are wanted. */
uint64_t df_row_squares(const uint8_t *want, unsigned width);

#define PLATFORM_ROWS 4

/* The kinds of last piece of a platform. */
typedef enum platform_kind {
    PLATFORM_HOOK, /* the article's: an upright J or L */
    PLATFORM_BAR,  /* an upright I in the outermost column */
    PLATFORM_KINDS,
} platform_kind;

/* A temporary floor above a row that does not carry the next one. It stands on some square of
 * the row below it. Its pieces fill four rows but for the squares of a last piece; rows that
 * are then full clear. The last piece is dropped when the row above the platform is done, and
 * clears what is left. */
typedef struct platform_plan {
    pack_piece first; /* the flat T that it starts from */
    pack_solution packing;
    pack_piece last;
    uint64_t blocked; /* columns above which nothing may be emitted */
    bool mirrored;    /* the last piece is at the left */
} platform_plan;

/* Looks for the platform that starts from a T in columns start … start + 2. */
df_status df_platform_search(pack_kit *kit, unsigned width, unsigned start, platform_kind kind,
                             bool mirrored, uint64_t seed, uint64_t node_limit,
                             df_outcome *outcome, platform_plan *platform);
