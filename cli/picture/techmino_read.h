/* Replays of Techmino (docs/format/techmino.md). */
#pragma once

#include "dropforge/replay.h"

/* True if a text may be a compressed replay in base64. */
bool techmino_is_packed(const char *text);

/* Unpacks such a text. *content is the caller's. DF_ERROR_INPUT: it is damaged. */
df_status techmino_unpack(char **content, size_t *size, const char *text, size_t length,
                          df_error *error);

/* Reads what was packed, plays it and makes a plan of its drops among `set`, the tetrominoes;
 * *frames are those until the last key, and *is_over is as in df_techmino_play. DF_ERROR_INPUT:
 * it is none, or of a game that cannot be played; *error says why. */
df_status techmino_read(df_plan **plan, const df_piece_set *set, const char *content,
                        size_t size, uint32_t *frames, bool *is_over, df_error *error);
