/* The lower bound: it must never be above what a plan that exists needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/key_set.h"
#include "core/board/drop.h"
#include "core/board/field_rows.h"
#include "dropforge/print.h"
#include "print/bound/proof.h"
#include "tests/support/plans.h"
#include "tests/support/support.h"

static df_status bound_of(df_print_report *report, const df_picture *picture, unsigned width,
                          const char *pieces)
{
    const df_print_options options = {.width = width, .pieces = pieces};
    df_error error = {0};
    const df_status status = df_print_bound(report, picture, shared_set, &options, &error);
    if (status != DF_OK)
        assert_non_null(strchr(tell_error(&error).text, ';'));
    return status;
}

/* The colours of pictures that playfields leave: red says which piece. */
static df_color color_of(unsigned piece)
{
    return (df_color){.red = (uint8_t)piece};
}

/* Checks that the bound is not above a number of drops that has sufficed; returns the bound. */
static size_t check_not_above(const df_picture *picture, unsigned width, const char *pieces,
                              size_t drops)
{
    df_print_report report;
    assert_status(bound_of(&report, picture, width, pieces), DF_OK);
    if (report.drops > drops)
        print_error("bound %zu, %zu drops suffice: width %u, pieces %s\n", report.drops, drops,
                    width, report.pieces);
    assert_true(report.drops <= drops);
    return report.drops;
}

/* All playfields that can be reached, nearest first. A square is kept in two bits: 0 empty,
 * 1 and 2 the carrying pieces, 3 any other piece. */
typedef struct survey {
    const df_piece_set *set;
    unsigned carrier[2];
    df_field *field;
    key_set seen;
    uint64_t *keys;
    size_t *drops;
    size_t count, capacity;
    size_t pictures, tight; /* checked; for how many the bound is the truth */
} survey;

#define SEEN_BIT (UINT64_C(1) << 63)

static unsigned square_code(const survey *self, unsigned square)
{
    return square == 0                      ? 0
           : square - 1 == self->carrier[0] ? 1
           : square - 1 == self->carrier[1] ? 2
                                            : 3;
}

static uint64_t field_key(const survey *self, const df_field *field)
{
    uint64_t key = 0;
    for (unsigned i = field->width * field->height; i-- > 0;)
        key = key << 2 |
              square_code(self, df_field_square(field, i % field->width, i / field->width));
    return key | SEEN_BIT;
}

static void restore_field(const survey *self, uint64_t key)
{
    unsigned other = 0;
    while (other == self->carrier[0] || other == self->carrier[1])
        other++;
    const unsigned squares[] = {0, self->carrier[0] + 1, self->carrier[1] + 1, other + 1};
    df_field *field = self->field;
    df_field_clear(field);
    for (unsigned i = 0; i < field->width * field->height; i++)
        assert_status(
            df_field_set(field, i % field->width, i / field->width, squares[key >> 2 * i & 3]),
            DF_OK);
}

/* A picture of a playfield, and the letters of its pieces in the order of its colours. */
static df_picture *picture_of(const df_field *field, const df_piece_set *set, char *letters)
{
    df_picture *picture = NULL;
    df_plan *plan = new_plan(set, field->width, field->height);
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        plan->colors[i] = (df_plan_color){.given = true, .color = color_of(i)};
    assert_status(df_picture_from_field(&picture, field, plan), DF_OK);
    df_plan_free(plan);
    for (unsigned i = 0; i < picture->color_count; i++)
        letters[i] = set->pieces[picture->colors[i].red].name[0];
    letters[picture->color_count] = '\0';
    return picture;
}

