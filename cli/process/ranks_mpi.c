#include <limits.h>
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

#include "cli/base/message.h"
#include "ranks.h"

enum { TAG = 1 };

/* Holds messages that have been sent and not yet been received. */
static void *outbox;

/* True if the parent ignores SIGHUP, as nohup does. */
static bool ranks_hangups_are_ignored;

static void ranks_see_hangups(void)
{
    struct sigaction action;
    ranks_hangups_are_ignored =
        sigaction(SIGHUP, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* Libraries that Open MPI 5 is linked with catch SIGHUP when they are loaded: after what stands
 * in this section, and before constructors of the program. */
__attribute__((section(".preinit_array"),
               used)) static void (*const ranks_first)(void) = ranks_see_hangups;

__attribute__((constructor)) static void ranks_ignore_hangups_again(void)
{
    if (ranks_hangups_are_ignored)
        signal(SIGHUP, SIG_IGN);
}

bool ranks_have_mpi(void)
{
    return true;
}

int ranks_begin(unsigned waiting)
{
    int level = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    const size_t size =
        (size_t)ranks_count() * waiting * (RANKS_MAX_BYTES + (size_t)MPI_BSEND_OVERHEAD);
    outbox = size <= INT_MAX ? malloc(size) : NULL;
    if (outbox == NULL) {
        const int status = message("out of memory");
        MPI_Abort(MPI_COMM_WORLD, status);
        return status;
    }
    MPI_Buffer_attach(outbox, (int)size);
    return -1;
}

unsigned ranks_self(void)
{
    int self = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    return (unsigned)self;
}

unsigned ranks_count(void)
{
    int count = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return (unsigned)count;
}

/* Sends through a buffer: two ranks that send to each other at once could otherwise wait for
 * ever. */
void ranks_send(unsigned to, const void *bytes, size_t size)
{
    MPI_Bsend(bytes, (int)size, MPI_BYTE, (int)to, TAG, MPI_COMM_WORLD);
}

bool ranks_receive(unsigned *from, void *bytes, size_t size, bool wait)
{
    MPI_Status status;
    int is_there = 1;
    if (!wait)
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &is_there, &status);
    if (is_there == 0)
        return false;
    MPI_Recv(bytes, (int)size, MPI_BYTE, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &status);
    *from = (unsigned)status.MPI_SOURCE;
    return true;
}

void ranks_end(void)
{
    void *detached;
    int size;
    MPI_Buffer_detach(&detached, &size);
    free(outbox);
    outbox = NULL;
    MPI_Finalize();
}
