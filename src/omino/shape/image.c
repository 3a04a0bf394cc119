#include "image.h"

#include "core/base/bits.h"
#include "rows.h"

/* An image results from up to three steps: exchange of x and y, then reflection from left to
 * right, then from top to bottom. */
enum { MIRRORED = 1, UPSIDE_DOWN = 2, EXCHANGED = 4, IMAGES = 8 };

static bool is_turn(unsigned image)
{
    const bool mirrored = (image & MIRRORED) != 0, upside_down = (image & UPSIDE_DOWN) != 0;
    return (image & EXCHANGED) != 0 ? mirrored != upside_down : mirrored == upside_down;
}

/* A board with x and y exchanged, together with its rows. */
typedef struct exchanged_board {
    bit_board board;
    uint64_t rows[BOARD_ROWS];
    uint64_t mirrored[BOARD_ROWS];
} exchanged_board;

static void image_exchange(exchanged_board *to, const bit_board *from)
{
    const unsigned width = board_width(from);
    for (unsigned x = 0; x < width; x++)
        to->rows[x] = to->mirrored[x] = 0;
    for (unsigned y = 0; y < from->height; y++)
        for (uint64_t row = board_row(from, y); row != 0; row &= row - 1) {
            const unsigned x = bits_lowest(row);
            to->rows[x] |= UINT64_C(1) << y;
            to->mirrored[x] |= UINT64_C(1) << (63 - y);
        }
    to->board = (bit_board){.left = 0,
                            .right = from->height - 1,
                            .height = width,
                            .rows = to->rows,
                            .mirrored = to->mirrored};
}

/* Returns row y of an image of `board` without exchange. */
static inline uint64_t image_row(const bit_board *board, unsigned image, unsigned y)
{
    y = (image & UPSIDE_DOWN) != 0 ? board->height - 1 - y : y;
    return (image & MIRRORED) != 0 ? board_mirrored(board, y) : board_row(board, y);
}

/* Compares the rows of `a`, from row `y` up, with those of an image of `b` of the same width
 * and height: 1 when the first that differ are greater in `a`, -1 when they are less, or 0. */
static int compare_rows(const bit_board *a, const bit_board *b, unsigned image, unsigned y)
{
    for (; y < a->height; y++) {
        const uint64_t row = board_row(a, y), other = image_row(b, image, y);
        if (row != other)
            return row > other ? 1 : -1;
    }
    return 0;
}

/* True if none of the images from `first` up to the next multiple of four is greater than `a`;
 * `others` is `a`, with x and y exchanged for exchanged images. */
static bool is_greatest(const bit_board *a, const bit_board *others, unsigned first,
                        df_omino_class kind)
{
    for (unsigned image = first; image % EXCHANGED != 0 || image == first; image++)
        if ((kind == DF_OMINO_FREE || is_turn(image)) &&
            compare_rows(a, others, image & ~(unsigned)EXCHANGED, 0) < 0)
            return false;
    return true;
}

/* Finds the first rows of the exchanged images: the outer columns, in the images' order. */
static void outer_columns(const bit_board *board, uint64_t columns[EXCHANGED])
{
    columns[0] = columns[MIRRORED] = columns[UPSIDE_DOWN] = 0;
    columns[MIRRORED | UPSIDE_DOWN] = 0;
    for (unsigned y = 0; y < board->height; y++) {
        const unsigned back = board->height - 1 - y;
        const uint64_t left = board->rows[y] >> board->left & 1;
        const uint64_t right = board->rows[y] >> board->right & 1;
        columns[0] |= left << y;
        columns[MIRRORED] |= left << back;
        columns[UPSIDE_DOWN] |= right << y;
        columns[MIRRORED | UPSIDE_DOWN] |= right << back;
    }
}

static bool is_square_canonical(const bit_board *board, df_omino_class kind)
{
    const uint64_t first = board_row(board, 0);
    uint64_t columns[EXCHANGED];
    outer_columns(board, columns);
    bool equal = false;
    for (unsigned image = 0; image < EXCHANGED; image++) {
        if (kind != DF_OMINO_FREE && !is_turn(image | EXCHANGED))
            continue;
        if (columns[image] > first)
            return false;
        equal |= columns[image] == first;
    }
    if (!equal)
        return true;
    exchanged_board other;
    image_exchange(&other, board);
    return is_greatest(board, &other.board, EXCHANGED, kind);
}

bool df_image_is_canonical(const bit_board *board, df_omino_class kind)
{
    if (kind == DF_OMINO_FIXED)
        return true;
    const unsigned width = board_width(board), height = board->height;
    if (height > width)
        return false;
    /* Nearly always the first rows decide. */
    const uint64_t first = board_row(board, 0);
    const uint64_t turned = board_mirrored(board, height - 1);
    if (turned > first)
        return false;
    bool equal = turned == first;
    if (kind == DF_OMINO_FREE) {
        const uint64_t mirrored = board_mirrored(board, 0);
        const uint64_t last = board_row(board, height - 1);
        if (mirrored > first || last > first)
            return false;
        equal |= mirrored == first || last == first;
    }
    if (equal && !is_greatest(board, board, MIRRORED, kind))
        return false;
    return height < width || is_square_canonical(board, kind);
}

df_omino_symmetry df_image_symmetry(const bit_board *board)
{
    bool same[IMAGES] = {false};
    for (unsigned image = 1; image < EXCHANGED; image++)
        same[image] = compare_rows(board, board, image, 0) == 0;
    if (board_width(board) == board->height) {
        exchanged_board other;
        image_exchange(&other, board);
        for (unsigned image = 0; image < EXCHANGED; image++)
            same[EXCHANGED | image] = compare_rows(board, &other.board, image, 0) == 0;
    }
    const bool diagonal = same[EXCHANGED] || same[EXCHANGED | MIRRORED | UPSIDE_DOWN];
    const bool axis = same[MIRRORED] || same[UPSIDE_DOWN];
    return df_omino_symmetry_of(same[EXCHANGED | MIRRORED], same[MIRRORED | UPSIDE_DOWN], axis,
                                diagonal);
}
