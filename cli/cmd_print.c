#include <string.h>
#include <unistd.h>

#include "command.h"
#include "common_options.h"
#include "delivery.h"
#include "dropforge/print.h"
#include "message.h"
#include "piece_letters.h"
#include "planning.h"
#include "progress.h"
#include "report.h"
#include "source.h"

/* Threads that are used when nobody says how many. */
enum { MOST_JOBS = 64 };

/* Columns that a method leaves free at either side, at most. */
enum { MOST_MARGIN = 2 };

/* All options of the command. */
typedef struct settings {
    df_print_options print;
    char pieces[PIECE_LETTERS_SIZE]; /* empty: the method's choice */
    bool tells_bound;
    sprite_options sprite;
    delivery_run delivery;
} settings;

static bool take_pieces(void *field, const char *value)
{
    char *pieces = field;
    pieces[0] = '\0';
    return strcmp(value, "auto") == 0 || piece_letters_take(pieces, value);
}

static const char *method_name(size_t index)
{
    const df_print_method_info *method = df_print_method(index);
    return method != NULL ? method->name : NULL;
}

#define FIELD(name) offsetof(settings, name)

static const option_spec print_specs[] = {
    {.name = "method",
     .letter = 'm',
     .argument = "NAME",
     .kind = OPTION_TEXT,
     .offset = FIELD(print.method),
     .value = method_name,
     .help = "how to plan the drops, see below"},
    {.name = "effort",
     .argument = "N",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_PRINT_MOST_EFFORT,
     .offset = FIELD(print.effort),
     .help = "how hard to look for fewer drops, otherwise 1; more takes longer, and Ctrl-C "
             "then gives the best plan so far"},
    {.name = "width",
     .argument = "W",
     .kind = OPTION_AUTO,
     .least = 4,
     .most = DF_FIELD_MAX_WIDTH,
     .offset = FIELD(print.width),
     .help = "columns of the playfield; otherwise auto, the choice of the method"},
    {.name = "height",
     .argument = "H",
     .kind = OPTION_NUMBER,
     .least = 1,
     .most = DF_FIELD_MAX_HEIGHT,
     .offset = FIELD(print.height),
     .help = "rows of the playfield, otherwise as many as needed"},
    {.name = "pieces",
     .argument = "LETTERS",
     .kind = OPTION_TAKE,
     .take = take_pieces,
     .offset = FIELD(pieces),
     .expects = "auto, or different letters of IOTSZJL such as JTL",
     .help = "pieces that carry the colours of the picture, a letter for each in the order in "
             "which they appear from the top left; otherwise auto, the choice of the method"},
    {.name = "anchor",
     .kind = OPTION_ON,
     .offset = FIELD(print.anchors),
     .help = "fill a row that is empty inside the picture with one square beside it"},
    OPTION_SEED(FIELD(print.seed), "another seed gives another plan; otherwise 0"),
    OPTION_JOBS(FIELD(print.jobs),
                "threads, otherwise one for each processor; the plan stays the same"),
    {.name = "lower-bound",
     .kind = OPTION_ON,
     .offset = FIELD(tells_bound),
     .help = "plan nothing; tell how many drops the picture takes at least, which is proved"},
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Output", .specs = delivery_option_specs, .offset = offsetof(settings, delivery)},
    {.title = "Preparing the image, in this order",
     .specs = sprite_option_specs,
     .offset = offsetof(settings, sprite)},
    {.title = "Planning", .specs = print_specs},
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

/* Leaves to advice about the image what the method and the width allow. */
static void print_set_limits(settings *chosen)
{
    const df_print_method_info *method = df_print_method(0);
    for (size_t i = 0; chosen->print.method != NULL && df_print_method(i) != NULL; i++) {
        if (strcmp(df_print_method(i)->name, chosen->print.method) == 0)
            method = df_print_method(i);
    }
    chosen->sprite.most_colors = method->most_colors;
    const char *carriers = output_list_carriers(&chosen->delivery.outputs);
    if (carriers != NULL && strlen(carriers) < method->most_colors)
        chosen->sprite.most_colors = (unsigned)strlen(carriers);
    if (chosen->print.pieces != NULL &&
        strlen(chosen->print.pieces) < chosen->sprite.most_colors)
        chosen->sprite.most_colors = (unsigned)strlen(chosen->print.pieces);
    if (chosen->print.width != 0)
        chosen->sprite.most_width =
            chosen->print.width > 2 * MOST_MARGIN ? chosen->print.width - 2 * MOST_MARGIN : 1;
}

static unsigned processor_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST_JOBS ? MOST_JOBS : (unsigned)count;
}

