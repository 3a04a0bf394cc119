#include "open_stage.h"

#include "core/base/bits.h"

static bool open_stage_is_open(const open_stage *self, unsigned i)
{
    return (self->open >> i & 1) != 0;
}

unsigned df_open_stage_picture_row(const open_stage *self, unsigned i)
{
    return self->y + i - bits_count(self->open & bits_low(i));
}

static void open_stage_remove_bottom(open_stage *self)
{
    for (unsigned i = 0; i + 1 < OPEN_ROWS; i++)
        self->rows[i] = self->rows[i + 1];
    self->rows[OPEN_ROWS - 1] = 0;
    self->open >>= 1;
    self->count--;
}

void df_open_stage_settle(open_stage *self, const canvas *on)
{
    while (self->count > 0 && self->rows[self->count - 1] == 0)
        self->count--;
    self->open &= (unsigned)bits_low(self->count);
    while (self->count > 0 && !open_stage_is_open(self, 0) &&
           self->rows[0] == on->rows[self->y].squares) {
        open_stage_remove_bottom(self);
        self->y++;
    }
}

headroom_rows df_open_stage_rows(const open_stage *self, const canvas *on)
{
    return (headroom_rows){.y = self->y,
                           .base = df_canvas_base(on, self->y),
                           .rows = self->rows,
                           .count = self->count};
}

/* A missing square of the picture. */
typedef struct open_spot {
    const open_stage *stage;
    const canvas *on;
    uint8_t want; /* the pieces that may leave it */
} open_spot;

/* True if a column of a shape, from row `low` to `high` at work, covers only squares that are
 * missing there and want its piece. Rows above those at work do not matter. */
static bool open_column_is_free(const open_spot *self, unsigned x, unsigned low, unsigned high)
{
    const open_stage *stage = self->stage;
    for (unsigned i = low; i <= high && i < stage->count; i++) {
        if ((stage->rows[i] >> x & 1) != 0)
            return false;
        const size_t y = df_open_stage_picture_row(stage, i);
        if (!open_stage_is_open(stage, i) &&
            self->on->want[y * self->on->width + x] != self->want)
            return false;
    }
    return true;
}

/* True if something may carry a piece whose lowest square in that column is in row i. */
static bool open_column_may_carry(const open_spot *self, unsigned x, unsigned i)
{
    const open_stage *stage = self->stage;
    if (i > stage->count)
        return true;
    if (i == 0)
        return (df_canvas_base(self->on, stage->y) >> x & 1) != 0;
    if (open_stage_is_open(stage, i - 1))
        return true;
    const unsigned y = df_open_stage_picture_row(stage, i - 1);
    return (self->on->rows[y].squares >> x & 1) != 0;
}

/* True if the shape fits with its lowest row at `low` and something may carry it. */
static bool open_shape_fits(const open_spot *self, const print_shape *shape, unsigned x,
                            unsigned low)
{
    bool is_carried = false;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned bottom = low + shape->bottom[i];
        if (!open_column_is_free(self, x + i, bottom, low + shape->top[i]))
            return false;
        is_carried = is_carried || open_column_may_carry(self, x + i, bottom);
    }
    return is_carried;
}

/* True if some shape of the right piece can cover the square (x, row i at work). */
static bool open_spot_is_coverable(const open_spot *self, const print_shape *shapes, unsigned x,
                                   unsigned i)
{
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        const print_shape *shape = &shapes[s];
        if ((self->want >> shape->piece & 1) == 0)
            continue;
        for (unsigned j = 0; j < shape->width && j <= x; j++) {
            if (x - j + shape->width > self->on->width)
                continue;
            for (unsigned k = shape->bottom[j]; k <= shape->top[j] && k <= i; k++) {
                if (open_shape_fits(self, shape, x - j, i - k))
                    return true;
            }
        }
    }
    return false;
}

bool df_open_stage_has_hope(const open_stage *self, const canvas *on,
                            const print_shape shapes[PRINT_SHAPES])
{
    open_spot here = {.stage = self, .on = on};
    for (unsigned i = 0; i < self->count; i++) {
        if (open_stage_is_open(self, i))
            continue;
        const unsigned y = df_open_stage_picture_row(self, i);
        const bool stands = i > 0 && open_stage_is_open(self, i - 1);
        if (self->rows[i] != 0 && !stands && df_canvas_loses_run(on, y, self->rows[i]))
            return false;
        for (uint64_t rest = on->rows[y].squares & ~self->rows[i]; rest != 0;
             rest &= rest - 1) {
            const unsigned x = bits_lowest(rest);
            here.want = on->want[(size_t)y * on->width + x];
            if (!open_spot_is_coverable(&here, shapes, x, i))
                return false;
        }
    }
    return true;
}
