/* Plays games without showing them: records the first one if there are outputs, and reports the
 * statistics of all. */
#include <stdlib.h>

#include "bot_print_game.h"
#include "cli/base/cleanup.h"
#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/progress.h"
#include "cli/formats/render.h"

/* Longer plans and films would be of no use. */
enum { MAX_DROPS = 1000000, MAX_FILMED = 5000 };

typedef struct bot_play_player {
    const bot_setup *setup;
    uint64_t games;
    df_bot_game_result *results; /* one for each game */
    df_plan *plan;               /* of the first game where there are outputs, or NULL */
    bot_print_game *printed;     /* the only game, which has the plan; or NULL */
    bool has_stopped;
    bot_outcome outcome;
} bot_play_player;

/* Returns the number of drops that the outputs can hold. */
static unsigned bot_play_max_drops(const output_list *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        if (outputs->items[i].format->is_film)
            return MAX_FILMED;
    }
    return MAX_DROPS;
}

/* Plays the first game drop by drop into the plan. */
static cli_status bot_play_add_drops(bot_play_player *self, df_bot_game *game)
{
    const unsigned max = bot_play_max_drops(&self->outcome.outputs);
    df_outcome outcome = DF_FOUND;
    for (size_t i = 0; outcome == DF_FOUND && !self->has_stopped; i++) {
        df_drop drop;
        df_status status = df_bot_game_step(game, &drop, &outcome);
        if (status == DF_OK && outcome == DF_FOUND && i == max)
            return message("the first game has more than %u drops, too many for these "
                           "outputs; stop it with --max-pieces %u or less%s",
                           max, max, max == MAX_FILMED ? ", or write only a drop list" : "");
        if (status == DF_OK && outcome == DF_FOUND)
            status = df_plan_add(self->plan, drop);
        if (status != DF_OK)
            return message("out of memory");
        progress_set(i, self->setup->options.max_pieces);
        self->has_stopped = cleanup_is_asked();
    }
    self->results[0] = *df_bot_game_get_result(game, NULL);
    return GO_ON;
}

static cli_status bot_play_record(bot_play_player *self)
{
    const df_bot_game_options *options = &self->setup->options;
    df_bot_game *game = NULL;
    df_error error = {0};
    df_status status =
        df_plan_create(&self->plan, options->bot.width, options->bot.height, options->bot.set);
    if (status == DF_OK)
        status = df_bot_game_create(&game, options, &error);
    if (status != DF_OK)
        return message_status(status, &error);
    self->plan->rules = options->bot.rules;
    piece_choice_paint(&self->setup->pieces, self->plan);
    const cli_status answer = bot_play_add_drops(self, game);
    df_bot_game_free(game);
    return answer;
}

/* Plays the game in which a picture is printed. */
static cli_status bot_play_print(bot_play_player *self)
{
    bot_print_game *game = self->printed;
    df_outcome outcome = DF_FOUND;
    df_status status = DF_OK;
    while (outcome == DF_FOUND && status == DF_OK && !self->has_stopped) {
        df_drop drop;
        status = bot_print_game_step(game, &drop, &outcome);
        progress_set(game->result.pieces, 0);
        self->has_stopped = cleanup_is_asked();
    }
    if (self->has_stopped)
        message("interrupted; the result is that of the game so far");
    game->is_left = self->has_stopped;
    if (status == DF_OK)
        status = bot_print_game_end(game);
    self->plan = game->plan;
    return message_status(status, NULL);
}

static bool bot_play_watch(void *context, const df_progress *progress)
{
    const bot_play_player *self = context;
    const uint64_t max = self->setup->options.max_pieces;
    if (self->games > 1)
        progress_set(progress->done, self->games);
    else
        progress_set(progress->drops, max);
    return !cleanup_is_asked();
}

/* Plays the games that are not recorded. */
static cli_status bot_play_rest(bot_play_player *self)
{
    const uint64_t first = self->plan != NULL ? 1 : 0;
    df_bot_game_options options = self->setup->options;
    options.first = first;
    options.count = self->games - first;
    options.jobs = choice_jobs(self->setup->chosen->jobs);
    options.watch = bot_play_watch;
    options.watch_context = self;
    df_bot_games_summary ignored;
    df_error error = {0};
    if (options.count == 0 || self->has_stopped)
        return GO_ON;
    const df_status status =
        df_bot_games_play(self->results + first, &options, &ignored, &error);
    self->has_stopped = status == DF_ERROR_CANCELLED;
    return status == DF_OK || self->has_stopped ? GO_ON : message_status(status, &error);
}

/* Counts the games that an interruption ended as stopped ones: their lines are a lower bound,
 * which the maximum-likelihood estimate can use. Without them the estimate would be biased
 * towards short games. */
static void bot_play_keep_unfinished(bot_play_player *self)
{
    for (size_t i = 0; i < self->games; i++) {
        df_bot_game_result *result = &self->results[i];
        if (result->end == DF_BOT_GAME_UNPLAYED && result->pieces > 0)
            result->end = DF_BOT_GAME_CAPPED;
    }
}

