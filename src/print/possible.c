#include "print/possible.h"

#include <string.h>

#include "core/mishap.h"
#include "dropforge/field.h"
#include "dropforge/print.h"
#include "print/advice.h"

/* What the conditions look at. */
typedef struct demand {
    unsigned width;   /* of the picture */
    size_t squares;   /* with the anchors */
    bool has_anchors; /* some row gets an anchor */
    bool has_full;    /* some row is occupied from end to end */
    unsigned full;    /* the highest such row */
} demand;

/* A picture on a playfield. */
typedef struct possible_request {
    const df_picture *picture;
    demand wanted;
    unsigned width;
    const char *pieces; /* letters, or NULL */
} possible_request;

static unsigned count_row(const df_picture *picture, unsigned y)
{
    unsigned count = 0;
    for (unsigned x = 0; x < picture->width; x++)
        count += picture->cell[(size_t)y * picture->width + x] != 0;
    return count;
}

static demand look(const df_picture *picture, bool anchors)
{
    demand result = {.width = picture->width};
    for (unsigned y = 0; y < picture->height; y++) {
        const unsigned count = count_row(picture, y);
        result.squares += count;
        if (count == 0 && anchors) {
            result.squares++;
            result.has_anchors = true;
        }
        if (count == picture->width) {
            result.has_full = true;
            result.full = y;
        }
    }
    return result;
}

/* The number of squares that are left is a multiple of this: every drop brings four, and
 * every cleared row takes `width` away. */
static unsigned divisor(unsigned width)
{
    return width % 4 == 0 ? 4 : width % 2 == 0 ? 2 : 1;
}

static bool has_room(const demand *wanted, unsigned width)
{
    return wanted->width < width ||
           (wanted->width == width && !wanted->has_full && !wanted->has_anchors);
}

static bool suits(const demand *wanted, unsigned width)
{
    return has_room(wanted, width) && wanted->squares % divisor(width) == 0;
}

/* The width to take instead: the least one above this, or else the largest one below; 0: none.
 */
static unsigned possible_other_width(const demand *wanted, unsigned width)
{
    unsigned other = width;
    while (other <= DF_FIELD_MAX_WIDTH && !suits(wanted, other))
        other++;
    if (other <= DF_FIELD_MAX_WIDTH)
        return other;
    other = width - 1;
    while (other > 0 && !suits(wanted, other))
        other--;
    return other;
}

/* Ends a mishap with the width to take instead. */
static void put_width(df_mishap *mishap, const df_picture *picture, const demand *wanted,
                      unsigned width)
{
    const unsigned other = possible_other_width(wanted, width);
    if (other > 0) {
        df_mishap_put(mishap, "; use --width ");
        df_mishap_put_number(mishap, other);
    } else {
        /* On a playfield that is wider than the picture, by whatever comes of it. */
        const unsigned room = width < DF_FIELD_MAX_WIDTH ? width - 1 : DF_FIELD_MAX_WIDTH - 2;
        df_mishap_put(mishap, ", and no other width helps; ");
        df_advice_put_fit(mishap, picture, room > 0 ? room : 1, DF_FIELD_MAX_HEIGHT / 2,
                          DF_PRINT_MOST_COLORS);
    }
}

static void begin_row(df_mishap *mishap, const df_picture *picture, unsigned y)
{
    df_mishap_begin(mishap, 0, 0, "row ");
    df_mishap_put_number(mishap, picture->height - y);
    df_mishap_put(mishap, " of the picture, counted from its top without empty borders, ");
}

/* What lies above an empty row would have nothing to come to rest on. */
static df_status check_empty_rows(const df_picture *picture, df_mishap *mishap)
{
    for (unsigned y = 0; y < picture->height; y++) {
        if (!df_picture_row_is_empty(picture, y))
            continue;
        begin_row(mishap, picture, y);
        df_mishap_put(mishap, "is empty, and nothing can rest above it; fill a square of it or"
                              " allow an anchor (--anchor)");
        return DF_ERROR_PICTURE;
    }
    return DF_OK;
}

