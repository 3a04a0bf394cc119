/* The formats of solutions: lines of drops, JSON, fumens, tables, contact sheets and films. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clear_settings.h"
#include "cli/base/json.h"
#include "cli/formats/render.h"
#include "cli/formats/sheet_file.h"
#include "cli/piece/board_text.h"
#include "dropforge/plan.h"

enum { MAX_PAGES = 1 << 16, FILM_ROWS = 20 };

/* Returns the piece that covers a square of the board; its number in the solution, or -1. */
static int clear_find_drop(const df_clear_solution *solution, unsigned square)
{
    for (size_t k = 0; k < solution->count; k++) {
        if ((solution->squares[k] >> square & 1) != 0)
            return (int)k;
    }
    return -1;
}

static df_status formats_write_text(const void *content, out_stream *out, df_error *error)
{
    const clear_listing *listing = content;
    (void)error;
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < listing->count; i++) {
        const df_clear_solution *solution = &listing->items[i]->solution;
        df_text line = {0};
        if (listing->question->queues->count > 1)
            df_text_format(&line, "%zu\t", listing->items[i]->queues);
        for (size_t k = 0; k < solution->count; k++) {
            char drop[DROP_TEXT_SIZE];
            drop_text_describe(drop, listing->question->set, &solution->drops[k].drop,
                               solution->drops[k].hold);
            df_text_format(&line, "%s%s", k > 0 ? ", " : "", drop);
            if (listing->question->chosen->spin != DF_CLEAR_NO_SPIN &&
                listing->items[i]->spin == k)
                df_text_put(&line, " spin");
        }
        df_text_put_char(&line, '\n');
        status = out_text(out, &line);
    }
    return status;
}

/* Puts the board with the name of the piece on each square, '#' where it was filled before, '.'
 * where it stays empty. */
static void formats_put_board(json_writer *json, const clear_listing *listing,
                              const df_clear_solution *solution)
{
    const unsigned width = listing->question->field->width;
    json_open_array(json, "board");
    for (unsigned y = listing->question->rows; y-- > 0;) {
        char line[DF_CLEAR_SOLVER_MAX_SQUARES + 1] = "";
        for (unsigned x = 0; x < width; x++) {
            const int k = clear_find_drop(solution, width * y + x);
            const bool is_full = (listing->question->field->row[y] >> x & 1) != 0;
            line[x] =
                k >= 0 ? listing->question->set->pieces[solution->drops[k].drop.piece].name[0]
                : is_full ? '#'
                          : '.';
        }
        json_put_text(json, NULL, line);
    }
    json_close(json);
}

static df_status formats_write_json(const void *content, out_stream *out, df_error *error)
{
    const clear_listing *listing = content;
    (void)error;
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < listing->count; i++) {
        const df_clear_solution *solution = &listing->items[i]->solution;
        json_writer json = {.is_compact = true};
        json_open_object(&json, NULL);
        clear_put_drops(&json, "drops", listing->question->set, solution->drops,
                        solution->count);
        formats_put_board(&json, listing, solution);
        json_put_number(&json, "queues", listing->items[i]->queues);
        json_put_number(&json, "ways", solution->ways);
        json_put_bool(&json, "unique", listing->items[i]->is_unique);
        if (listing->question->chosen->spin != DF_CLEAR_NO_SPIN)
            json_put_number(&json, "spin", listing->items[i]->spin);
        json_close(&json);
        df_text_put_char(&json.text, '\n');
        status = out_text(out, &json.text);
        df_text_free(&json.text);
    }
    return status;
}

static const output_format clear_format_text =
    OUTPUT_FORMAT("txt", ".txt", "a line of drops for each solution, as the queue allows",
                  formats_write_text);

static const output_format clear_format_json =
    OUTPUT_FORMAT("json", ".jsonl", "one JSON object on each line: drops, board, queues, ways",
                  formats_write_json);

/* Fails, with a message, if the board is not as wide as fumens are. */
static df_status clear_check_fumen(const clear_question *question, df_error *error)
{
    return question->field->width == DF_FUMEN_WIDTH
               ? DF_OK
               : message_error(error, DF_ERROR_LIMIT,
                               "a fumen has 10 columns; write another format");
}

