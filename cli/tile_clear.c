/* Perfect clears: the ways to clear with one queue, and shares of continuations. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dropforge/clear.h"
#include "field_file.h"
#include "json.h"
#include "message.h"
#include "output.h"
#include "picture_options.h"
#include "progress.h"
#include "tile_queue.h"
#include "tile_settings.h"

enum { DEFAULT_WIDTH = 10, DEFAULT_ROWS = 4, PLAN_ROWS = 20, MOST_IN_BAG = 64 };

/* Says which piece of a queue is none. */
static int refuse_queue(const char *letters, size_t piece, const piece_choice *pieces)
{
    if (pieces->colors == NULL)
        return message_usage("tile", "'%s' is no queue; piece %zu is no letter of IOTSZJL",
                             letters, piece);
    return message_usage("tile",
                         "'%s' is no queue; no piece is called '%c'; a queue has pieces with "
                         "names of one letter",
                         letters, letters[piece - 1]);
}

/* Reads the letters of a queue; -1 or the exit code. */
static int read_queue(const char *letters, const piece_choice *pieces,
                      uint16_t queue[DF_CLEAR_MAX_DROPS], size_t *count)
{
    const size_t length = strlen(letters);
    if (length > DF_CLEAR_MAX_DROPS)
        return message_usage("tile", "the queue has %zu pieces, at most %d can be used", length,
                             DF_CLEAR_MAX_DROPS);
    *count = queue_read(queue, letters, length, pieces->set);
    return *count < length ? refuse_queue(letters, *count + 1, pieces) : -1;
}

static int read_field(const tile_clear_settings *chosen, unsigned rows, df_field **field)
{
    const unsigned width = chosen->width > 0 ? chosen->width : DEFAULT_WIDTH;
    if (chosen->field != NULL) {
        const int status = field_file_read(chosen->field, rows, field);
        if (status < 0 && (*field)->width * rows > DF_CLEAR_MAX_SQUARES)
            return message("%s: a field of %u columns and %u rows cannot be cleared; it has "
                           "more than %d squares",
                           input_name(chosen->field), (*field)->width, rows,
                           DF_CLEAR_MAX_SQUARES);
        return status;
    }
    if (width * rows > DF_CLEAR_MAX_SQUARES)
        return message_usage("tile", "%u columns and %u rows have more than %d squares", width,
                             rows, DF_CLEAR_MAX_SQUARES);
    return df_field_create(field, width, rows) == DF_OK ? -1 : message("out of memory");
}

static int check_status(df_status status, const df_mishap *mishap)
{
    if (status == DF_OK)
        return -1;
    return message("%s", mishap->text[0] != '\0' ? mishap->text : df_status_name(status));
}

/* What is found, and what becomes of it. */
typedef struct finder {
    const tile_settings *chosen;
    const piece_choice *pieces;
    df_clear_request request;
    output_list outputs;
    df_plan *plan; /* for the outputs, or NULL */
    cJSON *ways;   /* for --json, or NULL */
} finder;

/* A plan of the way. It is settled and played before it is written. */
static df_status keep_plan(finder *own, const df_clear_drop *drops, size_t count)
{
    static const df_reach reaches[] = {
        [DF_CLEAR_HARD_DROP] = DF_REACH_SPAWN,
        [DF_CLEAR_SRS] = DF_REACH_SRS,
        [DF_CLEAR_SRS_180] = DF_REACH_SRS_180,
    };
    df_status status =
        df_plan_create(&own->plan, own->request.field->width, PLAN_ROWS, own->request.set);
    if (status != DF_OK)
        return status;
    own->plan->reach = reaches[own->request.rules];
    piece_choice_paint(own->pieces, own->plan);
    for (size_t i = 0; status == DF_OK && i < count; i++)
        status = df_plan_add(own->plan, drops[i].drop);
    return status;
}

/* Each way is one line; with --json one array of the object that is written at last. */
static df_status take_way(void *context, const df_clear_drop *drops, size_t count)
{
    finder *own = context;
    progress_end();
    if (own->outputs.count > 0) {
        const df_status status = keep_plan(own, drops, count);
        if (status != DF_OK)
            return status;
    }
    if (own->ways != NULL) {
        cJSON *way = queue_way_json(own->request.set, drops, count);
        if (way != NULL && cJSON_AddItemToArray(own->ways, way))
            return DF_OK;
        cJSON_Delete(way);
        return DF_ERROR_MEMORY;
    }
    if (own->outputs.count == 0) {
        queue_put_way(own->request.set, drops, count);
        putchar('\n');
    }
    return ferror(stdout) ? DF_ERROR_SINK : DF_OK;
}

