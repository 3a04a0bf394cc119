/* What games came to, and the list of players, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "bot_settings.h"
#include "json.h"
#include "message.h"
#include "utf8.h"

/* Longer than any path. */
enum { MAX_NAME = 8192 };

static double rate(uint64_t count, double seconds)
{
    return seconds > 0 ? (double)count / seconds : 0;
}

/* The most rows that a drop has cleared, but at least 4. */
static unsigned most_cleared(const df_games_summary *summary)
{
    unsigned most = DF_PIECE_MAX_SQUARES;
    while (most > 4 && summary->clears[most] == 0)
        most--;
    return most;
}

static bool add_rules(cJSON *object, const bot_setup *setup)
{
    const df_bot_options *bot = &setup->options.bot;
    char board[24];
    snprintf(board, sizeof board, "%ux%u", bot->width, bot->height);
    return json_add_text(object, "player", setup->player) &&
           cJSON_AddStringToObject(object, "board", board) != NULL &&
           cJSON_AddStringToObject(object, "rules", bot_reach_name(bot->reach)) != NULL &&
           json_add_text(object, "deal", bot_deal_name(&setup->chosen->deal)) &&
           json_add_number(object, "pieces_in_set", bot->set->count) &&
           json_add_number(object, "lookahead", bot->lookahead > 0 ? bot->lookahead : 1) &&
           cJSON_AddBoolToObject(object, "hold", bot->hold) != NULL &&
           cJSON_AddBoolToObject(object, "score_before_clear",
                                 bot->weights.score_before_clear) != NULL &&
           json_add_number(object, "seed", setup->options.seed) &&
           json_add_number(object, "max_lines", setup->options.max_lines) &&
           json_add_number(object, "max_pieces", setup->options.max_pieces);
}

static bool add_clears(cJSON *object, const df_games_summary *summary)
{
    cJSON *clears = cJSON_AddObjectToObject(object, "clears");
    bool fits = clears != NULL;
    for (unsigned i = 1; fits && i <= most_cleared(summary); i++) {
        char key[12];
        snprintf(key, sizeof key, "%u", i);
        fits = json_add_number(clears, key, summary->clears[i]);
    }
    return fits;
}

/* Six decimals, or null where it is not known. */
static bool add_mean(cJSON *object, const char *key, double value, bool is_known)
{
    return is_known ? json_add_seconds(object, key, value)
                    : cJSON_AddNullToObject(object, key) != NULL;
}

static bool add_summary(cJSON *object, const df_games_summary *summary)
{
    char fingerprint[24];
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, summary->fingerprint);
    return json_add_number(object, "games", summary->games) &&
           json_add_number(object, "over", summary->over) &&
           json_add_number(object, "pieces", summary->pieces) &&
           json_add_number(object, "lines", summary->lines) &&
           json_add_number(object, "placements", summary->placements) &&
           add_clears(object, summary) && add_mean(object, "mean", summary->mean, true) &&
           add_mean(object, "standard_error", summary->error, summary->games > 1) &&
           add_mean(object, "median", summary->median, true) &&
           json_add_number(object, "least", summary->least) &&
           json_add_number(object, "most", summary->most) &&
           add_mean(object, "exponential_mean", summary->likely, summary->over > 0) &&
           add_mean(object, "exponential_error", summary->likely_error, summary->over > 0) &&
           cJSON_AddStringToObject(object, "fingerprint", fingerprint) != NULL;
}

static bool fill(cJSON *object, const bot_setup *setup, const bot_outcome *outcome)
{
    const df_games_summary *summary = &outcome->summary;
    return add_rules(object, setup) && add_summary(object, summary) &&
           cJSON_AddBoolToObject(object, "interrupted", outcome->interrupted) != NULL &&
           json_add_seconds(object, "seconds", outcome->seconds) &&
           json_add_seconds(object, "pieces_per_second",
                            rate(summary->pieces, outcome->seconds)) &&
           json_add_seconds(object, "placements_per_second",
                            rate(summary->placements, outcome->seconds));
}

static void bot_report_put_name(const char *name, FILE *stream)
{
    char harmless[MAX_NAME];
    snprintf(harmless, sizeof harmless, "%s", name);
    utf8_make_harmless(harmless);
    fputs(harmless, stream);
}

