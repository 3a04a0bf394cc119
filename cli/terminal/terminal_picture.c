#include "terminal_picture.h"

#include <stdlib.h>

enum { AIR_ROWS = 6 }; /* shown above a stack that is taller than the window */

/* Returns the smaller number. */
static unsigned terminal_min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

df_status terminal_picture_begin(terminal_picture *picture, const df_plan *plan,
                                 const df_raster_options *options, unsigned columns,
                                 unsigned lines, unsigned max)
{
    *picture = (terminal_picture){.has_colors = terminal_has_colors(),
                                  .has_blocks = terminal_has_blocks()};
    df_raster_options fitted = *options;
    /* ASCII has no halves that could show edges, shines and lines. */
    if (!picture->has_blocks) {
        fitted.look = DF_LOOK_FLAT;
        fitted.grid = false;
    }
    fitted.square_size =
        terminal_min(max, terminal_min(columns / plan->width, 2 * lines / options->rows));
    if (fitted.square_size == 0)
        fitted.square_size = 1;
    fitted.canvas_width = 0;
    fitted.canvas_height = 0;
    fitted.margin = (df_raster_margin){0};
    fitted.border = false;
    fitted.hud = false;
    fitted.title = NULL;
    const df_status status = df_raster_begin(&picture->raster, plan, &fitted);
    if (status != DF_OK)
        return status;
    const unsigned width = picture->raster.width;
    picture->columns = terminal_min(columns, width);
    picture->lines = terminal_min(lines, (picture->raster.height + 1) / 2);
    picture->left = (width - picture->columns) / 2;
    picture->pixels = calloc(width, picture->raster.height);
    return picture->pixels != NULL ? DF_OK : DF_ERROR_MEMORY;
}

void terminal_picture_free(terminal_picture *picture)
{
    df_raster_free(&picture->raster);
    free(picture->pixels);
    *picture = (terminal_picture){0};
}

static bool terminal_picture_has_square(const df_frame *frame, unsigned y)
{
    for (unsigned x = 0; x < frame->width; x++) {
        if ((frame->square[(size_t)y * frame->width + x] & DF_FRAME_PIECE) != 0)
            return true;
    }
    return false;
}

/* Returns the rows from the floor to the first empty one: the stack without a falling piece. */
static unsigned terminal_picture_stack_height(const df_frame *frame)
{
    unsigned y = 0;
    while (y < frame->height && terminal_picture_has_square(frame, y))
        y++;
    return y;
}

/* Draws without colours: a pixel is 1 if its square is occupied. */
static void terminal_picture_draw_plain(terminal_picture *picture, const df_frame *frame)
{
    const df_raster *raster = &picture->raster;
    const unsigned size = raster->options.square_size;
    for (unsigned y = 0; y < raster->height; y++) {
        const unsigned row = frame->height - 1U - y / size;
        for (unsigned x = 0; x < raster->width; x++)
            picture->pixels[(size_t)y * raster->width + x] =
                (frame->square[(size_t)row * frame->width + x / size] & DF_FRAME_PIECE) != 0;
    }
}

/* A pixel counted from the bottom; the background above the frame. */
static uint8_t terminal_picture_pixel(const terminal_picture *picture, unsigned x,
                                      unsigned from_bottom)
{
    const df_raster *raster = &picture->raster;
    if (from_bottom >= raster->height)
        return 0;
    return picture->pixels[(size_t)(raster->height - 1 - from_bottom) * raster->width + x];
}

/* Draws a character that shows two pixels; without colours an empty one has a faint dot. */
static void terminal_picture_draw_cell(const terminal_picture *picture, screen *on,
                                       unsigned line, unsigned column, uint8_t upper,
                                       uint8_t lower)
{
    const df_color *palette = picture->raster.palette;
    if (picture->has_colors)
        screen_paint_halves(on, (int)line, (int)column, &palette[upper], &palette[lower]);
    else if (upper == 0 && lower == 0)
        screen_paint(on, (int)line, (int)column, on->has_blocks ? "\u00b7" : ".", NULL, NULL);
    else
        screen_paint_halves(on, (int)line, (int)column, upper ? palette : NULL,
                            lower ? palette : NULL);
}

void terminal_picture_draw(terminal_picture *picture, const df_frame *frame, screen *on,
                           unsigned line, unsigned column)
{
    if (picture->has_colors)
        df_raster_draw(&picture->raster, frame, picture->pixels);
    else
        terminal_picture_draw_plain(picture, frame);
    const unsigned shown = 2 * picture->lines;
    const unsigned wanted =
        (terminal_picture_stack_height(frame) + AIR_ROWS) * picture->raster.options.square_size;
    picture->bottom = 0;
    if (picture->raster.height > shown && wanted > shown)
        picture->bottom = terminal_min(wanted, picture->raster.height) - shown;
    for (unsigned i = 0; i < picture->lines; i++) {
        const unsigned lower = picture->bottom + shown - 2 - 2 * i;
        for (unsigned x = 0; x < picture->columns; x++)
            terminal_picture_draw_cell(
                picture, on, line + i, column + x,
                terminal_picture_pixel(picture, picture->left + x, lower + 1),
                terminal_picture_pixel(picture, picture->left + x, lower));
    }
}

unsigned terminal_picture_used_lines(const terminal_picture *picture, const df_frame *frame)
{
    unsigned top = frame->height;
    while (top > 0 && !terminal_picture_has_square(frame, top - 1))
        top--;
    const unsigned pixels = top * picture->raster.options.square_size;
    return terminal_min(picture->lines, (pixels + 1) / 2);
}
