#include "hope.h"

#include <string.h>

static bool hope_row_stays(const band *on, unsigned y)
{
    return y < on->rows && (on->stays >> y & 1) != 0;
}

void df_hope_begin(hope *self, const band *on, const print_shape shapes[PRINT_SHAPES])
{
    self->shape = shapes;
    unsigned count = 0;
    memset(self->packed, 0, sizeof self->packed);
    for (unsigned y = 0; y < on->rows; y++) {
        if (!hope_row_stays(on, y))
            continue;
        if (count == HOPE_ROWS) {
            count++;
            break;
        }
        for (unsigned i = 0; i < 1 << HOPE_ROWS; i++)
            self->packed[y / 8][i] |= (uint8_t)((i >> y % 8 & 1) << count);
        count++;
    }
    self->is_needed = count <= HOPE_ROWS;
    if (!self->is_needed)
        return;
    self->count = count;
    memset(self->slots, 0, sizeof self->slots);
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        for (unsigned low = 0; low < HOPE_ROWS; low++) {
            self->squares[s][low] = 0;
            for (unsigned i = 0; i < shapes[s].width; i++)
                self->squares[s][low] |= (uint32_t)((shapes[s].column[i] << low) & 0xff)
                                         << HOPE_ROWS * i;
        }
    }
    unsigned free_rows[DF_TETROMINOES][DF_FIELD_MAX_WIDTH];
    unsigned carrier[DF_FIELD_MAX_WIDTH];
    const unsigned above = ~0u << count;
    for (unsigned x = 0; x < on->width; x++) {
        for (unsigned p = 0; p < DF_TETROMINOES; p++)
            free_rows[p][x] =
                (unsigned)hope_pack(self, on->allowed[p][x] & (unsigned)~on->present[x]) |
                above;
        const unsigned all = (unsigned)hope_pack(self, on->open[x] | on->present[x]);
        /* bit y: what lies in row y is carried there */
        carrier[x] = (all << 1 | columns_have(&on->carried, x)) | (above << 1);
        /* all P */
        unsigned missing = 0;
        for (unsigned y = 0; y < on->rows; y++)
            if (hope_row_stays(on, y) && (on->optional[x] >> y & 1) != 0 && on->worth[x][y] > 0)
                missing |= 1u << y;
        self->missing[x] = (uint8_t)hope_pack(self, missing);
    }
    for (unsigned x = 0; x < on->width; x++) {
        self->shapes[x] = 0;
        for (unsigned s = 0; s < PRINT_SHAPES; s++) {
            const print_shape *shape = &shapes[s];
            self->fits[x][s] = 0;
            if (x + shape->width > on->width)
                continue;
            unsigned lows = (1u << count) - 1, carried = 0;
            for (unsigned i = 0; i < shape->width; i++) {
                for (unsigned k = shape->bottom[i]; k <= shape->top[i]; k++)
                    lows &= free_rows[shape->piece][x + i] >> k;
                carried |= carrier[x + i] >> shape->bottom[i];
            }
            self->fits[x][s] = (uint8_t)(lows & carried);
            self->shapes[x] |= (uint32_t)(self->fits[x][s] != 0) << s;
        }
    }
}

static bool hope_has(const hope *self, unsigned x, unsigned y, uint64_t window)
{
    for (unsigned j = 0; j < PRINT_REACH && j <= x; j++) {
        for (uint32_t rest = self->shapes[x - j]; rest != 0; rest &= rest - 1) {
            const unsigned s = bits_lowest(rest);
            const print_shape *shape = &self->shape[s];
            if (j >= shape->width)
                continue;
            for (unsigned k = shape->bottom[j]; k <= shape->top[j] && k <= y; k++) {
                const unsigned low = y - k;
                if ((self->fits[x - j][s] >> low & 1) != 0 &&
                    ((uint64_t)self->squares[s][low] << HOPE_ROWS * (HOPE_SIDE - j) & window) ==
                        0)
                    return true;
            }
        }
    }
    return false;
}

bool df_hope_find(hope *self, unsigned x, uint64_t window)
{
    uint64_t rest = self->missing[x] & ~(window >> HOPE_ROWS * HOPE_SIDE);
    for (; rest != 0; rest &= rest - 1) {
        if (!hope_has(self, x, bits_lowest(rest), window))
            return true;
    }
    return false;
}
