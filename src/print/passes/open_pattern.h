/* Patterns of passes that may leave one row open.
 *
 * A pattern is written as letters from the bottom up: P is the next row of the picture, F a row
 * that clears, G an open row: it will clear, but in a later pass. The rows at work come first;
 * then a pattern adds rows above them. */
#ifndef DROPFORGE_PRINT_OPEN_PATTERN_H
#define DROPFORGE_PRINT_OPEN_PATTERN_H

#include "band.h"
#include "open_rating.h"

/* The rows that a pass adds above those at work: those that are always tried; those for stages
 * from which the usual ones fail; and those that complete an open row when the whole picture
 * has been printed. Ended by NULL. */
extern const char *const df_open_patterns_usual[];
extern const char *const df_open_patterns_rare[];
extern const char *const df_open_patterns_last[];

typedef struct open_pattern {
    unsigned count;
    unsigned cleared; /* rows F */
    char kind[PACK_MAX_ROWS];
} open_pattern;

/* Appends letters to the rows at work of a stage, of which those in the set `closing` are
 * completed. False if the stage after it could have more than `max_rows` rows of the picture at
 * work, more than one open row, or rows above the picture. */
bool df_open_pattern_read(open_pattern *self, const char *letters, unsigned closing,
                          const open_stage *stage, const canvas *on, unsigned max_rows);

/* Makes the band of a pattern. */
void df_open_pattern_lay(const open_pattern *self, const open_stage *stage,
                         const open_rating *rating, band *made);

/* Changes the stage before a tiling of that band to the one after it; *left gets the number of
 * squares of the picture that the tiling leaves. False if it leads to no stage: it fills a row
 * that is to stay open, or too many rows are at work. */
bool df_open_pattern_apply(const open_pattern *self, const band_tiling *tiling,
                           const canvas *on, open_stage *stage, unsigned *left);

#endif
