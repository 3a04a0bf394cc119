/* One polyomino: images, order, canonical images, features and walks, compared
 * with the obvious ways and with published numbers. */
#include <stdlib.h>

#include "dropforge/omino.h"
#include "omino/shape/rows.h"
#include "tests/slow/slow_omino.h"
#include "tests/support/support.h"

/* All tests use all polyominoes up to this size. */
enum { MAX = 9 };

/* Counts of the polyominoes of one size. */
typedef struct counts {
    unsigned fixed, one_sided, free;
    unsigned with_hole, tree_like;                               /* of the free ones */
    unsigned column_convex, row_convex, convex, directed, trees; /* of the fixed ones */
    unsigned paths_one_sided, paths;
    unsigned symmetry[DF_SYMMETRIES];
} counts;

static bool is_canonical(const df_omino *omino, df_omino_class class)
{
    df_omino canonical;
    df_omino_canonical(omino, class, &canonical);
    return df_omino_compare(omino, &canonical) == 0;
}

/* Checks the images and the order of a polyomino, and its symmetry by them. */
static void check_images(const df_omino *omino, const slow_omino *slow,
                         const df_omino_traits *traits)
{
    slow_omino images[DF_OMINO_IMAGES], got;
    unsigned different = 0, turns = 0;
    for (unsigned i = 0; i < DF_OMINO_IMAGES; i++) {
        df_omino image = *omino;
        slow_image(&images[i], slow, i);
        df_omino_transform(&image, i, &image);
        slow_from_omino(&got, &image);
        assert_true(slow_same(&got, &images[i]));
        assert_int_equal(image.width, slow_width(&images[i]));
        assert_int_equal(image.height, slow_height(&images[i]));
        unsigned same = 0;
        while (!slow_same(&images[same], &images[i]))
            same++;
        different += same == i;
        turns += same == i && i < 4;
    }
    assert_int_equal(traits->images, different);
    assert_int_equal(traits->orientations, turns);
    const bool axis = slow_same(&images[0], &images[4]) || slow_same(&images[0], &images[6]);
    const bool diagonal =
        slow_same(&images[0], &images[5]) || slow_same(&images[0], &images[7]);
    const bool half = slow_same(&images[0], &images[2]);
    const bool quarter = slow_same(&images[0], &images[1]);
    static const df_omino_symmetry table[2][2][2] = {
        {{DF_SYMMETRY_NONE, DF_SYMMETRY_DIAGONAL}, {DF_SYMMETRY_AXIS, DF_SYMMETRIES}},
        {{DF_SYMMETRY_HALF, DF_SYMMETRY_DIAGONALS}, {DF_SYMMETRY_AXES, DF_SYMMETRY_ALL}},
    };
    assert_int_equal(traits->symmetry,
                     quarter && !axis ? DF_SYMMETRY_QUARTER : table[half][axis][diagonal]);
}

static void check_features(const slow_omino *slow, const df_omino_traits *traits)
{
    slow_omino turned;
    bool directed = false;
    for (unsigned i = 0; i < 4; i++) {
        slow_image(&turned, slow, i);
        directed |= slow_directed(&turned);
    }
    slow_image(&turned, slow, 1);
    assert_int_equal(traits->perimeter, slow_perimeter(slow));
    assert_int_equal(traits->holes, slow_holes(slow));
    assert_int_equal(traits->column_convex, slow_column_convex(slow));
    assert_int_equal(traits->row_convex, slow_column_convex(&turned));
    assert_int_equal(traits->directed, directed);
    assert_int_equal(traits->tree_like, slow_tree_like(slow));
}

/* Checks that it is a walk through all squares. */
static void check_walk(const df_omino *omino, const uint16_t *walk)
{
    bool been[DF_OMINO_MAX_SQUARES] = {false};
    for (unsigned i = 0; i < omino->size; i++) {
        assert_in_range(walk[i], 0, omino->size - 1);
        assert_false(been[walk[i]]);
        been[walk[i]] = true;
        if (i == 0)
            continue;
        const df_square a = omino->squares[walk[i - 1]], b = omino->squares[walk[i]];
        assert_int_equal(abs(a.x - b.x) + abs(a.y - b.y), 1);
    }
}

