/* The flood of moves_packed.c for all four orientations at once: each is a lane of a vector
 * register, and the board is one register for each of its words. Shifts differ from lane to
 * lane, so even all turns in one direction are made together. */
#include "moves_packed_inside.h"

#if PACKED_LANES

#include <immintrin.h>

#define MACHINE target("avx2,bmi2,popcnt")
#define KERNEL ALWAYS_INLINE __attribute__((MACHINE))

typedef __m256i vec;

typedef struct flood_lanes {
    vec word[DF_PACKED_MAX_WORDS];
} flood_lanes;

/* A running flood, but for the words of the board. */
typedef struct lanes_flood {
    const df_mover *mover;
    flood_lanes free;
    flood_lanes rest; /* where nothing falls; for the first of orientations that look alike */
    flood_lanes
        straight; /* free, and nothing is above the piece either; where it can be turned to */
    flood_lanes low; /* all rows below the sky */
    flood_lanes reached;
    bool sky;
} lanes_flood;

bool df_packed_has_lanes(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

KERNEL flood_lanes moves_lanes_none(const unsigned words)
{
    flood_lanes made = {{_mm256_setzero_si256()}};
    for (unsigned i = 1; i < words; i++)
        made.word[i] = _mm256_setzero_si256();
    return made;
}

KERNEL flood_lanes either_of(flood_lanes a, flood_lanes b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] = _mm256_or_si256(a.word[i], b.word[i]);
    return a;
}

KERNEL flood_lanes both_of(flood_lanes a, flood_lanes b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] = _mm256_and_si256(a.word[i], b.word[i]);
    return a;
}

KERNEL flood_lanes but_not(flood_lanes a, flood_lanes b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] = _mm256_andnot_si256(b.word[i], a.word[i]);
    return a;
}

KERNEL bool has_none(flood_lanes a, const unsigned words)
{
    vec all = a.word[0];
    for (unsigned i = 1; i < words; i++)
        all = _mm256_or_si256(all, a.word[i]);
    return _mm256_testz_si256(all, all);
}

/* Shifts each lane by its own amount, 0 to 63. By 64 or more, or less than 0, the
 * machine's shifts leave nothing, so that 128 shifts everything away. */
KERNEL flood_lanes up_by(flood_lanes from, vec by, const unsigned words)
{
    const vec rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);
    flood_lanes to;
    to.word[0] = _mm256_sllv_epi64(from.word[0], by);
    for (unsigned i = 1; i < words; i++)
        to.word[i] = _mm256_or_si256(_mm256_sllv_epi64(from.word[i], by),
                                     _mm256_srlv_epi64(from.word[i - 1], rest));
    return to;
}

KERNEL flood_lanes down_by(flood_lanes from, vec by, const unsigned words)
{
    const vec rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);
    flood_lanes to;
    for (unsigned i = 0; i + 1 < words; i++)
        to.word[i] = _mm256_or_si256(_mm256_srlv_epi64(from.word[i], by),
                                     _mm256_sllv_epi64(from.word[i + 1], rest));
    to.word[words - 1] = _mm256_srlv_epi64(from.word[words - 1], by);
    return to;
}

/* Loads one number for each lane. */
KERNEL vec moves_lanes_amounts(const uint8_t from[DF_ORIENTATIONS])
{
    return _mm256_cvtepu8_epi64(_mm_loadu_si32(from));
}

KERNEL vec moves_lanes_load(const uint64_t from[DF_ORIENTATIONS])
{
    return _mm256_loadu_si256((const __m256i *)from);
}

KERNEL flood_lanes in_all_lanes(packed_board from, const unsigned words)
{
    flood_lanes to;
    for (unsigned i = 0; i < words; i++)
        to.word[i] = _mm256_set1_epi64x((int64_t)from.word[i]);
    return to;
}

/* Returns the first bits of each lane: `count` gives their number. */
KERNEL flood_lanes moves_lanes_first_of(vec count, const unsigned words)
{
    const vec full = _mm256_set1_epi64x(64);
    flood_lanes made;
    for (unsigned i = 0; i < words; i++) {
        /* All numbers are so small that sixteen bits of each lane hold them. */
        const vec more = _mm256_subs_epu16(count, _mm256_set1_epi64x(64 * i));
        const vec bits = _mm256_min_epu16(more, full);
        made.word[i] = _mm256_srlv_epi64(_mm256_set1_epi64x(-1), _mm256_sub_epi64(full, bits));
    }
    return made;
}

