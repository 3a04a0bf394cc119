#include "solve_board.h"

#include <stdlib.h>

#include "core/base/array.h"

/* Returns the squares as bits rows * x + y. */
static uint64_t board_turn_columns(const clear_board *layout, uint64_t squares)
{
    uint64_t columns = 0;
    for (; squares != 0; squares &= squares - 1) {
        const unsigned bit = bits_lowest(squares);
        columns |= UINT64_C(1) << (bit % layout->width * layout->rows + bit / layout->width);
    }
    return columns;
}

/* Finds what a place can rest on: the squares below its own, in the next row that is no gap. */
static uint64_t board_find_below(const clear_board *layout, const solve_place *place)
{
    const unsigned width = layout->width;
    uint64_t below = 0, line = 0;
    for (unsigned y = layout->rows; y-- > 0;) {
        if ((place->gaps >> y & 1) != 0)
            continue;
        below |= (line << (width * y)) & ~place->squares;
        line = place->squares >> (width * y) & layout->row;
    }
    return below | (line != 0 ? SOLVE_FLOOR : 0);
}

/* Returns the place of a shape in these rows with its left column at x. */
static solve_place board_make_place(const solve_board *self, const clear_shape *shape,
                                    unsigned rows, unsigned x)
{
    const clear_board *layout = &self->play.layout;
    solve_place place = {.shape = (uint16_t)(shape - layout->shapes),
                         .piece = (uint8_t)shape->piece,
                         .x = (uint8_t)x,
                         .rows = (uint8_t)rows,
                         .open = df_clear_is_open(&self->play, shape)};
    unsigned line = 0;
    for (unsigned y = 0; y < layout->rows; y++) {
        if ((rows >> y & 1) != 0)
            place.squares |= (shape->mask >> (layout->width * line++) & layout->row)
                             << (layout->width * y + x);
        else if (line > 0 && rows >> y != 0)
            place.gaps |= (uint8_t)(1U << y);
    }
    for (unsigned y = 1; y + 1 < layout->rows; y++) {
        place.need[y - 1] = (rows >> y & 1) != 0 ? solve_count_one(place.piece) : 0;
        place.inner |= (uint64_t)(rows >> y & 1) << (INNER_STRIDE * (y - 1));
        place.wait[y - 1] = (place.gaps >> y & 1) != 0 ? solve_count_one(place.piece) : 0;
    }
    place.below = board_find_below(layout, &place);
    place.columns = board_turn_columns(layout, place.squares);
    return place;
}

static uint64_t board_find_relation(const solve_place *place)
{
    uint64_t relation = 0;
    for (unsigned a = 0; a < DF_CLEAR_SOLVER_MAX_ROWS; a++) {
        if ((place->gaps >> a & 1) != 0)
            relation |= (uint64_t)place->rows << (RELATION_STRIDE * a);
    }
    return relation;
}

static df_status board_add_place(solve_board *self, size_t *capacity, solve_place place,
                                 memory_budget *memory)
{
    const df_status status =
        ARRAY_RESERVE_WITHIN(self->places, *capacity, self->count, 1, &memory->left);
    if (status == DF_OK)
        self->places[self->count++] = place;
    return status;
}

static df_status board_place_shape(solve_board *self, size_t *capacity, const df_shape *from,
                                   const clear_shape *shape, memory_budget *memory)
{
    const clear_board *layout = &self->play.layout;
    df_status status = DF_OK;
    for (unsigned rows = 1; rows < 1U << layout->rows; rows++) {
        if (bits_count(rows) != from->height)
            continue;
        for (unsigned x = 0; status == DF_OK && x + from->width <= layout->width; x++) {
            const solve_place place = board_make_place(self, shape, rows, x);
            if ((place.squares & self->start) == 0)
                status = board_add_place(self, capacity, place, memory);
        }
    }
    return status;
}

static int board_compare_places(const void *left, const void *right)
{
    const solve_place *a = left, *b = right;
    const unsigned p = bits_lowest(a->columns), q = bits_lowest(b->columns);
    if (p != q)
        return p < q ? -1 : 1;
    if (a->shape != b->shape)
        return a->shape < b->shape ? -1 : 1;
    return (a->columns > b->columns) - (a->columns < b->columns);
}

static void board_begin_squares(solve_board *self)
{
    size_t next = 0;
    for (unsigned bit = 0; bit <= DF_CLEAR_SOLVER_MAX_SQUARES; bit++) {
        while (next < self->count && bits_lowest(self->places[next].columns) < bit)
            next++;
        self->begin[bit] = next;
    }
}

