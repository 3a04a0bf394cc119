#include "dropforge/bot.h"

#include <stdlib.h>

#include "bot.h"
#include "core/base/array.h"
#include "core/base/error.h"

#define MAX_LOOKAHEAD 64u
#define USUAL_BEAM 200

static df_status bot_fill(df_bot *bot)
{
    const df_bot_options *options = &bot->options;
    const grid *g = &bot->judge.layout;
    df_status status = df_board_create(g, &bot->loaded);
    const size_t max = df_places_max(g, options->rules);
    bot->list = calloc(max, sizeof bot->list[0]);
    if (status == DF_OK && bot->list == NULL)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK && options->rules != DF_RULES_ABOVE) {
        bot->places = calloc(max, sizeof bot->places[0]);
        status = bot->places == NULL
                     ? DF_ERROR_MEMORY
                     : df_places_create(&bot->finder, g, options->set, options->rules);
    }
    if (status == DF_OK && options->rules == DF_RULES_ABOVE)
        status = df_lanes_create(&bot->lanes, df_lanes_best(), &bot->judge, options->set);
    const unsigned kept = options->beam > 0 ? options->beam : USUAL_BEAM;
    const bool all = options->lookahead == 2 && !options->hold;
    if (status == DF_OK && (options->lookahead > 1 || options->hold))
        status = df_lookahead_create(&bot->search, all ? 0 : kept);
    return status;
}

df_status df_bot_check(const df_piece_set *set, unsigned width, unsigned height, df_rules rules,
                       df_error *error)
{
    if (set == NULL || set->count > UINT16_MAX)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "there are no pieces, or too many; give 1 to %u", UINT16_MAX);
    if (!grid_is_possible(width, height))
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a board of %u by %u is not possible; use 1 to %u columns and 1 to "
                            "%u rows",
                            width, height, DF_NARROW_MAX_WIDTH, DF_FIELD_MAX_HEIGHT);
    if (!df_rules_have(rules, DF_TRAIT_BOTS))
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "bots do not move pieces by the rules %s; use others, such as %s",
                            df_rules_have(rules, 0) ? df_rules_table[rules].name : "given",
                            df_rules_table[DF_RULES_ABOVE].name);
    return DF_OK;
}

df_status df_bot_create(df_bot **bot, const df_bot_options *options, df_error *error)
{
    df_status status =
        df_bot_check(options->set, options->width, options->height, options->rules, error);
    if (status == DF_OK && options->lookahead > MAX_LOOKAHEAD)
        status = df_error_set(error, DF_ERROR_ARGUMENT,
                              "a lookahead of %u pieces is too far; use at most %u",
                              options->lookahead, MAX_LOOKAHEAD);
    if (status != DF_OK)
        return status;
    df_bot *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->options = *options;
    if (options->lookahead == 0)
        made->options.lookahead = 1;
    status = df_evaluator_make(&made->judge, options->width, options->height, &options->weights,
                               made->options.lookahead);
    if (status == DF_ERROR_ARGUMENT)
        (void)df_error_set(error, status, "a weight is beyond %u; use smaller ones",
                           (unsigned)(DF_WEIGHT_MAX / DF_WEIGHT_ONE));
    if (status == DF_OK)
        status = bot_fill(made);
    if (status == DF_OK)
        *bot = made;
    else
        df_bot_free(made);
    return status;
}

void df_bot_free(df_bot *bot)
{
    if (bot == NULL)
        return;
    df_lookahead_free(bot->search);
    df_lanes_free(bot->lanes);
    df_places_free(bot->finder);
    df_board_free(bot->loaded);
    free(bot->places);
    free(bot->list);
    free(bot->order);
    free(bot);
}

