/* Emitters and platforms: the whole tables, every structure played here once more. */
#include <stdbool.h>
#include <string.h>

#include "dropforge/plan.h"
#include "tests/support/support.h"

#define MAX_LETTERS ('~' - 'A' + 1)

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

/* Plays what the emitter's plan is, as it is handed out and with each emitting piece. */
static void play_emitter(df_emitter *emitter)
{
    const df_plan *plan = emitter->plan;
    assert_int_equal(plan->width, emitter->width);
    for (unsigned i = 0; i < emitter->squares; i++) {
        const df_drop *drop = &plan->drops[i];
        assert_int_equal(drop->piece, DF_J);
        assert_int_equal(drop->orientation, DF_SOUTH);
        assert_int_equal(drop->x, emitter->start[i]);
        assert_int_equal(drop->y, 0);
    }
    for (size_t color = 0; color < COUNT(emitting); color++) {
        uint64_t wanted = 0;
        for (unsigned i = 0; i < emitter->squares; i++) {
            plan->drops[i].piece = emitting[color].piece;
            wanted |= UINT64_C(1) << (emitter->start[i] + emitting[color].column);
        }
        df_field *field = NULL;
        df_plan_summary summary;
        assert_status(df_plan_play(plan, NULL, NULL, &field, &summary, NULL), DF_OK);
        assert_true(field->row[0] == wanted);
        assert_int_equal(df_field_top(field), 1);
        assert_int_equal(summary.rows_cleared, emitter->rows);
        assert_true(summary.needed_height <= plan->height);
        df_field_free(field);
    }
}

/* Counts the squares of each letter, and checks that there is nothing else but '.'. */
static void count_letters(const df_text *text, unsigned width, unsigned rows,
                          unsigned counts[256])
{
    memset(counts, 0, 256 * sizeof counts[0]);
    assert_int_equal(text->length, (width + 1) * rows);
    for (size_t i = 0; i < text->length; i++) {
        const char c = text->bytes[i];
        assert_true(i % (width + 1) == width ? c == '\n' : c == '.' || (c >= 'A' && c <= '~'));
        counts[(unsigned char)c]++;
    }
}

/* Every piece has a letter, and four squares of it; emitting ones show three. */
static void check_emitter_drawing(const df_emitter *emitter)
{
    df_text text = {0};
    unsigned counts[256];
    assert_status(df_emitter_draw(&text, emitter), DF_OK);
    count_letters(&text, emitter->width, emitter->rows, counts);
    assert_int_equal(counts['.'], 0);
    unsigned wanted[256] = {['\n'] = emitter->rows};
    for (size_t i = 0; i < emitter->plan->count; i++)
        wanted['A' + i % MAX_LETTERS] += i < emitter->squares ? 3 : 4;
    assert_memory_equal(counts, wanted, sizeof counts);
    const char *bottom = text.bytes + (size_t)(emitter->width + 1) * (emitter->rows - 1);
    for (unsigned i = 0; i < emitter->squares; i++) {
        for (unsigned x = 0; x < 3; x++)
            assert_int_equal(bottom[emitter->start[i] + x], 'A' + i);
    }
    df_text_free(&text);
}

