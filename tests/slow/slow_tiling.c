#include "slow_tiling.h"

#include "core/board/drop.h"
#include "tests/support/support.h"

typedef struct slow_search {
    const df_piece_set *set;
    unsigned width, height;
    bool once;
    const uint16_t *kinds;
    slow_tiling *tilings;
    size_t found;
    slow_tiling now;
    bool taken[SLOW_MAX_SQUARES]; /* in the order in which squares are looked at */
} slow_search;

/* The place of a square in that order. */
static unsigned order_of(const slow_search *self, unsigned x, unsigned y)
{
    return self->height > self->width ? y * self->width + x : x * self->height + y;
}

/* Takes or gives back the squares of a drop; false, with nothing changed, when one is outside
 * or taken, or when the first is not `first`. */
static bool put(slow_search *self, const df_drop *drop, unsigned first, bool value)
{
    const df_shape *shape = &self->set->pieces[drop->piece].shape[drop->orientation];
    unsigned squares[DF_PIECE_MAX_SQUARES], count = 0, min = SLOW_MAX_SQUARES;
    if (drop->x + shape->width > (int)self->width ||
        drop->y + shape->height > (int)self->height)
        return false;
    for (unsigned y = 0; y < shape->height; y++) {
        for (unsigned x = 0; x < shape->width; x++) {
            if ((shape->row[y] >> x & 1) == 0)
                continue;
            squares[count] = order_of(self, drop->x + x, drop->y + y);
            if (self->taken[squares[count]] == value)
                return false;
            min = squares[count] < min ? squares[count] : min;
            count++;
        }
    }
    if (min != first)
        return false;
    for (unsigned i = 0; i < count; i++)
        self->taken[squares[i]] = value;
    return true;
}

static bool is_used(const slow_search *self, unsigned piece)
{
    for (size_t i = 0; i < self->now.count; i++) {
        if (self->kinds[self->now.pieces[i].piece] == self->kinds[piece])
            return true;
    }
    return false;
}

static void search(slow_search *self)
{
    unsigned first = 0;
    while (first < self->width * self->height && self->taken[first])
        first++;
    if (self->found > SLOW_MAX_TILINGS)
        return;
    if (first == self->width * self->height) {
        if (self->found < SLOW_MAX_TILINGS)
            self->tilings[self->found] = self->now;
        self->found++;
        return;
    }
    for (unsigned i = 0; i < self->set->count * DF_ORIENTATIONS; i++) {
        df_drop drop = {.piece = (uint16_t)(i / DF_ORIENTATIONS),
                        .orientation = (uint8_t)(i % DF_ORIENTATIONS)};
        if (self->set->pieces[drop.piece].same_as[drop.orientation] != drop.orientation ||
            (self->once && is_used(self, drop.piece)))
            continue;
        for (unsigned place = 0; place < self->width * self->height; place++) {
            drop.x = (uint8_t)(place % self->width);
            drop.y = (uint16_t)(place / self->width);
            if (!put(self, &drop, first, true))
                continue;
            self->now.pieces[self->now.count++] = drop;
            search(self);
            self->now.count--;
            put(self, &drop, first, false);
        }
    }
}

size_t slow_tilings(slow_tiling tilings[SLOW_MAX_TILINGS], const df_piece_set *set,
                    unsigned width, unsigned height, bool once, const uint16_t *kinds)
{
    slow_search self = {.set = set,
                        .width = width,
                        .height = height,
                        .once = once,
                        .kinds = kinds,
                        .tilings = tilings};
    search(&self);
    return self.found;
}

static uint64_t count_orders(const slow_tiling *tiling, const df_piece_set *set,
                             const df_field *field, uint64_t dropped)
{
    uint64_t orders = 0;
    bool is_last = true;
    for (size_t i = 0; i < tiling->count; i++) {
        if ((dropped >> i & 1) != 0)
            continue;
        is_last = false;
        df_field *next = NULL;
        df_landing landing;
        assert_status(df_field_create(&next, field->width, field->height), DF_OK);
        assert_status(df_field_copy(next, field), DF_OK);
        assert_int_equal(df_drop_apply(next, set, &tiling->pieces[i], DF_RULES_ABOVE, &landing),
                         DF_REFUSAL_NONE);
        if (landing.y == tiling->pieces[i].y)
            orders += count_orders(tiling, set, next, dropped | UINT64_C(1) << i);
        df_field_free(next);
    }
    return is_last ? 1 : orders;
}

uint64_t slow_orders(const slow_tiling *tiling, const df_piece_set *set, unsigned width,
                     unsigned height)
{
    /* A column that stays empty keeps rows from clearing. Pieces that rest on others too early
     * may stick out above. */
    df_field *field = NULL;
    assert_status(df_field_create(&field, width + 1, 2 * height + DF_PIECE_MAX_SQUARES), DF_OK);
    const uint64_t orders = count_orders(tiling, set, field, 0);
    df_field_free(field);
    return orders;
}
