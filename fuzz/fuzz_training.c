/* Reads any bytes with a right check sum after them as a training; what reads must write and
 * read back, have games, and go on with whatever became of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/base/random.h"
#include "dropforge/bot.h"

/* The bytes and the line that ends them; the caller frees it. */
static char *close_text(const uint8_t *data, size_t size, size_t *length)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    char *text = malloc(size + 32);
    MUST(text != NULL);
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    if (size > 0)
        memcpy(text, data, size);
    *length =
        size + (size_t)snprintf(text + size, 32, "check %016llx\n", (unsigned long long)sum);
    return text;
}

/* A written training reads back, and is then written the same. */
static void must_read_back(const df_train *train)
{
    df_train *again = NULL;
    df_text once = {0}, twice = {0};
    MUST(df_train_write(&once, train) == DF_OK);
    MUST(df_train_read(&again, once.bytes, once.length, NULL) == DF_OK);
    MUST(df_train_write(&twice, again) == DF_OK);
    MUST(strcmp(once.bytes, twice.bytes) == 0);
    df_text_free(&once);
    df_text_free(&twice);
    df_train_free(again);
}

static void must_have_games(const df_train *train)
{
    df_bot_game_options game;
    uint64_t number;
    df_train_get_item(train, df_train_get_state(train)->items - 1, NULL, &game, &number);
    for (unsigned f = 0; f < DF_FEATURES; f++)
        MUST(game.bot.weights.weight[f] <= DF_WEIGHT_ONE &&
             game.bot.weights.weight[f] >= -DF_WEIGHT_ONE);
}

/* Goes on for two generations, whose games ended anyhow. */
static void go_on(df_train *train)
{
    enum { MAX = 200 };
    const size_t count = df_train_get_state(train)->items;
    if (count > MAX)
        return;
    df_bot_game_result results[MAX] = {{0}};
    df_random random;
    df_random_seed(&random, count, 0);
    for (unsigned generation = 0; generation < 2; generation++) {
        for (size_t i = 0; i < count; i++) {
            const uint64_t drawn = df_random_next(&random);
            results[i].lines = drawn >> (drawn & 63);
            results[i].pieces = drawn;
            results[i].end = drawn >> 63 ? DF_BOT_GAME_OVER : DF_BOT_GAME_CAPPED;
        }
        MUST(df_train_update(train, results) == DF_OK);
        must_have_games(train);
        must_read_back(train);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_train *train = NULL;
    df_error error = {0};
    size_t length;
    char *text = close_text(data, size, &length);
    const df_status status = df_train_read(&train, text, length, &error);
    free(text);
    if (!is_read(status, train, &error))
        return 0;
    must_have_games(train);
    must_read_back(train);
    go_on(train);
    df_train_free(train);
    return 0;
}
