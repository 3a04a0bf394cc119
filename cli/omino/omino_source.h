/* Where polyominoes come from, and the formats that they can be written in. */
#pragma once

#include "cli/base/format.h"
#include "cli/base/output.h"
#include "dropforge/omino.h"
#include "omino_settings.h"

/* Takes a polyomino. Any status but DF_OK ends the run and is returned from it. */
typedef df_status omino_taker(void *context, const df_omino *omino);

/* A sequence of polyominoes that can be run several times. */
typedef struct omino_source {
    /* Passes each to `take`, every time in the same order. Errors may set *error. */
    df_status (*run)(const struct omino_source *source, omino_taker *take, void *context,
                     df_error *error);
    /* The same in batches, which is faster; NULL if there are none. */
    df_status (*run_batches)(const struct omino_source *source, df_ominoes_visit *visit,
                             void *context, df_error *error);
    const void *what; /* the data of `run` */
    bool is_free;     /* mirror images have one name */
} omino_source;

/* Writes a polyomino's df_omino_name, for free ones without the mark of mirror images. */
void omino_source_name(const omino_source *source, const df_omino *omino,
                       char name[DF_PIECE_NAME_SIZE]);

/* Polyominoes that were read, packed in little memory. Begin with all zero. */
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

/* Returns a source of the polyominoes in a store. */
omino_source omino_store_source(const omino_store *store);

/* Reads codes and drawings, one on each line; or drawings of several lines, each of '#' and '.'
 * only, with an empty line between two. The rest of a line after a blank is ignored, and so are
 * lines of '#', a blank and words. Whatever it returns, the caller frees the store. */
cli_status omino_store_read(omino_store *store, const char *path);

/* The formats; their content is an omino_source. */
extern const format_table omino_formats;

/* Checks and opens the outputs of the options, or standard output. Whatever it returns, the
 * list is freed with output_list_free. */
cli_status omino_outputs_open(output_list *outputs, const omino_settings *chosen);
