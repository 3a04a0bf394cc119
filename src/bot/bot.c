#include "dropforge/bot.h"

#include <stdlib.h>

#include "bot/bot.h"

#define MOST_LOOKAHEAD 64
#define USUAL_BEAM 200

df_status df_bot_board_create(const grid *g, board **b)
{
    board *made = calloc(1, sizeof *made);
    uint64_t *words = calloc(grid_words(g, g->height), sizeof words[0]);
    if (made == NULL || words == NULL) {
        free(made);
        free(words);
        return DF_ERROR_MEMORY;
    }
    made->words = words;
    *b = made;
    return DF_OK;
}

void df_bot_board_free(board *b)
{
    if (b != NULL)
        free(b->words);
    free(b);
}

static df_status fill(df_bot *bot)
{
    const df_bot_options *options = &bot->options;
    const grid *g = &bot->judge.layout;
    df_status status = df_bot_board_create(g, &bot->loaded);
    const size_t most = df_places_most(g, options->reach);
    bot->list = calloc(most, sizeof bot->list[0]);
    if (status == DF_OK && bot->list == NULL)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK && options->reach != DF_REACH_ABOVE) {
        bot->places = calloc(most, sizeof bot->places[0]);
        status = bot->places == NULL
                     ? DF_ERROR_MEMORY
                     : df_places_create(&bot->finder, g, options->set, options->reach);
    }
    if (status == DF_OK && options->reach == DF_REACH_ABOVE)
        status = df_lanes_create(&bot->lanes, df_lanes_best(), &bot->judge, options->set);
    const unsigned kept = options->beam > 0 ? options->beam : USUAL_BEAM;
    const bool all = options->lookahead == 2 && !options->hold;
    if (status == DF_OK && (options->lookahead > 1 || options->hold))
        status = df_lookahead_create(&bot->search, all ? 0 : kept);
    return status;
}

df_status df_bot_create(df_bot **bot, const df_bot_options *options)
{
    if (options->set == NULL || options->set->count > UINT16_MAX || options->width < 1 ||
        options->width > DF_FIELD_MAX_WIDTH || options->height < 1 ||
        options->height > DF_FIELD_MAX_HEIGHT || options->lookahead > MOST_LOOKAHEAD ||
        options->reach > DF_REACH_NES)
        return DF_ERROR_ARGUMENT;
    df_bot *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->options = *options;
    if (options->lookahead == 0)
        made->options.lookahead = 1;
    df_status status = df_evaluator_make(&made->judge, options->width, options->height,
                                         &options->weights, made->options.lookahead);
    if (status == DF_OK)
        status = fill(made);
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
    df_bot_board_free(bot->loaded);
    free(bot->places);
    free(bot->list);
    free(bot);
}

size_t df_bot_list(df_bot *bot, const board *b, unsigned piece, scored *list)
{
    const df_piece *own = &bot->options.set->pieces[piece];
    size_t count;
    if (df_lanes_fit(bot->lanes, piece)) {
        count = df_lanes_list(bot->lanes, b, piece, list);
    } else if (bot->finder == NULL) {
        count = df_evaluate_drops(&bot->judge, b, own, list);
    } else {
        count = df_places_find(bot->finder, b, piece, bot->places);
        for (size_t i = 0; i < count; i++) {
            const df_place *place = &bot->places[i];
            list[i] =
                (scored){*place, df_evaluate(&bot->judge, b, &own->shape[place->orientation],
                                             place->x, place->y)};
        }
    }
    bot->placements += count;
    return count;
}

/* The first of the best. */
static df_outcome choose(df_bot *bot, const bot_view *view, df_choice *choice)
{
    const unsigned piece = view->pieces[0];
    scored best = {.score = 0};
    size_t count;
    if (df_lanes_fit(bot->lanes, piece)) {
        count = df_lanes_choose(bot->lanes, view->now, piece, &best);
        bot->placements += count;
    } else {
        count = df_bot_list(bot, view->now, piece, bot->list);
        for (size_t i = 0; i < count; i++) {
            if (i == 0 || bot->list[i].score > best.score)
                best = bot->list[i];
        }
    }
    if (count == 0)
        return DF_NONE;
    *choice = (df_choice){.place = best.place, .piece = view->pieces[0], .score = best.score};
    return DF_FOUND;
}

/* Which of two roots is the better one; 0: neither. */
static int compare_worth(const look_root *a, const look_root *b)
{
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return (a->choice.score < b->choice.score) - (a->choice.score > b->choice.score);
}

df_outcome df_bot_think(df_bot *bot, const bot_view *view, df_choice *choice, df_status *status)
{
    df_status ignored;
    status = status != NULL ? status : &ignored;
    *status = DF_OK;
    if (bot->search == NULL)
        return choose(bot, view, choice);
    const look_root *roots;
    size_t count;
    *status = df_lookahead_search(bot, view, &roots, &count);
    if (*status != DF_OK)
        return DF_LIMIT;
    if (count == 0)
        return DF_NONE;
    const look_root *best = roots;
    for (size_t i = 1; i < count; i++)
        best = compare_worth(&roots[i], best) < 0 ? &roots[i] : best;
    *choice = best->choice;
    return DF_FOUND;
}

