/* How replays of Techmino are packed (docs/format/techmino.md). */
#pragma once

#include "dropforge/replay.h"

/* True if a text may be a compressed replay in base64. */
bool techmino_is_packed(const char *text);

/* Unpacks such a text. *content is the caller's. DF_ERROR_INPUT: it is damaged. */
df_status techmino_unpack(char **content, size_t *size, const char *text, size_t length,
                          df_error *error);
