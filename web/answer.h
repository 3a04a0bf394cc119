/* The answers of the glue of pages and of the npm package: besides a status, a text, mostly
 * JSON, and possibly a new object. Both last until the next function that answers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/base.h"
#include "dropforge/plan.h"
#include "wasm.h"

/* Empties the answer and returns it. Text that is not JSON is written to it directly. */
df_text *answer_begin(void);

/* Returns `status`. Unless it is DF_OK, the answer becomes the message, with a
 * line for each advice: "name value", and what goes with it after a tab; `error` may be NULL.
 */
df_status answer_end(df_status status, const df_error *error);

/* Returns `status` as answer_end does, with an empty answer if it is DF_OK. */
df_status answer_tell(df_status status);

/* An object that was made, which JavaScript has to free. */
void answer_give(void *made);

/* Bytes that are not JSON. */
void answer_bytes(const void *bytes, size_t count);

/* The parts of JSON; commas are put where they belong. `bracket` is one of {}[]. Members of an
 * object have a key; it is NULL for the whole, for items of a list, and after answer_key. */
void answer_open(const char *key, char bracket);
void answer_close(char bracket);
void answer_key(const char *name);
void answer_number(const char *key, uint64_t number);
void answer_integer(const char *key, int64_t number);
void answer_long(const char *key, int64_t number); /* as a word that BigInt takes */
void answer_flag(const char *key, bool flag);
void answer_word(const char *key, const char *word);
void answer_big(const char *key, uint64_t number);
void answer_color(const char *key, df_color color); /* "#rrggbb" */
void answer_natural(const char *key,
                    const df_natural *number); /* as a word that BigInt takes */
