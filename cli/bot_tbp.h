/* The bot as a program that plays for others: the Tetris Bot Protocol on standard input and
 * output, described in docs/bot.md. */
#ifndef CLI_BOT_TBP_H
#define CLI_BOT_TBP_H

#include "dropforge/bot.h"

/* The player that plays when no other is asked for. */
#define BOT_TBP_PLAYER "dropforge"

/* Answers messages until the client quits or closes the input; returns the exit code. A
 * lookahead or beam of 0 is the usual one. */
int bot_tbp(const df_weights *weights, unsigned lookahead, unsigned beam);

#endif
