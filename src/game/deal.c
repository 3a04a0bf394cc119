#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/scan.h"
#include "core/shape.h"
#include "game/game.h"

enum { REGISTER_START = 0x8988, REGISTER_FACES = 8 };

/* The pieces of the NES game in its order, and their numbers in its table of orientations. */
static const struct {
    uint8_t piece, number;
} register_table[DF_TETROMINOES] = {
    {DF_T, 0x02}, {DF_J, 0x07}, {DF_Z, 0x08}, {DF_O, 0x0a},
    {DF_S, 0x0b}, {DF_L, 0x0e}, {DF_I, 0x12},
};

static df_status begin_dealer(df_play *play)
{
    static const df_deal deals[] = {
        [DF_PLAY_DEAL_BAG] = DF_DEAL_BAG,
        [DF_PLAY_DEAL_UNIFORM] = DF_DEAL_UNIFORM,
        [DF_PLAY_DEAL_DIE] = DF_DEAL_NES,
        [DF_PLAY_DEAL_GIVEN] = DF_DEAL_GIVEN,
    };
    const df_play_options *options = &play->options;
    return df_dealer_begin(&play->deal.dealer, deals[options->deal], options->set->count,
                           options->given, options->given_count, options->seed, 0);
}

df_status df_game_deal_begin(df_play *play)
{
    game_deal *deal = &play->deal;
    const uint64_t seed = play->options.seed;
    switch (play->options.deal) {
    case DF_PLAY_DEAL_SUPPLY:
        df_random_seed(&deal->random, seed, 0);
        return DF_OK;
    case DF_PLAY_DEAL_REGISTER:
        /* It never leaves 0. */
        deal->shift = (seed & UINT16_MAX) != 0 ? (uint16_t)(seed & UINT16_MAX) : REGISTER_START;
        return DF_OK;
    default:
        return begin_dealer(play);
    }
}

void df_game_deal_free(game_deal *deal)
{
    df_piece_list_free(&deal->list);
    free(deal->dealt);
}

static void shift(game_deal *deal)
{
    const unsigned bit = ((unsigned)deal->shift >> 9 ^ (unsigned)deal->shift >> 1) & 1;
    deal->shift = (uint16_t)((unsigned)deal->shift >> 1 | bit << 15);
}

void df_game_deal_tick(df_play *play)
{
    if (play->options.deal == DF_PLAY_DEAL_REGISTER)
        shift(&play->deal);
}

/* As the NES game picks a piece: by the high byte of the register and the number of pieces so
 * far, and once more where that is none or the last one. */
static uint16_t deal_register(game_deal *deal)
{
    deal->spawned++;
    unsigned high = deal->shift >> 8;
    unsigned face = (high + deal->spawned) % REGISTER_FACES;
    if (face == DF_TETROMINOES || register_table[face].number == deal->last) {
        shift(deal);
        high = deal->shift >> 8;
        face = (high % REGISTER_FACES + deal->last) % DF_TETROMINOES;
    }
    deal->last = register_table[face].number;
    return register_table[face].piece;
}

/* The piece of this shape among those that were supplied, or -1. */
static int find_shape(const df_piece_set *set, const df_piece *piece)
{
    for (size_t i = 0; set != NULL && i < set->count; i++) {
        if (shape_is(&set->pieces[i].shape[DF_NORTH], &piece->shape[DF_NORTH]))
            return (int)i;
    }
    return -1;
}

/* Writes the decimal digits of a number, and how many they are. */
static size_t put_digits(char *to, size_t number)
{
    size_t digits = 1;
    for (size_t rest = number; rest >= 10; rest /= 10)
        digits++;
    for (size_t i = digits; i-- > 0; number /= 10)
        to[i] = (char)('0' + number % 10);
    return digits;
}

/* Names a piece by its size and its place in the set, as in '24-17', if its name cannot be its
 * own. */
static void name_piece(const piece_list *list, df_piece *piece, size_t index)
{
    const char *end = memchr(piece->name, '\0', DF_PIECE_NAME_SIZE);
    if (end != NULL && end != piece->name &&
        df_piece_list_find(list, (text_span){piece->name, (size_t)(end - piece->name)}) < 0)
        return;
    memset(piece->name, 0, sizeof piece->name);
    size_t at = put_digits(piece->name, piece->size);
    piece->name[at++] = '-';
    put_digits(&piece->name[at], index + 1);
}

