/* Polyominoes as texts and as pieces: codes, drawings, names, spawn orientations, sets and
 * colours; and large ones, with nothing to compare with but what is known of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "omino/shape/image.h"
#include "omino/shape/rows.h"
#include "tests/slow/slow_omino.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

static void read_text(df_omino *omino, const char *text)
{
    df_error error = {0};
    const df_status status = df_omino_code_read(omino, text, strlen(text), &error);
    if (status != DF_OK)
        print_error("%s: column %zu: %s\n", text, error.column, error.text);
    assert_status(status, DF_OK);
}

static void check_text(const df_omino *omino, const char *code, const char *drawing)
{
    df_text text = {0};
    df_omino_write(&text, omino, DF_OMINO_CODE);
    df_text_put_char(&text, ' ');
    df_omino_write(&text, omino, DF_OMINO_DRAWING);
    char wanted[1000];
    snprintf(wanted, sizeof wanted, "%s %s", code, drawing);
    assert_string_equal(text.bytes, wanted);
    df_text_free(&text);
}

TEST(known_codes)
{
    static const char *const known[][2] = {
        {"1", "#"},
        {"7.2", ".#./###"},
        {"3.6", ".##/##."},
        {"ff", "########"},
        {"1ff.100", "........#/#########"},
        {"2.7.2", ".#./###/.#."},
        {"7.5.7", "###/#.#/###"},
    };
    for (size_t i = 0; i < COUNT(known); i++) {
        df_omino omino;
        read_text(&omino, known[i][0]);
        check_text(&omino, known[i][0], known[i][1]);
        read_text(&omino, known[i][1]);
        check_text(&omino, known[i][0], known[i][1]);
    }
    /* Margins, zeros in front and capitals do not matter. */
    static const char *const same[] = {
        "e.4", "E.4", "007.02", "0.0.70.20.0", "..../..#./.###/....", ".#/###", ".#./###/"};
    for (size_t i = 0; i < COUNT(same); i++) {
        df_omino omino;
        read_text(&omino, same[i]);
        check_text(&omino, "7.2", ".#./###");
    }
}

TEST(random_texts)
{
    df_random random = test_random(2);
    for (unsigned i = test_cases(1000); i > 0; i--) {
        slow_omino slow;
        df_omino omino, again;
        df_text text = {0};
        slow_random(&slow, &random, 1 + df_random_below(&random, SLOW_MAX));
        slow_to_omino(&omino, &slow);
        df_omino_write(&text, &omino, DF_OMINO_CODE);
        read_text(&again, text.bytes);
        assert_int_equal(df_omino_compare(&omino, &again), 0);
        df_text_free(&text);
        df_omino_write(&text, &omino, DF_OMINO_DRAWING);
        read_text(&again, text.bytes);
        assert_int_equal(df_omino_compare(&omino, &again), 0);
        df_text_free(&text);
    }
}

/* Each wrong text with the column of what is wrong, and a word of the message. */
TEST(malformed_texts)
{
    static const struct {
        const char *text;
        size_t column;
        const char *word;
    } bad[] = {
        {"", 1, "digits"},
        {".", 1, "digits"},
        {"7.", 3, "digits"},
        {"7..2", 3, "digits"},
        {"7 2", 2, "' '"},
        {"7.2\n", 4, "'?'"},
        {"7.G", 3, "'G'"},
        {"F", 1, "pentomino"},
        {"0", 1, "no square"},
        {"00.0", 1, "no square"},
        {"5", 1, "does not hang together"},
        {"1.2", 3, "does not hang together"},
        {"7.0.2", 5, "does not hang together"},
        {"10001", 5, "does not hang together"},
        {"###/#.x", 7, "'x'"},
        {"##/7", 4, "'7'"},
        {"./.", 1, "no square"},
        {"/", 1, "no square"},
        {"#.#", 3, "does not hang together"},
        {"##/..#/..#", 6, "does not hang together"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        df_omino omino = {.size = 77};
        df_error error = {0};
        assert_status(df_omino_code_read(&omino, bad[i].text, strlen(bad[i].text), &error),
                      DF_ERROR_INPUT);
        assert_int_equal(omino.size, 77);
        assert_int_equal(error.line, 1);
        assert_int_equal(error.column, bad[i].column);
        assert_non_null(strstr(error.text, bad[i].word));
        assert_non_null(strchr(error.text, ';'));
        assert_status(df_omino_code_read(&omino, bad[i].text, strlen(bad[i].text), NULL),
                      DF_ERROR_INPUT);
    }
}

TEST(too_large_texts)
{
    static char text[70000];
    df_omino omino;
    df_error error;
    memset(text, 'f', 257);
    text[257] = '\0';
    assert_status(df_omino_code_read(&omino, text, 256, NULL), DF_OK);
    assert_int_equal(omino.width, 1024);
    assert_status(df_omino_code_read(&omino, text, 257, &error), DF_ERROR_INPUT);
    assert_int_equal(error.column, 257);
    memset(text, '.', sizeof text);
    text[65536] = '#';
    assert_status(df_omino_code_read(&omino, text, 65537, &error), DF_ERROR_INPUT);
    assert_int_equal(error.column, 65537);
    assert_status(df_omino_code_read(&omino, text + 1, 65536, NULL), DF_OK);
    memset(text, '/', sizeof text - 1);
    text[65536] = '#';
    assert_status(df_omino_code_read(&omino, text, 65537, &error), DF_ERROR_INPUT);
}

/* All images of the tetrominoes are spawned as the guideline has them. */
TEST(spawned_tetrominoes)
{
    for (unsigned i = 0; i < DF_TETROMINOES; i++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            df_omino omino;
            df_piece piece;
            df_omino_from_shape(&omino, &shared_set->pieces[i].shape[o]);
            assert_int_equal(omino.size, 4);
            assert_status(df_omino_piece(&piece, &omino, NULL), DF_OK);
            assert_memory_equal(&piece, &shared_set->pieces[i], sizeof piece);
        }
    }
}

