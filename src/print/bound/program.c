#include "proof.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/real.h"

/* The method is the primal-dual hybrid gradient of Chambolle and Pock, with their diagonal
 * steps: the drops of each trace and the rows of each gap are the variables, the weights and
 * prices belong to the conditions
 *     each square is left once;
 *     what is paid of each price is at most the rows of its gap;
 *     the rows of the gaps of each cut are together at least as many as it says, or at most. */

/* A price is paid less often than this by one trace. */
#define TIMES 8

static bool program_allocate_values(program_values *values, size_t count)
{
    values->count = count;
    values->now = calloc(4 * count + 1, sizeof *values->now);
    if (values->now == NULL)
        return false;
    values->sum = values->now + count;
    values->before = values->sum + count;
    values->step = values->before + count;
    return true;
}

/* Lists the traces with the same numbers of entries together, so that loops over entries are of
 * the same length again and again, which the processor foresees. */
static void program_sort_traces(program *self)
{
    const trace_list *traces = self->traces;
    size_t place[(TRACE_MAX_LEFT + 1) * (TRACE_MAX_PAID + 1) + 1] = {0};
    for (size_t i = 0; i < traces->count; i++) {
        const trace *one = &traces->traces[i];
        place[one->left_count * (TRACE_MAX_PAID + 1) + one->paid_count + 1]++;
    }
    for (size_t i = 1; i < sizeof place / sizeof place[0]; i++)
        place[i] += place[i - 1];
    for (size_t i = 0; i < traces->count; i++) {
        const trace *one = &traces->traces[i];
        self->order[place[one->left_count * (TRACE_MAX_PAID + 1) + one->paid_count]++] =
            (uint32_t)i;
    }
}

/* Lists what each trace leaves and pays, and numbers the prices that are paid. `number` has a
 * zero for each price. */
static void program_list_entries(program *self, uint32_t *number)
{
    uint32_t at = 0;
    for (size_t i = 0; i < self->traces->count; i++) {
        const trace *one = &self->traces->traces[self->order[i]];
        self->begin[2 * i] = at;
        for (unsigned k = 0; k < one->left_count; k++)
            self->entry[at++] = one->left[k];
        self->begin[2 * i + 1] = at;
        for (unsigned k = 0; k < one->paid_count; k++) {
            uint32_t *used = &number[one->paid[k]];
            if (*used == 0) {
                self->used[self->used_count++] = one->paid[k];
                *used = (uint32_t)self->used_count;
            }
            self->entry[at++] = (*used - 1) * TIMES + one->times[k];
        }
    }
    self->begin[2 * self->traces->count] = at;
}

static df_status program_allocate_entries(program *self, const proof *from)
{
    const trace_list *traces = self->traces;
    size_t entries = 1;
    for (size_t i = 0; i < traces->count; i++)
        entries += (size_t)traces->traces[i].left_count + traces->traces[i].paid_count;
    uint32_t *number = calloc(from->prices, sizeof *number);
    self->order = calloc(traces->count + 1, sizeof *self->order);
    self->begin = calloc(2 * traces->count + 1, sizeof *self->begin);
    self->entry = calloc(entries, sizeof *self->entry);
    self->used = calloc(entries, sizeof *self->used);
    const bool all = number != NULL && self->order != NULL && self->begin != NULL &&
                     self->entry != NULL && self->used != NULL;
    if (all) {
        program_sort_traces(self);
        program_list_entries(self, number);
    }
    free(number);
    return all ? DF_OK : DF_ERROR_MEMORY;
}

/* Makes the length of each step one by the sum of its row or column of the matrix. */
static void program_set_steps(program *self, const df_picture *picture)
{
    for (size_t i = 0; i < self->traces->count; i++) {
        uint32_t at = self->begin[2 * i];
        unsigned sum = 0;
        for (; at < self->begin[2 * i + 1]; at++, sum++)
            self->weights.step[self->entry[at]]++;
        for (; at < self->begin[2 * i + 2]; at++) {
            self->prices.step[self->entry[at] / TIMES] += self->entry[at] % TIMES;
            sum += self->entry[at] % TIMES;
        }
        self->length[i] = 1.0 / sum;
    }
    for (size_t i = 0; i < self->used_count; i++) {
        self->prices.step[i] = 1 / (self->prices.step[i] + 1);
        self->gap[i] = (uint32_t)trace_gap_of(picture, self->used[i]);
    }
    for (size_t i = 0; i < self->squares; i++) {
        if (self->weights.step[i] != 0)
            self->weights.step[i] = 1 / self->weights.step[i];
    }
}

