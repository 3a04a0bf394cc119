#include "slow_moves.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

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
    COLUMNS = DF_NARROW_MAX_WIDTH + 2 * MARGIN,
    ROWS = SLOW_MOVES_ROWS + MARGIN
};

static box make_box(const df_piece *piece, df_rotation rotation)
{
    const df_shape *north = &piece->shape[DF_NORTH];
    box made = {.side = north->width > north->height ? north->width : north->height};
    const int left = (made.side - north->width) / 2;
    const bool nes = rotation == DF_ROTATION_NES;
    const int above = (made.side - north->height + nes) / 2;
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
    if (nes && piece->same_as[DF_SOUTH] == DF_NORTH) {
        memcpy(made.square[DF_SOUTH], made.square[DF_NORTH], sizeof made.square[0]);
        memcpy(made.square[DF_EAST], made.square[DF_WEST], sizeof made.square[0]);
    }
    return made;
}

static bool is_free(const walk *self, int o, pair at)
{
    for (int i = 0; i < self->piece->size; i++) {
        const int x = at.x + self->box.square[o][i].x;
        const int y = at.y + self->box.square[o][i].y;
        if (x < 0 || x >= self->width || y < 0 ||
            (y < self->count && (self->rows[y] >> x & 1) != 0))
            return false;
    }
    return true;
}

static pair corner(const walk *self, int o)
{
    pair min = self->box.square[o][0];
    for (int i = 1; i < self->piece->size; i++) {
        const pair square = self->box.square[o][i];
        min.x = square.x < min.x ? square.x : min.x;
        min.y = square.y < min.y ? square.y : min.y;
    }
    return min;
}

