#include "dropforge/deal.h"

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
    if (pieces == 0 || pieces > UINT16_MAX || deal > DF_DEAL_GIVEN ||
        (deal == DF_DEAL_BAG && pieces > DF_DEAL_MAX_BAG))
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
    return DF_OK;
}

/* Deals as the NES game of 1989: it throws a die with one side more than there are pieces. If
 * that side comes up, or the last piece again, it throws a die without that side and takes the
 * result. */
static uint16_t deal_nes(df_dealer *dealer)
{
    uint32_t piece = df_random_below(&dealer->random, (uint32_t)dealer->pieces + 1);
    if (piece == dealer->pieces || piece == dealer->last)
        piece = df_random_below(&dealer->random, (uint32_t)dealer->pieces);
    dealer->last = (uint16_t)piece;
    return dealer->last;
}

int df_dealer_next(df_dealer *dealer)
{
    switch (dealer->deal) {
    case DF_DEAL_UNIFORM:
        return (int)df_random_below(&dealer->random, (uint32_t)dealer->pieces);
    case DF_DEAL_BAG:
        if (dealer->at == 0)
            dealer_shuffle(dealer);
        dealer->last = dealer->bag[dealer->at];
        dealer->at = (dealer->at + 1) % dealer->pieces;
        return dealer->last;
    case DF_DEAL_NES:
        return deal_nes(dealer);
    case DF_DEAL_GIVEN:
        break;
    }
    return dealer->at < dealer->given_count ? dealer->given[dealer->at++] : -1;
}
