#include "possible.h"

#include <string.h>

#include "advice.h"
#include "carriers.h"
#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/board/piece_list.h"
#include "core/image/frames.h"

/* The properties of a picture that decide. */
typedef struct demand {
    unsigned width;   /* of the picture */
    unsigned limit;   /* the maximum of columns of a playfield */
    unsigned colors;  /* of the picture that is advised, as in df_advice_put_fit */
    size_t squares;   /* with the anchors */
    bool has_anchors; /* some row gets an anchor */
    bool has_full;    /* some row is occupied from end to end */
    unsigned full;    /* the highest such row */
    bool is_begun;    /* something lies in the playfield at first, */
    size_t lying;     /* with this many squares */
} demand;

/* A picture on a playfield. */
typedef struct possible_request {
    const df_picture *picture;
    demand wanted;
    unsigned width;
    const char *pieces; /* as in df_print_options, or NULL */
} possible_request;

static unsigned count_row(const df_picture *picture, unsigned y)
{
    unsigned count = 0;
    for (unsigned x = 0; x < picture->width; x++)
        count += picture->cell[(size_t)y * picture->width + x] != 0;
    return count;
}

static demand possible_look(const df_picture *picture, unsigned limit, bool anchors)
{
    demand result = {.width = picture->width, .limit = limit, .colors = DF_PRINT_MAX_COLORS};
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

/* Returns the divisor of the number of squares that are left: every drop brings four, and every
 * cleared row takes `width` away. */
static unsigned possible_divisor(unsigned width)
{
    return width % 4 == 0 ? 4 : width % 2 == 0 ? 2 : 1;
}

static bool possible_has_slack(const demand *wanted, unsigned width)
{
    return wanted->width < width ||
           (wanted->width == width && !wanted->has_full && !wanted->has_anchors);
}

static bool possible_suits(const demand *wanted, unsigned width)
{
    const unsigned divisor = possible_divisor(width);
    return possible_has_slack(wanted, width) &&
           wanted->squares % divisor == wanted->lying % divisor;
}

/* Returns the width to take instead: the least above this, else the largest below, or 0. */
static unsigned possible_other_width(const demand *wanted, unsigned width)
{
    unsigned other = width;
    while (other <= wanted->limit && !possible_suits(wanted, other))
        other++;
    if (other <= wanted->limit)
        return other;
    other = width - 1;
    while (other > 0 && !possible_suits(wanted, other))
        other--;
    return other;
}

/* Advises the width to take instead. */
static void put_width(df_error *error, const df_picture *picture, const demand *wanted,
                      unsigned width)
{
    const unsigned other = possible_other_width(wanted, width);
    if (other > 0 && wanted->is_begun) {
        df_error_append(error, "; begin with a field of %u columns", other);
    } else if (other > 0) {
        df_error_advise(error, DF_OPTION_WIDTH, "%u", other);
    } else {
        /* On a playfield that is wider than the picture, and odd if it must be. */
        const unsigned room = width < wanted->limit ? width - 1 : wanted->limit - 2;
        df_error_append(error, ", and no other width helps");
        df_advice_put_fit(error, picture, room > 0 ? room : 1, DF_FIELD_MAX_HEIGHT / 2,
                          wanted->colors);
    }
}

static void begin_row(df_error *error, const df_picture *picture, unsigned y)
{
    df_error_set(error, DF_ERROR_PICTURE,
                 "row %u of the picture, counted from its top without empty borders, ",
                 picture->height - y);
}

/* Refuses an empty row: nothing can rest above it. */
static df_status check_empty_rows(const df_picture *picture, df_error *error)
{
    for (unsigned y = 0; y < picture->height; y++) {
        if (!df_picture_row_is_empty(picture, y))
            continue;
        begin_row(error, picture, y);
        df_error_append(error, "is empty, and nothing can rest above it; fill a square of it");
        df_error_advise(error, DF_OPTION_ANCHORS, "on");
        return DF_ERROR_PICTURE;
    }
    return DF_OK;
}

static df_status check_width(const df_picture *picture, const demand *wanted, unsigned width,
                             df_error *error)
{
    if (possible_has_slack(wanted, width))
        return DF_OK;
    if (wanted->width == width && wanted->has_full) {
        begin_row(error, picture, wanted->full);
        df_error_append(error, "fills a playfield of width %u and would clear", width);
    } else {
        df_error_set(error, DF_ERROR_PICTURE,
                     "the picture is %u squares wide%s and the playfield %u", wanted->width,
                     wanted->has_anchors ? ", with an anchor beside it," : "", width);
    }
    put_width(error, picture, wanted, width);
    return DF_ERROR_PICTURE;
}

static df_status check_count(const df_picture *picture, const demand *wanted, unsigned width,
                             df_error *error)
{
    const unsigned divisor = possible_divisor(width);
    if (possible_suits(wanted, width))
        return DF_OK;
    if (wanted->is_begun) {
        const size_t more = (wanted->squares + divisor - wanted->lying % divisor) % divisor;
        df_error_set(
            error, DF_ERROR_LIMIT,
            "a playfield of width %u in which %zu %s cannot end with %zu, since drops and "
            "cleared rows change their number by a multiple of %u; add %zu %s to the "
            "starting field",
            width, wanted->lying, wanted->lying == 1 ? "square lies" : "squares lie",
            wanted->squares, divisor, more, more == 1 ? "square" : "squares");
        return DF_ERROR_PICTURE;
    }
    df_error_set(error, DF_ERROR_LIMIT,
                 "a playfield of width %u cannot end with %zu%s, since drops and "
                 "cleared rows leave a multiple of %u",
                 width, wanted->squares, wanted->squares == 1 ? " square" : " squares",
                 divisor);
    put_width(error, picture, wanted, width);
    return DF_ERROR_PICTURE;
}

/* Returns the length of the run of one colour that begins at column x of row y. */
static unsigned run_length(const df_picture *picture, unsigned x, unsigned y)
{
    const uint8_t *row = &picture->cell[(size_t)y * picture->width];
    unsigned length = 1;
    while (x + length < picture->width && row[x + length] == row[x])
        length++;
    return length;
}

/* Names the width, too, if that is wrong as well. */
static void possible_put_other_piece(df_error *error, const possible_request *asked,
                                     unsigned color)
{
    df_advice_put_pieces(error, asked->pieces, asked->picture->color_count, color - 1);
    if (!possible_suits(&asked->wanted, asked->width)) {
        df_error_advise_join(error, DF_OPTION_WIDTH, "%u",
                             possible_other_width(&asked->wanted, asked->width));
    }
}

static df_status refuse_run(const possible_request *asked, unsigned y, unsigned length,
                            unsigned color, df_error *error)
{
    df_error_set(error, DF_ERROR_LIMIT,
                 "piece O leaves pairs side by side, and row %u of the picture, "
                 "counted from its top, has a run of %u in colour %u",
                 asked->picture->height - y, length, color);
    possible_put_other_piece(error, asked, color);
    return DF_ERROR_PICTURE;
}

/* Refuses odd runs of a colour that only O may leave. An O keeps both squares of a row or
 * none, side by side, so such a run has an even number of squares. */
static df_status check_pairs(const possible_request *asked, df_error *error)
{
    const df_picture *picture = asked->picture;
    carrier_sets sets = {0};
    if (asked->pieces != NULL)
        (void)df_carriers_read(&sets, asked->pieces);
    unsigned color = 1;
    while (color <= sets.count && sets.pieces[color - 1] != 1u << DF_O)
        color++;
    if (color > sets.count)
        return DF_OK;
    if (color == 1 && asked->wanted.has_anchors) {
        df_error_set(error, DF_ERROR_LIMIT,
                     "piece O leaves pairs side by side, and an anchor is a single "
                     "square of the first colour");
        possible_put_other_piece(error, asked, 1);
        return DF_ERROR_PICTURE;
    }
    for (unsigned y = 0; y < picture->height; y++) {
        for (unsigned x = 0; x < picture->width; x += run_length(picture, x, y)) {
            const unsigned length = run_length(picture, x, y);
            if (picture->cell[(size_t)y * picture->width + x] == color && length % 2 != 0)
                return refuse_run(asked, y, length, color, error);
        }
    }
    return DF_OK;
}

static df_status possible_check_empty(const possible_request *asked, bool anchors,
                                      df_error *error)
{
    const df_picture *picture = asked->picture;
    df_status status = anchors ? DF_OK : check_empty_rows(picture, error);
    if (status == DF_OK)
        status = check_width(picture, &asked->wanted, asked->width, error);
    if (status == DF_OK)
        status = check_pairs(asked, error);
    if (status == DF_OK)
        status = check_count(picture, &asked->wanted, asked->width, error);
    return status;
}

df_status df_possible_check(const df_picture *picture, unsigned width, const char *pieces,
                            bool anchors, df_error *error)
{
    const possible_request asked = {
        picture, possible_look(picture, DF_FIELD_MAX_WIDTH, anchors), width, pieces};
    return possible_check_empty(&asked, anchors, error);
}

/* True if an empty row has squares above it. */
static bool possible_has_gap(const df_field *field)
{
    bool gap = false;
    for (unsigned y = 0; y < df_field_top(field) && !gap; y++) {
        gap = true;
        for (unsigned x = 0; x < field->width; x++)
            gap = gap && df_field_square(field, x, y) == 0;
    }
    return gap;
}

/* Counts the squares that lie in a playfield at first, which may be NULL. */
static size_t possible_lying(const df_field *begin)
{
    size_t lying = 0;
    for (unsigned y = 0; begin != NULL && y < df_field_top(begin); y++)
        lying += bits_count(begin->row[y]);
    return lying;
}

size_t df_possible_drops(const df_picture *picture, unsigned width, const df_field *begin,
                         bool anchors)
{
    const size_t squares = possible_look(picture, DF_NARROW_MAX_WIDTH, anchors).squares;
    const size_t lying = possible_lying(begin);
    const size_t least = squares > lying ? (squares - lying + 3) / 4 : 0;
    size_t drops = least;
    while (drops < least + width && (lying + 4 * drops - squares) % width != 0)
        drops++;
    return drops;
}

/* Returns the squares in even columns less those in odd ones. */
static int64_t possible_count_even(const df_picture *picture)
{
    int64_t more = 0;
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        more += picture->cell[i] == 0 ? 0 : i % picture->width % 2 == 0 ? 1 : -1;
    return more;
}

static int64_t possible_lying_even(const df_field *begin)
{
    int64_t more = 0;
    for (unsigned y = 0; begin != NULL && y < df_field_top(begin); y++) {
        for (unsigned x = 0; x < begin->width; x++)
            more += df_field_square(begin, x, y) == 0 ? 0 : x % 2 == 0 ? 1 : -1;
    }
    return more;
}

/* True if these numbers of pieces may change the difference by `change`: an I by four or by
 * nothing, J and L by two, T by two or by nothing, the others by nothing; up or down. */
static bool possible_changes(const size_t pieces[DF_TETROMINOES], int64_t change)
{
    const size_t twos = pieces[DF_J] + pieces[DF_L] + pieces[DF_T];
    const uint64_t size = (uint64_t)(change < 0 ? -change : change);
    return size % 2 == 0 && size <= 4 * pieces[DF_I] + 2 * twos &&
           (pieces[DF_T] > 0 || (size / 2 + pieces[DF_J] + pieces[DF_L]) % 2 == 0);
}

/* True if the first `count` of the pieces, one of which may be kept in the hold, may change the
 * difference so. */
static bool possible_changes_held(size_t pieces[DF_TETROMINOES], bool keeps, int64_t change)
{
    bool can = !keeps && possible_changes(pieces, change);
    for (unsigned piece = 0; keeps && piece < DF_TETROMINOES && !can; piece++) {
        if (pieces[piece] == 0)
            continue;
        pieces[piece]--;
        can = possible_changes(pieces, change);
        pieces[piece]++;
    }
    return can;
}

bool df_possible_columns(const df_picture *picture, unsigned width, const df_field *begin,
                         bool anchors, const df_plan_deal *deal)
{
    const demand wanted = possible_look(picture, DF_NARROW_MAX_WIDTH, anchors);
    const int64_t lying = (int64_t)possible_lying(begin), even = possible_count_even(picture);
    size_t pieces[DF_TETROMINOES] = {0};
    if (wanted.has_anchors)
        return true;
    for (size_t count = 0; count <= deal->count; count++) {
        for (unsigned keeps = 0; keeps <= (deal->hold && count > 0); keeps++) {
            const int64_t cleared =
                lying + 4 * (int64_t)(count - keeps) - (int64_t)wanted.squares;
            if (cleared < 0 || cleared % width != 0)
                continue;
            const int64_t change =
                (width % 2 != 0 ? cleared / width : 0) - possible_lying_even(begin);
            if (possible_changes_held(pieces, keeps, change + even) ||
                (picture->width < width && possible_changes_held(pieces, keeps, change - even)))
                return true;
        }
        if (count < deal->count)
            pieces[deal->queue[count]]++;
    }
    return false;
}

df_status df_possible_check_begun(const df_picture *picture, unsigned width,
                                  const df_field *begin, const char *pieces, bool anchors,
                                  unsigned colors, df_error *error)
{
    demand wanted = possible_look(picture, DF_NARROW_MAX_WIDTH, anchors);
    wanted.colors = colors;
    if (begin == NULL || df_field_top(begin) == 0) {
        const possible_request asked = {picture, wanted, width, pieces};
        return possible_check_empty(&asked, anchors, error);
    }
    wanted.is_begun = true;
    wanted.lying = possible_lying(begin);
    /* The starting field may stay, so odd runs of O are possible, and rows that stay empty. */
    df_status status = DF_OK;
    if (!anchors && !possible_has_gap(begin))
        status = check_empty_rows(picture, error);
    if (status == DF_OK)
        status = check_width(picture, &wanted, width, error);
    return status == DF_OK ? check_count(picture, &wanted, width, error) : status;
}

unsigned df_possible_width(const df_picture *picture, unsigned width, bool anchors)
{
    const demand wanted = possible_look(picture, DF_FIELD_MAX_WIDTH, anchors);
    unsigned least = width;
    while (least <= DF_FIELD_MAX_WIDTH && !possible_suits(&wanted, least))
        least++;
    return least <= DF_FIELD_MAX_WIDTH ? least : width;
}

df_status df_possible_check_size(const df_picture *picture, unsigned width, unsigned fit,
                                 unsigned colors, df_error *error)
{
    if (width > DF_FIELD_MAX_WIDTH) {
        df_error_set(error, DF_ERROR_ARGUMENT, "a playfield has at most 256 columns");
        df_error_advise(error, DF_OPTION_WIDTH, "auto");
        return DF_ERROR_ARGUMENT;
    }
    if (picture->height <= DF_FIELD_MAX_HEIGHT)
        return DF_OK;
    df_error_set(error, DF_ERROR_LIMIT, "a playfield has at most 1024 rows");
    df_advice_put_fit(error, picture, fit, DF_FIELD_MAX_HEIGHT / 2, colors);
    return DF_ERROR_LIMIT;
}

/* Refuses pieces for too few colours, `count` of them. */
static df_status possible_refuse_few(const char *pieces, unsigned count,
                                     const df_picture *picture, df_error *error)
{
    df_error_set(error, DF_ERROR_ARGUMENT,
                 "the picture has more colours than pieces are named");
    if (picture->color_count > DF_PRINT_MAX_COLORS)
        df_error_advise(error, DF_OPTION_COLORS, "%u", count > 0 ? count : 1);
    else
        df_advice_put_pieces(error, pieces, picture->color_count, picture->color_count);
    return DF_ERROR_ARGUMENT;
}

/* Allows pieces for more colours than there are, so that one set serves pictures of fewer
 * colours too. */
df_status df_possible_check_pieces(const char *pieces, const df_picture *picture,
                                   const df_piece_set *tetrominoes, df_error *error)
{
    static const char *const faults[] = {[CARRIERS_UNKNOWN] = "a piece that is no tetromino",
                                         [CARRIERS_TWICE] = "a piece for two colours",
                                         [CARRIERS_NONE] = "a colour without a piece"};
    carrier_sets sets;
    if (!df_piece_set_is_tetrominoes(tetrominoes))
        return df_error_set(
            error, DF_ERROR_ARGUMENT,
            "these are not the seven tetrominoes; give df_piece_set_tetrominoes");
    if (pieces == NULL)
        return DF_OK;
    const carriers_fault fault = df_carriers_read(&sets, pieces);
    if (sets.count < picture->color_count)
        return possible_refuse_few(pieces, sets.count, picture, error);
    if (fault == CARRIERS_FINE)
        return DF_OK;
    return df_error_set(error, DF_ERROR_ARGUMENT,
                        "%s; name one of IOTSZJL for each colour, or several of them between "
                        "commas, each at most once",
                        faults[fault]);
}
