/* Whole games: spins, pieces of all sizes, that every game replays by its plan and by its
 * record, that a bot can play, and that memory may run out. */
#include <string.h>

#include "bot/decide/bot.h"
#include "core/base/random.h"
#include "core/board/mover.h"
#include "dropforge/bot.h"
#include "dropforge/game.h"
#include "dropforge/omino.h"
#include "game/game.h"
#include "omino/shape/rows.h"
#include "play_setting.h"
#include "tests/slow/slow_kicks.h"
#include "tests/support/alloc.h"
#include "tests/support/plans.h"

/* ---- spins ---- */

/* Puts rows into the playfield of the game. */
static void set_rows(play_setting *self, const uint64_t *rows, unsigned count)
{
    char drawing[512] = "";
    size_t at = 0;
    for (unsigned y = count; y-- > 0;) {
        for (unsigned x = 0; x < self->options.width; x++)
            drawing[at++] = (rows[y] >> x & 1) != 0 ? '#' : '.';
        if (y > 0)
            drawing[at++] = '/';
    }
    play_draw(self, drawing);
}

/* Brings T to a place with that spin; checks the points of the published table. */
static unsigned spin_once(play_setting *self, const uint64_t *rows, unsigned count,
                          const df_place *place, df_spin spin)
{
    static const unsigned points[DF_SPINS][4] = {
        {0, 100, 300, 500}, {100, 200, 400, 0}, {400, 800, 1200, 1600}};
    df_input_path *way = NULL;
    df_outcome outcome;
    set_rows(self, rows, count);
    self->play->state.back_to_back = 0;
    self->play->state.combo = -1;
    self->play->state.level = 1;
    self->play->state.lines = 0;
    assert_status(df_input_path_find(&way, &outcome, &self->play->mover, rows, count,
                                     self->state->x, self->state->y, place, spin),
                  DF_OK);
    assert_int_equal(outcome, DF_FOUND);
    assert_status(df_game_tap_path(self->play, way), DF_OK);
    df_input_path_free(way);
    const df_game_event *last = &self->state->last;
    assert_int_equal(last->spin, spin);
    if (!last->perfect)
        assert_int_equal(last->points, points[spin][last->rows]);
    assert_int_equal(last->difficult, last->rows > 0 && spin != DF_SPIN_NONE);
    return last->rows;
}

/* Three rows that are full but for one column and some squares beside it, and two above them.
 */
static unsigned dig_slot(df_random *random, uint64_t *rows, unsigned width)
{
    const uint64_t full = (UINT64_C(1) << width) - 1;
    const unsigned x = df_random_below(random, width);
    for (unsigned y = 0; y < 3; y++) {
        rows[y] = full & ~(UINT64_C(1) << x);
        if (df_random_below(random, 2) == 0)
            rows[y] &= ~(UINT64_C(2) << x);
        if (x > 0 && df_random_below(random, 2) == 0)
            rows[y] &= ~(UINT64_C(1) << (x - 1));
    }
    rows[3] = df_random_next(random) & df_random_next(random) & full;
    rows[4] = df_random_next(random) & df_random_next(random) & full;
    return 5;
}

