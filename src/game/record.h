/* The words of the format `dropforge-game 1`, for its writer and its reader. */
#ifndef DROPFORGE_GAME_RECORD_INNER_H
#define DROPFORGE_GAME_RECORD_INNER_H

#include "dropforge/game.h"
#include "game.h"

#define RECORD_MAGIC "dropforge-game"

enum { RECORD_DEALS = 5, RECORD_GIVEN_IN_LINE = 16 };

extern const char *const df_record_deals[RECORD_DEALS];
extern const char *const df_record_buttons[DF_GAME_BUTTONS];

#endif
