/* The search drop by drop: a beam whose levels are numbers of drops. Plans that are known
 * already can guide it: their boards are kept in every level, so that the search tries to leave
 * them everywhere at once. */
#pragma once

#include "board.h"
#include "dropforge/plan.h"
#include "score.h"

/* Moves from the empty playfield to the finished picture. Begin with all zero. */
typedef struct drop_path {
    board_move *moves; /* owned */
    size_t count;
    size_t capacity;
} drop_path;

void df_drop_path_free(drop_path *path);

typedef struct drop_search_options {
    const piece_supply *supply;
    const score_weights *weights;
    size_t keep;             /* boards of a level, beside those of the guides */
    unsigned by_score;       /* of 256 are kept only by score, */
    unsigned late_by_score;  /* and after a level with a board that lacks no square */
    unsigned near;           /* as in shortlist_options */
    unsigned max_cleared;    /* rows that a plan may clear */
    size_t max_drops;        /* of a plan */
    uint64_t max_nodes;      /* gives up after that many, at the end of a level */
    uint64_t level_nodes;    /* keeps fewer boards where a level would have about that many
                                more; 0: no limit */
    size_t patience;         /* gives up after as many levels in which no board lacks fewer
                                squares than any before, four times as many if none lacks any;
                                0: never */
    const drop_board *begin; /* where the search begins; NULL: the empty playfield */
    size_t begin_count;      /* boards; it begins with all of them */
    size_t drops_before;     /* drops that led there */
    uint32_t min_left;       /* squares of the picture that every board lacks at least */
    unsigned end_rows; /* if not 0, the path to a board will do that lacks nothing and has at
                          most as many rows */
    unsigned picture_rows; /* if not 0, no more of the picture is begun, and a board with these
                              lacks nothing */
    bool unfinished;       /* the path to the best board of the last level will do */
    const drop_path *guides; /* borrowed; none with `begin` */
    size_t guide_count;      /* at most DROP_SEARCH_GUIDES */
    unsigned jobs;
    /* Called after each level with the nodes since the last call; returns false to stop. */
    bool (*watch)(void *context, uint64_t nodes);
    void *watch_context;
} drop_search_options;

#define DROP_SEARCH_GUIDES 4

typedef struct drop_search_result {
    drop_path path; /* owned; empty: no plan was found, or none is needed */
    size_t begin;   /* the board among those of the options at which the path begins */
    bool finished;  /* the path leads to the picture */
    bool is_whole;  /* no board was left out: there is no path within max_drops */
    uint64_t nodes; /* drops tried */
    bool stopped;   /* by the watch */
} drop_search_result;

/* Searches. *result is written only on DF_OK. */
df_status df_drop_search(const board_rules *rules, const drop_search_options *options,
                         drop_search_result *result);

/* Paths and plans: a plan's drops as moves on boards, and back. */

/* Reads a plan that leaves the target as a path. The path stays empty if some of its drops
 * cannot be made by these rules, or need more rows than they allow. */
df_status df_path_read(drop_path *path, const df_plan *plan, const board_rules *rules);

/* Makes all moves of a path on a board. */
void df_path_follow(const drop_path *path, const board_rules *rules, drop_board *board);

/* Makes a plan of height 1 of a path that begins with that board. Drops say their rows; those
 * of straight ones may be settled again. A block ends where rows clear. *passes gets the blocks
 * that leave squares of the picture. */
df_status df_path_write(const drop_path *path, const board_rules *rules,
                        const drop_board *begin, const df_piece_set *tetrominoes,
                        df_plan **plan, size_t *passes);
