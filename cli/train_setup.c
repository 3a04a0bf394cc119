/* From options to a training. */
#include <stdlib.h>
#include <string.h>

#include "choice.h"
#include "file.h"
#include "message.h"
#include "train_settings.h"

enum { DEFAULT_SIDE = 10, DEFAULT_GAMES = 10, DEFAULT_PIECES = 100000 };

/* Whose features are trained when nothing is said. */
#define DEFAULT_FEATURES "bcts"

static const char *const method_names[] = {"ce", "cma"};
static const char *const noise_names[] = {"constant", "decreasing", "none"};

#define COUNT(names) (sizeof(names) / sizeof(names)[0])

const char *train_method_name(df_train_method method)
{
    return method_names[method];
}

bool train_take_method(void *field, const char *value)
{
    size_t index;
    if (!choice_find(method_names, COUNT(method_names), value, &index))
        return false;
    *(df_train_method *)field = (df_train_method)index;
    return true;
}

bool train_take_noise(void *field, const char *value)
{
    size_t index;
    if (!choice_find(noise_names, COUNT(noise_names), value, &index))
        return false;
    *(df_train_noise *)field = (df_train_noise)index;
    return true;
}

bool train_take_features(void *field, const char *value)
{
    uint32_t features = 0;
    for (;;) {
        const size_t length = strcspn(value, ",");
        const df_feature feature = df_feature_find(value, length);
        if (feature == DF_FEATURES)
            return false;
        features |= UINT32_C(1) << feature;
        if (value[length] == '\0')
            break;
        value += length + 1;
    }
    *(uint32_t *)field = features;
    return true;
}

static int find_start(df_weights *weights, const char *start)
{
    const df_player *player = df_player_find(start, strlen(start));
    if (player != NULL) {
        *weights = player->weights;
        return -1;
    }
    if (strcmp(start, "-") != 0 && strpbrk(start, "./") == NULL)
        return message_usage("train",
                             "no player is called '%s'; 'dropforge bot --players' lists them, "
                             "and the name of a file has a '.' or a '/'",
                             start);
    return bot_read_weights(start, weights);
}

static uint32_t used_features(const df_weights *weights)
{
    uint32_t features = 0;
    for (unsigned f = 0; f < DF_FEATURES; f++)
        features |= (uint32_t)(weights->weight[f] != 0) << f;
    return features;
}

static int begin(df_train **train, const train_plan *plan)
{
    df_train_options options = {
        .method = plan->method,
        .noise = plan->noise,
        .features = plan->features,
        .population = plan->population,
        .games = plan->games > 0 ? plan->games : DEFAULT_GAMES,
        .seed = plan->seed,
        .width = plan->board.width > 0 ? plan->board.width : DEFAULT_SIDE,
        .height = plan->board.width > 0 ? plan->board.height : DEFAULT_SIDE,
        .deal = plan->deal.deal,
        .max_pieces = plan->max_pieces > 0 ? plan->max_pieces : DEFAULT_PIECES,
    };
    int status = plan->start != NULL ? find_start(&options.start, plan->start) : -1;
    if (status >= 0)
        return status;
    unsigned spread = plan->start != NULL ? TRAIN_SPREAD_NEAR : TRAIN_SPREAD_ANYWHERE;
    spread = plan->spread > 0 ? plan->spread : spread;
    options.spread = spread * (1000000 / 100);
    if (options.features == 0 && plan->start != NULL)
        options.features = used_features(&options.start);
    else if (options.features == 0)
        options.features =
            used_features(&df_player_find(DEFAULT_FEATURES, strlen(DEFAULT_FEATURES))->weights);
    const df_status result = df_train_create(train, &options);
    if (result == DF_ERROR_ARGUMENT)
        return message("such a training is not possible; give at least one feature, and at "
                       "most %d games in a generation",
                       DF_TRAIN_MAX_ITEMS);
    return result == DF_OK ? -1 : message("%s", df_status_name(result));
}

static df_status read_training(void *into, const char *text, size_t length, df_mishap *mishap)
{
    return df_train_read(into, text, length, mishap);
}

static int resume(df_train **train, const char *path)
{
    return file_read_into(path, read_training, train);
}

int train_setup(df_train **train, const train_settings *chosen)
{
    return chosen->resume != NULL ? resume(train, chosen->resume) : begin(train, &chosen->plan);
}