/* Returns the bonus that is nearest to a value. */
static double program_bonus(const proof_cut *cut, double value)
{
    const bool allowed = cut->at_most ? value < 0 : value > 0;
    return allowed ? value : 0;
}

/* Sets the steps that depend on the case, which may change. */
static void program_set_case(program *self)
{
    double *step = self->rows.step;
    for (size_t i = 0; i < self->drops.count; i++) {
        const bool allowed = proof_allows(self->part, &self->traces->traces[self->order[i]]);
        self->drops.step[i] = allowed ? self->length[i] : 0;
        if (!allowed)
            self->drops.now[i] = self->drops.before[i] = 0;
    }
    memset(step, 0, self->gaps * sizeof *step);
    for (size_t i = 0; i < self->used_count; i++)
        step[self->gap[i]]++;
    for (size_t i = 0; i < self->part->cut_count; i++) {
        const proof_cut *cut = &self->part->cuts[i];
        self->bonuses.step[i] = 1.0 / (cut->last - cut->first + 1);
        /* Another cut may have had this place before. */
        self->bonuses.now[i] = self->bonuses.before[i] =
            program_bonus(cut, self->bonuses.now[i]);
        for (size_t gap = cut->first; gap <= cut->last; gap++)
            step[gap]++;
    }
    for (size_t gap = 0; gap < self->gaps; gap++) {
        if (step[gap] != 0)
            step[gap] = 1 / step[gap];
    }
    for (size_t i = self->part->cut_count; i < PROOF_MAX_CUTS; i++)
        self->bonuses.now[i] = self->bonuses.before[i] = 0;
}

static void program_set_values(program *self, const proof *from)
{
    for (size_t i = 0; i < self->squares; i++)
        self->weights.now[i] = (double)from->weight[i] / PROOF_ROW;
    for (size_t i = 0; i < self->used_count; i++)
        self->prices.now[i] = (double)from->price[self->used[i]] / PROOF_ROW;
}

/* Allocates what does not hang on the number of used prices, and then the rest. */
static df_status program_allocate(program *self, const proof *from)
{
    const df_status status = program_allocate_entries(self, from);
    if (status != DF_OK)
        return status;
    self->gap = calloc(self->used_count + 1, sizeof *self->gap);
    self->left = calloc(self->squares, sizeof *self->left);
    self->lost = calloc(self->used_count + 1, sizeof *self->lost);
    self->charge = calloc(self->gaps, sizeof *self->charge);
    self->length = calloc(self->traces->count + 1, sizeof *self->length);
    const bool all = program_allocate_values(&self->drops, self->traces->count) &&
                     program_allocate_values(&self->rows, self->gaps) &&
                     program_allocate_values(&self->weights, self->squares) &&
                     program_allocate_values(&self->prices, self->used_count) &&
                     program_allocate_values(&self->bonuses, PROOF_MAX_CUTS);
    return all && self->gap != NULL && self->left != NULL && self->lost != NULL &&
                   self->charge != NULL && self->length != NULL
               ? DF_OK
               : DF_ERROR_MEMORY;
}

df_status df_program_create(program *made, const trace_list *traces, const proof_case *part,
                            const proof *from)
{
    program self = {.traces = traces,
                    .part = part,
                    .squares = from->squares,
                    .gaps = from->gaps,
                    .balance = 1};
    const df_status status = program_allocate(&self, from);
    if (status != DF_OK) {
        df_program_free(&self);
        return status;
    }
    program_set_steps(&self, from->picture);
    program_set_values(&self, from);
    memcpy(self.weights.before, self.weights.now, self.squares * sizeof(double));
    memcpy(self.prices.before, self.prices.now, self.used_count * sizeof(double));
    *made = self;
    return DF_OK;
}

