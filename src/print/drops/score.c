#include "score.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "print/bound/proof.h"

#define SCORE_FIXED(number) ((int32_t)((number)*SCORE_ONE + 0.5))

const score_weights df_score_usual = {
    .term = {[SCORE_EMPTY] = SCORE_FIXED(1.0),
             [SCORE_ROW] = SCORE_FIXED(3.05),
             [SCORE_COVERED] = SCORE_FIXED(3.0),
             [SCORE_COVERED_ROW] = SCORE_FIXED(6.0),
             [SCORE_COVERED_STAY] = SCORE_FIXED(0.8),
             [SCORE_PIT] = SCORE_FIXED(0.34),
             [SCORE_CHANGE] = SCORE_FIXED(0.685),
             [SCORE_BUMP] = SCORE_FIXED(0.216),
             [SCORE_WELL] = SCORE_FIXED(1.0),
             [SCORE_EXPOSED] = SCORE_FIXED(0.3),
             [SCORE_HIGH] = SCORE_FIXED(1.0),
             [SCORE_HANGING] = SCORE_FIXED(0.42),
             [SCORE_BEGUN] = SCORE_FIXED(0.3)},
    .low_rows = 9,
    .spread = 128,
    .part = 410,
};

void df_score_values(const score_weights *weights, const drop_target *target, int32_t *value)
{
    const int64_t mean =
        target->squares > 0 ? target->rows[0].weight_above / (int64_t)target->squares : 0;
    for (unsigned y = 0; y < target->height; y++) {
        for (unsigned x = 0; x < target->width; x++) {
            const size_t at = (size_t)y * target->width + x;
            const int64_t share =
                (mean * weights->spread + target->weight[at] * (256 - weights->spread)) / 256;
            const int64_t squares = share * weights->part * (int64_t)target->width / PROOF_ROW;
            value[at] = (target->rows[y].squares >> x & 1) != 0
                            ? SCORE_ONE + (int32_t)(squares * (SCORE_ONE / 256))
                            : 0;
        }
    }
}

/* The terms as they are counted. */
typedef struct score_count {
    int32_t term[SCORE_TERMS];
} score_count;

/* A number of set bits of rows; several rows share a word, and are counted together. */
typedef struct row_tally {
    uint64_t bits;
    unsigned used; /* of the word */
    unsigned count;
} row_tally;

static inline void tally_add(row_tally *tally, uint64_t row, unsigned width)
{
    if (tally->used + width > 64) {
        tally->count += bits_count(tally->bits);
        tally->bits = 0;
        tally->used = 0;
    }
    tally->bits |= row << tally->used;
    tally->used += width;
}

static inline int32_t tally_end(const row_tally *tally)
{
    return (int32_t)(tally->count + bits_count(tally->bits));
}

/* Counts what is covered, from the top down. */
static void score_covered(score_count *made, const drop_board *board, unsigned width,
                          const uint64_t *wanted)
{
    uint64_t above = 0;
    row_tally squares = {0}, stay = {0};
    for (unsigned r = board->count; r-- > 0;) {
        const uint64_t covered = wanted[r] & above;
        above |= board->row[r];
        if (covered == 0)
            continue;
        made->term[SCORE_COVERED_ROW]++;
        tally_add(&squares, covered, width);
        if ((board->stays >> r & 1) != 0)
            tally_add(&stay, covered, width);
    }
    made->term[SCORE_COVERED] = tally_end(&squares);
    made->term[SCORE_COVERED_STAY] = tally_end(&stay);
}

/* Counts the steps between neighbouring columns of the surface, up to three rows each. */
static int32_t score_bumps(const drop_board *board, unsigned width)
{
    const uint64_t inner = bits_low(width - 1);
    uint64_t surface = 0, once = 0, twice = 0, thrice = 0;
    /* A step of d rows shows in the d rows where one of its columns is below the surface and
     * the other is not. */
    for (unsigned r = board->count; r-- > 0;) {
        surface |= board->row[r];
        const uint64_t step = (surface ^ surface >> 1) & inner;
        thrice |= twice & step;
        twice |= once & step;
        once |= step;
    }
    row_tally steps = {0};
    tally_add(&steps, once, width);
    tally_add(&steps, twice, width);
    tally_add(&steps, thrice, width);
    return tally_end(&steps);
}

