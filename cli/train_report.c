#include <inttypes.h>
#include <stdio.h>

#include "json.h"
#include "train_settings.h"

static uint64_t all_pieces(const df_train *train)
{
    uint64_t pieces = 0;
    for (size_t g = 0; g < df_train_generations(train); g++)
        pieces += train_sum(train, g).pieces;
    return pieces;
}

/* Mean lines of a game in the last generation; there is one. */
static double last_mean(const df_train *train)
{
    const df_train_tally last = train_sum(train, df_train_generations(train) - 1);
    return (double)last.lines / (double)df_train_items(train);
}

static bool add_weights(cJSON *object, const df_train *train)
{
    df_weights weights;
    df_train_get_weights(train, &weights);
    cJSON *list = cJSON_AddObjectToObject(object, "weights");
    bool fits = list != NULL;
    for (unsigned f = 0; fits && f < DF_FEATURES; f++) {
        const int64_t units = weights.weight[f];
        const uint64_t size = units < 0 ? (uint64_t)-units : (uint64_t)units;
        const uint64_t one = (uint64_t)DF_WEIGHT_ONE;
        char text[48];
        snprintf(text, sizeof text, "%s%" PRIu64 ".%012" PRIu64, units < 0 ? "-" : "",
                 size / one, size % one);
        if ((df_train_get_options(train)->features >> f & 1) != 0)
            fits = cJSON_AddRawToObject(list, df_feature_name((df_feature)f), text) != NULL;
    }
    return fits;
}

static bool add_boards(cJSON *object, const df_train *train)
{
    const df_train_options *options = df_train_get_options(train);
    const size_t generations = df_train_generations(train);
    cJSON *list = cJSON_AddArrayToObject(object, "boards");
    bool fits = list != NULL;
    for (unsigned b = 0; fits && b < options->board_count; b++) {
        const unsigned games = options->boards[b].games;
        cJSON *board = cJSON_CreateObject();
        char name[24];
        train_name_board(name, &options->boards[b]);
        /* An array takes whatever is not NULL. */
        fits = cJSON_AddItemToArray(list, board) &&
               cJSON_AddStringToObject(board, "board", name) != NULL &&
               json_add_number(board, "games", games);
        if (fits && generations > 0)
            fits = json_add_seconds(
                board, "mean_lines",
                (double)df_train_get_point(train, generations - 1)->boards[b].lines /
                    options->population / games);
    }
    return fits;
}

static bool fill(cJSON *object, const df_train *train, const train_outcome *outcome)
{
    const df_train_options *options = df_train_get_options(train);
    const size_t generations = df_train_generations(train);
    const bot_deal deal = {.deal = options->deal};
    const bool fits =
        object != NULL &&
        cJSON_AddStringToObject(object, "method", train_method_name(options->method)) != NULL &&
        add_boards(object, train) &&
        cJSON_AddStringToObject(object, "deal", bot_deal_name(&deal)) != NULL &&
        json_add_number(object, "seed", options->seed) &&
        json_add_number(object, "population", options->population) &&
        json_add_number(object, "max_pieces", options->max_pieces) &&
        json_add_number(object, "generations", generations) &&
        json_add_number(object, "pieces", all_pieces(train)) && add_weights(object, train) &&
        cJSON_AddBoolToObject(object, "interrupted", outcome->interrupted) != NULL &&
        json_add_seconds(object, "seconds", outcome->seconds);
    return fits &&
           (generations == 0 || json_add_seconds(object, "mean_lines", last_mean(train)));
}

int train_report(const df_train *train, const train_outcome *outcome, bool json)
{
    if (json) {
        cJSON *object = cJSON_CreateObject();
        return json_print(object, fill(object, train, outcome));
    }
    const size_t generations = df_train_generations(train);
    fprintf(stderr, "%zu generation%s, %" PRIu64 " pieces", generations,
            generations == 1 ? "" : "s", all_pieces(train));
    if (generations > 0)
        fprintf(stderr, ", at last %.2f lines a game", last_mean(train));
    fprintf(stderr, ", %.2f s\n", outcome->seconds);
    return -1;
}
