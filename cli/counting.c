#include "counting.h"

#include <stdio.h>

#include "message.h"
#include "progress.h"

void counting_begin(const char *what)
{
    progress_begin(what);
}

bool counting_watch(void *unused, uint64_t done, uint64_t all, uint64_t states)
{
    (void)unused;
    (void)states;
    progress_set(done, all);
    return true;
}

int counting_end(df_status status, const df_mishap *mishap)
{
    progress_end();
    if (status == DF_OK || (status == DF_ERROR_SINK && ferror(stdout)))
        return -1;
    return message("%s", mishap->text[0] != '\0' ? mishap->text : df_status_name(status));
}
