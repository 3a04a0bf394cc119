#include "print/pack.h"

#include <string.h>

#include "core/bits.h"
#include "dropforge/random.h"
#include "print/ground.h"

#define FIRST_SHARE UINT64_C(500) /* nodes of the first rounds */
#define ORDERS 8                  /* different orders in which shapes are tried */

/* A piece on the way to a solution. */
typedef struct placed {
    uint8_t shape;
    uint8_t x;
    uint8_t y;
    int8_t label;
} placed;

/* The state of one search. Columns carry a margin of PRINT_REACH so that the window never
 * leaves the array; the margin is full. */
typedef struct filling {
    pack_kit *kit;
    const pack_problem *problem;
    uint16_t occupied[DF_FIELD_MAX_WIDTH + PRINT_REACH]; /* bit y of column x */
    uint16_t later[DF_FIELD_MAX_WIDTH + PRINT_REACH];
    int8_t label[DF_FIELD_MAX_WIDTH + PRINT_REACH][PACK_MAX_ROWS];
    uint16_t full; /* a full column */
    uint16_t met;  /* rows that satisfy condition (3) */
    uint16_t met_at_first;
    bool labelled;
    int8_t least_label; /* rows complete from the start bind every piece */
    uint8_t order[ORDERS][PRINT_SHAPES];
    uint64_t nodes_left;
    ground_map ground;
    df_status status;
    size_t count;
    placed placed[PACK_MAX_PIECES];
} filling;

void df_pack_kit_init(pack_kit *kit, const df_piece_set *tetrominoes)
{
    memset(kit, 0, sizeof *kit);
    df_shapes_init(kit->shapes, tetrominoes);
}

void df_pack_kit_free(pack_kit *kit)
{
    for (unsigned i = 0; i < 2; i++)
        df_key_set_free(&kit->dead[i]);
}

/* Writes the state at first free column x: which squares ahead are occupied, the labels that
 * a piece above or below can still meet, and the rows met so far. */
static void write_key(const filling *search, unsigned x, uint64_t *key, size_t stride)
{
    const unsigned rows = search->problem->rows;
    memset(key, 0, stride * sizeof key[0]);
    key[0] = UINT64_C(1) << 63 | (uint64_t)search->met << 8 | x;
    unsigned nibble = 0;
    for (unsigned i = 0; i < PRINT_REACH; i++) {
        const uint16_t occupied = search->occupied[x + i];
        const unsigned free = (unsigned)(~occupied & search->full);
        const unsigned open = (free << 1 | free >> 1) & occupied;
        key[1] |= (uint64_t)occupied << (i * rows);
        for (unsigned y = 0; search->labelled && y < rows; y++, nibble++) {
            if ((open >> y & 1) != 0)
                key[2 + nibble / 16] |= (uint64_t)(search->label[x + i][y] + 1)
                                        << (nibble % 16 * 4);
        }
    }
}

static size_t key_stride(unsigned rows)
{
    return 2 + (PRINT_REACH * rows * 4 + 63) / 64;
}

/* Whether the shape would hang in the air once everything below it has cleared. */
static bool is_loose(const pack_problem *problem, const print_shape *shape, unsigned x)
{
    const uint64_t columns = ((UINT64_C(1) << shape->width) - 1) << x;
    return shape->flat && (problem->carried & columns) == 0;
}

/* The largest label that condition (2) leaves for a shape with its lowest row at y. */
static int label_bound(const pack_problem *problem, const print_shape *shape, unsigned x,
                       unsigned y)
{
    return is_loose(problem, shape, x) ? (int)y - 2 : (int)problem->rows - 1;
}

bool df_print_shape_fits(const pack_problem *problem, const print_shape *shape, unsigned x,
                         unsigned y, int least_label)
{
    if (y < shape->bottom[0] || x + shape->width > problem->width)
        return false;
    const unsigned low = y - shape->bottom[0];
    return low + shape->height <= problem->rows &&
           label_bound(problem, shape, x, low) >= least_label;
}

