#include "board.h"

#include <string.h>

#include "core/base/bits.h"

/* The wanted squares up to the highest row that stays. Those above it are open to the sky. */
typedef struct dead_end_rows {
    uint64_t wanted[BOARD_ROWS];
    uint16_t picture_row[BOARD_ROWS]; /* of the rows that stay */
    uint64_t stays;                   /* bit r: row r stays */
    unsigned count;
} dead_end_rows;

/* Lists the rows. False if nothing is wanted in them, or if none stays. */
static bool dead_end_list(dead_end_rows *made, const drop_board *board,
                          const drop_target *target)
{
    unsigned y = board->settled;
    uint64_t any = 0;
    made->stays = board->stays;
    made->count = 0;
    for (unsigned r = 0; r < board->count && board->stays >> r != 0; r++) {
        const bool stays = (board->stays >> r & 1) != 0;
        const uint64_t all = stays ? target->rows[y].squares : target->full;
        made->picture_row[r] = (uint16_t)y;
        made->wanted[r] = all & ~board->row[r];
        any |= made->wanted[r];
        y += stays;
        made->count++;
    }
    return any != 0;
}

/* Spreads over the wanted squares of a row from those in `from`. */
static uint64_t dead_end_fill(uint64_t from, uint64_t wanted)
{
    for (;;) {
        const uint64_t more = (from | from << 1 | from >> 1) & wanted;
        if (more == from)
            return from;
        from = more;
    }
}

/* Spreads `found` over all wanted squares that one piece may share with it: beside one another,
 * and one above the other with nothing but rows that clear between them. */
static void dead_end_spread(const dead_end_rows *rows, uint64_t *found)
{
    for (bool grows = true; grows;) {
        grows = false;
        uint64_t column = 0;
        for (unsigned i = 0; i < 2 * rows->count; i++) {
            const unsigned r = i < rows->count ? rows->count - 1 - i : i - rows->count;
            if (i == rows->count)
                column = 0;
            const uint64_t wanted = rows->wanted[r];
            const uint64_t now = dead_end_fill(found[r] | (column & wanted), wanted);
            grows = grows || now != found[r];
            found[r] = now;
            column = (rows->stays >> r & 1) != 0 ? now : column | now;
        }
    }
}

/* True if wanted squares without a link to the rows to come are not a multiple of four. The
 * highest row that stays is linked to them: rows may clear above it. */
static bool dead_end_is_uneven(const dead_end_rows *rows)
{
    uint64_t open[BOARD_ROWS] = {0};
    const unsigned last = rows->count - 1;
    open[last] = rows->wanted[last];
    dead_end_spread(rows, open);
    for (unsigned r = 0; r < rows->count; r++) {
        while ((rows->wanted[r] & ~open[r]) != 0) {
            uint64_t found[BOARD_ROWS] = {0};
            const uint64_t rest = rows->wanted[r] & ~open[r];
            unsigned squares = 0;
            found[r] = rest & (0 - rest);
            dead_end_spread(rows, found);
            for (unsigned i = 0; i < rows->count; i++) {
                squares += bits_count(found[i]);
                open[i] |= found[i];
            }
            if (squares % 4 != 0)
                return true;
        }
    }
    return false;
}

/* The leftmost squares of runs of 1 … PRINT_REACH squares in each row that a piece may fill. */
typedef struct dead_end_runs {
    uint64_t from[PRINT_REACH][BOARD_ROWS];
} dead_end_runs;

static void dead_end_find_runs(dead_end_runs *runs, const dead_end_rows *rows,
                               const drop_target *target, unsigned piece)
{
    for (unsigned r = 0; r < rows->count; r++) {
        uint64_t free = rows->wanted[r];
        if ((rows->stays >> r & 1) != 0)
            free &= target->rows[rows->picture_row[r]].by_piece[piece];
        runs->from[0][r] = free;
        for (unsigned i = 1; i < PRINT_REACH; i++)
            runs->from[i][r] = runs->from[i - 1][r] & free >> i;
    }
}

/* Takes the squares that a shape can cover off those that are missed. Each row of the shape is
 * one run. Between two rows of it may be rows that clear before; above the highest row that
 * stays there is always one. */
