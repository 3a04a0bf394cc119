#include "dropforge/piece.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct square {
    int x, y;
} square;

/* Reads a drawing into squares, y counted downwards; returns their number, 0 if bad. */
static size_t read_drawing(const char *rows, square squares[DF_PIECE_MAX_SQUARES])
{
    size_t count = 0;
    int x = 0, y = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        if (*c == '/') {
            x = 0;
            y++;
            continue;
        }
        if (*c != '#' && *c != '.')
            return 0;
        if (*c == '#') {
            if (count == DF_PIECE_MAX_SQUARES)
                return 0;
            squares[count++] = (square){x, y};
        }
        x++;
    }
    return count;
}

static bool connected(const square *squares, size_t count)
{
    /* Floods from square 0; `reached` is a set of indices, which fit in 32 bits. */
    uint32_t reached = 1, before = 0;
    while (reached != before) {
        before = reached;
        for (size_t i = 0; i < count; i++) {
            for (size_t j = 0; j < count; j++) {
                const int distance =
                    abs(squares[i].x - squares[j].x) + abs(squares[i].y - squares[j].y);
                if (distance == 1 && (reached >> i & 1) != 0)
                    reached |= UINT32_C(1) << j;
            }
        }
    }
    return reached == (count == 32 ? UINT32_MAX : (UINT32_C(1) << count) - 1);
}

static void move_to_origin(square *squares, size_t count)
{
    int least_x = squares[0].x, least_y = squares[0].y;
    for (size_t i = 1; i < count; i++) {
        least_x = squares[i].x < least_x ? squares[i].x : least_x;
        least_y = squares[i].y < least_y ? squares[i].y : least_y;
    }
    for (size_t i = 0; i < count; i++) {
        squares[i].x -= least_x;
        squares[i].y -= least_y;
    }
}

/* The squares are connected and there are at most 32 of them, so every x and y is below
 * 32 once they are at the origin. */
static void fill_shape(df_shape *shape, const square *squares, size_t count)
{
    memset(shape, 0, sizeof *shape);
    memset(shape->bottom, DF_PIECE_MAX_SQUARES, sizeof shape->bottom);
    for (size_t i = 0; i < count; i++) {
        const uint8_t x = (uint8_t)squares[i].x, y = (uint8_t)squares[i].y;
        shape->row[y] |= UINT32_C(1) << x;
        if (y < shape->bottom[x])
            shape->bottom[x] = y;
        if (y > shape->top[x])
            shape->top[x] = y;
        if (x >= shape->width)
            shape->width = (uint8_t)(x + 1);
        if (y >= shape->height)
            shape->height = (uint8_t)(y + 1);
    }
}

static bool fill_piece(df_piece *piece, const df_piece_drawing *drawing)
{
    const size_t length = drawing->name != NULL ? strlen(drawing->name) : 0;
    if (length == 0 || length >= DF_PIECE_NAME_SIZE || drawing->rows == NULL)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (drawing->name[i] <= ' ' || drawing->name[i] > '~' || drawing->name[i] == '#')
            return false;
    }
    square squares[DF_PIECE_MAX_SQUARES];
    const size_t count = read_drawing(drawing->rows, squares);
    if (count == 0 || !connected(squares, count))
        return false;

    memset(piece, 0, sizeof *piece);
    memcpy(piece->name, drawing->name, length);
    piece->size = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        squares[i].y = -squares[i].y;
    for (uint8_t o = 0; o < DF_ORIENTATIONS; o++) {
        move_to_origin(squares, count);
        fill_shape(&piece->shape[o], squares, count);
        piece->same_as[o] = 0;
        while (memcmp(&piece->shape[piece->same_as[o]], &piece->shape[o], sizeof(df_shape)) !=
               0)
            piece->same_as[o]++;
        for (size_t i = 0; i < count; i++)
            squares[i] = (square){squares[i].y, -squares[i].x};
    }
    return true;
}

df_status df_piece_set_create(df_piece_set **set, const df_piece_drawing *drawings,
                              size_t count)
{
    /* A playfield's squares are 16 bits: 0, 1 + index, and one value kept for frames. */
    if (count == 0 || count > UINT16_MAX - 2)
        return DF_ERROR_ARGUMENT;
    df_piece_set *made = malloc(sizeof *made + count * sizeof made->pieces[0]);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->count = 0;
    for (size_t i = 0; i < count; i++) {
        const df_piece_drawing *drawing = &drawings[i];
        if (!fill_piece(&made->pieces[i], drawing) ||
            df_piece_set_find(made, drawing->name, strlen(drawing->name)) >= 0) {
            free(made);
            return DF_ERROR_ARGUMENT;
        }
        made->count++;
    }
    *set = made;
    return DF_OK;
}

df_status df_piece_set_tetrominoes(df_piece_set **set)
{
    static const df_piece_drawing drawings[DF_TETROMINOES] = {
        [DF_I] = {"I", "####"},    [DF_O] = {"O", "##/##"},   [DF_T] = {"T", ".#./###"},
        [DF_S] = {"S", ".##/##."}, [DF_Z] = {"Z", "##./.##"}, [DF_J] = {"J", "#../###"},
        [DF_L] = {"L", "..#/###"},
    };
    return df_piece_set_create(set, drawings, DF_TETROMINOES);
}

void df_piece_set_free(df_piece_set *set)
{
    free(set);
}

int df_piece_set_find(const df_piece_set *set, const char *name, size_t length)
{
    if (length == 0 || length >= DF_PIECE_NAME_SIZE)
        return -1;
    for (size_t i = 0; i < set->count; i++) {
        const char *own = set->pieces[i].name;
        if (strlen(own) == length && memcmp(own, name, length) == 0)
            return (int)i;
    }
    return -1;
}

char df_orientation_letter(unsigned orientation)
{
    assert(orientation < DF_ORIENTATIONS);
    return "NESW"[orientation];
}
