/* The chance of a clear by best play, by playing every drop of every game. */
#pragma once

#include "slow_clear.h"

/* A board of at most 40 squares, and what was found out about it. */
typedef struct slow_odds slow_odds;

/* Begins with the empty field, rows, rules and tetrominoes of a request. */
slow_odds *slow_odds_create(const df_clear_request *request);
void slow_odds_free(slow_odds *self);

/* Returns how many of the games that begin with these pieces from a new bag clear by best play,
 * if so many pieces are shown, the falling one included; *total games do begin so. */
uint64_t slow_odds_find(slow_odds *self, bool hold, unsigned shown, const uint16_t *queue,
                        size_t count, uint64_t *total);
