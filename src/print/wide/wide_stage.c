#include "wide_stage.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"

enum {
    HANGING_COST = 17, /* squares that a hanging square of a row in work is likely to cost */
    FLOOR_COST = 2,    /* rows for a row that needs a floor */
};

static const uint8_t *wide_row(const wide_canvas *self, unsigned y)
{
    return &self->want[(size_t)y * self->width];
}

/* Returns the end of the run of squares, of whatever colours, that begins at column x. */
static unsigned wide_run_end(const wide_canvas *self, unsigned x, unsigned y)
{
    const uint8_t *row = wide_row(self, y);
    while (x < self->width && row[x] != 0)
        x++;
    return x;
}

/* Marks the runs of a row with nothing below any of their squares. */
static void wide_mark_hanging(wide_canvas *self, unsigned y)
{
    const uint8_t *row = wide_row(self, y);
    for (unsigned x = 0; y > 0 && x < self->width; x++) {
        if (row[x] == 0)
            continue;
        const unsigned end = wide_run_end(self, x, y);
        bool hangs = true;
        for (unsigned i = x; i < end; i++)
            hangs = hangs && wide_row(self, y - 1)[i] == 0;
        memset(&self->hanging[(size_t)y * self->width + x], hangs, end - x);
        x = end;
    }
}

/* Returns the least number of squares that stick out of row y + i of a stage. */
static unsigned wide_count_need(const wide_canvas *self, const uint8_t *done, unsigned y,
                                unsigned i)
{
    const uint8_t *row = wide_row(self, y + i);
    unsigned need = 0;
    for (unsigned x = 0; x < self->width;) {
        const unsigned begin = x++;
        if (row[begin] == 0 || (done[begin] >> i & 1) != 0)
            continue;
        while (x < self->width && row[x] == row[begin] && (done[x] >> i & 1) == 0)
            x++;
        need += df_runs_need(&self->runs, row[begin], x - begin);
    }
    return need;
}

static void wide_fill(wide_canvas *self, const picture_place *place)
{
    const df_picture *picture = place->picture;
    for (unsigned y = 0; y < picture->height; y++) {
        uint8_t *row = &self->want[(size_t)y * self->width];
        for (unsigned x = 0; x < picture->width; x++) {
            const unsigned color = picture->cell[(size_t)y * picture->width + x];
            if (color != 0)
                row[place->left + x] = place->pieces[color - 1];
        }
        if (place->anchors && df_picture_row_is_empty(picture, y))
            row[place->left > 0 ? 0 : self->width - 1] = place->pieces[0];
    }
}

df_status df_wide_canvas_create(wide_canvas *made, const picture_place *place,
                                const print_shape shapes[PRINT_SHAPES])
{
    static const uint8_t nothing[DF_FIELD_MAX_WIDTH];
    const size_t height = place->picture->height;
    *made = (wide_canvas){.width = place->width, .height = place->picture->height};
    made->want = calloc(height, place->width);
    made->hanging = calloc(height, place->width);
    made->need = calloc(height + 1, sizeof made->need[0]);
    if (made->want == NULL || made->hanging == NULL || made->need == NULL) {
        df_wide_canvas_free(made);
        return DF_ERROR_MEMORY;
    }
    wide_fill(made, place);
    df_runs_init(&made->runs, place->pieces, shapes);
    for (unsigned y = made->height; y-- > 0;) {
        wide_mark_hanging(made, y);
        made->need[y] = made->need[y + 1] + wide_count_need(made, nothing, y, 0);
    }
    return DF_OK;
}

void df_wide_canvas_free(wide_canvas *self)
{
    free(self->want);
    free(self->hanging);
    free(self->need);
    *self = (wide_canvas){0};
}

static bool wide_row_is_done(const wide_stage *self, const wide_canvas *on)
{
    const uint8_t *row = wide_row(on, self->y);
    for (unsigned x = 0; x < on->width; x++) {
        if (row[x] != 0 && (self->done[x] & 1) == 0)
            return false;
    }
    return true;
}

bool df_wide_stage_advance(wide_stage *self, const wide_canvas *on)
{
    bool closes = false;
    while (self->y < on->height && wide_row_is_done(self, on)) {
        for (unsigned x = 0; x < on->width; x++)
            self->done[x] = (uint8_t)(self->done[x] >> 1);
        self->y++;
        closes = closes || self->hole_width != 0;
        self->hole = self->hole_width = 0;
    }
    return closes;
}

/* True if something of row y + i is done. */
static bool wide_row_is_begun(const wide_stage *self, const wide_canvas *on, unsigned i)
{
    unsigned all = 0;
    for (unsigned x = 0; x < on->width; x++)
        all |= self->done[x];
    return (all >> i & 1) != 0;
}

unsigned df_wide_stage_begun(const wide_stage *self, const wide_canvas *on)
{
    unsigned all = 0, begun = 0;
    for (unsigned x = 0; x < on->width; x++)
        all |= self->done[x];
    while (all >> begun != 0)
        begun++;
    return begun;
}

bool df_wide_stage_keeps(const wide_stage *self, unsigned x)
{
    return x >= self->hole && x < (unsigned)(self->hole + self->hole_width);
}

bool df_wide_stage_carries(const wide_stage *self, const wide_canvas *on, unsigned x)
{
    if (self->hole_width != 0)
        return !df_wide_stage_keeps(self, x);
    return self->y == 0 || wide_row(on, self->y - 1u)[x] != 0;
}

/* True if a run of row y with nothing below it, from column `begin` to `end` - 1, can be begun
 * from the rest of the row. Only J and L reach over a gap: lying, over one column; standing,
 * with their hook on pieces that lie on the other side. */
