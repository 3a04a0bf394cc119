#include "tally.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "omino/shape/measure.h"
#include "transfer.h"

/* Besides its signature a state needs what the measure depends on:
 *
 * - For holes, counted or refused, `corner`: the square below the left neighbour of the current
 *   one, behind the kink. It is kept where it matters only.
 * - For site perimeters, the empty squares of the boundary that are beside a square: `sites`.
 *   They have been counted; the others are counted when a square is filled beside them. */
typedef struct tally_key {
    uint64_t packed; /* the signature, and above it `corner` */
    uint32_t sites;
} tally_key;

#define TALLY_CORNER (UINT64_C(1) << SIGNATURE_BITS)

/* A state. Its numbers are those for the sizes min … max, and for all values of each. */
typedef struct tally_state {
    tally_key key;
    uint8_t min;
    uint8_t max;
    uint8_t first; /* the least size with a number above 0 */
    uint8_t low;   /* the least value with one */
    size_t at;     /* its first number */
} tally_state;

/* All states for one place of the boundary, and a hash table of them: number + 1, 0 if free. */
typedef struct tally_layer {
    tally_state *states;
    uint64_t *numbers;
    size_t count, state_capacity;
    size_t used, number_capacity;
    uint32_t *slots;
    unsigned bits;
} tally_layer;

typedef struct tally_strip {
    tally_result *result;
    unsigned size;
    unsigned rows;
    unsigned row; /* the current square, columns from 1 */
    unsigned column;
    unsigned values;
    df_omino_measure by;
    bool turned;
    bool no_holes;
    tally_layer layers[2];
    unsigned now;
    uint64_t budget; /* bytes of memory that are left */
    uint64_t carry;  /* not 0: a number did not fit into 64 bits */
} tally_strip;

enum { MIN_BITS = 8 };

/* A square of the boundary and its surroundings. */
typedef struct tally_corner {
    bool left, below, corner; /* filled */
    bool is_linked;           /* left and below belong to one part */
} tally_corner;

static unsigned tally_all_values(unsigned size, df_omino_measure by)
{
    switch (by) {
    case DF_MEASURE_PERIMETER:
        return size + 2;
    case DF_MEASURE_SITE_PERIMETER:
        return 2 * size + 3;
    case DF_MEASURE_BOX:
        return 1;
    default:
        /* Each hole has 4 sides at least, the outer border 12, and all 2 · size + 2 at most. */
        return size < 7 ? 1 : (size - 5) / 2 + 1;
    }
}

/* Returns 1 + the greatest value of a measure up to `up_to` (0: any); perimeters are halved. */
static unsigned tally_values(unsigned size, df_omino_measure by, unsigned up_to)
{
    const unsigned all = tally_all_values(size, by);
    const unsigned last = by == DF_MEASURE_PERIMETER ? up_to / 2 : up_to;
    return up_to > 0 && by != DF_MEASURE_BOX ? unsigned_min(all, last + 1) : all;
}

static uint64_t tally_hash(tally_key key)
{
    return transfer_hash(key.packed ^ transfer_hash(key.sites + UINT64_C(1)));
}

static df_status tally_index(tally_layer *layer, unsigned bits, uint64_t *budget)
{
    const uint64_t bytes = UINT64_C(4) << bits;
    if (bytes > *budget)
        return DF_ERROR_LIMIT;
    uint32_t *slots = calloc((size_t)1 << bits, sizeof *slots);
    if (slots == NULL)
        return DF_ERROR_MEMORY;
    *budget -= bytes;
    if (layer->slots != NULL)
        *budget += UINT64_C(4) << layer->bits;
    free(layer->slots);
    layer->slots = slots;
    layer->bits = bits;
    const size_t last = ((size_t)1 << bits) - 1;
    for (size_t i = 0; i < layer->count; i++) {
        size_t slot = (size_t)(tally_hash(layer->states[i].key) >> (64 - bits));
        while (slots[slot] != 0)
            slot = (slot + 1) & last;
        slots[slot] = (uint32_t)(i + 1);
    }
    return DF_OK;
}

static void tally_layer_free(tally_layer *layer)
{
    free(layer->states);
    free(layer->numbers);
    free(layer->slots);
}

/* Returns the place of the next square: its row, and if it begins a column. */
static unsigned tally_next_row(const tally_strip *t)
{
    return t->row + 1 == t->rows ? 0 : t->row + 1;
}

/* Returns a lower bound on what is still added to the measure. Rows between the squares and an
 * edge that was not touched will have squares, each row with a side at its left, which counts
 * for the halved perimeter, and an empty square at its right; so will rows of the boundary. */
