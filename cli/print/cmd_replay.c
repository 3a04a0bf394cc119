#include <stdlib.h>

#include "cli/base/clock.h"
#include "cli/base/message.h"
#include "cli/commands.h"
#include "cli/formats/plan_formats.h"
#include "cli/picture/source.h"
#include "delivery.h"

static const option_group groups[] = {
    {.title = "Output", .specs = delivery_option_specs},
    FILM_GROUP(offsetof(delivery_run, picture)),
    FILM_PLAN_GROUP(offsetof(delivery_run, picture)),
};

/* Reads and plays the plan. */
static cli_status replay_read_plan(const char *path, const df_piece_set *set, df_plan **plan,
                                   df_replay_end *end, figure_list *figures)
{
    const double begin = clock_seconds();
    const cli_status failure = source_plan(path, set, plan, figures, end);
    if (failure != GO_ON)
        return failure;
    df_error error = {0};
    df_plan_summary summary;
    const df_status status = df_plan_play(*plan, NULL, NULL, NULL, &summary, &error);
    if (status != DF_OK)
        return message_text(input_name(path), status, &error);
    figures->seconds = clock_seconds() - begin;
    report_number(figures, "drops", summary.drops, "drop", "drops");
    report_number(figures, "rows_cleared", summary.rows_cleared, "row cleared", "rows cleared");
    report_number(figures, "max_height", summary.max_height, "row high at most",
                  "rows high at most");
    report_number(figures, "width", (*plan)->width, "column", "columns");
    report_number(figures, "height", (*plan)->height, "row", "rows");
    return GO_ON;
}

static cli_status cmd_replay_run(const subcommand *command, int argc, char **argv)
{
    delivery_run delivery = delivery_defaults();
    df_piece_set *set = NULL;
    df_plan *plan = NULL;
    figure_list figures = {0};
    df_replay_end end = {.scores = NULL};
    int operands;
    cli_status status = command_begin(command, &delivery, argc, argv, &operands);
    if (status == GO_ON)
        status = source_pieces(&set);
    if (status == GO_ON)
        status = delivery_begin(&delivery, command->name, NULL);
    if (status == GO_ON)
        status = output_list_spare(&delivery.outputs, argv[operands]);
    if (status == GO_ON)
        status = replay_read_plan(argv[operands], set, &plan, &end, &figures);
    if (status == GO_ON)
        status = picture_options_check(&delivery.picture, plan->set, command->name);
    if (end.scores != NULL)
        picture_options_show_game(&delivery.picture, plan, &end);
    if (status == GO_ON)
        status = delivery_make(&delivery, plan, &figures);
    df_plan_free(plan);
    delivery_free(&delivery);
    df_piece_set_free(set);
    return status;
}

const subcommand command_replay = {
    .name = "replay",
    .operands = "PLAN",
    .summary = "play a plan, or turn it into pictures and other formats",
    .description =
        "Plays PLAN by the rules of the game, and refuses it if a drop is impossible. PLAN is "
        "a\n"
        "drop list, packed blocks, a fumen, a recorded game (.game), a movie of the NES game\n"
        "(.fm2) or a replay (.rep, .ttr, .techmino); '-' is standard input.\n"
        "Without -o it is shown in the terminal. If standard output is no terminal, the drop\n"
        "list is written there.\n",
    .examples = "  dropforge replay cat.drops\n"
                "  dropforge replay blocks.txt -o cat.drops -o cat.png\n"
                "  dropforge replay cat.drops -o cat.gif --speed 400 --look nes\n"
                "  dropforge replay opener.fumen -o opener.gif\n"
                "  dropforge replay movie.fm2 -o movie.gif --theme nes\n"
                "  dropforge replay cat.drops --json\n",
    COMMAND_GROUPS(groups),
    .min_operands = 1,
    .max_operands = 1,
    .takes_files = true,
    .formats = &plan_formats,
    .run = cmd_replay_run,
};
