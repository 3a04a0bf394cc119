#include "print/pack.h"

#include <stdlib.h>
#include <string.h>

#include "dropforge/random.h"
#include "print/ground.h"

#define FIRST_SHARE UINT64_C(500) /* nodes of the first rounds */
#define ORDERS 8                  /* different orders in which shapes are tried */

#define SKIPPED PACK_SHAPES /* stands for an optional square that is left empty */

/* A piece on the way to a solution, or a square left empty. */
typedef struct placed {
    uint8_t shape;
    uint8_t x;
    uint8_t y;
    int8_t label;
} placed;

/* The state of one search. Columns carry a margin of PACK_WINDOW so that the window never
 * leaves the array; the margin is full. */
typedef struct filling {
    pack_kit *kit;
    const pack_problem *problem;
    uint16_t occupied[DF_FIELD_MAX_WIDTH + PACK_WINDOW]; /* bit y of column x */
    int8_t label[DF_FIELD_MAX_WIDTH + PACK_WINDOW][PACK_MAX_ROWS];
    /* The same without the optional squares that are left empty. */
    uint16_t there[DF_FIELD_MAX_WIDTH + PACK_WINDOW];
    unsigned skips; /* how many those are */
    uint16_t met;   /* rows that satisfy condition (3) */
    bool labelled;
    uint8_t order[ORDERS][PACK_SHAPES];
    uint64_t nodes_left;
    pack_board board;
    df_status status;
    size_t count;
    placed placed[PACK_MAX_PIECES + DF_FIELD_MAX_WIDTH * PACK_MAX_ROWS];
} filling;

static void fill_pack_shape(pack_shape *shape, const df_piece_set *set, unsigned piece,
                            unsigned orientation)
{
    const df_shape *from = &set->pieces[piece].shape[orientation];
    memset(shape, 0, sizeof *shape);
    shape->piece = (uint8_t)piece;
    shape->orientation = (uint8_t)orientation;
    shape->width = from->width;
    shape->height = from->height;
    for (unsigned x = 0; x < from->width; x++) {
        shape->bottom[x] = from->bottom[x];
        shape->top[x] = from->top[x];
        for (unsigned y = 0; y < from->height; y++)
            shape->column[x] |= (uint16_t)((from->row[y] >> x & 1) << y);
    }
}

void df_pack_kit_init(pack_kit *kit, const df_piece_set *tetrominoes)
{
    memset(kit, 0, sizeof *kit);
    unsigned count = 0;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            if (tetrominoes->pieces[piece].same_as[o] == o)
                fill_pack_shape(&kit->shapes[count++], tetrominoes, piece, o);
        }
    }
}

void df_pack_kit_free(pack_kit *kit)
{
    for (unsigned i = 0; i < 2; i++)
        df_key_set_free(&kit->dead[i]);
    free(kit->ground);
    kit->ground = NULL;
}

static unsigned lowest_bit(unsigned bits)
{
    unsigned index = 0;
    while ((bits >> index & 1) == 0)
        index++;
    return index;
}

/* The squares of a column that stay empty, as far as that is known. */
static unsigned left_empty(const filling *search, unsigned x)
{
    return search->board.empty[x] | (search->occupied[x] & ~(unsigned)search->there[x]);
}

/* The next row below y that has a square of column x to be filled or filled, skipping what
 * stays empty; -1 if there is none. */
static int next_below(const filling *search, unsigned x, int y)
{
    do {
        y--;
    } while (y >= 0 && (left_empty(search, x) >> y & 1) != 0);
    return y;
}

static int next_above(const filling *search, unsigned x, int y)
{
    do {
        y++;
    } while ((left_empty(search, x) >> y & 1) != 0);
    return y < (int)search->problem->rows ? y : -1;
}

