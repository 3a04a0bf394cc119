/* Bands: the labels against all orders of drops, the sweep against all tilings, and what is
 * said of hopeless stages against passes that end a picture. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/random.h"
#include "core/image/frames.h"
#include "print/passes/hope.h"
#include "print/passes/stage.h"
#include "print/passes/sweep.h"
#include "tests/slow/slow_band.h"
#include "tests/support/support.h"

#define KEEP 1000 /* states of a sweep: all, on bands as small as these */

/* So many tilings of a band are looked at. */
#define MAX_TILINGS 3000

typedef struct bench {
    df_piece_set *set;
    print_shape shapes[PRINT_SHAPES];
    sweep_kit *sweep;
    df_random random;
    band band; /* under test */
    run_table runs;
    hope hope;
    unsigned bands, tilings, good;
    unsigned left; /* tilings still to be looked at */
    bool found;    /* a tiling that keeps to the rules of the sweep, */
    bool leaves;   /* and one that leaves hope */
    int best;      /* the greatest worth of these */
} bench;

static int set_up(void **state)
{
    bench *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->set = tetrominoes();
    df_shapes_init(self->shapes, self->set);
    df_hope_init(&self->hope, self->shapes);
    assert_status(df_sweep_create(&self->sweep, self->shapes, SLOW_BAND_WIDTH, KEEP), DF_OK);
    *state = self;
    return 0;
}

static int tear_down(void **state)
{
    bench *self = *state;
    df_sweep_free(self->sweep);
    df_piece_set_free(self->set);
    free(self);
    return 0;
}

const test_fixture each_test = {set_up, tear_down};

static void begin(bench *self, uint64_t stream)
{
    df_random_seed(&self->random, test_seed(), stream);
    self->bands = self->tilings = self->good = 0;
}

static void finish(const bench *self, const char *what)
{
    printf("# %u bands, %u tilings, %u %s\n", self->bands, self->tilings, self->good, what);
    /* A test that sees only one outcome tests little. */
    assert_in_range(self->good, 1, self->tilings - 1);
}

static bool chance(bench *self, unsigned in)
{
    return df_random_below(&self->random, in) == 0;
}

/* Lays row y of the band: one that clears, one of a platform, one that is left open, with
 * squares for all pieces, or one of the picture, whose squares are for one of two pieces.
 * `stands` are columns with nothing but squares that are present so far, so that one more may
 * be. At least one square of a row that stays is never filled. */
static void lay_row(bench *self, unsigned y, uint64_t *stands, const unsigned pieces[2])
{
    band *made = &self->band;
    const uint16_t bit = (uint16_t)(1u << y);
    const unsigned kind = df_random_below(&self->random, 5);
    const bool clears = kind < 2, is_platform = kind == 2, is_open = kind == 3;
    const bool present = chance(self, 3);
    const unsigned gap = df_random_below(&self->random, made->width);
    const unsigned density = df_random_below(&self->random, 4);
    made->stays |= clears ? 0 : bit;
    for (unsigned x = 0; x < made->width; x++) {
        const bool is_gap = x == gap || (is_platform && chance(self, 8));
        if ((is_gap && !clears))
            continue;
        if (present && (*stands >> x & 1) != 0 && x != gap && chance(self, 2)) {
            made->present[x] |= bit;
            continue;
        }
        if (kind == 4 && df_random_below(&self->random, 4) > density)
            continue;
        *stands &= ~(UINT64_C(1) << x);
        made->open[x] |= bit;
        const bool any = kind != 4;
        made->worth[x][y] = (int16_t)(8 - (int)df_random_below(&self->random, 16));
        const unsigned piece = pieces[df_random_below(&self->random, 2)];
        for (unsigned p = 0; p < DF_TETROMINOES; p++)
            made->allowed[p][x] |= any || p == piece ? bit : 0;
        if (is_open || (!any && !chance(self, 8)))
            made->optional[x] |= bit;
    }
}

static void random_band(bench *self)
{
    band *made = &self->band;
    const unsigned pieces[2] = {df_random_below(&self->random, DF_TETROMINOES),
                                df_random_below(&self->random, DF_TETROMINOES)};
    const uint8_t sets[] = {
        (uint8_t)(1u << pieces[0]), (uint8_t)(1u << pieces[1]), 127, 0, 0, 0, 0};
    df_runs_init(&self->runs, sets, self->shapes);
    *made = (band){.runs = &self->runs};
    made->width = SLOW_BAND_WIDTH - (chance(self, 2) ? df_random_below(&self->random, 5) : 0);
    made->rows = 4 - (chance(self, 2) ? df_random_below(&self->random, 4) : 0);
    made->carried = columns_span(0, made->width);
    if (!chance(self, 3))
        made->carried.words[0] &= df_random_next(&self->random);
    uint64_t stands = bits_span(0, made->width);
    for (unsigned y = 0; y < made->rows; y++)
        lay_row(self, y, &stands, pieces);
    self->bands++;
    self->left = MAX_TILINGS;
}