static cli_status bot_play_sum(bot_play_player *self)
{
    if (self->has_stopped)
        bot_play_keep_unfinished(self);
    const df_status status =
        df_bot_games_sum(&self->outcome.summary, self->results, (size_t)self->games);
    if (status != DF_OK)
        return message_status(status, NULL);
    self->outcome.interrupted = self->has_stopped;
    if (self->has_stopped && self->outcome.summary.games == 0) {
        message("interrupted before any game was played");
        cleanup_obey();
    }
    if (self->has_stopped)
        message("interrupted; the results are those of the games so far");
    return GO_ON;
}

static cli_status bot_play_all(bot_play_player *self)
{
    const double begin = clock_seconds();
    cleanup_begin_work();
    progress_begin("playing");
    cli_status answer = GO_ON;
    if (self->printed != NULL)
        answer = bot_play_print(self);
    else if (self->outcome.outputs.count > 0)
        answer = bot_play_record(self);
    if (answer == GO_ON && self->printed == NULL)
        answer = bot_play_rest(self);
    progress_end();
    cleanup_end_work();
    self->outcome.seconds = clock_seconds() - begin;
    return answer == GO_ON && self->printed == NULL ? bot_play_sum(self) : answer;
}

/* Makes the plan playable. Drop lists have no movement 'above', so such a plan gets a playfield
 * high enough for pieces to spawn and turn above the stack. */
static cli_status bot_play_settle(bot_play_player *self)
{
    df_error error = {0};
    df_status status = DF_OK;
    if (self->plan->rules == DF_RULES_ABOVE) {
        self->plan->rules = DF_RULES_HARDDROP;
        status = df_plan_settle(self->plan, self->plan->height, &error);
    }
    if (status == DF_OK)
        status = df_plan_play(self->plan, NULL, NULL, NULL, NULL, &error);
    if (status == DF_OK)
        return GO_ON;
    return message("the first game cannot be written as a plan: %s",
                   error.text[0] != '\0' ? error.text : df_status_names[status]);
}

cli_status bot_make_request(const bot_setup *setup, const df_plan *plan,
                            render_request *request)
{
    picture_options picture = setup->chosen->picture;
    if (setup->chosen->speed > 0)
        picture.film.speed_percent = setup->chosen->speed;
    return render_request_make(&picture, plan, request);
}

static cli_status bot_play_write_outputs(bot_play_player *self)
{
    if (self->plan == NULL || self->outcome.outputs.count == 0)
        return GO_ON;
    render_request request;
    cli_status answer = bot_play_settle(self);
    if (answer == GO_ON)
        answer = bot_make_request(self->setup, self->plan, &request);
    if (answer == GO_ON) {
        answer = output_list_write(&self->outcome.outputs, &request);
        free(request.painted.colors);
    }
    return answer;
}

static cli_status bot_play_open_outputs(bot_play_player *self)
{
    const bot_settings *chosen = self->setup->chosen;
    const text_list *paths = output_paths(&chosen->paths, chosen->format != NULL);
    cli_status status = GO_ON;
    for (size_t i = 0; status == GO_ON && chosen->format == NULL && i < paths->count; i++) {
        if (format_by_path(&bot_league_formats, paths->items[i]) != NULL)
            status =
                message_usage("bot",
                              "%s: tables and drawings are of a league; use 'dropforge bot "
                              "--league NAME,NAME'",
                              paths->items[i]);
    }
    if (status == GO_ON)
        status = output_list_begin(&self->outcome.outputs, "bot", paths, chosen->format,
                                   &plan_formats, chosen->json);
    if (status == GO_ON)
        status = picture_options_check_outputs(&chosen->picture, &self->outcome.outputs, "bot");
    if (status == GO_ON)
        status = output_list_open(&self->outcome.outputs);
    const char *const spared[] = {chosen->weights, chosen->queue, chosen->pieces.path,
                                  chosen->print.sprite, chosen->print.image.palette_path};
    return status == GO_ON ? output_list_spare_all(&self->outcome.outputs, spared,
                                                   sizeof spared / sizeof spared[0])
                           : status;
}

static cli_status bot_play_report(const bot_play_player *self, bool is_taken)
{
    const bot_settings *chosen = self->setup->chosen;
    if (self->printed != NULL)
        return bot_print_game_report(self->printed, self->outcome.seconds,
                                     chosen->json ? &self->outcome.outputs : NULL);
    return bot_report(self->setup, &self->outcome, is_taken ? stderr : stdout);
}

cli_status bot_play(const bot_setup *setup, bot_print_game *printed)
{
    bot_play_player self = {.setup = setup, .printed = printed, .games = setup->chosen->games};
    self.games = self.games > 0 ? self.games : 1;
    if (self.games <= SIZE_MAX)
        self.results = calloc((size_t)self.games, sizeof self.results[0]);
    cli_status status =
        self.results != NULL ? bot_play_open_outputs(&self) : message("out of memory");
    if (status == GO_ON)
        status = bot_play_all(&self);
    if (status == GO_ON) {
        const bool is_taken = output_list_uses_stdout(&self.outcome.outputs);
        status = bot_play_write_outputs(&self);
        if (status == GO_ON || !is_taken) {
            const cli_status failure = bot_play_report(&self, is_taken);
            status = status == GO_ON ? failure : status;
        }
    }
    if (printed == NULL)
        df_plan_free(self.plan);
    output_list_free(&self.outcome.outputs);
    free(self.results);
    return status;
}
