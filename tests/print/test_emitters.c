/* Emitters and platforms, the structures that the methods search and table are made of: the
 * whole tables, every structure played. */
#include <stdbool.h>
#include <string.h>

#include "core/base/bits.h"
#include "dropforge/plan.h"
#include "print/rows/rows.h"
#include "tests/support/patterns.h"
#include "tests/support/support.h"

#define MAX_SQUARES 21 /* of a pattern */
#define NODE_LIMIT 20000000

/* The pieces that emit, and the column of the hanging square counted from their left. */
static const struct {
    uint16_t piece;
    unsigned column;
} emitting[] = {{DF_L, 0}, {DF_T, 1}, {DF_J, 2}};

/* Patterns of one size that need one height. */
typedef struct class
{
    unsigned squares, rows, pieces, patterns;
} class;

static const class classes_of_9[] = {
    {1, 3, 7, 6}, {1, 7, 16, 1}, {2, 2, 5, 3}, {2, 6, 14, 7}, {3, 1, 3, 1},
};

static const class classes_of_13[] = {
    {1, 3, 10, 9}, {1, 7, 23, 2}, {2, 2, 7, 3}, {2, 6, 20, 33}, {3, 5, 17, 35}, {4, 4, 14, 5},
};

static const class classes_of_17[] = {
    {1, 3, 13, 12},  {1, 7, 30, 3},   {2, 2, 9, 3},   {2, 6, 26, 75},
    {3, 5, 22, 165}, {4, 4, 18, 126}, {5, 3, 14, 21},
};

static const class classes_of_21[] = {
    {1, 3, 16, 15},  {1, 7, 37, 4},   {2, 2, 11, 3},  {2, 6, 32, 133}, {3, 5, 27, 455},
    {4, 4, 22, 715}, {5, 3, 17, 462}, {6, 2, 12, 35}, {6, 6, 33, 49},  {7, 1, 7, 1},
};