static uint8_t shape_index(const bench *self, const pack_piece *piece)
{
    uint8_t i = 0;
    while (self->shapes[i].piece != piece->piece ||
           self->shapes[i].orientation != piece->orientation)
        i++;
    return i;
}

static band_tiling tiling_of(const bench *self, const slow_tiling *from)
{
    band_tiling made = {.count = from->count};
    for (size_t i = 0; i < from->count; i++) {
        const pack_piece *piece = &from->pieces[i];
        made.pieces[i] = (pack_placed){shape_index(self, piece), piece->x, piece->y, 0};
    }
    for (unsigned x = 0; x < self->band.width; x++) {
        for (unsigned y = 0; y < self->band.rows; y++)
            made.filled[x] |= (uint16_t)((from->cover[x][y] != 0) << y);
    }
    return made;
}

static void print_tiling(const bench *self, const slow_tiling *tiling)
{
    slow_band_print(&self->band, self->set);
    for (unsigned y = self->band.rows; y-- > 0;) {
        printf("# ");
        for (unsigned x = 0; x < self->band.width; x++)
            putchar(tiling->cover[x][y] == 0 ? '.' : (int)('a' + tiling->cover[x][y] - 1));
        putchar('\n');
    }
}

/* The labels exist if and only if some order of drops does; and theirs is one. */
static bool check_labels(void *context, const slow_tiling *tiling)
{
    bench *self = context;
    const bool wanted = slow_band_plays(&self->band, self->set, tiling);
    band_tiling labelled = tiling_of(self, tiling);
    const bool found = df_band_label(&self->band, self->shapes, &labelled);
    bool plays = true;
    if (found && wanted) {
        pack_piece ordered[PACK_MAX_PIECES];
        df_pack_order(self->shapes, labelled.pieces, labelled.count, ordered);
        plays = slow_band_plays_so(&self->band, self->set, ordered, labelled.count);
    }
    if (found != wanted || !plays) {
        print_tiling(self, tiling);
        print_error("band %u: labels %d, some order %d, that of the labels %d\n", self->bands,
                    (int)found, (int)wanted, (int)plays);
        assert_true(false);
    }
    self->tilings++;
    self->good += wanted;
    return --self->left > 0;
}

TEST(labels)
{
    bench *self = *state;
    begin(self, 70);
    for (unsigned i = test_cases(3000); i > 0; i--) {
        random_band(self);
        slow_band_tilings(&self->band, self->set, check_labels, self);
    }
    finish(self, "can be dropped");
}

static bool holds(uint64_t columns, unsigned x)
{
    return (columns >> x & 1) != 0;
}

/* Pieces in the order in which the sweep puts them: by their leftmost column, lowest square of
 * that column first. */
static bool is_earlier(const bench *self, const pack_piece *a, const pack_piece *b)
{
    const unsigned ay = a->y + self->shapes[shape_index(self, a)].bottom[0];
    const unsigned by = b->y + self->shapes[shape_index(self, b)].bottom[0];
    return a->x != b->x ? a->x < b->x : ay < by;
}

/* The rule for a single piece: one of its columns stands on a row that clears, on a square that
 * carries, was there, has to be filled or has been filled by an earlier piece; or else the
 * first optional square below a column but its leftmost, not taken before, is filled. */
static bool is_supported(const bench *self, const slow_tiling *tiling, const pack_piece *piece)
{
    const band *on = &self->band;
    const print_shape *shape = &self->shapes[shape_index(self, piece)];
    bool relies = false, is_there = false;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned x = piece->x + i, y = piece->y + shape->bottom[i];
        if (y == 0 ? columns_have(&on->carried, x) : !holds(on->stays, y - 1))
            return true;
        if (y == 0)
            continue;
        const unsigned below = tiling->cover[x][y - 1];
        const bool required = holds(on->open[x], y - 1) && !holds(on->optional[x], y - 1);
        const bool earlier = below != 0 && is_earlier(self, &tiling->pieces[below - 1], piece);
        if (required || earlier || holds(on->present[x], y - 1))
            return true;
        if (i > 0 && !relies && holds(on->optional[x], y - 1)) {
            relies = true;
            is_there = below != 0;
        }
    }
    return is_there;
}

