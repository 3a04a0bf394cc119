/* The options that choose polyominoes. */
#ifndef CLI_OMINO_OPTIONS_H
#define CLI_OMINO_OPTIONS_H

#include "options.h"

/* Of omino_settings. */
extern const option_spec omino_filter_specs[];

/* A `take` of options: a class, into an omino_kind. */
bool omino_take_kind(void *field, const char *value);

#define OMINO_KIND_EXPECTS "free, one-sided, fixed or path"

#endif
