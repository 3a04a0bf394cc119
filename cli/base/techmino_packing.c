#include "techmino_packing.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "message.h"

enum { TECHMINO_MAX_CONTENT = 1 << 22 };

static const char techmino_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Writes bytes in base64. */
static void techmino_put_base64(df_text *text, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i += 3) {
        const unsigned left = length - i < 3 ? (unsigned)(length - i) : 3;
        uint32_t group = (uint32_t)bytes[i] << 16;
        if (left > 1)
            group |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2)
            group |= bytes[i + 2];
        for (unsigned j = 0; j < 4; j++)
            df_text_put_char(text,
                             j <= left ? techmino_digits[group >> (18 - 6 * j) & 63] : '=');
    }
}

df_status techmino_pack(df_text *text, const df_text *content)
{
    uLongf size = compressBound((uLong)content->length);
    uint8_t *packed = malloc(size);
    df_status status = DF_ERROR_MEMORY;
    if (packed != NULL && compress(packed, &size, (const Bytef *)content->bytes,
                                   (uLong)content->length) == Z_OK) {
        techmino_put_base64(text, packed, size);
        df_text_put_char(text, '\n');
        status = text->status;
    }
    free(packed);
    return status;
}

bool techmino_is_packed(const char *text)
{
    /* The first byte of zlib's data is 0x78 here. */
    return text[0] == 'e' &&
           (text[1] == 'A' || text[1] == 'F' || text[1] == 'J' || text[1] == 'N') &&
           strspn(text, techmino_digits) > 40;
}

/* Reads base64 into its own place; returns the number of bytes. */
static size_t techmino_read_base64(unsigned char *bytes, const char *text, size_t length)
{
    size_t count = 0;
    unsigned group = 0, bits = 0;
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        const char *digit = memchr(techmino_digits, text[i], sizeof techmino_digits - 1);
        if (digit == NULL)
            continue;
        group = group << 6 | (unsigned)(digit - techmino_digits);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[count++] = (unsigned char)(group >> bits & 0xff);
        }
    }
    return count;
}

df_status techmino_unpack(char **content, size_t *size, const char *text, size_t length,
                          df_error *error)
{
    unsigned char *packed = malloc(length + 1);
    char *made = malloc(TECHMINO_MAX_CONTENT);
    uLongf count = TECHMINO_MAX_CONTENT;
    int result = Z_MEM_ERROR;
    if (packed != NULL && made != NULL)
        result = uncompress((Bytef *)made, &count, packed,
                            (uLong)techmino_read_base64(packed, text, length));
    free(packed);
    if (result == Z_OK) {
        *content = made;
        *size = count;
        return DF_OK;
    }
    free(made);
    return result == Z_MEM_ERROR
               ? DF_ERROR_MEMORY
               : message_error(error, DF_ERROR_INPUT,
                               "a replay of Techmino that cannot be unpacked; copy all of it");
}
