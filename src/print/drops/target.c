#include "target.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "print/bound/program.h"

/* Traces times steps of the search for weights, and its steps at most. */
#define TARGET_WORK 4000000
#define TARGET_STEPS 400

static void target_add_square(drop_target *self, unsigned y, unsigned x, unsigned carriers)
{
    target_row *row = &self->rows[y];
    row->squares |= UINT64_C(1) << x;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        if ((carriers >> piece & 1) != 0)
            row->by_piece[piece] |= UINT64_C(1) << x;
    }
    self->carried |= carriers;
    self->squares++;
}

static void target_fill_rows(drop_target *self, const target_place *place)
{
    const df_picture *picture = place->picture;
    for (unsigned y = 0; y < picture->height; y++) {
        for (unsigned x = 0; x < picture->width; x++) {
            const unsigned color = picture->cell[(size_t)y * picture->width + x];
            if (color != 0)
                target_add_square(self, y, place->left + x, place->carriers[color - 1]);
        }
        if (place->anchors && df_picture_row_is_empty(picture, y))
            target_add_square(self, y, place->left > 0 ? 0 : place->width - 1,
                              place->carriers[0]);
    }
    for (unsigned y = 1; y < self->height; y++)
        self->rows[y].hanging = self->rows[y].squares & ~self->rows[y - 1].squares;
    for (unsigned y = self->height; y-- > 0;) {
        self->rows[y].hanging_above =
            self->rows[y + 1].hanging_above + bits_count(self->rows[y].hanging);
    }
}

/* Copies weights and prices to the columns of the playfield. */
static void target_take_proof(drop_target *self, const target_place *place, const proof *made)
{
    const int wide = (int)place->picture->width;
    for (unsigned y = 0; y <= self->height; y++) {
        for (unsigned column = 0; column < self->width; column++) {
            const size_t at = (size_t)y * self->width + column;
            const int x = (int)column - (int)place->left;
            if (y < self->height && x >= 0 && x < wide)
                self->weight[at] = made->weight[(int)y * wide + x];
            if (x >= -TRACE_REACH && x < wide + TRACE_REACH)
                self->price[at] = made->price[trace_column_price(place->picture, y, x)];
        }
    }
}

static void target_sum_up(drop_target *self)
{
    for (unsigned y = self->height + 1; y-- > 0;) {
        target_row *row = &self->rows[y];
        row->weight_above = y < self->height ? self->rows[y + 1].weight_above : 0;
        for (unsigned x = 0; x < self->width; x++) {
            row->price += self->price[(size_t)y * self->width + x];
            if (y < self->height)
                row->weight_above += self->weight[(size_t)y * self->width + x];
        }
    }
}

/* Finds the traces of all pieces. Several colours that share a piece have traces of two
 * colours, which are not found: then *is_whole is false. */
static df_status target_list_traces(const trace_board *board, const target_place *place,
                                    trace_list *traces, bool *is_whole)
{
    unsigned seen = 0;
    df_status status = DF_OK;
    *is_whole = true;
    for (unsigned color = 0; color < board->picture->color_count; color++) {
        const unsigned carriers = place->carriers[color];
        *is_whole = *is_whole && (seen & carriers) == 0;
        seen |= carriers;
        if (status == DF_OK)
            status = df_traces_add(traces, board, color + 1, carriers);
    }
    return status;
}

static df_status target_weigh(drop_target *self, const target_place *place)
{
    const unsigned slack = place->width - place->picture->width;
    const trace_board board = {.picture = place->picture,
                               .tetrominoes = place->tetrominoes,
                               .beside = slack < TRACE_REACH ? slack : TRACE_REACH,
                               .anchors = place->anchors,
                               .only_columns = true};
    trace_list traces = {0};
    proof made = {0};
    bool is_whole;
    df_status status = target_list_traces(&board, place, &traces, &is_whole);
    if (status == DF_OK)
        status = df_proof_create(&made, place->picture);
    if (status == DF_OK && is_whole) {
        const size_t steps = TARGET_WORK / (traces.count + 1);
        status = df_program_solve(&made, &traces,
                                  steps < TARGET_STEPS ? (unsigned)steps + 1 : TARGET_STEPS);
        if (status == DF_OK)
            target_take_proof(self, place, &made);
    }
    df_proof_free(&made);
    df_traces_free(&traces);
    return status;
}

df_status df_target_create(drop_target *made, const target_place *place, bool weighs)
{
    const size_t area = (size_t)place->width * (place->picture->height + 1U);
    drop_target self = {.width = place->width,
                        .height = place->picture->height,
                        .full = bits_low(place->width)};
    self.rows = calloc(self.height + 1U, sizeof self.rows[0]);
    self.weight = calloc(area, sizeof self.weight[0]);
    self.price = calloc(area, sizeof self.price[0]);
    df_status status = DF_ERROR_MEMORY;
    if (self.rows != NULL && self.weight != NULL && self.price != NULL) {
        target_fill_rows(&self, place);
        status = weighs ? target_weigh(&self, place) : DF_OK;
    }
    if (status != DF_OK) {
        df_target_free(&self);
        return status;
    }
    target_sum_up(&self);
    *made = self;
    return DF_OK;
}

void df_target_free(drop_target *self)
{
    free(self->rows);
    free(self->weight);
    free(self->price);
    *self = (drop_target){0};
}
