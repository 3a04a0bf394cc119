#include <stdlib.h>

#include "cli/base/clock.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/report.h"
#include "cli/commands.h"
#include "cli/formats/plan_formats.h"
#include "cli/picture/sheet.h"
#include "cli/picture/source.h"

typedef struct prepare_settings {
    text_list paths;
    bool json;
    sprite_options sprite;
} prepare_settings;

#define FIELD(name) offsetof(prepare_settings, name)

static const option_spec specs[] = {
    OPTION_OUTPUT(FIELD(paths), "write FILE, a PNG; default: standard output"),
    OPTION_JSON(FIELD(json), "write what was done as one JSON object to standard output"),
    {.name = NULL},
};

static const option_group groups[] = {
    {.title = "Output", .specs = specs},
    {.title = PREPARE_TITLE, .specs = sprite_option_specs, .offset = FIELD(sprite)},
};

/* Writes a picture with one pixel for each square. */
static df_status prepare_write_png(const void *content, out_stream *out, df_error *error)
{
    const df_picture *picture = content;
    const size_t width = picture->width, height = picture->height;
    df_color palette[DF_PICTURE_MAX_COLORS + 1] = {{0}};
    uint8_t *pixels = malloc(width * height);
    if (pixels == NULL)
        return DF_ERROR_MEMORY;
    for (unsigned i = 0; i < picture->color_count; i++)
        palette[i + 1] = picture->colors[i];
    for (size_t i = 0; i < width * height; i++)
        pixels[i] = picture->cell[(height - 1 - i / width) * width + i % width];
    const png_pixels drawn = {.width = picture->width,
                              .height = picture->height,
                              .palette = palette,
                              .palette_count = picture->color_count + 1,
                              .pixels = pixels,
                              .transparent = true};
    const df_status status = png_write(&drawn, out, error);
    free(pixels);
    return status;
}

static const output_format prepare_png =
    OUTPUT_FORMAT("png", ".png", "the picture, a pixel for each square", prepare_write_png,
                  .is_binary = true);
static const output_format *const formats[] = {&prepare_png};
static const format_table prepare_formats = {formats, 1};

/* Finds and opens the outputs. */
static cli_status prepare_begin(const prepare_settings *chosen, output_list *outputs,
                                const char *path)
{
    cli_status status =
        output_list_begin(outputs, "prepare", output_paths(&chosen->paths, !chosen->json), NULL,
                          &prepare_formats, chosen->json);
    if (status == GO_ON)
        status = output_list_spare(outputs, path);
    return status == GO_ON ? output_list_open(outputs) : status;
}

/* Prepares an image, or a tile unless it is NULL. */
static cli_status prepare_run(const subcommand *command, int argc, char **argv,
                              const sheet_tile *tile)
{
    prepare_settings chosen = {.sprite = sprite_options_defaults()};
    output_list outputs = {0};
    df_picture *picture = NULL;
    df_prepared prepared = {0};
    figure_list report = {0};
    bool has_all = false;
    int operands = argc;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    const char *path = argv[operands];
    if (status == GO_ON)
        status = sheet_check(&chosen.sprite, &chosen.paths, command->name, &has_all);
    has_all &= tile == NULL;
    sheet_use(tile, &chosen.sprite, &chosen.paths);
    if (status == GO_ON && !has_all)
        status = prepare_begin(&chosen, &outputs, path);
    const double begin = clock_seconds();
    if (status == GO_ON && has_all)
        status = sheet_run_all(command, argc, argv, path, &chosen.sprite, &chosen.paths,
                               prepare_run);
    else if (status == GO_ON)
        status = source_sprite(tile != NULL ? tile->name : path, &chosen.sprite, &picture,
                               &prepared);
    if (status == GO_ON && !has_all) {
        source_say(tile != NULL ? tile->name : path, &chosen.sprite, &prepared);
        report.seconds = clock_seconds() - begin;
        source_add_figures(&report, &prepared);
        status = output_list_write(&outputs, picture);
    }
    if (status == GO_ON && !has_all && chosen.json)
        status = report_json(&report, &outputs);
    df_picture_free(picture);
    output_list_free(&outputs);
    text_list_free(&chosen.paths);
    return status;
}

static cli_status cmd_prepare_run(const subcommand *command, int argc, char **argv)
{
    return prepare_run(command, argc, argv, NULL);
}

const subcommand command_prepare = {
    .name = "prepare",
    .operands = "SPRITE",
    .summary = "show what of an image would be printed",
    .description = "Prepares the image SPRITE as 'print' does, with the same options, and "
                   "writes the picture\n"
                   "that would be printed, without planning drops. The steps are taken in the "
                   "order of\nthis list.\n",
    .examples = "  dropforge prepare photo.jpg -o small.png\n"
                "  dropforge prepare tiles.png --crop 16,0,16x16 -o tile.png\n"
                "  dropforge prepare photo.jpg --colors 3 --dither ordered -o small.png\n"
                "  dropforge prepare photo.jpg --json\n",
    .groups = groups,
    .group_count = sizeof groups / sizeof groups[0],
    .min_operands = 1,
    .max_operands = 1,
    .takes_files = true,
    .formats = &prepare_formats,
    .run = cmd_prepare_run,
};
