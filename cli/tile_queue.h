/* Queues of tetrominoes, and the drops that clear with them, as text and JSON. */
#ifndef CLI_TILE_QUEUE_H
#define CLI_TILE_QUEUE_H

#include <cjson/cJSON.h>

#include "dropforge/clear.h"

/* Reads names of pieces of one letter, IOTSZJL in either case. Answers how many were read: less
 * than `length` when the next one is none. */
size_t queue_read(uint16_t *queue, const char *letters, size_t length, const df_piece_set *set);

enum { QUEUE_DROP_SIZE = 64 };

/* The text of a drop as in a drop list, cut off where the room ends. */
void queue_describe(char text[QUEUE_DROP_SIZE], const df_piece_set *set, const df_drop *drop);

/* Writes drops to standard output: each as in a drop list, after 'hold' where the piece in
 * hand is put aside first, with commas between them. Without an end of the line. */
void queue_put_way(const df_piece_set *set, const df_clear_drop *drops, size_t count);

/* The same as an array of texts, for the caller to delete; NULL when memory runs out. */
cJSON *queue_way_json(const df_piece_set *set, const df_clear_drop *drops, size_t count);

#endif
