/* What 'dropforge bot' is told, and what its files share. */
#ifndef CLI_BOT_SETTINGS_H
#define CLI_BOT_SETTINGS_H

#include "dropforge/bot_game.h"
#include "format.h"
#include "options.h"
#include "piece_choice.h"

/* The player where none is named. */
#define BOT_DEFAULT_PLAYER "dropforge"

typedef struct bot_board {
    unsigned width;
    unsigned height;
} bot_board;

typedef struct bot_deal {
    df_deal deal;
    const char *path; /* of a sequence, with DF_DEAL_GIVEN */
} bot_deal;

/* All zero bytes are the defaults, but for the board and the reach. */
typedef struct bot_settings {
    const char *player;  /* the name of a built-in one, or NULL */
    const char *weights; /* a file, or NULL */
    bool score_before_clear;
    unsigned lookahead;
    unsigned beam;
    bool hold;
    bot_board board;
    df_reach reach;
    bot_deal deal;
    piece_options pieces;
    uint64_t games; /* 0: not said */
    uint64_t max_lines;
    uint64_t max_pieces;
    uint64_t seed;
    unsigned jobs;
    unsigned speed; /* percent, or 0 */
    bool players;
    bool tbp;
    text_list paths;
    const char *format;
    bool json;
} bot_settings;

/* What it plays by. `options` points into the rest. */
typedef struct bot_setup {
    const bot_settings *chosen;
    const char *player; /* its name, or that of the file of its weights */
    piece_choice pieces;
    uint16_t *given;
    df_game_options options;
} bot_setup;

/* What was played, and how long it took. */
typedef struct bot_outcome {
    df_games_summary summary;
    bool interrupted;
    double seconds;
} bot_outcome;

/* What a reach and a deal are called as values of options, and the `take` of these. */
const char *bot_reach_name(df_reach reach);
const char *bot_deal_name(const bot_deal *deal);
bool bot_take_reach(void *field, const char *value);
bool bot_take_deal(void *field, const char *value);
bool bot_take_board(void *field, const char *value);

/* What bot_take_board understands, for messages. */
#define BOT_BOARD_EXPECTS "columns and rows like 10x20, at most 64x1024"

/* Each of these answers -1, or the exit code after a message. */

/* Reads the files, finds the player. Either way the setup is freed with bot_setup_free. */
int bot_setup_make(bot_setup *setup, const bot_settings *chosen);
void bot_setup_free(bot_setup *setup);

/* Reads a file of weights. */
int bot_read_weights(const char *path, df_weights *weights);

/* Reads a sequence of pieces; *given is the caller's. */
int bot_deal_read(const char *path, const df_piece_set *set, uint16_t **given, size_t *count);

/* Plays without showing it, writes the first game to the outputs, tells what came of it. */
int bot_play(const bot_setup *setup);

/* Plays one game in the terminal. */
int bot_show(const bot_setup *setup);

/* Tells of all games, on `stream` or as a JSON object on standard output. */
int bot_report(const bot_setup *setup, const bot_outcome *outcome, FILE *stream);

/* Lists the built-in players. */
int bot_list_players(bool json);

#endif
