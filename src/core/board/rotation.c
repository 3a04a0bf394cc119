
#include <string.h>

#include "core/base/scan.h"
#include "turns.h"

/* The kicks of a piece. */
typedef enum kicks { KICKS_NONE, KICKS_I, KICKS_MOST } kicks;

enum { QUARTER_TESTS = 5 };

typedef struct offset {
    int8_t x, y;
} offset;

/* The guideline's kicks as differences: test i of a quarter turn moves the box by the entry of
 * the orientation it leaves, less the entry of the one it gets to. */
static const offset quarter_jlstz[DF_ORIENTATIONS][QUARTER_TESTS] = {
    [DF_EAST] = {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}},
    [DF_WEST] = {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}},
};
static const offset quarter_i[DF_ORIENTATIONS][QUARTER_TESTS] = {
    [DF_NORTH] = {{0, 0}, {-1, 0}, {2, 0}, {-1, 0}, {2, 0}},
    [DF_EAST] = {{0, 0}, {1, 0}, {1, 0}, {1, 1}, {1, -2}},
    [DF_SOUTH] = {{0, 0}, {2, 0}, {-1, 0}, {2, -1}, {-1, -1}},
    [DF_WEST] = {{0, 0}, {0, 0}, {0, 0}, {0, -2}, {0, 1}},
};

/* SRS+ turns I clockwise and anticlockwise as mirror images, so that its kicks are no such
 * differences: from each orientation. */
static const offset tetrio_i[DF_ORIENTATIONS][2][QUARTER_TESTS] = {
    [DF_NORTH] = {{{0, 0}, {1, 0}, {-2, 0}, {-2, -1}, {1, 2}},
                  {{0, 0}, {-1, 0}, {2, 0}, {2, -1}, {-1, 2}}},
    [DF_EAST] = {{{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}},
                 {{0, 0}, {-1, 0}, {2, 0}, {-1, -2}, {2, 1}}},
    [DF_SOUTH] = {{{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}},
                  {{0, 0}, {-2, 0}, {1, 0}, {-2, 1}, {1, -2}}},
    [DF_WEST] = {{{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}},
                 {{0, 0}, {1, 0}, {-2, 0}, {1, 2}, {-2, -1}}},
};

/* Test i of a half turn moves the box by this, from each orientation. */
static const offset half_tetrio[DF_ORIENTATIONS][6] = {
    [DF_NORTH] = {{0, 0}, {0, 1}, {1, 1}, {-1, 1}, {1, 0}, {-1, 0}},
    [DF_EAST] = {{0, 0}, {1, 0}, {1, 2}, {1, 1}, {0, 2}, {0, 1}},
    [DF_SOUTH] = {{0, 0}, {0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}},
    [DF_WEST] = {{0, 0}, {-1, 0}, {-1, 2}, {-1, 1}, {0, 2}, {0, 1}},
};
static const offset half_short[DF_ORIENTATIONS][2] = {
    [DF_NORTH] = {{0, 0}, {0, 1}},
    [DF_EAST] = {{0, 0}, {1, 0}},
    [DF_SOUTH] = {{0, 0}, {0, -1}},
    [DF_WEST] = {{0, 0}, {-1, 0}},
};
static const offset half_nullpomino[DF_ORIENTATIONS][12] = {
    [DF_NORTH] = {{0, 0},
                  {1, 0},
                  {2, 0},
                  {1, -1},
                  {2, -1},
                  {-1, 0},
                  {-2, 0},
                  {-1, -1},
                  {-2, -1},
                  {0, 1},
                  {3, 0},
                  {-3, 0}},
    [DF_EAST] = {{0, 0},
                 {0, -1},
                 {0, -2},
                 {-1, -1},
                 {-1, -2},
                 {0, 1},
                 {0, 2},
                 {-1, 1},
                 {-1, 2},
                 {1, 0},
                 {0, -3},
                 {0, 3}},
    [DF_SOUTH] = {{0, 0},
                  {-1, 0},
                  {-2, 0},
                  {-1, 1},
                  {-2, 1},
                  {1, 0},
                  {2, 0},
                  {1, 1},
                  {2, 1},
                  {0, -1},
                  {-3, 0},
                  {3, 0}},
    [DF_WEST] = {{0, 0},
                 {0, -1},
                 {0, -2},
                 {1, -1},
                 {1, -2},
                 {0, 1},
                 {0, 2},
                 {1, 1},
                 {1, 2},
                 {-1, 0},
                 {0, -3},
                 {0, 3}},
};
static const offset half_nullpomino_i[DF_ORIENTATIONS][6] = {
    [DF_NORTH] = {{0, 0}, {-1, 0}, {-2, 0}, {1, 0}, {2, 0}, {0, -1}},
    [DF_EAST] = {{0, 0}, {0, -1}, {0, -2}, {0, 1}, {0, 2}, {-1, 0}},
    [DF_SOUTH] = {{0, 0}, {1, 0}, {2, 0}, {-1, 0}, {-2, 0}, {0, 1}},
    [DF_WEST] = {{0, 0}, {0, -1}, {0, -2}, {0, 1}, {0, 2}, {1, 0}},
};

