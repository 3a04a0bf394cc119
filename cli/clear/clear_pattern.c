/* Patterns of queues, from the command line or a file. */
#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/file.h"
#include "cli/base/message.h"

int clear_queues_read(const char *pattern, df_clear_pattern *queues)
{
    const bool is_file = strpbrk(pattern, "./") != NULL || strcmp(pattern, "-") == 0;
    char *bytes = NULL;
    size_t length = strlen(pattern);
    int answer = is_file ? file_read_text(pattern, &bytes, &length) : -1;
    if (answer >= 0)
        return answer;
    df_error error = {0};
    const df_status status =
        df_clear_pattern_read(queues, is_file ? bytes : pattern, length, &error);
    free(bytes);
    if (status == DF_OK || error.line == 0)
        return message_status(status, &error);
    if (is_file)
        return message_text(input_name(pattern), status, &error);
    return message_usage("clear", "the pattern is wrong at character %zu: %s", error.column,
                         error.text);
}
