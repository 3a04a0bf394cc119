/* The bot that prints a picture: the options, and the printer that they ask for. */
#pragma once

#include "cli/base/options.h"
#include "cli/picture/sprite_options.h"
#include "dropforge/print.h"

/* The options as given. */
typedef struct bot_print_options {
    const char *sprite;                /* a file, or NULL: nothing is printed */
    char pieces[DF_PRINT_PIECES_SIZE]; /* of the picture's colours; empty: the printer's */
    unsigned preview;                  /* 0: not given */
    bool anchors;
    sprite_options image;
} bot_print_options;

extern const option_spec bot_print_specs[];

/* The pieces seen behind the current one, unless chosen. */
enum { BOT_PRINT_PREVIEW = 5, BOT_PRINT_MAX_PREVIEW = 64 };

/* A picture that is printed. Begin with all zero. */
typedef struct bot_print {
    df_picture *sprite;
    df_piece_set *set;
    const char *pieces; /* of the colours, in `groups`, or NULL */
    bool anchors;
    char groups[DF_PRINT_PIECES_SIZE]; /* as chosen, or those that have the palette's colours */
    df_live_printer *printer;
} bot_print;

/* Reads the picture, and makes the printer for a playfield: only the size, the movement, the
 * deal and the seed of `game` are used. Whatever it returns, bot_print_free frees it. */
cli_status bot_print_make(bot_print *made, const char *command,
                          const bot_print_options *options, const df_print_options *game);
void bot_print_free(bot_print *made);
