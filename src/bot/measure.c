#include "bot/measure.h"

#include <limits.h>

#include "bot/steps.h"
#include "core/bits.h"

/* Functions below are compiled twice: for 4 rows in a word, where the compiler knows the
 * shifts, and for any number. So they take the bits of a row as a parameter of their own. */

/* Every row of the word moved up by one; row 0 is `under`, which is in lane 0. */
static inline uint64_t move_up(uint64_t word, unsigned lane, uint64_t under)
{
    return lane < 64 ? word << lane | under : under;
}

/* Every row moved down by one; the top one is the lowest row of `over`. */
static inline uint64_t move_down(uint64_t word, unsigned lane, uint64_t over)
{
    return lane < 64 ? word >> lane | over << (64 - lane) : over;
}

/* The top row of a word in lane 0. */
static inline uint64_t top_row(uint64_t word, unsigned lane)
{
    return word >> (64 - lane);
}

/* Each row with all rows above it, or below it, in the word. */
static inline uint64_t spread_down(uint64_t word, unsigned lane)
{
    for (unsigned by = lane; by < 64; by *= 2)
        word |= word >> by;
    return word;
}

static inline uint64_t spread_up(uint64_t word, unsigned lane)
{
    for (unsigned by = lane; by < 64; by *= 2)
        word |= word << by;
    return word;
}

/* The rows that are not empty, a bit in each: the last bit of a row is set when it is, or when
 * a carry of the others comes there. */
static inline uint64_t find_rows(const grid *g, uint64_t word)
{
    const uint64_t last = g->first << (g->lane - 1);
    return (((word & ~last) + (last - g->first)) | word) & last;
}

/* All squares of the rows that are not empty. */
static inline uint64_t fill_rows(const grid *g, uint64_t word)
{
    return (find_rows(g, word) >> (g->lane - 1)) * g->row;
}

/* From the floor up: transitions, full squares with an empty one somewhere below them, and the
 * empty squares in the rows of these. */
static inline void measure_upwards(int32_t values[DF_FEATURES], const grid *g, unsigned lane,
                                   const uint64_t *words, unsigned count, unsigned used)
{
    enum { RAISED = 1 << DF_FEATURE_HOLE_DEPTH | 1 << DF_FEATURE_COVER_GAPS };
    unsigned gaps = 0, ceilings = 0, raised = 0, covers = 0;
    uint64_t under = g->row, open = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t word = words[i], empty = g->full & ~word;
        gaps += bits_count(empty & (word << 1 | g->first));
        ceilings += bits_count(word & ~move_up(word, lane, under));
        under = top_row(word, lane);
        if ((used & RAISED) != 0) {
            const uint64_t below = spread_up(empty, lane) | open * g->first;
            raised += bits_count(word & below);
            if ((used & 1u << DF_FEATURE_COVER_GAPS) != 0)
                covers += bits_count(empty & fill_rows(g, word & below));
            open = top_row(below, lane);
        }
    }
    /* Rows that are not in these words are empty; empty rows of the last word that are above
     * the board have been counted, and are taken off. */
    const int rest = (int)g->height - (int)(count << g->shift);
    values[DF_FEATURE_ROW_TRANSITIONS] = 2 * ((int32_t)gaps + rest);
    values[DF_FEATURE_COLUMN_TRANSITIONS] = (int32_t)(g->width + 2 * ceilings);
    values[DF_FEATURE_HOLE_DEPTH] = (int32_t)raised;
    values[DF_FEATURE_COVER_GAPS] = (int32_t)covers;
}

/* From the top down: what has something above it. */
static inline void measure_downwards(int32_t values[DF_FEATURES], const grid *g, unsigned lane,
                                     const uint64_t *words, unsigned count, unsigned used)
{
    unsigned holes = 0, rows = 0, heights = 0, steps = 0;
    uint64_t cover = 0;
    for (unsigned i = count; i-- > 0;) {
        const uint64_t covered = spread_down(words[i], lane) | cover * g->first;
        const uint64_t hole = covered & ~words[i];
        cover = covered & g->row;
        holes += bits_count(hole);
        if ((used & 1u << DF_FEATURE_ROWS_WITH_HOLES) != 0)
            rows += bits_count(find_rows(g, hole));
        if ((used & 1u << DF_FEATURE_AGGREGATE_HEIGHT) != 0)
            heights += bits_count(covered);
        if ((used & 1u << DF_FEATURE_ROUGHNESS) != 0)
            steps += bits_count((covered ^ covered >> 1) & g->full & ~g->last);
    }
    values[DF_FEATURE_HOLES] = (int32_t)holes;
    values[DF_FEATURE_ROWS_WITH_HOLES] = (int32_t)rows;
    values[DF_FEATURE_AGGREGATE_HEIGHT] = (int32_t)heights;
    values[DF_FEATURE_ROUGHNESS] = (int32_t)steps;
}

/* The empty squares with both neighbours full. */
static inline uint64_t find_wells(const grid *g, uint64_t word)
{
    return g->full & ~word & (word << 1 | g->first) & (word >> 1 | g->last);
}

/* Goes down from all wells at once, row by row, until none has an empty square left: sums up
 * how many go on in each step. `from` and `within` are words of the wells and of where they go.
 */