/* The pieces as Golomb draws them; pieces that differ from their mirror images are marked. */
static const struct {
    const char *name;
    const char *drawing;
    const char *mirrored; /* NULL: the same */
} golomb[] = {
    {"F", ".##/##./.#.", "F'"}, {"I", "#/#/#/#/#", NULL},   {"L", "#./#./#./##", "L'"},
    {"N", ".#/.#/##/#.", "N'"}, {"P", "##/##/#.", "P'"},    {"T", "###/.#./.#.", NULL},
    {"U", "#.#/###", NULL},     {"V", "#../#../###", NULL}, {"W", "#../##./.##", NULL},
    {"X", ".#./###/.#.", NULL}, {"Y", ".#/##/.#/.#", "Y'"}, {"Z", "##./.#./.##", "Z'"},
};

TEST(names_of_pentominoes)
{
    for (size_t i = 0; i < COUNT(golomb); i++) {
        df_omino drawn, omino;
        read_text(&drawn, golomb[i].drawing);
        for (unsigned image = 0; image < DF_OMINO_IMAGES; image++) {
            char name[DF_PIECE_NAME_SIZE];
            df_omino_transform(&drawn, image, &omino);
            df_omino_name(&omino, name);
            assert_string_equal(name, image < 4 || golomb[i].mirrored == NULL
                                          ? golomb[i].name
                                          : golomb[i].mirrored);
        }
    }
}

/* The spawn orientation is one of the turns, lies wide, and has no fuller bottom row. */
static void check_spawn(const df_omino *omino)
{
    df_omino spawn, turned;
    unsigned same = 0, bottom = 0;
    df_omino_spawn(omino, &spawn);
    assert_true(spawn.width >= spawn.height);
    while (bottom < spawn.size && spawn.squares[bottom].y == 0)
        bottom++;
    for (unsigned turns = 0; turns < 4; turns++) {
        unsigned other = 0;
        df_omino_transform(omino, turns, &turned);
        same += df_omino_compare(&turned, &spawn) == 0;
        while (other < turned.size && turned.squares[other].y == 0)
            other++;
        assert_true(turned.height != spawn.height || other <= bottom);
        /* And it is the same from wherever it is turned. */
        df_omino_spawn(&turned, &turned);
        assert_int_equal(df_omino_compare(&turned, &spawn), 0);
    }
    assert_true(same > 0);
}

/* All one-sided polyominoes of a size; the caller frees *list. */
static size_t one_sided(unsigned size, df_omino **list)
{
    slow_omino *fixed;
    const size_t count = slow_ominoes(size, &fixed);
    size_t kept = 0;
    df_omino *all = malloc(count * sizeof *all);
    assert_non_null(all);
    for (size_t i = 0; i < count; i++) {
        df_omino omino, canonical;
        slow_to_omino(&omino, &fixed[i]);
        df_omino_canonical(&omino, DF_OMINO_ONE_SIDED, &canonical);
        if (df_omino_compare(&omino, &canonical) == 0)
            all[kept++] = omino;
    }
    free(fixed);
    *list = all;
    return kept;
}

