#include "field_file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "cli/base/file.h"
#include "cli/base/message.h"
#include "cli/picture/source.h"
#include "dropforge/drops.h"
#include "piece_letters.h"

/* Returns the square that a sign of a drawing is. */
static unsigned field_file_square(char sign)
{
    const int piece = piece_letter_number(sign);
    if (sign == '.' || sign == '_')
        return 0;
    return piece >= 0 ? 1 + (unsigned)piece : FIELD_FILE_OTHER;
}

/* Returns the square that a square of a fumen is. */
static unsigned field_file_fumen_square(unsigned square)
{
    static const char letters[] = {
        [DF_FUMEN_EMPTY] = '.', [DF_FUMEN_I] = 'I', [DF_FUMEN_L] = 'L',
        [DF_FUMEN_O] = 'O',     [DF_FUMEN_Z] = 'Z', [DF_FUMEN_T] = 'T',
        [DF_FUMEN_J] = 'J',     [DF_FUMEN_S] = 'S', [DF_FUMEN_GRAY] = '#'};
    return field_file_square(letters[square]);
}

/* A text with its name, and the wanted number of rows of its field, or 0. */
typedef struct field_text {
    const char *name;
    const char *text;
    size_t length;
    unsigned rows;
    bool may_be_full; /* rows */
} field_text;

/* Makes the field for `height` rows of the file, or for the wanted number. `what` begins the
 * message about too many rows. Returns -1 or the exit code. */
static int field_file_create(const field_text *from, const char *what, unsigned width,
                             unsigned height, df_field **field)
{
    if (from->rows > 0 && height > from->rows)
        return message("%s: %s %u rows, more than the %u of the field; give it more with "
                       "--rows or remove some at the top",
                       from->name, what, height, from->rows);
    return df_field_create(field, width, from->rows > 0 ? from->rows : height) == DF_OK
               ? -1
               : message("out of memory");
}

static bool field_file_is_full(const df_field *field, unsigned y)
{
    return field->row[y] == df_field_full_row(field);
}

static int field_file_read_drawing(const field_text *from, df_field **field)
{
    board_drawing drawing;
    int status = board_text_rows(&drawing, from->name, from->text, from->length);
    if (status >= 0)
        return status;
    status = field_file_create(from, "the drawing has", drawing.width, drawing.height, field);
    for (unsigned line = 1; line <= drawing.height && status < 0; line++) {
        const char *row = drawing.rows[line - 1];
        const unsigned y = drawing.height - line;
        for (unsigned x = 0; x < drawing.width; x++) {
            df_field_set(*field, x, y, field_file_square(row[x]));
        }
        if (field_file_is_full(*field, y) && !from->may_be_full)
            status = message("%s:%u: the row is full; remove it", from->name, line);
    }
    free(drawing.rows);
    return status;
}

/* Makes the field that the drops of a list leave. */
static int field_file_read_drops(const field_text *from, df_field **field)
{
    df_piece_set *set = NULL;
    df_plan *plan = NULL;
    df_field *left = NULL;
    df_error error = {0};
    int status = source_pieces(&set);
    if (status >= 0)
        return status;
    df_status read = df_drops_read(&plan, set, from->text, from->length, &error);
    if (read == DF_OK)
        read = df_plan_play(plan, NULL, NULL, &left, NULL, &error);
    if (read != DF_OK)
        status = message_text(from->name, read, &error);
    else
        status = field_file_create(from, "the drops leave", left->width,
                                   from->rows > 0 ? df_field_top(left) : left->height, field);
    for (unsigned y = 0; status < 0 && y < df_field_top(left); y++) {
        for (unsigned x = 0; x < left->width; x++) {
            const unsigned square = df_field_square(left, x, y);
            const bool is_usual = square <= set->count && plan->own_set == NULL;
            df_field_set(*field, x, y, square == 0 || is_usual ? square : FIELD_FILE_OTHER);
        }
    }
    df_field_free(left);
    df_plan_free(plan);
    df_piece_set_free(set);
    return status;
}

/* Returns the height of the highest row that has squares, from 1, or 0. */
static unsigned field_file_page_top(const df_fumen_page *page)
{
    for (unsigned y = DF_FUMEN_HEIGHT; y > 0; y--) {
        for (unsigned x = 0; x < DF_FUMEN_WIDTH; x++) {
            if (page->square[y - 1][x] != DF_FUMEN_EMPTY)
                return y;
        }
    }
    return 0;
}

static int field_file_read_page(const field_text *from, const df_fumen_page *page,
                                df_field **field)
{
    const unsigned top = field_file_page_top(page);
    int status =
        field_file_create(from, "the fumen has", DF_FUMEN_WIDTH, top + (top == 0), field);
    for (unsigned y = 0; y < top && status < 0; y++) {
        for (unsigned x = 0; x < DF_FUMEN_WIDTH; x++) {
            df_field_set(*field, x, y, field_file_fumen_square(page->square[y][x]));
        }
        if (field_file_is_full(*field, y) && !from->may_be_full)
            status = message("%s: row %u of the first page, from the bottom, is full; clear it",
                             from->name, y + 1);
    }
    return status;
}

/* Reads the fields of up to *count pages, and sets *count. */
static int field_file_read_fumen(const field_text *from, df_field **fields, size_t *count)
{
    df_fumen_page *pages = NULL;
    const size_t most = *count;
    *count = 0;
    size_t page_count;
    int status = board_text_pages(&pages, &page_count, from->name, from->text, from->length);
    while (status < 0 && *count < page_count && *count < most) {
        status = field_file_read_page(from, &pages[*count], &fields[*count]);
        *count += fields[*count] != NULL ? 1 : 0;
    }
    df_fumen_free(pages);
    return status;
}

/* Reads up to *count fields, all NULL before, and sets *count; more than one are those of a
 * fumen. Frees them again after a message. */
static int field_file_read_fields(const char *path, unsigned rows, bool may_be_full,
                                  df_field **fields, size_t *count)
{
    char *text;
    size_t length;
    int status = file_read_text(path, &text, &length);
    if (status >= 0)
        return status;
    const field_text from = {.name = input_name(path),
                             .text = text,
                             .length = length,
                             .rows = rows,
                             .may_be_full = may_be_full};
    const size_t most = *count;
    status = source_check_text(from.name, text, length, "field");
    if (status < 0) {
        *count = 1;
        switch (board_text_kind(text, length, rows)) {
        case BOARD_DROPS:
            status = field_file_read_drops(&from, fields);
            break;
        case BOARD_FUMEN:
            *count = most;
            status = field_file_read_fumen(&from, fields, count);
            break;
        case BOARD_DRAWING:
            status = field_file_read_drawing(&from, fields);
            break;
        }
    }
    free(text);
    for (size_t i = 0; i < most && status >= 0; i++) {
        df_field_free(fields[i]);
        fields[i] = NULL;
    }
    return status;
}

int field_file_read(const char *path, unsigned rows, df_field **field)
{
    df_field *made = NULL;
    size_t count = 1;
    const int status = field_file_read_fields(path, rows, false, &made, &count);
    if (status < 0)
        *field = made;
    return status;
}

int field_file_read_pages(const char *path, df_field **fields, size_t *count)
{
    return field_file_read_fields(path, 0, true, fields, count);
}
