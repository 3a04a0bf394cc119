/* Spins, and the inputs that bring a piece to its place. */
#include <stdlib.h>
#include <string.h>

#include "core/board/input_path.h"
#include "core/board/mover.h"
#include "dropforge/board.h"
#include "tests/slow/slow_kicks.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

enum { ROWS = 40, WIDEST = 12, FAR = 255 };

/* The fewest inputs to each place, by orientation (the first that looks so), row, column and
 * spin; FAR for none. */
typedef struct distances {
    uint8_t to[DF_ORIENTATIONS][ROWS][WIDEST][DF_SPINS];
} distances;

/* The states of a walk in breadth. */
typedef struct walk {
    distances seen;
    slow_player queue[DF_ORIENTATIONS * ROWS * WIDEST * DF_SPINS];
    size_t added;
} walk;

static uint8_t *distance(distances *all, const slow_player *player, bool alike)
{
    int x, y;
    slow_player_corner(player, &x, &y);
    const int o = player->orientation;
    assert_true(y < ROWS);
    return &all->to[alike ? player->piece->same_as[o] : o][y][x][player->spin];
}

static void visit(walk *self, const slow_player *player, unsigned inputs)
{
    int x, y;
    slow_player_corner(player, &x, &y);
    /* Half turns beside a wall lift some pieces without end. */
    if (y >= ROWS)
        return;
    uint8_t *seen = distance(&self->seen, player, false);
    if (*seen != FAR)
        return;
    *seen = (uint8_t)inputs;
    self->queue[self->added++] = *player;
}

/* Walks by single inputs from the spawn. */
static void walk_all(distances *found, slow_player spawn, int x, int y)
{
    walk *self = malloc(sizeof *self);
    assert_non_null(self);
    self->added = 0;
    memset(&self->seen, FAR, sizeof self->seen);
    memset(found, FAR, sizeof *found);
    if (slow_player_spawn(&spawn, x, y))
        visit(self, &spawn, 0);
    for (size_t i = 0; i < self->added; i++) {
        const unsigned inputs = *distance(&self->seen, &self->queue[i], false) + 1U;
        for (unsigned input = 0; input < DF_INPUT_HARD_DROP; input++) {
            slow_player next = self->queue[i];
            if (slow_player_press(&next, input))
                visit(self, &next, inputs);
        }
        slow_player end = self->queue[i];
        slow_player_press(&end, DF_INPUT_HARD_DROP);
        uint8_t *min = distance(found, &end, true);
        *min = *min < inputs ? *min : (uint8_t)inputs;
    }
    free(self);
}

/* Presses what the way says; where the piece ends, and how. */
static void execute(slow_player *player, const df_input_path *way, int x, int y)
{
    assert_true(slow_player_spawn(player, x, y));
    for (size_t i = 0; i < way->count; i++) {
        assert_true((way->input[i] == DF_INPUT_HARD_DROP) == (i + 1 == way->count));
        assert_true(slow_player_press(player, way->input[i]));
    }
}

/* The way to a place is as short as can be and leads there; answers how many inputs it has. */
static unsigned check_way(const df_mover *mover, slow_player *player, const df_place *place,
                          df_spin spin, int x, int y)
{
    df_input_path *way = NULL;
    df_outcome outcome = DF_LIMIT;
    assert_status(df_input_path_find(&way, &outcome, mover, player->rows, player->count, x, y,
                                     place, spin),
                  DF_OK);
    assert_true((outcome == DF_FOUND) == (way != NULL));
    if (outcome == DF_NONE)
        return FAR;
    assert_int_equal(outcome, DF_FOUND);
    execute(player, way, x, y);
    int end_x, end_y;
    slow_player_corner(player, &end_x, &end_y);
    assert_int_equal(end_x, place->x);
    assert_int_equal(end_y, place->y);
    assert_int_equal(player->piece->same_as[player->orientation], place->orientation);
    assert_true(spin == DF_SPINS || player->spin == spin);
    const unsigned inputs = (unsigned)way->count;
    df_input_path_free(way);
    return inputs;
}

