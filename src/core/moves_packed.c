/* All rows of the board follow one another in a few words, `pitch` bits from row to row. What
 * moves.c does for a row is here done for the whole board at once, and a kick is one shift of
 * all of it. The pitch leaves so many bits between the rows that nothing shifted beyond a wall
 * is inside again. What the sky is stands in moves.c. */
#include "core/moves_packed.h"

#include <string.h>

#include "core/bits.h"
#include "core/moves_packed_inside.h"

/* A flood in work, by orientation. */
typedef struct flood {
    const df_mover *mover;
    unsigned top, pitch;
    unsigned count; /* of orientations that it can be turned to: 1 or all */
    bool sky;
    board free[DF_ORIENTATIONS];
    board rest[DF_ORIENTATIONS];     /* of these, where nothing falls */
    board straight[DF_ORIENTATIONS]; /* free, and nothing is above the piece either */
    board reached[DF_ORIENTATIONS];
    board turned[DF_ORIENTATIONS]; /* of what is reached, what it has been turned from */
} flood;

/* The least pitch at which no shift by x takes a shape of one width over a wall to a place
 * inside for one of another width. */
static unsigned least_pitch(unsigned width, unsigned from, unsigned to, int x)
{
    if (x > 0)
        return width - from + (unsigned)x + 1;
    return width - to + (unsigned)-x + 1;
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* The pitch that all shifts and turns of a piece need. */
static unsigned find_pitch(const df_mover *mover)
{
    unsigned pitch = mover->width;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const unsigned from = mover->piece->shape[o].width;
        if (mover->inside[o] == 0)
            continue;
        pitch = larger(pitch, least_pitch(mover->width, from, from, 1));
        for (unsigned i = 0; i < mover->turns.count; i++) {
            const df_turn *turn = &mover->turns.turn[o][i];
            const unsigned to = mover->piece->shape[turn->to].width;
            for (unsigned test = 0; test < turn->tests && mover->inside[turn->to] != 0; test++)
                pitch = larger(pitch, least_pitch(mover->width, from, to, turn->x[test]));
        }
    }
    return pitch;
}

/* Cuts the rows of each orientation into runs of squares. Shifts are one more than they are,
 * so that none is 0; df_packed_find shifts the board the other way before. */
static bool make_runs(df_packed_piece *packed, const df_piece *piece)
{
    for (unsigned o = 0; o < packed->shapes; o++) {
        unsigned count = 0;
        for (unsigned y = 0; y < piece->shape[o].height; y++) {
            for (uint32_t rest = piece->shape[o].row[y]; rest != 0;) {
                const unsigned x = bits_lowest(rest);
                unsigned length = 1;
                while (length < DF_PACKED_MAX_RUN && (rest >> x >> length & 1) != 0)
                    length++;
                const unsigned shift = y * packed->pitch + x + 1;
                if (shift > 63)
                    return false;
                packed->run[o][count] = (uint8_t)shift;
                packed->length[o][count++] = (uint8_t)length;
                rest &= ~(uint32_t)bits_span(x, length);
            }
        }
        packed->runs[o] = (uint8_t)count;
    }
    return true;
}

/* Where all orientations are shifted at once, each by its own amount, this leaves nothing. */
enum { NEVER = 128 };

static bool make_tests(df_packed_piece *packed, const df_turns *turns)
{
    int above = 1;
    memset(packed->up, NEVER, sizeof packed->up);
    memset(packed->down, NEVER, sizeof packed->down);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned i = 0; i < turns->count; i++) {
            const df_turn *turn = &turns->turn[o][i];
            packed->tests[i] = (uint8_t)larger(packed->tests[i], turn->tests);
            for (unsigned test = 0; test < turn->tests; test++) {
                const int shift = turn->y[test] * (int)packed->pitch + turn->x[test];
                if (shift < -63 || shift > 63)
                    return false;
                packed->test[o][i][test] = (int8_t)shift;
                if (shift >= 0)
                    packed->up[i][test][o] = (uint8_t)shift;
                else
                    packed->down[i][test][o] = (uint8_t)-shift;
                const int row = turns->corner_y[o] + turn->y[test];
                above = row > above ? row : above;
            }
        }
        above = turns->corner_y[o] > above ? turns->corner_y[o] : above;
    }
    packed->above = (uint8_t)above;
    return true;
}

