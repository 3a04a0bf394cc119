/* Games as records of their buttons, and the text format for these. */
#ifndef DROPFORGE_PLAY_RECORD_H
#define DROPFORGE_PLAY_RECORD_H

#include "dropforge/play.h"
#include "dropforge/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A game as its options and its buttons. What the options point to belongs to the record. A
 * game whose pieces were supplied has them as a given sequence. */
typedef struct df_play_record {
    df_play_options options;
    df_piece_set *set;
    uint16_t *given;
    df_play_stroke *strokes;
    size_t count;
    uint64_t ticks; /* when it ended, or was left */
} df_play_record;

/* Appends the game to `text` in the format `dropforge-game 1` (docs/formats.md).
 * DF_ERROR_LIMIT, and nothing appended, when a piece is called `field`, `rules`, `piece` or
 * `color`; DF_ERROR_MEMORY; else the status of the text. */
df_status df_play_write(df_text *text, const df_play *play);

/* Reads such a text. The caller owns *record (df_play_record_free). On DF_ERROR_INPUT *mishap
 * (may be NULL) tells line, column, what is wrong, what to do. */
df_status df_play_record_read(df_play_record **record, const char *text, size_t length,
                              df_mishap *mishap);

/* Frees a record; NULL is allowed. */
void df_play_record_free(df_play_record *record);

/* Begins the game of a record and plays its first `ticks` ticks, or all of them if there are
 * fewer, with the buttons up to then. The record must outlive the game. The game may be played
 * on. Errors as df_play_create and df_play_tick. */
df_status df_play_replay(df_play **play, const df_play_record *record, uint64_t ticks);

#ifdef __cplusplus
}
#endif
#endif
