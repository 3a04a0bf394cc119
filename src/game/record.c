#include "dropforge/game.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/shape.h"
#include "core/format/line_reader.h"
#include "game.h"

const char *const df_record_deals[RECORD_DEALS] = {
    [DF_GAME_DEAL_BAG] = "bag",     [DF_GAME_DEAL_UNIFORM] = "uniform",
    [DF_GAME_DEAL_DIE] = "die",     [DF_GAME_DEAL_REGISTER] = "register",
    [DF_GAME_DEAL_GIVEN] = "given",
};

const char *const df_record_buttons[DF_GAME_BUTTONS] = {
    [DF_GAME_LEFT] = "left",           [DF_GAME_RIGHT] = "right",
    [DF_GAME_SOFT] = "soft",           [DF_GAME_HARD] = "hard",
    [DF_GAME_CLOCKWISE] = "clockwise", [DF_GAME_ANTICLOCKWISE] = "anticlockwise",
    [DF_GAME_HALF_TURN] = "half-turn", [DF_GAME_HOLD] = "hold",
};

static void write_options(df_text *text, const df_game_options *options, df_game_deal deal)
{
    df_text_format(text, "rules %s\nfield %u %u\nseed %" PRIu64 "\ndeal %s\n",
                   df_games[options->kind]->name, options->width, options->height,
                   options->seed, df_record_deals[deal]);
    for (size_t i = 0; i < GAME_OPTIONS; i++)
        df_text_format(text, "%s %u\n", df_game_option_table[i].name,
                       df_game_option_get(options, &df_game_option_table[i]));
    if (options->rules != df_games[options->kind]->rules && options->rules != DF_RULES_TABLE)
        df_text_format(text, "turns %s\n", df_rules_table[options->rules].name);
}

/* Finds out if the pieces are those of a record without pieces. */
static df_status are_usual(const df_piece_set *set, df_game_kind kind, bool *usual)
{
    df_piece_set *tetrominoes = NULL;
    const df_status status = df_game_tetrominoes(&tetrominoes, kind);
    if (status != DF_OK)
        return status;
    *usual = set->count == tetrominoes->count;
    for (size_t i = 0; *usual && i < set->count; i++) {
        *usual = strcmp(set->pieces[i].name, tetrominoes->pieces[i].name) == 0 &&
                 shapes_are(&set->pieces[i], &tetrominoes->pieces[i]);
    }
    df_piece_set_free(tetrominoes);
    return DF_OK;
}

static void write_given(df_text *text, const df_piece_set *set, const uint16_t *given,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        df_text_put(text, i % RECORD_GIVEN_IN_LINE == 0 ? "given " : " ");
        df_text_put(text, set->pieces[given[i]].name);
        if (i + 1 == count || (i + 1) % RECORD_GIVEN_IN_LINE == 0)
            df_text_put_char(text, '\n');
    }
}

static void write_strokes(df_text *text, const df_game *game)
{
    const df_game_stroke *strokes = game->strokes;
    for (size_t i = 0; i < game->state.strokes; i++)
        df_text_format(text, "%" PRIu64 " %c%s\n", strokes[i].tick,
                       strokes[i].pressed ? '+' : '-', df_record_buttons[strokes[i].button]);
    df_text_format(text, "end %" PRIu64 "\n", df_game_get_state(game)->tick);
}

df_status df_game_write(df_text *text, const df_game *game)
{
    const df_game_options *options = df_game_get_state(game)->options;
    const df_piece_set *set = df_game_get_state(game)->set;
    bool usual = false;
    if (!df_piece_lines_can_name(set))
        return DF_ERROR_LIMIT;
    const df_status status = are_usual(set, options->kind, &usual);
    if (status != DF_OK)
        return status;
    const bool supplied = options->deal == DF_GAME_DEAL_SUPPLY;
    df_text_put(text, RECORD_MAGIC " 1\n");
    write_options(text, options, supplied ? DF_GAME_DEAL_GIVEN : options->deal);
    if (options->rules == DF_RULES_TABLE)
        df_turns_lines_write(text, "turns", set->pieces[0].kicks);
    if (!usual)
        df_piece_lines_write(text, set);
    if (options->begin != NULL && options->garbage == 0)
        df_row_lines_write(text, set, options->begin);
    size_t count = options->given_count;
    const uint16_t *given = options->given;
    if (supplied)
        given = df_game_get_dealt(game, &count);
    if (supplied || options->deal == DF_GAME_DEAL_GIVEN)
        write_given(text, set, given, count);
    write_strokes(text, game);
    return text->status;
}

