/* All rows of the board follow one another in a few words, `pitch` bits from row to row. The
 * flood of moves.c for a row is done here for the whole board at once, and a kick is one shift
 * of all of it. The pitch leaves enough bits between the rows to keep whatever is shifted
 * beyond a wall outside. moves.c explains the sky. */
#include "moves_packed.h"

#include <string.h>

#include "core/base/bits.h"
#include "moves_packed_inside.h"

/* A running flood, by orientation. */
typedef struct packed_flood {
    const df_mover *mover;
    unsigned top, pitch;
    unsigned count; /* of orientations that it can be turned to: 1 or all */
    bool sky;
    packed_board free[DF_ORIENTATIONS];
    packed_board rest[DF_ORIENTATIONS];     /* of these, where nothing falls */
    packed_board straight[DF_ORIENTATIONS]; /* free, and nothing is above the piece either */
    packed_board reached[DF_ORIENTATIONS];
    packed_board turned[DF_ORIENTATIONS]; /* of what is reached, what it has been turned from */
} packed_flood;

/* Returns the least pitch at which no shift by x takes a shape of one width over a wall to a
 * place inside for one of another width. */
static unsigned min_pitch(unsigned width, unsigned from, unsigned to, int x)
{
    if (x > 0)
        return width - from + (unsigned)x + 1;
    return width - to + (unsigned)-x + 1;
}

/* Returns the pitch that all shifts and turns of a piece need. */
static unsigned find_pitch(const df_mover *mover)
{
    unsigned pitch = mover->width;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const unsigned from = mover->piece->shape[o].width;
        if (mover->inside[o] == 0)
            continue;
        pitch = unsigned_max(pitch, min_pitch(mover->width, from, from, 1));
        for (unsigned i = 0; i < mover->turns.count; i++) {
            const df_turn *turn = &mover->turns.turn[o][i];
            const unsigned to = mover->piece->shape[turn->to].width;
            for (unsigned test = 0; test < turn->tests && mover->inside[turn->to] != 0; test++)
                pitch = unsigned_max(pitch, min_pitch(mover->width, from, to, turn->x[test]));
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
            packed->tests[i] = (uint8_t)unsigned_max(packed->tests[i], turn->tests);
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

/* Lists the squares of each orientation one by one; make_runs has checked that their shifts are
 * small enough. */
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

/* Sets the places where the corner may be, in all rows. */
static void make_inside(df_packed_piece *packed, unsigned orientation, uint64_t inside)
{
    const unsigned o = orientation;
    for (unsigned at = 0; at < DF_PACKED_MAX_WORDS * 64; at += packed->pitch) {
        packed->inside[at / 64][o] |= inside << at % 64;
        if (at % 64 != 0 && at / 64 + 1 < DF_PACKED_MAX_WORDS)
            packed->inside[at / 64 + 1][o] |= inside >> (64 - at % 64);
    }
}

/* Returns how many orientations look different; the others look like them, in order. */
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

ALWAYS_INLINE packed_board packed_both(packed_board a, packed_board b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] &= b.word[i];
    return a;
}

ALWAYS_INLINE packed_board packed_without(packed_board a, packed_board b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

ALWAYS_INLINE bool is_empty(packed_board a, const unsigned words)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < words; i++)
        all |= a.word[i];
    return all == 0;
}

/* Returns the first `count` bits. */
ALWAYS_INLINE packed_board first_bits(unsigned count, const unsigned words)
{
    packed_board made = {{0}};
    for (unsigned i = 0; i < words; i++) {
        const unsigned before = i * 64;
        if (count >= before + 64)
            made.word[i] = UINT64_MAX;
        else if (count > before)
            made.word[i] = bits_span(0, count - before);
    }
    return made;
}

/* Finds the squares that begin `length` squares with at least one full, for each length. */
ALWAYS_INLINE void find_runs(packed_board squares, packed_board runs[DF_PACKED_MAX_RUN + 1],
                             const unsigned words)
{
    runs[1] = packed_raised(squares, 1, words);
    for (unsigned length = 2; length <= DF_PACKED_MAX_RUN; length++)
        runs[length] = packed_either(
            runs[length - 1],
            length == 2 ? squares : packed_lowered(squares, length - 2, words), words);
}

