#include "slow.h"

#include <string.h>

slow_piece slow_read_piece(const char *rows, unsigned turns)
{
    slow_piece piece = {0};
    int column = 0, row = 0;
    for (; *rows != '\0'; rows++) {
        if (*rows == '#') {
            piece.x[piece.count] = column;
            piece.y[piece.count++] = -row;
        }
        row += *rows == '/';
        column = *rows == '/' ? 0 : column + 1;
    }
    for (; turns > 0; turns--) {
        for (int i = 0; i < piece.count; i++) {
            const int x = piece.x[i];
            piece.x[i] = piece.y[i];
            piece.y[i] = -x;
        }
    }
    int left = piece.x[0], right = left, low = piece.y[0], high = low;
    for (int i = 0; i < piece.count; i++) {
        left = piece.x[i] < left ? piece.x[i] : left;
        right = piece.x[i] > right ? piece.x[i] : right;
        low = piece.y[i] < low ? piece.y[i] : low;
        high = piece.y[i] > high ? piece.y[i] : high;
    }
    for (int i = 0; i < piece.count; i++) {
        piece.x[i] -= left;
        piece.y[i] -= low;
    }
    piece.width = right - left + 1;
    piece.height = high - low + 1;
    return piece;
}

void slow_begin(slow_field *field, unsigned width, unsigned height)
{
    memset(field, 0, sizeof *field);
    field->width = (int)width;
    field->height = (int)height;
}

/* Nothing is in the way above the playfield; its walls and floor are. */
static bool room(const slow_field *field, const slow_piece *piece, int x, int y)
{
    for (int i = 0; i < piece->count; i++) {
        const int column = x + piece->x[i], row = y + piece->y[i];
        if (column < 0 || column >= field->width || row < 0 || row >= SLOW_ROWS ||
            field->square[row][column] != 0)
            return false;
    }
    return true;
}

static int middle(const slow_field *field, const slow_piece *piece)
{
    return (field->width - piece->width) / 2;
}

/* The piece in the middle, its top in the top row. */
static bool room_in_the_middle(const slow_field *field, const slow_piece *piece)
{
    return piece->width <= field->width && piece->height <= field->height &&
           room(field, piece, middle(field, piece), field->height - piece->height);
}

static df_refusal walk(const slow_field *field, const char *rows, const df_drop *drop)
{
    const slow_piece spawned = slow_read_piece(rows, DF_NORTH);
    if (!room_in_the_middle(field, &spawned))
        return DF_REFUSAL_TOP_OUT;
    const unsigned step = drop->orientation == DF_WEST ? 3 : 1;
    unsigned facing = DF_NORTH;
    while (facing != drop->orientation) {
        facing = (facing + step) % DF_ORIENTATIONS;
        const slow_piece turned = slow_read_piece(rows, facing);
        if (!room_in_the_middle(field, &turned))
            return DF_REFUSAL_NO_TURN;
    }
    const slow_piece piece = slow_read_piece(rows, drop->orientation);
    int x = middle(field, &piece);
    while (x != drop->x) {
        x += x < drop->x ? 1 : -1;
        if (!room(field, &piece, x, field->height - piece.height))
            return DF_REFUSAL_NO_SHIFT;
    }
    return DF_REFUSAL_NONE;
}

static bool is_full(const slow_field *field, int y)
{
    for (int x = 0; x < field->width; x++) {
        if (field->square[y][x] == 0)
            return false;
    }
    return true;
}

df_refusal slow_drop(slow_field *field, const char *rows, const df_drop *drop, df_rules rules,
                     df_landing *landing)
{
    const slow_piece piece = slow_read_piece(rows, drop->orientation);
    if (drop->x + piece.width > field->width)
        return DF_REFUSAL_OUTSIDE;
    int y = field->height;
    if (rules == DF_RULES_HARDDROP) {
        const df_refusal refusal = walk(field, rows, drop);
        if (refusal != DF_REFUSAL_NONE)
            return refusal;
        y = field->height - piece.height;
    }
    while (room(field, &piece, drop->x, y - 1))
        y--;
    if (y + piece.height > field->height)
        return DF_REFUSAL_TOP_OUT;
    for (int i = 0; i < piece.count; i++)
        field->square[y + piece.y[i]][drop->x + piece.x[i]] = drop->piece + 1u;
    *landing = (df_landing){.y = (uint16_t)y};
    /* From above, so that a row that moves down has been looked at already. */
    for (int i = piece.height - 1; i >= 0; i--) {
        if (!is_full(field, y + i))
            continue;
        landing->cleared |= UINT32_C(1) << i;
        landing->cleared_count++;
        for (int row = y + i; row + 1 < SLOW_ROWS; row++)
            memcpy(field->square[row], field->square[row + 1], sizeof field->square[row]);
    }
    return DF_REFUSAL_NONE;
}

bool slow_equals(const slow_field *field, const df_field *other)
{
    if (field->width != other->width || field->height != other->height)
        return false;
    for (int y = 0; y < field->height; y++) {
        for (int x = 0; x < field->width; x++) {
            if (field->square[y][x] != df_field_square(other, (unsigned)x, (unsigned)y))
                return false;
        }
    }
    return true;
}
