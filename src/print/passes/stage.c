#include "stage.h"

#include "core/base/bits.h"

static bool stage_is_open(const print_stage *self, unsigned i)
{
    return (self->open >> i & 1) != 0;
}

unsigned df_stage_picture_row(const print_stage *self, unsigned i)
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

bool df_stage_needs_floor(const print_stage *self, const canvas *on)
{
    return self->y > 0 && self->y < on->height && self->count == 0 && self->hole_width == 0 &&
           on->rows[self->y].loses;
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
        const size_t y = df_stage_picture_row(stage, i);
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
    return columns_have(&self->on->rows[df_stage_picture_row(stage, i - 1)].squares, x);
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
        const unsigned y = df_stage_picture_row(self, i);
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
