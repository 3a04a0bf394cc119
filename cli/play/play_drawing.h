/* A picture that is drawn in the game: its options, and what of it is said and shown. */
#pragma once

#include "cli/bot/bot_print.h"
#include "dropforge/drawing.h"

/* The options of a bot_print_options. */
extern const option_spec play_drawing_specs[];

enum { PLAY_DRAWING_NAME = 32 };

/* The picture. Begin with all zero. */
typedef struct play_picture {
    bot_print print; /* its sprite is NULL where nothing is drawn */
    df_print_options options;
    bool has_colors;              /* which pieces leave which squares counts */
    char name[PLAY_DRAWING_NAME]; /* of the table of high scores */
} play_picture;

/* Reads the picture, and chooses a playfield for it, of which width and height are 0 if they
 * are not given. The caller frees it with bot_print_free. */
cli_status play_drawing_prepare(play_picture *made, const bot_print_options *chosen,
                                unsigned width, unsigned height, df_game_options *options);

/* Writes what the hint says, in at most 18 characters each; "" without one. */
typedef struct play_drawing_words {
    char first[32], second[32];
} play_drawing_words;
void play_drawing_describe(play_drawing_words *words, const df_drawing_state *state);