/* Goes there if it is free; whether it is. */
static bool go(walk *self, int o, pair at)
{
    if (!is_free(self, o, at))
        return false;
    assert_true(at.y + self->box.side < SLOW_MOVES_ROWS);
    bool *seen = &self->seen[(o * ROWS + at.y + MARGIN) * COLUMNS + at.x + MARGIN];
    if (!*seen) {
        *seen = true;
        self->stack[self->height] = at;
        self->turned[self->height++] = (uint8_t)o;
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

static void turn(walk *self, int from, int to, pair at, const kick_row *table)
{
    if (table == NULL) {
        go(self, to, at);
        return;
    }
    const kick_row *row = find_row(table, df_orientation_letter((unsigned)from),
                                   df_orientation_letter((unsigned)to));
    for (int i = 0; i < row->tests; i++) {
        if (go(self, to, (pair){at.x + row->test[i].x, at.y + row->test[i].y}))
            return;
    }
}

static void note_rest(walk *self, int o, pair at)
{
    const pair min = corner(self, o);
    const int first = self->piece->same_as[o];
    uint64_t *word = &self->moves->resting[first][at.y + min.y];
    const uint64_t bit = UINT64_C(1) << (at.x + min.x);
    self->moves->count += (*word & bit) == 0;
    *word |= bit;
}

void slow_moves_find(slow_moves *moves, const df_piece *piece, unsigned width,
                     df_rotation rotation, const uint64_t *rows, unsigned count, int x, int y)
{
    memset(moves, 0, sizeof *moves);
    walk self = {.moves = moves,
                 .piece = piece,
                 .width = (int)width,
                 .rows = rows,
                 .count = (int)count,
                 .box = make_box(piece, rotation)};
    const size_t states = (size_t)DF_ORIENTATIONS * ROWS * COLUMNS;
    self.seen = calloc(states, sizeof self.seen[0]);
    self.stack = malloc(states * sizeof self.stack[0]);
    self.turned = malloc(states);
    assert_true(self.seen != NULL && self.stack != NULL && self.turned != NULL);
    const kick_row *table = has_shape(piece, "I") ? table_i : NULL;
    if (has_shape(piece, "JLSTZ"))
        table = table_jlstz;
    if (rotation == DF_ROTATION_NES)
        table = NULL;
    const pair min = corner(&self, DF_NORTH);
    go(&self, DF_NORTH, (pair){x - min.x, y - min.y});
    while (self.height > 0) {
        const pair at = self.stack[--self.height];
        const int o = self.turned[self.height];
        go(&self, o, (pair){at.x - 1, at.y});
        go(&self, o, (pair){at.x + 1, at.y});
        if (!go(&self, o, (pair){at.x, at.y - 1}))
            note_rest(&self, o, at);
        turn(&self, o, (o + 1) % 4, at, table);
        turn(&self, o, (o + 3) % 4, at, table);
        if (rotation == DF_ROTATION_SRS_180)
            turn(&self, o, (o + 2) % 4, at, table);
    }
    free(self.seen);
    free(self.stack);
    free(self.turned);
}

unsigned slow_moves_fill(df_random *random, uint64_t *rows, unsigned max, unsigned width)
{
    const unsigned count = df_random_below(random, max + 1);
    const uint64_t inside = UINT64_MAX >> (64 - width);
    const unsigned holes = df_random_below(random, 4);
    for (unsigned y = 0; y < count; y++) {
        uint64_t row = df_random_next(random);
        for (unsigned i = 0; i < holes; i++)
            row |= df_random_next(random);
        if (y > 0 && df_random_below(random, 2) == 0)
            row = (row & rows[y - 1]) | (rows[y - 1] & df_random_next(random));
        rows[y] = row & inside;
    }
    return count;
}

static walk walk_of(const slow_player *player)
{
    return (walk){.piece = player->piece,
                  .width = (int)player->width,
                  .rows = player->rows,
                  .count = (int)player->count,
                  .box = make_box(player->piece, player->rotation)};
}

bool slow_player_spawn(slow_player *player, int x, int y)
{
    const walk self = walk_of(player);
    const pair min = corner(&self, DF_NORTH);
    player->letter = '?';
    for (const char *name = "IOTSZJL"; *name != '\0'; name++) {
        const char alone[] = {*name, 0};
        if (has_shape(player->piece, alone))
            player->letter = *name;
    }
    player->orientation = DF_NORTH;
    player->x = x - min.x;
    player->y = y - min.y;
    player->spin = DF_SPIN_NONE;
    return is_free(&self, DF_NORTH, (pair){player->x, player->y});
}

void slow_player_corner(const slow_player *player, int *x, int *y)
{
    const walk self = walk_of(player);
    const pair min = corner(&self, player->orientation);
    *x = player->x + min.x;
    *y = player->y + min.y;
}

static bool slide(slow_player *player, const walk *self, int x, int y)
{
    if (!is_free(self, player->orientation, (pair){player->x + x, player->y + y}))
        return false;
    player->x += x;
    player->y += y;
    player->spin = DF_SPIN_NONE;
    return true;
}

/* True if the square is full, in the corner of the box of T: to the left or right, low or
 * high. */
static bool is_corner_full(const slow_player *player, bool right, bool high)
{
    const int x = player->x + (right ? 2 : 0), y = player->y + (high ? 2 : 0);
    if (x < 0 || x >= (int)player->width || y < 0)
        return true;
    return y < (int)player->count && (player->rows[y] >> x & 1) != 0;
}

static df_spin spin_of(const slow_player *player, bool last_kick)
{
    const bool low_left = is_corner_full(player, false, false);
    const bool low_right = is_corner_full(player, true, false);
    const bool high_left = is_corner_full(player, false, true);
    const bool high_right = is_corner_full(player, true, true);
    bool front = false;
    switch (player->orientation) {
    case DF_NORTH:
        front = high_left && high_right;
        break;
    case DF_EAST:
        front = high_right && low_right;
        break;
    case DF_SOUTH:
        front = low_left && low_right;
        break;
    default:
        front = low_left && high_left;
        break;
    }
    if (low_left + low_right + high_left + high_right < 3 || player->letter != 'T')
        return DF_SPIN_NONE;
    return front || last_kick ? DF_SPIN_FULL : DF_SPIN_MINI;
}

static bool turn_player(slow_player *player, const walk *self, int by)
{
    static const kick_row none = {"", {{0, 0}}, 1};
    const int to = (player->orientation + by) % DF_ORIENTATIONS;
    const char from_letter = df_orientation_letter((unsigned)player->orientation);
    const char to_letter = df_orientation_letter((unsigned)to);
    const kick_row *row = &none;
    if (player->letter == 'O' || (by == 2 && player->rotation == DF_ROTATION_SRS))
        return false;
    if (player->letter == 'I')
        row = find_row(table_i, from_letter, to_letter);
    else if (player->letter != '?')
        row = find_row(table_jlstz, from_letter, to_letter);
    for (int i = 0; i < row->tests; i++) {
        const pair at = {player->x + row->test[i].x, player->y + row->test[i].y};
        if (is_free(self, to, at)) {
            player->orientation = to;
            player->x = at.x;
            player->y = at.y;
            player->spin = spin_of(player, by != 2 && i == 4);
            return true;
        }
    }
    return false;
}

bool slow_player_press(slow_player *player, df_input input)
{
    const walk self = walk_of(player);
    switch (input) {
    case DF_INPUT_LEFT:
        return slide(player, &self, -1, 0);
    case DF_INPUT_RIGHT:
        return slide(player, &self, 1, 0);
    case DF_INPUT_CLOCKWISE:
        return turn_player(player, &self, 1);
    case DF_INPUT_ANTICLOCKWISE:
        return turn_player(player, &self, 3);
    case DF_INPUT_HALF_TURN:
        return turn_player(player, &self, 2);
    case DF_INPUT_SOFT_DROP:
        return slide(player, &self, 0, -1);
    default:
        while (slide(player, &self, 0, -1))
            continue;
        return true;
    }
}