/* The fewest rows for a pattern, all that is said of it checked; 0 if there is none. */
static unsigned find_rows(const df_piece_set *set, unsigned width, const unsigned *start,
                          unsigned squares)
{
    df_emitter emitter = {.width = 12345};
    df_outcome outcome = DF_LIMIT;
    assert_status(df_emitter_find(&emitter, set, width, start, squares, 0, &outcome), DF_OK);
    assert_int_not_equal(outcome, DF_LIMIT);
    if (outcome == DF_NONE) {
        assert_int_equal(emitter.width, 12345);
        return 0;
    }
    assert_int_equal(emitter.width, width);
    assert_int_equal(emitter.squares, squares);
    assert_memory_equal(emitter.start, start, squares * sizeof start[0]);
    assert_int_equal(emitter.plan->count, (width * emitter.rows + squares) / 4);
    assert_int_equal((width * emitter.rows + squares) % 4, 0);
    /* Every lower height that fits by number has been disproved. */
    unsigned lower = 0;
    for (unsigned rows = 1; rows < emitter.rows; rows++)
        lower += (width * rows + squares) % 4 == 0;
    assert_int_equal(emitter.proved_none, lower);
    play_emitter(&emitter);
    check_emitter_drawing(&emitter);
    df_emitter_free(&emitter);
    assert_null(emitter.plan);
    return emitter.rows;
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
    unsigned start[DF_EMITTER_MAX_SQUARES], mirrored[DF_EMITTER_MAX_SQUARES];
    for (bool first = true; df_emitter_next(width, squares, start, first); first = false) {
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
    df_piece_set *set = tetrominoes();
    for (size_t i = 0; i < count;) {
        const unsigned squares = classes[i].squares;
        const tally all = find_all(set, width, squares);
        unsigned seen = 0;
        for (; i < count && classes[i].squares == squares; i++) {
            assert_int_equal(all.by_rows[classes[i].rows], classes[i].patterns);
            assert_int_equal((width * classes[i].rows + squares) / 4, classes[i].pieces);
            seen += classes[i].patterns;
        }
        assert_int_equal(all.patterns, seen);
    }
    assert_false(df_emitter_next(width, classes[count - 1].squares + 1, NULL, true));
    df_piece_set_free(set);
}

static void tables(void **state)
{
    (void)state;
    check_table(9, classes_of_9, COUNT(classes_of_9));
    check_table(13, classes_of_13, COUNT(classes_of_13));
    check_table(17, classes_of_17, COUNT(classes_of_17));
    check_table(21, classes_of_21, COUNT(classes_of_21));
}

/* Half of all patterns and the symmetric ones together. */
static void patterns_up_to_reflection(void **state)
{
    (void)state;
    static const unsigned wanted[] = {10, 72, 231, 365, 236, 44, 1};
    unsigned start[DF_EMITTER_MAX_SQUARES], mirrored[DF_EMITTER_MAX_SQUARES];
    for (unsigned squares = 1; squares <= COUNT(wanted); squares++) {
        unsigned different = 0;
        for (bool first = true; df_emitter_next(21, squares, start, first); first = false) {
            mirror(21, start, squares, mirrored);
            unsigned i = 0;
            while (i < squares && start[i] == mirrored[i])
                i++;
            different += i == squares || start[i] < mirrored[i];
        }
        assert_int_equal(different, wanted[squares - 1]);
    }
}

static void dear_and_cheap_patterns(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    for (unsigned start = 0; start <= 18; start++)
        assert_int_equal(find_rows(set, 21, &start, 1), start % 4 == 3 ? 7 : 3);
    /* Two blocks near the walls, whose chains meet in the middle. */
    for (unsigned width = 9; width <= 27; width += 2) {
        const unsigned cheap[][2] = {{0, width - 4}, {1, width - 4}, {1, width - 3}};
        for (size_t i = 0; i < COUNT(cheap); i++)
            assert_int_equal(find_rows(set, width, cheap[i], 2), 2);
        const unsigned outermost[] = {0, width - 3};
        assert_int_equal(find_rows(set, width, outermost, 2), 6);
    }
    df_piece_set_free(set);
}

static void widest_and_narrowest(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    unsigned start[DF_EMITTER_MAX_SQUARES];
    /* More pieces than letters. */
    const unsigned middle = 30;
    assert_int_equal(find_rows(set, 63, &middle, 1), 5);
    for (unsigned i = 0; i < 21; i++)
        start[i] = 3 * i;
    assert_int_equal(find_rows(set, 63, start, 21), 1);
    assert_int_equal(find_rows(set, 3, start, 1), 1);
    assert_int_equal(find_rows(set, 12, start, 4), 1);
    /* On an even width the heights that fit by number are one or two apart, not four. */
    assert_int_equal(find_rows(set, 10, start, 2), 3);
    assert_int_not_equal(find_rows(set, 64, start, 20), 0);
    /* An even width times any height and one square is no multiple of four. */
    for (unsigned width = 4; width <= 64; width += 2)
        assert_int_equal(find_rows(set, width, start, 1), 0);
    df_piece_set_free(set);
}

/* Every list of starts that are three apart, once, in order. */
static void all_patterns_in_order(void **state)
{
    (void)state;
    unsigned start[DF_EMITTER_MAX_SQUARES], last[DF_EMITTER_MAX_SQUARES];
    for (unsigned width = 1; width <= 24; width++) {
        for (unsigned squares = 1; squares <= width; squares++) {
            uint64_t count = 0;
            for (bool first = true; df_emitter_next(width, squares, start, first);
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
    assert_false(df_emitter_next(21, 0, start, true));
    assert_false(df_emitter_next(64, DF_EMITTER_MAX_SQUARES + 1, start, true));
    assert_true(df_emitter_next(64, DF_EMITTER_MAX_SQUARES, start, true));
    assert_int_equal(start[20], 60);
}

static void same_seed_same_emitter(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    const unsigned start = 3;
    df_text text[3] = {{0}, {0}, {0}};
    for (size_t i = 0; i < COUNT(text); i++) {
        df_emitter emitter;
        df_outcome outcome;
        assert_status(df_emitter_find(&emitter, set, 21, &start, 1, i / 2, &outcome), DF_OK);
        assert_int_equal(outcome, DF_FOUND);
        assert_status(df_emitter_draw(&text[i], &emitter), DF_OK);
        df_emitter_free(&emitter);
    }
    assert_string_equal(text[0].bytes, text[1].bytes);
    assert_string_not_equal(text[0].bytes, text[2].bytes);
    for (size_t i = 0; i < COUNT(text); i++)
        df_text_free(&text[i]);
    df_piece_set_free(set);
}

static void emitter_arguments(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    static const struct {
        unsigned width, squares, start[2];
    } bad[] = {
        {21, 0, {0}},          {21, DF_EMITTER_MAX_SQUARES + 1, {0}},
        {65, 1, {0}},          {21, 1, {19}},
        {21, 1, {UINT32_MAX}}, {21, 2, {0, 2}},
        {21, 2, {5, 1}},       {21, 2, {0, UINT32_MAX - 1}},
        {2, 1, {0}},           {0, 1, {0}},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        unsigned start[DF_EMITTER_MAX_SQUARES + 1] = {bad[i].start[0], bad[i].start[1]};
        df_emitter emitter = {.width = 12345};
        df_outcome outcome = DF_LIMIT;
        assert_status(
            df_emitter_find(&emitter, set, bad[i].width, start, bad[i].squares, 0, &outcome),
            DF_ERROR_ARGUMENT);
        assert_int_equal(emitter.width, 12345);
        assert_int_equal(outcome, DF_LIMIT);
    }
    df_piece_set_free(set);
}

/* True if one column at the right is kept free in all rows, or two in the article's way. */
static bool is_kept_free(const df_platform *platform, unsigned x, unsigned y)
{
    if (platform->kind == DF_PLATFORM_BAR)
        return x == platform->width - 1;
    return (x == platform->width - 1 && y > 0) || (x == platform->width - 2 && y == 3);
}

/* The platform as it is before its last drop: what it keeps free, and nothing else. */
static df_status look_at_platform(void *context, const df_field *before, const df_drop *drop,
                                  const df_landing *landing)
{
    const df_platform *platform = context;
    if (drop != &platform->plan->drops[platform->plan->count - 1])
        return DF_OK;
    const unsigned cleared = platform->kind == DF_PLATFORM_HOOK ? 1 : 0;
    assert_int_equal(df_field_top(before), 4 - cleared);
    for (unsigned y = cleared; y < 4; y++) {
        for (unsigned x = 0; x < platform->width; x++)
            assert_int_equal(df_field_square(before, x, y - cleared) == 0,
                             is_kept_free(platform, x, y));
    }
    assert_int_equal(landing->cleared_count, 4 - cleared);
    return DF_OK;
}

static void check_platform_drawing(const df_platform *platform)
{
    df_text text = {0};
    unsigned counts[256];
    assert_status(df_platform_draw(&text, platform), DF_OK);
    count_letters(&text, platform->width, 4, counts);
    unsigned wanted[256] = {['\n'] = 4, ['.'] = 4};
    for (size_t i = 0; i + 1 < platform->plan->count; i++)
        wanted['A' + i % MAX_LETTERS] += 4;
    assert_memory_equal(counts, wanted, sizeof counts);
    for (unsigned y = 0; y < 4; y++) {
        for (unsigned x = 0; x < platform->width; x++)
            assert_int_equal(text.bytes[(3 - y) * (platform->width + 1) + x] == '.',
                             is_kept_free(platform, x, y));
    }
    assert_memory_equal(&text.bytes[3 * (platform->width + 1) + platform->start], "AAA", 3);
    df_text_free(&text);
}

/* True if there is such a platform; if so it is built and removed. */
static bool find_platform(const df_piece_set *set, unsigned width, unsigned start,
                          df_platform_kind kind)
{
    df_platform platform = {.width = 12345};
    df_outcome outcome = DF_LIMIT;
    uint64_t nodes = UINT64_MAX;
    assert_status(df_platform_find(&platform, set, width, start, kind, 0, &outcome, &nodes),
                  DF_OK);
    assert_int_not_equal(outcome, DF_LIMIT);
    assert_true(nodes < UINT64_MAX);
    if (outcome == DF_NONE) {
        assert_int_equal(platform.width, 12345);
        return false;
    }
    assert_int_equal(platform.width, width);
    assert_int_equal(platform.start, start);
    assert_int_equal(platform.kind, kind);
    /* Four squares a drop, four rows. */
    assert_int_equal(platform.plan->count, width);
    assert_int_equal(platform.plan->drops[0].piece, DF_T);
    assert_int_equal(platform.plan->drops[0].x, start);
    assert_int_equal(platform.plan->drops[width - 1].piece,
                     kind == DF_PLATFORM_BAR ? DF_I : DF_L);
    const df_sink sink = {.drop = look_at_platform};
    df_field *field = NULL;
    assert_status(df_plan_play(platform.plan, &sink, &platform, &field, NULL, NULL), DF_OK);
    assert_int_equal(df_field_top(field), 0);
    df_field_free(field);
    check_platform_drawing(&platform);
    df_platform_free(&platform);
    assert_null(platform.plan);
    return true;
}

static void platforms(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    for (unsigned width = 8; width <= 32; width++) {
        for (unsigned start = 0; start <= width - 3; start++) {
            assert_int_equal(find_platform(set, width, start, DF_PLATFORM_HOOK),
                             (width - 3 - start) % 2 == 0);
            assert_int_equal(find_platform(set, width, start, DF_PLATFORM_BAR),
                             start <= width - 4);
        }
    }
    assert_true(find_platform(set, DF_NARROW_MAX_WIDTH, 1, DF_PLATFORM_HOOK));
    assert_true(find_platform(set, DF_NARROW_MAX_WIDTH, 60, DF_PLATFORM_BAR));
    df_piece_set_free(set);
}

static void platform_arguments(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    static const struct {
        unsigned width, start;
        int kind;
    } bad[] = {
        {3, 0, DF_PLATFORM_HOOK},
        {0, 0, DF_PLATFORM_BAR},
        {DF_NARROW_MAX_WIDTH + 1, 0, 0},
        {21, 19, DF_PLATFORM_HOOK},
        {21, UINT32_MAX, DF_PLATFORM_HOOK},
        {21, 0, DF_PLATFORM_KINDS},
        {21, 0, -1},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        df_platform platform = {.width = 12345};
        df_outcome outcome = DF_LIMIT;
        uint64_t nodes = 77;
        assert_status(df_platform_find(&platform, set, bad[i].width, bad[i].start,
                                       (df_platform_kind)bad[i].kind, 0, &outcome, &nodes),
                      DF_ERROR_ARGUMENT);
        assert_int_equal(platform.width, 12345);
        assert_int_equal(outcome, DF_LIMIT);
        assert_int_equal(nodes, 77);
    }
    df_piece_set_free(set);
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
    df_plan *plan = NULL;
    assert_status(df_plan_create(&plan, (unsigned)strcspn(drawing, "\n"), 40, set), DF_OK);
    for (char letter = 'A'; add_drawn_piece(plan, drawing, letter);)
        letter++;
    return plan;
}

/* Drawings of the article: every piece comes to rest where it is drawn, whatever has cleared
 * in the meantime. */
static void drawn_emitter(void **state)
{
    (void)state;
    static const char *const drawing = "BBKKKKLLLLMMMMNNNNPPP\n"
                                       "BBCCDDEEFFGGHHIIJJOOP\n"
                                       "AAACCDDEEFFGGHHIIJJOO\n"
                                       "..A..................\n";
    df_piece_set *set = tetrominoes();
    df_emitter emitter = {.width = 21, .squares = 1, .rows = 3};
    emitter.plan = plan_of_drawing(set, drawing);
    assert_int_equal(emitter.plan->count, 16);
    assert_status(df_plan_settle(emitter.plan, 1, NULL), DF_OK);
    df_text text = {0};
    assert_status(df_emitter_draw(&text, &emitter), DF_OK);
    assert_int_equal(text.length, 3 * 22);
    assert_memory_equal(text.bytes, drawing, text.length);
    df_text_free(&text);
    play_emitter(&emitter);
    df_emitter_free(&emitter);
    df_piece_set_free(set);
}

static void drawn_platform(void **state)
{
    (void)state;
    static const char *const drawing = "CDDKKKKIIRRRTTTTQSS..\n"
                                       "CCDDGGGGIIRPPPPQQQSS.\n"
                                       "CBBAEEFFHHJJLLMMNNOO.\n"
                                       "BBAAAEEFFHHJJLLMMNNOO\n";
    df_piece_set *set = tetrominoes();
    df_platform platform = {.width = 21, .start = 2, .kind = DF_PLATFORM_HOOK};
    platform.plan = plan_of_drawing(set, drawing);
    assert_status(
        df_plan_add(platform.plan, (df_drop){.piece = DF_L, .orientation = DF_WEST, .x = 19}),
        DF_OK);
    assert_int_equal(platform.plan->count, 21);
    assert_status(df_plan_settle(platform.plan, 1, NULL), DF_OK);
    df_text text = {0};
    assert_status(df_platform_draw(&text, &platform), DF_OK);
    assert_string_equal(text.bytes, drawing);
    df_text_free(&text);
    const df_sink sink = {.drop = look_at_platform};
    df_field *field = NULL;
    assert_status(df_plan_play(platform.plan, &sink, &platform, &field, NULL, NULL), DF_OK);
    assert_int_equal(df_field_top(field), 0);
    df_field_free(field);
    df_platform_free(&platform);
    df_piece_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(patterns_up_to_reflection),
        cmocka_unit_test(dear_and_cheap_patterns),
        cmocka_unit_test(widest_and_narrowest),
        cmocka_unit_test(all_patterns_in_order),
        cmocka_unit_test(same_seed_same_emitter),
        cmocka_unit_test(emitter_arguments),
        cmocka_unit_test(platforms),
        cmocka_unit_test(platform_arguments),
        cmocka_unit_test(drawn_emitter),
        cmocka_unit_test(drawn_platform),
    };
    return cmocka_run_group_tests_name("emitters", tests, NULL, NULL);
}
