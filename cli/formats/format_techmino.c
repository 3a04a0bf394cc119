#include "plan_formats.h"

#include <stdlib.h>
#include <zlib.h>

#include "dropforge/replay.h"

/* Writes bytes in base64. */
static void techmino_put_base64(df_text *text, const uint8_t *bytes, size_t length)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        const unsigned left = length - i < 3 ? (unsigned)(length - i) : 3;
        uint32_t group = (uint32_t)bytes[i] << 16;
        if (left > 1)
            group |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2)
            group |= bytes[i + 2];
        for (unsigned j = 0; j < 4; j++)
            df_text_put_char(text, j <= left ? digits[group >> (18 - 6 * j) & 63] : '=');
    }
}

static df_status techmino_put(df_text *text, const void *content, df_error *error)
{
    df_text replay = {0};
    uint8_t *packed = NULL;
    df_status status = df_real_game_write(
        &replay, DF_REAL_TECHMINO, ((const render_request *)content)->plan, 0, NULL, error);
    uLongf size = compressBound((uLong)replay.length);
    if (status == DF_OK && (packed = malloc(size)) == NULL)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK &&
        compress(packed, &size, (const Bytef *)replay.bytes, (uLong)replay.length) != Z_OK)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK) {
        techmino_put_base64(text, packed, size);
        df_text_put_char(text, '\n');
        status = text->status;
    }
    free(packed);
    df_text_free(&replay);
    return status;
}

const output_format format_techmino =
    TEXT_FORMAT("techmino", ".techmino",
                "a replay of Techmino, text to paste there; 10 columns, 20 rows", techmino_put);
