/* The output formats of a training: weights, state, learning curve; and the report. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/base/json.h"
#include "train_settings.h"

/* Returns the results of a generation, summed over the boards, as those of the first. */
static df_train_point train_sum(const df_train *train, size_t generation)
{
    const df_train_point *point = &df_train_get_state(train)->points[generation];
    df_train_point sum = {.spread = point->spread};
    for (unsigned b = 0; b < df_train_get_state(train)->options->board_count; b++) {
        sum.boards[0].best += point->boards[b].best;
        sum.boards[0].lines += point->boards[b].lines;
        sum.boards[0].pieces += point->boards[b].pieces;
    }
    return sum;
}

bool train_report_is_uneven(const df_train *train)
{
    const df_train_options *options = df_train_get_state(train)->options;
    for (size_t g = 0; g < df_train_get_state(train)->generations; g++) {
        const df_train_point sum = train_sum(train, g);
        if (sum.boards[0].best * options->population != sum.boards[0].lines)
            return true;
    }
    return false;
}

static df_status train_report_put_player(df_text *text, const void *content, df_error *error)
{
    (void)error;
    return df_weights_write(text, &df_train_get_state(content)->weights);
}

static df_status train_report_put_state(df_text *text, const void *content, df_error *error)
{
    (void)error;
    return df_train_write(text, content);
}

/* Returns the mean lines of a game; `lines` is the sum over `games` games of each candidate. */
static double train_report_mean(uint64_t lines, unsigned candidates, size_t games)
{
    return (double)lines / candidates / (double)games;
}

/* Writes a board as 10x20. */
static void train_report_name(char name[24], const df_train_options *options, unsigned board)
{
    snprintf(name, 24, "%ux%u", options->boards[board].width, options->boards[board].height);
}

/* Appends the result of a generation, with `games` games of each candidate, as JSON members. */
static void train_report_put_tally(df_text *text, const df_train *train,
                                   const df_train_point *point, unsigned b, size_t games)
{
    const unsigned population = df_train_get_state(train)->options->population;
    text_print(text, "\"mean\":%.6f,\"best\":%.6f,\"lines\":%" PRIu64 ",\"pieces\":%" PRIu64,
               train_report_mean(point->boards[b].lines, population, games),
               train_report_mean(point->boards[b].best, 1, games), point->boards[b].lines,
               point->boards[b].pieces);
}

static df_status train_report_put_jsonl(df_text *text, const void *content, df_error *error)
{
    (void)error;
    const df_train_options *options = df_train_get_state(content)->options;
    for (size_t g = 0; g < df_train_get_state(content)->generations; g++) {
        const df_train_point *point = &df_train_get_state(content)->points[g];
        const df_train_point sum = train_sum(content, g);
        df_text_format(text, "{\"generation\":%zu,", g + 1);
        train_report_put_tally(text, content, &sum, 0, df_train_get_state(content)->games);
        text_print(text, ",\"spread\":%.9g,\"boards\":[", point->spread);
        for (unsigned b = 0; b < options->board_count; b++) {
            char board[24];
            train_report_name(board, options, b);
            df_text_format(text, "%s{\"board\":\"%s\",", b > 0 ? "," : "", board);
            train_report_put_tally(text, content, point, b, options->boards[b].games);
            df_text_put_char(text, '}');
        }
        df_text_put(text, "]}\n");
    }
    return DF_OK;
}

static const output_format format_weights =
    TEXT_FORMAT("weights", ".weights", "the learnt player", train_report_put_player);
static const output_format format_jsonl = TEXT_FORMAT(
    "jsonl", ".jsonl", "the learning curve, one JSON object per line", train_report_put_jsonl);
static const output_format format_training =
    TEXT_FORMAT("training", ".training", "a state to resume from", train_report_put_state);

static const output_format *const outputs[] = {&format_weights, &format_jsonl};
const format_table train_formats = {outputs, sizeof outputs / sizeof outputs[0]};

static const output_format *const checkpoints[] = {&format_training};
const format_table train_checkpoint_formats = {checkpoints, 1};

static uint64_t train_report_pieces(const df_train *train)
{
    uint64_t pieces = 0;
    for (size_t g = 0; g < df_train_get_state(train)->generations; g++)
        pieces += train_sum(train, g).boards[0].pieces;
    return pieces;
}

/* Returns the mean lines of a game in the last generation; there must be one. */
static double train_report_last_mean(const df_train *train)
{
    const df_train_point last = train_sum(train, df_train_get_state(train)->generations - 1);
    return (double)last.boards[0].lines / (double)df_train_get_state(train)->items;
}

static void train_report_put_weights(json_writer *json, const df_train *train)
{
    const df_weights weights = df_train_get_state(train)->weights;
    json_open_object(json, "weights");
    for (unsigned f = 0; f < DF_FEATURES; f++) {
        const int64_t units = weights.weight[f];
        const uint64_t size = units < 0 ? (uint64_t)-units : (uint64_t)units;
        const uint64_t one = (uint64_t)DF_WEIGHT_ONE;
        char text[48];
        snprintf(text, sizeof text, "%s%" PRIu64 ".%012" PRIu64, units < 0 ? "-" : "",
                 size / one, size % one);
        if ((df_train_get_state(train)->options->features >> f & 1) != 0)
            json_put_raw(json, df_feature_names[f], text);
    }
    json_close(json);
}

static void train_report_put_boards(json_writer *json, const df_train *train)
{
    const df_train_options *options = df_train_get_state(train)->options;
    const size_t generations = df_train_get_state(train)->generations;
    json_open_array(json, "boards");
    for (unsigned b = 0; b < options->board_count; b++) {
        const unsigned games = options->boards[b].games;
        char name[24];
        train_report_name(name, options, b);
        json_open_object(json, NULL);
        json_put_text(json, "board", name);
        json_put_number(json, "games", games);
        if (generations > 0)
            json_put_decimal(
                json, "mean_lines",
                (double)df_train_get_state(train)->points[generations - 1].boards[b].lines /
                    options->population / games);
        json_close(json);
    }
    json_close(json);
}

static cli_status train_report_put_json(const df_train *train, const train_outcome *outcome)
{
    const df_train_options *options = df_train_get_state(train)->options;
    const size_t generations = df_train_get_state(train)->generations;
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_text(&json, "method", "cma");
    train_report_put_boards(&json, train);
    json_put_text(&json, "deal", df_deal_names[options->deal]);
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

cli_status train_report(const df_train *train, const train_outcome *outcome, bool json)
{
    if (json)
        return train_report_put_json(train, outcome);
    const size_t generations = df_train_get_state(train)->generations;
    fprintf(stderr, "%zu generation%s, %" PRIu64 " pieces", generations,
            generations == 1 ? "" : "s", train_report_pieces(train));
    if (generations > 0)
        fprintf(stderr, ", %.2f lines a game in the last one", train_report_last_mean(train));
    fprintf(stderr, ", %.2f s\n", outcome->seconds);
    return GO_ON;
}
