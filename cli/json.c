#include "json.h"

#include <inttypes.h>
#include <stdio.h>

#include "message.h"

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
