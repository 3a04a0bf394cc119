#include "proof.h"

#include <stdlib.h>
#include <string.h>

/* Passes that use up the slack of the conditions. */
#define SETTLE_PASSES 6

df_status df_proof_open_case(proof_case *made)
{
    proof_case part = {.beside = {TRACE_REACH, TRACE_REACH}};
    part.cuts = calloc(PROOF_MAX_CUTS, sizeof *part.cuts);
    if (part.cuts == NULL)
        return DF_ERROR_MEMORY;
    *made = part;
    return DF_OK;
}

void df_proof_free_case(proof_case *part)
{
    free(part->cuts);
    *part = (proof_case){0};
}

df_status df_proof_create(proof *made, const df_picture *picture)
{
    proof self = {.picture = picture,
                  .squares = (size_t)picture->width * picture->height,
                  .gaps = trace_gaps(picture),
                  .prices = trace_prices(picture)};
    self.weight = calloc(self.squares, sizeof *self.weight);
    self.slack = calloc(self.squares, sizeof *self.slack);
    self.price = calloc(self.prices, sizeof *self.price);
    self.bonus = calloc(PROOF_MAX_CUTS, sizeof *self.bonus);
    self.room = calloc(self.gaps, sizeof *self.room);
    self.charge = calloc(self.gaps, sizeof *self.charge);
    if (self.weight == NULL || self.slack == NULL || self.price == NULL || self.bonus == NULL ||
        self.room == NULL || self.charge == NULL) {
        df_proof_free(&self);
        return DF_ERROR_MEMORY;
    }
    const size_t columns = trace_columns(picture);
    for (size_t i = 0; i < self.gaps * columns; i++)
        self.price[i] = PROOF_ROW / (int64_t)columns;
    *made = self;
    return DF_OK;
}

/* Returns the price that a trace pays beyond the weight of the squares that it leaves. */
static int64_t proof_slack(const proof *self, const trace *one)
{
    int64_t result = 0;
    for (unsigned i = 0; i < one->paid_count; i++)
        result += self->price[one->paid[i]] * one->times[i];
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
static void proof_share_slack(proof *self, const proof_case *part, const trace_list *traces)
{
    for (size_t square = 0; square < self->squares; square++)
        self->slack[square] = INT64_MAX;
    for (size_t i = 0; i < traces->count; i++) {
        const trace *one = &traces->traces[i];
        if (!proof_allows(part, one))
            continue;
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

void df_proof_settle(proof *self, const proof_case *part, const trace_list *traces)
{
    for (unsigned i = 0; i < SETTLE_PASSES; i++)
        proof_share_slack(self, part, traces);
}

/* Sums up the prices of each gap. */
static void proof_sum_prices(const proof *self)
{
    memset(self->charge, 0, self->gaps * sizeof *self->charge);
    for (size_t i = 0; i < self->prices; i++) {
        const size_t gap = self->price[i] == 0 ? 0 : trace_gap_of(self->picture, i);
        /* No trace pays for rows below the floor or above the highest gap. */
        if (gap < self->gaps)
            self->charge[gap] += self->price[i];
    }
}

/* Finds what the bonuses leave of one row to the prices of each gap; returns the least. */
static int64_t proof_find_room(const proof *self, const proof_case *part)
{
    for (size_t gap = 0; gap < self->gaps; gap++)
        self->room[gap] = PROOF_ROW;
    for (size_t i = 0; i < part->cut_count; i++) {
        for (size_t gap = part->cuts[i].first; gap <= part->cuts[i].last; gap++)
            self->room[gap] -= self->bonus[i];
    }
    int64_t least = PROOF_ROW;
    for (size_t gap = 0; gap < self->gaps; gap++) {
        if (self->room[gap] < least)
            least = self->room[gap];
    }
    return least;
}

void df_proof_scale(proof *self, const proof_case *part)
{
    const int64_t least = proof_find_room(self, part);
    for (size_t i = 0; least < 0 && i < part->cut_count; i++)
        self->bonus[i] = divide_down(self->bonus[i] * PROOF_ROW, PROOF_ROW - least);
    proof_find_room(self, part);
    proof_sum_prices(self);
    for (size_t i = 0; i < self->prices; i++) {
        const size_t gap = self->price[i] == 0 ? self->gaps : trace_gap_of(self->picture, i);
        if (gap >= self->gaps)
            continue;
        /* Rounded down, so that a row never costs more. Both factors are below 2^32. */
        const int64_t room =
            self->room[gap] < PROOF_MAX_PRICE ? self->room[gap] : PROOF_MAX_PRICE;
        self->price[i] =
            (int64_t)((uint64_t)self->price[i] * (uint64_t)room / (uint64_t)self->charge[gap]);
    }
}

static bool proof_bonus_holds(const proof_cut *cut, int64_t bonus)
{
    return cut->at_most ? bonus <= 0 && bonus >= -PROOF_MAX_PRICE
                        : bonus >= 0 && bonus <= PROOF_MAX_PRICE;
}

/* Adds the bonuses of the cuts to the sum of weights. False if a bonus has the wrong sign or a
 * gap costs more than one row. */
static bool proof_add_bonuses(const proof *self, const proof_case *part, int64_t *rows)
{
    proof_find_room(self, part);
    proof_sum_prices(self);
    for (size_t gap = 0; gap < self->gaps; gap++) {
        if (self->charge[gap] > self->room[gap])
            return false;
    }
    for (size_t i = 0; i < part->cut_count; i++) {
        if (!proof_bonus_holds(&part->cuts[i], self->bonus[i]))
            return false;
        *rows += self->bonus[i] * (int64_t)part->cuts[i].rows;
    }
    return true;
}

bool df_proof_holds(const proof *self, const proof_case *part, const trace_list *traces,
                    int64_t *rows)
{
    for (size_t i = 0; i < self->prices; i++) {
        if (self->price[i] < 0 || self->price[i] > PROOF_MAX_PRICE)
            return false;
    }
    for (size_t i = 0; i < traces->count; i++) {
        const trace *one = &traces->traces[i];
        if (proof_allows(part, one) && proof_slack(self, one) < 0)
            return false;
    }
    int64_t sum = 0;
    for (size_t square = 0; square < self->squares; square++)
        sum += self->weight[square];
    if (!proof_add_bonuses(self, part, &sum))
        return false;
    *rows = sum;
    return true;
}

void df_proof_free(proof *self)
{
    free(self->weight);
    free(self->slack);
    free(self->price);
    free(self->bonus);
    free(self->room);
    free(self->charge);
    *self = (proof){0};
}
