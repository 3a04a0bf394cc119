#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/digits.h"
#include "core/base/scan.h"
#include "core/board/shape.h"
#include "game.h"

enum { REGISTER_START = 0x8988, REGISTER_FACES = 8 };

/* The pieces of the NES game in its order, and their numbers in its table of orientations. */
static const struct {
    uint8_t piece, number;
} register_table[DF_TETROMINOES] = {
    {DF_T, 0x02}, {DF_J, 0x07}, {DF_Z, 0x08}, {DF_O, 0x0a},
    {DF_S, 0x0b}, {DF_L, 0x0e}, {DF_I, 0x12},
};

static df_status begin_dealer(df_game *game)
{
    static const df_deal deals[] = {
        [DF_GAME_DEAL_BAG] = DF_DEAL_BAG,
        [DF_GAME_DEAL_UNIFORM] = DF_DEAL_UNIFORM,
        [DF_GAME_DEAL_DIE] = DF_DEAL_NES,
        [DF_GAME_DEAL_GIVEN] = DF_DEAL_GIVEN,
    };
    const df_game_options *options = &game->options;
    return df_dealer_begin(&game->deal.dealer, deals[options->deal], options->set->count,
                           options->given, options->given_count, options->seed, 0);
}

df_status df_game_deal_begin(df_game *game)
{
    game_deal *deal = &game->deal;
    const uint64_t seed = game->options.seed;
    switch (game->options.deal) {
    case DF_GAME_DEAL_SUPPLY:
        df_random_seed(&deal->random, seed, 0);
        return DF_OK;
    case DF_GAME_DEAL_REGISTER:
        /* It never leaves 0. */
        deal->shift = (seed & UINT16_MAX) != 0 ? (uint16_t)(seed & UINT16_MAX) : REGISTER_START;
        return DF_OK;
    default:
        return begin_dealer(game);
    }
}

void df_game_deal_free(game_deal *deal)
{
    df_piece_list_free(&deal->list);
    free(deal->dealt);
}

static void deal_shift(game_deal *deal)
{
    const unsigned bit = ((unsigned)deal->shift >> 9 ^ (unsigned)deal->shift >> 1) & 1;
    deal->shift = (uint16_t)((unsigned)deal->shift >> 1 | bit << 15);
}

void df_game_deal_tick(df_game *game)
{
    if (game->options.deal == DF_GAME_DEAL_REGISTER)
        deal_shift(&game->deal);
}

/* Picks a piece as the NES game does: by the high byte of the register and the number of pieces
 * so far, and once more if that gives none or the last one. */
static uint16_t deal_register(game_deal *deal)
{
    deal->spawned++;
    unsigned high = deal->shift >> 8;
    unsigned face = (high + deal->spawned) % REGISTER_FACES;
    if (face == DF_TETROMINOES || register_table[face].number == deal->last) {
        deal_shift(deal);
        high = deal->shift >> 8;
        face = (high % REGISTER_FACES + deal->last) % DF_TETROMINOES;
    }
    deal->last = register_table[face].number;
    return register_table[face].piece;
}

/* Returns the piece of this shape among those that were supplied, or -1. */
static int deal_find_shape(const df_piece_set *set, const df_piece *piece)
{
    for (size_t i = 0; set != NULL && i < set->count; i++) {
        if (shape_is(&set->pieces[i].shape[DF_NORTH], &piece->shape[DF_NORTH]))
            return (int)i;
    }
    return -1;
}

/* Names a piece by its size and place in the set, as '24-17', if its name cannot be its own. */
static void name_piece(const piece_list *list, df_piece *piece, size_t index)
{
    const char *end = memchr(piece->name, '\0', DF_PIECE_NAME_SIZE);
    if (end != NULL && end != piece->name &&
        df_piece_list_find(list, (text_span){piece->name, (size_t)(end - piece->name)}) < 0)
        return;
    memset(piece->name, 0, sizeof piece->name);
    size_t at = decimal_write(piece->name, piece->size);
    piece->name[at++] = '-';
    decimal_write(&piece->name[at], index + 1);
}

