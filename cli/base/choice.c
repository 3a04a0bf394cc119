#include "choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "color_names.h"
#include "digits.h"
#include "dropforge/bot.h"

enum { USUAL_MAX_JOBS = 64 };

bool choice_take_memory(void *field, const char *value)
{
    static const char units[] = "KMG";
    uint64_t bytes = 0;
    const char *end = digits_read(value, UINT64_MAX, &bytes);
    if (end == NULL)
        return false;
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    unsigned shift = 0;
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        end++;
    }
    if (bytes == 0 || *end != '\0' || bytes > UINT64_MAX >> shift)
        return false;
    *(uint64_t *)field = bytes << shift;
    return true;
}

unsigned choice_jobs(unsigned jobs)
{
    if (jobs > 0)
        return jobs;
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > USUAL_MAX_JOBS ? USUAL_MAX_JOBS : (unsigned)count;
}

const char *choice_player(size_t index)
{
    return index < DF_PLAYERS ? df_players[index].name : NULL;
}

unsigned choice_find_word(const char *const *words, unsigned count, const char *value,
                          size_t length)
{
    unsigned i = 0;
    while (i < count && (strlen(words[i]) != length || memcmp(words[i], value, length) != 0))
        i++;
    return i;
}

const char *choice_rules_name(unsigned trait, size_t index)
{
    df_rules rules = 0;
    while (rules < DF_RULES && (!df_rules_have(rules, trait) || index-- > 0))
        rules++;
    return rules < DF_RULES ? df_rules_table[rules].name : NULL;
}

bool choice_take_rules(df_rules *rules, unsigned trait, const char *value)
{
    df_rules found = 0;
    while (found < DF_RULES && strcmp(df_rules_table[found].name, value) != 0)
        found++;
    *rules = found;
    return df_rules_have(found, trait);
}

bool choice_read_size(const char *value, unsigned max_width, unsigned max_height,
                      unsigned *width, unsigned *height)
{
    uint64_t columns = 0, rows = 0;
    const char *end = digits_read(value, max_width, &columns);
    const bool is_read =
        end != NULL && *end == 'x' && digits_read_all(end + 1, max_height, &rows);
    *width = (unsigned)columns;
    *height = (unsigned)rows;
    return is_read && columns >= 1 && rows >= 1;
}

bool choice_read_color(const char *text, df_color *color)
{
    uint32_t value = 0;
    const size_t length = strlen(text);
    if (text[0] != '#') {
        if (!color_name_find(text, length, false, &value))
            return false;
    } else if ((length != 7 && length != 4) ||
               strspn(text + 1, "0123456789abcdefABCDEF") != length - 1) {
        return false;
    } else {
        value = (uint32_t)strtoul(text + 1, NULL, 16);
    }
    if (text[0] == '#' && length == 4) /* a digit for two */
        value = ((value & 0xf00) << 8 | (value & 0xf0) << 4 | (value & 0xf)) * 0x11;
    *color = (df_color){.red = (uint8_t)(value >> 16),
                        .green = (uint8_t)(value >> 8 & 0xff),
                        .blue = (uint8_t)(value & 0xff)};
    return true;
}