/* The half turns of one kind of pieces. */
typedef struct half_turns {
    const offset *test; /* `tests` for each orientation */
    uint8_t tests;
} half_turns;

#define HALF_TURNS(table)                                                                      \
    {                                                                                          \
        (table)[0], sizeof(table)[0] / sizeof(table)[0][0]                                     \
    }

enum {
    MOVES = DF_TRAIT_MOVES,
    HALF = DF_TRAIT_HALF_TURNS,
    KICKS = DF_TRAIT_KICKS,
    PLANS = DF_TRAIT_PLANS,
    PRINTS = DF_TRAIT_PRINTS,
    BOTS = DF_TRAIT_BOTS,
    GAMES = DF_TRAIT_GAMES,
    CLEARS = DF_TRAIT_CLEARS,
    MIRRORS = DF_TRAIT_MIRRORS
};

const df_rules_traits df_rules_table[DF_RULES] = {
    [DF_RULES_HARDDROP] = {"harddrop", "Hard drops only",
                           PLANS | PRINTS | BOTS | CLEARS | MIRRORS},
    [DF_RULES_ABOVE] = {"above", "Dropped from above", PLANS | BOTS},
    [DF_RULES_SRS] = {"srs", "SRS", MOVES | KICKS | PLANS | PRINTS | BOTS | GAMES | CLEARS},
    [DF_RULES_SRS_180] = {"srs+180", "SRS, half turns",
                          MOVES | HALF | KICKS | PLANS | PRINTS | BOTS | GAMES | CLEARS},
    [DF_RULES_TETRIO] = {"tetrio", "TETR.IO", MOVES | HALF | KICKS | PLANS | GAMES | CLEARS},
    [DF_RULES_JSTRIS] = {"jstris", "Jstris", MOVES | HALF | KICKS | CLEARS},
    [DF_RULES_NULLPOMINO180] = {"nullpomino180", "NullpoMino, half turns",
                                MOVES | HALF | KICKS | CLEARS},
    [DF_RULES_NES] = {"nes", "NES", MOVES | PLANS | BOTS},
    [DF_RULES_NES_CONSOLE] = {"nes-console", "NES console", MOVES | DF_TRAIT_LOSSY | PLANS},
    [DF_RULES_GAMEBOY] = {"gameboy", "Game Boy", MOVES | PLANS | GAMES},
    [DF_RULES_NOKICKS] = {"nokicks", "SRS without kicks",
                          MOVES | PLANS | GAMES | CLEARS | MIRRORS},
    [DF_RULES_ARS] = {"ars", "ARS", MOVES | KICKS | DF_TRAIT_FLOOR | PLANS | GAMES | CLEARS},
    [DF_RULES_TUCKS] = {"tucks", "Tucks, no spins", MOVES | DF_TRAIT_OPEN | CLEARS | MIRRORS},
    [DF_RULES_T_SOFTDROP] = {"t-softdrop", "SRS for T, others hard drops",
                             MOVES | KICKS | CLEARS | MIRRORS},
    [DF_RULES_TABLE] = {"table", "A table of kicks", MOVES | PLANS},
};

/* What pieces turn by beyond the traits of the rules. */
typedef struct rotation_system {
    bool has_two;       /* places at most, of a piece that looks the same after a half turn */
    bool is_left;       /* of these two, upright it is to the left */
    bool is_tetrio;     /* I has kicks of its own */
    half_turns half[3]; /* by the kicks of the piece */
} rotation_system;