/* Notes a new key, whose least number of drops is `drops`. */
static void survey_add(survey *self, const df_field *field, uint64_t key, size_t drops)
{
    assert_status(df_key_set_add(&self->seen, &key), DF_OK);
    if (self->count < self->capacity) {
        self->keys[self->count] = key;
        self->drops[self->count++] = drops;
    }
    bool others = false;
    size_t squares = 0;
    for (unsigned i = 0; i < field->width * field->height; i++) {
        others |= (key >> 2 * i & 3) == 3;
        squares += (key >> 2 * i & 3) != 0;
    }
    /* Where nothing has cleared, the number of squares is a bound. */
    if (others || squares == 0 || squares == 4 * drops)
        return;
    char letters[DF_TETROMINOES + 1];
    df_picture *picture = picture_of(field, self->set, letters);
    const size_t bound = check_not_above(picture, field->width, letters, drops);
    self->tight += bound == drops;
    if (self->pictures++ % 8 == 0) {
        assert_true(check_not_above(picture, field->width, NULL, drops) <= bound);
        assert_true(check_not_above(picture, 0, letters, drops) <= bound);
    }
    df_picture_free(picture);
}

static void survey_drop_all(survey *self, size_t index)
{
    restore_field(self, self->keys[index]);
    df_field *before = new_field(self->field->width, self->field->height);
    assert_status(df_field_copy(before, self->field), DF_OK);
    for (unsigned i = 0; i < DF_TETROMINOES * DF_ORIENTATIONS * before->width; i++) {
        const df_drop drop = {.piece = (uint16_t)(i % DF_TETROMINOES),
                              .orientation = (uint8_t)(i / DF_TETROMINOES % DF_ORIENTATIONS),
                              .x = (uint8_t)(i / (DF_TETROMINOES * DF_ORIENTATIONS))};
        df_landing landing;
        if (self->set->pieces[drop.piece].same_as[drop.orientation] != drop.orientation ||
            df_drop_apply(self->field, self->set, &drop, DF_RULES_ABOVE, &landing) !=
                DF_REFUSAL_NONE)
            continue;
        const uint64_t key = field_key(self, self->field);
        if (!df_key_set_has(&self->seen, &key))
            survey_add(self, self->field, key, self->drops[index] + 1);
        assert_status(df_field_copy(self->field, before), DF_OK);
    }
    df_field_free(before);
}

/* Looks at the first playfields, in the order of the drops they need. */
static void survey_width(const df_piece_set *set, unsigned width, unsigned first,
                         unsigned second, size_t fields, size_t *pictures, size_t *tight)
{
    survey self = {.set = set, .carrier = {first, second}, .capacity = fields};
    self.keys = calloc(fields, sizeof *self.keys);
    self.drops = calloc(fields, sizeof *self.drops);
    assert_true(self.keys != NULL && self.drops != NULL);
    /* Bit 63 is taken. */
    assert_status(df_field_create(&self.field, width, 31 / width), DF_OK);
    df_key_set_reset(&self.seen, 1);
    survey_add(&self, self.field, SEEN_BIT, 0);
    for (size_t i = 0; i < self.count; i++)
        survey_drop_all(&self, i);
    *pictures += self.pictures;
    *tight += self.tight;
    df_key_set_free(&self.seen);
    df_field_free(self.field);
    free(self.keys);
    free(self.drops);
}

TEST(never_above_the_truth)
{
    static const unsigned pairs[][2] = {{DF_I, DF_O}, {DF_T, DF_T}, {DF_S, DF_J},
                                        {DF_J, DF_L}, {DF_L, DF_T}, {DF_O, DF_Z}};
    const unsigned fields = test_cases(240);
    size_t pictures = 0, tight = 0;
    for (unsigned width = 4; width <= 7; width++) {
        for (size_t i = 0; i < COUNT(pairs); i++)
            survey_width(shared_set, width, pairs[i][0], pairs[i][1], fields, &pictures,
                         &tight);
    }
    printf("# %zu pictures, for %zu the bound is the least number of drops\n", pictures, tight);
    assert_true(pictures > 0 && tight > 0);
}

