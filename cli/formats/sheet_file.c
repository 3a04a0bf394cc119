#include "sheet_file.h"

#include <stdlib.h>

#include "plan_formats.h"

const df_color sheet_piece_colors[DF_TETROMINOES] = {
    [DF_I] = {0x2f, 0xc4, 0xdc}, [DF_O] = {0xf2, 0xcb, 0x30}, [DF_T] = {0xa8, 0x52, 0xcc},
    [DF_S] = {0x58, 0xbc, 0x4a}, [DF_Z] = {0xe4, 0x48, 0x4e}, [DF_J] = {0x3f, 0x6c, 0xdc},
    [DF_L] = {0xf2, 0x93, 0x2e},
};

df_status sheet_file_begin(sheet_file *file, const df_sheet *sheet, out_stream *out)
{
    *file = (sheet_file){.sheet = *sheet, .out = out};
    const df_status status = df_sheet_begin(&file->sheet);
    if (status != DF_OK)
        return status;
    if (!out->format->is_binary)
        return DF_OK;
    file->pixels = calloc((size_t)file->sheet.width * file->sheet.height, 1);
    return file->pixels != NULL ? DF_OK : DF_ERROR_MEMORY;
}

df_status sheet_file_put(sheet_file *file, const df_sheet_picture *picture)
{
    const size_t index = file->count++;
    if (file->pixels != NULL) {
        df_sheet_draw(&file->sheet, index, picture, file->pixels);
        return DF_OK;
    }
    df_text text = {0};
    df_sheet_write_svg(&text, &file->sheet, index, picture);
    return out_text(file->out, &text);
}

df_status sheet_file_end(sheet_file *file, df_status status, df_error *error)
{
    if (status == DF_OK && file->pixels != NULL) {
        const png_pixels image = {.width = file->sheet.width,
                                  .height = file->sheet.height,
                                  .palette = file->sheet.palette,
                                  .palette_count = file->sheet.palette_count,
                                  .pixels = file->pixels};
        status = png_write(&image, file->out, error);
    }
    free(file->pixels);
    file->pixels = NULL;
    return status;
}
