/* The formats of tilings: drawings, JSON, a plan, a fumen, contact sheets. */
#include <stdlib.h>
#include <string.h>

#include "cli/base/json.h"
#include "cli/formats/sheet_file.h"
#include "cli/piece/board_text.h"
#include "cli/piece/piece_letters.h"
#include "dropforge/plan.h"
#include "tile_listing.h"

enum { MAX_PAGES = 1 << 16, PIECE_TEXTS = 4096 };

/* A piece as JSON. */
typedef struct piece_text {
    df_drop drop;
    df_text text; /* empty: none yet */
} piece_text;

/* What the visitors of tilings below need, each a part of it. */
typedef struct tile_writer {
    const tile_listing *listing;
    out_stream *out;
    df_error *error;
    uint64_t done;        /* tilings */
    char *drawing;        /* begins with the blank line between drawings */
    df_plan *plan;        /* in which they are dropped */
    df_fumen_page *pages; /* one for each */
    piece_text *texts;    /* of JSON: PIECE_TEXTS of them */
    df_text line;         /* of JSON */
} tile_writer;

/* Writes an order in which the pieces can be dropped while rows clear. */
static df_status put_order(const tile_writer *self, const df_tiling *tiling)
{
    const size_t count = tiling->head_count + tiling->tail_count;
    df_text line = {0};
    df_outcome outcome;
    df_status status = df_tiling_order(tiling, true, self->listing->drops, &outcome);
    if (status != DF_OK)
        return status;
    if (outcome != DF_FOUND)
        df_text_put(&line, "cannot be dropped");
    for (size_t i = 0; i < count && outcome == DF_FOUND; i++) {
        char drop[DROP_TEXT_SIZE];
        drop_text_describe(drop, tiling->set, &self->listing->drops[i], false);
        df_text_format(&line, "%s%s", i > 0 ? ", " : "", drop);
    }
    df_text_put_char(&line, '\n');
    return out_text(self->out, &line);
}

static df_status put_orders(const tile_writer *self, const df_tiling *tiling)
{
    df_natural orders = {0};
    df_status status = tile_listing_orders(tiling, &orders, self->error);
    if (status == DF_OK) {
        const bool is_one = orders.count == 1 && orders.words[0] == 1;
        const char *words = is_one ? " drop order\n" : " drop orders\n";
        df_text line = {0};
        df_natural_write(&line, &orders);
        df_text_put(&line, words);
        status = out_text(self->out, &line);
    }
    df_natural_free(&orders);
    return status;
}

static df_status draw_tiling(void *context, const df_tiling *tiling)
{
    tile_writer *self = context;
    const tile_list_settings *chosen = self->listing->chosen;
    const char *text = self->done++ > 0 ? self->drawing : self->drawing + 1;
    df_tiling_draw(tiling, chosen->symbols, self->drawing + 1);
    (void)out_write(self->out, text, strlen(text));
    df_status status = DF_OK;
    if (chosen->order)
        status = put_order(self, tiling);
    if (status == DF_OK && chosen->orders)
        status = put_orders(self, tiling);
    return self->out->error != 0 ? DF_ERROR_CANCELLED : status;
}

static df_status tile_list_text_write(const void *content, out_stream *out, df_error *error)
{
    const tile_listing *listing = content;
    const tile_size size = listing->size;
    tile_writer self = {.listing = listing, .out = out, .error = error};
    self.drawing = malloc((size_t)(size.width + 1) * size.height + 2);
    if (self.drawing == NULL)
        return DF_ERROR_MEMORY;
    self.drawing[0] = '\n';
    const df_status status = tile_listing_visit(listing, out, draw_tiling, &self);
    free(self.drawing);
    return status;
}

const output_format tile_format_text =
    OUTPUT_FORMAT("txt", ".txt", "drawings, a letter for each piece", tile_list_text_write);

/* Returns the JSON of a piece, behind a comma. Pieces come to the same places again and again,
 * so the texts of the last ones are kept. */
