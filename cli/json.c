#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

/* Well-formed UTF-8 by its first bytes (table 3-7 of the Unicode standard): the bounds of the
 * second byte, and how many bytes there are. Those behind the second are 80 to BF. */
static const struct {
    unsigned char first, last, low, high, length;
} signs[] = {
    {0x01, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

/* How many bytes the sign takes with which a text begins; 0 when it is not UTF-8. */
static size_t sign_length(const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t kind = 0;
    while (kind < sizeof signs / sizeof signs[0] &&
           (bytes[0] < signs[kind].first || bytes[0] > signs[kind].last))
        kind++;
    if (kind == sizeof signs / sizeof signs[0])
        return 0;
    const size_t length = signs[kind].length;
    if (length > 1 && (bytes[1] < signs[kind].low || bytes[1] > signs[kind].high))
        return 0;
    for (size_t i = 2; i < length; i++) {
        if (bytes[i] < 0x80 || bytes[i] > 0xbf)
            return 0;
    }
    return length;
}

bool json_add_text(cJSON *object, const char *key, const char *text)
{
    static const char unknown[] = "\xef\xbf\xbd"; /* U+FFFD */
    char *whole = malloc(strlen(text) * (sizeof unknown - 1) + 1);
    if (whole == NULL)
        return false;
    char *end = whole;
    while (*text != '\0') {
        const size_t length = sign_length(text);
        memcpy(end, length > 0 ? text : unknown, length > 0 ? length : sizeof unknown - 1);
        end += length > 0 ? length : sizeof unknown - 1;
        text += length > 0 ? length : 1;
    }
    *end = '\0';
    const bool is_added = cJSON_AddStringToObject(object, key, whole) != NULL;
    free(whole);
    return is_added;
}

bool json_add_number(cJSON *object, const char *key, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return cJSON_AddRawToObject(object, key, text) != NULL;
}

bool json_add_seconds(cJSON *object, const char *key, double seconds)
{
    char text[48];
    snprintf(text, sizeof text, "%.6f", seconds);
    return cJSON_AddRawToObject(object, key, text) != NULL;
}

int json_print(cJSON *object, bool is_whole)
{
    char *text = is_whole ? cJSON_Print(object) : NULL;
    cJSON_Delete(object);
    if (text == NULL)
        return message("out of memory");
    const bool is_written = puts(text) >= 0 && fflush(stdout) == 0;
    cJSON_free(text);
    return is_written ? -1 : message("standard output: cannot be written");
}