/* All spins in random playfields, with all numbers of rows that there can be. */
TEST(spins_score)
{
    static df_moves moves;
    unsigned seen[DF_SPINS][4] = {{0}};
    for (unsigned i = 0; i < 6000; i++) {
        df_random random = test_random(i);
        play_setting self = play_prepare_only(DF_GAME_GUIDELINE, DF_T);
        self.options.width = 4 + i % 3;
        self.options.seed = i;
        uint64_t rows[6];
        unsigned count = slow_moves_fill(&random, rows, 6, self.options.width);
        if (i % 2 == 0)
            count = dig_slot(&random, rows, self.options.width);
        for (unsigned y = 0; y < count; y++) {
            if (rows[y] + 1 == UINT64_C(1) << self.options.width)
                rows[y] ^= 1;
        }
        play_start(&self);
        df_moves_find(&moves, &self.play->mover, rows, count, self.state->x, self.state->y);
        df_place places[64], place = {.orientation = DF_ORIENTATIONS};
        unsigned found = 0;
        while (found < COUNT(places) && df_moves_next(&moves, &place))
            places[found++] = place;
        for (unsigned p = 0;
             p < found && self.state->phase == DF_GAME_FALLING && self.state->pieces < 30;
             p++) {
            const unsigned spins = df_moves_spins(&moves, rows, count, &places[p]);
            for (unsigned spin = DF_SPIN_MINI; spin < DF_SPINS; spin++) {
                if ((spins >> spin & 1) != 0)
                    seen[spin][spin_once(&self, rows, count, &places[p], (df_spin)spin)]++;
            }
        }
        play_finish(&self);
    }
    for (unsigned rows = 0; rows < 4; rows++)
        print_message("# %u rows: %u mini, %u full\n", rows, seen[DF_SPIN_MINI][rows],
                      seen[DF_SPIN_FULL][rows]);
    for (unsigned rows = 0; rows < 4; rows++)
        assert_true(seen[DF_SPIN_FULL][rows] > 0 && (rows > 1 || seen[DF_SPIN_MINI][rows] > 0));
}

/* ---- polyominoes ---- */

/* The piece can be spawned in the playfield for its size, turned there, and locked. */
static void try_piece(df_piece_set *set, size_t piece, df_game_kind kind)
{
    const uint16_t given[] = {(uint16_t)piece, (uint16_t)piece};
    df_game_options options;
    df_game *play = NULL;
    options = df_game_defaults(kind, set, 0);
    options.deal = DF_GAME_DEAL_GIVEN;
    options.given = given;
    options.given_count = 2;
    assert_status(df_game_create(&play, &options, NULL), DF_OK);
    const df_game_state *state = df_game_get_state(play);
    assert_int_equal(state->phase, DF_GAME_FALLING);
    const int x = state->x, y = state->y;
    for (unsigned i = 0; i < DF_ORIENTATIONS; i++) {
        const unsigned before = state->orientation;
        assert_status(df_game_tap(play, DF_GAME_CLOCKWISE), DF_OK);
        assert_status(df_game_tick(play), DF_OK);
        assert_true(state->orientation != before ||
                    set->pieces[piece].same_as[DF_EAST] == DF_NORTH);
        assert_true(state->x >= 0);
        assert_true(state->y + set->pieces[piece].shape[state->orientation].height <=
                    (int)(options.height + options.hidden));
    }
    assert_int_equal(state->x, x);
    assert_int_equal(state->y, y);
    play->state.y = state->ghost_y;
    df_game_lock(play);
    assert_int_equal(state->pieces, 1);
    assert_true(state->end != DF_GAME_LOCK_OUT);
    df_game_free(play);
}

TEST(all_ominoes_fit)
{
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    for (unsigned size = 1; size <= 8; size++) {
        df_piece_set *set = NULL;
        assert_status(df_ominoes_piece_set(&set, size, &filter), DF_OK);
        for (size_t i = 0; i < set->count; i++)
            try_piece(set, i, i % 4 == 0 ? DF_GAME_NES : DF_GAME_GUIDELINE);
        df_piece_set_free(set);
    }
}

/* The kicks of pieces that are grown, or NULL. */
static const df_turns *grown_kicks;

static df_status grow_piece(void *context, df_random *random, df_piece *piece)
{
    static df_omino omino;
    df_status status = df_omino_grow(&omino, *(const unsigned *)context, random);
    if (status == DF_OK)
        status = df_omino_piece(piece, &omino, "?");
    /* The game has a name for it. */
    piece->name[0] = '\0';
    piece->kicks = grown_kicks;
    return status;
}

/* ---- replays ---- */

static void check_plan(df_game *play)
{
    const df_field *field = df_game_get_state(play)->field;
    df_field *replayed = NULL;
    df_error error = {0};
    const df_status status =
        df_plan_play(df_game_get_state(play)->plan, NULL, NULL, &replayed, NULL, &error);
    if (status != DF_OK)
        print_error("%s\n", error.text);
    assert_status(status, DF_OK);
    const size_t squares = (size_t)field->width * field->height;
    assert_int_equal(field->width, replayed->width);
    assert_int_equal(field->height, replayed->height);
    assert_memory_equal(field->square, replayed->square, squares * sizeof field->square[0]);
    df_field_free(replayed);
    check_comes_back(df_game_get_state(play)->plan);
}