TEST(sets)
{
    static const size_t counts[] = {1, 1, 2, 7, 18, 60, 196, 704};
    for (unsigned size = 1; size <= COUNT(counts); size++) {
        df_omino *list;
        df_piece_set *set;
        const size_t count = one_sided(size, &list);
        assert_int_equal(count, counts[size - 1]);
        assert_status(df_omino_piece_set(&set, list, count), DF_OK);
        assert_int_equal(set->count, count);
        for (size_t i = 0; i < count; i++) {
            char name[DF_PIECE_NAME_SIZE];
            df_omino omino, spawn;
            check_spawn(&list[i]);
            df_omino_spawn(&list[i], &spawn);
            df_omino_from_shape(&omino, &set->pieces[i].shape[DF_NORTH]);
            assert_int_equal(df_omino_compare(&spawn, &omino), 0);
            df_omino_name(&list[i], name);
            assert_string_equal(set->pieces[i].name, name);
            if (size != 4 && size != 5) {
                read_text(&omino, name);
                assert_int_equal(df_omino_compare(&list[i], &omino), 0);
            }
        }
        df_piece_set_free(set);
        free(list);
    }
}

TEST(listed_sets)
{
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    for (unsigned size = 1; size <= 7; size++) {
        df_omino *list;
        df_piece_set *set, *listed;
        const size_t count = one_sided(size, &list);
        assert_status(df_omino_piece_set(&set, list, count), DF_OK);
        assert_status(df_ominoes_piece_set(&listed, size, &filter), DF_OK);
        assert_int_equal(listed->count, count);
        for (size_t i = 0; i < count; i++) {
            const int same =
                df_piece_set_find(set, listed->pieces[i].name, strlen(listed->pieces[i].name));
            assert_true(same >= 0);
            assert_memory_equal(&listed->pieces[i], &set->pieces[same], sizeof set->pieces[0]);
        }
        df_piece_set_free(listed);
        df_piece_set_free(set);
        free(list);
    }
}

TEST(no_listed_sets)
{
    df_piece_set *set = NULL;
    const df_ominoes_filter one_sided_ones = {.kind = DF_OMINO_ONE_SIDED};
    const df_ominoes_filter square = {.kind = DF_OMINO_ONE_SIDED,
                                      .symmetries = 1u << DF_SYMMETRY_ALL};
    assert_status(df_ominoes_piece_set(&set, 0, &one_sided_ones), DF_ERROR_ARGUMENT);
    assert_status(df_ominoes_piece_set(&set, 3, &square), DF_ERROR_ARGUMENT);
    assert_status(df_ominoes_piece_set(&set, 3, NULL), DF_ERROR_ARGUMENT);
    /* Too many, which shows long before all have been counted. */
    assert_status(df_ominoes_piece_set(&set, 24, &one_sided_ones), DF_ERROR_ARGUMENT);
    assert_null(set);
}

TEST(odd_sets)
{
    df_omino list[6];
    df_piece_set *set = NULL;
    df_piece piece;
    /* A tetromino and two pentominoes, and large ones, the longest code of which does fit. */
    static const char *const texts[] = {"7.2",         "4.7.2", "6.3.2", "3.6.c.18.30.20",
                                        "3.6.c.18.30", "f"};
    static const char *const names[] = {"T", "F5", "F5'", "11-4", "3.6.c.18.30", "I"};
    for (size_t i = 0; i < COUNT(texts); i++)
        read_text(&list[i], texts[i]);
    assert_status(df_omino_piece_set(&set, list, COUNT(list)), DF_OK);
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_string_equal(set->pieces[i].name, names[i]);
    df_piece_set_free(set);

    set = NULL;
    assert_status(df_omino_piece_set(&set, list, 0), DF_ERROR_ARGUMENT);
    df_omino_transform(&list[0], 1, &list[1]);
    assert_status(df_omino_piece_set(&set, list, 2), DF_ERROR_ARGUMENT);
    read_text(&list[1], "1ffffffff");
    assert_status(df_omino_piece_set(&set, list, 2), DF_ERROR_ARGUMENT);
    assert_null(set);
    assert_status(df_omino_piece(&piece, &list[1], "long"), DF_ERROR_ARGUMENT);
    read_text(&list[1], "ffffffff");
    assert_status(df_omino_piece(&piece, &list[1], "two words"), DF_ERROR_ARGUMENT);
    assert_status(df_omino_piece(&piece, &list[1], "long"), DF_OK);
    assert_string_equal(piece.name, "long");
    assert_int_equal(piece.shape[DF_EAST].height, 32);
}