static unsigned tally_need(const tally_strip *t, signature s)
{
    if (s.squares == 0 || !measure_is_perimeter(t->by))
        return 0;
    unsigned rows = 0;
    if ((s.touched & SIGNATURE_BOTTOM) == 0)
        rows += bits_lowest(s.squares);
    if ((s.touched & SIGNATURE_TOP) == 0)
        for (unsigned row = t->rows; (s.squares >> (row - 1) & 1) == 0; row--)
            rows++;
    return t->by == DF_MEASURE_PERIMETER ? rows : rows + bits_count(s.squares);
}

/* Appends a state with numbers 0 that is reached with `first` squares, unless it cannot be
 * finished; then *state is NULL. */
static df_status tally_append(tally_strip *t, tally_layer *to, tally_key key, signature s,
                              unsigned first, unsigned low, tally_state **state)
{
    const unsigned row = tally_next_row(t), column = t->column + (row == 0);
    const unsigned wanted = t->turned ? 0 : t->rows;
    const unsigned need =
        df_signature_need(&s, row, t->rows, column < wanted ? wanted - column : 0);
    *state = NULL;
    if (need + first > t->size || first >= t->size || low + tally_need(t, s) >= t->values)
        return DF_OK;
    /* All columns but this one and the one before have a square at least. */
    const unsigned least = bits_count(s.squares) + (column > 2 ? column - 2 : 0);
    const unsigned max = t->size - (need > 1 ? need : 1);
    const size_t numbers = (size_t)(max + 1 - least) * t->values;
    if (to->count + 1 >= UINT32_MAX)
        return DF_ERROR_LIMIT;
    df_status status =
        ARRAY_RESERVE_WITHIN(to->states, to->state_capacity, to->count, 1, &t->budget);
    if (status == DF_OK)
        status = ARRAY_RESERVE_WITHIN(to->numbers, to->number_capacity, to->used, numbers,
                                      &t->budget);
    if (status != DF_OK)
        return status;
    memset(to->numbers + to->used, 0, numbers * sizeof *to->numbers);
    to->states[to->count] = (tally_state){.key = key,
                                          .min = (uint8_t)least,
                                          .max = (uint8_t)max,
                                          .first = (uint8_t)first,
                                          .low = (uint8_t)low,
                                          .at = to->used};
    *state = &to->states[to->count++];
    to->used += numbers;
    return DF_OK;
}

/* Finds a state of the next layer, or makes it. */
static df_status tally_find(tally_strip *t, tally_key key, signature s, unsigned first,
                            unsigned low, tally_state **state)
{
    tally_layer *to = &t->layers[1 - t->now];
    const size_t last = ((size_t)1 << to->bits) - 1;
    size_t slot = (size_t)(tally_hash(key) >> (64 - to->bits));
    for (; to->slots[slot] != 0; slot = (slot + 1) & last) {
        tally_state *here = &to->states[to->slots[slot] - 1];
        if (here->key.packed == key.packed && here->key.sites == key.sites) {
            here->first = (uint8_t)unsigned_min(here->first, first);
            here->low = (uint8_t)unsigned_min(here->low, low);
            *state = here;
            return DF_OK;
        }
    }
    const df_status status = tally_append(t, to, key, s, first, low, state);
    if (status != DF_OK || *state == NULL)
        return status;
    to->slots[slot] = (uint32_t)to->count;
    return to->count << 1 >> to->bits == 0 ? DF_OK : tally_index(to, to->bits + 1, &t->budget);
}

/* Returns what of `corner` matters for the next square, of which the left and the lower
 * neighbour are given. */
static bool tally_keep(const tally_strip *t, bool left, bool below, bool corner)
{
    if (t->by == DF_MEASURE_HOLES || t->no_holes)
        return corner && left == below;
    return t->by == DF_MEASURE_INNER_HOLES && corner && left && below;
}

static uint32_t tally_mirror_sites(uint32_t sites, unsigned rows)
{
    uint32_t mirrored = 0;
    for (unsigned row = 0; row < rows; row++)
        mirrored |= (sites >> row & 1) << (rows - 1 - row);
    return mirrored;
}

