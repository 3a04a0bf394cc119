#include "terminal_text.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool terminal_has_colors(void)
{
    const char *no_color = getenv("NO_COLOR");
    return no_color == NULL || no_color[0] == '\0';
}

const char *terminal_locale(void)
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

void terminal_put_color(df_text *text, const char *which, df_color color)
{
    char code[32];
    snprintf(code, sizeof code, "\033[%s;2;%u;%u;%um", which, color.red, color.green,
             color.blue);
    df_text_put(text, code);
}

void terminal_put_move(df_text *text, unsigned line, unsigned column)
{
    char code[32];
    snprintf(code, sizeof code, "\033[%u;%uH", line + 1, column + 1);
    df_text_put(text, code);
}
