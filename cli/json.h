/* A JSON object on standard output. Numbers are exact: cJSON alone would round them to
 * doubles. The functions answer false when memory runs out. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

bool json_add_number(cJSON *object, const char *key, uint64_t number);
bool json_add_seconds(cJSON *object, const char *key, double seconds);

/* A text of any bytes, such as the name of a file: JSON is UTF-8, so each byte that is not of a
 * sign of it becomes U+FFFD. cJSON alone would write the byte. */
bool json_add_text(cJSON *object, const char *key, const char *text);

/* Writes the object and deletes it; -1 or the exit code after a message. An object that
 * could not be filled whole is told with is_whole = false and not written. */
int json_print(cJSON *object, bool is_whole);

#endif
