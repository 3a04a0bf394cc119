/* A polyomino and its features as JSON. */
#ifndef CLI_OMINO_JSON_H
#define CLI_OMINO_JSON_H

#include <stdbool.h>

#include "dropforge/omino.h"

/* Appends an object and the end of its line. With `all` it has what takes longer to find, too:
 * whether it is a path, and whether it tiles the plane. */
void omino_json_write(df_text *text, const df_omino *omino, bool all);

#endif