static int write_plan(finder *own)
{
    df_mishap mishap = {0};
    df_status status = df_plan_settle(own->plan, PLAN_ROWS, &mishap);
    if (status == DF_OK)
        status = df_plan_play(own->plan, NULL, NULL, NULL, NULL, &mishap);
    if (status != DF_OK)
        return message("this way cannot be written as a plan: %s",
                       mishap.text[0] != '\0' ? mishap.text : df_status_name(status));
    picture_options picture = picture_options_defaults();
    showing show;
    int answer = picture_options_apply(&picture, own->plan, &show);
    if (answer < 0) {
        answer = output_list_write(&own->outputs, &show);
        free(show.painted.colors);
    }
    picture_options_free(&picture);
    return answer;
}

/* The object is empty when it could not be filled. */
static int put_ways(finder *own, const df_clear_report *report)
{
    static const char *const outcomes[] = {
        [DF_FOUND] = "found", [DF_NONE] = "none", [DF_LIMIT] = "limit"};
    cJSON *object = cJSON_CreateObject();
    bool is_whole =
        object != NULL &&
        cJSON_AddStringToObject(object, "outcome", outcomes[report->outcome]) != NULL &&
        json_add_number(object, "nodes", report->nodes);
    if (is_whole && cJSON_AddItemToObject(object, "ways", own->ways))
        own->ways = NULL;
    else
        is_whole = false;
    return json_print(object, is_whole);
}

/* What the search came to, beside the ways; -1 or the exit code. */
static int tell_outcome(const df_clear_report *report)
{
    if (report->outcome == DF_FOUND)
        return -1;
    if (report->outcome == DF_NONE)
        return message("no way to clear");
    message("stopped after %" PRIu64 " playfields; there may be %s; allow more --nodes",
            report->nodes, report->ways > 0 ? "more ways" : "a way");
    return STATUS_LIMIT;
}

static int find_ways(finder *own)
{
    if (own->chosen->output.json && (own->ways = cJSON_CreateArray()) == NULL)
        return message("out of memory");
    df_clear_report report = {0};
    df_mishap mishap = {0};
    progress_begin("looking for ways to clear");
    const df_status status = df_clear_find(&own->request, take_way, own, &report, &mishap);
    progress_end();
    if (status == DF_ERROR_SINK && ferror(stdout))
        return -1;
    int answer = check_status(status, &mishap);
    if (answer >= 0)
        return answer;
    if (own->plan != NULL)
        answer = write_plan(own);
    if (own->ways != NULL) {
        const int failure = put_ways(own, &report);
        answer = answer < 0 ? failure : answer;
    }
    return answer < 0 ? tell_outcome(&report) : answer;
}

/* The pieces that the running bag still holds after the queue. */
static int find_bag(const df_clear_request *request, uint64_t *bag)
{
    const size_t size = request->set->count;
    uint64_t used = 0;
    *bag = 0;
    if (size > MOST_IN_BAG)
        return message_usage("tile", "a bag of these pieces holds %zu, at most %d can be used",
                             size, MOST_IN_BAG);
    for (size_t i = 0; i < request->count; i++) {
        const uint64_t bit = UINT64_C(1) << request->queue[i];
        if (i % size == 0)
            used = 0;
        if ((used & bit) != 0)
            return message_usage("tile",
                                 "the queue is not from bags of %zu pieces: piece %zu comes "
                                 "again too early",
                                 size, i + 1);
        used |= bit;
    }
    if (request->count % size != 0)
        *bag = (UINT64_C(2) << (size - 1)) - 1 - used;
    return -1;
}

static bool fill_share(cJSON *object, const df_clear_count *count)
{
    return cJSON_AddBoolToObject(object, "complete", count->complete) != NULL &&
           json_add_number(object, "nodes", count->nodes) &&
           (!count->complete || (json_add_number(object, "clear", count->clear) &&
                                 json_add_number(object, "total", count->total)));
}