static bool keeps_rules(const bench *self, const slow_tiling *tiling)
{
    for (size_t i = 0; i < tiling->count; i++) {
        if (!is_supported(self, tiling, &tiling->pieces[i]))
            return false;
    }
    return true;
}

/* The rows of the band that stay, moved together. Bit y of a column is for the row y of these.
 */
typedef struct rest {
    unsigned rows;
    unsigned missing[SLOW_BAND_WIDTH], taken[SLOW_BAND_WIDTH], filled[SLOW_BAND_WIDTH];
    unsigned allowed[DF_TETROMINOES][SLOW_BAND_WIDTH];
} rest;

static rest rest_of(const band *on, const slow_tiling *tiling)
{
    rest made = {0};
    for (unsigned y = 0; y < on->rows; y++) {
        if (!holds(on->stays, y))
            continue;
        const unsigned bit = 1u << made.rows++;
        for (unsigned x = 0; x < on->width; x++) {
            const bool is_taken = holds(on->present[x], y) || tiling->cover[x][y] != 0;
            made.taken[x] |= is_taken ? bit : 0;
            made.filled[x] |= holds(on->present[x] | on->open[x], y) ? bit : 0;
            made.missing[x] |=
                !is_taken && holds(on->optional[x], y) && on->worth[x][y] > 0 ? bit : 0;
            for (unsigned p = 0; p < DF_TETROMINOES; p++)
                made.allowed[p][x] |= holds(on->allowed[p][x], y) ? bit : 0;
        }
    }
    return made;
}

/* True if a shape may still lie there, with its lowest row in row `low` of those that stay. */
static bool may_lie(const bench *self, const rest *on, const print_shape *shape, unsigned x,
                    unsigned low)
{
    bool is_carried = false;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned at = x + i, bottom = low + shape->bottom[i];
        for (unsigned y = bottom; y <= low + shape->top[i]; y++) {
            if (y < on->rows &&
                (holds(on->taken[at], y) || !holds(on->allowed[shape->piece][at], y)))
                return false;
        }
        is_carried = is_carried || bottom > on->rows ||
                     (bottom == 0 ? columns_have(&self->band.carried, at)
                                  : holds(on->filled[at], bottom - 1));
    }
    return is_carried;
}

static bool may_be_left(const bench *self, const rest *on, unsigned x, unsigned y)
{
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        const print_shape *shape = &self->shapes[s];
        for (unsigned i = 0; i < shape->width && i <= x; i++) {
            if (x - i + shape->width > self->band.width)
                continue;
            for (unsigned k = shape->bottom[i]; k <= shape->top[i] && k <= y; k++) {
                if (may_lie(self, on, shape, x - i, y - k))
                    return true;
            }
        }
    }
    return false;
}

/* True if each square that is missing can still be left. */
static bool leaves_hope(const bench *self, const slow_tiling *tiling)
{
    const rest on = rest_of(&self->band, tiling);
    for (unsigned x = 0; x < self->band.width; x++) {
        for (unsigned y = 0; y < on.rows; y++) {
            if (holds(on.missing[x], y) && !may_be_left(self, &on, x, y))
                return false;
        }
    }
    return true;
}

static int worth_of(const band *on, const uint16_t *filled)
{
    int worth = 0;
    for (unsigned x = 0; x < on->width; x++) {
        for (unsigned y = 0; y < on->rows; y++)
            worth += holds(on->optional[x] & filled[x], y) ? on->worth[x][y] : 0;
    }
    return worth;
}

/* The runs that end at one column after the other are all runs of missing squares. */
static void check_runs(bench *self, const slow_tiling *tiling)
{
    const rest on = rest_of(&self->band, tiling);
    unsigned need = 0;
    uint64_t window = 0;
    for (unsigned x = 0; x <= self->band.width; x++) {
        const uint64_t done = x < self->band.width ? on.taken[x] : 0;
        need += hope_end_runs(&self->hope, x, window, done);
        window = hope_move(window, done);
    }
    assert_int_equal(need, slow_band_need(&self->band, tiling));
}

static bool note_best(void *context, const slow_tiling *tiling)
{
    bench *self = context;
    const band_tiling made = tiling_of(self, tiling);
    self->tilings++;
    check_runs(self, tiling);
    if (!keeps_rules(self, tiling))
        return true;
    self->good++;
    self->found = true;
    if (!leaves_hope(self, tiling))
        return true;
    self->leaves = true;
    const int worth = worth_of(&self->band, made.filled);
    self->best = worth > self->best ? worth : self->best;
    return true;
}

