#include "slow_moves.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/random.h"
#include "tests/support/support.h"

typedef slow_pair pair;

typedef slow_kick_row kick_row;

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
    df_rules rules;
    char kind;               /* I, J for those with kicks as J, O, or P: no tetromino */
    const slow_kicks *kicks; /* or NULL: of the rotation */
    int top;                 /* rows up to the highest square */
    size_t next, last;       /* of the states to be visited */
} walk;

enum {
    MARGIN = 40,
    COLUMNS = DF_NARROW_MAX_WIDTH + 2 * MARGIN,
    ROWS = SLOW_MOVES_ROWS + MARGIN,
    STATES = DF_ORIENTATIONS * ROWS * COLUMNS
};

/* The states of a walk, by number and in the order in which they were found. All is false
 * between two walks. */
static bool walk_seen[STATES];
static uint32_t walk_found[STATES];

static bool is_nintendo(df_rules rules)
{
    return rules == DF_RULES_NES || rules == DF_RULES_NES_CONSOLE || rules == DF_RULES_GAMEBOY;
}

static bool has_shape(const df_piece *piece, const char *names)
{
    static const char letters[] = "IOTSZJL";
    static const uint8_t drawn[][2] = {{15, 0}, {3, 3}, {7, 2}, {3, 6}, {6, 3}, {7, 1}, {7, 4}};
    const df_shape *north = &piece->shape[DF_NORTH];
    for (; *names != '\0'; names++) {
        const size_t i = (size_t)(strchr(letters, *names) - letters);
        if (north->row[0] == drawn[i][0] && north->row[1] == drawn[i][1] &&
            north->height == (i == 0 ? 1 : 2))
            return true;
    }
    return false;
}

/* Returns the number of the tetromino that a piece looks like, or -1. */
static int tetromino_of(const df_piece *piece)
{
    for (int i = 0; i < DF_TETROMINOES; i++) {
        const char alone[] = {"IOTSZJL"[i], 0};
        if (has_shape(piece, alone))
            return i;
    }
    return -1;
}

static box make_box(const df_piece *piece, df_rules rules)
{
    const df_shape *north = &piece->shape[DF_NORTH];
    box made = {.side = north->width > north->height ? north->width : north->height};
    const int left = (made.side - north->width) / 2;
    const bool nes = is_nintendo(rules);
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
        const unsigned kept = rules == DF_RULES_GAMEBOY ? DF_EAST : DF_WEST;
        memcpy(made.square[DF_EAST + DF_WEST - kept], made.square[kept], sizeof made.square[0]);
    }
    const int tetromino = tetromino_of(piece);
    if (rules == DF_RULES_ARS && tetromino >= 0 && tetromino != DF_O)
        slow_kicks_draw_ars((unsigned)tetromino, made.side, made.square);
    return made;
}

static bool is_full(const walk *self, int x, int y)
{
    return x < 0 || x >= self->width || y < 0 ||
           (y < self->count && (self->rows[y] >> x & 1) != 0);
}

static bool is_free(const walk *self, int o, pair at)
{
    for (int i = 0; i < self->piece->size; i++) {
        if (is_full(self, at.x + self->box.square[o][i].x, at.y + self->box.square[o][i].y))
            return false;
    }
    return true;
}

/* True if ARS does not kick the piece: of its squares in the box, by rows from the top, the
 * first that is full is in the middle column. */
static bool is_held_fast(const walk *self, int o, pair at)
{
    if (self->rules != DF_RULES_ARS || !has_shape(self->piece, "TJL"))
        return false;
    for (int i = 0; i < 9; i++) {
        const pair in = {i % 3, 2 - i / 3};
        for (int k = 0; k < 4; k++) {
            const pair square = self->box.square[o][k];
            if (square.x == in.x && square.y == in.y && is_full(self, at.x + in.x, at.y + in.y))
                return in.x == 1;
        }
    }
    return false;
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
    /* Some turns lift the piece without end: above all rows that adds nothing. */
    if (at.y + self->box.side >= SLOW_MOVES_ROWS) {
        assert_true(self->kicks != NULL || self->kind == 'P');
        return false;
    }
    const uint32_t number = (uint32_t)((o * ROWS + at.y + MARGIN) * COLUMNS + at.x + MARGIN);
    if (!walk_seen[number]) {
        walk_seen[number] = true;
        walk_found[self->last++] = number;
    }
    return true;
}

static int spawn_of(const df_piece *piece, df_rules rules)
{
    return rules == DF_RULES_ARS && has_shape(piece, "JLT") ? DF_SOUTH : DF_NORTH;
}

static bool has_half_turns(df_rules rules)
{
    return rules != DF_RULES_ARS &&
           slow_kicks_find(rules, false, DF_NORTH, DF_SOUTH)->tests > 1;
}

/* Returns the row of a turn, or one without kicks. */
static const kick_row *kicks_for(df_rules rules, char kind, int from, int to)
{
    static const kick_row none = {{{0, 0}}, 1};
    const bool has = kind != 'O' && (kind != 'P' || rules != DF_RULES_ARS);
    return has ? slow_kicks_find(rules, kind == 'I', (unsigned)from, (unsigned)to) : &none;
}

