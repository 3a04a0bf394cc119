#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/json.h"
#include "cli/base/message.h"
#include "cli/base/output.h"
#include "cli/base/progress.h"
#include "dropforge/plan.h"
#include "tile_listing.h"

enum { WORD_DIGITS = 19 }; /* the most that fit into a word */

static int tile_list_put_number(const char *name, const df_natural *number, bool json)
{
    if (!json) {
        df_text text = {0};
        df_natural_write(&text, number);
        df_text_put_char(&text, '\n');
        return text_end(&text);
    }
    json_writer writer = {0};
    json_open_object(&writer, NULL);
    json_put_natural(&writer, name, number);
    return json_print(&writer);
}

static cli_status tile_list_put_count(const df_tilings *tilings, bool json)
{
    df_natural number = {0};
    cli_status answer = message_status(df_tilings_count(tilings, NULL, &number), NULL);
    if (answer == GO_ON)
        answer = tile_list_put_number("tilings", &number, json);
    df_natural_free(&number);
    return answer;
}

/* True if no option selects tilings or their format. */
static bool is_plain(const tile_settings *chosen)
{
    const tile_list_settings *what = &chosen->list;
    return what->random == 0 && what->skip == NULL && chosen->board.limit == 0 &&
           !what->order && what->symbols == DF_TILING_LETTERS &&
           chosen->output.paths.count == 0 && chosen->output.format == NULL;
}

/* Reads decimal digits, as many as there are. DF_ERROR_INPUT if there is anything else. */
static df_status tile_list_read_skip(const char *text, df_natural *number)
{
    if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0')
        return DF_ERROR_INPUT;
    df_status status = DF_OK;
    while (status == DF_OK && *text != '\0') {
        uint64_t part = 0, scale = 1;
        for (unsigned i = 0; i < WORD_DIGITS && *text != '\0'; i++, scale *= 10)
            part = part * 10 + (uint64_t)(*text++ - '0');
        status = df_natural_multiply_add(number, number, scale, &(df_natural){1, &part});
    }
    return status;
}

static cli_status tile_list_check(const tile_settings *chosen, tile_size size, df_natural *skip)
{
    const tile_list_settings *what = &chosen->list;
    if (size.width > DF_NARROW_MAX_WIDTH || size.height > DF_FIELD_MAX_HEIGHT)
        return message_usage("tile", "tilings are listed of at most %d columns and %d rows",
                             DF_NARROW_MAX_WIDTH, DF_FIELD_MAX_HEIGHT);
    if (what->count && !is_plain(chosen))
        return message_usage("tile",
                             "--count goes with --once, --droppable, --orders and --json only");
    if (chosen->output.json && chosen->output.format != NULL)
        return message_usage("tile", "--json and --format exclude each other");
    if (what->random > 0 && (what->skip != NULL || chosen->board.limit > 0))
        return message_usage("tile", "--random takes neither --skip nor --limit");
    if (chosen->board.pieces.kind != PIECE_CLASS_NONE && !what->once)
        return message_usage("tile", "--class goes with --once only");
    if (what->random == 0 && what->seed > 0)
        return message_usage("tile", "--seed goes with --random only");
    const df_status status = what->skip != NULL ? tile_list_read_skip(what->skip, skip) : DF_OK;
    if (status == DF_ERROR_INPUT)
        return message_usage("tile", "--skip needs a whole number, not '%s'", what->skip);
    return message_status(status, NULL);
}

/* Finds and checks the formats, and opens the outputs. */
static cli_status tile_list_begin_outputs(const tile_settings *chosen, tile_size size,
                                          output_list *outputs)
{
    const tile_list_settings *what = &chosen->list;
    const cli_status status =
        output_list_begin(outputs, "tile", output_paths(&chosen->output.paths, true),
                          chosen->output.json ? tile_format_json.name : chosen->output.format,
                          &tile_formats, false);
    if (status != GO_ON)
        return status;
    bool has_text = false, has_json = false;
    for (size_t i = 0; i < outputs->count; i++) {
        const output_file *output = &outputs->items[i];
        has_text = has_text || output->format == &tile_format_text;
        has_json = has_json || output->format == &tile_format_json;
        if (output->format == &tile_format_fumen &&
            (size.width != DF_FUMEN_WIDTH || size.height > DF_FUMEN_HEIGHT))
            return message_usage("tile",
                                 "%s: a fumen has %d columns and at most %d rows, not %ux%u; "
                                 "write another format",
                                 output_name(output->path), DF_FUMEN_WIDTH, DF_FUMEN_HEIGHT,
                                 size.width, size.height);
    }
    if (!has_text && (what->order || what->symbols != DF_TILING_LETTERS))
        return message_usage("tile", "--order and --symbols are for drawings, .txt");
    if (!has_text && !has_json && what->orders)
        return message_usage("tile", "--orders is for drawings and JSON, .txt and .jsonl");
    const cli_status opened = output_list_open(outputs);
    return opened == GO_ON ? output_list_spare(outputs, chosen->board.pieces.path) : opened;
}

