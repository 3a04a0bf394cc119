#include "dropforge/bot.h"

#include <assert.h>
#include <string.h>

static const struct feature_entry {
    const char *name;
    const char *source;
} features[DF_FEATURES] = {
    [DF_FEATURE_LANDING_HEIGHT] = {"landing-height", "Dellacherie 2003"},
    [DF_FEATURE_ERODED_CELLS] = {"eroded-cells", "Dellacherie 2003"},
    [DF_FEATURE_ROW_TRANSITIONS] = {"row-transitions", "Dellacherie 2003"},
    [DF_FEATURE_COLUMN_TRANSITIONS] = {"column-transitions", "Dellacherie 2003"},
    [DF_FEATURE_HOLES] = {"holes", "Dellacherie 2003"},
    [DF_FEATURE_WELLS] = {"wells", "Dellacherie 2003"},
    [DF_FEATURE_WELLS_FAST] = {"wells-fast", "Thiery and Scherrer, MDPTetris 2009"},
    [DF_FEATURE_HOLE_DEPTH] = {"hole-depth", "Thiery and Scherrer 2009"},
    [DF_FEATURE_ROWS_WITH_HOLES] = {"rows-with-holes", "Thiery and Scherrer 2009"},
    [DF_FEATURE_DIVERSITY] = {"diversity", "Scherrer, MDPTetris; Gabillon and others 2013"},
    [DF_FEATURE_AGGREGATE_HEIGHT] = {"aggregate-height", "Lee 2013"},
    [DF_FEATURE_LINES] = {"lines", "Lee 2013; before him Fahey 2003"},
    [DF_FEATURE_ROUGHNESS] = {"roughness", "Lee 2013; before him Lagoudakis and others 2002"},
    [DF_FEATURE_SMALL_STEPS] = {"small-steps", "dropforge"},
    [DF_FEATURE_FITS] = {"fits", "dropforge; after the diversity of MDPTetris"},
    [DF_FEATURE_SEATS] = {"seats", "dropforge; after the diversity of MDPTetris"},
    [DF_FEATURE_DEEP_WELLS] = {"deep-wells", "dropforge"},
    [DF_FEATURE_COVER_GAPS] = {"cover-gaps", "dropforge"},
};

const char *df_feature_name(df_feature feature)
{
    assert((unsigned)feature < DF_FEATURES);
    return features[feature].name;
}

const char *df_feature_source(df_feature feature)
{
    assert((unsigned)feature < DF_FEATURES);
    return features[feature].source;
}

df_feature df_feature_find(const char *name, size_t length)
{
    unsigned f = 0;
    while (f < DF_FEATURES &&
           (strlen(features[f].name) != length || memcmp(features[f].name, name, length) != 0))
        f++;
    return (df_feature)f;
}
