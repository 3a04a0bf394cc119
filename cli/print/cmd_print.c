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
#include "print_deal.h"
#include "print_game.h"
#include "print_report.h"

/* Of the letters of a text, in turn. */
enum { TEXT_COLORS = 3 };

/* All options of a run of the command, and what it works on. */
typedef struct print_settings {
    df_print_options print;
    char pieces[DF_PRINT_PIECES_SIZE];   /* empty: the method's choice */
    char own_pieces[DF_TETROMINOES + 1]; /* that have the colours of a palette; or empty */
    print_seed seed;
    bool wants_bound;
    const char *text; /* NULL: an image is printed */
    print_deal deal;
    print_game game;
    sprite_options sprite;
    df_prepared prepared;
    delivery_run delivery;
    const subcommand *command;
    char **argv;
    int argc;
    const sheet_tile *tile; /* of the image; NULL: all of it */
    const char *path;       /* as given; NULL: none is */
    const char *name;       /* of the picture, in messages */
    df_piece_set *set;      /* owned */
    df_picture *picture;    /* owned; of frames the first */
    animation film;         /* of --all-frames; without frames: none */
    unsigned fps;           /* that is given; 0: none */
    bool with_sound;
} print_settings;

static bool print_has_any(const print_settings *chosen)
{
    return chosen->print.pieces != NULL && strcmp(chosen->print.pieces, "any") == 0;
}

static const char *print_method_name(size_t index)
{
    return index < DF_PRINT_METHODS ? df_print_methods[index]->name : NULL;
}

#define FIELD(name) offsetof(print_settings, name)

static const option_spec print_specs[] = {
    OPTION_STRING("method", "NAME", FIELD(print.method), "how to plan the drops, see below",
                  .letter = 'm', .value = print_method_name),
    OPTION_STRING(
        "text", "TEXT", FIELD(text),
        "print this text instead of an image, its letters in three colours in turn, or "
        "--colors, with line breaks that suit --size; - reads it from standard input"),
    OPTION_NAMED(
        "sample", "NAME", SOURCE_SAMPLES, FIELD(sprite.sample),
        "print a built-in sprite instead of an image; anvil is the default without SPRITE, "
        "and secret-grade a '>' of 19 rows that are full but for one square each",
        .min = 1),
    OPTION_RANGE(
        "effort", "N", FIELD(print.effort), 0, DF_PRINT_MAX_EFFORT,
        "how hard to look for fewer drops; default 1; 0 takes the first plan; more takes "
        "longer, and Ctrl-C then gives the best plan so far"),
    OPTION("width", "W", OPTION_AUTO, FIELD(print.width),
           "columns of the playfield; default auto, the choice of the method", .min = 4,
           .max = DF_FIELD_MAX_WIDTH),
    OPTION("height", "H", OPTION_AUTO, FIELD(print.height),
           "rows of the playfield; default auto, as many as needed", .min = 1,
           .max = DF_FIELD_MAX_HEIGHT),
    OPTION_TAKEN(
        "pieces", "PIECES", piece_groups_take, FIELD(pieces),
        "pieces for the colours of the picture, in the order in which they appear from the "
        "top left: a letter for each colour, or between commas several for each; "
        "single: one piece for each, as the method chooses; any: all pieces, whatever the "
        "colours; default auto, the choice of the method",
        .explain = piece_groups_explain, .expects = PIECE_GROUPS_EXPECTS),
    OPTION_FLAG("all-frames", FIELD(deal.all_frames),
                "print all frames of an animation in one game, one after the other; "
                "--frames-only shows just these"),
    OPTION_FLAG("with-sound", FIELD(with_sound),
                "give MP4 and WebM films of --frames-only the sound of the video that is read"),
    OPTION_FLAG("anchor", FIELD(print.anchors),
                "fill a row that is empty inside the picture with one square beside it"),
    OPTION_TAKEN("seed", "S", print_seed_take, FIELD(seed),
                 "seed of the plan, and of the pieces that --deal deals; default: 0, and with "
                 "--game nullpomino or tetrio the best of many",
                 .expects = "a whole number below 2^64"),
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
    PREPARE_GROUP(offsetof(print_settings, sprite)),
    {.title = "Planning", .specs = print_specs},
    {.title = "Pieces as a game deals them",
     .specs = print_deal_specs,
     .offset = offsetof(print_settings, deal)},
    {.title = "In a game that people have",
     .specs = print_game_specs,
     .offset = offsetof(print_settings, game)},
    FILM_GROUP(offsetof(print_settings, delivery.picture)),
    FILM_PLAN_GROUP(offsetof(print_settings, delivery.picture)),
};

