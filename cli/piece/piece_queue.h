/* Sequences of pieces from files and options. */
#ifndef CLI_PIECE_QUEUE_H
#define CLI_PIECE_QUEUE_H

#include "dropforge/board.h"

/* Reads names of pieces with blanks between, or letters of pieces in one word, from a file or,
 * for "-", standard input; '#' begins a comment. Returns -1, and the caller frees *given; or
 * the exit code after a message. */
int piece_queue_read(const char *path, const df_piece_set *set, uint16_t **given,
                     size_t *count);

/* Reads the value of an option --queue: letters of tetrominoes; or a file, whose name has a '.'
 * or a '/', or "-". Returns like piece_queue_read. */
int piece_queue_take(const char *command, const char *value, const df_piece_set *set,
                     uint16_t **given, size_t *count);

#endif
