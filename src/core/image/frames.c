/* Parts of frames: what is inside their clear border, and rectangles. */
#include "frames.h"

#include <string.h>

bool df_pixel_box_find(pixel_box *box, const uint8_t *rgba, size_t width, size_t height)
{
    bool any = false;
    for (size_t row = 0; row < height; row++) {
        for (size_t column = 0; column < width; column++) {
            if (rgba[(row * width + column) * 4 + 3] == 0)
                continue;
            if (!any) {
                *box = (pixel_box){column, column, row, row};
                any = true;
            }
            box->left = column < box->left ? column : box->left;
            box->right = column > box->right ? column : box->right;
            box->bottom = row;
        }
    }
    return any;
}

void df_frames_crop(pixel_frames *frames, const pixel_box *part)
{
    const size_t width = part->right - part->left + 1, height = part->bottom - part->top + 1;
    for (size_t row = 0; row < height * frames->count; row++) {
        const size_t from = row / height * frames->height + part->top + row % height;
        memmove(&frames->rgba[4 * row * width],
                &frames->rgba[4 * (from * frames->width + part->left)], 4 * width);
    }
    frames->width = width;
    frames->height = height;
}

bool df_frames_are_clear(const pixel_frames *frames, const pixel_box *part)
{
    for (size_t y = part->top; y <= part->bottom; y++) {
        for (size_t x = part->left; x <= part->right; x++) {
            if (frames->rgba[4 * (y * frames->width + x) + 3] != 0)
                return false;
        }
    }
    return true;
}

void df_frames_trim(pixel_frames *frames)
{
    pixel_box all = {0};
    bool any = false;
    for (size_t i = 0; i < frames->count; i++) {
        pixel_box box;
        if (!df_pixel_box_find(&box, &frames->rgba[4 * i * frames->width * frames->height],
                               frames->width, frames->height))
            continue;
        all.left = !any || box.left < all.left ? box.left : all.left;
        all.top = !any || box.top < all.top ? box.top : all.top;
        all.right = box.right > all.right ? box.right : all.right;
        all.bottom = box.bottom > all.bottom ? box.bottom : all.bottom;
        any = true;
    }
    if (any)
        df_frames_crop(frames, &all);
}
