/* The bands on which the passes of a wide picture are played. The row below the band is row 0
 * of it, so that a column of any number can carry. */
#ifndef DROPFORGE_PRINT_WIDE_BAND_H
#define DROPFORGE_PRINT_WIDE_BAND_H

#include "print/passes/band.h"
#include "wide_stage.h"

/* The place that a platform's last drop fills; shape NULL: no platform is built. */
typedef struct wide_hole {
    const print_shape *shape;
    uint8_t shape_index;
    uint16_t x;
} wide_hole;

typedef struct wide_pattern {
    const char *letters; /* as those of src/print/passes/pattern.h */
    unsigned cleared;    /* rows that clear sooner or later */
    wide_hole hole;
} wide_pattern;

/* Reads letters against a stage; false if they do not suit it. */
bool df_wide_pattern_read(wide_pattern *self, const char *letters, const wide_hole *hole,
                          const wide_stage *stage, const wide_canvas *on);

/* Makes the band of a pattern. */
void df_wide_band_lay(band *made, const wide_pattern *pattern, const wide_stage *stage,
                      const wide_canvas *on);

/* Changes the stage before a tiling of that band to the one after it. */
void df_wide_band_apply(const wide_pattern *pattern, const band_tiling *tiling,
                        const wide_canvas *on, wide_stage *stage);

/* Puts labelled pieces into an order in which they can be dropped: by label, and each after
 * those that it lies on. */
void df_wide_band_order(const print_shape shapes[PRINT_SHAPES], pack_placed *pieces,
                        size_t count);

#endif
