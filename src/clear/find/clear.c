#include "dropforge/clear.h"

#include "clear.h"

#include <stdlib.h>

#include "core/base/error.h"
#include "core/board/divisor.h"
#include "core/board/field_rows.h"
#include "core/board/mover.h"
#include "core/board/moves.h"

df_status df_clear_make_movers(const df_clear_request *request, clear_play *made)
{
    const df_piece_set *set = request->set;
    if (!df_rules_moves(request->rules))
        return DF_OK;
    made->only_t = request->rules == DF_RULES_T_SOFTDROP;
    made->movers = malloc(set->count * sizeof made->movers[0]);
    made->moves = malloc(sizeof *made->moves);
    if (made->movers == NULL || made->moves == NULL)
        return DF_ERROR_MEMORY;
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < set->count; i++)
        status = df_mover_make(&made->movers[i], &set->pieces[i], request->field->width,
                               request->rules);
    return status;
}

df_status df_clear_begin(const df_clear_request *request, clear_play *made, uint64_t *board)
{
    const df_field *field = request->field;
    if ((unsigned)request->rules >= DF_RULES || request->rows < 1 ||
        request->rows > field->height ||
        request->rows * (unsigned)field->width > DF_CLEAR_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    uint64_t squares = 0;
    for (unsigned y = 0; y < field->height; y++) {
        if (field->row[y] == df_field_full_row(field) ||
            (y >= request->rows && field->row[y] != 0))
            return DF_ERROR_ARGUMENT;
        if (y < request->rows)
            squares |= field->row[y] << (y * field->width);
    }
    for (size_t i = 0; i < request->count; i++) {
        if (request->queue[i] >= request->set->count)
            return DF_ERROR_ARGUMENT;
    }
    clear_play play = {0};
    df_status status =
        df_clear_board_create(&play.layout, request->set, field->width, request->rows);
    if (status == DF_OK)
        status = df_clear_make_movers(request, &play);
    if (status != DF_OK) {
        df_clear_end(&play);
        return status;
    }
    *made = play;
    *board = squares;
    return DF_OK;
}

void df_clear_end(clear_play *self)
{
    df_clear_board_free(&self->layout);
    free(self->movers);
    free(self->moves);
    *self = (clear_play){0};
}

/* Finds the places that `mover` can be brought to, on the rows that have not cleared. */
static void clear_find_moves(const clear_play *self, uint64_t board, const df_mover *mover)
{
    const clear_board *rows = &self->layout;
    uint64_t row[DF_CLEAR_MAX_SQUARES];
    const unsigned cleared = df_clear_board_cleared(rows, board);
    for (unsigned y = cleared; y < rows->rows; y++)
        row[y - cleared] = board >> (rows->width * y) & rows->row;
    int x = 0, y = 0;
    df_mover_spawn(mover, CLEAR_SPAWN_ROW, &x, &y);
    df_moves_find_resting(self->moves, mover, row, rows->rows - cleared, x, y);
}

bool df_clear_is_open(const clear_play *self, const clear_shape *shape)
{
    if (!clear_is_moved(self, shape->piece))
        return true;
    const df_mover *mover = &self->movers[shape->piece];
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (mover->piece->same_as[o] == shape->orientation && mover->open[o] != 0)
            return true;
    }
    return false;
}

void df_clear_land(const clear_play *self, uint64_t board, uint16_t piece,
                   uint64_t landings[DF_ORIENTATIONS])
{
    const clear_board *rows = &self->layout;
    const clear_shape *shapes = &rows->shapes[rows->first[piece]];
    const size_t count = rows->first[piece + 1] - rows->first[piece];
    if (!clear_is_moved(self, piece)) {
        const uint64_t shadow = clear_board_shadow(rows, board);
        for (size_t i = 0; i < count; i++)
            landings[i] = clear_board_landings(rows, &shapes[i], shadow);
        return;
    }
    clear_find_moves(self, board, &self->movers[piece]);
    const unsigned cleared = df_clear_board_cleared(rows, board);
    for (size_t i = 0; i < count; i++) {
        landings[i] = 0;
        for (unsigned y = cleared; y < rows->rows; y++)
            landings[i] |= df_moves_resting(self->moves, shapes[i].orientation, y - cleared)
                           << (rows->width * y);
        landings[i] &= shapes[i].places;
    }
}

uint64_t df_clear_memory(const df_clear_request *request)
{
    return request->memory != 0 ? request->memory : DF_CLEAR_USUAL_MEMORY;
}

df_status df_clear_refuse_memory(const df_clear_request *request, df_error *error)
{
    df_error_set(error, DF_ERROR_LIMIT,
                 "the search needs more than the %s of memory it may use; give fewer pieces",
                 df_error_memory(df_clear_memory(request)).text);
    df_error_advise(error, DF_OPTION_MEMORY, "%s", "");
    return DF_ERROR_LIMIT;
}

df_drop df_clear_drop_at(const clear_board *self, const clear_shape *shape, uint64_t board,
                         unsigned place)
{
    return (df_drop){
        .piece = shape->piece,
        .orientation = shape->orientation,
        .x = (uint8_t)(place % self->width),
        .y = (uint16_t)(place / self->width - df_clear_board_cleared(self, board)),
    };
}

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
    /* Bit x of the lowest row: columns x and x + 1 are both empty in some row. Bits above
     * the lowest row of `pairs` afterwards are not looked at. */
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
