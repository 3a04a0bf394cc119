/* The rules of the game: turns, gravity, locking and shifts, by ticks and by tables. */

#include "core/board/field_rows.h"
#include "game/game.h"
#include "play_setting.h"
#include "tests/slow/slow_moves.h"

/* ---- turns ---- */

/* Fills squares so that the first `test` tests of a turn find something in their way, but
 * neither does the piece where it is, nor where test `test` puts it. Returns whether that is
 * possible. */
static bool block_tests(play_setting *self, const df_turn *turn, unsigned test)
{
    const df_game_state *state = self->state;
    const df_piece *piece = &self->set->pieces[state->piece];
    const df_shape *here = &piece->shape[state->orientation], *there = &piece->shape[turn->to];
    uint64_t keep[24] = {0};
    for (unsigned i = 0; i < here->height; i++)
        keep[(unsigned)state->y + i] |= (uint64_t)here->row[i] << state->x;
    for (unsigned i = 0; i < there->height; i++)
        keep[(unsigned)(state->y + turn->y[test]) + i] |= (uint64_t)there->row[i]
                                                          << (state->x + turn->x[test]);
    df_field_clear(self->play->field);
    for (unsigned before = 0; before < test; before++) {
        bool blocked = false;
        for (unsigned i = 0; i < there->height * 4u && !blocked; i++) {
            const unsigned x = (unsigned)(state->x + turn->x[before]) + i % 4;
            const unsigned y = (unsigned)(state->y + turn->y[before]) + i / 4;
            if ((there->row[i / 4] >> i % 4 & 1) == 0 || (keep[y] >> x & 1) != 0)
                continue;
            assert_status(df_field_set(self->play->field, x, y, 1), DF_OK);
            blocked = true;
        }
        if (!blocked)
            return false;
    }
    return true;
}

/* Turns the piece, whose tests before `test` are blocked; where it must be then comes from the
 * printed tables. */
static bool try_kick(play_setting *self, unsigned from, unsigned how, unsigned test)
{
    enum { X = 4, Y = 8 };
    const df_turns *turns = &self->play->mover.turns;
    const df_turn *turn = &turns->turn[from][how];
    df_field_clear(self->play->field);
    play_put(self, from, X, Y);
    if (!block_tests(self, turn, test))
        return false;
    const bool is_i = self->state->piece == DF_I;
    const slow_pair kick = slow_kicks_find(DF_RULES_SRS_180, is_i, from, turn->to)->test[test];
    play_tap(self, DF_GAME_CLOCKWISE + how);
    assert_int_equal(self->state->orientation, turn->to);
    assert_int_equal(self->state->x,
                     X + kick.x + turns->corner_x[turn->to] - turns->corner_x[from]);
    assert_int_equal(self->state->y,
                     Y + kick.y + turns->corner_y[turn->to] - turns->corner_y[from]);
    return true;
}

/* All tests of all turns of both tables, by the buttons of the game. */
TEST(kicks)
{
    unsigned tried = 0, all = 0;
    unsigned by_table[2][DF_ORIENTATIONS][DF_TURNS][DF_TURN_MAX_TESTS] = {{{{0}}}};
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        play_setting self = play_prepare_only(DF_GAME_GUIDELINE, piece);
        self.options.rules = DF_RULES_SRS_180;
        play_start(&self);
        for (unsigned i = 0; piece != DF_O && i < DF_ORIENTATIONS * DF_TURNS; i++) {
            const unsigned from = i / DF_TURNS, how = i % DF_TURNS;
            const unsigned tests = self.play->mover.turns.turn[from][how].tests;
            for (unsigned test = 0; test < tests; test++) {
                const bool did = try_kick(&self, from, how, test);
                by_table[piece == DF_I][from][how][test] += did;
                tried += did;
                all++;
            }
        }
        play_finish(&self);
    }
    print_message("# %u of %u kicks\n", tried, all);
    /* Of each piece eight quarter turns with five tests; half turns with six, of I with two. */
    assert_int_equal(all, 6 * 8 * 5 + 5 * 4 * 6 + 4 * 2);
    /* Some pieces leave no room to block the tests before; each test is made with others. */
    for (unsigned i = 0; i < DF_ORIENTATIONS * DF_TURNS; i++) {
        const unsigned from = i / DF_TURNS, how = i % DF_TURNS;
        for (unsigned test = 0; test < DF_TURN_MAX_TESTS; test++) {
            assert_true(test >= (how == DF_TURN_HALF ? 6 : 5) ||
                        by_table[0][from][how][test] > 0);
            assert_true(test >= (how == DF_TURN_HALF ? 2 : 5) ||
                        by_table[1][from][how][test] > 0);
        }
    }
}

