#include "stage.h"

#include "core/base/bits.h"
#include "headroom.h"

enum {
    HANGING_COST = 17, /* squares that a hanging square of a row in work is likely to cost */
    FLOOR_COST = 2,    /* rows for a row that needs a floor */
};

bool df_stage_advance(print_stage *self, const canvas *on)
{
    bool closes = false;
    while (self->y < on->height && self->done[0] == on->rows[self->y].squares) {
        for (unsigned i = 0; i + 1 < STAGE_ROWS; i++)
            self->done[i] = self->done[i + 1];
        self->done[STAGE_ROWS - 1] = 0;
        self->y++;
        closes = closes || self->platform != 0;
        self->platform = self->hole = 0;
    }
    return closes;
}

unsigned df_stage_begun(const print_stage *self)
{
    unsigned begun = 0;
    for (unsigned i = 0; i < STAGE_ROWS; i++)
        begun = self->done[i] != 0 ? i + 1 : begun;
    return begun;
}

uint64_t df_stage_base(const print_stage *self, const canvas *on)
{
    return self->platform != 0 ? self->platform : df_canvas_base(on, self->y);
}

bool df_stage_needs_floor(const print_stage *self, const canvas *on)
{
    return self->y < on->height && self->done[0] == 0 && self->platform == 0 &&
           df_canvas_loses_run(on, self->y, 0);
}

/* A square to be covered. */
typedef struct spot {
    const print_stage *stage;
    const canvas *on;
    unsigned begun;
    uint8_t want; /* the pieces that may leave it */
} spot;

static bool is_filled(const spot *self, unsigned x, int row)
{
    if (row < 0)
        return (df_stage_base(self->stage, self->on) >> x & 1) != 0;
    return (self->on->rows[self->stage->y + (unsigned)row].squares >> x & 1) != 0;
}

/* True if a column of a shape, from row `low` to `high` above row y, covers only squares that
 * are missing there. Rows that have not been begun do not matter. */
static bool is_column_open(const spot *self, unsigned x, unsigned low, unsigned high)
{
    for (unsigned row = low; row <= high && row < self->begun; row++) {
        const size_t square = (size_t)(self->stage->y + row) * self->on->width + x;
        if (self->on->want[square] != self->want || (self->stage->done[row] >> x & 1) != 0)
            return false;
    }
    return true;
}

/* True if the shape fits with its lowest row at `low` and something may carry it. */
static bool can_lie(const spot *self, const print_shape *shape, unsigned x, unsigned low)
{
    bool is_carried = false;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned bottom = low + shape->bottom[i];
        if (!is_column_open(self, x + i, bottom, low + shape->top[i]))
            return false;
        is_carried =
            is_carried || bottom > self->begun || is_filled(self, x + i, (int)bottom - 1);
    }
    return is_carried;
}

/* True if some shape of the right piece can cover the square. */
static bool can_cover(const spot *self, const print_shape *shapes, unsigned x, unsigned row)
{
    for (unsigned i = 0; i < PRINT_SHAPES; i++) {
        const print_shape *shape = &shapes[i];
        if ((self->want >> shape->piece & 1) == 0)
            continue;
        for (unsigned j = 0; j < shape->width && j <= x; j++) {
            for (unsigned k = shape->bottom[j]; k <= shape->top[j] && k <= row; k++) {
                if (x - j + shape->width <= self->on->width &&
                    can_lie(self, shape, x - j, row - k))
                    return true;
            }
        }
    }
    return false;
}

bool df_stage_has_hope(const print_stage *self, const canvas *on,
                       const print_shape shapes[PRINT_SHAPES])
{
    spot here = {.stage = self, .on = on, .begun = df_stage_begun(self)};
    for (unsigned row = 0; row < here.begun; row++) {
        const bool stands = row == 0 && self->platform != 0;
        const unsigned y = self->y + row;
        if (!stands && self->done[row] != 0 && df_canvas_loses_run(on, y, self->done[row]))
            return false;
        uint64_t missing = on->rows[y].squares & ~self->done[row];
        for (unsigned x = 0; missing >> x != 0; x++) {
            here.want = on->want[(size_t)y * on->width + x];
            if ((missing >> x & 1) != 0 && !can_cover(&here, shapes, x, row))
                return false;
            if (x + 1 == on->width)
                break;
        }
    }
    return true;
}

unsigned df_stage_distance(const print_stage *self, const canvas *on)
{
    unsigned distance = 0, row = 0;
    for (; row < STAGE_ROWS && self->y + row < on->height; row++) {
        const unsigned y = self->y + row;
        distance += df_canvas_need(on, y, self->done[row]);
        if (row == 0 && self->platform != 0)
            continue;
        if (self->done[row] != 0)
            distance += HANGING_COST * bits_count(on->rows[y].hanging & ~self->done[row]);
        else if (df_canvas_loses_run(on, y, 0))
            distance += FLOOR_COST * on->width;
    }
    return distance + on->rows[self->y + row].need;
}

bool df_stage_has_headroom(const print_stage *self, const canvas *on, df_field *field,
                           const df_piece_set *tetrominoes, unsigned lift,
                           const pack_piece *drops, size_t count)
{
    const headroom_rows near = {.y = self->y + lift,
                                .base = df_stage_base(self, on),
                                .rows = self->done,
                                .count = STAGE_ROWS};
    return df_headroom_suffices(&near, field, tetrominoes, drops, count);
}
