#include "bot.h"

size_t df_bot_list(df_bot *bot, const board *b, unsigned piece, scored *list)
{
    const df_piece *self = &bot->options.set->pieces[piece];
    size_t count;
    if (df_lanes_fit(bot->lanes, piece)) {
        count = df_lanes_list(bot->lanes, b, piece, list);
    } else if (bot->finder == NULL) {
        count = df_evaluate_drops(&bot->judge, b, self, list);
    } else {
        count = df_places_find(bot->finder, b, piece, bot->places);
        for (size_t i = 0; i < count; i++) {
            const df_place *place = &bot->places[i];
            list[i] =
                (scored){*place, df_evaluate(&bot->judge, b, &self->shape[place->orientation],
                                             place->x, place->y)};
        }
    }
    bot->placements += count;
    return count;
}
