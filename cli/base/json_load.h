/* A reader of JSON. */
#pragma once

#include <jansson.h>

#include "dropforge/base.h"

/* Reads a value, which the caller frees with json_decref. DF_ERROR_INPUT: *error says where it
 * is no JSON; DF_ERROR_MEMORY, which jansson alone does not tell apart. */
df_status json_load_text(json_t **value, const char *text, size_t length, json_error_t *error);
