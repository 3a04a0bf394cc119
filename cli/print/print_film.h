/* What films take from an animation that is read. */
#pragma once

#include "cli/picture/animation.h"
#include "delivery.h"

typedef struct print_film {
    unsigned fps;    /* that is given; 0: none */
    bool with_sound; /* of the video */
    const char *path;
    unsigned from; /* milliseconds */
} print_film;

/* Gives the outputs --fps unless a video has taken it, and --with-sound. `read` has no frames
 * if there is one picture. Returns GO_ON, or the exit code after a message. */
cli_status print_film_use(const print_film *wish, const animation *read, delivery_run *delivery,
                          const char *command);
