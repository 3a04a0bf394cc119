/* Helpers of the targets for the glue in the folder web: the input as numbers, and answers.
 * A target checks its arguments as far as JavaScript checks them before a call; the input
 * chooses everything else. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/base.h"

/* Begins reading an input, which must outlive its use. */
void input_begin(const uint8_t *data, size_t size);

/* Return the number of bytes left, and their address. */
size_t input_left(void);
const uint8_t *input_rest(void);

/* Returns the next byte; 0 after the last. */
unsigned input_byte(void);

/* Returns a small number, or sometimes one of four bytes. */
unsigned input_number(void);

/* Returns a number up to `max`, or sometimes any. */
unsigned input_size(unsigned max);

/* Returns a number of eight bytes. */
uint64_t input_long(void);

/* Returns the next `count` bytes in memory of their own, so that the sanitizer reports reads
 * past the end; zeros follow the last byte of the input. The caller frees it. */
void *input_bytes(size_t count);

/* True if the status is DF_OK. After an error, checks that the answer is a message. */
bool is_done(df_status status);
