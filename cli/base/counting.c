#include "counting.h"

#include <stdio.h>

#include "message.h"

bool counting_watch(void *unused, uint64_t done, uint64_t all, uint64_t states)
{
    (void)unused;
    (void)states;
    progress_set(done, all);
    return true;
}

int counting_end(df_status status, const df_error *error)
{
    progress_end();
    if (status == DF_OK || (status == DF_ERROR_CANCELLED && ferror(stdout)))
        return -1;
    return message_status(status, error);
}