TEST(never_above_a_random_plan)
{
    df_random random = test_random(1);
    for (unsigned i = test_cases(60); i > 0; i--) {
        const unsigned width = 4 + df_random_below(&random, 6);
        df_plan *plan =
            random_plan(&random, shared_set, width, 12, 1 + df_random_below(&random, 40));
        df_field *field = played_field(plan);
        if (df_field_top(field) > 0) {
            char letters[DF_TETROMINOES + 1];
            df_picture *picture = picture_of(field, shared_set, letters);
            check_not_above(picture, width, letters, plan->count);
            check_not_above(picture, 0, letters, plan->count);
            check_not_above(picture, i % 2 == 0 ? width : 0, NULL, plan->count);
            df_picture_free(picture);
        }
        df_field_free(field);
        df_plan_free(plan);
    }
}

/* A random picture without empty rows, or with some. Caller frees. */
static df_picture *random_picture(df_random *random, bool holes)
{
    char rows[9 * 8];
    size_t at = 0;
    const unsigned width = 1 + df_random_below(random, 8);
    for (unsigned y = 1 + df_random_below(random, 6); y > 0; y--) {
        const unsigned middle = df_random_below(random, width);
        const bool empty = holes && y > 1 && at > 0 && df_random_below(random, 3) == 0;
        for (unsigned x = 0; x < width; x++)
            rows[at++] = empty ? '.' : x == middle ? 'b' : ".abc"[df_random_below(random, 4)];
        rows[at++] = '/';
    }
    rows[at - 1] = '\0';
    return draw_picture(rows);
}

TEST(never_above_a_print)
{
    df_random random = test_random(2);
    for (unsigned i = test_cases(16); i > 0; i--) {
        df_picture *picture = random_picture(&random, i % 2 == 0);
        df_print_options options = {.method = "search", .width = 13, .anchors = true};
        df_plan *plan = NULL;
        df_print_report bound;
        assert_status(df_print(&plan, picture, shared_set, &options, NULL, NULL), DF_OK);
        for (unsigned k = 0; k < 4; k++) {
            char letters[] = "JTL";
            letters[picture->color_count] = '\0';
            options.width = k % 2 == 0 ? 13 : 0;
            options.pieces = k < 2 ? NULL : letters;
            assert_status(df_print_bound(&bound, picture, shared_set, &options, NULL), DF_OK);
            assert_true(bound.drops <= plan->count);
        }
        df_plan_free(plan);
        df_picture_free(picture);
    }
}

/* Pictures whose bound can be worked out by hand. */
TEST(known_bounds)
{
    static const struct {
        const char *rows, *pieces;
        unsigned width, drops, cleared;
    } cases[] = {
        /* The first c with which 1 + 21 c is a multiple of four is 3. */
        {"a", "J", 21, 16, 3},
        /* Whole pieces, and 4 + 0 squares. */
        {"aaaa", "I", 21, 1, 0},
        {"aaaa", "I", 0, 1, 0},
        {"aaaa", NULL, 10, 1, 0},
        {"aa/aa", "O", 5, 1, 0},
        /* No J leaves four in a row; 4 + 10 c is a multiple of four for even c. */
        {"aaaa", "J", 10, 6, 2},
        {"ab/ab", "IJ", 6, 4, 2},
        /* Either colour may be the I; that only one of them can is not known. */
        {"aaaa/bbbb", NULL, 8, 2, 0},
        {"a/b/a/b", "JL", 9, 10, 4},
        /* A J or L that leaves one square loses another in the same column. */
        {"a/b/a/b/a/b/a/b", "JL", 4, 10, 8},
        {"a/b/a/b/a/b/a/b", "JL", 20, 42, 8},
        /* Only branches on whole rows prove these. */
        {"a.../a.aa/.aaa/aaaa/a.aa", "L", 7, 14, 6},
        {".aa./aa../aaaa/aaaa/.aaa/a.a.", "J", 5, 13, 7},
        {"b.aa/baab/.aaa/a.a.", "JL", 6, 12, 6},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_picture *picture = draw_picture(cases[i].rows);
        df_print_report report;
        assert_status(bound_of(&report, picture, cases[i].width, cases[i].pieces), DF_OK);
        assert_int_equal(report.drops, cases[i].drops);
        assert_int_equal(report.rows_cleared, cases[i].cleared);
        assert_int_equal(report.width, cases[i].width);
        if (cases[i].pieces != NULL)
            assert_string_equal(report.pieces, cases[i].pieces);
        df_picture_free(picture);
    }
}

