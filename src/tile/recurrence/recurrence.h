/* Linear recurrences modulo a number and over the integers. */
#pragma once

#include "tile/count/count.h"
#include "tile/count/graph.h"
#include "tile/count/modular.h"

/* Finds the shortest recurrence of the numbers a[0 … count - 1], c[1 … *order], by Berlekamp
 * and Massey's algorithm (J. L. Massey, "Shift-register synthesis and BCH decoding", 1969). The
 * modulus must be prime; `c` has count + 1 elements. Errors are those of the task's budget and
 * watch. */
df_status df_tile_linear_find(tile_task *task, const modulus *prime, const uint64_t *a,
                              size_t count, uint64_t *c, size_t *order);

/* Computes a(n) modulo any number, from c and a[0 … order - 1]: x^n is computed modulo x^order
 * - c[1] x^(order-1) - … - c[order] by squaring, without a division (C. M. Fiduccia, "An
 * efficient formula for linear recurrences", 1985). Errors as above. */
df_status df_tile_linear_evaluate(tile_task *task, const modulus *m, const uint64_t *a,
                                  const uint64_t *c, size_t order, uint64_t n,
                                  uint64_t *result);

/* The primes that are used by default are this number and larger ones. */
#define INTEGRAL_FIRST_PRIME (UINT64_C(1) << 63)

/* Finds the shortest recurrence of the graph's numbers, modulo primes from `first` on: few
 * large ones or, to be tested, many small ones. Errors as of the task's budget and watch. */
df_status df_tile_integral_find(tile_task *task, const tile_graph *graph, uint64_t first,
                                df_tile_recurrence **recurrence);
