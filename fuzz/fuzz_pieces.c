/* Reads any bytes as a list of pieces; what reads must write and read back. */
#include <string.h>

#include "check.h"
#include "dropforge/plan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_pieces pieces = {0}, again = {0};
    df_error error = {0};
    df_text text = {0}, twice = {0};
    const df_status status = df_pieces_read(&pieces, (const char *)data, size, &error);
    if (status != DF_OK) {
        MUST(pieces.set == NULL && pieces.colors == NULL);
        check_refusal(status, &error);
        return 0;
    }
    MUST(df_pieces_write(&text, pieces.set, pieces.colors) == DF_OK);
    MUST(df_pieces_read(&again, text.bytes, text.length, NULL) == DF_OK);
    MUST(again.set->count == pieces.set->count);
    for (size_t i = 0; i < pieces.set->count; i++) {
        MUST(memcmp(&again.set->pieces[i], &pieces.set->pieces[i], sizeof(df_piece)) == 0);
        MUST(again.colors[i].given == pieces.colors[i].given);
    }
    MUST(df_pieces_write(&twice, again.set, again.colors) == DF_OK);
    MUST(strcmp(text.bytes, twice.bytes) == 0);
    df_text_free(&text);
    df_text_free(&twice);
    df_pieces_free(&again);
    df_pieces_free(&pieces);
    return 0;
}
