#include "dropforge/play_record.h"

#include <stdlib.h>
#include <string.h>

#include "core/piece_lines.h"
#include "core/shape.h"
#include "game/record.h"

#define NUMBER(name, member, least, most)                                                      \
    {                                                                                          \
        name, offsetof(df_play_options, member), false, least, most                            \
    }
#define SWITCH(name, member)                                                                   \
    {                                                                                          \
        name, offsetof(df_play_options, member), true, 0, 1                                    \
    }

const record_option df_record_options[RECORD_OPTIONS] = {
    NUMBER("hidden", hidden, 1, DF_PIECE_MAX_SQUARES),
    NUMBER("level", level, 0, 999),
    NUMBER("next", next, 1, DF_PLAY_MAX_NEXT),
    NUMBER("shift-delay", shift_delay, 0, DF_PLAY_MAX_TICKS),
    NUMBER("shift-repeat", shift_repeat, 0, DF_PLAY_MAX_TICKS),
    SWITCH("hold", hold),
    SWITCH("half-turns", half_turns),
    NUMBER("soft-factor", soft_factor, 1, 1000),
    NUMBER("lock-delay", lock_delay, 1, DF_PLAY_MAX_TICKS),
    NUMBER("lock-resets", lock_resets, 0, DF_PLAY_MAX_TICKS),
    NUMBER("entry-delay", entry_delay, 0, DF_PLAY_MAX_TICKS),
    NUMBER("clear-delay", clear_delay, 0, DF_PLAY_MAX_TICKS),
};

const char *const df_record_deals[RECORD_DEALS] = {
    [DF_PLAY_DEAL_BAG] = "bag",     [DF_PLAY_DEAL_UNIFORM] = "uniform",
    [DF_PLAY_DEAL_DIE] = "die",     [DF_PLAY_DEAL_REGISTER] = "register",
    [DF_PLAY_DEAL_GIVEN] = "given",
};

const char *const df_record_buttons[DF_PLAY_BUTTONS] = {
    [DF_PLAY_LEFT] = "left",           [DF_PLAY_RIGHT] = "right",
    [DF_PLAY_SOFT] = "soft",           [DF_PLAY_HARD] = "hard",
    [DF_PLAY_CLOCKWISE] = "clockwise", [DF_PLAY_ANTICLOCKWISE] = "anticlockwise",
    [DF_PLAY_HALF_TURN] = "half-turn", [DF_PLAY_HOLD] = "hold",
};

static void write_options(df_text *text, const df_play_options *options, df_play_deal deal)
{
    df_text_put_line(text, "rules", df_play_get_traits(options->rules)->name);
    df_text_put(text, "field ");
    df_text_put_number(text, options->width);
    df_text_put_char(text, ' ');
    df_text_put_number(text, options->height);
    df_text_put_char(text, '\n');
    df_text_put_number_line(text, "seed", options->seed);
    df_text_put_line(text, "deal", df_record_deals[deal]);
    for (size_t i = 0; i < RECORD_OPTIONS; i++) {
        const record_option *option = &df_record_options[i];
        const char *member = (const char *)options + option->offset;
        unsigned number;
        if (option->is_bool)
            number = *(const bool *)member;
        else
            memcpy(&number, member, sizeof number);
        df_text_put_number_line(text, option->name, number);
    }
}

/* Whether the pieces are those that a record without pieces has. */
static df_status are_usual(const df_piece_set *set, df_play_rules rules, bool *usual)
{
    df_piece_set *own = NULL;
    const df_status status = df_play_tetrominoes(&own, rules);
    if (status != DF_OK)
        return status;
    *usual = set->count == own->count;
    for (size_t i = 0; *usual && i < set->count; i++) {
        *usual = strcmp(set->pieces[i].name, own->pieces[i].name) == 0 &&
                 shapes_are(&set->pieces[i], &own->pieces[i]);
    }
    df_piece_set_free(own);
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

static void write_strokes(df_text *text, const df_play *play)
{
    size_t count;
    const df_play_stroke *strokes = df_play_get_strokes(play, &count);
    for (size_t i = 0; i < count; i++) {
        df_text_put_number(text, strokes[i].tick);
        df_text_put(text, strokes[i].pressed ? " +" : " -");
        df_text_put(text, df_record_buttons[strokes[i].button]);
        df_text_put_char(text, '\n');
    }
    df_text_put_number_line(text, "end", df_play_get_state(play)->tick);
}

df_status df_play_write(df_text *text, const df_play *play)
{
    const df_play_options *options = df_play_get_options(play);
    const df_piece_set *set = df_play_get_set(play);
    bool usual = false;
    if (!df_piece_lines_can_name(set))
        return DF_ERROR_LIMIT;
    const df_status status = are_usual(set, options->rules, &usual);
    if (status != DF_OK)
        return status;
    const bool supplied = options->deal == DF_PLAY_DEAL_SUPPLY;
    df_text_put(text, RECORD_MAGIC " 1\n");
    write_options(text, options, supplied ? DF_PLAY_DEAL_GIVEN : options->deal);
    if (!usual)
        df_piece_lines_write(text, set);
    size_t count = options->given_count;
    const uint16_t *given = options->given;
    if (supplied)
        given = df_play_get_dealt(play, &count);
    if (supplied || options->deal == DF_PLAY_DEAL_GIVEN)
        write_given(text, set, given, count);
    write_strokes(text, play);
    return text->status;
}

void df_play_record_free(df_play_record *record)
{
    if (record == NULL)
        return;
    df_piece_set_free(record->set);
    free(record->given);
    free(record->strokes);
    free(record);
}

df_status df_play_replay(df_play **play, const df_play_record *record, uint64_t ticks)
{
    df_play *made = NULL;
    df_status status = df_play_create(&made, &record->options);
    if (status != DF_OK)
        return status;
    const df_play_state *state = df_play_get_state(made);
    const uint64_t last = ticks < record->ticks ? ticks : record->ticks;
    size_t next = 0;
    for (;;) {
        for (; status == DF_OK && next < record->count &&
               record->strokes[next].tick == state->tick && state->tick <= last;
             next++) {
            const df_play_stroke *stroke = &record->strokes[next];
            status = df_play_press(made, (df_play_button)stroke->button, stroke->pressed);
        }
        if (status != DF_OK || state->tick >= last || state->phase == DF_PLAY_OVER)
            break;
        status = df_play_tick(made);
    }
    if (status == DF_OK)
        *play = made;
    else
        df_play_free(made);
    return status;
}
