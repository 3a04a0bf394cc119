/* A game in which a picture is printed while only the next pieces are seen. It is shown the
 * pieces as they appear, and plans one drop at a time. */
#ifndef DROPFORGE_PRINT_DEALT_GAME_H
#define DROPFORGE_PRINT_DEALT_GAME_H

#include "dealt_run.h"
#include "dropforge/random.h"

typedef struct dealt_game {
    dealt_request request; /* a copy */
    dealt_run run;
    df_random random;
    drop_board *starts; /* with which the game may begin; owned */
    size_t start_count;
    drop_board board;
    bool begun;    /* there is a board: one of the starts has been chosen */
    size_t drops;  /* so far */
    uint8_t *seen; /* what was held at first, if anything, and the pieces that have appeared
                      since; owned */
    size_t seen_count, seen_capacity;
    size_t held_count; /* of them, held at first: 0 or 1 */
    uint8_t *drawn;    /* the pieces that have appeared, and how they may go on; owned */
    uint8_t *expected; /* those that the plan is for; owned */
    size_t drawn_count, expected_count, drawn_capacity, expected_capacity;
    drop_path plan; /* from here; owned; empty: none */
    bool finishes;  /* the plan leads to the picture */
    size_t start;   /* of the plan, while there is no board */
} dealt_game;

/* Begins with the empty playfield. The queue and the preview of the request do not count, and
 * its picture and pieces must outlive the game. The caller frees *game with df_dealt_game_free.
 * DF_ERROR_MEMORY. */
df_status df_dealt_game_create(dealt_game **game, const dealt_request *request);
void df_dealt_game_free(dealt_game *game);

/* Begins anew, with what lies in the playfield (NULL: nothing), and what is held, 0 or 1 +
 * piece. DF_ERROR_ARGUMENT: the widths differ. DF_ERROR_MEMORY. */
df_status df_dealt_game_begin(dealt_game *game, const df_field *field, unsigned held);

/* Returns what is held, 0 or 1 + piece. */
unsigned df_dealt_game_held(const dealt_game *game);

/* Shows a piece that has appeared at the end of the preview. DF_ERROR_MEMORY. */
df_status df_dealt_game_see(dealt_game *game, unsigned piece);

/* Plans until there is a drop to make, the first of game->plan. *found is false if there is
 * none, or if the watch has stopped the search before there was one. DF_ERROR_MEMORY. */
df_status df_dealt_game_plan(dealt_game *game, bool *found);

/* Makes the first drop of the plan. */
void df_dealt_game_play(dealt_game *game);

#endif
