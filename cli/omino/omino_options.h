/* The options that choose polyominoes. */
#ifndef CLI_OMINO_OPTIONS_H
#define CLI_OMINO_OPTIONS_H

#include "cli/base/options.h"

/* Of omino_settings. */
extern const option_spec omino_filter_specs[];

/* Reads a class into an omino_kind, as a `take` of options. */
bool omino_take_kind(void *field, const char *value);

/* The same for a part, into an omino_part. */
bool omino_take_part(void *field, const char *value);

#define OMINO_PART_EXPECTS "the number of a part, from 1, and of all parts, such as 2/8"
#define OMINO_KIND_VALUES "free one-sided fixed path"

#endif
