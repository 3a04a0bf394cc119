#include <stdio.h>

#include "choice.h"
#include "counting.h"
#include "dropforge/omino_random.h"
#include "message.h"
#include "omino_format.h"

/* How one is drawn. */
typedef enum drawing_method { UNIFORM, GROW, WALK, METHODS } drawing_method;

static const char *const method_names[METHODS] = {
    [UNIFORM] = "uniform", [GROW] = "grow", [WALK] = "walk"};

/* Uniform draws in a row that may be no paths, and walks in a row that may lose their way. */
enum { MOST_DRAWS = 1000000, MOST_WALKS = 100 };

/* How long one that was drawn is searched for a walk. */
enum { PATH_STEPS = 10000000 };

/* Why none was found. */
typedef enum limit { NO_PATH, UNDECIDED, LOST } limit;

/* The most squares for uniform draws with the usual memory, and what is enough for more. */
enum { MOST_USUAL = 31 };
static const char *const enough_memory[DF_OMINO_UNIFORM_MAX - MOST_USUAL] = {"3G", "4G", "6G"};

typedef struct drawing {
    drawing_method method;
    unsigned size;
    omino_kind kind;
    uint64_t seed;
    uint64_t count;
    df_omino_uniform *uniform; /* of the method of that name */
} drawing;

/* All of a class are equally likely; paths too, if others do not count. */
static df_status draw_uniform(const drawing *what, df_random *random, df_omino *omino,
                              limit *reason)
{
    for (unsigned i = 0; i < MOST_DRAWS; i++) {
        df_omino_uniform_draw(omino, what->uniform, omino_kind_class(what->kind), random);
        if (what->kind != OMINO_PATH)
            return DF_OK;
        const df_outcome outcome = df_omino_path(omino, PATH_STEPS, NULL);
        if (outcome == DF_FOUND)
            return DF_OK;
        /* To draw another one would make those paths rarer that are hard to find. */
        if (outcome == DF_LIMIT) {
            *reason = UNDECIDED;
            return DF_ERROR_LIMIT;
        }
    }
    *reason = NO_PATH;
    return DF_ERROR_LIMIT;
}

/* A walk that has lost its way begins anew. */
static df_status draw_walk(const drawing *what, df_random *random, df_omino *omino,
                           limit *reason)
{
    for (unsigned i = 0; i < MOST_WALKS; i++) {
        df_outcome outcome = DF_FOUND;
        const df_status status = df_omino_walk(omino, what->size, 0, random, &outcome);
        if (status != DF_OK || outcome == DF_FOUND)
            return status;
    }
    *reason = LOST;
    return DF_ERROR_LIMIT;
}

/* What stopped the search for one. */
static void say_limit(limit reason, df_mishap *mishap)
{
    static const char *const words[] = {
        [NO_PATH] =
            "a million polyominoes were drawn and none was a path; use --method walk or "
            "fewer squares",
        [UNDECIDED] = "whether a polyomino is a path was not decided by ten million steps, and "
                      "to leave it out would favour others; use --method walk, fewer squares "
                      "or another --seed",
        [LOST] = "a hundred walks lost their way for 100,000 squares each; use another --seed "
                 "or fewer squares",
    };
    snprintf(mishap->text, sizeof mishap->text, "%s", words[reason]);
}

static df_status draw(const drawing *what, df_random *random, df_omino *omino, limit *reason)
{
    if (what->method == UNIFORM)
        return draw_uniform(what, random, omino, reason);
    const df_status status = what->method == GROW ? df_omino_grow(omino, what->size, random)
                                                  : draw_walk(what, random, omino, reason);
    if (status == DF_OK)
        df_omino_canonical(omino, omino, omino_kind_class(what->kind));
    return status;
}

/* Every draw has random numbers of its own, so that the first ones do not depend on how many
 * there are. */
static df_status run(const omino_source *source, omino_taker *take, void *context,
                     df_mishap *mishap)
{
    const drawing *what = source->what;
    df_status status = DF_OK;
    for (uint64_t i = 0; i < what->count && status == DF_OK; i++) {
        df_random random;
        df_omino omino;
        df_random_seed(&random, what->seed, i);
        limit reason = NO_PATH;
        status = draw(what, &random, &omino, &reason);
        if (status == DF_ERROR_LIMIT)
            say_limit(reason, mishap);
        if (status == DF_OK)
            status = take(context, &omino);
    }
    return status;
}

static int prepare(drawing *what, const omino_settings *chosen)
{
    if (what->method != UNIFORM)
        return -1;
    const df_omino_count_options options = {.memory = chosen->memory, .watch = counting_watch};
    df_mishap mishap = {0};
    counting_begin("preparing to draw");
    const df_status status =
        df_omino_uniform_create(&what->uniform, what->size, &options, &mishap);
    return counting_end(status, &mishap);
}

/* Reads the options; -1 or the exit code. */
static int choose(drawing *what, const omino_settings *chosen, const char *operand)
{
    size_t method = UNIFORM;
    if (chosen->method != NULL && !choice_find(method_names, METHODS, chosen->method, &method))
        return message_usage("omino",
                             "'random' needs one of uniform, grow and walk as "
                             "--method, not '%s'",
                             chosen->method);
    what->method = (drawing_method)method;
    if (what->method != UNIFORM && chosen->memory > 0)
        return message_usage("omino", "--memory goes with --method uniform");
    if (what->method == GROW && chosen->kind == OMINO_PATH)
        return message_usage("omino", "--method grow does not make paths; use walk or uniform");
    const int status = omino_read_size(operand, DF_OMINO_MAX_SQUARES, &what->size);
    if (status < 0 && what->method == UNIFORM && what->size > DF_OMINO_UNIFORM_MAX)
        return message_usage("omino",
                             "uniform draws have up to %u squares; use --method grow or walk",
                             DF_OMINO_UNIFORM_MAX);
    /* What is needed is found out only after half a minute. */
    if (status < 0 && what->method == UNIFORM && what->size > MOST_USUAL && chosen->memory == 0)
        return message_usage("omino",
                             "uniform draws of %u squares take more memory than is allowed "
                             "unless told otherwise; give --memory %s",
                             what->size, enough_memory[what->size - MOST_USUAL - 1]);
    return status;
}

int omino_random(const omino_settings *chosen, const char *operand)
{
    drawing what = {.kind = chosen->kind,
                    .seed = chosen->seed,
                    .count = chosen->limit > 0 ? chosen->limit : 1};
    int status = choose(&what, chosen, operand);
    if (status >= 0)
        return status;
    text_list paths = {0};
    output_list outputs = {0};
    status = omino_outputs_open(&outputs, &paths, chosen);
    if (status < 0)
        status = prepare(&what, chosen);
    if (status < 0) {
        const omino_source source = {
            .run = run, .what = &what, .is_free = chosen->kind == OMINO_FREE};
        status = output_list_write(&outputs, &source);
    }
    df_omino_uniform_free(what.uniform);
    output_list_free(&outputs);
    text_list_free(&paths);
    return status;
}
