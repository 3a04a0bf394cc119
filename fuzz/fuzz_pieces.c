/* Reads any bytes as a list of pieces; what reads must write and read back. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "dropforge/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_piece_set *set = NULL, *again = NULL;
    df_plan_color *colors = NULL, *again_colors = NULL;
    df_error error = {0};
    df_text text = {0}, twice = {0};
    const df_status status = df_pieces_read(&set, &colors, (const char *)data, size, &error);
    if (status != DF_OK) {
        MUST(set == NULL && colors == NULL);
        check_refusal(status, &error);
        return 0;
    }
    MUST(df_pieces_write(&text, set, colors) == DF_OK);
    MUST(df_pieces_read(&again, &again_colors, text.bytes, text.length, NULL) == DF_OK);
    MUST(again->count == set->count);
    for (size_t i = 0; i < set->count; i++) {
        MUST(memcmp(&again->pieces[i], &set->pieces[i], sizeof(df_piece)) == 0);
        MUST(again_colors[i].given == colors[i].given);
    }
    MUST(df_pieces_write(&twice, again, again_colors) == DF_OK);
    MUST(strcmp(text.bytes, twice.bytes) == 0);
    df_text_free(&text);
    df_text_free(&twice);
    df_piece_set_free(again);
    free(again_colors);
    df_piece_set_free(set);
    free(colors);
    return 0;
}