/* The squares of each orientation one by one; make_runs has found their shifts small enough. */
static void make_squares(df_packed_piece *packed, const df_piece *piece)
{
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        unsigned count = 0;
        for (unsigned y = 0; y < piece->shape[o].height; y++) {
            for (uint32_t rest = piece->shape[o].row[y]; rest != 0; rest &= rest - 1)
                packed->square[count++][o] = (uint8_t)(y * packed->pitch + bits_lowest(rest));
        }
        packed->squares = (uint8_t)count;
    }
}

/* Where the corner may be, in all rows. */
static void make_inside(df_packed_piece *packed, unsigned orientation, uint64_t inside)
{
    const unsigned o = orientation;
    for (unsigned at = 0; at < DF_PACKED_MAX_WORDS * 64; at += packed->pitch) {
        packed->inside[at / 64][o] |= inside << at % 64;
        if (at % 64 != 0 && at / 64 + 1 < DF_PACKED_MAX_WORDS)
            packed->inside[at / 64 + 1][o] |= inside >> (64 - at % 64);
    }
}

/* How many orientations look different; the others look like them, in the same order. */
static uint8_t count_shapes(const df_piece *piece)
{
    if (piece->same_as[DF_EAST] == DF_NORTH)
        return 1;
    return piece->same_as[DF_SOUTH] == DF_NORTH ? 2 : DF_ORIENTATIONS;
}

void df_packed_make(df_mover *mover)
{
    df_packed_piece made = {.pitch = (uint8_t)find_pitch(mover),
                            .shapes = count_shapes(mover->piece)};
    mover->packed = (df_packed_piece){0};
    if (made.pitch > DF_PACKED_MAX_PITCH || !make_runs(&made, mover->piece) ||
        !make_tests(&made, &mover->turns))
        return;
    make_squares(&made, mover->piece);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
        make_inside(&made, o, mover->inside[o]);
#if PACKED_LANES
    made.lanes = df_packed_has_lanes();
#endif
    mover->packed = made;
}

COPIED board both(board a, board b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] &= b.word[i];
    return a;
}

COPIED board without(board a, board b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

COPIED bool is_empty(board a, const unsigned words)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < words; i++)
        all |= a.word[i];
    return all == 0;
}

/* The first `count` bits. */
COPIED board first_bits(unsigned count, const unsigned words)
{
    board made = {{0}};
    for (unsigned i = 0; i < words; i++) {
        const unsigned before = i * 64;
        if (count >= before + 64)
            made.word[i] = UINT64_MAX;
        else if (count > before)
            made.word[i] = bits_span(0, count - before);
    }
    return made;
}

/* The squares that begin `length` squares of which one at least is full, for each length. */
COPIED void find_runs(board squares, board runs[DF_PACKED_MAX_RUN + 1], const unsigned words)
{
    runs[1] = raised(squares, 1, words);
    for (unsigned length = 2; length <= DF_PACKED_MAX_RUN; length++)
        runs[length] =
            either(runs[length - 1],
                   length == 2 ? squares : lowered(squares, length - 2, words), words);
}

/* Where none of these runs is in the way of an orientation. */
COPIED board open_places(const df_mover *mover, unsigned orientation,
                         const board runs[DF_PACKED_MAX_RUN + 1], const unsigned words)
{
    const df_packed_piece *packed = &mover->packed;
    board blocked = {{0}};
    for (unsigned i = 0; i < packed->runs[orientation]; i++)
        blocked = either(
            blocked,
            lowered(runs[packed->length[orientation][i]], packed->run[orientation][i], words),
            words);
    board open = {{0}};
    for (unsigned i = 0; i < words; i++)
        open.word[i] = packed->inside[i][orientation] & ~blocked.word[i];
    return open;
}

COPIED void begin(flood *own, const uint64_t *rows, unsigned top, const unsigned words)
{
    const df_mover *mover = own->mover;
    const unsigned pitch = own->pitch, shapes = mover->packed.shapes;
    const board squares = pack(rows, top, pitch, words);
    board full[DF_PACKED_MAX_RUN + 1], above[DF_PACKED_MAX_RUN + 1];
    find_runs(squares, full, words);
    find_runs(shadow(squares, pitch, top, words), above, words);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        own->reached[o] = own->free[o] = own->rest[o] = (board){{0}};
        if (o >= own->count)
            continue;
        own->turned[o] = (board){{0}};
        if (o < shapes) {
            const board free = open_places(mover, o, full, words);
            own->free[o] = free;
            own->straight[o] = open_places(mover, o, above, words);
            own->rest[o] = without(free, raised(free, pitch, words), words);
        } else {
            own->free[o] = own->free[o - shapes];
            own->straight[o] = own->straight[o - shapes];
            own->rest[o] = own->rest[o - shapes];
        }
    }
}