/* The plan and the counts have room for the pieces of the list and one more. */
static df_status grow_tables(df_play *play)
{
    const size_t count = play->deal.list.set != NULL ? play->deal.list.set->count : 0;
    if (count < play->spawned_capacity)
        return DF_OK;
    const size_t capacity = count > 0 ? 2 * count : 16;
    df_status status = ARRAY_RESIZE(play->spawned, capacity);
    if (status == DF_OK && play->plan != NULL)
        status = ARRAY_RESIZE(play->plan->colors, capacity);
    if (status != DF_OK)
        return status;
    if (play->plan != NULL)
        memset(&play->plan->colors[count], 0, (capacity - count) * sizeof(df_plan_color));
    memset(&play->spawned[count], 0, (capacity - count) * sizeof play->spawned[0]);
    play->spawned_capacity = capacity;
    return DF_OK;
}

static df_status grow_dealt(game_deal *deal)
{
    return ARRAY_RESERVE(deal->dealt, deal->dealt_capacity, deal->dealt_count, 1);
}

/* Finds the supplied piece among those before, or adds it. */
static df_status take_in(df_play *play, df_piece *piece, int *index)
{
    game_deal *deal = &play->deal;
    if (piece->size < 1 || piece->size > DF_PIECE_MAX_SQUARES ||
        !df_game_piece_fits(&play->options, piece))
        return DF_ERROR_ARGUMENT;
    *index = find_shape(deal->list.set, piece);
    if (*index >= 0)
        return DF_OK;
    const size_t count = deal->list.set != NULL ? deal->list.set->count : 0;
    df_status status = grow_tables(play);
    if (status != DF_OK)
        return status;
    name_piece(&deal->list, piece, count);
    status = df_piece_list_add(&deal->list, piece);
    if (status != DF_OK)
        return status;
    play->set = deal->list.set;
    if (play->plan != NULL)
        play->plan->set = deal->list.set;
    if (play->state.piece >= 0)
        play->mover.piece = &play->set->pieces[play->state.piece];
    *index = (int)count;
    return DF_OK;
}

static df_status deal_supply(df_play *play, int *index)
{
    game_deal *deal = &play->deal;
    df_status status = grow_dealt(deal);
    if (status != DF_OK)
        return status;
    /* When anything fails the game must be as it was, its random numbers too. */
    const df_random before = deal->random;
    df_piece piece = {0};
    status = play->options.supply(play->options.supply_context, &deal->random, &piece);
    if (status == DF_OK)
        status = take_in(play, &piece, index);
    if (status != DF_OK) {
        deal->random = before;
        return status;
    }
    deal->dealt[deal->dealt_count++] = (uint16_t)*index;
    return DF_OK;
}

df_status df_game_deal_prepare(df_play *play)
{
    game_deal *deal = &play->deal;
    /* The register is looked at when a piece is spawned and not before. */
    const bool late = play->options.deal == DF_PLAY_DEAL_REGISTER;
    const unsigned wanted = late ? play->options.next : play->options.next + 1;
    while (deal->count < wanted && !deal->ended) {
        int piece = -1;
        if (late) {
            piece = deal_register(deal);
        } else if (play->options.deal == DF_PLAY_DEAL_SUPPLY) {
            const df_status status = deal_supply(play, &piece);
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

int df_game_deal_take(df_play *play)
{
    game_deal *deal = &play->deal;
    df_play_state *state = &play->state;
    if (deal->count == 0)
        return -1;
    const int piece = deal->queue[0];
    deal->count--;
    memmove(deal->queue, &deal->queue[1], deal->count * sizeof deal->queue[0]);
    if (play->options.deal == DF_PLAY_DEAL_REGISTER)
        deal->queue[deal->count++] = deal_register(deal);
    state->next_count = deal->count < play->options.next ? deal->count : play->options.next;
    memcpy(state->next, deal->queue, state->next_count * sizeof state->next[0]);
    return piece;
}