static void check_same(const df_game *a, const df_game *b)
{
    const df_game_state *c = df_game_get_state(a), *d = df_game_get_state(b);
    const df_field *f = df_game_get_state(a)->field, *g = df_game_get_state(b)->field;
    assert_true(c->tick == d->tick && c->phase == d->phase && c->end == d->end);
    assert_true(c->piece == d->piece && c->orientation == d->orientation);
    assert_true(c->x == d->x && c->y == d->y && c->ghost_y == d->ghost_y);
    assert_true(c->rest == d->rest && c->held == d->held && c->can_hold == d->can_hold);
    assert_true(c->score == d->score && c->lines == d->lines && c->pieces == d->pieces);
    assert_true(c->level == d->level && c->combo == d->combo);
    assert_true(c->back_to_back == d->back_to_back && c->next_count == d->next_count);
    assert_memory_equal(c->next, d->next, c->next_count * sizeof c->next[0]);
    const size_t drops = c->plan->count;
    assert_int_equal(drops, d->plan->count);
    assert_true(c->scores[0] == 0 && c->scores[drops] <= c->score);
    assert_memory_equal(c->scores, d->scores, (drops + 1) * sizeof c->scores[0]);
    assert_memory_equal(f->square, g->square,
                        (size_t)f->width * f->height * sizeof f->square[0]);
}

/* The record reads back, replays to the same game, and is written the same way again. */
static void check_record(const df_game *play)
{
    df_text text = {0}, twice = {0};
    df_game_record *record = NULL;
    df_game *again = NULL;
    df_error error = {0};
    assert_status(df_game_write(&text, play), DF_OK);
    const df_status status = df_game_record_read(&record, text.bytes, text.length, &error);
    if (status != DF_OK)
        print_error("line %zu: %s\n", error.line, error.text);
    assert_status(status, DF_OK);
    assert_status(df_game_replay_ticks(&again, record, UINT64_MAX), DF_OK);
    check_same(play, again);
    df_game *pressed = NULL;
    assert_status(df_game_create(&pressed, &record->options, NULL), DF_OK);
    assert_status(df_game_record_press(record, pressed), DF_OK);
    while (df_game_get_state(pressed)->tick < record->ticks) {
        assert_status(df_game_tick(pressed), DF_OK);
        assert_status(df_game_record_press(record, pressed), DF_OK);
    }
    check_same(play, pressed);
    df_game_free(pressed);
    assert_status(df_game_write(&twice, again), DF_OK);
    assert_string_equal(text.bytes, twice.bytes);
    df_plan *plan = NULL;
    assert_status(df_game_record_plan(&plan, record), DF_OK);
    assert_int_equal(plan->count, df_game_get_state(again)->plan->count);
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_OK);
    df_game_free(again);
    df_plan_free(plan);
    df_game_record_free(record);
    df_text_free(&text);
    df_text_free(&twice);
}

/* The game has ended by a goal if one is reached, and what is left of the garbage is there. */
static void check_goals(const df_game *play)
{
    const df_game_options *options = df_game_get_state(play)->options;
    const df_game_state *state = df_game_get_state(play);
    const df_field *field = df_game_get_state(play)->field;
    const bool reached = (options->goal_lines > 0 && state->lines >= options->goal_lines) ||
                         (options->goal_ticks > 0 && state->tick >= options->goal_ticks) ||
                         (options->garbage > 0 && state->garbage == 0);
    assert_true(reached == (state->end == DF_GAME_GOAL) || state->end == DF_GAME_BLOCK_OUT ||
                state->end == DF_GAME_LOCK_OUT);
    unsigned rows = 0;
    for (unsigned y = 0; y < field->height; y++) {
        bool has_garbage = false;
        for (unsigned x = 0; x < field->width; x++)
            has_garbage |= df_field_square(field, x, y) == DF_TETROMINOES + 1;
        rows += has_garbage;
    }
    assert_int_equal(rows, state->garbage);
}

