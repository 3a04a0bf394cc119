#include "structure.h"

#include <string.h>

#define LETTERS ('~' - 'A' + 1)

/* A drawing, filled by the sink of the plan that is played. */
typedef struct structure_drawing {
    const df_plan *plan;
    size_t count; /* pieces still to be drawn */
    unsigned base;
    unsigned rows;
    unsigned cleared; /* rows so far */
    size_t index;
    char squares[PACK_MAX_ROWS][DF_FIELD_MAX_WIDTH];
} structure_drawing;

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

static df_status draw_drop(void *context, const df_field *before, const df_drop *drop,
                           const df_landing *landing)
{
    (void)before;
    structure_drawing *self = context;
    if (self->index >= self->count)
        return DF_OK;
    const df_shape *shape = &self->plan->set->pieces[drop->piece].shape[drop->orientation];
    for (unsigned y = 0; y < shape->height; y++) {
        /* Rows clear from the bottom up, so what has cleared lies below every drop. */
        const unsigned row = landing->y + self->cleared + y;
        if (row < self->base || row - self->base >= self->rows)
            continue;
        for (unsigned x = 0; x < shape->width; x++) {
            if ((shape->row[y] >> x & 1) != 0)
                self->squares[row - self->base][drop->x + x] =
                    (char)('A' + self->index % LETTERS);
        }
    }
    self->cleared += landing->cleared_count;
    self->index++;
    return DF_OK;
}

df_status df_structure_draw(df_text *text, const df_plan *plan, size_t count, unsigned base,
                            unsigned rows)
{
    structure_drawing self = {.plan = plan,
                              .count = count,
                              .base = base,
                              .rows = rows <= PACK_MAX_ROWS ? rows : PACK_MAX_ROWS};
    memset(self.squares, '.', sizeof self.squares);
    const df_sink sink = {.drop = draw_drop};
    const df_status status = df_plan_play(plan, &sink, &self, NULL, NULL, NULL);
    if (status != DF_OK)
        return status;
    for (unsigned row = self.rows; row-- > 0;) {
        df_text_put_bytes(text, self.squares[row], plan->width);
        df_text_put_char(text, '\n');
    }
    return text->status;
}
