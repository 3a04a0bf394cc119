/* The flood of moves_packed.c for all four orientations at once: each is a lane of a vector
 * register, and the board is one register for each of its words. Shifts differ from lane to
 * lane, so even all turns in one direction are made together. */
#include "core/moves_packed_inside.h"

#if PACKED_LANES

#include <immintrin.h>

#define MACHINE target("avx2,bmi2,popcnt")
#define KERNEL COPIED __attribute__((MACHINE))

typedef __m256i vec;

typedef struct lanes {
    vec word[DF_PACKED_MAX_WORDS];
} lanes;

/* A flood in work, but for the words of the board. */
typedef struct flood {
    const df_mover *mover;
    lanes free;
    lanes rest;     /* where nothing falls; for the first of orientations that look alike */
    lanes straight; /* free, and nothing is above the piece either; where it can be turned to */
    lanes low;      /* all rows below the sky */
    lanes reached;
    bool sky;
} flood;

bool df_packed_has_lanes(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

KERNEL lanes none(const unsigned words)
{
    lanes made = {{_mm256_setzero_si256()}};
    for (unsigned i = 1; i < words; i++)
        made.word[i] = _mm256_setzero_si256();
    return made;
}

KERNEL lanes either_of(lanes a, lanes b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] = _mm256_or_si256(a.word[i], b.word[i]);
    return a;
}

KERNEL lanes both_of(lanes a, lanes b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] = _mm256_and_si256(a.word[i], b.word[i]);
    return a;
}

KERNEL lanes but_not(lanes a, lanes b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] = _mm256_andnot_si256(b.word[i], a.word[i]);
    return a;
}

KERNEL bool has_none(lanes a, const unsigned words)
{
    vec all = a.word[0];
    for (unsigned i = 1; i < words; i++)
        all = _mm256_or_si256(all, a.word[i]);
    return _mm256_testz_si256(all, all);
}

/* Shifts each lane by its own amount, 0 to 63. By 64 or more, or less than 0, the
 * machine's shifts leave nothing, so that 128 shifts everything away. */
KERNEL lanes up_by(lanes from, vec by, const unsigned words)
{
    const vec rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);
    lanes to;
    to.word[0] = _mm256_sllv_epi64(from.word[0], by);
    for (unsigned i = 1; i < words; i++)
        to.word[i] = _mm256_or_si256(_mm256_sllv_epi64(from.word[i], by),
                                     _mm256_srlv_epi64(from.word[i - 1], rest));
    return to;
}

KERNEL lanes down_by(lanes from, vec by, const unsigned words)
{
    const vec rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);
    lanes to;
    for (unsigned i = 0; i + 1 < words; i++)
        to.word[i] = _mm256_or_si256(_mm256_srlv_epi64(from.word[i], by),
                                     _mm256_sllv_epi64(from.word[i + 1], rest));
    to.word[words - 1] = _mm256_srlv_epi64(from.word[words - 1], by);
    return to;
}

/* One number for each lane. */
KERNEL vec amounts(const uint8_t from[DF_ORIENTATIONS])
{
    return _mm256_cvtepu8_epi64(_mm_loadu_si32(from));
}

KERNEL vec load(const uint64_t from[DF_ORIENTATIONS])
{
    return _mm256_loadu_si256((const __m256i *)from);
}

KERNEL lanes in_all_lanes(board from, const unsigned words)
{
    lanes to;
    for (unsigned i = 0; i < words; i++)
        to.word[i] = _mm256_set1_epi64x((int64_t)from.word[i]);
    return to;
}

/* The first bits of each lane, so many. */
KERNEL lanes first_of(vec count, const unsigned words)
{
    const vec full = _mm256_set1_epi64x(64);
    lanes made;
    for (unsigned i = 0; i < words; i++) {
        /* All numbers are so small that sixteen bits of each lane hold them. */
        const vec more = _mm256_subs_epu16(count, _mm256_set1_epi64x(64 * i));
        const vec bits = _mm256_min_epu16(more, full);
        made.word[i] = _mm256_srlv_epi64(_mm256_set1_epi64x(-1), _mm256_sub_epi64(full, bits));
    }
    return made;
}

