/* A game in which a picture is printed while only the next pieces are seen. It is shown the
 * pieces as they appear, and plans one drop at a time. */
#pragma once

#include "dealt_run.h"
#include "dropforge/base.h"

typedef struct dealt_game {
    dealt_request request; /* a copy */
    dealt_run run;
    df_random random;
    df_field *field;    /* what lies in the playfield; owned */
    unsigned held;      /* 0: nothing, else 1 + piece */
    drop_board *starts; /* the ways in which its rows may stay or clear; owned */
    size_t start_count;
    drop_board board; /* that of the plan */
    bool begun;       /* there is such a board: one of the starts has been chosen */
    size_t drops;     /* so far */
    uint8_t *seen;    /* what was held at first, if anything, and the pieces that have appeared
                         since; owned */
    size_t seen_count, seen_capacity;
    size_t held_count; /* of them, held at first: 0 or 1 */
    bool holds;        /* the next drop: the current piece was held before the next appeared */
    bool keeps;        /* the next drop: of the current piece */
    uint8_t *drawn;    /* the pieces that have appeared, and how they may go on; owned */
    uint8_t *expected; /* those that the plan is for; owned */
    size_t drawn_count, expected_count, drawn_capacity, expected_capacity;
    drop_path plan;        /* from here; owned; empty: none */
    bool finishes;         /* the plan leads to the picture */
    size_t start;          /* of the plan, while there is no board */
    uint64_t nodes_before; /* of the run, when the drop that is planned was begun */
} dealt_game;

/* Begins with the empty playfield. The queue and the preview of the request do not count, and
 * its picture and pieces must outlive the game. The caller frees *game with
 * df_dealt_game_free. */
df_status df_dealt_game_create(dealt_game **game, const dealt_request *request);
void df_dealt_game_free(dealt_game *game);

/* Begins anew, with what lies in the playfield (NULL: nothing), and what is held, 0 or 1 +
 * piece. DF_ERROR_ARGUMENT: the widths differ. */
df_status df_dealt_game_begin(dealt_game *game, const df_field *field, unsigned held);

/* Shows a piece that has appeared at the end of the preview. */
df_status df_dealt_game_see(dealt_game *game, unsigned piece);

/* Plans until there is a drop to make, the first of game->plan. *found is false if there is
 * none, or if the watch has stopped the search before there was one. */
df_status df_dealt_game_plan(dealt_game *game, bool *found);

/* Returns the first drop of the plan. */
df_drop df_dealt_game_drop(const dealt_game *game);

/* Returns how its drops get to their places: by moves, or from right above. */
df_rules df_dealt_game_rules(const dealt_game *game);

/* Makes that drop. Returns the number of rows that clear. */
unsigned df_dealt_game_play(dealt_game *game);
