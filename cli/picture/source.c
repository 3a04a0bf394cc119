#include "source.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/file.h"
#include "cli/base/message.h"
#include "dropforge/blocks.h"
#include "dropforge/drops.h"
#include "dropforge/fumen.h"
#include "image.h"

/* The sprite that is printed when none is given: an anvil with a glowing piece on it. */
enum { SIDE = 16 };

/* '#' hot metal, 'o' bright steel, '+' dark steel. */
static const char drawing[SIDE][SIDE + 1] = {
    ".........##.....", "....#....##....#", ".......######...", "..#....######...",
    ".....ooooooooooo", "oooooooooooooooo", ".ooooooooooooo++", "...++ooooooo+++.",
    "......+oooo++...", ".......oooo+....", ".......ooo++....", "......oooo++....",
    "....oooooooo++..", "...oooooooooo++.", "...++++++++++++.", "...+++....+++...",
};

static const struct {
    char letter;
    uint8_t rgba[4];
} inks[] = {
    {'.', {0, 0, 0, 0}},
    {'#', {0xff, 0x8a, 0x2b, 0xff}},
    {'o', {0xc2, 0xcf, 0xda, 0xff}},
    {'+', {0x5c, 0x74, 0x8f, 0xff}},
};

static df_status source_draw_builtin(image *drawn)
{
    uint8_t *rgba = malloc((size_t)SIDE * SIDE * 4);
    if (rgba == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        for (size_t ink = 0; ink < sizeof inks / sizeof inks[0]; ink++) {
            if (drawing[i / SIDE][i % SIDE] == inks[ink].letter)
                memcpy(&rgba[4 * i], inks[ink].rgba, 4);
        }
    }
    *drawn = (image){.width = SIDE, .height = SIDE, .rgba = rgba};
    return DF_OK;
}

const char *source_sprite_name(const char *path)
{
    return path != NULL ? input_name(path) : "built-in sprite";
}

int source_sprite(const char *path, const sprite_options *options, df_picture **sprite)
{
    df_error error = {0};
    image pixels = {0};
    df_status status;
    if (path == NULL) {
        status = image_check_frame(options->frame, 1, &error);
        if (status == DF_OK)
            status = source_draw_builtin(&pixels);
    } else {
        char *bytes;
        size_t length;
        const int failure = file_read(path, &bytes, &length);
        if (failure >= 0)
            return failure;
        status = image_decode((const uint8_t *)bytes, length, options->frame, &pixels, &error);
        free(bytes);
    }
    if (status == DF_OK)
        status = sprite_options_apply(options, &pixels);
    if (status == DF_OK) {
        status = df_picture_from_rgba(sprite, pixels.rgba, pixels.width, pixels.height, &error);
        if (status == DF_ERROR_INPUT)
            sprite_options_hint(options, &pixels, &error);
    }
    image_free(&pixels);
    return status == DF_OK ? -1 : message_picture(source_sprite_name(path), status, &error);
}

/* Makes the pictures of frames that lie one below the other. */
static df_status source_split_frames(const sprite_options *options, const image *pixels,
                                     df_picture **frames, size_t count, df_error *error)
{
    const unsigned height = pixels->height / (unsigned)count;
    const df_status status =
        df_picture_frames(frames, count, pixels->rgba, pixels->width, height, error);
    if (status == DF_ERROR_INPUT)
        sprite_options_hint(options, pixels, error);
    return status;
}

int source_frames(const char *command, const char *path, const sprite_options *options,
                  df_picture ***frames, size_t *count)
{
    df_error error = {0};
    image pixels = {0};
    char *bytes;
    size_t length;
    unsigned frame_count = 0;
    if (path == NULL)
        return message_usage(command, "--all-frames needs an animated GIF or WebP; name one");
    if (options->fit_width != 0 || options->frame != 1)
        return message_usage(command, "--all-frames takes frames as they are; leave out %s%s",
                             options->fit_width != 0 ? "--fit" : "--frame",
                             options->fit_width != 0 ? " and scale the animation before" : "");
    const int failure = file_read(path, &bytes, &length);
    if (failure >= 0)
        return failure;
    df_status status =
        image_decode_all((const uint8_t *)bytes, length, &pixels, &frame_count, &error);
    free(bytes);
    df_picture **made = NULL;
    if (status == DF_OK)
        status = sprite_options_apply(options, &pixels);
    if (status == DF_OK) {
        made = calloc(frame_count, sizeof made[0]);
        status = made != NULL ? source_split_frames(options, &pixels, made, frame_count, &error)
                              : DF_ERROR_MEMORY;
    }
    image_free(&pixels);
    if (status != DF_OK) {
        free(made);
        return message_picture(source_sprite_name(path), status, &error);
    }
    *frames = made;
    *count = frame_count;
    return -1;
}

