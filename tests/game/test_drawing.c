/* Pictures that are drawn by hand: what fits and what is wrong, hints from any position to the
 * end, taking back, and the printer that draws on. */
#include <stdio.h>
#include <string.h>

#include "dropforge/drawing.h"
#include "game/game.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

#define MAX_PIECES 600
#define MAX_NODES 600000 /* of an answer: the limit, and what a level may have beyond it */

/* A game in which a picture is drawn. */
typedef struct easel {
    df_picture *picture;
    df_game_options options;
    df_game *game;
    df_drawing *drawing;
    const df_drawing_state *state;
} easel;

static df_status easel_make(easel *self, const char *name, const df_print_options *print,
                            uint64_t seed)
{
    size_t sample = 0;
    const char *found;
    while (df_picture_from_sample(NULL, &found, sample) == DF_OK && strcmp(found, name) != 0)
        sample++;
    *self = (easel){.options = df_game_defaults(DF_GAME_GUIDELINE, shared_set, 0)};
    self->options.seed = seed;
    self->options.steady = true;
    df_status status = df_picture_from_sample(&self->picture, NULL, sample);
    if (status == DF_OK && self->picture->height + 4 > self->options.height)
        self->options.height = self->picture->height + 4;
    if (status == DF_OK)
        status = df_game_create(&self->game, &self->options, NULL);
    if (status == DF_OK)
        status = df_drawing_create(&self->drawing, self->picture, &self->options, print, NULL);
    if (status == DF_OK)
        self->state = df_drawing_get_state(self->drawing);
    return status;
}

static void easel_begin(easel *self, const char *name, const char *pieces, uint64_t seed)
{
    const df_print_options print = {.pieces = pieces, .jobs = 1};
    assert_status(easel_make(self, name, &print, seed), DF_OK);
    df_drawing_follow(self->drawing, self->game);
}

static void easel_end(easel *self)
{
    df_drawing_free(self->drawing);
    df_game_free(self->game);
    df_picture_free(self->picture);
}

/* Does what the hint says. False if it says nothing to do. */
static bool easel_obey(easel *self)
{
    df_input_path *path = NULL;
    df_outcome outcome;
    assert_status(df_drawing_hint(self->drawing, self->game), DF_OK);
    assert_true(self->state->has_hint);
    const df_live_answer hint = self->state->hint;
    assert_in_range(hint.nodes, 0, MAX_NODES);
    if (hint.state != DF_LIVE_DROP)
        return false;
    if (hint.holds) {
        assert_status(df_game_tap(self->game, DF_GAME_HOLD), DF_OK);
        df_drawing_follow(self->drawing, self->game);
        assert_true(self->state->has_hint);
        assert_false(self->state->hint.holds);
    }
    assert_int_equal(df_game_get_state(self->game)->piece, hint.drop.piece);
    const df_place place = {hint.drop.orientation, hint.drop.x, hint.drop.y};
    assert_status(df_game_find_path(self->game, &place, &path, &outcome), DF_OK);
    if (outcome == DF_FOUND)
        assert_status(df_game_tap_path(self->game, path), DF_OK);
    df_input_path_free(path);
    df_drawing_follow(self->drawing, self->game);
    return outcome == DF_FOUND;
}

/* Draws to the end by hints alone. Returns the number of pieces, or 0 if they lead nowhere. */
static uint64_t easel_finish(easel *self)
{
    const df_game_state *state = df_game_get_state(self->game);
    while (!self->state->is_finished && state->pieces < MAX_PIECES) {
        if (state->phase != DF_GAME_FALLING || !easel_obey(self))
            return 0;
    }
    return self->state->is_finished ? state->pieces : 0;
}

/* Drops a piece somewhere, perhaps after a hold. */
static void easel_drop_anywhere(easel *self, df_random *random)
{
    if (df_random_below(random, 4) == 0)
        assert_status(df_game_tap(self->game, DF_GAME_HOLD), DF_OK);
    for (unsigned i = df_random_below(random, 4); i > 0; i--)
        assert_status(df_game_tap(self->game, DF_GAME_CLOCKWISE), DF_OK);
    const df_game_button side = df_random_below(random, 2) == 0 ? DF_GAME_LEFT : DF_GAME_RIGHT;
    for (unsigned i = df_random_below(random, 6); i > 0; i--)
        assert_status(df_game_tap(self->game, side), DF_OK);
    assert_status(df_game_tap(self->game, DF_GAME_HARD), DF_OK);
    df_drawing_follow(self->drawing, self->game);
}