/* Puts a fumen with a page for each solution. */
static df_status clear_put_fumen(df_text *text, const clear_question *question,
                                 const df_clear_catalog_item *const *items, size_t count)
{
    df_fumen_page *pages = calloc(count, sizeof pages[0]);
    if (pages == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const df_clear_solution *solution = &items[i]->solution;
        for (unsigned s = 0; s < question->rows * DF_FUMEN_WIDTH; s++) {
            const int k = clear_find_drop(solution, s);
            const unsigned y = s / DF_FUMEN_WIDTH, x = s % DF_FUMEN_WIDTH;
            const bool is_full = (question->field->row[y] >> x & 1) != 0;
            pages[i].square[y][x] =
                (uint8_t)(k >= 0 ? df_fumen_piece(
                                       &question->set->pieces[solution->drops[k].drop.piece])
                          : is_full ? DF_FUMEN_GRAY
                                    : DF_FUMEN_EMPTY);
        }
    }
    const df_status status = df_fumen_write(text, pages, count);
    free(pages);
    return status;
}

static df_status fumen_put_pages(df_text *text, const void *content, df_error *error)
{
    const clear_listing *listing = content;
    df_status status = clear_check_fumen(listing->question, error);
    if (status == DF_OK && listing->count > MAX_PAGES)
        status = message_error(error, DF_ERROR_LIMIT,
                               "%zu solutions are too many for one fumen; take fewer with "
                               "--limit",
                               listing->count);
    if (status == DF_OK)
        status = clear_put_fumen(text, listing->question, listing->items, listing->count);
    df_text_put_char(text, '\n');
    return status;
}

static const output_format clear_format_fumen = TEXT_FORMAT(
    "fumen", ".fumen", "a fumen, version 115, a page for each solution", fumen_put_pages);

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
    for (size_t i = 0; i < 3; i++)
        df_text_format(line, ",%zu", numbers[i]);
    df_text_put_char(line, ',');
}

