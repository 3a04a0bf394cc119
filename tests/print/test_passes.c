/* The computer's part of a proof in docs/method/possible.md: every pass of which it makes
 * pictures exists, on every width up to DROPFORGE_TEST_WIDTH. Each is searched for, dropped
 * and looked at. */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/bits.h"
#include "print/passes/sweep.h"
#include "tests/support/support.h"

#define KEEP 30000 /* states of a column: nearly all */
#define SEEDS 100
#define MAX_CLEARED 9 /* rows that a pass clears */
#define WELL 4        /* rows of a platform */
#define BASE 6        /* rows of the playfield below the pass */
typedef enum kind { BESIDE, FRESH, PLATFORM } kind;

/* A pass. Below it there is nothing but the carrying columns, which is the worst case. */
typedef struct pass {
    kind kind;
    uint64_t carried; /* columns that stand below it */
    uint64_t printed; /* squares in the row of the picture before it; BESIDE only */
    uint64_t emits;   /* at most one square */
    unsigned piece;   /* of the emitted square */
    unsigned well;    /* the column left free; PLATFORM only */
    uint64_t before;  /* the odd square that it begins with, and the one that it leaves */
    uint64_t after;
} pass;

typedef struct bench {
    df_piece_set *set;
    print_shape shapes[PRINT_SHAPES];
    sweep_kit *sweep;
    unsigned width;
    unsigned passes, missing;
} bench;

static uint64_t all(const bench *self)
{
    return bits_span(0, self->width);
}

static df_field *draw_before(const bench *self, const pass *want)
{
    df_field *field = new_field(self->width, 64);
    const unsigned row = want->kind == BESIDE ? BASE + 1 : BASE;
    for (unsigned x = 0; x < self->width; x++) {
        for (unsigned y = 0; y < BASE + 1; y++) {
            const uint64_t there = want->printed | (y < BASE ? want->carried : 0);
            if ((there >> x & 1) != 0)
                assert_status(df_field_set(field, x, y, DF_TETROMINOES + 1), DF_OK);
        }
        if ((want->before >> x & 1) != 0)
            assert_status(df_field_set(field, x, row, DF_TETROMINOES + 1), DF_OK);
    }
    return field;
}

/* Row y as the pass has to leave it. */
static uint64_t row_after(const bench *self, const pass *want, unsigned y)
{
    if (y < BASE)
        return want->carried | want->printed;
    if (want->kind == PLATFORM) {
        if (y < BASE + WELL)
            return all(self) & ~(UINT64_C(1) << want->well);
        return y == BASE + WELL ? want->after : 0;
    }
    return y == BASE ? want->printed | want->emits : y == BASE + 1 ? want->after : 0;
}

/* An upright I takes a platform away again. */
static void check_well(const bench *self, const pass *want, df_field *field)
{
    const df_drop drop = {.piece = DF_I, .orientation = DF_EAST, .x = (uint8_t)want->well};
    df_landing landing;
    assert_int_equal(df_drop_apply(field, self->set, &drop, DF_RULES_ABOVE, &landing),
                     DF_REFUSAL_NONE);
    assert_int_equal(landing.cleared_count, WELL);
    assert_true(field->row[BASE - 1] == want->carried && field->row[BASE] == want->after);
}

static void check_drops(const bench *self, const pass *want, const band_tiling *tiling)
{
    pack_piece ordered[PACK_MAX_PIECES];
    df_pack_order(self->shapes, tiling->pieces, tiling->count, ordered);
    df_field *field = draw_before(self, want);
    for (size_t i = 0; i < tiling->count; i++) {
        const pack_piece *piece = &ordered[i];
        const df_drop drop = {
            .piece = piece->piece, .orientation = piece->orientation, .x = piece->x};
        df_landing landing;
        assert_int_equal(df_drop_apply(field, self->set, &drop, DF_RULES_ABOVE, &landing),
                         DF_REFUSAL_NONE);
    }
    for (unsigned y = 0; y < field->height; y++)
        assert_true(field->row[y] == row_after(self, want, y));
    for (unsigned x = 0; x < self->width; x++) {
        if ((want->emits >> x & 1) != 0)
            assert_int_equal(df_field_square(field, x, BASE), want->piece + 1);
    }
    if (want->kind == PLATFORM)
        check_well(self, want, field);
    df_field_free(field);
}

static unsigned free_squares(const band *on)
{
    unsigned count = 0;
    for (unsigned x = 0; x < on->width; x++)
        count += bits_count(on->open[x]);
    return count;
}

