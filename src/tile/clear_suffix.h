/* For each board of one late level of a graph, the sequences of pieces that clear it, as a
 * set of bits. Sequence p q r … has the number whose digits to the base seven it is. */
#ifndef DROPFORGE_TILE_CLEAR_SUFFIX_H
#define DROPFORGE_TILE_CLEAR_SUFFIX_H

#include "tile/clear_graph.h"

#define SUFFIX_MOST 4 /* pieces of a sequence */
#define SUFFIX_MOST_NUMBERS (7 * 7 * 7 * 7)

typedef struct suffixes {
    unsigned level;
    unsigned length; /* pieces of a sequence: those that are left after `level` drops */
    size_t numbers;  /* how many sequences there are */
    size_t words;    /* of a set */
    uint64_t *sets;  /* one after the other, by the numbers of the boards */
    uint16_t turned[SUFFIX_MOST_NUMBERS]; /* mirrored sequences */
} suffixes;

/* Begin with all zero; the caller frees, after a failure too. */
df_status df_suffixes_create(suffixes *made, graph *of);
void df_suffixes_free(suffixes *own);

#endif