/* The piece has come above the stack, and falls from there everywhere. */
COPIED void enter_sky(flood *own, const unsigned words)
{
    board *reached = own->reached;
    own->sky = true;
    for (unsigned o = 0; o < own->count; o++) {
        if (own->mover->open[o] != 0)
            reached[o] = either(reached[o], own->straight[o], words);
    }
}

/* Whether all places at rest have been reached. */
COPIED bool is_done(const flood *own, const unsigned words)
{
    const unsigned alike = own->mover->packed.shapes == 2 ? 2 : 0;
    board left = {{0}};
    for (unsigned o = 0; o < own->count; o++) {
        const board rest = without(own->rest[o], own->reached[o], words);
        left = either(left, without(rest, own->reached[o ^ alike], words), words);
    }
    return is_empty(left, words);
}

/* All rows below the sky. */
COPIED board low(const flood *own, unsigned orientation, const unsigned words)
{
    const unsigned rows = own->top + own->mover->turns.corner_y[orientation];
    return first_bits(rows * own->pitch, words);
}

/* Turns the piece from all these places: each test is made where those before it failed. False
 * if that brings it nowhere new. */
COPIED bool turn_all(flood *own, const df_turn *turn, const int8_t *tests, board places,
                     const unsigned words)
{
    const board free = own->free[turn->to];
    const board fresh = without(free, own->reached[turn->to], words);
    board found = {{0}};
    if (is_empty(fresh, words))
        return false;
    for (unsigned i = 0; i < turn->tests; i++) {
        /* Shifting what is free does not wait for the test before. */
        const board passing = moved(free, -tests[i], words);
        const board taken = moved(both(places, passing, words), tests[i], words);
        found = either(found, taken, words);
        places = without(places, passing, words);
    }
    found = both(found, fresh, words);
    own->reached[turn->to] = either(own->reached[turn->to], found, words);
    if (!own->sky && !is_empty(without(found, low(own, turn->to, words), words), words))
        enter_sky(own, words);
    return !is_empty(found, words);
}

/* Spreads to both sides and down, all orientations together: that way the end of the loop is
 * guessed wrongly only once. */
COPIED void spread(flood *own, const unsigned words)
{
    const unsigned pitch = own->pitch;
    board *reached = own->reached;
    board all;
    do {
        all = (board){{0}};
        for (unsigned o = 0; o < own->count; o++) {
            const board places = reached[o];
            board next = either(raised(places, 1, words), lowered(places, 1, words), words);
            next = either(next, lowered(places, pitch, words), words);
            next = without(both(next, own->free[o], words), places, words);
            reached[o] = either(places, next, words);
            all = either(all, next, words);
        }
    } while (!is_empty(all, words));
}

COPIED void run(flood *own, bool whole, const unsigned words)
{
    const df_mover *mover = own->mover;
    while (whole || !is_done(own, words)) {
        spread(own, words);
        if (!whole && is_done(own, words))
            return;
        board settled[DF_ORIENTATIONS];
        bool again = false;
        for (unsigned o = 0; o < own->count; o++)
            settled[o] = own->reached[o];
        for (unsigned o = 0; o < own->count; o++) {
            const board places =
                both(without(settled[o], own->turned[o], words), low(own, o, words), words);
            if (is_empty(places, words))
                continue;
            own->turned[o] = settled[o];
            for (unsigned i = 0; i < mover->turns.count; i++)
                again = turn_all(own, &mover->turns.turn[o][i], mover->packed.test[o][i],
                                 places, words) ||
                        again;
        }
        if (!again)
            return;
    }
}

COPIED void put(df_moves_packed *packed, const flood *own, const unsigned words)
{
    const unsigned shapes = own->mover->packed.shapes;
    for (unsigned i = 0; i < words; i++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            packed->reached[i][o] = own->reached[o].word[i];
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            uint64_t reached = o < shapes ? packed->reached[i][o] : 0;
            if (shapes == 2 && o < shapes)
                reached |= packed->reached[i][o + 2];
            packed->resting[i][o] = reached & own->rest[o].word[i];
        }
    }
    packed->sky = own->sky;
}

