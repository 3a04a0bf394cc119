/* The games of a training shared by several processes. Rank 0 hands them out, plays some of
 * them itself and learns; the others only play. */
#ifndef CLI_TRAIN_MPI_H
#define CLI_TRAIN_MPI_H

#include "dropforge/bot.h"

/* Joins the other processes. Returns -1 in rank 0, which goes on and later calls train_mpi_end.
 * The other ranks play games in here until then; they get their exit code, as does rank 0 after
 * a failure, with a message. */
int train_mpi_begin(void);

/* Plays the games of a generation, as df_train_play does. */
df_status train_mpi_play(const df_train *train, const df_piece_set *set,
                         df_bot_games_watch *watch, void *context, df_bot_game_result *results);

/* Ends the other processes. */
void train_mpi_end(void);

#endif
