#include <string.h>
#include <unistd.h>

#include "cli/base/cleanup.h"
#include "cli/base/clock.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "cli/base/report.h"
#include "cli/commands.h"
#include "cli/formats/plan_formats.h"
#include "cli/picture/sheet.h"
#include "cli/picture/source.h"
#include "cli/piece/piece_letters.h"
#include "delivery.h"
#include "dropforge/omino.h"
#include "dropforge/print.h"
#include "print_bound.h"
#include "print_console.h"
#include "print_deal.h"

/* The maximum of columns that a method leaves free at either side. */
enum { MAX_MARGIN = 2, DEALT_COLORS = 4 };

/* Of the letters of a text, in turn. */
enum { TEXT_COLORS = 3 };

/* All options of the command. */
typedef struct print_settings {
    df_print_options print;
    char pieces[DF_PRINT_PIECES_SIZE]; /* empty: the method's choice */
    bool wants_bound;
    const char *text; /* NULL: an image is printed */
    print_deal deal;
    print_console console;
    sprite_options sprite;
    df_prepared prepared;
    delivery_run delivery;
    df_picture **frames; /* of --all-frames, owned; NULL: none */
    size_t frame_count;
} print_settings;

static bool print_has_any(const print_settings *chosen)
{
    return chosen->print.pieces != NULL && strcmp(chosen->print.pieces, "any") == 0;
}

static const char *print_method_name(size_t index)
{
    const df_print_method_info *method = df_print_method(index);
    return method != NULL ? method->name : NULL;
}

#define FIELD(name) offsetof(print_settings, name)

static const option_spec print_specs[] = {
    {.name = "method",
     .letter = 'm',
     .argument = "NAME",
     .kind = OPTION_TEXT,
     .offset = FIELD(print.method),
     .value = print_method_name,
     .help = "how to plan the drops, see below"},
    OPTION_STRING(
        "text", "TEXT", FIELD(text),
        "print this text instead of an image, its letters in three colours in turn, or "
        "--colors; - reads it from standard input"),
    {.name = "sample",
     .argument = "NAME",
     .kind = OPTION_CHOICE,
     .values = SOURCE_SAMPLES,
     .min = 1,
     .offset = FIELD(sprite.sample),
     .help =
         "print a built-in sprite instead of an image; anvil is the default without SPRITE, "
         "and secret-grade a '>' of 19 rows that are full but for one square each"},
    OPTION_RANGE(
        "effort", "N", FIELD(print.effort), 0, DF_PRINT_MAX_EFFORT,
        "how hard to look for fewer drops; default 1; 0 takes the first plan; more takes "
        "longer, and Ctrl-C then gives the best plan so far"),
    {.name = "width",
     .argument = "W",
     .kind = OPTION_AUTO,
     .min = 4,
     .max = DF_FIELD_MAX_WIDTH,
     .offset = FIELD(print.width),
     .help = "columns of the playfield; default auto, the choice of the method"},
    {.name = "height",
     .argument = "H",
     .kind = OPTION_AUTO,
     .min = 1,
     .max = DF_FIELD_MAX_HEIGHT,
     .offset = FIELD(print.height),
     .help = "rows of the playfield; default auto, as many as needed"},
    {.name = "pieces",
     .argument = "PIECES",
     .kind = OPTION_TAKE,
     .take = piece_groups_take,
     .explain = piece_groups_explain,
     .offset = FIELD(pieces),
     .expects = PIECE_GROUPS_EXPECTS,
     .help = "pieces that carry the colours of the picture, a letter for each in the order in "
             "which they appear from the top left, or several letters for each between commas; "
             "single: one piece for each, as the method chooses; any: all pieces, whatever the "
             "colours; default auto, the choice of the method"},
    OPTION_FLAG("anchor", FIELD(print.anchors),
                "fill a row that is empty inside the picture with one square beside it"),
    OPTION_SEED("the plan, and of the pieces that --deal deals", FIELD(print.seed)),
    OPTION_JOBS(FIELD(print.jobs)),
    OPTION_FLAG("lower-bound", FIELD(wants_bound),
                "write the proven minimum of drops for the picture; without --output and "
                "--format plan nothing"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Output",
     .specs = delivery_option_specs,
     .offset = offsetof(print_settings, delivery)},
    {.title = "Preparing the image, in this order",
     .specs = sprite_option_specs,
     .offset = offsetof(print_settings, sprite)},
    {.title = "Planning", .specs = print_specs},
    {.title = "Pieces as a game deals them",
     .specs = print_deal_specs,
     .offset = offsetof(print_settings, deal)},
    {.title = "In the game of a console",
     .specs = print_console_specs,
     .offset = offsetof(print_settings, console)},
    {.title = FILM_TITLE,
     .topic = FILM_TOPIC,
     .specs = picture_look_specs,
     .offset = offsetof(print_settings, delivery.picture)},
    {.title = FILM_PLAN_TITLE,
     .topic = FILM_TOPIC,
     .specs = picture_plan_specs,
     .offset = offsetof(print_settings, delivery.picture)},
};

