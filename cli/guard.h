/* Work done in a child process, for libraries that do not survive a failed allocation. */
#ifndef CLI_GUARD_H
#define CLI_GUARD_H

#include "format.h"

/* What df_status (*write)() of an output format does, in this process or another. */
typedef df_status guarded_write(const showing *show, out_stream *out, df_mishap *mishap);

/* Calls `write` in a child process and tells its outcome, *out and *mishap as if it had been
 * called here. A child that dies is told as DF_ERROR_MEMORY. */
df_status guard_write(guarded_write *write, const showing *show, out_stream *out,
                      df_mishap *mishap);

#endif
