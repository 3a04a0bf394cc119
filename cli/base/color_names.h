/* The names of colours that CSS and X11 have. */
#pragma once

#include "dropforge/base.h"

/* Finds a colour, 0xrrggbb, by its name in CSS Color 4, or in X11, which has other greens,
 * grays, maroons and purples, and many more shades. Capitals and spaces do not matter. */
bool color_name_find(const char *name, size_t length, bool of_x11, uint32_t *value);