/* Returns the places in which none of these runs blocks an orientation. */
ALWAYS_INLINE packed_board open_places(const df_mover *mover, unsigned orientation,
                                       const packed_board runs[DF_PACKED_MAX_RUN + 1],
                                       const unsigned words)
{
    const df_packed_piece *packed = &mover->packed;
    packed_board blocked = {{0}};
    for (unsigned i = 0; i < packed->runs[orientation]; i++)
        blocked = packed_either(blocked,
                                packed_lowered(runs[packed->length[orientation][i]],
                                               packed->run[orientation][i], words),
                                words);
    packed_board open = {{0}};
    for (unsigned i = 0; i < words; i++)
        open.word[i] = packed->inside[i][orientation] & ~blocked.word[i];
    return open;
}

ALWAYS_INLINE void moves_packed_begin(packed_flood *self, const uint64_t *rows, unsigned top,
                                      const unsigned words)
{
    const df_mover *mover = self->mover;
    const unsigned pitch = self->pitch, shapes = mover->packed.shapes;
    const packed_board squares = packed_pack(rows, top, pitch, words);
    packed_board full[DF_PACKED_MAX_RUN + 1], above[DF_PACKED_MAX_RUN + 1];
    find_runs(squares, full, words);
    find_runs(packed_shadow(squares, pitch, top, words), above, words);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        self->reached[o] = self->free[o] = self->rest[o] = (packed_board){{0}};
        if (o >= self->count)
            continue;
        self->turned[o] = (packed_board){{0}};
        if (o < shapes) {
            const packed_board free = open_places(mover, o, full, words);
            self->free[o] = free;
            self->straight[o] = open_places(mover, o, above, words);
            self->rest[o] = packed_without(free, packed_raised(free, pitch, words), words);
        } else {
            self->free[o] = self->free[o - shapes];
            self->straight[o] = self->straight[o - shapes];
            self->rest[o] = self->rest[o - shapes];
        }
    }
}

/* Notes that the piece has got above the stack, from where it falls everywhere. */
ALWAYS_INLINE void moves_packed_enter_sky(packed_flood *self, const unsigned words)
{
    packed_board *reached = self->reached;
    self->sky = true;
    for (unsigned o = 0; o < self->count; o++) {
        if (self->mover->open[o] != 0)
            reached[o] = packed_either(reached[o], self->straight[o], words);
    }
}

/* True if all places at rest have been reached. */
ALWAYS_INLINE bool moves_packed_is_done(const packed_flood *self, const unsigned words)
{
    const unsigned alike = self->mover->packed.shapes == 2 ? 2 : 0;
    packed_board left = {{0}};
    for (unsigned o = 0; o < self->count; o++) {
        const packed_board rest = packed_without(self->rest[o], self->reached[o], words);
        left =
            packed_either(left, packed_without(rest, self->reached[o ^ alike], words), words);
    }
    return is_empty(left, words);
}

/* Returns all rows below the sky. */
ALWAYS_INLINE packed_board moves_packed_low(const packed_flood *self, unsigned orientation,
                                            const unsigned words)
{
    const unsigned rows = self->top + self->mover->turns.corner_y[orientation];
    return first_bits(rows * self->pitch, words);
}

/* Turns the piece from all these places: each test is made where those before it failed. False
 * if that brings it nowhere new. */
ALWAYS_INLINE bool turn_all(packed_flood *self, const df_turn *turn, const int8_t *tests,
                            packed_board places, const unsigned words)
{
    const packed_board free = self->free[turn->to];
    const packed_board fresh = packed_without(free, self->reached[turn->to], words);
    packed_board found = {{0}};
    if (is_empty(fresh, words))
        return false;
    for (unsigned i = 0; i < turn->tests; i++) {
        /* Shifting what is free does not wait for the test before. */
        const packed_board passing = packed_moved(free, -tests[i], words);
        const packed_board taken =
            packed_moved(packed_both(places, passing, words), tests[i], words);
        found = packed_either(found, taken, words);
        places = packed_without(places, passing, words);
    }
    found = packed_both(found, fresh, words);
    self->reached[turn->to] = packed_either(self->reached[turn->to], found, words);
    if (!self->sky &&
        !is_empty(packed_without(found, moves_packed_low(self, turn->to, words), words), words))
        moves_packed_enter_sky(self, words);
    return !is_empty(found, words);
}

/* Spreads to both sides and down, all orientations together: then the end of the loop is
 * mispredicted only once. */
