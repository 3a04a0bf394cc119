/* Pictures in the NES game of 1989: free pieces, each of which the game deals because the one
 * before the last landed in the right frame. */
#include <stdlib.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/image/frames.h"
#include "core/image/light.h"
#include "nes_console.h"
#include "real_games.h"

enum { SPARE_ROWS = 4 /* planned for above the game's own, in which pieces are turned */ };

/* Plays the plan from a level, which gives it the colours of the end. Its drops become those
 * that the movie makes, by the rules of the game. */
static df_status nes_try(const real_print *self, unsigned level)
{
    df_real_choice *choice = self->choice;
    df_plan *played = NULL;
    df_replay_end end;
    df_status status = df_nes_movie_write(NULL, *self->plan, level, &played, &end, self->error);
    if (status == DF_OK && played->count != (*self->plan)->count) {
        df_plan_free(played);
        free(end.scores);
        free(end.levels);
        status = DF_ERROR_DEFECT;
    }
    if (status != DF_OK)
        return status;
    df_plan_free(*self->plan);
    *self->plan = played;
    choice->end = end;
    choice->level = level;
    return DF_OK;
}

/* Plays a plan from power-on, from the level that is asked for or one that ends with the wanted
 * colours; finds that level and the end. DF_ERROR_LIMIT: the plan cannot be played. */
static df_status nes_play(const real_print *self)
{
    const unsigned levels = DF_NES_LEVELS;
    const unsigned lines = (unsigned)self->report->rows_cleared;
    if (self->choice->level < levels)
        return nes_try(self, self->choice->level);
    df_status status = DF_ERROR_LIMIT;
    for (unsigned level = 0; level < levels && status == DF_ERROR_LIMIT; level++) {
        if (df_nes_level(level, lines) % DF_NES_PALETTES == self->choice->palette)
            status = nes_try(self, level);
    }
    return status;
}

/* Replaces the advice of an error about a plan by what helps here. */
static void nes_advise(df_error *error, df_status status, const df_picture *picture)
{
    if (error == NULL || status != DF_ERROR_LIMIT)
        return;
    error->advice_count = 0;
    df_error_advise(error, DF_OPTION_FIT, "%ux%u", unsigned_max(picture->width * 3 / 4, 1),
                    unsigned_max(picture->height * 3 / 4, 1));
    if (picture->color_count > 1)
        df_error_advise(error, DF_OPTION_COLORS, "%u", picture->color_count - 1);
}

/* Plans with fewer and fewer rows until the plan can be played. */
df_status df_real_nes_print(real_print *self)
{
    df_status status = DF_ERROR_LIMIT;
    bool is_planned = true;
    self->options.order = df_nes_order;
    self->options.quick = false;
    for (unsigned height = DF_NES_HEIGHT + SPARE_ROWS;
         is_planned && status == DF_ERROR_LIMIT && height >= self->picture->height + SPARE_ROWS;
         height--) {
        df_plan_free(*self->plan);
        *self->plan = NULL;
        self->options.height = height;
        status = real_print_find(self, self->plan, self->report, self->error);
        is_planned = status == DF_OK;
        if (is_planned)
            status = nes_play(self);
    }
    if (status == DF_OK)
        self->report->height = DF_NES_HEIGHT;
    else
        nes_advise(self->error, status, self->picture);
    return status;
}

/* ---- the level and the pieces that suit the colours of a picture ---- */

enum { PALETTES = DF_NES_PALETTES, CLASSES = 3 };

/* The pieces of each class: white ones, those in the first and in the second colour. */
static const char class_pieces[CLASSES][DF_TETROMINOES + 1] = {"TOI", "LZ", "JS"};
static const uint8_t class_piece[CLASSES] = {DF_T, DF_L, DF_J};

/* Returns how much a picture changes if its colours become those of these classes. */
static uint64_t colors_cost(const df_picture *picture, unsigned palette,
                            const uint8_t classes[CLASSES])
{
    uint64_t cost = 0;
    df_lab was[CLASSES], is[CLASSES];
    for (unsigned i = 0; i < picture->color_count; i++) {
        const df_color *color = &picture->colors[i];
        uint8_t pixel[] = {color->red, color->green, color->blue};
        df_pixel_liven(pixel);
        was[i] = df_light_lab(pixel);
        const df_color made = df_nes_colors[palette][class_piece[classes[i]]];
        is[i] = df_light_lab((const uint8_t[]){made.red, made.green, made.blue});
    }
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++) {
        const unsigned color = picture->cell[i];
        if (color != 0)
            cost += df_lab_distance(was[color - 1], is[color - 1]);
    }
    return cost;
}

void df_real_nes_share(df_real_choice *choice, const df_picture *picture)
{
    static const uint8_t orders[][CLASSES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const bool is_given = choice->level < DF_NES_LEVELS;
    const unsigned first = is_given ? choice->level % PALETTES : 0;
    const unsigned last = is_given ? first : PALETTES - 1;
    const uint8_t *best = orders[0];
    uint64_t least = UINT64_MAX;
    char *pieces = choice->pieces;
    for (unsigned level = first; level <= last; level++) {
        for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++) {
            const uint64_t cost = colors_cost(picture, level, orders[i]);
            if (cost >= least)
                continue;
            least = cost;
            best = orders[i];
            choice->palette = level;
        }
    }
    for (unsigned i = 0; i < picture->color_count; i++) {
        const char *letters = class_pieces[best[i]];
        while (*letters != '\0')
            *pieces++ = *letters++;
        if (i == 0 || i + 1 < picture->color_count)
            *pieces++ = ',';
    }
    *pieces = '\0';
}
