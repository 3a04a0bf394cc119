#include <string.h>
#include <unistd.h>

#include "command.h"
#include "delivery.h"
#include "dropforge/print.h"
#include "message.h"
#include "progress.h"
#include "report.h"
#include "source.h"

enum { MOST_JOBS = 64 };

/* All options of the command. */
typedef struct settings {
    df_print_options print;
    sprite_options sprite;
    delivery_run delivery;
} settings;

#define FIELD(name) offsetof(df_print_options, name)

static const option_spec print_specs[] = {
    {.name = "method",
     .letter = 'm',
     .argument = "NAME",
     .kind = OPTION_TEXT,
     .offset = FIELD(method),
     .help = "how to plan the drops, see below"},
    {.name = "width",
     .argument = "W",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_FIELD_MAX_WIDTH,
     .offset = FIELD(width),
     .help = "columns of the playfield, otherwise 21; odd and at least 7 for the "
             "methods below"},
    {.name = "height",
     .argument = "H",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_FIELD_MAX_HEIGHT,
     .offset = FIELD(height),
     .help = "rows of the playfield, otherwise as many as needed"},
    {.name = "anchor",
     .kind = OPTION_ON,
     .offset = FIELD(anchors),
     .help = "fill a row that is empty inside the picture with one square beside it"},
    {.name = "seed",
     .argument = "N",
     .kind = OPTION_NUMBER64,
     .most = UINT64_MAX,
     .offset = FIELD(seed),
     .help = "another seed gives another plan; otherwise 0"},
    {.name = "jobs",
     .letter = 'j',
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = MOST_JOBS,
     .offset = FIELD(jobs),
     .help = "threads, otherwise one for each processor; the plan stays the same"},
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Output", .specs = delivery_option_specs, .offset = offsetof(settings, delivery)},
    {.title = "Preparing the image, in this order",
     .specs = sprite_option_specs,
     .offset = offsetof(settings, sprite)},
    {.title = "Planning", .specs = print_specs, .offset = offsetof(settings, print)},
    {.title = "Pictures, films and the terminal",
     .specs = picture_option_specs,
     .offset = offsetof(settings, delivery.picture)},
};

static void list_methods(FILE *stream)
{
    fputs("\nMethods, the default first:\n", stream);
    const df_print_method_info *method;
    for (size_t i = 0; (method = df_print_method(i)) != NULL; i++)
        fprintf(stream, "  %-8s%s\n", method->name, method->summary);
    format_list(stream);
}

/* -1 when the method exists, else the exit code after a message that lists them. */
static int check_method(const char *command, const char *name)
{
    char names[80] = "";
    const df_print_method_info *method;
    for (size_t i = 0; (method = df_print_method(i)) != NULL; i++) {
        if (name == NULL || strcmp(method->name, name) == 0)
            return -1;
        const size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                 method->name);
    }
    return message_usage(command, "--method needs one of %s, not '%s'", names, name);
}

static unsigned processor_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST_JOBS ? MOST_JOBS : (unsigned)count;
}

/* Plans the sprite; -1 or the exit code after a message. */
static int plan_sprite(df_plan **plan, const df_picture *sprite, const char *name,
                       const df_piece_set *set, const df_print_options *options,
                       figure_list *report)
{
    df_mishap mishap = {0};
    df_print_report result = {0};
    const double begin = clock_seconds();
    progress_begin("planning the drops");
    const df_status status = df_print(plan, sprite, set, options, &result, &mishap);
    progress_end();
    if (status == DF_ERROR_ARGUMENT)
        return message_usage("print", "%s", mishap.text);
    if (status != DF_OK)
        return message_picture(name, status, &mishap);
    report->seconds = clock_seconds() - begin;
    report_number(report, "drops", result.drops, "drop", "drops");
    report_number(report, "passes", result.passes, "pass", "passes");
    report_number(report, "platforms", result.platforms, "platform", "platforms");
    report_number(report, "rows_cleared", result.rows_cleared, "row cleared", "rows cleared");
    report_number(report, "max_height", result.max_height, "row high at most",
                  "rows high at most");
    report_number(report, "width", result.width, "column", "columns");
    report_number(report, "height", result.height, "row", "rows");
    report_word(report, "method",
                options->method != NULL ? options->method : df_print_method(0)->name);
    report_number(report, "seed", options->seed, NULL, NULL);
    report_number(report, "nodes", result.nodes, NULL, NULL);
    return -1;
}

/* Everything is open and checked; -1 or the exit code. */
static int print_sprite(const char *path, const df_piece_set *set, settings *chosen)
{
    df_picture *sprite = NULL;
    df_plan *plan = NULL;
    figure_list report = {0};
    int status = source_sprite(path, &chosen->sprite, &sprite);
    if (status < 0)
        status =
            plan_sprite(&plan, sprite, source_sprite_name(path), set, &chosen->print, &report);
    if (status < 0)
        status = delivery_make(&chosen->delivery, plan, &report);
    df_plan_free(plan);
    df_picture_free(sprite);
    return status;
}

static int run(const subcommand *command, int argc, char **argv)
{
    settings chosen = {.print = {.jobs = processor_count()},
                       .sprite = sprite_options_defaults(),
                       .delivery = delivery_defaults()};
    df_piece_set *set = NULL;
    int operands;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    if (status < 0)
        status = check_method(command->name, chosen.print.method);
    if (status < 0)
        status = sprite_options_check(&chosen.sprite, command->name);
    if (status < 0)
        status = source_pieces(&set);
    if (status < 0)
        status = delivery_begin(&chosen.delivery, command->name, set);
    if (status < 0)
        status = print_sprite(operands < argc ? argv[operands] : NULL, set, &chosen);
    delivery_free(&chosen.delivery);
    df_piece_set_free(set);
    return status < 0 ? STATUS_OK : status;
}

const subcommand command_print = {
    .name = "print",
    .operands = "[SPRITE]",
    .summary = "plan the drops that leave a sprite",
    .description = "Plans drops of Tetris pieces that leave exactly the picture SPRITE, a PNG, "
                   "GIF or BMP\n"
                   "image with transparency ('-' is standard input; without SPRITE a small "
                   "built-in one).\n"
                   "Without -o the drops are played in the terminal; when standard output is "
                   "no terminal,\n"
                   "the drop list is written to it.\n",
    .examples = "  dropforge print\n"
                "  dropforge print cat.png -o cat.gif -o cat.drops\n"
                "  dropforge print cat.png -o cat.gif --fast --square 6 --max-frames 500\n"
                "  dropforge print photo.png --fit 17x20 --colors 3 --dither ordered\n"
                "  dropforge print - --format png < cat.png > field.png\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .most_operands = 1,
    .more_help = list_methods,
    .run = run,
};
