/* dropforge: everything that can be made by dropping polyominoes into a playfield. This header
 * includes the others; each can be included by itself.
 *
 *   print.h    a picture → the drops that leave exactly that picture
 *   view.h     a plan → frames of a film, in pixels
 *   clear.h    perfect clears: their ways, the best ones, the chances
 *   tile.h     boards filled by pieces: counted, listed, drawn at random
 *   omino.h    polyominoes of every size: made, counted, drawn at random, named
 *   bot.h      a player by weighted features, games, training, boards for learners
 *   game.h     the game frame by frame, by rules of real games; its records
 *   drawing.h  a picture that is drawn in a game by hand, with hints
 *   replay.h   pictures in games that people have, and their movies and replays
 *
 * They stand on these:
 *
 *   base.h     status codes and errors, texts, numbers
 *   board.h    pieces, fields, moves, drops, dealing
 *   plan.h     a list of drops, and the formats in which plans are written
 *   picture.h  pixels → the few colours that a plan leaves
 *
 * These rules hold for all headers, unless a function says otherwise:
 *
 * - Pointers are not NULL, except those to a df_error and those to arrays of no elements.
 * - Indices, orientations and enumerators must be valid; only a function that returns a status
 *   may check them.
 * - Options are copied, and the objects they point to are borrowed: these must outlive what was
 *   made of them.
 * - An object that a function makes, by a pointer to a pointer, is the caller's: free it with
 *   the df_…_free of its type, which allows NULL. What is returned as a pointer to const and
 *   belongs to no object, such as a name, has static storage.
 * - Every function that returns a status may return DF_ERROR_MEMORY. What more there is to say
 *   of an error is in the df_error: for DF_ERROR_INPUT, where the text is wrong and what to do.
 * - A function that works on an object takes it first, then what it is asked, then where the
 *   answers go. Any other function takes first where its result goes, then what it is asked,
 *   and its options. Then come a callback with its context, figures such as a report, and last
 *   the df_error.
 * - Names, themes, players and the like are const tables, such as df_players[DF_PLAYERS]; those
 *   whose index is an enumeration have an element for each of it.
 * - Options begin with all zero, the defaults, and some of them, which are named, must be set;
 *   or they begin with what a df_…_defaults returns.
 * - There is no global state. Different objects may be used by different threads at the same
 *   time, and so may one object by functions that only take it as const; but a df_bot,
 *   df_bot_game, df_env or df_clear_solver, which has working memory, by one thread at a time.
 * - A callback is called by the thread that called the function, unless its comment says
 *   otherwise, with arguments that are valid during the call. Any status but DF_OK that it
 *   returns ends the function and is returned. It must not end by longjmp or an exception. */
#ifndef DROPFORGE_DROPFORGE_H
#define DROPFORGE_DROPFORGE_H

#include "dropforge/base.h"
#include "dropforge/board.h"
#include "dropforge/bot.h"
#include "dropforge/clear.h"
#include "dropforge/drawing.h"
#include "dropforge/game.h"
#include "dropforge/omino.h"
#include "dropforge/picture.h"
#include "dropforge/plan.h"
#include "dropforge/print.h"
#include "dropforge/replay.h"
#include "dropforge/tile.h"
#include "dropforge/view.h"

#endif