/* The table of orientations of the NES game: squares as (y, x) from the centre, y down, and for
 * each piece its orientations clockwise from that in which it is spawned. */
static const struct nes_orientation {
    uint8_t piece;
    int8_t square[4][2];
} nes_orientations[] = {
    {DF_T, {{0, -1}, {0, 0}, {0, 1}, {1, 0}}},   {DF_T, {{-1, 0}, {0, -1}, {0, 0}, {1, 0}}},
    {DF_T, {{-1, 0}, {0, -1}, {0, 0}, {0, 1}}},  {DF_T, {{-1, 0}, {0, 0}, {0, 1}, {1, 0}}},
    {DF_J, {{0, -1}, {0, 0}, {0, 1}, {1, 1}}},   {DF_J, {{-1, 0}, {0, 0}, {1, -1}, {1, 0}}},
    {DF_J, {{-1, -1}, {0, -1}, {0, 0}, {0, 1}}}, {DF_J, {{-1, 0}, {-1, 1}, {0, 0}, {1, 0}}},
    {DF_Z, {{0, -1}, {0, 0}, {1, 0}, {1, 1}}},   {DF_Z, {{-1, 1}, {0, 0}, {0, 1}, {1, 0}}},
    {DF_O, {{0, -1}, {0, 0}, {1, -1}, {1, 0}}},  {DF_S, {{0, 0}, {0, 1}, {1, -1}, {1, 0}}},
    {DF_S, {{-1, 0}, {0, 0}, {0, 1}, {1, 1}}},   {DF_L, {{0, -1}, {0, 0}, {0, 1}, {1, -1}}},
    {DF_L, {{-1, -1}, {-1, 0}, {0, 0}, {1, 0}}}, {DF_L, {{-1, 1}, {0, -1}, {0, 0}, {0, 1}}},
    {DF_L, {{-1, 0}, {0, 0}, {1, 0}, {1, 1}}},   {DF_I, {{0, -2}, {0, -1}, {0, 0}, {0, 1}}},
    {DF_I, {{-2, 0}, {-1, 0}, {0, 0}, {1, 0}}},
};

static void check_nes_orientation(const play_setting *self,
                                  const struct nes_orientation *wanted, int center_y)
{
    const df_game_state *state = self->state;
    const df_shape *shape = &self->set->pieces[state->piece].shape[state->orientation];
    for (unsigned i = 0; i < 4; i++) {
        const int x = 5 + wanted->square[i][1] - state->x;
        const int y = center_y - wanted->square[i][0] - state->y;
        assert_in_range(x, 0, shape->width - 1);
        assert_in_range(y, 0, shape->height - 1);
        assert_true((shape->row[y] >> x & 1) != 0);
    }
}

