/* Shared by the floods of low playfields: the board as a few words. */
#pragma once

#include "core/base/always_inline.h"
#include "core/base/bits.h"
#include "mover_types.h"

/* Four orientations at once are compiled for x86-64, the plain flood everywhere. */
#if defined(__x86_64__) && defined(__GNUC__)
#define PACKED_LANES 1
#else
#define PACKED_LANES 0
#endif

/* A bit for each square; row y begins at bit y * pitch. */
typedef struct packed_board {
    uint64_t word[DF_PACKED_MAX_WORDS];
} packed_board;

/* Shifts to later bits, by 1 to 63. */
ALWAYS_INLINE packed_board packed_raised(packed_board from, unsigned by, const unsigned words)
{
    packed_board to = {{0}};
    to.word[0] = from.word[0] << by;
    for (unsigned i = 1; i < words; i++)
        to.word[i] = from.word[i] << by | from.word[i - 1] >> (64 - by);
    return to;
}

ALWAYS_INLINE packed_board packed_lowered(packed_board from, unsigned by, const unsigned words)
{
    packed_board to = {{0}};
    for (unsigned i = 0; i + 1 < words; i++)
        to.word[i] = from.word[i] >> by | from.word[i + 1] << (64 - by);
    to.word[words - 1] = from.word[words - 1] >> by;
    return to;
}

ALWAYS_INLINE packed_board packed_moved(packed_board from, int by, const unsigned words)
{
    if (by == 0)
        return from;
    return by > 0 ? packed_raised(from, (unsigned)by, words)
                  : packed_lowered(from, (unsigned)-by, words);
}

ALWAYS_INLINE packed_board packed_either(packed_board a, packed_board b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] |= b.word[i];
    return a;
}

/* Packs rows from the highest down, so that the words stay in registers. */
ALWAYS_INLINE packed_board packed_pack(const uint64_t *rows, unsigned top, unsigned pitch,
                                       const unsigned words)
{
    packed_board made = {{0}};
    for (unsigned y = top; y-- > 0;) {
        made = packed_raised(made, pitch, words);
        made.word[0] |= rows[y];
    }
    return made;
}

/* Returns the squares of the board and all squares below them. */
ALWAYS_INLINE packed_board packed_shadow(packed_board squares, unsigned pitch, unsigned top,
                                         const unsigned words)
{
    unsigned by = pitch;
    for (unsigned rows = 1; rows < top; rows *= 2) {
        if (by < 64) {
            squares = packed_either(squares, packed_lowered(squares, by, words), words);
        } else {
            packed_board far = {{0}};
            for (unsigned i = by / 64; i < words; i++)
                far.word[i - by / 64] = squares.word[i];
            squares = packed_either(squares, packed_moved(far, -(int)(by % 64), words), words);
        }
        by *= 2;
    }
    return squares;
}

#if PACKED_LANES
/* True if the machine has the instructions that the following functions need. */
bool df_packed_has_lanes(void);

/* As df_packed_find; *packed knows its rows and words. */
void df_packed_find_lanes(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                          unsigned top, int x, int y, bool whole);

size_t df_packed_count_lanes(const df_moves_packed *packed);
#endif
