#include <string.h>

#include "core/base/error.h"
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

static df_status options_check_sizes(const df_game_options *options, df_error *error)
{
    for (size_t i = 0; i < GAME_OPTIONS; i++) {
        const game_option *option = &df_game_option_table[i];
        const unsigned number = df_game_option_get(options, option);
        if (number < option->min || number > option->max)
            return df_error_set(error, DF_ERROR_ARGUMENT, "%s is %u; use %u to %u",
                                option->name, number, option->min, option->max);
    }
    /* Squares of no piece have the number behind the last piece, which must not change. */
    if (options->deal == DF_GAME_DEAL_SUPPLY &&
        (options->garbage > 0 || options->begin != NULL))
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "supplied pieces go without garbage and a field at first; leave "
                            "these out");
    if (options->width < (options->garbage > 0 ? 2U : 1U) ||
        options->width > DF_NARROW_MAX_WIDTH || options->height <= options->garbage ||
        options->height > DF_FIELD_MAX_HEIGHT ||
        options->height + options->hidden > DF_FIELD_MAX_HEIGHT)
        return df_error_set(
            error, DF_ERROR_ARGUMENT,
            "a playfield of %u by %u with %u hidden rows is not possible; use 1 "
            "to %u columns, %u rows at most, and more of both than garbage has",
            options->width, options->height, options->hidden, DF_NARROW_MAX_WIDTH,
            DF_FIELD_MAX_HEIGHT);
    return DF_OK;
}

static df_status options_check_pieces(const df_game_options *options, df_error *error)
{
    const df_piece_set *set = options->set;
    if (options->deal == DF_GAME_DEAL_SUPPLY && options->supply != NULL)
        return DF_OK;
    if (options->deal == DF_GAME_DEAL_SUPPLY || set == NULL || set->count == 0 ||
        set->count > PIECE_LIST_MAX)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "there are no pieces, or too many; give 1 to %u", PIECE_LIST_MAX);
    if ((unsigned)options->deal > DF_GAME_DEAL_SUPPLY ||
        (options->deal == DF_GAME_DEAL_REGISTER &&
         (set->count != DF_TETROMINOES || options->next == 0)))
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "the shift register deals seven pieces, of which one is seen next; "
                            "use another deal");
    for (size_t i = 0; i < set->count; i++) {
        if (!df_game_piece_fits(options, &set->pieces[i]))
            return df_error_set(error, DF_ERROR_ARGUMENT,
                                "the piece %s does not fit on %u by %u squares with %u hidden "
                                "rows, or has no kicks; use a larger board or other pieces",
                                set->pieces[i].name, options->width, options->height,
                                options->hidden);
    }
    return DF_OK;
}

df_status df_game_check(const df_game_options *options, df_error *error)
{
    if ((unsigned)options->kind >= DF_GAME_KINDS)
        return df_error_set(error, DF_ERROR_ARGUMENT, "there is no such game; use another one");
    const df_game_traits *traits = df_games[options->kind];
    if ((options->hold && !traits->hold) || !df_game_has_rules(traits, options->rules))
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "the game %s has no hold or other turns; leave them out",
                            traits->name);
    if (options->level < traits->min_level || options->level > traits->max_level)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "the game %s begins at no such level; choose one from %u to %u",
                            traits->name, traits->min_level, traits->max_level);
    const df_status status = options_check_sizes(options, error);
    return status == DF_OK ? options_check_pieces(options, error) : status;
}
