/* Reads any bytes as a movie; what reads is played, and is written and read back. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game/nes_console.h"

/* Makes a plan of the movie, if a game begins in it. */
static void check_movie_plan(const char *text, size_t length, size_t frames)
{
    df_plan *plan = NULL;
    df_replay_end end;
    df_error error = {0};
    const df_status status =
        df_real_game_read(&plan, tetrominoes(), DF_REAL_NES, text, length, &end, &error);
    if (status != DF_OK) {
        MUST(status == DF_ERROR_LIMIT && error.text[0] != '\0');
        return;
    }
    MUST(plan->count <= end.locks && end.frames >= frames);
    MUST(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL) == DF_OK);
    free(end.scores);
    free(end.levels);
    df_plan_free(plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_nes_movie movie = {0}, again = {0};
    df_text text = {0};
    df_error error = {0};
    const df_status status = df_nes_buttons_read(&movie, (const char *)data, size, &error);
    if (is_read(status, status == DF_OK ? &movie : NULL, &error)) {
        check_movie_plan((const char *)data, size, movie.count);
        MUST(df_nes_buttons_write(&text, &movie) == DF_OK);
        MUST(df_nes_buttons_read(&again, text.bytes, text.length, NULL) == DF_OK);
        MUST(again.count == movie.count &&
             memcmp(again.buttons, movie.buttons, movie.count) == 0);
    }
    free(movie.buttons);
    free(again.buttons);
    df_text_free(&text);
    return 0;
}
