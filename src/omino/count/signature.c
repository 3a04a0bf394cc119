#include "signature.h"

/* Returns where the run that ends at `top` begins, if there is no kink. */
static unsigned run_bottom(uint32_t squares, unsigned top)
{
    const uint32_t empty = ~squares & ((UINT32_C(1) << top) - 1);
    return empty != 0 ? bits_highest(empty) + 1 : 0;
}

/* Returns where the run that begins at `bottom` ends, if there is no kink. */
static unsigned run_top(uint32_t squares, unsigned bottom)
{
    return bottom + bits_lowest(~(squares >> bottom)) - 1;
}

/* Returns the lower end of the link that ends in row `from`: parentheses are matched by their
 * depth. Downwards, a run's upper end comes first. Below the lowest row comes the highest. */
static unsigned link_bottom(const signature *s, unsigned from)
{
    const uint32_t all = s->down | s->up, below = (UINT32_C(1) << from) - 1;
    uint32_t ends = all & below;
    for (unsigned depth = 1;;) {
        if (ends == 0)
            ends = all & ~below;
        const unsigned row = bits_highest(ends);
        ends ^= UINT32_C(1) << row;
        if ((s->up >> row & 1) != 0 && --depth == 0)
            return row;
        depth += s->down >> row & 1;
    }
}

/* Returns the upper end of the link that ends in row `from`. */
static unsigned link_top(const signature *s, unsigned from)
{
    const uint32_t all = s->down | s->up, below = (UINT32_C(2) << from) - 1;
    uint32_t ends = all & ~below;
    for (unsigned depth = 1;;) {
        if (ends == 0)
            ends = all & below;
        const unsigned row = bits_lowest(ends);
        ends &= ends - 1;
        if ((s->down >> row & 1) != 0 && --depth == 0)
            return row;
        depth += s->up >> row & 1;
    }
}

bool df_signature_unlink(signature *s, unsigned row)
{
    const uint32_t bit = UINT32_C(1) << row;
    const bool down = (s->down & bit) != 0, up = (s->up & bit) != 0;
    if (down && up && link_top(s, row) == row)
        return false;
    if (!up)
        s->up ^= UINT32_C(1) << link_bottom(s, row);
    if (!down)
        s->down ^= UINT32_C(1) << link_top(s, row);
    s->down &= ~bit;
    s->up &= ~bit;
    return true;
}

/* Connects the run that ends in row `low` with the next one, which begins in row `high`, but
 * for these two ends. Both belong to the same link, or one part lies inside a link of the
 * other: then that link now ends at the far end of the inner part. */
static void signature_connect(signature *s, unsigned low, unsigned high)
{
    const bool down = (s->down >> high & 1) != 0, up = (s->up >> low & 1) != 0;
    if (down && !up) {
        unsigned bottom = run_bottom(s->squares, low);
        while ((s->down >> bottom & 1) != 0)
            bottom = run_bottom(s->squares, link_bottom(s, bottom));
        s->down |= UINT32_C(1) << bottom;
    } else if (up && !down) {
        unsigned top = run_top(s->squares, high);
        while ((s->up >> top & 1) != 0)
            top = run_top(s->squares, link_top(s, top));
        s->up |= UINT32_C(1) << top;
    }
}

void df_signature_join(signature *s, unsigned row)
{
    signature_connect(s, row - 1, row);
    s->down &= ~(UINT32_C(1) << row);
    s->up &= ~(UINT32_C(1) << row >> 1);
}

void df_signature_close(signature *s, unsigned rows)
{
    signature_connect(s, rows - 1, 0);
    s->down |= 1;
    s->up |= UINT32_C(1) << (rows - 1);
}

signature df_signature_turn(signature s, unsigned rows)
{
    const uint32_t top = UINT32_C(1) << rows;
    s = (signature){s.squares << 1, s.down << 1, s.up << 1, s.touched};
    if ((s.squares & top) == 0)
        return s;
    if ((s.squares & 2) != 0) {
        s.down ^= 3;
    } else {
        s.down |= 1;
        s.up |= s.up >> rows;
        s.up |= top;
    }
    s.squares |= 1;
    return s;
}

