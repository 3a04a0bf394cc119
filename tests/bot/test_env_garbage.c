/* Boards for learners on which garbage rises, played beside plain rows. */
#include "dropforge/bot.h"

#include <string.h>

#include "core/base/random.h"
#include "tests/support/support.h"

enum { MAX_WIDTH = 12, MAX_HEIGHT = 14 };

typedef struct garbage_game {
    df_env_options options;
    df_env *env;
    uint64_t rows[MAX_HEIGHT]; /* that the board should have */
    uint64_t full;
    uint8_t field[MAX_WIDTH * MAX_HEIGHT], mask[DF_ORIENTATIONS * MAX_WIDTH * MAX_HEIGHT];
    uint8_t terminated;
    int32_t reward;
} garbage_game;

static void garbage_look(garbage_game *self)
{
    const df_env_arrays arrays = {.field = self->field,
                                  .mask = self->mask,
                                  .rewards = &self->reward,
                                  .terminated = &self->terminated};
    df_env_observe(self->env, &arrays);
}

/* Drops a piece at random on the board and the rows; full rows clear. */
static void garbage_drop(garbage_game *self, df_random *random)
{
    const unsigned height = self->options.height;
    int64_t action;
    df_choice choice;
    do
        action = df_random_below(random, (uint32_t)df_env_actions(self->env, NULL));
    while (self->mask[action] == 0);
    assert_status(df_env_get_choice(self->env, 0, action, &choice), DF_OK);
    const df_shape *shape =
        &self->options.set->pieces[choice.piece].shape[choice.place.orientation];
    for (unsigned y = 0; y < shape->height; y++)
        self->rows[choice.place.y + y] |= (uint64_t)shape->row[y] << choice.place.x;
    unsigned kept = 0;
    for (unsigned y = 0; y < height; y++) {
        if (self->rows[y] != self->full)
            self->rows[kept++] = self->rows[y];
    }
    assert_status(df_env_step(self->env, &action), DF_OK);
    garbage_look(self);
    assert_int_equal(self->reward, height - kept);
    memset(self->rows + kept, 0, (height - kept) * sizeof self->rows[0]);
}

/* Lets the rows rise above one like the lowest of the board. Returns its hole; 0: they have no
 * room. */
static uint64_t garbage_rise(garbage_game *self)
{
    const unsigned height = self->options.height;
    if (self->rows[height - 1] != 0)
        return 0;
    memmove(self->rows + 1, self->rows, (height - 1) * sizeof self->rows[0]);
    self->rows[0] = 0;
    for (unsigned x = 0; x < self->options.width; x++)
        self->rows[0] |= (uint64_t)self->field[x] << x;
    const uint64_t hole = self->full & ~self->rows[0];
    assert_true(hole != 0 && (hole & (hole - 1)) == 0);
    return hole;
}

TEST(garbage_rises)
{
    df_random random;
    df_random_seed(&random, test_seed(), 9);
    uint64_t holes = 0;
    unsigned buried = 0;
    for (unsigned i = 0; i < test_cases(200); i++) {
        garbage_game self = {.options = {.set = shared_set,
                                         .width = 4 + df_random_below(&random, MAX_WIDTH - 3),
                                         .height = 6 + df_random_below(&random, MAX_HEIGHT - 5),
                                         .rules = i % 2 == 0 ? DF_RULES_ABOVE : DF_RULES_SRS,
                                         .garbage = 1 + df_random_below(&random, 5)}};
        const unsigned width = self.options.width;
        bool is_buried = false;
        self.full = (UINT64_C(1) << width) - 1;
        assert_status(df_env_create(&self.env, &self.options, NULL), DF_OK);
        df_env_reset(self.env, df_random_next(&random));
        garbage_look(&self);
        for (uint64_t pieces = 1; self.terminated == 0 && pieces < 500; pieces++) {
            garbage_drop(&self, &random);
            if (pieces % self.options.garbage == 0) {
                const uint64_t hole = garbage_rise(&self);
                holes |= hole;
                is_buried = hole == 0;
            }
            for (size_t at = 0; at < (size_t)width * self.options.height; at++)
                assert_int_equal(self.field[at], self.rows[at / width] >> at % width & 1);
            assert_true(!is_buried || self.terminated == 1);
        }
        buried += is_buried;
        assert_int_equal(df_env_get_result(self.env, 0, NULL)->end,
                         self.terminated ? DF_BOT_GAME_OVER : DF_BOT_GAME_UNPLAYED);
        df_env_free(self.env);
    }
    assert_true((holes & 15) == 15);
    assert_true(buried > 0);
}