static uint64_t binomial(unsigned n, unsigned k)
{
    uint64_t ways = 1;
    for (unsigned i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

/* Plays a plan that begins with the emitting pieces, with each of them. */
static void play_emitter(df_plan *plan, const unsigned *start, unsigned squares, unsigned rows)
{
    for (size_t color = 0; color < COUNT(emitting); color++) {
        uint64_t wanted = 0;
        for (unsigned i = 0; i < squares; i++) {
            plan->drops[i].piece = emitting[color].piece;
            wanted |= UINT64_C(1) << (start[i] + emitting[color].column);
        }
        df_field *field = NULL;
        df_plan_summary summary;
        assert_status(df_plan_play(plan, NULL, NULL, &field, &summary, NULL), DF_OK);
        assert_true(field->row[0] == wanted);
        assert_int_equal(df_field_top(field), 1);
        assert_int_equal(summary.rows_cleared, rows);
        df_field_free(field);
    }
}

/* Makes a plan of pieces and a packing above them. Caller frees. */
static df_plan *plan_structure(const df_piece_set *set, unsigned width,
                               const pack_piece *pieces, size_t count,
                               const pack_solution *packing, const pack_piece *last)
{
    df_plan *plan = new_plan(set, width, 1);
    assert_status(df_structure_add(plan, pieces, count, packing), DF_OK);
    if (last != NULL)
        assert_status(df_structure_add(plan, last, 1, NULL), DF_OK);
    assert_status(df_plan_settle(plan, 2 * width, NULL), DF_OK);
    return plan;
}

/* The fewest rows for a pattern, which is played; 0 if there is no packed matrix. Every lower
 * height that fits by number is disproved. */
static unsigned find_rows(const df_piece_set *set, unsigned width, const unsigned *start,
                          unsigned squares)
{
    static pack_solution packing;
    pack_piece pieces[MAX_SQUARES];
    uint64_t filled = 0;
    pack_kit kit;
    df_outcome outcome = DF_NONE;
    unsigned rows = 0, proved = 0, lower = 0;
    for (unsigned i = 0; i < squares; i++) {
        filled |= bits_span(start[i], 3);
        pieces[i] = (pack_piece){DF_J, DF_SOUTH, (uint8_t)start[i], 0};
    }
    df_pack_kit_init(&kit, set);
    assert_status(df_pack_search_fewest(&kit, width, filled, 0, 0, NODE_LIMIT, &outcome, &rows,
                                        &proved, &packing),
                  DF_OK);
    df_pack_kit_free(&kit);
    assert_int_not_equal(outcome, DF_LIMIT);
    if (outcome == DF_NONE)
        return 0;
    for (unsigned i = 1; i < rows; i++)
        lower += (width * i + squares) % 4 == 0;
    assert_int_equal(proved, lower);
    df_plan *plan = plan_structure(set, width, pieces, squares, &packing, NULL);
    assert_int_equal(plan->count * 4, width * rows + squares);
    play_emitter(plan, start, squares, rows);
    df_plan_free(plan);
    return rows;
}

static void mirror(unsigned width, const unsigned *start, unsigned squares, unsigned *mirrored)
{
    for (unsigned i = 0; i < squares; i++)
        mirrored[i] = width - 3 - start[squares - 1 - i];
}

/* The results of all patterns of one size. */
typedef struct tally {
    unsigned patterns;
    unsigned by_rows[13]; /* 0: patterns without a packed matrix */
} tally;

static tally find_all(const df_piece_set *set, unsigned width, unsigned squares)
{
    tally all = {0};
    unsigned start[MAX_SQUARES], mirrored[MAX_SQUARES];
    for (bool first = true; next_pattern(width, squares, start, first); first = false) {
        const unsigned rows = find_rows(set, width, start, squares);
        mirror(width, start, squares, mirrored);
        all.patterns++;
        all.by_rows[rows]++;
        /* A mirror image is as hard, though the search meets its columns the other way. */
        assert_int_equal(find_rows(set, width, mirrored, squares), rows);
    }
    return all;
}

static void check_table(unsigned width, const class *classes, size_t count)
{
    for (size_t i = 0; i < count;) {
        const unsigned squares = classes[i].squares;
        const tally all = find_all(shared_set, width, squares);
        unsigned seen = 0;
        for (; i < count && classes[i].squares == squares; i++) {
            assert_int_equal(all.by_rows[classes[i].rows], classes[i].patterns);
            assert_int_equal((width * classes[i].rows + squares) / 4, classes[i].pieces);
            seen += classes[i].patterns;
        }
        assert_int_equal(all.patterns, seen);
    }
    assert_false(next_pattern(width, classes[count - 1].squares + 1, NULL, true));
}

TEST(tables)
{
    check_table(9, classes_of_9, COUNT(classes_of_9));
    check_table(13, classes_of_13, COUNT(classes_of_13));
    check_table(17, classes_of_17, COUNT(classes_of_17));
    check_table(21, classes_of_21, COUNT(classes_of_21));
}

/* Half of all patterns and the symmetric ones together. */
TEST(patterns_up_to_reflection)
{
    static const unsigned wanted[] = {10, 72, 231, 365, 236, 44, 1};
    unsigned start[MAX_SQUARES], mirrored[MAX_SQUARES];
    for (unsigned squares = 1; squares <= COUNT(wanted); squares++) {
        unsigned different = 0;
        for (bool first = true; next_pattern(21, squares, start, first); first = false) {
            mirror(21, start, squares, mirrored);
            unsigned i = 0;
            while (i < squares && start[i] == mirrored[i])
                i++;
            different += i == squares || start[i] < mirrored[i];
        }
        assert_int_equal(different, wanted[squares - 1]);
    }
}

TEST(dear_and_cheap_patterns)
{
    for (unsigned start = 0; start <= 18; start++)
        assert_int_equal(find_rows(shared_set, 21, &start, 1), start % 4 == 3 ? 7 : 3);
    /* Two blocks near the walls, whose chains meet in the middle. */
    for (unsigned width = 9; width <= 27; width += 2) {
        const unsigned cheap[][2] = {{0, width - 4}, {1, width - 4}, {1, width - 3}};
        for (size_t i = 0; i < COUNT(cheap); i++)
            assert_int_equal(find_rows(shared_set, width, cheap[i], 2), 2);
        const unsigned outermost[] = {0, width - 3};
        assert_int_equal(find_rows(shared_set, width, outermost, 2), 6);
    }
}

TEST(widest_and_narrowest)
{
    unsigned start[MAX_SQUARES];
    /* More pieces than letters. */
    const unsigned middle = 30;
    assert_int_equal(find_rows(shared_set, 63, &middle, 1), 5);
    for (unsigned i = 0; i < 21; i++)
        start[i] = 3 * i;
    assert_int_equal(find_rows(shared_set, 63, start, 21), 1);
    assert_int_equal(find_rows(shared_set, 3, start, 1), 1);
    assert_int_equal(find_rows(shared_set, 12, start, 4), 1);
    /* On an even width the heights that fit by number are one or two apart, not four. */
    assert_int_equal(find_rows(shared_set, 10, start, 2), 3);
    assert_int_not_equal(find_rows(shared_set, 64, start, 20), 0);
    /* An even width times any height and one square is no multiple of four. */
    for (unsigned width = 4; width <= 64; width += 2)
        assert_int_equal(find_rows(shared_set, width, start, 1), 0);
}

/* Every list of starts that are three apart, once, in order. */
TEST(all_patterns_in_order)
{
    unsigned start[MAX_SQUARES], last[MAX_SQUARES];
    for (unsigned width = 1; width <= 24; width++) {
        for (unsigned squares = 1; squares <= width; squares++) {
            uint64_t count = 0;
            for (bool first = true; next_pattern(width, squares, start, first);
                 first = false, count++) {
                unsigned moved = 0;
                while (!first && start[moved] == last[moved])
                    assert_in_range(++moved, 1, squares - 1);
                assert_true(first || start[moved] > last[moved]);
                for (unsigned i = 0; i < squares; i++)
                    assert_in_range(start[i], i == 0 ? 0 : start[i - 1] + 3, width - 3);
                memcpy(last, start, sizeof start);
            }
            const bool fit = 3 * squares <= width;
            assert_int_equal(count, fit ? binomial(width - 2 * squares, squares) : 0);
        }
    }
}

/* A platform that is being played. */
typedef struct platform_test {
    const df_plan *plan;
    platform_kind kind;
} platform_test;

/* True if one column at the right is kept free in all rows, or two in the article's way. */
static bool is_kept_free(const platform_test *platform, unsigned x, unsigned y)
{
    const unsigned width = platform->plan->width;
    if (platform->kind == PLATFORM_BAR)
        return x == width - 1;
    return (x == width - 1 && y > 0) || (x == width - 2 && y == 3);
}

/* The platform as it is before its last drop: what it keeps free, and nothing else. */
static df_status look_at_platform(void *context, const df_field *before, const df_drop *drop,
                                  const df_landing *landing)
{
    const platform_test *platform = context;
    if (drop != &platform->plan->drops[platform->plan->count - 1])
        return DF_OK;
    const unsigned cleared = platform->kind == PLATFORM_HOOK ? 1 : 0;
    assert_int_equal(df_field_top(before), 4 - cleared);
    for (unsigned y = cleared; y < 4; y++) {
        for (unsigned x = 0; x < before->width; x++)
            assert_int_equal(df_field_square(before, x, y - cleared) == 0,
                             is_kept_free(platform, x, y));
    }
    assert_int_equal(landing->cleared_count, 4 - cleared);
    return DF_OK;
}

/* Builds a platform and removes it. */
static void play_platform(const df_plan *plan, platform_kind kind)
{
    platform_test test = {plan, kind};
    df_field *field = NULL;
    assert_status(df_plan_play(plan, look_at_platform, &test, &field, NULL, NULL), DF_OK);
    assert_int_equal(df_field_top(field), 0);
    df_field_free(field);
}

/* True if there is such a platform; if so it is built and removed. */
static bool find_platform(const df_piece_set *set, unsigned width, unsigned start,
                          platform_kind kind)
{
    static platform_plan found;
    pack_kit kit;
    df_outcome outcome = DF_LIMIT;
    df_pack_kit_init(&kit, set);
    assert_status(
        df_platform_search(&kit, width, start, kind, false, 0, NODE_LIMIT, &outcome, &found),
        DF_OK);
    df_pack_kit_free(&kit);
    assert_int_not_equal(outcome, DF_LIMIT);
    if (outcome == DF_NONE)
        return false;
    assert_int_equal(found.first.piece, DF_T);
    assert_int_equal(found.first.x, start);
    assert_int_equal(found.last.piece, kind == PLATFORM_BAR ? DF_I : DF_L);
    df_plan *plan = plan_structure(set, width, &found.first, 1, &found.packing, &found.last);
    /* Four squares a drop, four rows. */
    assert_int_equal(plan->count, width);
    play_platform(plan, kind);
    df_plan_free(plan);
    return true;
}

TEST(platforms)
{
    for (unsigned width = 8; width <= 32; width++) {
        for (unsigned start = 0; start <= width - 3; start++) {
            assert_int_equal(find_platform(shared_set, width, start, PLATFORM_HOOK),
                             (width - 3 - start) % 2 == 0);
            assert_int_equal(find_platform(shared_set, width, start, PLATFORM_BAR),
                             start <= width - 4);
        }
    }
    assert_true(find_platform(shared_set, DF_NARROW_MAX_WIDTH, 1, PLATFORM_HOOK));
    assert_true(find_platform(shared_set, DF_NARROW_MAX_WIDTH, 60, PLATFORM_BAR));
}

/* Appends the tetromino whose squares are the `letter`s of a drawing with rows of `width`
 * squares, from the top. Returns false when there is no such letter. */
static bool add_drawn_piece(df_plan *plan, const char *drawing, char letter)
{
    const unsigned width = plan->width, rows = (unsigned)strlen(drawing) / (width + 1);
    unsigned left = width, low = rows;
    for (unsigned i = 0; drawing[i] != '\0'; i++) {
        if (drawing[i] != letter)
            continue;
        const unsigned x = i % (width + 1), y = rows - 1 - i / (width + 1);
        left = x < left ? x : left;
        low = y < low ? y : low;
    }
    uint32_t wanted[4] = {0};
    for (unsigned i = 0; drawing[i] != '\0'; i++) {
        if (drawing[i] == letter)
            wanted[rows - 1 - i / (width + 1) - low] |= 1u << (i % (width + 1) - left);
    }
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            const df_shape *shape = &plan->set->pieces[piece].shape[o];
            uint32_t row[4] = {0};
            memcpy(row, shape->row, shape->height * sizeof row[0]);
            if (memcmp(row, wanted, sizeof row) == 0) {
                assert_status(df_plan_add(plan, (df_drop){.piece = (uint16_t)piece,
                                                          .orientation = (uint8_t)o,
                                                          .x = (uint8_t)left}),
                              DF_OK);
                return true;
            }
        }
    }
    return false;
}