/* Letters beyond the last colour are not looked at. */
TEST(more_letters_than_colors)
{
    df_picture *picture = draw_picture("ab/ab/b.");
    df_print_report few, many;
    assert_status(bound_of(&few, picture, 9, "LJ"), DF_OK);
    assert_status(bound_of(&many, picture, 9, "LJTSI"), DF_OK);
    assert_int_equal(few.drops, many.drops);
    assert_string_equal(few.pieces, many.pieces);
    df_picture_free(picture);
}

TEST(bad_requests)
{
    static const struct {
        const char *rows, *pieces;
        unsigned width;
        df_status status;
    } cases[] = {
        {"ab", "JT", 257, DF_ERROR_ARGUMENT},
        {"ab", "J", 21, DF_ERROR_ARGUMENT},
        {"ab", "JTJ", 21, DF_ERROR_ARGUMENT},
        {"ab", "JT?", 21, DF_ERROR_ARGUMENT},
        {"ab", "JJ", 21, DF_ERROR_ARGUMENT},
        {"ab", "Jx", 21, DF_ERROR_ARGUMENT},
        {"abcdefgh", NULL, 21, DF_ERROR_LIMIT},
        {"a/./a", NULL, 21, DF_ERROR_PICTURE},
        {"a/./a", NULL, 0, DF_ERROR_PICTURE},
        {"aaaa", NULL, 4, DF_ERROR_PICTURE},
        {"aaaa", NULL, 3, DF_ERROR_PICTURE},
        {"aaa", NULL, 8, DF_ERROR_PICTURE},
        {"aaa", "O", 0, DF_ERROR_PICTURE},
        /* Some colour would have to be the O. */
        {"abcdefg", NULL, 21, DF_ERROR_PICTURE},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        df_picture *picture = draw_picture(cases[i].rows);
        df_print_report report = {.drops = 77};
        assert_status(bound_of(&report, picture, cases[i].width, cases[i].pieces),
                      cases[i].status);
        assert_int_equal(report.drops, 77);
        df_picture_free(picture);
    }
}

TEST(too_tall)
{
    static char rows[2 * (DF_FIELD_MAX_HEIGHT + 1)];
    for (size_t i = 0; i < sizeof rows; i++)
        rows[i] = i % 2 == 0 ? 'a' : '/';
    rows[sizeof rows - 1] = '\0';
    df_picture *picture = draw_picture(rows);
    df_print_report report;
    assert_status(bound_of(&report, picture, 21, NULL), DF_ERROR_LIMIT);
    df_picture_free(picture);
}

/* A proof that the linear program has found, with what it speaks of. */
typedef struct found_proof {
    df_piece_set *set;
    df_picture *picture;
    trace_list traces;
    proof_case part;
    proof proof;
    int64_t rows;
} found_proof;

static void found_proof_setup(found_proof *self, const char *rows)
{
    *self = (found_proof){.set = tetrominoes(), .picture = draw_picture(rows)};
    const trace_board board = {.picture = self->picture, .tetrominoes = self->set, .beside = 3};
    program solved;
    assert_status(df_traces_add(&self->traces, &board, 1, 1u << DF_J), DF_OK);
    assert_status(df_traces_add(&self->traces, &board, 2, 1u << DF_L), DF_OK);
    assert_status(df_proof_create(&self->proof, self->picture), DF_OK);
    assert_status(df_proof_open_case(&self->part), DF_OK);
    assert_status(df_program_create(&solved, &self->traces, &self->part, &self->proof), DF_OK);
    for (unsigned i = 0; i < 10; i++)
        df_program_run(&solved, 50);
    df_program_round(&solved, &self->proof);
    df_program_free(&solved);
    assert_true(df_proof_holds(&self->proof, &self->part, &self->traces, &self->rows));
    assert_true(self->rows > 0);
}

