#include <string.h>

#include "dropforge/bot.h"

/* A weight from its units: thousandths and so on. */
#define THOUSANDTHS(n) ((n) * (DF_WEIGHT_ONE / 1000))
#define HUNDREDTHS(n) ((n) * (DF_WEIGHT_ONE / 100))
#define MILLIONTHS(n) ((n) * (DF_WEIGHT_ONE / 1000000))

static const df_player players[] = {
    {"lee4",
     "Yiyuan Lee, Tetris AI: the (near) perfect bot, 2013",
     {.weight = {[DF_FEATURE_AGGREGATE_HEIGHT] = THOUSANDTHS(-510),
                 [DF_FEATURE_LINES] = THOUSANDTHS(761),
                 [DF_FEATURE_HOLES] = THOUSANDTHS(-357),
                 [DF_FEATURE_ROUGHNESS] = THOUSANDTHS(-184)}}},
    {"dellacherie",
     "Pierre Dellacherie, in Colin Fahey, Tetris, 2003",
     {.weight = {[DF_FEATURE_LANDING_HEIGHT] = -DF_WEIGHT_ONE,
                 [DF_FEATURE_ERODED_CELLS] = DF_WEIGHT_ONE,
                 [DF_FEATURE_ROW_TRANSITIONS] = -DF_WEIGHT_ONE,
                 [DF_FEATURE_COLUMN_TRANSITIONS] = -DF_WEIGHT_ONE,
                 [DF_FEATURE_HOLES] = -4 * DF_WEIGHT_ONE,
                 [DF_FEATURE_WELLS] = -DF_WEIGHT_ONE}}},
    {"eltetris",
     "Islam El-Ashi, El-Tetris: an improvement on Pierre Dellacherie's algorithm, 2011",
     {.weight = {[DF_FEATURE_LANDING_HEIGHT] = INT64_C(-4500158825083),
                 [DF_FEATURE_LINES] = INT64_C(3418126810139),
                 [DF_FEATURE_ROW_TRANSITIONS] = INT64_C(-3217888286849),
                 [DF_FEATURE_COLUMN_TRANSITIONS] = INT64_C(-9348695305445),
                 [DF_FEATURE_HOLES] = INT64_C(-7899265427352),
                 [DF_FEATURE_WELLS] = INT64_C(-3385597224726)}}},
    {"bcts",
     "Thiery and Scherrer, Building controllers for Tetris, ICGA Journal 32, 2009",
     {.weight = {[DF_FEATURE_LANDING_HEIGHT] = MILLIONTHS(-12629000),
                 [DF_FEATURE_ERODED_CELLS] = MILLIONTHS(6601974),
                 [DF_FEATURE_ROW_TRANSITIONS] = MILLIONTHS(-9215815),
                 [DF_FEATURE_COLUMN_TRANSITIONS] = MILLIONTHS(-19773560),
                 [DF_FEATURE_HOLES] = MILLIONTHS(-13083350),
                 [DF_FEATURE_WELLS] = MILLIONTHS(-10487470),
                 [DF_FEATURE_HOLE_DEPTH] = MILLIONTHS(-1611863),
                 [DF_FEATURE_ROWS_WITH_HOLES] = MILLIONTHS(-24040870)}}},
    {"dt10",
     "Gabillon, Ghavamzadeh and Scherrer, Approximate dynamic programming finally performs "
     "well in the game of Tetris, 2013",
     {.weight = {[DF_FEATURE_LANDING_HEIGHT] = HUNDREDTHS(-218),
                 [DF_FEATURE_ERODED_CELLS] = HUNDREDTHS(242),
                 [DF_FEATURE_ROW_TRANSITIONS] = HUNDREDTHS(-217),
                 [DF_FEATURE_COLUMN_TRANSITIONS] = HUNDREDTHS(-331),
                 [DF_FEATURE_HOLES] = HUNDREDTHS(95),
                 [DF_FEATURE_WELLS_FAST] = HUNDREDTHS(-222),
                 [DF_FEATURE_HOLE_DEPTH] = HUNDREDTHS(-81),
                 [DF_FEATURE_ROWS_WITH_HOLES] = HUNDREDTHS(-965),
                 [DF_FEATURE_DIVERSITY] = HUNDREDTHS(127)}}},
    {"dt20",
     "Gabillon, Ghavamzadeh and Scherrer, Approximate dynamic programming finally performs "
     "well in the game of Tetris, 2013",
     {.weight = {[DF_FEATURE_LANDING_HEIGHT] = HUNDREDTHS(-268),
                 [DF_FEATURE_ERODED_CELLS] = HUNDREDTHS(138),
                 [DF_FEATURE_ROW_TRANSITIONS] = HUNDREDTHS(-241),
                 [DF_FEATURE_COLUMN_TRANSITIONS] = HUNDREDTHS(-632),
                 [DF_FEATURE_HOLES] = HUNDREDTHS(203),
                 [DF_FEATURE_WELLS_FAST] = HUNDREDTHS(-271),
                 [DF_FEATURE_HOLE_DEPTH] = HUNDREDTHS(-43),
                 [DF_FEATURE_ROWS_WITH_HOLES] = HUNDREDTHS(-948),
                 [DF_FEATURE_DIVERSITY] = HUNDREDTHS(89)}}},
    {"dropforge",
     "trained on 10x9, 10x14 and 10x20, described in docs/training.md",
     {.weight = {[DF_FEATURE_LANDING_HEIGHT] = THOUSANDTHS(-951),
                 [DF_FEATURE_ERODED_CELLS] = THOUSANDTHS(-163),
                 [DF_FEATURE_ROW_TRANSITIONS] = THOUSANDTHS(-1057),
                 [DF_FEATURE_COLUMN_TRANSITIONS] = THOUSANDTHS(-2665),
                 [DF_FEATURE_HOLES] = THOUSANDTHS(698),
                 [DF_FEATURE_WELLS_FAST] = THOUSANDTHS(-1528),
                 [DF_FEATURE_HOLE_DEPTH] = THOUSANDTHS(-257),
                 [DF_FEATURE_ROWS_WITH_HOLES] = THOUSANDTHS(-5761),
                 [DF_FEATURE_DIVERSITY] = THOUSANDTHS(216),
                 [DF_FEATURE_LINES] = THOUSANDTHS(982),
                 [DF_FEATURE_ROUGHNESS] = THOUSANDTHS(-214),
                 [DF_FEATURE_SMALL_STEPS] = THOUSANDTHS(651),
                 [DF_FEATURE_FITS] = THOUSANDTHS(1906),
                 [DF_FEATURE_SEATS] = THOUSANDTHS(475),
                 [DF_FEATURE_DEEP_WELLS] = THOUSANDTHS(-3120),
                 [DF_FEATURE_COVER_GAPS] = THOUSANDTHS(-88)}}},
};

const df_player *df_player_get(size_t index)
{
    return index < sizeof players / sizeof players[0] ? &players[index] : NULL;
}

const df_player *df_player_find(const char *name, size_t length)
{
    const df_player *player;
    for (size_t i = 0; (player = df_player_get(i)) != NULL; i++) {
        if (strlen(player->name) == length && memcmp(player->name, name, length) == 0)
            return player;
    }
    return NULL;
}
