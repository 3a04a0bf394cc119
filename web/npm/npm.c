#include "npm.h"

#include <string.h>

#include "web/answer.h"

void npm_pieces_paint(const npm_pieces *pieces, df_plan *plan)
{
    if (pieces->list.colors != NULL)
        memcpy(plan->colors, pieces->list.colors,
               pieces->list.set->count * sizeof plan->colors[0]);
}

void npm_put_drops(const df_drop *drops, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const npm_drop drop = {drops[i].piece, drops[i].orientation, drops[i].x, drops[i].y};
        answer_bytes(&drop, sizeof drop);
    }
}

df_status npm_take_drops(df_drop *drops, const npm_drop *numbers, size_t count,
                         const df_piece_set *set)
{
    for (size_t i = 0; i < count; i++) {
        const npm_drop *drop = &numbers[i];
        if (drop->piece >= set->count || drop->orientation >= DF_ORIENTATIONS ||
            drop->x >= DF_FIELD_MAX_WIDTH || drop->y >= DF_FIELD_MAX_HEIGHT)
            return DF_ERROR_ARGUMENT;
        drops[i] = (df_drop){.piece = drop->piece,
                             .orientation = (uint8_t)drop->orientation,
                             .x = (uint8_t)drop->x,
                             .y = drop->y};
    }
    return DF_OK;
}

df_status npm_check_pieces(const uint16_t *pieces, size_t count, const df_piece_set *set)
{
    for (size_t i = 0; i < count; i++) {
        if (pieces[i] >= set->count)
            return DF_ERROR_ARGUMENT;
    }
    return DF_OK;
}

void npm_put_choice(const df_choice *choice)
{
    static const answer_member members[] = {
        MEMBER(df_choice, piece),   MEMBER(df_choice, place.orientation),
        MEMBER(df_choice, place.x), MEMBER(df_choice, place.y),
        MEMBER(df_choice, holds),   MEMBER(df_choice, score)};
    answer_open(NULL, '{');
    ANSWER_MEMBERS(choice, members);
    answer_close('}');
}
