#include "symmetric.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "core/base/jobs.h"

/* A polyomino that a group leaves unmoved consists of orbits: sets of squares that the group
 * moves onto one another. Orbits are neighbours where some of their squares are. A polyomino is
 * a set of orbits that is connected in this sense, and is itself connected: from a square there
 * must be a way inside to each of its images. Redelmeier's method lists all connected sets of
 * orbits that contain a given one and none of some others.
 *
 * One square of each orbit is called own: it lies in the same copy of the polyomino as the own
 * squares next to it that were added before. Mirrors bound a region with exactly one square of
 * each orbit, and paths to the images exist when each mirror is touched. Turns have no such
 * region: own squares may lie anywhere, and paths to the images exist when an own square lies
 * beside a suitable image. */

/* A group of symmetries with its centre. */
typedef struct family {
    df_omino_symmetry symmetry;
    unsigned elements;   /* a set of bits: 4 · reflected + quarter turns after that */
    unsigned between[2]; /* the centre is this many half squares below that of square (0, 0) */
    unsigned times;      /* families that are turned over and counted together */
} family;

enum {
    TURN = 1,       /* bit: there is a path to the image by the least turn */
    ACROSS = 1,     /* bit: one across the mirror through or beside column 0 or x = y */
    UPWARDS = 2,    /* bit: one across that of row 0 or the other diagonal */
    SIDE_ROOM = 52, /* squares around the centre on each side */
    SIDE = 2 * SIDE_ROOM + 1,
    MAX_LISTED = 4 * DF_OMINO_COUNT_MAX,
    WATCH_SQUARES = 1 << 20,
};

/* From a square to its neighbours. */
static const int steps[4] = {1, SIDE, -1, -SIDE};

static const family families[] = {
    {DF_SYMMETRY_HALF, 0x05, {0, 0}, 1},      {DF_SYMMETRY_HALF, 0x05, {1, 0}, 2},
    {DF_SYMMETRY_HALF, 0x05, {1, 1}, 1},      {DF_SYMMETRY_DIAGONAL, 0x21, {0, 0}, 1},
    {DF_SYMMETRY_AXIS, 0x11, {0, 0}, 1},      {DF_SYMMETRY_AXES, 0x55, {0, 0}, 1},
    {DF_SYMMETRY_AXES, 0x55, {1, 0}, 2},      {DF_SYMMETRY_AXES, 0x55, {1, 1}, 1},
    {DF_SYMMETRY_QUARTER, 0x0f, {0, 0}, 1},   {DF_SYMMETRY_QUARTER, 0x0f, {1, 1}, 1},
    {DF_SYMMETRY_DIAGONALS, 0xa5, {0, 0}, 1}, {DF_SYMMETRY_DIAGONALS, 0xa5, {1, 1}, 1},
    {DF_SYMMETRY_ALL, 0xff, {0, 0}, 1},       {DF_SYMMETRY_ALL, 0xff, {1, 1}, 1},
};

_Static_assert(sizeof families / sizeof families[0] == SYMMETRIC_FAMILIES, "families");

/* The enumeration of one family. */
typedef struct growth {
    const family *family;
    unsigned size;
    unsigned reach;                 /* how far from the centre squares are */
    unsigned all;                   /* the bits that a polyomino needs */
    unsigned lightest;              /* least weight */
    uint8_t weight[SIDE * SIDE];    /* squares of the orbit; 0: not in the region */
    uint8_t touch[SIDE * SIDE];     /* the bits that the square gives by itself */
    uint16_t image[3][SIDE * SIDE]; /* by turns, in the order of elements */
    unsigned images;                /* entries of `image` in use; 0 for mirrors */
    bool seen[SIDE * SIDE];         /* listed, or excluded */
    uint8_t sheet[SIDE * SIDE];     /* 0: empty; 1: own; 2 + i: image i of an own one */
    uint16_t listed[MAX_LISTED];    /* neighbours of the set, in the order they were found */
    int16_t self[DF_OMINO_COUNT_MAX + 1][2];
    unsigned owned;
    uint64_t numbers[DF_OMINO_COUNT_MAX + 1];
    omino_count_task *task;
    uint64_t work;
    df_status status;
} growth;

