#include "field_file.h"

#include <stdlib.h>
#include <string.h>

#include "board_text.h"
#include "cli/base/file.h"
#include "cli/base/message.h"
#include "cli/picture/source.h"
#include "piece_letters.h"

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

/* A text with its name, and how its field is to be read. */
typedef struct field_text {
    const char *name;
    const char *text;
    size_t length;
    size_t lines; /* before it in the file */
    field_wish wish;
    unsigned rows; /* wanted; 0: those of the file */
} field_text;

/* Makes the field for `height` rows of the file, or for the wanted number. `what` begins the
 * message about too many rows. */
static cli_status field_file_create(const field_text *from, const char *what, unsigned width,
                                    unsigned height, df_field **field)
{
    if (from->rows > 0 && height > from->rows)
        return message("%s: %s %u rows, more than the %u of the field; give it more with "
                       "--rows or remove some at the top",
                       from->name, what, height, from->rows);
    return df_field_create(field, width, from->rows > 0 ? from->rows : height) == DF_OK
               ? GO_ON
               : message("out of memory");
}

/* Sets the wanted number of rows to one that the file gives at a place of its text, unless one
 * is wanted already, or else to the usual one. */
static void field_file_set_rows(field_text *from, const char *number)
{
    const size_t digits = number != NULL ? strspn(number, "0123456789") : 0;
    unsigned long rows = digits > 0 && digits <= 4 ? strtoul(number, NULL, 10) : 0;
    if (rows > DF_FIELD_MAX_HEIGHT)
        rows = 0;
    from->rows = from->wish.rows > 0 ? from->wish.rows
                 : rows > 0          ? (unsigned)rows
                                     : from->wish.usual;
}

/* True if the first line of a text is nothing but a number, and the second is longer than it:
 * solution-finder's fields begin with the number of rows. */
static bool field_file_has_count(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    const size_t end = digits + strspn(text + digits, " \t\r");
    return digits > 0 && digits <= 2 && text[end] == '\n' &&
           strcspn(text + end + 1, " \t\r\n") > digits;
}

static cli_status field_file_read_drawing(field_text *from, df_field **field)
{
    board_drawing drawing;
    const bool has_count = field_file_has_count(from->text);
    const size_t skipped = has_count ? strcspn(from->text, "\n") + 1 : 0;
    field_file_set_rows(from, has_count ? from->text : NULL);
    cli_status status = board_text_rows(&drawing, from->name, from->text + skipped,
                                        from->length - skipped, has_count ? 2 : 1);
    if (status != GO_ON)
        return status;
    status = field_file_create(from, "the drawing has", drawing.width, drawing.height, field);
    for (unsigned y = 0; y < drawing.height && status == GO_ON; y++) {
        const char *row = drawing.rows[drawing.height - 1 - y];
        for (unsigned x = 0; x < drawing.width; x++)
            df_field_set(*field, x, y, field_file_square(row[x]));
    }
    free(drawing.rows);
    return status;
}

