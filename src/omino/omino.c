#include "dropforge/omino.h"

#include <assert.h>
#include <string.h>

#include "omino/neighbors.h"

/* Sorts into reading order: by column, then, which keeps that order, by row. All x and y are
 * less than DF_OMINO_MAX_SQUARES. */
static void sort_squares(df_square *squares, size_t count)
{
    df_square sorted[DF_OMINO_MAX_SQUARES];
    for (unsigned pass = 0; pass < 2; pass++) {
        uint16_t begin[DF_OMINO_MAX_SQUARES + 1];
        unsigned most = 0;
        for (size_t i = 0; i < count; i++) {
            const unsigned key = pass == 0 ? squares[i].x : squares[i].y;
            most = key > most ? key : most;
        }
        memset(begin, 0, (most + 2) * sizeof begin[0]);
        for (size_t i = 0; i < count; i++)
            begin[(pass == 0 ? squares[i].x : squares[i].y) + 1]++;
        for (unsigned key = 1; key <= most; key++)
            begin[key] = (uint16_t)(begin[key] + begin[key - 1]);
        for (size_t i = 0; i < count; i++)
            sorted[begin[pass == 0 ? squares[i].x : squares[i].y]++] = squares[i];
        memcpy(squares, sorted, count * sizeof *squares);
    }
}

/* Whether all squares can be reached from the first. */
static bool is_connected(const df_omino *omino)
{
    omino_neighbors neighbors;
    bool seen[DF_OMINO_MAX_SQUARES] = {true};
    uint16_t reached[DF_OMINO_MAX_SQUARES] = {0};
    unsigned count = 1;
    df_omino_neighbors_find(&neighbors, omino);
    for (unsigned done = 0; done < count; done++) {
        for (unsigned way = 0; way < WAYS; way++) {
            const uint16_t next = neighbors.near[reached[done]][way];
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
    df_square least = squares[0], most = squares[0];
    for (size_t i = 1; i < count; i++) {
        least.x = squares[i].x < least.x ? squares[i].x : least.x;
        least.y = squares[i].y < least.y ? squares[i].y : least.y;
        most.x = squares[i].x > most.x ? squares[i].x : most.x;
        most.y = squares[i].y > most.y ? squares[i].y : most.y;
    }
    /* No farther apart than that, if they hang together. */
    if ((size_t)(most.x - least.x) + (size_t)(most.y - least.y) >= count)
        return DF_ERROR_ARGUMENT;
    df_omino made;
    made.size = (uint16_t)count;
    made.width = (uint16_t)(most.x - least.x + 1);
    made.height = (uint16_t)(most.y - least.y + 1);
    for (size_t i = 0; i < count; i++) {
        made.squares[i].x = (uint16_t)(squares[i].x - least.x);
        made.squares[i].y = (uint16_t)(squares[i].y - least.y);
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

void df_omino_from_shape(df_omino *omino, const df_shape *shape)
{
    omino->size = 0;
    omino->width = shape->width;
    omino->height = shape->height;
    for (uint16_t y = 0; y < shape->height; y++) {
        for (uint16_t x = 0; x < shape->width; x++) {
            if ((shape->row[y] >> x & 1) != 0)
                omino->squares[omino->size++] = (df_square){x, y};
        }
    }
}

void df_omino_transform(df_omino *to, const df_omino *from, unsigned image)
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

/* The end of the row that begins with square i. */
static unsigned row_end(const df_omino *omino, unsigned i)
{
    const unsigned y = omino->squares[i].y;
    while (i < omino->size && omino->squares[i].y == y)
        i++;
    return i;
}

int df_omino_compare(const df_omino *a, const df_omino *b)
{
    if (a->height != b->height)
        return a->height < b->height ? -1 : 1;
    unsigned begin_a = 0, begin_b = 0;
    while (begin_a < a->size) {
        const unsigned end_a = row_end(a, begin_a), end_b = row_end(b, begin_b);
        unsigned at_a = end_a, at_b = end_b;
        /* From the right, where the high bits are, to the first that only one row has. */
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

/* The same as *to = *from, without the room behind the squares. */
static void copy(df_omino *to, const df_omino *from)
{
    to->size = from->size;
    to->width = from->width;
    to->height = from->height;
    memmove(to->squares, from->squares, from->size * sizeof from->squares[0]);
}

void df_omino_canonical(df_omino *canonical, const df_omino *omino, df_omino_class kind)
{
    const unsigned count = kind == DF_OMINO_FIXED       ? 1
                           : kind == DF_OMINO_ONE_SIDED ? 4
                                                        : DF_OMINO_IMAGES;
    df_omino best;
    copy(&best, omino);
    for (unsigned image = 1; image < count; image++) {
        const uint16_t height = image % 2 == 0 ? omino->height : omino->width;
        if (height > best.height)
            continue;
        df_omino other;
        df_omino_transform(&other, omino, image);
        if (df_omino_compare(&other, &best) < 0)
            copy(&best, &other);
    }
    copy(canonical, &best);
}
