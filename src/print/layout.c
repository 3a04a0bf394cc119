#include "print/layout.h"

#include <stdlib.h>

#include "core/bits.h"

static uint64_t squares_of_row(const picture_layout *self, unsigned y)
{
    return df_row_squares(&self->want[(size_t)y * self->width], self->width);
}

df_status df_layout_create(picture_layout *self, const df_picture *picture,
                           const uint8_t *colors, unsigned width, unsigned left, bool anchors)
{
    const size_t height = picture->height;
    *self = (picture_layout){.width = width, .height = picture->height, .left = left};
    self->want = calloc(height, width);
    self->results = calloc(height, sizeof self->results[0]);
    self->outcomes = calloc(height, sizeof self->outcomes[0]);
    if (self->want == NULL || self->results == NULL || self->outcomes == NULL) {
        df_layout_free(self);
        return DF_ERROR_MEMORY;
    }
    for (unsigned y = 0; y < picture->height; y++) {
        uint8_t *row = &self->want[(size_t)y * width];
        for (unsigned x = 0; x < picture->width; x++) {
            const unsigned color = picture->cell[(size_t)y * picture->width + x];
            row[left + x] = color != 0 ? colors[color - 1] : 0;
        }
        if (anchors && squares_of_row(self, y) == 0)
            row[left + picture->width] = colors[0];
    }
    return DF_OK;
}

void df_layout_free(picture_layout *self)
{
    for (unsigned y = 0; self->results != NULL && y < self->height; y++)
        df_plan_free(self->results[y].drops);
    free(self->want);
    free(self->results);
    free(self->outcomes);
    *self = (picture_layout){0};
}

static row_task make_task(const picture_layout *self, unsigned y,
                          const df_piece_set *tetrominoes, const print_method *method,
                          uint64_t seed)
{
    return (row_task){
        .tetrominoes = tetrominoes,
        .method = method,
        .width = self->width,
        .want = &self->want[(size_t)y * self->width],
        .below = y == 0 ? bits_span(0, self->width) : squares_of_row(self, y - 1),
        .seed = seed,
    };
}

df_status df_layout_plan_row(picture_layout *self, unsigned y, const df_piece_set *tetrominoes,
                             const print_method *method, uint64_t seed)
{
    const row_task task = make_task(self, y, tetrominoes, method, seed);
    return df_row_plan(&task, &self->outcomes[y], &self->results[y]);
}

unsigned df_layout_first_failure(const picture_layout *self)
{
    unsigned y = 0;
    while (y < self->height && self->outcomes[y] == DF_FOUND)
        y++;
    return y;
}

size_t df_layout_drops(const picture_layout *self)
{
    size_t drops = 0;
    for (unsigned y = 0; y < self->height; y++)
        drops += self->results[y].drops != NULL ? self->results[y].drops->count : 0;
    return drops;
}
