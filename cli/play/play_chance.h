/* The chance of a perfect clear by best play, which is followed through a game. */
#pragma once

#include <stdatomic.h>
#include <sys/types.h>

#include "cli/clear/clear_settings.h"
#include "dropforge/game.h"
#include "play_settings.h"

/* The chance of the piece in play, and of the drop before it. */
typedef struct play_chance {
    const play_setup *setup;
    /* Begins to find the answer for the piece in play: play_chance_answer, or what does the
     * same in another process, which shares this memory. */
    df_status (*ask)(struct play_chance *self, const df_game *play);
    pid_t child; /* that process, or 0 */
    /* The piece that was asked about. */
    bool is_asked, is_held;
    uint64_t pieces; /* that had locked before */
    /* The answer. Without continuations (tally.total is 0) there is none. */
    atomic_bool is_known;
    clear_answer answer;
    /* Of the last drop, if last_total is not 0. */
    uint64_t last_best, last_kept, last_total;
} play_chance;

/* Refuses games without chances, and reads the table into setup->table. */
cli_status play_chance_prepare(play_setup *setup);

/* Makes *made if chances are asked for; else it is NULL. The caller frees it. */
cli_status play_chance_create(play_chance **made, const play_setup *setup);
void play_chance_free(play_chance *self);

/* Forgets the game before. */
void play_chance_begin(play_chance *self);

/* Takes the drop that has locked since the last call, and asks about a new piece in play, or
 * one that a first hold has shown. Errors as play_chance_answer. */
df_status play_chance_follow(play_chance *self, const df_game *play);

/* Finds the answer for the piece in play. DF_ERROR_MEMORY. */
df_status play_chance_answer(play_chance *self, const df_game *play);

enum { PLAY_CHANCE_SIZE = 80 };

/* Writes what is known, but for whole parts that would make it as wide as `columns`; "" if
 * there is nothing. */
void play_chance_describe(char text[PLAY_CHANCE_SIZE], const play_chance *self,
                          unsigned columns);
