/* The lower bound beside the truth: an exhaustive search for the fewest drops of small
 * pictures, drop by drop. It labels each row when a piece first enters it: the row clears, or
 * it is the next row of the picture. Plans with more than MAX_ROWS unfinished rows are not
 * looked at, nor pieces that slide below others, so that the truth may even be lower than what
 * is found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/key_set.h"
#include "dropforge/print.h"
#include "print/base/carriers.h"
#include "print/bound/proof.h"
#include "tests/support/support.h"

/* A state is one word: for each unfinished row from below 7 bits, of which the highest says
 * that the row stays; then 4 bits each for the finished rows of the picture and for the rows
 * that clear, so far. */
enum { MAX_ROWS = 8, ROW_BITS = 7, STAYS = 1 << 6, BASE_SHIFT = 56, CLEARS_SHIFT = 60 };

typedef struct search {
    const df_piece_set *set;
    const df_picture *picture;
    carrier_sets pieces; /* of its colours */
    unsigned width;
    unsigned left;       /* columns of the playfield left of the picture */
    unsigned max_clears; /* rows */
    key_set seen;
    uint64_t *states; /* in the order of their drops */
    size_t count, capacity;
    bool found;
} search;

typedef struct search_state {
    unsigned rows, base, clears;
    unsigned row[MAX_ROWS + 4];
} search_state;

/* Returns the squares that row y of the picture has, of one colour or of all (0). */
static unsigned search_wanted(const search *self, unsigned y, unsigned color)
{
    unsigned squares = 0;
    for (unsigned x = 0; x < self->picture->width; x++) {
        const unsigned cell = self->picture->cell[y * self->picture->width + x];
        if (cell != 0 && (color == 0 || cell == color))
            squares |= 1U << (self->left + x);
    }
    return squares;
}

static search_state unpack_state(uint64_t key)
{
    search_state state = {.base = key >> BASE_SHIFT & 15,
                          .clears = (unsigned)(key >> CLEARS_SHIFT)};
    for (; state.rows < MAX_ROWS && (key >> ROW_BITS * state.rows & 127) != 0; state.rows++)
        state.row[state.rows] = key >> ROW_BITS * state.rows & 127;
    return state;
}

/* Removes full rows that clear, and finished rows of the picture from the bottom. */
static void finish_rows(const search *self, search_state *state)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < state->rows; i++) {
        if (kept == 0 && (state->row[i] & STAYS) != 0 &&
            state->row[i] == (STAYS | search_wanted(self, state->base, 0)))
            state->base++;
        else if (state->row[i] != (1U << self->width) - 1)
            state->row[kept++] = state->row[i];
    }
    state->rows = kept;
}

/* True if a square that is still missing has a square above it that stays. */
static bool is_dead(const search *self, const search_state *state)
{
    unsigned below = 0, y = state->base;
    for (unsigned i = 0; i < state->rows; i++) {
        const bool stays = (state->row[i] & STAYS) != 0;
        if (stays && (state->row[i] & below) != 0)
            return true;
        below |=
            (stays ? search_wanted(self, y++, 0) : (1U << self->width) - 1) & ~state->row[i];
    }
    return false;
}

static void search_note(search *self, search_state *state)
{
    finish_rows(self, state);
    if (state->rows > MAX_ROWS || is_dead(self, state))
        return;
    self->found |= state->rows == 0 && state->base == self->picture->height;
    uint64_t key = (uint64_t)state->base << BASE_SHIFT | (uint64_t)state->clears
                                                             << CLEARS_SHIFT;
    for (unsigned i = 0; i < state->rows; i++)
        key |= (uint64_t)state->row[i] << ROW_BITS * i;
    if (df_key_set_has(&self->seen, &key))
        return;
    assert_status(df_key_set_add(&self->seen, &key), DF_OK);
    if (self->count == self->capacity) {
        self->capacity = 2 * self->capacity + 64;
        self->states = realloc(self->states, self->capacity * sizeof *self->states);
        assert_non_null(self->states);
    }
    self->states[self->count++] = key;
}