static void print_put_methods(FILE *stream)
{
    fputs("\nMethods, the default first:\n", stream);
    const df_print_method_info *method;
    for (size_t i = 0; (method = df_print_method(i)) != NULL; i++)
        fprintf(stream, "  %-8s%s\n", method->name, method->summary);
}

/* Returns the method of a name, the default one for NULL, or NULL. */
static const df_print_method_info *print_find_method(const char *name)
{
    const df_print_method_info *method;
    for (size_t i = 0; (method = df_print_method(i)) != NULL; i++) {
        if (name == NULL || strcmp(method->name, name) == 0)
            break;
    }
    return method;
}

/* Refuses a method that does not exist, with a list of those that do. */
static int print_check_method(const char *command, const char *name)
{
    char names[80] = "";
    const df_print_method_info *method;
    if (print_find_method(name) != NULL)
        return -1;
    for (size_t i = 0; (method = df_print_method(i)) != NULL; i++) {
        const size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                 method->name);
    }
    return message_usage(command, "--method needs one of %s, not '%s'", names, name);
}

static unsigned print_min(unsigned max, size_t other)
{
    return other < max ? (unsigned)other : max;
}

/* Returns the number of colours that have pieces; any for all. */
static size_t print_count_carried(const print_settings *chosen)
{
    const char *pieces = chosen->print.pieces;
    size_t count = 0;
    if (pieces == NULL || print_has_any(chosen))
        return SIZE_MAX;
    if (strchr(pieces, ',') == NULL)
        return strlen(pieces);
    for (size_t i = 0; pieces[i] != '\0'; i++)
        count += pieces[i] != ',' && (i == 0 || pieces[i - 1] == ',');
    return count;
}

/* Sets the limits of the method and the width, to which the image is prepared. */
static void print_set_limits(print_settings *chosen)
{
    unsigned max_colors = print_find_method(chosen->print.method)->max_colors;
    const char *carriers = output_list_carriers(&chosen->delivery.outputs);
    if (chosen->print.deal != NULL) {
        max_colors = DF_TETROMINOES;
        /* Dealt pieces take long, and many drops, for each colour more. */
        chosen->sprite.how.reduced_colors = DEALT_COLORS;
    }
    chosen->sprite.how.max_colors =
        print_min(print_min(max_colors, carriers != NULL ? strlen(carriers) : SIZE_MAX),
                  print_count_carried(chosen));
    if (print_has_any(chosen))
        chosen->sprite.how.max_colors = DF_PICTURE_MAX_COLORS;
    chosen->sprite.how.max_width = chosen->print.width;
    if (chosen->print.width != 0)
        chosen->sprite.how.scaled_width =
            chosen->print.width > 2 * MAX_MARGIN ? chosen->print.width - 2 * MAX_MARGIN : 1;
    print_console_limit(&chosen->console, &chosen->sprite.how);
}

