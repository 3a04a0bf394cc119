/* Reads any bytes as a fumen; what reads must write and read back. */
#include <string.h>

#include "check.h"
#include "dropforge/plan.h"

static void check_same_page(const df_fumen_page *a, const df_fumen_page *b)
{
    MUST(memcmp(a->square, b->square, sizeof a->square) == 0);
    MUST(memcmp(a->garbage, b->garbage, sizeof a->garbage) == 0);
    MUST(a->piece == b->piece && a->orientation == b->orientation);
    MUST(a->x == b->x && a->y == b->y);
    MUST(a->lock == b->lock && a->rise == b->rise && a->mirror == b->mirror);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_fumen_page *pages = NULL, *again = NULL;
    size_t count = 0, count_again = 0;
    df_error error = {0};
    const df_status status = df_fumen_read(&pages, &count, (const char *)data, size, &error);
    if (!is_read(status, pages, &error))
        return 0;
    df_text text = {0}, twice = {0};
    MUST(count > 0);
    /* A comment may take more characters than the format has once more are written as '%'. */
    const df_status written = df_fumen_write(&text, pages, count);
    MUST(written == DF_OK || written == DF_ERROR_LIMIT);
    if (written != DF_OK) {
        df_fumen_free(pages);
        return 0;
    }
    MUST(df_fumen_read(&again, &count_again, text.bytes, text.length, NULL) == DF_OK);
    MUST(count == count_again);
    for (size_t i = 0; i < count; i++)
        check_same_page(&pages[i], &again[i]);
    MUST(df_fumen_write(&twice, again, count) == DF_OK);
    MUST(strcmp(text.bytes, twice.bytes) == 0);
    df_fumen_free(pages);
    df_fumen_free(again);
    df_text_free(&text);
    df_text_free(&twice);
    return 0;
}
