/* How pieces move: rules by name, or a table of kicks from a file. */
#include <string.h>

#include "clear_settings.h"
#include "cli/base/file.h"

static const struct {
    const char *name;
    df_clear_rules rules;
} clear_rules_table[] = {
    {"srs", DF_CLEAR_SRS},
    {"srs+180", DF_CLEAR_SRS_180},
    {"tetrio", DF_CLEAR_TETRIO},
    {"jstris", DF_CLEAR_JSTRIS},
    {"nullpomino180", DF_CLEAR_NULLPOMINO180},
    {"nokicks", DF_CLEAR_NOKICKS},
    {"tucks", DF_CLEAR_TUCKS},
    {"t-softdrop", DF_CLEAR_T_SOFTDROP},
    {"harddrop", DF_CLEAR_HARD_DROP},
};

const char *clear_rules_name(size_t index)
{
    return index < sizeof clear_rules_table / sizeof clear_rules_table[0]
               ? clear_rules_table[index].name
               : NULL;
}

bool clear_rules_take(void *field, const char *value)
{
    clear_rules_choice *choice = field;
    const char *name = NULL;
    choice->path = strpbrk(value, "./") != NULL ? value : NULL;
    choice->index = 0;
    while ((name = clear_rules_name(choice->index)) != NULL && strcmp(name, value) != 0)
        choice->index++;
    return choice->path != NULL || name != NULL;
}

static df_status clear_rules_read_turns(void *into, const char *text, size_t length,
                                        df_error *error)
{
    return df_turns_read(into, text, length, error);
}

int clear_rules_set(const clear_rules_choice *choice, df_clear_request *request,
                    df_turns turns[DF_TETROMINOES])
{
    if (choice->path == NULL) {
        request->rules = clear_rules_table[choice->index].rules;
        return -1;
    }
    request->turns = turns;
    return file_read_into(choice->path, clear_rules_read_turns, turns);
}
