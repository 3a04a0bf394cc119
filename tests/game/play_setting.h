/* A game of the tests: its pieces, its options, and what is to be seen of it. */
#pragma once

#include "dropforge/game.h"
#include "tests/support/support.h"

typedef struct play_setting {
    df_piece_set *set;
    df_game_options options;
    df_game *play;
    const df_game_state *state;
} play_setting;

/* The usual options of the rules with their tetrominoes, which may be changed before the start.
 */
play_setting play_prepare(df_game_kind kind);

/* The same, and all pieces are `piece`. */
play_setting play_prepare_only(df_game_kind kind, unsigned piece);

/* Begins the game; and prepares and begins one of the usual options. */
void play_start(play_setting *self);
play_setting play_begin(df_game_kind kind, unsigned piece);

void play_finish(play_setting *self);

/* So many ticks. */
void play_ticks(play_setting *self, unsigned ticks);

void play_press(play_setting *self, df_game_button button);
void play_release(play_setting *self, df_game_button button);
void play_tap(play_setting *self, df_game_button button);

/* Puts squares into the playfield: '.' is empty, rows from the top, separated by '/'. For games
 * whose plan is not looked at. */
void play_draw(play_setting *self, const char *rows);

/* Puts the piece in play there. */
void play_put(play_setting *self, unsigned orientation, int x, int y);

/* Presses and releases buttons at random until the game is over or `ticks` have passed. */
void play_at_random(df_random *random, df_game *play, unsigned ticks);