/* Lays a shape at (x, y), where it has come to rest, with one label for each new row. */
static void lay_shape(search *self, const search_state *before, unsigned piece,
                      const df_shape *shape, unsigned x, unsigned y, unsigned labels)
{
    search_state state = *before;
    unsigned picture_row = state.base;
    for (unsigned i = 0; i < y; i++)
        picture_row += (state.row[i] & STAYS) != 0;
    for (unsigned r = 0; r < shape->height; r++) {
        const unsigned squares = shape->row[r] << x;
        if (y + r == state.rows) {
            const bool stays = (labels >> (y + r - before->rows) & 1) != 0;
            state.row[state.rows++] = stays ? STAYS : 0;
            state.clears += !stays;
        }
        state.row[y + r] |= squares;
        if ((state.row[y + r] & STAYS) == 0)
            continue;
        if (picture_row == self->picture->height)
            return;
        unsigned color = 0;
        while (color < self->pieces.count && (self->pieces.pieces[color] >> piece & 1) == 0)
            color++;
        if (color == self->pieces.count ||
            (squares & ~search_wanted(self, picture_row, color + 1)) != 0)
            return;
        picture_row++;
    }
    if (state.clears <= self->max_clears)
        search_note(self, &state);
}

static void drop_shape(search *self, const search_state *state, unsigned piece,
                       const df_shape *shape, unsigned x)
{
    const unsigned floor =
        state->base == 0 ? (1U << self->width) - 1 : search_wanted(self, state->base - 1, 0);
    int y = -1;
    for (unsigned i = 0; i < shape->width; i++) {
        int top = (floor >> (x + i) & 1) != 0 ? 0 : -MAX_ROWS;
        for (unsigned k = 0; k < state->rows; k++) {
            if ((state->row[k] >> (x + i) & 1) != 0)
                top = (int)k + 1;
        }
        if (top - (int)shape->bottom[i] > y)
            y = top - (int)shape->bottom[i];
    }
    /* Below would be a finished row of the picture, or too many rows above. */
    if (y < 0 || (unsigned)y + shape->height > MAX_ROWS + 3)
        return;
    const unsigned top = (unsigned)y + shape->height;
    const unsigned fresh = top > state->rows ? top - state->rows : 0;
    for (unsigned labels = 0; labels >> fresh == 0; labels++)
        lay_shape(self, state, piece, shape, x, (unsigned)y, labels);
}

static void search_drop_all(search *self, uint64_t key)
{
    const search_state state = unpack_state(key);
    for (unsigned i = 0; i < DF_TETROMINOES * DF_ORIENTATIONS; i++) {
        const df_piece *piece = &self->set->pieces[i / DF_ORIENTATIONS];
        const unsigned turn = i % DF_ORIENTATIONS;
        for (unsigned x = 0;
             piece->same_as[turn] == turn && x + piece->shape[turn].width <= self->width; x++)
            drop_shape(self, &state, i / DF_ORIENTATIONS, &piece->shape[turn], x);
    }
}

/* Returns the fewest drops that leave the picture there with at most max_clears cleared rows; 0
 * if there are none, or if there are more than `max_states` states. */
static size_t search_place(search *self, size_t max_states)
{
    size_t drops = 0;
    df_key_set_reset(&self->seen, 1);
    self->count = 0;
    self->found = false;
    search_state empty = {0};
    search_note(self, &empty);
    size_t begin = 0;
    while (!self->found && begin < self->count && self->count < max_states) {
        const size_t end = self->count;
        for (; begin < end; begin++)
            search_drop_all(self, self->states[begin]);
        drops++;
    }
    return self->found ? drops : 0;
}

/* Returns the fewest drops at all places and numbers of rows; 0 if they were not found. */
static size_t fewest_drops(const df_piece_set *set, const df_picture *picture, unsigned width,
                           const char *pieces, unsigned max_clears, size_t max_states)
{
    search self = {.set = set, .picture = picture, .width = width};
    assert_int_equal(df_carriers_read(&self.pieces, pieces), CARRIERS_FINE);
    size_t best = 0;
    size_t squares = 0;
    for (unsigned i = 0; i < picture->width * picture->height; i++)
        squares += picture->cell[i] != 0;
    for (self.max_clears = 0; best == 0 && self.max_clears <= max_clears; self.max_clears++) {
        if ((squares + width * self.max_clears) % 4 != 0)
            continue;
        for (self.left = 0; self.left + picture->width <= width; self.left++) {
            const size_t drops = search_place(&self, max_states);
            if (drops != 0 && (best == 0 || drops < best))
                best = drops;
        }
    }
    df_key_set_free(&self.seen);
    free(self.states);
    return best;
}

static size_t bound_drops(const df_piece_set *set, const df_picture *picture, unsigned width,
                          const char *pieces)
{
    const df_print_options options = {.width = width, .pieces = pieces};
    df_print_report bound;
    assert_status(df_print_bound(&bound, picture, set, &options, NULL), DF_OK);
    return bound.drops;
}