/* Whether the pieces that are looked at are pieces of the set. */
static bool has_good_pieces(const df_bot_options *options, const df_position *position)
{
    for (size_t i = 0; i < position->count && i < options->lookahead; i++) {
        if (position->pieces[i] >= options->set->count)
            return false;
    }
    return position->count > 0 && (!options->hold || position->held < 0 ||
                                   (size_t)position->held < options->set->count);
}

/* Takes the position of a caller; *view points into the bot. */
static df_status load(df_bot *bot, const df_position *position, bot_view *view)
{
    if (!has_good_pieces(&bot->options, position))
        return DF_ERROR_ARGUMENT;
    df_board_load(&bot->judge.layout, bot->loaded, position->rows);
    *view = (bot_view){bot->loaded, position->pieces, position->count, position->held};
    return DF_OK;
}

df_outcome df_bot_decide(df_bot *bot, const df_position *position, df_choice *choice,
                         df_status *status)
{
    bot_view view;
    const df_status loaded = load(bot, position, &view);
    if (loaded == DF_OK)
        return df_bot_think(bot, &view, choice, status);
    if (status != NULL)
        *status = loaded;
    return DF_LIMIT;
}

/* All roots, also where only the current piece is looked at; the caller frees them. */
static df_status find_roots(df_bot *bot, const bot_view *view, look_root **roots, size_t *count)
{
    const look_root *found = NULL;
    if (bot->search != NULL) {
        const df_status status = df_lookahead_search(bot, view, &found, count);
        if (status != DF_OK)
            return status;
    } else {
        *count = df_bot_list(bot, view->now, view->pieces[0], bot->list);
    }
    look_root *copy = calloc(*count + 1, sizeof copy[0]);
    if (copy == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < *count; i++) {
        if (found != NULL)
            copy[i] = found[i];
        else
            copy[i] = (look_root){
                {bot->list[i].place, view->pieces[0], false, bot->list[i].score}, 1};
    }
    *roots = copy;
    return DF_OK;
}

/* For qsort, which need not leave equals as they were. */
typedef struct ranked {
    const look_root *root;
    size_t index;
} ranked;

static int compare_ranked(const void *a, const void *b)
{
    const ranked *left = a, *right = b;
    const int worth = compare_worth(left->root, right->root);
    return worth != 0 ? worth : (left->index > right->index) - (left->index < right->index);
}

df_status df_bot_rank(df_bot *bot, const df_position *position, df_choice *choices, size_t most,
                      size_t *count)
{
    bot_view view;
    look_root *roots;
    size_t all;
    df_status status = load(bot, position, &view);
    if (status == DF_OK)
        status = find_roots(bot, &view, &roots, &all);
    if (status != DF_OK)
        return status;
    ranked *order = calloc(all + 1, sizeof order[0]);
    if (order == NULL) {
        free(roots);
        return DF_ERROR_MEMORY;
    }
    for (size_t i = 0; i < all; i++)
        order[i] = (ranked){&roots[i], i};
    qsort(order, all, sizeof order[0], compare_ranked);
    *count = all < most ? all : most;
    for (size_t i = 0; i < *count; i++)
        choices[i] = order[i].root->choice;
    free(order);
    free(roots);
    return DF_OK;
}

int64_t df_bot_score(const df_bot *bot, const uint64_t *rows, unsigned piece,
                     const df_place *place)
{
    const df_shape *shape = &bot->options.set->pieces[piece].shape[place->orientation];
    df_board_load(&bot->judge.layout, bot->loaded, rows);
    return df_evaluate(&bot->judge, bot->loaded, shape, place->x, place->y);
}

uint64_t df_bot_placements(const df_bot *bot)
{
    return bot->placements;
}

df_status df_features_measure(int32_t values[DF_FEATURES], unsigned width, unsigned height,
                              const uint64_t *rows, const df_piece *piece,
                              const df_place *place, bool before_clear)
{
    if (width < 1 || width > DF_FIELD_MAX_WIDTH || height < 1 || height > DF_FIELD_MAX_HEIGHT ||
        place->orientation >= DF_ORIENTATIONS)
        return DF_ERROR_ARGUMENT;
    const df_shape *shape = &piece->shape[place->orientation];
    if (place->x + shape->width > width || place->y + shape->height > height)
        return DF_ERROR_ARGUMENT;
    for (unsigned i = 0; i < shape->height; i++) {
        if ((rows[place->y + i] & (uint64_t)shape->row[i] << place->x) != 0)
            return DF_ERROR_ARGUMENT;
    }
    uint64_t words[BOARD_MOST_WORDS];
    evaluator judge;
    board b = {.words = words};
    const df_weights weights = {.score_before_clear = before_clear};
    const df_status status = df_evaluator_make(&judge, width, height, &weights, 1);
    if (status != DF_OK)
        return status;
    df_board_load(&judge.layout, &b, rows);
    df_evaluate_features(values, &judge, &b, shape, place->x, place->y,
                         (1u << DF_FEATURES) - 1);
    return DF_OK;
}
