#include "sprite_options.h"

#include <string.h>
#include <unistd.h>

#include "cli/base/choice.h"
#include "cli/base/common_options.h"
#include "cli/base/digits.h"
#include "cli/base/message.h"
#include "dropforge/omino.h"

/* Takes auto or keep. False for any other word, which then gives the step. */
static bool sprite_take_word(df_step *step, const char *value)
{
    *step = strcmp(value, "auto") == 0   ? DF_STEP_AUTO
            : strcmp(value, "keep") == 0 ? DF_STEP_KEEP
                                         : DF_STEP_GIVEN;
    return *step != DF_STEP_GIVEN;
}

/* Takes auto, keep or a number up to a maximum. */
static bool sprite_take_number(df_step *step, unsigned *number, const char *value, unsigned min,
                               unsigned max)
{
    uint64_t read = 0;
    if (sprite_take_word(step, value))
        return true;
    const bool is_number = digits_read_all(value, max, &read);
    *number = (unsigned)read;
    return is_number && read >= min;
}

static bool sprite_take_frame(void *field, const char *value)
{
    sprite_options *options = field;
    uint64_t number = 1;
    const bool is_number = digits_read_all(value, IMAGE_MAX_FRAME, &number);
    options->tag = is_number ? NULL : value;
    options->frame = is_number ? (unsigned)number : 1;
    return is_number ? number > 0 : value[strspn(value, "-0123456789")] != '\0';
}

/* Reads seconds, or minutes or hours too between colons, as milliseconds; the seconds may have
 * decimals. */
static bool sprite_read_time(unsigned *time, const char *value)
{
    enum { MAX_SECONDS = 360000, MAX_PARTS = 3, MAX_DECIMALS = 3 };
    uint64_t all = 0, part = 0, decimals = 0;
    const char *end = value - 1;
    for (unsigned parts = 0; parts == 0 || (*end == ':' && parts < MAX_PARTS); parts++) {
        end = digits_read(end + 1, parts == 0 ? MAX_SECONDS : 59, &part);
        if (end == NULL)
            return false;
        all = 60 * all + part;
    }
    const size_t length = *end == '.' ? strlen(end + 1) : 0;
    if (*end == '.' && (length > MAX_DECIMALS || !digits_read_all(end + 1, 999, &decimals)))
        return false;
    for (size_t i = length; i < MAX_DECIMALS; i++)
        decimals *= 10;
    *time = (unsigned)(all * 1000 + decimals);
    return (*end == '\0' || *end == '.') && all <= MAX_SECONDS;
}

static bool sprite_take_from(void *field, const char *value)
{
    return sprite_read_time(&((sprite_options *)field)->video.from, value);
}

static bool sprite_take_to(void *field, const char *value)
{
    sprite_options *options = field;
    return sprite_read_time(&options->video.to, value) && options->video.to > 0;
}

static bool sprite_take_crop(void *field, const char *value)
{
    df_preparation *how = &((sprite_options *)field)->how;
    uint64_t left = 0, top = 0;
    unsigned width = 0, height = 0;
    const char *end = digits_read(value, IMAGE_MAX_SIDE, &left);
    if (end != NULL)
        end = *end == ',' ? digits_read(end + 1, IMAGE_MAX_SIDE, &top) : NULL;
    if (end == NULL || *end != ',' ||
        !choice_read_size(end + 1, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE, &width, &height))
        return false;
    how->crop_left = (size_t)left;
    how->crop_top = (size_t)top;
    how->crop_width = width;
    how->crop_height = height;
    return true;
}

static bool sprite_take_tiles(void *field, const char *value)
{
    sprite_options *options = field;
    return choice_read_size(value, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE, &options->tile_width,
                            &options->tile_height);
}

