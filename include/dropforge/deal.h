/* How pieces are dealt: at random in several ways, or as a given sequence. */
#ifndef DROPFORGE_DEAL_H
#define DROPFORGE_DEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/random.h"
#include "dropforge/status.h"

DF_BEGIN_DECLARATIONS

/* How pieces are dealt. */
typedef enum df_deal {
    DF_DEAL_UNIFORM, /* all alike and independent of one another */
    DF_DEAL_BAG,     /* all pieces of the set, shuffled; then all of them again */
    DF_DEAL_NES, /* once more if the die shows the last piece or one side too many (NES 1989) */
    DF_DEAL_GIVEN,  /* a sequence */
    DF_DEAL_TETRIO, /* the seven tetrominoes as in bags of TETR.IO, by a generator of its own */
} df_deal;

#define DF_DEAL_MAX_BAG 1024

/* Deals pieces. Plain data; `given` is borrowed. */
typedef struct df_dealer {
    df_random random;
    df_deal deal;
    const uint16_t *given;
    size_t given_count;
    size_t pieces; /* of the set */
    size_t at;     /* next of the bag, or of the sequence */
    uint16_t last;
    uint32_t lehmer; /* the state of DF_DEAL_TETRIO */
    uint16_t bag[DF_DEAL_MAX_BAG];
} df_dealer;

/* Begins a deal of `pieces` pieces; `number` is that of the game, and separates games with one
 * seed. `given` of `given_count` indices is looked at with DF_DEAL_GIVEN alone, and borrowed.
 * DF_DEAL_TETRIO deals indices of df_piece_set_tetrominoes, and adds the number to the seed.
 * DF_ERROR_ARGUMENT: no pieces, one that is not below `pieces` in the sequence, more than
 * DF_DEAL_MAX_BAG with DF_DEAL_BAG, or other than seven with DF_DEAL_TETRIO. */
df_status df_dealer_begin(df_dealer *dealer, df_deal deal, size_t pieces, const uint16_t *given,
                          size_t given_count, uint64_t seed, uint64_t number);

/* Returns the index of the next piece; -1 after the end of a sequence. */
int df_dealer_next(df_dealer *dealer);

/* Returns the name of a deal ("bag"), or NULL. Static. */
const char *df_deal_name(df_deal deal);

/* Finds the deal of a name; false without one. */
bool df_deal_find(const char *name, size_t length, df_deal *deal);

DF_END_DECLARATIONS

#endif