/* Chooses the first of the best placements of the current piece. */
static df_outcome bot_choose(df_bot *bot, const bot_view *view, df_choice *choice)
{
    scored best;
    if (df_bot_find_best(bot, view->now, view->pieces[0], &best) == 0)
        return DF_NONE;
    *choice = (df_choice){.place = best.place, .piece = view->pieces[0], .score = best.score};
    return DF_FOUND;
}

/* Compares two roots for sorting, the better one first; 0: equal. */
static int bot_compare_roots(const look_root *a, const look_root *b)
{
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return (a->choice.score < b->choice.score) - (a->choice.score > b->choice.score);
}

df_status df_bot_think(df_bot *bot, const bot_view *view, df_choice *choice,
                       df_outcome *outcome)
{
    if (bot->search == NULL) {
        *outcome = bot_choose(bot, view, choice);
        return DF_OK;
    }
    const look_root *roots;
    size_t count;
    const df_status status = df_lookahead_search(bot, view, &roots, &count);
    if (status != DF_OK)
        return status;
    *outcome = count > 0 ? DF_FOUND : DF_NONE;
    if (count == 0)
        return DF_OK;
    const look_root *best = roots;
    for (size_t i = 1; i < count; i++)
        best = bot_compare_roots(&roots[i], best) < 0 ? &roots[i] : best;
    *choice = best->choice;
    return DF_OK;
}

/* True if the pieces within the lookahead and in hold are in the set. */
static bool bot_has_good_pieces(const df_bot_options *options, const df_position *position)
{
    for (size_t i = 0; i < position->count && i < options->lookahead; i++) {
        if (position->pieces[i] >= options->set->count)
            return false;
    }
    return position->count > 0 && (!options->hold || position->held < 0 ||
                                   (size_t)position->held < options->set->count);
}

/* Takes over the position of a caller; *view points into the bot. */
static df_status bot_load(df_bot *bot, const df_position *position, bot_view *view)
{
    if (!bot_has_good_pieces(&bot->options, position))
        return DF_ERROR_ARGUMENT;
    df_board_load(&bot->judge.layout, bot->loaded, position->rows);
    *view = (bot_view){bot->loaded, position->pieces, position->count, position->held};
    return DF_OK;
}

df_status df_bot_decide(df_bot *bot, const df_position *position, df_choice *choice,
                        df_outcome *outcome)
{
    bot_view view;
    const df_status status = bot_load(bot, position, &view);
    return status == DF_OK ? df_bot_think(bot, &view, choice, outcome) : status;
}

/* Does the same for qsort, which may move equals. */
static int bot_compare_ranked(const void *a, const void *b)
{
    const look_root *left = a, *right = b;
    const int order = bot_compare_roots(left, right);
    return order != 0 ? order : (left->index > right->index) - (left->index < right->index);
}

df_status df_bot_rank(df_bot *bot, const df_position *position, df_choice *choices, size_t max,
                      size_t *count)
{
    bot_view view;
    const look_root *roots = NULL;
    size_t all = 0;
    df_status status = bot_load(bot, position, &view);
    if (status == DF_OK && bot->search != NULL)
        status = df_lookahead_search(bot, &view, &roots, &all);
    else if (status == DF_OK)
        all = df_bot_list(bot, view.now, view.pieces[0], bot->list);
    if (status != DF_OK)
        return status;
    status = ARRAY_RESERVE(bot->order, bot->order_capacity, 0, all + 1);
    if (status != DF_OK)
        return status;
    look_root *order = bot->order;
    for (size_t i = 0; i < all; i++) {
        if (roots != NULL)
            order[i] = roots[i];
        else
            order[i] = (look_root){
                {bot->list[i].place, view.pieces[0], false, bot->list[i].score}, 1, i};
    }
    qsort(order, all, sizeof order[0], bot_compare_ranked);
    *count = all < max ? all : max;
    for (size_t i = 0; i < *count; i++)
        choices[i] = order[i].choice;
    return DF_OK;
}

uint64_t df_bot_placements(const df_bot *bot)
{
    return bot->placements;
}
