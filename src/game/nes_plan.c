/* A movie as a plan of its drops. The console is played, and so is the plan beside it. */
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/error.h"
#include "core/board/plan_deal.h"
#include "nes_frame.h"
#include "real_games.h"

typedef struct nes_follower {
    df_nes nes;
    df_plan *plan;
    df_field *field;  /* of the plan after its drops */
    bool lost;        /* the plan cannot follow */
    uint64_t *scores; /* before the first drop and after each, */
    uint8_t *levels;  /* as the levels */
    size_t score_capacity, level_capacity;
} nes_follower;

/* Puts the first squares of a game of type B into the plan. */
static df_status follower_put_begin(nes_follower *self)
{
    df_status status = DF_OK;
    for (unsigned y = 0; status == DF_OK && y < DF_NES_HEIGHT; y++) {
        for (unsigned x = 0; status == DF_OK && x < DF_NES_WIDTH; x++) {
            if (df_nes_has(&self->nes, (int)x, (int)(DF_NES_HEIGHT - 1 - y)))
                status = df_field_set(self->field, x, y, DF_TETROMINOES + 1);
        }
    }
    return status == DF_OK ? df_plan_set_begin(self->plan, self->field) : status;
}

static bool follower_is_right(const nes_follower *self)
{
    for (unsigned y = 0; y < DF_NES_HEIGHT; y++) {
        if (self->field->row[y] != self->nes.row[DF_NES_HEIGHT - 1 - y])
            return false;
    }
    return true;
}

/* Puts the score and the level after a number of drops. */
static df_status follower_put_counts(nes_follower *self, size_t drops)
{
    df_status status = ARRAY_RESERVE(self->scores, self->score_capacity, drops, 1);
    if (status == DF_OK)
        status = ARRAY_RESERVE(self->levels, self->level_capacity, drops, 1);
    if (status == DF_OK) {
        self->scores[drops] = self->nes.score;
        self->levels[drops] = self->nes.level;
    }
    return status;
}

/* Makes the drop of the piece whose rows have just been looked at, if the plan can. */
static df_status follower_drop(nes_follower *self)
{
    df_plan *plan = self->plan;
    df_drop drop = df_nes_drop(self->nes.piece, self->nes.x, self->nes.y);
    df_landing landing;
    drop.orientation = plan->set->pieces[drop.piece].same_as[drop.orientation];
    df_status status = df_plan_reserve(plan, 1);
    if (status == DF_OK)
        status = follower_put_counts(self, plan->count + 1);
    if (status != DF_OK)
        return status;
    self->lost = df_drop_apply(self->field, plan->set, &drop, plan->rules, &landing) !=
                     DF_REFUSAL_NONE ||
                 !follower_is_right(self);
    return self->lost ? DF_OK : df_plan_add(plan, drop);
}

static df_status follower_step(nes_follower *self, unsigned buttons)
{
    df_nes *nes = &self->nes;
    const bool plays = nes->screen == DF_NES_PLAYING;
    const bool checks = plays && nes->timing.play == DF_NES_CHECKING;
    df_nes_step(nes, buttons);
    if (!plays && nes->screen == DF_NES_PLAYING)
        self->levels[0] = nes->level;
    if (!plays && nes->screen == DF_NES_PLAYING && nes->type_b)
        return follower_put_begin(self);
    if (!self->lost && checks && nes->timing.play != DF_NES_CHECKING)
        return follower_drop(self);
    if (nes->timing.play == DF_NES_SPAWNING && nes->locks <= self->plan->count)
        return follower_put_counts(self, nes->locks);
    return DF_OK;
}

static void follower_free(nes_follower *self)
{
    df_plan_free(self->plan);
    free(self->scores);
    free(self->levels);
}

/* Plays the movie from power-on, and on without buttons until the falling piece has counted. */
static df_status follower_play(nes_follower *self, const df_piece_set *set,
                               const df_nes_movie *movie, df_rules rules)
{
    follower_free(self);
    *self = (nes_follower){.lost = false};
    df_nes_begin(&self->nes);
    df_status status = df_plan_create(&self->plan, DF_NES_WIDTH, DF_NES_HEIGHT, set);
    if (status == DF_OK)
        status = df_field_create(&self->field, DF_NES_WIDTH, DF_NES_HEIGHT);
    if (status == DF_OK)
        status = follower_put_counts(self, 0);
    if (status == DF_OK)
        self->plan->rules = rules;
    for (size_t i = 0; status == DF_OK && i < movie->count; i++)
        status = follower_step(self, movie->buttons[i]);
    const df_nes_timing *now = &self->nes.timing;
    while (status == DF_OK && self->nes.screen == DF_NES_PLAYING && !now->over &&
           !now->paused && now->play != DF_NES_SPAWNING)
        status = follower_step(self, 0);
    df_field_free(self->field);
    return status;
}

/* Plays the movie by the rules that follow it. */
static df_status follower_follow(nes_follower *self, const df_piece_set *set,
                                 const df_nes_movie *movie, df_error *error)
{
    df_status status = follower_play(self, set, movie, DF_RULES_NES);
    if (status == DF_OK && self->lost)
        status = follower_play(self, set, movie, DF_RULES_NES_CONSOLE);
    if (status == DF_OK && self->nes.screen != DF_NES_PLAYING)
        status = df_error_set(error, DF_ERROR_LIMIT,
                              "no game begins in these %zu frames; the menus want Start three "
                              "times, from frame %u on",
                              movie->count, (unsigned)DF_NES_FIRST_FRAMES + 1);
    return status;
}

/* Makes a plan of a movie's drops. */
static df_status follower_make(df_plan **plan, const df_piece_set *set,
                               const df_nes_movie *movie, df_replay_end *end, df_error *error)
{
    nes_follower self = {.lost = false};
    const df_status status = follower_follow(&self, set, movie, error);
    if (status != DF_OK) {
        follower_free(&self);
        return status;
    }
    const df_nes *nes = &self.nes;
    for (unsigned i = 0; i < DF_TETROMINOES; i++) {
        const df_color color = df_nes_colors[nes->level % DF_NES_PALETTES][i];
        self.plan->colors[i] = (df_plan_color){true, color};
    }
    *plan = self.plan;
    *end = (df_replay_end){nes->level,  self.levels[0],   nes->lines,  nes->score, nes->locks,
                           nes->frames, nes->timing.over, self.scores, self.levels};
    return DF_OK;
}

df_status df_nes_movie_read(df_plan **plan, const df_piece_set *set, const char *text,
                            size_t length, df_replay_end *end, df_error *error)
{
    df_nes_movie movie = {0};
    df_status status = df_nes_buttons_read(&movie, text, length, error);
    if (status == DF_OK)
        status = follower_make(plan, set, &movie, end, error);
    free(movie.buttons);
    return status;
}

df_status df_nes_movie_write(df_text *text, const df_plan *plan, unsigned level,
                             df_plan **played, df_replay_end *end, df_error *error)
{
    df_nes_movie movie = {0};
    df_nes last;
    df_status status = df_nes_buttons_find(&movie, &last, plan, level, error);
    if (status == DF_OK && text != NULL)
        status = df_nes_buttons_write(text, &movie);
    if (status == DF_OK && played != NULL)
        status = follower_make(played, plan->set, &movie, end, error);
    free(movie.buttons);
    return status;
}
