/* The settings of 'dropforge bot', and the functions that its files share. */
#pragma once

#include "bot_print.h"
#include "cli/base/format.h"
#include "cli/base/json.h"
#include "cli/formats/picture_options.h"
#include "cli/piece/piece_choice.h"
#include "cli/piece/piece_queue.h"
#include "dropforge/bot.h"

typedef struct bot_board {
    unsigned width;
    unsigned height;
} bot_board;

/* The options as given. All zero bytes are the defaults, except for board and movement. */
typedef struct bot_settings {
    const char *player;  /* the name of a built-in player, or NULL */
    const char *league;  /* names of players with commas, or NULL */
    const char *weights; /* a file of weights, or NULL */
    bool score_before_clear;
    df_bot_game_options game; /* without player, pieces, board and deal */
    bot_board board;
    piece_deal deal;
    const char *queue; /* letters of pieces, or a file, or NULL */
    piece_options pieces;
    bool is_choice; /* --pieces was given, and can be pieces to play with, */
    bool is_groups; /* and those of a picture's colours */
    uint64_t games; /* 0: not given */
    unsigned jobs;
    unsigned speed;          /* percent, or 0 */
    picture_options picture; /* how the outputs look */
    bot_print_options print;
    bool players;
    bool tbp;
    text_list paths;
    const char *format;
    bool json;
} bot_settings;

/* Player, pieces and rules of the games; `options` points into the other members. */
typedef struct bot_setup {
    const bot_settings *chosen;
    const char *player; /* its name, or the name of its weights file */
    piece_choice pieces;
    uint16_t *given;
    df_bot_game_options options;
} bot_setup;

/* A game in which a picture is printed (bot_print_game.h). */
typedef struct bot_print_game bot_print_game;

/* The results of the games, and the time they took. */
typedef struct bot_outcome {
    df_bot_games_summary summary;
    bool interrupted;
    double seconds;
    output_list outputs; /* of the first game */
} bot_outcome;

/* Reads the value of an option into *field; false if it is not one. */
bool bot_take_board(void *field, const char *value);

/* Describes the values that bot_take_board accepts, for messages. */
#define BOT_BOARD_EXPECTS "columns and rows like 10x20, at most 64x1024"

/* Reads the files and finds the player. The caller frees the setup with bot_setup_free, also
 * after a failure. */
cli_status bot_setup_make(bot_setup *setup, const bot_settings *chosen);
void bot_setup_free(bot_setup *setup);

/* Finds a built-in player; NULL is the default one. */
cli_status bot_find_player(const char *command, const char *name, const df_player **player);

/* Reads a file of weights. */
cli_status bot_read_weights(const char *path, df_weights *weights);

/* Plays games without showing them, writes the first one to the outputs, reports the results.
 * Or plays the game in which a picture is printed, if `printed` is not NULL. */
cli_status bot_play(const bot_setup *setup, bot_print_game *printed);

/* Plays one game in the terminal: that in which a picture is printed, if it is not NULL. */
cli_status bot_show(const bot_setup *setup, bot_print_game *printed);

/* Makes the request for a plan of a game, as its outputs and the terminal show it, as
 * render_request_make does. */
cli_status bot_make_request(const bot_setup *setup, const df_plan *plan,
                            render_request *request);

/* Reports the results, as text on `stream` or as a JSON object on standard output. */
cli_status bot_report(const bot_setup *setup, const bot_outcome *outcome, FILE *stream);

/* The parts of reports: the rules of the games, figures, a mean that may not be known, and the
 * name of a player or file. */
void bot_report_put_rules(json_writer *json, const bot_setup *setup);
void bot_report_put_summary(json_writer *json, const df_bot_games_summary *summary);
void bot_report_put_mean(json_writer *json, const char *key, double value, bool is_known);
void bot_report_put_name(const char *name, FILE *stream);

/* Writes the rules of the games as the end of a line. */
void bot_report_put_game(const bot_setup *setup, FILE *stream);

/* The formats of a league's outputs. */
extern const format_table bot_league_formats;

/* Plays the games of all players of a league, and reports them. */
cli_status bot_league(const bot_setup *setup);

/* Lists the built-in players. */
cli_status bot_list_players(bool json);

/* Plays for a client of the Tetris Bot Protocol (docs/use/tbp.md) on standard input and output
 * until the client quits or closes the input. A lookahead or beam of 0 is the default. */
cli_status bot_tbp(const df_weights *weights, unsigned lookahead, unsigned beam);
