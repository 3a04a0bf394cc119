#include "slow_band.h"

#include <stdio.h>

#include "core/board/drop.h"
#include "tests/support/support.h"

static bool has(const uint16_t *columns, unsigned x, unsigned y)
{
    return (columns[x] >> y & 1) != 0;
}

static const df_shape *shape_of(const df_piece_set *set, const pack_piece *piece)
{
    return &set->pieces[piece->piece].shape[piece->orientation];
}

static bool covers(const df_piece_set *set, const pack_piece *piece, unsigned x, unsigned y)
{
    const df_shape *shape = shape_of(set, piece);
    return x >= piece->x && x < (unsigned)piece->x + shape->width && y >= piece->y &&
           y < (unsigned)piece->y + shape->height &&
           (shape->row[y - piece->y] >> (x - piece->x) & 1) != 0;
}

typedef struct tiler {
    const band *on;
    const df_piece_set *set;
    slow_tiling_visit *visit;
    void *context;
    slow_tiling tiling;
    bool goes_on;
} tiler;

static bool is_bottom_up(const band *on, const slow_tiling *tiling)
{
    for (unsigned x = 0; x < on->width; x++) {
        bool left_out = false;
        for (unsigned y = 0; y < on->rows; y++) {
            if (!has(on->optional, x, y))
                continue;
            if (tiling->cover[x][y] == 0)
                left_out = true;
            else if (left_out)
                return false;
        }
    }
    return true;
}

static bool fits(const tiler *self, const pack_piece *piece)
{
    const df_shape *shape = shape_of(self->set, piece);
    if (piece->x + shape->width > self->on->width || piece->y + shape->height > self->on->rows)
        return false;
    for (unsigned x = 0; x < self->on->width; x++) {
        for (unsigned y = 0; y < self->on->rows; y++) {
            if (covers(self->set, piece, x, y) &&
                (!has(self->on->open, x, y) || self->tiling.cover[x][y] != 0 ||
                 !has(self->on->allowed[piece->piece], x, y)))
                return false;
        }
    }
    return true;
}

static void paint(tiler *self, const pack_piece *piece, unsigned number)
{
    for (unsigned x = 0; x < self->on->width; x++) {
        for (unsigned y = 0; y < self->on->rows; y++) {
            if (covers(self->set, piece, x, y))
                self->tiling.cover[x][y] = number;
        }
    }
}

static void tile_from(tiler *self, unsigned square);

/* Covers a square with every piece of which it is the first, column by column. */
static void cover(tiler *self, unsigned square)
{
    const unsigned x = square / self->on->rows, y = square % self->on->rows;
    for (unsigned i = 0; i < DF_TETROMINOES * DF_ORIENTATIONS; i++) {
        const unsigned o = i % DF_ORIENTATIONS;
        const df_piece *kind = &self->set->pieces[i / DF_ORIENTATIONS];
        if (kind->same_as[o] != o || kind->shape[o].bottom[0] > y)
            continue;
        const pack_piece piece = {(uint8_t)(i / DF_ORIENTATIONS), (uint8_t)o, (uint8_t)x,
                                  (uint8_t)(y - kind->shape[o].bottom[0])};
        if (!fits(self, &piece))
            continue;
        self->tiling.pieces[self->tiling.count++] = piece;
        paint(self, &piece, (unsigned)self->tiling.count);
        tile_from(self, square + 1);
        paint(self, &piece, 0);
        self->tiling.count--;
    }
}

static void tile_from(tiler *self, unsigned square)
{
    const band *on = self->on;
    while (square < on->width * on->rows &&
           (!has(on->open, square / on->rows, square % on->rows) ||
            self->tiling.cover[square / on->rows][square % on->rows] != 0))
        square++;
    if (!self->goes_on)
        return;
    if (square == on->width * on->rows) {
        if (is_bottom_up(on, &self->tiling))
            self->goes_on = self->visit(self->context, &self->tiling);
        return;
    }
    cover(self, square);
    if (has(on->optional, square / on->rows, square % on->rows))
        tile_from(self, square + 1);
}