static void report_print(figure_list *report, const df_print_report *result,
                         const df_print_options *options)
{
    report_number(report, "drops", result->drops, "drop", "drops");
    /* Dealt pieces come in neither, so that only the JSON has them. */
    const bool is_dealt = options->deal != NULL;
    report_number(report, "passes", result->passes, is_dealt ? NULL : "pass", "passes");
    report_number(report, "platforms", result->platforms, is_dealt ? NULL : "platform",
                  "platforms");
    report_number(report, "rows_cleared", result->rows_cleared, "row cleared", "rows cleared");
    report_number(report, "max_height", result->max_height, "row high at most",
                  "rows high at most");
    report_number(report, "width", result->width, "column", "columns");
    report_number(report, "height", result->height, "row", "rows");
    report_word(report, "pieces", result->pieces, "pieces");
    report_word(report, "method", is_dealt ? "dealt" : print_find_method(options->method)->name,
                NULL);
    report_number(report, "effort", options->effort, NULL, NULL);
    report_number(report, "seed", options->seed, NULL, NULL);
    report_number(report, "nodes", result->nodes, NULL, NULL);
    report_flag(report, "stopped", result->stopped, NULL);
    report_number(report, "merged_colors", result->merged, NULL, NULL);
}

/* Chooses pieces to which the outputs can give the colours, before anything is planned. */
static int print_choose_carriers(const df_picture *sprite, const char *name,
                                 print_settings *chosen)
{
    const char *carriers = output_list_carriers(&chosen->delivery.outputs);
    if (carriers == NULL)
        return -1;
    if (chosen->print.deal != NULL)
        return message(
            "%s: blocks cannot say how pieces are dealt; write a drop list",
            output_name(output_list_find(&chosen->delivery.outputs, &format_blocks)));
    if (sprite->color_count > strlen(carriers))
        return message(
            "%s: blocks have %zu colours at most and the picture has %u; reduce them "
            "(--colors %zu) or write a drop list",
            name, strlen(carriers), sprite->color_count, strlen(carriers));
    if (chosen->print.pieces == NULL)
        chosen->print.pieces = carriers;
    if (print_has_any(chosen) || strchr(chosen->print.pieces, ',') != NULL)
        return message("%s: blocks have one piece for each colour; print with --pieces %s, or "
                       "write a drop list",
                       name, carriers);
    if (strlen(chosen->print.pieces) < sprite->color_count)
        return -1; /* too few, which df_print reports */
    for (unsigned i = 0; i < sprite->color_count; i++) {
        if (memchr(carriers, chosen->print.pieces[i], sprite->color_count) == NULL)
            return message(
                "%s: blocks have colours for J, T and L only; print with --pieces %s, "
                "or write a drop list",
                name, carriers);
    }
    return -1;
}

static bool print_watch(void *unused, const df_print_progress *progress)
{
    (void)unused;
    progress_set(progress->nodes, progress->expected);
    progress_best(progress->drops);
    return !cleanup_is_asked();
}

/* Says why a plan has not all frames, and which it has. */
static void print_report_missing(const df_print_report *result, const char *name, size_t count,
                                 const df_error *error)
{
    if (!result->stopped)
        message_picture(name, DF_ERROR_LIMIT, error);
    message("%s: %sthe plan ends with frame %zu of %zu", name,
            result->stopped ? "interrupted; " : "", result->frames, count);
}

/* Plans the drops while a user waits: the first signal that would end the program asks for the
 * best plan so far instead. */
static int print_plan(df_plan **plan, const df_picture *sprite, const char *name,
                      const df_piece_set *set, print_settings *chosen, df_print_report *result)
{
    df_print_options watched = chosen->print;
    watched.watch = print_watch;
    df_error error = {0};
    cleanup_begin_work();
    progress_begin("planning the drops");
    const df_status status =
        chosen->frames == NULL
            ? df_print(plan, sprite, set, &watched, result, &error)
            : df_print_frames(plan, (const df_picture *const *)chosen->frames,
                              chosen->frame_count, set, &watched, result, &error);
    progress_end();
    cleanup_end_work();
    if (status == DF_ERROR_CANCELLED) {
        message("interrupted before there was a plan");
        cleanup_obey();
    }
    if (status != DF_OK && chosen->console.name != 0)
        print_console_advise(&error, status, sprite);
    if (status != DF_OK)
        return print_refuse(status, name, &error);
    if (chosen->frames != NULL && result->frames < chosen->frame_count)
        print_report_missing(result, name, chosen->frame_count, &error);
    else if (result->stopped)
        message("interrupted; this is the best plan so far");
    if (result->merged > 0)
        message(
            "%s: no plan was found with all colours; this one has %u fewer, the nearest ones "
            "became one",
            name, result->merged);
    return -1;
}