static bool is_free(const filling *search, const print_shape *shape, unsigned x, unsigned low)
{
    for (unsigned i = 0; i < shape->width; i++) {
        if ((search->occupied[x + i] & shape->column[i] << low) != 0)
            return false;
    }
    return true;
}

/* The labels that conditions (1) and (2) leave for a shape with its lowest row at y. */
static void find_label_range(const filling *search, const print_shape *shape, unsigned x,
                             unsigned y, int *least, int *most)
{
    *least = search->least_label;
    *most = label_bound(search->problem, shape, x, y);
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned bottom = y + shape->bottom[i], above = y + shape->top[i] + 1;
        const int8_t *label = search->label[x + i];
        if (bottom > 0 && (search->occupied[x + i] >> (bottom - 1) & 1) != 0)
            *least = label[bottom - 1] > *least ? label[bottom - 1] : *least;
        if (((search->occupied[x + i] & ~search->later[x + i]) >> above & 1) != 0)
            *most = label[above] < *most ? label[above] : *most;
    }
}

static void draw_label(filling *search, const placed *piece)
{
    const print_shape *shape = &search->kit->shapes[piece->shape];
    for (unsigned i = 0; i < shape->width; i++) {
        for (unsigned j = shape->bottom[i]; j <= shape->top[i]; j++)
            search->label[piece->x + i][piece->y + j] = piece->label;
    }
}

static void put(filling *search, unsigned shape_index, unsigned x, unsigned y, int label)
{
    const print_shape *shape = &search->kit->shapes[shape_index];
    placed *piece = &search->placed[search->count++];
    *piece = (placed){(uint8_t)shape_index, (uint8_t)x, (uint8_t)y, (int8_t)label};
    for (unsigned i = 0; i < shape->width; i++)
        search->occupied[x + i] |= (uint16_t)(shape->column[i] << y);
    if (search->labelled)
        draw_label(search, piece);
}

static void take(filling *search)
{
    const placed *last = &search->placed[--search->count];
    const print_shape *shape = &search->kit->shapes[last->shape];
    for (unsigned i = 0; i < shape->width; i++)
        search->occupied[last->x + i] &= (uint16_t) ~(shape->column[i] << last->y);
}

/* Rows of a shape at row y that its label makes count for condition (3). */
static uint16_t rows_met(const print_shape *shape, unsigned y, int label)
{
    const unsigned rows = ((1u << shape->height) - 1) << y;
    return (uint16_t)(rows & ((1u << (label + 1)) - 1));
}

static df_outcome fill_from(filling *search, unsigned x);

/* Puts one shape with its lowest row at y without a label. */
static df_outcome try_unlabelled(filling *search, unsigned shape_index, unsigned x, unsigned y)
{
    put(search, shape_index, x, y, search->least_label);
    const df_outcome outcome = fill_from(search, x);
    if (outcome == DF_NONE)
        take(search);
    return outcome;
}

/* Tries one shape with its lowest row at y, with every label it may have. While rows are
 * not met the highest label promises most; afterwards the lowest one binds least. */
static df_outcome try_labelled(filling *search, unsigned shape_index, unsigned x, unsigned y)
{
    const print_shape *shape = &search->kit->shapes[shape_index];
    int least = 0, most = 0;
    find_label_range(search, shape, x, y, &least, &most);
    const uint16_t met = search->met;
    const bool all_met = met == search->full;
    for (int i = 0; i <= most - least; i++) {
        const int label = all_met ? least + i : most - i;
        put(search, shape_index, x, y, label);
        search->met = (uint16_t)(met | rows_met(shape, y, label));
        const df_outcome outcome = fill_from(search, x);
        if (outcome != DF_NONE)
            return outcome;
        search->met = met;
        take(search);
    }
    return DF_NONE;
}