bool slow_band_tilings(const band *on, const df_piece_set *set, slow_tiling_visit *visit,
                       void *context)
{
    assert_true(on->width <= SLOW_BAND_WIDTH && on->rows <= SLOW_BAND_ROWS);
    tiler self = {.on = on, .set = set, .visit = visit, .context = context, .goes_on = true};
    tile_from(&self, 0);
    return self.goes_on;
}

/* A playfield with the band in it. A full base row is the floor. */
typedef struct stand {
    const band *on;
    const df_piece_set *set;
    unsigned base; /* row of the playfield in which the band begins */
    const pack_piece *pieces;
    size_t count;
    bool failed[1u << SLOW_BAND_PIECES]; /* sets of dropped pieces that lead nowhere */
} stand;

static bool stays(const band *on, unsigned y)
{
    return (on->stays >> y & 1) != 0;
}

static bool is_dropped(const stand *self, unsigned dropped, unsigned x, unsigned y)
{
    for (size_t i = 0; i < self->count; i++) {
        if ((dropped >> i & 1) != 0 && covers(self->set, &self->pieces[i], x, y))
            return true;
    }
    return false;
}

static bool is_cleared(const stand *self, unsigned dropped, unsigned y)
{
    for (unsigned x = 0; x < self->on->width; x++) {
        if (!has(self->on->present, x, y) && !is_dropped(self, dropped, x, y))
            return false;
    }
    return !stays(self->on, y);
}

static df_field *draw_stand(const stand *self)
{
    df_field *field = NULL;
    assert_status(df_field_create(&field, self->on->width, self->on->rows + 8), DF_OK);
    for (unsigned x = 0; x < self->on->width; x++) {
        if (self->base == 1 && columns_have(&self->on->carried, x))
            assert_status(df_field_set(field, x, 0, 1), DF_OK);
        for (unsigned y = 0; y < self->on->rows; y++) {
            if (has(self->on->present, x, y))
                assert_status(df_field_set(field, x, self->base + y, 1), DF_OK);
        }
    }
    return field;
}

/* True if a square is still to be filled that the piece would cover from above. (Such a piece
 * may clear and give the square free again; bands do not use that.) */
static bool leaves_gap(const stand *self, unsigned dropped, const pack_piece *piece)
{
    const unsigned all = (1u << self->count) - 1;
    for (unsigned x = 0; x < self->on->width; x++) {
        unsigned lowest = self->on->rows;
        while (lowest > 0 && !covers(self->set, piece, x, lowest - 1))
            lowest--;
        for (; lowest > 0; lowest--) {
            if (is_dropped(self, all & ~dropped, x, lowest - 1) &&
                !covers(self->set, piece, x, lowest - 1))
                return true;
        }
    }
    return false;
}

/* Drops a piece; whether it comes to rest where it belongs and leaves no gap. */
static bool drop(const stand *self, df_field *field, unsigned dropped, const pack_piece *piece)
{
    if (leaves_gap(self, dropped, piece))
        return false;
    unsigned y = self->base + piece->y;
    for (unsigned row = 0; row < piece->y; row++)
        y -= is_cleared(self, dropped, row);
    const df_drop made = {
        .piece = piece->piece, .orientation = piece->orientation, .x = piece->x};
    df_landing landing;
    assert_int_equal(df_drop_apply(field, self->set, &made, DF_RULES_ABOVE, &landing),
                     DF_REFUSAL_NONE);
    return landing.y == y;
}

/* Finds what is left when all pieces have been dropped: the base row and the rows that stay,
 * with their squares. */
static bool is_as_wanted(const stand *self, const df_field *field)
{
    const unsigned all = (1u << self->count) - 1;
    unsigned row = self->base;
    for (unsigned y = 0; y < self->on->rows; y++) {
        if (!stays(self->on, y))
            continue;
        for (unsigned x = 0; x < self->on->width; x++) {
            const bool wanted = has(self->on->present, x, y) || is_dropped(self, all, x, y);
            if ((df_field_square(field, x, row) != 0) != wanted)
                return false;
        }
        row++;
    }
    return df_field_top(field) <= row &&
           (self->base == 0 || field->row[0] == self->on->carried.words[0]);
}