static bool sprite_take_tile(void *field, const char *value)
{
    sprite_options *options = field;
    uint64_t column = 0, row = 0;
    const bool is_whole = strcmp(value, "keep") == 0;
    const char *end = digits_read(value, IMAGE_MAX_SIDE, &column);
    const bool is_number = end != NULL && *end == '\0' && column > 0;
    options->how.tile = is_whole ? DF_WHOLE_SHEET : is_number ? (unsigned)column : 0;
    options->has_tile = is_number || (end != NULL && *end == ',' &&
                                      digits_read_all(end + 1, IMAGE_MAX_SIDE, &row));
    options->tile_column = (unsigned)column;
    options->tile_row = (unsigned)row;
    return options->has_tile || is_whole;
}

static bool sprite_take_transparent(void *field, const char *value)
{
    df_preparation *how = &((sprite_options *)field)->how;
    char color[32] = "";
    const size_t length = strcspn(value, "~");
    uint64_t tolerance = 0;
    if (length >= sizeof color)
        return false;
    memcpy(color, value, length);
    if (value[length] == '~' && !digits_read_all(value + length + 1, 255, &tolerance))
        return false;
    how->clears = choice_read_color(color, &how->clear_color);
    how->clear_tolerance = (unsigned)tolerance;
    return how->clears;
}

static bool sprite_take_enlarged(void *field, const char *value)
{
    df_preparation *how = &((sprite_options *)field)->how;
    return sprite_take_number(&how->enlargement, &how->factor, value, 1, IMAGE_MAX_SIDE);
}

static bool sprite_take_backdrop(void *field, const char *value)
{
    df_preparation *how = &((sprite_options *)field)->how;
    return sprite_take_word(&how->background, value) ||
           choice_read_color(value, &how->background_color);
}

static bool sprite_take_fit(void *field, const char *value)
{
    df_preparation *how = &((sprite_options *)field)->how;
    return sprite_take_word(&how->fit, value) ||
           choice_read_size(value, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE, &how->fit_width,
                            &how->fit_height);
}

static bool sprite_take_alpha(void *field, const char *value)
{
    df_preparation *how = &((sprite_options *)field)->how;
    return sprite_take_number(&how->alpha, &how->alpha_threshold, value, 0, 255);
}

static bool sprite_take_colors(void *field, const char *value)
{
    df_preparation *how = &((sprite_options *)field)->how;
    return sprite_take_number(&how->colors, &how->color_count, value, 1, DF_PICTURE_MAX_COLORS);
}

void sprite_options_take_palette(sprite_options *options, const df_named_palette *palette)
{
    options->palette.count = palette->count;
    memcpy(options->palette.colors, palette->colors, palette->count * sizeof(df_color));
}

/* Takes the name of a built-in palette or of a file. */
static bool sprite_take_palette(void *field, const char *value)
{
    sprite_options *options = field;
    unsigned i = 0;
    while (i < DF_PALETTES && strcmp(value, df_palettes[i].name) != 0)
        i++;
    options->is_guideline = i == DF_PALETTE_GUIDELINE;
    options->palette_path = i == DF_PALETTES ? value : NULL;
    if (i < DF_PALETTES)
        sprite_options_take_palette(options, &df_palettes[i]);
    return i < DF_PALETTES || strpbrk(value, "./") != NULL || strcmp(value, "-") == 0 ||
           access(value, F_OK) == 0;
}

static const char *sprite_palette_name(size_t index)
{
    return index < DF_PALETTES ? df_palettes[index].name : NULL;
}

#define FIELD(name) offsetof(sprite_options, name)
#define SPRITE_TIME "a time in seconds like 83.5, or like 1:23.5"

