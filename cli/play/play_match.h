/* A match: one game, or two at once; who plays, and what keys do. It has no clock or screen. */
#pragma once

#include "cli/terminal/screen.h"
#include "dropforge/game.h"
#include "play_chance.h"
#include "play_scores.h"
#include "play_settings.h"

/* The meaning of a key: a button of the game, or an action around it. */
typedef enum play_act {
    /* Smaller numbers are a df_game_button. */
    PLAY_ACT_PAUSE = DF_GAME_BUTTONS,
    PLAY_ACT_BOT, /* switches between player and bot */
    PLAY_ACT_RESTART,
    PLAY_ACT_QUIT,
    PLAY_ACT_BACK,  /* takes back a piece */
    PLAY_ACT_HINT,  /* of the printer, where a picture is drawn */
    PLAY_ACT_FEWER, /* scroll the statistics */
    PLAY_ACT_MORE,
    PLAY_ACTS
} play_act;

/* Returns the name of an act in scripts; NULL if it has none. */
const char *play_act_name(play_act act);

enum { PLAY_SEATS = 2, PLAY_KEYS = 3 };

/* How the keys work: by the rules of the guideline, and which keys an act has. */
typedef struct play_handling {
    unsigned shift_delay, shift_repeat, soft_factor; /* as in df_game_options */
    int keys[PLAY_ACTS][PLAY_KEYS]; /* as terminal_wait gives them, small letters; 0: none */
} play_handling;

/* A game and its player. */
typedef struct play_seat {
    df_game *play;
    df_match_bot *bot;
    bool bot_plays;
    bool bot_has_played; /* at any time in this game */
    /* Ticks until each button is released, with rules that read buttons once a tick. */
    unsigned held[DF_GAME_BUTTONS];
} play_seat;

/* A match. */
typedef struct play_match {
    const play_setup *setup;
    const play_handling *handling; /* NULL: as the setup says */
    play_seat seats[PLAY_SEATS];
    unsigned count;
    df_drawing *drawing; /* in the first game, or NULL */
    play_chance *chance; /* in the first game, or NULL; borrowed */
    bool is_paused;
    bool has_quit;
    unsigned scroll; /* of the statistics */
} play_match;

/* Begins the games of a match, giving up those under way. The first time, all members but
 * `setup` must be zero. The caller frees it with play_match_free, also after a failure. */
df_status play_match_begin(play_match *match, uint64_t seed);
void play_match_free(play_match *match);

/* Carries out an act; PLAY_ACT_RESTART is up to the caller. Errors as df_game_press. */
df_status play_match_act(play_match *match, play_act act);

/* Presses a button of the first game until it is released. Errors as df_game_press. */
df_status play_match_hold(play_match *match, df_game_button button, bool pressed);

/* Advances by a tick, unless the match is paused or over. Errors as df_game_tick. */
df_status play_match_tick(play_match *match);

/* True if nobody helped to draw: no hint, no piece taken back, and not the printer. */
bool play_match_is_alone(const play_match *match);

/* Lets the printer play its own game to the end, if a picture is finished. Errors as
 * df_drawing_compare. */
df_status play_match_compare(play_match *match);

/* True if there is a game for each player: not before play_match_begin, nor after it failed. */
bool play_match_has_begun(const play_match *match);

/* True if the picture is finished. */
bool play_match_has_picture(const play_match *match);

/* True if one of its games is over, the record has ended, or the picture is finished. */
bool play_match_is_over(const play_match *match);

/* Returns the seat that won a finished match of two, or -1. */
int play_match_winner(const play_match *match);

/* Plays in the terminal until the player quits. Puts the score of each game that a person
 * played without the bot into the table of high scores. */
cli_status play_loop(play_match *match);

/* Draws the whole screen, with the text of `lines`, if any, in the middle. If the screen is too
 * small to play on, shows a message, and *is_possible is false. Errors as screen_show. */
df_status play_draw(screen *on, const play_match *match, const char *const *lines, size_t count,
                    bool *is_possible);

enum { PLAY_MARK_SIZE = 32 };

/* Writes a time as 1:02.345. */
void play_report_time(char text[PLAY_MARK_SIZE], uint64_t ticks);

/* Writes what a table of high scores is sorted by: a time or points. */
void play_report_mark(char text[PLAY_MARK_SIZE], const play_score *score);

/* Writes one line to standard error. */
void play_report_summary(const play_match *match);

/* Writes one JSON object to standard output. */
cli_status play_report_json(const play_match *match, const output_list *outputs);

/* Write all tables of high scores to standard output, as text or as a JSON array. They return
 * GO_ON, or the exit code after a message. */
cli_status play_report_scores(const play_scores *scores);
cli_status play_report_scores_json(const play_scores *scores);

/* The files of the outputs. */
typedef struct play_keep {
    output_list plans;
    output_list record;
} play_keep;

/* Opens the files, before the game. play_keep_free frees *keep, also after a failure. */
cli_status play_keep_begin(play_keep *keep, const play_settings *chosen);

/* Writes all files that can be written, the record first. */
cli_status play_keep_write(play_keep *keep, const play_match *match);
void play_keep_free(play_keep *keep);

/* Makes the entry of the first game for the table of high scores, with the current time. */
void play_keep_describe(play_score *score, const play_match *match);

/* An act of a script. */
typedef struct play_step {
    uint64_t tick;
    play_act act; /* PLAY_ACTS: the script ends */
} play_step;

/* A script. Begin with all zero. */
typedef struct play_script {
    play_step *steps;
    size_t count;
} play_script;

/* Reads the script of a file, "-" for standard input. Free *script also after a failure. */
cli_status play_script_read(play_script *script, const char *path);
void play_script_free(play_script *script);

/* Plays the script to its end. After the end of a game, only a restart has an effect. */
df_status play_script_run(const play_script *script, play_match *match, uint64_t seed);
