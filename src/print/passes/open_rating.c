#include "open_rating.h"

#include <stdlib.h>

#include "band.h"
#include "core/base/bits.h"
#include "print/bound/bound.h"

enum {
    HANGING_COST = 17, /* squares that a hanging square of a begun row is likely to cost */
    LOST_ROWS = 2,     /* rows that a row costs which nothing reaches from below */
    LEAST_WORTH = 2,   /* of a square to a sweep, before its price counts */
    MAX_WORTH = 200,
};

/* Returns a weight as a price, rounded down. */
static int32_t rating_price(int64_t weight, unsigned width)
{
    const int64_t unit = BOUND_ROW / OPEN_SQUARE;
    const int64_t wasted = weight * width;
    return (int32_t)(wasted >= 0 ? wasted / unit : -((unit - 1 - wasted) / unit));
}

df_status df_open_rating_create(open_rating *made, const canvas *on, const picture_place *place,
                                const int64_t *weights)
{
    open_rating self = {.on = on};
    self.price = calloc((size_t)on->height * on->width, sizeof self.price[0]);
    self.row_price = calloc((size_t)on->height + 1, sizeof self.row_price[0]);
    if (self.price == NULL || self.row_price == NULL) {
        df_open_rating_free(&self);
        return DF_ERROR_MEMORY;
    }
    int64_t squares = 0;
    for (unsigned y = on->height; y-- > 0;) {
        int32_t *row = &self.price[(size_t)y * on->width];
        const size_t from = (size_t)y * place->picture->width;
        self.row_price[y] = self.row_price[y + 1];
        for (unsigned x = 0; x < place->picture->width; x++) {
            row[place->left + x] = rating_price(weights[from + x], on->width);
            self.row_price[y] += row[place->left + x];
        }
        squares += bits_count(on->rows[y].squares);
    }
    /* Where hardly any row need clear, all squares are worth the same. */
    const int64_t tenth = (int64_t)OPEN_SQUARE * on->width / 10;
    const int64_t sum = self.row_price[0] > tenth ? self.row_price[0] : tenth;
    self.mean = sum / squares > 0 ? sum / squares : 1;
    *made = self;
    return DF_OK;
}

void df_open_rating_free(open_rating *self)
{
    free(self->price);
    free(self->row_price);
    *self = (open_rating){0};
}

int64_t df_open_rating_missing(const open_rating *self, const open_stage *stage)
{
    unsigned y = stage->y;
    int64_t sum = 0;
    for (unsigned i = 0; i < stage->count; i++) {
        if ((stage->open >> i & 1) != 0)
            continue;
        const int32_t *row = &self->price[(size_t)y * self->on->width];
        for (uint64_t rest = self->on->rows[y++].squares & ~stage->rows[i]; rest != 0;
             rest &= rest - 1)
            sum += row[bits_lowest(rest)];
    }
    return sum + self->row_price[y];
}

int64_t df_open_rating_distance(const open_rating *self, const open_stage *stage,
                                int64_t missing)
{
    const canvas *on = self->on;
    unsigned y = stage->y, need = 0, wasted = 0;
    bool stands = false;
    for (unsigned i = 0; i < stage->count; i++) {
        const uint64_t done = stage->rows[i];
        if ((stage->open >> i & 1) != 0) {
            wasted += on->width - bits_count(done);
            stands = true;
            continue;
        }
        need += df_canvas_need(on, y, done);
        if (done == 0 && df_canvas_loses_run(on, y, 0))
            wasted += LOST_ROWS * on->width;
        else if (done != 0 && !stands)
            wasted += HANGING_COST * bits_count(on->rows[y].hanging & ~done);
        stands = false;
        y++;
    }
    if (stage->count == 0 && y < on->height && df_canvas_loses_run(on, y, 0))
        wasted += LOST_ROWS * on->width;
    need += on->rows[y].need;
    /* The bound and the squares that stick out are both too low; a weight and a half of the
     * two together has proved best. */
    return (missing > 0 ? missing : 0) + (int64_t)OPEN_SQUARE / 2 * need +
           (int64_t)OPEN_SQUARE * wasted;
}

int16_t df_open_rating_worth(const open_rating *self, unsigned x, unsigned y, unsigned index)
{
    const int64_t price = self->price[(size_t)y * self->on->width + x];
    const int base = BAND_WORTH - LEAST_WORTH - (int)index;
    int64_t worth = LEAST_WORTH + base * (self->mean + price) / (2 * self->mean);
    if ((self->on->rows[y].hanging >> x & 1) != 0)
        worth += BAND_HANGING;
    worth = worth < 1 ? 1 : worth;
    return (int16_t)(worth < MAX_WORTH ? worth : MAX_WORTH);
}
