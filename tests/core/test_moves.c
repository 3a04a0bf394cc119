/* The turns of the Super Rotation System, and every place a piece can be brought to. */
#include <stdlib.h>
#include <string.h>

#include "core/board/mover.h"
#include "core/board/moves.h"
#include "core/board/turns.h"
#include "tests/slow/slow_kicks.h"
#include "tests/support/plans.h"

TEST(has_names)
{
    for (unsigned i = 0; i < DF_RULES; i++) {
        const char *name = df_rules_table[i].name;
        df_rules found = DF_RULES;
        assert_true(df_rules_find(&found, name, strlen(name)));
        assert_int_equal(found, i);
        assert_false(df_rules_find(&found, name, strlen(name) - 1));
    }
}

/* Every test of every turn, as the document has them. */
TEST(has_the_tables)
{
    for (unsigned i = 0; i < DF_TETROMINOES * DF_RULES; i++) {
        const unsigned p = i % DF_TETROMINOES;
        const df_rules rules = i / DF_TETROMINOES;
        df_turns turns;
        df_turns_make(&turns, &shared_set->pieces[p], rules);
        if (!df_rules_have(rules, DF_TRAIT_MOVES) || rules == DF_RULES_TABLE ||
            df_rules_have(rules, DF_TRAIT_OPEN))
            continue;
        const unsigned count = df_rules_have(rules, DF_TRAIT_HALF_TURNS) ? DF_TURNS : 2;
        assert_int_equal(turns.count, p == DF_O ? 0 : count);
        for (unsigned o = 0; o < DF_ORIENTATIONS * turns.count; o++) {
            const unsigned from = o / turns.count;
            const df_turn *turn = &turns.turn[from][o % turns.count];
            const slow_kick_row *wanted = slow_kicks_find(rules, p == DF_I, from, turn->to);
            assert_int_equal(turn->tests, wanted->tests);
            for (int test = 0; test < turn->tests; test++) {
                const slow_pair kick = wanted->test[test];
                assert_int_equal(turn->x[test],
                                 kick.x + turns.corner_x[turn->to] - turns.corner_x[from]);
                assert_int_equal(turn->y[test],
                                 kick.y + turns.corner_y[turn->to] - turns.corner_y[from]);
            }
        }
    }
}

static void compare(const df_moves *moves, const slow_moves *wanted, unsigned number)
{
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned y = 0; y < SLOW_MOVES_ROWS; y++) {
            const uint64_t found = df_moves_resting(moves, o, y);
            if (found != wanted->resting[o][y])
                print_error("case %u: orientation %u, row %u: %lx, not %lx\n", number, o, y,
                            (unsigned long)found, (unsigned long)wanted->resting[o][y]);
            assert_true(found == wanted->resting[o][y]);
        }
    }
    assert_int_equal(df_moves_count(moves), wanted->count);
    df_place place = {.orientation = DF_ORIENTATIONS};
    uint64_t before = 0;
    unsigned places = 0;
    for (; df_moves_next(moves, &place); places++) {
        const uint64_t key =
            (uint64_t)place.orientation << 32 | (uint64_t)place.y << 8 | place.x;
        assert_true(places == 0 || key > before);
        assert_true(wanted->resting[place.orientation][place.y] >> place.x & 1);
        before = key;
    }
    assert_int_equal(places, wanted->count);
}

TEST(finds_what_a_walk_finds)
{
    static df_moves moves;
    static slow_moves wanted;
    static slow_kicks kicks;
    df_turns turns[DF_TETROMINOES];
    unsigned long places = 0;
    for (unsigned i = 0; i < test_cases(20000); i++) {
        df_random random = test_random(i);
        unsigned width = 4 + df_random_below(&random, 7);
        if (i % 8 == 0)
            width = 1 + df_random_below(&random, 64);
        uint64_t rows[24];
        const unsigned count = slow_moves_fill(&random, rows, i % 8 == 0 ? 24 : 8, width);
        df_piece_set *other = NULL;
        df_piece piece = shared_set->pieces[df_random_below(&random, DF_TETROMINOES)];
        if (i % 4 == 0) {
            char drawing[POLYOMINO_TEXT];
            random_polyomino(&random, 1 + df_random_below(&random, 9), drawing);
            other = single_piece(drawing);
            piece = other->pieces[0];
        }
        const df_rules rules =
            i % 3 == 0 ? DF_RULES_TABLE
                       : DF_RULES_SRS + df_random_below(&random, DF_RULES - DF_RULES_SRS);
        const bool has_kicks = rules == DF_RULES_TABLE && df_random_below(&random, 4) > 0;
        if (has_kicks) {
            slow_kicks_make(&random, &kicks, turns);
            piece.kicks = turns;
        }
        df_mover mover;
        assert_status(df_mover_make(&mover, &piece, width, rules), DF_OK);
        int x, y;
        df_mover_spawn(&mover, count + df_random_below(&random, 5), &x, &y);
        if (df_random_below(&random, 3) == 0) {
            x = (int)df_random_below(&random, width + 2) - 1;
            y = (int)df_random_below(&random, count + 6) - 1;
        }
        df_moves_find_resting(&moves, &mover, rows, count, x, y);
        if (has_kicks)
            slow_moves_find_kicks(&wanted, &piece, width, &kicks, rows, count, x, y);
        else
            slow_moves_find(&wanted, &piece, width, rules, rows, count, x, y);
        compare(&moves, &wanted, i);
        places += wanted.count;
        df_piece_set_free(other);
    }
    print_message("# %lu places\n", places);
}

