/* What a live printer knows of a playfield, for drawings. */
#pragma once

#include "dropforge/print.h"

/* Compares a playfield with the picture in the column of the options, or else in the first:
 * from the floor up, each row that can be the next one of the picture is taken for it, and each
 * other one has to clear; the picture goes on above it. Writes marks and wanted colours, as in
 * df_drawing_state, of the width * height squares of the field, and to *all how many squares
 * the picture has; returns how many rows have to clear. The field is as df_live_printer_choose
 * demands. */
unsigned df_live_printer_compare(const df_live_printer *printer, const df_field *field,
                                 uint8_t *marks, uint8_t *wanted, size_t *all);
