/* What a live printer knows of a playfield, for drawings. */
#pragma once

#include "dropforge/print.h"

/* How far a playfield is from the picture, as in a df_drawing_state. */
typedef struct live_progress {
    size_t squares, fit, wrong;
    unsigned rows;
} live_progress;

/* Compares a playfield with the picture in the column of the options, or else in the first:
 * from the floor up, each row that can be the next one of the picture is taken for it, and each
 * other one has to clear; the picture goes on above it. Writes width * height squares of the
 * field, row by row from the floor. The picture is finished when all its squares fit and none
 * is wrong. The field is as df_live_printer_choose demands. */
void df_live_printer_compare(const df_live_printer *printer, const df_field *field,
                             df_live_square *squares, live_progress *progress);
