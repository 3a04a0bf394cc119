#include "hope.h"

#include <string.h>

void df_hope_init(hope *self, const print_shape shapes[PRINT_SHAPES])
{
    self->shape = shapes;
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        for (unsigned low = 0; low < HOPE_ROWS; low++) {
            self->squares[s][low] = 0;
            for (unsigned i = 0; i < shapes[s].width; i++)
                self->squares[s][low] |= (uint32_t)((shapes[s].column[i] << low) & 0xff)
                                         << HOPE_ROWS * i;
        }
    }
}

/* Prepares hope_pack for the rows of a band. */
static void hope_pack_rows(hope *self, const band *on)
{
    unsigned count = 0;
    memset(self->packed, 0, sizeof self->packed);
    for (unsigned y = 0; y < on->rows; y++) {
        if ((on->stays >> y & 1) == 0)
            continue;
        for (unsigned i = 0; i < 1 << HOPE_ROWS; i++)
            self->packed[y / HOPE_ROWS][i] |= (uint8_t)((i >> y % HOPE_ROWS & 1) << count);
        count++;
    }
}

/* The rows that stay, and all above them, in which a shape may lie: bit y for row y. */
typedef struct hope_rows {
    unsigned free[DF_TETROMINOES][DF_FIELD_MAX_WIDTH]; /* for the piece */
    unsigned carried[DF_FIELD_MAX_WIDTH];
} hope_rows;

/* Finds where in the rows that stay a shape may lie, and what is missing there. */
static void hope_lay_rows(hope *self, const band *on, unsigned above, hope_rows *made)
{
    for (unsigned x = 0; x < on->width; x++) {
        for (unsigned p = 0; p < DF_TETROMINOES; p++)
            made->free[p][x] =
                (unsigned)hope_pack(self, on->allowed[p][x] & (unsigned)~on->present[x]) |
                above;
        const unsigned all = (unsigned)hope_pack(self, on->open[x] | on->present[x]);
        made->carried[x] = (all << 1 | columns_have(&on->carried, x)) | (above << 1);
        unsigned missing = 0;
        for (unsigned y = 0; y < on->rows; y++)
            missing |= on->worth[x][y] > 0 ? on->optional[x] & 1u << y : 0;
        self->missing[x] = (uint8_t)hope_pack(self, missing);
    }
}

/* Finds which pieces may leave each missing square, and which of them are of one run. */
static void hope_join_runs(hope *self, const band *on)
{
    uint64_t window = 0;
    for (unsigned x = 0; x <= on->width; x++) {
        uint64_t joined = x > 0 && x < on->width ? self->missing[x] & self->missing[x - 1] : 0;
        for (unsigned p = 0; p < DF_TETROMINOES && joined != 0; p++)
            joined &= ~hope_pack(self, on->allowed[p][x] ^ on->allowed[p][x - 1]);
        self->joined[x] = window = hope_move(window, joined);
    }
    for (unsigned x = 0; x < on->width; x++) {
        memset(self->wants[x], 0, sizeof self->wants[x]);
        for (unsigned p = 0; p < DF_TETROMINOES && self->missing[x] != 0; p++) {
            uint64_t rest = self->missing[x] & hope_pack(self, on->allowed[p][x]);
            for (; rest != 0; rest &= rest - 1)
                self->wants[x][bits_lowest(rest)] |= (uint8_t)(1u << p);
        }
    }
}

void df_hope_begin(hope *self, const band *on)
{
    const unsigned count = bits_count(on->stays);
    const unsigned above = ~0u << count;
    self->is_needed = count <= HOPE_ROWS;
    self->runs = self->is_needed ? on->runs : NULL;
    if (!self->is_needed)
        return;
    hope_rows rows;
    self->band++;
    hope_pack_rows(self, on);
    hope_lay_rows(self, on, above, &rows);
    if (self->runs != NULL)
        hope_join_runs(self, on);
    for (unsigned x = 0; x < on->width; x++) {
        self->shapes[x] = 0;
        for (unsigned s = 0; s < PRINT_SHAPES; s++) {
            const print_shape *shape = &self->shape[s];
            self->fits[x][s] = 0;
            if (x + shape->width > on->width)
                continue;
            unsigned lows = ~above, carried = 0;
            for (unsigned i = 0; i < shape->width; i++) {
                for (unsigned k = shape->bottom[i]; k <= shape->top[i]; k++)
                    lows &= rows.free[shape->piece][x + i] >> k;
                carried |= rows.carried[x + i] >> shape->bottom[i];
            }
            self->fits[x][s] = (uint8_t)(lows & carried);
            self->shapes[x] |= (uint32_t)(self->fits[x][s] != 0) << s;
        }
    }
}

/* True if some shape may still leave the square in column x and row y of those that stay. */
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
