#include <limits.h>
#include <stdlib.h>

#include "dropforge/omino.h"

#define DEFAULT_NODES 100000

enum { LEFT = 1, FORWARD = 0, RIGHT = 3 };

/* The taken squares of the plane around a growing polyomino. The board is a torus: it is wider
 * than the polyomino, which may leave over one edge and come back over the other. Places are
 * y · side + x modulo side²; side is a power of two. */
typedef struct random_board {
    uint32_t side;
    uint64_t *taken;
} random_board;

/* Makes a board wider than `size` squares and a border around them. False: no memory. */
static bool random_board_create(random_board *board, unsigned size)
{
    board->side = 8;
    while (board->side < size + 2)
        board->side *= 2;
    board->taken = calloc((size_t)board->side * board->side / 64, sizeof *board->taken);
    return board->taken != NULL;
}

static uint32_t random_board_place(const random_board *board, df_square at)
{
    const uint32_t within = board->side - 1;
    return (at.y & within) * board->side + (at.x & within);
}

static bool random_board_has(const random_board *board, df_square at)
{
    const uint32_t place = random_board_place(board, at);
    return (board->taken[place / 64] >> place % 64 & 1) != 0;
}

/* Takes a square, or gives it back. */
static void random_board_flip(random_board *board, df_square at)
{
    const uint32_t place = random_board_place(board, at);
    board->taken[place / 64] ^= UINT64_C(1) << place % 64;
}

static void random_board_free(random_board *board)
{
    free(board->taken);
}

/* Returns the neighbour to the right, above, to the left or below; coordinates count modulo
 * 2^16. */
static df_square random_board_step(df_square at, unsigned direction)
{
    return (df_square){(uint16_t)(at.x + (direction == 0) - (direction == 2)),
                       (uint16_t)(at.y + (direction == 1) - (direction == 3))};
}

/* Turns in all orders. */
static const uint8_t orders[6][3] = {{LEFT, FORWARD, RIGHT}, {LEFT, RIGHT, FORWARD},
                                     {FORWARD, LEFT, RIGHT}, {FORWARD, RIGHT, LEFT},
                                     {RIGHT, LEFT, FORWARD}, {RIGHT, FORWARD, LEFT}};

/* The region where a walk can go on: at most this many squares, found in a hash table. */
enum { REGION_CELLS = 4096, REGION_SLOTS = 4 * REGION_CELLS };

/* A square of the region, in a search from square to square. */
typedef struct region_cell {
    df_square at;
    uint16_t came_from;
    uint16_t depth;  /* the order in which it was found, from 1; 0: not yet */
    uint16_t lowest; /* least depth beside it or the squares found after it */
    uint16_t best;   /* most squares of a walk into the blocks that hang on it */
    uint8_t tried;   /* directions */
} region_cell;

typedef struct walk_region {
    region_cell cells[REGION_CELLS];
    unsigned count;
    uint16_t slots[REGION_SLOTS]; /* index of a cell plus 1, by its place; 0 between calls */
    uint16_t open[REGION_CELLS];  /* found, but in no block yet */
} walk_region;

/* Returns the slot of a cell, or the empty one where it belongs. */
static uint16_t *region_slot(walk_region *region, df_square at)
{
    uint32_t slot = ((uint32_t)at.y << 16 | at.x) * UINT32_C(0x9e3779b1) >> 18;
    for (; region->slots[slot] != 0; slot = (slot + 1) % REGION_SLOTS) {
        const df_square here = region->cells[region->slots[slot] - 1].at;
        if (here.x == at.x && here.y == at.y)
            break;
    }
    return &region->slots[slot];
}

static void region_add(walk_region *region, uint16_t *slot, df_square at)
{
    region->cells[region->count++] = (region_cell){.at = at};
    *slot = (uint16_t)region->count;
}

/* Finds all squares that can be reached. Returns false if there are too many, or if one lies
 * outside `low` … `high`. */
static bool region_flood(walk_region *region, const random_board *walked, df_square at,
                         df_square low, df_square high)
{
    region->count = 0;
    region_add(region, region_slot(region, at), at);
    for (unsigned i = 0; i < region->count; i++) {
        const df_square from = region->cells[i].at;
        if (from.x < low.x || from.y < low.y || from.x > high.x || from.y > high.y)
            return false;
        for (unsigned direction = 0; direction < 4; direction++) {
            const df_square next = random_board_step(from, direction);
            if (random_board_has(walked, next))
                continue;
            uint16_t *slot = region_slot(region, next);
            if (*slot != 0)
                continue;
            if (region->count == REGION_CELLS)
                return false;
            region_add(region, slot, next);
        }
    }
    return true;
}

