/* What the floods of low playfields share: the board as a few words. */
#ifndef DROPFORGE_CORE_MOVES_PACKED_INSIDE_H
#define DROPFORGE_CORE_MOVES_PACKED_INSIDE_H

#include "core/bits.h"
#include "core/copied.h"
#include "dropforge/moves.h"

/* Four orientations at once are compiled for x86-64, the plain flood everywhere. */
#if defined(__x86_64__) && defined(__GNUC__)
#define PACKED_LANES 1
#else
#define PACKED_LANES 0
#endif

/* A bit for each square; row y begins at bit y * pitch. */
typedef struct board {
    uint64_t word[DF_PACKED_MAX_WORDS];
} board;

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

COPIED board either(board a, board b, const unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        a.word[i] |= b.word[i];
    return a;
}

/* From the highest row down, so that the words stay in registers. */
COPIED board pack(const uint64_t *rows, unsigned top, unsigned pitch, const unsigned words)
{
    board made = {{0}};
    for (unsigned y = top; y-- > 0;) {
        made = raised(made, pitch, words);
        made.word[0] |= rows[y];
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

#if PACKED_LANES
/* Whether the machine has what the following take. */
bool df_packed_has_lanes(void);

/* As df_packed_find; *packed knows its rows and words. */
void df_packed_find_lanes(df_moves_packed *packed, const df_mover *mover, const uint64_t *rows,
                          unsigned top, int x, int y, bool whole);

size_t df_packed_count_lanes(const df_moves_packed *packed);
#endif

#endif