TEST(nes_turns)
{
    for (size_t first = 0; first < COUNT(nes_orientations);) {
        const unsigned piece = nes_orientations[first].piece;
        size_t count = 1;
        while (first + count < COUNT(nes_orientations) &&
               nes_orientations[first + count].piece == piece)
            count++;
        play_setting self = play_begin(DF_GAME_NES, piece);
        /* Spawned with the centre in column 5 of the top row; turned further down. */
        check_nes_orientation(&self, &nes_orientations[first], 19);
        self.play->state.y -= 8;
        for (size_t i = 1; i <= 2 * count; i++) {
            play_tap(&self, DF_GAME_CLOCKWISE);
            play_ticks(&self, 1);
            check_nes_orientation(&self, &nes_orientations[first + i % count], 11);
        }
        for (size_t i = 2 * count; i-- > 0;) {
            play_tap(&self, DF_GAME_ANTICLOCKWISE);
            play_ticks(&self, 1);
            check_nes_orientation(&self, &nes_orientations[first + i % count], 11);
        }
        play_finish(&self);
        first += count;
    }
}

/* ---- gravity ---- */

/* Row k below the first one is reached in tick ceil(k * 60 * (0.8 - 0.007 (L - 1)) ^ (L - 1)).
 */
TEST(guideline_gravity)
{
    for (unsigned level = 1; level <= 22; level++) {
        const unsigned steps = (level < 20 ? level : 20) - 1;
        double ticks_per_row = 60;
        for (unsigned i = 0; i < steps; i++)
            ticks_per_row *= 0.8 - 0.007 * steps;
        play_setting self = play_prepare_only(DF_GAME_GUIDELINE, DF_O);
        self.options.level = level;
        play_start(&self);
        assert_int_equal(self.state->y, 19);
        for (unsigned tick = 1; self.state->y > 0; tick++) {
            play_ticks(&self, 1);
            unsigned rows = 0;
            while (rows < 19 && (rows + 1) * ticks_per_row <= tick + 1e-6)
                rows++;
            assert_int_equal(self.state->y, 19 - (int)rows);
        }
        play_finish(&self);
    }
}

/* A row in three ticks, twenty times as fast as level 1; a tap is one row. */
TEST(soft_drop)
{
    play_setting self = play_begin(DF_GAME_GUIDELINE, DF_O);
    play_tap(&self, DF_GAME_SOFT);
    assert_int_equal(self.state->y, 18);
    assert_int_equal(self.state->score, 1);
    play_press(&self, DF_GAME_SOFT);
    assert_int_equal(self.state->y, 17);
    for (int tick = 1; tick <= 30; tick++) {
        play_ticks(&self, 1);
        assert_int_equal(self.state->y, 17 - tick / 3);
    }
    assert_int_equal(self.state->score, 12);
    play_release(&self, DF_GAME_SOFT);
    play_ticks(&self, 60);
    assert_int_equal(self.state->y, 6);
    assert_int_equal(self.state->score, 12);
    play_tap(&self, DF_GAME_HARD);
    assert_int_equal(self.state->score, 12 + 2 * 6);
    play_finish(&self);
}

TEST(nes_gravity)
{
    static const uint8_t published[] = {48, 43, 38, 33, 28, 23, 18, 13, 8, 6, 5, 5, 5, 4, 4, 4,
                                        3,  3,  3,  2,  2,  2,  2,  2,  2, 2, 2, 2, 2, 1, 1, 1};
    for (unsigned level = 0; level < COUNT(published); level++) {
        play_setting self = play_prepare_only(DF_GAME_NES, DF_T);
        self.options.level = level;
        play_start(&self);
        /* The first piece hangs for 96 ticks; what has been waited for by then counts. */
        play_ticks(&self, 96);
        assert_int_equal(self.state->y, 18);
        play_ticks(&self, 1);
        for (unsigned tick = 0; self.state->y > 0; tick++) {
            assert_int_equal(self.state->y, 17 - (int)(tick / published[level]));
            play_ticks(&self, 1);
        }
        play_finish(&self);
    }
}

