#include "evaluate.h"

#include <limits.h>

#include "core/base/bits.h"
#include "steps.h"

/* The functions below are compiled twice: for 4 rows in a word, where the compiler knows the
 * shifts, and for any number. So the bits of a row are a parameter. */

/* Moves every row of the word up by one; row 0 becomes `under`, which is in lane 0. */
static inline uint64_t measure_move_up(uint64_t word, unsigned lane, uint64_t under)
{
    return lane < 64 ? word << lane | under : under;
}

/* Moves every row down by one; the top one becomes the lowest row of `over`. */
static inline uint64_t measure_move_down(uint64_t word, unsigned lane, uint64_t over)
{
    return lane < 64 ? word >> lane | over << (64 - lane) : over;
}

/* Returns the top row of a word in lane 0. */
static inline uint64_t measure_top_row(uint64_t word, unsigned lane)
{
    return word >> (64 - lane);
}

/* Adds to each row all rows above it, or below it, in the word. */
static inline uint64_t measure_spread_down(uint64_t word, unsigned lane)
{
    for (unsigned by = lane; by < 64; by *= 2)
        word |= word >> by;
    return word;
}

static inline uint64_t measure_spread_up(uint64_t word, unsigned lane)
{
    for (unsigned by = lane; by < 64; by *= 2)
        word |= word << by;
    return word;
}

/* Returns the last bit of each row that is not empty: the bit is set, or the others carry into
 * it. */
static inline uint64_t measure_find_rows(const grid *g, uint64_t word)
{
    const uint64_t last = g->first << (g->lane - 1);
    return (((word & ~last) + (last - g->first)) | word) & last;
}

/* Returns all squares of the rows that are not empty. */
static inline uint64_t measure_fill_rows(const grid *g, uint64_t word)
{
    return (measure_find_rows(g, word) >> (g->lane - 1)) * g->row;
}

/* Counts from the floor up: transitions, full squares with an empty one somewhere below, and
 * the empty squares in the rows of these. */
static inline void measure_upwards(int32_t values[DF_FEATURES], const grid *g, unsigned lane,
                                   const uint64_t *words, unsigned count, unsigned used)
{
    enum { RAISED = 1 << DF_FEATURE_HOLE_DEPTH | 1 << DF_FEATURE_COVER_GAPS };
    unsigned gaps = 0, ceilings = 0, raised = 0, covers = 0;
    uint64_t under = g->row, open = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint64_t word = words[i], empty = g->full & ~word;
        gaps += bits_count(empty & (word << 1 | g->first));
        ceilings += bits_count(word & ~measure_move_up(word, lane, under));
        under = measure_top_row(word, lane);
        if ((used & RAISED) != 0) {
            const uint64_t below = measure_spread_up(empty, lane) | open * g->first;
            raised += bits_count(word & below);
            if ((used & 1u << DF_FEATURE_COVER_GAPS) != 0)
                covers += bits_count(empty & measure_fill_rows(g, word & below));
            open = measure_top_row(below, lane);
        }
    }
    /* Rows outside these words are empty; the loop has counted empty rows of the last word that
     * are above the board. */
    const int rest = (int)g->height - (int)(count << g->shift);
    values[DF_FEATURE_ROW_TRANSITIONS] = 2 * ((int32_t)gaps + rest);
    values[DF_FEATURE_COLUMN_TRANSITIONS] = (int32_t)(g->width + 2 * ceilings);
    values[DF_FEATURE_HOLE_DEPTH] = (int32_t)raised;
    values[DF_FEATURE_COVER_GAPS] = (int32_t)covers;
}

