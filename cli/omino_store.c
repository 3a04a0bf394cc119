#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "dropforge/text.h"
#include "file.h"
#include "message.h"
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
                           df_mishap *mishap)
{
    (void)mishap;
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
typedef struct reader {
    omino_store *store;
    const char *name;
    size_t line;       /* of what is looked at, from 1 */
    df_text drawing;   /* rows of a drawing with '/' between, or empty */
    size_t first_line; /* of the drawing */
} reader;

static int add(reader *own, const char *text, size_t length, size_t line)
{
    df_omino omino;
    df_mishap mishap = {0};
    df_status status = df_omino_code_read(&omino, text, length, &mishap);
    mishap.line = line;
    if (status == DF_OK)
        status = omino_store_add(own->store, &omino);
    return status == DF_OK ? -1 : message_text(own->name, status, &mishap);
}

/* The drawing as one polyomino; a wrong byte is told of with its row as the line. */
static int end_drawing(reader *own)
{
    if (own->drawing.length == 0 && own->drawing.status == DF_OK)
        return -1;
    df_omino omino;
    df_mishap mishap = {0};
    df_status status = own->drawing.status;
    if (status == DF_OK)
        status = df_omino_code_read(&omino, own->drawing.bytes, own->drawing.length, &mishap);
    if (status == DF_ERROR_INPUT && mishap.column > 0) {
        mishap.line = own->first_line;
        for (size_t i = 0, column = mishap.column; i + 1 < column; i++) {
            if (own->drawing.bytes[i] == '/') {
                mishap.line++;
                mishap.column = column - i - 1;
            }
        }
    } else {
        mishap.line = own->first_line;
    }
    if (status == DF_OK)
        status = omino_store_add(own->store, &omino);
    df_text_free(&own->drawing);
    return status == DF_OK ? -1 : message_text(own->name, status, &mishap);
}

static int read_line(reader *own, const char *text, size_t length)
{
    if (length == 0)
        return end_drawing(own);
    if (strspn(text, "#.") < length) {
        const int status = end_drawing(own);
        return status < 0 ? add(own, text, length, own->line) : status;
    }
    if (own->drawing.length == 0)
        own->first_line = own->line;
    else
        df_text_put_char(&own->drawing, '/');
    df_text_put_bytes(&own->drawing, text, length);
    return -1;
}

/* Whether a line is a hash, a blank and words: no row of a drawing, which has no blank within.
 */
static bool is_comment(const char *text, size_t length)
{
    if (length < 3 || text[0] != '#' || text[1] != ' ')
        return false;
    size_t at = 1;
    while (at < length && (text[at] == ' ' || text[at] == '\r'))
        at++;
    return at < length;
}

int omino_store_read(omino_store *store, const char *path)
{
    char *bytes = NULL;
    size_t length = 0;
    int status = file_read_text(path, &bytes, &length);
    reader own = {.store = store, .name = input_name(path)};
    for (size_t at = 0; status < 0 && at < length;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        const size_t next = end != NULL ? (size_t)(end - bytes) + 1 : length;
        own.line++;
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
        status = read_line(&own, bytes + at, used);
        at = next;
    }
    if (status < 0)
        status = end_drawing(&own);
    df_text_free(&own.drawing);
    free(bytes);
    if (status < 0 && store->count == 0)
        return message("%s: there is no polyomino in it", input_name(path));
    return status;
}