static inline unsigned sum_depths(uint64_t *from, const uint64_t *within, unsigned lane,
                                  unsigned count)
{
    unsigned sum = 0;
    uint64_t any = 1;
    while (any != 0) {
        any = 0;
        for (unsigned i = 0; i < count; i++) {
            sum += bits_count(from[i]);
            const uint64_t over = i + 1 < count ? from[i + 1] : 0;
            from[i] = move_down(from[i], lane, over) & within[i];
            any |= from[i];
        }
    }
    return sum;
}

/* Adds to the wells all empty squares that lie under them. */
static inline void deepen(uint64_t *wells, const uint64_t *empty, unsigned lane, unsigned count)
{
    uint64_t over = 0;
    for (unsigned i = count; i-- > 0;) {
        uint64_t before;
        do {
            before = wells[i];
            wells[i] |= move_down(before, lane, over) & empty[i];
        } while (wells[i] != before);
        over = wells[i];
    }
}

/* In a single column all squares above the highest one would be wells: takes them out. */
static void cut_off(uint64_t *wells, uint64_t *from, const grid *g, const uint64_t *words,
                    unsigned count)
{
    uint64_t cover = 0;
    for (unsigned i = count; i-- > 0;) {
        const uint64_t covered = spread_down(words[i], g->lane) | cover * g->first;
        cover = covered & g->row;
        wells[i] = from[i] &= covered;
    }
}

static inline void measure_wells(int32_t values[DF_FEATURES], const grid *g, unsigned lane,
                                 const uint64_t *words, unsigned rows, unsigned used)
{
    const unsigned count = grid_words(g, rows);
    uint64_t empty[BOARD_MOST_WORDS], wells[BOARD_MOST_WORDS], from[BOARD_MOST_WORDS];
    uint64_t any = 0;
    for (unsigned i = 0; i < count; i++) {
        empty[i] = g->full & ~words[i];
        wells[i] = from[i] = find_wells(g, words[i]);
        any |= wells[i];
    }
    if (g->width == 1)
        cut_off(wells, from, g, words, count);
    values[DF_FEATURE_WELLS] = 0;
    values[DF_FEATURE_WELLS_FAST] = 0;
    if (any == 0)
        return;
    if ((used & 1u << DF_FEATURE_WELLS) != 0)
        values[DF_FEATURE_WELLS] = (int32_t)sum_depths(from, empty, lane, count);
    if ((used & 1u << DF_FEATURE_WELLS_FAST) != 0) {
        deepen(wells, empty, lane, count);
        for (unsigned i = 0; i < count; i++)
            from[i] = wells[i];
        values[DF_FEATURE_WELLS_FAST] = (int32_t)sum_depths(from, wells, lane, count);
    }
}

/* The features that follow from the heights of the columns. */
static inline void measure_tops(int32_t values[DF_FEATURES], const uint16_t *top,
                                unsigned width)
{
    enum { WALL = INT_MAX / 2 };
    uint64_t steps = 0, pairs = 0;
    unsigned before = STEP_OTHER;
    int deep = 0;
    for (unsigned x = 0; x < width; x++) {
        const int left = x > 0 ? top[x - 1] : WALL;
        const int right = x + 1 < width ? top[x + 1] : WALL;
        const unsigned kind = x > 0 ? step_kind(top[x] - left) : STEP_OTHER;
        steps += step_sets[kind];
        pairs += pair_sets[before][kind];
        deep += is_deep(left, top[x], right);
        before = kind;
    }
    values[DF_FEATURE_DIVERSITY] = count_kinds(steps);
    values[DF_FEATURE_SMALL_STEPS] = count_kind(steps, STEP_DOWN) + count_kind(steps, STEP_UP);
    values[DF_FEATURE_FITS] = count_fits(steps, pairs);
    values[DF_FEATURE_SEATS] = count_kinds(pairs);
    values[DF_FEATURE_DEEP_WELLS] = deep;
}

static inline void measure(int32_t values[DF_FEATURES], const grid *g, unsigned lane,
                           const uint64_t *words, unsigned rows, const uint16_t *top,
                           unsigned used)
{
    enum {
        UPWARDS = 1 << DF_FEATURE_ROW_TRANSITIONS | 1 << DF_FEATURE_COLUMN_TRANSITIONS |
                  1 << DF_FEATURE_HOLE_DEPTH | 1 << DF_FEATURE_COVER_GAPS,
        DOWNWARDS = 1 << DF_FEATURE_HOLES | 1 << DF_FEATURE_ROWS_WITH_HOLES |
                    1 << DF_FEATURE_AGGREGATE_HEIGHT | 1 << DF_FEATURE_ROUGHNESS,
        WELLS = 1 << DF_FEATURE_WELLS | 1 << DF_FEATURE_WELLS_FAST,
    };
    const unsigned count = grid_words(g, rows);
    if ((used & UPWARDS) != 0)
        measure_upwards(values, g, lane, words, count, used);
    if ((used & DOWNWARDS) != 0)
        measure_downwards(values, g, lane, words, count, used);
    if ((used & WELLS) != 0)
        measure_wells(values, g, lane, words, rows, used);
    if ((used & MEASURE_OF_TOPS) != 0)
        measure_tops(values, top, g->width);
}

void df_measure_board(int32_t values[DF_FEATURES], const grid *g, const uint64_t *words,
                      unsigned rows, const uint16_t *top, unsigned used)
{
    if (g->lane == 16)
        measure(values, g, 16, words, rows, top, used);
    else
        measure(values, g, g->lane, words, rows, top, used);
}