/* Closes the block that consists of `top` and the open cells from `first` on. A walk that
 * enters it at `top` alternates between a chessboard's colours, and leaves it at most once. */
static unsigned region_close_block(walk_region *region, unsigned opened, uint16_t first,
                                   uint16_t top)
{
    unsigned colors[2] = {0, 0}, best = 0;
    const df_square at = region->cells[top].at;
    uint16_t last;
    do {
        last = region->open[--opened];
        const region_cell *cell = &region->cells[last];
        colors[(cell->at.x + cell->at.y + at.x + at.y) & 1]++;
        best = cell->best > best ? cell->best : best;
    } while (last != first);
    best += colors[1] > colors[0] ? 2 * colors[0] + 1 : 2 * colors[1];
    if (best > region->cells[top].best)
        region->cells[top].best = (uint16_t)best;
    return opened;
}

/* Returns a bound on the squares of a walk from cell 0. Blocks are parts that no single square
 * cuts in two (Hopcroft and Tarjan 1973). A walk goes from block to block through the squares
 * between them, and can never return. */
static unsigned region_longest(walk_region *region)
{
    unsigned opened = 0;
    uint16_t now = 0, depth = 1;
    region->cells[0].depth = region->cells[0].lowest = depth;
    for (;;) {
        region_cell *cell = &region->cells[now];
        if (cell->tried < 4) {
            const unsigned index =
                *region_slot(region, random_board_step(cell->at, cell->tried++));
            if (index == 0 || (cell->depth > 1 && index - 1 == cell->came_from))
                continue;
            region_cell *next = &region->cells[index - 1];
            if (next->depth == 0) {
                next->came_from = now;
                next->depth = next->lowest = ++depth;
                region->open[opened++] = (uint16_t)(index - 1);
                now = (uint16_t)(index - 1);
            } else if (next->depth < cell->lowest) {
                cell->lowest = next->depth;
            }
            continue;
        }
        if (now == 0)
            return cell->best;
        region_cell *before = &region->cells[cell->came_from];
        if (cell->lowest >= before->depth)
            opened = region_close_block(region, opened, now, cell->came_from);
        else if (cell->lowest < before->lowest)
            before->lowest = cell->lowest;
        now = cell->came_from;
    }
}

/* Returns a bound on the squares that a walk can visit after `at` without the squares of
 * `walked`, all of which lie from `low` to `high`; UINT_MAX if it can leave these bounds, or if
 * too many squares can be reached. */
static unsigned walk_bound(walk_region *region, const random_board *walked, df_square at,
                           df_square low, df_square high)
{
    const unsigned max =
        region_flood(region, walked, at, low, high) ? region_longest(region) : UINT_MAX;
    /* From the last to the first: a cell is found past those that were there before it. */
    while (region->count > 0)
        *region_slot(region, region->cells[--region->count].at) = 0;
    return max;
}

/* A square of the walk. */
typedef struct walk_stop {
    df_square square;
    uint8_t direction; /* in which it was entered */
    uint8_t order;     /* of the turns that are tried from here */
    uint8_t tried;
} walk_stop;

/* A walk in progress. It could simply go back when it is shut in, but to try all walks in a
 * pocket takes time exponential in its size. So a step is refused if too few squares can still
 * be reached, or too few of them black or white. This does not change which walk is found, as
 * such a step would be taken back later anyway. */
typedef struct random_walk {
    unsigned size;
    unsigned count;
    random_board walked;
    walk_region region;
    walk_stop stops[DF_OMINO_MAX_SQUARES];
} random_walk;

/* True if a square touches the walk, by sides or corners, besides its last two squares. If not,
 * the squares around it are connected without it, and as many can be reached as before. */
static bool is_beside_walk(const random_walk *w, df_square at)
{
    unsigned beside = 0;
    for (unsigned i = 0; i < 9; i++) {
        if (i != 4)
            beside += random_board_has(&w->walked, (df_square){(uint16_t)(at.x + i % 3 - 1),
                                                               (uint16_t)(at.y + i / 3 - 1)});
    }
    const df_square before = w->stops[w->count - 2].square;
    const unsigned dx = (uint16_t)(before.x - at.x + 1), dy = (uint16_t)(before.y - at.y + 1);
    return beside > 1u + (dx <= 2 && dy <= 2);
}

