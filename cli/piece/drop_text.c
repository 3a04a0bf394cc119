#include "drop_text.h"

#include <stdio.h>

void drop_text_describe(char text[DROP_TEXT_SIZE], const df_piece_set *set, const df_drop *drop,
                        bool hold)
{
    snprintf(text, DROP_TEXT_SIZE, "%s%s %c %u %u", hold ? "hold " : "",
             set->pieces[drop->piece].name, df_orientation_letter(drop->orientation),
             (unsigned)drop->x, (unsigned)drop->y);
}

void drop_text_put_way(const df_piece_set *set, const df_clear_drop *drops, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[DROP_TEXT_SIZE];
        drop_text_describe(text, set, &drops[i].drop, drops[i].hold);
        printf("%s%s", i > 0 ? ", " : "", text);
    }
}

void drop_text_put_json(json_writer *json, const char *key, const df_piece_set *set,
                        const df_clear_drop *drops, size_t count)
{
    json_open_array(json, key);
    for (size_t i = 0; i < count; i++) {
        char text[DROP_TEXT_SIZE];
        drop_text_describe(text, set, &drops[i].drop, drops[i].hold);
        json_put_text(json, NULL, text);
    }
    json_close(json);
}
