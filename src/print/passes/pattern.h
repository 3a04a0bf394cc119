/* Patterns: the kinds of bands on which passes are played.
 *
 * A pattern is written as letters from the bottom up: P is the next row of the picture, F a row
 * that clears, G an open row, which will clear in a later pass, X a row of a platform. Against
 * a stage it becomes a band. */
#pragma once

#include "band.h"
#include "stage.h"

/* Kinds of patterns, each list ended by NULL: the rows above those at work, of which one may
 * stay open. (The last squares of a row may need as many rows as their number asks for, and a
 * lone square some below and some above.) */

extern const char *const df_patterns_usual[]; /* those that are always tried */
/* Those that are tried with an open row staying open: hardly a plan clears two rows above it.
 */
extern const char *const df_patterns_open[];
extern const char *const df_patterns_rare[]; /* for stages from which the usual ones fail */
/* Those that complete an open row when the whole picture has been printed. */
extern const char *const df_patterns_last[];

/* The place that a platform's last drop fills; shape NULL: no platform is built. */
typedef struct pattern_hole {
    const print_shape *shape;
    uint8_t shape_index;
    unsigned x;
} pattern_hole;

/* What is to be read against a stage. */
typedef struct pattern_kind {
    const char *letters;
    /* The letters stand for the whole band, from the rows at work up, so that its lowest rows
     * are P; otherwise for the rows above those at work. */
    bool is_whole;
    bool closes;          /* open rows at work are completed */
    unsigned max_picture; /* rows of the picture at work */
    pattern_hole hole;
} pattern_kind;

typedef struct pattern {
    unsigned count;   /* rows */
    unsigned cleared; /* of them, those that clear in this pass or with a platform */
    char rows[PACK_MAX_ROWS];
    pattern_hole hole;
} pattern;

/* Reads a kind against a stage. False if it does not suit the stage: a platform is as high as
 * its hole, at most one row stays open, and no row is above the picture. */
bool df_pattern_read(pattern *self, const pattern_kind *kind, const print_stage *stage,
                     const canvas *on);

/* Makes the band of a pattern. */
void df_pattern_lay(const pattern *self, const print_stage *stage, const pass_rating *rating,
                    band *made);

/* Changes the stage before a tiling of that band to the one after it, before it settles; *left
 * gets the number of squares of the picture that the tiling leaves. False if it leads to no
 * stage: it fills a row that is to stay open, or too many rows are at work. */
bool df_pattern_apply(const pattern *self, const band_tiling *tiling, const canvas *on,
                      print_stage *stage, unsigned *left);
