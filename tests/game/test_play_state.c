/* Tests the supply of pieces, the points for rows, the end of a game, its state and its
 * options. */
#include <string.h>

#include "dropforge/game.h"
#include "game/game.h"
#include "play_setting.h"
#include "tests/support/plans.h"

/* ---- pieces ---- */

TEST(bags_and_hold)
{
    play_setting self = play_prepare(DF_GAME_GUIDELINE);
    self.options.seed = test_seed();
    play_start(&self);
    for (unsigned bag = 0; bag < 3; bag++) {
        unsigned seen = 0;
        for (unsigned i = 0; i < DF_TETROMINOES; i++) {
            assert_int_equal(self.state->next_count, 5);
            seen |= 1U << self.state->piece;
            const unsigned next = self.state->next[0];
            play_draw(&self, ".");
            play_tap(&self, DF_GAME_HARD);
            assert_int_equal(self.state->piece, next);
        }
        assert_int_equal(seen, 127);
    }
    /* Once for each piece. */
    const int first = self.state->piece, second = self.state->next[0];
    play_tap(&self, DF_GAME_CLOCKWISE);
    play_tap(&self, DF_GAME_HOLD);
    assert_int_equal(self.state->held, first);
    assert_int_equal(self.state->piece, second);
    assert_false(self.state->can_hold);
    play_tap(&self, DF_GAME_HOLD);
    assert_int_equal(self.state->piece, second);
    play_tap(&self, DF_GAME_HARD);
    const int third = self.state->piece;
    play_tap(&self, DF_GAME_HOLD);
    assert_int_equal(self.state->piece, first);
    assert_int_equal(self.state->orientation, DF_NORTH);
    assert_int_equal(self.state->held, third);
    play_finish(&self);
}

/* The register of the NES game, a byte at a time as its program has it. */
typedef struct slow_register {
    uint8_t seed[2];
    uint8_t count, id;
} slow_register;

static void slow_shift(slow_register *self)
{
    uint8_t carry = (uint8_t)(((self->seed[0] & 2) ^ (self->seed[1] & 2)) != 0);
    for (unsigned i = 0; i < 2; i++) {
        const uint8_t low = self->seed[i] & 1;
        self->seed[i] = (uint8_t)(self->seed[i] >> 1 | carry << 7);
        carry = low;
    }
}

static unsigned slow_pick(slow_register *self)
{
    static const uint8_t ids[] = {0x02, 0x07, 0x08, 0x0a, 0x0b, 0x0e, 0x12};
    static const uint8_t pieces[] = {DF_T, DF_J, DF_Z, DF_O, DF_S, DF_L, DF_I};
    self->count++;
    unsigned index = (uint8_t)(self->seed[0] + self->count) & 7;
    if (index == 7 || ids[index] == self->id) {
        slow_shift(self);
        index = (self->seed[0] & 7u) + self->id;
        while (index >= 7)
            index -= 7;
    }
    self->id = ids[index];
    return pieces[index];
}

TEST(nes_register)
{
    slow_register slow = {.seed = {0x89, 0x88}};
    play_setting self = play_prepare(DF_GAME_NES);
    play_start(&self);
    unsigned now = slow_pick(&slow), next = slow_pick(&slow);
    uint64_t spawned[DF_TETROMINOES] = {0};
    for (unsigned i = 0; i < 500; i++) {
        assert_int_equal(self.state->piece, now);
        assert_int_equal(self.state->next[0], next);
        spawned[now]++;
        play_draw(&self, ".");
        const uint64_t pieces = self.state->pieces;
        while (self.state->pieces == pieces || self.state->phase != DF_GAME_FALLING) {
            slow_shift(&slow);
            if (self.state->phase == DF_GAME_FALLING && self.state->y > 1)
                self.play->state.y--;
            play_ticks(&self, 1);
        }
        now = next;
        next = slow_pick(&slow);
    }
    spawned[now]++;
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        assert_int_equal(self.state->spawned[i], spawned[i]);
    play_finish(&self);
}

/* ---- what lies there at first ---- */

