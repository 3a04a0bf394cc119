#include "pack.h"

#include <stdlib.h>
#include <string.h>

static int pack_compare(const void *one, const void *other)
{
    const pack_placed *a = one, *b = other;
    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return a->x != b->x ? a->x - b->x : a->shape - b->shape;
}

/* The pieces of a tiling that are put into an order. */
typedef struct pack_sorting {
    const print_shape *shapes;
    pack_placed pieces[PACK_MAX_PIECES];
    bool taken[PACK_MAX_PIECES];
    uint16_t cover[DF_FIELD_MAX_WIDTH]
                  [PACK_MAX_ROWS]; /* 1 + index of the piece there; 0: none */
} pack_sorting;

/* True if all pieces below this one have been taken. */
static bool pack_is_ready(const pack_sorting *self, const pack_placed *piece)
{
    const print_shape *shape = &self->shapes[piece->shape];
    for (unsigned i = 0; i < shape->width; i++) {
        for (unsigned y = piece->y + shape->bottom[i]; y-- > 0;) {
            const unsigned below = self->cover[piece->x + i][y];
            if (below != 0 && !self->taken[below - 1])
                return false;
        }
    }
    return true;
}

static void pack_begin_sorting(pack_sorting *self, const print_shape shapes[PRINT_SHAPES],
                               const pack_placed *pieces, size_t count)
{
    self->shapes = shapes;
    memcpy(self->pieces, pieces, count * sizeof pieces[0]);
    memset(self->taken, 0, sizeof self->taken);
    memset(self->cover, 0, sizeof self->cover);
    qsort(self->pieces, count, sizeof self->pieces[0], pack_compare);
    for (size_t i = 0; i < count; i++) {
        const pack_placed *piece = &self->pieces[i];
        const print_shape *shape = &shapes[piece->shape];
        for (unsigned j = 0; j < shape->width; j++) {
            for (unsigned k = shape->bottom[j]; k <= shape->top[j]; k++)
                self->cover[piece->x + j][piece->y + k] = (uint16_t)(i + 1);
        }
    }
}

void df_pack_order(const print_shape shapes[PRINT_SHAPES], const pack_placed *pieces,
                   size_t count, pack_piece *ordered)
{
    pack_sorting self;
    pack_begin_sorting(&self, shapes, pieces, count);
    /* A piece that lies on others of its label may come before them; it waits a round. */
    size_t made = 0, first = 0;
    while (made < count) {
        size_t end = first;
        for (; end < count && self.pieces[end].label == self.pieces[first].label; end++) {
            const pack_placed *piece = &self.pieces[end];
            if (self.taken[end] || !pack_is_ready(&self, piece))
                continue;
            const print_shape *shape = &shapes[piece->shape];
            self.taken[end] = true;
            ordered[made++] =
                (pack_piece){shape->piece, shape->orientation, piece->x, piece->y};
        }
        first = made == end ? end : first;
    }
}

df_status df_structure_add(df_plan *plan, const pack_piece *pieces, size_t count,
                           const pack_solution *packing)
{
    const size_t whole = packing != NULL ? count + packing->count : count;
    df_status status = DF_OK;
    for (size_t i = 0; i < whole && status == DF_OK; i++) {
        const pack_piece *piece = i < count ? &pieces[i] : &packing->pieces[i - count];
        status = df_plan_add(plan, (df_drop){.piece = piece->piece,
                                             .orientation = piece->orientation,
                                             .x = piece->x,
                                             .begins_block = i == 0});
    }
    return status;
}

df_status df_structure_fit(df_plan *plan, unsigned height, unsigned *needed)
{
    const df_status status = plan->height == 1 ? df_plan_settle(plan, 1, NULL) : DF_OK;
    *needed = status == DF_OK ? plan->height : 0;
    if (status != DF_OK || height == 0 || height >= *needed)
        return status;
    plan->height = (uint16_t)height;
    return df_plan_play(plan, NULL, NULL, NULL, NULL, NULL);
}
