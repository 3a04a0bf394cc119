/* The formats of polyominoes, and where these come from. */
#ifndef CLI_OMINO_FORMAT_H
#define CLI_OMINO_FORMAT_H

#include "cli/base/format.h"
#include "cli/base/output.h"
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

/* Writes the name of a polyomino: df_omino_name, for free ones without the mark of mirror
 * images. */
void omino_source_name(const omino_source *source, const df_omino *omino,
                       char name[DF_PIECE_NAME_SIZE]);

/* The content is an omino_source. */
extern const format_table omino_formats;

extern const output_format omino_format_svg;
extern const output_format omino_format_png;
extern const output_format omino_format_pieces;

/* Checks and opens the outputs of the options, or standard output. Returns -1 or the exit code
 * after a message; either way the list is freed with output_list_free. */
int omino_outputs_open(output_list *outputs, const omino_settings *chosen);

#endif
