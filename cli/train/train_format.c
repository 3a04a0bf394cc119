/* The output formats of a training: weights, state, learning curve. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "train_settings.h"

static df_status train_format_write_weights(const void *content, out_stream *out,
                                            df_error *error)
{
    (void)error;
    df_weights weights;
    df_text text = {0};
    df_train_get_weights(content, &weights);
    df_weights_write(&text, &weights);
    return out_text(out, &text);
}

static df_status train_format_write_state(const void *content, out_stream *out, df_error *error)
{
    (void)error;
    df_text text = {0};
    df_train_write(&text, content);
    return out_text(out, &text);
}

__attribute__((format(printf, 2, 3))) static void train_format_put(df_text *text,
                                                                   const char *format, ...)
{
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    df_text_put(text, line);
}

df_train_tally train_sum(const df_train *train, size_t generation)
{
    const df_train_point *point = df_train_get_point(train, generation);
    df_train_tally sum = {0};
    for (unsigned b = 0; b < df_train_get_options(train)->board_count; b++) {
        sum.best += point->boards[b].best;
        sum.lines += point->boards[b].lines;
        sum.pieces += point->boards[b].pieces;
    }
    return sum;
}

/* Returns the mean lines of a game; `lines` is the sum over `games` games of each candidate. */
static double train_format_mean(uint64_t lines, unsigned candidates, size_t games)
{
    return (double)lines / candidates / (double)games;
}

static double train_format_best_lines(const df_train *train, size_t generation, unsigned board)
{
    return train_format_mean(df_train_get_point(train, generation)->boards[board].best, 1,
                             df_train_get_options(train)->boards[board].games);
}

static double train_format_mean_lines(const df_train *train, size_t generation, unsigned board)
{
    const df_train_options *options = df_train_get_options(train);
    return train_format_mean(df_train_get_point(train, generation)->boards[board].lines,
                             options->population, options->boards[board].games);
}

static df_status train_format_write_text(const void *content, out_stream *out, df_error *error)
{
    (void)error;
    const df_train_options *options = df_train_get_options(content);
    df_text text = {0};
    train_format_put(&text, "%10s %9s %14s %14s %16s %10s\n", "generation", "board",
                     "mean lines", "best lines", "pieces", "spread");
    for (size_t g = 0; g < df_train_generations(content); g++) {
        const df_train_point *point = df_train_get_point(content, g);
        for (unsigned b = 0; b < options->board_count; b++) {
            char board[24];
            train_name_board(board, &options->boards[b]);
            train_format_put(&text, "%10zu %9s %14.2f %14.2f %16" PRIu64 " %10.6f\n", g + 1,
                             board, train_format_mean_lines(content, g, b),
                             train_format_best_lines(content, g, b), point->boards[b].pieces,
                             point->spread);
        }
    }
    return out_text(out, &text);
}

/* Appends the result of a generation, with `games` games of each candidate, as JSON members. */
static void train_format_put_tally(df_text *text, const df_train *train,
                                   const df_train_tally *tally, size_t games)
{
    const unsigned population = df_train_get_options(train)->population;
    train_format_put(text,
                     "\"mean\":%.6f,\"best\":%.6f,\"lines\":%" PRIu64 ",\"pieces\":%" PRIu64,
                     train_format_mean(tally->lines, population, games),
                     train_format_mean(tally->best, 1, games), tally->lines, tally->pieces);
}

static df_status train_format_write_jsonl(const void *content, out_stream *out, df_error *error)
{
    (void)error;
    const df_train_options *options = df_train_get_options(content);
    df_text text = {0};
    for (size_t g = 0; g < df_train_generations(content); g++) {
        const df_train_point *point = df_train_get_point(content, g);
        const df_train_tally sum = train_sum(content, g);
        train_format_put(&text, "{\"generation\":%zu,", g + 1);
        train_format_put_tally(&text, content, &sum, df_train_games(content));
        train_format_put(&text, ",\"spread\":%.9g,\"boards\":[", point->spread);
        for (unsigned b = 0; b < options->board_count; b++) {
            char board[24];
            train_name_board(board, &options->boards[b]);
            train_format_put(&text, "%s{\"board\":\"%s\",", b > 0 ? "," : "", board);
            train_format_put_tally(&text, content, &point->boards[b], options->boards[b].games);
            df_text_put_char(&text, '}');
        }
        df_text_put(&text, "]}\n");
    }
    return out_text(out, &text);
}

/* The layout of a panel. The drawing has one panel for each board, one below the other. */
enum { WIDTH = 640, HEIGHT = 400, LEFT = 80, RIGHT = 620, TOP = 30, BOTTOM = 350 };

typedef double curve_value(const df_train *train, size_t generation, unsigned board);

