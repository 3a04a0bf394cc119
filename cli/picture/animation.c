#include "animation.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/message.h"
#include "source.h"

/* Makes the pictures of frames that lie one below the other. */
static df_status animation_split(const sprite_options *options, const image *pixels,
                                 df_picture **frames, size_t count, df_error *error)
{
    const unsigned height = pixels->height / (unsigned)count;
    const df_status status =
        df_picture_from_rgba(frames, count, pixels->rgba, pixels->width, height, error);
    if (status == DF_ERROR_INPUT)
        sprite_options_hint(options, error);
    return status;
}

/* Finds the size of the tiles of a still image, which is given, looks like a sheet or is a
 * strip of squares; of others the tile has the size 0. */
static df_status animation_find_tiles(const sprite_options *options, const image *pixels,
                                      unsigned tile[2], df_error *error)
{
    df_prepared report = {0};
    sprite_options finding = *options; /* takes no step but to find the tiles */
    df_preparation *how = &finding.how;
    image sheet = {.width = pixels->width, .height = pixels->height};
    const size_t size = (size_t)4 * pixels->width * pixels->height;
    tile[0] = options->has_tile ? 0 : options->tile_width;
    tile[1] = options->has_tile ? 0 : options->tile_height;
    if (tile[0] > 0 || options->how.tile == DF_WHOLE_SHEET)
        return DF_OK;
    sheet.rgba = malloc(size);
    if (sheet.rgba == NULL)
        return DF_ERROR_MEMORY;
    memcpy(sheet.rgba, pixels->rgba, size);
    how->enlargement = how->background = how->fit = how->alpha = how->colors = DF_STEP_KEEP;
    finding.palette.count = 0;
    const df_status status = sprite_options_apply(&finding, &sheet, 1, &report, error);
    const bool is_strip = source_count_strip(pixels->width, pixels->height) > 1;
    tile[0] = report.tile > 0 ? report.tile_width : is_strip ? pixels->height : 0;
    tile[1] = report.tile > 0 ? report.tile_height : tile[0];
    image_free(&sheet);
    return status;
}

/* Puts the tiles of a still image one below the other, as frames, but for clear ones. */
static df_status animation_stack_tiles(const sprite_options *options, image *pixels,
                                       image_film *film, df_error *error)
{
    unsigned tile[2] = {0};
    const df_status status =
        film->count == 1 ? animation_find_tiles(options, pixels, tile, error) : DF_OK;
    if (status != DF_OK || tile[0] == 0)
        return status;
    const unsigned columns = pixels->width / tile[0], rows = pixels->height / tile[1];
    const size_t row = (size_t)4 * tile[0];
    uint8_t *made = malloc(row * tile[1] * columns * rows + 1);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    film->count = 0;
    free(film->milliseconds); /* a still image says no times */
    film->milliseconds = NULL;
    film->plays = 0;
    for (unsigned i = 0; i < columns * rows; i++) {
        uint8_t *to = made + film->count * tile[1] * row, alpha = 0;
        const uint8_t *from =
            pixels->rgba + (size_t)4 * pixels->width * tile[1] * (i / columns);
        for (unsigned y = 0; y < tile[1]; y++)
            memcpy(to + y * row, from + (size_t)4 * pixels->width * y + i % columns * row, row);
        for (size_t k = 3; k < tile[1] * row; k += 4)
            alpha |= to[k];
        film->count += alpha != 0;
    }
    image_free(pixels);
    *pixels = (image){.width = tile[0], .height = tile[1] * film->count, .rgba = made};
    return film->count > 0
               ? DF_OK
               : message_error(error, DF_ERROR_INPUT,
                               "no tile of %ux%u pixels has anything opaque; choose "
                               "other --tiles",
                               tile[0], tile[1]);
}

/* Squares that a frame of a video has at most at either side, unless --fit says how many. */
enum { ANIMATION_VIDEO_SIDE = 48 };

/* Chooses what ffmpeg takes of a video: frames of about the size in which they are printed. */
static video_part animation_choose_part(const sprite_options *options)
{
    const df_preparation *how = &options->how;
    video_part part = options->video;
    const bool is_scaled = !how->clears && how->enlargement != DF_STEP_GIVEN &&
                           how->fit != DF_STEP_KEEP && !(how->exact && how->fit_width == 0);
    part.left = how->crop_left;
    part.top = how->crop_top;
    part.seen_width = how->crop_width;
    part.seen_height = how->crop_height;
    for (unsigned i = 0; i < 2 && is_scaled; i++)
        part.max_side[i] = how->fit != DF_STEP_GIVEN ? ANIMATION_VIDEO_SIDE
                           : i == 0                  ? how->fit_width
                                                     : how->fit_height;
    return part;
}

/* Prepares all frames alike. A video has been cut; its background stays, as it is cheaper to
 * print than nothing. */
static df_status animation_prepare(const sprite_options *options, image *pixels,
                                   const image_film *film, df_prepared *report, df_error *error)
{
    sprite_options alike = *options;
    if (!options->has_tile)
        alike.tile_width = 0;
    if (film->is_video) {
        alike.how.crop_width = 0;
        if (alike.how.background == DF_STEP_AUTO)
            alike.how.background = DF_STEP_KEEP;
    }
    return sprite_options_apply(&alike, pixels, film->count, report, error);
}

cli_status animation_read(const char *command, const char *path, const sprite_options *options,
                          animation *made, df_prepared *report)
{
    df_error error = {0};
    image pixels = {0};
    image_film film = {0};
    const video_part part = animation_choose_part(options);
    if (path == NULL)
        return message_usage(command, "--all-frames needs an animation; name one");
    if (options->frame != 1)
        return message_usage(command, "--all-frames takes all frames; leave out --frame");
    const cli_status failure = source_read_frames(path, options, &part, &pixels, &film);
    if (failure != GO_ON)
        return failure;
    const bool is_still = film.count == 1;
    df_status status = animation_stack_tiles(options, &pixels, &film, &error);
    if (status == DF_OK && is_still && film.count > 1 && options->tile_width == 0)
        message("%s: cut into %u frames of %ux%u pixels; --tile keep takes it whole",
                source_sprite_name(path), film.count, pixels.width, pixels.height / film.count);
    if (status == DF_OK)
        status = animation_prepare(options, &pixels, &film, report, &error);
    if (status == DF_OK) {
        *made = (animation){.count = film.count,
                            .frames = calloc(film.count, sizeof made->frames[0]),
                            .plays = film.plays,
                            .is_video = film.is_video,
                            .times = film.milliseconds};
        status = made->frames != NULL
                     ? animation_split(options, &pixels, made->frames, made->count, &error)
                     : DF_ERROR_MEMORY;
    } else {
        image_film_free(&film);
    }
    image_free(&pixels);
    if (status != DF_OK)
        return message_picture(source_sprite_name(path), status, &error);
    source_say(path, options, report);
    return GO_ON;
}

void animation_free(animation *read)
{
    for (size_t i = 0; i < read->count && read->frames != NULL; i++)
        df_picture_free(read->frames[i]);
    free(read->frames);
    free(read->times);
    *read = (animation){.count = 0};
}

void animation_mark(const animation *read, df_plan *plan)
{
    for (size_t i = 0; i < plan->frame_count && i < read->count; i++)
        plan->frames[i].milliseconds = read->times != NULL ? read->times[i] : 0;
    plan->plays = read->plays <= DF_PLAN_MAX_PLAYS ? read->plays : DF_PLAN_MAX_PLAYS;
}