/* Pieces that are taken back leave the game as it was when they were spawned. */
static void check_taken_back(play_setting *self, df_random *random)
{
    uint64_t pieces = self->state->pieces;
    for (unsigned i = df_random_below(random, 4); i > 0; i--) {
        pieces -= pieces > 0;
        assert_status(df_game_take_back(&self->play), DF_OK);
        self->state = df_game_get_state(self->play);
        assert_true(self->state->pieces == pieces && self->state->phase == DF_GAME_FALLING);
        check_plan(self->play);
        check_record(self->play);
    }
    play_at_random(random, self->play, 500);
    check_record(self->play);
}

TEST(random_games_replay)
{
    uint64_t pieces = 0, lines = 0;
    for (unsigned i = 0; i < test_cases(300); i++) {
        df_random random = test_random(i);
        play_setting self = play_prepare(i % 3 == 0 ? DF_GAME_NES : DF_GAME_GUIDELINE);
        self.options.seed = i;
        const df_game_traits *traits = df_games[self.options.kind];
        do
            self.options.rules = (df_rules)df_random_below(&random, DF_RULES);
        while (!df_game_has_rules(traits, self.options.rules));
        if (self.options.rules == DF_RULES_TABLE) {
            df_turns kicks[DF_TETROMINOES];
            slow_kicks made;
            slow_kicks_make(&random, &made, kicks);
            df_piece_set *plain = self.set;
            assert_status(df_piece_set_copy(&self.set, plain, kicks), DF_OK);
            df_piece_set_free(plain);
            self.options.set = self.set;
        }
        self.options.all_spins = i % 3 == 2;
        self.options.width = i % 2 == 0 ? 4 : 10;
        self.options.level = 1 + df_random_below(&random, 29);
        self.options.shift_repeat = df_random_below(&random, 3);
        self.options.entry_delay = df_random_below(&random, 3);
        self.options.goal_lines = i % 4 == 0 ? df_random_below(&random, 6) : 0;
        self.options.goal_ticks = i % 4 == 1 ? df_random_below(&random, 6000) : 0;
        self.options.garbage = df_random_below(&random, 9);
        play_start(&self);
        play_at_random(&random, self.play, df_random_below(&random, 20000));
        check_plan(self.play);
        check_record(self.play);
        check_goals(self.play);
        pieces += self.state->pieces;
        lines += self.state->lines;
        check_taken_back(&self, &random);
        play_finish(&self);
    }
    print_message("# %lu pieces, %lu lines\n", (unsigned long)pieces, (unsigned long)lines);
}

/* Games of polyominoes that are made as they are wanted. */
TEST(supplied_games_replay)
{
    for (unsigned i = 0; i < test_cases(40); i++) {
        unsigned size = 1 + i % DF_PIECE_MAX_SQUARES;
        df_random random = test_random(i);
        df_game_options options =
            df_game_defaults(i % 5 == 4 ? DF_GAME_NES : DF_GAME_GUIDELINE, NULL, size);
        options.supply = grow_piece;
        options.supply_context = &size;
        options.seed = i;
        options.level = 20;
        df_turns kicks[DF_TETROMINOES];
        slow_kicks made;
        slow_kicks_make(&random, &made, kicks);
        grown_kicks = kicks;
        if (options.kind == DF_GAME_GUIDELINE && i % 2 == 0)
            options.rules = DF_RULES_TABLE;
        df_game *play = NULL;
        assert_status(df_game_create(&play, &options, NULL), DF_OK);
        play_at_random(&random, play, 3000);
        grown_kicks = NULL;
        df_game_get_state(play)->plan->colors[df_game_get_state(play)->set->count - 1].given =
            true;
        check_plan(play);
        check_record(play);
        df_game_free(play);
    }
}

