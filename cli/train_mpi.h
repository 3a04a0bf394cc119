/* Games of a training that several processes share. Rank 0 hands them out, plays some of them
 * itself and learns; the others play what they are given. */
#ifndef CLI_TRAIN_MPI_H
#define CLI_TRAIN_MPI_H

#include "dropforge/train.h"

/* Joins the other processes. -1 for rank 0, which goes on and calls train_mpi_end. The others
 * work here until then, and their exit code is the answer; so it is after a message. */
int train_mpi_begin(void);

/* Plays as df_train_play does. */
df_status train_mpi_play(const df_train *train, const df_piece_set *set, df_games_watch *watch,
                         void *context, df_game_result *results);

/* Lets the others go. */
void train_mpi_end(void);

#endif