static unsigned symmetric_place(int x, int y)
{
    return (unsigned)(y + SIDE_ROOM) * SIDE + (unsigned)(x + SIDE_ROOM);
}

/* Moves (x, y) by an element of a family's group: reflects and turns it around the centre,
 * counting in half squares. */
static void symmetric_move(const family *f, unsigned element, int *x, int *y)
{
    int u = 2 * *x + (int)f->between[0], v = 2 * *y + (int)f->between[1];
    if (element >= 4)
        u = -u;
    for (unsigned turn = element & 3; turn > 0; turn--) {
        const int old = u;
        u = v;
        v = -old;
    }
    *x = (u - (int)f->between[0]) / 2;
    *y = (v - (int)f->between[1]) / 2;
}

/* Finds how far (x, y) lies inside each of the family's mirrors: 0 if it touches the mirror,
 * below 0 if it is outside. Mirrors that the family does not have are far away. */
static void symmetric_depths(const family *f, int x, int y, int *across, int *upwards)
{
    *across = *upwards = SIDE;
    switch (f->symmetry) {
    case DF_SYMMETRY_AXIS:
        *across = x;
        break;
    case DF_SYMMETRY_AXES:
        *across = x;
        *upwards = y;
        break;
    case DF_SYMMETRY_DIAGONAL:
        *across = x - y;
        break;
    case DF_SYMMETRY_DIAGONALS:
        *across = x - y;
        *upwards = x + y + (int)f->between[0];
        break;
    case DF_SYMMETRY_ALL:
        *across = x - y;
        *upwards = y;
        break;
    default:
        break;
    }
}

/* Fills in the images, the bits and the weight of a square, unless it lies outside a mirror. */
static void symmetric_describe(growth *g, int x, int y)
{
    int across, upwards;
    symmetric_depths(g->family, x, y, &across, &upwards);
    if (across < 0 || upwards < 0)
        return;
    const unsigned here = symmetric_place(x, y);
    unsigned orbit[8], size = 0, elements = 0;
    for (unsigned element = 0; element < 8; element++) {
        if ((g->family->elements >> element & 1) == 0)
            continue;
        int to_x = x, to_y = y;
        symmetric_move(g->family, element, &to_x, &to_y);
        const unsigned to = symmetric_place(to_x, to_y);
        if (g->images > 0 && elements > 0)
            g->image[elements - 1][here] = (uint16_t)to;
        elements++;
        unsigned i = 0;
        while (i < size && orbit[i] != to)
            i++;
        if (i < size)
            continue;
        orbit[size++] = to;
    }
    /* The centre of turns is its own image. */
    const bool is_turned = g->images > 0 && size == 1;
    g->touch[here] =
        (uint8_t)((across == 0 || is_turned ? ACROSS : 0) | (upwards == 0 ? UPWARDS : 0));
    g->weight[here] = (uint8_t)size;
    if (size < g->lightest)
        g->lightest = size;
}

static void symmetric_begin(growth *g, const family *f, unsigned size, omino_count_task *task)
{
    /* No set reaches farther: each step away from the centre takes a square. */
    *g = (growth){.family = f, .size = size, .reach = size + 1, .task = task};
    const unsigned order = bits_count(f->elements), reflections = bits_count(f->elements >> 4);
    g->images = reflections == 0 ? order - 1 : 0;
    g->all = reflections > 1 ? ACROSS | UPWARDS : TURN;
    g->lightest = order;
    const int far = (int)g->reach;
    for (int y = -far; y <= far; y++) {
        for (int x = -far; x <= far; x++)
            symmetric_describe(g, x, y);
    }
}

/* Returns the bits of a square that becomes own: TURN if it lies beside an odd image. */
static unsigned symmetric_beside(const growth *g, unsigned at)
{
    unsigned bits = g->touch[at];
    if (g->images > 0) {
        for (unsigned i = 0; i < 4; i++)
            bits |= g->sheet[at + (unsigned)steps[i]] >= 2 &&
                            (g->images == 1 || g->sheet[at + (unsigned)steps[i]] != 3)
                        ? TURN
                        : 0;
    }
    return bits;
}