/* True if the band has a tiling that can be dropped; it is then dropped. */
static bool solve(bench *self, const pass *want, const band *on)
{
    if (free_squares(on) % 4 != 0)
        return false;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        /* All of them leave the same squares, so a sweep finds one at a time. */
        band_tiling tiling;
        if (df_sweep_run(self->sweep, on, KEEP, 1, seed) == 0)
            return false;
        df_sweep_write(self->sweep, 0, &tiling);
        if (df_band_label(on, self->shapes, &tiling)) {
            check_drops(self, want, &tiling);
            return true;
        }
    }
    return false;
}

/* Opens row y of the band where `open` says so, for one piece or, with DF_TETROMINOES, for
 * all; what is `present` has been there before. */
static void lay_row(band *on, unsigned y, bool stays, uint64_t open, uint64_t present,
                    unsigned piece)
{
    for (unsigned x = 0; x < on->width; x++) {
        const uint16_t bit = (uint16_t)(1u << y);
        if ((present >> x & 1) != 0)
            on->present[x] |= bit;
        else if ((open >> x & 1) != 0)
            on->open[x] |= bit;
        for (unsigned p = 0; p < DF_TETROMINOES; p++) {
            if (piece == DF_TETROMINOES || piece == p)
                on->allowed[p][x] |= bit;
        }
    }
    if (stays)
        on->stays |= (uint16_t)(1u << y);
}

/* A platform with a well, the odd square on top, standing on some rows that clear. */
static bool find_platform(bench *self, const pass *want)
{
    const uint64_t well = UINT64_C(1) << want->well;
    for (unsigned below = (want->before & well) != 0; below < MAX_CLEARED; below++) {
        band on = {.width = self->width,
                   .rows = below + WELL + (want->after != 0),
                   .carried = {{want->carried}}};
        if (on.rows > PACK_MAX_ROWS)
            return false;
        for (unsigned y = 0; y < on.rows; y++) {
            const bool is_platform = y >= below && y < below + WELL;
            const uint64_t open = y == below + WELL ? want->after
                                  : is_platform     ? all(self) & ~well
                                                    : all(self);
            lay_row(&on, y, y >= below, open, y == 0 ? want->before : 0, DF_TETROMINOES);
        }
        if (solve(self, want, &on))
            return true;
    }
    return false;
}

/* A pass with `below` and `above` rows that clear below and above the row of the picture. */
static bool find_arranged(bench *self, const pass *want, unsigned below, unsigned above)
{
    band on = {.width = self->width,
               .rows = below + 1 + above + (want->after != 0),
               .carried = {{want->carried}}};
    /* An odd square must not get into the row of the picture. */
    if (on.rows > PACK_MAX_ROWS || (want->before != 0 && want->kind == FRESH && below == 0))
        return false;
    for (unsigned y = 0; y < on.rows; y++) {
        const bool is_picture = y == below, is_top = want->after != 0 && y + 1 == on.rows;
        const uint64_t open = is_picture ? want->emits : is_top ? want->after : all(self);
        const uint64_t present = (y == 0 ? want->printed : 0) |
                                 (y == (want->kind == BESIDE ? 1 : 0) ? want->before : 0);
        lay_row(&on, y, is_picture || is_top, open, present,
                is_picture ? want->piece : DF_TETROMINOES);
    }
    return solve(self, want, &on);
}

static bool find(bench *self, const pass *want)
{
    if (want->kind == PLATFORM)
        return find_platform(self, want);
    for (unsigned cleared = 1; cleared <= MAX_CLEARED; cleared++) {
        for (unsigned below = 0; below <= (want->kind == FRESH ? cleared : 0); below++) {
            if (find_arranged(self, want, below, cleared - below))
                return true;
        }
    }
    return false;
}

/* The odd square stands in the first or in the last column; 0: there is none. */
static uint64_t odd_square(const bench *self, bool there, unsigned side)
{
    return there ? UINT64_C(1) << (side == 0 ? 0 : self->width - 1) : 0;
}

/* Looks for the pass with the odd square at either side, one of them is enough. */
static void need(bench *self, pass want, bool before, bool after)
{
    self->passes++;
    for (unsigned i = 0; i < (before ? 2 : 1); i++) {
        for (unsigned j = 0; j < (after ? 2 : 1); j++) {
            want.before = odd_square(self, before, i);
            want.after = odd_square(self, after, j);
            if (find(self, &want))
                return;
        }
    }
    self->missing++;
    printf("# width %u, kind %d, piece %u: no pass for %llx from %llx, %llx\n", self->width,
           (int)want.kind, want.piece, (unsigned long long)want.emits,
           (unsigned long long)want.carried, (unsigned long long)want.printed);
}