static const df_text *tile_list_json_piece(const tile_writer *self, const df_drop *drop)
{
    const size_t place =
        drop->x + 61U * drop->y + 1021U * (drop->piece * 4U + drop->orientation);
    piece_text *kept = &self->texts[place % PIECE_TEXTS];
    const df_drop *last = &kept->drop;
    if (kept->text.length > 0 && last->piece == drop->piece && last->x == drop->x &&
        last->y == drop->y && last->orientation == drop->orientation)
        return &kept->text;
    const char letter[2] = {DF_ORIENTATION_LETTERS[drop->orientation]};
    json_writer json = {.is_compact = true, .has_item = true};
    json_open_object(&json, NULL);
    json_put_text(&json, "name", self->listing->set->pieces[drop->piece].name);
    json_put_text(&json, "orientation", letter);
    json_put_number(&json, "x", drop->x);
    json_put_number(&json, "y", drop->y);
    json_close(&json);
    df_text_free(&kept->text);
    *kept = (piece_text){.drop = *drop, .text = json.text};
    return &kept->text;
}

/* Puts the pieces of a tiling. */
static df_status tile_list_json_put_pieces(const tile_writer *self, size_t count, df_text *text)
{
    for (size_t i = 0; i < count; i++) {
        const df_text *piece = tile_list_json_piece(self, &self->listing->drops[i]);
        const bool is_first = i == 0; /* without its comma */
        if (piece->status != DF_OK)
            return piece->status;
        df_text_put_bytes(text, piece->bytes + is_first, piece->length - is_first);
    }
    return DF_OK;
}

/* Puts the number of drop orders, with --orders. */
static df_status tile_list_json_put_orders(const tile_writer *self, const df_tiling *tiling,
                                           df_text *text)
{
    df_natural orders = {0};
    if (!self->listing->chosen->orders)
        return DF_OK;
    const df_status status = tile_listing_orders(tiling, &orders, self->error);
    df_text_put(text, ",\"orders\":");
    if (status == DF_OK)
        df_natural_write(text, &orders);
    df_natural_free(&orders);
    return status;
}

/* Finds the number of a tiling. Those that are not drawn at random follow one another. */
static df_status tile_list_number(const tile_writer *self, const df_tiling *tiling,
                                  df_natural *number)
{
    uint64_t done = self->done;
    if (self->listing->chosen->random > 0)
        return df_tilings_rank(self->listing->tilings, tiling, number);
    return df_natural_multiply_add(number, &self->listing->skip, 1, &(df_natural){1, &done});
}

/* Writes an object without a json_writer, which takes as long as the pieces. */
static df_status tile_list_json_write_object(void *context, const df_tiling *tiling)
{
    tile_writer *self = context;
    df_text *text = &self->line;
    df_natural number = {0};
    df_outcome outcome = DF_NONE;
    df_status status = tile_list_number(self, tiling, &number);
    text->length = 0;
    self->done++;
    df_text_put(text, "{\"number\":");
    df_natural_write(text, &number);
    df_natural_free(&number);
    if (status == DF_OK)
        status = df_tiling_order(tiling, false, self->listing->drops, &outcome);
    df_text_put(text, outcome == DF_FOUND ? ",\"droppable\":true,\"pieces\":["
                                          : ",\"droppable\":false,\"pieces\":[");
    if (status == DF_OK)
        status = tile_list_json_put_pieces(self, tiling->head_count + tiling->tail_count, text);
    df_text_put_char(text, ']');
    if (status == DF_OK)
        status = tile_list_json_put_orders(self, tiling, text);
    df_text_put(text, "}\n");
    if (status == DF_OK)
        status = text->status;
    if (status == DF_OK && !out_write(self->out, text->bytes, text->length))
        status = DF_ERROR_CANCELLED;
    return status;
}

static df_status tile_list_json_write(const void *content, out_stream *out, df_error *error)
{
    tile_writer self = {.listing = content, .out = out, .error = error};
    self.texts = calloc(PIECE_TEXTS, sizeof self.texts[0]);
    if (self.texts == NULL)
        return DF_ERROR_MEMORY;
    const df_status status =
        tile_listing_visit(self.listing, out, tile_list_json_write_object, &self);
    for (size_t i = 0; i < PIECE_TEXTS; i++)
        df_text_free(&self.texts[i].text);
    df_text_free(&self.line);
    free(self.texts);
    return status;
}

const output_format tile_format_json =
    OUTPUT_FORMAT("json", ".jsonl", "one JSON object on each line: the number and the pieces",
                  tile_list_json_write);

static df_status drop_tiling(void *context, const df_tiling *tiling)
{
    tile_writer *self = context;
    const size_t count = tiling->head_count + tiling->tail_count;
    df_outcome outcome;
    df_status status = df_tiling_order(tiling, true, self->listing->drops, &outcome);
    self->done++;
    if (status == DF_OK && outcome != DF_FOUND) {
        return message_error(self->error, DF_ERROR_MOVE,
                             "tiling %llu of these cannot be dropped; list with --droppable",
                             (unsigned long long)self->done);
    }
    for (size_t i = 0; status == DF_OK && i < count; i++) {
        self->listing->drops[i].begins_block = i == 0;
        status = df_plan_add(self->plan, self->listing->drops[i]);
    }
    return status;
}