/* Makes the field that the drops of a list leave. */
static cli_status field_file_read_drops(field_text *from, df_field **field)
{
    df_piece_set *set = NULL;
    field_file_set_rows(from, NULL);
    df_plan *plan = NULL;
    df_field *left = NULL;
    df_error error = {0};
    cli_status status = source_pieces(&set);
    if (status != GO_ON)
        return status;
    df_status read = df_plan_read(&plan, set, DF_PLAN_DROPS, from->text, from->length, &error);
    if (read == DF_OK)
        read = df_plan_play(plan, NULL, NULL, &left, NULL, &error);
    if (read != DF_OK)
        status = message_text(from->name, read, &error);
    else
        status = field_file_create(from, "the drops leave", left->width,
                                   from->rows > 0 ? df_field_top(left) : left->height, field);
    for (unsigned y = 0; status == GO_ON && y < df_field_top(left); y++) {
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

static cli_status field_file_read_page(const field_text *from, const df_fumen_page *page,
                                       df_field **field)
{
    const unsigned top = field_file_page_top(page);
    cli_status status =
        field_file_create(from, "the fumen has", DF_FUMEN_WIDTH, top + (top == 0), field);
    for (unsigned y = 0; y < top && status == GO_ON; y++) {
        for (unsigned x = 0; x < DF_FUMEN_WIDTH; x++)
            df_field_set(*field, x, y, field_file_fumen_square(page->square[y][x]));
    }
    return status;
}

/* Puts the piece of a page where it is shown. `number` is that of the page, from 1. */
static cli_status field_file_place(const field_text *from, df_fumen_page *page, size_t number)
{
    static const char letters[] = ".ILOZTJS";
    const char piece = letters[page->piece];
    if (df_fumen_place(page) == DF_OK)
        return GO_ON;
    return message("%s: the piece %c on page %zu lies on filled squares; move it in the editor "
                   "of the fumen, or remove it",
                   from->name, piece, number);
}

/* Reads the field of the page that is wanted. */
static cli_status field_file_read_fumen(field_text *from, df_field **field)
{
    df_fumen_page *pages = NULL;
    size_t count = 0;
    cli_status status =
        board_text_pages(&pages, &count, from->name, from->text, from->length, from->lines);
    const size_t number = from->wish.page > 0 ? from->wish.page : 1;
    if (status == GO_ON && number > count)
        status = message("%s: the fumen has %zu page%s, not %zu; give --page another number",
                         from->name, count, count == 1 ? "" : "s", number);
    if (status == GO_ON) {
        field_file_set_rows(from, pages[number - 1].comment);
        status = field_file_place(from, &pages[number - 1], number);
    }
    if (status == GO_ON)
        status = field_file_read_page(from, &pages[number - 1], field);
    df_fumen_free(pages);
    return status;
}

/* Reads the text of a file, or the fumen in place of its name. The caller frees *bytes. */
static cli_status field_file_begin(const char *path, const field_wish *wish, field_text *from,
                                   char **bytes)
{
    size_t length = 0;
    cli_status status = file_take_text(path, &from->name, bytes, &length);
    if (status != GO_ON)
        return status;
    from->text = *bytes;
    from->length = length;
    from->wish = *wish;
    status = source_check_text(from->name, from->text, length, "field");
    if (status != GO_ON)
        free(*bytes);
    return status;
}

static bool field_file_is_full(const df_field *field, unsigned y)
{
    return field->row[y] == UINT64_MAX >> (DF_NARROW_MAX_WIDTH - field->width);
}

/* Clears the full rows of a field, which is replaced by one with as many rows less. */
static cli_status field_file_clear_rows(const char *name, df_field **field)
{
    const df_field *before = *field;
    df_field *after = NULL;
    unsigned full = 0, lowest = 0, kept = 0;
    for (unsigned y = before->height; y-- > 0;) {
        full += field_file_is_full(before, y) ? 1 : 0;
        lowest = field_file_is_full(before, y) ? y + 1 : lowest;
    }
    if (full == 0)
        return GO_ON;
    if (full == before->height)
        return message("%s: every row is full, and nothing is left when they clear; give a "
                       "field with empty squares",
                       name);
    if (df_field_create(&after, before->width, before->height - full) != DF_OK)
        return message("out of memory");
    for (unsigned y = 0; y < before->height; y++) {
        for (unsigned x = 0; !field_file_is_full(before, y) && x < before->width; x++)
            df_field_set(after, x, kept, df_field_square(before, x, y));
        kept += field_file_is_full(before, y) ? 0 : 1;
    }
    if (full == 1)
        (void)message("%s: row %u from the bottom is full and clears first; %u row%s left",
                      name, lowest, kept, kept == 1 ? " is" : "s are");
    else
        (void)message("%s: %u rows are full and clear first; %u row%s left", name, full, kept,
                      kept == 1 ? " is" : "s are");
    df_field_free(*field);
    *field = after;
    return GO_ON;
}

cli_status field_file_read(const char *path, const field_wish *wish, df_field **field)
{
    field_text from = {.rows = 0};
    char *bytes = NULL;
    df_field *made = NULL;
    cli_status status = field_file_begin(path, wish, &from, &bytes);
    if (status != GO_ON)
        return status;
    const board_kind kind = board_text_kind(from.text, from.length);
    if (wish->page > 1 && kind != BOARD_FUMEN)
        status = message("%s: --page is for fumens; leave it out", from.name);
    else if (kind == BOARD_DROPS)
        status = field_file_read_drops(&from, &made);
    else if (kind == BOARD_FUMEN)
        status = field_file_read_fumen(&from, &made);
    else
        status = field_file_read_drawing(&from, &made);
    if (status == GO_ON && !wish->keeps_rows)
        status = field_file_clear_rows(from.name, &made);
    free(bytes);
    if (status == GO_ON)
        *field = made;
    else
        df_field_free(made);
    return status;
}

/* Hands out one fumen, whose pieces stay on their pages. */
static cli_status field_file_visit_fumen(const field_text *from, size_t number,
                                         field_pages_visit *visit, void *context)
{
    field_pages made = {.items = NULL};
    df_fumen_page *pages = NULL;
    size_t count = 0;
    cli_status status =
        board_text_pages(&pages, &count, from->name, from->text, from->length, from->lines);
    if (status != GO_ON)
        return status;
    made.items = calloc(count, sizeof made.items[0]);
    if (made.items == NULL)
        status = message("out of memory");
    for (; made.count < count && status == GO_ON; made.count++) {
        field_page *page = &made.items[made.count];
        page->shown = pages[made.count];
        page->shown.comment = NULL;
        made.is_build = made.is_build || page->shown.piece != DF_FUMEN_EMPTY;
        status = field_file_read_page(from, &pages[made.count], &page->field);
    }
    if (status == GO_ON)
        status = visit(context, &made, number);
    for (size_t i = 0; i < made.count; i++)
        df_field_free(made.items[i].field);
    free(made.items);
    df_fumen_free(pages);
    return status;
}

/* Returns where the first fumen of a text ends, which may have no mark. */
static size_t field_file_end(const char *text, size_t length)
{
    const size_t end = df_fumen_find_end(text, length);
    return end > 0 ? end : length;
}

cli_status field_file_visit(const char *path, field_pages_visit *visit, void *context)
{
    const field_wish wish = {.rows = 0};
    field_text from = {.rows = 0};
    char *bytes = NULL;
    cli_status status = field_file_begin(path, &wish, &from, &bytes);
    if (status != GO_ON)
        return status;
    const char *end = from.text + from.length;
    const board_kind kind = board_text_kind(from.text, from.length);
    size_t length = kind == BOARD_FUMEN ? field_file_end(from.text, from.length) : 0;
    const bool is_alone = kind != BOARD_FUMEN || length == from.length;
    for (size_t number = 1; kind == BOARD_FUMEN && status == GO_ON && from.text < end;
         number++) {
        /* What follows the last mark is no other fumen. */
        length = field_file_end(from.text, (size_t)(end - from.text));
        from.length = length;
        status = field_file_visit_fumen(&from, is_alone ? 0 : number, visit, context);
        for (size_t i = 0; i < length; i++)
            from.lines += from.text[i] == '\n' ? 1 : 0;
        from.text += length;
    }
    if (kind != BOARD_FUMEN) {
        field_page page = {.field = NULL};
        const field_pages pages = {.items = &page, .count = 1};
        status = kind == BOARD_DROPS ? field_file_read_drops(&from, &page.field)
                                     : field_file_read_drawing(&from, &page.field);
        if (status == GO_ON)
            status = visit(context, &pages, 0);
        df_field_free(page.field);
    }
    free(bytes);
    return status;
}
