/* Plays several players on the same deals, and reports their figures side by side. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bot_settings.h"
#include "cli/base/cleanup.h"
#include "cli/base/clock.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/progress.h"
#include "cli/base/utf8.h"

enum { USUAL_GAMES = 100, MAX_PLAYERS = 64 };

/* Standard errors on either side of a mean that enclose 95 % of a normal distribution. */
#define LEAGUE_WIDTH 1.959964

typedef struct league_entry {
    char *name; /* of a player, or of a file of weights */
    df_weights weights;
    df_bot_games_summary summary;
    double seconds; /* of all processors */
} league_entry;

typedef struct league {
    const bot_setup *setup;
    league_entry entries[MAX_PLAYERS];
    size_t count;
    uint64_t games; /* of each player */
    uint64_t done;  /* games of the players before the current one */
    size_t width;   /* of the longest name, in bytes */
    output_list outputs;
    bool interrupted;
} league;

static void league_free(league *self)
{
    for (size_t i = 0; i < self->count; i++)
        free(self->entries[i].name);
    output_list_free(&self->outputs);
    free(self);
}

/* Adds a player by its name of `length` bytes. */
static cli_status league_add(league *self, const char *name, size_t length)
{
    if (self->count == MAX_PLAYERS)
        return message_usage("bot", "--league takes at most %d players", MAX_PLAYERS);
    league_entry *entry = &self->entries[self->count];
    entry->name = malloc(length + 1);
    if (entry->name == NULL)
        return message("out of memory");
    memcpy(entry->name, name, length);
    entry->name[length] = '\0';
    self->count++;
    if (length == 0)
        return message_usage("bot", "--league needs names of players separated by commas, such "
                                    "as dt20,dropforge, or all");
    if (length > self->width)
        self->width = length;
    const df_player *player = df_player_find(name, length);
    cli_status status = GO_ON;
    if (player != NULL)
        entry->weights = player->weights;
    else if (strpbrk(entry->name, "./") == NULL)
        status = message_usage("bot",
                               "no player is called '%s'; 'dropforge bot --players' lists "
                               "them; the name of a file must have a '.' or a '/'",
                               entry->name);
    else
        status = bot_read_weights(entry->name, &entry->weights);
    entry->weights.score_before_clear |= self->setup->chosen->score_before_clear;
    return status;
}

/* Adds the players of a list with commas; 'all' is all built-in ones. */
static cli_status league_add_all(league *self, const char *names)
{
    cli_status status = GO_ON;
    for (const char *at = names; status == GO_ON; at++) {
        at += strspn(at, " ");
        const size_t length = strcspn(at, ",");
        if (length == 3 && memcmp(at, "all", length) == 0) {
            for (size_t i = 0; status == GO_ON && i < DF_PLAYERS; i++)
                status = league_add(self, df_players[i].name, strlen(df_players[i].name));
        } else {
            status = league_add(self, at, length);
        }
        at += length;
        if (*at == '\0')
            break;
    }
    return status;
}

static bool league_watch(void *context, const df_progress *progress)
{
    const league *self = context;
    progress_set(self->done + progress->done, self->games * self->count);
    return !cleanup_is_asked();
}

/* Plays the games of one player. */
static cli_status league_play(league *self, league_entry *entry)
{
    df_bot_game_options options = self->setup->options;
    options.count = self->games;
    options.jobs = choice_jobs(self->setup->chosen->jobs);
    options.watch = league_watch;
    options.watch_context = self;
    options.bot.weights = entry->weights;
    const double begin = clock_processor_seconds();
    df_error error = {0};
    const df_status status = df_bot_games_play(NULL, &options, &entry->summary, &error);
    entry->seconds = clock_processor_seconds() - begin;
    self->done += self->games;
    self->interrupted = status == DF_ERROR_CANCELLED;
    return status == DF_OK || self->interrupted ? GO_ON : message_status(status, &error);
}

