#include "omino_count.h"

#include <stdio.h>
#include <stdlib.h>

#include "choice.h"
#include "counting.h"
#include "json.h"
#include "message.h"
#include "number.h"
#include "omino_mpi.h"
#include "progress.h"

static const char *const method_names[OMINO_METHODS] = {
    [OMINO_ENUMERATE] = "enumerate", [OMINO_TRANSFER] = "transfer"};

void omino_say_undecided(df_mishap *mishap)
{
    snprintf(mishap->text, sizeof mishap->text,
             "whether a polyomino is a path was not decided by a search of its walks; leave "
             "--path out or take fewer squares");
}

static bool watch_enumeration(void *unused, uint64_t done, uint64_t all)
{
    return counting_watch(unused, done, all, 0);
}

static df_status enumerate(omino_counter *own, unsigned size, const df_ominoes_filter *filter,
                           df_natural *number)
{
    df_ominoes_options options = omino_part_options(own->chosen);
    options.jobs = own->chosen->jobs;
    options.watch = watch_enumeration;
    df_ominoes_tally tally = {0};
    const df_status status = own->chosen->mpi
                                 ? omino_mpi_count(&tally, size, filter, &options)
                                 : df_ominoes_count(&tally, size, filter, &options);
    own->nodes += tally.nodes;
    return status == DF_OK ? df_natural_set(number, &tally.count, 1) : status;
}

/* Those with each symmetry that the filter lets through, and their sum. */
static df_status enumerate_symmetries(omino_counter *own, unsigned size,
                                      df_ominoes_filter filter, omino_count_row *row)
{
    const unsigned wanted = filter.symmetries;
    df_status status = DF_OK;
    for (unsigned i = 0; i < DF_SYMMETRIES && status == DF_OK; i++) {
        filter.symmetries = 1u << i;
        if (wanted == 0 || (wanted >> i & 1) != 0)
            status = enumerate(own, size, &filter, &row->symmetric[i]);
        if (status == DF_OK)
            status = df_natural_add(&row->all, &row->all, &row->symmetric[i]);
    }
    return status;
}

static df_status count_by_enumeration(omino_counter *own, df_mishap *mishap)
{
    const df_ominoes_filter filter = omino_filter(own->chosen);
    df_status status = DF_OK;
    for (unsigned size = own->least; size <= own->most && status == DF_OK; size++) {
        omino_count_row *row = &own->rows[size];
        status = own->chosen->count.by_symmetry ? enumerate_symmetries(own, size, filter, row)
                                                : enumerate(own, size, &filter, &row->all);
    }
    if (status == DF_ERROR_LIMIT)
        omino_say_undecided(mishap);
    return status;
}

static bool add_natural(cJSON *object, const char *key, const df_natural *number)
{
    char *text = number_text(number);
    const bool is_added = cJSON_AddRawToObject(object, key, text) != NULL;
    free(text);
    return is_added;
}

static bool fill_row(cJSON *object, const omino_counter *own, unsigned size)
{
    const omino_count_row *row = &own->rows[size];
    bool fits =
        json_add_number(object, "size", size) && add_natural(object, "count", &row->all);
    if (!fits || !own->chosen->count.by_symmetry)
        return fits;
    cJSON *table = cJSON_AddObjectToObject(object, "symmetries");
    fits = table != NULL;
    for (unsigned i = 0; fits && i < DF_SYMMETRIES; i++)
        fits = add_natural(table, df_omino_symmetry_name((df_omino_symmetry)i),
                           &row->symmetric[i]);
    return fits;
}

static bool fill_sizes(cJSON *object, const omino_counter *own)
{
    cJSON *sizes = cJSON_AddArrayToObject(object, "sizes");
    bool fits = sizes != NULL;
    for (unsigned size = own->least; fits && size <= own->most; size++) {
        cJSON *row = cJSON_CreateObject();
        if (row == NULL || !cJSON_AddItemToArray(sizes, row)) {
            cJSON_Delete(row);
            return false;
        }
        fits = fill_row(row, own, size);
    }
    return fits;
}

static bool fill(cJSON *object, const omino_counter *own)
{
    const bool fits =
        cJSON_AddStringToObject(object, "class", omino_kind_name(own->chosen->kind)) != NULL &&
        cJSON_AddStringToObject(object, "method", method_names[own->method]) != NULL &&
        (own->chosen->count.sizes ? fill_sizes(object, own) : fill_row(object, own, own->most));
    if (!fits)
        return false;
    const bool is_known = own->method == OMINO_ENUMERATE
                              ? json_add_number(object, "nodes", own->nodes)
                              : json_add_number(object, "states", own->effort.states) &&
                                    json_add_number(object, "memory", own->effort.memory);
    return is_known && json_add_seconds(object, "seconds", own->seconds);
}

/* A line for each size, with a column for each symmetry if these are wanted. */
static void put_sizes(const omino_counter *own)
{
    const bool by_symmetry = own->chosen->count.by_symmetry;
    fputs("squares", stdout);
    for (unsigned i = 0; i < DF_SYMMETRIES && by_symmetry; i++)
        printf("\t%s", df_omino_symmetry_name((df_omino_symmetry)i));
    puts(by_symmetry ? "\tany" : "\tpolyominoes");
    for (unsigned size = own->least; size <= own->most; size++) {
        printf("%u", size);
        for (unsigned i = 0; i < DF_SYMMETRIES && by_symmetry; i++) {
            putchar('\t');
            number_put(&own->rows[size].symmetric[i]);
        }
        putchar('\t');
        number_put(&own->rows[size].all);
        putchar('\n');
    }
}

