/* The drops that clear a board as text and JSON. */
#ifndef CLI_DROP_TEXT_H
#define CLI_DROP_TEXT_H

#include "cli/base/json.h"
#include "dropforge/clear.h"

enum { QUEUE_DROP_SIZE = 64 };

/* Writes a drop as in a drop list, after 'hold ' if the piece in hand is put aside first. */
void queue_describe(char text[QUEUE_DROP_SIZE], const df_piece_set *set, const df_drop *drop,
                    bool hold);

/* Prints drops with commas between them, without the end of the line. */
void queue_put_way(const df_piece_set *set, const df_clear_drop *drops, size_t count);

/* Puts the drops as an array of texts. */
void queue_put_json(json_writer *json, const char *key, const df_piece_set *set,
                    const df_clear_drop *drops, size_t count);

#endif