static bool wide_is_in_reach(const wide_canvas *on, unsigned y, unsigned begin, unsigned end)
{
    const uint8_t *row = wide_row(on, y);
    bool is_left_free = false, is_right_free = false;
    for (unsigned x = 0; x < on->width; x++) {
        is_left_free = is_left_free || (x < begin && row[x] != 0);
        is_right_free = is_right_free || (x >= end && row[x] != 0);
    }
    for (unsigned x = begin; x < end; x++) {
        if ((row[x] >> DF_J & 1) != 0 &&
            (is_right_free || (x == begin && x >= 2 && row[x - 2] != 0)))
            return true;
        if ((row[x] >> DF_L & 1) != 0 &&
            (is_left_free || (x + 1 == end && x + 2 < on->width && row[x + 2] != 0)))
            return true;
    }
    return false;
}

/* True if row y, whose squares with bit i of `done` are done, has a run that nothing reaches
 * any more. */
static bool wide_loses_run(const wide_canvas *on, unsigned y, const uint8_t *done, unsigned i)
{
    const uint8_t *hanging = &on->hanging[(size_t)y * on->width];
    for (unsigned x = 0; x < on->width; x++) {
        if (!hanging[x])
            continue;
        const unsigned begin = x, end = wide_run_end(on, x, y);
        bool is_begun = false;
        for (; x < end; x++)
            is_begun = is_begun || (done != NULL && (done[x] >> i & 1) != 0);
        if (!is_begun && !wide_is_in_reach(on, y, begin, end))
            return true;
    }
    return false;
}

bool df_wide_stage_needs_floor(const wide_stage *self, const wide_canvas *on)
{
    return self->y > 0 && self->y < on->height && self->hole_width == 0 &&
           df_wide_stage_begun(self, on) == 0 && wide_loses_run(on, self->y, NULL, 0);
}

/* A square to be covered. */
typedef struct wide_spot {
    const wide_stage *stage;
    const wide_canvas *on;
    unsigned begun;
    uint8_t want; /* the pieces that may leave it */
} wide_spot;

/* True if a column of a shape, from row `low` to `high` above row y, covers only squares that
 * are missing there. Rows that have not been begun do not matter. */
static bool wide_column_is_open(const wide_spot *self, unsigned x, unsigned low, unsigned high)
{
    for (unsigned row = low; row <= high && row < self->begun; row++) {
        if (wide_row(self->on, self->stage->y + row)[x] != self->want ||
            (self->stage->done[x] >> row & 1) != 0)
            return false;
    }
    return true;
}

/* True if the shape fits with its lowest row at `low` and something may carry it. */
static bool wide_can_lie(const wide_spot *self, const print_shape *shape, unsigned x,
                         unsigned low)
{
    bool is_carried = false;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned bottom = low + shape->bottom[i];
        if (!wide_column_is_open(self, x + i, bottom, low + shape->top[i]))
            return false;
        is_carried =
            is_carried || bottom > self->begun ||
            (bottom == 0 ? df_wide_stage_carries(self->stage, self->on, x + i)
                         : wide_row(self->on, self->stage->y + bottom - 1)[x + i] != 0);
    }
    return is_carried;
}

/* True if some shape of the right piece can cover the square. */
static bool wide_can_cover(const wide_spot *self, const print_shape *shapes, unsigned x,
                           unsigned row)
{
    for (unsigned i = 0; i < PRINT_SHAPES; i++) {
        const print_shape *shape = &shapes[i];
        if ((self->want >> shape->piece & 1) == 0)
            continue;
        for (unsigned j = 0; j < shape->width && j <= x; j++) {
            for (unsigned k = shape->bottom[j]; k <= shape->top[j] && k <= row; k++) {
                if (x - j + shape->width <= self->on->width &&
                    wide_can_lie(self, shape, x - j, row - k))
                    return true;
            }
        }
    }
    return false;
}

bool df_wide_stage_has_hope(const wide_stage *self, const wide_canvas *on,
                            const print_shape shapes[PRINT_SHAPES])
{
    wide_spot here = {.stage = self, .on = on, .begun = df_wide_stage_begun(self, on)};
    for (unsigned row = 0; row < here.begun; row++) {
        const bool stands = row == 0 && self->hole_width != 0;
        const unsigned y = self->y + row;
        if (!stands && wide_row_is_begun(self, on, row) &&
            wide_loses_run(on, y, self->done, row))
            return false;
        for (unsigned x = 0; x < on->width; x++) {
            here.want = wide_row(on, y)[x];
            if (here.want != 0 && (self->done[x] >> row & 1) == 0 &&
                !wide_can_cover(&here, shapes, x, row))
                return false;
        }
    }
    return true;
}

unsigned df_wide_stage_distance(const wide_stage *self, const wide_canvas *on)
{
    unsigned distance = 0, row = 0;
    for (; row < WIDE_ROWS && self->y + row < on->height; row++) {
        const unsigned y = self->y + row;
        distance += wide_count_need(on, self->done, self->y, row);
        if (row == 0 && self->hole_width != 0)
            continue;
        const bool is_begun = wide_row_is_begun(self, on, row);
        for (unsigned x = 0; is_begun && x < on->width; x++) {
            if (on->hanging[(size_t)y * on->width + x] && (self->done[x] >> row & 1) == 0)
                distance += HANGING_COST;
        }
        if (!is_begun && wide_loses_run(on, y, NULL, 0))
            distance += FLOOR_COST * on->width;
    }
    return distance + on->need[self->y + row];
}