static void put_symmetries(const omino_count_row *row)
{
    puts("symmetry\tpolyominoes");
    for (unsigned i = 0; i < DF_SYMMETRIES; i++) {
        printf("%s\t", df_omino_symmetry_name((df_omino_symmetry)i));
        number_put(&row->symmetric[i]);
        putchar('\n');
    }
    fputs("any\t", stdout);
    number_put(&row->all);
    putchar('\n');
}

static int put(const omino_counter *own)
{
    if (own->chosen->json) {
        cJSON *object = cJSON_CreateObject();
        return json_print(object, object != NULL && fill(object, own));
    }
    if (own->chosen->count.sizes) {
        put_sizes(own);
    } else if (own->chosen->count.by_symmetry) {
        put_symmetries(&own->rows[own->most]);
    } else {
        number_put(&own->rows[own->most].all);
        putchar('\n');
    }
    return -1;
}

int omino_counter_run(omino_counter *own)
{
    own->rows = calloc(own->most + 1, sizeof own->rows[0]);
    if (own->rows == NULL)
        return message("out of memory");
    df_mishap mishap = {0};
    const double begin = clock_seconds();
    counting_begin("counting polyominoes");
    const df_status status = own->method == OMINO_ENUMERATE
                                 ? count_by_enumeration(own, &mishap)
                                 : omino_count_by_transfer(own, &mishap);
    const int answer = counting_end(status, &mishap);
    own->seconds = clock_seconds() - begin;
    return answer;
}

void omino_counter_free(omino_counter *own)
{
    for (unsigned size = 0; own->rows != NULL && size <= own->most; size++) {
        df_natural_free(&own->rows[size].all);
        for (unsigned i = 0; i < DF_SYMMETRIES; i++)
            df_natural_free(&own->rows[size].symmetric[i]);
    }
    free(own->rows);
    own->rows = NULL;
}

/* Counts and tells. */
static int count_all(omino_counter *own)
{
    int status = omino_counter_run(own);
    if (status < 0)
        status = put(own);
    omino_counter_free(own);
    return status;
}

/* The method that the options name or need; -1 or the exit code. */
static int choose_method(omino_counter *own)
{
    const omino_settings *chosen = own->chosen;
    const bool is_filtered = omino_is_filtered(chosen);
    const bool is_shared = chosen->part.shards > 0 || chosen->mpi;
    size_t method = is_filtered || is_shared ? OMINO_ENUMERATE : OMINO_TRANSFER;
    if (chosen->method != NULL &&
        !choice_find(method_names, OMINO_METHODS, chosen->method, &method))
        return message_usage("omino",
                             "'count' needs enumerate or transfer as --method, not "
                             "'%s'",
                             chosen->method);
    if (method == OMINO_TRANSFER && is_filtered)
        return message_usage("omino", "the method transfer counts all free, one-sided or fixed "
                                      "polyominoes; leave the filters or the method out");
    if (method == OMINO_TRANSFER && is_shared)
        return message_usage("omino", "--shard and --mpi go with the method enumerate");
    if (chosen->mpi && chosen->jobs > 0)
        return message_usage("omino", "--jobs and --mpi exclude each other; start as many "
                                      "processes as there are cores");
    if (method == OMINO_ENUMERATE && chosen->memory > 0)
        return message_usage("omino", "--memory goes with the method transfer");
    own->method = (omino_count_method)method;
    return -1;
}

/* Whether the options go with a shard, or without one; -1 or the exit code. */
static int check_shard(const omino_settings *chosen)
{
    const bool is_shard = chosen->part.shards > 0;
    if (!is_shard && (chosen->output.paths.count > 0 || chosen->output.format != NULL))
        return message_usage("omino", "'count' takes --output and --format with --shard only");
    if (is_shard && (chosen->json || chosen->count.sizes || chosen->count.by_symmetry))
        return message_usage("omino", "--shard goes without --json, --sizes and --by-symmetry");
    return -1;
}

int omino_count(const omino_settings *chosen, const char *operand)
{
    omino_counter own = {.chosen = chosen};
    if (chosen->count.by_symmetry && chosen->kind != OMINO_FREE)
        return message_usage("omino", "--by-symmetry goes with the class free");
    int status = choose_method(&own);
    const unsigned most =
        own.method == OMINO_ENUMERATE ? DF_OMINOES_MAX_SQUARES : DF_OMINO_COUNT_MAX;
    if (status < 0)
        status = omino_read_size(operand, most, &own.most);
    own.least = chosen->count.sizes ? 1 : own.most;
    if (status < 0)
        status = check_shard(chosen);
    if (status < 0 && chosen->mpi)
        status = omino_mpi_begin();
    if (status >= 0)
        return status;
    status = chosen->part.shards > 0 ? omino_count_shard(&own) : count_all(&own);
    if (chosen->mpi)
        omino_mpi_end();
    return status;
}

int omino_list_count(const omino_settings *chosen, unsigned size)
{
    omino_counter own = {
        .chosen = chosen, .least = size, .most = size, .method = OMINO_ENUMERATE};
    if (chosen->output.paths.count > 0 || chosen->output.format != NULL || chosen->limit > 0)
        return message_usage("omino", "'list --count' takes neither --limit nor an output");
    return count_all(&own);
}
