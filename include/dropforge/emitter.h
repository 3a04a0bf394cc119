/* Emitters and platforms: the structures a print is made of, found by search and proved. */
#ifndef DROPFORGE_EMITTER_H
#define DROPFORGE_EMITTER_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/plan.h"
#include "dropforge/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DF_EMITTER_MAX_SQUARES 21

/* One emitter pattern: `squares` flat J, T or L pieces, the i-th over columns
 * start[i] … start[i] + 2, under `rows` rows that all clear. */
typedef struct df_emitter {
    unsigned width;
    unsigned squares;
    unsigned start[DF_EMITTER_MAX_SQUARES];
    unsigned rows;        /* the fewest for which a packed matrix exists */
    unsigned proved_none; /* how many smaller heights were searched whole, in vain */
    uint64_t nodes;       /* search nodes, proofs included */
    df_plan *plan;        /* plays it with J pieces on an empty floor; owned */
} df_emitter;

/* Which search looks for a packed matrix. */
typedef enum df_emitter_search {
    DF_SEARCH_COMPLETE, /* with memory of dead states; can prove that none exists */
    DF_SEARCH_RANDOM,   /* the article's randomised incremental construction */
} df_emitter_search;

/* Steps through the patterns of `squares` pieces on `width` columns in lexicographic order:
 * fills start[] with the first pattern (first = true) or the next after what it holds.
 * Returns false when there is no (further) one. */
bool df_emitter_next(unsigned width, unsigned squares, unsigned *start, bool first);

/* Finds the pattern's matrix with the fewest rows. *outcome is DF_NONE when none exists
 * with up to 12 rows (or the number of squares cannot be made a multiple of four), and
 * DF_LIMIT when the search gave up; *emitter is written only on DF_FOUND and then freed
 * with df_emitter_free. The plan has been replayed with J, with T and with L pieces. */
df_status df_emitter_find(df_emitter *emitter, df_outcome *outcome,
                          const df_piece_set *tetrominoes, unsigned width,
                          const unsigned *start, unsigned squares, uint64_t seed,
                          df_emitter_search search);

/* Frees what an emitter owns. */
void df_emitter_free(df_emitter *emitter);

/* Appends the packed matrix as the article draws it: a letter for each piece in order of
 * drop, A for the emitting ones, top row first. */
df_status df_emitter_draw(df_text *text, const df_emitter *emitter);

#ifdef __cplusplus
}
#endif
#endif
