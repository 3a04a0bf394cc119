/* The option --deal and its values. */
#include <string.h>

#include "bot_settings.h"
#include "cli/base/choice.h"

static const char *const deal_names[] = {
    [DF_DEAL_UNIFORM] = "uniform", [DF_DEAL_BAG] = "bag", [DF_DEAL_NES] = "nes"};

const char *bot_deal_name(const bot_deal *deal)
{
    return deal->path != NULL ? deal->path : deal_names[deal->deal];
}

bool bot_take_deal(void *field, const char *value)
{
    bot_deal *deal = field;
    size_t index;
    if (choice_find(deal_names, sizeof deal_names / sizeof deal_names[0], value, &index)) {
        *deal = (bot_deal){.deal = (df_deal)index};
        return true;
    }
    if (strcmp(value, "-") != 0 && strpbrk(value, "./") == NULL)
        return false;
    *deal = (bot_deal){.deal = DF_DEAL_GIVEN, .path = value};
    return true;
}