/* Converts a tiling of the sweep to the form of the slow one; it must be among those
 * visited. */
typedef struct lookup {
    const bench *bench;
    const band_tiling *wanted;
    bool found;
} lookup;

static bool is_same_piece(const bench *self, const pack_piece *a, const pack_placed *b)
{
    return a->x == b->x && a->y == b->y && shape_index(self, a) == b->shape;
}

static bool look_up(void *context, const slow_tiling *tiling)
{
    lookup *self = context;
    size_t same = 0;
    for (size_t i = 0; i < tiling->count; i++) {
        for (size_t j = 0; j < self->wanted->count; j++)
            same += is_same_piece(self->bench, &tiling->pieces[i], &self->wanted->pieces[j]);
    }
    if (same != tiling->count || same != self->wanted->count)
        return true;
    const band_tiling made = tiling_of(self->bench, tiling);
    assert_memory_equal(made.filled, self->wanted->filled, sizeof made.filled);
    assert_true(keeps_rules(self->bench, tiling));
    self->found = true;
    return false;
}

static void check_sweep(bench *self)
{
    band_tiling tilings[SWEEP_WAYS];
    const unsigned count =
        df_sweep_run(self->sweep, &self->band, KEEP, 1, df_random_next(&self->random));
    if ((count > 0) != self->leaves)
        slow_band_print(&self->band, self->set);
    assert_int_equal(count > 0, self->leaves);
    int before = self->best;
    for (unsigned i = 0; i < count; i++) {
        df_sweep_write(self->sweep, i, &tilings[i]);
        lookup looked = {.bench = self, .wanted = &tilings[i]};
        slow_band_tilings(&self->band, self->set, look_up, &looked);
        assert_true(looked.found);
        const int worth = worth_of(&self->band, tilings[i].filled);
        if (i == 0 && worth != self->best)
            slow_band_print(&self->band, self->set);
        assert_true(i == 0 ? worth == before : worth <= before);
        before = worth;
        for (unsigned j = 0; j < i; j++)
            assert_memory_not_equal(tilings[i].filled, tilings[j].filled,
                                    sizeof tilings[i].filled);
    }
}

/* The finder finds a tiling that keeps to the rules of the sweep if there is one. */
static void check_finder(bench *self)
{
    band_finder finder = {.shapes = self->shapes};
    band_tiling tiling;
    df_outcome outcome = DF_LIMIT;
    assert_status(df_band_find(&finder, &self->band, df_random_next(&self->random), UINT64_MAX,
                               &outcome, &tiling),
                  DF_OK);
    assert_int_equal(outcome, self->found ? DF_FOUND : DF_NONE);
    df_band_finder_free(&finder);
    if (!self->found)
        return;
    lookup looked = {.bench = self, .wanted = &tiling};
    slow_band_tilings(&self->band, self->set, look_up, &looked);
    assert_true(looked.found);
}

/* The best tiling of the sweep is the best there is by its rules that leaves hope, and all it
 * finds are some. */
TEST(sweeps)
{
    bench *self = *state;
    begin(self, 71);
    for (unsigned i = test_cases(2000); i > 0; i--) {
        random_band(self);
        self->found = self->leaves = false;
        self->best = INT_MIN;
        df_hope_begin(&self->hope, &self->band);
        slow_band_tilings(&self->band, self->set, note_best, self);
        check_sweep(self);
        check_finder(self);
    }
    finish(self, "keep to the rules of the sweep");
}

/* A picture of a few rows in two colours, none of them full. Caller frees. */
static df_picture *random_picture(bench *self, unsigned width, unsigned height)
{
    df_picture *picture = calloc(1, sizeof *picture + (size_t)width * height);
    assert_non_null(picture);
    picture->width = width;
    picture->height = height;
    picture->color_count = 2;
    for (unsigned y = 0; y < height; y++) {
        uint8_t *row = &picture->cell[y * width];
        const unsigned density = 1 + df_random_below(&self->random, 3);
        const unsigned color = chance(self, 2) ? 0 : 1 + df_random_below(&self->random, 2);
        for (unsigned x = 0; x < width; x++) {
            if (df_random_below(&self->random, 4) < density)
                row[x] = (uint8_t)(color != 0 ? color : 1 + df_random_below(&self->random, 2));
        }
        const unsigned gap = df_random_below(&self->random, width);
        row[gap] = 0;
        if (df_picture_row_is_empty(picture, y))
            row[(gap + 1) % width] = 1;
    }
    return picture;
}

