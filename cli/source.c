#include "source.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builtin_sprite.h"
#include "dropforge/blocks.h"
#include "dropforge/drops.h"
#include "file.h"
#include "image.h"
#include "message.h"

const char *source_sprite_name(const char *path)
{
    return path != NULL ? input_name(path) : "built-in sprite";
}

int source_sprite(const char *path, const sprite_options *options, df_picture **sprite)
{
    df_mishap mishap = {0};
    image pixels = {0};
    df_status status;
    if (path == NULL) {
        status = image_check_frame(options->frame, 1, &mishap);
        if (status == DF_OK)
            status = builtin_sprite_draw(&pixels);
    } else {
        char *bytes;
        size_t length;
        const int failure = file_read(path, &bytes, &length);
        if (failure >= 0)
            return failure;
        status = image_decode((const uint8_t *)bytes, length, options->frame, &pixels, &mishap);
        free(bytes);
    }
    if (status == DF_OK)
        status = sprite_options_apply(options, &pixels);
    if (status == DF_OK) {
        status =
            df_picture_from_rgba(sprite, pixels.rgba, pixels.width, pixels.height, &mishap);
        if (status == DF_ERROR_INPUT)
            sprite_options_hint(options, &pixels, &mishap);
    }
    image_free(&pixels);
    return status == DF_OK ? -1 : message_picture(source_sprite_name(path), status, &mishap);
}

int source_plan(const char *path, const df_piece_set *set, df_plan **plan)
{
    static const char drops_mark[] = "dropforge-drops";
    char *bytes;
    size_t length;
    const int failure = file_read_text(path, &bytes, &length);
    if (failure >= 0)
        return failure;
    if (image_is_one((const uint8_t *)bytes, length)) {
        free(bytes);
        return message("%s: this is an image, not a plan; 'dropforge print' makes a plan of it",
                       input_name(path));
    }
    df_mishap mishap = {0};
    const bool is_drops = strncmp(bytes, drops_mark, sizeof drops_mark - 1) == 0;
    const df_status status = is_drops ? df_drops_read(plan, set, bytes, length, &mishap)
                                      : df_blocks_read(plan, set, bytes, length, &mishap);
    free(bytes);
    if (status == DF_OK)
        return -1;
    /* Blocks begin with colours; who did not mean blocks should hear of the other format. */
    if (status == DF_ERROR_INPUT && !is_drops && mishap.line == 1) {
        const size_t used = strlen(mishap.text);
        snprintf(mishap.text + used, sizeof mishap.text - used,
                 "; a drop list begins with '%s 1'", drops_mark);
    }
    return message_text(input_name(path), status, &mishap);
}

int source_pieces(df_piece_set **set)
{
    return df_piece_set_tetrominoes(set) == DF_OK ? -1 : message("out of memory");
}