static void print_put_tables(FILE *stream)
{
    fputs("\nMethods, the default first:\n", stream);
    for (size_t i = 0; i < DF_PRINT_METHODS; i++)
        fprintf(stream, "  %-8s%s\n", df_print_methods[i]->name, df_print_methods[i]->summary);
    print_game_put_table(stream);
}

/* Returns the method of a name, the default one for NULL, or NULL. */
static const df_print_method_info *print_find_method(const char *name)
{
    for (size_t i = 0; i < DF_PRINT_METHODS; i++) {
        if (name == NULL || strcmp(df_print_methods[i]->name, name) == 0)
            return df_print_methods[i];
    }
    return NULL;
}

/* Refuses a method that does not exist, with a list of those that do, and what a game leaves no
 * choice. */
static cli_status print_check_choices(print_settings *chosen)
{
    const char *name = chosen->print.method;
    char names[80] = "";
    if (print_find_method(name) != NULL)
        return print_game_check(&chosen->game, chosen->command->name, &chosen->print,
                                print_deal_find_given(&chosen->deal));
    for (size_t i = 0; i < DF_PRINT_METHODS; i++) {
        const size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                 df_print_methods[i]->name);
    }
    return message_usage(chosen->command->name, "--method needs one of %s, not '%s'", names,
                         name);
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
    df_preparation *how = &chosen->sprite.how;
    const unsigned width = chosen->print.width;
    unsigned max_colors = print_find_method(chosen->print.method)->max_colors;
    const char *carriers = output_list_carriers(&chosen->delivery.outputs);
    if (chosen->print.deal != NULL) {
        print_deal_limit(how);
        max_colors = how->max_colors;
    }
    max_colors = print_min(max_colors, carriers != NULL ? strlen(carriers) : SIZE_MAX);
    how->max_colors = print_has_any(chosen)
                          ? DF_PICTURE_MAX_COLORS
                          : print_min(max_colors, print_count_carried(chosen));
    if (width != 0) {
        /* So a picture without transparent squares can be printed, whatever its rows; other
         * methods leave two columns free at either side. */
        const bool is_best = print_find_method(chosen->print.method) == df_print_methods[0];
        const unsigned free = width % 4 == 0 || !is_best ? 4 : 2 - width % 2;
        how->max_width = width;
        how->scaled_width = width > free ? width - free : 1;
    }
    print_game_limit(&chosen->game, &chosen->sprite);
}

static bool print_watch(void *context, const df_progress *progress)
{
    (void)context;
    progress_set(progress->done, progress->of);
    progress_best(progress->drops, progress->frames);
    return !cleanup_is_asked();
}

/* Says why a plan has not all frames, and which it has. */
static void print_report_missing(const print_settings *chosen, const df_print_report *result,
                                 const df_error *error)
{
    const animation *film = &chosen->film;
    const unsigned colors = film->frames[0]->color_count;
    char advice[64] = "";
    if (!result->stopped)
        message_picture(chosen->name, DF_ERROR_LIMIT, error);
    /* If none is given, free pieces have got fewer by themselves. */
    if (!result->stopped && chosen->print.deal == NULL && colors > 1)
        snprintf(advice, sizeof advice, "; use fewer colours (--colors %u)", colors - 1);
    message("%s: %sthe plan ends with frame %zu of %zu%s", chosen->name,
            result->stopped ? "interrupted; " : "", result->frames, film->count, advice);
}

