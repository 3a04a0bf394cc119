/* Carriers: the pieces that may leave squares of each colour of a picture, and the words for
 * them in df_print_options. */
#pragma once

#include "dropforge/print.h"

/* Bit p of an entry: piece p may leave squares of that colour. */
typedef struct carrier_sets {
    unsigned count; /* colours that have an entry */
    uint8_t pieces[DF_TETROMINOES];
} carrier_sets;

typedef enum carriers_fault {
    CARRIERS_FINE,
    CARRIERS_UNKNOWN, /* a letter of no piece */
    CARRIERS_TWICE,   /* a piece in two places */
    CARRIERS_NONE,    /* a group without a piece */
} carriers_fault;

/* Reads the pieces of df_print_options, which must not be NULL: "any", groups between commas,
 * or a letter for each colour. What is wrong is left out: so a letter of no piece has an entry
 * without pieces. */
carriers_fault df_carriers_read(carrier_sets *made, const char *text);

/* Writes what df_carriers_read reads again, for the first `count` colours, without commas where
 * each has one piece. An entry without pieces becomes '?'. */
void df_carriers_write(const uint8_t *pieces, unsigned count, char text[DF_PRINT_PIECES_SIZE]);

/* Writes "any". */
void df_carriers_write_any(char text[DF_PRINT_PIECES_SIZE]);

/* True if the pieces of df_print_options, which may be NULL, are "any". */
bool df_carriers_are_any(const char *text);

/* True if the pieces of df_print_options, which may be NULL, are "single". */
bool df_carriers_are_single(const char *text);

/* Makes the picture with `colors` of its colours; becomes[c] is what cells of colour c, counted
 * from 1, become. */
df_status df_carriers_recolor(df_picture **made, const df_picture *picture, unsigned colors,
                              const uint8_t becomes[]);

/* Makes the picture only in its first colour, as it is printed with any pieces. */
df_status df_carriers_flatten(df_picture **made, const df_picture *picture);

/* Gives all pieces the colour that they may leave. */
void df_carriers_paint(df_plan *plan, const df_picture *picture, const uint8_t *pieces);