static void report_print(figure_list *report, const df_print_report *result,
                         const df_print_options *options)
{
    report_number(report, "drops", result->drops, "drop", "drops");
    report_number(report, "passes", result->passes, "pass", "passes");
    report_number(report, "platforms", result->platforms, "platform", "platforms");
    report_number(report, "rows_cleared", result->rows_cleared, "row cleared", "rows cleared");
    report_number(report, "max_height", result->max_height, "row high at most",
                  "rows high at most");
    report_number(report, "width", result->width, "column", "columns");
    report_number(report, "height", result->height, "row", "rows");
    report_word(report, "pieces", result->pieces, "pieces");
    report_word(report, "method",
                options->method != NULL ? options->method : df_print_method(0)->name, NULL);
    report_number(report, "effort", options->effort, NULL, NULL);
    report_number(report, "seed", options->seed, NULL, NULL);
    report_number(report, "nodes", result->nodes, NULL, NULL);
    report_flag(report, "stopped", result->stopped);
}

/* Leaves the colours to pieces that the outputs can give one, before anything is planned. -1 or
 * the exit code after a message. */
static int choose_carriers(const df_picture *sprite, const char *name, settings *chosen)
{
    const char *carriers = output_list_carriers(&chosen->delivery.outputs);
    if (carriers == NULL)
        return -1;
    if (sprite->color_count > strlen(carriers))
        return message(
            "%s: blocks have %zu colours at most and the picture has %u; reduce them "
            "(--colors %zu) or write a drop list",
            name, strlen(carriers), sprite->color_count, strlen(carriers));
    if (chosen->print.pieces == NULL)
        chosen->print.pieces = carriers;
    if (strlen(chosen->print.pieces) < sprite->color_count)
        return -1; /* too few, which the printer says */
    for (unsigned i = 0; i < sprite->color_count; i++) {
        if (memchr(carriers, chosen->print.pieces[i], sprite->color_count) == NULL)
            return message(
                "%s: blocks have colours for J, T and L only; print with --pieces %s, "
                "or write a drop list",
                name, carriers);
    }
    return -1;
}

/* Everything is open and checked; -1 or the exit code. */
static int print_sprite(const df_picture *sprite, const char *name, const df_piece_set *set,
                        settings *chosen)
{
    df_plan *plan = NULL;
    df_print_report result = {0};
    figure_list report = {0};
    int status = choose_carriers(sprite, name, chosen);
    if (status >= 0)
        return status;
    const double begin = clock_seconds();
    status = planning_run(&plan, sprite, name, set, &chosen->print, &result);
    report.seconds = clock_seconds() - begin;
    report_print(&report, &result, &chosen->print);
    if (status < 0)
        status = delivery_make(&chosen->delivery, plan, &report);
    df_plan_free(plan);
    return status;
}

