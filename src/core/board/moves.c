/* Above the stack nothing but the walls is in the way of a piece. There, that is when the box
 * it turns in is wholly above the stack, no turn moves the box up or down: kicks that do come
 * after one that tries the same columns in the same rows, so what the walls let pass has been
 * taken before. (Half turns from N and S cannot hit a wall.) Shifts are free. So a piece that
 * is there in one place gets to all columns of each orientation that it can be turned to, in
 * the same rows, and from there down. All of that is one state here, the sky, and it begins
 * for orientation o at row top + corner_y[o], where the box lies on the stack.
 *
 * Other turns, such as those of a given table, lift or lower the box in the open. Then there is
 * no sky, but a last row, `margin` rows above the stack; a piece that is higher counts as in
 * this row, to which it falls. Three turns lead from an orientation to any other that can be
 * reached in the open, and by them it stays above the stack, with as many rows to spare as one
 * more turn lowers it: so everything that it can do from higher up it can do from there. */
#include "dropforge/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/always_inline.h"
#include "core/base/bits.h"
#include "mover.h"
#include "moves.h"
#include "moves_packed.h"

/* A running flood. */
typedef struct rows_flood {
    df_moves *moves;
    const df_mover *mover;
    const uint64_t *rows;
    unsigned top; /* rows of the stack */
    unsigned row; /* being visited */
    bool again;   /* this row or a higher one has new places */
    bool sky;     /* it has been reached */
} rows_flood;

/* Returns the first row of an orientation that belongs to the sky, or its last row. */
static unsigned sky_row(const df_moves *moves, unsigned orientation)
{
    return moves->top + moves->mover->margin + moves->mover->turns.corner_y[orientation];
}

static uint64_t blocked_places(const df_shape *shape, const uint64_t *rows, unsigned count)
{
    uint64_t blocked = 0;
    for (unsigned i = 0; i < shape->height && i < count; i++) {
        for (uint32_t rest = shape->row[i]; rest != 0; rest &= rest - 1)
            blocked |= rows[i] >> bits_lowest(rest);
    }
    return blocked;
}

static void moves_begin(rows_flood *self, const uint64_t *rows)
{
    df_moves *moves = self->moves;
    const df_mover *mover = self->mover;
    moves->rows = self->top + mover->margin + mover->turns.side;
    memset(moves->reached, 0, moves->rows * sizeof moves->reached[0]);
    memset(moves->fresh, 0, moves->rows * sizeof moves->fresh[0]);
    for (unsigned y = 0; y < moves->rows; y++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            moves->free[y][o] = mover->inside[o];
            if (y < self->top)
                moves->free[y][o] &=
                    ~blocked_places(&mover->piece->shape[o], &rows[y], self->top - y);
        }
    }
}

/* Notes that the piece can be in these places of a row below the sky, or of its first row. */
static void enter_row(rows_flood *self, unsigned orientation, unsigned y, uint64_t places)
{
    places &= ~self->moves->reached[y][orientation];
    if (places == 0)
        return;
    self->moves->fresh[y][orientation] |= places;
    self->again = self->again || y >= self->row;
}

static void moves_enter(rows_flood *self, unsigned orientation, unsigned y, uint64_t places)
{
    const unsigned sky = sky_row(self->moves, orientation);
    if (y < sky || self->mover->margin > 0) {
        enter_row(self, orientation, y < sky ? y : sky, places);
    } else if (!self->sky) {
        self->sky = true;
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            enter_row(self, o, sky_row(self->moves, o), self->mover->open[o]);
    }
}

/* Turns the piece from all these places: each test is made where those before it failed. */
static void turn_row(rows_flood *self, const df_turn *turn, unsigned y, uint64_t places)
{
    for (unsigned i = 0; i < turn->tests && places != 0; i++) {
        if (i == 1)
            places &=
                ~df_mover_unkicked(self->mover, self->rows, self->top, turn, (int)y, places);
        const int row = (int)y + turn->y[i];
        if (row < 0)
            continue;
        const uint64_t free = (unsigned)row < self->moves->rows
                                  ? self->moves->free[row][turn->to]
                                  : self->mover->inside[turn->to];
        const uint64_t taken = df_mask_shifted(places, turn->x[i]) & free;
        if (taken != 0)
            moves_enter(self, turn->to, (unsigned)row, taken);
        places &= ~df_mask_shifted(taken, -turn->x[i]);
    }
}

/* Spreads to the left and right over free places. */
static uint64_t moves_spread(uint64_t places, uint64_t free)
{
    for (uint64_t before = 0; before != places;) {
        before = places;
        places |= (places << 1 | places >> 1) & free;
    }
    return places;
}

static void moves_visit(rows_flood *self, unsigned orientation)
{
    df_moves *moves = self->moves;
    const unsigned y = self->row;
    const uint64_t places =
        moves_spread(moves->fresh[y][orientation], moves->free[y][orientation]);
    moves->fresh[y][orientation] = 0;
    moves->reached[y][orientation] |= places;
    if (y > 0)
        enter_row(self, orientation, y - 1, places & moves->free[y - 1][orientation]);
    for (unsigned i = 0; i < self->mover->turns.count; i++)
        turn_row(self, &self->mover->turns.turn[orientation][i], y, places);
}

