/* A game in which a picture is printed: deals the pieces, shows the next ones to the printer,
 * and makes its drops. */
#pragma once

#include "bot_settings.h"

/* Begin with all zero. */
struct bot_print_game {
    bot_print print;
    df_plan_deal deal;
    df_dealer dealer;
    df_plan *plan;   /* the drops so far, with the deal and the colours */
    df_field *field; /* after them */
    uint16_t queue[BOT_PRINT_MAX_PREVIEW + 2]; /* what is seen, the current piece first */
    size_t count;
    uint64_t seed; /* of the search, and of pieces that are not given */
    size_t shown;  /* pieces to see, unless the deal ends */
    int held;
    uint64_t max_pieces;
    const char *easier;        /* options with which fewer pieces are needed, or NULL */
    bool is_finished;          /* the playfield is the picture */
    bool is_left;              /* whoever watched has stopped it */
    df_bot_game_result result; /* with pieces, lines and end */
};

/* Makes the game of the settings. Whatever it returns, bot_print_game_free frees it. */
cli_status bot_print_game_make(bot_print_game *game, const bot_setup *setup);
void bot_print_game_free(bot_print_game *game);

/* Makes a drop, which is written to *drop. *outcome is DF_FOUND, or DF_NONE at the end of the
 * game. DF_ERROR_MEMORY, DF_ERROR_DEFECT. */
df_status bot_print_game_step(bot_print_game *game, df_drop *drop, df_outcome *outcome);

/* Returns options that help, if a game goes on for long, or NULL. */
const char *bot_print_game_hint(const bot_print_game *game);

/* Ends the plan: leaves out the pieces that no drop takes. DF_ERROR_DEFECT. */
df_status bot_print_game_end(bot_print_game *game);

/* Writes the figures to standard error; or as JSON to standard output, if there are the outputs
 * for it. Fails also if the picture is not finished. */
cli_status bot_print_game_report(const bot_print_game *game, double seconds,
                                 const output_list *json);
