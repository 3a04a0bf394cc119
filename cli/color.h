/* Colours as they are written in options. */
#ifndef CLI_COLOR_H
#define CLI_COLOR_H

#include <stdbool.h>

#include "dropforge/plan.h"

/* Reads '#rrggbb'; false and no change when it is anything else. */
bool color_read(const char *text, df_color *color);

#endif