/* Plays the plan: it must leave nothing, and clear all rows of all tilings. */
static df_status tile_list_drops_prove(const tile_writer *self)
{
    df_field *field = NULL;
    df_plan_summary summary;
    const df_status status =
        df_plan_play(self->plan, NULL, NULL, &field, &summary, self->error);
    if (status != DF_OK)
        return status;
    const bool is_empty = df_field_top(field) == 0;
    df_field_free(field);
    const uint64_t rows = self->done * self->listing->size.height;
    return is_empty && summary.rows_cleared == rows ? DF_OK : DF_ERROR_DEFECT;
}

static df_status tile_list_drops_write(const void *content, out_stream *out, df_error *error)
{
    const tile_listing *listing = content;
    const tile_size size = listing->size;
    tile_writer self = {.listing = listing, .error = error};
    df_text text = {0};
    df_status status = df_plan_create(&self.plan, size.width, size.height, listing->set);
    if (status == DF_OK)
        piece_choice_paint(listing->pieces, self.plan);
    if (status == DF_OK)
        status = tile_listing_visit(listing, out, drop_tiling, &self);
    if (status == DF_OK)
        status = df_plan_settle(self.plan, size.height, error);
    if (status == DF_OK)
        status = tile_list_drops_prove(&self);
    if (status == DF_OK)
        status = df_plan_write(&text, self.plan, DF_PLAN_DROPS, error);
    if (status == DF_OK)
        status = out_text(out, &text);
    df_text_free(&text);
    df_plan_free(self.plan);
    return status;
}

const output_format tile_format_drops =
    OUTPUT_FORMAT("drops", ".drops", "a drop list: each tiling in turn is dropped and clears",
                  tile_list_drops_write);

static df_status tile_list_fumen_draw_page(void *context, const df_tiling *tiling)
{
    tile_writer *self = context;
    df_fumen_page *page = &self->pages[self->done++];
    uint16_t parts[DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH];
    tile_find_parts(tiling, parts);
    for (unsigned i = 0; i < tiling->height * DF_FUMEN_WIDTH; i++) {
        const df_drop *drop = tile_piece_at(tiling, parts[i]);
        page->square[i / DF_FUMEN_WIDTH][i % DF_FUMEN_WIDTH] =
            (uint8_t)df_fumen_piece(&tiling->set->pieces[drop->piece]);
    }
    return DF_OK;
}

static df_status tile_list_fumen_check(const tile_listing *listing, df_error *error)
{
    for (size_t i = 0; i < listing->set->count; i++) {
        const df_piece *piece = &listing->set->pieces[i];
        if (df_fumen_piece(piece) != DF_FUMEN_EMPTY)
            continue;
        return message_error(
            error, DF_ERROR_LIMIT,
            "a fumen has tetrominoes only, not the piece %s; write another format",
            piece->name);
    }
    if (listing->count == 0)
        return message_error(error, DF_ERROR_LIMIT, "there is no tiling to show");
    if (listing->count > MAX_PAGES)
        return tile_listing_refuse_many(listing, "the pages of one fumen", error);
    return DF_OK;
}

static df_status write_fumen(const void *content, out_stream *out, df_error *error)
{
    const tile_listing *listing = content;
    df_status status = tile_list_fumen_check(listing, error);
    if (status != DF_OK)
        return status;
    tile_writer self = {.pages = calloc((size_t)listing->count, sizeof self.pages[0])};
    df_text text = {0};
    status = self.pages != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = tile_listing_visit(listing, out, tile_list_fumen_draw_page, &self);
    if (status == DF_OK)
        status = df_fumen_write(&text, self.pages, (size_t)self.done);
    if (status == DF_OK) {
        df_text_put_char(&text, '\n');
        status = out_text(out, &text);
    }
    df_text_free(&text);
    free(self.pages);
    return status;
}

const output_format tile_format_fumen =
    OUTPUT_FORMAT("fumen", ".fumen",
                  "a fumen, version 115, a page for each tiling of 10 columns", write_fumen);

/* Labels with more digits would be wider than most boards. */
enum { MAX_DIGITS = 24 };

/* For a piece without a colour in a list that gives colours. */
static const df_color no_color = {0x8c, 0x92, 0xa0};