static void found_proof_teardown(found_proof *self)
{
    df_proof_free(&self->proof);
    df_proof_free_case(&self->part);
    df_traces_free(&self->traces);
    df_picture_free(self->picture);
    df_piece_set_free(self->set);
}

/* No weight can be greater without breaking the conditions, and no price either. */
TEST(proofs_are_checked)
{
    found_proof self;
    found_proof_setup(&self, "aab/ba./aaa");
    proof *made = &self.proof;
    int64_t rows = 77;
    for (size_t i = 0; i < 9; i++) {
        made->weight[i] += 2 * PROOF_ROW;
        assert_int_equal(df_proof_holds(made, &self.part, &self.traces, &rows),
                         self.picture->cell[i] == 0);
        made->weight[i] -= 2 * PROOF_ROW;
    }
    rows = 77;
    for (size_t i = 0; i < made->prices; i += 7) {
        /* No trace pays a price of a row that is outside of the gaps. */
        if (trace_gap_of(self.picture, i) >= made->gaps)
            continue;
        const int64_t price = made->price[i];
        made->price[i] = -1;
        assert_false(df_proof_holds(made, &self.part, &self.traces, &rows));
        made->price[i] = price + PROOF_ROW + 1;
        assert_false(df_proof_holds(made, &self.part, &self.traces, &rows));
        made->price[i] = price;
    }
    assert_int_equal(rows, 77);
    found_proof_teardown(&self);
}

/* A cut raises the rows by its bonus for each of its rows, which its gaps have to pay. */
TEST(cuts_are_counted)
{
    found_proof self;
    found_proof_setup(&self, "aab/ba./aaa");
    int64_t rows = 0;
    self.part.cuts[self.part.cut_count++] = (proof_cut){1, 2, 5, false};
    self.proof.bonus[0] = PROOF_ROW / 4;
    assert_false(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    df_proof_scale(&self.proof, &self.part);
    df_proof_settle(&self.proof, &self.part, &self.traces);
    assert_true(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    int64_t sum = 0;
    for (size_t i = 0; i < self.proof.squares; i++)
        sum += self.proof.weight[i];
    assert_true(rows == sum + 5 * PROOF_ROW / 4);
    self.proof.bonus[0] = -1;
    assert_false(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    memset(self.proof.price, 0, self.proof.prices * sizeof *self.proof.price);
    memset(self.proof.weight, 0, self.proof.squares * sizeof *self.proof.weight);
    self.proof.bonus[0] = PROOF_ROW;
    assert_true(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    assert_true(rows == 5 * PROOF_ROW);
    self.proof.bonus[0] = PROOF_ROW + 1;
    assert_false(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    found_proof_teardown(&self);
}

/* Rows that clear at most in a window cost as much for each as their bonus, and leave as much
 * more of each of its gaps to the prices. */
TEST(at_most_is_counted)
{
    found_proof self;
    found_proof_setup(&self, "aab/ba./aaa");
    int64_t rows = 0;
    memset(self.proof.price, 0, self.proof.prices * sizeof *self.proof.price);
    memset(self.proof.weight, 0, self.proof.squares * sizeof *self.proof.weight);
    self.part.cuts[self.part.cut_count++] = (proof_cut){1, 2, 5, true};
    self.proof.bonus[0] = 1;
    assert_false(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    self.proof.bonus[0] = -PROOF_MAX_PRICE - 1;
    assert_false(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    self.proof.bonus[0] = -PROOF_ROW / 2;
    assert_true(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    assert_true(rows == -5 * PROOF_ROW / 2);
    const size_t inside = trace_column_price(self.proof.picture, 1, 0);
    self.proof.price[inside] = PROOF_ROW * 3 / 2;
    assert_true(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    self.proof.price[inside]++;
    assert_false(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    self.proof.price[inside] = 0;
    self.proof.price[trace_column_price(self.proof.picture, 3, 0)] = PROOF_ROW + 1;
    assert_false(df_proof_holds(&self.proof, &self.part, &self.traces, &rows));
    found_proof_teardown(&self);
}
