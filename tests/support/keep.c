#include "keep.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/plan_texts.h"
#include "dropforge/base.h"
#include "dropforge/plan.h"

/* How many are kept of each doubling of what is freed. */
#define DENSITY 8
#define PATH_BYTES 4096

/* The names by which the linker calls the real functions, and their replacements. */
void __real_df_plan_free(df_plan *plan);
void __real_df_text_free(df_text *text);
void __wrap_df_plan_free(df_plan *plan);
void __wrap_df_text_free(df_text *text);

static atomic_bool paused;

void keep_pause(bool pause)
{
    paused = pause;
}

/* The folder, or NULL if nothing is to be kept now. */
static const char *folder(void)
{
    const char *path = getenv("DROPFORGE_TEST_KEEP");
    return path != NULL && *path != '\0' && !paused ? path : NULL;
}

/* True if the next of them, counted from 1, is one of those that are kept. */
static bool is_next_kept(atomic_size_t *count)
{
    size_t step = 1;
    const size_t number = atomic_fetch_add(count, 1) + 1;
    for (size_t left = number; left >= (size_t)2 * DENSITY; left /= 2)
        step *= 2;
    return number % step == 0 || getenv("DROPFORGE_TEST_KEEP_ALL") != NULL;
}

/* Writes a file whose name comes from what is in it, beside others of the same name at most. */
static void write_file(const char *path, const char *bytes, size_t length)
{
    uint64_t sum = UINT64_C(14695981039346656037); /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    char name[PATH_BYTES];
    const int used = snprintf(name, sizeof name, "%s/c-%016" PRIx64, path, sum);
    if (used < 0 || (size_t)used >= sizeof name)
        return;
    /* There may be one already, of this program or of another; then it stays as it is. */
    FILE *file = fopen(name, "wxb");
    if (file == NULL)
        return;
    fwrite(bytes, 1, length, file);
    fclose(file);
}

static bool begins_with(const df_text *text, const char *word)
{
    const size_t length = strlen(word);
    return text->length >= length && memcmp(text->bytes, word, length) == 0;
}

/* The first line of packed blocks has nothing but colours. */
static bool looks_like_blocks(const df_text *text)
{
    size_t digits = 0;
    while (digits < text->length &&
           strchr("0123456789abcdefABCDEF", text->bytes[digits]) != NULL)
        digits++;
    return digits == 6 && text->length > 6 && strchr(" \n", text->bytes[6]) != NULL;
}

void __wrap_df_plan_free(df_plan *plan)
{
    static atomic_size_t count;
    const char *path = folder();
    if (path != NULL && plan != NULL && plan->count > 0 && is_next_kept(&count) &&
        df_plan_play(plan, NULL, NULL, NULL, NULL, NULL) == DF_OK) {
        df_text text = {0};
        if (df_drops_write(&text, plan) == DF_OK)
            write_file(path, text.bytes, text.length);
        __real_df_text_free(&text);
    }
    __real_df_plan_free(plan);
}

void __wrap_df_text_free(df_text *text)
{
    static atomic_size_t count;
    const char *path = folder();
    if (path != NULL && text->bytes != NULL && text->status == DF_OK &&
        (begins_with(text, "dropforge-") || begins_with(text, "v115@") ||
         looks_like_blocks(text)) &&
        is_next_kept(&count))
        write_file(path, text->bytes, text->length);
    __real_df_text_free(text);
}
