#include "play_keep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dropforge/play_record.h"
#include "message.h"

/* Of records: the content is a df_play. */
static df_status write_record(const void *content, out_stream *out, df_mishap *mishap)
{
    (void)mishap;
    df_text text = {0};
    df_status status = df_play_write(&text, content);
    if (status == DF_OK)
        status = out_text(out, &text);
    df_text_free(&text);
    return status;
}

static const output_format format_record = {
    .name = "game",
    .summary = "the record of a game",
    .extensions = {".game"},
    .write = write_record,
};
static const output_format *const record_items[] = {&format_record};
static const format_table record_formats = {record_items, 1};

int play_keep_begin(play_keep *keep, const play_settings *chosen)
{
    int status =
        output_list_begin(&keep->plans, "play", &chosen->paths, chosen->format, &plan_formats);
    if (status < 0 && chosen->log != NULL) {
        const char *items[] = {chosen->log};
        const text_list paths = {.items = items, .count = 1};
        status = output_list_begin(&keep->record, "play", &paths, "game", &record_formats);
    }
    const int users = chosen->json + output_list_uses_stdout(&keep->plans) +
                      output_list_uses_stdout(&keep->record);
    if (status < 0 && users > 1)
        return message_usage("play",
                             "only one of --json, --log and an output can have standard "
                             "output; name a file");
    const char *const spared[] = {chosen->watch, chosen->script};
    if (status < 0)
        status = output_list_spare_all(&keep->plans, spared, 2);
    if (status < 0)
        status = output_list_spare_all(&keep->record, spared, 2);
    if (status < 0)
        status = output_list_spare_list(&keep->plans, &keep->record);
    if (status < 0)
        status = output_list_open(&keep->plans);
    return status < 0 ? output_list_open(&keep->record) : status;
}

/* The plan in the colours of the game. */
static int write_plans(play_keep *keep, const play_match *match)
{
    picture_options options = picture_options_defaults();
    df_plan *plan = df_play_get_plan(match->seats[0].play);
    for (size_t i = 0; i < plan->set->count; i++)
        plan->colors[i] = (df_plan_color){.given = true,
                                          .color = play_setup_color(match->setup, (unsigned)i)};
    showing show;
    int status = picture_options_apply(&options, plan, &show);
    if (status >= 0)
        return status;
    status = output_list_write(&keep->plans, &show);
    free(show.painted.colors);
    return status;
}

int play_keep_write(play_keep *keep, const play_match *match)
{
    /* The plan can be made again from the record, and not the other way round. */
    int status = output_list_write(&keep->record, match->seats[0].play);
    if (keep->plans.count > 0) {
        const int failure = write_plans(keep, match);
        status = status < 0 ? failure : status;
    }
    return status;
}

void play_keep_free(play_keep *keep)
{
    output_list_free(&keep->plans);
    output_list_free(&keep->record);
}

static const char *player_name(const play_settings *chosen)
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
    const df_play *play = match->seats[0].play;
    const df_play_state *state = df_play_get_state(play);
    const df_play_options *options = df_play_get_options(play);
    play_score score = {.score = state->score,
                        .lines = state->lines,
                        .level = state->level,
                        .count = state->pieces,
                        .seed = options->seed};
    snprintf(score.rules, sizeof score.rules, "%s%s", df_play_get_traits(options->rules)->name,
             options->half_turns ? "+180" : "");
    snprintf(score.pieces, sizeof score.pieces, "%s", match->setup->kind);
    snprintf(score.board, sizeof score.board, "%ux%u", options->width, options->height);
    const time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL ||
        strftime(score.time, sizeof score.time, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        play_scores_word(score.time, "");
    play_scores_word(score.name, player_name(match->setup->chosen));
    *made = score;
}

void play_keep_score(play_standing *standing, const play_match *match)
{
    play_score score;
    play_keep_describe(&score, match);
    play_score_file_add(standing, &score);
}