static size_t print_count_empty(const df_picture *sprite)
{
    size_t count = 0;
    for (unsigned y = 0; y < sprite->height; y++)
        count += df_picture_row_is_empty(sprite, y);
    return count;
}

/* Plans for a console: with fewer rows of the playfield as long as the plan cannot be played.
 */
static int print_plan_console(df_plan **plan, df_picture *sprite, const char *name,
                              const df_piece_set *set, print_settings *chosen,
                              df_print_report *result)
{
    df_error error = {0};
    const size_t anchors = chosen->print.anchors ? print_count_empty(sprite) : 0;
    int status = print_console_prepare(&chosen->console, name, sprite, chosen->sprite.how.exact,
                                       anchors, &chosen->print);
    df_status played = DF_ERROR_LIMIT;
    for (; status < 0 && played == DF_ERROR_LIMIT &&
           chosen->print.height >= sprite->height + PRINT_CONSOLE_SPARE;
         chosen->print.height--) {
        df_plan_free(*plan);
        *plan = NULL;
        status = print_plan(plan, sprite, name, set, chosen, result);
        if (status < 0)
            played = print_console_play(&chosen->console, plan, result->rows_cleared, &error);
    }
    if (status < 0 && played != DF_OK) {
        print_console_advise(&error, played, sprite);
        status = message_picture(name, played, &error);
    }
    result->height = DF_NES_HEIGHT;
    if (status < 0)
        picture_options_show_game(&chosen->delivery.picture, chosen->console.level,
                                  chosen->console.scores);
    return status;
}

/* Plans and delivers; everything is open and checked. */
static int print_sprite(df_picture *sprite, const char *name, const df_piece_set *set,
                        print_settings *chosen)
{
    df_plan *plan = NULL;
    df_print_report result = {0};
    figure_list report = {0};
    char words[PRINT_BOUND_WORDS];
    int status = print_choose_carriers(sprite, name, chosen);
    if (status >= 0)
        return status;
    const double begin = clock_seconds();
    status = chosen->console.name != 0
                 ? print_plan_console(&plan, sprite, name, set, chosen, &result)
                 : print_plan(&plan, sprite, name, set, chosen, &result);
    if (status < 0 && print_has_any(chosen) &&
        df_omino_plan_colors(&plan->colors, plan->set) != DF_OK)
        status = message("out of memory");
    report.seconds = clock_seconds() - begin;
    report_print(&report, &result, &chosen->print);
    source_add_figures(&report, &chosen->prepared);
    print_console_report(&chosen->console, &report);
    if (chosen->frames != NULL)
        report_number(&report, "frames", result.frames, "frame", "frames");
    if (status < 0)
        print_deal_report(&report, plan);
    if (status < 0)
        status = print_bound_report(&report, words, sprite, name, set, &result, &chosen->print,
                                    chosen->wants_bound);
    if (status < 0)
        status = delivery_make(&chosen->delivery, plan, &report);
    const bool has_all = result.stopped || result.frames >= chosen->frame_count;
    df_plan_free(plan);
    return status < 0 && !has_all ? STATUS_FAILED : status;
}

static bool print_only_bound(const print_settings *chosen)
{
    return chosen->wants_bound && !delivery_has_choice(&chosen->delivery);
}