ALWAYS_INLINE void moves_packed_spread(packed_flood *self, const unsigned words)
{
    const unsigned pitch = self->pitch;
    packed_board *reached = self->reached;
    packed_board all;
    do {
        all = (packed_board){{0}};
        for (unsigned o = 0; o < self->count; o++) {
            const packed_board places = reached[o];
            packed_board next = packed_either(packed_raised(places, 1, words),
                                              packed_lowered(places, 1, words), words);
            next = packed_either(next, packed_lowered(places, pitch, words), words);
            next = packed_without(packed_both(next, self->free[o], words), places, words);
            reached[o] = packed_either(places, next, words);
            all = packed_either(all, next, words);
        }
    } while (!is_empty(all, words));
}

ALWAYS_INLINE void moves_packed_run(packed_flood *self, bool whole, const unsigned words)
{
    const df_mover *mover = self->mover;
    while (whole || !moves_packed_is_done(self, words)) {
        moves_packed_spread(self, words);
        if (!whole && moves_packed_is_done(self, words))
            return;
        packed_board settled[DF_ORIENTATIONS];
        bool again = false;
        for (unsigned o = 0; o < self->count; o++)
            settled[o] = self->reached[o];
        for (unsigned o = 0; o < self->count; o++) {
            const packed_board places =
                packed_both(packed_without(settled[o], self->turned[o], words),
                            moves_packed_low(self, o, words), words);
            if (is_empty(places, words))
                continue;
            self->turned[o] = settled[o];
            for (unsigned i = 0; i < mover->turns.count; i++)
                again = turn_all(self, &mover->turns.turn[o][i], mover->packed.test[o][i],
                                 places, words) ||
                        again;
        }
        if (!again)
            return;
    }
}

ALWAYS_INLINE void moves_packed_put(df_moves_packed *packed, const packed_flood *self,
                                    const unsigned words)
{
    const unsigned shapes = self->mover->packed.shapes;
    for (unsigned i = 0; i < words; i++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            packed->reached[i][o] = self->reached[o].word[i];
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            uint64_t reached = o < shapes ? packed->reached[i][o] : 0;
            if (shapes == 2 && o < shapes)
                reached |= packed->reached[i][o + 2];
            packed->resting[i][o] = reached & self->rest[o].word[i];
        }
    }
    packed->sky = self->sky;
}

ALWAYS_INLINE void moves_packed_find(df_moves_packed *packed, const df_mover *mover,
                                     const uint64_t *rows, unsigned top, int x, int y,
                                     bool whole, const unsigned pitch, const unsigned words)
{
    packed_flood self;
    self.mover = mover;
    self.top = top;
    self.pitch = pitch;
    self.count = mover->packed.shapes == 1 ? 1 : DF_ORIENTATIONS;
    self.sky = false;
    moves_packed_begin(&self, rows, top, words);
    if (x >= 0 && y >= 0 && x < (int)mover->width && (mover->inside[DF_NORTH] >> x & 1) != 0) {
        if ((unsigned)y >= top + mover->turns.corner_y[DF_NORTH]) {
            moves_packed_enter_sky(&self, words);
        } else {
            const unsigned at = (unsigned)y * pitch + (unsigned)x;
            self.reached[DF_NORTH].word[at / 64] =
                self.free[DF_NORTH].word[at / 64] & UINT64_C(1) << at % 64;
        }
        moves_packed_run(&self, whole, words);
    }
    moves_packed_put(packed, &self, words);
}

ALWAYS_INLINE void find_words(df_moves_packed *packed, const df_mover *mover,
                              const uint64_t *rows, unsigned top, int x, int y, bool whole,
                              const unsigned pitch)
{
    switch (packed->words) {
    case 1:
        moves_packed_find(packed, mover, rows, top, x, y, whole, pitch, 1);
        break;
    case 2:
        moves_packed_find(packed, mover, rows, top, x, y, whole, pitch, 2);
        break;
    case 3:
        moves_packed_find(packed, mover, rows, top, x, y, whole, pitch, 3);
        break;
    default:
        moves_packed_find(packed, mover, rows, top, x, y, whole, pitch, 4);
        break;
    }
}

/* Floods one word after the other. */
static void find_plain(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                       unsigned top, int x, int y, bool whole)
{
    const unsigned pitch = mover->packed.pitch;
    /* As a constant it makes the flood a tenth faster on most boards there are, and larger. */
    if (ALWAYS_INLINE_ON && pitch == 10)
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

/* Returns a row of what is found, by word and orientation. */
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
