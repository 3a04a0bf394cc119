/* Reads any bytes as a game; what reads can be played, and is written and read back. */
#include <string.h>

#include "check.h"
#include "game/game.h"

/* Longer games, and larger playfields, would take too long. */
enum { MAX_TICKS = 3000 };

static void check_game(df_game *play)
{
    df_text text = {0}, twice = {0};
    df_game_record *record = NULL;
    df_game *again = NULL;
    const df_field *field = df_game_get_state(play)->field, *other;
    MUST(df_plan_play(df_game_get_state(play)->plan, NULL, NULL, NULL, NULL, NULL) == DF_OK);
    MUST(df_game_write(&text, play) == DF_OK);
    MUST(df_game_record_read(&record, text.bytes, text.length, NULL) == DF_OK);
    MUST(df_game_replay_ticks(&again, record, UINT64_MAX) == DF_OK);
    other = df_game_get_state(again)->field;
    MUST(memcmp(field->square, other->square,
                (size_t)field->width * field->height * sizeof field->square[0]) == 0);
    MUST(df_game_write(&twice, again) == DF_OK);
    MUST(strcmp(text.bytes, twice.bytes) == 0);
    df_game_free(again);
    df_game_record_free(record);
    df_text_free(&text);
    df_text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_game_record *record = NULL;
    df_game *play = NULL;
    df_error error = {0};
    const df_status status = df_game_record_read(&record, (const char *)data, size, &error);
    if (!is_read(status, record, &error))
        return 0;
    MUST(df_game_replay_ticks(&play, record, MAX_TICKS) == DF_OK);
    check_game(play);
    df_game_free(play);
    df_game_record_free(record);
    return 0;
}
