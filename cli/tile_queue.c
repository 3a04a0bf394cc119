#include "tile_queue.h"

#include <stdio.h>
#include <string.h>

#include "piece_letters.h"

enum { WAY_SIZE = QUEUE_DROP_SIZE + sizeof "hold " };

size_t queue_read(uint16_t *queue, const char *letters, size_t length, const df_piece_set *set)
{
    for (size_t i = 0; i < length; i++) {
        const char letter = piece_letter(letters[i]);
        int piece = df_piece_set_find(set, &letters[i], 1);
        if (piece < 0 && letter != '\0')
            piece = df_piece_set_find(set, &letter, 1);
        if (piece < 0)
            return i;
        queue[i] = (uint16_t)piece;
    }
    return length;
}

void queue_describe(char text[QUEUE_DROP_SIZE], const df_piece_set *set, const df_drop *drop)
{
    snprintf(text, QUEUE_DROP_SIZE, "%s %c %u %u", set->pieces[drop->piece].name,
             df_orientation_letter(drop->orientation), (unsigned)drop->x, (unsigned)drop->y);
}

static void describe(char text[WAY_SIZE], const df_piece_set *set, const df_clear_drop *way)
{
    static const char hold[] = "hold ";
    const size_t length = way->hold ? sizeof hold - 1 : 0;
    memcpy(text, hold, length);
    queue_describe(text + length, set, &way->drop);
}

void queue_put_way(const df_piece_set *set, const df_clear_drop *drops, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[WAY_SIZE];
        describe(text, set, &drops[i]);
        printf("%s%s", i > 0 ? ", " : "", text);
    }
}

cJSON *queue_way_json(const df_piece_set *set, const df_clear_drop *drops, size_t count)
{
    cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; array != NULL && i < count; i++) {
        char text[WAY_SIZE];
        describe(text, set, &drops[i]);
        cJSON *item = cJSON_CreateString(text);
        if (item == NULL || !cJSON_AddItemToArray(array, item)) {
            cJSON_Delete(item);
            cJSON_Delete(array);
            return NULL;
        }
    }
    return array;
}
