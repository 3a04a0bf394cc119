#include "shapes.h"

#include <string.h>

#include "core/base/bits.h"

static void shapes_fill(print_shape *shape, const df_piece_set *set, unsigned piece,
                        unsigned orientation)
{
    const df_shape *from = &set->pieces[piece].shape[orientation];
    memset(shape, 0, sizeof *shape);
    shape->piece = (uint8_t)piece;
    shape->orientation = (uint8_t)orientation;
    shape->width = from->width;
    shape->height = from->height;
    shape->flat = true;
    for (unsigned y = 0; y < from->height; y++)
        shape->row[y] = (uint8_t)from->row[y];
    for (unsigned x = 0; x < from->width; x++) {
        shape->flat = shape->flat && from->bottom[x] == 0;
        shape->bottom[x] = from->bottom[x];
        shape->top[x] = from->top[x];
        for (unsigned y = 0; y < from->height; y++)
            shape->column[x] |= (uint16_t)((from->row[y] >> x & 1) << y);
        shape->window |= (uint64_t)shape->column[x] << (PRINT_LANE * x);
    }
    uint64_t rest = shape->window;
    for (unsigned i = 0; i < sizeof shape->places; i++, rest &= rest - 1)
        shape->places[i] = (uint8_t)bits_lowest(rest);
}

void df_shapes_init(print_shape shapes[PRINT_SHAPES], const df_piece_set *tetrominoes)
{
    unsigned count = 0;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            if (tetrominoes->pieces[piece].same_as[o] == o)
                shapes_fill(&shapes[count++], tetrominoes, piece, o);
        }
    }
}

void df_shapes_overlap(shape_overlaps *made, const print_shape shapes[PRINT_SHAPES])
{
    for (unsigned column = 0; column < PRINT_REACH; column++) {
        for (unsigned rows = 0; rows < 1u << (PRINT_UNDER + PRINT_REACH); rows++) {
            uint32_t covering = 0;
            for (unsigned i = 0; i < PRINT_SHAPES; i++) {
                const unsigned squares =
                    (unsigned)shapes[i].column[column] << PRINT_UNDER >> shapes[i].bottom[0];
                covering |= (uint32_t)((squares & rows) != 0) << i;
            }
            made->column[column][rows] = covering;
        }
    }
}

bool df_shape_closes(const print_shape *self)
{
    if (self->height < 2)
        return false;
    unsigned top = 0, next = 0;
    for (unsigned x = 0; x < self->width; x++) {
        top += self->column[x] >> (self->height - 1) & 1;
        next += self->column[x] >> (self->height - 2) & 1;
    }
    return top == self->width && next < top;
}
