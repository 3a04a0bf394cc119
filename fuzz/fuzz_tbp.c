/* Reads any bytes as lines of a client of the Tetris Bot Protocol, and follows its game: what
 * is played fits, no full row stays, and each move that is chosen can be played. */
#include <string.h>

#include "check.h"
#include "cli/bot/tbp.h"

enum { MAX_MOVES = 8, FULL_ROW = (1 << TBP_COLUMNS) - 1 };

typedef struct client {
    tbp_pieces pieces;
    tbp_chooser *chooser;
    tbp_message message;
    tbp_game game;
} client;

static void choose(client *self)
{
    tbp_move moves[MAX_MOVES];
    size_t count;
    if (self->game.count == 0)
        return;
    MUST(tbp_choose(self->chooser, &self->game, moves, MAX_MOVES, &count) == DF_OK);
    MUST(count <= MAX_MOVES);
    for (size_t i = 0; i < count; i++) {
        tbp_game after = self->game;
        df_place place;
        MUST(moves[i].spin < DF_SPINS);
        MUST(tbp_game_fits(&after, &self->pieces, &moves[i], &place));
        MUST(tbp_game_play(&after, &self->pieces, moves[i].piece, &place) >= 0);
        MUST(after.count < self->game.count);
    }
}

static void play(client *self)
{
    const tbp_move *move = &self->message.play;
    const size_t before = self->game.count;
    df_place place;
    if (!tbp_game_fits(&self->game, &self->pieces, move, &place))
        return;
    if (tbp_game_play(&self->game, &self->pieces, move->piece, &place) < 0) {
        MUST(self->game.count == before);
        return;
    }
    MUST(self->game.count < before);
    for (unsigned y = 0; y < TBP_ROWS; y++)
        MUST(self->game.rows[y] < FULL_ROW);
}

static void follow(client *self, const char *line, size_t length)
{
    const df_status status = tbp_message_read(&self->message, line, length, self->pieces.set);
    if (status != DF_OK) {
        MUST(status == DF_ERROR_INPUT && self->message.wrong[0] != '\0');
        return;
    }
    if (self->message.kind == TBP_START)
        self->game = self->message.start;
    else if (self->message.kind == TBP_NEW_PIECE && self->game.count < TBP_MAX_QUEUE)
        self->game.queue[self->game.count++] = self->message.piece;
    else if (self->message.kind == TBP_PLAY)
        play(self);
    else if (self->message.kind == TBP_SUGGEST)
        choose(self);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* Made once: what is large is the same for all inputs. */
    static client self;
    if (self.chooser == NULL) {
        const df_player *player = &df_players[0];
        MUST(tbp_pieces_make(&self.pieces) == DF_OK);
        MUST(tbp_chooser_create(&self.chooser, &self.pieces, &player->weights, 2, 2) == DF_OK);
    }
    tbp_game_clear(&self.game);
    const char *at = (const char *)data;
    size_t lines = 0;
    while (size > 0 && lines++ < 16) {
        const char *end = memchr(at, '\n', size);
        const size_t length = end == NULL ? size : (size_t)(end - at);
        follow(&self, at, length);
        at += end == NULL ? length : length + 1;
        size -= end == NULL ? length : length + 1;
    }
    return 0;
}
