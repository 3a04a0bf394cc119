/* Games without an audience: the first one on record where there are outputs, all of them
 * counted together. */
#include <stdlib.h>

#include "bot_settings.h"
#include "cleanup.h"
#include "message.h"
#include "output.h"
#include "picture_options.h"
#include "progress.h"

/* More would be no plan, and no film, that anybody could use. */
enum { MOST_DROPS = 1000000, MOST_FILMED = 5000 };

typedef struct player {
    const bot_setup *setup;
    uint64_t games;
    df_game_result *results; /* one for each game */
    output_list outputs;
    df_plan *plan; /* of the first game where there are outputs, or NULL */
    bool has_stopped;
    bot_outcome outcome;
} player;

static int refuse(df_status status)
{
    if (status == DF_ERROR_ARGUMENT)
        return message("the bot cannot play so; change --board, --lookahead or --weights");
    return message("%s", df_status_name(status));
}

/* How many drops the outputs can take. */
static unsigned most_drops(const output_list *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        if (outputs->items[i].format->is_film)
            return MOST_FILMED;
    }
    return MOST_DROPS;
}

/* Plays the first game drop by drop into the plan. -1 or the exit code. */
static int play_recorded(player *own, df_game *game)
{
    const unsigned most = most_drops(&own->outputs);
    df_outcome outcome = DF_FOUND;
    for (size_t i = 0; outcome == DF_FOUND && !own->has_stopped; i++) {
        df_drop drop;
        outcome = df_game_step(game, &drop);
        if (outcome == DF_FOUND && i == most)
            return message("the first game has more than %u drops, which are too many for "
                           "these outputs; stop it with --max-pieces %u or less%s",
                           most, most,
                           most == MOST_FILMED ? ", or write a drop list alone" : "");
        if (outcome == DF_LIMIT ||
            (outcome == DF_FOUND && df_plan_add(own->plan, drop) != DF_OK))
            return message("out of memory");
        progress_set(i, own->setup->options.max_pieces);
        own->has_stopped = cleanup_is_asked();
    }
    own->results[0] = *df_game_get_result(game);
    return -1;
}

static int record(player *own)
{
    const df_game_options *options = &own->setup->options;
    df_game *game = NULL;
    df_status status =
        df_plan_create(&own->plan, options->bot.width, options->bot.height, options->bot.set);
    if (status == DF_OK)
        status = df_game_create(&game, options);
    if (status != DF_OK)
        return refuse(status);
    own->plan->reach = options->bot.reach;
    piece_choice_paint(&own->setup->pieces, own->plan);
    const int answer = play_recorded(own, game);
    df_game_free(game);
    return answer;
}

static bool watch(void *context, uint64_t games, uint64_t pieces)
{
    const player *own = context;
    const uint64_t most = own->setup->options.max_pieces;
    if (own->games > 1)
        progress_set(games, own->games);
    else
        progress_set(pieces, most);
    return !cleanup_is_asked();
}

/* Plays the games that have not been recorded. */
static int play_rest(player *own)
{
    const uint64_t first = own->plan != NULL ? 1 : 0;
    const df_games_options options = {
        .game = own->setup->options,
        .first = first,
        .count = own->games - first,
        .jobs = own->setup->chosen->jobs,
        .watch = watch,
        .watch_context = own,
    };
    df_games_summary ignored;
    if (options.count == 0 || own->has_stopped)
        return -1;
    const df_status status = df_games_play(&ignored, own->results + first, &options);
    own->has_stopped = status == DF_ERROR_SINK;
    return status == DF_OK || own->has_stopped ? -1 : refuse(status);
}

/* Games under way when the user has had enough count as stopped: they have had so many lines at
 * least, which is what the estimate by maximum likelihood takes. Without them it would be about
 * short games. */
static void keep_unfinished(player *own)
{
    for (size_t i = 0; i < own->games; i++) {
        df_game_result *result = &own->results[i];
        if (result->end == DF_GAME_UNPLAYED && result->pieces > 0)
            result->end = DF_GAME_CAPPED;
    }
}