/* Counts what single rows show, from the bottom up, and lists the wanted squares. */
static void score_rows(score_count *made, const drop_board *board, const drop_target *target,
                       uint64_t *wanted)
{
    const uint64_t full = target->full, last = full & ~(full >> 1);
    uint64_t pit = board->settled > 0 ? full & ~target->rows[board->settled - 1U].squares : 0;
    unsigned y = board->settled;
    row_tally pits = {0}, hanging = {0}, changes = {0}, well = {0};
    for (unsigned r = 0; r < board->count; r++) {
        uint64_t rest = full & ~board->row[r];
        if ((board->stays >> r & 1) != 0) {
            const target_row *row = &target->rows[y++];
            rest = row->squares & ~board->row[r];
            pit = (full & ~row->squares) | (rest & pit);
            if (rest != 0) {
                made->term[SCORE_BEGUN]++;
                tally_add(&hanging, rest & row->hanging, target->width);
            }
        } else {
            pit &= rest;
            tally_add(&pits, pit, target->width);
            /* The walls count as occupied. */
            tally_add(&changes, (rest ^ rest << 1) & full, target->width);
            made->term[SCORE_CHANGE] += (rest & last) != 0;
            made->term[SCORE_ROW]++;
        }
        const uint64_t other = ~rest;
        const uint64_t wells = rest & (other << 1 | 1) & ((other >> 1) | last);
        tally_add(&well, wells, target->width);
        wanted[r] = rest;
    }
    made->term[SCORE_PIT] = tally_end(&pits);
    made->term[SCORE_CHANGE] += tally_end(&changes);
    made->term[SCORE_WELL] = tally_end(&well);
    made->term[SCORE_HANGING] =
        tally_end(&hanging) + (int32_t)target->rows[board->begun].hanging_above;
    if (board->left > 0)
        made->term[SCORE_EXPOSED] = (int32_t)bits_count(pit);
}

/* Counts the squares of the rows that clear, each as often as it has columns up to the side. */
static int32_t score_tilt(const drop_board *board, unsigned width, bool from_right)
{
    int32_t sum = board->cleared * (int32_t)(width * (width + 1) / 2);
    for (unsigned r = 0; r < board->count; r++) {
        if ((board->stays >> r & 1) != 0)
            continue;
        for (uint64_t rest = board->row[r]; rest != 0; rest &= rest - 1) {
            const unsigned x = bits_lowest(rest);
            sum += (int32_t)(from_right ? width - x : x + 1);
        }
    }
    return sum;
}

int32_t df_score_board(const score_weights *weights, const drop_board *board,
                       const drop_target *target, size_t drops)
{
    uint64_t wanted[BOARD_ROWS];
    score_count made = {{0}};
    score_rows(&made, board, target, wanted);
    score_covered(&made, board, target->width, wanted);
    /* All squares that have been dropped are left, or lie in rows that clear. Those that lay
     * there at first are left out, as many for each board. */
    const int32_t lost = 4 * (int32_t)drops - (int32_t)(target->squares - board->left);
    made.term[SCORE_EMPTY] =
        (int32_t)target->width * (made.term[SCORE_ROW] + board->cleared) - lost;
    made.term[SCORE_BUMP] = score_bumps(board, target->width);
    if (board->count > weights->low_rows)
        made.term[SCORE_HIGH] = (int32_t)(board->count - weights->low_rows);
    int32_t score = board->value;
    if (weights->tilt != 0)
        score -= abs(weights->tilt) * score_tilt(board, target->width, weights->tilt > 0);
    for (unsigned i = 0; i < SCORE_TERMS; i++)
        score += weights->term[i] * made.term[i];
    return score;
}