/* Floods playfields of all sizes. */
NOINLINE void find_by_rows(df_moves *moves, const uint64_t *rows)
{
    const df_mover *mover = moves->mover;
    const int x = moves->spawn_x, y = moves->spawn_y;
    rows_flood self = {.moves = moves, .mover = mover, .rows = rows, .top = moves->top};
    moves_begin(&self, rows);
    if (x < 0 || y < 0 || x >= (int)mover->width ||
        (mover->inside[mover->turns.spawn] >> x & 1) == 0)
        return;
    const unsigned first = mover->turns.spawn;
    const uint64_t spawn = UINT64_C(1) << x;
    if ((unsigned)y >= moves->rows || (moves->free[y][first] & spawn) != 0)
        moves_enter(&self, first, (unsigned)y, spawn);
    do {
        self.again = false;
        for (self.row = moves->rows; self.row-- > 0;) {
            for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
                if (moves->fresh[self.row][o] != 0)
                    moves_visit(&self, o);
            }
        }
    } while (self.again);
    moves->sky = self.sky;
}

static void moves_find(df_moves *moves, const df_mover *mover, const uint64_t *rows,
                       unsigned count, int x, int y, bool whole)
{
    while (count > 0 && rows[count - 1] == 0)
        count--;
    moves->mover = mover;
    moves->top = count;
    moves->whole = whole;
    moves->sky = false;
    moves->spawn_x = x;
    moves->spawn_y = y;
    moves->is_packed = df_packed_find(&moves->packed, mover, rows, count, x, y, whole);
    if (!moves->is_packed) {
        find_by_rows(moves, rows);
        return;
    }
    moves->rows = moves->packed.rows;
    moves->sky = moves->packed.sky;
}

void df_moves_find_resting(df_moves *moves, const df_mover *mover, const uint64_t *rows,
                           unsigned count, int x, int y)
{
    moves_find(moves, mover, rows, count, x, y, false);
}

void df_moves_find(df_moves *moves, const df_mover *mover, const uint64_t *rows, unsigned count,
                   int x, int y)
{
    moves_find(moves, mover, rows, count, x, y, true);
}

uint64_t df_moves_resting(const df_moves *moves, unsigned orientation, unsigned y)
{
    const df_piece *piece = moves->mover->piece;
    if (moves->is_packed)
        return df_packed_resting(&moves->packed, moves->mover, orientation, y);
    if (y >= moves->rows || piece->same_as[orientation] != orientation)
        return 0;
    uint64_t reached = 0;
    for (unsigned o = orientation; o < DF_ORIENTATIONS; o++) {
        if (piece->same_as[o] == orientation)
            reached |= moves->reached[y][o];
    }
    return y == 0 ? reached : reached & ~moves->free[y - 1][orientation];
}

NOINLINE size_t count_by_rows(const df_moves *moves)
{
    size_t count = 0;
    for (unsigned y = 0; y < moves->rows; y++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            count += bits_count(df_moves_resting(moves, o, y));
    }
    return count;
}

size_t df_moves_count(const df_moves *moves)
{
    return moves->is_packed ? df_packed_count(&moves->packed, moves->mover)
                            : count_by_rows(moves);
}

NOINLINE bool next_by_rows(const df_moves *moves, df_place *place)
{
    unsigned o = place->orientation, y = place->y, from = place->x + 1u;
    if (o >= DF_ORIENTATIONS)
        o = y = from = 0;
    for (; o < DF_ORIENTATIONS; o++) {
        for (; y < moves->rows; y++) {
            uint64_t places = df_moves_resting(moves, o, y);
            places = from < 64 ? places >> from << from : 0;
            if (places != 0) {
                *place = (df_place){(uint8_t)o, (uint8_t)bits_lowest(places), (uint16_t)y};
                return true;
            }
            from = 0;
        }
        y = 0;
    }
    return false;
}

bool df_moves_next(const df_moves *moves, df_place *place)
{
    return moves->is_packed ? df_packed_next(&moves->packed, moves->mover, place)
                            : next_by_rows(moves, place);
}

bool df_moves_reached(const df_moves *moves, unsigned orientation, int x, int y)
{
    const df_mover *mover = moves->mover;
    if (x < 0 || y < 0 || x >= (int)mover->width)
        return false;
    uint64_t row;
    const unsigned sky = sky_row(moves, orientation);
    if ((unsigned)y >= sky && mover->margin > 0)
        row = moves->reached[sky][orientation];
    else if ((unsigned)y >= sky)
        row = moves->sky ? mover->open[orientation] : 0;
    else if (moves->is_packed)
        row = df_packed_reached(&moves->packed, mover, orientation, (unsigned)y);
    else
        row = moves->reached[y][orientation];
    return (row >> x & 1) != 0;
}

unsigned df_moves_spins(const df_moves *moves, const uint64_t *rows, unsigned count,
                        const df_place *place)
{
    const df_mover *mover = moves->mover;
    const unsigned o = place->orientation;
    const int x = place->x, y = place->y;
    assert(moves->whole);
    unsigned spins = 0;
    if (!mover->spins ||
        (o == mover->turns.spawn && x == moves->spawn_x && y == moves->spawn_y) ||
        df_moves_reached(moves, o, x - 1, y) || df_moves_reached(moves, o, x + 1, y) ||
        df_moves_reached(moves, o, x, y + 1))
        spins = 1U << DF_SPIN_NONE;
    for (unsigned i = 0; mover->spins && i < DF_ORIENTATIONS * mover->turns.count; i++) {
        const unsigned from = i / mover->turns.count, how = i % mover->turns.count;
        const df_turn *turn = &mover->turns.turn[from][how];
        for (unsigned test = 0; turn->to == o && test < turn->tests; test++) {
            piece_at at = {from, x - turn->x[test], y - turn->y[test]};
            if (df_moves_reached(moves, from, at.x, at.y) &&
                df_mover_turn(mover, rows, count, how, &at) == (int)test)
                spins |= 1U << df_mover_spin(mover, rows, count, &at, how, test);
        }
    }
    return spins;
}

df_status df_moves_create(df_moves **moves)
{
    df_moves *made = malloc(sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    *moves = made;
    return DF_OK;
}

void df_moves_free(df_moves *moves)
{
    free(moves);
}