/* Gives each place the index of its relation. There are at most as many as gaps and rows. */
static df_status board_index_relations(solve_board *self)
{
    size_t capacity = 0;
    df_status status = ARRAY_RESERVE(self->relations, capacity, 0, 1);
    if (status != DF_OK)
        return status;
    self->relations[self->relation_count++] = 0;
    for (size_t i = 0; i < self->count; i++) {
        const uint64_t relation = board_find_relation(&self->places[i]);
        size_t index = 0;
        while (index < self->relation_count && self->relations[index] != relation)
            index++;
        if (index == self->relation_count) {
            status = ARRAY_RESERVE(self->relations, capacity, self->relation_count, 1);
            if (status != DF_OK)
                return status;
            self->relations[self->relation_count++] = relation;
        }
        self->places[i].relation = (uint16_t)index;
    }
    return DF_OK;
}

/* Moves the rows that are left of a place above the cleared ones. */
static uint64_t board_settle_place(const clear_board *layout, uint64_t squares,
                                   unsigned cleared)
{
    uint64_t settled = 0;
    unsigned at = bits_count(cleared);
    for (unsigned y = 0; y < layout->rows; y++) {
        if ((cleared >> y & 1) == 0)
            settled |= (squares >> (layout->width * y) & layout->row) << (layout->width * at++);
    }
    return settled;
}

static void board_settle_places(solve_board *self)
{
    const clear_board *layout = &self->play.layout;
    for (size_t i = 0; i < self->count; i++) {
        const solve_place *place = &self->places[i];
        for (unsigned cleared = 0; cleared < 1U << layout->rows; cleared++) {
            /* Only what df_solve_order looks at. */
            if ((cleared & place->rows) == 0 && (place->gaps & ~cleared) == 0)
                self->settled[i << layout->rows | cleared] =
                    board_settle_place(layout, place->squares, cleared);
        }
    }
}

/* Checks what a solver needs beyond a search; returns the size of all pieces, or 0. */
static unsigned board_find_size(const df_clear_request *request)
{
    const df_piece_set *set = request->set;
    if (request->rows > DF_CLEAR_SOLVER_MAX_ROWS || set->count > DF_CLEAR_SOLVER_MAX_KINDS ||
        set->count == 0 || request->rows * request->field->width > DF_CLEAR_SOLVER_MAX_SQUARES)
        return 0;
    for (size_t i = 1; i < set->count; i++) {
        if (set->pieces[i].size != set->pieces[0].size)
            return 0;
    }
    return (unsigned)set->pieces[0].size;
}

static df_status board_fill(solve_board *self, const df_piece_set *set, memory_budget *memory)
{
    const clear_board *layout = &self->play.layout;
    size_t capacity = 0;
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < layout->first[set->count]; i++) {
        const clear_shape *shape = &layout->shapes[i];
        status = board_place_shape(self, &capacity,
                                   &set->pieces[shape->piece].shape[shape->orientation], shape,
                                   memory);
    }
    if (status != DF_OK)
        return status;
    if (self->count > 0)
        qsort(self->places, self->count, sizeof self->places[0], board_compare_places);
    board_begin_squares(self);
    status = board_index_relations(self);
    if (status != DF_OK)
        return status;
    self->settled =
        df_budget_take(memory, (self->count + 1) << layout->rows, sizeof self->settled[0]);
    if (self->settled == NULL)
        return memory->status;
    board_settle_places(self);
    return DF_OK;
}

df_status df_solve_board_create(solve_board *made, const df_clear_request *request,
                                memory_budget *memory)
{
    solve_board self = {0};
    df_status status = df_clear_begin(request, &self.play, &self.start);
    if (status != DF_OK)
        return status;
    const unsigned size = board_find_size(request);
    const unsigned empty = bits_count(self.play.layout.full & ~self.start);
    if (size == 0) {
        df_clear_end(&self.play);
        return DF_ERROR_ARGUMENT;
    }
    self.start_columns = board_turn_columns(&self.play.layout, self.start);
    for (unsigned y = 0; y < request->rows; y++)
        self.row_starts |= UINT64_C(1) << (request->field->width * y);
    self.drops = empty % size == 0 ? empty / size : 0;
    status = board_fill(&self, request->set, memory);
    if (status != DF_OK) {
        df_solve_board_free(&self, memory);
        return status;
    }
    *made = self;
    return DF_OK;
}

void df_solve_board_free(solve_board *self, memory_budget *memory)
{
    df_budget_free(memory, self->settled, (self->count + 1) << self->play.layout.rows,
                   sizeof self->settled[0]);
    free(self->places);
    free(self->relations);
    df_clear_end(&self->play);
    *self = (solve_board){0};
}