/* Plans the drops with the pieces that are chosen. *plan is the caller's. */
static df_status print_find_with(print_settings *chosen, df_plan **plan,
                                 df_print_report *result, df_error *error)
{
    df_print_options watched = chosen->print;
    watched.watch = print_watch;
    watched.watch_context = chosen;
    if (chosen->game.entry != NULL)
        return df_real_game_print(&chosen->game.choice, plan, chosen->picture, chosen->set,
                                  &watched, result, error);
    return chosen->film.frames == NULL
               ? df_print(plan, chosen->picture, chosen->set, &watched, result, error)
               : df_print_frames(plan, (const df_picture *const *)chosen->film.frames,
                                 chosen->film.count, chosen->set, &watched, result, error);
}

/* Plans the drops: with all pieces where those that have the colours of a palette do not
 * suffice. *plan is the caller's. */
static df_status print_find(print_settings *chosen, df_plan **plan, df_print_report *result,
                            df_error *error)
{
    const df_status status = print_find_with(chosen, plan, result, error);
    if (chosen->print.pieces != chosen->own_pieces ||
        (status != DF_ERROR_PICTURE && status != DF_ERROR_LIMIT))
        return status;
    chosen->print.pieces = NULL;
    *error = (df_error){0};
    return print_find_with(chosen, plan, result, error);
}

/* Plans the drops while a user waits: the first signal that would end the program asks for the
 * best plan so far instead. */
static cli_status print_plan(df_plan **plan, print_settings *chosen, df_print_report *result)
{
    const char *name = chosen->name;
    df_error error = {0};
    cleanup_begin_work();
    delivery_expect(&chosen->delivery, chosen->picture,
                    chosen->film.count > 0 ? chosen->film.count : 1, name);
    progress_begin(chosen->game.entry != NULL && chosen->game.entry->deal != DF_DEALS
                       ? "trying seeds"
                       : "planning the drops");
    const df_status status = print_find(chosen, plan, result, &error);
    progress_end();
    cleanup_end_work();
    if (status == DF_ERROR_CANCELLED) {
        message("interrupted before there was a plan");
        cleanup_obey();
    }
    if (status != DF_OK)
        return print_refuse(status, name, &error);
    if (chosen->own_pieces[0] != '\0' && chosen->print.pieces == NULL)
        message("%s: no plan was found with the pieces of these colours alone, %s; others "
                "carry them here, too",
                name, chosen->own_pieces);
    animation_mark(&chosen->film, *plan);
    if (chosen->film.count == 1 && chosen->sprite.tile_width == 0 &&
        chosen->prepared.first_width >= 2 * chosen->prepared.first_height)
        message("%s: this is one frame; --tiles WxH cuts a strip into frames", name);
    if (chosen->film.frames != NULL && result->frames < chosen->film.count)
        print_report_missing(chosen, result, &error);
    else if (result->stopped)
        message("interrupted; this is the best plan so far");
    if (result->merged > 0)
        message(
            "%s: no plan was found with all %u colours; this one has %u, as the nearest ones "
            "became one",
            name, chosen->picture->color_count, chosen->picture->color_count - result->merged);
    return GO_ON;
}

static size_t print_count_empty(const df_picture *sprite)
{
    size_t count = 0;
    for (unsigned y = 0; y < sprite->height; y++) {
        unsigned x = 0;
        while (x < sprite->width && sprite->cell[(size_t)y * sprite->width + x] == 0)
            x++;
        count += x == sprite->width;
    }
    return count;
}