/* Gives the pieces of a whole tiling the largest labels that conditions (1) and (2) allow;
 * returns whether (3) then holds, which is so if it holds for any labels. */
static bool label_tiling(filling *search)
{
    for (size_t i = 0; i < search->count; i++) {
        placed *p = &search->placed[i];
        const print_shape *shape = &search->kit->shapes[p->shape];
        p->label = (int8_t)label_bound(search->problem, shape, p->x, p->y);
        draw_label(search, p);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < search->count; i++) {
            placed *p = &search->placed[i];
            int least = 0, most = 0;
            find_label_range(search, &search->kit->shapes[p->shape], p->x, p->y, &least, &most);
            if (most < p->label) {
                p->label = (int8_t)most;
                draw_label(search, p);
                changed = true;
            }
        }
    }
    uint16_t met = search->met_at_first;
    for (size_t i = 0; i < search->count; i++) {
        const placed *p = &search->placed[i];
        if (p->label < search->least_label)
            return false;
        met |= rows_met(&search->kit->shapes[p->shape], p->y, p->label);
    }
    return met == search->full;
}

/* Fills all free squares from column x on. */
static df_outcome fill_from(filling *search, unsigned x)
{
    while (x < search->problem->width && search->occupied[x] == search->full)
        x++;
    if (x == search->problem->width) {
        if (search->labelled)
            return search->met == search->full ? DF_FOUND : DF_NONE;
        return label_tiling(search) ? DF_FOUND : DF_LIMIT;
    }
    if (!df_ground_allows(&search->ground, x, &search->occupied[x]))
        return DF_NONE;
    uint64_t key[2 + PRINT_REACH * PACK_MAX_ROWS / 16];
    const size_t stride = key_stride(search->problem->rows);
    write_key(search, x, key, stride);
    key_set *dead = &search->kit->dead[search->labelled];
    if (df_key_set_has(dead, key))
        return DF_NONE;
    if (search->nodes_left == 0)
        return DF_LIMIT;
    search->nodes_left--;
    const unsigned y = bits_lowest((unsigned)(~search->occupied[x] & search->full));
    const uint8_t *order = search->order[(x * 5 + y * 3) % ORDERS];
    for (unsigned i = 0; i < PRINT_SHAPES; i++) {
        const print_shape *shape = &search->kit->shapes[order[i]];
        if (!df_print_shape_fits(search->problem, shape, x, y, search->least_label))
            continue;
        const unsigned low = y - shape->bottom[0];
        if (!is_free(search, shape, x, low))
            continue;
        const df_outcome outcome = search->labelled ? try_labelled(search, order[i], x, low)
                                                    : try_unlabelled(search, order[i], x, low);
        if (outcome != DF_NONE)
            return outcome;
    }
    search->status = df_key_set_add(dead, key);
    return search->status == DF_OK ? DF_NONE : DF_LIMIT;
}

/* Undoes whatever an unfinished round has put, and shuffles for the next one. */
static void restart(filling *search, uint64_t seed, unsigned round)
{
    while (search->count > 0)
        take(search);
    search->met = search->met_at_first;
    df_random random;
    df_random_seed(&random, seed, round + 1);
    for (unsigned i = 0; i < ORDERS; i++) {
        uint8_t *order = search->order[i];
        for (unsigned j = 0; j < PRINT_SHAPES; j++) {
            const unsigned k = df_random_below(&random, j + 1);
            order[j] = order[k];
            order[k] = (uint8_t)j;
        }
    }
}

