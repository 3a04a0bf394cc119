/* Emitters and platforms: the structures a print is made of, found by search and proved. */
#ifndef DROPFORGE_EMITTER_H
#define DROPFORGE_EMITTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/plan.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

#define DF_EMITTER_MAX_SQUARES 21

/* One emitter pattern: `squares` flat J, T or L pieces, the i-th over columns
 * start[i] … start[i] + 2, under `rows` rows that all clear. */
typedef struct df_emitter {
    unsigned width;
    unsigned squares;
    unsigned start[DF_EMITTER_MAX_SQUARES];
    unsigned rows;        /* the fewest for which a packed matrix exists */
    unsigned proved_none; /* smaller heights that are proved impossible */
    uint64_t nodes;       /* search nodes, proofs included */
    df_plan *plan;        /* plays it with J pieces on an empty floor; owned */
} df_emitter;

/* Steps through the patterns of `squares` pieces on `width` columns in lexicographic order:
 * fills start[] with the first pattern (first = true) or the next after what it holds.
 * Returns false when there is no (further) one. */
bool df_emitter_next(unsigned width, unsigned squares, unsigned *start, bool first);

/* Finds the pattern's matrix with the fewest rows. *outcome is DF_NONE when none exists
 * with up to 12 rows (or the number of squares cannot be made a multiple of four), and
 * DF_LIMIT when the search gave up; *emitter is written only on DF_FOUND and then freed
 * with df_emitter_free. The plan has been replayed with J, with T and with L pieces.
 * DF_ERROR_ARGUMENT: a pattern that is none, or pieces that are not those of
 * df_piece_set_tetrominoes. */
df_status df_emitter_find(df_emitter *emitter, const df_piece_set *tetrominoes, unsigned width,
                          const unsigned *start, unsigned squares, uint64_t seed,
                          df_outcome *outcome);

/* Frees what an emitter owns. */
void df_emitter_free(df_emitter *emitter);

/* Appends the packed matrix as the article draws it, top row first: a letter for each piece
 * in order of drop, from A for the first emitting one. After '~' the letters begin again. */
df_status df_emitter_draw(df_text *text, const df_emitter *emitter);

/* The kinds of last piece of a platform. */
typedef enum df_platform_kind {
    DF_PLATFORM_HOOK, /* the article's: an upright J or L */
    DF_PLATFORM_BAR,  /* an upright I in the outermost column */
    DF_PLATFORM_KINDS,
} df_platform_kind;

/* One platform: four rows on top of any row that has a square under columns start …
 * start + 2, where its first piece, a flat T, comes to rest. */
typedef struct df_platform {
    unsigned width;
    unsigned start;
    df_platform_kind kind;
    df_plan *plan; /* builds it on an empty floor and removes it by its last drop; owned */
} df_platform;

/* Looks for the platform that starts at a column, its last piece at the right. *outcome is
 * DF_NONE when the whole space holds none; *platform is written only on DF_FOUND and then
 * freed with df_platform_free. *nodes counts the search in every case. The plan has been
 * replayed: it leaves an empty playfield. DF_ERROR_ARGUMENT: a width, column or kind that is
 * none, or pieces as above. */
df_status df_platform_find(df_platform *platform, const df_piece_set *tetrominoes,
                           unsigned width, unsigned start, df_platform_kind kind, uint64_t seed,
                           df_outcome *outcome, uint64_t *nodes);

/* Frees what a platform owns. */
void df_platform_free(df_platform *platform);

/* Appends the platform as the article draws it, '.' where the last piece will go. */
df_status df_platform_draw(df_text *text, const df_platform *platform);

DF_END_DECLARATIONS

#endif
