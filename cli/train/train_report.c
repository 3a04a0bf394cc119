#include <inttypes.h>
#include <stdio.h>

#include "cli/base/json.h"
#include "train_settings.h"

static uint64_t train_report_pieces(const df_train *train)
{
    uint64_t pieces = 0;
    for (size_t g = 0; g < df_train_generations(train); g++)
        pieces += train_sum(train, g).pieces;
    return pieces;
}

/* Returns the mean lines of a game in the last generation; there must be one. */
static double train_report_last_mean(const df_train *train)
{
    const df_train_tally last = train_sum(train, df_train_generations(train) - 1);
    return (double)last.lines / (double)df_train_items(train);
}

static void train_report_put_weights(json_writer *json, const df_train *train)
{
    df_weights weights;
    df_train_get_weights(train, &weights);
    json_open_object(json, "weights");
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        const int64_t units = weights.weight[f];
        const uint64_t size = units < 0 ? (uint64_t)-units : (uint64_t)units;
        const uint64_t one = (uint64_t)DF_WEIGHT_ONE;
        char text[48];
        snprintf(text, sizeof text, "%s%" PRIu64 ".%012" PRIu64, units < 0 ? "-" : "",
                 size / one, size % one);
        if ((df_train_get_options(train)->features >> f & 1) != 0)
            json_put_raw(json, df_feature_name((df_feature)f), text);
    }
    json_close(json);
}

static void train_report_put_boards(json_writer *json, const df_train *train)
{
    const df_train_options *options = df_train_get_options(train);
    const size_t generations = df_train_generations(train);
    json_open_array(json, "boards");
    for (unsigned b = 0; b < options->board_count; b++) {
        const unsigned games = options->boards[b].games;
        char name[24];
        train_name_board(name, &options->boards[b]);
        json_open_object(json, NULL);
        json_put_text(json, "board", name);
        json_put_number(json, "games", games);
        if (generations > 0)
            json_put_decimal(
                json, "mean_lines",
                (double)df_train_get_point(train, generations - 1)->boards[b].lines /
                    options->population / games);
        json_close(json);
    }
    json_close(json);
}

static int train_report_put_json(const df_train *train, const train_outcome *outcome)
{
    const df_train_options *options = df_train_get_options(train);
    const size_t generations = df_train_generations(train);
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_text(&json, "method", train_method_name(options->method));
    train_report_put_boards(&json, train);
    json_put_text(&json, "deal", df_deal_name(options->deal));
    json_put_number(&json, "seed", options->seed);
    json_put_number(&json, "population", options->population);
    json_put_number(&json, "max_pieces", options->max_pieces);
    json_put_number(&json, "generations", generations);
    json_put_number(&json, "pieces", train_report_pieces(train));
    train_report_put_weights(&json, train);
    json_put_bool(&json, "interrupted", outcome->interrupted);
    json_put_decimal(&json, "seconds", outcome->seconds);
    if (generations > 0)
        json_put_decimal(&json, "mean_lines", train_report_last_mean(train));
    return json_print(&json);
}

int train_report(const df_train *train, const train_outcome *outcome, bool json)
{
    if (json)
        return train_report_put_json(train, outcome);
    const size_t generations = df_train_generations(train);
    fprintf(stderr, "%zu generation%s, %" PRIu64 " pieces", generations,
            generations == 1 ? "" : "s", train_report_pieces(train));
    if (generations > 0)
        fprintf(stderr, ", %.2f lines a game in the last one", train_report_last_mean(train));
    fprintf(stderr, ", %.2f s\n", outcome->seconds);
    return -1;
}
