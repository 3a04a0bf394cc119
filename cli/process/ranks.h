/* Processes that work together, on one machine or several: the ranks of an MPI job. They are
 * numbered from 0 and send one another small messages. Only the thread that began them may call
 * these. A rank that dies takes all others with it; so does any error in MPI. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/base/message.h"

enum { RANKS_MAX_BYTES = 512 };

/* True if this program was built with MPI. */
bool ranks_have_mpi(void);

/* Joins the other ranks; at most `waiting` messages to each rank are under way at a time.
 * Returns GO_ON, or the exit code after a message: built without MPI, or memory ran out. */
cli_status ranks_begin(unsigned waiting);

/* Return the number of this rank, and the number of ranks. */
unsigned ranks_self(void);
unsigned ranks_count(void);

/* Sends at most RANKS_MAX_BYTES, without waiting for the other rank. */
void ranks_send(unsigned to, const void *bytes, size_t size);

/* Takes the next message of `size` bytes of any rank, in the order in which that rank has sent
 * them. Without `wait` it returns false if there is none. */
bool ranks_receive(unsigned *from, void *bytes, size_t size, bool wait);

/* Leaves the others, once all messages have arrived. */
void ranks_end(void);
