/* Plays a plan into a renderer of its own, which writes frames as PPM images, one after the
 * other.
 *
 *     cc replay.c $(pkg-config --cflags --libs dropforge) -o replay
 *     dropforge print cat.png -o cat.drops
 *     ./replay <cat.drops | ffmpeg -f image2pipe -framerate 20 -i - cat.mp4 */
#include <stdio.h>

#include "dropforge/plan.h"
#include "dropforge/view.h"

enum { PIXELS = 8 }; /* along a square */

static const df_color background = {24, 24, 32};

/* One frame: squares are pieces, by their index from 1, and some light up. */
static df_status show(void *context, const df_frame *frame)
{
    const df_plan *plan = context;
    printf("P6\n%u %u\n255\n", frame->width * PIXELS, frame->height * PIXELS);
    for (unsigned line = frame->height * PIXELS; line-- > 0;) {
        const uint32_t *row = frame->square + line / PIXELS * frame->width;
        for (unsigned column = 0; column < frame->width * PIXELS; column++) {
            const uint32_t square = row[column / PIXELS];
            df_color color = background;
            if (square & (DF_FRAME_LOCK | DF_FRAME_CLEAR))
                color = (df_color){255, 255, 255};
            else if ((square & DF_FRAME_PIECE) != 0)
                color = df_raster_piece_color(plan, (square & DF_FRAME_PIECE) - 1,
                                              &df_themes[0], background);
            putchar(color.red);
            putchar(color.green);
            putchar(color.blue);
        }
    }
    return ferror(stdout) ? DF_ERROR_CANCELLED : DF_OK;
}

int main(void)
{
    static char text[1 << 24]; /* the drop list */
    const size_t length = fread(text, 1, sizeof text, stdin);
    df_piece_set *set = NULL;
    df_plan *plan = NULL;
    df_film *film = NULL;
    df_error error = {0};
    df_film_options options = df_film_defaults(NULL);
    options.motion = DF_MOTION_LAND;
    df_status status = feof(stdin) ? df_piece_set_tetrominoes(&set) : DF_ERROR_LIMIT;
    if (status == DF_OK)
        status = df_plan_read(&plan, set, DF_PLAN_DROPS, text, length, &error);
    if (status == DF_OK)
        status = df_film_create(&film, plan, &options, &error);
    if (status == DF_OK)
        status = df_film_play(film, show, plan);
    if (status != DF_OK)
        fprintf(stderr, "replay: line %zu: %s; %s\n", error.line, df_status_names[status],
                error.text);
    df_film_free(film);
    df_plan_free(plan);
    df_piece_set_free(set);
    return status != DF_OK;
}
