#include "terminal_text.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static const char *terminal_type(void)
{
    const char *type = getenv("TERM");
    return type != NULL ? type : "";
}

bool terminal_has_colors(void)
{
    const char *no_color = getenv("NO_COLOR");
    return (no_color == NULL || no_color[0] == '\0') && strncmp(terminal_type(), "vt", 2) != 0;
}

/* Returns the user's locale for newlocale. If no variable sets one, as in a fresh container, it
 * is UTF-8, as nearly all terminals are. */
static const char *terminal_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return "";
    }
    return "C.UTF-8";
}

bool terminal_has_blocks(void)
{
    const locale_t self = newlocale(LC_CTYPE_MASK, terminal_locale(), (locale_t)0);
    if (self == (locale_t)0)
        return false;
    const bool is_utf8 = strcmp(nl_langinfo_l(CODESET, self), "UTF-8") == 0;
    freelocale(self);
    return is_utf8;
}

/* True if the terminal has eight colours and no more. */
static bool terminal_is_basic(void)
{
    static const char *const types[] = {"ansi", "linux", "screen", "xterm-color"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(terminal_type(), types[i]) == 0)
            return true;
    }
    return false;
}

static int terminal_distance(df_color a, df_color b)
{
    const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
    return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

/* Returns the number of the most similar colour, from 1: black is often the background. */
static unsigned terminal_basic_color(df_color color)
{
    static const df_color basic[] = {{225, 0, 0},   {0, 225, 0},   {225, 225, 0},  {0, 0, 225},
                                     {225, 0, 225}, {0, 225, 225}, {225, 225, 225}};
    unsigned best = 0;
    for (unsigned i = 1; i < sizeof basic / sizeof basic[0]; i++) {
        if (terminal_distance(color, basic[i]) < terminal_distance(color, basic[best]))
            best = i;
    }
    return 1 + best;
}

void terminal_put_color(df_text *text, terminal_layer layer, df_color color)
{
    if (terminal_is_basic())
        df_text_format(text, "\033[%u%um", layer, terminal_basic_color(color));
    else
        df_text_format(text, "\033[%u8;2;%u;%u;%um", layer, color.red, color.green, color.blue);
}

void terminal_put_move(df_text *text, unsigned line, unsigned column)
{
    df_text_format(text, "\033[%u;%uH", line + 1, column + 1);
}
