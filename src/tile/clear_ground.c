#include "tile/clear_ground.h"

#include <stdlib.h>

#include "tile/divisor.h"

static uint64_t lowest_bits(unsigned count)
{
    return count == 0 ? 0 : UINT64_MAX >> (64 - count);
}

static void fill_shape(const ground *own, ground_shape *shape, const df_piece_set *set,
                       size_t piece, unsigned orientation)
{
    const df_shape *from = &set->pieces[piece].shape[orientation];
    *shape = (ground_shape){.piece = (uint16_t)piece, .orientation = (uint8_t)orientation};
    for (unsigned y = 0; y < from->height; y++) {
        for (unsigned x = 0; x < from->width; x++) {
            if ((from->row[y] >> x & 1) != 0)
                shape->offset[shape->size++] = (uint8_t)(own->width * y + x);
        }
        shape->mask |= (uint64_t)from->row[y] << (own->width * y);
    }
    const uint64_t row = lowest_bits(own->width - from->width + 1);
    for (unsigned y = 0; y + from->height <= own->rows; y++)
        shape->places |= row << (own->width * y);
}

df_status df_ground_create(ground *made, const df_piece_set *set, unsigned width, unsigned rows)
{
    ground own = {.width = width, .rows = rows};
    own.shapes = malloc(set->count * DF_ORIENTATIONS * sizeof own.shapes[0]);
    own.first = malloc((set->count + 1) * sizeof own.first[0]);
    if (own.shapes == NULL || own.first == NULL) {
        df_ground_free(&own);
        return DF_ERROR_MEMORY;
    }
    own.full = lowest_bits(width * rows);
    own.row = lowest_bits(width);
    own.unit = divisor_of_sizes(set);
    for (unsigned y = 0; y < rows; y++) {
        for (unsigned x = 0; x < width; x++)
            own.left[x] |= lowest_bits(x + 1) << (width * y);
    }
    size_t count = 0;
    for (size_t p = 0; p < set->count; p++) {
        const df_piece *piece = &set->pieces[p];
        own.first[p] = count;
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            const df_shape *shape = &piece->shape[o];
            if (piece->same_as[o] == o && shape->width <= width && shape->height <= rows)
                fill_shape(&own, &own.shapes[count++], set, p, o);
        }
    }
    own.first[set->count] = count;
    *made = own;
    return DF_OK;
}

void df_ground_free(ground *own)
{
    free(own->shapes);
    free(own->first);
    *own = (ground){0};
}

bool df_ground_is_hopeless(const ground *own, uint64_t board)
{
    const uint64_t empty = own->full & ~board;
    /* Bit x of the lowest row: columns x and x + 1 are both empty in some row. What is above
     * the lowest row of `pairs` afterwards is not looked at. */
    uint64_t pairs = 0;
    for (uint64_t rest = empty & empty >> 1; rest != 0;) {
        pairs |= rest;
        rest = own->width < 64 ? rest >> own->width : 0;
    }
    for (uint64_t walls = own->row & ~(pairs & own->row >> 1); walls != 0; walls &= walls - 1) {
        const unsigned count = bits_count(empty & own->left[bits_lowest(walls)]);
        /* Tetrominoes need no division. */
        if ((own->unit == 4 ? count & 3 : count % own->unit) != 0)
            return true;
    }
    return false;
}

uint64_t df_ground_settle(const ground *own, uint64_t board)
{
    uint64_t open = 0; /* the rows that are not full, in order */
    unsigned count = 0;
    for (unsigned y = 0; y < own->rows; y++) {
        const uint64_t row = board >> (own->width * y) & own->row;
        if (row != own->row)
            open |= row << (own->width * count++);
    }
    if (count == 0)
        return own->full;
    const unsigned full = own->width * (own->rows - count);
    return open << full | lowest_bits(full);
}

unsigned df_ground_cleared(const ground *own, uint64_t board)
{
    unsigned rows = 0;
    while (rows < own->rows && (board >> (own->width * rows) & own->row) == own->row)
        rows++;
    return rows;
}