static df_status check_room(const df_picture *picture, const demand *wanted, unsigned width,
                            df_mishap *mishap)
{
    if (has_room(wanted, width))
        return DF_OK;
    if (wanted->width == width && wanted->has_full) {
        begin_row(mishap, picture, wanted->full);
        df_mishap_put(mishap, "fills a playfield of width ");
        df_mishap_put_number(mishap, width);
        df_mishap_put(mishap, " and would clear");
    } else {
        df_mishap_begin(mishap, 0, 0, "the picture is ");
        df_mishap_put_number(mishap, wanted->width);
        df_mishap_put(mishap, wanted->has_anchors ? " squares wide, with an anchor beside it,"
                                                    " and the playfield "
                                                  : " squares wide and the playfield ");
        df_mishap_put_number(mishap, width);
    }
    put_width(mishap, picture, wanted, width);
    return DF_ERROR_PICTURE;
}

static df_status check_count(const df_picture *picture, const demand *wanted, unsigned width,
                             df_mishap *mishap)
{
    if (suits(wanted, width))
        return DF_OK;
    df_mishap_begin(mishap, 0, 0, "a playfield of width ");
    df_mishap_put_number(mishap, width);
    df_mishap_put(mishap, " cannot end with ");
    df_mishap_put_number(mishap, wanted->squares);
    df_mishap_put(mishap, wanted->squares == 1 ? " square" : " squares");
    df_mishap_put(mishap, ", since drops and cleared rows leave a multiple of ");
    df_mishap_put_number(mishap, divisor(width));
    put_width(mishap, picture, wanted, width);
    return DF_ERROR_PICTURE;
}

/* The length of the run of one colour that begins at column x of row y. */
static unsigned run_length(const df_picture *picture, unsigned x, unsigned y)
{
    const uint8_t *row = &picture->cell[(size_t)y * picture->width];
    unsigned length = 1;
    while (x + length < picture->width && row[x + length] == row[x])
        length++;
    return length;
}

/* Names the width, too, if that is wrong as well. */
static void possible_put_other_piece(df_mishap *mishap, const possible_request *asked,
                                     unsigned color)
{
    df_mishap_put(mishap, "; choose another piece for this colour (");
    df_advice_put_pieces(mishap, asked->pieces, asked->picture->color_count, color - 1);
    if (!suits(&asked->wanted, asked->width)) {
        df_mishap_put(mishap, " --width ");
        df_mishap_put_number(mishap, possible_other_width(&asked->wanted, asked->width));
    }
    df_mishap_put(mishap, ")");
}

static df_status refuse_run(const possible_request *asked, unsigned y, unsigned length,
                            unsigned color, df_mishap *mishap)
{
    df_mishap_begin(mishap, 0, 0, "piece O leaves pairs side by side, and row ");
    df_mishap_put_number(mishap, asked->picture->height - y);
    df_mishap_put(mishap, " of the picture, counted from its top, has a run of ");
    df_mishap_put_number(mishap, length);
    df_mishap_put(mishap, " in colour ");
    df_mishap_put_number(mishap, color);
    possible_put_other_piece(mishap, asked, color);
    return DF_ERROR_PICTURE;
}

/* Whatever clears, an O keeps both squares of a row or none, side by side: so a run of its
 * colour has an even number of squares. */
static df_status check_pairs(const possible_request *asked, df_mishap *mishap)
{
    const df_picture *picture = asked->picture;
    const char *pieces = asked->pieces;
    const char *letter = pieces != NULL ? strchr(pieces, 'O') : NULL;
    if (letter == NULL)
        return DF_OK;
    if (letter == pieces && asked->wanted.has_anchors) {
        df_mishap_begin(mishap, 0, 0,
                        "piece O leaves pairs side by side, and an anchor is a single square"
                        " of the first colour");
        possible_put_other_piece(mishap, asked, 1);
        return DF_ERROR_PICTURE;
    }
    const unsigned color = (unsigned)(letter - pieces) + 1;
    for (unsigned y = 0; y < picture->height; y++) {
        for (unsigned x = 0; x < picture->width; x += run_length(picture, x, y)) {
            const unsigned length = run_length(picture, x, y);
            if (picture->cell[(size_t)y * picture->width + x] == color && length % 2 != 0)
                return refuse_run(asked, y, length, color, mishap);
        }
    }
    return DF_OK;
}

df_status df_possible_check(const df_picture *picture, unsigned width, const char *pieces,
                            bool anchors, df_mishap *mishap)
{
    const possible_request asked = {picture, look(picture, anchors), width, pieces};
    df_status status = anchors ? DF_OK : check_empty_rows(picture, mishap);
    if (status == DF_OK)
        status = check_room(picture, &asked.wanted, width, mishap);
    if (status == DF_OK)
        status = check_pairs(&asked, mishap);
    if (status == DF_OK)
        status = check_count(picture, &asked.wanted, width, mishap);
    return status;
}
