#include "canvas.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "print/rows/row.h"

static uint64_t hanging_squares(uint64_t squares, uint64_t base)
{
    uint64_t hanging = 0;
    for (uint64_t rest = squares; rest != 0;) {
        /* Adding the lowest bit carries through its run. */
        const uint64_t run = rest & ~(rest + (rest & (0 - rest)));
        if ((run & base) == 0)
            hanging |= run;
        rest &= ~run;
    }
    return hanging;
}

static void canvas_fill_rows(canvas *self)
{
    for (unsigned y = 0; y < self->height; y++) {
        self->rows[y].squares =
            df_row_squares(&self->want[(size_t)y * self->width], self->width);
        self->rows[y].hanging = hanging_squares(self->rows[y].squares, df_canvas_base(self, y));
    }
    for (unsigned y = self->height; y-- > 0;)
        self->rows[y].need = self->rows[y + 1].need + df_canvas_need(self, y, 0);
}

/* Finds by dynamic programming the least number of squares that stick out: a piece leaves as
 * many squares side by side as one of its rows has. */
static void runs_fill(uint16_t need[DF_FIELD_MAX_WIDTH + 1], unsigned set,
                      const print_shape shapes[PRINT_SHAPES])
{
    need[0] = 0;
    for (unsigned length = 1; length <= DF_FIELD_MAX_WIDTH; length++) {
        /* A rest that does not come out even (O leaves pairs) costs as much as possible. */
        need[length] = (uint16_t)(need[length - 1] + 4);
        for (unsigned i = 0; i < PRINT_SHAPES; i++) {
            const print_shape *shape = &shapes[i];
            const bool is_in_set = (set >> shape->piece & 1) != 0;
            for (unsigned y = 0; is_in_set && y < shape->height; y++) {
                unsigned side = 0;
                for (unsigned x = 0; x < shape->width; x++)
                    side += shape->column[x] >> y & 1;
                if (side <= length && need[length - side] + 4 - side < need[length])
                    need[length] = (uint16_t)(need[length - side] + 4 - side);
            }
        }
    }
}

void df_runs_init(run_table *self, const uint8_t sets[DF_TETROMINOES],
                  const print_shape shapes[PRINT_SHAPES])
{
    *self = (run_table){0};
    for (unsigned i = 0; i < DF_TETROMINOES; i++) {
        self->place[sets[i]] = (uint8_t)i;
        if (sets[i] != 0)
            runs_fill(self->need[i], sets[i], shapes);
    }
}

df_status df_canvas_create(canvas *made, const picture_place *place,
                           const print_shape shapes[PRINT_SHAPES])
{
    const df_picture *picture = place->picture;
    *made = (canvas){.width = place->width, .height = picture->height};
    made->want = calloc(picture->height, place->width);
    made->rows = calloc((size_t)picture->height + 1, sizeof made->rows[0]);
    if (made->want == NULL || made->rows == NULL) {
        df_canvas_free(made);
        return DF_ERROR_MEMORY;
    }
    for (unsigned y = 0; y < picture->height; y++) {
        uint8_t *row = &made->want[(size_t)y * place->width];
        for (unsigned x = 0; x < picture->width; x++) {
            const unsigned color = picture->cell[(size_t)y * picture->width + x];
            if (color != 0)
                row[place->left + x] = place->pieces[color - 1];
        }
        if (place->anchors && df_picture_row_is_empty(picture, y))
            row[place->left > 0 ? 0 : place->width - 1] = place->pieces[0];
    }
    df_runs_init(&made->runs, place->pieces, shapes);
    canvas_fill_rows(made);
    return DF_OK;
}

void df_canvas_free(canvas *self)
{
    free(self->want);
    free(self->rows);
    *self = (canvas){0};
}

unsigned df_canvas_need(const canvas *self, unsigned y, uint64_t done)
{
    const uint8_t *row = &self->want[(size_t)y * self->width];
    unsigned need = 0;
    for (unsigned x = 0; x < self->width;) {
        const unsigned begin = x++;
        if (row[begin] == 0 || (done >> begin & 1) != 0)
            continue;
        while (x < self->width && row[x] == row[begin] && (done >> x & 1) == 0)
            x++;
        need += df_runs_need(&self->runs, row[begin], x - begin);
    }
    return need;
}

uint64_t df_canvas_base(const canvas *self, unsigned y)
{
    return y == 0 ? bits_span(0, self->width) : self->rows[y - 1].squares;
}

/* True if a run of row y with nothing below it, from column `begin` to `end` - 1, can be begun
 * from the rest of the row. Only J and L reach over a gap: lying, over one column; standing,
 * with their hook on pieces that lie on the other side. */
static bool canvas_reaches_run(const canvas *self, unsigned y, unsigned begin, unsigned end)
{
    const uint64_t squares = self->rows[y].squares;
    const uint8_t *row = &self->want[(size_t)y * self->width];
    for (unsigned x = begin; x < end; x++) {
        const bool is_right_free = end < self->width && squares >> end != 0;
        const bool is_left_free = (squares & ((UINT64_C(1) << begin) - 1)) != 0;
        if ((row[x] >> DF_J & 1) != 0 &&
            (is_right_free || (x == begin && x >= 2 && (squares >> (x - 2) & 1) != 0)))
            return true;
        if ((row[x] >> DF_L & 1) != 0 &&
            (is_left_free ||
             (x + 1 == end && x + 2 < self->width && (squares >> (x + 2) & 1) != 0)))
            return true;
    }
    return false;
}

bool df_canvas_loses_run(const canvas *self, unsigned y, uint64_t done)
{
    for (uint64_t rest = self->rows[y].hanging; rest != 0;) {
        const uint64_t run = rest & ~(rest + (rest & (0 - rest)));
        rest &= ~run;
        const unsigned begin = bits_lowest(run);
        if ((run & done) == 0 && !canvas_reaches_run(self, y, begin, begin + bits_count(run)))
            return true;
    }
    return false;
}
