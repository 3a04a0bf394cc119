/* From options to games: the player, the pieces, the rules. */
#include <stdlib.h>
#include <string.h>

#include "bot_settings.h"
#include "choice.h"
#include "file.h"
#include "message.h"

static const char *const reach_names[] = {
    [DF_REACH_SPAWN] = "spawn",     [DF_REACH_ABOVE] = "above", [DF_REACH_SRS] = "srs",
    [DF_REACH_SRS_180] = "srs+180", [DF_REACH_NES] = "nes",
};

const char *bot_reach_name(df_reach reach)
{
    return reach_names[reach];
}

bool bot_take_reach(void *field, const char *value)
{
    size_t index;
    if (!choice_find(reach_names, sizeof reach_names / sizeof reach_names[0], value, &index))
        return false;
    *(df_reach *)field = (df_reach)index;
    return true;
}

bool bot_take_board(void *field, const char *value)
{
    bot_board *board = field;
    return choice_read_size(value, DF_FIELD_MAX_WIDTH, DF_FIELD_MAX_HEIGHT, &board->width,
                            &board->height);
}

static int find_player(bot_setup *setup, const char *name)
{
    const df_player *player = df_player_find(name, strlen(name));
    if (player == NULL)
        return message_usage("bot", "no player is called '%s'; --players lists them", name);
    setup->player = player->name;
    setup->options.bot.weights = player->weights;
    return -1;
}

static df_status read_weights(void *into, const char *text, size_t length, df_mishap *mishap)
{
    return df_weights_read(into, text, length, mishap);
}

int bot_read_weights(const char *path, df_weights *weights)
{
    return file_read_into(path, read_weights, weights);
}

static bool is_stdin(const char *path)
{
    return path != NULL && strcmp(path, "-") == 0;
}

static int check(const bot_settings *chosen)
{
    if (chosen->player != NULL && chosen->weights != NULL)
        return message_usage("bot", "--player and --weights exclude each other");
    if (is_stdin(chosen->weights) + is_stdin(chosen->deal.path) +
            is_stdin(chosen->pieces.path) >
        1)
        return message_usage("bot", "standard input can be only one of --weights, --deal and "
                                    "--pieces");
    if (chosen->beam > 0 && chosen->lookahead < 3 && !chosen->hold)
        return message_usage("bot", "--beam goes with a --lookahead of 3 or more, or with "
                                    "--hold");
    if (chosen->hold && chosen->lookahead == 1 && !chosen->tbp)
        return message_usage("bot", "with --hold the next piece is looked at, too; give a "
                                    "--lookahead of 2 or more");
    return piece_choice_check(&chosen->pieces, "bot");
}

/* Whether these pieces can be dealt and played as is wanted. */
static int check_pieces(const bot_settings *chosen, const df_piece_set *set)
{
    if (chosen->deal.deal == DF_DEAL_BAG && set->count > DF_DEAL_MAX_BAG)
        return message_usage("bot",
                             "a bag of these pieces would hold %zu, at most %d are "
                             "possible; deal them uniform",
                             set->count, DF_DEAL_MAX_BAG);
    return -1;
}

int bot_setup_make(bot_setup *setup, const bot_settings *chosen)
{
    *setup = (bot_setup){.chosen = chosen};
    df_game_options *options = &setup->options;
    if (chosen->weights != NULL)
        setup->player = input_name(chosen->weights);
    int status = check(chosen);
    if (status < 0 && chosen->weights != NULL)
        status = bot_read_weights(chosen->weights, &options->bot.weights);
    else if (status < 0)
        status =
            find_player(setup, chosen->player != NULL ? chosen->player : BOT_DEFAULT_PLAYER);
    if (status < 0)
        status = piece_choice_make(&setup->pieces, &chosen->pieces);
    if (status < 0)
        status = check_pieces(chosen, setup->pieces.set);
    if (status < 0 && chosen->deal.deal == DF_DEAL_GIVEN)
        status = bot_deal_read(chosen->deal.path, setup->pieces.set, &setup->given,
                               &options->given_count);
    if (status >= 0)
        return status;
    options->bot.set = setup->pieces.set;
    options->bot.width = chosen->board.width;
    options->bot.height = chosen->board.height;
    options->bot.reach = chosen->reach;
    options->bot.weights.score_before_clear |= chosen->score_before_clear;
    /* As long as nothing is in hold, the next piece is what the current one is exchanged for.
     */
    options->bot.lookahead = chosen->hold && chosen->lookahead < 2 ? 2 : chosen->lookahead;
    options->bot.beam = chosen->beam;
    options->bot.hold = chosen->hold;
    options->deal = chosen->deal.deal;
    options->given = setup->given;
    options->seed = chosen->seed;
    options->max_lines = chosen->max_lines;
    options->max_pieces = chosen->max_pieces;
    return -1;
}

void bot_setup_free(bot_setup *setup)
{
    piece_choice_free(&setup->pieces);
    free(setup->given);
}
