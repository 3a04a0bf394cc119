/* The randomised incremental construction of packed matrices beside the complete search:
 * pack_random [WIDTH [SEED]]. Searches the packed matrix of every emitter pattern, on 21
 * columns if no width is given, with both, and prints a line for each: nodes, CPU seconds,
 * heights proved impossible, patterns found.
 *
 * The construction grows a matrix piece by piece in random order, as a crystal grows, and
 * starts anew when it has tried too much. It finds matrices but cannot prove that there is
 * none. Source: M. Birdsong, 'Tetris Printer Algorithm', 2013, section 'Searching for
 * Patterns'. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/base/bits.h"
#include "dropforge/base.h"
#include "dropforge/plan.h"
#include "print/pack/pack.h"
#include "tests/support/patterns.h"

#define NODE_LIMIT UINT64_C(20000000)
#define RANDOM_NODE_LIMIT UINT64_C(100000)
#define MAX_WAYS (PRINT_SHAPES * DF_NARROW_MAX_WIDTH)
#define MAX_ATTEMPTS 1000 /* pieces tried before a new start, as in the article */

/* One of the ways to add a piece: a shape in a column. 371 of them on width 21. */
typedef struct way_in {
    uint8_t shape;
    uint8_t x;
} way_in;

/* Since no gaps are left, the heights of the columns say everything about the matrix. */
typedef struct growth_state {
    const pack_kit *kit;
    const pack_problem *problem;
    df_random random;
    uint8_t height[DF_NARROW_MAX_WIDTH];
    unsigned attempts;
    size_t count;
    size_t goal;
    size_t way_count;
    pack_piece pieces[PACK_MAX_PIECES];
    way_in ways[PACK_MAX_PIECES][MAX_WAYS]; /* a permutation for each piece on the way */
} growth_state;

static unsigned completed_rows(const growth_state *growth)
{
    unsigned min = growth->problem->rows;
    for (unsigned x = 0; x < growth->problem->width; x++)
        min = growth->height[x] < min ? growth->height[x] : min;
    return min;
}

/* Every region between columns that are full up to the top must hold whole pieces. */
static bool regions_fit(const growth_state *growth)
{
    unsigned room = 0;
    for (unsigned x = 0; x < growth->problem->width; x++) {
        const unsigned left = growth->problem->rows - growth->height[x];
        if (left == 0 && room % 4 != 0)
            return false;
        room += left;
    }
    return room % 4 == 0;
}

/* The row of the shape's lowest square if it fits without a gap and is carried, else -1. */
static int find_row(const growth_state *growth, const print_shape *shape, unsigned x)
{
    const unsigned completed = completed_rows(growth);
    const int row = (int)growth->height[x] - shape->bottom[0];
    bool carried = false;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned height = growth->height[x + i];
        if ((int)height != row + shape->bottom[i] ||
            row + shape->top[i] + 1 > (int)growth->problem->rows)
            return -1;
        carried =
            carried || height > completed || (growth->problem->carried >> (x + i) & 1) != 0;
    }
    return carried ? row : -1;
}

static void pack_random_pile(growth_state *growth, const print_shape *shape, unsigned x,
                             int sign)
{
    for (unsigned i = 0; i < shape->width; i++) {
        const int squares = shape->top[i] - shape->bottom[i] + 1;
        growth->height[x + i] = (uint8_t)(growth->height[x + i] + sign * squares);
    }
}

static df_outcome pack_random_grow(growth_state *growth);

/* Adds a piece where it is allowed, and goes on from there. */
static df_outcome try_way(growth_state *growth, way_in way)
{
    const print_shape *shape = &growth->kit->shapes[way.shape];
    const int row = find_row(growth, shape, way.x);
    if (row < 0)
        return DF_NONE;
    pack_random_pile(growth, shape, way.x, 1);
    df_outcome outcome = DF_NONE;
    if (regions_fit(growth)) {
        growth->pieces[growth->count++] =
            (pack_piece){shape->piece, shape->orientation, way.x, (uint8_t)row};
        outcome = pack_random_grow(growth);
        if (outcome != DF_NONE)
            return outcome;
        growth->count--;
    }
    pack_random_pile(growth, shape, way.x, -1);
    return outcome;
}

