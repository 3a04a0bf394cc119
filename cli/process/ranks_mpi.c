#include <limits.h>
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>

#include "cli/base/message.h"
#include "ranks.h"

enum { TAG = 1 };

/* Holds messages that have been sent and not yet been received. */
static void *outbox;

/* The signals that libraries of Open MPI 5 catch when they are loaded. */
enum { RANKS_SIGNALS = 5 };
static const int ranks_signals[RANKS_SIGNALS] = {SIGHUP, SIGILL, SIGBUS, SIGFPE, SIGSEGV};
static struct sigaction ranks_actions[RANKS_SIGNALS];

static void ranks_save_signals(void)
{
    for (size_t i = 0; i < RANKS_SIGNALS; i++)
        sigaction(ranks_signals[i], NULL, &ranks_actions[i]);
}

/* Functions in this section are called before libraries begin, and constructors after that. */
__attribute__((section(".preinit_array"),
               used)) static void (*const ranks_first)(void) = ranks_save_signals;

__attribute__((constructor)) static void ranks_restore_signals(void)
{
    for (size_t i = 0; i < RANKS_SIGNALS; i++)
        sigaction(ranks_signals[i], &ranks_actions[i], NULL);
}

bool ranks_have_mpi(void)
{
    return true;
}

cli_status ranks_begin(unsigned waiting)
{
    int level = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    const size_t size =
        (size_t)ranks_count() * waiting * (RANKS_MAX_BYTES + (size_t)MPI_BSEND_OVERHEAD);
    outbox = size <= INT_MAX ? malloc(size) : NULL;
    if (outbox == NULL) {
        const cli_status status = message("out of memory");
        MPI_Abort(MPI_COMM_WORLD, status);
        return status;
    }
    MPI_Buffer_attach(outbox, (int)size);
    return GO_ON;
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

/* Sends through a buffer: else two ranks that send to each other could wait for ever. */
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
