#include "proof.h"

#include <stdlib.h>
#include <string.h>

/* A window is this many neighbouring gaps. */
#define MIN_LENGTH 2
#define MAX_LENGTH 6
/* A window is worth a look if its rows are this far above a whole number, and as far below the
 * next as this. */
#define MIN_ABOVE 0.2
#define MIN_BELOW 0.03
/* A look at a proof counts as this many steps. */
#define LOOK_STEPS 4
/* Rounds of cuts and of weights. */
#define MAX_ROUNDS 6
/* Branches on top of each other. */
#define MAX_DEPTH 24
/* A longer window is branched on only if it is this much further from a whole number. */
#define BRANCH_LONGER 0.02

/* Where a proof is looked for, and how long. */
typedef struct cuts_search {
    program *program;
    proof *proof;
    const proof_case *part;
    const trace_list *traces;
    size_t first, last; /* gaps */
    unsigned stretch;   /* the first steps, after which there is a look at the proof */
    unsigned min_steps, max_steps;
    int patience;        /* with stretches that bring a part of what is missing */
    double margin;       /* that the rows of the program must be above those to prove */
    int64_t max_missing; /* more than this at the beginning is not tried */
} cuts_search;

df_status df_cuts_create(cuts *made, const trace_list *traces, const proof *from,
                         unsigned beside, size_t max_work)
{
    cuts self = {.traces = traces, .beside = beside, .max_work = max_work};
    if (beside > 2 * TRACE_REACH)
        self.beside = 2 * TRACE_REACH;
    df_status status = df_proof_create(&self.proof, from->picture);
    if (status == DF_OK)
        status = df_proof_open_case(&self.part);
    if (status == DF_OK)
        status = df_program_create(&self.program, traces, &made->part, from);
    if (status != DF_OK) {
        df_cuts_free(&self);
        return status;
    }
    *made = self;
    return DF_OK;
}

/* Returns the rows that the present weights prove, in units of PROOF_ROW. */
static int64_t cuts_look(const cuts_search *search)
{
    int64_t proven = 0;
    df_program_round(search->program, search->proof);
    df_proof_scale(search->proof, search->part);
    df_proof_settle(search->proof, search->part, search->traces);
    return df_proof_holds(search->proof, search->part, search->traces, &proven) ? proven : 0;
}

/* Returns the rows that clear by the present drops of the program. */
static double cuts_sum_rows(const program *solved, size_t first, size_t last)
{
    double rows = 0;
    for (size_t gap = first; gap <= last; gap++)
        rows += solved->rows.now[gap];
    return rows;
}

/* True if more steps will hardly prove more than `rows` rows: the last brought little, or drops
 * are known that nearly do with these. */
static bool cuts_is_hopeless(const cuts_search *search, int64_t rows, int64_t missing,
                             int64_t gained)
{
    const double needed = (double)rows / (double)PROOF_ROW + search->margin;
    return gained * search->patience < missing ||
           cuts_sum_rows(search->program, search->first, search->last) < needed;
}

/* Looks for a proof of more than `rows` rows, in units of PROOF_ROW; true if there is one. */
static bool cuts_prove(cuts *self, const cuts_search *search, int64_t rows)
{
    int64_t best = cuts_look(search);
    unsigned steps = 0;
    self->work += LOOK_STEPS * search->traces->count;
    if (rows - best > search->max_missing)
        return false;
    for (unsigned done = 0; best <= rows && done < search->max_steps; done += steps) {
        if (self->work >= self->max_work)
            return false;
        steps = search->stretch + done * 2 / 5;
        df_program_run(search->program, steps);
        self->work += (steps + LOOK_STEPS) * search->traces->count;
        const int64_t proven = cuts_look(search);
        const int64_t gained = proven - best;
        if (gained > 0)
            best = proven;
        if (done + steps >= search->min_steps &&
            cuts_is_hopeless(search, rows, rows - best, gained))
            break;
    }
    return best > rows;
}

/* Finds the traces near a window, and the cuts inside of it. */
static df_status cuts_find_near(cuts *self, const proof_cut *window, proof_case *part)
{
    self->near.count = 0;
    for (size_t i = 0; i < self->part.cut_count; i++) {
        const proof_cut *cut = &self->part.cuts[i];
        if (cut->first >= window->first && cut->last <= window->last)
            part->cuts[part->cut_count++] = *cut;
    }
    return df_traces_add_within(&self->near, self->traces, self->proof.picture, window->first,
                                window->last);
}

/* Adds a cut, if it is proven. It then holds for every place of the picture. */
static df_status cuts_try(cuts *self, const proof_cut *window)
{
    proof found = {0};
    proof_case part = {0};
    program made = {0};
    df_status status = df_proof_create(&found, self->proof.picture);
    if (status == DF_OK)
        status = df_proof_open_case(&part);
    if (status == DF_OK)
        status = cuts_find_near(self, window, &part);
    if (status == DF_OK)
        status = df_program_create(&made, &self->near, &part, &self->proof);
    if (status == DF_OK)
        status = df_program_adopt(&made, &self->program);
    if (status == DF_OK) {
        const cuts_search search = {.program = &made,
                                    .proof = &found,
                                    .part = &part,
                                    .traces = &self->near,
                                    .first = window->first,
                                    .last = window->last,
                                    .stretch = 30,
                                    .max_steps = 300,
                                    .patience = 2,
                                    .margin = MIN_BELOW,
                                    .max_missing = PROOF_ROW / 5 * 4};
        if (cuts_prove(self, &search, (int64_t)(window->rows - 1) * PROOF_ROW))
            self->part.cuts[self->part.cut_count++] = *window;
    }
    df_program_free(&made);
    df_proof_free(&found);
    df_proof_free_case(&part);
    return status;
}

