/* Adds up the results of shards. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/file.h"
#include "cli/base/json.h"
#include "cli/base/message.h"
#include "omino_settings.h"
#include "omino_shard.h"

/* The shards read up to now. */
typedef struct merger {
    omino_shard first; /* of the first file */
    const char *first_name;
    const char **names; /* of the files of each shard, by their number from 0; NULL: none yet */
    unsigned found;
    uint64_t count;
    uint64_t nodes;
} merger;

static df_status read_shard(void *into, const char *text, size_t length, df_error *error)
{
    return omino_shard_read(into, text, length, error);
}

/* Refuses a shard of another run. -1 or the exit code. */
static int check_run(const merger *self, const omino_shard *shard, const char *name)
{
    const omino_shard *first = &self->first;
    char squares[2][12], subtrees[2][24], shards[2][12];
    snprintf(squares[0], sizeof squares[0], "%u", shard->squares);
    snprintf(squares[1], sizeof squares[1], "%u", first->squares);
    snprintf(subtrees[0], sizeof subtrees[0], "%" PRIu64, shard->subtrees);
    snprintf(subtrees[1], sizeof subtrees[1], "%" PRIu64, first->subtrees);
    snprintf(shards[0], sizeof shards[0], "%u", shard->shards);
    snprintf(shards[1], sizeof shards[1], "%u", first->shards);
    const struct {
        int line;
        const char *what;
        const char *here;
        const char *there;
    } sames[] = {
        {SHARD_LINE_VERSION, "the version", shard->version, first->version},
        {SHARD_LINE_SQUARES, "the number of squares", squares[0], squares[1]},
        {SHARD_LINE_CLASS, "the class", shard->kind, first->kind},
        {SHARD_LINE_FILTERS, "the filters", shard->filters, first->filters},
        {SHARD_LINE_SUBTREES, "the number of subtrees", subtrees[0], subtrees[1]},
        {SHARD_LINE_SHARD, "the number of shards", shards[0], shards[1]},
    };
    for (size_t i = 0; i < sizeof sames / sizeof sames[0]; i++) {
        if (strcmp(sames[i].here, sames[i].there) != 0)
            return message(
                "%s:%d: a shard of another run: %s: '%s' here, but '%s' in %s; merge "
                "the shards of one run",
                name, sames[i].line, sames[i].what, sames[i].here, sames[i].there,
                self->first_name);
    }
    return -1;
}

/* Adds `more` unless the sum overflows, which no real run does. */
static bool omino_merge_add(uint64_t *sum, uint64_t more)
{
    const bool fits = more <= UINT64_MAX - *sum;
    if (fits)
        *sum += more;
    return fits;
}

static int add_shard(merger *self, const omino_shard *shard, const char *name)
{
    const char **place = &self->names[shard->shard - 1];
    const int status = check_run(self, shard, name);
    if (status >= 0)
        return status;
    if (*place != NULL)
        return message("%s:%d: shard %u of %u is in %s, too; give each shard once", name,
                       SHARD_LINE_SHARD, shard->shard, shard->shards, *place);
    if (!omino_merge_add(&self->nodes, shard->nodes) ||
        !omino_merge_add(&self->count, shard->count))
        return message("%s:%d: the sum is larger than any real one; count this shard again",
                       name, SHARD_LINE_COUNT);
    *place = name;
    self->found++;
    return -1;
}

static int take_file(merger *self, const char *path)
{
    omino_shard shard;
    const int status = file_read_into(path, read_shard, &shard);
    if (status >= 0)
        return status;
    if (self->names == NULL) {
        self->first = shard;
        self->first_name = input_name(path);
        self->names = calloc(shard.shards, sizeof self->names[0]);
        if (self->names == NULL)
            return message("out of memory");
    }
    return add_shard(self, &shard, input_name(path));
}

static int refuse_missing(const merger *self)
{
    unsigned missing = 0;
    while (self->names[missing] != NULL)
        missing++;
    const unsigned count = self->first.shards - self->found;
    if (count == 1)
        return message("%s:%d: shard %u of %u is missing; count it and give it, too",
                       self->first_name, SHARD_LINE_SHARD, missing + 1, self->first.shards);
    return message("%s:%d: %u of %u shards are missing, the first is number %u; count them and "
                   "give them, too",
                   self->first_name, SHARD_LINE_SHARD, count, self->first.shards, missing + 1);
}

static int omino_merge_put(const merger *self, bool json)
{
    if (!json) {
        printf("%" PRIu64 "\n", self->count);
        return -1;
    }
    json_writer writer = {0};
    json_open_object(&writer, NULL);
    json_put_text(&writer, "class", self->first.kind);
    json_put_text(&writer, "filters", self->first.filters);
    json_put_number(&writer, "size", self->first.squares);
    json_put_number(&writer, "count", self->count);
    json_put_number(&writer, "nodes", self->nodes);
    json_put_number(&writer, "shards", self->first.shards);
    return json_print(&writer);
}

int omino_merge(const omino_settings *chosen, const char *operand)
{
    (void)operand; /* the first of them */
    merger self = {0};
    int status = -1;
    for (size_t i = 0; i < chosen->operand_count && status < 0; i++)
        status = take_file(&self, chosen->operands[i]);
    if (status < 0 && self.found < self.first.shards)
        status = refuse_missing(&self);
    if (status < 0)
        status = omino_merge_put(&self, chosen->json);
    free(self.names);
    return status;
}
