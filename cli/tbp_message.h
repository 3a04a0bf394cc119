/* The messages of the Tetris Bot Protocol: one JSON object in each line. */
#ifndef CLI_TBP_MESSAGE_H
#define CLI_TBP_MESSAGE_H

#include "tbp_game.h"

typedef enum tbp_kind {
    TBP_OTHER, /* one to be ignored */
    TBP_RULES,
    TBP_START,
    TBP_SUGGEST,
    TBP_PLAY,
    TBP_NEW_PIECE,
    TBP_STOP,
    TBP_QUIT,
} tbp_kind;

/* What a client says. Only what belongs to the kind is written. */
typedef struct tbp_message {
    tbp_kind kind;
    bool is_supported; /* the rules */
    tbp_game start;
    tbp_move play;
    uint16_t piece;  /* the new one */
    char wrong[128]; /* what is wrong with the line */
} tbp_message;

/* Has to be called before all others: lets them tell when memory runs out. */
void tbp_message_begin(void);

/* Reads a line. DF_ERROR_INPUT: it is not JSON, or not as the protocol has it, and `wrong` says
 * how. DF_ERROR_MEMORY. */
df_status tbp_message_read(tbp_message *message, const char *line, size_t length,
                           const df_piece_set *set);

/* Write a message to standard output. DF_ERROR_SINK: it cannot be written; DF_ERROR_MEMORY. */
df_status tbp_message_write_info(void);
df_status tbp_message_write_ready(void);
df_status tbp_message_write_unsupported(void);
df_status tbp_message_write_suggestion(const tbp_move *moves, size_t count,
                                       const df_piece_set *set);

#endif