/* A plan of the pieces of a drawing in the order of their letters. Caller frees. */
static df_plan *plan_of_drawing(const df_piece_set *set, const char *drawing)
{
    df_plan *plan = new_plan(set, (unsigned)strcspn(drawing, "\n"), 40);
    for (char letter = 'A'; add_drawn_piece(plan, drawing, letter);)
        letter++;
    return plan;
}

/* A drawing whose pieces are dropped. */
typedef struct drawn_structure {
    const char *drawing;
    size_t drops;
    unsigned cleared;
} drawn_structure;

/* A piece comes to rest where it is drawn, whatever has cleared in the meantime. */
static df_status look_at_drawing(void *context, const df_field *before, const df_drop *drop,
                                 const df_landing *landing)
{
    drawn_structure *self = context;
    const unsigned width = before->width, rows = (unsigned)strlen(self->drawing) / (width + 1);
    const df_shape *shape = &shared_set->pieces[drop->piece].shape[drop->orientation];
    const char letter = (char)('A' + self->drops++);
    for (unsigned y = 0; y < shape->height && strchr(self->drawing, letter) != NULL; y++) {
        const unsigned row = rows - 1 - (landing->y + self->cleared + y);
        for (unsigned x = 0; x < shape->width; x++) {
            if ((shape->row[y] >> x & 1) != 0)
                assert_int_equal(self->drawing[row * (width + 1) + drop->x + x], letter);
        }
    }
    self->cleared += landing->cleared_count;
    return DF_OK;
}