const option_spec sprite_option_specs[] = {
    OPTION_FLAG("exact", FIELD(how.exact),
                "change nothing but what other options ask for; refuse what cannot be printed "
                "then"),
    OPTION_TAKEN(
        "frame", "N", sprite_take_frame, 0,
        "take this frame of an animation, 1 to 1000000, or the frames with this tag of "
        "Aseprite; default 1, the first",
        .expects = "a whole number from 1 to 1000000, or the name of a tag"),
    OPTION_TAKEN("from-time", "TIME", sprite_take_from, 0,
                 "take a video from this time on, in seconds or as M:SS; default its beginning",
                 .expects = SPRITE_TIME),
    OPTION_TAKEN("to-time", "TIME", sprite_take_to, 0,
                 "take a video up to this time; default its end", .expects = SPRITE_TIME),
    OPTION_TAKEN("crop", "X,Y,WxH", sprite_take_crop, 0,
                 "take the part of W by H pixels whose top left pixel is in column X and row "
                 "Y, counted from 0",
                 .expects = "a place and a size like 16,0,16x16"),
    OPTION_TAKEN(
        "tiles", "WxH", sprite_take_tiles, 0,
        "the image is a sheet of tiles of W by H pixels: take one with --tile, or all, with "
        "%c and %r (column and row) in the names of outputs",
        .expects = "two whole numbers from 1 to 65535 like 16x16"),
    OPTION_TAKEN("tile", "N|COLUMN,ROW", sprite_take_tile, 0,
                 "take this tile of a sheet, counted row by row from 1, or with --tiles its "
                 "column and row from 0; default: the first of an image that looks like a "
                 "sheet; keep: the whole sheet",
                 .expects = "a number from 1, a column and a row like 3,0, or keep"),
    OPTION_TAKEN(
        "transparent", "COLOR[~T]", sprite_take_transparent, 0,
        "make pixels of this colour transparent; with T, also those whose red, green and "
        "blue differ from it by at most T of 255",
        .expects = "a colour like #1b2638, #fff or orange, or one with a tolerance "
                   "like white~20"),
    OPTION_TAKEN(
        "enlarged", "N", sprite_take_enlarged, 0,
        "undo an enlargement by N; default auto: if the image is enlarged; keep: never",
        .expects = "a whole number from 1, auto or keep"),
    OPTION_TAKEN(
        "backdrop", "COLOR", sprite_take_backdrop, 0,
        "make this colour transparent from the border inwards; default auto: the plain "
        "background of an image that cannot be printed as it is; keep: never",
        .expects = "a colour like #fff, auto or keep"),
    OPTION_TAKEN(
        "fit", "WxH", sprite_take_fit, 0,
        "scale down to at most W by H squares; default auto: photographs and drawings to "
        "what prints in seconds, others only to what can be printed; keep: never",
        .expects = "two whole numbers from 1 to 65535 like 17x20, auto or keep"),
    OPTION_TAKEN("alpha-threshold", "N", sprite_take_alpha, 0,
                 "make pixels with an alpha of at least N (0 to 255) opaque, and others "
                 "transparent; default auto: if there are half-transparent pixels; keep: never",
                 .expects = "a whole number from 0 to 255, auto or keep"),
    OPTION_TAKEN(
        "colors", "N", sprite_take_colors, 0,
        "use at most N colours (1 to 255); default auto: as many as can be printed; keep: "
        "all",
        .expects = "a whole number from 1 to 255, auto or keep"),
    OPTION_TAKEN(
        "palette", "FILE|NAME", sprite_take_palette, 0,
        "use only colours of this palette: a .gpl, .hex, .pal or .act file, an image, or "
        "pico-8, gameboy, nes, c64, zx-spectrum or guideline, the colours of the seven pieces, "
        "of which print draws each with its own piece, if a plan is found",
        .value = sprite_palette_name, .may_be_file = true,
        .expects = "a file, pico-8, gameboy, nes, c64, zx-spectrum or guideline"),
    OPTION_NAMED("dither", "HOW", "none ordered floyd-steinberg", FIELD(how.dither),
                 "imitate other colours by patterns: ordered or floyd-steinberg; default none"),
    {.name = NULL},
};

sprite_options sprite_options_defaults(void)
{
    return (sprite_options){.frame = 1};
}

