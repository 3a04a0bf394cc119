/* The NES game of 1989: free pieces, each of which the game deals because the one before the
 * last landed in the right frame. */
#include <stdlib.h>

#include "cli/formats/plan_formats.h"
#include "cli/picture/source.h"
#include "games.h"

enum {
    GAME_NES_LEVELS = 20,
    GAME_NES_PALETTES = 10,
    GAME_NES_ROWS = DF_NES_HEIGHT - 2, /* of a picture; the next piece appears above it */
    GAME_NES_SPARE = 4 /* rows planned for above the game's own, in which pieces are turned */
};

static cli_status game_nes_prepare(game_choice *chosen, const game_task *task)
{
    chosen->palette = chosen->level > PICTURE_MAX_LEVEL ? GAME_NES_PALETTES
                                                        : chosen->level % GAME_NES_PALETTES;
    if (!df_nes_choose_pieces(task->sprite, &chosen->palette, chosen->pieces))
        return message("%s: the game has three colours and the picture %u; reduce them "
                       "(--colors 3)",
                       task->name, task->sprite->color_count);
    task->print->height = DF_NES_HEIGHT + GAME_NES_SPARE;
    task->print->pieces = chosen->pieces;
    task->print->order = df_nes_order;
    return GO_ON;
}

/* Plays the plan from a level, which gives it the colours of the end. Its drops become those
 * that the movie makes, by the rules of the game. */
static df_status game_nes_try(game_choice *chosen, df_plan **plan, unsigned level,
                              df_error *error)
{
    df_plan *played = NULL;
    uint64_t *scores = NULL;
    df_status status =
        df_nes_movie_write(NULL, *plan, level, &played, &chosen->end, &scores, error);
    if (status == DF_OK && played->count != (*plan)->count)
        status = DF_ERROR_DEFECT;
    if (status != DF_OK) {
        df_plan_free(played);
        free(scores);
        return status;
    }
    df_plan_free(*plan);
    *plan = played;
    free(chosen->scores);
    chosen->scores = scores;
    chosen->level = level;
    return DF_OK;
}

/* Plays a plan from power-on, from the level that is asked for or one that ends with the wanted
 * colours; finds that level and the end. *plan becomes that of the game, in the colours of its
 * end. DF_ERROR_LIMIT: the plan cannot be played. */
static df_status game_nes_play(game_choice *chosen, df_plan **plan, size_t rows_cleared,
                               df_error *error)
{
    if (chosen->level <= PICTURE_MAX_LEVEL)
        return game_nes_try(chosen, plan, chosen->level, error);
    df_status status = DF_ERROR_LIMIT;
    for (unsigned level = 0; level < GAME_NES_LEVELS && status == DF_ERROR_LIMIT; level++) {
        if (df_nes_level(level, (unsigned)rows_cleared) % GAME_NES_PALETTES == chosen->palette)
            status = game_nes_try(chosen, plan, level, error);
    }
    return status;
}

static void game_nes_advise(df_error *error, df_status status, const df_picture *sprite)
{
    df_advice *fit = &error->advice[0], *colors = &error->advice[1];
    const bool is_wide = fit->option == DF_OPTION_WIDTH && error->advice_count > 0;
    if (status != DF_ERROR_LIMIT && !is_wide)
        return;
    const unsigned width = is_wide ? DF_NES_WIDTH - 1 : sprite->width * 3 / 4;
    const unsigned height = is_wide ? GAME_NES_ROWS : sprite->height * 3 / 4;
    *fit = (df_advice){.option = DF_OPTION_FIT};
    snprintf(fit->value, sizeof fit->value, "%ux%u", width > 0 ? width : 1,
             height > 0 ? height : 1);
    *colors = (df_advice){.option = DF_OPTION_COLORS};
    snprintf(colors->value, sizeof colors->value, "%u", sprite->color_count - 1);
    error->advice_count = !is_wide && sprite->color_count > 1 ? 2 : 1;
}

/* Plans with fewer and fewer rows until the plan can be played. */
static cli_status game_nes_plan(game_choice *chosen, const game_task *task, df_plan **plan,
                                df_print_report *result)
{
    df_error error = {0};
    cli_status status = GO_ON;
    df_status played = DF_ERROR_LIMIT;
    for (; status == GO_ON && played == DF_ERROR_LIMIT &&
           task->print->height >= task->sprite->height + GAME_NES_SPARE;
         task->print->height--) {
        df_plan_free(*plan);
        *plan = NULL;
        status = task->plan(task->context, plan, result);
        if (status == GO_ON)
            played = game_nes_play(chosen, plan, result->rows_cleared, &error);
    }
    if (status == GO_ON && played != DF_OK) {
        game_nes_advise(&error, played, task->sprite);
        status = message_picture(task->name, played, &error);
    }
    result->height = DF_NES_HEIGHT;
    if (status == GO_ON)
        message("%s: the movie ends with frame %u; pause the emulator there, or the next piece "
                "falls onto the picture",
                task->name, (unsigned)chosen->end.frames);
    return status;
}

static void game_nes_report(const game_choice *chosen, figure_list *report)
{
    const df_replay_end *end = &chosen->end;
    report_number(report, "start_level", chosen->level, NULL, NULL);
    report_number(report, "level", end->level, NULL, NULL);
    report_number(report, "score", end->score, "point", "points");
    report_number(report, "frames", end->frames, "frame", "frames");
}

/* True if the plan has the colours of a level. */
static bool game_nes_recognize(game_choice *chosen, const df_plan *plan)
{
    for (unsigned level = 0; level < GAME_NES_PALETTES; level++) {
        df_color colors[DF_TETROMINOES];
        for (unsigned i = 0; i < DF_TETROMINOES; i++)
            colors[i] = df_nes_color(level, i);
        if (game_has_colors(plan, colors)) {
            chosen->level = level;
            return true;
        }
    }
    return false;
}

const game_entry game_entry_nes = {
    .name = "nes",
    .summary = "the NES game of 1989: up to 18 rows in the three colours of a level; "
               ".fm2",
    .rules = DF_RULES_HARDDROP,
    .deal = DF_DEALS,
    .format = &format_fm2,
    .levels = GAME_NES_LEVELS,
    .width = DF_NES_WIDTH,
    .height = DF_NES_HEIGHT,
    .picture_height = GAME_NES_ROWS,
    .max_colors = 3,
    .prepare = game_nes_prepare,
    .plan = game_nes_plan,
    .advise = game_nes_advise,
    .report = game_nes_report,
    .recognize = game_nes_recognize,
};
