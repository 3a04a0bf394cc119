/* The patterns of emitters: places side by side for flat pieces of three columns. */
#pragma once

#include <stdbool.h>

/* Steps through the patterns of `squares` pieces of three columns in lexicographic order:
 * writes the first one, or the next after what `start` holds; false if there is none. */
static inline bool next_pattern(unsigned width, unsigned squares, unsigned *start, bool first)
{
    if (squares * 3 > width)
        return false;
    unsigned moved = squares;
    if (first) {
        start[0] = 0;
        moved = 0;
    } else {
        /* The last one that can move moves on; those behind it close up. */
        while (moved > 0 && start[moved - 1] + 3 * (squares - moved + 1) >= width)
            moved--;
        if (moved == 0)
            return false;
        start[--moved]++;
    }
    for (unsigned i = moved + 1; i < squares; i++)
        start[i] = start[i - 1] + 3;
    return true;
}
