/* Patterns: the kinds of bands on which passes are played.
 *
 * A pattern is written as letters from the bottom up: P is the next row of the picture, F a row
 * that clears, X a row of a platform. Against a stage it becomes a band. */
#ifndef DROPFORGE_PRINT_PATTERN_H
#define DROPFORGE_PRINT_PATTERN_H

#include "band.h"
#include "stage.h"

/* Lists of patterns, ended by NULL: those that are always tried; those for stages from which
 * the usual ones fail (the last squares of a row may need as many rows as their number asks
 * for, and a lone square some below and some above); and those that build a platform. */
extern const char *const df_patterns_usual[];
extern const char *const df_patterns_rare[];
extern const char *const df_patterns_floor[];

/* The place that a platform's last drop fills; shape NULL: no platform is built. */
typedef struct pattern_hole {
    const print_shape *shape;
    uint8_t shape_index;
    unsigned x;
} pattern_hole;

typedef struct pattern {
    unsigned count;   /* rows */
    unsigned cleared; /* of them, those that clear sooner or later */
    struct {
        char kind;
        unsigned index; /* of the row among those of the picture, or of the platform */
    } rows[PACK_MAX_ROWS];
    pattern_hole hole;
    uint64_t kept; /* columns that stay free of squares of the picture for the last drop */
} pattern;

/* Reads letters against a stage. False if they do not suit it: rows of the picture that have
 * been begun lie directly on one another, and are followed by the rows that are left; a
 * platform is as high as its hole. */
bool df_pattern_read(pattern *self, const char *letters, const pattern_hole *hole,
                     const print_stage *stage, const canvas *on);

/* Makes the band of a pattern. */
void df_pattern_lay(const pattern *self, const print_stage *stage, const canvas *on,
                    band *made);

/* Changes the stage before a tiling of that band to the one after it. */
void df_pattern_apply(const pattern *self, const band_tiling *tiling, const canvas *on,
                      print_stage *stage);

#endif
