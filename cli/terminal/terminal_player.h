/* Plays a plan in the terminal. */
#pragma once

#include "cli/formats/plan_formats.h"

/* True if standard output is a terminal that can place a cursor. */
bool terminal_can_play(void);

/* A game that is watched while it is played. */
typedef struct terminal_game {
    /* Plays, and shows the frames, each as high as the playfield. */
    df_status (*play)(void *context, df_film_show *show, void *to);
    /* Writes the figures of the game. */
    void (*describe)(const void *context, char *text, size_t size);
    void *context;
    const df_frame *frame; /* the last one */
} terminal_game;

/* Shows the film of a plan, or a game, at the speed of the request's film, unless it is NULL;
 * until the end or a key is pressed. Then restores the terminal, with the final picture
 * below. */
cli_status terminal_play(const render_request *request, const terminal_game *game);
