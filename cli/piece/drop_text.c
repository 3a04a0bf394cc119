#include "drop_text.h"

#include <stdio.h>

void queue_describe(char text[QUEUE_DROP_SIZE], const df_piece_set *set, const df_drop *drop,
                    bool hold)
{
    snprintf(text, QUEUE_DROP_SIZE, "%s%s %c %u %u", hold ? "hold " : "",
             set->pieces[drop->piece].name, df_orientation_letter(drop->orientation),
             (unsigned)drop->x, (unsigned)drop->y);
}

void queue_put_way(const df_piece_set *set, const df_clear_drop *drops, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[QUEUE_DROP_SIZE];
        queue_describe(text, set, &drops[i].drop, drops[i].hold);
        printf("%s%s", i > 0 ? ", " : "", text);
    }
}

void queue_put_json(json_writer *json, const char *key, const df_piece_set *set,
                    const df_clear_drop *drops, size_t count)
{
    json_open_array(json, key);
    for (size_t i = 0; i < count; i++) {
        char text[QUEUE_DROP_SIZE];
        queue_describe(text, set, &drops[i].drop, drops[i].hold);
        json_put_text(json, NULL, text);
    }
    json_close(json);
}
