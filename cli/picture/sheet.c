#include "sheet.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/cleanup.h"
#include "cli/base/clock.h"
#include "source.h"

cli_status sheet_begin(sprite_options *options, const text_list *paths, const char *command,
                       bool *has_all)
{
    const char *unmarked = NULL;
    size_t marked = 0;
    for (size_t i = 0; i < paths->count; i++) {
        const char *path = paths->items[i];
        if (strstr(path, "%c") != NULL && strstr(path, "%r") != NULL)
            marked++;
        else
            unmarked = path;
    }
    const bool are_apart =
        options->tile_width > 0 && !options->has_tile && !options->are_frames;
    *has_all = are_apart && marked > 0;
    if (are_apart && marked == 0)
        return message_usage(
            command, "--tiles needs --tile N or COLUMN,ROW for one tile; for all of them put "
                     "%%c and %%r, its column and row, into the name of each output");
    if (!*has_all && marked > 0)
        return message_usage(command,
                             "%%c and %%r in a name stand for each tile of a sheet; %s",
                             options->has_tile ? "leave out --tile" : "add --tiles WxH");
    if (*has_all && unmarked != NULL)
        return message_usage(command,
                             "%s would be written for each tile; put %%c and %%r, its column "
                             "and row, into the name",
                             output_name(unmarked));
    sprite_options one = *options;
    one.has_tile |= *has_all;
    const cli_status status = sprite_options_begin(&one, command);
    options->palette = one.palette;
    return status;
}

/* Writes a number for each %c and each %r of a path. NULL when memory runs out. */
static char *sheet_expand(const char *path, unsigned column, unsigned row)
{
    char *name = malloc(6 * strlen(path) + 1);
    char *end = name;
    while (name != NULL && *path != '\0') {
        if (path[0] == '%' && (path[1] == 'c' || path[1] == 'r')) {
            end += sprintf(end, "%u", path[1] == 'c' ? column : row);
            path += 2;
        } else {
            *end++ = *path++;
        }
    }
    if (name != NULL)
        *end = '\0';
    return name;
}

static void sheet_free_tile(sheet_tile *tile)
{
    for (size_t i = 0; i < tile->paths.count; i++)
        free((char *)tile->paths.items[i]);
    text_list_free(&tile->paths);
    image_free(&tile->pixels);
}

static bool sheet_copy(image *copy, const image *sheet, size_t left, size_t top, unsigned width,
                       unsigned height)
{
    *copy = (image){.width = width, .height = height, .is_lossy = sheet->is_lossy};
    copy->rgba = malloc((size_t)4 * width * height);
    for (size_t y = 0; y < height && copy->rgba != NULL; y++)
        memcpy(copy->rgba + 4 * y * width, sheet->rgba + 4 * ((top + y) * sheet->width + left),
               (size_t)4 * width);
    return copy->rgba != NULL;
}

/* Makes a tile; the caller frees it either way. */
static df_status sheet_make_tile(sheet_tile *tile, const image *sheet, const char *path,
                                 const sprite_options *options, const text_list *paths)
{
    const unsigned column = options->tile_column, row = options->tile_row;
    snprintf(tile->name, sizeof tile->name, "%.250s %u,%u", source_sprite_name(path), column,
             row);
    if (!sheet_copy(&tile->pixels, sheet, (size_t)column * options->tile_width,
                    (size_t)row * options->tile_height, options->tile_width,
                    options->tile_height))
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < paths->count; i++) {
        char *name = sheet_expand(paths->items[i], column, row);
        if (name == NULL || !text_list_add(&tile->paths, name)) {
            free(name);
            return DF_ERROR_MEMORY;
        }
    }
    return DF_OK;
}

/* Finds the factor by which a sheet was enlarged, which small tiles do not show. */
static df_status sheet_find_factor(const image *sheet, unsigned *factor)
{
    const df_preparation how = {.frames = 1,
                                .lossy = sheet->is_lossy,
                                .tile = DF_WHOLE_SHEET,
                                .background = DF_STEP_KEEP,
                                .fit = DF_STEP_KEEP,
                                .alpha = DF_STEP_KEEP,
                                .colors = DF_STEP_KEEP};
    size_t width = sheet->width, height = sheet->height;
    df_prepared report = {0};
    image copy;
    if (!sheet_copy(&copy, sheet, 0, 0, sheet->width, sheet->height))
        return DF_ERROR_MEMORY;
    const df_status status = df_pixels_prepare(copy.rgba, &width, &height, &how, &report);
    *factor = report.factor;
    image_free(&copy);
    return status;
}

