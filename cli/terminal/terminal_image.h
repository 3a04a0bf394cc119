/* Frames as pixels, for terminals that show them: by kitty's graphics protocol or as sixels. */
#ifndef CLI_TERMINAL_IMAGE_H
#define CLI_TERMINAL_IMAGE_H

#include "cli/formats/render.h"
#include "dropforge/base.h"

/* The images that a terminal can show, and the pixels of a character. */
typedef struct terminal_ability {
    graphics_choice graphics; /* never GRAPHICS_AUTO */
    unsigned cell_width;
    unsigned cell_height;
} terminal_ability;

/* Asks the terminal, which must be open, what it shows, as far as the choice leaves it open. */
terminal_ability terminal_image_ask(graphics_choice choice);

/* A picture of the latest frame, in the middle of the terminal. */
typedef struct terminal_image {
    terminal_ability ability;
    render_canvas canvas;
    unsigned lines; /* of characters, as `columns` */
    unsigned columns;
    unsigned shown; /* which of kitty's two images is there; 0: none */
} terminal_image;

/* Makes a picture for at most `columns` by `lines` characters. DF_ERROR_LIMIT: there is not
 * enough room. Either way terminal_image_end frees it. */
df_status terminal_image_begin(terminal_image *image, const render_request *request,
                               const df_film *film, terminal_ability ability, unsigned columns,
                               unsigned lines, df_error *error);
void terminal_image_end(terminal_image *image);

/* Draws a frame, and appends what changes the screen; line and column are those of the picture.
 */
df_status terminal_image_put(terminal_image *image, df_text *text, const df_frame *frame,
                             unsigned line, unsigned column);

#endif
