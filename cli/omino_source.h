/* Where polyominoes come from, so that they can be written in any format. */
#ifndef CLI_OMINO_SOURCE_H
#define CLI_OMINO_SOURCE_H

#include "dropforge/ominoes.h"

/* Takes one; any status but DF_OK ends the work and is handed on. */
typedef df_status omino_taker(void *context, const df_omino *omino);

/* Some polyominoes, which can be gone through several times. */
typedef struct omino_source {
    /* Hands each to `take`, every time in the same order. *mishap may say what goes wrong. */
    df_status (*run)(const struct omino_source *source, omino_taker *take, void *context,
                     df_mishap *mishap);
    /* The same in batches, for those who need no df_omino; NULL if there are none. */
    df_status (*run_batches)(const struct omino_source *source, df_ominoes_visitor *visit,
                             void *context, df_mishap *mishap);
    const void *what; /* the business of these */
    bool is_free;     /* mirror images are one thing and have one name */
} omino_source;

/* The name of one of them: that of df_omino_name; of free ones without the mark of those that
 * are turned over. */
void omino_source_name(const omino_source *source, const df_omino *omino,
                       char name[DF_PIECE_NAME_SIZE]);

/* What has been read: polyominoes one after another in little memory. Begin with all zero. */
typedef struct omino_store {
    df_square *squares;
    size_t square_count;
    size_t square_capacity;
    uint16_t *sizes;
    size_t count;
    size_t capacity;
} omino_store;

df_status omino_store_add(omino_store *store, const df_omino *omino);
void omino_store_free(omino_store *store);

/* The source of what is in a store. */
omino_source omino_store_source(const omino_store *store);

/* Reads codes and drawings, one on each line; or drawings of several lines, each of '#' and '.'
 * alone, with an empty line between two. What follows a blank is left out, and lines of '#', a
 * blank and words are. -1, or the exit code
 * after a message. Either way the caller frees the store. */
int omino_store_read(omino_store *store, const char *path);

#endif