/* Plays all; an interruption leaves those that were played to the end. */
static cli_status league_play_all(league *self)
{
    cli_status status = GO_ON;
    size_t played = 0;
    cleanup_begin_work();
    progress_begin("playing");
    while (status == GO_ON && !self->interrupted && played < self->count) {
        status = league_play(self, &self->entries[played]);
        played += status == GO_ON && !self->interrupted;
    }
    progress_end();
    cleanup_end_work();
    for (size_t i = played; i < self->count; i++)
        free(self->entries[i].name);
    self->count = played;
    if (status == GO_ON && self->interrupted && played == 0) {
        message("interrupted before the first player had played its games");
        cleanup_obey();
    }
    if (status == GO_ON && self->interrupted)
        message("interrupted; the results are those of the players before");
    return status;
}

/* True if some games were stopped, and the exponential mean is the one to look at. */
static bool league_is_estimated(const df_bot_games_summary *summary)
{
    return summary->over > 0 && summary->over < summary->games;
}

/* Returns the lines of a game; if none is over, they are a lower bound. */
static double league_value(const df_bot_games_summary *summary)
{
    return league_is_estimated(summary) ? summary->likely : summary->mean;
}

/* Orders players by the lines of a game, the best first; of the best no game is over. */
static cli_status league_compare(const void *a, const void *b)
{
    const df_bot_games_summary *one = &((const league_entry *)a)->summary;
    const df_bot_games_summary *other = &((const league_entry *)b)->summary;
    const double left = league_value(one), right = league_value(other);
    if ((one->over == 0) != (other->over == 0))
        return one->over == 0 ? GO_ON : 1;
    return (left < right) - (left > right);
}

static bool league_has_interval(const df_bot_games_summary *summary)
{
    return summary->games > 1 && summary->over > 0;
}

/* Returns the lines that are so many standard errors off; without an interval, the lines. */
static double league_end(const df_bot_games_summary *summary, double errors)
{
    if (!league_has_interval(summary))
        return league_value(summary);
    /* The sum of exponential numbers has a logarithm that is nearly normal. */
    if (league_is_estimated(summary))
        return summary->likely * exp(errors / sqrt((double)summary->over));
    return fmax(summary->mean + errors * summary->error, 0);
}

static double league_low(const df_bot_games_summary *summary)
{
    return league_end(summary, -LEAGUE_WIDTH);
}

static double league_high(const df_bot_games_summary *summary)
{
    return league_end(summary, LEAGUE_WIDTH);
}

static double league_rate(const league_entry *entry)
{
    return entry->seconds > 0 ? (double)entry->summary.pieces / entry->seconds : 0;
}

static cli_status league_put_json(const league *self)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    bot_report_put_rules(&json, self->setup);
    json_open_array(&json, "players");
    for (size_t i = 0; i < self->count; i++) {
        const league_entry *entry = &self->entries[i];
        const bool has_interval = league_has_interval(&entry->summary);
        json_open_object(&json, NULL);
        json_put_text(&json, "player", entry->name);
        bot_report_put_summary(&json, &entry->summary);
        bot_report_put_mean(&json, "low", league_low(&entry->summary), has_interval);
        bot_report_put_mean(&json, "high", league_high(&entry->summary), has_interval);
        json_put_decimal(&json, "cpu_seconds", entry->seconds);
        json_put_decimal(&json, "pieces_per_cpu_second", league_rate(entry));
        json_close(&json);
    }
    json_close(&json);
    json_put_bool(&json, "interrupted", self->interrupted);
    return json_print(&json);
}

static void league_put_row(const league *self, const league_entry *entry, FILE *stream)
{
    const df_bot_games_summary *summary = &entry->summary;
    char interval[64] = "", likely[64] = "";
    const int decimals = league_high(summary) < 1e6;
    if (league_has_interval(summary))
        snprintf(interval, sizeof interval, "%.*f to %.*f", decimals, league_low(summary),
                 decimals, league_high(summary));
    else if (summary->over == 0)
        snprintf(interval, sizeof interval, "above %.1f", summary->mean);
    if (summary->over > 0)
        snprintf(likely, sizeof likely, "%.1f", summary->likely);
    bot_report_put_name(entry->name, stream);
    fprintf(stream, "%*s %7" PRIu64 " %7" PRIu64 " %9.1f %11s  %-19s%9.0f\n",
            (int)(self->width - strlen(entry->name)), "", summary->games,
            summary->games - summary->over, summary->mean, likely, interval,
            league_rate(entry));
}