static bool check_path(const df_omino *omino, const slow_omino *slow)
{
    uint16_t walk[DF_OMINO_MAX_SQUARES];
    const df_outcome outcome = df_omino_path(omino, 0, walk);
    assert_int_equal(outcome, slow_path(slow) ? DF_FOUND : DF_NONE);
    if (outcome == DF_FOUND)
        check_walk(omino, walk);
    return outcome == DF_FOUND;
}

/* Checks one polyomino in every way, and counts it. */
static void check(const slow_omino *slow, counts *counted)
{
    df_omino omino;
    df_omino_traits traits;
    slow_to_omino(&omino, slow);
    df_omino_traits_find(&omino, &traits);
    check_images(&omino, slow, &traits);
    check_features(slow, &traits);
    const bool path = check_path(&omino, slow);
    counted->fixed++;
    counted->column_convex += traits.column_convex;
    counted->row_convex += traits.row_convex;
    counted->convex += traits.column_convex && traits.row_convex;
    counted->directed += slow_directed(slow);
    counted->trees += traits.tree_like;
    if (is_canonical(&omino, DF_OMINO_ONE_SIDED)) {
        counted->one_sided++;
        counted->paths_one_sided += path;
    }
    if (is_canonical(&omino, DF_OMINO_FREE)) {
        counted->free++;
        counted->with_hole += traits.holes > 0;
        counted->tree_like += traits.tree_like;
        counted->paths += path;
        counted->symmetry[traits.symmetry]++;
    }
}

/* In the order of sizes from 1: OEIS sequences, and for walks, which are not there, what
 * tests/slow/slow_omino.c finds. */
static const unsigned fixed[] = {1, 2, 6, 19, 63, 216, 760, 2725, 9910};         /* A001168 */
static const unsigned one_sided[] = {1, 1, 2, 7, 18, 60, 196, 704, 2500};        /* A000988 */
static const unsigned free_ones[] = {1, 1, 2, 5, 12, 35, 108, 369, 1285};        /* A000105 */
static const unsigned holes[] = {0, 0, 0, 0, 0, 0, 1, 6, 37};                    /* A001419 */
static const unsigned tree_like[] = {1, 1, 2, 4, 11, 27, 83, 255, 847};          /* A131482 */
static const unsigned fixed_trees[] = {1, 2, 6, 18, 55, 174, 570, 1908, 6473};   /* A066158 */
static const unsigned column_convex[] = {1, 2, 6, 19, 61, 196, 629, 2017, 6466}; /* A001169 */
static const unsigned convex[] = {1, 2, 6, 19, 59, 176, 502, 1374, 3630};        /* A067675 */
static const unsigned directed[] = {1, 2, 5, 13, 35, 96, 267, 750, 2123};        /* A005773 */
/* The first one is the article's, which begins with two squares. */
static const unsigned paths_one_sided[] = {1, 1, 2, 6, 12, 32, 81, 219, 575};
static const unsigned paths[] = {1, 1, 2, 4, 8, 18, 46, 115, 300};
static const unsigned symmetries[DF_SYMMETRIES][MAX] = {
    [DF_SYMMETRY_NONE] = {0, 0, 0, 1, 5, 20, 84, 316, 1196}, /* A006749 */
    [DF_SYMMETRY_AXIS] = {0, 0, 0, 1, 2, 6, 9, 23, 38},      /* A006746 */
    [DF_SYMMETRY_DIAGONAL] = {0, 0, 1, 0, 2, 2, 7, 5, 26},   /* A006748 */
    [DF_SYMMETRY_HALF] = {0, 0, 0, 1, 1, 5, 4, 18, 19},      /* A006747 */
    [DF_SYMMETRY_QUARTER] = {0, 0, 0, 0, 0, 0, 0, 1, 0},     /* A144553 */
    [DF_SYMMETRY_AXES] = {0, 1, 1, 1, 1, 2, 3, 4, 4},        /* A056877 */
    [DF_SYMMETRY_DIAGONALS] = {0, 0, 0, 0, 0, 0, 1, 1, 0},   /* A056878 */
    [DF_SYMMETRY_ALL] = {1, 0, 0, 1, 1, 0, 0, 1, 2},         /* A142886 */
};