/* All spins of a place, and the ways to it with each of them and with any. */
static void check_place(const df_moves *moves, slow_player *player, const distances *wanted,
                        const df_place *place, unsigned long *spun)
{
    unsigned min = FAR, spins = 0;
    const uint8_t *to = wanted->to[place->orientation][place->y][place->x];
    for (df_spin spin = 0; spin < DF_SPINS; spin++) {
        assert_int_equal(
            check_way(moves->mover, player, place, spin, moves->spawn_x, moves->spawn_y),
            to[spin]);
        min = to[spin] < min ? to[spin] : min;
        spins |= to[spin] < FAR ? 1U << spin : 0;
    }
    assert_int_equal(
        check_way(moves->mover, player, place, DF_SPINS, moves->spawn_x, moves->spawn_y), min);
    assert_int_equal(df_moves_spins(moves, player->rows, player->count, place), spins);
    *spun += spins > 1;
}

TEST(finds_the_shortest)
{
    static df_moves moves;
    static distances wanted;
    unsigned long places = 0, spun = 0;
    for (unsigned i = 0; i < test_cases(1000); i++) {
        df_random random = test_random(i);
        const unsigned width = 4 + df_random_below(&random, WIDEST - 3);
        uint64_t rows[12];
        const unsigned count = slow_moves_fill(&random, rows, 12, width);
        df_piece_set *other = NULL;
        const df_piece *piece = &shared_set->pieces[df_random_below(&random, DF_TETROMINOES)];
        if (i % 2 == 0)
            piece = &shared_set->pieces[DF_T];
        if (i % 8 == 7) {
            char drawing[POLYOMINO_TEXT];
            random_polyomino(&random, 1 + df_random_below(&random, 6), drawing);
            other = single_piece(drawing);
            piece = &other->pieces[0];
        }
        df_mover mover;
        slow_player player = {.piece = piece,
                              .width = width,
                              .rules = DF_RULES_SRS + df_random_below(&random, 2),
                              .rows = rows,
                              .count = count};
        assert_status(df_mover_make(&mover, piece, width, player.rules), DF_OK);
        int x, y;
        df_mover_spawn(&mover, count, &x, &y);
        if (df_random_below(&random, 3) == 0)
            y = (int)df_random_below(&random, count + 6) - 1;
        if (i % 3 == 0)
            mover.packed.pitch = 0;
        else if (i % 3 == 1)
            mover.packed.lanes = false;
        df_moves_find(&moves, &mover, rows, count, x, y);
        walk_all(&wanted, player, x, y);
        for (df_place at = {.orientation = DF_ORIENTATIONS}; df_moves_next(&moves, &at);) {
            check_place(&moves, &player, &wanted, &at, &spun);
            places++;
        }
        df_piece_set_free(other);
    }
    print_message("# %lu places, %lu with spins\n", places, spun);
    assert_true(spun > 0);
}

/* Some places of T; the first two are those that players have names for; x and y are of the
 * shape's corner. */
TEST(knows_spins)
{
    static const struct {
        const char *rows[5]; /* from the top */
        df_place place;
        unsigned spins;
    } cases[] = {
        /* a double: under the overhang, and full */
        {{".....", ".....", "##...", "#...#", "##.##"}, {DF_SOUTH, 1, 0}, 1U << DF_SPIN_FULL},
        /* a triple: only the last kick gets it in */
        {{"##...", "#....", "#.###", "#..##", "#.###"}, {DF_EAST, 1, 0}, 1U << DF_SPIN_FULL},
        /* beside the wall, which has two full corners; fallen there it is no spin */
        {{".....", ".....", ".....", ".....", ".####"},
         {DF_EAST, 0, 0},
         1U << DF_SPIN_NONE | 1U << DF_SPIN_MINI},
        /* only two corners */
        {{".....", ".....", ".....", "#...#", "##.##"}, {DF_NORTH, 1, 1}, 1U << DF_SPIN_NONE},
    };
    static df_moves moves;
    df_mover mover;
    assert_status(df_mover_make(&mover, &shared_set->pieces[DF_T], 5, DF_RULES_SRS), DF_OK);
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint64_t rows[5] = {0};
        for (unsigned y = 0; y < 5; y++) {
            for (unsigned x = 0; x < 5; x++)
                rows[y] |= (uint64_t)(cases[i].rows[4 - y][x] == '#') << x;
        }
        df_moves_find(&moves, &mover, rows, 5, 1, 8);
        assert_int_equal(df_moves_spins(&moves, rows, 5, &cases[i].place), cases[i].spins);
    }
}

/* With three full corners, of which one is in front, a spin is full only by some tests: those
 * that `turns` mark, or by the last kick of a quarter turn. */
