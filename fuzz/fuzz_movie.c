/* Reads any bytes as a movie; what reads is played, and is written and read back. */
#include <string.h>

#include "check.h"
#include "dropforge/nes.h"

/* Makes a plan of the movie, if a game begins in it. */
static void check_movie_plan(const df_nes_movie *movie)
{
    df_plan *plan = NULL;
    df_nes end;
    df_error error = {0};
    const df_status status = df_nes_movie_plan(&plan, tetrominoes(), movie, &end, &error);
    if (status != DF_OK) {
        MUST(status == DF_ERROR_LIMIT && error.text[0] != '\0');
        return;
    }
    MUST(plan->count <= end.locks && end.frames >= movie->count);
    MUST(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL) == DF_OK);
    df_plan_free(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_nes_movie *movie = NULL, *again = NULL;
    df_text text = {0};
    df_error error = {0};
    const df_status status = df_nes_movie_read(&movie, (const char *)data, size, &error);
    if (!is_read(status, movie, &error))
        return 0;
    check_movie_plan(movie);
    MUST(df_nes_movie_write(&text, movie->buttons, movie->count) == DF_OK);
    MUST(df_nes_movie_read(&again, text.bytes, text.length, NULL) == DF_OK);
    MUST(again->count == movie->count &&
         memcmp(again->buttons, movie->buttons, movie->count) == 0);
    df_nes_movie_free(movie);
    df_nes_movie_free(again);
    df_text_free(&text);
    return 0;
}
