/* Where the pieces of a game come from, how it ends, what it tells, and its options. */
#include <string.h>

#include "game/game.h"
#include "play_setting.h"

/* ---- pieces ---- */

static void bags_and_hold(void **unused)
{
    (void)unused;
    play_setting own;
    play_prepare(&own, DF_PLAY_GUIDELINE);
    own.options.seed = test_seed();
    play_start(&own);
    for (unsigned bag = 0; bag < 3; bag++) {
        unsigned seen = 0;
        for (unsigned i = 0; i < DF_TETROMINOES; i++) {
            assert_int_equal(own.state->next_count, 5);
            seen |= 1U << own.state->piece;
            const unsigned next = own.state->next[0];
            play_draw(&own, ".");
            play_tap(&own, DF_PLAY_HARD);
            assert_int_equal(own.state->piece, next);
        }
        assert_int_equal(seen, 127);
    }
    /* Once for each piece. */
    const int first = own.state->piece, second = own.state->next[0];
    play_tap(&own, DF_PLAY_CLOCKWISE);
    play_tap(&own, DF_PLAY_HOLD);
    assert_int_equal(own.state->held, first);
    assert_int_equal(own.state->piece, second);
    assert_false(own.state->can_hold);
    play_tap(&own, DF_PLAY_HOLD);
    assert_int_equal(own.state->piece, second);
    play_tap(&own, DF_PLAY_HARD);
    const int third = own.state->piece;
    play_tap(&own, DF_PLAY_HOLD);
    assert_int_equal(own.state->piece, first);
    assert_int_equal(own.state->orientation, DF_NORTH);
    assert_int_equal(own.state->held, third);
    play_finish(&own);
}

/* The register of the NES game, a byte at a time as its program has it. */
typedef struct slow_register {
    uint8_t seed[2];
    uint8_t count, id;
} slow_register;

static void slow_shift(slow_register *own)
{
    uint8_t carry = (uint8_t)(((own->seed[0] & 2) ^ (own->seed[1] & 2)) != 0);
    for (unsigned i = 0; i < 2; i++) {
        const uint8_t low = own->seed[i] & 1;
        own->seed[i] = (uint8_t)(own->seed[i] >> 1 | carry << 7);
        carry = low;
    }
}

static unsigned slow_pick(slow_register *own)
{
    static const uint8_t ids[] = {0x02, 0x07, 0x08, 0x0a, 0x0b, 0x0e, 0x12};
    static const uint8_t pieces[] = {DF_T, DF_J, DF_Z, DF_O, DF_S, DF_L, DF_I};
    own->count++;
    unsigned index = (uint8_t)(own->seed[0] + own->count) & 7;
    if (index == 7 || ids[index] == own->id) {
        slow_shift(own);
        index = (own->seed[0] & 7u) + own->id;
        while (index >= 7)
            index -= 7;
    }
    own->id = ids[index];
    return pieces[index];
}

static void nes_register(void **unused)
{
    (void)unused;
    slow_register slow = {.seed = {0x89, 0x88}};
    play_setting own;
    play_prepare(&own, DF_PLAY_NES);
    play_start(&own);
    unsigned now = slow_pick(&slow), next = slow_pick(&slow);
    uint64_t spawned[DF_TETROMINOES] = {0};
    for (unsigned i = 0; i < 500; i++) {
        assert_int_equal(own.state->piece, now);
        assert_int_equal(own.state->next[0], next);
        spawned[now]++;
        play_draw(&own, ".");
        const uint64_t pieces = own.state->pieces;
        while (own.state->pieces == pieces || own.state->phase != DF_PLAY_FALLING) {
            slow_shift(&slow);
            if (own.state->phase == DF_PLAY_FALLING && own.state->y > 1)
                own.play->state.y--;
            play_ticks(&own, 1);
        }
        now = next;
        next = slow_pick(&slow);
    }
    spawned[now]++;
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        assert_int_equal(df_play_get_spawned(own.play, i), spawned[i]);
    play_finish(&own);
}

/* ---- the end ---- */

static void ends(void **unused)
{
    (void)unused;
    play_setting own;
    play_prepare_only(&own, DF_PLAY_GUIDELINE, DF_O);
    own.options.given_count = 40;
    play_start(&own);
    play_draw(&own, "....##....");
    while (own.state->phase != DF_PLAY_OVER)
        play_tap(&own, DF_PLAY_HARD);
    /* The last piece that stayed was in row 19. */
    assert_int_equal(own.state->end, DF_PLAY_BLOCK_OUT);
    assert_int_equal(own.state->pieces, 10);
    const uint64_t tick = own.state->tick;
    play_ticks(&own, 5);
    play_tap(&own, DF_PLAY_LEFT);
    assert_int_equal(own.state->tick, tick);
    df_play_free(own.play);

    /* The eleventh piece would rest in row 20. */
    play_start(&own);
    while (own.state->phase != DF_PLAY_OVER)
        play_tap(&own, DF_PLAY_HARD);
    assert_int_equal(own.state->end, DF_PLAY_LOCK_OUT);
    assert_int_equal(own.state->pieces, 10);
    assert_int_equal(own.state->y, 20);
    df_play_free(own.play);

    own.options.given_count = 2;
    play_start(&own);
    play_tap(&own, DF_PLAY_HARD);
    assert_int_equal(own.state->next_count, 0);
    play_tap(&own, DF_PLAY_HARD);
    assert_int_equal(own.state->end, DF_PLAY_DEALT);
    assert_int_equal(own.state->piece, -1);
    play_finish(&own);
}