static void begin(filling *search, pack_kit *kit, const pack_problem *problem)
{
    memset(search, 0, sizeof *search);
    search->kit = kit;
    search->problem = problem;
    search->full = (uint16_t)((1u << problem->rows) - 1);
    bool complete_so_far = true;
    search->least_label = -1;
    const uint64_t all = UINT64_MAX >> (64 - problem->width);
    for (unsigned y = 0; y < problem->rows; y++) {
        const bool complete = problem->filled[y] == all;
        /* The last, later piece completes these rows; nothing here has to. */
        if (complete || problem->later[y] != 0)
            search->met_at_first |= (uint16_t)(1u << y);
        complete_so_far = complete_so_far && complete;
        if (complete_so_far)
            search->least_label = (int8_t)y;
        for (unsigned x = 0; x < problem->width; x++) {
            const unsigned later = (unsigned)(problem->later[y] >> x & 1);
            const unsigned taken = later | (unsigned)(problem->filled[y] >> x & 1);
            search->later[x] |= (uint16_t)(later << y);
            search->occupied[x] |= (uint16_t)(taken << y);
        }
    }
    for (unsigned x = 0; x < problem->width; x++)
        memset(search->label[x], search->least_label, PACK_MAX_ROWS);
    for (unsigned i = 0; i < PRINT_REACH; i++)
        search->occupied[problem->width + i] = UINT16_MAX;
    df_ground_init(&search->ground, kit, problem, search->least_label);
    for (unsigned i = 0; i < 2; i++)
        df_key_set_reset(&kit->dead[i], key_stride(problem->rows));
}

/* Whether some square of `upper` lies directly above one of `lower`. */
static bool lies_on(const filling *search, const placed *upper, const placed *lower)
{
    const print_shape *above = &search->kit->shapes[upper->shape];
    const print_shape *below = &search->kit->shapes[lower->shape];
    for (unsigned i = 0; i < above->width; i++) {
        const int j = (int)(upper->x + i) - lower->x;
        if (j >= 0 && j < below->width &&
            upper->y + above->bottom[i] == lower->y + below->top[j] + 1)
            return true;
    }
    return false;
}

static bool is_ready(const filling *search, const bool *done, size_t index)
{
    for (size_t i = 0; i < search->count; i++) {
        if (!done[i] && i != index &&
            lies_on(search, &search->placed[index], &search->placed[i]))
            return false;
    }
    return true;
}

/* Puts the pieces into the order of their labels, then of what lies on what, then from the
 * bottom left. */
static void write_order(const filling *search, pack_solution *packing)
{
    bool done[PACK_MAX_PIECES] = {false};
    for (packing->count = 0; packing->count < search->count; packing->count++) {
        size_t best = search->count;
        for (size_t i = 0; i < search->count; i++) {
            if (done[i])
                continue;
            const placed *p = &search->placed[i], *q = &search->placed[best];
            const bool earlier =
                best == search->count || p->label < q->label ||
                (p->label == q->label && (p->y < q->y || (p->y == q->y && p->x < q->x)));
            if (earlier && is_ready(search, done, i))
                best = i;
        }
        done[best] = true;
        const placed *next = &search->placed[best];
        const print_shape *shape = &search->kit->shapes[next->shape];
        packing->pieces[packing->count] =
            (pack_piece){shape->piece, shape->orientation, next->x, next->y};
    }
}

df_status df_pack_search(pack_kit *kit, const pack_problem *problem, uint64_t seed,
                         uint64_t node_limit, df_outcome *outcome, pack_solution *packing)
{
    filling search;
    begin(&search, kit, problem);
    df_outcome result = DF_LIMIT;
    uint64_t spent = 0;
    for (unsigned round = 0; result == DF_LIMIT && spent < node_limit; round++) {
        search.labelled = round % 2 == 1;
        restart(&search, seed, round);
        uint64_t share = FIRST_SHARE << (round / 16);
        share = share < node_limit - spent ? share : node_limit - spent;
        search.nodes_left = share;
        result = fill_from(&search, 0);
        spent += share - search.nodes_left;
        if (search.status != DF_OK)
            return search.status;
    }
    kit->nodes += spent;
    if (result == DF_FOUND)
        write_order(&search, packing);
    *outcome = result;
    return DF_OK;
}
