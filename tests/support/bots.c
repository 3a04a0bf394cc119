#include "bots.h"

df_status measure_features(unsigned width, unsigned height, const uint64_t *rows,
                           const df_piece *piece, const df_place *place, bool before_clear,
                           int32_t values[DF_FEATURES])
{
    if (!grid_is_possible(width, height) || place->orientation >= DF_ORIENTATIONS)
        return DF_ERROR_ARGUMENT;
    const df_shape *shape = &piece->shape[place->orientation];
    if (place->x + shape->width > width || place->y + shape->height > height)
        return DF_ERROR_ARGUMENT;
    for (unsigned i = 0; i < shape->height; i++) {
        if ((rows[place->y + i] & (uint64_t)shape->row[i] << place->x) != 0)
            return DF_ERROR_ARGUMENT;
    }
    uint64_t words[BOARD_MAX_WORDS];
    evaluator judge;
    board b = {.words = words};
    const df_weights weights = {.score_before_clear = before_clear};
    const df_status status = df_evaluator_make(&judge, width, height, &weights, 1);
    if (status != DF_OK)
        return status;
    df_board_load(&judge.layout, &b, rows);
    df_evaluate_features(values, &judge, &b, shape, place->x, place->y,
                         (1u << DF_FEATURES) - 1);
    return DF_OK;
}

int64_t bot_score(const df_bot *bot, const uint64_t *rows, unsigned piece,
                  const df_place *place)
{
    const df_shape *shape = &bot->options.set->pieces[piece].shape[place->orientation];
    df_board_load(&bot->judge.layout, bot->loaded, rows);
    return df_evaluate(&bot->judge, bot->loaded, shape, place->x, place->y);
}