/* True if the way lays an S or a Z on the bottom of the matrix, now. */
static bool crosses_bottom(const growth_state *growth, way_in way)
{
    const print_shape *shape = &growth->kit->shapes[way.shape];
    return (shape->piece == DF_S || shape->piece == DF_Z) && shape->width == 3 &&
           find_row(growth, shape, way.x) == 0;
}

/* An S or Z on the bottom first: without it the search spends its time on one part of the
 * matrix while nothing carries the rest. */
static df_outcome cross_bottom(growth_state *growth, const way_in *ways)
{
    size_t chosen = growth->way_count;
    unsigned seen = 0;
    for (size_t i = 0; i < growth->way_count; i++) {
        if (crosses_bottom(growth, ways[i]) && df_random_below(&growth->random, ++seen) == 0)
            chosen = i;
    }
    return chosen < growth->way_count ? try_way(growth, ways[chosen]) : DF_NONE;
}

static df_outcome pack_random_grow(growth_state *growth)
{
    if (growth->count == growth->goal)
        return DF_FOUND;
    if (++growth->attempts >= MAX_ATTEMPTS)
        return DF_LIMIT;
    way_in *ways = growth->ways[growth->count];
    df_outcome outcome = cross_bottom(growth, ways);
    for (size_t i = growth->way_count; i > 0 && outcome == DF_NONE; i--) {
        const size_t chosen = df_random_below(&growth->random, (uint32_t)i);
        const way_in next = ways[chosen];
        ways[chosen] = ways[i - 1];
        ways[i - 1] = next;
        outcome = try_way(growth, next);
    }
    return outcome;
}

/* Lists the ways and empties the matrix; the ways serve every level and every start. */
static void pack_random_begin(growth_state *growth)
{
    const pack_problem *problem = growth->problem;
    growth->count = growth->attempts = 0;
    growth->way_count = 0;
    unsigned room = problem->width * problem->rows;
    for (unsigned x = 0; x < problem->width; x++) {
        growth->height[x] = 0;
        for (unsigned y = 0; y < problem->rows; y++)
            growth->height[x] = (uint8_t)(growth->height[x] + (problem->filled[y] >> x & 1));
        room -= growth->height[x];
    }
    growth->goal = room / 4;
    for (uint8_t shape = 0; shape < PRINT_SHAPES; shape++) {
        for (uint8_t x = 0; x + growth->kit->shapes[shape].width <= problem->width; x++)
            growth->ways[0][growth->way_count++] = (way_in){shape, x};
    }
    for (size_t level = 1; level < growth->goal; level++) {
        for (size_t i = 0; i < growth->way_count; i++)
            growth->ways[level][i] = growth->ways[0][i];
    }
}

/* As df_pack_search, for problems that leave no square for later, whose filled squares lie on
 * one another and whose free squares are a multiple of four. The outcome is DF_FOUND or
 * DF_LIMIT; a node is one piece put. */
static df_status pack_randomly(pack_kit *kit, const pack_problem *problem, uint64_t seed,
                               uint64_t node_limit, df_outcome *outcome, pack_solution *packing)
{
    growth_state *growth = malloc(sizeof *growth);
    if (growth == NULL)
        return DF_ERROR_MEMORY;
    growth->kit = kit;
    growth->problem = problem;
    df_random_seed(&growth->random, seed, 0);
    df_outcome result = DF_LIMIT;
    uint64_t spent = 0;
    while (result == DF_LIMIT && spent < node_limit) {
        pack_random_begin(growth);
        result = pack_random_grow(growth);
        spent += growth->attempts + 1;
    }
    kit->nodes += spent;
    if (result == DF_FOUND) {
        packing->count = growth->count;
        for (size_t i = 0; i < growth->count; i++)
            packing->pieces[i] = growth->pieces[i];
    }
    free(growth);
    /* Always putting one S or Z first is no proof that there is nothing else. */
    *outcome = result == DF_NONE ? DF_LIMIT : result;
    return DF_OK;
}

