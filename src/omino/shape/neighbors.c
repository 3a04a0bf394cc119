#include "neighbors.h"

/* True if `a` comes before (x, y) in reading order from the bottom. */
static bool is_before(df_square a, unsigned x, unsigned y)
{
    return a.y < y || (a.y == y && a.x < x);
}

void df_omino_neighbors_find(omino_neighbors *neighbors, const df_omino *omino)
{
    const df_square *squares = omino->squares;
    /* A square of the row below, which only moves forwards. */
    unsigned below = 0;
    for (unsigned i = 0; i < omino->size; i++) {
        uint16_t *near = neighbors->near[i];
        const unsigned x = squares[i].x, y = squares[i].y;
        near[DIRECTION_EAST] = near[DIRECTION_NORTH] = near[DIRECTION_WEST] =
            near[DIRECTION_SOUTH] = NO_SQUARE;
        if (i > 0 && squares[i - 1].y == y && squares[i - 1].x + 1u == x) {
            near[DIRECTION_WEST] = (uint16_t)(i - 1);
            neighbors->near[i - 1][DIRECTION_EAST] = (uint16_t)i;
        }
        if (y == 0)
            continue;
        while (is_before(squares[below], x, y - 1))
            below++;
        if (squares[below].x == x && squares[below].y + 1u == y) {
            near[DIRECTION_SOUTH] = (uint16_t)below;
            neighbors->near[below][DIRECTION_NORTH] = (uint16_t)i;
        }
    }
}