KERNEL void moves_lanes_begin(lanes_flood *self, const uint64_t *rows, unsigned top,
                              const unsigned words)
{
    const df_mover *mover = self->mover;
    const df_packed_piece *piece = &mover->packed;
    const packed_board squares = packed_pack(rows, top, piece->pitch, words);
    const flood_lanes full = in_all_lanes(squares, words);
    const flood_lanes above =
        in_all_lanes(packed_shadow(squares, piece->pitch, top, words), words);
    flood_lanes blocked = moves_lanes_none(words), shaded = moves_lanes_none(words);
    for (unsigned i = 0; i < piece->squares; i++) {
        const vec by = moves_lanes_amounts(piece->square[i]);
        blocked = either_of(blocked, down_by(full, by, words), words);
        shaded = either_of(shaded, down_by(above, by, words), words);
    }
    const vec closed =
        _mm256_cmpeq_epi64(moves_lanes_load(mover->open), _mm256_setzero_si256());
    const vec shapes = _mm256_set1_epi64x(piece->shapes);
    const vec differs = _mm256_cmpgt_epi64(shapes, _mm256_set_epi64x(3, 2, 1, 0));
    flood_lanes inside, shut, is_first;
    for (unsigned i = 0; i < words; i++) {
        inside.word[i] = moves_lanes_load(piece->inside[i]);
        shut.word[i] = closed;
        is_first.word[i] = differs;
    }
    self->free = but_not(inside, blocked, words);
    self->straight = but_not(but_not(inside, shaded, words), shut, words);
    const flood_lanes over = up_by(self->free, _mm256_set1_epi64x(piece->pitch), words);
    self->rest = both_of(but_not(self->free, over, words), is_first, words);
    self->reached = moves_lanes_none(words);
    self->sky = false;
}

KERNEL void find_low(lanes_flood *self, unsigned top, const unsigned words)
{
    const vec rows = _mm256_add_epi64(_mm256_set1_epi64x(top),
                                      moves_lanes_amounts(self->mover->turns.corner_y));
    const vec pitch = _mm256_set1_epi64x(self->mover->packed.pitch);
    self->low = moves_lanes_first_of(_mm256_mul_epu32(rows, pitch), words);
}

KERNEL void moves_lanes_enter_sky(lanes_flood *self, const unsigned words)
{
    self->sky = true;
    self->reached = either_of(self->reached, self->straight, words);
}

/* Returns the places reached in any of the orientations that look alike. */
KERNEL flood_lanes moves_lanes_seen(const lanes_flood *self, const unsigned words)
{
    flood_lanes all = self->reached;
    if (self->mover->packed.shapes == 2) {
        for (unsigned i = 0; i < words; i++)
            all.word[i] =
                _mm256_or_si256(all.word[i], _mm256_permute4x64_epi64(all.word[i], 0x4e));
    }
    return all;
}

KERNEL bool moves_lanes_is_done(const lanes_flood *self, const unsigned words)
{
    return has_none(but_not(self->rest, moves_lanes_seen(self, words), words), words);
}

/* Spreads to both sides and down. */
KERNEL void moves_lanes_spread(lanes_flood *self, const unsigned words)
{
    const vec one = _mm256_set1_epi64x(1);
    const vec pitch = _mm256_set1_epi64x(self->mover->packed.pitch);
    const flood_lanes open = self->free;
    flood_lanes places = self->reached, next;
    do {
        next = either_of(up_by(places, one, words), down_by(places, one, words), words);
        next = either_of(next, down_by(places, pitch, words), words);
        next = but_not(both_of(next, open, words), places, words);
        places = either_of(places, next, words);
    } while (!has_none(next, words));
    self->reached = places;
}

/* Rotates lanes: lane o of the result is that of orientation o + quarters. */
KERNEL flood_lanes turned_by(flood_lanes from, const unsigned quarters, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        from.word[i] = quarters == 1   ? _mm256_permute4x64_epi64(from.word[i], 0x39)
                       : quarters == 3 ? _mm256_permute4x64_epi64(from.word[i], 0x93)
                                       : _mm256_permute4x64_epi64(from.word[i], 0x4e);
    return from;
}

/* Returns the new places to which turns by `quarters` quarters bring the piece: each test is
 * made where those before it failed. Lanes are the orientations from which it is turned, until
 * the end. */
KERNEL flood_lanes find_turned(const lanes_flood *self, flood_lanes places, const unsigned how,
                               const unsigned quarters, const unsigned words)
{
    const df_packed_piece *piece = &self->mover->packed;
    const flood_lanes fresh = but_not(self->free, self->reached, words);
    if (has_none(fresh, words))
        return fresh;
    const flood_lanes open = turned_by(self->free, quarters, words);
    flood_lanes found = moves_lanes_none(words);
    for (unsigned i = 0; i < piece->tests[how]; i++) {
        const vec up = moves_lanes_amounts(piece->up[how][i]),
                  down = moves_lanes_amounts(piece->down[how][i]);
        const flood_lanes passing =
            either_of(up_by(open, down, words), down_by(open, up, words), words);
        const flood_lanes taken = both_of(places, passing, words);
        found = either_of(found, up_by(taken, up, words), words);
        found = either_of(found, down_by(taken, down, words), words);
        places = but_not(places, passing, words);
    }
    return both_of(turned_by(found, 4 - quarters, words), fresh, words);
}

