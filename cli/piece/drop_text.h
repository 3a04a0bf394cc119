/* The drops that clear a board as text and JSON. */
#ifndef CLI_DROP_TEXT_H
#define CLI_DROP_TEXT_H

#include "cli/base/json.h"
#include "dropforge/clear.h"

enum { DROP_TEXT_SIZE = 64 };

/* Writes a drop as in a drop list, after 'hold ' if the piece in hand is put aside first. */
void drop_text_describe(char text[DROP_TEXT_SIZE], const df_piece_set *set, const df_drop *drop,
                        bool hold);

/* Prints drops with commas between them, without the end of the line. */
void drop_text_put_way(const df_piece_set *set, const df_clear_drop *drops, size_t count);

/* Puts the drops as an array of texts. */
void drop_text_put_json(json_writer *json, const char *key, const df_piece_set *set,
                        const df_clear_drop *drops, size_t count);

#endif