/* A stage at row y: random squares are done, from the bottom up in each column. */
static print_stage random_stage(bench *self, const canvas *on, unsigned y)
{
    print_stage made = {.y = y};
    uint64_t done = df_random_next(&self->random);
    for (unsigned i = 0; i < 3 && y + i < on->height && chance(self, 2); i++) {
        const uint64_t squares = on->rows[y + i].squares.words[0];
        made.rows[i].words[0] = done & squares;
        made.count = i + 1;
        /* Nothing above a square that is not done. */
        done &= df_random_next(&self->random) & ~(squares & ~made.rows[i].words[0]);
    }
    (void)df_stage_settle(&made, on);
    return made;
}

/* The band of one pass that ends the picture: rows that have been begun lie at the bottom, the
 * others among rows that clear. */
static void lay_last_pass(bench *self, const canvas *on, const print_stage *stage,
                          unsigned clearing)
{
    band *made = &self->band;
    const unsigned left = on->height - stage->y, begun = stage->count;
    memset(made, 0, sizeof *made);
    made->width = on->width;
    made->rows = left + clearing;
    made->carried = df_stage_base(stage, on);
    self->left = MAX_TILINGS;
    unsigned next = 0;
    for (unsigned y = 0; y < made->rows; y++) {
        const bool is_picture =
            next < begun || (next < left && (clearing == 0 || chance(self, 2)));
        clearing -= !is_picture;
        made->stays |= (uint16_t)(is_picture << y);
        for (unsigned x = 0; x < on->width; x++) {
            const unsigned want =
                is_picture ? on->want[(size_t)(stage->y + next) * on->width + x] : 0;
            const bool is_done =
                is_picture && next < begun && columns_have(&stage->rows[next], x);
            made->present[x] |= (uint16_t)(is_done << y);
            made->open[x] |= (uint16_t)((!is_picture || (want != 0 && !is_done)) << y);
            for (unsigned p = 0; p < DF_TETROMINOES; p++)
                made->allowed[p][x] |= (uint16_t)((!is_picture || (want >> p & 1) != 0) << y);
        }
        next += is_picture;
    }
}

static bool note_end(void *context, const slow_tiling *tiling)
{
    bench *self = context;
    self->found = slow_band_plays(&self->band, self->set, tiling);
    return !self->found && --self->left > 0;
}

/* From where one pass ends the picture there is hope. */
static void check_hope(bench *self, const canvas *on, const print_stage *stage)
{
    const bool has_hope = df_stage_has_hope(stage, on, self->shapes);
    self->found = stage->y == on->height;
    for (unsigned i = 0; i < 8 && !self->found; i++) {
        const unsigned max = SLOW_BAND_ROWS - (on->height - stage->y);
        lay_last_pass(self, on, stage, df_random_below(&self->random, max + 1));
        slow_band_tilings(&self->band, self->set, note_end, self);
        if (self->found && !has_hope) {
            slow_band_print(&self->band, self->set);
            print_error("this was called hopeless\n");
            assert_true(has_hope);
        }
    }
    self->bands++;
    self->tilings += has_hope;
    self->good += self->found;
}

TEST(hopeless)
{
    bench *self = *state;
    begin(self, 72);
    for (unsigned i = test_cases(3000); i > 0; i--) {
        const unsigned width = 3 + df_random_below(&self->random, SLOW_BAND_WIDTH - 2);
        df_picture *picture =
            random_picture(self, width, 1 + df_random_below(&self->random, 3));
        picture_place place = {.picture = picture, .width = width};
        const unsigned first = df_random_below(&self->random, DF_TETROMINOES);
        const unsigned other = (first + 1 + df_random_below(&self->random, 6)) % DF_TETROMINOES;
        place.pieces[0] = (uint8_t)(1u << first);
        place.pieces[1] = (uint8_t)(1u << other);
        /* Every second picture has more pieces for its second colour. */
        if (i % 2 == 0)
            place.pieces[1] |= (uint8_t)(df_random_below(&self->random, 128) & ~(1u << first));
        canvas on;
        assert_status(df_canvas_create(&on, &place, self->shapes), DF_OK);
        for (unsigned j = 0; j < 4; j++) {
            const print_stage stage =
                random_stage(self, &on, df_random_below(&self->random, picture->height));
            check_hope(self, &on, &stage);
        }
        df_canvas_free(&on);
        df_picture_free(picture);
    }
    printf("# %u stages, %u with hope, %u ended by one pass\n", self->bands, self->tilings,
           self->good);
    assert_in_range(self->good, 1, self->tilings);
    assert_true(self->tilings < self->bands);
}
