#include "stage.h"

#include "core/base/bits.h"
#include "dropforge/drop.h"

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

/* True if a run of row y with nothing below it, from column `begin` to `end` - 1, can be begun
 * from the rest of the row. Only J and L reach over a gap: lying, over one column; standing,
 * with their hook on pieces that lie on the other side. */
static bool is_in_reach(const canvas *on, unsigned y, unsigned begin, unsigned end)
{
    const uint64_t squares = on->rows[y].squares;
    const uint8_t *row = &on->want[(size_t)y * on->width];
    for (unsigned x = begin; x < end; x++) {
        const bool is_right_free = end < on->width && squares >> end != 0;
        const bool is_left_free = (squares & ((UINT64_C(1) << begin) - 1)) != 0;
        if (row[x] == 1 + DF_J &&
            (is_right_free || (x == begin && x >= 2 && (squares >> (x - 2) & 1) != 0)))
            return true;
        if (row[x] == 1 + DF_L && (is_left_free || (x + 1 == end && x + 2 < on->width &&
                                                    (squares >> (x + 2) & 1) != 0)))
            return true;
    }
    return false;
}

/* True if row y, of which `done` is done, has a run that nothing reaches any more. */
static bool has_lost_run(const canvas *on, unsigned y, uint64_t done)
{
    for (uint64_t rest = on->rows[y].hanging; rest != 0;) {
        const uint64_t run = rest & ~(rest + (rest & (0 - rest)));
        rest &= ~run;
        const unsigned begin = bits_lowest(run);
        if ((run & done) == 0 && !is_in_reach(on, y, begin, begin + bits_count(run)))
            return true;
    }
    return false;
}

bool df_stage_needs_floor(const print_stage *self, const canvas *on)
{
    return self->y < on->height && self->done[0] == 0 && self->platform == 0 &&
           has_lost_run(on, self->y, 0);
}

/* A square to be covered. */
typedef struct spot {
    const print_stage *stage;
    const canvas *on;
    unsigned begun;
    uint8_t want; /* its piece, from 1 */
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
        if (shape->piece + 1 != self->want)
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
        if (!stands && self->done[row] != 0 && has_lost_run(on, y, self->done[row]))
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
        else if (has_lost_run(on, y, 0))
            distance += FLOOR_COST * on->width;
    }
    return distance + on->rows[self->y + row].need;
}

/* Occupies squares of a row, with any piece. */
static bool stage_occupy(df_field *field, unsigned y, uint64_t squares)
{
    for (unsigned x = 0; x < field->width; x++) {
        if ((squares >> x & 1) != 0 && df_field_set(field, x, y, 1) != DF_OK)
            return false;
    }
    return true;
}

bool df_stage_has_headroom(const print_stage *self, const canvas *on, df_field *field,
                           const df_piece_set *tetrominoes, unsigned lift,
                           const pack_piece *drops, size_t count)
{
    df_field_clear(field);
    const unsigned y = self->y + lift;
    if (y > 0 && !stage_occupy(field, y - 1, df_stage_base(self, on)))
        return false;
    for (unsigned i = 0; i < STAGE_ROWS; i++) {
        if (!stage_occupy(field, y + i, self->done[i]))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        const df_drop drop = {
            .piece = drops[i].piece, .orientation = drops[i].orientation, .x = drops[i].x};
        df_landing landing;
        if (df_drop_apply(field, tetrominoes, &drop, DF_MOVEMENT_SPAWN, &landing) !=
            DF_MOVE_POSSIBLE)
            return false;
    }
    return true;
}
