#include "clear_board.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "core/board/divisor.h"

static void clear_board_fill_shape(const clear_board *self, clear_shape *shape,
                                   const df_piece_set *set, size_t piece, unsigned orientation)
{
    const df_shape *from = &set->pieces[piece].shape[orientation];
    *shape = (clear_shape){.piece = (uint16_t)piece, .orientation = (uint8_t)orientation};
    for (unsigned y = 0; y < from->height; y++) {
        for (unsigned x = 0; x < from->width; x++) {
            if ((from->row[y] >> x & 1) != 0)
                shape->offset[shape->size++] = (uint8_t)(self->width * y + x);
        }
        shape->mask |= (uint64_t)from->row[y] << (self->width * y);
    }
    const uint64_t row = bits_low(self->width - from->width + 1);
    for (unsigned y = 0; y + from->height <= self->rows; y++)
        shape->places |= row << (self->width * y);
}

df_status df_clear_board_create(clear_board *made, const df_piece_set *set, unsigned width,
                                unsigned rows)
{
    clear_board self = {.width = width, .rows = rows};
    self.shapes = malloc(set->count * DF_ORIENTATIONS * sizeof self.shapes[0]);
    self.first = malloc((set->count + 1) * sizeof self.first[0]);
    if (self.shapes == NULL || self.first == NULL) {
        df_clear_board_free(&self);
        return DF_ERROR_MEMORY;
    }
    self.full = bits_low(width * rows);
    self.row = bits_low(width);
    self.unit = divisor_of_sizes(set);
    for (unsigned y = 0; y < rows; y++) {
        for (unsigned x = 0; x < width; x++)
            self.left[x] |= bits_low(x + 1) << (width * y);
    }
    size_t count = 0;
    for (size_t p = 0; p < set->count; p++) {
        const df_piece *piece = &set->pieces[p];
        self.first[p] = count;
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            const df_shape *shape = &piece->shape[o];
            if (piece->same_as[o] == o && shape->width <= width && shape->height <= rows)
                clear_board_fill_shape(&self, &self.shapes[count++], set, p, o);
        }
    }
    self.first[set->count] = count;
    *made = self;
    return DF_OK;
}

void df_clear_board_free(clear_board *self)
{
    free(self->shapes);
    free(self->first);
    *self = (clear_board){0};
}

bool df_clear_board_is_hopeless(const clear_board *self, uint64_t board)
{
    const uint64_t empty = self->full & ~board;
    /* Bit x of the lowest row: columns x and x + 1 are both empty in some row. What is above
     * the lowest row of `pairs` afterwards is not looked at. */
    uint64_t pairs = 0;
    for (uint64_t rest = empty & empty >> 1; rest != 0;) {
        pairs |= rest;
        rest = self->width < 64 ? rest >> self->width : 0;
    }
    for (uint64_t walls = self->row & ~(pairs & self->row >> 1); walls != 0;
         walls &= walls - 1) {
        const unsigned count = bits_count(empty & self->left[bits_lowest(walls)]);
        /* Tetrominoes need no division. */
        if ((self->unit == 4 ? count & 3 : count % self->unit) != 0)
            return true;
    }
    return false;
}

uint64_t df_clear_board_settle(const clear_board *self, uint64_t board)
{
    uint64_t open = 0; /* the rows that are not full, in order */
    unsigned count = 0;
    for (unsigned y = 0; y < self->rows; y++) {
        const uint64_t row = board >> (self->width * y) & self->row;
        if (row != self->row)
            open |= row << (self->width * count++);
    }
    if (count == 0)
        return self->full;
    const unsigned full = self->width * (self->rows - count);
    return open << full | bits_low(full);
}

unsigned df_clear_board_cleared(const clear_board *self, uint64_t board)
{
    unsigned rows = 0;
    while (rows < self->rows && (board >> (self->width * rows) & self->row) == self->row)
        rows++;
    return rows;
}
