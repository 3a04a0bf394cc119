/* A program that cannot run others. */
#include "cli/base/child.h"

#include "cli/base/message.h"

bool child_is_possible(void)
{
    return false;
}

bool child_is_installed(const char *program)
{
    (void)program;
    return false;
}

df_status child_start(child *started, const char *const *arguments, FILE *result, FILE *source,
                      df_error *error)
{
    (void)started;
    (void)result;
    (void)source;
    return message_error(error, DF_ERROR_LIMIT, "the program %s cannot be started",
                         arguments[0]);
}

bool child_write(void *fed, const void *bytes, size_t length)
{
    (void)fed;
    (void)bytes;
    (void)length;
    return false;
}

df_status child_end(child *ended, df_error *error)
{
    (void)ended;
    (void)error;
    return DF_ERROR_LIMIT;
}