TEST(nes_soft_drop)
{
    play_setting self = play_begin(DF_GAME_NES, DF_T);
    /* Down ends the hanging; then it is two ticks for each row. */
    play_ticks(&self, 10);
    play_press(&self, DF_GAME_SOFT);
    for (int tick = 0; tick < 37; tick++) {
        play_ticks(&self, 1);
        assert_int_equal(self.state->y, 18 - tick / 2);
    }
    assert_int_equal(self.state->y, 0);
    /* The row in which it cannot fall counts, the first one does not. It locks in the tick
     * after that. The program takes the 18 rows, 0x12, for two decimal digits. */
    play_ticks(&self, 2);
    assert_int_equal(self.state->pieces, 0);
    play_ticks(&self, 1);
    assert_int_equal(self.state->pieces, 1);
    assert_int_equal(self.state->score, 12);
    play_finish(&self);
}

/* Ends a soft drop after six rows, which count nothing, and makes another for the last rows. */
TEST(nes_soft_drop_ends)
{
    for (unsigned aside = 0; aside < 3; aside++) {
        play_setting self = play_begin(DF_GAME_NES, DF_T);
        play_press(&self, DF_GAME_SOFT);
        play_ticks(&self, 13);
        assert_int_equal(self.state->y, 12);
        /* Down is released, or another button is held, for a tick, as long as a row takes. */
        if (aside == 0)
            play_release(&self, DF_GAME_SOFT);
        else
            play_press(&self, aside == 1 ? DF_GAME_LEFT : DF_GAME_RIGHT);
        play_ticks(&self, 2);
        assert_int_equal(self.state->y, 12);
        /* Down must be pressed anew. */
        if (aside > 0) {
            play_release(&self, aside == 1 ? DF_GAME_LEFT : DF_GAME_RIGHT);
            play_ticks(&self, 10);
            assert_int_equal(self.state->y, 12);
            play_release(&self, DF_GAME_SOFT);
        }
        play_press(&self, DF_GAME_SOFT);
        for (int tick = 0; tick < 25; tick++) {
            play_ticks(&self, 1);
            assert_int_equal(self.state->y, 12 - tick / 2);
        }
        play_ticks(&self, 3);
        assert_int_equal(self.state->pieces, 1);
        assert_int_equal(self.state->score, 12);
        play_finish(&self);
    }
}

/* Down that is pressed while the piece is shifted does nothing; one row counts one point. */
/* Turned, S can be moved in no direction: a mini spin if all pieces have them. */
TEST(all_pieces_spin)
{
    for (unsigned all = 0; all < 2; all++) {
        play_setting self = play_prepare_only(DF_GAME_GUIDELINE, DF_S);
        self.options.all_spins = all;
        play_start(&self);
        play_draw(&self, ".....#..../........../........../.....#.#..");
        play_put(&self, DF_NORTH, 4, 1);
        play_tap(&self, DF_GAME_CLOCKWISE);
        assert_int_equal(self.state->orientation, DF_EAST);
        play_tap(&self, DF_GAME_HARD);
        assert_int_equal(self.state->last.spin, all ? DF_SPIN_MINI : DF_SPIN_NONE);
        assert_int_equal(self.state->last.points, all ? 100 : 0);
        assert_int_equal(self.state->spins[DF_SPIN_MINI][0], all);
        play_finish(&self);
    }
}

/* J is turned into a slot and clears three rows, for more points than without a spin. */
TEST(mini_triple_scores_more)
{
    for (unsigned all = 0; all < 2; all++) {
        play_setting self = play_prepare_only(DF_GAME_GUIDELINE, DF_J);
        self.options.all_spins = all;
        play_start(&self);
        play_draw(&self, "......####/.......###/#####.####/#####.####/####..####");
        play_put(&self, DF_NORTH, 4, 3);
        play_tap(&self, DF_GAME_ANTICLOCKWISE);
        play_tap(&self, DF_GAME_HARD);
        assert_int_equal(self.state->last.rows, 3);
        assert_int_equal(self.state->last.points, all ? 800 : 500);
        play_finish(&self);
    }
}