TEST(begins_with_a_field)
{
    static const uint16_t given[] = {DF_T, DF_I, DF_O, DF_O};
    df_field *field = NULL, *end = NULL;
    play_setting self = play_prepare(DF_GAME_GUIDELINE);
    assert_status(df_field_create(&field, 10, 4), DF_OK);
    for (unsigned x = 0; x < 10; x++)
        assert_status(df_field_set(field, x, 0, x < 3 || x > 6 ? DF_TETROMINOES + 1 : 0),
                      DF_OK);
    self.options.deal = DF_GAME_DEAL_GIVEN;
    self.options.given = given;
    self.options.given_count = COUNT(given);
    self.options.begin = field;
    play_start(&self);
    df_field_free(field); /* it is copied */
    assert_int_equal(df_game_get_state(self.play)->field->row[0], 0x387);
    play_tap(&self, DF_GAME_HOLD);
    play_tap(&self, DF_GAME_HARD);
    assert_true(self.state->last.perfect);
    assert_int_equal(df_game_get_state(self.play)->field->row[0], 0);
    play_ticks(&self, 60);
    play_tap(&self, DF_GAME_HARD);
    assert_status(
        df_plan_play(df_game_get_state(self.play)->plan, NULL, NULL, &end, NULL, NULL), DF_OK);
    assert_memory_equal(end->square, df_game_get_state(self.play)->field->square,
                        end->width * end->height * sizeof end->square[0]);
    df_text text = {0}, again = {0};
    df_game_record *record = NULL;
    df_game *replayed = NULL;
    assert_status(df_game_write(&text, self.play), DF_OK);
    assert_non_null(strstr(text.bytes, "\nrow XXX....XXX\ngiven T I O O\n"));
    assert_status(df_game_record_read(&record, text.bytes, text.length, NULL), DF_OK);
    assert_status(df_game_replay_ticks(&replayed, record, UINT64_MAX), DF_OK);
    assert_status(df_game_write(&again, replayed), DF_OK);
    assert_string_equal(text.bytes, again.bytes);
    df_text_free(&text);
    df_text_free(&again);
    df_game_free(replayed);
    df_game_record_free(record);
    df_field_free(end);
    play_finish(&self);
}

TEST(modes_have_goals)
{
    for (size_t i = 0; i < DF_GAME_MODES; i++) {
        const df_game_mode *mode = &df_game_modes[i];
        play_setting self = play_prepare(DF_GAME_GUIDELINE);
        self.options.goal_lines = mode->goal_lines;
        self.options.goal_ticks = mode->goal_ticks;
        self.options.garbage = mode->garbage;
        play_start(&self);
        assert_int_equal(self.state->garbage, mode->garbage);
        play_ticks(&self, 30);
        assert_int_equal(self.state->phase, DF_GAME_FALLING);
        play_finish(&self);
    }
    assert_string_equal(df_game_modes[0].name, "endless");
}

/* Four rows of the goal are cleared one by one; the fourth ends the game. */
TEST(splits_are_kept)
{
    play_setting self = play_prepare_only(DF_GAME_GUIDELINE, DF_I);
    self.options.goal_lines = 4;
    play_start(&self);
    for (unsigned i = 0; i < 4; i++) {
        play_ticks(&self, 9);
        play_draw(&self, "###....###");
        play_tap(&self, DF_GAME_HARD);
        assert_int_equal(self.state->splits[i], self.state->tick);
    }
    assert_int_equal(self.state->splits[0], 9);
    assert_int_equal(self.state->end, DF_GAME_GOAL);
    play_finish(&self);
}

TEST(refuses_to_begin)
{
    play_setting self = play_prepare(DF_GAME_GUIDELINE);
    for (unsigned bad = 0; bad < 3; bad++) {
        df_game *made = NULL;
        df_field *field = new_field(bad == 0 ? 9 : 10, 24);
        for (unsigned x = 0; x < 10 && bad == 1; x++)
            assert_status(df_field_set(field, x, 0, 1), DF_OK);
        assert_status(df_field_set(field, 1, bad == 2 ? 20 : 1, 1), DF_OK);
        self.options.begin = field;
        assert_status(df_game_create(&made, &self.options, NULL), DF_ERROR_ARGUMENT);
        df_field_free(field);
    }
    df_piece_set_free(self.set);
}

/* ---- scores of rows ---- */

enum { LONGEST = 7 };

/* All pieces are the straight one of seven squares. */
static void prepare_straight(play_setting *self, df_game_kind kind)
{
    static const df_piece_drawing drawing = {"I7", "#######"};
    static const uint16_t given[20];
    memset(self, 0, sizeof *self);
    assert_status(df_piece_set_create(&self->set, &drawing, 1), DF_OK);
    self->options = df_game_defaults(kind, self->set, 0);
    self->options.width = 10;
    self->options.deal = DF_GAME_DEAL_GIVEN;
    self->options.given = given;
    self->options.given_count = COUNT(given);
}

