#include <assert.h>
#include <string.h>

#include "core/base/bits.h"
#include "neighbors.h"
#include "rows.h"

/* The images under which a polyomino does not move, as bits. */
enum {
    TURN_QUARTER = 1 << 1,
    TURN_HALF = 1 << 2,
    REFLECT_AXIS = 1 << 4 | 1 << 6,
    REFLECT_DIAGONAL = 1 << 5 | 1 << 7,
};

/* Returns the set of images that do not move the polyomino. */
static unsigned unmoved_images(const df_omino *omino)
{
    unsigned unmoved = 1;
    for (unsigned image = 1; image < DF_OMINO_IMAGES; image++) {
        if (image % 2 == 1 && omino->width != omino->height)
            continue;
        df_omino other;
        df_omino_transform(omino, image, &other);
        if (memcmp(other.squares, omino->squares, omino->size * sizeof other.squares[0]) == 0)
            unmoved |= 1u << image;
    }
    return unmoved;
}

df_omino_symmetry df_omino_symmetry_of(bool quarter, bool half, bool axis, bool diagonal)
{
    if (quarter)
        return axis ? DF_SYMMETRY_ALL : DF_SYMMETRY_QUARTER;
    if (half)
        return axis ? DF_SYMMETRY_AXES : diagonal ? DF_SYMMETRY_DIAGONALS : DF_SYMMETRY_HALF;
    return axis ? DF_SYMMETRY_AXIS : diagonal ? DF_SYMMETRY_DIAGONAL : DF_SYMMETRY_NONE;
}

/* Counts the points of the grid that are corners of squares, each with the first square in
 * reading order that has it. */
static unsigned count_corners(const df_omino *omino, const omino_neighbors *neighbors)
{
    const df_square *squares = omino->squares;
    unsigned count = 0, below = 0;
    for (unsigned i = 0; i < omino->size; i++) {
        const unsigned x = squares[i].x, y = squares[i].y;
        bool low_left = neighbors->near[i][DIRECTION_WEST] == NO_SQUARE, low_right = true;
        /* The upper right corner is always new, the upper left if no square is to the left. */
        count += 1 + low_left;
        /* Find the first square of the row below that may touch this one. */
        while (squares[below].y + 1u < y ||
               (squares[below].y + 1u == y && squares[below].x + 1u < x))
            below++;
        for (unsigned j = below; squares[j].y + 1u == y && squares[j].x <= x + 1; j++) {
            low_left &= squares[j].x > x;
            low_right &= squares[j].x < x;
        }
        count += (unsigned)low_left + low_right;
    }
    return count;
}

/* Counts the squares that have no neighbour in either of two directions. */
static unsigned traits_count_without(const df_omino *omino, const omino_neighbors *neighbors,
                                     unsigned direction, unsigned other)
{
    unsigned count = 0;
    for (unsigned i = 0; i < omino->size; i++)
        count += neighbors->near[i][direction] == NO_SQUARE &&
                 neighbors->near[i][other] == NO_SQUARE;
    return count;
}

void df_omino_traits_find(const df_omino *omino, df_omino_traits *traits)
{
    omino_neighbors neighbors;
    df_omino_neighbors_find(&neighbors, omino);
    unsigned degrees = 0;
    for (unsigned i = 0; i < omino->size; i++)
        degrees += neighbors_count(&neighbors, i);
    const unsigned size = omino->size, pairs = degrees / 2;

    const unsigned unmoved = unmoved_images(omino);
    traits->symmetry =
        df_omino_symmetry_of((unmoved & TURN_QUARTER) != 0, (unmoved & TURN_HALF) != 0,
                             (unmoved & REFLECT_AXIS) != 0, (unmoved & REFLECT_DIAGONAL) != 0);
    traits->orientations = 4 / bits_count(unmoved & 15);
    traits->images = DF_OMINO_IMAGES / bits_count(unmoved);
    traits->perimeter = 4 * size - degrees;
    /* Euler: corners - sides + squares = 1 - holes. Each square has 4 sides, and a side between
     * two squares counts once. */
    traits->holes = 1 + (4 * size - pairs) - size - count_corners(omino, &neighbors);
    /* Each run has one square at its end. */
    traits->column_convex = traits_count_without(omino, &neighbors, DIRECTION_SOUTH,
                                                 DIRECTION_SOUTH) == omino->width;
    traits->row_convex = traits_count_without(omino, &neighbors, DIRECTION_WEST,
                                              DIRECTION_WEST) == omino->height;
    /* Going back from any square ends at one without such a neighbour: there must be one. */
    traits->directed = false;
    for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
        traits->directed |= traits_count_without(omino, &neighbors, direction,
                                                 (direction + 1) % DIRECTIONS) == 1;
    }
    traits->tree_like = pairs == size - 1;
}

const char *const df_omino_symmetry_names[DF_SYMMETRIES] = {
    [DF_SYMMETRY_NONE] = "none",           [DF_SYMMETRY_AXIS] = "axis",
    [DF_SYMMETRY_DIAGONAL] = "diagonal",   [DF_SYMMETRY_HALF] = "half",
    [DF_SYMMETRY_QUARTER] = "quarter",     [DF_SYMMETRY_AXES] = "axes",
    [DF_SYMMETRY_DIAGONALS] = "diagonals", [DF_SYMMETRY_ALL] = "all",
};
