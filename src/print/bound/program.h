/* The linear program behind a proof, solved by floating point: it finds good weights and
 * prices, and proves nothing. Each operation is done by itself, so results have the same bits
 * on every machine. */
#ifndef DROPFORGE_PRINT_PROGRAM_H
#define DROPFORGE_PRINT_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/base.h"
#include "proof.h"
#include "trace.h"

/* Variables or conditions: their values, the sums of their values since the last restart, the
 * values then, and the lengths of their steps. */
typedef struct program_values {
    size_t count;
    double *now, *sum, *before, *step;
} program_values;

typedef struct program {
    const trace_list *traces;
    const proof_case *part;
    size_t squares;
    size_t gaps;
    size_t used_count;      /* prices that some trace pays */
    uint32_t *used;         /* their numbers */
    uint32_t *gap;          /* their gaps */
    uint32_t *order;        /* the traces, those with the same numbers of entries together */
    uint32_t *begin;        /* of squares and of prices of each in order, at 2 i and 2 i + 1 */
    uint32_t *entry;        /* a square, or the index of a used price * 8 + times */
    program_values drops;   /* of each trace in order */
    program_values rows;    /* that clear in each gap */
    program_values weights; /* of each square */
    program_values prices;  /* of each used one */
    program_values bonuses; /* of each cut */
    double *left;           /* scratch: how often each square is left */
    double *lost;           /* scratch: how much of each used price is paid */
    double *charge;         /* scratch: the sum of prices and bonuses of each gap */
    double *length;         /* of the steps of each trace in order, if the case allows it */
    double balance;         /* between the steps of variables and of conditions */
} program;

/* Begins with the weights and prices of `from`. The traces and the case are borrowed: the case
 * may change between runs. A cut that comes in has a bonus of zero. The caller owns *made
 * (df_program_free). */
df_status df_program_create(program *made, const trace_list *traces, const proof_case *part,
                            const proof *from);

/* Takes the drops, rows and balance of the program of all traces over into a program of traces
 * from df_traces_add_within. */
df_status df_program_adopt(program *self, const program *all);

/* Runs `steps` steps, and goes back to the mean of their points. */
void df_program_run(program *self, unsigned steps);

/* Rounds the weights and the prices to whole numbers, for a proof. */
void df_program_round(const program *self, proof *into);

void df_program_free(program *self);

/* Finds weights and prices for the traces of all plans in about `steps` steps, beginning with
 * those of *found. Whatever the steps, they prove the sum of their weights. */
df_status df_program_solve(proof *found, const trace_list *traces, unsigned steps);

#endif