/* Counts from the top down: squares with something above them. */
static inline void measure_downwards(int32_t values[DF_FEATURES], const grid *g, unsigned lane,
                                     const uint64_t *words, unsigned count, unsigned used)
{
    unsigned holes = 0, rows = 0, heights = 0, steps = 0;
    uint64_t cover = 0;
    for (unsigned i = count; i-- > 0;) {
        const uint64_t covered = measure_spread_down(words[i], lane) | cover * g->first;
        const uint64_t hole = covered & ~words[i];
        cover = covered & g->row;
        holes += bits_count(hole);
        if ((used & 1u << DF_FEATURE_ROWS_WITH_HOLES) != 0)
            rows += bits_count(measure_find_rows(g, hole));
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

/* Returns the empty squares with both neighbours full. */
static inline uint64_t measure_find_wells(const grid *g, uint64_t word)
{
    return g->full & ~word & (word << 1 | g->first) & (word >> 1 | g->last);
}

/* Moves all wells down at once, row by row, until no empty square is left; returns the sum of
 * the wells in all steps. `from` has the wells, `within` the squares where they can go. */
static inline unsigned measure_depths(uint64_t *from, const uint64_t *within, unsigned lane,
                                      unsigned count)
{
    unsigned sum = 0;
    uint64_t any = 1;
    while (any != 0) {
        any = 0;
        for (unsigned i = 0; i < count; i++) {
            sum += bits_count(from[i]);
            const uint64_t over = i + 1 < count ? from[i + 1] : 0;
            from[i] = measure_move_down(from[i], lane, over) & within[i];
            any |= from[i];
        }
    }
    return sum;
}

/* Adds to the wells all empty squares that lie under them. */
static inline void measure_deepen(uint64_t *wells, const uint64_t *empty, unsigned lane,
                                  unsigned count)
{
    uint64_t over = 0;
    for (unsigned i = count; i-- > 0;) {
        uint64_t before;
        do {
            before = wells[i];
            wells[i] |= measure_move_down(before, lane, over) & empty[i];
        } while (wells[i] != before);
        over = wells[i];
    }
}

/* Removes the squares above the highest one of a single column, which would all be wells. */
static void measure_cut_off(uint64_t *wells, uint64_t *from, const grid *g,
                            const uint64_t *words, unsigned count)
{
    uint64_t cover = 0;
    for (unsigned i = count; i-- > 0;) {
        const uint64_t covered = measure_spread_down(words[i], g->lane) | cover * g->first;
        cover = covered & g->row;
        wells[i] = from[i] &= covered;
    }
}

static inline void measure_wells(int32_t values[DF_FEATURES], const grid *g, unsigned lane,
                                 const uint64_t *words, unsigned rows, unsigned used)
{
    const unsigned count = grid_words(g, rows);
    uint64_t empty[BOARD_MAX_WORDS], wells[BOARD_MAX_WORDS], from[BOARD_MAX_WORDS];
    uint64_t any = 0;
    for (unsigned i = 0; i < count; i++) {
        empty[i] = g->full & ~words[i];
        wells[i] = from[i] = measure_find_wells(g, words[i]);
        any |= wells[i];
    }
    if (g->width == 1)
        measure_cut_off(wells, from, g, words, count);
    values[DF_FEATURE_WELLS] = 0;
    values[DF_FEATURE_WELLS_FAST] = 0;
    if (any == 0)
        return;
    if ((used & 1u << DF_FEATURE_WELLS) != 0)
        values[DF_FEATURE_WELLS] = (int32_t)measure_depths(from, empty, lane, count);
    if ((used & 1u << DF_FEATURE_WELLS_FAST) != 0) {
        measure_deepen(wells, empty, lane, count);
        for (unsigned i = 0; i < count; i++)
            from[i] = wells[i];
        values[DF_FEATURE_WELLS_FAST] = (int32_t)measure_depths(from, wells, lane, count);
    }
}

/* Counts holes by their side, and finds the highest column over the highest holes. */
static inline void measure_sides(int32_t values[DF_FEATURES], const grid *g, unsigned lane,
                                 const uint64_t *words, unsigned count, const uint16_t *top,
                                 unsigned used)
{
    unsigned holes[3] = {0};
    uint64_t highest = 0, cover = 0;
    for (unsigned i = count; i-- > 0;) {
        const uint64_t covered = measure_spread_down(words[i], lane) | cover * g->first;
        const uint64_t hole = covered & ~words[i];
        cover = covered & g->row;
        highest = highest != 0 ? highest : hole;
        for (unsigned side = 0; side < 3 && 2 * side < g->width; side++)
            holes[side] += bits_count(hole & (g->first << side | g->last >> side));
    }
    values[DF_FEATURE_WALL_HOLES] = (int32_t)holes[0];
    values[DF_FEATURE_SECOND_HOLES] = (int32_t)holes[1];
    values[DF_FEATURE_THIRD_HOLES] = (int32_t)holes[2];
    values[DF_FEATURE_HOLE_TOP] = 0;
    if (highest == 0 || (used & 1u << DF_FEATURE_HOLE_TOP) == 0)
        return;
    while (measure_top_row(highest, lane) == 0)
        highest = measure_move_up(highest, lane, 0);
    for (uint64_t row = measure_top_row(highest, lane); row != 0; row &= row - 1) {
        const int32_t self = top[bits_lowest(row)];
        if (self > values[DF_FEATURE_HOLE_TOP])
            values[DF_FEATURE_HOLE_TOP] = self;
    }
}

/* Measures the columns that are lower than both neighbours; walls are as high as the board. */
static inline void measure_pits(int32_t values[DF_FEATURES], const grid *g, const uint16_t *top)
{
    int sum = 0, worst = 0;
    for (unsigned x = 0; x < g->width; x++) {
        const unsigned last = g->width - 1, side = x < last - x ? x : last - x;
        const int left = x > 0 ? top[x - 1] : (int)g->height;
        const int right = x < last ? top[x + 1] : (int)g->height;
        const int cost = steps_weigh_pit((left < right ? left : right) - top[x], side);
        sum += cost;
        worst = cost > worst ? cost : worst;
    }
    values[DF_FEATURE_PITS] = sum;
    values[DF_FEATURE_WORST_PIT] = worst;
}

/* Measures the features that follow only from the heights of the columns. */
static inline void measure_tops(int32_t values[DF_FEATURES], const uint16_t *top,
                                unsigned width, int height)
{
    enum { WALL = INT_MAX / 2 };
    uint64_t steps = 0, pairs = 0;
    unsigned before = STEP_OTHER;
    int deep = 0, rows = 0, peaks = 0;
    for (unsigned x = 0; x < width; x++) {
        const int left = x > 0 ? top[x - 1] : WALL;
        const int right = x + 1 < width ? top[x + 1] : WALL;
        const unsigned kind = x > 0 ? steps_kind(top[x] - left) : STEP_OTHER;
        steps += step_sets[kind];
        pairs += pair_sets[before][kind];
        deep += steps_is_deep(left, top[x], right);
        rows += steps_deep_rows(left, top[x], right, height);
        peaks += before == STEP_UP && kind == STEP_DOWN;
        before = kind;
    }
    values[DF_FEATURE_DIVERSITY] = steps_count_kinds(steps);
    values[DF_FEATURE_SMALL_STEPS] =
        steps_count(steps, STEP_DOWN) + steps_count(steps, STEP_UP);
    values[DF_FEATURE_FITS] = steps_count_fits(steps, pairs);
    values[DF_FEATURE_SEATS] = steps_count_kinds(pairs);
    values[DF_FEATURE_DEEP_WELLS] = deep;
    values[DF_FEATURE_DEEP_ROWS] = rows;
    values[DF_FEATURE_SECOND_FITS] = steps_count_second_fits(steps, pairs);
    values[DF_FEATURE_DOUBLE_FITS] = steps_count_double_fits(steps, pairs, peaks);
}

static inline void measure_placement(int32_t values[DF_FEATURES], const grid *g, unsigned lane,
                                     const uint64_t *words, unsigned rows, const uint16_t *top,
                                     unsigned used)
{
    enum {
        UPWARDS = 1 << DF_FEATURE_ROW_TRANSITIONS | 1 << DF_FEATURE_COLUMN_TRANSITIONS |
                  1 << DF_FEATURE_HOLE_DEPTH | 1 << DF_FEATURE_COVER_GAPS,
        DOWNWARDS = 1 << DF_FEATURE_HOLES | 1 << DF_FEATURE_ROWS_WITH_HOLES |
                    1 << DF_FEATURE_AGGREGATE_HEIGHT | 1 << DF_FEATURE_ROUGHNESS,
        WELLS = 1 << DF_FEATURE_WELLS | 1 << DF_FEATURE_WELLS_FAST,
        PITS = 1 << DF_FEATURE_PITS | 1 << DF_FEATURE_WORST_PIT,
    };
    const unsigned count = grid_words(g, rows);
    if ((used & UPWARDS) != 0)
        measure_upwards(values, g, lane, words, count, used);
    if ((used & DOWNWARDS) != 0)
        measure_downwards(values, g, lane, words, count, used);
    if ((used & WELLS) != 0)
        measure_wells(values, g, lane, words, rows, used);
    if ((used & (MEASURE_OF_SIDES | 1u << DF_FEATURE_HOLE_TOP)) != 0)
        measure_sides(values, g, lane, words, count, top, used);
    if ((used & PITS) != 0)
        measure_pits(values, g, top);
    if ((used & MEASURE_OF_STEPS & ~(unsigned)PITS) != 0)
        measure_tops(values, top, g->width, (int)g->height);
}

void df_measure_board(int32_t values[DF_FEATURES], const grid *g, const uint64_t *words,
                      unsigned rows, const uint16_t *top, unsigned used)
{
    if (g->lane == 16)
        measure_placement(values, g, 16, words, rows, top, used);
    else
        measure_placement(values, g, g->lane, words, rows, top, used);
}