KERNEL void begin(flood *own, const uint64_t *rows, unsigned top, const unsigned words)
{
    const df_mover *mover = own->mover;
    const df_packed_piece *piece = &mover->packed;
    const board squares = pack(rows, top, piece->pitch, words);
    const lanes full = in_all_lanes(squares, words);
    const lanes above = in_all_lanes(shadow(squares, piece->pitch, top, words), words);
    lanes blocked = none(words), shaded = none(words);
    for (unsigned i = 0; i < piece->squares; i++) {
        const vec by = amounts(piece->square[i]);
        blocked = either_of(blocked, down_by(full, by, words), words);
        shaded = either_of(shaded, down_by(above, by, words), words);
    }
    const vec closed = _mm256_cmpeq_epi64(load(mover->open), _mm256_setzero_si256());
    const vec shapes = _mm256_set1_epi64x(piece->shapes);
    const vec differs = _mm256_cmpgt_epi64(shapes, _mm256_set_epi64x(3, 2, 1, 0));
    lanes inside, shut, is_first;
    for (unsigned i = 0; i < words; i++) {
        inside.word[i] = load(piece->inside[i]);
        shut.word[i] = closed;
        is_first.word[i] = differs;
    }
    own->free = but_not(inside, blocked, words);
    own->straight = but_not(but_not(inside, shaded, words), shut, words);
    const lanes over = up_by(own->free, _mm256_set1_epi64x(piece->pitch), words);
    own->rest = both_of(but_not(own->free, over, words), is_first, words);
    own->reached = none(words);
    own->sky = false;
}

KERNEL void find_low(flood *own, unsigned top, const unsigned words)
{
    const vec rows =
        _mm256_add_epi64(_mm256_set1_epi64x(top), amounts(own->mover->turns.corner_y));
    const vec pitch = _mm256_set1_epi64x(own->mover->packed.pitch);
    own->low = first_of(_mm256_mul_epu32(rows, pitch), words);
}

KERNEL void enter_sky(flood *own, const unsigned words)
{
    own->sky = true;
    own->reached = either_of(own->reached, own->straight, words);
}

/* What is reached, in any of the orientations that look alike. */
KERNEL lanes seen(const flood *own, const unsigned words)
{
    lanes all = own->reached;
    if (own->mover->packed.shapes == 2) {
        for (unsigned i = 0; i < words; i++)
            all.word[i] =
                _mm256_or_si256(all.word[i], _mm256_permute4x64_epi64(all.word[i], 0x4e));
    }
    return all;
}

KERNEL bool is_done(const flood *own, const unsigned words)
{
    return has_none(but_not(own->rest, seen(own, words), words), words);
}

/* Spreads to both sides and down. */
KERNEL void spread(flood *own, const unsigned words)
{
    const vec one = _mm256_set1_epi64x(1);
    const vec pitch = _mm256_set1_epi64x(own->mover->packed.pitch);
    const lanes open = own->free;
    lanes places = own->reached, next;
    do {
        next = either_of(up_by(places, one, words), down_by(places, one, words), words);
        next = either_of(next, down_by(places, pitch, words), words);
        next = but_not(both_of(next, open, words), places, words);
        places = either_of(places, next, words);
    } while (!has_none(next, words));
    own->reached = places;
}

/* Lane o of the answer is that of orientation o + quarters. */
KERNEL lanes turned_by(lanes from, const unsigned quarters, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        from.word[i] = quarters == 1   ? _mm256_permute4x64_epi64(from.word[i], 0x39)
                       : quarters == 3 ? _mm256_permute4x64_epi64(from.word[i], 0x93)
                                       : _mm256_permute4x64_epi64(from.word[i], 0x4e);
    return from;
}

/* Where the turns by so many quarters bring the piece from these places that is not reached
 * yet: each test is made where those before it failed. Lanes are the orientations from which
 * it is turned, until the end. */