/* Finds out if nothing of a tile would be printed. */
static df_status sheet_find_empty(const sheet_tile *tile, const sprite_options *options,
                                  bool *is_empty)
{
    image copy;
    df_prepared report = {0};
    df_error error;
    if (!sheet_copy(&copy, &tile->pixels, 0, 0, tile->pixels.width, tile->pixels.height))
        return DF_ERROR_MEMORY;
    const df_status status = sprite_options_apply(options, &copy, 1, &report, &error);
    *is_empty = status == DF_OK;
    for (size_t i = 0; i < (size_t)copy.width * copy.height; i++)
        *is_empty &= copy.rgba[4 * i + 3] == 0;
    image_free(&copy);
    return status == DF_ERROR_MEMORY ? status : DF_OK;
}

void sheet_use(const sheet_tile *tile, sprite_options *options, text_list *paths)
{
    if (tile == NULL)
        return;
    options->part = &tile->pixels;
    if (options->how.enlargement == DF_STEP_AUTO)
        options->how.factor = tile->factor;
    for (size_t i = 0; i < paths->count; i++)
        paths->items[i] = tile->paths.items[i];
}

/* The numbers of tiles so far, and the first failure, or GO_ON. */
typedef struct sheet_count {
    unsigned written, empty, failed;
    cli_status status;
} sheet_count;

static void sheet_run_tile(sheet_count *count, const sheet_tile *tile,
                           const sprite_options *options, const subcommand *command, int argc,
                           char **argv, sheet_run *run)
{
    bool is_empty = false;
    cli_status status = message_status(sheet_find_empty(tile, options, &is_empty), NULL);
    if (status == GO_ON && is_empty) {
        count->empty++;
        return;
    }
    if (status == GO_ON)
        status = run(command, argc, argv, tile);
    count->written += status == GO_ON;
    count->failed += status != GO_ON;
    if (count->status == GO_ON)
        count->status = status;
}

/* Refuses an image that has no tiles, or has been scaled. */
static cli_status sheet_check_size(const image *sheet, const char *name,
                                   const sprite_options *options)
{
    if (sheet->full_width > 0)
        return message("%s: a sheet of %u by %u pixels is too large; cut it into smaller ones",
                       name, sheet->full_width, sheet->full_height);
    if (sheet->width >= options->tile_width && sheet->height >= options->tile_height)
        return GO_ON;
    return message("%s: tiles of %ux%u do not fit into %ux%u pixels; give smaller --tiles",
                   name, options->tile_width, options->tile_height, sheet->width,
                   sheet->height);
}

/* Says on a terminal, after the first tile that was written, how long all will take, if that
 * is long. */
static void sheet_estimate(const char *name, const sheet_count *before,
                           const sheet_count *count, double seconds, unsigned tiles)
{
    enum { LONG_SECONDS = 20 };
    if (before->written == 0 && count->written == 1 && seconds * tiles > LONG_SECONDS &&
        isatty(STDERR_FILENO))
        message("%s: %u tiles will take about %.0f s", name, tiles, seconds * tiles);
}

cli_status sheet_run_all(const subcommand *command, int argc, char **argv, const char *path,
                         const sprite_options *options, const text_list *paths, sheet_run *run)
{
    const char *name = source_sprite_name(path);
    sprite_options here = *options;
    sheet_count count = {.status = GO_ON};
    image sheet = {0};
    cli_status status = source_image(path, options, &sheet);
    if (status == GO_ON)
        status = sheet_check_size(&sheet, name, options);
    const unsigned columns = sheet.width / options->tile_width;
    const unsigned total = columns * (sheet.height / options->tile_height);
    unsigned factor = 1;
    if (status == GO_ON)
        status = message_status(sheet_find_factor(&sheet, &factor), NULL);
    for (unsigned i = 0; i < total && status == GO_ON && !cleanup_is_asked(); i++) {
        const sheet_count before = count;
        const double begun = clock_seconds();
        sheet_tile tile = {.factor = factor};
        here.tile_column = i % columns;
        here.tile_row = i / columns;
        status = message_status(sheet_make_tile(&tile, &sheet, path, &here, paths), NULL);
        if (status == GO_ON)
            sheet_run_tile(&count, &tile, &here, command, argc, argv, run);
        sheet_free_tile(&tile);
        sheet_estimate(name, &before, &count, clock_seconds() - begun, total - i);
    }
    image_free(&sheet);
    if (status != GO_ON)
        return status;
    message("%s: %u of %u tiles written, %u empty, %u refused", name, count.written, total,
            count.empty, count.failed);
    return count.status;
}
