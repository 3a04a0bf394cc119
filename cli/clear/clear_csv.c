/* Solutions in the columns of path.csv of solution-finder, by solutions. */
#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "dropforge/plan.h"

/* The address of a fumen, of the used pieces; the numbers of orders that build the solution and
 * come from a queue, of all orders that build it, and of the queues; and lists of the three. */
static const char csv_head[] =
    "テト譜,使用ミノ,対応ツモ数 (対地形&パターン),対応ツモ数 (対地形),対応ツモ数 (対パターン),"
    "ツモ (対地形&パターン),ツモ (対地形),ツモ (対パターン)\n";

/* One row, and its lists. */
typedef struct csv_row {
    const clear_listing *listing;
    const df_clear_catalog_item *item;
    df_text reached, orders; /* those that a queue can make; all */
    size_t reached_count, order_count;
} csv_row;

/* True if a queue can be played in this order of pieces. The piece in hand is never worth
 * keeping if the arriving one is equal. */
static bool csv_can_make(const clear_listing *listing, uint64_t code, const uint16_t *pieces,
                         size_t count)
{
    const df_clear_pattern *queues = listing->question->queues;
    const bool hold = !listing->question->chosen->no_hold;
    unsigned hand = df_clear_pattern_piece(queues, code, 0);
    for (size_t i = 0; i < count; i++) {
        const bool has_next = i + 1 < queues->length;
        const unsigned next = has_next ? df_clear_pattern_piece(queues, code, i + 1) : 0;
        if (pieces[i] == hand)
            hand = next;
        else if (!hold || !has_next || pieces[i] != next)
            return false;
    }
    return true;
}

static bool csv_is_built(const df_clear_catalog_item *item, size_t queue)
{
    return (item->built[queue / 64] >> queue % 64 & 1) != 0;
}

static void csv_put_pieces(df_text *text, const csv_row *self, const uint16_t *pieces,
                           size_t count)
{
    df_text_put(text, text->length > 0 ? ";" : "");
    for (size_t i = 0; i < count; i++)
        df_text_put_char(text, self->listing->question->set->pieces[pieces[i]].name[0]);
}

static df_status csv_take_order(void *context, const uint16_t *pieces, size_t count)
{
    csv_row *self = context;
    const df_clear_pattern *queues = self->listing->question->queues;
    csv_put_pieces(&self->orders, self, pieces, count);
    self->order_count++;
    for (size_t q = 0; q < queues->count; q++) {
        if (csv_is_built(self->item, q) &&
            csv_can_make(self->listing, queues->codes[q], pieces, count)) {
            csv_put_pieces(&self->reached, self, pieces, count);
            self->reached_count++;
            break;
        }
    }
    return self->orders.status != DF_OK ? self->orders.status : self->reached.status;
}

/* Puts the pieces of the solution in the order of solution-finder. */
static void csv_put_used(df_text *line, const csv_row *self)
{
    const df_clear_solution *solution = &self->item->solution;
    for (const char *letter = "TILJSZO"; *letter != '\0'; letter++) {
        for (size_t k = 0; k < solution->count; k++) {
            const uint16_t piece = solution->drops[k].drop.piece;
            if (self->listing->question->set->pieces[piece].name[0] == *letter)
                df_text_put_char(line, *letter);
        }
    }
}

static void csv_put_numbers(df_text *line, const csv_row *self)
{
    const size_t numbers[] = {self->reached_count, self->order_count, self->item->queues};
    for (size_t i = 0; i < 3; i++) {
        df_text_put_char(line, ',');
        df_text_put_number(line, numbers[i]);
    }
    df_text_put_char(line, ',');
}

static void csv_put_queues(df_text *line, const csv_row *self)
{
    const clear_question *question = self->listing->question;
    bool is_first = true;
    for (size_t q = 0; q < question->queues->count; q++) {
        char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
        if (!csv_is_built(self->item, q))
            continue;
        clear_queues_name(question, question->queues->codes[q], question->queues->length, name);
        df_text_put(line, is_first ? "" : ";");
        df_text_put(line, name);
        is_first = false;
    }
}

static df_status csv_write_row(csv_row *self, out_stream *out)
{
    df_text line = {0};
    df_text_put(&line, "http://fumen.zui.jp/?");
    df_status status = clear_put_fumen(&line, self->listing->question, &self->item, 1);
    if (status == DF_OK)
        status = df_clear_solver_orders(self->listing->question->solver, &self->item->solution,
                                        csv_take_order, self);
    df_text_put_char(&line, ',');
    csv_put_used(&line, self);
    csv_put_numbers(&line, self);
    if (self->reached_count > 0)
        df_text_put_bytes(&line, self->reached.bytes, self->reached.length);
    df_text_put_char(&line, ',');
    if (self->order_count > 0)
        df_text_put_bytes(&line, self->orders.bytes, self->orders.length);
    df_text_put_char(&line, ',');
    csv_put_queues(&line, self);
    df_text_put_char(&line, '\n');
    df_text_free(&self->reached);
    df_text_free(&self->orders);
    if (status == DF_OK)
        return out_text(out, &line);
    df_text_free(&line);
    return status;
}

static df_status csv_write(const void *content, out_stream *out, df_error *error)
{
    const clear_listing *listing = content;
    df_status status = clear_check_fumen(listing->question, error);
    if (status == DF_OK && !out_write(out, csv_head, sizeof csv_head - 1))
        status = DF_ERROR_CANCELLED;
    for (size_t i = 0; i < listing->count && status == DF_OK; i++) {
        csv_row row = {.listing = listing, .item = listing->items[i]};
        status = csv_write_row(&row, out);
    }
    return status;
}

const output_format clear_format_csv = {
    .name = "csv",
    .summary = "a table with the columns of solution-finder's path.csv, by solutions",
    .extensions = {".csv"},
    .write = csv_write,
};