static void set_sheets(growth *g, unsigned at, bool filled)
{
    for (unsigned i = g->images; i-- > 0;)
        g->sheet[g->image[i][at]] = (uint8_t)(filled ? i + 2 : 0);
    g->sheet[at] = filled;
}

static void set_seen(growth *g, unsigned at, bool seen)
{
    g->seen[at] = seen;
    for (unsigned i = 0; i < g->images; i++)
        g->seen[g->image[i][at]] = seen;
}

/* Lists the neighbours of a square that were not seen. Returns the length of the list. */
static unsigned list_neighbors(growth *g, unsigned at, unsigned count)
{
    for (unsigned i = 0; i < 4; i++) {
        const unsigned next = at + (unsigned)steps[i];
        if (g->weight[next] == 0 || g->seen[next])
            continue;
        set_seen(g, next, true);
        g->listed[count++] = (uint16_t)next;
    }
    return count;
}

/* Returns the least distance from an own square to an image of one, for half turns, when `at`
 * becomes own; `distance` is that before. A shortest closed path of orbits that leads from a
 * square to its image either has a part outside the set from an own square to an image, with as
 * many different orbits as there are squares between; or it avoids the set and has even more,
 * as it crosses the root's row farther out than the root. */
static unsigned distance_with(growth *g, unsigned at, unsigned distance)
{
    const int x = (int)(at % SIDE) - SIDE_ROOM + (int)g->family->between[0];
    const int y = (int)(at / SIDE) - SIDE_ROOM + (int)g->family->between[1];
    int16_t(*self)[2] = &g->self[g->owned];
    (*self)[0] = (int16_t)(x - (int)g->family->between[0]);
    (*self)[1] = (int16_t)(y - (int)g->family->between[1]);
    for (unsigned i = 0; i <= g->owned; i++) {
        const int away = abs(x + g->self[i][0]) + abs(y + g->self[i][1]);
        if ((unsigned)away < distance)
            distance = (unsigned)away;
    }
    return distance;
}

static void symmetric_watch(growth *g)
{
    if (++g->work % WATCH_SQUARES == 0 && g->status == DF_OK)
        g->status = df_omino_count_watch(g->task, 0);
}

/* Counts the sets that are this one and one of the squares listed from `first` on. */
static void symmetric_count_last(growth *g, unsigned first, unsigned count, unsigned used)
{
    for (unsigned i = first; i < count; i++) {
        const unsigned total = used + g->weight[g->listed[i]];
        if (total <= g->size)
            g->numbers[total]++;
    }
}

static void symmetric_grow(growth *g, unsigned first, unsigned count, unsigned used,
                           unsigned found, unsigned distance);

/* Adds square number i of the list to the set, and those after it in all possible ways. */
static inline void symmetric_add(growth *g, unsigned i, unsigned count, unsigned used,
                                 unsigned found, unsigned distance)
{
    const unsigned at = g->listed[i], now = used + g->weight[at];
    symmetric_watch(g);
    set_sheets(g, at, true);
    const unsigned bits = found | symmetric_beside(g, at);
    const bool is_whole = bits == g->all;
    unsigned near = distance;
    g->numbers[now] += is_whole;
    if (!is_whole && g->images == 1)
        near = distance_with(g, at, distance);
    /* Half turns: the squares between are missing twice. */
    const unsigned missing = is_whole || g->images != 1 ? g->lightest : 2 * (near - 1);
    if (now + missing <= g->size) {
        g->owned++;
        const unsigned more = list_neighbors(g, at, count);
        if (is_whole && now + 2 * g->lightest > g->size)
            symmetric_count_last(g, i + 1, more, now);
        else
            symmetric_grow(g, i + 1, more, now, bits, near);
        for (unsigned k = count; k < more; k++)
            set_seen(g, g->listed[k], false);
        g->owned--;
    }
    set_sheets(g, at, false);
}

/* Adds the squares listed from `first` on to the set in all possible ways. The set has `used`
 * squares with its images, and the bits `found`. Those listed before stay empty if they are not
 * in it. */