/* Rows that clear with the straight piece in the last column, one after another. */
static void check_clears(df_game_kind kind, const unsigned *rows, const unsigned *points,
                         size_t count, unsigned level)
{
    play_setting self;
    prepare_straight(&self, kind);
    self.options.level = level;
    play_start(&self);
    for (size_t i = 0; i < count; i++) {
        char drawing[11 * (LONGEST + 1) + 1] = "#.........";
        for (unsigned row = 0; row < rows[i]; row++)
            strcat(drawing, "/#########.");
        play_draw(&self, drawing);
        play_put(&self, DF_EAST, 9, 0);
        self.play->timing.soft = 0;
        const uint64_t pieces = self.state->pieces;
        while (self.state->pieces == pieces || self.state->phase == DF_GAME_WAITING)
            play_ticks(&self, 1);
        assert_int_equal(self.state->last.rows, rows[i]);
        assert_int_equal(self.state->last.points, points[i]);
        assert_false(self.state->last.perfect);
    }
    play_finish(&self);
}

TEST(rows_score)
{
    static const unsigned all[] = {1, 2, 3, 4, 4, 1, 5, 6, 7, 0, 4};
    /* From level 3, with 50 for each clear in a row. The second tetris counts one and a half
     * times, as do 6 and 7 after 5; a drop without a clear ends the row of clears, but the next
     * tetris counts more, too. */
    static const unsigned guideline[] = {
        3 * 100,         3 * (300 + 50),   3 * (500 + 100),  3 * (800 + 150),  4 * (1200 + 200),
        4 * (100 + 250), 4 * (1100 + 300), 5 * (2100 + 350), 5 * (2550 + 400), 0,
        6 * 1200};
    check_clears(DF_GAME_GUIDELINE, all, guideline, COUNT(all), 3);
    static const unsigned nes[] = {40,       100,      300,      2 * 1200, 2 * 1200, 2 * 40,
                                   3 * 2400, 3 * 3600, 4 * 4800, 0,        4 * 1200};
    check_clears(DF_GAME_NES, all, nes, COUNT(all), 0);
    /* From level 18 the next one is reached with 130 lines, from 9 with 100. */
    play_setting self = play_prepare(DF_GAME_NES);
    for (unsigned level = 0; level < 30; level++) {
        static const unsigned lines[] = {10,  20,  30,  40,  50,  60,  70,  80,  90,  100,
                                         100, 100, 100, 100, 100, 100, 110, 120, 130, 140,
                                         150, 160, 170, 180, 190, 200, 210, 220, 230, 240};
        self.options.level = level;
        play_start(&self);
        assert_int_equal(self.state->to_next_level, lines[level]);
        df_game_free(self.play);
    }
    df_piece_set_free(self.set);
}

TEST(perfect_clears_score)
{
    play_setting self = play_begin(DF_GAME_GUIDELINE, DF_I);
    play_draw(&self, "###....###");
    play_tap(&self, DF_GAME_HARD);
    assert_true(self.state->last.perfect);
    assert_int_equal(self.state->last.points, 100 + 800);
    for (unsigned i = 0; i < 2; i++) {
        play_draw(&self, "#########./#########./#########./#########.");
        play_put(&self, DF_EAST, 9, 0);
        play_tap(&self, DF_GAME_HARD);
        assert_int_equal(self.state->last.points, i == 0 ? 800 + 50 + 2000 : 1200 + 100 + 3200);
    }
    assert_int_equal(self.state->perfect_clears, 3);
    assert_int_equal(self.state->back_to_back, 2);
    play_finish(&self);
    /* More than four rows count as four. */
    prepare_straight(&self, DF_GAME_GUIDELINE);
    play_start(&self);
    for (unsigned i = 0; i < 2; i++) {
        play_draw(&self, "#########./#########./#########./#########./"
                         "#########./#########./#########.");
        play_put(&self, DF_EAST, 9, 0);
        play_tap(&self, DF_GAME_HARD);
        assert_int_equal(self.state->last.points, i == 0 ? 1700 + 2000 : 2550 + 50 + 3200);
    }
    play_finish(&self);
}

/* ---- the end ---- */