static int sum_up(player *own)
{
    if (own->has_stopped)
        keep_unfinished(own);
    const df_status status = df_games_sum(&own->outcome.summary, own->results, own->games);
    if (status != DF_OK)
        return refuse(status);
    own->outcome.interrupted = own->has_stopped;
    if (own->has_stopped && own->outcome.summary.games == 0) {
        message("interrupted before there was a game");
        cleanup_obey();
    }
    if (own->has_stopped)
        message("interrupted; these are the games so far");
    return -1;
}

static int play_all(player *own)
{
    const double begin = clock_seconds();
    cleanup_begin_work();
    progress_begin("playing");
    int answer = own->outputs.count > 0 ? record(own) : -1;
    if (answer < 0)
        answer = play_rest(own);
    progress_end();
    cleanup_end_work();
    own->outcome.seconds = clock_seconds() - begin;
    return answer < 0 ? sum_up(own) : answer;
}

/* What is dropped straight from above is spawned and turned above everything, in a playfield
 * that is high enough for it: drop lists know no other way. */
static int settle(player *own)
{
    df_mishap mishap = {0};
    df_status status = DF_OK;
    if (own->plan->reach == DF_REACH_ABOVE) {
        own->plan->reach = DF_REACH_SPAWN;
        status = df_plan_settle(own->plan, own->plan->height, &mishap);
    }
    if (status == DF_OK)
        status = df_plan_play(own->plan, NULL, NULL, NULL, NULL, &mishap);
    if (status == DF_OK)
        return -1;
    return message("the first game cannot be written as a plan: %s",
                   mishap.text[0] != '\0' ? mishap.text : df_status_name(status));
}

static int write_outputs(player *own)
{
    if (own->plan == NULL)
        return -1;
    picture_options picture = picture_options_defaults();
    if (own->setup->chosen->speed > 0)
        picture.film.speed_percent = own->setup->chosen->speed;
    showing show;
    int answer = settle(own);
    if (answer < 0)
        answer = picture_options_apply(&picture, own->plan, &show);
    if (answer < 0) {
        answer = output_list_write(&own->outputs, &show);
        free(show.painted.colors);
    }
    picture_options_free(&picture);
    return answer;
}

static int open_outputs(player *own, text_list *paths)
{
    const bot_settings *chosen = own->setup->chosen;
    for (size_t i = 0; i < chosen->paths.count; i++) {
        if (!text_list_add(paths, chosen->paths.items[i]))
            return message("out of memory");
    }
    if (paths->count == 0 && chosen->format != NULL && !text_list_add(paths, "-"))
        return message("out of memory");
    int status = output_list_begin(&own->outputs, "bot", paths, chosen->format, &plan_formats);
    if (status < 0 && chosen->json && output_list_uses_stdout(&own->outputs))
        return message_usage("bot", "--json and an output both want standard output; name a "
                                    "file with -o");
    if (status < 0)
        status = output_list_open(&own->outputs);
    const char *const spared[] = {chosen->weights, chosen->deal.path, chosen->pieces.path};
    return status < 0 ? output_list_spare_all(&own->outputs, spared, 3) : status;
}

int bot_play(const bot_setup *setup)
{
    player own = {.setup = setup, .games = setup->chosen->games};
    text_list paths = {0};
    own.games = own.games > 0 ? own.games : 1;
    own.results = calloc(own.games, sizeof own.results[0]);
    int status = own.results != NULL ? open_outputs(&own, &paths) : message("out of memory");
    if (status < 0)
        status = play_all(&own);
    if (status < 0) {
        const bool is_taken = output_list_uses_stdout(&own.outputs);
        status = write_outputs(&own);
        if (status < 0 || !is_taken) {
            const int failure = bot_report(setup, &own.outcome, is_taken ? stderr : stdout);
            status = status < 0 ? failure : status;
        }
    }
    df_plan_free(own.plan);
    output_list_free(&own.outputs);
    text_list_free(&paths);
    free(own.results);
    return status;
}
