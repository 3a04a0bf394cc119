/* Reports of games, and the list of players, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "bot_settings.h"
#include "cli/base/message.h"
#include "cli/base/utf8.h"

/* Bytes of a name; longer than any path. */
enum { MAX_NAME = 8192 };

static double bot_report_rate(uint64_t count, double seconds)
{
    return seconds > 0 ? (double)count / seconds : 0;
}

/* Returns the most rows that a drop has cleared, but at least 4. */
static unsigned bot_report_max_cleared(const df_bot_games_summary *summary)
{
    unsigned max = DF_PIECE_MAX_SQUARES;
    while (max > 4 && summary->clears[max] == 0)
        max--;
    return max;
}

static const char *bot_report_deal(const bot_settings *chosen)
{
    return df_deal_names[chosen->queue != NULL ? DF_DEAL_GIVEN : chosen->deal.deal];
}

void bot_report_put_rules(json_writer *json, const bot_setup *setup)
{
    const df_bot_options *bot = &setup->options.bot;
    char board[24];
    snprintf(board, sizeof board, "%ux%u", bot->width, bot->height);
    json_put_text(json, "board", board);
    json_put_text(json, "rules", df_rules_table[bot->rules].name);
    json_put_text(json, "deal", bot_report_deal(setup->chosen));
    json_put_number(json, "pieces_in_set", bot->set->count);
    json_put_number(json, "lookahead", bot->lookahead > 0 ? bot->lookahead : 1);
    json_put_bool(json, "hold", bot->hold);
    json_put_bool(json, "score_before_clear", bot->weights.score_before_clear);
    json_put_number(json, "seed", setup->options.seed);
    json_put_number(json, "max_lines", setup->options.max_lines);
    json_put_number(json, "max_pieces", setup->options.max_pieces);
}

static void bot_report_put_clears(json_writer *json, const df_bot_games_summary *summary)
{
    json_open_object(json, "clears");
    for (unsigned i = 1; i <= bot_report_max_cleared(summary); i++) {
        char key[12];
        snprintf(key, sizeof key, "%u", i);
        json_put_number(json, key, summary->clears[i]);
    }
    json_close(json);
}

void bot_report_put_mean(json_writer *json, const char *key, double value, bool is_known)
{
    if (is_known)
        json_put_decimal(json, key, value);
    else
        json_put_raw(json, key, "null");
}

void bot_report_put_summary(json_writer *json, const df_bot_games_summary *summary)
{
    char fingerprint[24];
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, summary->fingerprint);
    json_put_number(json, "games", summary->games);
    json_put_number(json, "over", summary->over);
    json_put_number(json, "pieces", summary->pieces);
    json_put_number(json, "lines", summary->lines);
    json_put_number(json, "placements", summary->placements);
    bot_report_put_clears(json, summary);
    bot_report_put_mean(json, "mean", summary->mean, true);
    bot_report_put_mean(json, "standard_error", summary->error, summary->games > 1);
    bot_report_put_mean(json, "median", summary->median, true);
    json_put_number(json, "least", summary->min);
    json_put_number(json, "most", summary->max);
    bot_report_put_mean(json, "exponential_mean", summary->likely, summary->over > 0);
    bot_report_put_mean(json, "exponential_error", summary->likely_error, summary->over > 0);
    json_put_text(json, "fingerprint", fingerprint);
}

static cli_status bot_report_put_json(const bot_setup *setup, const bot_outcome *outcome)
{
    const df_bot_games_summary *summary = &outcome->summary;
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_text(&json, "player", setup->player);
    bot_report_put_rules(&json, setup);
    bot_report_put_summary(&json, summary);
    json_put_bool(&json, "interrupted", outcome->interrupted);
    json_put_decimal(&json, "seconds", outcome->seconds);
    json_put_decimal(&json, "pieces_per_second",
                     bot_report_rate(summary->pieces, outcome->seconds));
    json_put_decimal(&json, "placements_per_second",
                     bot_report_rate(summary->placements, outcome->seconds));
    output_list_put_json(&outcome->outputs, &json);
    return json_print(&json);
}

void bot_report_put_name(const char *name, FILE *stream)
{
    char harmless[MAX_NAME];
    snprintf(harmless, sizeof harmless, "%s", name);
    utf8_make_harmless(harmless);
    fputs(harmless, stream);
}