df_status df_program_adopt(program *self, const program *all)
{
    double *drops = calloc(all->drops.count + 1, sizeof *drops);
    if (drops == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < all->drops.count; i++)
        drops[all->order[i]] = all->drops.now[i];
    for (size_t i = 0; i < self->drops.count; i++) {
        const trace *one = &self->traces->traces[self->order[i]];
        self->drops.now[i] = self->drops.before[i] = drops[one->origin];
    }
    for (size_t gap = 0; gap < self->gaps; gap++)
        self->rows.now[gap] = self->rows.before[gap] = all->rows.now[gap];
    self->balance = all->balance;
    free(drops);
    return DF_OK;
}

/* Returns by how much the squares that a trace leaves weigh more than it pays. */
static double program_gain(const program *self, size_t index)
{
    const uint32_t *entry = &self->entry[self->begin[2 * index]];
    const uint32_t *const paid = &self->entry[self->begin[2 * index + 1]];
    const uint32_t *const end = &self->entry[self->begin[2 * index + 2]];
    double gain = 0;
    for (; entry < paid; entry++)
        gain += self->weights.now[*entry];
    for (; entry < end; entry++)
        gain -= self->prices.now[*entry / TIMES] * (*entry % TIMES);
    return gain;
}

/* Adds drops of a trace to what is left and lost. */
static void program_spread(program *self, size_t index, double drops)
{
    const uint32_t *entry = &self->entry[self->begin[2 * index]];
    const uint32_t *const paid = &self->entry[self->begin[2 * index + 1]];
    const uint32_t *const end = &self->entry[self->begin[2 * index + 2]];
    for (; entry < paid; entry++)
        self->left[*entry] += drops;
    for (; entry < end; entry++)
        self->lost[*entry / TIMES] += drops * (*entry % TIMES);
}

static void program_move_drops(program *self)
{
    const program_values *drops = &self->drops;
    memset(self->left, 0, self->squares * sizeof *self->left);
    memset(self->lost, 0, self->used_count * sizeof *self->lost);
    for (size_t i = 0; i < drops->count; i++) {
        const double before = drops->now[i];
        double now = before + self->balance * drops->step[i] * program_gain(self, i);
        if (!(now > 0))
            now = 0;
        drops->now[i] = now;
        drops->sum[i] += now;
        if (now != 0 || before != 0)
            program_spread(self, i, 2 * now - before);
    }
}

/* Afterwards the charge of a gap is the rows that the conditions are to see. */
static void program_move_rows(program *self)
{
    const program_values *rows = &self->rows;
    memset(self->charge, 0, self->gaps * sizeof *self->charge);
    for (size_t i = 0; i < self->used_count; i++)
        self->charge[self->gap[i]] += self->prices.now[i];
    for (size_t i = 0; i < self->part->cut_count; i++) {
        const proof_cut *cut = &self->part->cuts[i];
        for (size_t gap = cut->first; gap <= cut->last; gap++)
            self->charge[gap] += self->bonuses.now[i];
    }
    for (size_t gap = 0; gap < self->gaps; gap++) {
        const double before = rows->now[gap];
        double now = before - self->balance * rows->step[gap] * (1 - self->charge[gap]);
        if (!(now > 0))
            now = 0;
        self->charge[gap] = 2 * now - before;
        rows->now[gap] = now;
        rows->sum[gap] += now;
    }
}

/* Moves the bonus of a cut that is not met away from zero. */
static void program_move_bonus(program *self, size_t index)
{
    const proof_cut *cut = &self->part->cuts[index];
    double missing = cut->rows;
    for (size_t gap = cut->first; gap <= cut->last; gap++)
        missing -= self->charge[gap];
    const double now =
        self->bonuses.now[index] + self->bonuses.step[index] / self->balance * missing;
    self->bonuses.now[index] = program_bonus(cut, now);
    self->bonuses.sum[index] += self->bonuses.now[index];
}

