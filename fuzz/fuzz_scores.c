/* Reads any bytes as tables of high scores; what reads is written again, and byte by byte if it
 * is not of the old version. Then each
 * score is added anew, which leaves tables that read, too. */
#include <string.h>

#include "check.h"
#include "cli/play/play_scores.h"

static void check_added(const play_scores *scores)
{
    play_scores made = {0}, read = {0};
    df_text text = {0};
    df_error error;
    for (size_t i = scores->count; i-- > 0;) {
        unsigned rank = 0;
        MUST(play_scores_add(&made, &scores->items[i], &rank) == DF_OK);
        MUST(rank >= 1 && rank <= PLAY_SCORES_KEPT);
    }
    play_scores_write(&made, &text);
    MUST(made.count == scores->count);
    MUST(play_scores_read(&read, text.bytes, text.length, &error) == DF_OK);
    df_text_free(&text);
    play_scores_free(&made);
    play_scores_free(&read);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    play_scores scores;
    df_error error;
    const df_status status = play_scores_read(&scores, (const char *)data, size, &error);
    if (status == DF_OK) {
        df_text text = {0};
        play_scores_write(&scores, &text);
        const bool is_old = data[strlen("dropforge-scores ")] == '1';
        MUST(text.status == DF_OK && (is_old || text.length == size));
        MUST(is_old || memcmp(text.bytes, data, size) == 0);
        df_text_free(&text);
        check_added(&scores);
    } else {
        MUST(status == DF_ERROR_INPUT || status == DF_ERROR_LIMIT);
        MUST(error.line >= 1 && strchr(error.text, ';') != NULL);
    }
    play_scores_free(&scores);
    return 0;
}
