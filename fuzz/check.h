/* Helpers of the fuzz targets. */
#pragma once

#include <stdbool.h>

#include "dropforge/base.h"
#include "dropforge/plan.h"

/* What a target does with an input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the program, as a find of the fuzzer, when the condition is false. */
#define MUST(condition) must(condition, #condition, __FILE__, __LINE__)
void must(bool condition, const char *text, const char *file, int line);

/* The tetrominoes, made once. */
const df_piece_set *tetrominoes(void);

/* Why a reader may refuse: memory ran out, or malformed input and a error that names a place
 * and says what to do. */
void check_refusal(df_status status, const df_error *error);

/* True if a reader has made something; else checks that it refuses. */
bool is_read(df_status status, const void *made, const df_error *error);

/* The plan can be played, and reads back as it is from a drop list. */
void check_plan(const df_plan *plan);

/* If the plan can be written as blocks, it reads back with the same drops, and is written
 * the same way again. */
void check_blocks(const df_plan *plan);