/* Refuses options that do not go together. */
static cli_status sprite_options_check(const sprite_options *options, const char *command)
{
    const df_preparation *how = &options->how;
    const bool is_whole = options->are_frames && !options->has_tile;
    if (!is_whole && options->has_tile != (options->tile_width > 0) && options->how.tile == 0)
        return message_usage(command, "--tiles and --tile go together; add --%s",
                             options->has_tile ? "tiles" : "tile");
    if (options->has_tile && how->crop_width > 0)
        return message_usage(command, "--tile takes a part as --crop does; leave one out");
    if (options->video.to > 0 && options->video.to <= options->video.from)
        return message_usage(command, "--to-time must be later than --from-time");
    const bool reduces = how->colors == DF_STEP_GIVEN || options->palette.count > 0 ||
                         (how->colors == DF_STEP_AUTO && !how->exact);
    if (how->dither == DF_DITHER_NONE || reduces)
        return GO_ON;
    return message_usage(command, "--dither needs a number of colours; add --colors");
}

cli_status sprite_options_begin(sprite_options *options, const char *command)
{
    const cli_status status = options->palette_path != NULL
                                  ? palette_file_read(options->palette_path, &options->palette)
                                  : GO_ON;
    return status == GO_ON ? sprite_options_check(options, command) : status;
}

/* Says which tiles of that size there are. */
static df_status sprite_refuse_tile(const sprite_options *options, size_t columns, size_t rows,
                                    df_error *error)
{
    if (columns == 0 || rows == 0)
        return message_error(
            error, DF_ERROR_INPUT,
            "a tile of %ux%u pixels is larger than the picture; choose smaller "
            "--tiles",
            options->tile_width, options->tile_height);
    return message_error(
        error, DF_ERROR_INPUT,
        "there are %zux%zu tiles of %ux%u pixels; choose one up to --tile %zu or "
        "--tile %zu,%zu",
        columns, rows, options->tile_width, options->tile_height, columns * rows, columns - 1,
        rows - 1);
}

/* Says how many tiles of a sheet are recognised. */
static df_status sprite_refuse_number(const image *sheet, const df_preparation *wanted,
                                      df_error *error)
{
    size_t width = sheet->width, height = sheet->height;
    df_preparation first = *wanted;
    df_prepared report;
    first.tile = 0;
    const df_status status = df_pixels_prepare(sheet->rgba, &width, &height, &first, &report);
    if (status == DF_OK && report.tiles > 0)
        return message_error(error, DF_ERROR_INPUT,
                             "%u tiles of %ux%u pixels are recognised; choose one up to --tile "
                             "%u, or add --tiles WxH, their size",
                             report.tiles, report.tile_width, report.tile_height, report.tiles);
    return message_error(error, DF_ERROR_INPUT,
                         "there is no tile %u that is recognised; add --tiles WxH, the size of "
                         "the tiles",
                         wanted->tile);
}

/* True if the size of a tile is given, and which. */
static bool sprite_has_tile(const sprite_options *options)
{
    return options->has_tile && options->tile_width > 0;
}

/* Returns how many tiles of the size that is given lie side by side in the file. */
static unsigned sprite_count_columns(const sprite_options *options, const image *sheet)
{
    const unsigned width = sheet->full_width > 0 ? sheet->full_width : sheet->width;
    return width / options->tile_width;
}

/* Chooses the part of an image, of whose pixels fewer may have been read. */
static void sprite_choose_part(const sprite_options *options, const image *sheet,
                               size_t frame_height, df_preparation *how)
{
    if (sprite_has_tile(options)) {
        const unsigned number = how->tile, columns = sprite_count_columns(options, sheet);
        const bool is_numbered = number > 0 && columns > 0;
        const size_t column = is_numbered ? (number - 1) % columns : options->tile_column;
        const size_t row = is_numbered ? (number - 1) / columns : options->tile_row;
        how->crop_width = options->tile_width;
        how->crop_height = options->tile_height;
        how->crop_left = column * options->tile_width;
        how->crop_top = row * options->tile_height;
    } else if (options->tile_width > 0) {
        how->tile = DF_WHOLE_SHEET;
    }
    if (sheet->full_width == 0 || how->crop_width == 0)
        return;
    const size_t width = sheet->full_width, height = sheet->full_height;
    how->crop_left = how->crop_left * sheet->width / width;
    how->crop_top = how->crop_top * frame_height / height;
    how->crop_width = (how->crop_width * sheet->width + width - 1) / width;
    how->crop_height = (how->crop_height * frame_height + height - 1) / height;
}

