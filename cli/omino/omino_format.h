/* The formats of polyominoes. */
#ifndef CLI_OMINO_FORMAT_H
#define CLI_OMINO_FORMAT_H

#include "cli/base/format.h"
#include "cli/base/output.h"
#include "omino_settings.h"
#include "omino_source.h"

/* The content is an omino_source. */
extern const format_table omino_formats;

extern const output_format omino_format_svg;
extern const output_format omino_format_png;
extern const output_format omino_format_pieces;

/* Checks and opens the outputs of the options, or standard output. Returns -1 or the exit code
 * after a message; either way the list is freed with output_list_free. */
int omino_outputs_open(output_list *outputs, const omino_settings *chosen);

#endif