/* Plans a picture for its game. */
static cli_status print_plan_game(df_plan **plan, print_settings *chosen,
                                  df_print_report *result)
{
    cli_status status =
        print_game_fit(&chosen->game, chosen->name, chosen->picture,
                       chosen->print.anchors ? print_count_empty(chosen->picture) : 0,
                       chosen->sprite.how.exact);
    chosen->game.choice.has_seed = chosen->seed.is_given;
    if (status == GO_ON)
        status = print_plan(plan, chosen, result);
    if (status == GO_ON && (*plan)->deal != NULL) {
        chosen->print.deal = (*plan)->deal;
        chosen->print.seed = (*plan)->deal->seed;
    }
    if (status == GO_ON)
        print_game_say(&chosen->game, chosen->name, *plan, &chosen->delivery.picture);
    return status;
}

/* Plans and delivers; everything is open and checked. */
static cli_status print_sprite(print_settings *chosen)
{
    df_plan *plan = NULL;
    df_print_report result = {0};
    figure_list report = {0};
    char words[PRINT_BOUND_WORDS];
    cli_status status = delivery_choose_carriers(&chosen->delivery, chosen->picture,
                                                 chosen->name, &chosen->print);
    if (status != GO_ON)
        return status;
    const double begin = clock_seconds();
    status = chosen->game.entry != NULL ? print_plan_game(&plan, chosen, &result)
                                        : print_plan(&plan, chosen, &result);
    if (status == GO_ON && print_has_any(chosen) &&
        df_omino_plan_colors(&plan->colors, plan->set) != DF_OK)
        status = message("out of memory");
    report.seconds = clock_seconds() - begin;
    if (progress_estimate() > 0)
        report_number(&report, "estimated_seconds", progress_estimate(), NULL, NULL);
    print_report_plan(&report, &result, &chosen->print,
                      print_find_method(chosen->print.method)->name);
    source_add_figures(&report, &chosen->prepared);
    print_game_report(&chosen->game, &report);
    if (chosen->film.frames != NULL)
        report_number(&report, "frames", result.frames, "frame", "frames");
    if (status == GO_ON)
        print_deal_report(&report, plan);
    if (status == GO_ON)
        status = print_bound_report(&report, words, chosen->picture, chosen->name, chosen->set,
                                    &result, &chosen->print, chosen->wants_bound);
    if (status == GO_ON)
        status = delivery_make(&chosen->delivery, plan, &report);
    const bool has_all = result.stopped || result.frames >= chosen->film.count;
    df_plan_free(plan);
    return status == GO_ON && !has_all ? STATUS_FAILED : status;
}

static bool print_only_bound(const print_settings *chosen)
{
    return chosen->wants_bound && !delivery_has_choice(&chosen->delivery);
}

static sheet_run print_run;

/* Runs the command for every tile of an image instead, if it is to. */
static cli_status print_tiles(print_settings *chosen)
{
    const char *command = chosen->command->name;
    bool has_all = false;
    chosen->sprite.are_frames = chosen->deal.all_frames;
    cli_status status =
        sheet_begin(&chosen->sprite, &chosen->delivery.paths, command, &has_all);
    if (status != GO_ON || !has_all)
        return status;
    if (chosen->text != NULL)
        return message_usage(command, "--tiles prints each tile of an image; leave out --text");
    status = print_deal_check_inputs(&chosen->deal, command, "-");
    if (status != GO_ON || chosen->tile != NULL)
        return status;
    status = sheet_run_all(chosen->command, chosen->argc, chosen->argv, chosen->path,
                           &chosen->sprite, &chosen->delivery.paths, print_run);
    return status == GO_ON ? STATUS_OK : status;
}