/* Chooses the colours of a sheet: those of the pieces if they have any. Pieces beyond the
 * number of colours of a sheet share them. */
static size_t choose_colors(const piece_choice *pieces, df_color chosen[DF_SHEET_MAX_COLORS])
{
    if (pieces->colors == NULL) {
        memcpy(chosen, sheet_piece_colors, sizeof sheet_piece_colors);
        return DF_TETROMINOES;
    }
    size_t count = 0;
    for (; count < pieces->set->count && count < DF_SHEET_MAX_COLORS; count++)
        chosen[count] = pieces->colors[count].given ? pieces->colors[count].color : no_color;
    return count;
}

static unsigned color_of(const piece_choice *pieces, unsigned piece)
{
    const df_piece_set *set = pieces->set;
    if (pieces->colors != NULL)
        return piece % DF_SHEET_MAX_COLORS;
    const char *name = set->pieces[piece].name;
    const int letter = name[1] == '\0' ? piece_letter_number(name[0]) : -1;
    return letter >= 0 ? (unsigned)letter : piece % DF_TETROMINOES;
}

/* A sheet and the buffers of its pictures. */
typedef struct tile_sheet_maker {
    const tile_listing *listing;
    sheet_file file;
    uint8_t *color;
    uint16_t *part;
} tile_sheet_maker;

/* Appends the number of a tiling. */
static df_status write_number(const tile_sheet_maker *self, const df_tiling *tiling,
                              df_text *label)
{
    df_natural number = {0};
    const df_status status = df_tilings_rank(self->listing->tilings, tiling, &number);
    df_natural_write(label, &number);
    df_natural_free(&number);
    return status != DF_OK ? status : label->status;
}

static df_status draw_picture(void *context, const df_tiling *tiling)
{
    tile_sheet_maker *self = context;
    df_text label = {0};
    df_status status = write_number(self, tiling, &label);
    tile_find_parts(tiling, self->part);
    for (size_t i = 0; i < (size_t)tiling->width * tiling->height; i++)
        self->color[i] = (uint8_t)(1 + color_of(self->listing->pieces,
                                                tile_piece_at(tiling, self->part[i])->piece));
    const df_sheet_picture picture = {.width = tiling->width,
                                      .height = tiling->height,
                                      .color = self->color,
                                      .part = self->part,
                                      .label = label.length <= MAX_DIGITS ? label.bytes : NULL};
    if (status == DF_OK)
        status = sheet_file_put(&self->file, &picture);
    df_text_free(&label);
    return status;
}

static df_status tile_list_sheet_begin(tile_sheet_maker *self, const tile_listing *listing,
                                       out_stream *out, df_error *error)
{
    const tile_size size = listing->size;
    const size_t squares = (size_t)size.width * size.height;
    if (listing->count == 0)
        return message_error(error, DF_ERROR_LIMIT, "there is no tiling to show");
    const size_t count = listing->count > SIZE_MAX ? SIZE_MAX : (size_t)listing->count;
    df_sheet options = df_sheet_defaults(count, size.width, size.height);
    df_color chosen[DF_SHEET_MAX_COLORS];
    options.colors = chosen;
    options.color_count = choose_colors(listing->pieces, chosen);
    *self = (tile_sheet_maker){.listing = listing};
    const df_status status = sheet_file_begin(&self->file, &options, out);
    if (status == DF_ERROR_LIMIT)
        return tile_listing_refuse_many(listing, "one sheet", error);
    if (status != DF_OK)
        return status;
    self->color = malloc(squares * sizeof self->color[0]);
    self->part = malloc(squares * sizeof self->part[0]);
    return self->color != NULL && self->part != NULL ? DF_OK : DF_ERROR_MEMORY;
}

static df_status tile_list_sheet_write(const void *content, out_stream *out, df_error *error)
{
    const tile_listing *listing = content;
    tile_sheet_maker self = {.listing = listing};
    df_status status = tile_list_sheet_begin(&self, listing, out, error);
    if (status == DF_OK)
        status = tile_listing_visit(listing, out, draw_picture, &self);
    status = sheet_file_end(&self.file, status, error);
    free(self.color);
    free(self.part);
    return status;
}

const output_format tile_format_png =
    OUTPUT_FORMAT("png", ".png", "an image of all tilings with their numbers",
                  tile_list_sheet_write, .is_binary = true);

const output_format tile_format_svg =
    OUTPUT_FORMAT("svg", ".svg", "the same as scalable graphics", tile_list_sheet_write);
