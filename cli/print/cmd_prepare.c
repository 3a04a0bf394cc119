#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/clock.h"
#include "cli/base/common_options.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/report.h"
#include "cli/commands.h"
#include "cli/formats/plan_formats.h"
#include "cli/formats/sheet_file.h"
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
static df_status prepare_write_png(const df_picture *picture, out_stream *out, df_error *error)
{
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

/* A picture, or the sheet that its tile is of. */
typedef struct prepare_content {
    const df_picture *picture;
    image sheet; /* without pixels: there is none */
    const df_prepared *prepared;
} prepare_content;

/* Returns how many pixels were read of some of the file, of which `whole` may be more. */
static unsigned prepare_count_pixels(unsigned pixels, unsigned side, unsigned whole)
{
    return whole > 0 ? (unsigned)(((size_t)pixels * side + whole / 2) / whole) : pixels;
}

enum {
    WIDEST_INDEX = 64,  /* tiles side by side, as on the sheet; longer rows are broken */
    LARGEST_SQUARE = 3, /* pixels of a square where those that are chosen do not fit */
};

/* Writes all tiles of a sheet with their numbers; its pixels are opaque or clear, and have no
 * more colours than there may be. */
static df_status prepare_write_index(const prepare_content *content, out_stream *out,
                                     df_error *error)
{
    const image *sheet = &content->sheet;
    const unsigned width =
        prepare_count_pixels(content->prepared->tile_width, sheet->width, sheet->full_width);
    const unsigned height =
        prepare_count_pixels(content->prepared->tile_height, sheet->height, sheet->full_height);
    const unsigned columns = sheet->width / width;
    const size_t pixels = (size_t)sheet->width * sheet->height;
    palette_colors colors = {.count = 0};
    sheet_file file = {0};
    uint8_t *color = malloc(pixels + (size_t)width * height);
    if (color == NULL)
        return DF_ERROR_MEMORY;
    df_sheet made = df_sheet_defaults(content->prepared->tiles, width, height);
    made.across = columns <= WIDEST_INDEX ? columns : 0;
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *pixel = &sheet->rgba[4 * i];
        color[i] = pixel[3] != 0 ? (uint8_t)palette_colors_number(&colors, pixel) : 0;
    }
    made.colors = colors.colors;
    made.color_count = colors.count;
    df_status status = sheet_file_begin(&file, &made, out);
    for (unsigned square = LARGEST_SQUARE; status == DF_ERROR_LIMIT && square > 0; square--) {
        made.square_size = square;
        status = sheet_file_begin(&file, &made, out);
    }
    if (status == DF_ERROR_LIMIT)
        (void)message_error(error, status,
                            "%u tiles are too many for one picture; choose one with --tile",
                            content->prepared->tiles);
    for (unsigned i = 0; status == DF_OK && i < content->prepared->tiles; i++) {
        char label[12];
        uint8_t *tile = color + pixels;
        for (unsigned y = 0; y < height; y++)
            memcpy(tile + (height - 1 - y) * width,
                   color + (i / columns * height + y) * sheet->width + i % columns * width,
                   width);
        snprintf(label, sizeof label, "%u", i + 1);
        const df_sheet_picture drawn = {width, height, tile, NULL, label};
        status = sheet_file_put(&file, &drawn);
    }
    status = sheet_file_end(&file, status, error);
    free(color);
    return status;
}

static df_status prepare_write(const void *what, out_stream *out, df_error *error)
{
    const prepare_content *content = what;
    return content->sheet.rgba != NULL ? prepare_write_index(content, out, error)
                                       : prepare_write_png(content->picture, out, error);
}

/* Reduces the colours of the sheet that a tile was found in; otherwise there is none to draw.
 */
static cli_status prepare_sheet(prepare_content *content, const sprite_options *options)
{
    sprite_options whole = sprite_options_defaults();
    df_prepared report;
    df_error error = {0};
    if (content->prepared->tile == 0 || options->has_tile) {
        image_free(&content->sheet);
        return GO_ON;
    }
    whole.how = (df_preparation){.exact = true,
                                 .tile = DF_WHOLE_SHEET,
                                 .alpha = DF_STEP_GIVEN,
                                 .alpha_threshold = 128,
                                 .colors = DF_STEP_GIVEN,
                                 .color_count = DF_SHEET_MAX_COLORS};
    return message_status(sprite_options_apply(&whole, &content->sheet, 1, &report, &error),
                          &error);
}

static const output_format prepare_png = OUTPUT_FORMAT(
    "png", ".png", "the picture, a pixel for each square", prepare_write, .is_binary = true);
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
    if (status == GO_ON)
        status = output_list_spare(outputs, chosen->sprite.palette_path);
    return status == GO_ON ? output_list_open(outputs) : status;
}

/* Reads the image, unless it is a tile, prepares and writes it. */
static cli_status prepare_one(const prepare_settings *chosen, output_list *outputs,
                              const char *path, figure_list *report)
{
    const double begin = clock_seconds();
    sprite_options sprite = chosen->sprite;
    df_picture *picture = NULL;
    df_prepared prepared = {0};
    prepare_content content = {.prepared = &prepared};
    cli_status status =
        sprite.part == NULL ? source_image(path, &sprite, &content.sheet) : GO_ON;
    if (sprite.part == NULL)
        sprite.part = &content.sheet;
    if (status == GO_ON)
        status = source_sprite(path, &sprite, &picture, &prepared);
    if (status == GO_ON) {
        source_say(path, &sprite, &prepared);
        report->seconds = clock_seconds() - begin;
        source_add_figures(report, &prepared);
        content.picture = picture;
        status = prepare_sheet(&content, &sprite);
    }
    if (status == GO_ON)
        status = output_list_write(outputs, &content);
    image_free(&content.sheet);
    df_picture_free(picture);
    return status;
}

/* Prepares an image, or a tile unless it is NULL. */
static cli_status prepare_run(const subcommand *command, int argc, char **argv,
                              const sheet_tile *tile)
{
    prepare_settings chosen = {.sprite = sprite_options_defaults()};
    output_list outputs = {0};
    figure_list report = {0};
    bool has_all = false;
    int operands = argc;
    cli_status status = command_begin(command, &chosen, argc, argv, &operands);
    const char *path = argv[operands];
    if (status == GO_ON)
        status = sheet_begin(&chosen.sprite, &chosen.paths, command->name, &has_all);
    has_all &= tile == NULL;
    sheet_use(tile, &chosen.sprite, &chosen.paths);
    if (status == GO_ON && has_all)
        status = sheet_run_all(command, argc, argv, path, &chosen.sprite, &chosen.paths,
                               prepare_run);
    else if (status == GO_ON) {
        status = prepare_begin(&chosen, &outputs, path);
        if (status == GO_ON)
            status = prepare_one(&chosen, &outputs, tile != NULL ? tile->name : path, &report);
        if (status == GO_ON && chosen.json)
            status = report_json(&report, &outputs);
    }
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
    COMMAND_GROUPS(groups),
    .min_operands = 1,
    .max_operands = 1,
    .takes_files = true,
    .formats = &prepare_formats,
    .run = cmd_prepare_run,
};
