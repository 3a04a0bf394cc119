/* The option --deal and its values. */
#include <string.h>

#include "bot_settings.h"

const char *bot_deal_name(const bot_deal *deal)
{
    return deal->path != NULL ? deal->path : df_deal_name(deal->deal);
}

bool bot_take_deal(void *field, const char *value)
{
    bot_deal *deal = field;
    df_deal found = DF_DEAL_GIVEN;
    const bool is_known = df_deal_find(value, strlen(value), &found);
    const bool is_path = !is_known && (strcmp(value, "-") == 0 || strpbrk(value, "./") != NULL);
    *deal = (bot_deal){.deal = found, .path = is_path ? value : NULL, .is_named = true};
    return is_known || is_path;
}