/* Reads the queue and opens the outputs. */
static int print_begin_delivery(print_settings *chosen, const char *command, const char *path,
                                const df_piece_set *set)
{
    const print_deal *deal = &chosen->deal;
    if (chosen->wants_bound && (deal->name.is_given || deal->queue != NULL))
        return message_usage(command, "--lower-bound deals no pieces; leave out %s%s%s",
                             deal->name.is_given ? "--deal" : "",
                             deal->name.is_given && deal->queue != NULL ? " and " : "",
                             deal->queue != NULL ? "--queue" : "");
    if (chosen->wants_bound && chosen->console.name != 0)
        return message_usage(command, "--lower-bound plays no game; leave out --console");
    int status = print_deal_check_inputs(deal, command, path);
    if (status < 0)
        status = print_deal_make(&chosen->deal, command, set, &chosen->print);
    if (status >= 0 || print_only_bound(chosen))
        return status;
    return delivery_begin(&chosen->delivery, command, set);
}

/* Reads the sprite, or the frames of an animation, of which it is the first. */
static int print_read(print_settings *chosen, const char *command, const char *path,
                      df_picture **sprite)
{
    df_preparation *how = &chosen->sprite.how;
    int status;
    if (chosen->text != NULL) {
        const char *other = path != NULL                ? path
                            : chosen->deal.all_frames   ? "--all-frames"
                            : chosen->sprite.sample > 0 ? "--sample"
                                                        : NULL;
        if (other != NULL)
            return message_usage(command, "--text is printed instead of an image; leave out %s",
                                 other);
        status =
            source_text(chosen->text,
                        how->colors == DF_STEP_GIVEN ? how->color_count : TEXT_COLORS, sprite);
        if (status < 0)
            status = print_deal_check_text(&chosen->deal, (*sprite)->width);
        chosen->prepared.empty_rows = status < 0 ? print_count_empty(*sprite) : 0;
    } else if (!chosen->deal.all_frames) {
        status = print_console_read(&chosen->console, path, &chosen->sprite, sprite,
                                    &chosen->prepared);
    } else {
        status = source_frames(command, path, &chosen->sprite, &chosen->frames,
                               &chosen->frame_count, &chosen->prepared);
        if (status < 0)
            *sprite = chosen->frames[0];
    }
    chosen->print.anchors |= chosen->prepared.empty_rows > 0 && !how->exact;
    chosen->print.merges = how->colors == DF_STEP_AUTO && !how->exact;
    return status;
}

/* Chooses the pieces that have the colours of a palette, unless pieces are given. */
static int print_follow_palette(print_settings *chosen, const df_picture *sprite)
{
    if (chosen->sprite.palette == 0 || chosen->print.pieces != NULL)
        return -1;
    chosen->print.pieces = chosen->pieces;
    return message_status(df_omino_letters(chosen->pieces, sprite), NULL);
}

/* Prints an image, or a tile unless it is NULL. */
static int print_image(print_settings *chosen, const char *command, const char *path,
                       const sheet_tile *tile)
{
    const char *name = tile != NULL ? tile->name : path;
    const char *said = chosen->text != NULL ? "--text" : source_sprite_name(name);
    df_piece_set *set = NULL;
    df_picture *sprite = NULL;
    sheet_use(tile, &chosen->sprite, &chosen->delivery.paths);
    int status = source_pieces(&set);
    if (status < 0)
        status = print_begin_delivery(chosen, command, path, set);
    if (status < 0)
        status = output_list_spare(&chosen->delivery.outputs, path);
    if (status < 0)
        print_set_limits(chosen);
    if (status < 0)
        status = print_read(chosen, command, name, &sprite);
    if (status < 0)
        status = print_follow_palette(chosen, sprite);
    if (status < 0)
        status = print_only_bound(chosen)
                     ? print_bound_put(sprite, said, set, &chosen->print, chosen->delivery.json)
                     : print_sprite(sprite, said, set, chosen);
    if (chosen->frames == NULL)
        df_picture_free(sprite);
    df_piece_set_free(set);
    return status;
}