/* Moves a state's numbers on to `s`, with `filled` more squares and `more` on the measure. */
static df_status tally_move(tally_strip *t, const tally_state *from, signature s, bool corner,
                            uint32_t sites, bool filled, unsigned more)
{
    const unsigned row = tally_next_row(t);
    tally_key key = {signature_pack(s, row), sites};
    if (row == 0) {
        bool mirrored;
        const signature chosen = df_transfer_choose(s, t->rows, &mirrored);
        const uint32_t turned = tally_mirror_sites(sites, t->rows);
        const uint64_t packed = signature_pack(chosen, 0);
        const signature m = df_signature_mirror(s, t->rows);
        /* A signature that is its own mirror image may have other sites. */
        if (mirrored || (signature_pack(m, 0) == packed && turned < sites))
            key.sites = turned;
        key.packed = packed;
        s = chosen;
    } else if (corner) {
        key.packed |= TALLY_CORNER;
    }
    tally_state *to = NULL;
    const df_status status = tally_find(t, key, s, from->first + filled, from->low + more, &to);
    if (status != DF_OK || to == NULL)
        return status;
    const unsigned last = unsigned_min(from->max + filled, to->max), values = t->values;
    const uint64_t *number = t->layers[t->now].numbers + from->at;
    uint64_t *sum = t->layers[1 - t->now].numbers + to->at;
    uint64_t carry = 0;
    for (unsigned size = from->first + filled; size <= last; size++) {
        const uint64_t *source = number + (size_t)(size - filled - from->min) * values;
        uint64_t *target = sum + (size_t)(size - to->min) * values + more;
        for (unsigned value = 0; value + more < values; value++)
            carry |= (target[value] += source[value]) < source[value];
    }
    t->carry |= carry;
    return DF_OK;
}

/* Returns the box of the polyominoes that end in this column, turned by a quarter or not. */
static unsigned tally_box(const tally_strip *t, bool turned)
{
    return turned ? (t->column - 1) * DF_OMINOES_MAX_SQUARES + t->rows - 1
                  : (t->rows - 1) * DF_OMINOES_MAX_SQUARES + t->column - 1;
}

/* Adds the numbers of a state in which the filled square finished the polyomino. */
static void tally_finish(tally_strip *t, const tally_state *from, unsigned more)
{
    const uint64_t *number = t->layers[t->now].numbers + from->at;
    const unsigned scale = t->by == DF_MEASURE_PERIMETER ? 2 : 1;
    const bool twice = !t->turned && t->column > t->rows;
    for (unsigned size = from->first; size <= from->max; size++) {
        uint64_t *counts = t->result->tables[size + 1].counts;
        const uint64_t *source = number + (size_t)(size - from->min) * t->values;
        if (t->by == DF_MEASURE_BOX) {
            counts[tally_box(t, false)] += source[0];
            counts[tally_box(t, true)] += twice ? source[0] : 0;
            continue;
        }
        for (unsigned value = 0; value + more < t->values; value++)
            counts[(value + more) * scale] += source[value] << twice;
    }
}

/* True if a filled square closes a ring of squares around the empty corner. */
static inline bool tally_closes(tally_corner c)
{
    return c.left && c.below && !c.corner && c.is_linked;
}

/* True if a square that is left empty or filled makes a hole: by closing a ring, or as two
 * squares touch at a corner only, on one side of which there is one, since they are connected
 * elsewhere. */
static inline bool tally_makes_hole(tally_corner c, bool filled)
{
    return filled ? tally_closes(c) || (c.corner && !c.left && !c.below)
                  : c.left && c.below && !c.corner;
}

/* True if the last square touches the one behind the row above it at a corner only. */
static bool tally_touches_last(const tally_strip *t, signature before)
{
    const uint32_t bit = UINT32_C(1) << t->row;
    return t->row + 1 < t->rows && (before.squares & bit << 1) != 0 &&
           (before.squares & bit) == 0;
}

/* Returns what an empty square adds to the measure. */
static unsigned tally_leave(const tally_strip *t, tally_corner c)
{
    switch (t->by) {
    case DF_MEASURE_HOLES:
        return tally_makes_hole(c, false);
    case DF_MEASURE_SITE_PERIMETER:
        return c.left || c.below;
    default:
        return 0;
    }
}

/* Returns what a filled square adds to the measure. `sites` are those before it. */
static unsigned tally_fill(const tally_strip *t, tally_corner c, uint32_t sites)
{
    const uint32_t bit = UINT32_C(1) << t->row;
    switch (t->by) {
    case DF_MEASURE_PERIMETER:
        return 2u - c.left - c.below;
    case DF_MEASURE_SITE_PERIMETER:
        return (unsigned)(!c.left && (sites & bit) == 0) +
               (!c.below && (t->row == 0 || (sites & bit >> 1) == 0)) + (t->row + 1 == t->rows);
    case DF_MEASURE_HOLES:
        return tally_makes_hole(c, true);
    case DF_MEASURE_INNER_HOLES:
        return tally_closes(c);
    default:
        return 0;
    }
}

/* Returns what the empty squares after the last one add; `filled` has that, `before` not. */
static unsigned tally_rest(const tally_strip *t, signature before, signature filled)
{
    const uint32_t above = UINT32_C(2) << t->row;
    const bool is_top = t->row + 1 == t->rows;
    const uint32_t behind = before.squares & ~(above - 1);
    switch (t->by) {
    case DF_MEASURE_HOLES:
        return tally_touches_last(t, before);
    case DF_MEASURE_SITE_PERIMETER:
        return bits_count(behind | (is_top ? 0 : above)) +
               bits_count(filled.squares & (above - 1));
    default:
        return 0;
    }
}

