/* Bots: what they choose, and games that they play. */
#include <stdlib.h>

#include "dropforge/bot.h"
#include "npm.h"
#include "web/answer.h"

/* Answers with the built-in players and their weights in the format dropforge-weights 1. */
WASM_EXPORT(players_tell) df_status players_tell(void)
{
    answer_begin();
    answer_open(NULL, '[');
    for (size_t i = 0; i < DF_PLAYERS; i++) {
        const df_player *player = &df_players[i];
        answer_open(NULL, '{');
        answer_word("name", player->name);
        answer_word("source", player->source);
        answer_flag("scoreBeforeClear", player->weights.score_before_clear);
        answer_open("weights", '{');
        for (unsigned f = 0; f < DF_FEATURES; f++) {
            if (player->weights.weight[f] == 0)
                continue;
            answer_long(df_feature_names[f], player->weights.weight[f]);
        }
        answer_close('}');
        answer_close('}');
    }
    answer_close(']');
    return answer_end(DF_OK, NULL);
}

WASM_EXPORT(weights_free) void weights_free(df_weights *weights)
{
    free(weights);
}

static df_status hand_out(df_weights *weights, df_status status, const df_error *error)
{
    return ANSWER_MADE(weights, free, status, error);
}

/* The weights of a built-in player. */
WASM_EXPORT(weights_find) df_status weights_find(const char *name, size_t length)
{
    const df_player *player = df_player_find(name, length);
    df_weights *weights = malloc(sizeof *weights);
    df_error error = {.text = "no player is called so; players() lists them"};
    answer_begin();
    if (weights == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    if (player != NULL)
        *weights = player->weights;
    return hand_out(weights, player != NULL ? DF_OK : DF_ERROR_ARGUMENT, &error);
}

/* Weights in the format dropforge-weights 1. */
WASM_EXPORT(weights_read) df_status weights_read(const char *text, size_t length)
{
    df_error error = {0};
    df_weights *weights = malloc(sizeof *weights);
    answer_begin();
    const df_status status =
        weights != NULL ? df_weights_read(weights, text, length, &error) : DF_ERROR_MEMORY;
    return hand_out(weights, status, &error);
}

/* Reads numbers as bot.js has them. */
static df_bot_options options_of(const npm_pieces *pieces, const df_weights *weights,
                                 const double *wishes)
{
#define OPTION(member) MEMBER(df_bot_options, member)
    static const answer_member members[] = {OPTION(width),     OPTION(height), OPTION(rules),
                                            OPTION(lookahead), OPTION(beam),   OPTION(hold)};
    df_bot_options options = {.set = pieces->list.set, .weights = *weights};
    ANSWER_TAKE(&options, members, wishes);
    return options;
}

WASM_EXPORT(bot_free) void bot_free(df_bot *bot)
{
    df_bot_free(bot);
}

/* Makes a bot; the pieces must outlive it. */
WASM_EXPORT(bot_make)
df_status bot_make(const npm_pieces *pieces, const df_weights *weights, const double *wishes)
{
    const df_bot_options options = options_of(pieces, weights, wishes);
    df_bot *bot = NULL;
    answer_begin();
    const df_status status = df_bot_create(&bot, &options);
    if (status == DF_OK)
        answer_give(bot);
    return answer_end(status, NULL);
}

/* Answers with the best `most` choices. `rows` are as many as the board is high. */
WASM_EXPORT(bot_rank)
df_status bot_rank(df_bot *bot, const npm_pieces *pieces, const uint64_t *rows,
                   const uint16_t *known, size_t count, int held, size_t max)
{
    const df_position position = {.rows = rows, .pieces = known, .count = count, .held = held};
    df_choice *choices = calloc(max, sizeof choices[0]);
    size_t found = 0;
    answer_begin();
    df_status status =
        choices != NULL ? npm_check_pieces(known, count, pieces->list.set) : DF_ERROR_MEMORY;
    if (count == 0 || (held >= 0 && (size_t)held >= pieces->list.set->count))
        status = DF_ERROR_ARGUMENT;
    if (status == DF_OK)
        status = df_bot_rank(bot, &position, choices, max, &found);
    answer_open(NULL, '[');
    for (size_t i = 0; i < found; i++)
        npm_put_choice(&choices[i]);
    answer_close(']');
    free(choices);
    return answer_end(status, NULL);
}

WASM_EXPORT(contest_free) void contest_free(df_bot_game *game)
{
    df_bot_game_free(game);
}

/* Begins game `number` of a seed. All must outlive it that it is given. */
WASM_EXPORT(contest_make)
df_status contest_make(const npm_pieces *pieces, const df_weights *weights,
                       const double *wishes, unsigned deal, const uint16_t *given,
                       size_t given_count, uint64_t seed, uint64_t number, double max_lines,
                       double max_pieces)
{
    const df_bot_game_options options = {.bot = options_of(pieces, weights, wishes),
                                         .deal = (df_deal)deal,
                                         .given = given,
                                         .given_count = given_count,
                                         .seed = seed,
                                         .max_lines = (uint64_t)max_lines,
                                         .max_pieces = (uint64_t)max_pieces};
    df_bot_game *game = NULL;
    answer_begin();
    const df_status status = df_bot_game_create(&game, &options);
    if (status == DF_OK) {
        df_bot_game_reset(game, number);
        answer_give(game);
    }
    return answer_end(status, NULL);
}

/* Makes up to `most` drops, and answers with their bytes: fewer where the game is at its end.
 */
WASM_EXPORT(contest_play) df_status contest_play(df_bot_game *game, size_t max)
{
    df_status status = DF_OK;
    df_outcome outcome = DF_FOUND;
    answer_begin();
    for (size_t i = 0; i < max && status == DF_OK && outcome == DF_FOUND; i++) {
        df_drop drop;
        status = df_bot_game_step(game, &drop, &outcome);
        if (status == DF_OK && outcome == DF_FOUND)
            npm_put_drops(&drop, 1);
    }
    return answer_end(status, NULL);
}

/* The rows of the board, bit x for column x. */
WASM_EXPORT(contest_rows) const uint64_t *contest_rows(const df_bot_game *game)
{
    return df_bot_game_get_position(game).rows;
}

/* Answers with what was played so far. */
WASM_EXPORT(contest_tell) df_status contest_tell(const df_bot_game *game)
{
#define RESULT(member) MEMBER(df_bot_game_result, member)
    static const answer_member members[] = {RESULT(end), RESULT(pieces), RESULT(lines),
                                            RESULT(placements)};
    const df_bot_game_result *result = df_bot_game_get_result(game);
    answer_begin();
    answer_open(NULL, '{');
    ANSWER_MEMBERS(result, members);
    answer_open("clears", '[');
    for (unsigned i = 0; i <= DF_PIECE_MAX_SQUARES; i++)
        answer_number(NULL, result->clears[i]);
    answer_close(']');
    answer_big("fingerprint", result->fingerprint);
    answer_close('}');
    return answer_end(DF_OK, NULL);
}