static uint32_t signature_reverse(uint32_t bits, unsigned rows)
{
    bits = (bits >> 1 & 0x55555555u) | (bits & 0x55555555u) << 1;
    bits = (bits >> 2 & 0x33333333u) | (bits & 0x33333333u) << 2;
    bits = (bits >> 4 & 0x0f0f0f0fu) | (bits & 0x0f0f0f0fu) << 4;
    bits = (bits >> 8 & 0x00ff00ffu) | (bits & 0x00ff00ffu) << 8;
    return (bits >> 16 | bits << 16) >> (32 - rows);
}

signature df_signature_mirror(signature s, unsigned rows)
{
    return (signature){.squares = signature_reverse(s.squares, rows),
                       .down = signature_reverse(s.up, rows),
                       .up = signature_reverse(s.down, rows),
                       .touched = (s.touched & SIGNATURE_BOTTOM) << 1 | s.touched >> 1};
}

/* The lower bound on the squares to fill. The cheapest connection of neighbouring runs is a bar
 * just behind the boundary, from the upper end of one run to the lower end of the next. The
 * gaps between runs are the edges of a graph of the parts. Gaps directly inside a link form a
 * circle with the link's two ends: all but one of them must be bridged. Gaps inside no link
 * must all be bridged. So all bars are added up, and in each link the bar that saves most is
 * left out. A bar's square at the end of a run of one square belongs to the bar on its other
 * side too; such a saving is counted by halves where both bars may be left out. */

/* The gaps directly inside one link, or those inside none. */
typedef struct level {
    uint32_t saving; /* most that leaving out one bar saves, in half squares */
    uint32_t gaps;
    uint32_t next; /* 1: there is a bar in the column after the current one */
} level;

/* A run and its bars. Flags are 0 or 1 and are mostly used as numbers, as processors predict
 * branches on them badly. */
typedef struct run {
    uint32_t bottom;
    uint32_t top;
    uint32_t is_square; /* of one square */
    uint32_t is_single; /* without links */
    uint32_t is_used;   /* there is a bar below, down to another run or the edge of the strip */
    uint32_t may_be_less; /* that bar may be left out, and then no other of its level */
} run;

/* The sums so far. */
typedef struct bars {
    uint32_t row;
    uint32_t total;  /* squares of all bars */
    uint32_t saving; /* of links that are closed, in half squares */
    uint32_t next;   /* some bar lies in the next column */
    uint32_t depth;
    uint32_t floor; /* depth of the innermost link across the seam that is left to close */
    level levels[SIGNATURE_ROWS];
    level lower[SIGNATURE_ROWS]; /* inside links across the seam, at their lower ends */
} bars;

/* Adds the bar between two neighbouring runs. `goes_on`: a bar upwards from the upper one needs
 * the square behind its end; `may_end`: that bar may be left out. */
static inline void signature_bridge(bars *b, const run *low, const run *high, uint32_t goes_on,
                                    uint32_t may_end)
{
    const uint32_t below = high->bottom < b->row;
    /* Across the kink a bar runs straight up from the corner, or makes a step. */
    const uint32_t low_end = low->top + 1 != b->row;
    const uint32_t steps = low_end & (low->top < b->row) & !below;
    const uint32_t length = high->bottom - low->top - 1 + steps;
    const uint32_t shared = low->is_square & low->is_used;
    const uint32_t low_saving = shared ? low->may_be_less : 2;
    const uint32_t high_saving = high->is_square & goes_on ? may_end & !high->is_single : 2;
    const uint32_t saving = 2 * length + (low_end ? low_saving : 0) + high_saving;
    level *here = &b->levels[b->depth];
    b->total += length + (low_end & !shared) + 1;
    here->saving = saving > here->saving ? saving : here->saving;
    here->next |= below | steps;
    here->gaps++;
}

/* Closes and opens the links that end at a run. */
static inline void pass_links(bars *b, uint32_t down, uint32_t up)
{
    const level *closed = &b->levels[b->depth];
    if (down && b->depth == b->floor) {
        b->lower[b->floor--] = *closed;
        b->levels[b->floor] = (level){0};
    } else {
        b->saving += down ? closed->saving : 0;
        b->next |= down & closed->next & (closed->gaps > 1);
    }
    b->depth += up - down;
    /* Level 0 is never closed; its bars are all needed. */
    level *here = &b->levels[b->depth];
    here->saving = up ? 0 : here->saving;
    here->next = up ? 0 : here->next;
    here->gaps = up ? 0 : here->gaps;
}

