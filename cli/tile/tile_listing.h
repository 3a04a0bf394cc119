/* The tilings that 'dropforge tile list' writes, and the formats for them. */
#pragma once

#include "cli/base/format.h"
#include "tile_settings.h"

typedef struct tile_listing {
    const tile_list_settings *chosen;
    const piece_choice *pieces;
    const df_piece_set *set; /* of these */
    tile_size size;
    const df_tilings *tilings;
    df_natural skip; /* of the tilings in their order; borrowed */
    df_drop *drops;  /* owned; space for the pieces of a tiling, for the formats */
    uint64_t limit;  /* how many may follow; 0: all */
    uint64_t count;  /* how many are visited; UINT64_MAX: that or more */
} tile_listing;

/* Sets `count`. */
df_status tile_listing_count(tile_listing *listing);

/* Visits the tilings, in their order or drawn at random, the same ones each time. Shows
 * progress, unless `out` is a terminal on which they appear themselves. DF_ERROR_ARGUMENT:
 * there is none to draw at random. */
df_status tile_listing_visit(const tile_listing *listing, const out_stream *out,
                             df_tiling_visit *visitor, void *context);

/* Sets the text of an error: 'N tilings are too many for …'. Returns DF_ERROR_LIMIT. */
df_status tile_listing_refuse_many(const tile_listing *listing, const char *where,
                                   df_error *error);

/* Calls df_tiling_orders, and sets *error if there are too many to count. */
df_status tile_listing_orders(const df_tiling *tiling, df_natural *orders, df_error *error);

/* The content of these formats is a tile_listing. */
extern const output_format tile_format_text;
extern const output_format tile_format_drops;
extern const output_format tile_format_fumen;
extern const output_format tile_format_png;
extern const output_format tile_format_svg;
extern const output_format tile_format_json;
extern const format_table tile_formats;

/* Returns piece i of a tiling. */
const df_drop *tile_piece_at(const df_tiling *tiling, size_t i);

/* Finds the piece of each square, row by row from the bottom: width * height numbers. */
void tile_find_parts(const df_tiling *tiling, uint16_t *parts);