void df_game_record_free(df_game_record *record)
{
    if (record == NULL)
        return;
    df_piece_set_free(record->set);
    df_field_free(record->begin);
    free(record->given);
    free(record->strokes);
    free(record);
}

df_status df_game_record_press(const df_game_record *record, df_game *game)
{
    const uint64_t now = game->state.tick;
    size_t first = 0, end = record->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (record->strokes[middle].tick < now)
            first = middle + 1;
        else
            end = middle;
    }
    df_status status = DF_OK;
    for (size_t i = first;
         status == DF_OK && i < record->count && record->strokes[i].tick == now; i++)
        status = df_game_press(game, (df_game_button)record->strokes[i].button,
                               record->strokes[i].pressed);
    return status;
}

static bool record_is_at(const df_game_state *state, uint64_t pieces)
{
    return state->pieces >= pieces && state->phase == DF_GAME_FALLING;
}

/* Replays a record until that many ticks have passed, or that many pieces have locked and the
 * next one is in play. */
static df_status record_replay(df_game **game, const df_game_record *record, uint64_t ticks,
                               uint64_t pieces)
{
    df_game *made = NULL;
    df_status status = df_game_create(&made, &record->options, NULL);
    if (status != DF_OK)
        return status;
    const df_game_state *state = df_game_get_state(made);
    const uint64_t last = ticks < record->ticks ? ticks : record->ticks;
    size_t next = 0;
    for (;;) {
        for (; status == DF_OK && next < record->count && !record_is_at(state, pieces) &&
               record->strokes[next].tick == state->tick && state->tick <= last;
             next++) {
            const df_game_stroke *stroke = &record->strokes[next];
            status = df_game_press(made, (df_game_button)stroke->button, stroke->pressed);
        }
        if (status != DF_OK || record_is_at(state, pieces) || state->tick >= last ||
            state->phase == DF_GAME_OVER)
            break;
        status = df_game_tick(made);
    }
    if (status == DF_OK)
        *game = made;
    else
        df_game_free(made);
    return status;
}

df_status df_game_replay_ticks(df_game **game, const df_game_record *record, uint64_t ticks)
{
    return record_replay(game, record, ticks, UINT64_MAX);
}

df_status df_game_replay(df_game **game, const df_game_record *record, uint64_t pieces)
{
    df_game *made = NULL;
    df_status status = record_replay(&made, record, UINT64_MAX, pieces);
    if (status == DF_OK)
        status = df_game_release(made);
    if (status == DF_OK) {
        made->events_taken = made->events_put;
        *game = made;
    }
    if (status != DF_OK)
        df_game_free(made);
    return status;
}

df_status df_game_record_plan(df_plan **plan, df_game_record *record)
{
    df_game *play = NULL;
    const df_status status = df_game_replay_ticks(&play, record, UINT64_MAX);
    if (status != DF_OK)
        return status;
    play->plan->own_set = record->set;
    record->options.set = record->set = NULL;
    *plan = play->plan;
    play->plan = NULL;
    df_game_free(play);
    return DF_OK;
}

df_status df_game_take_back(df_game **game)
{
    const df_game_state *state = df_game_get_state(*game);
    df_game_record record = {.options = *df_game_get_state(*game)->options,
                             .strokes = (*game)->strokes,
                             .count = (*game)->state.strokes,
                             .ticks = state->tick};
    df_game *made = NULL;
    const df_status status =
        df_game_replay(&made, &record, state->pieces - (state->pieces > 0));
    if (status != DF_OK)
        return status;
    df_game_free(*game);
    *game = made;
    return DF_OK;
}