static int find_share(finder *own, unsigned more)
{
    uint64_t bag;
    int answer = find_bag(&own->request, &bag);
    if (answer >= 0)
        return answer;
    df_clear_count count = {0};
    df_mishap mishap = {0};
    progress_begin("trying all continuations");
    const df_status status = df_clear_share(&own->request, more, bag, &count, &mishap);
    progress_end();
    answer = check_status(status, &mishap);
    if (answer < 0 && own->chosen->output.json) {
        cJSON *object = cJSON_CreateObject();
        answer = json_print(object, object != NULL && fill_share(object, &count));
    } else if (answer < 0 && count.complete) {
        printf("%" PRIu64 " of %" PRIu64 " (%.4f %%)\n", count.clear, count.total,
               100.0 * (double)count.clear / (double)count.total);
    }
    if (answer >= 0 || count.complete)
        return answer;
    message("stopped after %" PRIu64 " playfields; the share is not known; allow more --nodes",
            count.nodes);
    return STATUS_LIMIT;
}

static int check(const tile_settings *chosen)
{
    const tile_clear_settings *what = &chosen->clear;
    const bool is_limited = chosen->board.limit > 0;
    if (what->field != NULL && what->width > 0)
        return message_usage("tile", "--field tells the width; leave out --width");
    if ((what->all && is_limited) || (what->percent > 0 && (what->all || is_limited)))
        return message_usage("tile", "--all, --limit and --percent exclude each other");
    if (chosen->output.format != NULL && chosen->output.paths.count == 0)
        return message_usage("tile", "with 'clear' --format goes with --output only");
    if (chosen->output.paths.count > 0 && (what->all || is_limited || what->percent > 0))
        return message_usage("tile", "--output is for one way, without --all, --limit and "
                                     "--percent");
    return -1;
}

/* Opens the outputs of --output, before any work is done. */
static int open_outputs(finder *own)
{
    if (own->chosen->output.paths.count == 0)
        return -1;
    if (df_field_top(own->request.field) > 0)
        return message_usage("tile", "--output needs a field that is empty: plans begin so");
    int status = output_list_begin(&own->outputs, "tile", &own->chosen->output.paths,
                                   own->chosen->output.format, &plan_formats);
    for (size_t i = 0; status < 0 && i < own->outputs.count; i++) {
        if (own->outputs.items[i].format == &format_blocks)
            return message_usage("tile",
                                 "%s: blocks hold plans that print a picture; write a drop "
                                 "list, .drops",
                                 output_name(own->outputs.items[i].path));
    }
    if (status < 0 && own->chosen->output.json && output_list_uses_stdout(&own->outputs))
        return message_usage("tile", "--json and an output both want standard output; name a "
                                     "file with -o");
    if (status < 0)
        status = output_list_open(&own->outputs);
    const char *const spared[] = {own->chosen->clear.field, own->chosen->board.pieces.path};
    return status < 0 ? output_list_spare_all(&own->outputs, spared, 2) : status;
}

int tile_clear(const tile_settings *chosen, const char *letters, const piece_choice *pieces)
{
    const tile_clear_settings *what = &chosen->clear;
    uint16_t queue[DF_CLEAR_MAX_DROPS];
    df_field *field = NULL;
    finder own = {.chosen = chosen, .pieces = pieces};
    own.request = (df_clear_request){
        .set = pieces->set,
        .rows = what->rows > 0 ? what->rows : DEFAULT_ROWS,
        .queue = queue,
        .hold = chosen->hold,
        .rules = what->rules,
        .most = chosen->board.limit > 0 || what->all ? chosen->board.limit : 1,
        .nodes = what->nodes,
        .memory = chosen->board.memory};
    int status = check(chosen);
    if (status < 0)
        status = read_queue(letters, pieces, queue, &own.request.count);
    if (status < 0)
        status = read_field(what, own.request.rows, &field);
    own.request.field = field;
    if (status < 0)
        status = open_outputs(&own);
    if (status < 0)
        status = what->percent > 0 ? find_share(&own, what->percent) : find_ways(&own);
    output_list_free(&own.outputs);
    df_plan_free(own.plan);
    cJSON_Delete(own.ways);
    df_field_free(field);
    return status;
}