/* Makes room in the plan and the counts for the pieces of the list and one more. */
static df_status grow_tables(df_game *game)
{
    const size_t count = game->deal.list.set != NULL ? game->deal.list.set->count : 0;
    if (count < game->spawned_capacity)
        return DF_OK;
    const size_t capacity = count > 0 ? 2 * count : 16;
    df_status status = ARRAY_RESIZE(game->spawned, capacity);
    if (status == DF_OK && game->plan != NULL)
        status = ARRAY_RESIZE(game->plan->colors, capacity);
    if (status != DF_OK)
        return status;
    if (game->plan != NULL)
        memset(&game->plan->colors[count], 0, (capacity - count) * sizeof(df_plan_color));
    memset(&game->spawned[count], 0, (capacity - count) * sizeof game->spawned[0]);
    game->spawned_capacity = capacity;
    game->state.spawned = game->spawned;
    return DF_OK;
}

static unsigned longest_side(const df_piece *piece)
{
    const df_shape *north = &piece->shape[DF_NORTH];
    return north->width > north->height ? north->width : north->height;
}

bool df_game_piece_fits(const df_game_options *options, const df_piece *piece)
{
    const unsigned longest = longest_side(piece);
    return piece->shape[DF_NORTH].width <= options->width && longest <= options->height &&
           longest <= options->hidden &&
           (options->rules != DF_RULES_TABLE || piece->kicks != NULL);
}

/* Finds the supplied piece among those before, or adds it. */
static df_status take_in(df_game *game, df_piece *piece, int *index)
{
    game_deal *deal = &game->deal;
    if (piece->size < 1 || piece->size > DF_PIECE_MAX_SQUARES ||
        !df_game_piece_fits(&game->options, piece))
        return DF_ERROR_ARGUMENT;
    *index = deal_find_shape(deal->list.set, piece);
    if (*index >= 0)
        return DF_OK;
    const size_t count = deal->list.set != NULL ? deal->list.set->count : 0;
    df_status status = grow_tables(game);
    if (status != DF_OK)
        return status;
    name_piece(&deal->list, piece, count);
    status = df_piece_list_add(&deal->list, piece);
    if (status != DF_OK)
        return status;
    game->state.set = deal->list.set;
    if (game->plan != NULL)
        game->plan->set = deal->list.set;
    if (game->state.piece >= 0)
        game->mover.piece = &game->state.set->pieces[game->state.piece];
    *index = (int)count;
    return DF_OK;
}

static df_status deal_supply(df_game *game, int *index)
{
    game_deal *deal = &game->deal;
    df_status status = ARRAY_RESERVE(deal->dealt, deal->dealt_capacity, deal->dealt_count, 1);
    if (status != DF_OK)
        return status;
    /* When anything fails the game must be as it was, its random numbers too. */
    const df_random before = deal->random;
    df_piece piece = {0};
    status = game->options.supply(game->options.supply_context, &deal->random, &piece);
    if (status == DF_OK)
        status = take_in(game, &piece, index);
    if (status != DF_OK) {
        deal->random = before;
        return status;
    }
    deal->dealt[deal->dealt_count++] = (uint16_t)*index;
    return DF_OK;
}

df_status df_game_deal_prepare(df_game *game)
{
    game_deal *deal = &game->deal;
    /* The register is looked at when a piece is spawned and not before. */
    const bool late = game->options.deal == DF_GAME_DEAL_REGISTER;
    const unsigned wanted = late ? game->options.next : game->options.next + 1;
    while (deal->count < wanted && !deal->ended) {
        int piece = -1;
        if (late) {
            piece = deal_register(deal);
        } else if (game->options.deal == DF_GAME_DEAL_SUPPLY) {
            const df_status status = deal_supply(game, &piece);
            if (status != DF_OK)
                return status;
        } else {
            piece = df_dealer_next(&deal->dealer);
        }
        if (piece < 0)
            deal->ended = true;
        else
            deal->queue[deal->count++] = (uint16_t)piece;
    }
    return DF_OK;
}

int df_game_deal_take(df_game *game)
{
    game_deal *deal = &game->deal;
    df_game_state *state = &game->state;
    if (deal->count == 0)
        return -1;
    const int piece = deal->queue[0];
    deal->count--;
    memmove(deal->queue, &deal->queue[1], deal->count * sizeof deal->queue[0]);
    if (game->options.deal == DF_GAME_DEAL_REGISTER)
        deal->queue[deal->count++] = deal_register(deal);
    state->next_count = deal->count < game->options.next ? deal->count : game->options.next;
    memcpy(state->next, deal->queue, state->next_count * sizeof state->next[0]);
    return piece;
}
