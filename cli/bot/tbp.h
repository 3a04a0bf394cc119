/* The Tetris Bot Protocol: the game that a client describes, messages, the choice of moves. */
#pragma once

#include "dropforge/bot.h"

/* ---- the game: the field, the queue, the hold, and the places a piece can reach ---- */

enum {
    TBP_COLUMNS = 10,
    TBP_ROWS = 40,
    TBP_MAX_QUEUE = 1024, /* more pieces than any client sends */
    TBP_SPAWN_ROW = 19,   /* of the piece's centre; one row higher if that place is blocked */
    TBP_CEILING = 4,      /* full rows above the field, which no piece can enter */
};

/* The seven pieces and their rotation tables. */
typedef struct tbp_pieces {
    df_piece_set *set;
    df_mover *movers[DF_TETROMINOES];
} tbp_pieces;

/* The state of a game. */
typedef struct tbp_game {
    uint64_t rows[TBP_ROWS + TBP_CEILING]; /* bit x: the square of column x is full */
    uint16_t queue[TBP_MAX_QUEUE];         /* the current piece first */
    size_t count;                          /* pieces in the queue */
    int held;                              /* a piece, or -1 */
} tbp_game;

/* A move as the protocol writes it: x and y are the position of the piece's centre. */
typedef struct tbp_move {
    uint16_t piece;
    uint8_t orientation;
    int64_t x;
    int64_t y;
    df_spin spin;
} tbp_move;

/* Makes the pieces, or returns DF_ERROR_MEMORY. */
df_status tbp_pieces_make(tbp_pieces *pieces);
void tbp_pieces_free(tbp_pieces *pieces);

/* Makes the game empty: no squares, no pieces. */
void tbp_game_clear(tbp_game *game);

/* Returns the index of the row above the highest full square. */
unsigned tbp_game_top(const tbp_game *game);

/* Returns the piece that hold offers instead of the current one, or -1. */
int tbp_game_other(const tbp_game *game);

/* Finds all places that a piece can reach from its spawn, as df_moves_find does. */
void tbp_game_moves(const tbp_game *game, const tbp_pieces *pieces, unsigned piece,
                    df_moves *moves);

/* True if one of the pieces that come next can spawn; if the next piece is unknown, if each of
 * the seven could. */
bool tbp_game_spawns(const tbp_game *game, const tbp_pieces *pieces);

/* True if the squares of the piece are free and inside the field; then writes the place that
 * `move` describes. */
bool tbp_game_fits(const tbp_game *game, const tbp_pieces *pieces, const tbp_move *move,
                   df_place *place);

/* Takes a piece from the queue or the hold, places it, and clears full rows. Returns the number
 * of rows; or -1, and changes nothing, if it is neither the current piece nor the other one. */
int tbp_game_play(tbp_game *game, const tbp_pieces *pieces, unsigned piece,
                  const df_place *place);

/* ---- the messages: one JSON object per line ---- */

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

/* ---- the choice of moves ---- */

typedef struct tbp_chooser tbp_chooser;

/* Creates a chooser, which the caller frees with tbp_chooser_free; `pieces` must outlive it. A
 * lookahead or beam of 0 is the default. */
df_status tbp_chooser_create(tbp_chooser **chooser, const tbp_pieces *pieces,
                             const df_weights *weights, unsigned lookahead, unsigned beam);
void tbp_chooser_free(tbp_chooser *chooser);

/* Writes the best legal moves, at most `max` of them, the best first, and their number to
 * *count. The game must have a current piece. */
df_status tbp_choose(tbp_chooser *chooser, const tbp_game *game, tbp_move *moves, size_t max,
                     size_t *count);
