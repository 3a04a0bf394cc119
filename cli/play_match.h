/* A game, or two of them at once: who plays, and what the keys do. It has no clock and no
 * screen. */
#ifndef CLI_PLAY_MATCH_H
#define CLI_PLAY_MATCH_H

#include "play_bot.h"
#include "play_settings.h"

/* What a key means: the buttons of the game, and what stands around it. */
typedef enum play_act {
    /* Before it each is a df_play_button. */
    PLAY_ACT_PAUSE = DF_PLAY_BUTTONS,
    PLAY_ACT_BOT, /* takes over, or gives back */
    PLAY_ACT_RESTART,
    PLAY_ACT_QUIT,
    PLAY_ACT_FEWER, /* scroll the statistics */
    PLAY_ACT_MORE,
    PLAY_ACTS
} play_act;

/* What an act is called in scripts; NULL for none. */
const char *play_act_name(play_act act);

enum { PLAY_SEATS = 2 };

typedef struct play_seat {
    df_play *play;
    play_bot bot;
    bool bot_plays;
    bool bot_has_played; /* at any time in this game */
    /* Ticks for which a button is still held after a key, with rules that ask for it. */
    unsigned held[DF_PLAY_BUTTONS];
    size_t strokes; /* of the record that is watched, that have been done */
} play_seat;

typedef struct play_match {
    const play_setup *setup;
    play_seat seats[PLAY_SEATS];
    unsigned count;
    bool is_paused;
    bool has_quit;
    unsigned scroll; /* of the statistics */
} play_match;

/* Begins the games of a match; one that is under way is given up. Begin with the setup, and all
 * else zero; the caller frees it with play_match_free, whatever the answer. */
df_status play_match_begin(play_match *match, uint64_t seed);
void play_match_free(play_match *match);

/* A key was pressed; PLAY_ACT_RESTART is the caller's. Errors as df_play_press. */
df_status play_match_act(play_match *match, play_act act);

/* A tick passes, unless the match is paused or over. Errors as df_play_tick. */
df_status play_match_tick(play_match *match);

/* True if there is a game for each player: not before play_match_begin, nor after it failed. */
bool play_match_has_begun(const play_match *match);

/* Whether one of its games is over, or the record at its end. */
bool play_match_is_over(const play_match *match);

/* The seat that has won a match of two that is over, or -1. */
int play_match_winner(const play_match *match);

#endif