static const rotation_system rotation_table[DF_RULES] = {
    [DF_RULES_SRS_180] =
        {.half = {[KICKS_I] = HALF_TURNS(half_short), [KICKS_MOST] = HALF_TURNS(half_tetrio)}},
    [DF_RULES_TETRIO] =
        {.is_tetrio = true,
         .half = {[KICKS_I] = HALF_TURNS(half_short), [KICKS_MOST] = HALF_TURNS(half_tetrio)}},
    [DF_RULES_JSTRIS] =
        {.half = {[KICKS_I] = HALF_TURNS(half_short), [KICKS_MOST] = HALF_TURNS(half_short)}},
    [DF_RULES_NULLPOMINO180] = {.half = {[KICKS_I] = HALF_TURNS(half_nullpomino_i),
                                         [KICKS_MOST] = HALF_TURNS(half_nullpomino)}},
    [DF_RULES_NES] = {.has_two = true},
    [DF_RULES_NES_CONSOLE] = {.has_two = true},
    [DF_RULES_GAMEBOY] = {.has_two = true, .is_left = true},
};

bool df_rules_have(df_rules rules, unsigned traits)
{
    return (unsigned)rules < DF_RULES && (df_rules_table[rules].bits & traits) == traits;
}

bool df_rules_find(df_rules *rules, const char *name, size_t length)
{
    for (unsigned i = 0; i < DF_RULES; i++) {
        if (df_span_equals((text_span){name, length}, df_rules_table[i].name)) {
            *rules = (df_rules)i;
            return true;
        }
    }
    return false;
}

static bool rotation_has(const rotation_system *system, unsigned trait)
{
    return (df_rules_table[system - rotation_table].bits & trait) != 0;
}

/* Returns the tetromino that a piece is by its drawing, not its name, or DF_TETROMINOES. */
static unsigned rotation_tetromino(const df_piece *piece)
{
    static const uint8_t drawn[DF_TETROMINOES][2] = {{15},   {3, 3}, {7, 2}, {3, 6},
                                                     {6, 3}, {7, 1}, {7, 4}};
    const df_shape *north = &piece->shape[DF_NORTH];
    unsigned i = 0;
    while (i < DF_TETROMINOES &&
           (piece->size != 4 || north->row[0] != drawn[i][0] || north->row[1] != drawn[i][1]))
        i++;
    return i;
}

static kicks kicks_of(const df_piece *piece, const rotation_system *system)
{
    const unsigned tetromino = rotation_tetromino(piece);
    if (!rotation_has(system, KICKS) ||
        (rotation_has(system, DF_TRAIT_FLOOR) && tetromino == DF_TETROMINOES))
        return KICKS_NONE;
    return tetromino == DF_I ? KICKS_I : KICKS_MOST;
}

static void find_corners(df_turns *turns, const df_shape *north, bool up)
{
    const unsigned side = north->width > north->height ? north->width : north->height;
    unsigned x = (side - north->width) / 2, y = (side - north->height + up) / 2;
    unsigned width = north->width, height = north->height;
    turns->side = (uint8_t)side;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        turns->corner_x[o] = (uint8_t)x;
        turns->corner_y[o] = (uint8_t)y;
        /* A quarter clockwise takes the square (a, b) of the box to (b, side - 1 - a). */
        const unsigned right = side - x - width, old_width = width;
        x = y;
        y = right;
        width = height;
        height = old_width;
    }
}

/* Gives each orientation the place of the one that looks the same: S that of N, and E and W the
 * one that is kept. */
static void keep_two_places(df_turns *turns, unsigned kept)
{
    turns->corner_x[DF_EAST + DF_WEST - kept] = turns->corner_x[kept];
    turns->corner_y[DF_EAST + DF_WEST - kept] = turns->corner_y[kept];
    turns->corner_x[DF_SOUTH] = turns->corner_x[DF_NORTH];
    turns->corner_y[DF_SOUTH] = turns->corner_y[DF_NORTH];
}

/* Puts a tetromino where ARS has it in its box: all but I on the floor. */
static void rotation_lower(df_turns *turns, const df_piece *piece)
{
    const unsigned tetromino = rotation_tetromino(piece);
    const bool has_two = piece->same_as[DF_SOUTH] == DF_NORTH;
    if (tetromino == DF_TETROMINOES || tetromino == DF_O)
        return;
    if (tetromino != DF_I)
        memset(turns->corner_y, 0, sizeof turns->corner_y);
    if (!has_two)
        turns->spawn = DF_SOUTH;
    /* Upright S is to the left in its box, the others are to the right. */
    else
        keep_two_places(turns, tetromino == DF_S ? DF_WEST : DF_EAST);
}

