/* A program without full-screen mode. */
#include <unistd.h>

#include "cli/terminal/terminal.h"

void terminal_open(void) {}
void terminal_close(void) {}

void terminal_size(unsigned *columns, unsigned *rows)
{
    *columns = 80;
    *rows = 24;
}

terminal_event terminal_wait(double until, int *key)
{
    (void)until;
    *key = 0;
    return TERMINAL_KEY;
}

bool terminal_write(const char *bytes, size_t length)
{
    (void)bytes;
    (void)length;
    return false;
}

df_status terminal_write_text(df_text *text, int *error)
{
    df_text_free(text);
    *error = 0;
    return DF_ERROR_CANCELLED;
}