void source_frames_free(df_picture **frames, size_t count)
{
    for (size_t i = 0; i < count; i++)
        df_picture_free(frames[i]);
    free(frames);
}

int source_skin(const char *path, df_skin *skin)
{
    df_error error = {0};
    image pixels = {0};
    char *bytes;
    size_t length;
    const int failure = file_read(path, &bytes, &length);
    if (failure >= 0)
        return failure;
    const df_status status = image_decode((const uint8_t *)bytes, length, 1, &pixels, &error);
    free(bytes);
    if (status != DF_OK)
        return message_picture(path, status, &error);
    if (pixels.width != DF_SKIN_SQUARES * pixels.height ||
        pixels.height > DF_RASTER_MAX_SQUARE) {
        const int answer = message(
            "%s: a skin has ten squares in a row, of at most %d pixels, not %u by %u pixels; "
            "give one such as 300 by 30",
            path, DF_RASTER_MAX_SQUARE, pixels.width, pixels.height);
        image_free(&pixels);
        return answer;
    }
    *skin = (df_skin){.size = pixels.height, .rgba = pixels.rgba};
    return -1;
}

int source_check_text(const char *name, const char *text, size_t length, const char *wanted)
{
    static const char game_mark[] = "dropforge-game";
    if (image_is_one((const uint8_t *)text, length))
        return message("%s: this is an image, not a %s; 'dropforge print' makes a plan of it",
                       name, wanted);
    if (strncmp(text, game_mark, sizeof game_mark - 1) != 0)
        return -1;
    return message("%s: this is a recorded game, not a %s; 'dropforge play --watch FILE -o "
                   "x.drops' makes a plan of it",
                   name, wanted);
}

/* Makes a plan of a fumen, a drop of each page whose piece locks. */
static df_status source_read_fumen(df_plan **plan, const df_piece_set *set, const char *text,
                                   size_t length, df_error *error)
{
    df_fumen_page *pages = NULL;
    size_t count = 0;
    df_status status = df_fumen_read(&pages, &count, text, length, error);
    if (status == DF_OK)
        status = df_fumen_make_plan(plan, set, pages, count, error);
    df_fumen_free(pages);
    return status;
}

int source_plan(const char *path, const df_piece_set *set, df_plan **plan)
{
    static const char drops_mark[] = "dropforge-drops";
    const char *name;
    char *bytes;
    size_t length;
    const int failure = file_take_text(path, &name, &bytes, &length);
    if (failure >= 0)
        return failure;
    const int refused = source_check_text(name, bytes, length, "plan");
    if (refused >= 0) {
        free(bytes);
        return refused;
    }
    df_error error = {0};
    const bool is_drops = strncmp(bytes, drops_mark, sizeof drops_mark - 1) == 0;
    const bool is_fumen = !is_drops && df_fumen_has_mark(bytes, length);
    const df_status status = is_drops   ? df_drops_read(plan, set, bytes, length, &error)
                             : is_fumen ? source_read_fumen(plan, set, bytes, length, &error)
                                        : df_blocks_read(plan, set, bytes, length, &error);
    free(bytes);
    if (status == DF_OK)
        return -1;
    /* Blocks begin with colours; the file may be meant as the other format. */
    if (status == DF_ERROR_INPUT && !is_drops && !is_fumen && error.line == 1) {
        const size_t used = strlen(error.text);
        snprintf(error.text + used, sizeof error.text - used,
                 "; a drop list begins with '%s 1'", drops_mark);
    }
    return message_text(name, status, &error);
}

int source_pieces(df_piece_set **set)
{
    return df_piece_set_tetrominoes(set) == DF_OK ? -1 : message("out of memory");
}