/* J has no room to hang into column 1 beside a lone square in column 0, nor L mirrored: such
 * rows are printed in another order. */
static bool is_cramped(const bench *self, unsigned piece, unsigned printed, unsigned x)
{
    return (piece == DF_J && printed == 0 && x == 1) ||
           (piece == DF_L && printed == self->width - 1 && x + 1 == printed);
}

static void need_emissions(bench *self, unsigned piece, bool before, bool after)
{
    for (unsigned x = 0; x < self->width; x++) {
        const uint64_t emits = UINT64_C(1) << x;
        const pass alone = {.kind = FRESH, .carried = emits, .emits = emits, .piece = piece};
        need(self, alone, before, after);
    }
    for (unsigned other = 0; other < self->width; other++) {
        for (unsigned x = 0; x < self->width; x++) {
            if (x == other)
                continue;
            const uint64_t bit = UINT64_C(1) << other, emits = UINT64_C(1) << x;
            /* `other` is the platform's well, or a square printed before. */
            const pass fresh = {
                .kind = FRESH, .carried = all(self) & ~bit, .emits = emits, .piece = piece};
            const pass beside = {.kind = BESIDE,
                                 .carried = emits,
                                 .printed = bit,
                                 .emits = emits,
                                 .piece = piece};
            need(self, fresh, before, after);
            if (!is_cramped(self, piece, other, x))
                need(self, beside, before, after);
        }
    }
}

/* A platform on any one square, with its well above that. An odd square may be at either side
 * before; afterwards at any that is not above the well. */
static void need_platforms(bench *self, bool odd)
{
    for (unsigned i = 0; i < self->width * (odd ? 2 : 1); i++) {
        pass want = {.kind = PLATFORM,
                     .carried = UINT64_C(1) << i % self->width,
                     .well = i % self->width,
                     .before = odd_square(self, odd, i / self->width)};
        bool found = false;
        for (unsigned side = 0; side < (odd ? 2 : 1) && !found; side++) {
            want.after = odd_square(self, odd, side);
            found = (want.after >> want.well & 1) == 0 && find(self, &want);
        }
        self->passes++;
        self->missing += !found;
    }
}

static void need_moves(bench *self)
{
    for (unsigned side = 0; side < 2; side++) {
        const pass want = {.kind = BESIDE,
                           .before = odd_square(self, true, side),
                           .after = odd_square(self, true, 1 - side)};
        self->passes++;
        self->missing += !find(self, &want);
    }
}

/* Tests what follows if J had to be first in column 1, on only a square in column 1; and
 * mirrored. */
static void need_corners(bench *self)
{
    static const unsigned pieces[] = {DF_T, DF_J, DF_L};
    for (unsigned i = 0; i < 2 * COUNT(pieces); i++) {
        const uint64_t printed = UINT64_C(1) << (i % 2 == 0 ? 1 : self->width - 2);
        const pass want = {.kind = BESIDE,
                           .carried = printed,
                           .printed = printed,
                           .emits = UINT64_C(1) << (i % 2 == 0 ? 0 : self->width - 1),
                           .piece = pieces[i / 2]};
        need(self, want, false, false);
    }
}

static void check_width(unsigned width)
{
    bench self = {.set = tetrominoes(), .width = width};
    df_shapes_init(self.shapes, self.set);
    assert_status(df_sweep_create(&self.sweep, self.shapes, width, KEEP), DF_OK);
    const bool even = width % 2 == 0;
    need_platforms(&self, false);
    need_emissions(&self, DF_T, false, even);
    if (even) {
        need_platforms(&self, true);
        need_emissions(&self, DF_T, true, false);
        need_moves(&self);
    } else {
        need_emissions(&self, DF_J, false, false);
        need_emissions(&self, DF_L, false, false);
        need_corners(&self);
    }
    printf("# width %u: %u passes, %llu nodes\n", width, self.passes,
           (unsigned long long)df_sweep_nodes(self.sweep));
    df_sweep_free(self.sweep);
    df_piece_set_free(self.set);
    assert_int_equal(self.missing, 0);
}

static unsigned greatest_width(void)
{
    const char *text = getenv("DROPFORGE_TEST_WIDTH");
    if (text != NULL && *text != '\0')
        return (unsigned)strtoul(text, NULL, 10);
    return test_is_small() ? 7 : 11;
}

TEST(passes)
{
    const unsigned greatest = greatest_width();
    for (unsigned width = 5; width <= greatest && width < DF_FIELD_MAX_WIDTH; width++) {
        if (width % 4 != 0)
            check_width(width);
    }
}
