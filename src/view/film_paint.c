/* The squares of the next frame. */
#include <string.h>

#include "film_parts.h"

void df_film_paint_field(projector *self, const df_field *field)
{
    self->frame.piece = -1;
    if (self->show == NULL)
        return;
    const size_t size = (size_t)self->frame.width * self->frame.height;
    const size_t lies = (size_t)field->width * field->height;
    const size_t count = lies < size ? lies : size;
    for (size_t i = 0; i < count; i++)
        self->square[i] = field->square[i];
    memset(self->square + count, 0, (size - count) * sizeof *self->square);
}

static void film_paint_shape(projector *self, const df_shape *shape, int x, int y,
                             uint32_t square)
{
    for (int i = 0; i < shape->height && y + i < self->frame.height; i++) {
        uint32_t *row = &self->square[(size_t)(y + i) * self->frame.width + (size_t)x];
        for (unsigned j = 0; j < shape->width; j++) {
            if (shape->row[i] >> j & 1)
                row[j] = square;
        }
    }
}

void df_film_paint_pose(projector *self, const df_field *field, const df_drop *drop,
                        const film_pose *pose, bool is_lit)
{
    df_film_paint_field(self, field);
    self->frame.piece = drop->piece;
    self->frame.orientation = pose->orientation;
    self->frame.x = pose->x;
    self->frame.y = pose->y;
    if (self->show == NULL)
        return;
    const df_shape *shape =
        &self->film->plan->set->pieces[drop->piece].shape[pose->orientation];
    int ghost = pose->y;
    while (df_film_is_free(field, shape, pose->x, ghost - 1))
        ghost--;
    film_paint_shape(self, shape, pose->x, ghost, DF_FRAME_GHOST);
    film_paint_shape(self, shape, pose->x, pose->y,
                     1U + drop->piece + (is_lit ? DF_FRAME_LOCK : 0));
}

void df_film_paint_trails(projector *self)
{
    enum { ROWS = 6 };
    const unsigned width = self->frame.width;
    for (unsigned x = 0; self->show != NULL && x < width; x++) {
        unsigned top = self->trail[x] ? self->frame.height : 0;
        while (top > 0 && self->square[(size_t)(top - 1) * width + x] == 0)
            top--;
        for (unsigned y = top; self->trail[x] && y < top + ROWS && y < self->frame.height; y++)
            self->square[(size_t)y * width + x] = DF_FRAME_TRAIL;
    }
}