TEST(all_of_a_size)
{
    for (unsigned size = 1; size <= (test_is_small() ? MAX - 1U : MAX); size++) {
        slow_omino *list;
        counts counted = {0};
        const size_t count = slow_ominoes(size, &list);
        for (size_t i = 0; i < count; i++)
            check(&list[i], &counted);
        free(list);
        const unsigned at = size - 1;
        assert_int_equal(counted.fixed, fixed[at]);
        assert_int_equal(counted.one_sided, one_sided[at]);
        assert_int_equal(counted.free, free_ones[at]);
        assert_int_equal(counted.with_hole, holes[at]);
        assert_int_equal(counted.tree_like, tree_like[at]);
        assert_int_equal(counted.trees, fixed_trees[at]);
        assert_int_equal(counted.column_convex, column_convex[at]);
        assert_int_equal(counted.row_convex, column_convex[at]);
        assert_int_equal(counted.convex, convex[at]);
        assert_int_equal(counted.directed, directed[at]);
        assert_int_equal(counted.paths_one_sided, paths_one_sided[at]);
        assert_int_equal(counted.paths, paths[at]);
        for (unsigned i = 0; i < DF_SYMMETRIES; i++)
            assert_int_equal(counted.symmetry[i], symmetries[i][at]);
    }
}

/* Larger ones, for which the slow walk would take too long; those that tile are rare among
 * them, so rows side by side are tried too, which always do. */
TEST(random_ones)
{
    df_random random = test_random(0);
    for (unsigned i = test_cases(1500); i > 0; i--) {
        slow_omino slow;
        df_omino omino, canonical, other;
        df_omino_traits traits;
        slow_random(&slow, &random, 1 + df_random_below(&random, SLOW_MAX));
        slow_to_omino(&omino, &slow);
        df_omino_traits_find(&omino, &traits);
        check_images(&omino, &slow, &traits);
        check_features(&slow, &traits);
        if (slow.size <= 12)
            check_path(&omino, &slow);
        for (df_omino_class class = DF_OMINO_FIXED; class <= DF_OMINO_FREE; class ++) {
            df_omino_canonical(&omino, class, &canonical);
            df_omino_transform(&omino,
                               df_random_below(&random, class == DF_OMINO_FIXED       ? 1
                                                        : class == DF_OMINO_ONE_SIDED ? 4
                                                                                      : 8),
                               &other);
            assert_true(df_omino_compare(&canonical, &other) <= 0);
            df_omino_canonical(&other, class, &other);
            assert_int_equal(df_omino_compare(&canonical, &other), 0);
        }
    }
}

/* A rectangle of 5 × 4 without a few squares, in which many walks are possible. */
TEST(dense_ones)
{
    df_random random = test_random(4);
    for (unsigned i = test_cases(1500); i > 0; i--) {
        df_square squares[20];
        df_omino omino;
        slow_omino slow;
        size_t count = 0;
        for (unsigned place = 0; place < COUNT(squares); place++) {
            if (df_random_below(&random, 4) > 0)
                squares[count++] = (df_square){(uint16_t)(place % 5), (uint16_t)(place / 5)};
        }
        if (df_omino_from_squares(&omino, squares, count) != DF_OK)
            continue;
        slow_from_omino(&slow, &omino);
        check_path(&omino, &slow);
    }
}

/* The same order, from the numbers themselves. */
static int compare_numbers(const slow_omino *a, const slow_omino *b)
{
    if (slow_height(a) != slow_height(b))
        return slow_height(a) - slow_height(b);
    for (int y = 0; y < slow_height(a); y++) {
        uint64_t row_a = 0, row_b = 0;
        for (int x = 0; x < SLOW_MAX; x++) {
            row_a |= (uint64_t)slow_has(a, x, y) << x;
            row_b |= (uint64_t)slow_has(b, x, y) << x;
        }
        if (row_a != row_b)
            return row_a > row_b ? -1 : 1;
    }
    return 0;
}

TEST(order)
{
    df_random random = test_random(1);
    for (unsigned i = test_cases(2000); i > 0; i--) {
        slow_omino a, b;
        df_omino first, second;
        slow_random(&a, &random, 1 + df_random_below(&random, 6));
        slow_random(&b, &random, 1 + df_random_below(&random, 6));
        slow_to_omino(&first, &a);
        slow_to_omino(&second, &b);
        const int wanted = compare_numbers(&a, &b), got = df_omino_compare(&first, &second);
        assert_int_equal((got > 0) - (got < 0), (wanted > 0) - (wanted < 0));
        const int back = df_omino_compare(&second, &first);
        assert_int_equal((got > 0) - (got < 0), (back < 0) - (back > 0));
    }
}