static cli_status league_report(const league *self, FILE *stream)
{
    if (self->setup->chosen->json)
        return league_put_json(self);
    bot_report_put_game(self->setup, stream);
    fprintf(stream, "%-*s %7s %7s %9s %11s  %-19s%9s\n", (int)self->width, "player", "games",
            "stopped", "mean", "exponential", "95 % interval", "pieces/s");
    for (size_t i = 0; i < self->count; i++)
        league_put_row(self, &self->entries[i], stream);
    return stream == stdout ? message_flush_stdout() : GO_ON;
}

/* Appends the name of a player as a field, in quotes if it has some. */
static void league_put_field(df_text *text, const char *name)
{
    const char *quote = strpbrk(name, "\"\r\n") != NULL ? "\"" : "";
    df_text_put(text, quote);
    for (; *name != '\0'; name++) {
        if (*name == '"')
            df_text_put_char(text, '"');
        df_text_put_char(text, *name);
    }
    df_text_put(text, quote);
}

static df_status league_put_csv(df_text *text, const void *content, df_error *error)
{
    const league *self = content;
    (void)error;
    df_text_put(text, "player,games,over,pieces,lines,mean,standard_error,low,high,median,"
                      "exponential_mean,exponential_error\n");
    for (size_t i = 0; i < self->count; i++) {
        const df_bot_games_summary *sum = &self->entries[i].summary;
        char spread[50] = "", interval[100] = ",", likely[100] = ",";
        if (sum->games > 1)
            snprintf(spread, sizeof spread, "%.6f", sum->error);
        if (league_has_interval(sum))
            snprintf(interval, sizeof interval, "%.6f,%.6f", league_low(sum), league_high(sum));
        if (sum->over > 0)
            snprintf(likely, sizeof likely, "%.6f,%.6f", sum->likely, sum->likely_error);
        league_put_field(text, self->entries[i].name);
        text_print(text,
                   ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%s,%s,%.1f,%s\n",
                   sum->games, sum->over, sum->pieces, sum->lines, sum->mean, spread, interval,
                   sum->median, likely);
    }
    return DF_OK;
}

/* The drawing: a row for each player, and an axis of logarithms. In pixels. */
enum { PLOT_LETTER = 8, PLOT_ROW = 30, PLOT_AXIS = 560, PLOT_GAP = 20, PLOT_NAME = 40 };

typedef struct league_axis {
    double low, high; /* lines at its ends */
    unsigned left;
} league_axis;

static league_axis league_axis_make(const league *self)
{
    const unsigned letters = (unsigned)(self->width < PLOT_NAME ? self->width : PLOT_NAME);
    league_axis axis = {
        .low = HUGE_VAL, .high = 1, .left = PLOT_LETTER * letters + 2 * PLOT_GAP};
    for (size_t i = 0; i < self->count; i++) {
        const df_bot_games_summary *summary = &self->entries[i].summary;
        axis.low =
            fmin(axis.low, fmax(league_low(summary), fmax(league_value(summary) / 10, 1)));
        axis.high = fmax(axis.high, league_high(summary));
    }
    /* Of 1, 2, 5, 10 and so on two at least are on the axis. */
    const double margin = fmax(1.1, sqrt(6 * axis.low / axis.high));
    axis.low /= margin;
    axis.high *= margin;
    return axis;
}

/* The place of a number of lines; an interval that reaches 0 ends at the beginning. */
static double league_axis_x(const league_axis *axis, double lines)
{
    return axis->left +
           PLOT_AXIS * log(fmax(lines, axis->low) / axis->low) / log(axis->high / axis->low);
}

/* Draws marks at 1, 2, 5, 10 and so on, or, on a long axis, at powers of ten. */
static void league_draw_axis(const league_axis *axis, unsigned bottom, df_text *text)
{
    static const double steps[] = {1, 2, 5};
    const unsigned of_each = axis->high > 200 * axis->low ? 1 : 3;
    const double first = pow(10, floor(log10(axis->low)));
    for (unsigned i = 0;; i++) {
        const double mark = first * pow(10, i / of_each) * steps[i % of_each];
        if (mark > axis->high)
            break;
        if (mark < axis->low)
            continue;
        text_print(text,
                   "<path class=\"axis\" d=\"M%.1f %dV%u\"/>"
                   "<text text-anchor=\"middle\" x=\"%.1f\" y=\"%u\">%.10g</text>\n",
                   league_axis_x(axis, mark), PLOT_GAP, bottom, league_axis_x(axis, mark),
                   bottom + 18, mark);
    }
    df_text_format(text, "<text x=\"%u\" y=\"%u\">lines</text>\n", (unsigned)PLOT_GAP,
                   bottom + 18);
}

