/* Stands alone, so that the reader can be fuzzed. */
#include "omino_shard.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "dropforge/ominoes.h"

static const char first_line[] = "dropforge-shard 2";

/* A text as far as it has been read. */
typedef struct reader {
    const char *bytes;
    size_t length;
    size_t at; /* where the next line begins */
    size_t line;
    df_mishap *mishap;
} reader;

/* What follows the name of a line. */
typedef struct words {
    const char *bytes;
    size_t length;
} words;

static unsigned long check_sum(const char *bytes, size_t length)
{
    return crc32_z(0, (const unsigned char *)bytes, length);
}

static bool refuse(reader *own, const char *what, const char *todo)
{
    own->mishap->line = own->line;
    own->mishap->column = 0;
    snprintf(own->mishap->text, sizeof own->mishap->text, "%s; %s", what, todo);
    return false;
}

static bool refuse_changed(reader *own, const char *what)
{
    return refuse(own, what, "it was changed or cut off: count this shard again");
}

/* Steps to the next line, which is to begin with this name and a space. */
static bool take_line(reader *own, const char *name, words *value)
{
    char what[80];
    own->line++;
    const char *begin = own->bytes + own->at;
    const size_t left = own->length - own->at, skip = strlen(name) + 1;
    const char *end = left > 0 ? memchr(begin, '\n', left) : NULL;
    snprintf(what, sizeof what, "there is no whole line of '%s'", name);
    if (end == NULL || (size_t)(end - begin) <= skip || memcmp(begin, name, skip - 1) != 0 ||
        begin[skip - 1] != ' ')
        return refuse_changed(own, what);
    *value = (words){begin + skip, (size_t)(end - begin) - skip};
    own->at += (size_t)(end - begin) + 1;
    return true;
}

static bool take_text(reader *own, const char *name, char *text, size_t size)
{
    words value;
    if (!take_line(own, name, &value))
        return false;
    bool is_plain = value.length < size;
    for (size_t i = 0; i < value.length && is_plain; i++)
        is_plain = value.bytes[i] >= ' ' && value.bytes[i] <= '~';
    if (!is_plain)
        return refuse_changed(own, "too long, or no plain text");
    memcpy(text, value.bytes, value.length);
    text[value.length] = '\0';
    return true;
}

/* Decimal digits as they are written, without zeros in front; NULL if there are none, they
 * are more than `most`, or else where they end. */
static const char *read_number(const char *at, const char *end, uint64_t most, uint64_t *number)
{
    const char *begin = at;
    *number = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++) {
        const unsigned digit = (unsigned)(*at - '0');
        if (digit > most || *number > (most - digit) / 10 || (at > begin && *begin == '0'))
            return NULL;
        *number = *number * 10 + digit;
    }
    return at > begin ? at : NULL;
}

static bool take_number(reader *own, const char *name, uint64_t least, uint64_t most,
                        uint64_t *number)
{
    words value;
    if (!take_line(own, name, &value))
        return false;
    const char *end = value.bytes + value.length;
    if (read_number(value.bytes, end, most, number) != end || *number < least)
        return refuse_changed(own, "no number, or not one that is possible");
    return true;
}

static bool take_shard(reader *own, omino_shard *shard)
{
    words value;
    if (!take_line(own, "shard", &value))
        return false;
    const char *end = value.bytes + value.length;
    uint64_t number = 0, all = 0;
    const char *at = read_number(value.bytes, end, SHARD_MOST_SHARDS, &number);
    if (at != NULL && at < end && *at == '/')
        at = read_number(at + 1, end, SHARD_MOST_SHARDS, &all);
    if (at != end || number == 0 || number > all)
        return refuse_changed(own, "no shard, which is a number, a stroke and how many");
    shard->shard = (unsigned)number;
    shard->shards = (unsigned)all;
    return true;
}

static bool take_first_line(reader *own)
{
    const size_t length = sizeof first_line - 1;
    own->line = SHARD_LINE_FORMAT;
    if (own->length <= length || memcmp(own->bytes, first_line, length) != 0 ||
        own->bytes[length] != '\n')
        return refuse(own,
                      "this is no result of a shard, which begins with 'dropforge-shard 2'",
                      "give what 'dropforge omino count N --shard I/K' has written");
    own->at = length + 1;
    return true;
}

/* The last line holds the check sum of all bytes before it. */
static bool take_check(reader *own)
{
    char wanted[9], found[9];
    snprintf(wanted, sizeof wanted, "%08lx", check_sum(own->bytes, own->at));
    if (!take_text(own, "check", found, sizeof found))
        return false;
    if (strcmp(wanted, found) != 0)
        return refuse_changed(own, "the check sum is not that of the lines above");
    own->line++;
    return own->at == own->length || refuse_changed(own, "there is more after the end");
}

df_status omino_shard_read(omino_shard *shard, const char *bytes, size_t length,
                           df_mishap *mishap)
{
    reader own = {.bytes = bytes, .length = length, .mishap = mishap};
    omino_shard read = {0};
    uint64_t squares = 0;
    const bool is_read =
        take_first_line(&own) &&
        take_text(&own, "version", read.version, sizeof read.version) &&
        take_number(&own, "squares", 1, DF_OMINOES_MAX_SQUARES, &squares) &&
        take_text(&own, "class", read.kind, sizeof read.kind) &&
        take_text(&own, "filters", read.filters, sizeof read.filters) &&
        take_number(&own, "subtrees", 1, UINT64_MAX, &read.subtrees) &&
        take_shard(&own, &read) && take_number(&own, "nodes", 0, UINT64_MAX, &read.nodes) &&
        take_number(&own, "count", 0, UINT64_MAX, &read.count) && take_check(&own);
    if (!is_read)
        return DF_ERROR_INPUT;
    read.squares = (unsigned)squares;
    *shard = read;
    return DF_OK;
}

void omino_shard_write(const omino_shard *shard, df_text *text)
{
    char part[32], check[9];
    const size_t begin = text->length;
    df_text_put(text, first_line);
    df_text_put_char(text, '\n');
    df_text_put_line(text, "version", shard->version);
    df_text_put_number_line(text, "squares", shard->squares);
    df_text_put_line(text, "class", shard->kind);
    df_text_put_line(text, "filters", shard->filters);
    df_text_put_number_line(text, "subtrees", shard->subtrees);
    snprintf(part, sizeof part, "%u/%u", shard->shard, shard->shards);
    df_text_put_line(text, "shard", part);
    df_text_put_number_line(text, "nodes", shard->nodes);
    df_text_put_number_line(text, "count", shard->count);
    if (text->status != DF_OK)
        return;
    snprintf(check, sizeof check, "%08lx",
             check_sum(text->bytes + begin, text->length - begin));
    df_text_put_line(text, "check", check);
}
