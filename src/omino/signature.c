#include "omino/signature.h"

#include <stddef.h>

/* The highest bit; bits != 0. */
static unsigned highest(uint32_t bits)
{
#ifdef __GNUC__
    return 31u - (unsigned)__builtin_clz(bits);
#else
    bits |= bits >> 1;
    bits |= bits >> 2;
    bits |= bits >> 4;
    bits |= bits >> 8;
    bits |= bits >> 16;
    return bits_count(bits) - 1;
#endif
}

/* Where the run begins that ends at `top`, and ends that begins at `bottom`, were there no
 * kink. */
static unsigned run_bottom(uint32_t squares, unsigned top)
{
    const uint32_t empty = ~squares & ((UINT32_C(1) << top) - 1);
    return empty != 0 ? highest(empty) + 1 : 0;
}

static unsigned run_top(uint32_t squares, unsigned bottom)
{
    return bottom + bits_lowest(~(squares >> bottom)) - 1;
}

/* The other end of the link that ends in row `from`: parentheses are matched by their depth. On
 * the way down a run's upper end comes first. */
static unsigned link_bottom(const signature *s, unsigned from)
{
    uint32_t ends = (s->down | s->up) & ((UINT32_C(1) << from) - 1);
    for (unsigned depth = 1;;) {
        const unsigned row = highest(ends);
        ends ^= UINT32_C(1) << row;
        if ((s->up >> row & 1) != 0 && --depth == 0)
            return row;
        depth += s->down >> row & 1;
    }
}

static unsigned link_top(const signature *s, unsigned from)
{
    uint32_t ends = (s->down | s->up) & ~((UINT32_C(2) << from) - 1);
    for (unsigned depth = 1;;) {
        const unsigned row = bits_lowest(ends);
        ends &= ends - 1;
        if ((s->down >> row & 1) != 0 && --depth == 0)
            return row;
        depth += s->up >> row & 1;
    }
}

bool df_signature_leave(signature *s, unsigned row)
{
    const uint32_t bit = UINT32_C(1) << row;
    if ((s->squares & bit) == 0)
        return true;
    const bool down = (s->down & bit) != 0;
    if ((s->squares >> 1 & bit) != 0) {
        /* The run goes on above without its lowest square. */
        if (down)
            s->down ^= bit | bit << 1;
    } else {
        /* The run is gone, and the chain closes around it. */
        const bool up = (s->up & bit) != 0;
        if (!down && !up)
            return false;
        if (!up)
            s->up ^= UINT32_C(1) << link_bottom(s, row);
        if (!down)
            s->down ^= UINT32_C(1) << link_top(s, row);
        s->down &= ~bit;
        s->up &= ~bit;
    }
    s->squares ^= bit;
    return true;
}

/* Joins the run that ends below the current row with that which begins in it, and makes one
 * chain of their parts. */
static void join(signature *s, unsigned row)
{
    const uint32_t bit = UINT32_C(1) << row, below = bit >> 1;
    const bool down = (s->down & bit) != 0, up = (s->up & below) != 0;
    s->down &= ~bit;
    s->up &= ~below;
    /* Both ends belong to the same link, or one part lies inside a link of the other: then that
     * link now ends at the far end of the inner part. */
    if (down && !up) {
        unsigned bottom = run_bottom(s->squares, row - 1);
        while ((s->down >> bottom & 1) != 0)
            bottom = run_bottom(s->squares, link_bottom(s, bottom));
        s->down |= UINT32_C(1) << bottom;
    } else if (up && !down) {
        unsigned top = run_top(s->squares, row);
        while ((s->up >> top & 1) != 0)
            top = run_top(s->squares, link_top(s, top));
        s->up |= UINT32_C(1) << top;
    }
}

void df_signature_fill(signature *s, unsigned row, unsigned rows)
{
    const uint32_t bit = UINT32_C(1) << row, below = bit >> 1;
    if ((s->squares & bit) == 0) {
        if ((s->up & below) != 0)
            s->up ^= below | bit;
        s->squares |= bit;
    } else {
        if ((s->squares & below) != 0)
            join(s, row);
        /* The run before the kink loses its lowest square, but remains connected with it. */
        if ((s->squares >> 1 & bit) != 0) {
            s->up |= bit;
            s->down |= bit << 1;
        }
    }
    s->touched |= (row == 0 ? SIGNATURE_BOTTOM : 0u) | (row + 1 == rows ? SIGNATURE_TOP : 0u);
}

static uint32_t reverse(uint32_t bits, unsigned rows)
{
    bits = (bits >> 1 & 0x55555555u) | (bits & 0x55555555u) << 1;
    bits = (bits >> 2 & 0x33333333u) | (bits & 0x33333333u) << 2;
    bits = (bits >> 4 & 0x0f0f0f0fu) | (bits & 0x0f0f0f0fu) << 4;
    bits = (bits >> 8 & 0x00ff00ffu) | (bits & 0x00ff00ffu) << 8;
    return (bits >> 16 | bits << 16) >> (32 - rows);
}

signature df_signature_mirror(signature s, unsigned rows)
{
    return (signature){.squares = reverse(s.squares, rows),
                       .down = reverse(s.up, rows),
                       .up = reverse(s.down, rows),
                       .touched = (s.touched & SIGNATURE_BOTTOM) << 1 | s.touched >> 1};
}

