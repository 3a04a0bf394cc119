/* Perfect clears: the ways to clear with one queue, and shares of continuations. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/progress.h"
#include "cli/formats/plan_formats.h"
#include "cli/piece/drop_text.h"
#include "cli/piece/field_file.h"
#include "cli/piece/piece_letters.h"
#include "dropforge/clear.h"
#include "tile_settings.h"

enum { DEFAULT_WIDTH = 10, DEFAULT_ROWS = 4, PLAN_ROWS = 20, MAX_IN_BAG = 64 };

/* Reports the first letter of a queue that is not a piece. */
static int refuse_queue(const char *letters, size_t piece, const piece_choice *pieces)
{
    if (pieces->colors == NULL)
        return message_usage("tile",
                             "'%s' is not a queue; piece %zu is not one of the letters IOTSZJL",
                             letters, piece);
    return message_usage(
        "tile",
        "'%s' is not a queue; no piece is called '%c'; a queue has pieces with "
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
    *count = piece_letters_read(queue, letters, length, pieces->set);
    return *count < length ? refuse_queue(letters, *count + 1, pieces) : -1;
}

static int read_field(const tile_clear_settings *chosen, df_field **field)
{
    const unsigned width = chosen->width > 0 ? chosen->width : DEFAULT_WIDTH;
    const unsigned rows = chosen->rows > 0 ? chosen->rows : DEFAULT_ROWS;
    if (chosen->field != NULL) {
        const field_wish wish = {.rows = chosen->rows, .usual = DEFAULT_ROWS};
        const int status = field_file_read(chosen->field, &wish, field);
        if (status < 0 && (*field)->width * (*field)->height > DF_CLEAR_MAX_SQUARES)
            return message("%s: a field of %u columns and %u rows cannot be cleared; it has "
                           "more than %d squares",
                           input_name(chosen->field), (*field)->width, (*field)->height,
                           DF_CLEAR_MAX_SQUARES);
        return status;
    }
    if (width * rows > DF_CLEAR_MAX_SQUARES)
        return message_usage("tile", "%u columns and %u rows have more than %d squares", width,
                             rows, DF_CLEAR_MAX_SQUARES);
    return df_field_create(field, width, rows) == DF_OK ? -1 : message("out of memory");
}

/* A search for ways to clear, and its output. */
typedef struct clear_finder {
    const tile_settings *chosen;
    const piece_choice *pieces;
    df_clear_request request;
    output_list outputs;
    df_plan *plan;    /* for the outputs, or NULL */
    json_writer ways; /* for --json: an array */
} clear_finder;

/* Makes the plan of a way. write_plan settles and plays it. */
static df_status keep_plan(clear_finder *self, const df_clear_drop *drops, size_t count)
{
    static const df_movement movements[] = {
        [DF_CLEAR_HARD_DROP] = DF_MOVEMENT_SPAWN,
        [DF_CLEAR_SRS] = DF_MOVEMENT_SRS,
        [DF_CLEAR_SRS_180] = DF_MOVEMENT_SRS_180,
    };
    df_status status =
        df_plan_create(&self->plan, self->request.field->width, PLAN_ROWS, self->request.set);
    if (status != DF_OK)
        return status;
    self->plan->movement = movements[self->request.rules];
    piece_choice_paint(self->pieces, self->plan);
    for (size_t i = 0; status == DF_OK && i < count; i++)
        status = df_plan_add(self->plan, drops[i].drop);
    return status;
}

/* Prints a way as a line, or keeps it for --json or the outputs. */
static df_status take_way(void *context, const df_clear_drop *drops, size_t count)
{
    clear_finder *self = context;
    progress_end();
    if (self->outputs.count > 0) {
        const df_status status = keep_plan(self, drops, count);
        if (status != DF_OK)
            return status;
    }
    if (self->chosen->output.json) {
        drop_text_put_json(&self->ways, NULL, self->request.set, drops, count);
        return self->ways.text.status;
    }
    if (self->outputs.count == 0) {
        drop_text_put_way(self->request.set, drops, count);
        putchar('\n');
    }
    return ferror(stdout) ? DF_ERROR_CANCELLED : DF_OK;
}

static int write_plan(clear_finder *self)
{
    df_error error = {0};
    df_status status = df_plan_settle(self->plan, PLAN_ROWS, &error);
    if (status == DF_OK)
        status = df_plan_play(self->plan, NULL, NULL, NULL, NULL, &error);
    if (status != DF_OK)
        return message("this way cannot be written as a plan: %s",
                       error.text[0] != '\0' ? error.text : df_status_name(status));
    render_request request;
    int answer = picture_options_apply(&self->chosen->output.picture, self->plan, &request);
    if (answer < 0) {
        answer = output_list_write(&self->outputs, &request);
        free(request.painted.colors);
    }
    return answer;
}

static int put_ways(clear_finder *self, const df_clear_report *report)
{
    static const char *const outcomes[] = {
        [DF_FOUND] = "found", [DF_NONE] = "none", [DF_LIMIT] = "limit"};
    json_writer json = {0};
    json_close(&self->ways);
    json_open_object(&json, NULL);
    json_put_text(&json, "outcome", outcomes[report->outcome]);
    json_put_number(&json, "nodes", report->nodes);
    if (self->ways.text.status == DF_OK)
        json_put_raw(&json, "ways", self->ways.text.bytes);
    else
        json.text.status = self->ways.text.status;
    return json_print(&json);
}

/* Reports a search without ways or one that stopped; -1 or the exit code. */
static int report_outcome(const df_clear_report *report)
{
    if (report->outcome == DF_FOUND)
        return -1;
    if (report->outcome == DF_NONE)
        return message("no way to clear");
    message("stopped after %" PRIu64 " playfields; there may be %s; allow more --nodes",
            report->nodes, report->ways > 0 ? "more ways" : "a way");
    return STATUS_LIMIT;
}

static int find_ways(clear_finder *self)
{
    if (self->chosen->output.json)
        json_open_array(&self->ways, NULL);
    df_clear_report report = {0};
    df_error error = {0};
    progress_begin("looking for ways to clear");
    const df_status status = df_clear_find(&self->request, take_way, self, &report, &error);
    progress_end();
    if (status == DF_ERROR_CANCELLED && ferror(stdout))
        return -1;
    int answer = message_status(status, &error);
    if (answer >= 0)
        return answer;
    if (self->plan != NULL)
        answer = write_plan(self);
    if (self->chosen->output.json) {
        const int failure = put_ways(self, &report);
        answer = answer < 0 ? failure : answer;
    }
    return answer < 0 ? report_outcome(&report) : answer;
}

/* Finds the pieces that the current bag still holds after the queue. */
static int find_bag(const df_clear_request *request, uint64_t *bag)
{
    const size_t size = request->set->count;
    uint64_t used = 0;
    *bag = 0;
    if (size > MAX_IN_BAG)
        return message_usage("tile", "a bag of these pieces holds %zu, at most %d can be used",
                             size, MAX_IN_BAG);
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

static int put_share(const df_clear_tally *count)
{
    json_writer json = {0};
    json_open_object(&json, NULL);
    json_put_bool(&json, "complete", count->complete);
    json_put_number(&json, "nodes", count->nodes);
    if (count->complete) {
        json_put_number(&json, "clear", count->clear);
        json_put_number(&json, "total", count->total);
    }
    return json_print(&json);
}

static int find_share(clear_finder *self, unsigned more)
{
    uint64_t bag;
    int answer = find_bag(&self->request, &bag);
    if (answer >= 0)
        return answer;
    df_clear_tally count = {0};
    df_error error = {0};
    progress_begin("trying all continuations");
    const df_status status =
        df_clear_count_continuations(&self->request, more, bag, &count, &error);
    progress_end();
    answer = message_status(status, &error);
    if (answer < 0 && self->chosen->output.json) {
        answer = put_share(&count);
    } else if (answer < 0 && count.complete) {
        printf("%" PRIu64 " of %" PRIu64 " (%.4f %%)\n", count.clear, count.total,
               100.0 * (double)count.clear / (double)count.total);
    }
    if (answer >= 0 || count.complete)
        return answer;
    message("stopped after %" PRIu64 " playfields; the share is unknown; allow more --nodes",
            count.nodes);
    return STATUS_LIMIT;
}

static int tile_clear_check(const tile_settings *chosen)
{
    const tile_clear_settings *what = &chosen->clear;
    const bool is_limited = chosen->board.limit > 0;
    if (what->field != NULL && what->width > 0)
        return message_usage("tile", "--field sets the width; leave out --width");
    if ((what->all && is_limited) || (what->percent > 0 && (what->all || is_limited)))
        return message_usage("tile", "--all, --limit and --percent exclude each other");
    if (chosen->output.format != NULL && chosen->output.paths.count == 0)
        return message_usage("tile", "with 'clear' --format goes with --output only");
    if (chosen->output.paths.count > 0 && (what->all || is_limited || what->percent > 0))
        return message_usage("tile", "--output is for one way, without --all, --limit and "
                                     "--percent");
    return -1;
}

/* Opens the outputs of --output before the search. */
static int tile_clear_open_outputs(clear_finder *self)
{
    if (self->chosen->output.paths.count == 0)
        return -1;
    if (df_field_top(self->request.field) > 0)
        return message_usage("tile", "--output needs an empty field; plans begin with one");
    int status = output_list_begin(&self->outputs, "tile", &self->chosen->output.paths,
                                   self->chosen->output.format, &plan_formats);
    for (size_t i = 0; status < 0 && i < self->outputs.count; i++) {
        if (self->outputs.items[i].format == &format_blocks)
            return message_usage("tile",
                                 "%s: blocks hold plans that print a picture; write a drop "
                                 "list, .drops",
                                 output_name(self->outputs.items[i].path));
    }
    if (status < 0 && self->chosen->output.json && output_list_uses_stdout(&self->outputs))
        return message_usage("tile", "--json and an output both want standard output; name a "
                                     "file with -o");
    if (status < 0)
        status = picture_options_check_outputs(&self->chosen->output.picture, &self->outputs,
                                               "tile");
    if (status < 0)
        status = output_list_open(&self->outputs);
    const char *const spared[] = {self->chosen->clear.field, self->chosen->board.pieces.path};
    return status < 0 ? output_list_spare_all(&self->outputs, spared, 2) : status;
}

int tile_clear(const tile_settings *chosen, const char *letters, const piece_choice *pieces)
{
    const tile_clear_settings *what = &chosen->clear;
    uint16_t queue[DF_CLEAR_MAX_DROPS];
    df_field *field = NULL;
    clear_finder self = {.chosen = chosen, .pieces = pieces};
    self.request = (df_clear_request){
        .set = pieces->set,
        .queue = queue,
        .hold = chosen->hold,
        .rules = what->rules,
        .max = chosen->board.limit > 0 || what->all ? chosen->board.limit : 1,
        .nodes = what->nodes,
        .memory = chosen->board.memory};
    int status = tile_clear_check(chosen);
    if (status < 0)
        status = read_queue(letters, pieces, queue, &self.request.count);
    if (status < 0)
        status = read_field(what, &field);
    self.request.field = field;
    if (status < 0)
        self.request.rows = field->height;
    if (status < 0)
        status = tile_clear_open_outputs(&self);
    if (status < 0)
        status = what->percent > 0 ? find_share(&self, what->percent) : find_ways(&self);
    output_list_free(&self.outputs);
    df_plan_free(self.plan);
    df_text_free(&self.ways.text);
    df_field_free(field);
    return status;
}
