#include "core/box.h"

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
