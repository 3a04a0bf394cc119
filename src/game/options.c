#include <string.h>

#include "game.h"

enum { TETROMINO = 4 };

#define NUMBER(name, member, min, max)                                                         \
    {                                                                                          \
        name, offsetof(df_game_options, member), false, min, max                               \
    }
#define SWITCH(name, member)                                                                   \
    {                                                                                          \
        name, offsetof(df_game_options, member), true, 0, 1                                    \
    }

const game_option df_game_option_table[GAME_OPTIONS] = {
    NUMBER("hidden", hidden, 1, DF_PIECE_MAX_SQUARES),
    NUMBER("level", level, 0, 999),
    NUMBER("next", next, 0, DF_GAME_MAX_NEXT),
    NUMBER("shift-delay", shift_delay, 0, DF_GAME_MAX_TICKS),
    NUMBER("shift-repeat", shift_repeat, 0, DF_GAME_MAX_TICKS),
    SWITCH("hold", hold),
    SWITCH("all-spins", all_spins),
    SWITCH("steady", steady),
    NUMBER("soft-factor", soft_factor, 1, 1000),
    NUMBER("lock-delay", lock_delay, 1, DF_GAME_MAX_TICKS),
    NUMBER("lock-resets", lock_resets, 0, DF_GAME_MAX_TICKS),
    NUMBER("entry-delay", entry_delay, 0, DF_GAME_MAX_TICKS),
    NUMBER("clear-delay", clear_delay, 0, DF_GAME_MAX_TICKS),
    NUMBER("goal-lines", goal_lines, 0, DF_GAME_MAX_GOAL),
    NUMBER("goal-ticks", goal_ticks, 0, DF_GAME_MAX_GOAL),
    NUMBER("garbage", garbage, 0, DF_GAME_MAX_GARBAGE),
};

/* Sources: docs/method/game.md. */
const df_game_mode df_game_modes[DF_GAME_MODES] = {
    {.name = "endless", .title = "Endless"},
    {.name = "lines40", .title = "40 lines", .goal_lines = 40, .is_race = true},
    {.name = "ultra", .title = "Ultra", .goal_ticks = 2 * 60 * DF_GAME_TICKS_PER_SECOND},
    {.name = "dig", .title = "Dig", .garbage = 10, .is_race = true},
    {.name = "practice", .title = "Practice", .is_practice = true},
};

static const game_rules *const rules_table[DF_GAME_KINDS] = {
    [DF_GAME_GUIDELINE] = &df_guideline_rules,
    [DF_GAME_NES] = &df_nes_rules,
};

const df_game_traits *const df_games[DF_GAME_KINDS] = {
    [DF_GAME_GUIDELINE] = &df_guideline_rules.traits,
    [DF_GAME_NES] = &df_nes_rules.traits,
};

const game_rules *df_game_find_rules(df_game_kind kind)
{
    return rules_table[(unsigned)kind < DF_GAME_KINDS ? kind : DF_GAME_GUIDELINE];
}

/* Makes the playfield one for pieces of up to `squares` squares. */
static void options_resize(df_game_options *options, unsigned squares)
{
    const unsigned width = 2 * squares + 2;
    options->width = width < DF_NARROW_MAX_WIDTH ? width : DF_NARROW_MAX_WIDTH;
    options->height = 2 * squares + 12;
    options->hidden = squares;
}

df_game_options df_game_defaults(df_game_kind kind, const df_piece_set *set, unsigned squares)
{
    unsigned largest = set == NULL ? TETROMINO : 1;
    for (size_t i = 0; set != NULL && i < set->count; i++) {
        if (set->pieces[i].size > largest)
            largest = set->pieces[i].size;
    }
    const game_rules *rules = df_game_find_rules(kind);
    df_game_options options = {.kind = kind, .rules = rules->traits.rules, .set = set};
    options_resize(&options, squares > 0 ? squares : largest);
    rules->set(&options);
    if (set == NULL)
        options.deal = DF_GAME_DEAL_SUPPLY;
    return options;
}

df_status df_game_tetrominoes(df_piece_set **set, df_game_kind kind)
{
    if ((unsigned)kind >= DF_GAME_KINDS)
        return DF_ERROR_ARGUMENT;
    const df_piece_drawing *drawings = df_games[kind]->tetrominoes;
    return drawings != NULL ? df_piece_set_create(set, drawings, DF_TETROMINOES)
                            : df_piece_set_tetrominoes(set);
}

bool df_game_has_rules(const df_game_traits *traits, df_rules rules)
{
    return rules == traits->rules ||
           (traits->turns && (rules == DF_RULES_TABLE || df_rules_have(rules, DF_TRAIT_GAMES)));
}

unsigned df_game_option_get(const df_game_options *options, const game_option *option)
{
    const char *member = (const char *)options + option->offset;
    unsigned number;
    if (option->is_bool)
        return *(const bool *)member;
    memcpy(&number, member, sizeof number);
    return number;
}

void df_game_option_put(df_game_options *options, const game_option *option, unsigned number)
{
    char *member = (char *)options + option->offset;
    if (option->is_bool)
        *(bool *)member = number != 0;
    else
        memcpy(member, &number, sizeof number);
}

static bool options_are_in_range(const df_game_options *options)
{
    for (size_t i = 0; i < GAME_OPTIONS; i++) {
        const game_option *option = &df_game_option_table[i];
        const unsigned number = df_game_option_get(options, option);
        if (number < option->min || number > option->max)
            return false;
    }
    /* Squares of no piece have the number behind the last piece, which must not change. */
    if (options->deal == DF_GAME_DEAL_SUPPLY &&
        (options->garbage > 0 || options->begin != NULL))
        return false;
    return options->width >= (options->garbage > 0 ? 2U : 1U) &&
           options->width <= DF_NARROW_MAX_WIDTH && options->height > options->garbage &&
           options->height <= DF_FIELD_MAX_HEIGHT &&
           options->height + options->hidden <= DF_FIELD_MAX_HEIGHT;
}

static bool options_has_good_pieces(const df_game_options *options)
{
    const df_piece_set *set = options->set;
    if (options->deal == DF_GAME_DEAL_SUPPLY)
        return options->supply != NULL;
    if (set == NULL || (unsigned)options->deal > DF_GAME_DEAL_SUPPLY || set->count == 0 ||
        set->count > PIECE_LIST_MAX)
        return false;
    if (options->deal == DF_GAME_DEAL_REGISTER &&
        (set->count != DF_TETROMINOES || options->next == 0))
        return false;
    for (size_t i = 0; i < set->count; i++) {
        if (!df_game_piece_fits(options, &set->pieces[i]))
            return false;
    }
    return true;
}

bool df_game_options_are_good(const df_game_options *options)
{
    if ((unsigned)options->kind >= DF_GAME_KINDS)
        return false;
    const df_game_traits *traits = df_games[options->kind];
    if ((options->hold && !traits->hold) || !df_game_has_rules(traits, options->rules))
        return false;
    return options_are_in_range(options) && options_has_good_pieces(options) &&
           options->level >= traits->min_level && options->level <= traits->max_level;
}