/* A piece over a playfield. */
typedef struct spawned {
    df_mover mover;
    uint64_t rows[24];
    unsigned count;
    int x, y;
} spawned;

static void spawn_random(spawned *made, df_random *random, const df_piece_set *set)
{
    const unsigned width = 1 + df_random_below(random, 20);
    made->count = slow_moves_fill(random, made->rows, 24, width);
    const df_piece *piece = &set->pieces[df_random_below(random, DF_TETROMINOES)];
    const df_rules rules = DF_RULES_SRS + df_random_below(random, DF_RULES - DF_RULES_SRS);
    assert_status(df_mover_make(&made->mover, piece, width, rules), DF_OK);
    df_mover_spawn(&made->mover, df_random_below(random, made->count + 5), &made->x, &made->y);
}

/* True if it was found in a few words. `wanted` is whole. */
static bool check_flood(const spawned *from, const df_moves *wanted)
{
    static df_moves moves;
    df_moves_find_resting(&moves, &from->mover, from->rows, from->count, from->x, from->y);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned row = 0; row < 30; row++)
            assert_true(df_moves_resting(&moves, o, row) == df_moves_resting(wanted, o, row));
    }
    assert_int_equal(df_moves_count(&moves), df_moves_count(wanted));
    df_place at = {.orientation = DF_ORIENTATIONS}, other = at;
    while (df_moves_next(wanted, &other)) {
        assert_true(df_moves_next(&moves, &at));
        assert_true(at.orientation == other.orientation && at.x == other.x && at.y == other.y);
    }
    assert_false(df_moves_next(&moves, &at));
    df_moves_find(&moves, &from->mover, from->rows, from->count, from->x, from->y);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (int row = -1; row < 30; row++) {
            for (int column = -1; column <= (int)from->mover.width; column++)
                assert_true(df_moves_reached(&moves, o, column, row) ==
                            df_moves_reached(wanted, o, column, row));
        }
    }
    return moves.is_packed;
}

/* The floods of a few words, by all orientations at once where the machine can and one by one,
 * find what that of all rows does. */
TEST(floods_agree)
{
    static df_moves wanted;
    unsigned packed = 0, lanes = 0;
    for (unsigned i = 0; i < test_cases(10000); i++) {
        df_random random = test_random(i);
        spawned from;
        spawn_random(&from, &random, shared_set);
        spawned by_rows = from;
        by_rows.mover.packed.pitch = 0;
        df_moves_find(&wanted, &by_rows.mover, from.rows, from.count, from.x, from.y);
        lanes += check_flood(&from, &wanted) && from.mover.packed.lanes;
        from.mover.packed.lanes = false;
        packed += check_flood(&from, &wanted);
    }
    print_message("# %u in a few words, %u of these by all orientations at once\n", packed,
                  lanes);
}

/* The squares of each piece around its centre, as the Tetris Bot Protocol has them for N; a
 * turn takes the square (x, y) to (y, -x). */
TEST(has_the_centers)
{
    static const int8_t squares[DF_TETROMINOES][4][2] = {
        {{-1, 0}, {0, 0}, {1, 0}, {2, 0}}, {{0, 0}, {1, 0}, {0, 1}, {1, 1}},
        {{-1, 0}, {0, 0}, {1, 0}, {0, 1}}, {{-1, 0}, {0, 0}, {0, 1}, {1, 1}},
        {{-1, 1}, {0, 1}, {0, 0}, {1, 0}}, {{-1, 0}, {0, 0}, {1, 0}, {-1, 1}},
        {{-1, 0}, {0, 0}, {1, 0}, {1, 1}},
    };
    for (unsigned p = 0; p < DF_TETROMINOES; p++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            const df_shape *shape = &shared_set->pieces[p].shape[o];
            for (unsigned i = 0; i < 4; i++) {
                int x = squares[p][i][0], y = squares[p][i][1];
                for (unsigned turn = 0; turn < o; turn++) {
                    const int before = x;
                    x = y;
                    y = -before;
                }
                x += shape->center_x;
                y += shape->center_y;
                assert_in_range(x, 0, 3);
                assert_in_range(y, 0, 3);
                assert_true(shape->row[y] >> x & 1);
            }
        }
    }
}