/* The points of the published table, of an upright I that clears rows as after such a turn. */
TEST(rows_and_spins_score)
{
    static const struct {
        df_spin spin;
        unsigned rows, points;
    } cases[] = {{DF_SPIN_NONE, 0, 0},    {DF_SPIN_NONE, 1, 100},  {DF_SPIN_NONE, 2, 300},
                 {DF_SPIN_NONE, 3, 500},  {DF_SPIN_NONE, 4, 800},  {DF_SPIN_MINI, 0, 100},
                 {DF_SPIN_MINI, 1, 200},  {DF_SPIN_MINI, 2, 400},  {DF_SPIN_MINI, 3, 800},
                 {DF_SPIN_MINI, 4, 1600}, {DF_SPIN_FULL, 0, 400},  {DF_SPIN_FULL, 1, 800},
                 {DF_SPIN_FULL, 2, 1200}, {DF_SPIN_FULL, 3, 1600}, {DF_SPIN_FULL, 4, 2600}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        play_setting self = play_begin(DF_GAME_GUIDELINE, DF_I);
        char rows[] = "....#...../.########./.########./.########./.########.";
        for (unsigned k = 0; k < cases[i].rows; k++)
            rows[sizeof rows - 2 - 11 * k] = '#';
        play_draw(&self, rows);
        play_put(&self, DF_EAST, 0, 0);
        self.play->motion.spin = cases[i].spin;
        play_tap(&self, DF_GAME_HARD);
        assert_int_equal(self.state->last.rows, cases[i].rows);
        assert_int_equal(self.state->last.points, cases[i].points);
        play_finish(&self);
    }
}

TEST(nes_soft_drop_begins)
{
    play_setting self = play_begin(DF_GAME_NES, DF_T);
    play_put(&self, DF_NORTH, 4, 1);
    play_press(&self, DF_GAME_LEFT);
    play_press(&self, DF_GAME_SOFT);
    play_ticks(&self, 1);
    play_release(&self, DF_GAME_LEFT);
    play_ticks(&self, 10);
    assert_int_equal(self.state->y, 1);
    play_release(&self, DF_GAME_SOFT);
    play_press(&self, DF_GAME_SOFT);
    play_ticks(&self, 6);
    assert_int_equal(self.state->pieces, 1);
    assert_int_equal(self.state->score, 1);
    play_finish(&self);
}

/* ---- locking ---- */

TEST(lock_delay)
{
    play_setting self = play_begin(DF_GAME_GUIDELINE, DF_O);
    play_put(&self, DF_NORTH, 4, 1);
    play_tap(&self, DF_GAME_SOFT);
    play_ticks(&self, 29);
    assert_int_equal(self.state->pieces, 0);
    assert_int_equal(self.state->rest, 29);
    play_ticks(&self, 1);
    assert_int_equal(self.state->pieces, 1);
    /* Fifteen shifts begin the delay anew, and after the last one it locks at once. */
    play_put(&self, DF_NORTH, 4, 3);
    play_tap(&self, DF_GAME_SOFT);
    for (unsigned i = 0; i < 14; i++) {
        play_ticks(&self, 29);
        play_tap(&self, i % 2 == 0 ? DF_GAME_LEFT : DF_GAME_RIGHT);
        assert_int_equal(self.state->rest, 0);
    }
    play_ticks(&self, 20);
    play_tap(&self, DF_GAME_LEFT);
    assert_int_equal(self.state->pieces, 1);
    play_ticks(&self, 1);
    assert_int_equal(self.state->pieces, 2);
    play_finish(&self);
}

