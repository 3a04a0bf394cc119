/* Reads any bytes as lines of a client of the Tetris Bot Protocol, and follows its game: what
 * is played fits, no full row stays, and each move that is chosen can be played. */
#include <string.h>

#include "check.h"
#include "tbp_choose.h"
#include "tbp_message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_MOVES = 8, FULL_ROW = (1 << TBP_COLUMNS) - 1 };

typedef struct client {
    tbp_pieces pieces;
    tbp_chooser *chooser;
    tbp_message message;
    tbp_game game;
} client;

static void choose(client *own)
{
    tbp_move moves[MOST_MOVES];
    size_t count;
    if (own->game.count == 0)
        return;
    MUST(tbp_choose(own->chooser, &own->game, moves, MOST_MOVES, &count) == DF_OK);
    MUST(count <= MOST_MOVES);
    for (size_t i = 0; i < count; i++) {
        tbp_game after = own->game;
        df_place place;
        MUST(moves[i].spin < DF_SPINS);
        MUST(tbp_game_fits(&after, &own->pieces, &moves[i], &place));
        MUST(tbp_game_play(&after, &own->pieces, moves[i].piece, &place) >= 0);
        MUST(after.count < own->game.count);
    }
}

static void play(client *own)
{
    const tbp_move *move = &own->message.play;
    const size_t before = own->game.count;
    df_place place;
    if (!tbp_game_fits(&own->game, &own->pieces, move, &place))
        return;
    if (tbp_game_play(&own->game, &own->pieces, move->piece, &place) < 0) {
        MUST(own->game.count == before);
        return;
    }
    MUST(own->game.count < before);
    for (unsigned y = 0; y < TBP_ROWS; y++)
        MUST(own->game.rows[y] < FULL_ROW);
}

static void follow(client *own, const char *line, size_t length)
{
    const df_status status = tbp_message_read(&own->message, line, length, own->pieces.set);
    if (status != DF_OK) {
        MUST(status == DF_ERROR_INPUT && own->message.wrong[0] != '\0');
        return;
    }
    if (own->message.kind == TBP_START)
        own->game = own->message.start;
    else if (own->message.kind == TBP_NEW_PIECE && own->game.count < TBP_MOST_QUEUE)
        own->game.queue[own->game.count++] = own->message.piece;
    else if (own->message.kind == TBP_PLAY)
        play(own);
    else if (own->message.kind == TBP_SUGGEST)
        choose(own);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Made once: what is large is the same for all inputs. */
    static client own;
    if (own.chooser == NULL) {
        const df_player *player = df_player_get(0);
        tbp_message_begin();
        MUST(tbp_pieces_make(&own.pieces) == DF_OK);
        MUST(tbp_chooser_create(&own.chooser, &own.pieces, &player->weights, 2, 2) == DF_OK);
    }
    tbp_game_clear(&own.game);
    const char *at = (const char *)data;
    size_t lines = 0;
    while (size > 0 && lines++ < 16) {
        const char *end = memchr(at, '\n', size);
        const size_t length = end == NULL ? size : (size_t)(end - at);
        follow(&own, at, length);
        at += end == NULL ? length : length + 1;
        size -= end == NULL ? length : length + 1;
    }
    return 0;
}