static void events(void **unused)
{
    (void)unused;
    static const df_play_event_kind wanted[] = {
        DF_PLAY_EVENT_SPAWN, DF_PLAY_EVENT_SHIFT, DF_PLAY_EVENT_TURN,
        DF_PLAY_EVENT_LAND,  DF_PLAY_EVENT_HOLD,  DF_PLAY_EVENT_SPAWN,
        DF_PLAY_EVENT_LOCK,  DF_PLAY_EVENT_LEVEL, DF_PLAY_EVENT_SPAWN};
    play_setting own;
    play_prepare_only(&own, DF_PLAY_GUIDELINE, DF_I);
    play_start(&own);
    play_tap(&own, DF_PLAY_RIGHT);
    play_tap(&own, DF_PLAY_CLOCKWISE);
    while (own.state->y != own.state->ghost_y)
        play_tap(&own, DF_PLAY_SOFT);
    play_tap(&own, DF_PLAY_HOLD);
    play_draw(&own, "###....###");
    own.play->state.lines = 9;
    play_tap(&own, DF_PLAY_HARD);
    df_play_event event;
    for (size_t i = 0; i < COUNT(wanted); i++) {
        assert_true(df_play_poll(own.play, &event));
        assert_int_equal(event.kind, wanted[i]);
        assert_int_equal(event.level, i < 6 ? 1 : 2);
        if (event.kind == DF_PLAY_EVENT_LOCK) {
            assert_int_equal(event.clear.rows, 1);
            assert_int_equal(event.cleared, 1);
            assert_int_equal(event.drop.x, 3);
        }
    }
    assert_false(df_play_poll(own.play, &event));
    for (unsigned i = 0; i < 100; i++)
        play_tap(&own, i % 2 == 0 ? DF_PLAY_LEFT : DF_PLAY_RIGHT);
    unsigned kept = 0;
    while (df_play_poll(own.play, &event))
        kept++;
    assert_int_equal(kept, DF_PLAY_MAX_EVENTS);
    play_finish(&own);
}

static void options_are_checked(void **unused)
{
    (void)unused;
    play_setting own;
    play_prepare(&own, DF_PLAY_GUIDELINE);
    const df_play_options good = own.options;
    df_play_options bad[13];
    for (size_t i = 0; i < COUNT(bad); i++)
        bad[i] = good;
    bad[0].width = 3;
    bad[1].width = 65;
    bad[2].height = 3;
    bad[3].hidden = 3;
    bad[4].height = 1021;
    bad[5].level = 0;
    bad[6].next = 0;
    bad[7].next = DF_PLAY_MAX_NEXT + 1;
    bad[8].lock_delay = 0;
    bad[9].set = NULL;
    bad[10].rules = DF_PLAY_NES;
    bad[11].deal = DF_PLAY_DEAL_SUPPLY;
    bad[12].rules = DF_PLAY_RULES;
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_status(df_play_create(&own.play, &bad[i]), DF_ERROR_ARGUMENT);
    assert_null(own.play);
    play_start(&own);
    assert_status(df_play_press(own.play, DF_PLAY_BUTTONS, true), DF_ERROR_ARGUMENT);
    play_finish(&own);
}

/* What rules tell of themselves is what games by them do. */
static void rules_tell_of_themselves(void **unused)
{
    (void)unused;
    df_piece_set *set = NULL;
    assert_null(df_play_get_traits(DF_PLAY_RULES));
    assert_status(df_play_tetrominoes(&set, DF_PLAY_RULES), DF_ERROR_ARGUMENT);
    for (unsigned rules = 0; rules < DF_PLAY_RULES; rules++) {
        const df_play_traits *traits = df_play_get_traits((df_play_rules)rules);
        assert_true(strlen(traits->name) > 0);
        play_setting own;
        play_prepare(&own, (df_play_rules)rules);
        const df_play_options usual = own.options;
        assert_int_equal(usual.level, traits->least_level);
        assert_int_equal(usual.hold, traits->hold);
        own.options.level = traits->most_level + 1;
        assert_status(df_play_create(&own.play, &own.options), DF_ERROR_ARGUMENT);
        own.options = usual;
        own.options.half_turns = true;
        df_status status = df_play_create(&own.play, &own.options);
        assert_int_equal(status, traits->half_turns ? DF_OK : DF_ERROR_ARGUMENT);
        df_play_free(own.play);
        own.options = usual;
        own.options.level = traits->most_level;
        play_start(&own);
        assert_int_equal(df_play_get_plan(own.play)->reach, traits->reach);
        const int x = own.state->x;
        const df_place place = {DF_NORTH, (uint8_t)x, 0};
        df_way *way = NULL;
        df_outcome outcome;
        status = df_play_find_way(&way, &outcome, own.play, &place);
        assert_int_equal(status, traits->at_once ? DF_OK : DF_ERROR_ARGUMENT);
        if (way == NULL) {
            df_way none = {0};
            assert_status(df_play_tap_way(own.play, &none), DF_ERROR_ARGUMENT);
        }
        df_way_free(way);
        assert_status(df_play_press(own.play, DF_PLAY_LEFT, true), DF_OK);
        assert_int_equal(own.state->x, traits->at_once ? x - 1 : x);
        play_finish(&own);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bags_and_hold),
        cmocka_unit_test(nes_register),
        cmocka_unit_test(ends),
        cmocka_unit_test(events),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(rules_tell_of_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
