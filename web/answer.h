/* What the glue of pages and of the npm package answers besides a status: a text, mostly JSON,
 * and perhaps an object that was made. Both are there until the next function that answers. */
#ifndef WEB_ANSWER_H
#define WEB_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/natural.h"
#include "dropforge/plan.h"
#include "dropforge/text.h"
#include "wasm.h"

/* The answer made empty. What is not JSON is put into the text itself. */
df_text *answer_begin(void);

/* Hands `status` on; unless it is DF_OK the answer becomes what went wrong, in words. The
 * mishap may be NULL. */
df_status answer_end(df_status status, const df_mishap *mishap);

/* The same where there is nothing to answer with when all went well. */
df_status answer_tell(df_status status);

/* An object that was made, which JavaScript has to free. */
void answer_give(void *made);

/* Bytes that are not JSON. */
void answer_bytes(const void *bytes, size_t count);

/* The parts of JSON; commas are put where they belong. `bracket` is one of {}[]. */
void answer_open(char bracket);
void answer_close(char bracket);
void answer_key(const char *name);
void answer_number(uint64_t number);
void answer_integer(int64_t number);
void answer_long(int64_t number); /* as a word that BigInt takes */
void answer_flag(bool flag);
void answer_word(const char *word);
void answer_color(df_color color);             /* "#rrggbb" */
void answer_natural(const df_natural *number); /* as a word that BigInt takes */

#endif