/* Reads how pieces are dealt. */
static cli_status print_begin_deal(print_settings *chosen)
{
    const print_deal *deal = &chosen->deal;
    const char *command = chosen->command->name;
    if (chosen->wants_bound && (deal->name.is_given || deal->queue != NULL))
        return message_usage(command, "--lower-bound deals no pieces; leave out %s%s%s",
                             deal->name.is_given ? "--deal" : "",
                             deal->name.is_given && deal->queue != NULL ? " and " : "",
                             deal->queue != NULL ? "--queue" : "");
    if (chosen->wants_bound && deal->all_frames)
        return message_usage(command,
                             "--lower-bound is of one picture; leave out --all-frames");
    if (chosen->wants_bound && chosen->game.entry != NULL)
        return message_usage(
            command, "--lower-bound plays no game; leave out --game and the files of games");
    const cli_status status = print_deal_check_inputs(deal, command, chosen->path);
    return status == GO_ON
               ? print_deal_make(&chosen->deal, command, chosen->set, &chosen->print)
               : status;
}

/* Opens the outputs. */
static cli_status print_begin_delivery(print_settings *chosen)
{
    unsigned *rate = &chosen->delivery.picture.frames_per_second;
    sheet_use(chosen->tile, &chosen->sprite, &chosen->delivery.paths);
    if (chosen->deal.all_frames) {
        /* It is that of a video which is read, or else of one which is written. */
        chosen->fps = chosen->sprite.video.fps = *rate;
        *rate = 0;
    }
    if (print_only_bound(chosen))
        return GO_ON;
    const cli_status status =
        delivery_begin(&chosen->delivery, chosen->command->name, chosen->set);
    const char *const read[] = {chosen->path, chosen->sprite.palette_path, chosen->deal.queue,
                                chosen->deal.from};
    return status == GO_ON ? output_list_spare_all(&chosen->delivery.outputs, read,
                                                   sizeof read / sizeof read[0])
                           : status;
}

/* Makes a picture of the text. */
static cli_status print_read_text(print_settings *chosen)
{
    const df_preparation *how = &chosen->sprite.how;
    const char *other = chosen->path != NULL        ? chosen->path
                        : chosen->deal.all_frames   ? "--all-frames"
                        : chosen->sprite.sample > 0 ? "--sample"
                                                    : NULL;
    if (other != NULL)
        return message_usage(chosen->command->name,
                             "--text is printed instead of an image; leave out %s", other);
    unsigned canvas[2];
    print_deal_choose_canvas(&chosen->deal, chosen->game.entry != NULL,
                             &chosen->delivery.picture.raster, canvas);
    const cli_status status =
        source_text(chosen->text, how->colors == DF_STEP_GIVEN ? how->color_count : TEXT_COLORS,
                    canvas, &chosen->picture);
    if (status != GO_ON)
        return status;
    chosen->prepared.empty_rows = print_count_empty(chosen->picture);
    return print_deal_check_text(&chosen->deal, chosen->picture->width);
}

/* Reads the picture, or the frames of an animation. */
static cli_status print_read(print_settings *chosen)
{
    const df_preparation *how = &chosen->sprite.how;
    const char *path = chosen->tile != NULL ? chosen->tile->name : chosen->path;
    bool is_film = false;
    cli_status status;
    chosen->sprite.is_film = &is_film;
    chosen->name = chosen->text != NULL ? "--text" : source_sprite_name(path);
    print_set_limits(chosen);
    if (chosen->text != NULL)
        status = print_read_text(chosen);
    else if (chosen->deal.all_frames)
        status = animation_read(chosen->command->name, path, &chosen->sprite, &chosen->film,
                                &chosen->prepared);
    else {
        status = source_sprite(path, &chosen->sprite, &chosen->picture, &chosen->prepared);
        if (status == GO_ON)
            print_game_say_read(&chosen->game, path, &chosen->sprite, &chosen->prepared);
    }
    if (status == GO_ON && is_film && chosen->film.frames == NULL && chosen->sprite.frame == 1)
        message("%s: this is the first of several frames; --all-frames prints them all, and "
                "--frame N another",
                chosen->name);
    if (status == GO_ON && chosen->film.frames != NULL)
        chosen->picture = chosen->film.frames[0];
    const delivery_film wish = {chosen->fps, chosen->with_sound, chosen->path,
                                chosen->sprite.video.from};
    if (status == GO_ON)
        status =
            delivery_take_film(&wish, &chosen->film, &chosen->delivery, chosen->command->name);
    chosen->print.anchors |= chosen->prepared.empty_rows > 0 && !how->exact;
    chosen->print.merges = how->colors == DF_STEP_AUTO && !how->exact;
    return status;
}