/* Returns how far test `test` of a turn moves the box. */
static offset rotation_kick(const rotation_system *system, kicks kind, unsigned how,
                            unsigned from, unsigned to, unsigned test)
{
    if (test == 0)
        return (offset){0};
    if (rotation_has(system, DF_TRAIT_FLOOR))
        return (offset){.x = test == 1 ? 1 : -1};
    if (how == DF_TURN_HALF)
        return system->half[kind].test[from * system->half[kind].tests + test];
    if (system->is_tetrio && kind == KICKS_I)
        return tetrio_i[from][how][test];
    const offset(*table)[QUARTER_TESTS] = kind == KICKS_I ? quarter_i : quarter_jlstz;
    const offset a = table[from][test], b = table[to][test];
    return (offset){(int8_t)(a.x - b.x), (int8_t)(a.y - b.y)};
}

static unsigned count_tests(const rotation_system *system, kicks kind, unsigned how)
{
    if (rotation_has(system, DF_TRAIT_OPEN))
        return 0;
    if (kind == KICKS_NONE || (rotation_has(system, DF_TRAIT_FLOOR) && kind == KICKS_I))
        return 1;
    if (rotation_has(system, DF_TRAIT_FLOOR))
        return 3;
    return how == DF_TURN_HALF ? system->half[kind].tests : (unsigned)QUARTER_TESTS;
}

void df_turns_begin(df_turns *turns, const df_piece *piece, df_rules rules)
{
    static const uint8_t quarters[DF_TURNS] = {
        [DF_TURN_CLOCKWISE] = 1, [DF_TURN_ANTICLOCKWISE] = 3, [DF_TURN_HALF] = 2};
    const rotation_system *system = &rotation_table[rules];
    *turns = (df_turns){.count = rotation_has(system, HALF) ? 3 : 2};
    find_corners(turns, &piece->shape[DF_NORTH], !system->has_two);
    if (system->has_two && piece->same_as[DF_SOUTH] == DF_NORTH)
        keep_two_places(turns, system->is_left ? DF_EAST : DF_WEST);
    if (rotation_has(system, DF_TRAIT_FLOOR))
        rotation_lower(turns, piece);
    for (unsigned from = 0; from < DF_ORIENTATIONS; from++) {
        for (unsigned how = 0; how < DF_TURNS; how++)
            turns->turn[from][how].to = (uint8_t)((from + quarters[how]) % DF_ORIENTATIONS);
    }
}

unsigned df_piece_spawn(const df_piece *piece, df_rules rules)
{
    df_turns turns;
    df_turns_make(&turns, piece, rules);
    return turns.spawn;
}

/* Returns the turns that a table gives to a piece, or to J if it is no tetromino; or NULL. */
static const df_turns *rotation_look_up(const df_piece *piece, df_rules rules)
{
    const unsigned tetromino = rotation_tetromino(piece);
    if (rules != DF_RULES_TABLE || piece->kicks == NULL)
        return NULL;
    return &piece->kicks[tetromino < DF_TETROMINOES ? tetromino : DF_J];
}

void df_turns_make(df_turns *turns, const df_piece *piece, df_rules rules)
{
    const rotation_system *system = &rotation_table[rules];
    const kicks kind = kicks_of(piece, system);
    const df_turns *table = rotation_look_up(piece, rules);
    df_turns_begin(turns, piece, rules);
    if (table != NULL)
        turns->count = table->count;
    /* Such a piece is square, so it fills its box and stays there; O may not by a table. */
    if (piece->same_as[DF_EAST] == DF_NORTH && (table == NULL || table == &piece->kicks[DF_J]))
        turns->count = 0;
    for (unsigned from = 0; from < DF_ORIENTATIONS; from++) {
        for (unsigned how = 0; how < turns->count; how++) {
            df_turn *turn = &turns->turn[from][how];
            const unsigned to = turn->to;
            int x = turns->corner_x[to] - turns->corner_x[from];
            int y = turns->corner_y[to] - turns->corner_y[from];
            if (table != NULL) {
                *turn = table->turn[from][how];
                x -= table->corner_x[to] - table->corner_x[from];
                y -= table->corner_y[to] - table->corner_y[from];
            } else {
                turn->tests = (uint8_t)count_tests(system, kind, how);
                turn->full = (uint16_t)((turn->tests == QUARTER_TESTS) << (QUARTER_TESTS - 1));
            }
            if (turns->spawn != DF_NORTH && from % 2 == DF_NORTH)
                turn->middle = (uint8_t)(2 - turns->corner_x[to]);
            for (unsigned i = 0; i < turn->tests; i++) {
                const offset moved = table != NULL
                                         ? (offset){turn->x[i], turn->y[i]}
                                         : rotation_kick(system, kind, how, from, to, i);
                turn->x[i] = (int8_t)(x + moved.x);
                turn->y[i] = (int8_t)(y + moved.y);
            }
        }
    }
}