/* In a new row everything begins anew. */
TEST(lock_delay_in_a_new_row)
{
    play_setting self = play_begin(DF_GAME_GUIDELINE, DF_O);
    play_draw(&self, "######..../######....");
    play_put(&self, DF_NORTH, 4, 2);
    play_ticks(&self, 1);
    for (unsigned i = 0; i < 10; i++)
        play_tap(&self, i % 2 == 0 ? DF_GAME_LEFT : DF_GAME_RIGHT);
    play_ticks(&self, 20);
    assert_int_equal(self.state->rest, 20);
    play_tap(&self, DF_GAME_RIGHT);
    play_tap(&self, DF_GAME_RIGHT);
    play_tap(&self, DF_GAME_SOFT);
    assert_int_equal(self.state->y, 1);
    play_tap(&self, DF_GAME_SOFT);
    for (unsigned i = 0; i < 14; i++)
        play_tap(&self, i % 2 == 0 ? DF_GAME_RIGHT : DF_GAME_LEFT);
    play_ticks(&self, 29);
    assert_int_equal(self.state->pieces, 0);
    play_ticks(&self, 1);
    assert_int_equal(self.state->pieces, 1);
    play_finish(&self);
}

TEST(delays)
{
    play_setting self = play_prepare_only(DF_GAME_GUIDELINE, DF_I);
    self.options.entry_delay = 7;
    self.options.clear_delay = 20;
    play_start(&self);
    play_draw(&self, "###....###");
    play_tap(&self, DF_GAME_HARD);
    assert_int_equal(self.state->phase, DF_GAME_WAITING);
    assert_int_equal(self.state->piece, -1);
    assert_int_equal(self.state->lines, 1);
    play_ticks(&self, 26);
    assert_int_equal(self.state->phase, DF_GAME_WAITING);
    play_ticks(&self, 1);
    assert_int_equal(self.state->phase, DF_GAME_FALLING);
    play_tap(&self, DF_GAME_HARD);
    play_ticks(&self, 7);
    assert_int_equal(self.state->phase, DF_GAME_FALLING);
    play_finish(&self);
}

/* Ten ticks for what locks in the lowest two rows, and two more for every four above: one of
 * them before it locks. */
TEST(nes_entry_delay)
{
    for (int row = 0; row < 18; row++) {
        play_setting self = play_begin(DF_GAME_NES, DF_I);
        for (int y = 0; y < row; y++)
            assert_status(df_field_set(self.play->field, 3, (unsigned)y, 1), DF_OK);
        play_put(&self, DF_NORTH, 3, row);
        self.play->timing.soft = 0;
        play_ticks(&self, 48);
        const unsigned wanted = row < 2 ? 10 : row < 14 ? 12 + (unsigned)(row - 2) / 4 * 2 : 18;
        const unsigned rests = (wanted - 8) / 2;
        play_ticks(&self, rests - 1);
        assert_int_equal(self.state->phase, DF_GAME_FALLING);
        play_ticks(&self, 1);
        assert_int_equal(self.state->phase, DF_GAME_WAITING);
        play_ticks(&self, wanted - rests - 1);
        assert_int_equal(self.state->phase, DF_GAME_WAITING);
        play_ticks(&self, 1);
        assert_int_equal(self.state->phase, DF_GAME_FALLING);
        play_finish(&self);
    }
}

/* ---- shifts ---- */

