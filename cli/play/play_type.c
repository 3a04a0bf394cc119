#include "play_type.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

bool play_type_is_known(const char *type)
{
    int error = 0;
    if (setupterm(type, STDOUT_FILENO, &error) == ERR)
        return false;
    del_curterm(cur_term);
    return true;
}
