/* The settings and the actions of 'dropforge tile'. */
#pragma once

#include "cli/base/options.h"
#include "cli/piece/piece_choice.h"
#include "dropforge/tile.h"

typedef struct tile_size {
    unsigned width;
    unsigned height;
} tile_size;

/* In each of these all zero bytes are the defaults. */
typedef struct tile_board_settings {
    piece_options pieces;
    uint64_t memory; /* bytes, or 0 */
    uint64_t limit;  /* 0: none given */
} tile_board_settings;

/* The output options of the actions that take them. */
typedef struct tile_output_settings {
    text_list paths;    /* of files */
    const char *format; /* of standard output, and of files without a known extension */
    bool json;
} tile_output_settings;

typedef struct tile_count_settings {
    bool primitive;
    bool components;
    bool tetris;
    bool symmetry;
} tile_count_settings;

typedef struct tile_list_settings {
    df_tiling_style symbols;
    const char *skip;
    uint64_t random;
    uint64_t seed;
    bool once;
    bool droppable;
    bool order;
    bool orders;
    bool count;
} tile_list_settings;

typedef struct tile_settings {
    tile_board_settings board;
    tile_output_settings output;
    tile_count_settings count;
    tile_list_settings list;
    tile_size size; /* the operand */
} tile_settings;

/* Do an action. */
cli_status tile_count(const tile_settings *chosen, const piece_choice *pieces);
cli_status tile_list(const tile_settings *chosen, const piece_choice *pieces);
