#include "proof.h"

#include <stdlib.h>
#include <string.h>

/* The length of the first steps, in last steps. */
#define STEP_DECAY 20
/* A square that many traces leave, or a price, moves no faster than this in one step. */
#define MAX_COVERED 4
#define MAX_LOAD 4
/* Passes that use up the slack of the conditions. */
#define SETTLE_PASSES 6
/* No price falls below this part of a row, so that each can rise again. */
#define LEAST_PRICE (PROOF_ROW >> 16)

df_status df_proof_create(proof *made, size_t squares, size_t gaps, unsigned columns)
{
    const size_t prices = gaps * columns;
    proof self = {.squares = squares, .gaps = gaps, .columns = columns};
    self.weight = calloc(squares, sizeof *self.weight);
    self.slack = calloc(squares, sizeof *self.slack);
    self.price = calloc(prices, sizeof *self.price);
    self.load = calloc(prices, sizeof *self.load);
    if (self.weight == NULL || self.slack == NULL || self.price == NULL || self.load == NULL) {
        df_proof_free(&self);
        return DF_ERROR_MEMORY;
    }
    for (size_t i = 0; i < prices; i++)
        self.price[i] = PROOF_ROW / columns;
    *made = self;
    return DF_OK;
}

/* Returns the price that a trace pays beyond the weight of the squares that it leaves. */
static int64_t proof_slack(const proof *self, const trace *one)
{
    int64_t result = 0;
    for (unsigned i = 0; i < one->lost_count; i++)
        result += self->price[one->lost[i]];
    for (unsigned i = 0; i < one->left_count; i++)
        result -= self->weight[one->left[i]];
    return result;
}

static int64_t divide_down(int64_t number, int64_t by)
{
    return number >= 0 ? number / by : -((by - 1 - number) / by);
}

/* Moves every weight by its share of the scarcest slack around it. Afterwards no slack is
 * negative, whatever the weights were before. */
static void proof_settle(proof *self, const trace_list *traces)
{
    for (size_t square = 0; square < self->squares; square++)
        self->slack[square] = INT64_MAX;
    for (size_t i = 0; i < traces->count; i++) {
        const trace *one = &traces->traces[i];
        const int64_t share = divide_down(proof_slack(self, one), one->left_count);
        for (unsigned k = 0; k < one->left_count; k++) {
            if (share < self->slack[one->left[k]])
                self->slack[one->left[k]] = share;
        }
    }
    for (size_t square = 0; square < self->squares; square++) {
        /* A square that no trace leaves has no weight. */
        if (self->slack[square] == INT64_MAX)
            self->weight[square] = 0;
        else
            self->weight[square] += self->slack[square];
    }
}

/* Counts, for every square and every price, the traces that would leave more than they pay
 * for. */
static void count_bargains(proof *self, const trace_list *traces)
{
    memset(self->slack, 0, self->squares * sizeof *self->slack);
    memset(self->load, 0, self->gaps * self->columns * sizeof *self->load);
    for (size_t i = 0; i < traces->count; i++) {
        const trace *one = &traces->traces[i];
        if (proof_slack(self, one) >= 0)
            continue;
        for (unsigned k = 0; k < one->left_count; k++)
            self->slack[one->left[k]]++;
        for (unsigned k = 0; k < one->lost_count; k++)
            self->load[one->lost[k]]++;
    }
}

/* Makes a square heavier that no trace would leave, and lighter if several would. */
static void move_weights(proof *self, int64_t step)
{
    for (size_t square = 0; square < self->squares; square++) {
        const int64_t covered =
            self->slack[square] < MAX_COVERED ? self->slack[square] : MAX_COVERED;
        self->weight[square] += step * (1 - covered);
    }
}

/* Raises the prices of columns that many bargains take; the others share the rest. */
static void move_prices(proof *self, unsigned part)
{
    for (size_t gap = 0; gap < self->gaps; gap++) {
        int64_t *price = &self->price[gap * self->columns];
        const int64_t *load = &self->load[gap * self->columns];
        int64_t sum = 0;
        for (size_t column = 0; column < self->columns; column++) {
            const int64_t taken = load[column] < MAX_LOAD ? load[column] : MAX_LOAD;
            price[column] += price[column] / part * taken;
            if (price[column] < LEAST_PRICE)
                price[column] = LEAST_PRICE;
            sum += price[column];
        }
        /* Rounded down, so that a row never costs more than PROOF_ROW. Both factors are below
         * 2^31 and 2^32. */
        for (size_t column = 0; column < self->columns; column++)
            price[column] =
                (int64_t)((uint64_t)price[column] * (uint64_t)PROOF_ROW / (uint64_t)sum);
    }
}

int64_t df_proof_weigh(proof *self, const trace_list *traces, unsigned steps, bool moves_prices)
{
    memset(self->weight, 0, self->squares * sizeof *self->weight);
    for (unsigned i = 0; i < steps; i++) {
        /* The steps shrink as 1, 1/2, 1/3 …, down to 1 / STEP_DECAY. */
        const int64_t shrunk = (int64_t)steps + (int64_t)STEP_DECAY * i;
        count_bargains(self, traces);
        /* 3/10 of the mean price of a square */
        move_weights(self, PROOF_ROW / (int64_t)self->columns * 3 * steps / 10 / shrunk);
        if (moves_prices)
            move_prices(self, (unsigned)(10 * shrunk / steps));
    }
    for (unsigned i = 0; i < SETTLE_PASSES; i++)
        proof_settle(self, traces);
    int64_t sum = 0;
    for (size_t square = 0; square < self->squares; square++)
        sum += self->weight[square];
    return sum;
}

bool df_proof_holds(const proof *self, const trace_list *traces)
{
    for (size_t gap = 0; gap < self->gaps; gap++) {
        int64_t sum = 0;
        for (size_t column = 0; column < self->columns; column++) {
            sum += self->price[gap * self->columns + column];
            if (self->price[gap * self->columns + column] < 0)
                return false;
        }
        if (sum > PROOF_ROW)
            return false;
    }
    for (size_t i = 0; i < traces->count; i++) {
        if (proof_slack(self, &traces->traces[i]) < 0)
            return false;
    }
    return true;
}

void df_proof_free(proof *self)
{
    free(self->weight);
    free(self->slack);
    free(self->price);
    free(self->load);
    *self = (proof){0};
}