static void dead_end_cover(const dead_end_rows *rows, const print_shape *shape,
                           const dead_end_runs *runs, uint64_t *missed)
{
    /* Bit x of [i][r]: rows 0 to i of the shape have places, that of row i in row r, with the
     * leftmost column of the shape in column x. */
    uint64_t places[PRINT_REACH][BOARD_ROWS];
    const unsigned count = rows->count;
    for (unsigned i = 0; i < shape->height; i++) {
        const uint64_t *from = runs->from[bits_count(shape->row[i]) - 1];
        const unsigned first = bits_lowest(shape->row[i]);
        uint64_t linked = i == 0 ? UINT64_MAX : 0;
        for (unsigned r = 0; r < count; r++) {
            places[i][r] = from[r] >> first & linked;
            if (i > 0)
                linked = places[i - 1][r] | ((rows->stays >> r & 1) != 0 ? 0 : linked);
        }
    }
    for (unsigned i = shape->height; i-- > 0;) {
        const unsigned first = bits_lowest(shape->row[i]), length = bits_count(shape->row[i]);
        const bool is_top = i + 1U == shape->height;
        uint64_t linked = UINT64_MAX;
        for (unsigned r = count; r-- > 0;) {
            const uint64_t fits = places[i][r] & linked;
            uint64_t covered = fits << first;
            places[i][r] = fits;
            if (!is_top)
                linked = places[i + 1][r] | ((rows->stays >> r & 1) != 0 ? 0 : linked);
            covered |= length > 1 ? covered << 1 : 0;
            missed[r] &= ~(covered | (length > 2 ? covered << (length - 2) : 0));
        }
    }
}

/* True if a piece could cover some square that is missed. */
static bool dead_end_may_help(const dead_end_rows *rows, const drop_target *target,
                              unsigned piece, const uint64_t *missed)
{
    uint64_t any = 0;
    for (unsigned r = 0; r < rows->count; r++)
        any |= (rows->stays >> r & 1) != 0
                   ? missed[r] & target->rows[rows->picture_row[r]].by_piece[piece]
                   : missed[r];
    return any != 0;
}

static bool dead_end_misses_some(const dead_end_rows *rows, const uint64_t *missed)
{
    uint64_t any = 0;
    for (unsigned r = 0; r < rows->count; r++)
        any |= missed[r];
    return any != 0;
}

/* True if some wanted square cannot be covered. */
static bool dead_end_is_out_of_reach(const dead_end_rows *rows, const board_rules *rules,
                                     const drop_target *target)
{
    /* The last shapes cover the most. */
    uint64_t missed[BOARD_ROWS];
    dead_end_runs runs;
    unsigned piece = DF_TETROMINOES;
    bool helps = false;
    memcpy(missed, rows->wanted, rows->count * sizeof missed[0]);
    for (unsigned i = PRINT_SHAPES; i-- > 0;) {
        const print_shape *shape = &rules->shapes[i];
        if (shape->piece != piece) {
            if (helps && !dead_end_misses_some(rows, missed))
                return false;
            piece = shape->piece;
            helps = dead_end_may_help(rows, target, piece, missed);
            if (helps)
                dead_end_find_runs(&runs, rows, target, piece);
        }
        if (helps && shape->width <= target->width)
            dead_end_cover(rows, shape, &runs, missed);
    }
    return dead_end_misses_some(rows, missed);
}

/* Spreads `open` over the squares of a row that a piece can get to: sideways over empty
 * squares. A row may clear before, so that what is above it comes to lie on what is below. */
static uint64_t dead_end_pass(const drop_board *board, unsigned r, uint64_t full, uint64_t open)
{
    const uint64_t empty = full & ~board->row[r];
    const uint64_t reached = dead_end_fill(open & empty, empty);
    return (board->stays >> r & 1) != 0 ? reached : open | reached;
}

/* True if squares that stay shut in some wanted square, so that no piece can get to it. */
static bool dead_end_is_shut_in(const dead_end_rows *rows, const drop_board *board,
                                const drop_target *target)
{
    uint64_t open[BOARD_ROWS + 1];
    uint64_t missed = 0;
    open[rows->count] = target->full;
    for (unsigned r = rows->count; r-- > 0;)
        open[r] = dead_end_pass(board, r, target->full, open[r + 1]);
    for (unsigned r = 0; r < rows->count; r++) {
        if (r > 0)
            open[r] |= dead_end_pass(board, r, target->full, open[r - 1]);
        missed |= rows->wanted[r] & ~open[r];
    }
    return missed != 0;
}

bool df_board_is_dead_end(const drop_board *board, const board_rules *rules)
{
    const drop_target *target = board_target(rules, board);
    dead_end_rows rows;
    return dead_end_list(&rows, board, target) &&
           ((rules->tucks != NULL && dead_end_is_shut_in(&rows, board, target)) ||
            dead_end_is_uneven(&rows) || dead_end_is_out_of_reach(&rows, rules, target));
}
