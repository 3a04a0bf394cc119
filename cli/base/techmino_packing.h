/* How replays of Techmino are packed: by zlib, in base64 (docs/format/techmino.md). */
#pragma once

#include "dropforge/base.h"

/* Appends a replay, packed, and a line break. */
df_status techmino_pack(df_text *text, const df_text *content);

/* True if a text may be a compressed replay in base64. */
bool techmino_is_packed(const char *text);

/* Unpacks such a text. *content is the caller's. DF_ERROR_INPUT: it is damaged. */
df_status techmino_unpack(char **content, size_t *size, const char *text, size_t length,
                          df_error *error);
