/* Processes that work together, on one machine or several: the ranks of an MPI job. They are
 * numbered from 0 and send one another small messages. Only the thread that began them may call
 * these. A rank that dies takes all others with it; so does any error in MPI. */
#ifndef CLI_RANKS_H
#define CLI_RANKS_H

#include <stdbool.h>
#include <stddef.h>

enum { RANKS_MOST_BYTES = 512 };

/* Whether this program was built with MPI. */
bool ranks_have_mpi(void);

/* Joins the other ranks; at most `waiting` messages to each rank are on their way at a time.
 * -1, or the exit code after a message: this program was built without MPI, or memory ran out.
 */
int ranks_begin(unsigned waiting);

/* The number of this rank, and how many there are. */
unsigned ranks_self(void);
unsigned ranks_count(void);

/* Sends at most RANKS_MOST_BYTES. It never waits for the other rank. */
void ranks_send(unsigned to, const void *bytes, size_t size);

/* Takes the next message of `size` bytes of any rank, in the order in which a rank has sent
 * them. Without `wait` it answers false if there is none. */
bool ranks_receive(unsigned *from, void *bytes, size_t size, bool wait);

/* Leaves the others, when all messages have arrived. */
void ranks_end(void);

#endif