/* True if the walk may become long enough if it goes on to `at`. */
static bool walk_can_finish(random_walk *w, df_square at)
{
    df_square low = at, high = at;
    for (unsigned i = 0; i < w->count; i++) {
        const df_square here = w->stops[i].square;
        low.x = here.x < low.x ? here.x : low.x;
        low.y = here.y < low.y ? here.y : low.y;
        high.x = here.x > high.x ? here.x : high.x;
        high.y = here.y > high.y ? here.y : high.y;
    }
    return walk_bound(&w->region, &w->walked, at, low, high) >= w->size - w->count - 1;
}

static void walk_enter(random_walk *w, df_square at, unsigned direction, df_random *random)
{
    random_board_flip(&w->walked, at);
    w->stops[w->count++] = (walk_stop){at, (uint8_t)direction, 0, 0};
    /* The first square is left in one direction only, and the last one not at all. */
    if (w->count > 1 && w->count < w->size)
        w->stops[w->count - 1].order = (uint8_t)df_random_below(random, 6);
}

/* Tries the next turn from the last square. Returns false if it leads nowhere. */
static bool walk_step(random_walk *w, df_random *random)
{
    walk_stop *last = &w->stops[w->count - 1];
    const unsigned direction = (last->direction + orders[last->order][last->tried++]) % 4;
    const df_square at = random_board_step(last->square, direction);
    if (random_board_has(&w->walked, at) || (is_beside_walk(w, at) && !walk_can_finish(w, at)))
        return false;
    walk_enter(w, at, direction, random);
    return true;
}

/* Walks until all squares are found, or until too many turns led nowhere. */
static df_outcome walk_search(random_walk *w, uint64_t nodes, df_random *random)
{
    while (w->count < w->size) {
        if (w->stops[w->count - 1].tried < 3) {
            if (!walk_step(w, random) && nodes-- == 0)
                return DF_LIMIT;
        } else {
            const df_square at = w->stops[--w->count].square;
            random_board_flip(&w->walked, at);
        }
    }
    return DF_FOUND;
}

static df_status walk_squares(df_omino *omino, random_walk *w, uint64_t nodes,
                              df_random *random, df_outcome *outcome)
{
    df_square at = {DF_OMINO_MAX_SQUARES, DF_OMINO_MAX_SQUARES};
    for (unsigned i = 0; i < 2 && i < w->size; i++, at.x++)
        walk_enter(w, at, 0, random);
    *outcome = walk_search(w, nodes, random);
    if (*outcome != DF_FOUND)
        return DF_OK;
    df_square squares[DF_OMINO_MAX_SQUARES];
    for (unsigned i = 0; i < w->size; i++)
        squares[i] = w->stops[i].square;
    return df_omino_from_squares(omino, squares, w->size);
}

df_status df_omino_walk(df_omino *omino, unsigned size, uint64_t nodes, df_random *random,
                        df_outcome *outcome)
{
    if (size == 0 || size > DF_OMINO_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    random_walk *w = calloc(1, sizeof *w);
    if (w == NULL)
        return DF_ERROR_MEMORY;
    w->size = size;
    df_status status = DF_ERROR_MEMORY;
    /* Regions lie within the walk's own bounds and just outside. */
    if (random_board_create(&w->walked, size + 2)) {
        status = walk_squares(omino, w, nodes == 0 ? DEFAULT_NODES : nodes, random, outcome);
        random_board_free(&w->walked);
    }
    free(w);
    return status;
}

/* A polyomino of n squares has at most 2 n + 2 free neighbours. */
#define MAX_FREE (2 * DF_OMINO_MAX_SQUARES + 2)

df_status df_omino_grow(df_omino *omino, unsigned size, df_random *random)
{
    if (size == 0 || size > DF_OMINO_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    random_board board; /* squares that are filled, or among the free neighbours */
    if (!random_board_create(&board, size))
        return DF_ERROR_MEMORY;
    df_square squares[DF_OMINO_MAX_SQUARES], free_ones[MAX_FREE];
    const uint16_t start = DF_OMINO_MAX_SQUARES;
    uint32_t count = 1;
    free_ones[0] = (df_square){start, start};
    random_board_flip(&board, free_ones[0]);
    for (unsigned i = 0; i < size; i++) {
        const uint32_t chosen = count > 1 ? df_random_below(random, count) : 0;
        const df_square at = squares[i] = free_ones[chosen];
        free_ones[chosen] = free_ones[--count];
        for (unsigned direction = 0; direction < 4; direction++) {
            const df_square next = random_board_step(at, direction);
            if (random_board_has(&board, next))
                continue;
            random_board_flip(&board, next);
            free_ones[count++] = next;
        }
    }
    random_board_free(&board);
    return df_omino_from_squares(omino, squares, size);
}