/* The occupied squares of a column whose next square below or above is still free. */
static unsigned open_squares(const filling *search, unsigned x)
{
    const unsigned free = (unsigned)(~search->occupied[x] & search->board.full);
    const unsigned empty = left_empty(search, x);
    unsigned up = free, down = free;
    for (unsigned i = 0; empty != 0 && i < search->problem->rows; i++) {
        up |= up << 1 & empty;
        down |= down >> 1 & empty;
    }
    return (up << 1 | down >> 1) & search->occupied[x] & ~empty;
}

/* Writes the state at first free column x: which squares ahead are occupied, the labels that
 * a piece above or below can still meet, and the rows met so far. */
static void write_key(const filling *search, unsigned x, uint64_t *key, size_t stride)
{
    const unsigned rows = search->problem->rows;
    memset(key, 0, stride * sizeof key[0]);
    key[0] = UINT64_C(1) << 63 | (uint64_t)search->skips << 24 | (uint64_t)search->met << 8 | x;
    unsigned nibble = 0;
    for (unsigned i = 0; i < PACK_WINDOW; i++) {
        const uint16_t occupied = search->occupied[x + i];
        const unsigned open = search->labelled ? open_squares(search, x + i) : 0;
        key[1] |= (uint64_t)occupied << (i * rows);
        key[2] |= (uint64_t)(occupied & ~search->there[x + i]) << (i * rows);
        for (unsigned y = 0; y < rows; y++, nibble++) {
            if ((open >> y & 1) != 0)
                key[3 + nibble / 16] |= (uint64_t)(search->label[x + i][y] + 1)
                                        << (nibble % 16 * 4);
        }
    }
}

static size_t key_stride(unsigned rows)
{
    return 3 + (PACK_WINDOW * rows * 4 + 63) / 64;
}

static bool is_free(const filling *search, const pack_shape *shape, unsigned x, unsigned low)
{
    for (unsigned i = 0; i < shape->width; i++) {
        if ((search->occupied[x + i] & shape->column[i] << low) != 0)
            return false;
    }
    return true;
}

/* The labels that conditions (1) and (2) leave for a shape with its lowest row at y. */
static void find_label_range(const filling *search, const pack_shape *shape, unsigned x,
                             unsigned y, int *least, int *most)
{
    *least = search->board.least_label;
    *most = df_board_label_bound(&search->board, shape, x, y, search->there);
    for (unsigned i = 0; i < shape->width; i++) {
        const int below = next_below(search, x + i, (int)(y + shape->bottom[i]));
        const int above = next_above(search, x + i, (int)(y + shape->top[i]));
        const int8_t *label = search->label[x + i];
        const unsigned known = search->occupied[x + i] & ~(unsigned)search->board.later[x + i];
        if (below >= 0 && (known >> below & 1) != 0)
            *least = label[below] > *least ? label[below] : *least;
        if (above >= 0 && (known >> above & 1) != 0)
            *most = label[above] < *most ? label[above] : *most;
    }
}

static void draw_label(filling *search, const placed *piece)
{
    const pack_shape *shape = &search->kit->shapes[piece->shape];
    for (unsigned i = 0; i < shape->width; i++) {
        for (unsigned j = shape->bottom[i]; j <= shape->top[i]; j++)
            search->label[piece->x + i][piece->y + j] = piece->label;
    }
}

static void put(filling *search, unsigned shape_index, unsigned x, unsigned y, int label)
{
    const pack_shape *shape = &search->kit->shapes[shape_index];
    placed *piece = &search->placed[search->count++];
    *piece = (placed){(uint8_t)shape_index, (uint8_t)x, (uint8_t)y, (int8_t)label};
    for (unsigned i = 0; i < shape->width; i++) {
        search->occupied[x + i] |= (uint16_t)(shape->column[i] << y);
        search->there[x + i] |= (uint16_t)(shape->column[i] << y);
    }
    if (search->labelled)
        draw_label(search, piece);
}