static int color_distance(df_color a, df_color b)
{
    return abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue);
}

TEST(colors)
{
    df_color many[200], few[12];
    static const df_color known[] = {
        {0x55, 0xdd, 0x66}, {0xff, 0x88, 0xee}, {0xff, 0x99, 0x00}};
    assert_status(df_omino_colors(many, NULL, COUNT(many)), DF_OK);
    assert_status(df_omino_colors(few, NULL, COUNT(few)), DF_OK);
    assert_memory_equal(few, many, sizeof few);
    assert_memory_equal(few, known, sizeof known);
    for (size_t i = 0; i < COUNT(many); i++) {
        for (size_t j = 0; j < i; j++)
            assert_true(color_distance(many[i], many[j]) >= (i < COUNT(few) ? 64 : 17));
    }
    /* They come again. */
    df_color *all = malloc(4096 * sizeof *all);
    assert_non_null(all);
    assert_status(df_omino_colors(all, NULL, 4096), DF_OK);
    size_t period = 1;
    while (color_distance(all[period], all[0]) > 0)
        period++;
    assert_in_range(period, 500, 4000);
    for (size_t i = 0; i < period; i++) {
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(color_distance(all[i], all[j]), 0);
    }
    free(all);
}

TEST(colors_of_sets)
{
    df_omino *list;
    df_piece_set *set = tetrominoes();
    df_color tetromino[DF_TETROMINOES], pentomino[18];
    assert_status(df_omino_colors(tetromino, set, set->count), DF_OK);
    assert_memory_equal(&tetromino[DF_T], (&(df_color){0xa0, 0x00, 0xf0}), sizeof(df_color));
    df_piece_set_free(set);

    const size_t count = one_sided(5, &list);
    assert_int_equal(count, COUNT(pentomino));
    read_text(&list[0], "7.2");
    read_text(&list[1], "7.4");
    assert_status(df_omino_piece_set(&set, list, count), DF_OK);
    assert_status(df_omino_colors(pentomino, set, set->count), DF_OK);
    assert_memory_equal(&pentomino[0], &tetromino[DF_T], sizeof(df_color));
    assert_memory_equal(&pentomino[1], &tetromino[DF_L], sizeof(df_color));
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++)
            assert_true(color_distance(pentomino[i], pentomino[j]) >= 64);
    }
    df_piece_set_free(set);
    free(list);
}

TEST(colors_of_plans)
{
    df_plan_color *colors = NULL;
    df_color chosen[DF_TETROMINOES];
    assert_status(df_omino_colors(chosen, shared_set, shared_set->count), DF_OK);
    assert_status(df_omino_plan_colors(&colors, shared_set), DF_OK);
    for (size_t i = 0; i < DF_TETROMINOES; i++) {
        assert_true(colors[i].given);
        assert_int_equal(color_distance(colors[i].color, chosen[i]), 0);
    }
    /* One that has a colour keeps it, and the others stay without. */
    memset(colors, 0, DF_TETROMINOES * sizeof *colors);
    colors[2] = (df_plan_color){.given = true, .color = {1, 2, 3}};
    assert_status(df_omino_plan_colors(&colors, shared_set), DF_OK);
    for (size_t i = 0; i < DF_TETROMINOES; i++)
        assert_int_equal(colors[i].color.blue, i == 2 ? 3 : 0);
    free(colors);
}

/* Squares of a large polyomino, one after another. */
typedef struct squares {
    df_square list[DF_OMINO_MAX_SQUARES];
    size_t count;
} squares;

static void add_square(squares *self, unsigned x, unsigned y)
{
    assert_true(self->count < DF_OMINO_MAX_SQUARES);
    self->list[self->count++] = (df_square){(uint16_t)x, (uint16_t)y};
}

static void study(const squares *self, df_omino *omino, df_omino_traits *traits)
{
    assert_status(df_omino_from_squares(omino, self->list, self->count), DF_OK);
    df_omino_traits_find(omino, traits);
    /* Written pieces read back. */
    df_omino again;
    df_text text = {0};
    df_omino_write(&text, omino, DF_OMINO_CODE);
    read_text(&again, text.bytes);
    assert_int_equal(df_omino_compare(omino, &again), 0);
    df_text_free(&text);
}