static bool go_on(stand *self, const df_field *field, unsigned dropped)
{
    if (dropped == (1u << self->count) - 1)
        return is_as_wanted(self, field);
    if (self->failed[dropped])
        return false;
    df_field *next = NULL;
    assert_status(df_field_create(&next, field->width, field->height), DF_OK);
    bool found = false;
    for (size_t i = 0; i < self->count && !found; i++) {
        if ((dropped >> i & 1) != 0)
            continue;
        assert_status(df_field_copy(next, field), DF_OK);
        found =
            drop(self, next, dropped, &self->pieces[i]) && go_on(self, next, dropped | 1u << i);
    }
    df_field_free(next);
    self->failed[dropped] = !found;
    return found;
}

static stand make_stand(const band *on, const df_piece_set *set, const pack_piece *pieces,
                        size_t count)
{
    assert_true(count <= SLOW_BAND_PIECES);
    const bool on_floor = on->carried.words[0] == (UINT64_C(1) << on->width) - 1;
    return (stand){
        .on = on, .set = set, .base = on_floor ? 0 : 1, .pieces = pieces, .count = count};
}

bool slow_band_plays(const band *on, const df_piece_set *set, const slow_tiling *tiling)
{
    stand self = make_stand(on, set, tiling->pieces, tiling->count);
    df_field *field = draw_stand(&self);
    const bool plays = go_on(&self, field, 0);
    df_field_free(field);
    return plays;
}

bool slow_band_plays_so(const band *on, const df_piece_set *set, const pack_piece *pieces,
                        size_t count)
{
    const stand self = make_stand(on, set, pieces, count);
    df_field *field = draw_stand(&self);
    bool plays = true;
    for (size_t i = 0; i < count && plays; i++)
        plays = drop(&self, field, (1u << i) - 1, &pieces[i]);
    plays = plays && is_as_wanted(&self, field);
    df_field_free(field);
    return plays;
}

/* Returns the pieces for a square that is missing, as bits; 0: it is not. */
static unsigned missing_set(const band *on, const slow_tiling *tiling, unsigned x, unsigned y)
{
    unsigned set = 0;
    if (!has(on->optional, x, y) || on->worth[x][y] <= 0 || tiling->cover[x][y] != 0)
        return 0;
    for (unsigned p = 0; p < DF_TETROMINOES; p++)
        set |= has(on->allowed[p], x, y) ? 1u << p : 0;
    return set;
}

unsigned slow_band_need(const band *on, const slow_tiling *tiling)
{
    unsigned need = 0;
    for (unsigned y = 0; y < on->rows; y++) {
        for (unsigned x = 0, end; x < on->width; x = end) {
            const unsigned set = missing_set(on, tiling, x, y);
            for (end = x + 1; end < on->width && missing_set(on, tiling, end, y) == set;)
                end++;
            need += set != 0 ? df_runs_need(on->runs, set, end - x) : 0;
        }
    }
    return need;
}

void slow_band_print(const band *on, const df_piece_set *set)
{
    for (unsigned y = on->rows; y-- > 0;) {
        printf("# %c ", stays(on, y) ? 'S' : 'F');
        for (unsigned x = 0; x < on->width; x++) {
            char square = has(on->present, x, y) ? '#' : has(on->open, x, y) ? 'o' : '.';
            for (unsigned p = 0; p < DF_TETROMINOES && has(on->optional, x, y); p++)
                square = has(on->allowed[p], x, y) ? set->pieces[p].name[0] : square;
            putchar(square);
        }
        putchar('\n');
    }
    printf("#   ");
    for (unsigned x = 0; x < on->width; x++)
        putchar(columns_have(&on->carried, x) ? '^' : '.');
    putchar('\n');
}