/* Reports the tile that is given, or the size of those that are recognised in pixels of the
 * file. */
static void sprite_report_tile(const sprite_options *options, const image *sheet,
                               size_t frame_height, df_prepared *report)
{
    const size_t height = sheet->full_width > 0 ? sheet->full_height : frame_height;
    if (sprite_has_tile(options)) {
        const unsigned columns = sprite_count_columns(options, sheet);
        report->tile_width = options->tile_width;
        report->tile_height = options->tile_height;
        report->tiles = columns * (unsigned)(height / options->tile_height);
        report->tile = options->how.tile > 0
                           ? options->how.tile
                           : options->tile_row * columns + options->tile_column + 1;
    } else if (sheet->full_width > 0) {
        const size_t across = report->tile_width * (size_t)sheet->full_width + sheet->width / 2;
        const size_t up = report->tile_height * height + frame_height / 2;
        report->tile_width = (unsigned)(across / sheet->width);
        report->tile_height = (unsigned)(up / frame_height);
    }
}

df_status sprite_options_apply(const sprite_options *options, image *prepared, size_t frames,
                               df_prepared *report, df_error *error)
{
    df_preparation how = options->how;
    size_t width = prepared->width, height = prepared->height;
    const size_t frame_height = height / frames;
    sprite_choose_part(options, prepared, frame_height, &how);
    how.frames = frames;
    how.lossy = prepared->is_lossy;
    if (options->palette.count > 0) {
        how.palette = options->palette.colors;
        how.palette_count = options->palette.count;
    }
    const bool is_outside =
        how.crop_width > 0 && (how.crop_left + how.crop_width > width ||
                               how.crop_top + how.crop_height > frame_height);
    if (is_outside && sprite_has_tile(options))
        return sprite_refuse_tile(options, width / how.crop_width,
                                  frame_height / how.crop_height, error);
    if (is_outside)
        return message_error(
            error, DF_ERROR_INPUT,
            "the part %zu,%zu,%zux%zu is not inside the %zux%zu pixels; choose "
            "another",
            how.crop_left, how.crop_top, how.crop_width, how.crop_height, width, frame_height);
    const df_status status = df_pixels_prepare(prepared->rgba, &width, &height, &how, report);
    if (status == DF_ERROR_ARGUMENT && options->has_tile && !sprite_has_tile(options))
        return sprite_refuse_number(prepared, &how, error);
    if (status == DF_ERROR_ARGUMENT)
        return message_error(error, DF_ERROR_INPUT,
                             "the sides of the picture are no multiples of --enlarged %u; "
                             "leave it out",
                             how.factor);
    if (status == DF_OK)
        sprite_report_tile(options, prepared, frame_height, report);
    prepared->width = (unsigned)width;
    prepared->height = (unsigned)height;
    return status;
}

void sprite_options_hint(const sprite_options *options, df_error *error)
{
    const df_preparation *how = &options->how;
    const size_t used = strlen(error->text), left = sizeof error->text - used;
    if (error->line != 0 && error->column != 0)
        snprintf(error->text + used, left, ", or leave out %s",
                 how->exact ? "--exact" : "what keeps it");
    else if (how->clears)
        snprintf(error->text + used, left, " or leave out --transparent");
    else if (how->background == DF_STEP_GIVEN)
        snprintf(error->text + used, left, " or leave out --backdrop");
    else if (how->alpha == DF_STEP_GIVEN && how->alpha_threshold > 1)
        snprintf(error->text + used, left, " or leave out --alpha-threshold");
}