/* Returns how far the box moves when a given kick moves the centre of the turned square, which
 * the guideline draws: of I between its second and third square, rounded. */
static pair of_center(int piece, int from, int to, pair kick)
{
    static const pair of_i[] = {{1, 2}, {2, 2}, {2, 1}, {1, 1}};
    static const pair of_o[] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    static const pair of_all[] = {{1, 1}, {1, 1}, {1, 1}, {1, 1}};
    const pair *centers = piece == DF_I ? of_i : piece == DF_O ? of_o : of_all;
    return (pair){centers[from].x + kick.x - centers[to].x,
                  centers[from].y + kick.y - centers[to].y};
}

static void turn(walk *self, int from, int by, pair at)
{
    const int to = (from + by) % DF_ORIENTATIONS;
    if (self->rules == DF_RULES_TUCKS && at.y < self->top)
        return;
    const int number = tetromino_of(self->piece);
    if (number < 0 && self->piece->same_as[DF_EAST] == DF_NORTH)
        return;
    const kick_row *row = self->kicks != NULL
                              ? &self->kicks->row[number < 0 ? DF_J : number][from][by - 1]
                              : kicks_for(self->rules, self->kind, from, to);
    for (int i = 0; i < row->tests; i++) {
        const pair kick =
            self->kicks != NULL ? of_center(number, from, to, row->test[i]) : row->test[i];
        if ((i == 1 && is_held_fast(self, to, at)) ||
            go(self, to, (pair){at.x + kick.x, at.y + kick.y}))
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

static void walk_everywhere(walk *self, int x, int y)
{
    const bool half = self->kicks != NULL ? self->kicks->half : has_half_turns(self->rules);
    memset(self->moves, 0, sizeof *self->moves);
    for (int row = 0; row < self->count; row++)
        self->top = self->rows[row] != 0 ? row + 1 : self->top;
    const int first = spawn_of(self->piece, self->rules);
    const pair min = corner(self, first);
    go(self, first, (pair){x - min.x, y - min.y});
    while (self->next < self->last) {
        const int number = (int)walk_found[self->next++];
        const pair at = {number % COLUMNS - MARGIN, number / COLUMNS % ROWS - MARGIN};
        const int o = number / COLUMNS / ROWS;
        go(self, o, (pair){at.x - 1, at.y});
        go(self, o, (pair){at.x + 1, at.y});
        if (!go(self, o, (pair){at.x, at.y - 1}))
            note_rest(self, o, at);
        turn(self, o, 1, at);
        turn(self, o, 3, at);
        if (half)
            turn(self, o, 2, at);
    }
    while (self->last > 0)
        walk_seen[walk_found[--self->last]] = false;
}

static char kind_of(const df_piece *piece)
{
    const int number = tetromino_of(piece);
    return number < 0 ? 'P' : number == DF_I ? 'I' : number == DF_O ? 'O' : 'J';
}

void slow_moves_find(slow_moves *moves, const df_piece *piece, unsigned width, df_rules rules,
                     const uint64_t *rows, unsigned count, int x, int y)
{
    walk self = {.moves = moves,
                 .piece = piece,
                 .width = (int)width,
                 .rows = rows,
                 .count = (int)count,
                 .box = make_box(piece, rules),
                 .rules = rules,
                 .kind = kind_of(piece)};
    walk_everywhere(&self, x, y);
}

void slow_moves_find_kicks(slow_moves *moves, const df_piece *piece, unsigned width,
                           const slow_kicks *kicks, const uint64_t *rows, unsigned count, int x,
                           int y)
{
    walk self = {.moves = moves,
                 .piece = piece,
                 .width = (int)width,
                 .rows = rows,
                 .count = (int)count,
                 .box = make_box(piece, DF_RULES_SRS),
                 .kicks = kicks,
                 .rules = DF_RULES_TABLE};
    walk_everywhere(&self, x, y);
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
                  .box = make_box(player->piece, player->rules),
                  .rules = player->rules};
}

bool slow_player_spawn(slow_player *player, int x, int y)
{
    const walk self = walk_of(player);
    const int first = spawn_of(player->piece, player->rules);
    const pair min = corner(&self, first);
    const int number = tetromino_of(player->piece);
    player->letter = number < 0 ? 'P' : "IOTSZJL"[number];
    player->orientation = first;
    player->x = x - min.x;
    player->y = y - min.y;
    player->spin = DF_SPIN_NONE;
    return is_free(&self, first, (pair){player->x, player->y});
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
    const int to = (player->orientation + by) % DF_ORIENTATIONS;
    const char kind = player->letter == 'I' || player->letter == 'P' ? player->letter : 'J';
    if (player->letter == 'O' || (by == 2 && player->rules == DF_RULES_SRS))
        return false;
    const kick_row *row = kicks_for(player->rules, kind, player->orientation, to);
    for (int i = 0; i < row->tests; i++) {
        const pair at = {player->x + row->test[i].x, player->y + row->test[i].y};
        if (i == 1 && is_held_fast(self, to, (pair){player->x, player->y}))
            return false;
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
