/* The words of the format `dropforge-game 1`, for its writer and its reader. */
#ifndef DROPFORGE_GAME_RECORD_INNER_H
#define DROPFORGE_GAME_RECORD_INNER_H

#include "dropforge/game_record.h"

#define RECORD_MAGIC "dropforge-game"

/* An option that is a line of a word and a number. */
typedef struct record_option {
    const char *name;
    size_t offset; /* in df_game_options; an unsigned, or */
    bool is_bool;
    unsigned min, max;
} record_option;

enum { RECORD_OPTIONS = 12, RECORD_DEALS = 5, RECORD_GIVEN_IN_LINE = 16 };

extern const record_option df_record_options[RECORD_OPTIONS];
extern const char *const df_record_deals[RECORD_DEALS];
extern const char *const df_record_buttons[DF_GAME_BUTTONS];

#endif