static void take(filling *search)
{
    const placed *last = &search->placed[--search->count];
    if (last->shape == SKIPPED) {
        search->occupied[last->x] &= (uint16_t) ~(1u << last->y);
        search->skips--;
        return;
    }
    const pack_shape *shape = &search->kit->shapes[last->shape];
    for (unsigned i = 0; i < shape->width; i++) {
        search->occupied[last->x + i] &= (uint16_t) ~(shape->column[i] << last->y);
        search->there[last->x + i] &= (uint16_t) ~(shape->column[i] << last->y);
    }
}

/* Rows of a shape at row y that its label makes count for condition (3). */
static uint16_t rows_met(const pack_shape *shape, unsigned y, int label)
{
    const unsigned rows = ((1u << shape->height) - 1) << y;
    return (uint16_t)(rows & ((1u << (label + 1)) - 1));
}

static df_outcome fill_from(filling *search, unsigned x);

/* Puts one shape with its lowest row at y without a label. */
static df_outcome try_unlabelled(filling *search, unsigned shape_index, unsigned x, unsigned y)
{
    put(search, shape_index, x, y, search->board.least_label);
    const df_outcome outcome = fill_from(search, x);
    if (outcome == DF_NONE)
        take(search);
    return outcome;
}

/* Tries one shape with its lowest row at y, with every label it may have. While rows are
 * not met the highest label promises most; afterwards the lowest one binds least. */
static df_outcome try_labelled(filling *search, unsigned shape_index, unsigned x, unsigned y)
{
    const pack_shape *shape = &search->kit->shapes[shape_index];
    int least = 0, most = 0;
    find_label_range(search, shape, x, y, &least, &most);
    const uint16_t met = search->met;
    const bool all_met = met == search->board.full;
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

/* Leaves the square (x, y) empty if it is optional. */
static df_outcome try_skip(filling *search, unsigned x, unsigned y)
{
    if ((search->board.optional[x] >> y & 1) == 0 ||
        search->skips == search->problem->skip_limit)
        return DF_NONE;
    search->occupied[x] |= (uint16_t)(1u << y);
    search->skips++;
    search->placed[search->count++] = (placed){SKIPPED, (uint8_t)x, (uint8_t)y, 0};
    const df_outcome outcome = fill_from(search, x);
    if (outcome == DF_NONE)
        take(search);
    return outcome;
}

/* Gives the pieces of a whole tiling the largest labels that conditions (1) and (2) allow;
 * returns whether (3) then holds, which is so if it holds for any labels. */
static bool label_tiling(filling *search)
{
    for (size_t i = 0; i < search->count; i++) {
        placed *p = &search->placed[i];
        if (p->shape == SKIPPED)
            continue;
        const pack_shape *shape = &search->kit->shapes[p->shape];
        p->label =
            (int8_t)df_board_label_bound(&search->board, shape, p->x, p->y, search->there);
        draw_label(search, p);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < search->count; i++) {
            placed *p = &search->placed[i];
            if (p->shape == SKIPPED)
                continue;
            int least = 0, most = 0;
            find_label_range(search, &search->kit->shapes[p->shape], p->x, p->y, &least, &most);
            if (most < p->label) {
                p->label = (int8_t)most;
                draw_label(search, p);
                changed = true;
            }
        }
    }
    uint16_t met = search->board.met;
    for (size_t i = 0; i < search->count; i++) {
        const placed *p = &search->placed[i];
        if (p->shape == SKIPPED)
            continue;
        if (p->label < search->board.least_label)
            return false;
        met |= rows_met(&search->kit->shapes[p->shape], p->y, p->label);
    }
    return met == search->board.full;
}

