#include "slow_moves.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

typedef struct pair {
    int x, y;
} pair;

/* The tables as the guideline prints them: from an orientation, by a turn; y up. */
typedef struct kick_row {
    const char *turn;
    pair test[6];
    int tests;
} kick_row;

static const kick_row table_jlstz[] = {
    {"NE", {{0, 0}, {-1, 0}, {-1, 1}, {0, -2}, {-1, -2}}, 5},
    {"EN", {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}}, 5},
    {"ES", {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}}, 5},
    {"SE", {{0, 0}, {-1, 0}, {-1, 1}, {0, -2}, {-1, -2}}, 5},
    {"SW", {{0, 0}, {1, 0}, {1, 1}, {0, -2}, {1, -2}}, 5},
    {"WS", {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}}, 5},
    {"WN", {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}}, 5},
    {"NW", {{0, 0}, {1, 0}, {1, 1}, {0, -2}, {1, -2}}, 5},
    {"NS", {{0, 0}, {0, 1}, {1, 1}, {-1, 1}, {1, 0}, {-1, 0}}, 6},
    {"EW", {{0, 0}, {1, 0}, {1, 2}, {1, 1}, {0, 2}, {0, 1}}, 6},
    {"SN", {{0, 0}, {0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}}, 6},
    {"WE", {{0, 0}, {-1, 0}, {-1, 2}, {-1, 1}, {0, 2}, {0, 1}}, 6},
};
static const kick_row table_i[] = {
    {"NE", {{0, 0}, {-2, 0}, {1, 0}, {-2, -1}, {1, 2}}, 5},
    {"EN", {{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}}, 5},
    {"ES", {{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}}, 5},
    {"SE", {{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}}, 5},
    {"SW", {{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}}, 5},
    {"WS", {{0, 0}, {-2, 0}, {1, 0}, {-2, -1}, {1, 2}}, 5},
    {"WN", {{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}}, 5},
    {"NW", {{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}}, 5},
    {"NS", {{0, 0}, {0, 1}}, 2},
    {"EW", {{0, 0}, {1, 0}}, 2},
    {"SN", {{0, 0}, {0, -1}}, 2},
    {"WE", {{0, 0}, {-1, 0}}, 2},
};

/* The squares of each orientation in the box that turns. */
typedef struct box {
    pair square[DF_ORIENTATIONS][DF_PIECE_MAX_SQUARES];
    int side;
} box;

typedef struct walk {
    slow_moves *moves;
    const df_piece *piece;
    int width;
    const uint64_t *rows;
    int count;
    box box;
    bool half;
    pair *stack; /* of states: x and y of the box; o in the square array below */
    uint8_t *turned;
    size_t height;
    bool *seen; /* by orientation, row and column of the box */
} walk;

enum {
    MARGIN = 40,
    COLUMNS = DF_FIELD_MAX_WIDTH + 2 * MARGIN,
    ROWS = SLOW_MOVES_ROWS + MARGIN
};

static box make_box(const df_piece *piece)
{
    const df_shape *north = &piece->shape[DF_NORTH];
    box made = {.side = north->width > north->height ? north->width : north->height};
    const int left = (made.side - north->width) / 2;
    const int above = (made.side - north->height) / 2;
    int count = 0;
    for (int y = 0; y < north->height; y++) {
        for (int x = 0; x < north->width; x++) {
            if (north->row[y] >> x & 1)
                made.square[DF_NORTH][count++] =
                    (pair){left + x, made.side - above - north->height + y};
        }
    }
    for (int o = 1; o < DF_ORIENTATIONS; o++) {
        for (int i = 0; i < count; i++) {
            const pair from = made.square[o - 1][i];
            made.square[o][i] = (pair){from.y, made.side - 1 - from.x};
        }
    }
    return made;
}

static bool is_free(const walk *own, int o, pair at)
{
    for (int i = 0; i < own->piece->size; i++) {
        const int x = at.x + own->box.square[o][i].x;
        const int y = at.y + own->box.square[o][i].y;
        if (x < 0 || x >= own->width || y < 0 ||
            (y < own->count && (own->rows[y] >> x & 1) != 0))
            return false;
    }
    return true;
}

