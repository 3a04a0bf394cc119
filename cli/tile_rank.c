#include "tile_rank.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "dropforge/drops.h"
#include "file.h"
#include "fumen_square.h"
#include "message.h"
#include "number.h"
#include "tile_listing.h"
#include "tile_split.h"

/* A text with its name, and the tiling that is read from it. */
typedef struct reader {
    const char *name;
    const char *text;
    size_t length;
    tile_size size;
    const df_piece_set *set;
    df_drop *pieces; /* owned */
    size_t count;
} reader;

static int check_size(const reader *own, unsigned width, unsigned height)
{
    if (width == own->size.width && height == own->size.height)
        return -1;
    return message("%s: this is a tiling of %ux%u, not of %ux%u; give one tiling of that board",
                   own->name, width, height, own->size.width, own->size.height);
}

static int read_drawing(reader *own)
{
    board_drawing drawing;
    int status = board_text_rows(&drawing, own->name, own->text, own->length);
    if (status >= 0)
        return status;
    if (drawing.width == own->size.width && drawing.height > own->size.height)
        status = message("%s:%u: a tiling of %ux%u ends above this row; give one tiling",
                         own->name, own->size.height + 1, own->size.width, own->size.height);
    else
        status = check_size(own, drawing.width, drawing.height);
    if (status < 0)
        status = tile_split(&drawing, false, own->set, &own->pieces, &own->count);
    free(drawing.rows);
    return status;
}

/* The letters of a page, from its top row in the board on; -1 or the exit code. */
static int draw_page(const reader *own, const df_fumen_page *page, char *letters)
{
    for (unsigned place = 0; place < DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH; place++) {
        const unsigned y = place / DF_FUMEN_WIDTH, x = place % DF_FUMEN_WIDTH;
        const unsigned square = page->square[y][x];
        char letter = '.';
        for (size_t i = 0; i < own->set->count; i++) {
            if (square != DF_FUMEN_EMPTY && fumen_square_of(&own->set->pieces[i]) == square)
                letter = own->set->pieces[i].name[0];
        }
        if (square != DF_FUMEN_EMPTY && (letter == '.' || y >= own->size.height))
            return message("%s: row %u from the bottom, column %u: %s", own->name, y + 1, x + 1,
                           letter == '.' ? "not of one of the pieces; see --pieces"
                                         : "a square above the board; remove it");
        if (y < own->size.height)
            letters[(own->size.height - 1 - y) * DF_FUMEN_WIDTH + x] = letter;
    }
    return -1;
}

static int split_page(reader *own, const df_fumen_page *page)
{
    char letters[DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH];
    const char *rows[DF_FUMEN_HEIGHT];
    const board_drawing drawing = {
        .name = own->name, .rows = rows, .width = DF_FUMEN_WIDTH, .height = own->size.height};
    const int status = draw_page(own, page, letters);
    for (unsigned row = 0; row < own->size.height; row++)
        rows[row] = &letters[row * DF_FUMEN_WIDTH];
    return status < 0 ? tile_split(&drawing, true, own->set, &own->pieces, &own->count)
                      : status;
}

static int read_fumen(reader *own)
{
    df_fumen_page *pages = NULL;
    size_t count;
    if (own->size.width != DF_FUMEN_WIDTH || own->size.height > DF_FUMEN_HEIGHT)
        return message("%s: a fumen has %d columns and at most %d rows, not %ux%u; give a "
                       "drawing or a drop list",
                       own->name, DF_FUMEN_WIDTH, DF_FUMEN_HEIGHT, own->size.width,
                       own->size.height);
    int status = board_text_pages(&pages, &count, own->name, own->text, own->length);
    if (status >= 0)
        return status;
    if (count != 1)
        status = message("%s: the fumen has %zu pages; give one tiling", own->name, count);
    else
        status = split_page(own, pages);
    df_fumen_free(pages);
    return status;
}

/* Follows a plan in which rows clear. */
typedef struct follower {
    reader *own;
    const df_piece_set *set;           /* of the plan, which may have pieces of its own */
    unsigned row[DF_FIELD_MAX_HEIGHT]; /* what each row would be if none had cleared */
    unsigned rows;
    unsigned next; /* what the next row is that comes in at the top */
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

/* Where the drop lies in the tiling. */
static df_status follow_drop(void *context, const df_field *before, const df_drop *drop,
                             const df_landing *landing)
{
    follower *way = context;
    reader *own = way->own;
    const df_shape *shape = &way->set->pieces[drop->piece].shape[drop->orientation];
    const unsigned lowest = way->row[landing->y];
    df_drop found = *drop;
    (void)before;
    if (!find_shape(own->set, shape, &found))
        way->wrong = "not one of the pieces to fill with; see --pieces";
    else if (lowest + shape->height > own->size.height)
        way->wrong = "the piece lies above the board; give one tiling";
    else if (way->row[landing->y + shape->height - 1] != lowest + shape->height - 1)
        way->wrong = "a row between those of the piece has cleared; give a tiling";
    if (way->wrong != NULL)
        return DF_ERROR_SINK;
    found.y = (uint16_t)lowest;
    own->pieces[own->count++] = found;
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

/* The line of a drop, counted from 0, in a drop list that is well formed. */
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

static int follow_plan(reader *own, const df_plan *plan)
{
    const df_sink sink = {.drop = follow_drop};
    follower way = {.own = own, .set = plan->set, .rows = plan->height, .next = plan->height};
    df_mishap mishap = {0};
    for (unsigned y = 0; y < way.rows; y++)
        way.row[y] = y;
    own->pieces = calloc(plan->count + 1, sizeof own->pieces[0]);
    if (own->pieces == NULL)
        return message("out of memory");
    const df_status status = df_plan_play(plan, &sink, &way, NULL, NULL, &mishap);
    if (way.wrong != NULL)
        return message("%s:%u: %s", own->name, find_line(own->text, own->count), way.wrong);
    return status == DF_OK ? -1 : message_text(own->name, status, &mishap);
}

static int read_drops(reader *own)
{
    df_plan *plan = NULL;
    df_mishap mishap = {0};
    const df_status status = df_drops_read(&plan, own->set, own->text, own->length, &mishap);
    if (status != DF_OK)
        return message_text(own->name, status, &mishap);
    int answer = check_size(own, plan->width, own->size.height);
    if (answer < 0)
        answer = follow_plan(own, plan);
    df_plan_free(plan);
    return answer;
}

static int read_text(reader *own)
{
    switch (board_text_kind(own->text, own->length, own->size.height)) {
    case BOARD_DROPS:
        return read_drops(own);
    case BOARD_FUMEN:
        return read_fumen(own);
    case BOARD_DRAWING:
        break;
    }
    return read_drawing(own);
}

int tile_rank(const char *path, tile_size size, const df_piece_set *set,
              const df_tilings *tilings)
{
    char *text;
    reader own = {.name = input_name(path), .size = size, .set = set};
    int answer = file_read_text(path, &text, &own.length);
    if (answer >= 0)
        return answer;
    df_natural number = {0};
    own.text = text;
    answer = read_text(&own);
    if (answer < 0) {
        const df_status status = df_tilings_rank(tilings, own.pieces, own.count, &number);
        if (status == DF_ERROR_ARGUMENT)
            answer = message("%s: this is none of the tilings of %ux%u", own.name, size.width,
                             size.height);
        else if (status != DF_OK)
            answer = message("%s", df_status_name(status));
    }
    if (answer < 0) {
        number_put(&number);
        putchar('\n');
    }
    df_natural_free(&number);
    free(own.pieces);
    free(text);
    return answer;
}