/* Fills all free squares from column x on. */
static df_outcome fill_from(filling *search, unsigned x)
{
    while (x < search->problem->width && search->occupied[x] == search->board.full)
        x++;
    if (x == search->problem->width) {
        if (search->labelled)
            return search->met == search->board.full ? DF_FOUND : DF_NONE;
        return label_tiling(search) ? DF_FOUND : DF_LIMIT;
    }
    if (!df_ground_allows(search->kit->ground, x, &search->occupied[x]))
        return DF_NONE;
    uint64_t key[3 + PACK_WINDOW * PACK_MAX_ROWS / 16];
    const size_t stride = key_stride(search->problem->rows);
    write_key(search, x, key, stride);
    key_set *dead = &search->kit->dead[search->labelled];
    if (df_key_set_has(dead, key))
        return DF_NONE;
    if (search->nodes_left == 0)
        return DF_LIMIT;
    search->nodes_left--;
    const unsigned y = lowest_bit((unsigned)(~search->occupied[x] & search->board.full));
    const uint8_t *order = search->order[(x * 5 + y * 3) % ORDERS];
    for (unsigned i = 0; i < PACK_SHAPES; i++) {
        const pack_shape *shape = &search->kit->shapes[order[i]];
        if (!df_board_fits(&search->board, shape, x, y))
            continue;
        const unsigned low = y - shape->bottom[0];
        if (!is_free(search, shape, x, low))
            continue;
        const df_outcome outcome = search->labelled ? try_labelled(search, order[i], x, low)
                                                    : try_unlabelled(search, order[i], x, low);
        if (outcome != DF_NONE)
            return outcome;
    }
    const df_outcome outcome = try_skip(search, x, y);
    if (outcome != DF_NONE)
        return outcome;
    search->status = df_key_set_add(dead, key);
    return search->status == DF_OK ? DF_NONE : DF_LIMIT;
}

/* Undoes whatever an unfinished round has put, and shuffles for the next one. */
static void restart(filling *search, uint64_t seed, unsigned round)
{
    while (search->count > 0)
        take(search);
    search->met = search->board.met;
    df_random random;
    df_random_seed(&random, seed, round + 1);
    for (unsigned i = 0; i < ORDERS; i++) {
        uint8_t *order = search->order[i];
        for (unsigned j = 0; j < PACK_SHAPES; j++) {
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
    df_board_init(&search->board, problem);
    memcpy(search->occupied, search->board.taken, sizeof search->occupied);
    memcpy(search->there, search->board.taken, sizeof search->there);
    for (unsigned x = 0; x < problem->width; x++)
        memset(search->label[x], search->board.least_label, PACK_MAX_ROWS);
    df_ground_init(kit->ground, kit, &search->board);
    for (unsigned i = 0; i < 2; i++)
        df_key_set_reset(&kit->dead[i], key_stride(problem->rows));
}

/* Whether some square of `upper` lies above one of `lower`, in the same column. */
static bool lies_on(const filling *search, const placed *upper, const placed *lower)
{
    const pack_shape *above = &search->kit->shapes[upper->shape];
    const pack_shape *below = &search->kit->shapes[lower->shape];
    for (unsigned i = 0; i < above->width; i++) {
        const int j = (int)(upper->x + i) - lower->x;
        if (j >= 0 && j < below->width &&
            upper->y + above->bottom[i] > lower->y + below->top[j])
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
static void write_order(filling *search, pack_solution *packing)
{
    size_t kept = 0;
    for (size_t i = 0; i < search->count; i++) {
        if (search->placed[i].shape != SKIPPED)
            search->placed[kept++] = search->placed[i];
    }
    search->count = kept;
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
        const pack_shape *shape = &search->kit->shapes[next->shape];
        packing->pieces[packing->count] =
            (pack_piece){shape->piece, shape->orientation, next->x, next->y};
    }
}

df_status df_pack_search(pack_kit *kit, const pack_problem *problem, uint64_t seed,
                         uint64_t node_limit, df_outcome *outcome, pack_solution *packing)
{
    if (kit->ground == NULL)
        kit->ground = malloc(sizeof *kit->ground);
    if (kit->ground == NULL)
        return DF_ERROR_MEMORY;
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
