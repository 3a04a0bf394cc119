/* Reads any bytes as a code or a drawing of a polyomino; what reads must write and read back,
 * and its features must agree with one another. */
#include <string.h>

#include "check.h"
#include "dropforge/omino.h"
#include "omino/shape/rows.h"

/* Searching takes time that grows with the square of the size. The largest polyominoes are
 * searched, too, because they fill all arrays. */
enum { MAX_SEARCHED = 100 };

static void check_reads(const df_omino *omino, const df_text *text)
{
    df_omino again;
    MUST(text->status == DF_OK);
    MUST(df_omino_code_read(&again, text->bytes, text->length, NULL) == DF_OK);
    MUST(df_omino_compare(omino, &again) == 0);
}

static void check_texts(const df_omino *omino)
{
    df_text code = {0}, drawing = {0};
    df_omino_write(&code, omino, DF_OMINO_CODE);
    check_reads(omino, &code);
    df_omino_write(&drawing, omino, DF_OMINO_DRAWING);
    check_reads(omino, &drawing);
    df_text_free(&code);
    df_text_free(&drawing);
}

/* An image has the same canonical image, and the same features as far as it can. */
static void check_image(const df_omino *omino, const df_omino_traits *traits, unsigned number)
{
    df_omino canonical, image, other;
    df_omino_traits seen;
    df_omino_canonical(omino, DF_OMINO_FREE, &canonical);
    df_omino_transform(omino, number, &image);
    df_omino_canonical(&image, DF_OMINO_FREE, &other);
    MUST(df_omino_compare(&canonical, &other) == 0);
    df_omino_traits_find(&image, &seen);
    MUST(seen.symmetry == traits->symmetry && seen.images == traits->images);
    MUST(seen.perimeter == traits->perimeter && seen.holes == traits->holes);
    MUST(seen.directed == traits->directed && seen.tree_like == traits->tree_like);
    MUST(seen.column_convex == (number % 2 == 0 ? traits->column_convex : traits->row_convex));
}

static void check_path(const df_omino *omino)
{
    static uint16_t walk[DF_OMINO_MAX_SQUARES];
    if (df_omino_path(omino, 100, walk) == DF_FOUND) {
        for (unsigned i = 1; i < omino->size; i++) {
            const df_square a = omino->squares[walk[i - 1]], b = omino->squares[walk[i]];
            const int x = a.x - b.x, y = a.y - b.y;
            MUST(x * x + y * y == 1);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    df_omino omino;
    df_omino_traits traits;
    df_error error = {0};
    df_piece piece;
    const df_status status = df_omino_code_read(&omino, (const char *)data, size, &error);
    if (status != DF_OK) {
        MUST(status == DF_ERROR_INPUT);
        MUST(error.line == 1 && error.column > 0 && error.column <= size + 1);
        MUST(strchr(error.text, ';') != NULL);
        return 0;
    }
    df_omino_traits_find(&omino, &traits);
    check_texts(&omino);
    check_image(&omino, &traits, data[size - 1] % DF_OMINO_IMAGES);
    if (omino.size <= MAX_SEARCHED || omino.size == DF_OMINO_MAX_SQUARES)
        check_path(&omino);
    MUST(df_omino_piece(&piece, &omino, "P") ==
         (omino.size <= DF_PIECE_MAX_SQUARES ? DF_OK : DF_ERROR_ARGUMENT));
    return 0;
}
