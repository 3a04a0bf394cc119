/* A line that is wrong is told on standard error and has no effect: the protocol has no answer
 * to it, and whoever waits for one would take it for that to another message. */
#include "bot_tbp.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"
#include "tbp_choose.h"
#include "tbp_message.h"

enum {
    /* A suggestion stays below 4096 bytes. */
    MOST_MOVES = 40,
    MOST_LINE = 1 << 16,
    /* A client that never reads standard error must not make the bot wait. */
    MOST_COMPLAINTS = 100,
};

typedef struct player {
    tbp_pieces pieces;
    tbp_chooser *chooser;
    tbp_message message;
    bool is_playing; /* there is a game */
    bool is_asked;   /* for a move, as soon as there is a piece */
    tbp_game game;
    uint64_t line; /* that was read last */
    unsigned complaints;
    char text[MOST_LINE];
    size_t length;
} player;

/* What became of a line. */
typedef enum reading { READ_LINE, READ_LONG, READ_END } reading;

/* Reads a line, without its end; of one that is too long only the beginning. */
static reading read_line(player *own)
{
    bool is_long = false;
    own->length = 0;
    for (;;) {
        const int c = getc(stdin);
        if (c == EOF && own->length == 0)
            return READ_END;
        if (c == EOF || c == '\n')
            break;
        if (own->length < MOST_LINE)
            own->text[own->length++] = (char)c;
        else
            is_long = true;
    }
    own->line++;
    return is_long ? READ_LONG : READ_LINE;
}

static void complain(player *own, const char *wrong)
{
    if (own->complaints < MOST_COMPLAINTS)
        message("standard input:%" PRIu64 ": %s; this line is ignored", own->line, wrong);
    own->complaints++;
    if (own->complaints == MOST_COMPLAINTS)
        message("standard input: too many wrong lines; no more of them are told");
}

static bool is_blank(const player *own)
{
    for (size_t i = 0; i < own->length; i++) {
        if (own->text[i] != ' ' && own->text[i] != '\t' && own->text[i] != '\r')
            return false;
    }
    return true;
}

/* Answers when there is a piece to place; else the answer waits for one. */
static df_status suggest(player *own)
{
    tbp_move moves[MOST_MOVES];
    size_t count;
    own->is_asked = own->game.count == 0;
    if (own->is_asked)
        return DF_OK;
    const df_status status = tbp_choose(own->chooser, &own->game, moves, MOST_MOVES, &count);
    return status == DF_OK ? tbp_message_write_suggestion(moves, count, own->pieces.set)
                           : status;
}

static df_status start(player *own)
{
    own->game = own->message.start;
    own->is_playing = true;
    return own->is_asked ? suggest(own) : DF_OK;
}

static void play(player *own)
{
    const tbp_move *move = &own->message.play;
    df_place place;
    if (!tbp_game_fits(&own->game, &own->pieces, move, &place))
        complain(own, "there is no room for the piece of this move");
    else if (tbp_game_play(&own->game, &own->pieces, move->piece, &place) < 0)
        complain(own, "the piece of this move is neither the current one nor that in hold");
}

static df_status add_piece(player *own)
{
    if (own->game.count == TBP_MOST_QUEUE) {
        complain(own, "more than 1024 pieces wait");
        return DF_OK;
    }
    own->game.queue[own->game.count++] = own->message.piece;
    return own->is_asked ? suggest(own) : DF_OK;
}

static df_status answer(player *own)
{
    const tbp_kind kind = own->message.kind;
    if (!own->is_playing &&
        (kind == TBP_SUGGEST || kind == TBP_PLAY || kind == TBP_NEW_PIECE)) {
        complain(own, "there is no game; send 'start' first");
        return DF_OK;
    }
    switch (kind) {
    case TBP_RULES:
        return own->message.is_supported ? tbp_message_write_ready()
                                         : tbp_message_write_unsupported();
    case TBP_START:
        return start(own);
    case TBP_SUGGEST:
        return suggest(own);
    case TBP_PLAY:
        play(own);
        return DF_OK;
    case TBP_NEW_PIECE:
        return add_piece(own);
    case TBP_STOP:
        own->is_playing = own->is_asked = false;
        return DF_OK;
    default:
        return DF_OK;
    }
}

/* Answers lines until there are no more, or the client quits. */
static df_status run(player *own)
{
    df_status status = tbp_message_write_info();
    while (status == DF_OK) {
        const reading done = read_line(own);
        if (done == READ_END)
            break;
        if (done == READ_LONG) {
            complain(own, "a line of more than 65536 bytes");
            continue;
        }
        if (is_blank(own))
            continue;
        status = tbp_message_read(&own->message, own->text, own->length, own->pieces.set);
        if (status == DF_ERROR_INPUT) {
            complain(own, own->message.wrong);
            status = DF_OK;
        } else if (status == DF_OK && own->message.kind == TBP_QUIT) {
            break;
        } else if (status == DF_OK) {
            status = answer(own);
        }
    }
    return status;
}

int bot_tbp(const df_weights *weights, unsigned lookahead, unsigned beam)
{
    tbp_message_begin();
    player *own = calloc(1, sizeof *own);
    df_status status = own == NULL ? DF_ERROR_MEMORY : tbp_pieces_make(&own->pieces);
    if (status == DF_OK)
        status = tbp_chooser_create(&own->chooser, &own->pieces, weights, lookahead, beam);
    if (status == DF_OK)
        status = run(own);
    if (own != NULL) {
        tbp_chooser_free(own->chooser);
        tbp_pieces_free(&own->pieces);
    }
    free(own);
    if (status == DF_ERROR_SINK)
        return message("standard output: cannot be written");
    if (status != DF_OK)
        return message("%s", df_status_name(status));
    if (ferror(stdin))
        return message("standard input: cannot be read");
    return STATUS_OK;
}
