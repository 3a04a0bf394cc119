/* All that searches with dealt pieces for one picture have in common. */
#pragma once

#include "beam_search.h"
#include "board.h"
#include "dealt.h"
#include "dropforge/board.h"
#include "score.h"
#include "supply.h"

/* Weights with the value of every square of the picture. */
typedef struct dealt_weights {
    score_weights score;
    int32_t square;
} dealt_weights;

/* A print row by row, as far as it has come. */
typedef struct row_print {
    drop_search_result made; /* up to the row that is next; its path is owned */
    drop_board board;        /* where that begins, unless it is the start */
    size_t *ends; /* drops after which each row is finished; SIZE_MAX: with one above it; owned;
                     NULL: nothing was tried yet */
    unsigned first; /* row that is not finished at the start */
    unsigned next;
    unsigned fails; /* rows that could not be finished */
} row_print;

typedef struct dealt_run {
    const dealt_request *request;
    drop_target *targets; /* the picture in each column */
    unsigned target_count;
    unsigned first_left; /* of target 0 */
    board_rules rules;
    tuck_rules tucks;
    int32_t *value; /* of the targets' squares */
    const dealt_weights *weights;
    dealt_weights tucked; /* the weights with tucks */
    dealt_queue queue;
    drop_board *starts; /* with which a search may begin; owned; NULL: none were listed */
    size_t start_count;
    row_print rows;
    uint64_t nodes;
    bool stopped;
} dealt_run;

/* Makes what the searches of a request need; the request must outlive it. The caller ends it
 * with df_dealt_run_end, also after a failure. */
df_status df_dealt_run_begin(dealt_run *self, const dealt_request *request);
void df_dealt_run_end(dealt_run *self);

/* Returns the boards of a level at an effort: half as many again for each. */
size_t df_dealt_keep(size_t first, unsigned effort);

/* Returns the boards of 256 that are chosen by score where a beam gets lost otherwise: the best
 * scores are those of boards that have hardly begun the picture, the more so the more columns
 * there are. */
unsigned df_dealt_by_score(const dealt_run *self);

/* Returns the options of a search without limits. */
drop_search_options df_dealt_options(dealt_run *self, const piece_supply *supply, size_t keep);

/* Searches, and counts the nodes. */
df_status df_dealt_run_search(dealt_run *self, const drop_search_options *options,
                              drop_search_result *result);

/* The boards with which a search may begin in a playfield where something lies. */

#define DEALT_MAX_STARTS 2000 /* boards to begin with, after each row */

/* Lists the boards: the picture in each column, and the rows of the playfield with each fate
 * that they may have, at most DEALT_MAX_STARTS, the best by score. A square of a playfield is 1
 * + piece, or any other number if it is of no piece. NULL is the empty playfield. *boards is
 * the caller's (free); there may be none. */
df_status df_dealt_start_list(const board_rules *rules, const score_weights *weights,
                              const df_field *field, drop_board **boards, size_t *count);

/* Writes the squares of each piece in a row, and at last those of no piece. */
void df_dealt_read_row(const df_field *field, unsigned y, uint64_t squares[DF_TETROMINOES + 1]);

/* Prints in parts: the end, and row by row. */

#define DEALT_END_ROWS 3 /* above a finished row of the picture, at most, where more begins */

/* Goes on from the end of the path, where a board lacks nothing, with searches that may each
 * clear a fixed number of rows, and fill these from one side. If one of them clears the whole
 * field, adds its moves to the path and sets `finished`. `options` are those of the search
 * that has led to it. */
df_status df_dealt_end(dealt_run *self, const drop_search_options *options,
                       drop_search_result *result);

/* Searches from the start as df_dealt_end does from the end, for plans that clear 1, 2, 3 …
 * rows, until the nodes of the options are spent. */
df_status df_dealt_fill(dealt_run *self, const drop_search_options *options,
                        drop_search_result *result);

/* Searches for a plan row by row of the picture: each begins where the one below it is finished
 * and few rows lie above it; then for an end. What cannot be finished is tried again, with more
 * rows at once and from further back. When the nodes are spent, the next call goes on from
 * there. *result is written if there is a plan, whose path is then the caller's. */
df_status df_dealt_by_rows(dealt_run *self, const drop_search_options *options,
                           drop_search_result *result);