TEST(shift_repeat)
{
    play_setting self = play_prepare_only(DF_GAME_GUIDELINE, DF_I);
    self.options.width = 40;
    play_start(&self);
    const int from = self.state->x;
    play_press(&self, DF_GAME_LEFT);
    for (int tick = 1; tick <= 30; tick++) {
        play_ticks(&self, 1);
        assert_int_equal(self.state->x, from - 1 - (tick < 10 ? 0 : (tick - 8) / 2));
    }
    /* The button that was pressed last counts; when it is released, the other one goes on with
     * the charge that it had: two ticks until its next shift, later the rest of its delay. */
    const int left = self.state->x;
    play_press(&self, DF_GAME_RIGHT);
    assert_int_equal(self.state->x, left + 1);
    play_ticks(&self, 9);
    assert_int_equal(self.state->x, left + 1);
    play_ticks(&self, 1);
    assert_int_equal(self.state->x, left + 2);
    play_release(&self, DF_GAME_RIGHT);
    play_ticks(&self, 1);
    assert_int_equal(self.state->x, left + 2);
    play_ticks(&self, 1);
    assert_int_equal(self.state->x, left + 1);
    assert_status(df_game_press(self.play, DF_GAME_BUTTONS, false), DF_OK);
    play_ticks(&self, 30);
    assert_int_equal(self.state->x, left + 1);
    play_press(&self, DF_GAME_LEFT);
    play_ticks(&self, 4);
    play_tap(&self, DF_GAME_RIGHT);
    play_ticks(&self, 5);
    assert_int_equal(self.state->x, left + 1);
    play_ticks(&self, 1);
    assert_int_equal(self.state->x, left);
    play_finish(&self);
}

/* Without a repeat it goes to the wall at once; the delay goes on while no piece is there. */
TEST(shift_at_once)
{
    play_setting self = play_prepare_only(DF_GAME_GUIDELINE, DF_T);
    self.options.shift_repeat = 0;
    self.options.entry_delay = 6;
    play_start(&self);
    play_tap(&self, DF_GAME_HARD);
    play_press(&self, DF_GAME_RIGHT);
    play_ticks(&self, 6);
    assert_int_equal(self.state->x, 3);
    play_ticks(&self, 4);
    assert_int_equal(self.state->x, 7);
    play_finish(&self);
}

/* The first shift is charged for 16 ticks, the others for 6; a wall charges at once. */
TEST(nes_shift_repeat)
{
    play_setting self = play_prepare_only(DF_GAME_NES, DF_T);
    self.options.width = 20;
    play_start(&self);
    const int from = self.state->x;
    play_press(&self, DF_GAME_RIGHT);
    for (int tick = 0; tick < 40; tick++) {
        play_ticks(&self, 1);
        assert_int_equal(self.state->x, from + 1 + (tick < 16 ? 0 : (tick - 10) / 6));
    }
    play_release(&self, DF_GAME_RIGHT);
    play_put(&self, DF_NORTH, 17, 10);
    play_press(&self, DF_GAME_RIGHT);
    play_ticks(&self, 1);
    play_put(&self, DF_NORTH, 16, 10);
    play_ticks(&self, 1);
    assert_int_equal(self.state->x, 17);
    /* While down is held nothing is shifted. */
    play_put(&self, DF_NORTH, 5, 10);
    play_press(&self, DF_GAME_SOFT);
    play_ticks(&self, 10);
    assert_int_equal(self.state->x, 5);
    play_finish(&self);
}

/* Right goes before left, also where left is pressed while right is held. */
TEST(nes_left_and_right)
{
    for (unsigned first = 0; first < 2; first++) {
        play_setting self = play_prepare_only(DF_GAME_NES, DF_T);
        self.options.width = 30;
        play_start(&self);
        const int from = self.state->x;
        play_press(&self, first == 0 ? DF_GAME_LEFT : DF_GAME_RIGHT);
        play_ticks(&self, 10);
        assert_int_equal(self.state->x, first == 0 ? from - 1 : from + 1);
        play_press(&self, first == 0 ? DF_GAME_RIGHT : DF_GAME_LEFT);
        const int second = self.state->x + 1;
        /* The second button charges anew. */
        for (int tick = 0; tick < 23; tick++) {
            play_ticks(&self, 1);
            assert_int_equal(self.state->x, second + (tick < 16 ? 0 : (tick - 10) / 6));
        }
        /* Without right it goes left, charged as it is. */
        play_release(&self, DF_GAME_RIGHT);
        play_ticks(&self, 6);
        assert_int_equal(self.state->x, second + 1);
        play_finish(&self);
    }
}