TEST(ends)
{
    play_setting self = play_prepare_only(DF_GAME_GUIDELINE, DF_O);
    self.options.given_count = 40;
    play_start(&self);
    play_draw(&self, "....##....");
    while (self.state->phase != DF_GAME_OVER)
        play_tap(&self, DF_GAME_HARD);
    /* The last piece that stayed was in row 19. */
    assert_int_equal(self.state->end, DF_GAME_BLOCK_OUT);
    assert_int_equal(self.state->pieces, 10);
    const uint64_t tick = self.state->tick;
    play_ticks(&self, 5);
    play_tap(&self, DF_GAME_LEFT);
    assert_int_equal(self.state->tick, tick);
    df_game_free(self.play);

    /* The eleventh piece would rest in row 20. */
    play_start(&self);
    while (self.state->phase != DF_GAME_OVER)
        play_tap(&self, DF_GAME_HARD);
    assert_int_equal(self.state->end, DF_GAME_LOCK_OUT);
    assert_int_equal(self.state->pieces, 10);
    assert_int_equal(self.state->y, 20);
    df_game_free(self.play);

    self.options.given_count = 2;
    play_start(&self);
    play_tap(&self, DF_GAME_HARD);
    assert_int_equal(self.state->next_count, 0);
    play_tap(&self, DF_GAME_HARD);
    assert_int_equal(self.state->end, DF_GAME_DEALT);
    assert_int_equal(self.state->piece, -1);
    play_finish(&self);
}

TEST(events)
{
    static const df_game_event_kind wanted[] = {
        DF_GAME_EVENT_SPAWN, DF_GAME_EVENT_SHIFT, DF_GAME_EVENT_TURN,
        DF_GAME_EVENT_LAND,  DF_GAME_EVENT_HOLD,  DF_GAME_EVENT_SPAWN,
        DF_GAME_EVENT_LOCK,  DF_GAME_EVENT_LEVEL, DF_GAME_EVENT_SPAWN};
    play_setting self = play_begin(DF_GAME_GUIDELINE, DF_I);
    play_tap(&self, DF_GAME_RIGHT);
    play_tap(&self, DF_GAME_CLOCKWISE);
    while (self.state->y != self.state->ghost_y)
        play_tap(&self, DF_GAME_SOFT);
    play_tap(&self, DF_GAME_HOLD);
    play_draw(&self, "###....###");
    self.play->state.lines = 9;
    play_tap(&self, DF_GAME_HARD);
    df_game_event event;
    for (size_t i = 0; i < COUNT(wanted); i++) {
        assert_true(df_game_poll(self.play, &event));
        assert_int_equal(event.kind, wanted[i]);
        assert_int_equal(event.level, i < 6 ? 1 : 2);
        if (event.kind == DF_GAME_EVENT_LOCK) {
            assert_int_equal(event.rows, 1);
            assert_int_equal(event.cleared, 1);
            assert_int_equal(event.drop.x, 3);
        }
    }
    assert_false(df_game_poll(self.play, &event));
    for (unsigned i = 0; i < 100; i++)
        play_tap(&self, i % 2 == 0 ? DF_GAME_LEFT : DF_GAME_RIGHT);
    unsigned kept = 0;
    while (df_game_poll(self.play, &event))
        kept++;
    assert_int_equal(kept, DF_GAME_MAX_EVENTS);
    play_finish(&self);
}

TEST(options_are_checked)
{
    play_setting self = play_prepare(DF_GAME_GUIDELINE);
    const df_game_options good = self.options;
    df_game_options bad[13];
    for (size_t i = 0; i < COUNT(bad); i++)
        bad[i] = good;
    bad[0].width = 3;
    bad[1].width = 65;
    bad[2].height = 3;
    bad[3].hidden = 3;
    bad[4].height = 1021;
    bad[5].level = 0;
    bad[6].soft_factor = 0;
    bad[7].next = DF_GAME_MAX_NEXT + 1;
    bad[8].lock_delay = 0;
    bad[9].set = NULL;
    bad[10].kind = DF_GAME_NES;
    bad[11].deal = DF_GAME_DEAL_SUPPLY;
    bad[12].kind = DF_GAME_KINDS;
    for (size_t i = 0; i < COUNT(bad); i++) {
        df_error error = {0};
        assert_status(df_game_create(&self.play, &bad[i], &error), DF_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "; "));
    }
    assert_null(self.play);
    play_start(&self);
    assert_status(df_game_press(self.play, DF_GAME_BUTTONS, true), DF_ERROR_ARGUMENT);
    play_finish(&self);
}

