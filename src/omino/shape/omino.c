#include "dropforge/omino.h"

#include <assert.h>
#include <string.h>

#include "core/base/bits.h"
#include "neighbors.h"
#include "rows.h"

/* Sorts into reading order: by column, then by row, which keeps the order within rows. All x
 * and y are less than DF_OMINO_MAX_SQUARES. */
static void sort_squares(df_square *squares, size_t count)
{
    df_square sorted[DF_OMINO_MAX_SQUARES];
    for (unsigned pass = 0; pass < 2; pass++) {
        uint16_t begin[DF_OMINO_MAX_SQUARES + 1];
        unsigned max = 0;
        for (size_t i = 0; i < count; i++) {
            const unsigned key = pass == 0 ? squares[i].x : squares[i].y;
            max = key > max ? key : max;
        }
        memset(begin, 0, (max + 2) * sizeof begin[0]);
        for (size_t i = 0; i < count; i++)
            begin[(pass == 0 ? squares[i].x : squares[i].y) + 1]++;
        for (unsigned key = 1; key <= max; key++)
            begin[key] = (uint16_t)(begin[key] + begin[key - 1]);
        for (size_t i = 0; i < count; i++)
            sorted[begin[pass == 0 ? squares[i].x : squares[i].y]++] = squares[i];
        memcpy(squares, sorted, count * sizeof *squares);
    }
}

/* True if all squares can be reached from the first. */
static bool is_connected(const df_omino *omino)
{
    omino_neighbors neighbors;
    bool seen[DF_OMINO_MAX_SQUARES] = {true};
    uint16_t reached[DF_OMINO_MAX_SQUARES] = {0};
    unsigned count = 1;
    df_omino_neighbors_find(&neighbors, omino);
    for (unsigned done = 0; done < count; done++) {
        for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
            const uint16_t next = neighbors.near[reached[done]][direction];
            if (next == NO_SQUARE || seen[next])
                continue;
            seen[next] = true;
            reached[count++] = next;
        }
    }
    return count == omino->size;
}

df_status df_omino_from_squares(df_omino *omino, const df_square *squares, size_t count)
{
    if (count == 0 || count > DF_OMINO_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    df_square min = squares[0], max = squares[0];
    for (size_t i = 1; i < count; i++) {
        min.x = squares[i].x < min.x ? squares[i].x : min.x;
        min.y = squares[i].y < min.y ? squares[i].y : min.y;
        max.x = squares[i].x > max.x ? squares[i].x : max.x;
        max.y = squares[i].y > max.y ? squares[i].y : max.y;
    }
    /* Connected squares are no farther apart. */
    if ((size_t)(max.x - min.x) + (size_t)(max.y - min.y) >= count)
        return DF_ERROR_ARGUMENT;
    df_omino made;
    made.size = (uint16_t)count;
    made.width = (uint16_t)(max.x - min.x + 1);
    made.height = (uint16_t)(max.y - min.y + 1);
    for (size_t i = 0; i < count; i++) {
        made.squares[i].x = (uint16_t)(squares[i].x - min.x);
        made.squares[i].y = (uint16_t)(squares[i].y - min.y);
    }
    sort_squares(made.squares, count);
    for (size_t i = 1; i < count; i++) {
        if (made.squares[i].x == made.squares[i - 1].x &&
            made.squares[i].y == made.squares[i - 1].y)
            return DF_ERROR_ARGUMENT;
    }
    if (!is_connected(&made))
        return DF_ERROR_ARGUMENT;
    *omino = made;
    return DF_OK;
}

void df_omino_from_rows(df_omino *omino, const uint32_t *rows, unsigned height)
{
    unsigned width = 0, count = 0;
    for (unsigned y = 0; y < height; y++)
        for (uint32_t row = rows[y]; row != 0; row &= row - 1) {
            const unsigned x = bits_lowest(row);
            width = x + 1 > width ? x + 1 : width;
            omino->squares[count++] = (df_square){(uint16_t)x, (uint16_t)y};
        }
    omino->size = (uint16_t)count;
    omino->width = (uint16_t)width;
    omino->height = (uint16_t)height;
}

void df_omino_from_shape(df_omino *omino, const df_shape *shape)
{
    df_omino_from_rows(omino, shape->row, shape->height);
}

void df_omino_transform(const df_omino *from, unsigned image, df_omino *to)
{
    assert(image < DF_OMINO_IMAGES);
    const unsigned turns = image % 4;
    const uint16_t right = (uint16_t)(from->width - 1), top = (uint16_t)(from->height - 1);
    const uint16_t width = from->width, height = from->height, size = from->size;
    for (unsigned i = 0; i < size; i++) {
        const uint16_t y = from->squares[i].y;
        const uint16_t x =
            image < 4 ? from->squares[i].x : (uint16_t)(right - from->squares[i].x);
        const uint16_t back_x = (uint16_t)(right - x), back_y = (uint16_t)(top - y);
        to->squares[i] = turns == 0   ? (df_square){x, y}
                         : turns == 1 ? (df_square){y, back_x}
                         : turns == 2 ? (df_square){back_x, back_y}
                                      : (df_square){back_y, x};
    }
    to->size = size;
    to->width = turns % 2 == 0 ? width : height;
    to->height = turns % 2 == 0 ? height : width;
    sort_squares(to->squares, size);
}

int df_omino_compare(const df_omino *a, const df_omino *b)
{
    if (a->height != b->height)
        return a->height < b->height ? -1 : 1;
    unsigned begin_a = 0, begin_b = 0;
    while (begin_a < a->size) {
        const unsigned end_a = omino_row_end(a, begin_a), end_b = omino_row_end(b, begin_b);
        unsigned at_a = end_a, at_b = end_b;
        /* From the right, where the high bits are, to the first bit that only one row has. */
        while (at_a > begin_a && at_b > begin_b) {
            const uint16_t x_a = a->squares[--at_a].x, x_b = b->squares[--at_b].x;
            if (x_a != x_b)
                return x_a > x_b ? -1 : 1;
        }
        if (at_a > begin_a || at_b > begin_b)
            return at_a > begin_a ? -1 : 1;
        begin_a = end_a;
        begin_b = end_b;
    }
    return 0;
}

/* Does the same as *to = *from, without the unused squares. */
static void omino_copy(df_omino *to, const df_omino *from)
{
    to->size = from->size;
    to->width = from->width;
    to->height = from->height;
    memmove(to->squares, from->squares, from->size * sizeof from->squares[0]);
}

void df_omino_canonical(const df_omino *omino, df_omino_class kind, df_omino *canonical)
{
    const unsigned count = omino_class_images(kind);
    df_omino best;
    omino_copy(&best, omino);
    for (unsigned image = 1; image < count; image++) {
        const uint16_t height = image % 2 == 0 ? omino->height : omino->width;
        if (height > best.height)
            continue;
        df_omino other;
        df_omino_transform(omino, image, &other);
        if (df_omino_compare(&other, &best) < 0)
            omino_copy(&best, &other);
    }
    omino_copy(canonical, &best);
}
