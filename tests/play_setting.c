#include "play_setting.h"

#include <string.h>

#include "game/game.h"

void play_prepare(play_setting *own, df_play_rules rules)
{
    memset(own, 0, sizeof *own);
    assert_status(df_play_tetrominoes(&own->set, rules), DF_OK);
    df_play_options_set(&own->options, rules, own->set);
}

void play_prepare_only(play_setting *own, df_play_rules rules, unsigned piece)
{
    static const uint16_t all[DF_TETROMINOES][64] = {
#define EIGHT(p) p, p, p, p, p, p, p, p
#define ALL(p) {EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p)}
        ALL(0), ALL(1), ALL(2), ALL(3), ALL(4), ALL(5), ALL(6)};
    play_prepare(own, rules);
    own->options.deal = DF_PLAY_DEAL_GIVEN;
    own->options.given = all[piece];
    own->options.given_count = COUNT(all[piece]);
}

void play_start(play_setting *own)
{
    assert_status(df_play_create(&own->play, &own->options), DF_OK);
    own->state = df_play_get_state(own->play);
}

void play_finish(play_setting *own)
{
    df_play_free(own->play);
    df_piece_set_free(own->set);
}

void play_ticks(play_setting *own, unsigned ticks)
{
    for (unsigned i = 0; i < ticks; i++)
        assert_status(df_play_tick(own->play), DF_OK);
}

void play_press(play_setting *own, df_play_button button)
{
    assert_status(df_play_press(own->play, button, true), DF_OK);
}

void play_release(play_setting *own, df_play_button button)
{
    assert_status(df_play_press(own->play, button, false), DF_OK);
}

void play_tap(play_setting *own, df_play_button button)
{
    assert_status(df_play_tap(own->play, button), DF_OK);
}

/* The ghost is found anew with the next shift, turn or spawn. */
static void find_ghost(df_play *play)
{
    df_play_state *state = &play->state;
    state->ghost_y = state->y;
    while (df_game_is_free(play, state->x, state->ghost_y - 1))
        state->ghost_y--;
}

void play_draw(play_setting *own, const char *rows)
{
    df_field *field = own->play->field;
    unsigned y = 1;
    for (const char *c = rows; *c != '\0'; c++)
        y += *c == '/';
    unsigned x = 0;
    y--;
    df_field_clear(field);
    for (const char *c = rows; *c != '\0'; c++) {
        if (*c == '/') {
            y--;
            x = 0;
        } else {
            assert_status(df_field_set(field, x++, y, *c != '.'), DF_OK);
        }
    }
    find_ghost(own->play);
}

void play_put(play_setting *own, unsigned orientation, int x, int y)
{
    df_play_state *state = &own->play->state;
    state->orientation = orientation;
    state->x = x;
    state->y = y;
    own->play->motion.lowest = y;
    assert_true(df_game_is_free(own->play, x, y));
    find_ghost(own->play);
}

void play_at_random(df_random *random, df_play *play, unsigned ticks)
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
