/* The game: its rules, timings and scores, and that every game replays. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/play.h"
#include "support.h"

/* A game of the seven tetrominoes by these rules, and what was changed of its options. */
typedef struct setting {
    df_piece_set *set;
    df_play_options options;
    df_play *play;
    const df_play_state *state;
} setting;

static void prepare(setting *own, df_play_rules rules)
{
    memset(own, 0, sizeof *own);
    assert_status(df_play_tetrominoes(&own->set, rules), DF_OK);
    df_play_options_set(&own->options, rules, own->set);
}

static void start(setting *own)
{
    assert_status(df_play_create(&own->play, &own->options), DF_OK);
    own->state = df_play_get_state(own->play);
}

static void finish(setting *own)
{
    df_play_free(own->play);
    df_piece_set_free(own->set);
}

/* The recorded plan leaves the playfield of the game. */
static void check_plan(df_play *play)
{
    const df_field *field = df_play_get_field(play);
    df_field *replayed = NULL;
    df_mishap mishap = {0};
    const df_status status =
        df_plan_play(df_play_get_plan(play), NULL, NULL, &replayed, NULL, &mishap);
    if (status != DF_OK)
        print_error("%s\n", mishap.text);
    assert_status(status, DF_OK);
    const size_t squares = (size_t)field->width * field->height;
    assert_int_equal(field->width, replayed->width);
    assert_int_equal(field->height, replayed->height);
    assert_memory_equal(field->square, replayed->square, squares * sizeof field->square[0]);
    df_field_free(replayed);
}

/* Plays at random until the game is over, or for so many ticks. */
static void play_at_random(df_random *random, df_play *play, unsigned ticks)
{
    for (unsigned i = 0; i < ticks && df_play_get_state(play)->phase != DF_PLAY_OVER; i++) {
        for (unsigned n = df_random_below(random, 4); n > 0; n--) {
            df_play_button button = df_random_below(random, DF_PLAY_BUTTONS);
            if (button == DF_PLAY_HARD && df_random_below(random, 4) > 0)
                button = DF_PLAY_CLOCKWISE;
            assert_status(df_play_press(play, button, df_random_below(random, 2)), DF_OK);
        }
        assert_status(df_play_tick(play), DF_OK);
    }
}

static void random_games_replay(void **unused)
{
    (void)unused;
    const uint64_t seed = test_seed();
    uint64_t pieces = 0, lines = 0;
    for (unsigned i = 0; i < test_cases(200); i++) {
        df_random random;
        df_random_seed(&random, seed, i);
        setting own;
        prepare(&own, i % 3 == 0 ? DF_PLAY_NES : DF_PLAY_GUIDELINE);
        own.options.seed = i;
        own.options.half_turns = i % 3 == 1;
        if (i % 2 == 0)
            own.options.width = 4;
        own.options.level = 1 + df_random_below(&random, 29);
        start(&own);
        play_at_random(&random, own.play, 20000);
        check_plan(own.play);
        pieces += own.state->pieces;
        lines += own.state->lines;
        finish(&own);
    }
    print_message("# %lu pieces, %lu lines\n", (unsigned long)pieces, (unsigned long)lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