/* Draws the lines of each player and their interval, which is open if no game is over. */
static df_status league_put_svg(df_text *text, const void *content, df_error *error)
{
    const league *self = content;
    const league_axis axis = league_axis_make(self);
    const unsigned bottom = PLOT_GAP + PLOT_ROW * (unsigned)self->count;
    (void)error;
    df_text_format(text,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" ",
                   axis.left + PLOT_AXIS + 2 * PLOT_GAP, bottom + 2 * PLOT_GAP);
    df_text_put(text, "font-family=\"monospace\" font-size=\"13\">\n<style>.axis{stroke:#ccc}"
                      ".range{stroke:#06c;stroke-width:2}circle{fill:#06c}</style>\n"
                      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    league_draw_axis(&axis, bottom, text);
    for (unsigned i = 0; i < self->count; i++) {
        const df_bot_games_summary *summary = &self->entries[i].summary;
        const unsigned y = PLOT_GAP + PLOT_ROW * i + PLOT_ROW / 2;
        char name[PLOT_NAME + 1];
        snprintf(name, sizeof name, "%s", self->entries[i].name);
        utf8_make_harmless(name);
        df_text_format(text, "<text x=\"%u\" y=\"%u\">", (unsigned)PLOT_GAP, y + 5);
        df_text_put_escaped(text, name);
        text_print(text,
                   "</text><path class=\"range\" d=\"M%.1f %uH%.1f\"/>"
                   "<circle r=\"4\" cx=\"%.1f\" cy=\"%u\"/>\n",
                   league_axis_x(&axis, league_low(summary)), y,
                   league_axis_x(&axis, summary->over > 0 ? league_high(summary) : axis.high),
                   league_axis_x(&axis, league_value(summary)), y);
    }
    df_text_put(text, "</svg>\n");
    return DF_OK;
}

static const output_format format_csv =
    TEXT_FORMAT("csv", ".csv", "the table of a league", league_put_csv);
static const output_format format_svg =
    TEXT_FORMAT("svg", ".svg", "a drawing of a league", league_put_svg);
static const output_format *const league_formats[] = {&format_csv, &format_svg};
const format_table bot_league_formats = {league_formats, 2};

static cli_status league_open_outputs(league *self)
{
    const bot_settings *chosen = self->setup->chosen;
    const text_list *paths = output_paths(&chosen->paths, chosen->format != NULL);
    cli_status status = output_list_begin(&self->outputs, "bot", paths, chosen->format,
                                          &bot_league_formats, chosen->json);
    for (size_t i = 0; status == GO_ON && i < self->count; i++)
        status = output_list_spare(&self->outputs, self->entries[i].name);
    if (status == GO_ON)
        status = output_list_spare(&self->outputs, chosen->queue);
    if (status == GO_ON)
        status = output_list_spare(&self->outputs, chosen->pieces.path);
    return status == GO_ON ? output_list_open(&self->outputs) : status;
}

cli_status bot_league(const bot_setup *setup)
{
    league *self = calloc(1, sizeof *self);
    if (self == NULL)
        return message("out of memory");
    self->setup = setup;
    self->games = setup->chosen->games > 0       ? setup->chosen->games
                  : setup->chosen->queue != NULL ? 1
                                                 : USUAL_GAMES;
    self->width = strlen("player");
    cli_status status = league_add_all(self, setup->chosen->league);
    if (status == GO_ON)
        status = league_open_outputs(self);
    if (status == GO_ON)
        status = league_play_all(self);
    if (status == GO_ON) {
        qsort(self->entries, self->count, sizeof self->entries[0], league_compare);
        const bool is_taken = output_list_uses_stdout(&self->outputs);
        status = output_list_write(&self->outputs, self);
        if (status == GO_ON)
            status = league_report(self, is_taken ? stderr : stdout);
    }
    league_free(self);
    return status;
}