static void check_last_kick(const df_mover *mover, const df_turns *turns)
{
    static const int corners[][2] = {{1, 3}, {3, 3}, {3, 1}, {1, 1}}; /* clockwise */
    for (unsigned i = 0; i < DF_ORIENTATIONS * mover->turns.count * DF_ORIENTATIONS; i++) {
        const unsigned empty = i % DF_ORIENTATIONS,
                       how = i / DF_ORIENTATIONS % mover->turns.count;
        const unsigned from = i / DF_ORIENTATIONS / mover->turns.count;
        const df_turn *turn = &mover->turns.turn[from][how];
        uint64_t rows[4] = {0};
        const df_shape *shape = &mover->piece->shape[turn->to];
        const piece_at at = {turn->to, 2 - shape->center_x, 2 - shape->center_y};
        for (unsigned k = 0; k < DF_ORIENTATIONS; k++) {
            if (k != empty)
                rows[corners[k][1]] |= UINT64_C(1) << corners[k][0];
        }
        const bool is_front_full =
            empty != turn->to && empty != (turn->to + 1U) % DF_ORIENTATIONS;
        for (unsigned test = 0; test < turn->tests; test++) {
            const bool is_last = turns != NULL ? turns->turn[from][how].full >> test & 1
                                               : how != DF_TURN_HALF && test == 4;
            assert_int_equal(df_mover_spin(mover, rows, 4, &at, how, test),
                             is_front_full || is_last ? DF_SPIN_FULL : DF_SPIN_MINI);
        }
    }
}

TEST(knows_the_last_kick)
{
    df_turns kicks[DF_TETROMINOES];
    df_piece piece = shared_set->pieces[DF_T];
    slow_kicks made;
    df_random random;
    df_mover mover;
    assert_status(df_mover_make(&mover, &piece, 5, DF_RULES_SRS_180), DF_OK);
    check_last_kick(&mover, NULL);
    piece.kicks = kicks;
    for (unsigned i = 0; i < 20; i++) {
        df_random_seed(&random, i, 0);
        slow_kicks_make(&random, &made, kicks);
        assert_status(df_mover_make(&mover, &piece, 5, DF_RULES_TABLE), DF_OK);
        check_last_kick(&mover, &kicks[DF_T]);
    }
}

TEST(refuses)
{
    df_mover mover;
    assert_status(df_mover_make(&mover, &shared_set->pieces[DF_T], 10, DF_RULES_SRS), DF_OK);
    df_input_path *way = NULL;
    df_outcome outcome = DF_LIMIT;
    const df_place none = {.orientation = DF_ORIENTATIONS}, place = {0};
    const int far = DF_INPUTS_MAX_SPAWN_ROW + 1;
    assert_status(df_input_path_find(&way, &outcome, &mover, NULL, 0, 3, 19, &none, DF_SPINS),
                  DF_ERROR_ARGUMENT);
    assert_status(
        df_input_path_find(&way, &outcome, &mover, NULL, 0, 3, 19, &place, DF_SPINS + 1),
        DF_ERROR_ARGUMENT);
    assert_status(df_input_path_find(&way, &outcome, &mover, NULL, 0, 3, far, &place, DF_SPINS),
                  DF_ERROR_ARGUMENT);
    assert_int_equal(outcome, DF_LIMIT);
    assert_status(df_input_path_find(&way, &outcome, &mover, NULL, 0, -1, -1, &place, DF_SPINS),
                  DF_OK);
    assert_int_equal(outcome, DF_NONE);
    assert_null(way);
    df_input_path_free(NULL);
}

static df_status find_way(void *context)
{
    const df_place place = {0};
    df_input_path *way = NULL;
    df_outcome outcome = DF_LIMIT;
    const df_status status =
        df_input_path_find(&way, &outcome, context, NULL, 0, 3, 19, &place, DF_SPINS);
    assert_int_equal(outcome, status == DF_OK ? DF_FOUND : DF_LIMIT);
    /* Three to the left, and down. */
    assert_true(status == DF_OK ? way->count == 4 : way == NULL);
    df_input_path_free(way);
    return status;
}

TEST(survives_failed_allocations)
{
    df_mover mover;
    assert_status(df_mover_make(&mover, &shared_set->pieces[DF_T], 10, DF_RULES_SRS), DF_OK);
    alloc_fail_each(find_way, &mover);
}