/* Prints it with the pieces that have the colours of a palette, unless pieces are given; or
 * writes only the bound. */
static cli_status print_picture(print_settings *chosen)
{
    if (chosen->sprite.is_guideline && chosen->print.pieces == NULL &&
        chosen->game.entry == NULL) {
        chosen->print.pieces = chosen->own_pieces;
        const df_status status = df_picture_letters(chosen->own_pieces, chosen->picture);
        if (status != DF_OK)
            return message_status(status, NULL);
    }
    return print_only_bound(chosen)
               ? print_bound_put(chosen->picture, chosen->name, chosen->set, &chosen->print,
                                 chosen->delivery.json)
               : print_sprite(chosen);
}

/* What a run does; each returns GO_ON, or the exit code with which it ends. */
static cli_status (*const print_steps[])(print_settings *chosen) = {
    print_check_choices,  print_tiles, print_begin_deal,
    print_begin_delivery, print_read,  print_picture,
};

/* Runs the command for all, or for a tile unless it is NULL. */
static cli_status print_run(const subcommand *command, int argc, char **argv,
                            const sheet_tile *tile)
{
    print_settings chosen = {.print = {.effort = 1},
                             .sprite = sprite_options_defaults(),
                             .delivery = delivery_defaults(),
                             .command = command,
                             .argv = argv,
                             .argc = argc,
                             .tile = tile};
    int operands = argc;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    chosen.path = operands < argc ? argv[operands] : NULL;
    chosen.print.quick = chosen.print.effort == 0;
    chosen.print.seed = chosen.seed.number;
    chosen.print.jobs = choice_jobs(chosen.print.jobs);
    if (chosen.pieces[0] != '\0')
        chosen.print.pieces = chosen.pieces;
    if (status == GO_ON)
        status = print_game_take_files(&chosen.game, command->name, &chosen.delivery,
                                       &chosen.print, &chosen.deal, tile == NULL);
    print_game_take_level(&chosen.game, &chosen.delivery.picture);
    if (status == GO_ON)
        status = source_pieces(&chosen.set);
    for (size_t i = 0; status == GO_ON && i < sizeof print_steps / sizeof print_steps[0]; i++)
        status = print_steps[i](&chosen);
    if (chosen.film.frames == NULL)
        df_picture_free(chosen.picture);
    animation_free(&chosen.film);
    df_piece_set_free(chosen.set);
    delivery_free(&chosen.delivery);
    print_deal_free(&chosen.deal);
    print_game_free(&chosen.game);
    return status;
}

static cli_status cmd_print_run(const subcommand *command, int argc, char **argv)
{
    return print_run(command, argc, argv, NULL);
}

const subcommand command_print = {
    .name = "print",
    .operands = "[SPRITE]",
    .summary = "plan the drops that leave a sprite",
    .description = "Plans drops of Tetris pieces that leave exactly the picture SPRITE, an "
                   "image of any kind\n"
                   "('-' is standard input). An image that needs it is prepared first. Without "
                   "SPRITE a\nsmall built-in picture is printed.\n"
                   "Without -o the drops are played in the terminal. If standard output is no "
                   "terminal,\nthe drop list is written there.\n",
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
                "  dropforge print cat.png --game nes -o cat.fm2 -o cat.gif\n"
                "  dropforge print cat.png --game tetrio -o cat.ttr\n"
                "  dropforge print - --format png < cat.png > field.png\n",
    COMMAND_GROUPS(groups),
    .max_operands = 1,
    .takes_files = true,
    .formats = &plan_formats,
    .more_help = print_put_tables,
    .run = cmd_print_run,
};
