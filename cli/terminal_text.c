#include "terminal_text.h"

#include <langinfo.h>
#include <locale.h>
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
        const char *told = getenv(names[i]);
        if (told != NULL && told[0] != '\0')
            return "";
    }
    return "C.UTF-8";
}

bool terminal_has_blocks(void)
{
    const locale_t own = newlocale(LC_CTYPE_MASK, terminal_locale(), (locale_t)0);
    if (own == (locale_t)0)
        return false;
    const bool is_utf8 = strcmp(nl_langinfo_l(CODESET, own), "UTF-8") == 0;
    freelocale(own);
    return is_utf8;
}

void terminal_put_color(df_text *text, const char *which, df_color color)
{
    df_text_put(text, "\033[");
    df_text_put(text, which);
    df_text_put(text, ";2;");
    df_text_put_number(text, color.red);
    df_text_put_char(text, ';');
    df_text_put_number(text, color.green);
    df_text_put_char(text, ';');
    df_text_put_number(text, color.blue);
    df_text_put_char(text, 'm');
}

void terminal_put_move(df_text *text, unsigned line, unsigned column)
{
    df_text_put(text, "\033[");
    df_text_put_number(text, line + 1);
    df_text_put_char(text, ';');
    df_text_put_number(text, column + 1);
    df_text_put_char(text, 'H');
}
