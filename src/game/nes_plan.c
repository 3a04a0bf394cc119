/* A movie as a plan of its drops. The console is played, and so is the plan beside it. */
#include "core/base/error.h"
#include "core/board/plan_deal.h"
#include "dropforge/nes.h"
#include "nes_frame.h"

typedef struct nes_follower {
    df_nes nes;
    df_plan *plan;
    df_field *field; /* of the plan after its drops */
    bool lost;       /* the plan cannot follow */
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

/* Makes the drop of the piece whose rows have just been looked at, if the plan can. */
static df_status follower_drop(nes_follower *self)
{
    df_plan *plan = self->plan;
    df_drop drop = df_nes_drop(self->nes.piece, self->nes.x, self->nes.y);
    df_landing landing;
    drop.orientation = plan->set->pieces[drop.piece].same_as[drop.orientation];
    const df_status status = df_plan_reserve(plan, 1);
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
    if (!plays && nes->screen == DF_NES_PLAYING && nes->type_b)
        return follower_put_begin(self);
    if (!self->lost && checks && nes->timing.play != DF_NES_CHECKING)
        return follower_drop(self);
    return DF_OK;
}

/* Plays the movie from power-on, and on without buttons until the falling piece has counted. */
static df_status follower_play(nes_follower *self, const df_piece_set *set,
                               const df_nes_movie *movie, df_rules rules)
{
    *self = (nes_follower){.lost = false};
    df_nes_begin(&self->nes);
    df_status status = df_plan_create(&self->plan, DF_NES_WIDTH, DF_NES_HEIGHT, set);
    if (status == DF_OK)
        status = df_field_create(&self->field, DF_NES_WIDTH, DF_NES_HEIGHT);
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

df_status df_nes_movie_plan(df_plan **plan, const df_piece_set *set, const df_nes_movie *movie,
                            df_nes *end, df_error *error)
{
    nes_follower self;
    df_status status = follower_play(&self, set, movie, DF_RULES_NES);
    if (status == DF_OK && self.lost) {
        df_plan_free(self.plan);
        status = follower_play(&self, set, movie, DF_RULES_NES_CONSOLE);
    }
    if (status == DF_OK && self.nes.screen != DF_NES_PLAYING)
        status = df_error_set(error, DF_ERROR_LIMIT,
                              "no game begins in these %zu frames; the menus want Start three "
                              "times, from frame %u on",
                              movie->count, (unsigned)DF_NES_FIRST_FRAMES + 1);
    if (status != DF_OK) {
        df_plan_free(self.plan);
        return status;
    }
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        self.plan->colors[i] = (df_plan_color){true, df_nes_color(self.nes.level, i)};
    *plan = self.plan;
    if (end != NULL)
        *end = self.nes;
    return DF_OK;
}
