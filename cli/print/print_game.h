/* Pictures in games that people have: the option --game, for `print` and `check`. */
#pragma once

#include "cli/picture/sprite_options.h"
#include "delivery.h"
#include "dropforge/replay.h"
#include "print_deal.h"

/* The option --game as given, and what becomes of it. All zero bytes: there is no game. */
typedef struct print_game {
    const df_real_game *entry; /* NULL: none */
    df_real_choice choice;
    bool fits; /* the picture is scaled, as no size is given */
} print_game;

extern const option_spec print_game_specs[];

/* Writes the games, one on each line, for the help. */
void print_game_put_table(FILE *stream);

/* Takes the level of a game out of the options of pictures. */
void print_game_take_level(print_game *game, picture_options *options);

/* Refuses options that the game leaves no choice, of which `dealt` may be one. */
cli_status print_game_check(const print_game *game, const char *command,
                            const df_print_options *print, const char *dealt);

/* Chooses the game of a file, unless options are given that the game leaves no choice, and says
 * so if `says`. A file of a game that deals its pieces is refused if another game or deal is
 * chosen. */
cli_status print_game_take_files(print_game *game, const char *command,
                                 const delivery_run *delivery, const df_print_options *print,
                                 const print_deal *deal, bool says);

/* Limits the preparation to what the game can show: also to the colours of its pieces, unless a
 * palette is given. */
void print_game_limit(print_game *game, sprite_options *options);

/* Does the same as source_say, and says to what size of a game a picture was scaled. */
void print_game_say_read(const print_game *game, const char *path,
                         const sprite_options *options, const df_prepared *report);

/* Fits the picture to the game, if there is one, and says what is left out. `anchors` are
 * squares that stand beside it; `exact` leaves nothing out. */
cli_status print_game_fit(print_game *game, const char *name, df_picture *sprite,
                          size_t anchors, bool exact);

/* Makes the choice that a plan was printed with, if it is of a game. */
void print_game_recognize(print_game *game, const df_plan *plan);

/* Gives the pieces of that plan the colours of the fitted picture that they stand for. */
cli_status print_game_paint(const print_game *game, const df_picture *sprite, df_plan *plan);

/* Says which seed was taken, or where the movie ends, and shows the game in films. */
void print_game_say(print_game *game, const char *name, const df_plan *plan,
                    picture_options *options);

/* Adds the end of the game to the figures. */
void print_game_report(const print_game *game, figure_list *report);

void print_game_free(print_game *game);
