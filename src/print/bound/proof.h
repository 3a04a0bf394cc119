/* A proof that rows must clear: weights for the squares of a picture and prices for what
 * clears, all whole numbers, under which no drop leaves more than it pays for.
 * docs/method/bound.md says what follows from them. */
#pragma once

#include "dropforge/print.h"
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

/* Begins with weights of zero, and with equal prices for all columns of a gap. */
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

/* The linear program behind a proof, solved by floating point: it finds good weights and
 * prices, and proves nothing. Each operation is done by itself, so results have the same bits
 * on every machine. */

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
 * may change between runs. A cut that comes in has a bonus of zero. */
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

/* Whole numbers of rows: how many rows clear at least in some neighbouring gaps together, found
 * by proofs of their own and rounded up, raises the bound for all gaps; so do two proofs, for
 * at most some number of rows there and for more; and so does a look at each place of the
 * picture between the walls by itself. */

typedef struct cuts {
    const trace_list *traces;
    unsigned beside; /* columns of the playfield beside the picture */
    proof proof;     /* the last that was looked at */
    proof_case part; /* the one that is looked at, with all cuts so far */
    program program; /* of all traces */
    trace_list near; /* scratch: those near a window */
    size_t work;     /* traces times steps so far */
    size_t max_work; /* after which nothing more is proven */
} cuts;

/* Begins with the weights and prices of `from`. `beside` is the number of columns beside the
 * picture, or 2 * TRACE_REACH for any number from there. The traces are borrowed, in the order
 * of df_traces_sort. */
df_status df_cuts_create(cuts *made, const trace_list *traces, const proof *from,
                         unsigned beside, size_t max_work);

/* Finds out whether more than `rows` rows are proven to clear. */
df_status df_cuts_exceed(cuts *self, size_t rows, bool *exceed);

void df_cuts_free(cuts *self);

/* Finds weights for the squares of a picture quickly, not the best there are. Of the options it
 * uses width and pieces, which must be given, and anchors. `weights` gets picture->width *
 * picture->height numbers. If some squares are missing, as many rows as their weights sum up to
 * must still clear, at least. */
df_status df_bound_weigh(const df_picture *picture, const df_piece_set *tetrominoes,
                         const df_print_options *options, int64_t *weights);