static void symmetric_grow(growth *g, unsigned first, unsigned count, unsigned used,
                           unsigned found, unsigned distance)
{
    for (unsigned i = first; i < count && g->status == DF_OK; i++) {
        if (used + g->weight[g->listed[i]] <= g->size)
            symmetric_add(g, i, count, used, found, distance);
    }
}

/* Counts the sets with one root. Each set has a square on a certain line; its root is the one
 * nearest to the centre, or the lowest one. The squares before the root are excluded. */
static void grow_from(growth *g, unsigned root)
{
    const df_omino_symmetry symmetry = g->family->symmetry;
    const bool on_diagonal =
        symmetry == DF_SYMMETRY_DIAGONAL || symmetry == DF_SYMMETRY_DIAGONALS;
    const bool is_moved = symmetry == DF_SYMMETRY_AXIS || symmetry == DF_SYMMETRY_DIAGONAL;
    const int first = is_moved ? -(int)g->reach : 0, last = is_moved ? 0 : (int)root;
    unsigned at = 0;
    for (int i = first; i <= last; i++) {
        at = symmetry == DF_SYMMETRY_AXIS ? symmetric_place(0, i)
                                          : symmetric_place(i, on_diagonal ? i : 0);
        set_seen(g, at, true);
    }
    g->listed[0] = (uint16_t)at;
    symmetric_grow(g, 0, 1, 0, 0, UINT16_MAX);
}

/* The work on all families; each family with each root is one job. */
typedef struct symmetric_job {
    omino_count_task *task;
    unsigned size;
    unsigned roots;
    uint64_t (*numbers)[DF_OMINO_COUNT_MAX + 1]; /* by job */
} symmetric_job;

/* True if a family has sets with this root. */
static bool symmetric_has_root(const family *f, unsigned root, unsigned size)
{
    const bool is_moved =
        f->symmetry == DF_SYMMETRY_AXIS || f->symmetry == DF_SYMMETRY_DIAGONAL;
    /* A path around the centre at this distance has at least four squares for each step; a path
     * to the other mirror, with its images, at least two. */
    const bool is_turn = f->symmetry == DF_SYMMETRY_HALF || f->symmetry == DF_SYMMETRY_QUARTER;
    return !(is_moved && root > 0) && (is_turn ? 4 : 2) * root <= size;
}

/* Counts one family with one root. */
static df_status count_family(void *context, size_t index)
{
    symmetric_job *job = context;
    const family *f = &families[index / job->roots];
    const unsigned root = (unsigned)(index % job->roots);
    if (!symmetric_has_root(f, root, job->size)) {
        df_omino_count_done(job->task);
        return DF_OK;
    }
    growth *g = malloc(sizeof *g);
    if (g == NULL)
        return DF_ERROR_MEMORY;
    symmetric_begin(g, f, job->size, job->task);
    grow_from(g, root);
    const df_status status = g->status;
    for (unsigned size = 0; size <= job->size; size++)
        job->numbers[index][size] = g->numbers[size] * f->times;
    free(g);
    df_omino_count_done(job->task);
    return status;
}

/* Returns an upper bound on the number of roots of a family. */
static unsigned roots_of(unsigned size)
{
    return size / 2 + 1;
}

unsigned df_omino_unmoved_parts(unsigned size)
{
    return SYMMETRIC_FAMILIES * roots_of(size);
}

df_status df_omino_count_unmoved(symmetric_numbers *numbers, unsigned size,
                                 omino_count_task *task)
{
    symmetric_job job = {.task = task, .size = size, .roots = roots_of(size)};
    const size_t jobs = df_omino_unmoved_parts(size);
    job.numbers = calloc(jobs, sizeof *job.numbers);
    if (job.numbers == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = df_jobs_run(jobs, task->options.jobs, count_family, &job);
    *numbers = (symmetric_numbers){{{0}}};
    for (size_t i = 0; i < jobs; i++) {
        uint64_t *sums = numbers->unmoved[families[i / job.roots].symmetry];
        for (unsigned k = 0; k <= size; k++)
            sums[k] += job.numbers[i][k];
    }
    free(job.numbers);
    return status;
}