TEST(large_rectangle)
{
    squares all = {.count = 0};
    df_omino omino;
    df_omino_traits traits;
    for (unsigned i = 0; i < 1024; i++)
        add_square(&all, i % 32, i / 32);
    study(&all, &omino, &traits);
    assert_string_equal(df_omino_symmetry_names[traits.symmetry], "all");
    assert_int_equal(traits.images, 1);
    assert_int_equal(traits.perimeter, 128);
    assert_int_equal(traits.holes, 0);
    assert_true(traits.column_convex && traits.row_convex && traits.directed);
    assert_false(traits.tree_like);
}

/* Walls around 4 × 4 rooms of 14 × 14 empty squares. */
TEST(large_with_holes)
{
    squares all = {.count = 0};
    df_omino omino;
    df_omino_traits traits;
    for (unsigned i = 0; i < 61 * 61; i++) {
        if (i % 61 % 15 == 0 || i / 61 % 15 == 0)
            add_square(&all, i % 61, i / 61);
    }
    study(&all, &omino, &traits);
    assert_int_equal(traits.symmetry, DF_SYMMETRY_ALL);
    assert_int_equal(traits.holes, 16);
    assert_int_equal(traits.perimeter, 4 * 61 + 16 * 4 * 14);
    assert_int_equal(df_omino_path(&omino, 0, NULL), DF_NONE);
}

/* A snake: columns of nine squares with links between them, above and below by turns. */
TEST(large_snake)
{
    squares all = {.count = 0};
    df_omino omino;
    df_omino_traits traits;
    uint16_t walk[DF_OMINO_MAX_SQUARES];
    for (unsigned x = 0; x < 204; x++) {
        for (unsigned y = 0; y < 9; y++) {
            if (x % 2 == 0 || y == (x % 4 == 1 ? 8 : 0))
                add_square(&all, x, y);
        }
    }
    study(&all, &omino, &traits);
    assert_int_equal(omino.size, 1020);
    assert_true(traits.tree_like);
    assert_int_equal(traits.perimeter, 2 * 1020 + 2);
    assert_int_equal(df_omino_path(&omino, 0, walk), DF_FOUND);
    assert_true(walk[0] == 0 || walk[omino.size - 1] == 0);
    assert_int_equal(df_omino_path(&omino, 1, NULL), DF_LIMIT);
    /* No walk can take a bridge between the middles of two columns. */
    add_square(&all, 101, 4);
    study(&all, &omino, &traits);
    assert_int_equal(df_omino_path(&omino, 0, NULL), DF_NONE);
}

/* Rows of the same length, each shifted by anything that keeps them together. */
TEST(large_rows)
{
    df_random random = test_random(3);
    for (unsigned i = test_cases(100); i > 0; i--) {
        squares all = {.count = 0};
        const unsigned length = 1 + df_random_below(&random, 12);
        const unsigned rows = 1 + df_random_below(&random, 1024 / length);
        unsigned at = 1024 * 12;
        df_omino omino;
        df_omino_traits traits;
        for (unsigned y = 0; y < rows; y++) {
            for (unsigned x = 0; x < length; x++)
                add_square(&all, at + x, y);
            at += df_random_below(&random, 2 * length - 1) + 1;
            at -= length;
        }
        study(&all, &omino, &traits);
        assert_true(traits.row_convex);
    }
}

/* Five squares, one-sided. */
typedef struct some_pieces {
    df_omino *list;
    size_t count;
} some_pieces;

static df_status make_pieces(void *context)
{
    const some_pieces *some = context;
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    df_piece_set *set = NULL, *listed = NULL;
    df_color made[18] = {{0}};
    df_plan_color *colors = NULL;
    df_piece piece;
    df_status status = df_omino_piece_set(&set, some->list, some->count);
    if (status == DF_OK)
        status = df_omino_colors(made, set, set->count);
    if (status == DF_OK)
        status = df_omino_plan_colors(&colors, set);
    if (status == DF_OK)
        status = df_omino_piece(&piece, &some->list[3], NULL);
    if (status == DF_OK)
        status = df_ominoes_piece_set(&listed, 5, &filter);
    free(colors);
    df_piece_set_free(listed);
    df_piece_set_free(set);
    return status;
}

TEST(failing_allocations)
{
    some_pieces some;
    some.count = one_sided(5, &some.list);
    alloc_fail_each(make_pieces, &some);
    free(some.list);
}