/* From positions that nobody would choose the hints lead to the picture. */
TEST(test_hints_lead_to_the_picture)
{
    static const char *const names[] = {"ring", "stairs", "heart", "arrow", "key", "house"};
    df_random random = test_random(0);
    const unsigned count = test_cases(test_is_quick() ? 4 : 40);
    unsigned finished = 0, planned = 0;
    for (unsigned i = 0; i < count; i++) {
        easel self;
        easel_begin(&self, names[i % COUNT(names)], "any", i);
        for (unsigned k = 1 + df_random_below(&random, 7); k > 0; k--)
            easel_drop_anywhere(&self, &random);
        assert_status(df_drawing_hint(self.drawing, self.game), DF_OK);
        planned += self.state->hint.to_go > 0;
        const uint64_t pieces = easel_finish(&self);
        if (pieces == 0)
            printf("# %s, seed %u: not finished\n", names[i % COUNT(names)], i);
        finished += pieces > 0;
        easel_end(&self);
    }
    printf("# %u of %u positions lead to the picture, %u with a whole plan from the first "
           "hint on\n",
           finished, count, planned);
    assert_int_equal(finished, count);
}

TEST(long_secret_grade)
{
    const unsigned count = test_cases(4);
    uint64_t sum = 0;
    for (unsigned seed = 0; seed < count; seed++) {
        easel self;
        easel_begin(&self, "secret-grade", "any", seed);
        const uint64_t pieces = easel_finish(&self);
        printf("# seed %u: %u pieces\n", seed, (unsigned)pieces);
        assert_in_range(pieces, 43, MAX_PIECES);
        sum += pieces;
        easel_end(&self);
    }
    printf("# %.1f pieces on average\n", (double)sum / count);
}

/* Counts the marks of each kind in the lowest rows. */
static void count_marks(const easel *self, unsigned rows, unsigned marks[5])
{
    memset(marks, 0, 5 * sizeof marks[0]);
    for (unsigned i = 0; i < rows * self->options.width; i++)
        marks[self->state->marks[i]]++;
}

/* The ring stands in columns 3 to 5. An I at the left has to clear, and lifts it; an I above
 * its lowest row only fits after that. */
TEST(test_marks)
{
    static const uint16_t pieces[] = {DF_I, DF_O, DF_O, DF_O, DF_O, DF_O, DF_O};
    easel self;
    unsigned marks[5];
    easel_begin(&self, "ring", "any", 0);
    count_marks(&self, 4, marks);
    assert_int_equal(marks[DF_LIVE_WANTED], 8);
    assert_int_equal(marks[DF_LIVE_FREE], 32);
    assert_int_equal(self.state->all, 8);
    assert_int_equal(self.state->marks[3], DF_LIVE_WANTED);
    assert_int_equal(self.state->wanted[3], 1);
    assert_int_equal(self.state->marks[2], DF_LIVE_FREE);
    df_game_free(self.game);
    self.options.deal = DF_GAME_DEAL_GIVEN;
    self.options.given = pieces;
    self.options.given_count = COUNT(pieces);
    assert_status(df_game_create(&self.game, &self.options, NULL), DF_OK);
    for (unsigned i = 0; i < 9; i++)
        assert_status(df_game_tap(self.game, DF_GAME_LEFT), DF_OK);
    assert_status(df_game_tap(self.game, DF_GAME_HARD), DF_OK);
    df_drawing_follow(self.drawing, self.game);
    count_marks(&self, 4, marks);
    assert_int_equal(marks[DF_LIVE_WRONG], 4);
    assert_int_equal(marks[DF_LIVE_GAP], 6);
    assert_int_equal(marks[DF_LIVE_WANTED], 8);
    assert_int_equal(self.state->wrong, 4);
    assert_int_equal(self.state->rows, 1);
    easel_end(&self);
}