/* Decides the current square of a state in both ways. */
static df_status tally_look(tally_strip *t, const tally_state *from)
{
    const uint32_t bit = UINT32_C(1) << t->row;
    const uint32_t sites = from->key.sites;
    const signature s = signature_unpack(from->key.packed & (TALLY_CORNER - 1), t->row);
    const bool is_last = t->row + 1 == t->rows;
    const tally_corner c = {
        .left = (s.squares & bit) != 0,
        .below = (s.squares & bit >> 1) != 0,
        .corner = (from->key.packed & TALLY_CORNER) != 0,
        .is_linked = (s.down & bit) != 0 && (s.up & bit >> 1) != 0,
    };
    const bool above = !is_last && (s.squares & bit << 1) != 0;
    const bool counts_sites = t->by == DF_MEASURE_SITE_PERIMETER;
    df_status status = DF_OK;
    signature left = s;
    if (!(t->no_holes && tally_makes_hole(c, false)) && signature_leave(&left, t->row) &&
        (left.squares != 0 || !is_last)) {
        const uint32_t after = counts_sites && (c.left || c.below) ? sites | bit : sites & ~bit;
        status = tally_move(t, from, left, tally_keep(t, above, false, c.left), after, false,
                            tally_leave(t, c));
    }
    if (t->no_holes && tally_makes_hole(c, true))
        return status;
    signature filled = s;
    signature_fill(&filled, t->row, t->rows);
    const unsigned more = tally_fill(t, c, sites);
    const bool is_long = t->turned || t->column >= t->rows;
    if (is_long && filled.touched == SIGNATURE_BOTH &&
        signature_is_whole(filled, tally_next_row(t)) &&
        !(t->no_holes && tally_touches_last(t, s)))
        tally_finish(t, from, more + tally_rest(t, s, filled));
    if (status == DF_OK)
        status = tally_move(t, from, filled, tally_keep(t, above, true, c.left),
                            counts_sites ? (sites & ~bit) | (c.below ? 0 : bit >> 1) : 0, true,
                            more);
    return status;
}

/* Makes the next layer. */
static df_status tally_step(tally_strip *t, uint64_t limit)
{
    const tally_layer *from = &t->layers[t->now];
    tally_layer *to = &t->layers[1 - t->now];
    df_status status = DF_OK;
    to->count = to->used = 0;
    memset(to->slots, 0, sizeof(uint32_t) << to->bits);
    for (size_t i = 0; i < from->count && status == DF_OK; i++)
        status = tally_look(t, &from->states[i]);
    df_omino_effort *effort = &t->result->effort;
    effort->states += from->count;
    effort->max = to->count > effort->max ? to->count : effort->max;
    effort->memory = limit - t->budget > effort->memory ? limit - t->budget : effort->memory;
    t->now = 1 - t->now;
    t->row = tally_next_row(t);
    t->column += t->row == 0;
    return status == DF_OK && t->carry != 0 ? DF_ERROR_DEFECT : status;
}

/* Begins with the empty state. */
static df_status tally_begin(tally_strip *t)
{
    df_status status = tally_index(&t->layers[0], MIN_BITS, &t->budget);
    if (status == DF_OK)
        status = tally_index(&t->layers[1], MIN_BITS, &t->budget);
    tally_layer *first = &t->layers[0];
    if (status == DF_OK)
        status = ARRAY_RESERVE_WITHIN(first->states, first->state_capacity, 0, 1, &t->budget);
    if (status == DF_OK)
        status = ARRAY_RESERVE_WITHIN(first->numbers, first->number_capacity, 0, t->values,
                                      &t->budget);
    if (status != DF_OK)
        return status;
    memset(first->numbers, 0, t->values * sizeof *first->numbers);
    first->numbers[0] = 1;
    first->states[0] = (tally_state){.at = 0};
    first->count = 1;
    first->used = t->values;
    return DF_OK;
}

df_status df_tally_strip(tally_result *result, unsigned size, unsigned rows,
                         df_omino_measure by, bool turned, omino_count_task *task)
{
    tally_strip t = {.result = result,
                     .size = size,
                     .rows = rows,
                     .column = 1,
                     .values = tally_values(size, by, task->options.up_to),
                     .by = by,
                     .turned = turned,
                     .no_holes = task->options.no_holes,
                     .budget = task->options.memory};
    df_status status = tally_begin(&t);
    while (status == DF_OK && t.layers[t.now].count > 0) {
        status = tally_step(&t, task->options.memory);
        if (status == DF_OK)
            status = df_omino_count_watch(task, t.layers[t.now].count);
    }
    tally_layer_free(&t.layers[0]);
    tally_layer_free(&t.layers[1]);
    return status;
}