static void program_move_conditions(program *self)
{
    const program_values *weights = &self->weights, *prices = &self->prices;
    const double shorter = 1 / self->balance;
    for (size_t i = 0; i < weights->count; i++) {
        weights->now[i] += weights->step[i] * shorter * (1 - self->left[i]);
        weights->sum[i] += weights->now[i];
    }
    for (size_t i = 0; i < prices->count; i++) {
        const double missing = self->lost[i] - self->charge[self->gap[i]];
        const double now = prices->now[i] + prices->step[i] * shorter * missing;
        prices->now[i] = now > 0 ? now : 0;
        prices->sum[i] += prices->now[i];
    }
    for (size_t i = 0; i < self->part->cut_count; i++)
        program_move_bonus(self, i);
}

/* Goes to the means of all values since the last restart; returns the distance, squared. */
static double program_restart_values(program_values *values, size_t count, unsigned steps)
{
    double distance = 0;
    for (size_t i = 0; i < count; i++) {
        const double mean = values->sum[i] / steps, moved = mean - values->before[i];
        values->now[i] = values->before[i] = mean;
        values->sum[i] = 0;
        if (values->step[i] != 0)
            distance += moved * moved / values->step[i];
    }
    return distance;
}

/* Restarts from the mean, and balances the steps by how far variables and conditions have gone,
 * half way (Applegate and others, Practical large-scale linear programming, 2021). */
static void program_restart(program *self, unsigned steps)
{
    const double variables = program_restart_values(&self->drops, self->drops.count, steps) +
                             program_restart_values(&self->rows, self->gaps, steps);
    const double conditions =
        program_restart_values(&self->weights, self->squares, steps) +
        program_restart_values(&self->prices, self->used_count, steps) +
        program_restart_values(&self->bonuses, self->part->cut_count, steps);
    if (variables > 1e-18 && conditions > 1e-18)
        self->balance = df_real_root(df_real_root(variables / conditions) * self->balance);
}

void df_program_run(program *self, unsigned steps)
{
    program_set_case(self);
    for (unsigned i = 0; i < steps; i++) {
        program_move_drops(self);
        program_move_rows(self);
        program_move_conditions(self);
    }
    program_restart(self, steps);
}

static int64_t round_value(double value, int64_t max)
{
    const double units = value * (double)PROOF_ROW;
    if (!(units > (double)-max))
        return -max;
    return units < (double)max ? (int64_t)units : max;
}

void df_program_round(const program *self, proof *into)
{
    for (size_t i = 0; i < self->squares; i++)
        into->weight[i] = round_value(self->weights.now[i], PROOF_MAX_WEIGHT);
    memset(into->price, 0, into->prices * sizeof *into->price);
    for (size_t i = 0; i < self->used_count; i++)
        into->price[self->used[i]] = round_value(self->prices.now[i], PROOF_MAX_PRICE);
    for (size_t i = 0; i < self->part->cut_count; i++)
        into->bonus[i] = round_value(self->bonuses.now[i], PROOF_MAX_PRICE);
    df_proof_scale(into, self->part);
    df_proof_settle(into, self->part, self->traces);
}

void df_program_free(program *self)
{
    free(self->used);
    free(self->gap);
    free(self->order);
    free(self->begin);
    free(self->entry);
    free(self->drops.now);
    free(self->rows.now);
    free(self->weights.now);
    free(self->prices.now);
    free(self->bonuses.now);
    free(self->left);
    free(self->lost);
    free(self->charge);
    free(self->length);
    *self = (program){0};
}

df_status df_program_solve(proof *found, const trace_list *traces, unsigned steps)
{
    proof_case part = {0};
    program made = {0};
    df_status status = df_proof_open_case(&part);
    if (status == DF_OK)
        status = df_program_create(&made, traces, &part, found);
    if (status == DF_OK) {
        for (unsigned done = 0, stretch = 0; done < steps; done += stretch) {
            stretch = 48 + done * 2 / 5;
            df_program_run(&made, stretch);
        }
        df_program_round(&made, found);
    }
    df_program_free(&made);
    df_proof_free_case(&part);
    return status;
}