static void play_drawing(df_plan *plan, const char *drawing)
{
    drawn_structure self = {.drawing = drawing};
    assert_status(df_plan_settle(plan, 1, NULL), DF_OK);
    assert_status(df_plan_play(plan, look_at_drawing, &self, NULL, NULL, NULL), DF_OK);
}

TEST(drawn_emitter)
{
    static const char *const drawing = "BBKKKKLLLLMMMMNNNNPPP\n"
                                       "BBCCDDEEFFGGHHIIJJOOP\n"
                                       "AAACCDDEEFFGGHHIIJJOO\n"
                                       "..A..................\n";
    const unsigned start = 0;
    df_plan *plan = plan_of_drawing(shared_set, drawing);
    assert_int_equal(plan->count, 16);
    play_drawing(plan, drawing);
    play_emitter(plan, &start, 1, 3);
    df_plan_free(plan);
}

TEST(drawn_platform)
{
    static const char *const drawing = "CDDKKKKIIRRRTTTTQSS..\n"
                                       "CCDDGGGGIIRPPPPQQQSS.\n"
                                       "CBBAEEFFHHJJLLMMNNOO.\n"
                                       "BBAAAEEFFHHJJLLMMNNOO\n";
    df_plan *plan = plan_of_drawing(shared_set, drawing);
    assert_status(df_plan_add(plan, (df_drop){.piece = DF_L, .orientation = DF_WEST, .x = 19}),
                  DF_OK);
    assert_int_equal(plan->count, 21);
    play_drawing(plan, drawing);
    play_platform(plan, PLATFORM_HOOK);
    df_plan_free(plan);
}
