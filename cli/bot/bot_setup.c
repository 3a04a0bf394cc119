/* Turns options into the player, the pieces and the rules of games. */
#include <stdlib.h>
#include <string.h>

#include "bot_settings.h"
#include "cli/base/choice.h"
#include "cli/base/file.h"
#include "cli/base/message.h"

/* The player used unless --player or --weights is given. */
#define DEFAULT_PLAYER "dropforge"

bool bot_take_board(void *field, const char *value)
{
    bot_board *board = field;
    return choice_read_size(value, DF_NARROW_MAX_WIDTH, DF_FIELD_MAX_HEIGHT, &board->width,
                            &board->height);
}

cli_status bot_find_player(const char *command, const char *name, const df_player **player)
{
    name = name != NULL ? name : DEFAULT_PLAYER;
    *player = df_player_find(name, strlen(name));
    return *player != NULL
               ? GO_ON
               : message_usage(
                     command,
                     "no player is called '%s'; 'dropforge bot --players' lists them%s", name,
                     strpbrk(name, "./") != NULL
                         ? ", and 'dropforge bot --weights' plays with a file"
                         : "");
}

static df_status bot_setup_read_weights(void *into, const char *text, size_t length,
                                        df_error *error)
{
    return df_weights_read(into, text, length, error);
}

cli_status bot_read_weights(const char *path, df_weights *weights)
{
    return file_read_into(path, bot_setup_read_weights, weights);
}

static cli_status bot_setup_check(const bot_settings *chosen)
{
    const df_bot_options *bot = &chosen->game.bot;
    if (chosen->player != NULL && chosen->weights != NULL)
        return message_usage("bot", "--player and --weights exclude each other; give only one");
    if (path_is_standard(chosen->weights) + path_is_standard(chosen->queue) +
            path_is_standard(chosen->pieces.path) + path_is_standard(chosen->print.sprite) >
        1)
        return message_usage("bot", "only one of --weights, --queue, --pieces and --print "
                                    "can be standard input");
    if (bot->beam > 0 && bot->lookahead < 3 && !bot->hold)
        return message_usage("bot", "--beam goes with --lookahead 3 or more, or with --hold");
    if (bot->hold && bot->lookahead == 1 && !chosen->tbp)
        return message_usage("bot", "--hold also looks at the next piece; give --lookahead 2 "
                                    "or more");
    return piece_choice_check(&chosen->pieces, "bot");
}

/* Finds how the pieces are dealt, and reads those that are given. */
static cli_status bot_setup_deal(bot_setup *setup)
{
    const char *queue = setup->chosen->queue;
    df_bot_game_options *options = &setup->options;
    const df_piece_set *set = setup->pieces.set;
    options->deal = queue != NULL ? DF_DEAL_GIVEN : setup->chosen->deal.deal;
    const cli_status status = piece_deal_check(&setup->chosen->deal, queue, "bot");
    if (status != GO_ON)
        return status;
    if (options->deal == DF_DEAL_BAG && set->count > DF_DEAL_MAX_BAG)
        return message_usage("bot",
                             "a bag of these pieces would hold %zu, but at most %d are "
                             "possible; use --deal uniform",
                             set->count, DF_DEAL_MAX_BAG);
    const bool repeats = queue != NULL && setup->chosen->print.sprite == NULL;
    if (repeats && (setup->chosen->games > 1 || options->seed != 0))
        return message_usage("bot", "--queue gives every game the same pieces; leave out --%s",
                             setup->chosen->games > 1 ? "games" : "seed");
    const piece_options *pieces = &setup->chosen->pieces;
    if (options->deal >= DF_DEAL_TETROMINOES &&
        (pieces->letters[0] != '\0' || pieces->path != NULL || pieces->squares > 0))
        return message_usage("bot",
                             "--deal %s deals the seven tetrominoes; leave out "
                             "--pieces and --omino",
                             df_deal_names[options->deal]);
    return queue == NULL
               ? GO_ON
               : piece_queue_take("bot", queue, set, &setup->given, &options->given_count);
}

cli_status bot_setup_make(bot_setup *setup, const bot_settings *chosen)
{
    *setup = (bot_setup){.chosen = chosen, .options = chosen->game};
    df_bot_game_options *options = &setup->options;
    const df_player *player = NULL;
    if (chosen->weights != NULL)
        setup->player = input_name(chosen->weights);
    cli_status status = bot_setup_check(chosen);
    if (status == GO_ON && chosen->weights != NULL)
        status = bot_read_weights(chosen->weights, &options->bot.weights);
    else if (status == GO_ON)
        status = bot_find_player("bot", chosen->player, &player);
    if (status == GO_ON && player != NULL) {
        setup->player = player->name;
        options->bot.weights = player->weights;
    }
    if (status == GO_ON)
        status = piece_choice_make(&setup->pieces, &chosen->pieces);
    if (status == GO_ON)
        status = bot_setup_deal(setup);
    if (status != GO_ON)
        return status;
    options->bot.set = setup->pieces.set;
    options->bot.width = chosen->board.width;
    options->bot.height = chosen->board.height;
    options->bot.weights.score_before_clear |= chosen->score_before_clear;
    /* While the hold is empty, the current piece is swapped for the next one, which therefore
     * must be known. */
    if (options->bot.hold && options->bot.lookahead < 2)
        options->bot.lookahead = 2;
    options->given = setup->given;
    return GO_ON;
}

void bot_setup_free(bot_setup *setup)
{
    piece_choice_free(&setup->pieces);
    free(setup->given);
}
