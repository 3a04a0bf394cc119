#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dropforge/plan.h"
#include "message.h"

int file_read_stream(FILE *stream, char **bytes, size_t *length)
{
    size_t capacity = 1 << 16;
    size_t count = 0;
    char *buffer = malloc(capacity);
    int error = buffer == NULL ? ENOMEM : 0;
    while (error == 0) {
        errno = 0;
        count += fread(buffer + count, 1, capacity - 1 - count, stream);
        if (ferror(stream))
            error = errno != 0 ? errno : EIO;
        else if (count < capacity - 1)
            break;
        else if (capacity >= FILE_MAX_BYTES)
            error = EFBIG;
        char *larger = error == 0 ? realloc(buffer, capacity * 2) : NULL;
        if (larger == NULL) {
            error = error != 0 ? error : ENOMEM;
            break;
        }
        buffer = larger;
        capacity *= 2;
    }
    if (error != 0) {
        free(buffer);
        return error;
    }
    buffer[count] = '\0';
    *bytes = buffer;
    *length = count;
    return 0;
}

cli_status file_read(const char *path, char **bytes, size_t *length)
{
    const char *name = input_name(path);
    FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (stream == NULL)
        return message("%s: cannot be opened: %s", name, strerror(errno));
    const int error = file_read_stream(stream, bytes, length);
    if (stream != stdin)
        fclose(stream);
    if (error != 0)
        return message("%s: cannot be read: %s", name, strerror(error));
    return GO_ON;
}

/* Refuses a text that begins with a byte order mark; `name` is its file in messages. */
static cli_status file_refuse_mark(const char *name, const char *text)
{
    static const char *const marks[] = {"\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (strncmp(text, marks[i], strlen(marks[i])) == 0)
            return message("%s:1:1: it begins with a byte order mark; save it as UTF-8 "
                           "without one",
                           name);
    }
    return GO_ON;
}

cli_status file_read_text(const char *path, char **bytes, size_t *length)
{
    cli_status status = file_read(path, bytes, length);
    if (status != GO_ON)
        return status;
    status = file_refuse_mark(input_name(path), *bytes);
    if (status != GO_ON) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

cli_status file_take_text(const char *path, const char **name, char **bytes, size_t *length)
{
    *name = input_name(path);
    if (df_fumen_find_end(path, strlen(path)) == 0)
        return file_read_text(path, bytes, length);
    *name = "the fumen";
    *length = strlen(path);
    *bytes = malloc(*length + 1);
    if (*bytes == NULL)
        return message("out of memory");
    memcpy(*bytes, path, *length + 1);
    return GO_ON;
}

cli_status file_read_into(const char *path, file_reader *reader, void *into)
{
    char *text;
    size_t length;
    df_error error = {0};
    const cli_status answer = file_read_text(path, &text, &length);
    if (answer != GO_ON)
        return answer;
    const df_status status = reader(into, text, length, &error);
    free(text);
    return status == DF_OK ? GO_ON : message_text(input_name(path), status, &error);
}
