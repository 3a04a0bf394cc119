/* All rows of the board follow one another in a few words, `pitch` bits from row to row. What
 * moves.c does for a row is here done for the whole board at once, and a kick is one shift of
 * all of it. The pitch leaves so many bits between the rows that nothing shifted beyond a wall
 * is inside again. What the sky is stands in moves.c. */
#include "core/moves_packed.h"

#include "core/bits.h"

/* The number of words is a constant in each copy of the flood. Where size counts there is one
 * copy. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define COPIED static inline __attribute__((always_inline))
#else
#define COPIED static inline
#endif

typedef df_packed_board board;

/* A flood in work, by orientation. */
typedef struct flood {
    const df_mover *mover;
    df_moves_packed *found;
    unsigned top, pitch;
    unsigned count;                  /* of orientations that it can be turned to: 1 or all */
    board straight[DF_ORIENTATIONS]; /* free, and nothing is above the piece either */
    board turned[DF_ORIENTATIONS];   /* of what is reached, what it has been turned from */
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

static bool make_tests(df_packed_piece *packed, const df_turns *turns)
{
    int above = 1;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned i = 0; i < turns->count; i++) {
            const df_turn *turn = &turns->turn[o][i];
            for (unsigned test = 0; test < turn->tests; test++) {
                const int shift = turn->y[test] * (int)packed->pitch + turn->x[test];
                if (shift < -63 || shift > 63)
                    return false;
                packed->test[o][i][test] = (int8_t)shift;
                const int row = turns->corner_y[o] + turn->y[test];
                above = row > above ? row : above;
            }
        }
        above = turns->corner_y[o] > above ? turns->corner_y[o] : above;
    }
    packed->above = (uint8_t)above;
    return true;
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
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned at = 0; at < DF_PACKED_MAX_WORDS * 64; at += made.pitch) {
            made.inside[o].word[at / 64] |= mover->inside[o] << at % 64;
            if (at % 64 != 0 && at / 64 + 1 < DF_PACKED_MAX_WORDS)
                made.inside[o].word[at / 64 + 1] |= mover->inside[o] >> (64 - at % 64);
        }
    }
    mover->packed = made;
}

/* Shifts to later bits, by 1 to 63. */
COPIED board raised(board from, unsigned by, const unsigned words)
{
    board to = {{0}};
    to.word[0] = from.word[0] << by;
    for (unsigned i = 1; i < words; i++)
        to.word[i] = from.word[i] << by | from.word[i - 1] >> (64 - by);
    return to;
}

COPIED board lowered(board from, unsigned by, const unsigned words)
{
    board to = {{0}};
    for (unsigned i = 0; i + 1 < words; i++)
        to.word[i] = from.word[i] >> by | from.word[i + 1] << (64 - by);
    to.word[words - 1] = from.word[words - 1] >> by;
    return to;
}

COPIED board moved(board from, int by, const unsigned words)
{
    if (by == 0)
        return from;
    return by > 0 ? raised(from, (unsigned)by, words) : lowered(from, (unsigned)-by, words);
}

COPIED board both(board a, board b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] &= b.word[i];
    return a;
}

COPIED board either(board a, board b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] |= b.word[i];
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

COPIED board pack(const uint64_t *rows, unsigned top, unsigned pitch, const unsigned words)
{
    board made = {{0}};
    unsigned at = 0;
    for (unsigned y = 0; y < top; y++, at += pitch) {
        made.word[at / 64] |= rows[y] << at % 64;
        if (at % 64 + pitch > 64 && at / 64 + 1 < words)
            made.word[at / 64 + 1] |= rows[y] >> (64 - at % 64);
    }
    return made;
}

