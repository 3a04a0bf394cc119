#include "print/proof.h"

#include <stdlib.h>
#include <string.h>

/* The first steps are so many times longer than the last. */
#define STEP_DECAY 20
/* A square that many traces ask for, or a price, moves no faster than this in one step. */
#define MOST_COVERED 4
#define MOST_LOAD 4
/* Passes that use up what the conditions leave. */
#define SETTLE_PASSES 6
/* No price falls below this part of a row, so that each can rise again. */
#define LEAST_PRICE (PROOF_ROW >> 16)

df_status df_proof_create(proof *made, size_t squares, size_t gaps, unsigned columns)
{
    const size_t prices = gaps * columns;
    proof self = {.squares = squares, .gaps = gaps, .columns = columns};
    self.weight = calloc(squares, sizeof *self.weight);
    self.room = calloc(squares, sizeof *self.room);
    self.price = calloc(prices, sizeof *self.price);
    self.load = calloc(prices, sizeof *self.load);
    if (self.weight == NULL || self.room == NULL || self.price == NULL || self.load == NULL) {
        df_proof_free(&self);
        return DF_ERROR_MEMORY;
    }
    for (size_t i = 0; i < prices; i++)
        self.price[i] = PROOF_ROW / columns;
    *made = self;
    return DF_OK;
}

/* What the trace pays beyond the weight of what it leaves. */
static int64_t slack(const proof *self, const trace *one)
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
static void settle(proof *self, const trace_list *traces)
{
    for (size_t square = 0; square < self->squares; square++)
        self->room[square] = INT64_MAX;
    for (size_t i = 0; i < traces->count; i++) {
        const trace *one = &traces->traces[i];
        const int64_t share = divide_down(slack(self, one), one->left_count);
        for (unsigned k = 0; k < one->left_count; k++) {
            if (share < self->room[one->left[k]])
                self->room[one->left[k]] = share;
        }
    }
    for (size_t square = 0; square < self->squares; square++) {
        /* A square that no trace leaves has no weight. */
        if (self->room[square] == INT64_MAX)
            self->weight[square] = 0;
        else
            self->weight[square] += self->room[square];
    }
}

/* Counts, for every square and every price, the traces that would leave more than they pay
 * for. */
static void count_bargains(proof *self, const trace_list *traces)
{
    memset(self->room, 0, self->squares * sizeof *self->room);
    memset(self->load, 0, self->gaps * self->columns * sizeof *self->load);
    for (size_t i = 0; i < traces->count; i++) {
        const trace *one = &traces->traces[i];
        if (slack(self, one) >= 0)
            continue;
        for (unsigned k = 0; k < one->left_count; k++)
            self->room[one->left[k]]++;
        for (unsigned k = 0; k < one->lost_count; k++)
            self->load[one->lost[k]]++;
    }
}

/* A square that nobody would leave gets heavier, one that several would leave lighter. */
static void move_weights(proof *self, int64_t step)
{
    for (size_t square = 0; square < self->squares; square++) {
        const int64_t covered =
            self->room[square] < MOST_COVERED ? self->room[square] : MOST_COVERED;
        self->weight[square] += step * (1 - covered);
    }
}

/* Columns that many bargains take get dearer; the others share what is left. */
static void move_prices(proof *self, unsigned part)
{
    for (size_t gap = 0; gap < self->gaps; gap++) {
        int64_t *price = &self->price[gap * self->columns];
        const int64_t *load = &self->load[gap * self->columns];
        int64_t sum = 0;
        for (size_t column = 0; column < self->columns; column++) {
            const int64_t taken = load[column] < MOST_LOAD ? load[column] : MOST_LOAD;
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
        settle(self, traces);
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
        if (slack(self, &traces->traces[i]) < 0)
            return false;
    }
    return true;
}

void df_proof_free(proof *self)
{
    free(self->weight);
    free(self->room);
    free(self->price);
    free(self->load);
    *self = (proof){0};
}
