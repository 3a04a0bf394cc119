/* Polyominoes: listed, counted, drawn at random, looked at. */
#include "dropforge/omino.h"

#include <stdlib.h>

#include "web/answer.h"

/* Walks in a row that may lose their way. */
enum { MAX_WALKS = 100 };

/* How one is drawn: METHODS in omino.js. */
typedef enum drawing_method { UNIFORM, GROW, WALK } drawing_method;

/* Everything about one, as `dropforge omino show --json` has it, of its code or its drawing. */
WASM_EXPORT(omino_study) df_status omino_study(const char *code, size_t length)
{
    df_omino omino;
    df_error error = {0};
    df_text *text = answer_begin();
    const df_status status = df_omino_code_read(&omino, code, length, &error);
    if (status == DF_OK)
        df_omino_json_write(text, &omino, true);
    return answer_end(status, &error);
}

/* Reads the numbers of filterOf in omino.js. */
static df_ominoes_filter filter_of(const double *wishes)
{
#define FILTER(member) MEMBER(df_ominoes_filter, member)
#define RANGE(member) FILTER(member.set), FILTER(member.min), FILTER(member.max)
    static const answer_member members[] = {
        FILTER(kind),     FILTER(symmetries), RANGE(width),          RANGE(height),
        RANGE(perimeter), RANGE(holes),       FILTER(column_convex), FILTER(row_convex),
        FILTER(directed), FILTER(tree_like),  FILTER(path)};
    df_ominoes_filter filter = {0};
    ANSWER_TAKE(&filter, members, wishes);
    return filter;
}

static df_status put_codes(void *context, const df_ominoes_batch *batch)
{
    df_text *text = context;
    char code[DF_OMINOES_CODE_SIZE];
    for (unsigned i = 0; i < batch->count; i++) {
        df_text_put_bytes(text, code, df_ominoes_batch_code(batch, i, code));
        df_text_put_char(text, '\n');
    }
    return text->status;
}

/* How many parts the list of this size has. */
WASM_EXPORT(ominoes_parts) double ominoes_parts(unsigned size)
{
    return (double)df_ominoes_subtrees(size);
}

/* Answers with the codes of one part of the list, each on a line, at most `limit` (0: all). */
WASM_EXPORT(ominoes_list)
df_status ominoes_list(unsigned size, const double *wishes, double part, double limit)
{
    const df_ominoes_filter filter = filter_of(wishes);
    const df_ominoes_options options = {.shard = (uint64_t)part,
                                        .shards = df_ominoes_subtrees(size)};
    df_text *text = answer_begin();
    const df_status status =
        df_ominoes_list(NULL, size, &filter, &options, (uint64_t)limit, put_codes, text);
    return answer_end(status, NULL);
}

/* Answers with their number, found by making each of them. */
WASM_EXPORT(ominoes_count)
df_status ominoes_count(unsigned size, const double *wishes)
{
    const df_ominoes_filter filter = filter_of(wishes);
    df_ominoes_tally tally;
    answer_begin();
    const df_status status = df_ominoes_count(&tally, size, &filter, NULL);
    if (status == DF_OK)
        answer_big(NULL, tally.count);
    return answer_end(status, NULL);
}

static void tell_counts(const df_omino_counts *counts)
{
    answer_open(NULL, '{');
    answer_natural("fixed", &counts->fixed);
    answer_natural("oneSided", &counts->one_sided);
    answer_natural("free", &counts->free);
    answer_open("symmetric", '{');
    for (unsigned i = 0; i < DF_SYMMETRIES; i++) {
        answer_natural(df_omino_symmetry_names[i], &counts->symmetric[i]);
    }
    answer_close('}');
    answer_close('}');
}

/* Answers with all numbers for a size, by transfer matrix. */
WASM_EXPORT(omino_counts) df_status omino_counts(unsigned size, double memory)
{
    const df_omino_count_options options = {.memory = (uint64_t)memory};
    df_error error = {0};
    df_omino_counts counts[DF_OMINO_COUNT_MAX + 1] = {{{0}, {0}, {0}, {{0}}}};
    answer_begin();
    const df_status status = df_omino_count_classes(counts, size, &options, NULL, &error);
    if (status == DF_OK)
        tell_counts(&counts[size]);
    for (unsigned i = 0; i <= DF_OMINO_COUNT_MAX; i++)
        df_omino_counts_free(&counts[i]);
    return answer_end(status, &error);
}

/* The sources of random polyominoes, each with random numbers of its own: the same as in the
 * program. */
typedef struct drawer {
    drawing_method method;
    df_omino_class kind;
    unsigned size;
    uint64_t seed;
    uint64_t next;
    df_omino_uniform *uniform; /* of that method */
} drawer;

WASM_EXPORT(drawer_free) void drawer_free(drawer *self)
{
    if (self == NULL)
        return;
    df_omino_uniform_free(self->uniform);
    free(self);
}

/* Prepares to draw polyominoes of a size. */
WASM_EXPORT(drawer_make)
df_status drawer_make(unsigned size, unsigned method, unsigned kind, uint64_t seed)
{
    df_error error = {0};
    drawer *self = calloc(1, sizeof *self);
    answer_begin();
    if (self == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    *self = (drawer){.method = (drawing_method)method,
                     .kind = (df_omino_class)kind,
                     .size = size,
                     .seed = seed};
    df_status status = DF_OK;
    if (self->method == UNIFORM)
        status = df_omino_uniform_create(&self->uniform, size, NULL, &error);
    return ANSWER_MADE(self, drawer_free, status, &error);
}

/* A walk that has lost its way begins anew. */
static df_status walk(const drawer *self, df_omino *omino, df_random *random)
{
    for (unsigned i = 0; i < MAX_WALKS; i++) {
        df_outcome outcome = DF_FOUND;
        const df_status status = df_omino_walk(omino, self->size, 0, random, &outcome);
        if (status != DF_OK || outcome == DF_FOUND)
            return status;
    }
    return DF_ERROR_LIMIT;
}

/* Answers with the code of the next one. */
WASM_EXPORT(drawer_draw) df_status drawer_draw(drawer *self)
{
    df_text *text = answer_begin();
    df_omino omino;
    df_random random;
    df_status status = DF_OK;
    const df_error lost = {.text = "a hundred walks lost their way; use another seed or fewer "
                                   "squares"};
    df_random_seed(&random, self->seed, self->next);
    if (self->method == UNIFORM)
        df_omino_uniform_draw(self->uniform, self->kind, &random, &omino);
    else
        status = self->method == GROW ? df_omino_grow(&omino, self->size, &random)
                                      : walk(self, &omino, &random);
    if (status != DF_OK)
        return answer_end(status, status == DF_ERROR_LIMIT ? &lost : NULL);
    if (self->method != UNIFORM)
        df_omino_canonical(&omino, self->kind, &omino);
    self->next++;
    df_omino_code_write(text, &omino);
    return answer_end(DF_OK, NULL);
}
