#include "canvas.h"

#include <stdlib.h>

#include "core/image/frames.h"

/* Returns the end of the run of squares, of whatever colours, that begins at column x. */
static unsigned canvas_run_end(const canvas *self, unsigned x, unsigned y)
{
    const column_set *squares = &self->rows[y].squares;
    while (x < self->width && columns_have(squares, x))
        x++;
    return x;
}

static column_set canvas_find_hanging(const canvas *self, unsigned y)
{
    const column_set base = df_canvas_base(self, y);
    column_set hanging = {{0}};
    for (unsigned x = 0; x < self->width; x++) {
        if (!columns_have(&self->rows[y].squares, x))
            continue;
        const unsigned end = canvas_run_end(self, x, y);
        const column_set run = columns_span(x, end - x);
        for (unsigned i = 0; !columns_overlap(&run, &base) && i < COLUMN_WORDS; i++)
            hanging.words[i] |= run.words[i];
        x = end;
    }
    return hanging;
}

static void canvas_fill_rows(canvas *self)
{
    static const column_set nothing;
    for (unsigned y = 0; y < self->height; y++) {
        canvas_row *row = &self->rows[y];
        for (unsigned x = 0; x < self->width; x++) {
            if (self->want[(size_t)y * self->width + x] != 0)
                columns_add(&row->squares, x);
        }
        row->hanging = canvas_find_hanging(self, y);
        row->loses = df_canvas_loses_run(self, y, &nothing);
    }
    for (unsigned y = self->height; y-- > 0;)
        self->rows[y].need = self->rows[y + 1].need + df_canvas_need(self, y, &nothing);
}

/* Finds by dynamic programming the least number of squares that stick out: a piece leaves as
 * many squares side by side as one of its rows has. */
static void runs_fill(uint16_t need[DF_FIELD_MAX_WIDTH + 1], unsigned set,
                      const print_shape shapes[PRINT_SHAPES])
{
    bool sides[PRINT_REACH + 1] = {false};
    for (unsigned i = 0; i < PRINT_SHAPES; i++) {
        for (unsigned y = 0; (set >> shapes[i].piece & 1) != 0 && y < shapes[i].height; y++)
            sides[bits_count(shapes[i].row[y])] = true;
    }
    need[0] = 0;
    for (unsigned length = 1; length <= DF_FIELD_MAX_WIDTH; length++) {
        /* A rest that does not come out even (O leaves pairs) costs as much as possible. */
        need[length] = (uint16_t)(need[length - 1] + 4);
        for (unsigned side = 1; side <= PRINT_REACH && side <= length; side++) {
            if (sides[side] && need[length - side] + 4 - side < need[length])
                need[length] = (uint16_t)(need[length - side] + 4 - side);
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
    made->ground = place->ground != NULL ? *place->ground : columns_span(0, place->width);
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

size_t df_canvas_count(const canvas *self, unsigned rows)
{
    size_t squares = 0;
    for (unsigned y = 0; y < rows; y++)
        squares += columns_count(&self->rows[y].squares);
    return squares;
}

unsigned df_canvas_need(const canvas *self, unsigned y, const column_set *done)
{
    const uint8_t *row = &self->want[(size_t)y * self->width];
    unsigned need = 0;
    for (unsigned x = 0; x < self->width;) {
        const unsigned begin = x++;
        if (row[begin] == 0 || columns_have(done, begin))
            continue;
        while (x < self->width && row[x] == row[begin] && !columns_have(done, x))
            x++;
        need += df_runs_need(&self->runs, row[begin], x - begin);
    }
    return need;
}

column_set df_canvas_base(const canvas *self, unsigned y)
{
    return y == 0 ? self->ground : self->rows[y - 1].squares;
}

/* True if a run of row y with nothing below it, from column `begin` to `end` - 1, can be begun
 * from the rest of the row. Only J and L reach over a gap: lying, over one column; standing,
 * with their hook on pieces that lie on the other side. */
static bool canvas_reaches_run(const canvas *self, unsigned y, unsigned begin, unsigned end)
{
    const uint8_t *row = &self->want[(size_t)y * self->width];
    bool is_left_free = false, is_right_free = false;
    for (unsigned x = 0; x < self->width; x++) {
        is_left_free = is_left_free || (x < begin && row[x] != 0);
        is_right_free = is_right_free || (x >= end && row[x] != 0);
    }
    for (unsigned x = begin; x < end; x++) {
        if ((row[x] >> DF_J & 1) != 0 &&
            (is_right_free || (x == begin && x >= 2 && row[x - 2] != 0)))
            return true;
        if ((row[x] >> DF_L & 1) != 0 &&
            (is_left_free || (x + 1 == end && x + 2 < self->width && row[x + 2] != 0)))
            return true;
    }
    return false;
}

bool df_canvas_loses_run(const canvas *self, unsigned y, const column_set *done)
{
    column_set rest = self->rows[y].hanging;
    for (unsigned x; columns_take(&rest, &x);) {
        const unsigned end = canvas_run_end(self, x, y);
        const column_set run = columns_span(x, end - x);
        rest = columns_without(&rest, &run);
        if (!columns_overlap(&run, done) && !canvas_reaches_run(self, y, x, end))
            return true;
    }
    return false;
}
