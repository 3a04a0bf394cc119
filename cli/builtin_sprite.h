/* The sprite that is printed when none is given: an anvil with a glowing piece on it. */
#ifndef CLI_BUILTIN_SPRITE_H
#define CLI_BUILTIN_SPRITE_H

#include "image.h"

/* Draws it; image_free frees the pixels. */
df_status builtin_sprite_draw(image *drawn);

#endif
