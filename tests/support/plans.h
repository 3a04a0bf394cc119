/* Helpers of the tests of the two plan formats. */
#pragma once

#include <stdbool.h>

#include "core/format/plan_texts.h"
#include "dropforge/base.h"
#include "dropforge/plan.h"
#include "support.h"

/* df_drops_read and df_blocks_read. */
typedef df_status plan_reader(df_plan **plan, const df_piece_set *set, const char *text,
                              size_t length, df_error *error);

/* Read a file, and one of tests/data. Caller frees with df_text_free. */
df_text read_whole(const char *path);
df_text read_data(const char *path);

/* Reads a text that must be well formed. Caller frees with df_plan_free. */
df_plan *read_plan(plan_reader *reader, const df_piece_set *set, const char *text,
                   size_t length);

/* Reads a text and checks how it looks when it is written as a drop list. */
void check_as_drops(plan_reader *reader, const char *text, const char *wanted);

/* A random legal plan of up to `count` drops, some of which begin a block. The drops prefer
 * low places, so that rows clear. Caller frees with df_plan_free. */
df_plan *random_plan(df_random *random, const df_piece_set *set, unsigned width,
                     unsigned height, unsigned count);

/* The same with a reach of DF_RULES_SRS or DF_RULES_SRS_180. */
df_plan *random_moved_plan(df_random *random, const df_piece_set *set, unsigned width,
                           unsigned height, unsigned count, df_rules rules);

/* Checks that drops, colours and size are the same; the marks of blocks, if asked for. */
void assert_same_drops(const df_plan *plan, const df_plan *wanted, bool blocks);
void assert_same_plan(const df_plan *plan, const df_plan *wanted);

/* Writes a drop list of the plan, reads it, and writes that again. */
void check_comes_back(const df_plan *plan);

/* Reads every file of tests/data/bad with this extension and checks that it is refused with
 * the message of expected.txt there. */
void check_bad_files(plan_reader *reader, const char *extension);
