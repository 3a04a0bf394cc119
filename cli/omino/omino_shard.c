/* Depends on little else of the program, so that the reader can be fuzzed. */
#include "omino_shard.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "cli/base/digits.h"
#include "dropforge/omino.h"

static const char first_line[] = "dropforge-shard 2";

/* A text and the reading position. */
typedef struct shard_reader {
    const char *bytes;
    size_t length;
    size_t at; /* where the next line begins */
    size_t line;
    df_error *error;
} shard_reader;

/* The rest of a line after its name. */
typedef struct words {
    const char *bytes;
    size_t length;
} words;

static unsigned long check_sum(const char *bytes, size_t length)
{
    return crc32_z(0, (const unsigned char *)bytes, length);
}

static bool omino_shard_refuse(shard_reader *self, const char *what, const char *todo)
{
    self->error->line = self->line;
    self->error->column = 0;
    snprintf(self->error->text, sizeof self->error->text, "%s; %s", what, todo);
    return false;
}

static bool refuse_changed(shard_reader *self, const char *what)
{
    return omino_shard_refuse(self, what, "it was changed or cut off: count this shard again");
}

/* Steps to the next line, which is to begin with this name and a space. */
static bool omino_shard_take_line(shard_reader *self, const char *name, words *value)
{
    char what[80];
    self->line++;
    const char *begin = self->bytes + self->at;
    const size_t left = self->length - self->at, skip = strlen(name) + 1;
    const char *end = left > 0 ? memchr(begin, '\n', left) : NULL;
    snprintf(what, sizeof what, "there is no whole line of '%s'", name);
    if (end == NULL || (size_t)(end - begin) <= skip || memcmp(begin, name, skip - 1) != 0 ||
        begin[skip - 1] != ' ')
        return refuse_changed(self, what);
    *value = (words){begin + skip, (size_t)(end - begin) - skip};
    self->at += (size_t)(end - begin) + 1;
    return true;
}

static bool omino_shard_take_text(shard_reader *self, const char *name, char *text, size_t size)
{
    words value;
    if (!omino_shard_take_line(self, name, &value))
        return false;
    bool is_plain = value.length < size;
    for (size_t i = 0; i < value.length && is_plain; i++)
        is_plain = value.bytes[i] >= ' ' && value.bytes[i] <= '~';
    if (!is_plain)
        return refuse_changed(self, "not plain text, or too long");
    memcpy(text, value.bytes, value.length);
    text[value.length] = '\0';
    return true;
}

/* Reads a number like digits_read, but without leading zeros. */
static const char *omino_shard_read_number(const char *at, uint64_t max, uint64_t *number)
{
    const char *end = digits_read(at, max, number);
    return end != NULL && (*at != '0' || end == at + 1) ? end : NULL;
}

static bool take_number(shard_reader *self, const char *name, uint64_t min, uint64_t max,
                        uint64_t *number)
{
    words value;
    if (!omino_shard_take_line(self, name, &value))
        return false;
    const char *end = value.bytes + value.length;
    if (omino_shard_read_number(value.bytes, max, number) != end || *number < min)
        return refuse_changed(self, "not a possible number");
    return true;
}

static bool take_shard(shard_reader *self, omino_shard *shard)
{
    words value;
    if (!omino_shard_take_line(self, "shard", &value))
        return false;
    const char *end = value.bytes + value.length;
    uint64_t number = 0, all = 0;
    const char *at = omino_shard_read_number(value.bytes, SHARD_MAX_SHARDS, &number);
    if (at != NULL && at < end && *at == '/')
        at = omino_shard_read_number(at + 1, SHARD_MAX_SHARDS, &all);
    if (at != end || number == 0 || number > all)
        return refuse_changed(self, "not a shard, such as 1/8");
    shard->shard = (unsigned)number;
    shard->shards = (unsigned)all;
    return true;
}

static bool take_first_line(shard_reader *self)
{
    const size_t length = sizeof first_line - 1;
    self->line = SHARD_LINE_FORMAT;
    if (self->length <= length || memcmp(self->bytes, first_line, length) != 0 ||
        self->bytes[length] != '\n')
        return omino_shard_refuse(
            self, "this is not a result of a shard, which begins with 'dropforge-shard 2'",
            "give what 'dropforge omino count N --shard I/K' has written");
    self->at = length + 1;
    return true;
}

/* The last line holds the check sum of all bytes before it. */
static bool take_check(shard_reader *self)
{
    char wanted[9], found[9];
    snprintf(wanted, sizeof wanted, "%08lx", check_sum(self->bytes, self->at));
    if (!omino_shard_take_text(self, "check", found, sizeof found))
        return false;
    if (strcmp(wanted, found) != 0)
        return refuse_changed(self, "the check sum is not that of the lines above");
    self->line++;
    return self->at == self->length || refuse_changed(self, "there is more after the end");
}

df_status omino_shard_read(omino_shard *shard, const char *bytes, size_t length,
                           df_error *error)
{
    shard_reader self = {.bytes = bytes, .length = length, .error = error};
    omino_shard read = {0};
    uint64_t squares = 0;
    const bool is_read =
        take_first_line(&self) &&
        omino_shard_take_text(&self, "version", read.version, sizeof read.version) &&
        take_number(&self, "squares", 1, DF_OMINOES_MAX_SQUARES, &squares) &&
        omino_shard_take_text(&self, "class", read.kind, sizeof read.kind) &&
        omino_shard_take_text(&self, "filters", read.filters, sizeof read.filters) &&
        take_number(&self, "subtrees", 1, UINT64_MAX, &read.subtrees) &&
        take_shard(&self, &read) && take_number(&self, "nodes", 0, UINT64_MAX, &read.nodes) &&
        take_number(&self, "count", 0, UINT64_MAX, &read.count) && take_check(&self);
    if (!is_read)
        return DF_ERROR_INPUT;
    read.squares = (unsigned)squares;
    *shard = read;
    return DF_OK;
}

void omino_shard_write(const omino_shard *shard, df_text *text)
{
    char check[9];
    const size_t begin = text->length;
    df_text_put(text, first_line);
    df_text_put_char(text, '\n');
    df_text_format(text,
                   "version %s\nsquares %u\nclass %s\nfilters %s\nsubtrees %" PRIu64
                   "\nshard %u/%u\nnodes %" PRIu64 "\ncount %" PRIu64 "\n",
                   shard->version, shard->squares, shard->kind, shard->filters, shard->subtrees,
                   shard->shard, shard->shards, shard->nodes, shard->count);
    if (text->status != DF_OK)
        return;
    snprintf(check, sizeof check, "%08lx",
             check_sum(text->bytes + begin, text->length - begin));
    df_text_format(text, "check %s\n", check);
}
