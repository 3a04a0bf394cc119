#include "stage.h"

#include <stdlib.h>

#include "band.h"
#include "core/board/field_rows.h"
#include "print/bound/proof.h"

static bool stage_is_open(const print_stage *self, unsigned i)
{
    return (self->open >> i & 1) != 0;
}

/* Returns the row of the picture that row i at work is, or would be if it is open. */
static unsigned stage_picture_row(const print_stage *self, unsigned i)
{
    return self->y + i - bits_count(self->open & bits_low(i));
}

column_set df_stage_hole(const print_stage *self)
{
    return columns_span(self->hole, self->hole_width);
}

static void stage_remove_bottom(print_stage *self)
{
    for (unsigned i = 0; i + 1 < STAGE_ROWS; i++)
        self->rows[i] = self->rows[i + 1];
    self->rows[STAGE_ROWS - 1] = (column_set){{0}};
    self->open >>= 1;
    self->count--;
}

/* True if all squares of row y that do not lie above the platform's hole are done. */
static bool stage_needs_no_platform(const print_stage *self, const canvas *on)
{
    const column_set hole = df_stage_hole(self);
    column_set missing = columns_without(&on->rows[self->y].squares, &self->rows[0]);
    missing = columns_without(&missing, &hole);
    return self->count > 0 && columns_are_none(&missing);
}

bool df_stage_settle(print_stage *self, const canvas *on)
{
    bool closes = false;
    while (self->count > 0 && columns_are_none(&self->rows[self->count - 1]))
        self->count--;
    self->open &= (unsigned)bits_low(self->count);
    if (self->hole_width != 0 && stage_needs_no_platform(self, on)) {
        closes = true;
        self->hole = 0;
        self->hole_width = self->hole_height = 0;
    }
    while (self->count > 0 && !stage_is_open(self, 0) &&
           columns_are_same(&self->rows[0], &on->rows[self->y].squares)) {
        stage_remove_bottom(self);
        self->y++;
    }
    return closes;
}

column_set df_stage_base(const print_stage *self, const canvas *on)
{
    if (self->hole_width == 0)
        return df_canvas_base(on, self->y);
    const column_set all = columns_span(0, on->width), hole = df_stage_hole(self);
    return columns_without(&all, &hole);
}

headroom_rows df_stage_rows(const print_stage *self, const canvas *on)
{
    return (headroom_rows){.y = self->y + self->hole_height,
                           .base = df_stage_base(self, on),
                           .rows = self->rows,
                           .count = self->count};
}

/* A missing square of the picture. */
typedef struct stage_spot {
    const print_stage *stage;
    const canvas *on;
    column_set base;
    uint8_t want; /* the pieces that may leave it */
} stage_spot;

/* True if a column of a shape, from row `low` to `high` at work, covers only squares that are
 * missing there and want its piece. Rows above those at work do not matter. */
static bool stage_column_is_free(const stage_spot *self, unsigned x, unsigned low,
                                 unsigned high)
{
    const print_stage *stage = self->stage;
    for (unsigned i = low; i <= high && i < stage->count; i++) {
        if (columns_have(&stage->rows[i], x))
            return false;
        const size_t y = stage_picture_row(stage, i);
        if (!stage_is_open(stage, i) && self->on->want[y * self->on->width + x] != self->want)
            return false;
    }
    return true;
}

/* True if something may carry a piece whose lowest square in that column is in row i. */
static bool stage_column_may_carry(const stage_spot *self, unsigned x, unsigned i)
{
    const print_stage *stage = self->stage;
    if (i == 0)
        return columns_have(&self->base, x);
    if (i > stage->count || stage_is_open(stage, i - 1))
        return true;
    return columns_have(&self->on->rows[stage_picture_row(stage, i - 1)].squares, x);
}

/* True if the shape fits with its lowest row at `low` and something may carry it. */
static bool stage_shape_fits(const stage_spot *self, const print_shape *shape, unsigned x,
                             unsigned low)
{
    bool is_carried = false;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned bottom = low + shape->bottom[i];
        if (!stage_column_is_free(self, x + i, bottom, low + shape->top[i]))
            return false;
        is_carried = is_carried || stage_column_may_carry(self, x + i, bottom);
    }
    return is_carried;
}

/* True if some shape of the right piece can cover the square (x, row i at work). */
static bool stage_spot_is_coverable(const stage_spot *self, const print_shape *shapes,
                                    unsigned x, unsigned i)
{
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        const print_shape *shape = &shapes[s];
        if ((self->want >> shape->piece & 1) == 0)
            continue;
        for (unsigned j = 0; j < shape->width && j <= x; j++) {
            if (x - j + shape->width > self->on->width)
                continue;
            for (unsigned k = shape->bottom[j]; k <= shape->top[j] && k <= i; k++) {
                if (stage_shape_fits(self, shape, x - j, i - k))
                    return true;
            }
        }
    }
    return false;
}

