#include "play_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "json.h"
#include "message.h"
#include "report.h"

static const char *end_name(const play_match *match)
{
    static const char *const names[] = {
        [DF_PLAY_GOES_ON] = "left",
        [DF_PLAY_BLOCK_OUT] = "block out",
        [DF_PLAY_LOCK_OUT] = "lock out",
        [DF_PLAY_DEALT] = "out of pieces",
    };
    return names[df_play_get_state(match->seats[0].play)->end];
}

static double seconds(const df_play_state *state)
{
    return (double)state->tick / DF_PLAY_TICKS_PER_SECOND;
}

void play_report_summary(const play_match *match)
{
    const df_play_state *state = df_play_get_state(match->seats[0].play);
    figure_list figures = {.seconds = seconds(state)};
    report_number(&figures, "score", state->score, "point", "points");
    report_number(&figures, "lines", state->lines, "line", "lines");
    report_number(&figures, "pieces", state->pieces, "piece", "pieces");
    report_word(&figures, "level", match->seats[0].bot_has_played ? "a bot" : "you",
                "played by");
    report_word(&figures, "end", end_name(match), "game");
    report_summary(&figures);
}

static bool add_rules(cJSON *object, const play_match *match)
{
    const df_play_options *options = df_play_get_options(match->seats[0].play);
    char board[24];
    snprintf(board, sizeof board, "%ux%u", options->width, options->height);
    return cJSON_AddStringToObject(object, "rules", df_play_get_traits(options->rules)->name) !=
               NULL &&
           cJSON_AddStringToObject(object, "pieces_kind", match->setup->kind) != NULL &&
           cJSON_AddStringToObject(object, "board", board) != NULL &&
           json_add_number(object, "seed", options->seed);
}

static bool add_state(cJSON *object, const df_play_state *state)
{
    return json_add_number(object, "score", state->score) &&
           json_add_number(object, "lines", state->lines) &&
           json_add_number(object, "level", state->level) &&
           json_add_number(object, "pieces", state->pieces) &&
           json_add_number(object, "perfect_clears", state->perfect_clears) &&
           json_add_number(object, "ticks", state->tick) &&
           json_add_seconds(object, "seconds", seconds(state));
}

/* How many pieces cleared so many rows. */
static bool add_clears(cJSON *object, const df_play_state *state)
{
    cJSON *clears = cJSON_AddObjectToObject(object, "clears");
    bool fits = clears != NULL;
    for (unsigned i = 1; fits && i <= DF_PIECE_MAX_SQUARES; i++) {
        char key[12];
        snprintf(key, sizeof key, "%u", i);
        if (state->clears[i] > 0)
            fits = json_add_number(clears, key, state->clears[i]);
    }
    return fits;
}

/* The rows with squares, from the top. */
static bool add_field(cJSON *object, const df_field *field)
{
    cJSON *rows = cJSON_AddArrayToObject(object, "field");
    bool fits = rows != NULL;
    for (unsigned y = df_field_top(field); fits && y > 0; y--) {
        char text[DF_FIELD_MAX_WIDTH + 1];
        for (unsigned x = 0; x < field->width; x++)
            text[x] = (field->row[y - 1] >> x & 1) != 0 ? '#' : '.';
        text[field->width] = '\0';
        cJSON *row = cJSON_CreateString(text);
        fits = row != NULL && cJSON_AddItemToArray(rows, row);
    }
    return fits;
}

static bool add_winner(cJSON *object, const play_match *match)
{
    if (match->count < PLAY_SEATS)
        return true;
    const int winner = play_match_winner(match);
    const char *name = winner == 0 ? "player" : winner == 1 ? "bot" : "none";
    return cJSON_AddStringToObject(object, "winner", name) != NULL;
}

int play_report_json(const play_match *match)
{
    const play_seat *seat = &match->seats[0];
    cJSON *object = cJSON_CreateObject();
    const bool fits = object != NULL && add_rules(object, match) &&
                      cJSON_AddBoolToObject(object, "bot", seat->bot_has_played) != NULL &&
                      cJSON_AddStringToObject(object, "end", end_name(match)) != NULL &&
                      add_winner(object, match) &&
                      add_state(object, df_play_get_state(seat->play)) &&
                      add_clears(object, df_play_get_state(seat->play)) &&
                      add_field(object, df_play_get_field(seat->play));
    return json_print(object, fits);
}

int play_report_scores(const play_scores *scores)
{
    for (size_t i = 0; i < scores->count; i++) {
        const play_score *score = &scores->items[i];
        if (i == 0 || !play_scores_match(score, score - 1))
            printf("%s%s, %s, %s\n", i > 0 ? "\n" : "", score->rules, score->pieces,
                   score->board);
        printf("%10" PRIu64 "  %6" PRIu64 " lines  level %-3" PRIu64 "  %.10s  %s\n",
               score->score, score->lines, score->level, score->time, score->name);
    }
    return fflush(stdout) == 0 ? -1 : message("standard output: cannot be written");
}

static bool add_score(cJSON *array, const play_score *score)
{
    cJSON *object = cJSON_CreateObject();
    if (object == NULL || !cJSON_AddItemToArray(array, object))
        return false;
    return cJSON_AddStringToObject(object, "rules", score->rules) != NULL &&
           cJSON_AddStringToObject(object, "pieces_kind", score->pieces) != NULL &&
           cJSON_AddStringToObject(object, "board", score->board) != NULL &&
           json_add_number(object, "score", score->score) &&
           json_add_number(object, "lines", score->lines) &&
           json_add_number(object, "level", score->level) &&
           json_add_number(object, "pieces", score->count) &&
           json_add_number(object, "seed", score->seed) &&
           cJSON_AddStringToObject(object, "time", score->time) != NULL &&
           cJSON_AddStringToObject(object, "name", score->name) != NULL;
}

int play_report_scores_json(const play_scores *scores)
{
    cJSON *array = cJSON_CreateArray();
    bool fits = array != NULL;
    for (size_t i = 0; fits && i < scores->count; i++)
        fits = add_score(array, &scores->items[i]);
    return json_print(array, fits);
}
