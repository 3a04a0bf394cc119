/* Finds out whether shifted copies of a polyomino fill the plane: D. Beauquier and M. Nivat, On
 * translating one polyomino to tile the plane, Discrete and Computational Geometry 6 (1991).
 *
 * The boundary is a closed word of directions. Another part of the boundary *returns* a part A
 * if it is A walked backwards: read backwards, with every direction reversed. A tile has the
 * boundary A B C A' B' C', where X' returns X and stands half the boundary after it; one of A,
 * B and C may be empty. docs/method/omino.md proves that it is enough to try for A, and for B
 * if neither B nor C is empty, the longest part around each centre. */
#include "neighbors.h"

/* The perimeter is at most 2 · size + 2. */
enum { MAX_STEPS = 2 * DF_OMINO_MAX_SQUARES + 2 };

/* The steps begin … begin + length - 1 of the boundary. */
typedef struct part {
    uint16_t begin;
    uint16_t length;
} part;

/* The boundary, and the longest parts that are returned. */
typedef struct outline {
    unsigned length;
    unsigned half;
    uint8_t steps[MAX_STEPS];
    int16_t x[MAX_STEPS + 1]; /* where each step begins */
    int16_t y[MAX_STEPS + 1];
    /* The length of the longest part around centre m / 2, for m in 0 … 2 · length - 1, counted
     * in steps from the middle of the first, that the steps half the boundary away return. */
    uint16_t longest[2 * MAX_STEPS];
    /* These parts by their begin: those from i on are parts[first[i]] … parts[first[i+1]-1]. */
    part parts[2 * MAX_STEPS];
    uint16_t first[MAX_STEPS + 1];
} outline;

/* Walks counterclockwise around a polyomino without holes, whose boundary never meets itself:
 * keeps a square on the left, and turns right where possible. */
static void walk_around(outline *self, const omino_neighbors *neighbors)
{
    uint16_t square = 0;
    unsigned direction = DIRECTION_EAST;
    int16_t x = 0, y = 0;
    self->length = 0;
    do {
        self->x[self->length] = x;
        self->y[self->length] = y;
        self->steps[self->length++] = (uint8_t)direction;
        x = (int16_t)(x + (direction == DIRECTION_EAST) - (direction == DIRECTION_WEST));
        y = (int16_t)(y + (direction == DIRECTION_NORTH) - (direction == DIRECTION_SOUTH));
        const uint16_t ahead = neighbors->near[square][direction];
        const unsigned right = (direction + 3) % DIRECTIONS;
        if (ahead == NO_SQUARE) {
            direction = (direction + 1) % DIRECTIONS;
        } else if (neighbors->near[ahead][right] == NO_SQUARE) {
            square = ahead;
        } else {
            square = neighbors->near[ahead][right];
            direction = right;
        }
    } while (square != 0 || direction != DIRECTION_EAST);
    self->x[self->length] = self->y[self->length] = 0;
    self->half = self->length / 2;
}

/* True if the step half the boundary after `mirrored`, the mirror of `at`, returns `at`. */
static bool is_returned(const outline *self, unsigned at, unsigned mirrored)
{
    return self->steps[at % self->length] ==
           (self->steps[(mirrored + self->half) % self->length] + 2) % DIRECTIONS;
}

static void find_longest(outline *self)
{
    for (unsigned m = 0; m < 2 * self->length; m++) {
        /* The two innermost steps, which are one when m is even; moved so that none is < 0. */
        unsigned low = m / 2 + self->length, high = low + m % 2, length = 0;
        while (high + 1 - low <= self->half && is_returned(self, low, high) &&
               is_returned(self, high, low)) {
            length = high + 1 - low;
            low--;
            high++;
        }
        self->longest[m] = (uint16_t)length;
    }
}

/* Returns where the longest part around centre m / 2 begins. */
static unsigned begin_of(const outline *self, unsigned m)
{
    return (m / 2 + self->length - (self->longest[m] - 1u) / 2) % self->length;
}

static void sort_parts(outline *self)
{
    for (unsigned i = 0; i <= self->length; i++)
        self->first[i] = 0;
    for (unsigned m = 0; m < 2 * self->length; m++) {
        if (self->longest[m] > 0)
            self->first[begin_of(self, m)]++;
    }
    uint16_t sum = 0;
    for (unsigned i = 0; i <= self->length; i++)
        self->first[i] = sum = (uint16_t)(sum + self->first[i]);
    /* Each entry is the end now, and becomes the begin while it is filled from there. */
    for (unsigned m = 2 * self->length; m-- > 0;) {
        if (self->longest[m] == 0)
            continue;
        const unsigned begin = begin_of(self, m);
        self->parts[--self->first[begin]] = (part){(uint16_t)begin, self->longest[m]};
    }
}

/* True if the steps half the boundary away return these `length` steps. */
static bool can_be_part(const outline *self, unsigned begin, unsigned length)
{
    return length == 0 ||
           self->longest[(2 * begin + length - 1) % (2 * self->length)] >= length;
}

/* Looks for B and C, or for C alone, after A. Returns the length of B, or -1. */
static int boundary_find_rest(const outline *self, part a)
{
    const unsigned next = (a.begin + a.length) % self->length;
    const unsigned rest = self->half - a.length;
    if (can_be_part(self, next, rest))
        return 0;
    for (unsigned i = self->first[next]; i < self->first[next + 1]; i++) {
        const unsigned length = self->parts[i].length;
        if (length <= rest && can_be_part(self, next + length, rest - length))
            return (int)length;
    }
    return -1;
}

/* Finds the shift from where step `begin` begins to where the step `length` later does. */
static void boundary_measure(const outline *self, unsigned begin, unsigned length, int shift[2])
{
    const unsigned from = begin % self->length, to = (begin + length) % self->length;
    shift[0] = self->x[to] - self->x[from];
    shift[1] = self->y[to] - self->y[from];
}

/* Finds the shifts: A' begins after C, so the copy beyond A is shifted by B + C, and that
 * beyond B by C - A. */
static void find_shifts(const outline *self, part a, unsigned length_of_b, int shifts[2][2])
{
    const unsigned c = a.begin + a.length + length_of_b;
    int shift_a[2], shift_c[2];
    boundary_measure(self, a.begin, a.length, shift_a);
    boundary_measure(self, a.begin + a.length, self->half - a.length, shifts[0]);
    boundary_measure(self, c, self->half - a.length - length_of_b, shift_c);
    shifts[1][0] = shift_c[0] - shift_a[0];
    shifts[1][1] = shift_c[1] - shift_a[1];
}

bool df_omino_tiles_plane(const df_omino *omino, int shifts[2][2])
{
    df_omino_traits traits;
    df_omino_traits_find(omino, &traits);
    if (traits.holes > 0)
        return false;
    omino_neighbors neighbors;
    outline self;
    df_omino_neighbors_find(&neighbors, omino);
    walk_around(&self, &neighbors);
    find_longest(&self);
    sort_parts(&self);
    for (unsigned i = 0; i < self.first[self.length]; i++) {
        const int length_of_b = boundary_find_rest(&self, self.parts[i]);
        if (length_of_b < 0)
            continue;
        if (shifts != NULL)
            find_shifts(&self, self.parts[i], (unsigned)length_of_b, shifts);
        return true;
    }
    return false;
}
