#include "tile_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/file.h"
#include "cli/base/message.h"
#include "cli/base/number.h"
#include "cli/piece/board_text.h"
#include "dropforge/plan.h"
#include "tile_listing.h"
#include "tile_split.h"

/* A text with its name, and the tiling that is read from it. */
typedef struct rank_reader {
    const char *name;
    const char *text;
    size_t length;
    tile_size size;
    const df_piece_set *set;
    df_drop *pieces; /* owned */
    size_t count;
} rank_reader;

static int check_size(const rank_reader *self, unsigned width, unsigned height)
{
    if (width == self->size.width && height == self->size.height)
        return -1;
    return message("%s: this is a tiling of %ux%u, not of %ux%u; give one tiling of that board",
                   self->name, width, height, self->size.width, self->size.height);
}

static int tile_rank_read_drawing(rank_reader *self)
{
    board_drawing drawing;
    int status = board_text_rows(&drawing, self->name, self->text, self->length, 1);
    if (status >= 0)
        return status;
    if (drawing.width == self->size.width && drawing.height > self->size.height)
        status =
            message("%s:%u: a tiling of %ux%u ends above this row; give one tiling", self->name,
                    self->size.height + 1, self->size.width, self->size.height);
    else
        status = check_size(self, drawing.width, drawing.height);
    if (status < 0)
        status = tile_split(&drawing, false, self->set, &self->pieces, &self->count);
    free(drawing.rows);
    return status;
}

/* Finds the letters of a page, from the top row of the board down; -1 or the exit code. */
static int tile_rank_draw_page(const rank_reader *self, const df_fumen_page *page,
                               char *letters)
{
    for (unsigned place = 0; place < DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH; place++) {
        const unsigned y = place / DF_FUMEN_WIDTH, x = place % DF_FUMEN_WIDTH;
        const unsigned square = page->square[y][x];
        char letter = '.';
        for (size_t i = 0; i < self->set->count; i++) {
            if (square != DF_FUMEN_EMPTY && df_fumen_piece(&self->set->pieces[i]) == square)
                letter = self->set->pieces[i].name[0];
        }
        if (square != DF_FUMEN_EMPTY && (letter == '.' || y >= self->size.height))
            return message("%s: row %u from the bottom, column %u: %s", self->name, y + 1,
                           x + 1,
                           letter == '.' ? "not of one of the pieces; see --pieces"
                                         : "a square above the board; remove it");
        if (y < self->size.height)
            letters[(self->size.height - 1 - y) * DF_FUMEN_WIDTH + x] = letter;
    }
    return -1;
}

static int split_page(rank_reader *self, const df_fumen_page *page)
{
    char letters[DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH];
    const char *rows[DF_FUMEN_HEIGHT];
    const board_drawing drawing = {
        .name = self->name, .rows = rows, .width = DF_FUMEN_WIDTH, .height = self->size.height};
    const int status = tile_rank_draw_page(self, page, letters);
    for (unsigned row = 0; row < self->size.height; row++)
        rows[row] = &letters[row * DF_FUMEN_WIDTH];
    return status < 0 ? tile_split(&drawing, true, self->set, &self->pieces, &self->count)
                      : status;
}

static int tile_rank_read_fumen(rank_reader *self)
{
    df_fumen_page *pages = NULL;
    size_t count;
    if (self->size.width != DF_FUMEN_WIDTH || self->size.height > DF_FUMEN_HEIGHT)
        return message("%s: a fumen has %d columns and at most %d rows, not %ux%u; give a "
                       "drawing or a drop list",
                       self->name, DF_FUMEN_WIDTH, DF_FUMEN_HEIGHT, self->size.width,
                       self->size.height);
    int status = board_text_pages(&pages, &count, self->name, self->text, self->length, 0);
    if (status >= 0)
        return status;
    if (count != 1)
        status = message("%s: the fumen has %zu pages; give one tiling", self->name, count);
    else if (df_fumen_place(pages) != DF_OK)
        status =
            message("%s: the piece of the page lies on filled squares; move it", self->name);
    else
        status = split_page(self, pages);
    df_fumen_free(pages);
    return status;
}

/* The state of a plan in which rows clear. */
typedef struct follower {
    rank_reader *self;
    const df_piece_set *set;           /* of the plan, which may have pieces of its own */
    unsigned row[DF_FIELD_MAX_HEIGHT]; /* number of each row if none had cleared */
    unsigned rows;
    unsigned next; /* number of the next row from the top */
    const char *wrong;
} follower;

