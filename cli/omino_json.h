/* A polyomino and its features as JSON. */
#ifndef CLI_OMINO_JSON_H
#define CLI_OMINO_JSON_H

#include <cjson/cJSON.h>

#include "dropforge/omino.h"

/* An object; NULL when memory runs out. With `all` it has what takes longer to find, too:
 * whether it is a path, and whether it tiles the plane. */
cJSON *omino_json(const df_omino *omino, bool all);

#endif