/* A turn of ARS: rows from the top, X full, a letter for the piece. */
typedef struct ars_turn {
    unsigned piece, from, how;
    const char *before, *after;
} ars_turn;

/* Finds the lower left corner of the squares of a letter, and the playfield of the others. */
static piece_at read_ars(const char *drawing, char letter, uint64_t *rows, unsigned width,
                         unsigned height)
{
    piece_at at = {.x = (int)width, .y = (int)height};
    for (unsigned i = 0; i < width * height; i++) {
        const int x = (int)(i % width), y = (int)(height - 1 - i / width);
        const char sign = drawing[i / width * (width + 1) + i % width];
        if (sign == 'X')
            rows[y] |= UINT64_C(1) << x;
        if (sign == letter && x < at.x)
            at.x = x;
        if (sign == letter)
            at.y = y;
    }
    return at;
}

/* What https://tetris.wiki/ARS and players' notes have of it. Where the piece does not turn,
 * nothing is drawn after it. */
enum { RIGHT = DF_TURN_CLOCKWISE, LEFT = DF_TURN_ANTICLOCKWISE };
static const ars_turn ars_turns[] = {
    /* On the floor in every orientation. */
    {DF_T, DF_SOUTH, RIGHT, ".../TTT/.T.", ".T./TT./.T."},
    {DF_T, DF_WEST, RIGHT, ".T./TT./.T.", ".../.T./TTT"},
    {DF_J, DF_SOUTH, LEFT, ".../JJJ/..J", ".JJ/.J./.J."},
    {DF_S, DF_NORTH, RIGHT, ".../.SS/SS.", "S../SS./.S."},
    {DF_Z, DF_NORTH, RIGHT, ".../ZZ./.ZZ", "..Z/.ZZ/.Z."},
    {DF_I, DF_NORTH, LEFT, "..../IIII/..../....", "..I./..I./..I./..I."},
    /* Beside walls; to the right before the left. */
    {DF_T, DF_EAST, RIGHT, "T../TT./T..", ".../TTT/.T."},
    {DF_T, DF_WEST, RIGHT, "..T/.TT/..T", ".../.T./TTT"},
    {DF_S, DF_EAST, RIGHT, ".S./.SS/..S", ".../.SS/SS."},
    {DF_Z, DF_EAST, LEFT, ".Z./ZZ./Z..", ".../ZZ./.ZZ"},
    {DF_S, DF_NORTH, RIGHT, ".X.../..SS./.SS..", ".XS../..SS./...S."},
    {DF_L, DF_SOUTH, RIGHT, ".X.../.LLL./.L...", ".XLL./...L./...L."},
    {DF_T, DF_NORTH, RIGHT, "..../.T.X/TTTX", ".T../.TTX/.T.X"},
    /* The middle column. */
    {DF_L, DF_SOUTH, RIGHT, ".X../LLL./L...", NULL},
    {DF_L, DF_SOUTH, LEFT, ".X../LLL./L...", NULL},
    {DF_L, DF_SOUTH, LEFT, "..../LLL./LX..", NULL},
    {DF_J, DF_SOUTH, LEFT, ".X../JJJ./..J.", NULL},
    {DF_J, DF_SOUTH, RIGHT, "..../JJJ./.XJ.", NULL},
    {DF_J, DF_NORTH, RIGHT, "..../JX../JJJ.", NULL},
    {DF_L, DF_NORTH, LEFT, "..../.XL./LLL.", NULL},
    {DF_T, DF_SOUTH, RIGHT, ".X../TTT./.T..", NULL},
    {DF_T, DF_NORTH, LEFT, ".X../.T../TTT.", NULL},
    /* It does not matter where another square is found before. */
    {DF_L, DF_SOUTH, RIGHT, "X.../LLL./LX..", "XLL./..L./.XL."},
    {DF_J, DF_SOUTH, LEFT, "...X/.JJJ/..XJ", ".JJX/.J../.JX."},
    /* I has no kicks. */
    {DF_I, DF_EAST, RIGHT, "I.../I.../I.../I...", NULL},
    {DF_I, DF_NORTH, RIGHT, "..X./IIII/..../....", NULL},
};

