/* Values of options, for the tables of several commands. */
#pragma once

#include "dropforge/plan.h"

/* Takes bytes, such as 600M, into a uint64_t: a whole number above 0, and perhaps K, M or G,
 * powers of 1024. For option_spec. */
bool choice_take_memory(void *field, const char *value);

enum { CHOICE_MAX_JOBS = 256 };

/* Returns the number of threads of --jobs: one for each processor, up to 64, if it is 0. */
unsigned choice_jobs(unsigned jobs);

/* Returns the name of a built-in player, NULL past the last. For option_spec. */
const char *choice_player(size_t index);

/* Returns the place in a list of the word that is the `length` bytes at `value`, or `count`. */
unsigned choice_find_word(const char *const *words, unsigned count, const char *value,
                          size_t length);

/* Returns the name of rules number `index` that have a df_rules_trait; NULL past the last. */
const char *choice_rules_name(unsigned trait, size_t index);

/* Takes the name of rules that have a df_rules_trait; false without them. */
bool choice_take_rules(df_rules *rules, unsigned trait, const char *value);

/* Reads two whole numbers with an 'x' between, such as 10x20, each from 1 to its maximum. */
bool choice_read_size(const char *value, unsigned max_width, unsigned max_height,
                      unsigned *width, unsigned *height);

/* Reads '#rrggbb', '#rgb' or a name of CSS; else false, and no change. */
bool choice_read_color(const char *text, df_color *color);

/* The values of choice_take_memory, for messages. */
#define CHOICE_MEMORY_EXPECTS "a number of bytes such as 600M; K, M and G are powers of 1024"

/* As of choice_read_color. */
#define CHOICE_COLOR_EXPECTS "a colour like #1b2638, #fff or orange"
