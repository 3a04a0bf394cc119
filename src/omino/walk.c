#include "dropforge/omino_random.h"
#include "omino/walk_room.h"

#define USUAL_NODES 100000

enum { LEFT = 1, FORWARD = 0, RIGHT = 3 };

/* Turns in all orders. */
static const uint8_t orders[6][3] = {{LEFT, FORWARD, RIGHT}, {LEFT, RIGHT, FORWARD},
                                     {FORWARD, LEFT, RIGHT}, {FORWARD, RIGHT, LEFT},
                                     {RIGHT, LEFT, FORWARD}, {RIGHT, FORWARD, LEFT}};

typedef struct stop {
    df_square square;
    uint8_t direction; /* in which it was entered */
    uint8_t order;     /* in which turns are tried from here */
    uint8_t tried;
} stop;

/* The walk may go back from where it is shut in: but to try all ways in a pocket takes time
 * exponential in its size. So a step is not taken when it cannot be right: when the squares
 * that can still be reached are too few, or too few of them are black or white. This changes
 * nothing in what is found, as only what would be given up later is given up at once. */
typedef struct walk {
    unsigned size;
    unsigned count;
    random_board walked;
    walk_room room;
    stop stops[DF_OMINO_MAX_SQUARES];
} walk;

static bool is_walked(const walk *w, unsigned x, unsigned y)
{
    return random_board_has(&w->walked, random_board_place(&w->walked, x, y));
}

/* Whether a square has neighbours of the walk, by sides or corners, besides the last two. If
 * not, the squares around it are connected without it: what could be reached before still can.
 */
static bool is_beside_walk(const walk *w, df_square at)
{
    unsigned beside = 0;
    for (unsigned i = 0; i < 9; i++) {
        if (i != 4)
            beside += is_walked(w, at.x + i % 3 - 1, at.y + i / 3 - 1);
    }
    const df_square before = w->stops[w->count - 2].square;
    const unsigned dx = (uint16_t)(before.x - at.x + 1), dy = (uint16_t)(before.y - at.y + 1);
    return beside > 1u + (dx <= 2 && dy <= 2);
}

/* Whether the walk could be long enough if it went on to `at`. */
static bool has_room(walk *w, df_square at)
{
    df_square low = at, high = at;
    for (unsigned i = 0; i < w->count; i++) {
        const df_square here = w->stops[i].square;
        low.x = here.x < low.x ? here.x : low.x;
        low.y = here.y < low.y ? here.y : low.y;
        high.x = here.x > high.x ? here.x : high.x;
        high.y = here.y > high.y ? here.y : high.y;
    }
    return df_walk_room(&w->room, &w->walked, at, low, high) >= w->size - w->count - 1;
}

static void enter(walk *w, df_square at, unsigned direction, df_random *random)
{
    random_board_flip(&w->walked, random_board_place(&w->walked, at.x, at.y));
    w->stops[w->count++] = (stop){at, (uint8_t)direction, 0, 0};
    /* The first square is left in one direction only, and the last one not at all. */
    if (w->count > 1 && w->count < w->size)
        w->stops[w->count - 1].order = (uint8_t)df_random_below(random, 6);
}

/* Tries the next turn from the last square. False: it leads nowhere. */
static bool step(walk *w, df_random *random)
{
    stop *last = &w->stops[w->count - 1];
    const unsigned direction = (last->direction + orders[last->order][last->tried++]) % 4;
    const df_square at = {random_step_x(last->square.x, direction),
                          random_step_y(last->square.y, direction)};
    if (is_walked(w, at.x, at.y) || (is_beside_walk(w, at) && !has_room(w, at)))
        return false;
    enter(w, at, direction, random);
    return true;
}

/* Walks until all squares are there, or until too many turns led nowhere. */
static df_outcome search(walk *w, uint64_t nodes, df_random *random)
{
    while (w->count < w->size) {
        if (w->stops[w->count - 1].tried < 3) {
            if (!step(w, random) && nodes-- == 0)
                return DF_LIMIT;
        } else {
            const df_square at = w->stops[--w->count].square;
            random_board_flip(&w->walked, random_board_place(&w->walked, at.x, at.y));
        }
    }
    return DF_FOUND;
}

static df_status walk_squares(df_omino *omino, walk *w, uint64_t nodes, df_random *random,
                              df_outcome *outcome)
{
    df_square at = {DF_OMINO_MAX_SQUARES, DF_OMINO_MAX_SQUARES};
    for (unsigned i = 0; i < 2 && i < w->size; i++, at.x++)
        enter(w, at, 0, random);
    *outcome = search(w, nodes, random);
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
    walk *w = calloc(1, sizeof *w);
    if (w == NULL)
        return DF_ERROR_MEMORY;
    w->size = size;
    df_status status = DF_ERROR_MEMORY;
    /* Room is looked for within the walk's own bounds and just outside. */
    if (random_board_create(&w->walked, size + 2)) {
        status = walk_squares(omino, w, nodes == 0 ? USUAL_NODES : nodes, random, outcome);
        random_board_free(&w->walked);
    }
    free(w);
    return status;
}