typedef struct orders_sum {
    df_natural sum;
    df_error error;
} orders_sum;

static df_status add_orders(void *context, const df_tiling *tiling)
{
    orders_sum *self = context;
    df_natural orders = {0};
    df_status status = tile_listing_orders(tiling, &orders, &self->error);
    if (status == DF_OK)
        status = df_natural_multiply_add(&self->sum, &self->sum, 1, &orders);
    df_natural_free(&orders);
    return status;
}

/* Prints the number of drop orders of all tilings together. */
static cli_status tile_list_put_orders(const tile_listing *listing, bool json)
{
    orders_sum self = {{0}, {0}};
    const out_stream nowhere = {.stream = NULL};
    const df_status status = tile_listing_visit(listing, &nowhere, add_orders, &self);
    cli_status answer = message_status(status, &self.error);
    if (answer == GO_ON)
        answer = tile_list_put_number("orders", &self.sum, json);
    df_natural_free(&self.sum);
    return answer;
}

static cli_status write_listing(const tile_settings *chosen, const df_tilings *tilings,
                                tile_size size, const piece_choice *pieces,
                                const df_natural *skip, output_list *outputs)
{
    tile_listing listing = {.chosen = &chosen->list,
                            .pieces = pieces,
                            .set = pieces->set,
                            .size = size,
                            .tilings = tilings,
                            .skip = *skip,
                            .limit = chosen->board.limit};
    listing.drops = calloc((size_t)size.width * size.height, sizeof listing.drops[0]);
    cli_status answer = message_status(
        listing.drops != NULL ? tile_listing_count(&listing) : DF_ERROR_MEMORY, NULL);
    if (answer == GO_ON && listing.count == 0 && listing.chosen->random > 0)
        answer = message("no tiling can be drawn: there is none");
    if (answer == GO_ON && listing.chosen->count)
        answer = tile_list_put_orders(&listing, chosen->output.json);
    else if (answer == GO_ON)
        answer = output_list_write(outputs, &listing);
    free(listing.drops);
    return answer;
}

static int find_tilings(const tile_settings *chosen, tile_size size, const piece_choice *pieces,
                        df_tilings **tilings)
{
    df_error error = {0};
    const df_tilings_options options = {.once = chosen->list.once,
                                        .mirrored = pieces->turns_over,
                                        .droppable = chosen->list.droppable,
                                        .memory = (size_t)chosen->board.memory};
    progress_begin("counting tilings");
    const df_status status =
        df_tilings_create(tilings, pieces->set, size.width, size.height, &options, &error);
    progress_end();
    return message_status(status, &error);
}

cli_status tile_list(const tile_settings *chosen, const piece_choice *pieces)
{
    const tile_list_settings *what = &chosen->list;
    const tile_size size = chosen->size;
    df_natural skip = {0};
    output_list outputs = {0};
    df_tilings *tilings = NULL;
    cli_status answer = tile_list_check(chosen, size, &skip);
    if (answer == GO_ON && !what->count)
        answer = tile_list_begin_outputs(chosen, size, &outputs);
    if (answer == GO_ON)
        answer = find_tilings(chosen, size, pieces, &tilings);
    if (answer == GO_ON && what->count && !what->orders)
        answer = tile_list_put_count(tilings, chosen->output.json);
    else if (answer == GO_ON)
        answer = write_listing(chosen, tilings, size, pieces, &skip, &outputs);
    output_list_free(&outputs);
    df_tilings_free(tilings);
    df_natural_free(&skip);
    return answer;
}