/* Makes the turns by `quarters` quarters from these places. False if they bring the piece
 * nowhere new. */
KERNEL bool moves_lanes_turn(lanes_flood *self, flood_lanes places, const unsigned how,
                             const unsigned quarters, const unsigned words)
{
    const flood_lanes next = find_turned(self, places, how, quarters, words);
    if (has_none(next, words))
        return false;
    self->reached = either_of(self->reached, next, words);
    if (!self->sky && !has_none(but_not(next, self->low, words), words))
        moves_lanes_enter_sky(self, words);
    return true;
}

/* Floods the board. Most floods end before a turn, so the data for turns is made after that. */
KERNEL void moves_lanes_run(lanes_flood *self, unsigned top, bool whole, const unsigned words)
{
    const unsigned turns = self->mover->turns.count;
    if (!whole && moves_lanes_is_done(self, words))
        return;
    moves_lanes_spread(self, words);
    if (turns == 0 || (!whole && moves_lanes_is_done(self, words)))
        return;
    find_low(self, top, words);
    flood_lanes turned = moves_lanes_none(words);
    for (;;) {
        const flood_lanes settled = self->reached;
        const flood_lanes places = both_of(but_not(settled, turned, words), self->low, words);
        bool again = moves_lanes_turn(self, places, DF_TURN_CLOCKWISE, 1, words);
        if (again && !whole && moves_lanes_is_done(self, words))
            return;
        again = moves_lanes_turn(self, places, DF_TURN_ANTICLOCKWISE, 3, words) || again;
        if (turns > DF_TURN_HALF)
            again = moves_lanes_turn(self, places, DF_TURN_HALF, 2, words) || again;
        if (!again || (!whole && moves_lanes_is_done(self, words)))
            return;
        turned = settled;
        moves_lanes_spread(self, words);
        if (!whole && moves_lanes_is_done(self, words))
            return;
    }
}

KERNEL void moves_lanes_put(df_moves_packed *packed, const lanes_flood *self,
                            const unsigned words)
{
    const flood_lanes resting = both_of(self->rest, moves_lanes_seen(self, words), words);
    for (unsigned i = 0; i < words; i++) {
        _mm256_storeu_si256((__m256i *)packed->reached[i], self->reached.word[i]);
        _mm256_storeu_si256((__m256i *)packed->resting[i], resting.word[i]);
    }
    packed->sky = self->sky;
}

KERNEL void moves_lanes_find(df_moves_packed *packed, const df_mover *mover,
                             const uint64_t *rows, unsigned top, int x, int y, bool whole,
                             const unsigned words)
{
    lanes_flood self;
    self.mover = mover;
    moves_lanes_begin(&self, rows, top, words);
    if (x >= 0 && y >= 0 && x < (int)mover->width && (mover->inside[DF_NORTH] >> x & 1) != 0) {
        if ((unsigned)y >= top + mover->turns.corner_y[DF_NORTH]) {
            moves_lanes_enter_sky(&self, words);
        } else {
            packed_board spawn = {{0}};
            const unsigned at = (unsigned)y * mover->packed.pitch + (unsigned)x;
            spawn.word[at / 64] = UINT64_C(1) << at % 64;
            for (unsigned i = 0; i < words; i++)
                self.reached.word[i] = _mm256_and_si256(
                    self.free.word[i], _mm256_set_epi64x(0, 0, 0, (int64_t)spawn.word[i]));
        }
        moves_lanes_run(&self, top, whole, words);
    }
    moves_lanes_put(packed, &self, words);
}

__attribute__((MACHINE)) void df_packed_find_lanes(df_moves_packed *packed,
                                                   const df_mover *mover, const uint64_t *rows,
                                                   unsigned top, int x, int y, bool whole)
{
    switch (packed->words) {
    case 1:
        moves_lanes_find(packed, mover, rows, top, x, y, whole, 1);
        break;
    case 2:
        moves_lanes_find(packed, mover, rows, top, x, y, whole, 2);
        break;
    case 3:
        moves_lanes_find(packed, mover, rows, top, x, y, whole, 3);
        break;
    default:
        moves_lanes_find(packed, mover, rows, top, x, y, whole, 4);
        break;
    }
}

__attribute__((MACHINE)) size_t df_packed_count_lanes(const df_moves_packed *packed)
{
    size_t count = 0;
    for (unsigned i = 0; i < packed->words; i++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            count += (size_t)__builtin_popcountll(packed->resting[i][o]);
    }
    return count;
}

#endif
