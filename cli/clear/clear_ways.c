/* The ways to clear with one queue, drop by drop, with any pieces, on boards of any width. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/progress.h"
#include "cli/formats/render.h"
#include "cli/piece/board_text.h"

/* A search for ways to clear, and its output. */
typedef struct way_finder {
    const clear_settings *chosen;
    piece_choice pieces;
    uint16_t queue[DF_CLEAR_MAX_DROPS];
    df_field *field;
    df_clear_request request;
    output_list outputs;
    df_plan *plan;    /* for the outputs, or NULL */
    json_writer ways; /* for --json: an array */
    df_error error;
} way_finder;

/* Reports the first letter of a queue that is not a piece. */
static cli_status ways_refuse_queue(const way_finder *self, const char *letters, size_t piece)
{
    if (self->pieces.colors == NULL)
        return message_usage("clear",
                             "'%s' is not a queue; piece %zu is not one of the letters IOTSZJL",
                             letters, piece);
    return message_usage("clear",
                         "'%s' is not a queue; no piece is called '%c'; a queue has pieces "
                         "with names of one letter",
                         letters, letters[piece - 1]);
}

static cli_status ways_read_queue(way_finder *self, const char *letters)
{
    const size_t length = strlen(letters);
    if (length > DF_CLEAR_MAX_DROPS)
        return message_usage("clear", "the queue has %zu pieces, at most %d can be used",
                             length, DF_CLEAR_MAX_DROPS);
    const size_t count = piece_letters_read(self->queue, letters, length, self->pieces.set);
    self->request.count = count;
    return count < length ? ways_refuse_queue(self, letters, count + 1) : GO_ON;
}

static void ways_print(const df_piece_set *set, const df_clear_drop *drops, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[DROP_TEXT_SIZE];
        drop_text_describe(text, set, &drops[i].drop, drops[i].hold);
        printf("%s%s", i > 0 ? ", " : "", text);
    }
    putchar('\n');
}

/* Prints a way as a line, or keeps it for --json or the outputs. */
static df_status ways_take(void *context, const df_clear_drop *drops, size_t count)
{
    way_finder *self = context;
    progress_end();
    if (self->outputs.count > 0) {
        const df_status status = clear_make_plan(&self->plan, self->field, self->pieces.set,
                                                 drops, count, &self->error);
        if (status != DF_OK)
            return status;
        piece_choice_paint(&self->pieces, self->plan);
    }
    if (self->chosen->json) {
        clear_put_drops(&self->ways, NULL, self->pieces.set, drops, count);
        return self->ways.text.status;
    }
    if (self->outputs.count == 0) {
        ways_print(self->pieces.set, drops, count);
    }
    return ferror(stdout) ? DF_ERROR_CANCELLED : DF_OK;
}

static cli_status ways_write_plan(way_finder *self)
{
    render_request request;
    cli_status answer = render_request_make(&self->chosen->picture, self->plan, &request);
    if (answer == GO_ON) {
        answer = output_list_write(&self->outputs, &request);
        free(request.painted.colors);
    }
    return answer;
}

static cli_status ways_put_json(way_finder *self, const df_clear_report *report)
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
    output_list_put_json(&self->outputs, &json);
    return json_print(&json);
}

/* Reports a search without ways or one that stopped. */
static cli_status ways_report(const df_clear_report *report)
{
    if (report->outcome == DF_FOUND)
        return GO_ON;
    if (report->outcome == DF_NONE)
        return message("no way to clear");
    message("stopped after %" PRIu64 " playfields; there may be %s; allow more --nodes",
            report->nodes, report->ways > 0 ? "more ways" : "a way");
    return STATUS_LIMIT;
}

static cli_status ways_find(way_finder *self)
{
    if (self->chosen->json)
        json_open_array(&self->ways, NULL);
    df_clear_report report = {0};
    progress_begin("looking for ways to clear");
    const df_status status =
        df_clear_find(&self->request, ways_take, self, &report, &self->error);
    progress_end();
    if (status == DF_ERROR_CANCELLED && ferror(stdout))
        return GO_ON;
    cli_status answer = message_status(status, &self->error);
    if (answer == GO_ON && self->plan != NULL)
        answer = ways_write_plan(self);
    if (answer == GO_ON && self->chosen->json)
        answer = ways_put_json(self, &report);
    return answer == GO_ON ? ways_report(&report) : answer;
}

static cli_status ways_check(const clear_settings *chosen)
{
    if (chosen->field != NULL && chosen->width > 0)
        return message_usage("clear", "--field sets the width; leave out --width");
    if (chosen->all && chosen->limit > 0)
        return message_usage("clear", "--all and --limit exclude each other");
    if (chosen->format != NULL && chosen->paths.count == 0)
        return message_usage("clear", "with 'ways' --format goes with --output only");
    if (chosen->paths.count > 0 && (chosen->all || chosen->limit > 0))
        return message_usage("clear", "--output is for one way, without --all and --limit");
    return piece_choice_check(&chosen->pieces, "clear");
}

/* Opens the outputs of --output before the search. */
static cli_status ways_open_outputs(way_finder *self)
{
    const clear_settings *chosen = self->chosen;
    if (chosen->paths.count == 0)
        return GO_ON;
    cli_status status = output_list_begin(&self->outputs, "clear", &chosen->paths,
                                          chosen->format, &plan_formats, chosen->json);
    for (size_t i = 0; status == GO_ON && i < self->outputs.count; i++) {
        if (self->outputs.items[i].format == &format_blocks)
            return message_usage("clear",
                                 "%s: blocks hold plans that print a picture; write a drop "
                                 "list, .drops",
                                 output_name(self->outputs.items[i].path));
    }
    if (status == GO_ON)
        status = picture_options_check_outputs(&chosen->picture, &self->outputs, "clear");
    if (status == GO_ON)
        status = output_list_open(&self->outputs);
    const char *const spared[] = {chosen->field, chosen->pieces.path};
    return status == GO_ON ? output_list_spare_all(&self->outputs, spared, 2) : status;
}

cli_status clear_ways(const clear_settings *chosen, const char *letters)
{
    way_finder self = {.chosen = chosen};
    self.request =
        (df_clear_request){.queue = self.queue,
                           .hold = !chosen->no_hold,
                           .max = chosen->limit > 0 || chosen->all ? chosen->limit : 1,
                           .nodes = chosen->nodes,
                           .memory = chosen->memory};
    cli_status status = ways_check(chosen);
    if (status == GO_ON)
        status = piece_choice_make(&self.pieces, &chosen->pieces);
    if (status == GO_ON)
        status = ways_read_queue(&self, letters);
    if (status == GO_ON)
        status = clear_rules_set(&chosen->rules, &self.request.rules, &self.pieces.set);
    if (status == GO_ON)
        status = clear_read_field(chosen, DF_CLEAR_MAX_SQUARES, &self.field);
    if (status == GO_ON)
        status = ways_open_outputs(&self);
    if (status == GO_ON) {
        self.request.set = self.pieces.set;
        self.request.field = self.field;
        self.request.rows = self.field->height;
        status = ways_find(&self);
    }
    output_list_free(&self.outputs);
    df_plan_free(self.plan);
    df_text_free(&self.ways.text);
    df_field_free(self.field);
    piece_choice_free(&self.pieces);
    return status;
}
