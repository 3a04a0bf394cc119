/* Above the stack nothing but the walls is in the way of a piece. There, that is when the box
 * it turns in is wholly above the stack, no turn moves the box up or down: kicks that do come
 * after one that tries the same columns in the same rows, so what the walls let pass has been
 * taken before. (Half turns from N and S cannot hit a wall.) Shifts are free. So a piece that
 * is there in one place gets to all columns of each orientation that it can be turned to, in
 * the same rows, and from there down. All of that is one state here, the sky, and it begins
 * for orientation o at row top + corner_y[o], where the box lies on the stack. */
#include "dropforge/moves.h"

#include <string.h>

#include "core/bits.h"
#include "core/moves_packed.h"

/* A flood in work. */
typedef struct flood {
    df_moves *moves;
    const df_mover *mover;
    unsigned top; /* rows of the stack */
    unsigned row; /* being visited */
    bool again;   /* something has come to this row or a higher one */
    bool sky;     /* it has been reached */
} flood;

static uint64_t shifted(uint64_t mask, int x)
{
    if (x <= -64 || x >= 64)
        return 0;
    return x < 0 ? mask >> -x : mask << x;
}

/* Which orientations can be reached in the open. Shifts take each of them to all columns. */
static void find_open(df_mover *mover)
{
    bool again = true;
    mover->open[DF_NORTH] = mover->inside[DF_NORTH];
    while (again) {
        again = false;
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            for (unsigned i = 0; i < mover->turns.count; i++) {
                const df_turn *turn = &mover->turns.turn[o][i];
                uint64_t reached = 0;
                for (unsigned test = 0; test < turn->tests; test++)
                    reached |= shifted(mover->open[o], turn->x[test]) & mover->inside[turn->to];
                if (reached != 0 && mover->open[turn->to] == 0) {
                    mover->open[turn->to] = mover->inside[turn->to];
                    again = true;
                }
            }
        }
    }
}

df_status df_mover_make(df_mover *mover, const df_piece *piece, unsigned width,
                        df_rotation rotation)
{
    if (width < 1 || width > DF_FIELD_MAX_WIDTH)
        return DF_ERROR_ARGUMENT;
    *mover = (df_mover){.piece = piece, .width = width};
    df_turns_make(&mover->turns, piece, rotation);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (piece->shape[o].width <= width)
            mover->inside[o] = bits_span(0, width - piece->shape[o].width + 1);
    }
    find_open(mover);
    df_packed_make(mover);
    return DF_OK;
}

void df_mover_spawn(const df_mover *mover, unsigned height, int *x, int *y)
{
    *x = ((int)mover->width - mover->piece->shape[DF_NORTH].width) / 2;
    *y = (int)height;
}

/* The first row of an orientation that belongs to the sky. */
static unsigned sky_row(const flood *own, unsigned orientation)
{
    return own->top + own->mover->turns.corner_y[orientation];
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

static void begin(flood *own, const uint64_t *rows)
{
    df_moves *moves = own->moves;
    const df_mover *mover = own->mover;
    moves->mover = mover;
    moves->rows = own->top + mover->turns.side;
    memset(moves->reached, 0, moves->rows * sizeof moves->reached[0]);
    memset(moves->fresh, 0, moves->rows * sizeof moves->fresh[0]);
    for (unsigned y = 0; y < moves->rows; y++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            moves->free[y][o] = mover->inside[o];
            if (y < own->top)
                moves->free[y][o] &=
                    ~blocked_places(&mover->piece->shape[o], &rows[y], own->top - y);
        }
    }
}

/* The piece can be in these places of a row below the sky, or in its first. */
static void enter_row(flood *own, unsigned orientation, unsigned y, uint64_t places)
{
    places &= ~own->moves->reached[y][orientation];
    if (places == 0)
        return;
    own->moves->fresh[y][orientation] |= places;
    own->again = own->again || y >= own->row;
}

static void enter(flood *own, unsigned orientation, unsigned y, uint64_t places)
{
    if (y < sky_row(own, orientation)) {
        enter_row(own, orientation, y, places);
    } else if (!own->sky) {
        own->sky = true;
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            enter_row(own, o, sky_row(own, o), own->mover->open[o]);
    }
}

/* Turns the piece from all these places: each test is made where those before it failed. */
static void turn_row(flood *own, const df_turn *turn, unsigned y, uint64_t places)
{
    for (unsigned i = 0; i < turn->tests && places != 0; i++) {
        const int row = (int)y + turn->y[i];
        if (row < 0)
            continue;
        const uint64_t free = (unsigned)row < own->moves->rows ? own->moves->free[row][turn->to]
                                                               : own->mover->inside[turn->to];
        const uint64_t taken = shifted(places, turn->x[i]) & free;
        if (taken != 0)
            enter(own, turn->to, (unsigned)row, taken);
        places &= ~shifted(taken, -turn->x[i]);
    }
}

/* Spreads to the left and right over free places. */
static uint64_t spread(uint64_t places, uint64_t free)
{
    for (uint64_t before = 0; before != places;) {
        before = places;
        places |= (places << 1 | places >> 1) & free;
    }
    return places;
}

static void visit(flood *own, unsigned orientation)
{
    df_moves *moves = own->moves;
    const unsigned y = own->row;
    const uint64_t places = spread(moves->fresh[y][orientation], moves->free[y][orientation]);
    moves->fresh[y][orientation] = 0;
    moves->reached[y][orientation] |= places;
    if (y > 0)
        enter_row(own, orientation, y - 1, places & moves->free[y - 1][orientation]);
    for (unsigned i = 0; i < own->mover->turns.count; i++)
        turn_row(own, &own->mover->turns.turn[orientation][i], y, places);
}

void df_moves_find(df_moves *moves, const df_mover *mover, const uint64_t *rows, unsigned count,
                   int x, int y)
{
    flood own = {.moves = moves, .mover = mover, .top = count};
    while (own.top > 0 && rows[own.top - 1] == 0)
        own.top--;
    moves->mover = mover;
    moves->is_packed = df_packed_find(&moves->packed, mover, rows, own.top, x, y, false);
    moves->rows = moves->packed.rows;
    if (moves->is_packed)
        return;
    begin(&own, rows);
    if (x < 0 || y < 0 || x >= (int)mover->width || (mover->inside[DF_NORTH] >> x & 1) == 0)
        return;
    const uint64_t spawn = UINT64_C(1) << x;
    if ((unsigned)y >= moves->rows || (moves->free[y][DF_NORTH] & spawn) != 0)
        enter(&own, DF_NORTH, (unsigned)y, spawn);
    do {
        own.again = false;
        for (own.row = moves->rows; own.row-- > 0;) {
            for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
                if (moves->fresh[own.row][o] != 0)
                    visit(&own, o);
            }
        }
    } while (own.again);
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

size_t df_moves_count(const df_moves *moves)
{
    if (moves->is_packed)
        return df_packed_count(&moves->packed, moves->mover);
    size_t count = 0;
    for (unsigned y = 0; y < moves->rows; y++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            count += bits_count(df_moves_resting(moves, o, y));
    }
    return count;
}

bool df_moves_next(const df_moves *moves, df_place *place)
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