static pair corner(const walk *own, int o)
{
    pair least = own->box.square[o][0];
    for (int i = 1; i < own->piece->size; i++) {
        const pair square = own->box.square[o][i];
        least.x = square.x < least.x ? square.x : least.x;
        least.y = square.y < least.y ? square.y : least.y;
    }
    return least;
}

/* Goes there if it is free; whether it is. */
static bool go(walk *own, int o, pair at)
{
    if (!is_free(own, o, at))
        return false;
    assert_true(at.y + own->box.side < SLOW_MOVES_ROWS);
    bool *seen = &own->seen[(o * ROWS + at.y + MARGIN) * COLUMNS + at.x + MARGIN];
    if (!*seen) {
        *seen = true;
        own->stack[own->height] = at;
        own->turned[own->height++] = (uint8_t)o;
    }
    return true;
}

static bool has_shape(const df_piece *piece, const char *names)
{
    df_piece_set *set = tetrominoes();
    bool found = false;
    for (; *names != '\0'; names++) {
        const df_piece *other = &set->pieces[df_piece_set_find(set, names, 1)];
        found = found || memcmp(&other->shape[DF_NORTH], &piece->shape[DF_NORTH],
                                sizeof piece->shape[DF_NORTH]) == 0;
    }
    df_piece_set_free(set);
    return found;
}

static const kick_row *find_row(const kick_row *table, char from, char to)
{
    while (table->turn[0] != from || table->turn[1] != to)
        table++;
    return table;
}

int slow_moves_kick(const char *turn, bool is_i, int test, int *x, int *y)
{
    const kick_row *row = find_row(is_i ? table_i : table_jlstz, turn[0], turn[1]);
    *x = row->test[test].x;
    *y = row->test[test].y;
    return row->tests;
}

static void turn(walk *own, int from, int to, pair at, const kick_row *table)
{
    if (table == NULL) {
        go(own, to, at);
        return;
    }
    const kick_row *row = find_row(table, df_orientation_letter((unsigned)from),
                                   df_orientation_letter((unsigned)to));
    for (int i = 0; i < row->tests; i++) {
        if (go(own, to, (pair){at.x + row->test[i].x, at.y + row->test[i].y}))
            return;
    }
}

static void note_rest(walk *own, int o, pair at)
{
    const pair least = corner(own, o);
    const int first = own->piece->same_as[o];
    uint64_t *word = &own->moves->resting[first][at.y + least.y];
    const uint64_t bit = UINT64_C(1) << (at.x + least.x);
    own->moves->count += (*word & bit) == 0;
    *word |= bit;
}

void slow_moves_find(slow_moves *moves, const df_piece *piece, unsigned width,
                     df_rotation rotation, const uint64_t *rows, unsigned count, int x, int y)
{
    memset(moves, 0, sizeof *moves);
    walk own = {.moves = moves,
                .piece = piece,
                .width = (int)width,
                .rows = rows,
                .count = (int)count,
                .box = make_box(piece)};
    const size_t states = (size_t)DF_ORIENTATIONS * ROWS * COLUMNS;
    own.seen = calloc(states, sizeof own.seen[0]);
    own.stack = malloc(states * sizeof own.stack[0]);
    own.turned = malloc(states);
    assert_true(own.seen != NULL && own.stack != NULL && own.turned != NULL);
    const kick_row *table = has_shape(piece, "I") ? table_i : NULL;
    if (has_shape(piece, "JLSTZ"))
        table = table_jlstz;
    const pair least = corner(&own, DF_NORTH);
    go(&own, DF_NORTH, (pair){x - least.x, y - least.y});
    while (own.height > 0) {
        const pair at = own.stack[--own.height];
        const int o = own.turned[own.height];
        go(&own, o, (pair){at.x - 1, at.y});
        go(&own, o, (pair){at.x + 1, at.y});
        if (!go(&own, o, (pair){at.x, at.y - 1}))
            note_rest(&own, o, at);
        turn(&own, o, (o + 1) % 4, at, table);
        turn(&own, o, (o + 3) % 4, at, table);
        if (rotation == DF_ROTATION_SRS_180)
            turn(&own, o, (o + 2) % 4, at, table);
    }
    free(own.seen);
    free(own.stack);
    free(own.turned);
}
