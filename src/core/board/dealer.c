#include "core/board/nullpomino_bag.h"

/* The generator of TETR.IO: x becomes LEHMER_FACTOR * x modulo LEHMER_PRIME. */
#define LEHMER_FACTOR UINT64_C(16807)
#define LEHMER_PRIME UINT64_C(2147483647)

/* The bags of a game of NullpoMino. */
enum { NULLPOMINO_BAGS = 200 };

const char *const df_deal_names[DF_DEALS] = {
    [DF_DEAL_UNIFORM] = "uniform", [DF_DEAL_BAG] = "bag",
    [DF_DEAL_NES] = "nes",         [DF_DEAL_GIVEN] = "given",
    [DF_DEAL_TETRIO] = "tetrio",   [DF_DEAL_NULLPOMINO] = "nullpomino",
};

/* Deals the bag anew (Fisher and Yates). */
static void dealer_shuffle(df_dealer *dealer)
{
    for (size_t i = 0; i < dealer->pieces; i++)
        dealer->bag[i] = (uint16_t)i;
    for (size_t i = dealer->pieces - 1; i > 0; i--) {
        const size_t j = df_random_below(&dealer->random, (uint32_t)i + 1);
        const uint16_t piece = dealer->bag[i];
        dealer->bag[i] = dealer->bag[j];
        dealer->bag[j] = piece;
    }
}

df_status df_dealer_begin(df_dealer *dealer, df_deal deal, size_t pieces, const uint16_t *given,
                          size_t given_count, uint64_t seed, uint64_t number)
{
    if (pieces == 0 || pieces > UINT16_MAX || (unsigned)deal >= DF_DEALS ||
        (deal == DF_DEAL_BAG && pieces > DF_DEAL_MAX_BAG) ||
        (deal >= DF_DEAL_TETROMINOES && pieces != DF_TETROMINOES))
        return DF_ERROR_ARGUMENT;
    for (size_t i = 0; deal == DF_DEAL_GIVEN && i < given_count; i++) {
        if (given[i] >= pieces)
            return DF_ERROR_ARGUMENT;
    }
    dealer->deal = deal;
    dealer->given = given;
    dealer->given_count = deal == DF_DEAL_GIVEN ? given_count : 0;
    dealer->pieces = pieces;
    dealer->at = 0;
    dealer->last = UINT16_MAX; /* no piece */
    df_random_seed(&dealer->random, seed, number);
    dealer->lehmer = (uint32_t)((seed + number) % LEHMER_PRIME);
    if (dealer->lehmer == 0) /* it would never leave 0 */
        dealer->lehmer = LEHMER_PRIME - 1;
    dealer->java_begin = java_random_begin(seed + number);
    dealer->bags = 0;
    return DF_OK;
}

/* Deals as the NES game of 1989: it throws a die with one side more than there are pieces. If
 * that side comes up, or the last piece again, it throws a die without that side. */
static uint16_t deal_nes(df_dealer *dealer)
{
    uint32_t piece = df_random_below(&dealer->random, (uint32_t)dealer->pieces + 1);
    if (piece == dealer->pieces || piece == dealer->last)
        piece = df_random_below(&dealer->random, (uint32_t)dealer->pieces);
    dealer->last = (uint16_t)piece;
    return dealer->last;
}

/* Shuffles a bag as TETR.IO does: from the last piece down, each changes places with one of
 * those up to itself. The game multiplies a fraction (x - 1) / (LEHMER_PRIME - 1) by their
 * number and rounds down, which whole numbers do alike. */
static void deal_tetrio(df_dealer *dealer)
{
    static const uint8_t order[DF_TETROMINOES] = {DF_Z, DF_L, DF_O, DF_S, DF_I, DF_J, DF_T};
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        dealer->bag[i] = order[i];
    for (unsigned i = DF_TETROMINOES - 1; i > 0; i--) {
        dealer->lehmer = (uint32_t)(LEHMER_FACTOR * dealer->lehmer % LEHMER_PRIME);
        const uint64_t j = (dealer->lehmer - UINT64_C(1)) * (i + 1) / (LEHMER_PRIME - 1);
        const uint16_t piece = dealer->bag[i];
        dealer->bag[i] = dealer->bag[j];
        dealer->bag[j] = piece;
    }
}

/* Shuffles the next bag as NullpoMino does, which deals the first bags of a game again. */
static void deal_nullpomino(df_dealer *dealer)
{
    const bool is_first = dealer->bags == 0;
    uint8_t bag[DF_TETROMINOES];
    if (is_first)
        dealer->java = dealer->java_begin;
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        bag[i] = is_first ? nullpomino_order[i] : (uint8_t)dealer->bag[i];
    nullpomino_bag_shuffle(&dealer->java, bag, is_first);
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        dealer->bag[i] = bag[i];
    dealer->bags = (dealer->bags + 1) % NULLPOMINO_BAGS;
}

int df_dealer_next(df_dealer *dealer)
{
    switch (dealer->deal) {
    case DF_DEAL_UNIFORM:
        return (int)df_random_below(&dealer->random, (uint32_t)dealer->pieces);
    case DF_DEAL_BAG:
    case DF_DEAL_TETRIO:
    case DF_DEAL_NULLPOMINO:
        if (dealer->at == 0)
            (dealer->deal == DF_DEAL_BAG      ? dealer_shuffle
             : dealer->deal == DF_DEAL_TETRIO ? deal_tetrio
                                              : deal_nullpomino)(dealer);
        dealer->last = dealer->bag[dealer->at];
        dealer->at = (dealer->at + 1) % dealer->pieces;
        return dealer->last;
    case DF_DEAL_NES:
        return deal_nes(dealer);
    case DF_DEAL_GIVEN:
    case DF_DEALS:
        break;
    }
    return dealer->at < dealer->given_count ? dealer->given[dealer->at++] : -1;
}
