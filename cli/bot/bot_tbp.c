/* A wrong line is reported on standard error and has no effect: the protocol has no answer for
 * it, and a client would mistake one for the answer to another message. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot_settings.h"
#include "cli/base/message.h"
#include "tbp.h"

enum {
    /* Keeps a suggestion below 4096 bytes. */
    MAX_MOVES = 40,
    MAX_LINE = 1 << 16,
    /* A client that never reads standard error must not make the bot wait. */
    MAX_COMPLAINTS = 100,
};

/* The state of the conversation with a client. */
typedef struct tbp_player {
    tbp_pieces pieces;
    tbp_chooser *chooser;
    tbp_message message;
    bool is_playing; /* a game has started */
    bool is_asked;   /* a move is to be suggested as soon as there is a piece */
    tbp_game game;
    uint64_t line; /* number of the last line read */
    unsigned complaints;
    char text[MAX_LINE];
    size_t length;
} tbp_player;

/* The result of reading a line. */
typedef enum line_result { LINE_READ, LINE_TOO_LONG, LINE_END } line_result;

/* Reads a line without its end; of a line that is too long, only the beginning. */
static line_result bot_tbp_read_line(tbp_player *self)
{
    bool is_long = false;
    self->length = 0;
    for (;;) {
        const int c = getc(stdin);
        if (c == EOF && self->length == 0)
            return LINE_END;
        if (c == EOF || c == '\n')
            break;
        if (self->length < MAX_LINE)
            self->text[self->length++] = (char)c;
        else
            is_long = true;
    }
    self->line++;
    return is_long ? LINE_TOO_LONG : LINE_READ;
}

static void bot_tbp_complain(tbp_player *self, const char *wrong)
{
    if (self->complaints < MAX_COMPLAINTS)
        message("standard input:%" PRIu64 ": %s; this line is ignored", self->line, wrong);
    self->complaints++;
    if (self->complaints == MAX_COMPLAINTS)
        message("standard input: too many wrong lines; further ones are not reported");
}

static bool bot_tbp_is_blank(const tbp_player *self)
{
    size_t i = 0;
    while (i < self->length && memchr(" \t\r", self->text[i], 3) != NULL)
        i++;
    return i == self->length;
}

/* Suggests moves for the current piece; if there is none yet, later, when there is one. */
static df_status bot_tbp_suggest(tbp_player *self)
{
    tbp_move moves[MAX_MOVES];
    size_t count;
    self->is_asked = self->game.count == 0;
    if (self->is_asked)
        return DF_OK;
    const df_status status = tbp_choose(self->chooser, &self->game, moves, MAX_MOVES, &count);
    return status == DF_OK ? tbp_message_write_suggestion(moves, count, self->pieces.set)
                           : status;
}

static void bot_tbp_play(tbp_player *self)
{
    const tbp_move *move = &self->message.play;
    df_place place;
    if (!tbp_game_fits(&self->game, &self->pieces, move, &place))
        bot_tbp_complain(self, "the piece of this move does not fit there");
    else if (tbp_game_play(&self->game, &self->pieces, move->piece, &place) < 0)
        bot_tbp_complain(
            self, "the piece of this move is neither the current piece nor the held one");
}

static df_status bot_tbp_add_piece(tbp_player *self)
{
    if (self->game.count == TBP_MAX_QUEUE) {
        bot_tbp_complain(self, "the queue has more than 1024 pieces");
        return DF_OK;
    }
    self->game.queue[self->game.count++] = self->message.piece;
    return self->is_asked ? bot_tbp_suggest(self) : DF_OK;
}

static df_status bot_tbp_answer(tbp_player *self)
{
    const tbp_kind kind = self->message.kind;
    if (!self->is_playing &&
        (kind == TBP_SUGGEST || kind == TBP_PLAY || kind == TBP_NEW_PIECE)) {
        bot_tbp_complain(self, "no game has started; send 'start' first");
        return DF_OK;
    }
    switch (kind) {
    case TBP_RULES:
        return tbp_message_write_answer(self->message.is_supported);
    case TBP_START:
        self->game = self->message.start;
        self->is_playing = true;
        return self->is_asked ? bot_tbp_suggest(self) : DF_OK;
    case TBP_SUGGEST:
        return bot_tbp_suggest(self);
    case TBP_PLAY:
        bot_tbp_play(self);
        return DF_OK;
    case TBP_NEW_PIECE:
        return bot_tbp_add_piece(self);
    case TBP_STOP:
        self->is_playing = self->is_asked = false;
        return DF_OK;
    default:
        return DF_OK;
    }
}

/* Answers lines until the input ends or the client quits. */
static df_status bot_tbp_run(tbp_player *self)
{
    df_status status = tbp_message_write_info();
    while (status == DF_OK) {
        const line_result result = bot_tbp_read_line(self);
        if (result == LINE_END)
            break;
        if (result == LINE_TOO_LONG) {
            bot_tbp_complain(self, "the line has more than 65536 bytes");
            continue;
        }
        if (bot_tbp_is_blank(self))
            continue;
        status = tbp_message_read(&self->message, self->text, self->length, self->pieces.set);
        if (status == DF_ERROR_INPUT) {
            bot_tbp_complain(self, self->message.wrong);
            status = DF_OK;
        } else if (status == DF_OK && self->message.kind == TBP_QUIT) {
            break;
        } else if (status == DF_OK) {
            status = bot_tbp_answer(self);
        }
    }
    return status;
}

cli_status bot_tbp(const df_weights *weights, unsigned lookahead, unsigned beam)
{
    tbp_player *self = calloc(1, sizeof *self);
    df_status status = self == NULL ? DF_ERROR_MEMORY : tbp_pieces_make(&self->pieces);
    if (status == DF_OK)
        status = tbp_chooser_create(&self->chooser, &self->pieces, weights, lookahead, beam);
    if (status == DF_OK)
        status = bot_tbp_run(self);
    if (self != NULL) {
        tbp_chooser_free(self->chooser);
        tbp_pieces_free(&self->pieces);
    }
    free(self);
    if (status == DF_ERROR_CANCELLED)
        return message_flush_stdout();
    if (status != DF_OK)
        return message("%s", df_status_names[status]);
    if (ferror(stdin))
        return message("standard input: cannot be read");
    return STATUS_OK;
}
