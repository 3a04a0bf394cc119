#include "assign.h"

#include <string.h>

#include "canvas.h"
#include "dropforge/print.h"
#include "print/base/carriers.h"

/* The pieces in the order of their usefulness: J and L leave one, two or three squares of a row
 * and reach over gaps, T one or three; S and Z one or two, I one or four. O leaves pairs only,
 * so it cannot carry every colour. */
static const uint8_t by_use[] = {DF_J, DF_L, DF_T, DF_S, DF_Z, DF_I};

/* The first three of them in every order. */
static const uint8_t orders[][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                    {2, 0, 1}, {1, 2, 0}, {2, 1, 0}};

/* Ranks the colours by their number of squares, most first. */
static void rank_colors(const df_picture *picture, unsigned ranked[DF_TETROMINOES])
{
    size_t squares[DF_TETROMINOES] = {0};
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        if (picture->cell[i] != 0)
            squares[picture->cell[i] - 1]++;
    }
    for (unsigned i = 0; i < picture->color_count; i++) {
        unsigned place = i;
        for (; place > 0 && squares[ranked[place - 1]] < squares[i]; place--)
            ranked[place] = ranked[place - 1];
        ranked[place] = i;
    }
}

static void add_new(assignment ways[ASSIGN_MAX], unsigned *count, const assignment *way)
{
    for (unsigned i = 0; i < *count; i++) {
        if (memcmp(&ways[i], way, sizeof *way) == 0)
            return;
    }
    if (*count < ASSIGN_MAX)
        ways[(*count)++] = *way;
}

/* The squares that stick out at least, by colour and piece, and a search for the cheapest
 * assignment. */
typedef struct cost_table {
    unsigned colors;
    size_t cost[DF_TETROMINOES][DF_TETROMINOES];
    size_t min;
    assignment now;
    assignment best;
} cost_table;

static void fill_costs(cost_table *self, const df_picture *picture,
                       const print_shape shapes[PRINT_SHAPES])
{
    static const uint8_t single[DF_TETROMINOES] = {1, 2, 4, 8, 16, 32, 64};
    run_table runs;
    df_runs_init(&runs, single, shapes);
    for (unsigned y = 0; y < picture->height; y++) {
        const uint8_t *row = &picture->cell[(size_t)y * picture->width];
        for (unsigned x = 0; x < picture->width;) {
            const unsigned begin = x;
            while (x < picture->width && row[x] == row[begin])
                x++;
            for (unsigned piece = 0; row[begin] != 0 && piece < DF_TETROMINOES; piece++)
                self->cost[row[begin] - 1][piece] +=
                    df_runs_need(&runs, single[piece], x - begin);
        }
    }
}

/* Tries all pieces for colour `color` and those after it. */
static void search_costs(cost_table *self, unsigned color, unsigned used, size_t cost)
{
    if (cost >= self->min)
        return;
    if (color == self->colors) {
        self->min = cost;
        self->best = self->now;
        return;
    }
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        if ((used >> piece & 1) != 0)
            continue;
        self->now.pieces[color] = (uint8_t)(1u << piece);
        search_costs(self, color + 1, used | 1u << piece, cost + self->cost[color][piece]);
    }
}

unsigned df_assign_pieces(const df_picture *picture, const print_shape shapes[PRINT_SHAPES],
                          assignment ways[ASSIGN_MAX])
{
    unsigned ranked[DF_TETROMINOES], count = 0;
    rank_colors(picture, ranked);
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        assignment way = {{0}};
        for (unsigned j = 0; j < picture->color_count; j++)
            way.pieces[ranked[j]] = (uint8_t)(1u << by_use[j < 3 ? orders[i][j] : j]);
        add_new(ways, &count, &way);
    }
    cost_table costs = {.colors = picture->color_count, .min = SIZE_MAX};
    fill_costs(&costs, picture, shapes);
    search_costs(&costs, 0, 0, 0);
    add_new(ways, &count, &costs.best);
    return count;
}

unsigned df_assign_asked(const char *pieces, const df_picture *picture,
                         const print_shape shapes[PRINT_SHAPES], assignment ways[ASSIGN_MAX])
{
    carrier_sets sets;
    if (pieces == NULL)
        return df_assign_pieces(picture, shapes, ways);
    (void)df_carriers_read(&sets, pieces);
    ways[0] = (assignment){{0}};
    for (unsigned i = 0; i < picture->color_count; i++)
        ways[0].pieces[i] = sets.pieces[i];
    return 1;
}
