/* Reads JSON where it stands: a value is a text_span, which is empty where there is none. All
 * others need a text that df_json_check has found whole. */
#pragma once

#include "scan.h"

/* True if a text is one value, to which it shrinks; else it shrinks to what begins where it is
 * no JSON. */
bool df_json_check(text_span *text);

/* Says in an error where the text is no JSON, and this advice; returns DF_ERROR_INPUT. */
df_status df_json_refuse(df_error *error, const char *text, text_span rest, const char *advice);

/* Returns a member of an object. */
text_span df_json_get(text_span object, const char *key);

/* Takes the next item of a list or object. *rest begins as the whole, and shrinks; false after
 * the last, and of other values. */
bool df_json_next(text_span *rest, text_span *item);

/* True if a value begins so: '{', '[', '"', or the first letter of a word. */
bool df_json_is(text_span value, char first);

/* Returns what stands between the quotes of a string, as it stands there; else nothing. */
text_span df_json_string(text_span value);

/* Reads a number, to the last bit if it has at most 18 digits and no exponent; false if it is
 * none. */
bool df_json_number(text_span value, double *number);
