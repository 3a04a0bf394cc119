/* The set of queues that clear without hold: one bit for each sequence of as many pieces as
 * there are drops. A queue and its mirror image clear both or not at all, and share a bit. */
#ifndef DROPFORGE_CLEAR_TABLE_H
#define DROPFORGE_CLEAR_TABLE_H

#include "clear_graph.h"

#define TABLE_ENDS 49 /* sequences of two pieces */

typedef struct clear_table {
    unsigned drops;
    uint64_t each; /* words for each end that is kept */
    /* For the last two pieces a b, 7 a + b: where the words of this end are, as a multiple of
     * `each`. Of two mirrored ends the lesser one is kept. */
    uint8_t place[TABLE_ENDS];
    uint64_t *words;
} clear_table;

struct df_clear_atlas {
    graph graph;
    clear_table table;
};

/* Starts from an all-zero table. The caller frees it, after a failure too. */
df_status df_table_create(clear_table *made, graph *of, const df_clear_atlas_options *options);
void df_table_free(clear_table *self);

/* True if a queue of as many pieces as drops clears. */
bool df_table_has(const clear_table *self, const uint16_t *queue);

/* Returns the number of queues that clear. */
uint64_t df_table_count(const clear_table *self);

#endif