static void train_format_put_curve(df_text *text, const df_train *train, unsigned board,
                                   curve_value *value, double max, const char *color)
{
    const size_t count = df_train_generations(train);
    train_format_put(text,
                     "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
                     "stroke-linejoin=\"round\" points=\"",
                     color);
    for (size_t g = 0; g < count; g++) {
        const double along = count > 1 ? (double)g / (double)(count - 1) : 0;
        train_format_put(text, "%s%.1f,%.1f", g > 0 ? " " : "",
                         LEFT + along * (double)(RIGHT - LEFT),
                         BOTTOM - value(train, g, board) / max * (double)(BOTTOM - TOP));
    }
    df_text_put(text, "\"/>\n");
}

/* Returns the next round number that is also round when divided by 4. */
static double train_format_round_up(double value)
{
    double unit = 1;
    while (unit * 10 < value)
        unit *= 10;
    static const double steps[] = {1, 2, 4, 6, 8, 10};
    size_t i = 0;
    while (steps[i] * unit < value)
        i++;
    return steps[i] * unit;
}

static void train_format_put_frame(df_text *text, const df_train *train, unsigned board,
                                   double max)
{
    char name[24];
    train_name_board(name, &df_train_get_options(train)->boards[board]);
    for (int i = 0; i <= 4; i++) {
        const int y = BOTTOM - i * (BOTTOM - TOP) / 4;
        train_format_put(text,
                         "<path d=\"M%d %dH%d\" stroke=\"#ccc\"/>"
                         "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.6g</text>\n",
                         LEFT, y, RIGHT, LEFT - 8, y + 4, max * i / 4);
    }
    train_format_put(text,
                     "<text x=\"%d\" y=\"%d\">1</text>\n"
                     "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%zu</text>\n"
                     "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">generation</text>\n",
                     LEFT, BOTTOM + 18, RIGHT, BOTTOM + 18, df_train_generations(train),
                     (LEFT + RIGHT) / 2, BOTTOM + 36);
    train_format_put(
        text,
        "<text x=\"%d\" y=\"18\">lines per game on %s: "
        "<tspan fill=\"#06c\">mean</tspan>, <tspan fill=\"#c60\">best candidate</tspan></text>"
        "\n",
        LEFT, name);
}

static void train_format_put_panel(df_text *text, const df_train *train, unsigned board)
{
    double max = 4;
    for (size_t g = 0; g < df_train_generations(train); g++) {
        const double best = train_format_best_lines(train, g, board),
                     mean = train_format_mean_lines(train, g, board);
        max = best > max ? best : max;
        max = mean > max ? mean : max;
    }
    max = train_format_round_up(max);
    train_format_put(text, "<g transform=\"translate(0 %u)\">\n", board * HEIGHT);
    train_format_put_frame(text, train, board, max);
    if (df_train_generations(train) > 0) {
        train_format_put_curve(text, train, board, train_format_best_lines, max, "#c60");
        train_format_put_curve(text, train, board, train_format_mean_lines, max, "#06c");
    }
    df_text_put(text, "</g>\n");
}

static df_status train_format_write_svg(const void *content, out_stream *out, df_error *error)
{
    (void)error;
    const unsigned boards = df_train_get_options(content)->board_count;
    df_text text = {0};
    train_format_put(&text,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%u\" "
                     "viewBox=\"0 0 %d %u\" font-family=\"sans-serif\" font-size=\"12\">\n"
                     "<rect width=\"%d\" height=\"%u\" fill=\"#fff\"/>\n",
                     WIDTH, boards * HEIGHT, WIDTH, boards * HEIGHT, WIDTH, boards * HEIGHT);
    for (unsigned b = 0; b < boards; b++)
        train_format_put_panel(&text, content, b);
    df_text_put(&text, "</svg>\n");
    return out_text(out, &text);
}

static const output_format format_weights = {
    "weights", "the learnt player", {".weights"}, .write = train_format_write_weights};
static const output_format format_svg = {
    "svg", "the learning curve as a drawing", {".svg"}, .write = train_format_write_svg};
static const output_format format_jsonl = {.name = "jsonl",
                                           .summary =
                                               "the learning curve, one JSON object per line",
                                           .extensions = {".jsonl"},
                                           .write = train_format_write_jsonl};
static const output_format format_txt = {
    "txt", "the learning curve as a table", {".txt"}, .write = train_format_write_text};
static const output_format format_training = {
    "training", "a state to resume from", {".training"}, .write = train_format_write_state};

static const output_format *const outputs[] = {&format_weights, &format_svg, &format_jsonl,
                                               &format_txt};
const format_table train_formats = {outputs, sizeof outputs / sizeof outputs[0]};

static const output_format *const checkpoints[] = {&format_training};
const format_table train_checkpoint_formats = {checkpoints, 1};
