/* The features by name, and the built-in players. */
#include "dropforge/bot.h"

#include <assert.h>
#include <string.h>

static const char *const features[DF_FEATURES] = {
    [DF_FEATURE_LANDING_HEIGHT] = "landing-height",
    [DF_FEATURE_ERODED_CELLS] = "eroded-cells",
    [DF_FEATURE_ROW_TRANSITIONS] = "row-transitions",
    [DF_FEATURE_COLUMN_TRANSITIONS] = "column-transitions",
    [DF_FEATURE_HOLES] = "holes",
    [DF_FEATURE_WELLS] = "wells",
    [DF_FEATURE_WELLS_FAST] = "wells-fast",
    [DF_FEATURE_HOLE_DEPTH] = "hole-depth",
    [DF_FEATURE_ROWS_WITH_HOLES] = "rows-with-holes",
    [DF_FEATURE_DIVERSITY] = "diversity",
    [DF_FEATURE_AGGREGATE_HEIGHT] = "aggregate-height",
    [DF_FEATURE_LINES] = "lines",
    [DF_FEATURE_ROUGHNESS] = "roughness",
    [DF_FEATURE_SMALL_STEPS] = "small-steps",
    [DF_FEATURE_FITS] = "fits",
    [DF_FEATURE_SEATS] = "seats",
    [DF_FEATURE_DEEP_WELLS] = "deep-wells",
    [DF_FEATURE_COVER_GAPS] = "cover-gaps",
    [DF_FEATURE_SQUARE_HEIGHTS] = "square-heights",
    [DF_FEATURE_WALL_HOLES] = "wall-holes",
    [DF_FEATURE_SECOND_HOLES] = "second-holes",
    [DF_FEATURE_THIRD_HOLES] = "third-holes",
    [DF_FEATURE_HOLE_TOP] = "hole-top",
    [DF_FEATURE_PITS] = "pits",
    [DF_FEATURE_WORST_PIT] = "worst-pit",
    [DF_FEATURE_DOUBLE_FITS] = "double-fits",
    [DF_FEATURE_SECOND_FITS] = "second-fits",
    [DF_FEATURE_DEEP_ROWS] = "deep-rows",
};

const char *df_feature_name(df_feature feature)
{
    assert((unsigned)feature < DF_FEATURES);
    return features[feature];
}

df_feature df_feature_find(const char *name, size_t length)
{
    unsigned f = 0;
    while (f < DF_FEATURES &&
           (strlen(features[f]) != length || memcmp(features[f], name, length) != 0))
        f++;
    return (df_feature)f;
}

/* Weights from thousandths, hundredths and so on. */
#define THOUSANDTHS(n) ((n) * (DF_WEIGHT_ONE / 1000))
#define HUNDREDTHS(n) ((n) * (DF_WEIGHT_ONE / 100))
#define HUNDRED_THOUSANDTHS(n) ((n) * (DF_WEIGHT_ONE / 100000))
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
    {"tetr-ai",
     "Misakamm, tetr-ai 2.0, a classic survival Tetris AI, 2026",
     {.weight = {[DF_FEATURE_ROW_TRANSITIONS] = -100 * DF_WEIGHT_ONE,
                 [DF_FEATURE_COLUMN_TRANSITIONS] = -95 * DF_WEIGHT_ONE,
                 [DF_FEATURE_HOLES] = -401 * DF_WEIGHT_ONE,
                 [DF_FEATURE_LINES] = 86 * DF_WEIGHT_ONE,
                 [DF_FEATURE_SQUARE_HEIGHTS] = HUNDREDTHS(-1675),
                 [DF_FEATURE_WALL_HOLES] = -132 * DF_WEIGHT_ONE,
                 [DF_FEATURE_SECOND_HOLES] = -88 * DF_WEIGHT_ONE,
                 [DF_FEATURE_THIRD_HOLES] = -88 * DF_WEIGHT_ONE,
                 [DF_FEATURE_HOLE_TOP] = -75 * DF_WEIGHT_ONE,
                 [DF_FEATURE_PITS] = HUNDREDTHS(-40),
                 [DF_FEATURE_WORST_PIT] = HUNDREDTHS(20),
                 [DF_FEATURE_DOUBLE_FITS] = 39 * DF_WEIGHT_ONE}}},
    {"dropforge",
     "trained on 10x11 to 10x16, described in docs/method/training.md",
     {.weight = {[DF_FEATURE_LANDING_HEIGHT] = HUNDRED_THOUSANDTHS(-13231),
                 [DF_FEATURE_ROW_TRANSITIONS] = HUNDRED_THOUSANDTHS(-23416),
                 [DF_FEATURE_COLUMN_TRANSITIONS] = HUNDRED_THOUSANDTHS(-35906),
                 [DF_FEATURE_HOLES] = HUNDRED_THOUSANDTHS(-35319),
                 [DF_FEATURE_WELLS_FAST] = HUNDRED_THOUSANDTHS(-18889),
                 [DF_FEATURE_HOLE_DEPTH] = HUNDRED_THOUSANDTHS(-3006),
                 [DF_FEATURE_ROWS_WITH_HOLES] = HUNDRED_THOUSANDTHS(-38551),
                 [DF_FEATURE_DIVERSITY] = HUNDRED_THOUSANDTHS(5131),
                 [DF_FEATURE_LINES] = HUNDRED_THOUSANDTHS(12120),
                 [DF_FEATURE_ROUGHNESS] = HUNDRED_THOUSANDTHS(-1793),
                 [DF_FEATURE_SMALL_STEPS] = HUNDRED_THOUSANDTHS(8546),
                 [DF_FEATURE_FITS] = HUNDRED_THOUSANDTHS(29786),
                 [DF_FEATURE_DEEP_WELLS] = HUNDRED_THOUSANDTHS(-33026),
                 [DF_FEATURE_COVER_GAPS] = HUNDRED_THOUSANDTHS(-653),
                 [DF_FEATURE_WALL_HOLES] = HUNDRED_THOUSANDTHS(-17339),
                 [DF_FEATURE_SECOND_HOLES] = HUNDRED_THOUSANDTHS(-19471),
                 [DF_FEATURE_THIRD_HOLES] = HUNDRED_THOUSANDTHS(-9971),
                 [DF_FEATURE_HOLE_TOP] = HUNDRED_THOUSANDTHS(-10856),
                 [DF_FEATURE_SECOND_FITS] = HUNDRED_THOUSANDTHS(11579),
                 [DF_FEATURE_DEEP_ROWS] = HUNDRED_THOUSANDTHS(-39593)}}},
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