static bool cuts_has(const cuts *self, const proof_cut *window)
{
    for (size_t i = 0; i < self->part.cut_count; i++) {
        const proof_cut *cut = &self->part.cuts[i];
        if (cut->first == window->first && cut->last == window->last &&
            cut->rows >= window->rows)
            return true;
    }
    return false;
}

/* Tries to cut the windows whose rows are no whole number together. */
static df_status cuts_try_all(cuts *self)
{
    const size_t gaps = self->proof.gaps;
    for (size_t length = MIN_LENGTH; length <= MAX_LENGTH; length++) {
        for (size_t first = 0; first + length <= gaps; first++) {
            const size_t last = first + length - 1;
            const double rows = cuts_sum_rows(&self->program, first, last);
            const uint32_t whole = (uint32_t)rows;
            const proof_cut window = {(uint32_t)first, (uint32_t)last, whole + 1, false};
            if (rows - whole < MIN_ABOVE || rows - whole > 1 - MIN_BELOW ||
                cuts_has(self, &window))
                continue;
            if (self->part.cut_count == PROOF_MAX_CUTS || self->work >= self->max_work)
                return DF_OK;
            const df_status status = cuts_try(self, &window);
            if (status != DF_OK)
                return status;
        }
    }
    return DF_OK;
}

/* Looks for a proof with more and more cuts. */
static df_status cuts_prove_rounds(cuts *self, int64_t rows, bool *proven)
{
    *proven = false;
    for (unsigned round = 0; round < MAX_ROUNDS; round++) {
        const cuts_search search = {.program = &self->program,
                                    .proof = &self->proof,
                                    .part = &self->part,
                                    .traces = self->traces,
                                    .last = self->proof.gaps - 1,
                                    .stretch = 48,
                                    .min_steps = self->part.cut_count == 0 ? 300 : 150,
                                    .max_steps = 1500,
                                    .patience = 10,
                                    .margin = -0.1,
                                    .max_missing = INT64_MAX / 2};
        *proven = cuts_prove(self, &search, rows);
        if (*proven || self->work >= self->max_work)
            return DF_OK;
        const size_t before = self->part.cut_count;
        const df_status status = cuts_try_all(self);
        if (status != DF_OK || self->part.cut_count == before)
            return status;
    }
    return DF_OK;
}

/* Finds the window whose rows are furthest from a whole number, the shortest of those that are
 * nearly as far, and the side that is nearer. False if all are whole numbers. */
static bool cuts_find_branch(const cuts *self, proof_cut *branch)
{
    const size_t gaps = self->proof.gaps;
    double furthest = MIN_BELOW;
    bool found = false;
    for (size_t length = 1; length <= MAX_LENGTH; length++) {
        for (size_t first = 0; first + length <= gaps; first++) {
            const size_t last = first + length - 1;
            const double rows = cuts_sum_rows(&self->program, first, last);
            const uint32_t whole = (uint32_t)rows;
            const bool upper = rows - whole > 0.5;
            const double distance = upper ? whole + 1 - rows : rows - whole;
            if (distance < furthest)
                continue;
            furthest = distance + BRANCH_LONGER;
            *branch = (proof_cut){(uint32_t)first, (uint32_t)last, whole + upper, !upper};
            found = true;
        }
    }
    return found;
}

static proof_cut cuts_other_side(const proof_cut *branch)
{
    proof_cut other = *branch;
    other.at_most = !branch->at_most;
    other.rows = branch->at_most ? branch->rows + 1 : branch->rows - 1;
    return other;
}

/* Looks for a proof for one place of the picture; if there is none, for two: one for plans that
 * clear at most some number of rows in a window, and one for those that clear more. */
static df_status cuts_prove_place(cuts *self, int64_t rows, unsigned depth, bool *proven)
{
    proof_cut branch;
    df_status status = cuts_prove_rounds(self, rows, proven);
    if (status != DF_OK || *proven || depth == MAX_DEPTH || self->work >= self->max_work ||
        self->part.cut_count == PROOF_MAX_CUTS || !cuts_find_branch(self, &branch))
        return status;
    const size_t begin = self->part.cut_count;
    for (unsigned side = 0; status == DF_OK && side < 2; side++) {
        /* Cuts that were found on one side need not hold on the other. */
        self->part.cut_count = begin;
        self->part.cuts[self->part.cut_count++] = branch;
        status = cuts_prove_place(self, rows, depth + 1, proven);
        if (!*proven)
            break;
        branch = cuts_other_side(&branch);
    }
    self->part.cut_count = begin;
    return status;
}

df_status df_cuts_exceed(cuts *self, size_t rows, bool *exceed)
{
    const unsigned reach = TRACE_REACH;
    const unsigned first = self->beside < reach ? 0 : self->beside - reach;
    const unsigned last = self->beside < reach ? self->beside : reach;
    df_status status = DF_OK;
    *exceed = true;
    /* At other places the drops reach no further on one side, and less far on the other. */
    for (unsigned left = first; status == DF_OK && *exceed && left <= last; left++) {
        self->part.beside[0] = left;
        self->part.beside[1] = self->beside - left;
        status = cuts_prove_place(self, (int64_t)rows * PROOF_ROW, 0, exceed);
    }
    return status;
}

void df_cuts_free(cuts *self)
{
    df_proof_free(&self->proof);
    df_proof_free_case(&self->part);
    df_program_free(&self->program);
    df_traces_free(&self->near);
    *self = (cuts){0};
}
