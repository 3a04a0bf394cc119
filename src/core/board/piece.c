#include "dropforge/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "piece_list.h"
#include "shape.h"
#include "turns.h"

typedef struct piece_square {
    int x, y;
} piece_square;

/* Reads a drawing into squares, y counted downwards. */
static piece_flaw piece_read_drawing(text_span rows, piece_square squares[DF_PIECE_MAX_SQUARES],
                                     size_t *count)
{
    int x = 0, y = 0;
    *count = 0;
    for (size_t i = 0; i < rows.length; i++) {
        const char c = rows.bytes[i];
        if (c == '/') {
            x = 0;
            y++;
            continue;
        }
        if (c != '#' && c != '.')
            return PIECE_BAD_BYTE;
        if (c == '#') {
            if (*count == DF_PIECE_MAX_SQUARES)
                return PIECE_LARGE;
            squares[(*count)++] = (piece_square){x, y};
        }
        x++;
    }
    return *count > 0 ? PIECE_GOOD : PIECE_EMPTY;
}

static bool piece_connected(const piece_square *squares, size_t count)
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
    return reached == bits_low((unsigned)count);
}

static void move_to_origin(piece_square *squares, size_t count)
{
    int min_x = squares[0].x, min_y = squares[0].y;
    for (size_t i = 1; i < count; i++) {
        min_x = squares[i].x < min_x ? squares[i].x : min_x;
        min_y = squares[i].y < min_y ? squares[i].y : min_y;
    }
    for (size_t i = 0; i < count; i++) {
        squares[i].x -= min_x;
        squares[i].y -= min_y;
    }
}

/* Fills in a shape. The squares are connected and at most 32, so every x and y is below 32 once
 * they are at the origin. */
static void piece_fill_shape(df_shape *shape, const piece_square *squares, size_t count)
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

static bool is_name(text_span name)
{
    if (name.length == 0 || name.length >= DF_PIECE_NAME_SIZE)
        return false;
    for (size_t i = 0; i < name.length; i++) {
        if (name.bytes[i] <= ' ' || name.bytes[i] > '~' || name.bytes[i] == '#')
            return false;
    }
    return true;
}

piece_flaw df_piece_draw(df_piece *piece, text_span name, text_span rows)
{
    piece_square squares[DF_PIECE_MAX_SQUARES];
    size_t count;
    if (!is_name(name))
        return PIECE_BAD_NAME;
    const piece_flaw flaw = piece_read_drawing(rows, squares, &count);
    if (flaw != PIECE_GOOD)
        return flaw;
    if (!piece_connected(squares, count))
        return PIECE_TORN;

    memset(piece, 0, sizeof *piece);
    memcpy(piece->name, name.bytes, name.length);
    piece->size = (uint8_t)count;
    for (size_t i = 0; i < count; i++)
        squares[i].y = -squares[i].y;
    for (uint8_t o = 0; o < DF_ORIENTATIONS; o++) {
        move_to_origin(squares, count);
        df_shape *shape = &piece->shape[o], *north = &piece->shape[DF_NORTH];
        piece_fill_shape(shape, squares, count);
        shape->center_x = o > 0 ? shape[-1].center_y : (uint8_t)((north->width - 1) / 2);
        shape->center_y = o > 0 ? (uint8_t)(shape->height - 1 - shape[-1].center_x)
                                : (uint8_t)((north->height - 1) / 2);
        piece->same_as[o] = 0;
        while (!shape_is(&piece->shape[piece->same_as[o]], &piece->shape[o]))
            piece->same_as[o]++;
        for (size_t i = 0; i < count; i++)
            squares[i] = (piece_square){squares[i].y, -squares[i].x};
    }
    return PIECE_GOOD;
}

static bool piece_draw(df_piece *piece, const df_piece_drawing *drawing)
{
    const text_span name = {drawing->name, strlen(drawing->name)};
    const text_span rows = {drawing->rows, strlen(drawing->rows)};
    return df_piece_draw(piece, name, rows) == PIECE_GOOD;
}

static df_status add_drawing(piece_list *list, const df_piece_drawing *drawing)
{
    df_piece piece;
    if (drawing->name == NULL || drawing->rows == NULL || !piece_draw(&piece, drawing))
        return DF_ERROR_ARGUMENT;
    const text_span name = {drawing->name, strlen(drawing->name)};
    if (df_piece_list_find(list, name) >= 0)
        return DF_ERROR_ARGUMENT;
    return df_piece_list_add(list, &piece);
}

df_status df_piece_set_create(df_piece_set **set, const df_piece_drawing *drawings,
                              size_t count)
{
    if (count == 0 || count > PIECE_LIST_MAX)
        return DF_ERROR_ARGUMENT;
    piece_list list = {0};
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < count; i++)
        status = add_drawing(&list, &drawings[i]);
    if (status == DF_OK)
        *set = df_piece_list_take(&list);
    df_piece_list_free(&list);
    return status;
}

static const df_piece_drawing tetrominoes[DF_TETROMINOES] = {
    [DF_I] = {"I", "####"},    [DF_O] = {"O", "##/##"},   [DF_T] = {"T", ".#./###"},
    [DF_S] = {"S", ".##/##."}, [DF_Z] = {"Z", "##./.##"}, [DF_J] = {"J", "#../###"},
    [DF_L] = {"L", "..#/###"},
};

df_status df_piece_set_tetrominoes(df_piece_set **set)
{
    return df_piece_set_create(set, tetrominoes, DF_TETROMINOES);
}

bool df_piece_set_is_tetrominoes(const df_piece_set *set)
{
    bool is_same = set->count == DF_TETROMINOES;
    for (size_t i = 0; is_same && i < DF_TETROMINOES; i++) {
        df_piece piece;
        is_same = piece_draw(&piece, &tetrominoes[i]) &&
                  strcmp(piece.name, set->pieces[i].name) == 0 &&
                  shapes_are(&piece, &set->pieces[i]);
    }
    return is_same;
}

df_status df_piece_set_copy(df_piece_set **copy, const df_piece_set *set,
                            const df_turns kicks[DF_TETROMINOES])
{
    /* The kicks lie behind the pieces, so that the set remains one block. */
    const size_t size = sizeof *set + set->count * sizeof set->pieces[0];
    df_piece_set *made = malloc(size + DF_TETROMINOES * sizeof kicks[0]);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    df_turns *owned = (void *)&made->pieces[set->count];
    memcpy(made, set, size);
    memcpy(owned, kicks, DF_TETROMINOES * sizeof kicks[0]);
    for (size_t i = 0; i < made->count; i++)
        made->pieces[i].kicks = owned;
    *copy = made;
    return DF_OK;
}

void df_piece_set_free(df_piece_set *set)
{
    free(set);
}

int df_piece_set_find(const df_piece_set *set, const char *name, size_t length)
{
    for (size_t i = 0; i < set->count; i++) {
        if (df_span_equals((text_span){name, length}, set->pieces[i].name))
            return (int)i;
    }
    return -1;
}