/* Tells the lower bound; -1 or the exit code. */
static int tell_bound(const df_picture *sprite, const char *name, const df_piece_set *set,
                      settings *chosen)
{
    df_mishap mishap = {0};
    df_print_bound_report bound = {0};
    const double begin = clock_seconds();
    const df_status status = df_print_bound(sprite, set, &chosen->print, &bound, &mishap);
    if (status != DF_OK)
        return planning_refuse(status, name, &mishap);
    if (chosen->delivery.json) {
        figure_list report = {.seconds = clock_seconds() - begin};
        report_number(&report, "least_drops", bound.drops, NULL, NULL);
        report_number(&report, "least_rows_cleared", bound.rows_cleared, NULL, NULL);
        report_number(&report, "width", bound.width, NULL, NULL);
        report_word(&report, "pieces", bound.pieces, NULL);
        return report_json(&report);
    }
    printf("at least %zu drops and %zu cleared rows on ", bound.drops, bound.rows_cleared);
    if (bound.width != 0)
        printf("a playfield of width %u, with ", bound.width);
    else
        printf("any playfield, with ");
    if (chosen->print.pieces != NULL)
        printf("pieces %s\n", bound.pieces);
    else
        printf("any pieces\n");
    return -1;
}

/* Opens what is to be written; -1 or the exit code. */
static int begin_delivery(settings *chosen, const char *command, const df_piece_set *set)
{
    if (!chosen->tells_bound)
        return delivery_begin(&chosen->delivery, command, set);
    if (delivery_has_choice(&chosen->delivery))
        return message_usage(command, "--lower-bound plans nothing that could be written; "
                                      "leave out --output and --format");
    return -1;
}

static int run(const subcommand *command, int argc, char **argv)
{
    settings chosen = {.print = {.effort = 1, .jobs = processor_count()},
                       .sprite = sprite_options_defaults(),
                       .delivery = delivery_defaults()};
    df_piece_set *set = NULL;
    df_picture *sprite = NULL;
    int operands = argc;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    const char *path = operands < argc ? argv[operands] : NULL;
    if (chosen.pieces[0] != '\0')
        chosen.print.pieces = chosen.pieces;
    if (status < 0)
        status = check_method(command->name, chosen.print.method);
    if (status < 0)
        status = sprite_options_check(&chosen.sprite, command->name);
    if (status < 0)
        status = source_pieces(&set);
    if (status < 0)
        status = begin_delivery(&chosen, command->name, set);
    if (status < 0)
        status = output_list_spare(&chosen.delivery.outputs, path);
    if (status < 0)
        print_set_limits(&chosen);
    if (status < 0)
        status = source_sprite(path, &chosen.sprite, &sprite);
    if (status < 0)
        status = (chosen.tells_bound ? tell_bound : print_sprite)(
            sprite, source_sprite_name(path), set, &chosen);
    df_picture_free(sprite);
    delivery_free(&chosen.delivery);
    df_piece_set_free(set);
    return status < 0 ? STATUS_OK : status;
}

const subcommand command_print = {
    .name = "print",
    .operands = "[SPRITE]",
    .summary = "plan the drops that leave a sprite",
    .description = "Plans drops of Tetris pieces that leave exactly the picture SPRITE, a PNG, "
                   "GIF, BMP,\n"
                   "JPEG or WebP image with transparency ('-' is standard input; without "
                   "SPRITE a small\n"
                   "built-in one).\n"
                   "Without -o the drops are played in the terminal; when standard output is "
                   "no terminal,\n"
                   "the drop list is written to it.\n",
    .examples = "  dropforge print\n"
                "  dropforge print cat.png -o cat.gif -o cat.drops\n"
                "  dropforge print cat.png -o cat.drops --effort 3 --width 21 --pieces JTL\n"
                "  dropforge print cat.png --lower-bound\n"
                "  dropforge print cat.png -o cat.gif --fast --square 6 --max-frames 500\n"
                "  dropforge print cat.png -o cat.mp4 --size 720x1280 --fps 30\n"
                "  dropforge print photo.png --fit 32x32 --colors 6 -o photo.gif\n"
                "  dropforge print - --format png < cat.png > field.png\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .most_operands = 1,
    .takes_files = true,
    .formats = &plan_formats,
    .more_help = list_methods,
    .run = run,
};