COPIED void find(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                 unsigned top, int x, int y, bool whole, const unsigned pitch,
                 const unsigned words)
{
    flood own;
    own.mover = mover;
    own.top = top;
    own.pitch = pitch;
    own.count = mover->packed.shapes == 1 ? 1 : DF_ORIENTATIONS;
    own.sky = false;
    begin(&own, rows, top, words);
    if (x >= 0 && y >= 0 && x < (int)mover->width && (mover->inside[DF_NORTH] >> x & 1) != 0) {
        if ((unsigned)y >= top + mover->turns.corner_y[DF_NORTH]) {
            enter_sky(&own, words);
        } else {
            const unsigned at = (unsigned)y * pitch + (unsigned)x;
            own.reached[DF_NORTH].word[at / 64] =
                own.free[DF_NORTH].word[at / 64] & UINT64_C(1) << at % 64;
        }
        run(&own, whole, words);
    }
    put(packed, &own, words);
}

COPIED void find_words(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                       unsigned top, int x, int y, bool whole, const unsigned pitch)
{
    switch (packed->words) {
    case 1:
        find(packed, mover, rows, top, x, y, whole, pitch, 1);
        break;
    case 2:
        find(packed, mover, rows, top, x, y, whole, pitch, 2);
        break;
    case 3:
        find(packed, mover, rows, top, x, y, whole, pitch, 3);
        break;
    default:
        find(packed, mover, rows, top, x, y, whole, pitch, 4);
        break;
    }
}

/* With one word after the other. */
static void find_plain(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                       unsigned top, int x, int y, bool whole)
{
    const unsigned pitch = mover->packed.pitch;
    /* As a constant it makes the flood a tenth faster on most boards there are. */
    if (pitch == 10)
        find_words(packed, mover, rows, top, x, y, whole, 10);
    else
        find_words(packed, mover, rows, top, x, y, whole, pitch);
}

bool df_packed_find(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                    unsigned top, int x, int y, bool whole)
{
    const unsigned pitch = mover->packed.pitch, count = top + mover->packed.above;
    if (pitch == 0 || count * pitch > DF_PACKED_MAX_WORDS * 64)
        return false;
    packed->rows = count;
    packed->words = (count * pitch + 63) / 64;
#if PACKED_LANES
    if (mover->packed.lanes) {
        df_packed_find_lanes(packed, mover, rows, top, x, y, whole);
        return true;
    }
#endif
    find_plain(packed, mover, rows, top, x, y, whole);
    return true;
}

/* A row of what is found, by word and orientation. */
static uint64_t row_of(const uint64_t found[DF_PACKED_MAX_WORDS][DF_ORIENTATIONS],
                       const df_mover *mover, unsigned orientation, unsigned y)
{
    const unsigned pitch = mover->packed.pitch, at = y * pitch;
    uint64_t row = found[at / 64][orientation] >> at % 64;
    if (at % 64 + pitch > 64)
        row |= found[at / 64 + 1][orientation] << (64 - at % 64);
    return row & mover->inside[orientation];
}

uint64_t df_packed_resting(const df_moves_packed *packed, const df_mover *mover,
                           unsigned orientation, unsigned y)
{
    return y < packed->rows ? row_of(packed->resting, mover, orientation, y) : 0;
}

uint64_t df_packed_reached(const df_moves_packed *packed, const df_mover *mover,
                           unsigned orientation, unsigned y)
{
    return row_of(packed->reached, mover, orientation, y);
}

bool df_packed_next(const df_moves_packed *packed, const df_mover *mover, df_place *place)
{
    const unsigned pitch = mover->packed.pitch;
    unsigned o = place->orientation, at = place->y * pitch + place->x + 1u;
    if (o >= DF_ORIENTATIONS)
        o = at = 0;
    for (; o < mover->packed.shapes; o++, at = 0) {
        for (; at < packed->words * 64; at = at / 64 * 64 + 64) {
            const uint64_t rest = packed->resting[at / 64][o] >> at % 64;
            if (rest != 0) {
                at += bits_lowest(rest);
                *place = (df_place){(uint8_t)o, (uint8_t)(at % pitch), (uint16_t)(at / pitch)};
                return true;
            }
        }
    }
    return false;
}

size_t df_packed_count(const df_moves_packed *packed, const df_mover *mover)
{
#if PACKED_LANES
    if (mover->packed.lanes)
        return df_packed_count_lanes(packed);
#endif
    size_t count = 0;
    for (unsigned i = 0; i < packed->words; i++) {
        for (unsigned o = 0; o < mover->packed.shapes; o++)
            count += bits_count(packed->resting[i][o]);
    }
    return count;
}