/* Checks that games behave as the traits of their rules say. */
TEST(rules_tell_of_themselves)
{
    df_piece_set *set = NULL;
    assert_status(df_game_tetrominoes(&set, DF_GAME_KINDS), DF_ERROR_ARGUMENT);
    for (unsigned kind = 0; kind < DF_GAME_KINDS; kind++) {
        const df_game_traits *traits = df_games[kind];
        assert_true(strlen(traits->name) > 0);
        play_setting self = play_prepare((df_game_kind)kind);
        const df_game_options usual = self.options;
        assert_int_equal(usual.level, traits->min_level);
        assert_int_equal(usual.hold, traits->hold);
        self.options.level = traits->max_level + 1;
        assert_status(df_game_create(&self.play, &self.options, NULL), DF_ERROR_ARGUMENT);
        self.options = usual;
        self.options.rules = DF_RULES_SRS_180;
        df_status status = df_game_create(&self.play, &self.options, NULL);
        assert_int_equal(
            status, df_game_has_rules(traits, DF_RULES_SRS_180) ? DF_OK : DF_ERROR_ARGUMENT);
        df_game_free(self.play);
        self.options = usual;
        self.options.level = traits->max_level;
        play_start(&self);
        assert_int_equal(df_game_get_state(self.play)->plan->rules, traits->rules);
        const int x = self.state->x;
        const df_place place = {DF_NORTH, (uint8_t)x, 0};
        df_input_path *way = NULL;
        df_outcome outcome;
        status = df_game_find_path(self.play, &place, &way, &outcome);
        assert_int_equal(status, traits->at_once ? DF_OK : DF_ERROR_ARGUMENT);
        if (way == NULL) {
            df_input_path none = {0};
            assert_status(df_game_tap_path(self.play, &none), DF_ERROR_ARGUMENT);
        }
        df_input_path_free(way);
        assert_status(df_game_press(self.play, DF_GAME_LEFT, true), DF_OK);
        assert_int_equal(self.state->x, traits->at_once ? x - 1 : x);
        play_finish(&self);
    }
}

/* J, L and T have their flat side up by ARS, and turn on the floor without being lifted. */
TEST(ars_spawns)
{
    static const char spawned[] = "NNSNNSS", turned[] = "NNWEEWW"; /* of I O T S Z J L */
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        play_setting self = play_prepare_only(DF_GAME_GUIDELINE, piece);
        self.options.rules = DF_RULES_ARS;
        play_start(&self);
        assert_int_equal(DF_ORIENTATION_LETTERS[self.state->orientation], spawned[piece]);
        for (unsigned i = 0; i < 30; i++)
            play_tap(&self, DF_GAME_SOFT);
        play_tap(&self, DF_GAME_CLOCKWISE);
        assert_int_equal(self.state->y, 0);
        assert_int_equal(DF_ORIENTATION_LETTERS[self.state->orientation], turned[piece]);
        play_finish(&self);
    }
}

/* The example of docs/format/game.md leaves the playfield that is drawn there. */
TEST(the_document_replays)
{
    df_text text = read_whole(DOCUMENT);
    const char *begin = strstr(text.bytes, "```game\n");
    assert_non_null(begin);
    begin = strchr(begin, '\n') + 1;
    const char *end = strstr(begin, "```\n");
    const char *row = strstr(end, "```playfield\n");
    assert_non_null(row);
    df_game_record *record = NULL;
    df_game *play = NULL;
    assert_status(df_game_record_read(&record, begin, (size_t)(end - begin), NULL), DF_OK);
    assert_status(df_game_replay_ticks(&play, record, UINT64_MAX), DF_OK);
    const df_field *field = df_game_get_state(play)->field;
    unsigned y = df_field_top(field);
    for (row = strchr(row, '\n') + 1; *row != '`'; row = strchr(row, '\n') + 1) {
        y--;
        for (unsigned x = 0; x < field->width; x++) {
            const unsigned square = df_field_square(field, x, y);
            assert_int_equal(row[x],
                             square == 0 ? '.' : record->set->pieces[square - 1].name[0]);
        }
    }
    assert_int_equal(y, 0);
    df_game_free(play);
    df_game_record_free(record);
    df_text_free(&text);
}
