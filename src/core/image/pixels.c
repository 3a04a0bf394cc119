#include "dropforge/picture.h"

#include <string.h>

#include "box.h"

void df_pixels_clear_color(uint8_t *rgba, size_t count, df_color color)
{
    for (size_t i = 0; i < count; i++) {
        uint8_t *pixel = &rgba[4 * i];
        if (pixel[0] == color.red && pixel[1] == color.green && pixel[2] == color.blue)
            memset(pixel, 0, 4);
    }
}

void df_pixels_harden(uint8_t *rgba, size_t count, unsigned threshold)
{
    for (size_t i = 0; i < count; i++)
        rgba[4 * i + 3] = rgba[4 * i + 3] >= threshold ? 255 : 0;
}

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

void df_pixels_trim(uint8_t *rgba, size_t *width, size_t *height)
{
    pixel_box box;
    if (!df_pixel_box_find(&box, rgba, *width, *height)) {
        *width = *height = 0;
        return;
    }
    const size_t new_width = box.right - box.left + 1;
    const size_t new_height = box.bottom - box.top + 1;
    /* Rows move towards the beginning, so none is overwritten before it has moved. */
    for (size_t row = 0; row < new_height; row++)
        memmove(&rgba[4 * row * new_width], &rgba[4 * ((box.top + row) * *width + box.left)],
                4 * new_width);
    *width = new_width;
    *height = new_height;
}