/* Walks on from `head` and puts what it has walked into a list of canonical images. */
static void walk_on(slow_omino *walk, unsigned size, df_omino_class class, slow_omino *found,
                    size_t *count)
{
    static const int way_x[] = {1, 0, -1, 0}, way_y[] = {0, 1, 0, -1};
    if (walk->size == size) {
        slow_omino settled = *walk;
        df_omino omino;
        slow_settle(&settled);
        slow_to_omino(&omino, &settled);
        df_omino_canonical(&omino, class, &omino);
        slow_from_omino(&found[(*count)++], &omino);
        return;
    }
    const int x = walk->x[walk->size - 1], y = walk->y[walk->size - 1];
    for (unsigned way = 0; way < 4; way++) {
        if (slow_has(walk, x + way_x[way], y + way_y[way]))
            continue;
        walk->x[walk->size] = x + way_x[way];
        walk->y[walk->size++] = y + way_y[way];
        walk_on(walk, size, class, found, count);
        walk->size--;
    }
}

/* Self-avoiding walks that begin with a step to the right, as in the article, give the same
 * polyominoes as those in which a walk is found. */
TEST(self_avoiding_walks)
{
    for (unsigned size = 2; size <= MAX; size++) {
        for (df_omino_class class = DF_OMINO_ONE_SIDED; class <= DF_OMINO_FREE; class ++) {
            /* 3^7 walks at most. */
            slow_omino *found = malloc(2187 * sizeof *found);
            slow_omino walk = {.size = 2, .x = {0, 1}};
            size_t count = 0;
            unsigned different = 0;
            assert_non_null(found);
            walk_on(&walk, size, class, found, &count);
            qsort(found, count, sizeof *found, slow_compare);
            for (size_t i = 0; i < count; i++)
                different += i == 0 || !slow_same(&found[i - 1], &found[i]);
            free(found);
            assert_int_equal(different, class == DF_OMINO_FREE ? paths[size - 1]
                                                               : paths_one_sided[size - 1]);
        }
    }
}

TEST(written_as_json)
{
    df_omino omino;
    df_text text = {0};
    assert_status(df_omino_code_read(&omino, "6.3", 3, NULL), DF_OK);
    df_omino_write(&text, &omino, DF_OMINO_JSON_ALL);
    assert_string_equal(
        text.bytes,
        "{\"name\":\"Z\",\"code\":\"6.3\",\"one_sided\":\"6.3\",\"free\":\"6.3\",\"size\":4,"
        "\"width\":3,\"height\":2,\"symmetry\":\"half\",\"orientations\":2,\"images\":4,"
        "\"perimeter\":10,\"holes\":0,\"column_convex\":true,\"row_convex\":true,"
        "\"convex\":true,\"directed\":true,\"tree_like\":true,\"path\":true,"
        "\"squares\":[[1,0],[2,0],[0,1],[1,1]]}"
        "\n");
    df_text_free(&text);
}

TEST(refused)
{
    static df_square many[DF_OMINO_MAX_SQUARES + 1];
    df_omino omino = {.size = 77};
    const df_square apart[] = {{0, 0}, {2, 0}}, corner[] = {{3, 3}, {4, 4}};
    const df_square twice[] = {{0, 0}, {1, 0}, {0, 0}}, far[] = {{0, 0}, {UINT16_MAX, 0}};
    const df_square two[] = {{1, 0}, {1, 0}};
    for (unsigned i = 0; i < COUNT(many); i++)
        many[i].x = (uint16_t)i;
    assert_status(df_omino_from_squares(&omino, apart, 0), DF_ERROR_ARGUMENT);
    assert_status(df_omino_from_squares(&omino, apart, 2), DF_ERROR_ARGUMENT);
    assert_status(df_omino_from_squares(&omino, corner, 2), DF_ERROR_ARGUMENT);
    assert_status(df_omino_from_squares(&omino, twice, 3), DF_ERROR_ARGUMENT);
    assert_status(df_omino_from_squares(&omino, two, 2), DF_ERROR_ARGUMENT);
    assert_status(df_omino_from_squares(&omino, far, 2), DF_ERROR_ARGUMENT);
    assert_status(df_omino_from_squares(&omino, many, COUNT(many)), DF_ERROR_ARGUMENT);
    assert_int_equal(omino.size, 77);
    assert_status(df_omino_from_squares(&omino, many + 1, COUNT(many) - 1), DF_OK);
    assert_int_equal(omino.width, DF_OMINO_MAX_SQUARES);
    assert_int_equal(omino.squares[0].x, 0);
}