/* Refuses what cannot be done for every tile of a sheet. */
static int print_check_tiles(const print_settings *chosen, const char *command)
{
    const print_deal *deal = &chosen->deal;
    const char *other = chosen->text != NULL ? "--text" : "--all-frames";
    if (chosen->text != NULL || deal->all_frames)
        return message_usage(command, "--tiles prints each tile of an image; leave out %s",
                             other);
    return print_deal_check_inputs(deal, command, "-");
}

/* Runs the command for all, or for a tile unless it is NULL. Returns the exit code. */
static int print_run(const subcommand *command, int argc, char **argv, const sheet_tile *tile)
{
    print_settings chosen = {.print =
                                 {
                                     .effort = 1,
                                 },
                             .sprite = sprite_options_defaults(),
                             .delivery = delivery_defaults()};
    bool has_all = false;
    int operands = argc;
    int status = command_begin(command, &chosen, argc, argv, &operands);
    const char *path = operands < argc ? argv[operands] : NULL;
    chosen.print.quick = chosen.print.effort == 0;
    chosen.print.jobs = choice_jobs(chosen.print.jobs);
    if (chosen.pieces[0] != '\0')
        chosen.print.pieces = chosen.pieces;
    print_console_take_level(&chosen.console, &chosen.delivery.picture);
    if (status < 0)
        status = print_check_method(command->name, chosen.print.method);
    if (status < 0)
        status = print_console_check(&chosen.console, command->name, &chosen.print,
                                     print_deal_find_given(&chosen.deal));
    if (status < 0)
        status = sheet_check(&chosen.sprite, &chosen.delivery.paths, command->name, &has_all);
    if (status < 0 && has_all)
        status = print_check_tiles(&chosen, command->name);
    if (status < 0)
        status = has_all && tile == NULL
                     ? sheet_run_all(command, argc, argv, path, &chosen.sprite,
                                     &chosen.delivery.paths, print_run)
                     : print_image(&chosen, command->name, path, tile);
    source_frames_free(chosen.frames, chosen.frame_count);
    delivery_free(&chosen.delivery);
    print_deal_free(&chosen.deal);
    print_console_free(&chosen.console);
    return status < 0 ? STATUS_OK : status;
}

static int cmd_print_run(const subcommand *command, int argc, char **argv)
{
    return print_run(command, argc, argv, NULL);
}

const subcommand command_print = {
    .name = "print",
    .operands = "[SPRITE]",
    .summary = "plan the drops that leave a sprite",
    .description = "Plans drops of Tetris pieces that leave exactly the picture SPRITE, an "
                   "image of any kind\n"
                   "('-' is standard input; without SPRITE a small built-in one), after "
                   "preparing it where\n"
                   "it needs that.\n"
                   "Without -o the drops are played in the terminal; when standard output is "
                   "no terminal,\n"
                   "the drop list is written to it.\n",
    .examples = "  dropforge print\n"
                "  dropforge print cat.png -o cat.gif -o cat.drops\n"
                "  dropforge print cat.png -o cat.drops --effort 3 --width 21 --pieces JTL\n"
                "  dropforge print cat.png -o cat.gif --pieces any\n"
                "  dropforge print cat.png --deal bag --seed 7 --hold -o cat.drops\n"
                "  dropforge print cat.png --deal bag --hold --from garbage.txt -o cat.drops\n"
                "  dropforge print cat.png --lower-bound\n"
                "  dropforge print cat.png --lower-bound -o cat.drops\n"
                "  dropforge print cat.png -o cat.gif --fast --square 6 --max-frames 500\n"
                "  dropforge print cat.png -o cat.mp4 --size 720x1280 --fps 30\n"
                "  dropforge print photo.jpg -o photo.gif\n"
                "  dropforge print sheet.png --tiles 16x16 -o 'tile-%c-%r.gif'\n"
                "  dropforge print --text ANNA -o anna.gif\n"
                "  dropforge print cat.png --console nes -o cat.fm2 -o cat.gif\n"
                "  dropforge print - --format png < cat.png > field.png\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .max_operands = 1,
    .takes_files = true,
    .formats = &plan_formats,
    .more_help = print_put_methods,
    .run = cmd_print_run,
};
