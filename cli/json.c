#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "utf8.h"

bool json_add_text(cJSON *object, const char *key, const char *text)
{
    static const char unknown[] = "\xef\xbf\xbd"; /* U+FFFD */
    char *whole = malloc(strlen(text) * (sizeof unknown - 1) + 1);
    if (whole == NULL)
        return false;
    char *end = whole;
    while (*text != '\0') {
        const size_t length = utf8_length(text);
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

/* Writes a line of JSON in which no character can steer a terminal: cJSON escapes those below a
 * blank, so that of the others DEL and U+0080 to U+009F are left, which only strings can have.
 */
static bool json_put_line(const char *text)
{
    for (; *text != '\0'; text++) {
        const unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];
        int put;
        if (first == 0x7f)
            put = fputs("\\u007f", stdout);
        else if (first == 0xc2 && second < 0xa0)
            put = printf("\\u00%02x", (unsigned char)*++text);
        else
            put = putchar(first);
        if (put < 0)
            return false;
    }
    return putchar('\n') >= 0 && fflush(stdout) == 0;
}

int json_print(cJSON *object, bool is_whole)
{
    char *text = is_whole ? cJSON_Print(object) : NULL;
    cJSON_Delete(object);
    if (text == NULL)
        return message("out of memory");
    const bool is_written = json_put_line(text);
    cJSON_free(text);
    return is_written ? -1 : message("standard output: cannot be written");
}