typedef df_status pack_searcher(pack_kit *kit, const pack_problem *problem, uint64_t seed,
                                uint64_t node_limit, df_outcome *outcome,
                                pack_solution *packing);

/* The sums over all patterns. */
typedef struct search_tally {
    uint64_t nodes;       /* of the heights for which a matrix has been found */
    uint64_t other_nodes; /* of all others */
    unsigned proved_none; /* heights */
    unsigned found;       /* patterns */
    unsigned patterns;
} search_tally;

/* Looks for the lowest packed matrix over the squares `filled` of its bottom row. */
static df_status search_heights(search_tally *tally, pack_kit *kit, pack_searcher *searcher,
                                uint64_t node_limit, unsigned width, uint64_t filled,
                                uint64_t seed)
{
    static pack_solution packing;
    pack_problem problem = {.width = width, .filled = {filled}};
    tally->patterns++;
    for (;;) {
        problem.rows = df_pack_fewest_rows(width, bits_count(filled), problem.rows + 1);
        if (problem.rows == 0 || problem.rows > PACK_MAX_ROWS)
            return DF_OK;
        const uint64_t before = kit->nodes;
        df_outcome outcome;
        const df_status status = searcher(kit, &problem, seed, node_limit, &outcome, &packing);
        if (status != DF_OK)
            return status;
        *(outcome == DF_FOUND ? &tally->nodes : &tally->other_nodes) += kit->nodes - before;
        tally->proved_none += outcome == DF_NONE;
        tally->found += outcome == DF_FOUND;
        if (outcome == DF_FOUND)
            return DF_OK;
    }
}

static df_status measure_search(const char *name, const df_piece_set *set,
                                pack_searcher *searcher, uint64_t node_limit, unsigned width,
                                uint64_t seed)
{
    search_tally tally = {0};
    pack_kit kit;
    df_pack_kit_init(&kit, set);
    unsigned start[DF_NARROW_MAX_WIDTH / 3];
    df_status status = DF_OK;
    const clock_t begun = clock();
    for (unsigned squares = 1; squares * 3 <= width; squares++) {
        for (bool first = true; status == DF_OK && next_pattern(width, squares, start, first);
             first = false) {
            uint64_t filled = 0;
            for (unsigned i = 0; i < squares; i++)
                filled |= bits_span(start[i], 3);
            status = search_heights(&tally, &kit, searcher, node_limit, width, filled, seed);
        }
    }
    df_pack_kit_free(&kit);
    printf("%-8s  nodes %" PRIu64 " and %" PRIu64 " in vain, %.2f seconds, %u heights proved "
           "impossible, %u of %u patterns found\n",
           name, tally.nodes, tally.other_nodes, (double)(clock() - begun) / CLOCKS_PER_SEC,
           tally.proved_none, tally.found, tally.patterns);
    return status;
}

int main(int argc, char **argv)
{
    const unsigned long width = argc > 1 ? strtoul(argv[1], NULL, 10) : 21;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    df_piece_set *set = NULL;
    if (argc > 3 || width < 4 || width > DF_NARROW_MAX_WIDTH) {
        fprintf(stderr, "usage: pack_random [WIDTH [SEED]]\n");
        return 2;
    }
    df_status status = df_piece_set_tetrominoes(&set);
    if (status == DF_OK)
        status =
            measure_search("complete", set, df_pack_search, NODE_LIMIT, (unsigned)width, seed);
    if (status == DF_OK)
        status = measure_search("random", set, pack_randomly, RANDOM_NODE_LIMIT,
                                (unsigned)width, seed);
    df_piece_set_free(set);
    return status == DF_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
