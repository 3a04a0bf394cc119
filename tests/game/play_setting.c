#include "play_setting.h"

#include "core/board/field_rows.h"
#include "game/game.h"

play_setting play_prepare(df_game_kind kind)
{
    play_setting self = {0};
    assert_status(df_game_tetrominoes(&self.set, kind), DF_OK);
    self.options = df_game_defaults(kind, self.set, 0);
    return self;
}

play_setting play_prepare_only(df_game_kind kind, unsigned piece)
{
    static const uint16_t all[DF_TETROMINOES][64] = {
#define EIGHT(p) p, p, p, p, p, p, p, p
#define ALL(p) {EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p), EIGHT(p)}
        ALL(0), ALL(1), ALL(2), ALL(3), ALL(4), ALL(5), ALL(6)};
    play_setting self = play_prepare(kind);
    self.options.deal = DF_GAME_DEAL_GIVEN;
    self.options.given = all[piece];
    self.options.given_count = COUNT(all[piece]);
    return self;
}

play_setting play_begin(df_game_kind kind, unsigned piece)
{
    play_setting self = play_prepare_only(kind, piece);
    play_start(&self);
    return self;
}

void play_start(play_setting *self)
{
    assert_status(df_game_create(&self->play, &self->options, NULL), DF_OK);
    self->state = df_game_get_state(self->play);
}

void play_finish(play_setting *self)
{
    df_game_free(self->play);
    df_piece_set_free(self->set);
}

void play_ticks(play_setting *self, unsigned ticks)
{
    for (unsigned i = 0; i < ticks; i++)
        assert_status(df_game_tick(self->play), DF_OK);
}

void play_press(play_setting *self, df_game_button button)
{
    assert_status(df_game_press(self->play, button, true), DF_OK);
}

void play_release(play_setting *self, df_game_button button)
{
    assert_status(df_game_press(self->play, button, false), DF_OK);
}

void play_tap(play_setting *self, df_game_button button)
{
    assert_status(df_game_tap(self->play, button), DF_OK);
}

/* The ghost is found anew with the next shift, turn or spawn. */
static void find_ghost(df_game *play)
{
    df_game_state *state = &play->state;
    state->ghost_y = state->y;
    while (df_game_is_free(play, state->x, state->ghost_y - 1))
        state->ghost_y--;
}

void play_draw(play_setting *self, const char *rows)
{
    df_field *field = self->play->field;
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
    find_ghost(self->play);
}

void play_put(play_setting *self, unsigned orientation, int x, int y)
{
    df_game_state *state = &self->play->state;
    state->orientation = orientation;
    state->x = x;
    state->y = y;
    self->play->motion.lowest = y;
    assert_true(df_game_is_free(self->play, x, y));
    find_ghost(self->play);
}

void play_at_random(df_random *random, df_game *play, unsigned ticks)
{
    for (unsigned i = 0; i < ticks && df_game_get_state(play)->phase != DF_GAME_OVER; i++) {
        for (unsigned n = df_random_below(random, 4); n > 0; n--) {
            df_game_button button = df_random_below(random, DF_GAME_BUTTONS);
            if (button == DF_GAME_HARD && df_random_below(random, 4) > 0)
                button = DF_GAME_CLOCKWISE;
            assert_status(df_game_press(play, button, df_random_below(random, 2)), DF_OK);
        }
        assert_status(df_game_tick(play), DF_OK);
    }
}