static void put_text(const bot_setup *setup, const bot_outcome *outcome, FILE *stream)
{
    const df_games_summary *summary = &outcome->summary;
    const df_bot_options *bot = &setup->options.bot;
    fputs("player      ", stream);
    bot_report_put_name(setup->player, stream);
    fprintf(stream, ", %ux%u, %s, ", bot->width, bot->height, bot_reach_name(bot->reach));
    bot_report_put_name(bot_deal_name(&setup->chosen->deal), stream);
    if (bot->lookahead > 1)
        fprintf(stream, ", lookahead %u", bot->lookahead);
    fputs(bot->hold ? ", hold" : "", stream);
    fputs(bot->weights.score_before_clear ? ", scored before clearing\n" : "\n", stream);
    fprintf(stream, "games       %" PRIu64, summary->games);
    if (summary->over < summary->games)
        fprintf(stream, ", %" PRIu64 " stopped before their end",
                summary->games - summary->over);
    fprintf(stream, "\npieces      %" PRIu64 "\nlines       %" PRIu64 "\n", summary->pieces,
            summary->lines);
    fputs("clears     ", stream);
    for (unsigned i = 1; i <= most_cleared(summary); i++)
        fprintf(stream, " %u: %" PRIu64 "%s", i, summary->clears[i],
                i < most_cleared(summary) ? "," : "\n");
    if (summary->games > 1) {
        fprintf(stream, "mean        %.2f lines a game, standard error %.2f\n", summary->mean,
                summary->error);
        fprintf(stream, "median      %.1f, least %" PRIu64 ", most %" PRIu64 "\n",
                summary->median, summary->least, summary->most);
    }
    if (summary->games > 1 && summary->over > 0)
        fprintf(
            stream,
            "likely      %.2f lines a game, standard error %.2f: the mean of an exponential by "
            "maximum likelihood\n",
            summary->likely, summary->likely_error);
    fprintf(stream, "speed       %.0f pieces and %.0f placements a second, %.2f s\n",
            rate(summary->pieces, outcome->seconds),
            rate(summary->placements, outcome->seconds), outcome->seconds);
}

int bot_report(const bot_setup *setup, const bot_outcome *outcome, FILE *stream)
{
    if (setup->chosen->json) {
        cJSON *object = cJSON_CreateObject();
        return json_print(object, object != NULL && fill(object, setup, outcome));
    }
    put_text(setup, outcome, stream);
    /* Before the outputs are moved to their places: all or nothing. */
    if (stream == stdout && (fflush(stdout) != 0 || ferror(stdout)))
        return message("standard output: cannot be written");
    return -1;
}

/* A weight in decimal, exactly. */
static void describe_weight(char text[40], int64_t weight)
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

static bool add_weights(cJSON *object, const df_weights *weights)
{
    cJSON *table = cJSON_AddObjectToObject(object, "weights");
    bool fits = table != NULL;
    for (unsigned i = 0; fits && i < DF_FEATURES; i++) {
        char text[40];
        describe_weight(text, weights->weight[i]);
        if (weights->weight[i] != 0)
            fits = cJSON_AddRawToObject(table, df_feature_name((df_feature)i), text) != NULL;
    }
    return fits;
}

static bool add_player(cJSON *array, const df_player *player)
{
    cJSON *object = cJSON_CreateObject();
    if (object == NULL || !cJSON_AddItemToArray(array, object)) {
        cJSON_Delete(object);
        return false;
    }
    return cJSON_AddStringToObject(object, "name", player->name) != NULL &&
           cJSON_AddStringToObject(object, "source", player->source) != NULL &&
           cJSON_AddBoolToObject(object, "score_before_clear",
                                 player->weights.score_before_clear) != NULL &&
           add_weights(object, &player->weights);
}

static int put_players_json(void)
{
    cJSON *object = cJSON_CreateObject();
    cJSON *array = object != NULL ? cJSON_AddArrayToObject(object, "players") : NULL;
    bool fits = array != NULL;
    for (size_t i = 0; fits && df_player_get(i) != NULL; i++)
        fits = add_player(array, df_player_get(i));
    return json_print(object, fits);
}

int bot_list_players(bool json)
{
    if (json)
        return put_players_json();
    for (size_t i = 0; df_player_get(i) != NULL; i++) {
        const df_player *player = df_player_get(i);
        printf("%s%s: %s\n", i > 0 ? "\n" : "", player->name, player->source);
        for (unsigned f = 0; f < DF_FEATURES; f++) {
            char text[40];
            describe_weight(text, player->weights.weight[f]);
            if (player->weights.weight[f] != 0)
                printf("  %-20s %s\n", df_feature_name((df_feature)f), text);
        }
        if (player->weights.score_before_clear)
            puts("  scored before lines are cleared");
    }
    return -1;
}
