/* A proof that rows must clear: weights for the squares of a picture and prices for the
 * squares of cleared rows, all whole numbers, under which no drop leaves more than it pays
 * for. docs/printer.md, section 9, says what follows from them. */
#ifndef DROPFORGE_PRINT_PROOF_H
#define DROPFORGE_PRINT_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"
#include "trace.h"

/* The price of a whole cleared row, at most. */
#define PROOF_ROW (INT64_C(1) << 30)

typedef struct proof {
    size_t squares; /* of the picture, empty ones as well */
    size_t gaps;
    size_t columns;
    int64_t *weight; /* one for each square */
    int64_t *slack;  /* scratch, one for each square */
    int64_t *price;  /* gap * columns + column, as in a trace */
    int64_t *load;   /* scratch, one for each price */
} proof;

/* Prices all columns alike. The caller owns *made (df_proof_free). */
df_status df_proof_create(proof *made, size_t squares, size_t gaps, unsigned columns);

/* Runs `steps` subgradient steps to find weights, and returns their sum: at least sum /
 * PROOF_ROW rows clear. With `moves_prices` the prices follow the squares that the traces take.
 * */
int64_t df_proof_weigh(proof *self, const trace_list *traces, unsigned steps,
                       bool moves_prices);

/* True if weights and prices meet their conditions for these traces. */
bool df_proof_holds(const proof *self, const trace_list *traces);

void df_proof_free(proof *self);

#endif
