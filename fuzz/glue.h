/* What the targets of the glue in the folder web share: the input as numbers, and answers. What
 * JavaScript sees to before it calls, a target sees to as well; all else is left to the input.
 */
#ifndef DROPFORGE_FUZZ_GLUE_H
#define DROPFORGE_FUZZ_GLUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"

/* Begins with an input, which must outlive its use. */
void input_begin(const uint8_t *data, size_t size);

/* How many bytes are left, and where they are. */
size_t input_left(void);
const uint8_t *input_rest(void);

/* The next byte; 0 after the last. */
unsigned input_byte(void);

/* A small number, or now and then one of four bytes. */
unsigned input_number(void);

/* A number up to `most`, or now and then any. */
unsigned input_size(unsigned most);

/* A number of eight bytes. */
uint64_t input_long(void);

/* So many of the next bytes as memory of their own, zeros behind the last; one reads behind its
 * end, and the sanitizer tells. To be freed. */
void *input_bytes(size_t count);

/* Whether all went well. After an error the answer is words. */
bool is_done(df_status status);

/* The answer of the last function (web/answer.c). */
const char *answer_address(void);
size_t answer_length(void);
void *answer_made(void);

#endif