/* The squares of the board and all below them. */
COPIED board shadow(board squares, unsigned pitch, unsigned top, const unsigned words)
{
    unsigned by = pitch;
    for (unsigned rows = 1; rows < top; rows *= 2) {
        if (by < 64) {
            squares = either(squares, lowered(squares, by, words), words);
        } else {
            board far = {{0}};
            for (unsigned i = by / 64; i < words; i++)
                far.word[i - by / 64] = squares.word[i];
            squares = either(squares, moved(far, -(int)(by % 64), words), words);
        }
        by *= 2;
    }
    return squares;
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
    return without(packed->inside[orientation], blocked, words);
}

COPIED void begin(flood *own, const uint64_t *rows, unsigned top, const unsigned words)
{
    const df_mover *mover = own->mover;
    df_moves_packed *found = own->found;
    const unsigned pitch = own->pitch, shapes = mover->packed.shapes;
    const board squares = pack(rows, top, pitch, words);
    board full[DF_PACKED_MAX_RUN + 1], above[DF_PACKED_MAX_RUN + 1];
    find_runs(squares, full, words);
    find_runs(shadow(squares, pitch, top, words), above, words);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        found->reached[o] = (board){{0}};
        if (o >= own->count)
            continue;
        own->turned[o] = (board){{0}};
        if (o < shapes) {
            const board free = open_places(mover, o, full, words);
            found->free[o] = free;
            own->straight[o] = open_places(mover, o, above, words);
            found->rest[o] = without(free, raised(free, pitch, words), words);
        } else {
            found->free[o] = found->free[o - shapes];
            own->straight[o] = own->straight[o - shapes];
            found->rest[o] = found->rest[o - shapes];
        }
    }
}

/* The piece has come above the stack, and falls from there everywhere. */
COPIED void enter_sky(flood *own, const unsigned words)
{
    board *reached = own->found->reached;
    own->found->sky = true;
    for (unsigned o = 0; o < own->count; o++) {
        if (own->mover->open[o] != 0)
            reached[o] = either(reached[o], own->straight[o], words);
    }
}

/* Whether all places at rest have been reached. */
COPIED bool is_done(const flood *own, const unsigned words)
{
    const df_moves_packed *found = own->found;
    const unsigned alike = own->mover->packed.shapes == 2 ? 2 : 0;
    board left = {{0}};
    for (unsigned o = 0; o < own->count; o++) {
        const board rest = without(found->rest[o], found->reached[o], words);
        left = either(left, without(rest, found->reached[o ^ alike], words), words);
    }
    return is_empty(left, words);
}

/* All rows below the sky. */
COPIED board low(const flood *own, unsigned orientation, const unsigned words)
{
    const unsigned rows = own->top + own->mover->turns.corner_y[orientation];
    return first_bits(rows * own->pitch, words);
}

/* Turns the piece from all these places: each test is made where those before it failed. */
COPIED void turn_all(flood *own, const df_turn *turn, const int8_t *tests, board places,
                     const unsigned words)
{
    const board free = own->found->free[turn->to];
    board reached = own->found->reached[turn->to];
    const board fresh = without(free, reached, words);
    if (is_empty(fresh, words))
        return;
    for (unsigned i = 0; i < turn->tests; i++) {
        /* Shifting what is free does not wait for the test before. */
        const board passing = moved(free, -tests[i], words);
        const board taken = moved(both(places, passing, words), tests[i], words);
        reached = either(reached, taken, words);
        places = without(places, passing, words);
    }
    own->found->reached[turn->to] = reached;
    if (!own->found->sky &&
        !is_empty(without(reached, low(own, turn->to, words), words), words))
        enter_sky(own, words);
}

/* Spreads to both sides and down, all orientations together: that way the end of the loop is
 * guessed wrongly only once. */