/* Everything is as before, but for the time; the record replays without what was taken back. */
TEST(test_takes_back)
{
    easel self;
    df_random random = test_random(1);
    easel_begin(&self, "heart", "any", 5);
    for (unsigned i = 0; i < 3; i++)
        easel_drop_anywhere(&self, &random);
    const size_t fit = self.state->fit, wrong = self.state->wrong;
    const df_game_state then = *df_game_get_state(self.game);
    for (unsigned i = 0; i < 30; i++)
        assert_status(df_game_tick(self.game), DF_OK);
    easel_drop_anywhere(&self, &random);
    assert_status(df_drawing_take_back(self.drawing, &self.game), DF_OK);
    const df_game_state *now = df_game_get_state(self.game);
    assert_int_equal(self.state->fit, fit);
    assert_int_equal(self.state->wrong, wrong);
    assert_int_equal(now->pieces, then.pieces);
    assert_int_equal(now->tick, then.tick);
    assert_memory_equal(now->next, then.next, sizeof now->next[0] * now->next_count);
    assert_int_equal(self.state->ticks, then.tick + 30);
    assert_int_equal(self.state->taken_back, 1);
    for (unsigned i = 0; i < 5; i++)
        assert_status(df_drawing_take_back(self.drawing, &self.game), DF_OK);
    assert_int_equal(df_game_get_state(self.game)->pieces, 0);
    assert_int_equal(self.state->taken_back, 4);
    df_text text = {0};
    df_game_record *record = NULL;
    df_game *replayed = NULL;
    (void)easel_obey(&self);
    assert_status(df_game_write(&text, self.game), DF_OK);
    assert_status(df_game_record_read(&record, text.bytes, text.length, NULL), DF_OK);
    assert_status(df_game_replay_ticks(&replayed, record, record->ticks), DF_OK);
    assert_int_equal(df_game_get_state(replayed)->pieces, 1);
    df_game_free(replayed);
    df_game_record_free(record);
    df_text_free(&text);
    easel_end(&self);
}

/* A hint follows the hold, and goes when the piece is put aside against it. */
TEST(test_hold)
{
    easel self;
    easel_begin(&self, "heart", "any", 1);
    assert_status(df_game_tap(self.game, DF_GAME_HOLD), DF_OK);
    assert_status(df_drawing_hint(self.drawing, self.game), DF_OK);
    assert_true(self.state->has_hint);
    assert_false(self.state->hint.holds); /* it has been used */
    assert_int_equal(self.state->hint.drop.piece, df_game_get_state(self.game)->piece);
    assert_true(easel_obey(&self));
    while (self.state->hint.holds || !self.state->has_hint)
        assert_true(easel_obey(&self) && df_drawing_hint(self.drawing, self.game) == DF_OK);
    assert_status(df_game_tap(self.game, DF_GAME_HOLD), DF_OK);
    df_drawing_follow(self.drawing, self.game);
    assert_false(self.state->has_hint);
    assert_int_not_equal(easel_finish(&self), 0);
    easel_end(&self);
}

/* The printer draws on by itself, as in its own game. */
TEST(test_draws_on)
{
    easel self;
    df_match_bot *bot = NULL;
    easel_begin(&self, "key", NULL, 2);
    assert_status(
        df_match_bot_create(&bot, &df_player_find("lee4", strlen("lee4"))->weights, 8), DF_OK);
    for (unsigned i = 0; i < 60000 && !self.state->is_finished; i++) {
        assert_status(df_drawing_act(self.drawing, self.game, bot), DF_OK);
        assert_status(df_game_tick(self.game), DF_OK);
        df_drawing_follow(self.drawing, self.game);
    }
    assert_true(self.state->is_finished);
    assert_true(self.state->is_helped);
    assert_int_equal(self.state->hints, 0);
    while (!self.state->printer_ended)
        assert_status(df_drawing_compare(self.drawing), DF_OK);
    assert_true(self.state->printer_finished);
    assert_int_equal(self.state->printer_pieces, df_game_get_state(self.game)->pieces);
    df_match_bot_free(bot);
    easel_end(&self);
}

TEST(test_refuses)
{
    easel self;
    df_error error = {0};
    df_drawing *drawing = NULL;
    const df_print_options print = {.jobs = 1};
    easel_begin(&self, "ring", "any", 0);
    df_game_options narrow = self.options;
    narrow.width = 2;
    assert_int_not_equal(df_drawing_create(&drawing, self.picture, &narrow, &print, &error),
                         DF_OK);
    df_game_options nes = df_game_defaults(DF_GAME_NES, shared_set, 0);
    assert_status(df_drawing_create(&drawing, self.picture, &nes, &print, &error),
                  DF_ERROR_ARGUMENT);
    assert_null(drawing);
    assert_status(df_picture_from_sample(&self.picture, NULL, SIZE_MAX), DF_ERROR_ARGUMENT);
    easel_end(&self);
}

static df_status draw_a_little(void *context)
{
    easel self;
    const df_print_options print = {.pieces = "any", .jobs = 1};
    df_status status = easel_make(&self, "ring", &print, 0);
    if (status == DF_OK)
        status = df_drawing_hint(self.drawing, self.game);
    if (status == DF_OK)
        status = df_game_tap(self.game, DF_GAME_HARD);
    if (status == DF_OK)
        status = df_drawing_take_back(self.drawing, &self.game);
    if (status == DF_OK)
        status = df_drawing_compare(self.drawing);
    easel_end(&self);
    return status;
}

TEST(test_failed_allocations)
{
    alloc_fail_each(draw_a_little, NULL);
}