KERNEL lanes find_turned(const flood *own, lanes places, const unsigned how,
                         const unsigned quarters, const unsigned words)
{
    const df_packed_piece *piece = &own->mover->packed;
    const lanes fresh = but_not(own->free, own->reached, words);
    if (has_none(fresh, words))
        return fresh;
    const lanes open = turned_by(own->free, quarters, words);
    lanes found = none(words);
    for (unsigned i = 0; i < piece->tests[how]; i++) {
        const vec up = amounts(piece->up[how][i]), down = amounts(piece->down[how][i]);
        const lanes passing =
            either_of(up_by(open, down, words), down_by(open, up, words), words);
        const lanes taken = both_of(places, passing, words);
        found = either_of(found, up_by(taken, up, words), words);
        found = either_of(found, down_by(taken, down, words), words);
        places = but_not(places, passing, words);
    }
    return both_of(turned_by(found, 4 - quarters, words), fresh, words);
}

/* Makes the turns by so many quarters from these places. False if they bring the piece nowhere
 * new. */
KERNEL bool turn(flood *own, lanes places, const unsigned how, const unsigned quarters,
                 const unsigned words)
{
    const lanes next = find_turned(own, places, how, quarters, words);
    if (has_none(next, words))
        return false;
    own->reached = either_of(own->reached, next, words);
    if (!own->sky && !has_none(but_not(next, own->low, words), words))
        enter_sky(own, words);
    return true;
}

/* Most floods end before anything is turned, so what turns need is made after that. */
KERNEL void run(flood *own, unsigned top, bool whole, const unsigned words)
{
    const unsigned turns = own->mover->turns.count;
    if (!whole && is_done(own, words))
        return;
    spread(own, words);
    if (turns == 0 || (!whole && is_done(own, words)))
        return;
    find_low(own, top, words);
    lanes turned = none(words);
    for (;;) {
        const lanes settled = own->reached;
        const lanes places = both_of(but_not(settled, turned, words), own->low, words);
        bool again = turn(own, places, DF_TURN_CLOCKWISE, 1, words);
        if (again && !whole && is_done(own, words))
            return;
        again = turn(own, places, DF_TURN_ANTICLOCKWISE, 3, words) || again;
        if (turns > DF_TURN_HALF)
            again = turn(own, places, DF_TURN_HALF, 2, words) || again;
        if (!again || (!whole && is_done(own, words)))
            return;
        turned = settled;
        spread(own, words);
        if (!whole && is_done(own, words))
            return;
    }
}

KERNEL void put(df_moves_packed *packed, const flood *own, const unsigned words)
{
    const lanes resting = both_of(own->rest, seen(own, words), words);
    for (unsigned i = 0; i < words; i++) {
        _mm256_storeu_si256((__m256i *)packed->reached[i], own->reached.word[i]);
        _mm256_storeu_si256((__m256i *)packed->resting[i], resting.word[i]);
    }
    packed->sky = own->sky;
}

KERNEL void find(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                 unsigned top, int x, int y, bool whole, const unsigned words)
{
    flood own;
    own.mover = mover;
    begin(&own, rows, top, words);
    if (x >= 0 && y >= 0 && x < (int)mover->width && (mover->inside[DF_NORTH] >> x & 1) != 0) {
        if ((unsigned)y >= top + mover->turns.corner_y[DF_NORTH]) {
            enter_sky(&own, words);
        } else {
            board spawn = {{0}};
            const unsigned at = (unsigned)y * mover->packed.pitch + (unsigned)x;
            spawn.word[at / 64] = UINT64_C(1) << at % 64;
            for (unsigned i = 0; i < words; i++)
                own.reached.word[i] = _mm256_and_si256(
                    own.free.word[i], _mm256_set_epi64x(0, 0, 0, (int64_t)spawn.word[i]));
        }
        run(&own, top, whole, words);
    }
    put(packed, &own, words);
}

__attribute__((MACHINE)) void df_packed_find_lanes(df_moves_packed *packed,
                                                   const df_mover *mover, const uint64_t *rows,
                                                   unsigned top, int x, int y, bool whole)
{
    switch (packed->words) {
    case 1:
        find(packed, mover, rows, top, x, y, whole, 1);
        break;
    case 2:
        find(packed, mover, rows, top, x, y, whole, 2);
        break;
    case 3:
        find(packed, mover, rows, top, x, y, whole, 3);
        break;
    default:
        find(packed, mover, rows, top, x, y, whole, 4);
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
