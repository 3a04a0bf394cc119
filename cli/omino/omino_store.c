#include <stdlib.h>
#include <string.h>

#include "cli/base/array.h"
#include "cli/base/file.h"
#include "cli/base/message.h"
#include "dropforge/base.h"
#include "omino_source.h"

df_status omino_store_add(omino_store *store, const df_omino *omino)
{
    df_status status =
        ARRAY_RESERVE(store->squares, store->square_capacity, store->square_count, omino->size);
    if (status == DF_OK)
        status = ARRAY_RESERVE(store->sizes, store->capacity, store->count, 1);
    if (status != DF_OK)
        return status;
    memcpy(&store->squares[store->square_count], omino->squares,
           omino->size * sizeof store->squares[0]);
    store->square_count += omino->size;
    store->sizes[store->count++] = omino->size;
    return DF_OK;
}

void omino_store_free(omino_store *store)
{
    free(store->squares);
    free(store->sizes);
    *store = (omino_store){0};
}

static df_status run_store(const omino_source *source, omino_taker *take, void *context,
                           df_error *error)
{
    (void)error;
    const omino_store *store = source->what;
    const df_square *squares = store->squares;
    df_status status = DF_OK;
    for (size_t i = 0; i < store->count && status == DF_OK; i++) {
        df_omino omino;
        status = df_omino_from_squares(&omino, squares, store->sizes[i]);
        squares += store->sizes[i];
        if (status == DF_OK)
            status = take(context, &omino);
    }
    return status;
}

omino_source omino_store_source(const omino_store *store)
{
    return (omino_source){.run = run_store, .what = store};
}

void omino_source_name(const omino_source *source, const df_omino *omino,
                       char name[DF_PIECE_NAME_SIZE])
{
    df_omino_name(omino, name);
    if (source->is_free)
        name[strcspn(name, "'")] = '\0';
}

/* A text that is read line by line. */
typedef struct store_reader {
    omino_store *store;
    const char *name;
    size_t line;       /* current, from 1 */
    df_text drawing;   /* rows of a drawing with '/' between, or empty */
    size_t first_line; /* of the drawing */
} store_reader;

static cli_status omino_store_add_line(store_reader *self, const char *text, size_t length,
                                       size_t line)
{
    df_omino omino;
    df_error error = {0};
    df_status status = df_omino_code_read(&omino, text, length, &error);
    error.line = line;
    if (status == DF_OK)
        status = omino_store_add(self->store, &omino);
    return status == DF_OK ? GO_ON : message_text(self->name, status, &error);
}

/* Stores the drawing as one polyomino. Errors name the line of the row. */
static cli_status end_drawing(store_reader *self)
{
    if (self->drawing.length == 0 && self->drawing.status == DF_OK)
        return GO_ON;
    df_omino omino;
    df_error error = {0};
    df_status status = self->drawing.status;
    if (status == DF_OK)
        status = df_omino_code_read(&omino, self->drawing.bytes, self->drawing.length, &error);
    if (status == DF_ERROR_INPUT && error.column > 0) {
        error.line = self->first_line;
        for (size_t i = 0, column = error.column; i + 1 < column; i++) {
            if (self->drawing.bytes[i] == '/') {
                error.line++;
                error.column = column - i - 1;
            }
        }
    } else {
        error.line = self->first_line;
    }
    if (status == DF_OK)
        status = omino_store_add(self->store, &omino);
    df_text_free(&self->drawing);
    return status == DF_OK ? GO_ON : message_text(self->name, status, &error);
}

static cli_status omino_store_read_line(store_reader *self, const char *text, size_t length)
{
    if (length == 0)
        return end_drawing(self);
    if (strspn(text, "#.") < length) {
        const cli_status status = end_drawing(self);
        return status == GO_ON ? omino_store_add_line(self, text, length, self->line) : status;
    }
    if (self->drawing.length == 0)
        self->first_line = self->line;
    else
        df_text_put_char(&self->drawing, '/');
    df_text_put_bytes(&self->drawing, text, length);
    return GO_ON;
}

/* True if a line is a hash, a blank and words. Rows of drawings have no blanks. */
static bool is_comment(const char *text, size_t length)
{
    if (length < 3 || text[0] != '#' || text[1] != ' ')
        return false;
    size_t at = 1;
    while (at < length && (text[at] == ' ' || text[at] == '\r'))
        at++;
    return at < length;
}

cli_status omino_store_read(omino_store *store, const char *path)
{
    char *bytes = NULL;
    size_t length = 0;
    cli_status status = file_read_text(path, &bytes, &length);
    store_reader self = {.store = store, .name = input_name(path)};
    for (size_t at = 0; status == GO_ON && at < length;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        const size_t next = end != NULL ? (size_t)(end - bytes) + 1 : length;
        self.line++;
        size_t used = (end != NULL ? next - 1 : next) - at;
        if (is_comment(bytes + at, used)) {
            at = next;
            continue;
        }
        const char *blank = memchr(bytes + at, ' ', used);
        if (blank != NULL)
            used = (size_t)(blank - bytes) - at;
        if (used > 0 && bytes[at + used - 1] == '\r')
            used--;
        status = omino_store_read_line(&self, bytes + at, used);
        at = next;
    }
    if (status == GO_ON)
        status = end_drawing(&self);
    df_text_free(&self.drawing);
    free(bytes);
    if (status == GO_ON && store->count == 0)
        return message("%s: there is no polyomino in it", input_name(path));
    return status;
}
