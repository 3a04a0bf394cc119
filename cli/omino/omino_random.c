
#include "cli/base/message.h"
#include "cli/base/progress.h"
#include "dropforge/omino.h"
#include "omino_source.h"

/* Limits of draws without a path, and of walks that get stuck. */
enum { MAX_DRAWS = 1000000, MAX_WALKS = 100 };

/* Steps of the search for a walk in a draw. */
enum { PATH_STEPS = 10000000 };

/* Largest size of uniform draws with the default memory, and the memory for larger ones. */
enum { MAX_USUAL = 31 };
static const char *const enough_memory[DF_OMINO_UNIFORM_MAX - MAX_USUAL] = {"3G", "4G", "6G"};

typedef struct random_drawing {
    omino_method method;
    unsigned size;
    omino_kind kind;
    uint64_t seed;
    uint64_t count;
    df_omino_uniform *uniform; /* of the method of that name */
} random_drawing;

/* Draws from all of a class with equal probability; paths by rejecting the others. */
static df_status draw_uniform(const random_drawing *what, df_random *random, df_omino *omino,
                              df_error *error)
{
    for (unsigned i = 0; i < MAX_DRAWS; i++) {
        df_omino_uniform_draw(what->uniform, omino_kind_class(what->kind), random, omino);
        if (what->kind != OMINO_PATH)
            return DF_OK;
        const df_outcome outcome = df_omino_path(omino, PATH_STEPS, NULL);
        if (outcome == DF_FOUND)
            return DF_OK;
        /* Drawing again would make paths that are hard to find less likely. */
        if (outcome == DF_LIMIT) {
            return message_error(
                error, DF_ERROR_LIMIT,
                "ten million steps could not decide if a polyomino is a path, and leaving "
                "it out would favour others; use --method walk, fewer squares or "
                "another --seed");
        }
    }
    return message_error(
        error, DF_ERROR_LIMIT,
        "a million polyominoes were drawn and none was a path; use --method walk or "
        "fewer squares");
}

/* Draws by a walk; one that gets stuck begins anew. */
static df_status draw_walk(const random_drawing *what, df_random *random, df_omino *omino,
                           df_error *error)
{
    for (unsigned i = 0; i < MAX_WALKS; i++) {
        df_outcome outcome = DF_FOUND;
        const df_status status = df_omino_walk(omino, what->size, 0, random, &outcome);
        if (status != DF_OK || outcome == DF_FOUND)
            return status;
    }
    return message_error(
        error, DF_ERROR_LIMIT,
        "a hundred walks got stuck for 100,000 squares each; use another --seed or fewer "
        "squares");
}

static df_status omino_random_draw(const random_drawing *what, df_random *random,
                                   df_omino *omino, df_error *error)
{
    if (what->method == OMINO_UNIFORM)
        return draw_uniform(what, random, omino, error);
    const df_status status = what->method == OMINO_GROW
                                 ? df_omino_grow(omino, what->size, random)
                                 : draw_walk(what, random, omino, error);
    if (status == DF_OK)
        df_omino_canonical(omino, omino_kind_class(what->kind), omino);
    return status;
}

/* Draws all. Each draw has its own random numbers, whatever the number of draws. */
static df_status omino_random_run(const omino_source *source, omino_taker *take, void *context,
                                  df_error *error)
{
    const random_drawing *what = source->what;
    df_status status = DF_OK;
    for (uint64_t i = 0; i < what->count && status == DF_OK; i++) {
        df_random random;
        df_omino omino;
        df_random_seed(&random, what->seed, i);
        status = omino_random_draw(what, &random, &omino, error);
        if (status == DF_OK)
            status = take(context, &omino);
    }
    return status;
}

static cli_status omino_random_prepare(random_drawing *what, const omino_settings *chosen)
{
    if (what->method != OMINO_UNIFORM)
        return GO_ON;
    const df_count_options options = {.memory = chosen->memory, .watch = counting_watch};
    df_error error = {0};
    progress_begin("preparing to draw");
    const df_status status =
        df_omino_uniform_create(&what->uniform, what->size, &options, &error);
    return counting_end(status, &error);
}

/* Reads the options. */
static cli_status omino_random_choose(random_drawing *what, const omino_settings *chosen,
                                      const char *operand)
{
    what->method = chosen->method != OMINO_METHOD_NONE ? chosen->method : OMINO_UNIFORM;
    if (what->method < OMINO_UNIFORM)
        return message_usage("omino", "'random' needs uniform, grow or walk as --method");
    if (what->method != OMINO_UNIFORM && chosen->memory > 0)
        return message_usage("omino", "--memory goes with --method uniform");
    if (what->method == OMINO_GROW && chosen->kind == OMINO_PATH)
        return message_usage("omino", "--method grow does not make paths; use walk or uniform");
    const cli_status status = omino_read_size(operand, DF_OMINO_MAX_SQUARES, &what->size);
    if (status == GO_ON && what->method == OMINO_UNIFORM && what->size > DF_OMINO_UNIFORM_MAX)
        return message_usage("omino",
                             "uniform draws have up to %u squares; use --method grow or walk",
                             DF_OMINO_UNIFORM_MAX);
    /* Without this check the lack of memory shows after half a minute only. */
    if (status == GO_ON && what->method == OMINO_UNIFORM && what->size > MAX_USUAL &&
        chosen->memory == 0)
        return message_usage(
            "omino",
            "uniform draws of %u squares need more memory than the default limit; "
            "give --memory %s",
            what->size, enough_memory[what->size - MAX_USUAL - 1]);
    return status;
}

cli_status omino_random(const omino_settings *chosen, const char *operand)
{
    random_drawing what = {.kind = chosen->kind,
                           .seed = chosen->seed,
                           .count = chosen->limit > 0 ? chosen->limit : 1};
    cli_status status = omino_random_choose(&what, chosen, operand);
    if (status != GO_ON)
        return status;
    output_list outputs = {0};
    status = omino_outputs_open(&outputs, chosen);
    if (status == GO_ON)
        status = omino_random_prepare(&what, chosen);
    if (status == GO_ON) {
        const omino_source source = {
            .run = omino_random_run, .what = &what, .is_free = chosen->kind == OMINO_FREE};
        status = output_list_write(&outputs, &source);
    }
    df_omino_uniform_free(what.uniform);
    output_list_free(&outputs);
    return status;
}