TEST(turns_by_ars)
{
    for (unsigned i = 0; i < COUNT(ars_turns); i++) {
        const ars_turn *turn = &ars_turns[i];
        const unsigned width = (unsigned)strcspn(turn->before, "/");
        const unsigned height = (unsigned)(strlen(turn->before) + 1) / (width + 1);
        const char letter = "IOTSZJL"[turn->piece];
        uint64_t rows[4] = {0}, same[4] = {0};
        df_mover mover;
        assert_status(
            df_mover_make(&mover, &shared_set->pieces[turn->piece], width, DF_RULES_ARS),
            DF_OK);
        piece_at at = read_ars(turn->before, letter, rows, width, height);
        at.orientation = turn->from;
        assert_true(df_mover_fits(&mover, rows, height, &at));
        const int test = df_mover_turn(&mover, rows, height, turn->how, &at);
        if ((test < 0) != (turn->after == NULL))
            print_error("turn %u: test %d\n", i, test);
        assert_int_equal(test < 0, turn->after == NULL);
        if (test < 0)
            continue;
        const piece_at wanted = read_ars(turn->after, letter, same, width, height);
        assert_memory_equal(rows, same, sizeof rows);
        assert_int_equal(at.x, wanted.x);
        assert_int_equal(at.y, wanted.y);
    }
}

enum { PERFT_ROWS = 40 };

/* How many ways there are to place the pieces of a queue one after another. */
static uint64_t perft(const df_mover *movers, const char *queue, unsigned depth,
                      const uint64_t *rows)
{
    df_moves moves;
    const df_mover *mover = &movers[strchr("IOTSZJL", *queue) - "IOTSZJL"];
    int x, y;
    df_mover_spawn(mover, 19, &x, &y);
    df_moves_find_resting(&moves, mover, rows, PERFT_ROWS, x, y);
    if (depth == 1)
        return df_moves_count(&moves);
    uint64_t ways = 0;
    for (df_place at = {.orientation = DF_ORIENTATIONS}; df_moves_next(&moves, &at);) {
        uint64_t next[PERFT_ROWS];
        const df_shape *shape = &mover->piece->shape[at.orientation];
        memcpy(next, rows, sizeof next);
        for (unsigned i = 0; i < shape->height; i++)
            next[at.y + i] |= (uint64_t)shape->row[i] << at.x;
        unsigned to = 0;
        for (unsigned from = 0; from < PERFT_ROWS; from++) {
            if (next[from] != 0x3ff)
                next[to++] = next[from];
        }
        memset(&next[to], 0, (PERFT_ROWS - to) * sizeof next[0]);
        ways += perft(movers, queue + 1, depth - 1, next);
    }
    return ways;
}

static uint64_t count_ways(const char *queue)
{
    df_mover movers[DF_TETROMINOES];
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        assert_status(df_mover_make(&movers[i], &shared_set->pieces[i], 10, DF_RULES_SRS),
                      DF_OK);
    const uint64_t rows[PERFT_ROWS] = {0};
    const uint64_t ways = perft(movers, queue, (unsigned)strlen(queue), rows);
    return ways;
}

/* docs/method/moves.md has these numbers; that of six I is what other move generators find. */
TEST(counts_ways_to_place_pieces)
{
    assert_true(count_ways("IO") == 153);
    assert_true(count_ways("IOLJS") == 3497187);
    /* Two million floods, too many for a sanitizer. */
    if (!test_is_small())
        assert_true(count_ways("IIIIII") == 33325345);
}

TEST(refuses_what_is_none)
{
    df_mover mover;
    assert_status(df_mover_make(&mover, &shared_set->pieces[DF_T], 10, DF_RULES),
                  DF_ERROR_ARGUMENT);
    assert_status(df_mover_make(&mover, &shared_set->pieces[DF_T], 10, DF_RULES_ABOVE),
                  DF_ERROR_ARGUMENT);
    assert_status(df_mover_make(&mover, &shared_set->pieces[DF_T], 0, DF_RULES_SRS),
                  DF_ERROR_ARGUMENT);
    assert_status(df_mover_make(&mover, &shared_set->pieces[DF_T], 65, DF_RULES_SRS),
                  DF_ERROR_ARGUMENT);
}

/* Upright, I, S and Z are in one column alone: on the Game Boy one further left. */
TEST(turns_by_gameboy)
{
    for (unsigned p = 0; p < DF_TETROMINOES; p++) {
        df_turns turns, left;
        df_turns_make(&turns, &shared_set->pieces[p], DF_RULES_NES);
        df_turns_make(&left, &shared_set->pieces[p], DF_RULES_GAMEBOY);
        const unsigned is_two_faced = p == DF_I || p == DF_S || p == DF_Z;
        for (unsigned o = DF_EAST; o < DF_ORIENTATIONS; o += 2)
            assert_int_equal(left.corner_x[o] + is_two_faced, turns.corner_x[o]);
        assert_int_equal(left.corner_x[DF_EAST], p == DF_I);
    }
}