TEST(known_optima)
{
    static const struct {
        const char *rows, *pieces;
        unsigned width;
        size_t drops, least;
        unsigned long_cases; /* are needed to search; 0: too long, drops of a known plan */
    } cases[] = {
        {".a.a./aaaaa/aaaaa/.aaa./..a..", "T", 6, 7, 7, 1},
        {".aa./a..a/a..a/.aa.", "T", 4, 8, 7, 1},
        {".a./a.a/aaa/a.a/a.a", "J", 6, 10, 7, 50},
        {"a.a/.a./a.a", "J", 5, 15, 10, 0},
        {"a.a./.a.a/a.a./.a.a", "T", 5, 17, 12, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_picture *picture = draw_picture(cases[i].rows);
        const size_t bound = bound_drops(shared_set, picture, cases[i].width, cases[i].pieces);
        if (cases[i].long_cases != 0 && test_cases(1) >= cases[i].long_cases) {
            const size_t drops = fewest_drops(shared_set, picture, cases[i].width,
                                              cases[i].pieces, 15, SIZE_MAX);
            printf("# %s: %zu drops, bound %zu\n", cases[i].rows, drops, bound);
            assert_int_equal(drops, cases[i].drops);
        }
        assert_true(bound >= cases[i].least && bound <= cases[i].drops);
        df_picture_free(picture);
    }
}

enum { MAX_SIDE = 6 };

/* Draws up to max by max squares in one or two colours, few or many of them. One column of the
 * widest playfield is always free: the search does not clear full rows of the picture. */
static df_picture *random_small(df_random *random, unsigned max)
{
    char rows[(MAX_SIDE + 1) * MAX_SIDE + 1];
    size_t at = 0;
    const unsigned width = 1 + df_random_below(random, max < MAX_SIDE ? max : MAX_SIDE - 1);
    const unsigned colors = 1 + df_random_below(random, 2);
    const unsigned thin = 3 + df_random_below(random, 6);
    for (unsigned y = 1 + df_random_below(random, max); y > 0; y--) {
        const unsigned middle = df_random_below(random, width);
        for (unsigned x = 0; x < width; x++)
            rows[at++] = x != middle && df_random_below(random, thin) == 0
                             ? '.'
                             : "ab"[df_random_below(random, colors)];
        rows[at++] = '/';
    }
    rows[at - 1] = '\0';
    return draw_picture(rows);
}

/* Returns a picture in one colour, in place of this one. */
static df_picture *make_flat(df_picture *picture)
{
    df_picture *flat = NULL;
    assert_status(df_carriers_flatten(&flat, picture), DF_OK);
    df_picture_free(picture);
    return flat;
}

/* With several pieces for a colour the method best finds the fewest drops of small pictures. */
TEST(fewest_with_several)
{
    static const struct {
        const char *rows, *pieces;
        unsigned width;
    } cases[] = {
        {".a.a./aaaaa/aaaaa/.aaa./..a..", "any", 6},
        {".aa./a..a/a..a/.aa.", "any", 5},
        {"a.a/.a./a.a", "any", 5},
        {"ab/aa", "JLO,T", 4},
        {"aab/.bb", "JL,TS", 5},
    };
    for (size_t i = test_is_quick() ? 2 : 0; i < COUNT(cases); i++) { /* the first take long */
        df_picture *picture = draw_picture(cases[i].rows);
        const df_print_options options = {.width = cases[i].width, .pieces = cases[i].pieces};
        df_plan *plan = NULL;
        df_print_report report;
        assert_status(df_print(&plan, picture, shared_set, &options, &report, NULL), DF_OK);
        const size_t drops =
            fewest_drops(shared_set, picture, cases[i].width, cases[i].pieces, 15, SIZE_MAX);
        const size_t bound = bound_drops(shared_set, picture, cases[i].width, cases[i].pieces);
        printf("# %s, %s: %zu drops, bound %zu\n", cases[i].rows, cases[i].pieces, drops,
               bound);
        assert_int_equal(report.drops, drops);
        assert_true(bound <= drops);
        df_plan_free(plan);
        df_picture_free(picture);
    }
}

/* Returns the drops of the plan of the method best; 0 if it finds none. */
static size_t plan_drops(const df_piece_set *set, const df_picture *picture, unsigned width,
                         const char *pieces)
{
    const df_print_options options = {.width = width, .pieces = pieces, .effort = 1};
    df_plan *plan = NULL;
    df_print_report report = {0};
    const df_status status = df_print(&plan, picture, set, &options, &report, NULL);
    assert_true(status == DF_OK || status == DF_ERROR_LIMIT);
    df_plan_free(plan);
    return report.drops;
}

/* Of the pictures that were searched. */
typedef struct optimum_counts {
    unsigned searched;
    unsigned planned; /* there is a plan */
    unsigned tight;   /* the bound is the fewest drops */
    unsigned optimal; /* the plan has the fewest drops */
    unsigned proven;  /* and the bound proves it */
} optimum_counts;

static void compare_with_search(const df_piece_set *set, df_random *random, unsigned side,
                                size_t max_states, optimum_counts *counts)
{
    static const char *const pieces[] = {"JL", "TJ",       "LT",    "IT",   "SZ", "OI",
                                         "ZJ", "JLO,TSIZ", "SZ,JL", "OT,I", "any"};
    df_picture *picture = random_small(random, side);
    const unsigned least = picture->width < 4 ? 4 : picture->width + 1;
    const unsigned width = least + df_random_below(random, MAX_SIDE + 1 - least);
    const char *letters = pieces[df_random_below(random, COUNT(pieces))];
    if (df_carriers_are_any(letters))
        picture = make_flat(picture);
    const size_t drops = fewest_drops(set, picture, width, letters, 5, max_states);
    if (drops != 0) {
        const size_t bound = bound_drops(set, picture, width, letters);
        const size_t planned = plan_drops(set, picture, width, letters);
        const bool has_plan = planned != 0;
        if (bound > drops || (has_plan && drops > planned))
            print_error("bound %zu, fewest %zu, plan %zu: %u by %u on width %u, pieces %s\n",
                        bound, drops, planned, picture->width, picture->height, width, letters);
        assert_true(bound <= drops && (!has_plan || drops <= planned));
        counts->searched++;
        counts->planned += has_plan;
        counts->tight += bound == drops;
        counts->optimal += planned == drops;
        counts->proven += planned == bound;
    }
    df_picture_free(picture);
}

/* With many cases, larger pictures are searched for longer. */
TEST(never_above_the_search)
{
    df_random random = test_random(3);
    const unsigned cases = test_cases(40);
    for (unsigned side = 3; side <= (cases > 40 ? MAX_SIDE : 3U); side++) {
        optimum_counts counts = {0};
        for (unsigned i = 0; i < cases; i++)
            compare_with_search(shared_set, &random, side, cases > 40 ? 40000 : 10000, &counts);
        printf("# side %u: %u of %u pictures searched, for %u the bound is the fewest drops; "
               "of %u plans %u are optimal, %u are proven to be\n",
               side, counts.searched, cases, counts.tight, counts.planned, counts.optimal,
               counts.proven);
        assert_true(counts.tight > 0 || counts.searched < 5);
    }
}

/* Every price that a trace pays is numbered for its gap. */
TEST(prices_have_gaps)
{
    df_picture *picture = draw_picture("aab/ba./aaa/aaa/a.b");
    for (size_t gap = 0; gap < trace_gaps(picture); gap++) {
        for (int x = -3; x < 6; x++)
            assert_int_equal(trace_gap_of(picture, trace_column_price(picture, gap, x)), gap);
        for (size_t square = 0; square < 15; square++) {
            if (gap + 3 >= square / 3 && gap <= square / 3 + 3)
                assert_int_equal(trace_gap_of(picture, trace_row_price(picture, gap, square)),
                                 gap);
        }
    }
    df_picture_free(picture);
}

/* An empty square costs nothing, and all of them together cost no more than the rows that are
 * proven. */
TEST(squares_have_weights)
{
    df_picture *picture = draw_picture("..b.../aa.aab/.aaaaa/aaaaaa");
    const df_print_options options = {.pieces = "JL", .width = 11};
    int64_t weights[24], sum = 0;
    assert_status(df_bound_weigh(picture, shared_set, &options, weights), DF_OK);
    for (size_t i = 0; i < COUNT(weights); i++) {
        assert_true(picture->cell[i] != 0 || weights[i] == 0);
        sum += weights[i];
    }
    df_print_report bound;
    assert_status(df_print_bound(&bound, picture, shared_set, &options, NULL), DF_OK);
    assert_true(sum > 0 && sum <= (int64_t)bound.rows_cleared * PROOF_ROW);
    df_picture_free(picture);
}