bool df_stage_has_hope(const print_stage *self, const canvas *on,
                       const print_shape shapes[PRINT_SHAPES])
{
    const column_set hole = df_stage_hole(self);
    stage_spot here = {.stage = self, .on = on, .base = df_stage_base(self, on)};
    for (unsigned i = 0; i < self->count; i++) {
        if (stage_is_open(self, i))
            continue;
        const unsigned y = stage_picture_row(self, i);
        const bool stands = i > 0 ? stage_is_open(self, i - 1) : self->hole_width != 0;
        if (!columns_are_none(&self->rows[i]) && !stands &&
            df_canvas_loses_run(on, y, &self->rows[i]))
            return false;
        column_set rest = columns_without(&on->rows[y].squares, &self->rows[i]);
        /* What lies above a hole is left when the platform is gone. */
        if (i == 0)
            rest = columns_without(&rest, &hole);
        for (unsigned x; columns_take(&rest, &x);) {
            here.want = on->want[(size_t)y * on->width + x];
            if (!stage_spot_is_coverable(&here, shapes, x, i))
                return false;
        }
    }
    return true;
}

/* Occupies squares of a row, with any piece. */
static bool headroom_occupy(df_field *field, unsigned y, const column_set *squares)
{
    for (unsigned x = 0; x < field->width; x++) {
        if (columns_have(squares, x) && df_field_set(field, x, y, 1) != DF_OK)
            return false;
    }
    return true;
}

bool df_headroom_suffices(const headroom_rows *near, df_field *field,
                          const df_piece_set *tetrominoes, const pack_piece *drops,
                          size_t count)
{
    df_field_clear(field);
    if (near->y > 0 && !headroom_occupy(field, near->y - 1, &near->base))
        return false;
    for (unsigned i = 0; i < near->count; i++) {
        if (!headroom_occupy(field, near->y + i, &near->rows[i]))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        const df_drop drop = {
            .piece = drops[i].piece, .orientation = drops[i].orientation, .x = drops[i].x};
        df_landing landing;
        if (df_drop_apply(field, tetrominoes, &drop, DF_RULES_HARDDROP, &landing) !=
            DF_REFUSAL_NONE)
            return false;
    }
    return true;
}

enum {
    RATING_NEED = RATING_SQUARE / 2, /* the price of a square that sticks out at least */
    HANGING_COST = 17, /* squares that a hanging square of a begun row is likely to cost */
    LOST_ROWS = 2,     /* rows that a row costs which nothing reaches from below */
    LEAST_WORTH = 2,   /* of a square to a sweep, before its price counts */
    MAX_WORTH = 200,
};

/* Returns a weight as a price, rounded down. */
static int32_t rating_price(int64_t weight, unsigned width)
{
    const int64_t unit = PROOF_ROW / RATING_SQUARE;
    const int64_t wasted = weight * width;
    return (int32_t)(wasted >= 0 ? wasted / unit : -((unit - 1 - wasted) / unit));
}

df_status df_rating_create(pass_rating *made, const canvas *on, const picture_place *place,
                           const int64_t *weights)
{
    pass_rating self = {.on = on};
    self.price = calloc((size_t)on->height * on->width, sizeof self.price[0]);
    self.row_price = calloc((size_t)on->height + 1, sizeof self.row_price[0]);
    if (self.price == NULL || self.row_price == NULL) {
        df_rating_free(&self);
        return DF_ERROR_MEMORY;
    }
    const int64_t squares = (int64_t)df_canvas_count(on, on->height);
    for (unsigned y = on->height; y-- > 0;) {
        int32_t *row = &self.price[(size_t)y * on->width];
        const size_t from = (size_t)y * place->picture->width;
        self.row_price[y] = self.row_price[y + 1];
        for (unsigned x = 0; x < place->picture->width; x++) {
            row[place->left + x] = rating_price(weights[from + x], on->width);
            self.row_price[y] += row[place->left + x];
        }
    }
    /* Where hardly any row need clear, all squares are worth the same. */
    const int64_t tenth = (int64_t)RATING_SQUARE * on->width / 10;
    const int64_t sum = self.row_price[0] > tenth ? self.row_price[0] : tenth;
    self.mean = sum / squares > 0 ? sum / squares : 1;
    /* No square that sticks out costs more than a usual one is worth: where few rows need
     * clear, the picture has to get on all the same. */
    const int64_t need = ((int64_t)BAND_WORTH * RATING_NEED + self.mean / 2) / self.mean;
    self.need_worth = (int32_t)(need < BAND_WORTH ? need : BAND_WORTH);
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
    need += on->rows[y].need;
    if (stage->count == 0 && y < on->height && stage->hole_width == 0)
        wasted += rating_trouble(on, y, &nothing, false);
    /* The bound and the squares that stick out are both too low; a weight and a half of the
     * two together has proved best. */
    return (missing > 0 ? missing : 0) + RATING_NEED * (int64_t)need +
           (int64_t)RATING_SQUARE * wasted;
}

int16_t df_rating_worth(const pass_rating *self, unsigned x, unsigned y, unsigned index)
{
    /* A row further up is worth less, so that the lowest one is done first. */
    const int hanging = columns_have(&self->on->rows[y].hanging, x) ? BAND_HANGING : 0;
    const int64_t price = self->price[(size_t)y * self->on->width + x];
    const int base = BAND_WORTH - LEAST_WORTH - (int)index;
    int64_t worth = LEAST_WORTH + base * (self->mean + price) / (2 * self->mean) + hanging;
    worth = worth < 1 ? 1 : worth;
    return (int16_t)(worth < MAX_WORTH ? worth : MAX_WORTH);
}