/* Bounds of what must be filled. The cheapest way to connect neighbouring runs is a bar just
 * behind the boundary, from the upper end of the one to the lower end of the other. The gaps
 * between runs are the edges of a graph of the parts. Gaps directly inside a link, with the
 * link's two ends, make up a circle: all but one of them must be bridged. Gaps inside no link
 * must all be bridged. So all bars are added up, and from each link the one that saves most is
 * taken away. A bar's square at the end of a run of one square belongs to the bar on its other
 * side too; what is saved there is counted by halves where both may go. */
typedef struct level {
    unsigned saving; /* most that leaving out one bar saves, in half squares */
    unsigned gaps;
    bool next; /* there is a bar in the column after the current one */
} level;

typedef struct run {
    unsigned bottom;
    unsigned top;
    bool is_square;  /* of one square */
    bool is_single;  /* without links */
    bool is_used;    /* there is a bar below, down to another run or the edge of the strip */
    bool may_be_not; /* that bar may be left out */
} run;

typedef struct bars {
    unsigned row;
    unsigned total;  /* squares of all bars */
    unsigned saving; /* of links that are closed, in half squares */
    bool next;       /* some bar lies in the next column */
    unsigned depth;
    level levels[SIGNATURE_ROWS];
} bars;

/* What the bar between `low` and `run` costs, `last` telling whether a bar goes on above it and
 * `may_end` whether that one may be left out. */
static void bridge(bars *b, const run *low, const run *high, bool goes_on, bool may_end)
{
    level *here = &b->levels[b->depth];
    unsigned length = high->bottom - low->top - 1;
    bool low_end = true;
    if (high->bottom < b->row) {
        here->next = true;
    } else if (low->top < b->row) {
        /* Across the kink: from its corner straight up, or with a step. */
        low_end = low->top + 1 != b->row;
        length += low_end;
        here->next |= low_end;
    }
    const bool shared = low->is_square && low->is_used;
    here->gaps++;
    b->total += length + (low_end && !shared) + 1;
    if (b->depth == 0)
        return;
    unsigned saving = 2 * length;
    if (low_end)
        saving += !shared ? 2 : low->may_be_not && !low->is_single;
    saving += !high->is_square || !goes_on ? 2 : may_end && !high->is_single;
    here->saving = saving > here->saving ? saving : here->saving;
}

/* Takes `high`, the next run after `low`, which is NULL at first. `more`: there are runs above.
 */
static void add_run(bars *b, const signature *s, const run *low, run *high, bool more)
{
    const unsigned down = s->down >> high->bottom & 1, up = s->up >> high->top & 1;
    high->is_square = high->bottom == high->top;
    high->is_single = down == 0 && up == 0;
    if (low != NULL) {
        /* A bar from the kink's corner upwards does not need the square behind the corner. */
        const bool goes_on =
            (more || (s->touched & SIGNATURE_TOP) == 0) && high->top + 1 != b->row;
        high->is_used = true;
        high->may_be_not = b->depth > 0;
        bridge(b, low, high, goes_on, more && b->depth + up > down);
    } else {
        high->is_used = (s->touched & SIGNATURE_BOTTOM) == 0;
        high->may_be_not = false;
        if (high->is_used) {
            b->total = high->bottom + 1 + (b->row > 0 && high->bottom >= b->row);
            b->next = b->row > 0;
        }
    }
    if (down != 0) {
        const level *closed = &b->levels[b->depth--];
        b->saving += closed->saving;
        b->next |= closed->gaps > 1 && closed->next;
    }
    if (up != 0)
        b->levels[++b->depth] = (level){0};
}

/* The bar from the highest run to the upper edge. */
static void add_top(bars *b, const run *high, unsigned rows)
{
    const unsigned length = rows - 1 - high->top;
    if (high->top + 1 == b->row) {
        b->total += length;
    } else {
        b->total += length + !(high->is_square && high->is_used);
        b->next |= high->top < b->row;
    }
}

unsigned df_signature_need(const signature *s, unsigned row, unsigned rows, unsigned columns)
{
    bars b = {.row = row};
    b.levels[0] = (level){0};
    run runs[2];
    unsigned count = 0;
    for (uint32_t left = s->squares; left != 0; count++) {
        run *high = &runs[count & 1];
        high->bottom = bits_lowest(left);
        high->top = run_top(left, high->bottom);
        if (high->bottom < row && high->top >= row)
            high->top = row - 1;
        left &= ~((UINT32_C(2) << high->top) - 1);
        add_run(&b, s, count == 0 ? NULL : &runs[~count & 1], high, left != 0);
    }
    if (count == 0)
        return rows + columns;
    if ((s->touched & SIGNATURE_TOP) == 0)
        add_top(&b, &runs[~count & 1], rows);
    const unsigned total = b.total - b.saving / 2;
    /* Each further column needs a square; one of them may have a bar. */
    if (total == 0)
        return columns + ((s->squares & ((UINT32_C(1) << row) - 1)) == 0);
    return total + columns - ((b.next || b.levels[0].next) && columns > 0);
}