static void csv_put_queues(df_text *line, const csv_row *self)
{
    const clear_question *question = self->listing->question;
    const char *separator = "";
    for (size_t q = 0; q < question->queues->count; q++) {
        char name[DF_CLEAR_PATTERN_MAX_LENGTH + 1];
        if (!csv_is_built(self->item, q))
            continue;
        clear_queues_name(question, question->queues->codes[q], question->queues->length, name);
        df_text_format(line, "%s%s", separator, name);
        separator = ";";
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

static const output_format clear_format_csv = OUTPUT_FORMAT(
    "csv", ".csv", "a table with the columns of solution-finder's path.csv, by solutions",
    csv_write);

/* The colours are those of the pieces and then that of squares that were filled before. */
enum { SHEET_FILLED = DF_TETROMINOES, SHEET_COLORS };

/* Takes the colours of the squares of a board, and the pieces as parts. */
static void sheet_take_squares(const clear_question *question,
                               const df_clear_solution *solution, uint8_t *color,
                               uint16_t *part)
{
    const unsigned width = question->field->width;
    for (unsigned i = 0; i < width * question->rows; i++) {
        const int k = clear_find_drop(solution, i);
        const bool is_full = (question->field->row[i / width] >> i % width & 1) != 0;
        const unsigned shown = k >= 0 ? solution->drops[k].drop.piece : SHEET_FILLED;
        color[i] = (uint8_t)(k >= 0 || is_full ? 1 + shown : 0);
        part[i] = (uint16_t)(k + 1);
    }
}

/* Writes the label of a solution: its queues of all, or its number. */
static void sheet_name(const clear_listing *listing, size_t index, char *text, size_t size)
{
    const size_t queues = listing->question->queues->count;
    if (queues > 1)
        snprintf(text, size, "%zu/%zu", listing->items[index]->queues, queues);
    else
        snprintf(text, size, "%zu", index + 1);
}

static df_sheet sheet_choose(const clear_question *question, size_t count,
                             df_color colors[SHEET_COLORS])
{
    df_sheet sheet = df_sheet_defaults(count, question->field->width, question->rows);
    for (unsigned p = 0; p < DF_TETROMINOES; p++)
        colors[p] = sheet_piece_colors[p];
    colors[SHEET_FILLED] = (df_color){0x8c, 0x92, 0xa0};
    sheet.colors = colors;
    sheet.color_count = SHEET_COLORS;
    return sheet;
}

static df_status sheet_put(sheet_file *file, const clear_listing *listing, size_t index)
{
    uint8_t color[DF_CLEAR_SOLVER_MAX_SQUARES];
    uint16_t part[DF_CLEAR_SOLVER_MAX_SQUARES];
    char label[64];
    sheet_take_squares(listing->question, &listing->items[index]->solution, color, part);
    sheet_name(listing, index, label, sizeof label);
    const df_sheet_picture picture = {.width = listing->question->field->width,
                                      .height = listing->question->rows,
                                      .color = color,
                                      .part = part,
                                      .label = label};
    return sheet_file_put(file, &picture);
}

static df_status sheet_write(const void *content, out_stream *out, df_error *error)
{
    const clear_listing *listing = content;
    df_color colors[SHEET_COLORS];
    sheet_file file;
    const df_sheet sheet = sheet_choose(listing->question, listing->count, colors);
    df_status status = sheet_file_begin(&file, &sheet, out);
    if (status == DF_ERROR_LIMIT)
        (void)message_error(error, status,
                            "%zu solutions are too many for one sheet; take fewer with --limit",
                            listing->count);
    for (size_t i = 0; i < listing->count && status == DF_OK; i++)
        status = sheet_put(&file, listing, i);
    return sheet_file_end(&file, status, error);
}

static const output_format clear_format_png =
    OUTPUT_FORMAT("png", ".png", "an image of all solutions, with the queues that build each",
                  sheet_write, .is_binary = true);

static const output_format clear_format_svg =
    OUTPUT_FORMAT("svg", ".svg", "the same as scalable graphics", sheet_write);

/* Makes the plan of drops, played by rules that they may be possible with. */
static df_status film_play(df_plan **made, const df_field *field, const df_piece_set *set,
                           const df_clear_drop *drops, size_t count, df_rules rules,
                           df_error *error)
{
    const unsigned rows = field->height > FILM_ROWS ? field->height : FILM_ROWS;
    df_plan *plan = NULL;
    df_status status = df_plan_create(&plan, field->width, rows, set);
    if (status != DF_OK)
        return status;
    plan->rules = rules;
    status = df_plan_set_begin(plan, field);
    for (size_t k = 0; status == DF_OK && k < count; k++)
        status = df_plan_add(plan, drops[k].drop);
    if (status == DF_OK)
        status = df_plan_settle(plan, rows, error);
    if (status == DF_OK)
        status = df_plan_play(plan, NULL, NULL, NULL, NULL, error);
    /* Pieces that fall straight down may land above their places. */
    for (size_t k = 0; status == DF_OK && k < count; k++) {
        if (plan->drops[k].y != drops[k].drop.y)
            status = DF_ERROR_MOVE;
    }
    if (status == DF_OK)
        *made = plan;
    else
        df_plan_free(plan);
    return status;
}

df_status clear_make_plan(df_plan **made, const df_field *field, const df_piece_set *set,
                          const df_clear_drop *drops, size_t count, df_error *error)
{
    static const df_rules all_rules[] = {DF_RULES_HARDDROP, DF_RULES_SRS, DF_RULES_SRS_180,
                                         DF_RULES_ARS, DF_RULES_TABLE};
    df_status status = DF_ERROR_MOVE;
    for (size_t i = 0; i < sizeof all_rules / sizeof all_rules[0] && status == DF_ERROR_MOVE;
         i++)
        status = film_play(made, field, set, drops, count, all_rules[i], error);
    return status == DF_ERROR_MOVE ? message_error(error, status,
                                                   "plans do not know the moves of this "
                                                   "solution; take --rules srs")
                                   : status;
}

/* Writes the first solution by the simplest rules that it is possible with. */
static df_status film_write(const void *content, out_stream *out, df_error *error)
{
    const clear_listing *listing = content;
    const clear_question *question = listing->question;
    const df_clear_solution *solution = &listing->items[0]->solution;
    df_plan *plan = NULL;
    render_request request;
    df_status status = clear_make_plan(&plan, question->field, question->set, solution->drops,
                                       solution->count, error);
    if (status == DF_OK &&
        render_request_make(&question->chosen->picture, plan, &request) != GO_ON) {
        status = DF_ERROR_MEMORY;
    } else if (status == DF_OK) {
        status = format_write(out->format->how, &request, out, error);
        free(request.painted.colors);
    }
    df_plan_free(plan);
    return status;
}

static const output_format clear_format_gif =
    OUTPUT_FORMAT("gif", ".gif", "a film of the first solution", film_write, .how = &format_gif,
                  .is_binary = true, .is_film = true);

static const output_format clear_format_drops = OUTPUT_FORMAT(
    "drops", ".drops", "the first solution as a drop list, for 'dropforge replay'", film_write,
    .how = &format_drops);

static const output_format *const clear_format_items[] = {
    &clear_format_text, &clear_format_json, &clear_format_csv, &clear_format_fumen,
    &clear_format_png,  &clear_format_svg,  &clear_format_gif, &clear_format_drops};

const format_table clear_formats = {clear_format_items,
                                    sizeof clear_format_items / sizeof clear_format_items[0]};