COPIED void spread(flood *own, const unsigned words)
{
    const unsigned pitch = own->pitch;
    board *reached = own->found->reached;
    board all;
    do {
        all = (board){{0}};
        for (unsigned o = 0; o < own->count; o++) {
            const board places = reached[o];
            board next = either(raised(places, 1, words), lowered(places, 1, words), words);
            next = either(next, lowered(places, pitch, words), words);
            next = without(both(next, own->found->free[o], words), places, words);
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
            settled[o] = own->found->reached[o];
        for (unsigned o = 0; o < own->count; o++) {
            const board places =
                both(without(settled[o], own->turned[o], words), low(own, o, words), words);
            if (is_empty(places, words))
                continue;
            own->turned[o] = settled[o];
            for (unsigned i = 0; i < mover->turns.count; i++)
                turn_all(own, &mover->turns.turn[o][i], mover->packed.test[o][i], places,
                         words);
            again = true;
        }
        if (!again)
            return;
    }
}

COPIED void find(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                 unsigned top, int x, int y, bool whole, const unsigned pitch,
                 const unsigned words)
{
    flood own;
    own.mover = mover;
    own.found = packed;
    own.top = top;
    own.pitch = pitch;
    own.count = mover->packed.shapes == 1 ? 1 : DF_ORIENTATIONS;
    packed->sky = false;
    begin(&own, rows, top, words);
    if (x < 0 || y < 0 || x >= (int)mover->width || (mover->inside[DF_NORTH] >> x & 1) == 0)
        return;
    if ((unsigned)y >= top + mover->turns.corner_y[DF_NORTH]) {
        enter_sky(&own, words);
    } else {
        const unsigned at = (unsigned)y * pitch + (unsigned)x;
        packed->reached[DF_NORTH].word[at / 64] =
            packed->free[DF_NORTH].word[at / 64] & UINT64_C(1) << at % 64;
    }
    run(&own, whole, words);
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

bool df_packed_find(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                    unsigned top, int x, int y, bool whole)
{
    const unsigned pitch = mover->packed.pitch, count = top + mover->packed.above;
    if (pitch == 0 || count * pitch > DF_PACKED_MAX_WORDS * 64)
        return false;
    packed->rows = count;
    packed->words = (count * pitch + 63) / 64;
    /* As a constant it makes the flood a tenth faster on most boards there are. */
    if (pitch == 10)
        find_words(packed, mover, rows, top, x, y, whole, 10);
    else
        find_words(packed, mover, rows, top, x, y, whole, pitch);
    return true;
}

/* A word of places at rest: reached in one of the orientations that look alike. */
static uint64_t resting_word(const df_moves_packed *packed, unsigned shapes,
                             unsigned orientation, unsigned word)
{
    uint64_t reached = 0;
    for (unsigned o = orientation; o < DF_ORIENTATIONS; o += shapes)
        reached |= packed->reached[o].word[word];
    return reached & packed->rest[orientation].word[word];
}

uint64_t df_packed_resting(const df_moves_packed *packed, const df_mover *mover,
                           unsigned orientation, unsigned y)
{
    const unsigned shapes = mover->packed.shapes;
    if (y >= packed->rows || orientation >= shapes)
        return 0;
    const unsigned pitch = mover->packed.pitch, at = y * pitch;
    uint64_t row = resting_word(packed, shapes, orientation, at / 64) >> at % 64;
    if (at % 64 + pitch > 64)
        row |= resting_word(packed, shapes, orientation, at / 64 + 1) << (64 - at % 64);
    return row & mover->inside[orientation];
}

uint64_t df_packed_reached(const df_moves_packed *packed, const df_mover *mover,
                           unsigned orientation, unsigned y)
{
    const unsigned pitch = mover->packed.pitch, at = y * pitch;
    uint64_t row = packed->reached[orientation].word[at / 64] >> at % 64;
    if (at % 64 + pitch > 64)
        row |= packed->reached[orientation].word[at / 64 + 1] << (64 - at % 64);
    return row & mover->inside[orientation];
}

size_t df_packed_count(const df_moves_packed *packed, const df_mover *mover)
{
    const unsigned shapes = mover->packed.shapes;
    size_t count = 0;
    for (unsigned o = 0; o < shapes; o++) {
        for (unsigned i = 0; i < packed->words; i++)
            count += bits_count(resting_word(packed, shapes, o, i));
    }
    return count;
}
