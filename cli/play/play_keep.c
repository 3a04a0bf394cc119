#include "cli/formats/render.h"
#include "play_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/base/message.h"
#include "dropforge/game.h"

/* Puts a record; the content is a df_game. */
static df_status play_keep_put_record(df_text *text, const void *content, df_error *error)
{
    (void)error;
    return df_game_write(text, content);
}

static const output_format format_record =
    TEXT_FORMAT("game", ".game", "the record of a game", play_keep_put_record);
static const output_format *const record_items[] = {&format_record};
static const format_table record_formats = {record_items, 1};

cli_status play_keep_begin(play_keep *keep, const play_settings *chosen)
{
    const text_list *paths = output_paths(&chosen->paths, chosen->format != NULL);
    cli_status status =
        output_list_begin(&keep->plans, "play", paths, chosen->format, &plan_formats, false);
    keep->plans.json = chosen->json;
    if (status == GO_ON && chosen->log != NULL) {
        const char *items[] = {chosen->log};
        const text_list log = {.items = items, .count = 1};
        status = output_list_begin(&keep->record, "play", &log, "game", &record_formats, false);
    }
    const int users = chosen->json + output_list_uses_stdout(&keep->plans) +
                      output_list_uses_stdout(&keep->record);
    if (status == GO_ON && users > 1)
        return message_usage("play", "only one of --json, --log and an output can use standard "
                                     "output; name a file");
    if (status == GO_ON && chosen->game == DF_GAME_NES &&
        output_list_find(&keep->plans, &format_fm2) != NULL)
        return message_usage("play", "the console deals other pieces than these games; "
                                     "'dropforge print FILE --game nes -o x.fm2' makes a "
                                     "movie of a picture");
    if (status == GO_ON)
        status = picture_options_check_outputs(&chosen->picture, &keep->plans, "play");
    const char *const spared[] = {chosen->watch, chosen->script, chosen->from, chosen->field,
                                  chosen->queue};
    const size_t count = sizeof spared / sizeof spared[0];
    if (status == GO_ON)
        status = output_list_spare_all(&keep->plans, spared, count);
    if (status == GO_ON)
        status = output_list_spare_all(&keep->record, spared, count);
    if (status == GO_ON)
        status = output_list_spare_list(&keep->plans, &keep->record);
    if (status == GO_ON)
        status = output_list_open(&keep->plans);
    return status == GO_ON ? output_list_open(&keep->record) : status;
}

/* True if themes have colours for the pieces. */
static bool play_keep_has_tetrominoes(const df_piece_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        if (set->pieces[i].size != 4)
            return false;
    }
    return set->count <= DF_TETROMINOES;
}

/* Writes the plan with the colours of the game, if it is not played with tetrominoes. */
static cli_status play_keep_write_plans(play_keep *keep, const play_match *match)
{
    df_plan *plan = df_game_get_state(match->seats[0].play)->plan;
    const bool is_plain =
        play_keep_has_tetrominoes(plan->set) && !match->setup->picture.has_colors;
    for (size_t i = 0; i < plan->set->count && !is_plain; i++)
        plan->colors[i] = (df_plan_color){.given = true,
                                          .color = play_setup_color(match->setup, (unsigned)i)};
    picture_options look = match->setup->chosen->picture;
    look.film.is_game = true;
    if (look.poster == 0)
        look.poster = 1 + DF_POSTER_START;
    render_request request;
    cli_status status = render_request_make(&look, plan, &request);
    if (status != GO_ON)
        return status;
    request.raster.scores = df_game_get_state(match->seats[0].play)->scores;
    status = output_list_write(&keep->plans, &request);
    free(request.painted.colors);
    return status;
}

cli_status play_keep_write(play_keep *keep, const play_match *match)
{
    /* Writes the record first: the plan can be made from it again, but not the reverse. */
    cli_status status = output_list_write(&keep->record, match->seats[0].play);
    if (keep->plans.count > 0) {
        const cli_status failure = play_keep_write_plans(keep, match);
        status = status == GO_ON ? failure : status;
    }
    return status;
}

void play_keep_free(play_keep *keep)
{
    output_list_free(&keep->plans);
    output_list_free(&keep->record);
}

static const char *play_keep_player_name(const play_settings *chosen)
{
    const char *name = chosen->name;
    if (name == NULL)
        name = getenv("LOGNAME");
    if (name == NULL)
        name = getenv("USER");
    return name != NULL ? name : "player";
}

void play_keep_describe(play_score *made, const play_match *match)
{
    const df_game *play = match->seats[0].play;
    const df_game_state *state = df_game_get_state(play);
    const df_game_options *options = df_game_get_state(play)->options;
    play_score score = {.score = state->score,
                        .lines = state->lines,
                        .level = state->level,
                        .count = state->pieces,
                        .seed = options->seed,
                        .ticks = match->setup->mode->is_race ? state->tick : 0};
    const df_game_traits *traits = df_games[options->kind];
    const bool is_usual = options->rules == traits->rules;
    snprintf(score.rules, sizeof score.rules, "%s%s%s%s", traits->name, is_usual ? "" : "+",
             is_usual ? "" : df_rules_table[options->rules].name,
             options->all_spins ? "+spins" : "");
    snprintf(score.pieces, sizeof score.pieces, "%s", match->setup->kind);
    snprintf(score.mode, sizeof score.mode, "%s", match->setup->mode->name);
    if (match->drawing != NULL) {
        score.ticks = df_drawing_get_state(match->drawing)->ticks;
        play_scores_word(score.mode, match->setup->picture.name);
    }
    snprintf(score.board, sizeof score.board, "%ux%u", options->width, options->height);
    const time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL ||
        strftime(score.time, sizeof score.time, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        play_scores_word(score.time, "");
    play_scores_word(score.name, play_keep_player_name(match->setup->chosen));
    *made = score;
}