/* Finds the piece and orientation of this shape among those to fill with. */
static bool find_shape(const df_piece_set *set, const df_shape *shape, df_drop *drop)
{
    for (size_t piece = 0; piece < set->count; piece++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            const df_shape *other = &set->pieces[piece].shape[o];
            if (other->width != shape->width || other->height != shape->height ||
                memcmp(other->row, shape->row, shape->height * sizeof shape->row[0]) != 0)
                continue;
            drop->piece = (uint16_t)piece;
            drop->orientation = (uint8_t)o;
            return true;
        }
    }
    return false;
}

/* Finds the place of a drop in the tiling. */
static df_status follow_drop(void *context, const df_field *before, const df_drop *drop,
                             const df_landing *landing)
{
    follower *way = context;
    rank_reader *self = way->self;
    const df_shape *shape = &way->set->pieces[drop->piece].shape[drop->orientation];
    const unsigned lowest = way->row[landing->y];
    df_drop found = *drop;
    (void)before;
    if (!find_shape(self->set, shape, &found))
        way->wrong = "not one of the pieces to fill with; see --pieces";
    else if (lowest + shape->height > self->size.height)
        way->wrong = "the piece lies above the board; give one tiling";
    else if (way->row[landing->y + shape->height - 1] != lowest + shape->height - 1)
        way->wrong = "a row between those of the piece has cleared; give a tiling";
    if (way->wrong != NULL)
        return DF_ERROR_CANCELLED;
    found.y = (uint16_t)lowest;
    self->pieces[self->count++] = found;
    unsigned kept = landing->y;
    for (unsigned y = landing->y; y < way->rows; y++) {
        const unsigned up = y - landing->y;
        if (up < 32 && (landing->cleared >> up & 1) != 0)
            continue;
        way->row[kept++] = way->row[y];
    }
    while (kept < way->rows)
        way->row[kept++] = way->next++;
    return DF_OK;
}

/* Finds the line of drop `drop`, from 0, in a well-formed drop list. */
static unsigned find_line(const char *text, size_t drop)
{
    static const char *const others[] = {"field", "color", "rules", "piece"};
    unsigned line = 1;
    for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at, '\n')) {
        at++;
        line++;
        at += strspn(at, " \t\r");
        const size_t word = strcspn(at, " \t\r\n");
        bool is_drop = word > 0 && *at != '#';
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
            is_drop = is_drop && (word != 5 || strncmp(at, others[i], word) != 0);
        if (is_drop && drop-- == 0)
            break;
    }
    return line;
}

static int follow_plan(rank_reader *self, const df_plan *plan)
{
    const df_sink sink = {.drop = follow_drop};
    follower way = {.self = self, .set = plan->set, .rows = plan->height, .next = plan->height};
    df_error error = {0};
    for (unsigned y = 0; y < way.rows; y++)
        way.row[y] = y;
    self->pieces = calloc(plan->count + 1, sizeof self->pieces[0]);
    if (self->pieces == NULL)
        return message("out of memory");
    const df_status status = df_plan_play(plan, &sink, &way, NULL, NULL, &error);
    if (way.wrong != NULL)
        return message("%s:%u: %s", self->name, find_line(self->text, self->count), way.wrong);
    return status == DF_OK ? -1 : message_text(self->name, status, &error);
}

static int tile_rank_read_drops(rank_reader *self)
{
    df_plan *plan = NULL;
    df_error error = {0};
    const df_status status = df_drops_read(&plan, self->set, self->text, self->length, &error);
    if (status != DF_OK)
        return message_text(self->name, status, &error);
    int answer = check_size(self, plan->width, self->size.height);
    if (answer < 0)
        answer = follow_plan(self, plan);
    df_plan_free(plan);
    return answer;
}

static int read_text(rank_reader *self)
{
    switch (board_text_kind(self->text, self->length, self->size.height)) {
    case BOARD_DROPS:
        return tile_rank_read_drops(self);
    case BOARD_FUMEN:
        return tile_rank_read_fumen(self);
    case BOARD_DRAWING:
        break;
    }
    return tile_rank_read_drawing(self);
}

int tile_rank(const char *path, tile_size size, const df_piece_set *set,
              const df_tilings *tilings)
{
    char *text;
    rank_reader self = {.name = input_name(path), .size = size, .set = set};
    int answer = file_read_text(path, &text, &self.length);
    if (answer >= 0)
        return answer;
    df_natural number = {0};
    self.text = text;
    answer = read_text(&self);
    if (answer < 0) {
        const df_status status = df_tilings_rank(tilings, self.pieces, self.count, &number);
        if (status == DF_ERROR_ARGUMENT)
            answer = message("%s: this is none of the tilings of %ux%u", self.name, size.width,
                             size.height);
        else
            answer = message_status(status, NULL);
    }
    if (answer < 0) {
        number_put(&number);
        putchar('\n');
    }
    df_natural_free(&number);
    free(self.pieces);
    free(text);
    return answer;
}
