/* A proof that rows must clear: weights for the squares of a picture and prices for what
 * clears, all whole numbers, under which no drop leaves more than it pays for.
 * docs/method/bound.md says what follows from them. */
#ifndef DROPFORGE_PRINT_PROOF_H
#define DROPFORGE_PRINT_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/base.h"
#include "trace.h"

/* One cleared row, in the units of weights and prices. */
#define PROOF_ROW (INT64_C(1) << 30)
/* No price or bonus is further from 0, and no weight. */
#define PROOF_MAX_PRICE (4 * PROOF_ROW - 1)
#define PROOF_MAX_WEIGHT (64 * PROOF_ROW)
#define PROOF_MAX_CUTS 256

/* At least `rows` rows clear in the gaps first … last together, or at most. */
typedef struct proof_cut {
    uint32_t first, last;
    uint32_t rows;
    bool at_most;
} proof_cut;

/* The plans that a proof is for: those that have the picture at some places, and some numbers
 * of cleared rows. */
typedef struct proof_case {
    unsigned beside[2]; /* columns beside the picture on each side that drops may reach */
    size_t cut_count;   /* 0 … PROOF_MAX_CUTS, which all hold */
    proof_cut *cuts;
} proof_case;

typedef struct proof {
    const df_picture *picture;
    size_t squares; /* of the picture, empty ones as well */
    size_t gaps;
    size_t prices;
    int64_t *weight; /* one for each square */
    int64_t *price;  /* as numbered by traces */
    int64_t *bonus;  /* one for each cut, for each of its rows; never positive for at most */
    int64_t *slack;  /* scratch, one for each square */
    int64_t *room;   /* scratch, one for each gap: what its bonuses leave to its prices */
    int64_t *charge; /* scratch, one for each gap: the sum of its prices */
} proof;

/* Makes the case of all plans, without cuts. The caller owns *made (df_proof_free_case). */
df_status df_proof_open_case(proof_case *made);

void df_proof_free_case(proof_case *part);

/* Begins with weights of zero, and with equal prices for all columns of a gap. The caller owns
 * *made (df_proof_free). */
df_status df_proof_create(proof *made, const df_picture *picture);

/* True if the case allows a trace. */
static inline bool proof_allows(const proof_case *part, const trace *one)
{
    return one->beside[0] <= part->beside[0] && one->beside[1] <= part->beside[1];
}

/* Makes the prices and bonuses of each gap sum up to one row. */
void df_proof_scale(proof *self, const proof_case *part);

/* Lowers the weights until they meet their conditions, and raises them where there is slack. */
void df_proof_settle(proof *self, const proof_case *part, const trace_list *traces);

/* True if weights and prices meet their conditions for these traces. Then at least *rows /
 * PROOF_ROW rows clear in every plan of this case. */
bool df_proof_holds(const proof *self, const proof_case *part, const trace_list *traces,
                    int64_t *rows);

void df_proof_free(proof *self);

#endif