/* Returns the number of links across the seam. */
static unsigned seam_links(const signature *s)
{
    unsigned depth = 0, links = 0;
    for (uint32_t ends = s->down | s->up; ends != 0; ends &= ends - 1) {
        const unsigned row = bits_lowest(ends), down = s->down >> row & 1;
        links += down & (depth == 0);
        depth = depth - (down & (depth > 0)) + (s->up >> row & 1);
    }
    return links;
}

/* Adds what bars inside links across the seam save; their lower and upper ends are apart. A gap
 * across a closed seam cannot be bridged, so all others inside its link must be. */
static void pass_seam(bars *b, uint32_t links, signature_seam seam)
{
    for (uint32_t i = 1; i <= links; i++) {
        const uint32_t low = b->lower[i].saving, high = b->levels[i].saving;
        if (i < links || seam == SEAM_OPEN)
            b->saving += low > high ? low : high;
        b->next |= b->lower[i].next | b->levels[i].next;
    }
}

/* Returns the run that begins with the lowest of the squares `left`. */
static inline run next_run(const signature *s, uint32_t left, uint32_t row)
{
    run r = {.bottom = bits_lowest(left)};
    r.top = run_top(left, r.bottom);
    r.top = r.bottom < row && r.top >= row ? row - 1 : r.top;
    r.is_square = r.bottom == r.top;
    r.is_single = ~(s->down >> r.bottom | s->up >> r.top) & 1;
    return r;
}

/* Adds the bar from the highest run to the upper edge. */
static void add_top(bars *b, const run *high, uint32_t rows)
{
    const uint32_t corner = high->top + 1 == b->row;
    b->total += rows - 1 - high->top + !(corner | (high->is_square & high->is_used));
    b->next |= !corner & (high->top < b->row);
}

/* Adds the bar from the lowest run to the lower edge. */
static void add_bottom(bars *b, run *low)
{
    b->total = low->bottom + 1 + ((b->row > 0) & (low->bottom >= b->row));
    b->next = b->row > 0;
    low->is_used = 1;
}

unsigned df_signature_need(const signature *s, unsigned row, unsigned rows, unsigned columns,
                           signature_seam seam)
{
    const uint32_t links = seam == SEAM_NONE ? 0 : seam_links(s);
    if (seam == SEAM_CLOSED && links == 0)
        return SIGNATURE_NEVER;
    if (s->squares == 0)
        return rows + columns;
    /* Levels are cleared when they are reached: clearing all would take longer than the rest.
     */
    bars b;
    b.row = row;
    b.total = b.saving = b.next = 0;
    b.depth = b.floor = links;
    b.levels[links] = (level){0};
    run low = next_run(s, s->squares, row);
    const uint32_t bottom = low.bottom;
    if ((s->touched & SIGNATURE_BOTTOM) == 0 && seam == SEAM_NONE)
        add_bottom(&b, &low);
    const uint32_t open = (s->touched & SIGNATURE_TOP) == 0 && seam == SEAM_NONE;
    uint32_t left = s->squares & ~((UINT32_C(2) << low.top) - 1);
    pass_links(&b, s->down >> low.bottom & 1, s->up >> low.top & 1);
    while (left != 0) {
        run high = next_run(s, left, row);
        const uint32_t down = s->down >> high.bottom & 1, up = s->up >> high.top & 1;
        left &= ~((UINT32_C(2) << high.top) - 1);
        /* A bar from the kink's corner upwards does not need the square behind the corner. */
        const uint32_t goes_on = ((left != 0) | open) & (high.top + 1 != row);
        high.is_used = 1;
        high.may_be_less = (b.depth > 0) & !high.is_single;
        signature_bridge(&b, &low, &high, goes_on, (left != 0) & (b.depth + up > down));
        pass_links(&b, down, up);
        low = high;
    }
    if (open)
        add_top(&b, &low, rows);
    else if (s->touched == 0)
        b.total += bottom < rows - 1 - low.top ? bottom : rows - 1 - low.top;
    if (links > 0)
        pass_seam(&b, links, seam);
    const uint32_t total = b.total - b.saving / 2;
    /* Each further column needs a square; one of them may have a bar. */
    if (total == 0)
        return columns + ((s->squares & ((UINT32_C(1) << row) - 1)) == 0);
    return total + columns - ((b.next | b.levels[0].next) & (columns > 0));
}
