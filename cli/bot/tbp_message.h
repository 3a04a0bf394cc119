/* The messages of the Tetris Bot Protocol: one JSON object per line. */
#ifndef CLI_TBP_MESSAGE_H
#define CLI_TBP_MESSAGE_H

#include "tbp_game.h"

typedef enum tbp_kind {
    TBP_OTHER, /* unknown; to be ignored */
    TBP_RULES,
    TBP_START,
    TBP_SUGGEST,
    TBP_PLAY,
    TBP_NEW_PIECE,
    TBP_STOP,
    TBP_QUIT,
} tbp_kind;

/* A message from a client. Only the members that belong to the kind are set. */
typedef struct tbp_message {
    tbp_kind kind;
    bool is_supported; /* TBP_RULES: the rules are supported */
    tbp_game start;
    tbp_move play;
    uint16_t piece;  /* TBP_NEW_PIECE */
    char wrong[128]; /* why the line is wrong */
} tbp_message;

/* Prepares jansson, so that running out of memory is noticed. Call it before all others. */
void tbp_message_begin(void);

/* Reads a line. Returns DF_ERROR_INPUT if it is not JSON or not a message of the protocol, with
 * the reason in `wrong`; or DF_ERROR_MEMORY. */
df_status tbp_message_read(tbp_message *message, const char *line, size_t length,
                           const df_piece_set *set);

/* Write a message to standard output. They return DF_ERROR_CANCELLED if it cannot be written,
 * or DF_ERROR_MEMORY. */
df_status tbp_message_write_info(void);
df_status tbp_message_write_answer(bool is_supported); /* to TBP_RULES */
df_status tbp_message_write_suggestion(const tbp_move *moves, size_t count,
                                       const df_piece_set *set);

#endif