void bot_report_put_game(const bot_setup *setup, FILE *stream)
{
    const df_bot_options *bot = &setup->options.bot;
    fprintf(stream, "%ux%u, %s, ", bot->width, bot->height, df_rules_table[bot->rules].name);
    bot_report_put_name(bot_report_deal(setup->chosen), stream);
    if (bot->lookahead > 1)
        fprintf(stream, ", lookahead %u", bot->lookahead);
    fputs(bot->hold ? ", hold" : "", stream);
    fputs(bot->weights.score_before_clear ? ", scored before clearing\n" : "\n", stream);
}

static void bot_report_put_text(const bot_setup *setup, const bot_outcome *outcome,
                                FILE *stream)
{
    const df_bot_games_summary *summary = &outcome->summary;
    fputs("player      ", stream);
    bot_report_put_name(setup->player, stream);
    fputs(", ", stream);
    bot_report_put_game(setup, stream);
    fprintf(stream, "games       %" PRIu64, summary->games);
    if (summary->over < summary->games)
        fprintf(stream, ", %" PRIu64 " stopped before they ended",
                summary->games - summary->over);
    fprintf(stream, "\npieces      %" PRIu64 "\nlines       %" PRIu64 "\n", summary->pieces,
            summary->lines);
    fputs("clears     ", stream);
    for (unsigned i = 1; i <= bot_report_max_cleared(summary); i++)
        fprintf(stream, " %u: %" PRIu64 "%s", i, summary->clears[i],
                i < bot_report_max_cleared(summary) ? "," : "\n");
    if (summary->games > 1) {
        fprintf(stream, "mean        %.2f lines a game, standard error %.2f\n", summary->mean,
                summary->error);
        fprintf(stream, "median      %.1f, least %" PRIu64 ", most %" PRIu64 "\n",
                summary->median, summary->min, summary->max);
    }
    if (summary->games > 1 && summary->over > 0)
        fprintf(
            stream,
            "likely      %.2f lines a game, standard error %.2f: maximum-likelihood mean of an "
            "exponential distribution\n",
            summary->likely, summary->likely_error);
    fprintf(stream, "speed       %.0f pieces and %.0f placements a second, %.2f s\n",
            bot_report_rate(summary->pieces, outcome->seconds),
            bot_report_rate(summary->placements, outcome->seconds), outcome->seconds);
}

cli_status bot_report(const bot_setup *setup, const bot_outcome *outcome, FILE *stream)
{
    if (setup->chosen->json)
        return bot_report_put_json(setup, outcome);
    bot_report_put_text(setup, outcome, stream);
    return stream == stdout ? message_flush_stdout() : GO_ON;
}

/* Writes a weight as an exact decimal number. */
static void bot_report_format_weight(char text[40], int64_t weight)
{
    const uint64_t size = weight < 0 ? 0 - (uint64_t)weight : (uint64_t)weight;
    const uint64_t one = (uint64_t)DF_WEIGHT_ONE;
    int length = snprintf(text, 40, "%s%" PRIu64 ".%012" PRIu64, weight < 0 ? "-" : "",
                          size / one, size % one);
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[length - 1] = '\0';
}

static void bot_report_put_player(json_writer *json, const df_player *player)
{
    json_open_object(json, NULL);
    json_put_text(json, "name", player->name);
    json_put_text(json, "source", player->source);
    json_put_bool(json, "score_before_clear", player->weights.score_before_clear);
    json_open_object(json, "weights");
    for (unsigned i = 0; i < DF_FEATURES; i++) {
        char text[40];
        bot_report_format_weight(text, player->weights.weight[i]);
        if (player->weights.weight[i] != 0)
            json_put_raw(json, df_feature_names[i], text);
    }
    json_close(json);
    json_close(json);
}

static cli_status bot_report_put_players_json(void)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_open_array(&json, "players");
    for (size_t i = 0; i < DF_PLAYERS; i++)
        bot_report_put_player(&json, &df_players[i]);
    return json_print(&json);
}

cli_status bot_list_players(bool json)
{
    if (json)
        return bot_report_put_players_json();
    for (size_t i = 0; i < DF_PLAYERS; i++) {
        const df_player *player = &df_players[i];
        printf("%s%s: %s\n", i > 0 ? "\n" : "", player->name, player->source);
        for (unsigned f = 0; f < DF_FEATURES; f++) {
            char text[40];
            bot_report_format_weight(text, player->weights.weight[f]);
            if (player->weights.weight[f] != 0)
                printf("  %-20s %s\n", df_feature_names[f], text);
        }
        if (player->weights.score_before_clear)
            puts("  scored before lines are cleared");
    }
    return GO_ON;
}
