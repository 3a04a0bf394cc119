/* Patterns: the kinds of bands on which passes are played.
 *
 * A pattern is written as letters from the bottom up: P is the next row of the picture, F a row
 * that clears, X a row of a platform. Against a stage it becomes a band. */
#ifndef DROPFORGE_PRINT_PATTERN_H
#define DROPFORGE_PRINT_PATTERN_H

#include "print/band.h"
#include "print/stage.h"

typedef struct pattern_list {
    const char *const *letters;
    size_t count;
} pattern_list;

/* Those that are always tried. */
extern const pattern_list df_patterns_usual;
/* Those for stages from which the usual ones lead nowhere: the last squares of a row may need
 * as many rows as their number asks for, and a lone square some below and some above. */
extern const pattern_list df_patterns_rare;
/* Those that build a platform. */
extern const pattern_list df_patterns_floor;

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
    } rows[BAND_MOST_ROWS];
    pattern_hole hole;
    uint64_t kept; /* columns that stay free of squares of the picture for the last drop */
} pattern;

/* Reads letters against a stage. False when they do not suit it: rows of the picture that have
 * been begun lie directly on one another, and there are only so many left; a platform is as
 * high as its hole. */
bool df_pattern_read(pattern *self, const char *letters, const pattern_hole *hole,
                     const print_stage *stage, const canvas *on);

/* Makes the band of a pattern. */
void df_pattern_lay(const pattern *self, const print_stage *stage, const canvas *on,
                    band *made);

/* Turns the stage before a tiling of that band into the one after it. */
void df_pattern_apply(const pattern *self, const band_tiling *tiling, const canvas *on,
                      print_stage *stage);

#endif
