/* A program built without MPI. */
#include "cli/base/child.h"
#include "cli/base/message.h"
#include "ranks.h"

bool ranks_have_mpi(void)
{
    return false;
}

cli_status ranks_begin(unsigned waiting)
{
    (void)waiting;
    if (!child_is_possible())
        return message("there is no MPI here; leave --mpi out, or install dropforge for your "
                       "system");
    return message("this program was built without MPI; leave --mpi out, or install "
                   "libopenmpi-dev and build again with 'meson setup -Dmpi=enabled'");
}

unsigned ranks_self(void)
{
    return 0;
}

unsigned ranks_count(void)
{
    return 1;
}

void ranks_send(unsigned to, const void *bytes, size_t size)
{
    (void)to;
    (void)bytes;
    (void)size;
}

bool ranks_receive(unsigned *from, void *bytes, size_t size, bool wait)
{
    (void)from;
    (void)bytes;
    (void)size;
    (void)wait;
    return false;
}

void ranks_end(void) {}
