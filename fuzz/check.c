#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/plan_texts.h"
#include "dropforge/plan.h"

/* Options of the sanitizer: this many megabytes of freed memory are kept from being used
 * again, which is more than an input frees. With the usual 256, all memory would be new to the
 * machine for each input. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "quarantine_size_mb=16";
}

void must(bool condition, const char *text, const char *file, int line)
{
    if (condition)
        return;
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, text);
    abort();
}

const df_piece_set *tetrominoes(void)
{
    static df_piece_set *set = NULL;
    if (set == NULL)
        MUST(df_piece_set_tetrominoes(&set) == DF_OK);
    return set;
}

void check_refusal(df_status status, const df_error *error)
{
    if (status == DF_ERROR_MEMORY)
        return;
    MUST(status == DF_ERROR_INPUT);
    MUST(error->line > 0 && error->column > 0);
    MUST(memchr(error->text, '\0', sizeof error->text) != NULL);
    MUST(strchr(error->text, ';') != NULL);
    for (const char *c = error->text; *c != '\0'; c++)
        MUST(*c >= ' ' && *c <= '~');
}

bool is_read(df_status status, const void *made, const df_error *error)
{
    MUST((status == DF_OK) == (made != NULL));
    if (status != DF_OK)
        check_refusal(status, error);
    return status == DF_OK;
}

static bool same_color(df_plan_color a, df_plan_color b)
{
    return a.given == b.given &&
           (!a.given || (a.color.red == b.color.red && a.color.green == b.color.green &&
                         a.color.blue == b.color.blue));
}

/* True if b is what was written of a; of orientations that look alike, the first is written. */
static void check_same(const df_plan *a, const df_plan *b)
{
    MUST(a->width == b->width);
    MUST(a->count == b->count);
    for (size_t i = 0; i < a->count; i++) {
        const df_drop *c = &a->drops[i], *d = &b->drops[i];
        MUST(c->piece == d->piece);
        MUST(a->set->pieces[c->piece].same_as[c->orientation] == d->orientation);
        MUST(c->x == d->x && c->y == d->y);
    }
    for (size_t i = 0; i < a->set->count; i++)
        MUST(same_color(a->colors[i], b->colors[i]));
}

static void check_same_deal(const df_plan_deal *a, const df_plan_deal *b)
{
    MUST((a == NULL) == (b == NULL));
    if (a == NULL)
        return;
    MUST(a->deal == b->deal && a->seed == b->seed);
    MUST(a->hold == b->hold && a->preview == b->preview);
    MUST(a->count == b->count);
    MUST(a->count == 0 || memcmp(a->queue, b->queue, a->count * sizeof a->queue[0]) == 0);
}

static void check_same_begin(const df_plan *a, const df_plan *b)
{
    MUST((a->begin == NULL) == (b->begin == NULL));
    if (a->begin != NULL) {
        const size_t squares = (size_t)a->begin->width * a->begin->height;
        MUST(a->begin->height == b->begin->height);
        MUST(memcmp(a->begin->square, b->begin->square, squares * sizeof a->begin->square[0]) ==
             0);
    }
    MUST(a->frame_count == b->frame_count);
    for (size_t i = 0; i < a->frame_count; i++)
        MUST(a->frames[i].drops == b->frames[i].drops &&
             a->frames[i].milliseconds == b->frames[i].milliseconds);
    MUST(a->plays == b->plays);
}

void check_plan(const df_plan *plan)
{
    df_plan *again = NULL;
    df_text text = {0}, twice = {0};
    MUST(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL) == DF_OK);
    MUST(df_drops_write(&text, plan) == DF_OK);
    MUST(df_drops_read(&again, plan->set, text.bytes, text.length, NULL) == DF_OK);
    check_same(plan, again);
    MUST(plan->height == again->height);
    MUST(plan->rules == again->rules);
    check_same_deal(plan->deal, again->deal);
    check_same_begin(plan, again);
    for (size_t i = 0; i < plan->count; i++)
        MUST(plan->drops[i].begins_block == again->drops[i].begins_block);
    MUST(df_drops_write(&twice, again) == DF_OK);
    MUST(strcmp(text.bytes, twice.bytes) == 0);
    df_plan_free(again);
    df_text_free(&text);
    df_text_free(&twice);
}

void check_blocks(const df_plan *plan)
{
    df_plan *again = NULL;
    df_text text = {0}, twice = {0};
    df_error error = {0};
    const df_status status = df_blocks_write(&text, plan, &error);
    if (status != DF_OK) {
        MUST(status == DF_ERROR_LIMIT);
        MUST(text.bytes == NULL);
        MUST(strchr(error.text, ';') != NULL);
        return;
    }
    MUST(df_blocks_read(&again, plan->set, text.bytes, text.length, NULL) == DF_OK);
    check_same(plan, again);
    MUST(df_plan_play(again, NULL, NULL, NULL, NULL, NULL) == DF_OK);
    MUST(df_blocks_write(&twice, again, &error) == DF_OK);
    MUST(strcmp(text.bytes, twice.bytes) == 0);
    df_plan_free(again);
    df_text_free(&text);
    df_text_free(&twice);
}