/* Messages of the reader about texts that are not records: the line, and some words. */
TEST(bad_records_are_refused)
{
#define HEAD "dropforge-game 1\n"
    static const struct {
        const char *text;
        size_t line, column;
        const char *words;
    } cases[] = {
        {"", 1, 1, "empty"},
        {"dropforge-drops 1\n", 1, 1, "not a game"},
        {HEAD, 2, 1, "the end is missing"},
        {HEAD "end 3\n", 2, 1, "the rules are missing"},
        {HEAD "seed 3\n", 2, 1, "the rules are missing"},
        {HEAD "rules tgm\n", 2, 7, "use one of guideline nes"},
        {HEAD "rules nes\nrules nes\n", 3, 1, "twice"},
        {HEAD "rules nes\nseed 18446744073709551616\n", 3, 6, "a seed"},
        {HEAD "rules nes\nseed 1\nseed 1\n", 4, 1, "twice"},
        {HEAD "rules nes\nspeed 1\n", 3, 1, "is no option"},
        {HEAD "rules nes\nnext 17\n", 3, 6, "from 0 to 16"},
        {HEAD "rules nes\nhold 1\nend 0\n", 4, 1, "no hold"},
        {HEAD "rules nes\nfield 3 20\nend 0\n", 4, 1, "piece I does not fit"},
        {HEAD "rules nes\ndeal given\ngiven I Q\n", 4, 9, "use one of I O T"},
        {HEAD "rules nes\ngiven I\npiece P #\n", 4, 1, "move it above"},
        {HEAD "rules nes\n5 left\n", 3, 3, "a button"},
        {HEAD "rules nes\n5 +up\n", 3, 3, "a button"},
        {HEAD "rules nes\n5 +left now\n", 3, 9, "too much"},
        {HEAD "rules nes\n5 +left\n4 -left\n", 4, 1, "in order"},
        {HEAD "rules nes\n5 +left\nlevel 3\n", 4, 1, "above all ticks"},
        {HEAD "rules nes\n5 +left\nend 4\n", 4, 1, "in order"},
        {HEAD "rules nes\nend 4\nend 4\n", 4, 1, "after 'end'"},
        {HEAD "rules guideline\nrow X...\n", 3, 5, "write 10 signs"},
        {HEAD "rules guideline\nrow XXXXXXXXXX\n", 3, 5, "is full"},
        {HEAD "rules guideline\nrow X.........\nfield 9 20\n", 4, 1, "above all rows"},
        {HEAD "rules guideline\nfield 4 1\nrow X...\nrow X...\n", 5, 1, "more rows"},
        {HEAD "rules guideline\npiece P #\nrow X.........\n", 4, 1, "only with tetrominoes"},
        {HEAD "rules nes\nrow T.........\nend 0\n", 4, 1, "the field at first"},
        {HEAD "rules guideline\ngarbage 21\nend 0\n", 4, 1, "not possible"},
        {HEAD "rules nes\nturns tetrio\n", 3, 7, "a name of turns"},
        {HEAD "rules guideline\nturns nes\n", 3, 7, "a name of turns"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_game_record *record = NULL;
        df_error error = {0};
        assert_status(
            df_game_record_read(&record, cases[i].text, strlen(cases[i].text), &error),
            DF_ERROR_INPUT);
        assert_null(record);
        if (strstr(error.text, cases[i].words) == NULL)
            fail_msg("%s, not %s", error.text, cases[i].words);
        assert_non_null(strchr(error.text, ';'));
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
    }
}

/* A bot chooses, and the game is played by buttons. */
TEST(a_bot_plays)
{
    play_setting self = play_prepare(DF_GAME_GUIDELINE);
    self.options.seed = test_seed();
    play_start(&self);
    const df_field *field = df_game_get_state(self.play)->field;
    df_bot *bot = NULL;
    const df_bot_options options = {.set = self.set,
                                    .width = field->width,
                                    .height = field->height,
                                    .rules = DF_RULES_SRS,
                                    .weights = df_player_find("dellacherie", 11)->weights};
    assert_status(df_bot_create(&bot, &options, NULL), DF_OK);
    for (unsigned i = 0; i < 300; i++) {
        const uint16_t piece = (uint16_t)self.state->piece;
        const df_position position = {field->row, &piece, 1, -1};
        df_choice choice;
        df_input_path *way = NULL;
        df_outcome outcome;
        assert_status(df_bot_decide(bot, &position, &choice, &outcome), DF_OK);
        assert_int_equal(outcome, DF_FOUND);
        assert_status(df_game_find_path(self.play, &choice.place, &way, &outcome), DF_OK);
        assert_int_equal(outcome, DF_FOUND);
        assert_status(df_game_tap_path(self.play, way), DF_OK);
        assert_int_equal(self.state->last.drop.x, choice.place.x);
        assert_int_equal(self.state->last.drop.y, choice.place.y);
        df_input_path_free(way);
        play_ticks(&self, i % 3);
    }
    assert_int_equal(self.state->phase, DF_GAME_FALLING);
    assert_true(self.state->lines >= 100);
    check_plan(self.play);
    check_record(self.play);
    df_bot_free(bot);
    play_finish(&self);
}

/* ---- memory ---- */

/* Plays some pieces; what fails is tried again with memory. Answers the first error. */
static df_status play_some(df_text *text, unsigned *size)
{
    df_status first = DF_OK, status;
    df_game_options options;
    df_game *play = NULL;
    options = df_game_defaults(DF_GAME_GUIDELINE, NULL, *size);
    options.supply = grow_piece;
    options.supply_context = size;
    status = df_game_create(&play, &options, NULL);
    if (status != DF_OK)
        return status;
    for (unsigned i = 0; i < 60; i++) {
        for (unsigned step = 0; step < 3; step++) {
            const df_game_button button = i % 2 == 0 ? DF_GAME_HOLD : DF_GAME_HARD;
            do {
                status = step < 2 ? df_game_press(play, button, step == 0) : df_game_tick(play);
                assert_true(status == DF_OK || status == DF_ERROR_MEMORY);
                if (status != DF_OK)
                    alloc_fail(0, false);
                first = first == DF_OK ? status : first;
            } while (status != DF_OK);
        }
    }
    status = df_game_write(text, play);
    df_game_free(play);
    return first == DF_OK ? status : first;
}

static df_status begin_once(void *options)
{
    df_game *play = NULL;
    df_game_record *record = NULL;
    df_text text = {0};
    df_status status = df_game_create(&play, options, NULL);
    if (status == DF_OK)
        status = df_game_tap(play, DF_GAME_HARD);
    if (status == DF_OK)
        status = df_game_write(&text, play);
    if (status == DF_OK)
        status = df_game_record_read(&record, text.bytes, text.length, NULL);
    if (status == DF_OK)
        status = df_game_take_back(&play);
    if (status == DF_OK && df_game_get_state(play)->pieces > 0)
        status = DF_ERROR_DEFECT;
    df_game_record_free(record);
    df_text_free(&text);
    df_game_free(play);
    return status;
}

TEST(memory_may_run_out_at_first)
{
    play_setting self = play_prepare(DF_GAME_GUIDELINE);
    df_field *field = new_field(self.options.width, 2);
    assert_status(df_field_set(field, 0, 1, 1), DF_OK);
    self.options.begin = field;
    alloc_fail_each(begin_once, &self.options);
    self.options.garbage = 3;
    alloc_fail_each(begin_once, &self.options);
    df_field_free(field);
    df_piece_set_free(self.set);
}

TEST(memory_may_run_out)
{
    unsigned size = 9;
    df_text wanted = {0};
    assert_status(play_some(&wanted, &size), DF_OK);
    const size_t live = alloc_live();
    bool failed = true;
    for (size_t nth = 1; failed; nth++) {
        df_text text = {0};
        df_game_record *record = NULL;
        alloc_fail(nth, false);
        df_status status = play_some(&text, &size);
        if (status == DF_OK)
            status = df_game_record_read(&record, text.bytes, text.length, NULL);
        failed = alloc_has_failed() || status != DF_OK;
        alloc_fail(0, false);
        assert_status(status, failed ? DF_ERROR_MEMORY : DF_OK);
        if (text.bytes != NULL && text.status == DF_OK && text.length > 0)
            assert_string_equal(text.bytes, wanted.bytes);
        df_game_record_free(record);
        df_text_free(&text);
        assert_int_equal(alloc_live(), live);
    }
    df_text_free(&wanted);
}
