#include "rating.h"

#include <stdlib.h>

#include "band.h"
#include "core/base/bits.h"
#include "print/bound/bound.h"

enum {
    HANGING_COST = 17, /* squares that a hanging square of a begun row is likely to cost */
    LOST_ROWS = 2,     /* rows that a row costs which nothing reaches from below */
    LEAST_WORTH = 2,   /* of a square to a sweep, before its price counts */
    MAX_WORTH = 200,
    ROWS_AHEAD = 3, /* that are looked at without prices */
};

/* Returns a weight as a price, rounded down. */
static int32_t rating_price(int64_t weight, unsigned width)
{
    const int64_t unit = BOUND_ROW / RATING_SQUARE;
    const int64_t wasted = weight * width;
    return (int32_t)(wasted >= 0 ? wasted / unit : -((unit - 1 - wasted) / unit));
}

df_status df_rating_create(pass_rating *made, const canvas *on, const picture_place *place,
                           const int64_t *weights)
{
    pass_rating self = {.on = on};
    if (weights == NULL) {
        *made = self;
        return DF_OK;
    }
    self.price = calloc((size_t)on->height * on->width, sizeof self.price[0]);
    self.row_price = calloc((size_t)on->height + 1, sizeof self.row_price[0]);
    if (self.price == NULL || self.row_price == NULL) {
        df_rating_free(&self);
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
        squares += columns_count(&on->rows[y].squares);
    }
    /* Where hardly any row need clear, all squares are worth the same. */
    const int64_t tenth = (int64_t)RATING_SQUARE * on->width / 10;
    const int64_t sum = self.row_price[0] > tenth ? self.row_price[0] : tenth;
    self.mean = sum / squares > 0 ? sum / squares : 1;
    *made = self;
    return DF_OK;
}

void df_rating_free(pass_rating *self)
{
    free(self->price);
    free(self->row_price);
    *self = (pass_rating){0};
}

int64_t df_rating_missing(const pass_rating *self, const print_stage *stage)
{
    if (self->price == NULL)
        return 0;
    unsigned y = stage->y;
    int64_t sum = 0;
    for (unsigned i = 0; i < stage->count; i++) {
        if ((stage->open >> i & 1) != 0)
            continue;
        const int32_t *row = &self->price[(size_t)y * self->on->width];
        column_set rest = columns_without(&self->on->rows[y++].squares, &stage->rows[i]);
        for (unsigned x; columns_take(&rest, &x);)
            sum += row[x];
    }
    return sum + self->row_price[y];
}

/* Returns the squares that a row of the picture is likely to cost beside those that stick out
 * of it. `stands` if an open row or a platform carries it. */
static unsigned rating_trouble(const canvas *on, unsigned y, const column_set *done,
                               bool stands)
{
    if (columns_are_none(done))
        return on->rows[y].loses ? LOST_ROWS * on->width : 0;
    const column_set missing = columns_without(&on->rows[y].hanging, done);
    return stands ? 0 : HANGING_COST * columns_count(&missing);
}

int64_t df_rating_distance(const pass_rating *self, const print_stage *stage, int64_t missing)
{
    static const column_set nothing;
    const canvas *on = self->on;
    unsigned y = stage->y, need = 0, wasted = 0;
    bool stands = stage->hole_width != 0;
    for (unsigned i = 0; i < stage->count; i++) {
        const column_set *done = &stage->rows[i];
        if ((stage->open >> i & 1) != 0) {
            wasted += on->width - columns_count(done);
            stands = true;
            continue;
        }
        need += df_canvas_need(on, y, done);
        if (i > 0 || stage->hole_width == 0)
            wasted += rating_trouble(on, y, done, stands);
        stands = false;
        y++;
    }
    /* Without prices the next rows are looked at, too. */
    const unsigned seen = self->price == NULL ? ROWS_AHEAD : stage->count == 0;
    need += on->rows[y].need;
    for (unsigned above = y; above < on->height && above < stage->y + seen; above++) {
        if (above > stage->y || stage->hole_width == 0)
            wasted += rating_trouble(on, above, &nothing, false);
    }
    /* The bound and the squares that stick out are both too low; a weight and a half of the
     * two together has proved best. */
    const int64_t part = self->price == NULL ? RATING_SQUARE : RATING_SQUARE / 2;
    return (missing > 0 ? missing : 0) + part * need + (int64_t)RATING_SQUARE * wasted;
}

int16_t df_rating_worth(const pass_rating *self, unsigned x, unsigned y, unsigned index)
{
    /* A row further up is worth less, so that the lowest one is done first. */
    const int hanging = columns_have(&self->on->rows[y].hanging, x) ? BAND_HANGING : 0;
    if (self->price == NULL)
        return (int16_t)(BAND_WORTH - (int)index + hanging);
    const int64_t price = self->price[(size_t)y * self->on->width + x];
    const int base = BAND_WORTH - LEAST_WORTH - (int)index;
    int64_t worth = LEAST_WORTH + base * (self->mean + price) / (2 * self->mean) + hanging;
    worth = worth < 1 ? 1 : worth;
    return (int16_t)(worth < MAX_WORTH ? worth : MAX_WORTH);
}
