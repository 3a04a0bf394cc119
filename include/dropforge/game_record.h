/* Games as records of their buttons, and the text format for these. */
#ifndef DROPFORGE_GAME_RECORD_H
#define DROPFORGE_GAME_RECORD_H

#include "dropforge/game.h"
#include "dropforge/text.h"

DF_BEGIN_DECLARATIONS

/* A game as its options and its buttons. The record owns the objects that the options point to.
 * A game whose pieces were supplied has them as a given sequence. */
typedef struct df_game_record {
    df_game_options options;
    df_piece_set *set;
    uint16_t *given;
    df_game_stroke *strokes;
    size_t count;
    uint64_t ticks; /* when it ended, or was left */
} df_game_record;

/* Appends the game to `text` in the format `dropforge-game 1` (docs/formats.md).
 * DF_ERROR_LIMIT, and nothing appended, when something lay in the playfield at first, or a
 * piece is called `field`, `rules`, `piece` or `color`; DF_ERROR_MEMORY; else the status of the
 * text. */
df_status df_game_write(df_text *text, const df_game *game);

/* Plays a plan as a game by the guideline that begins at `level` (from 1), with the buttons of
 * each piece pressed at once, and appends it in the same format. The game deals the plan's
 * queue or, of a plan without a deal, the pieces of its drops. DF_ERROR_LIMIT: no game has this
 * playfield for these pieces, or no buttons bring a piece to its place, as where it falls too
 * fast. Other errors as df_game_create, df_game_tick and df_game_write. *error may be NULL. */
df_status df_game_write_plan(df_text *text, const df_plan *plan, unsigned level,
                             df_error *error);

/* Reads such a text. The caller owns *record (df_game_record_free). On DF_ERROR_INPUT *error
 * (may be NULL) says where the text is wrong and what to do. */
df_status df_game_record_read(df_game_record **record, const char *text, size_t length,
                              df_error *error);

/* Frees a record; NULL is allowed. */
void df_game_record_free(df_game_record *record);

/* Begins the game of a record and plays its first `ticks` ticks, or all of them if there are
 * fewer, with the buttons up to then. The record must outlive the game. The game may be played
 * on. Errors as df_game_create and df_game_tick. */
df_status df_game_replay(df_game **game, const df_game_record *record, uint64_t ticks);

DF_END_DECLARATIONS

#endif
