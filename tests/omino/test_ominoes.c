/* All polyominoes of a size: known counts, lists against sets of squares grown the obvious way,
 * filters against what is true of each, shards, threads, and early ends. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/omino.h"
#include "omino/shape/rows.h"
#include "tests/slow/slow_omino.h"
#include "tests/support/support.h"

enum { CLASSES = DF_OMINO_FREE + 1 };

/* From one square on: OEIS A001168, A000988, A000105. */
static const uint64_t known[CLASSES][14] = {
    {1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861, 1903890, 7204874},
    {1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189, 33896, 126759, 476270, 1802312},
    {1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600, 238591, 901971},
};

/* Free ones of each symmetry: OEIS A006749, A006746, A006748, A006747, A144553, A056877,
 * A056878, A142886. */
static const uint64_t known_symmetric[DF_SYMMETRIES][12] = {
    {0, 0, 0, 1, 5, 20, 84, 316, 1196, 4461, 16750, 62878},
    {0, 0, 0, 1, 2, 6, 9, 23, 38, 90, 147, 341},
    {0, 0, 1, 0, 2, 2, 7, 5, 26, 22, 91, 79},
    {0, 0, 0, 1, 1, 5, 4, 18, 19, 73, 73, 278},
    {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3},
    {0, 1, 1, 1, 1, 2, 3, 4, 4, 8, 10, 15},
    {0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 2, 3},
    {1, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 3},
};

/* The polyominoes that a visitor has seen. */
typedef struct list {
    df_omino *ominoes;
    size_t count, room;
    size_t max; /* refuses what would be more than these */
} list;

/* The code of a batch is that of the polyomino. */
static void check_code(const df_ominoes_batch *batch, unsigned index, const df_omino *omino)
{
    char code[DF_OMINOES_CODE_SIZE];
    df_text text = {0};
    const size_t length = df_ominoes_batch_code(batch, index, code);
    df_omino_write(&text, omino, DF_OMINO_CODE);
    assert_status(text.status, DF_OK);
    assert_string_equal(code, text.bytes);
    assert_int_equal(length, text.length);
    df_text_free(&text);
}

static df_status keep(void *context, const df_ominoes_batch *batch)
{
    list *l = context;
    assert_true(batch->count > 0);
    if (l->count + batch->count > l->max)
        return DF_ERROR_INPUT;
    if (l->count + batch->count > l->room) {
        l->room = 2 * l->room + batch->count;
        l->ominoes = realloc(l->ominoes, l->room * sizeof l->ominoes[0]);
        assert_non_null(l->ominoes);
    }
    for (unsigned i = 0; i < batch->count; i++) {
        df_omino *omino = &l->ominoes[l->count++];
        df_ominoes_batch_get(batch, i, omino);
        check_code(batch, i, omino);
    }
    return DF_OK;
}

static list list_of(unsigned size, const df_ominoes_filter *filter,
                    const df_count_options *options, uint64_t limit)
{
    list l = {.max = SIZE_MAX};
    uint64_t count;
    assert_status(df_ominoes_list(&count, size, filter, options, limit, keep, &l), DF_OK);
    assert_int_equal(count, l.count);
    return l;
}

typedef struct ominoes_count {
    uint64_t count, nodes;
} ominoes_count;

static ominoes_count count_of(unsigned size, const df_ominoes_filter *filter,
                              const df_count_options *options)
{
    ominoes_count found;
    assert_status(df_ominoes_count(&found.count, size, filter, options, &found.nodes), DF_OK);
    return found;
}

static bool is_same(const df_omino *a, const df_omino *b)
{
    return a->size == b->size && df_omino_compare(a, b) == 0;
}

static df_status add_up(void *context, const df_ominoes_batch *batch)
{
    *(uint64_t *)context += batch->count;
    return DF_OK;
}

TEST(test_known_counts)
{
    const unsigned max = test_is_small() ? 10 : 12;
    for (unsigned kind = 0; kind < CLASSES; kind++) {
        const df_ominoes_filter filter = {.kind = (df_omino_class)kind};
        for (unsigned size = 1; size <= (kind == DF_OMINO_FIXED ? max + 2 : max); size++) {
            uint64_t seen = 0;
            assert_int_equal(count_of(size, &filter, NULL).count, known[kind][size - 1]);
            assert_status(df_ominoes_list(NULL, size, &filter, NULL, 0, add_up, &seen), DF_OK);
            assert_int_equal(seen, known[kind][size - 1]);
        }
    }
}

/* The last one takes many seconds: with DROPFORGE_TEST_LONG in the environment only. */
TEST(test_large_counts)
{
    const bool is_long = test_is_long();
    static const struct {
        df_omino_class kind;
        unsigned size;
        uint64_t count;
    } large[] = {{DF_OMINO_FIXED, 17, 400795844},
                 {DF_OMINO_ONE_SIDED, 15, 6849777},
                 {DF_OMINO_FREE, 16, 13079255},
                 {DF_OMINO_FIXED, 20, UINT64_C(22964779660)}};
    const size_t max = is_long ? COUNT(large) : test_is_small() ? 0 : COUNT(large) - 1;
    for (size_t i = 0; i < max; i++) {
        const df_ominoes_filter filter = {.kind = large[i].kind};
        assert_int_equal(count_of(large[i].size, &filter, NULL).count, large[i].count);
    }
}

TEST(test_symmetries)
{
    for (unsigned symmetry = 0; symmetry < DF_SYMMETRIES; symmetry++)
        for (unsigned size = 1; size <= (test_is_small() ? 10U : 12U); size++) {
            const df_ominoes_filter filter = {.kind = DF_OMINO_FREE,
                                              .symmetries = 1U << symmetry};
            assert_int_equal(count_of(size, &filter, NULL).count,
                             known_symmetric[symmetry][size - 1]);
        }
}

/* The order of the fixed ones as the header has it, step by step: sets of squares, and a list
 * that is copied. */
typedef struct growth {
    unsigned size;
    list *expected;
    df_square squares[16];
    df_square reached[64]; /* all that was ever on the list */
    unsigned reached_count;
} growth;

static bool has(const df_square *squares, unsigned count, df_square square)
{
    for (unsigned i = 0; i < count; i++)
        if (squares[i].x == square.x && squares[i].y == square.y)
            return true;
    return false;
}

enum { FIRST_X = 100 };

static void grow(growth *g, const df_square *waiting, unsigned count, unsigned squares)
{
    static const int dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};
    for (unsigned i = 0; i < count; i++) {
        g->squares[squares] = waiting[i];
        if (squares + 1 == g->size) {
            df_omino omino;
            assert_status(df_omino_from_squares(&omino, g->squares, g->size), DF_OK);
            assert_true(is_same(&omino, &g->expected->ominoes[g->expected->count++]));
            continue;
        }
        df_square next[64];
        const unsigned before = g->reached_count;
        unsigned next_count = count - i - 1;
        memcpy(next, &waiting[i + 1], next_count * sizeof next[0]);
        for (unsigned k = 0; k < 4; k++) {
            const int x = waiting[i].x + dx[k], y = waiting[i].y + dy[k];
            const df_square square = {(uint16_t)x, (uint16_t)y};
            if (y < 0 || (y == 0 && x < FIRST_X) || has(g->reached, g->reached_count, square))
                continue;
            next[next_count++] = square;
            g->reached[g->reached_count++] = square;
        }
        grow(g, next, next_count, squares + 1);
        g->reached_count = before;
    }
}

TEST(test_order)
{
    for (unsigned size = 1; size <= 9; size++) {
        list l = list_of(size, NULL, NULL, 0);
        const size_t count = l.count;
        const df_square first = {FIRST_X, 0};
        growth g = {.size = size, .expected = &l, .reached = {first}, .reached_count = 1};
        l.count = 0;
        grow(&g, &first, 1, 0);
        assert_int_equal(l.count, count);
        free(l.ominoes);
    }
}

/* Every listed one is connected, canonical and new, and in the order of the fixed ones; there
 * are as many as different canonical images. */
TEST(test_lists)
{
    for (unsigned size = 1; size <= 9; size++) {
        list fixed = list_of(size, NULL, NULL, 0);
        slow_omino *all, now;
        const size_t count = slow_ominoes(size, &all);
        assert_int_equal(fixed.count, count);
        slow_omino *mine = calloc(count, sizeof mine[0]);
        assert_non_null(mine);
        for (size_t i = 0; i < count; i++)
            slow_from_omino(&mine[i], &fixed.ominoes[i]);
        qsort(mine, count, sizeof mine[0], slow_compare);
        qsort(all, count, sizeof all[0], slow_compare);
        for (size_t i = 0; i < count; i++)
            assert_true(slow_same(&mine[i], &all[i]));
        for (unsigned kind = DF_OMINO_ONE_SIDED; kind < CLASSES; kind++) {
            const df_ominoes_filter filter = {.kind = (df_omino_class)kind};
            list l = list_of(size, &filter, NULL, 0);
            size_t next = 0;
            for (size_t i = 0; i < count; i++) {
                df_omino image, first = fixed.ominoes[i];
                for (unsigned k = 1; k < (kind == DF_OMINO_FREE ? 8u : 4u); k++) {
                    slow_from_omino(&now, &fixed.ominoes[i]);
                    slow_omino turned;
                    slow_image(&turned, &now, k);
                    slow_to_omino(&image, &turned);
                    if (df_omino_compare(&image, &first) < 0)
                        first = image;
                }
                if (!is_same(&first, &fixed.ominoes[i]))
                    continue;
                assert_true(next < l.count);
                assert_true(is_same(&l.ominoes[next++], &fixed.ominoes[i]));
            }
            assert_int_equal(next, l.count);
            free(l.ominoes);
        }
        free(mine);
        free(all);
        free(fixed.ominoes);
    }
}

/* The symmetry by turning and reflecting. */
static df_omino_symmetry slow_symmetry(const slow_omino *omino)
{
    bool same[DF_OMINO_IMAGES];
    for (unsigned i = 0; i < DF_OMINO_IMAGES; i++) {
        slow_omino image;
        slow_image(&image, omino, i);
        same[i] = slow_same(&image, omino);
    }
    /* Image 4 is the reflection from left to right, 6 that from bottom to top. */
    const bool axis = same[4] || same[6], diagonal = same[5] || same[7];
    if (same[1])
        return axis ? DF_SYMMETRY_ALL : DF_SYMMETRY_QUARTER;
    if (same[2])
        return axis ? DF_SYMMETRY_AXES : diagonal ? DF_SYMMETRY_DIAGONALS : DF_SYMMETRY_HALF;
    return axis ? DF_SYMMETRY_AXIS : diagonal ? DF_SYMMETRY_DIAGONAL : DF_SYMMETRY_NONE;
}

static bool is_within(df_ominoes_range range, unsigned value)
{
    return !range.set || (range.min <= value && value <= range.max);
}

static bool grants(df_ominoes_condition wish, bool truth)
{
    return wish == DF_EITHER || (wish == DF_YES) == truth;
}

/* A filter, asked about one polyomino. */
static bool slow_filter(const df_ominoes_filter *f, const df_omino *omino)
{
    slow_omino s, turned;
    bool directed = false;
    slow_from_omino(&s, omino);
    slow_image(&turned, &s, 1);
    for (unsigned i = 0; i < DF_OMINO_IMAGES && f->directed != DF_EITHER; i++) {
        slow_omino image;
        slow_image(&image, &s, i);
        directed |= slow_directed(&image);
    }
    return (f->symmetries == 0 || (f->symmetries >> slow_symmetry(&s) & 1) != 0) &&
           is_within(f->width, omino->width) && is_within(f->height, omino->height) &&
           is_within(f->perimeter, slow_perimeter(&s)) && is_within(f->holes, slow_holes(&s)) &&
           grants(f->column_convex, slow_column_convex(&s)) &&
           grants(f->row_convex, slow_column_convex(&turned)) &&
           grants(f->directed, directed) && grants(f->tree_like, slow_tree_like(&s)) &&
           (f->path == DF_EITHER || grants(f->path, slow_path(&s)));
}

static df_ominoes_range random_range(df_random *random, unsigned max)
{
    df_ominoes_range range = {.set = df_random_below(random, 3) == 0};
    range.min = (unsigned)df_random_below(random, max + 1);
    range.max = range.min + (unsigned)df_random_below(random, max + 1);
    return range;
}

static df_ominoes_condition random_wish(df_random *random)
{
    return df_random_below(random, 4) > 0 ? DF_EITHER
                                          : (df_ominoes_condition)df_random_below(random, 3);
}

static df_ominoes_filter random_filter(df_random *random, unsigned size)
{
    df_ominoes_filter f = {.kind = (df_omino_class)df_random_below(random, CLASSES)};
    if (df_random_below(random, 3) == 0)
        f.symmetries = (unsigned)df_random_below(random, 1U << DF_SYMMETRIES);
    f.width = random_range(random, size);
    f.height = random_range(random, size / 2);
    f.perimeter = random_range(random, 2 * size + 2);
    f.holes = random_range(random, 1);
    f.column_convex = random_wish(random);
    f.row_convex = random_wish(random);
    f.directed = random_wish(random);
    f.tree_like = random_wish(random);
    f.path = random_wish(random);
    return f;
}

TEST(test_filters)
{
    df_random random = test_random(0);
    for (unsigned i = 0; i < test_cases(150); i++) {
        const unsigned size = 1 + (unsigned)df_random_below(&random, 8);
        const df_ominoes_filter filter = random_filter(&random, size);
        const df_ominoes_filter same_class = {.kind = filter.kind};
        list all = list_of(size, &same_class, NULL, 0), some = list_of(size, &filter, NULL, 0);
        size_t next = 0;
        for (size_t k = 0; k < all.count; k++)
            if (slow_filter(&filter, &all.ominoes[k])) {
                assert_true(next < some.count);
                assert_true(is_same(&some.ominoes[next++], &all.ominoes[k]));
            }
        assert_int_equal(next, some.count);
        assert_int_equal(count_of(size, &filter, NULL).count, some.count);
        free(all.ominoes);
        free(some.ominoes);
    }
}

/* Shards add up to the whole, and their lists together are all of it; a shard is as many
 * subtrees as it says. */
TEST(test_shards)
{
    static const uint64_t parts[] = {1, 2, 3, 7, 64, 1000};
    for (unsigned kind = 0; kind < CLASSES; kind++)
        for (unsigned size = 1; size <= 13; size += size < 4 ? 1 : size < 8 ? 4 : 5) {
            const df_ominoes_filter filter = {.kind = (df_omino_class)kind};
            const ominoes_count whole = count_of(size, &filter, NULL);
            for (size_t i = 0; i < COUNT(parts) - test_is_small(); i++) {
                ominoes_count sum = {0};
                uint64_t listed = 0;
                for (uint64_t shard = 0; shard < parts[i]; shard++) {
                    const df_count_options options = {.shard = shard, .shards = parts[i]};
                    const ominoes_count one = count_of(size, &filter, &options);
                    sum.count += one.count;
                    sum.nodes += one.nodes;
                    assert_status(
                        df_ominoes_list(NULL, size, &filter, &options, 0, add_up, &listed),
                        DF_OK);
                }
                assert_int_equal(sum.count, whole.count);
                assert_int_equal(sum.nodes, whole.nodes);
                assert_int_equal(listed, whole.count);
            }
        }
}

/* One subtree after the other, as work is handed out, in the order of the whole list. */
TEST(test_subtrees)
{
    assert_int_equal(df_ominoes_subtrees(0), 0);
    assert_int_equal(df_ominoes_subtrees(DF_OMINOES_MAX_SQUARES + 1), 0);
    const df_ominoes_filter filter = {.kind = DF_OMINO_FREE};
    for (unsigned size = 1; size <= 9; size++) {
        list all = list_of(size, &filter, NULL, 0);
        size_t next = 0;
        const uint64_t subtrees = df_ominoes_subtrees(size);
        for (uint64_t i = 0; i < subtrees; i++) {
            const df_count_options options = {.shard = i, .shards = subtrees};
            list part = list_of(size, &filter, &options, 0);
            for (size_t k = 0; k < part.count; k++)
                assert_true(is_same(&part.ominoes[k], &all.ominoes[next++]));
            free(part.ominoes);
        }
        assert_int_equal(next, all.count);
        free(all.ominoes);
    }
    assert_int_equal(df_ominoes_subtrees(DF_OMINOES_MAX_SQUARES), known[DF_OMINO_FIXED][8]);
}

/* Compares counts without listing with counts by listing, of random subtrees. */
TEST(test_closed)
{
    df_random random = test_random(0);
    for (unsigned i = 0; i < test_cases(300); i++) {
        const unsigned size = 13 + (unsigned)df_random_below(&random, 5);
        const uint64_t subtrees = df_ominoes_subtrees(size);
        const df_count_options options = {.shard = df_random_below(&random, (uint32_t)subtrees),
                                          .shards = subtrees};
        uint64_t seen = 0;
        assert_status(df_ominoes_list(NULL, size, NULL, &options, 0, add_up, &seen), DF_OK);
        assert_int_equal(count_of(size, NULL, &options).count, seen);
    }
}

TEST(test_jobs)
{
    for (unsigned kind = 0; kind < CLASSES; kind++) {
        const df_ominoes_filter filter = {.kind = (df_omino_class)kind};
        for (unsigned shards = 1; shards <= 3; shards++) {
            df_count_options options = {.shard = shards - 1, .shards = shards};
            const ominoes_count one = count_of(13, &filter, &options);
            for (unsigned jobs = 2; jobs <= 5; jobs++) {
                options.jobs = jobs;
                const ominoes_count more = count_of(13, &filter, &options);
                assert_int_equal(more.count, one.count);
                assert_int_equal(more.nodes, one.nodes);
            }
        }
    }
}

typedef struct watched {
    uint64_t calls, last, all, stop;
} watched;

static bool watch(void *context, const df_progress *progress)
{
    watched *w = context;
    w->calls++;
    w->last = progress->done;
    w->all = progress->of;
    return w->calls != w->stop;
}

TEST(test_watch)
{
    const df_ominoes_filter filters[] = {{.kind = DF_OMINO_FIXED}, {.kind = DF_OMINO_FREE}};
    for (unsigned i = 0; i < COUNT(filters); i++) {
        watched w = {0};
        df_count_options options = {
            .shard = 1, .shards = 3, .watch = watch, .watch_context = &w};
        (void)count_of(13, &filters[i], &options);
        assert_int_equal(w.calls, 3303);
        assert_int_equal(w.last, 3303);
        assert_int_equal(w.all, 3303);
        w = (watched){.stop = 5};
        uint64_t count = 77, nodes = 78;
        assert_status(df_ominoes_count(&count, 13, &filters[i], &options, &nodes),
                      DF_ERROR_CANCELLED);
        assert_int_equal(w.calls, 5);
        assert_int_equal(count, 77);
        assert_int_equal(nodes, 78);
    }
}

TEST(test_early_ends)
{
    for (unsigned kind = 0; kind < CLASSES; kind++) {
        const df_ominoes_filter filter = {.kind = (df_omino_class)kind};
        list all = list_of(8, &filter, NULL, 0);
        for (uint64_t limit = 1; limit <= all.count + 2; limit += 1 + limit / 5) {
            list some = list_of(8, &filter, NULL, limit);
            assert_int_equal(some.count, limit < all.count ? limit : all.count);
            for (size_t i = 0; i < some.count; i++)
                assert_true(is_same(&some.ominoes[i], &all.ominoes[i]));
            free(some.ominoes);
        }
        /* The visitor's status is handed on, also when the limit is reached in the same call.
         */
        list none = {.max = 0};
        assert_status(df_ominoes_list(NULL, 8, &filter, NULL, 0, keep, &none), DF_ERROR_INPUT);
        assert_status(df_ominoes_list(NULL, 8, &filter, NULL, 1, keep, &none), DF_ERROR_INPUT);
        free(all.ominoes);
    }
}

/* The largest ones: the first of each class, and those in two rows, which are wider than half
 * the board. In two rows there are as many as words of n squares say: with a(n) the connected
 * ones that end in one square of the last column, and b(n) in two, counted anew. */
TEST(test_largest)
{
    enum { MAX = DF_OMINOES_MAX_SQUARES };
    for (unsigned kind = 0; kind < CLASSES; kind++) {
        df_ominoes_filter filter = {.kind = (df_omino_class)kind};
        list l = list_of(MAX, &filter, NULL, 300);
        assert_int_equal(l.count, 300);
        for (size_t i = 0; i < l.count; i++) {
            df_omino first;
            df_omino_canonical(&l.ominoes[i], (df_omino_class)kind, &first);
            assert_int_equal(first.size, MAX);
            assert_true(is_same(&first, &l.ominoes[i]));
        }
        free(l.ominoes);
    }
    /* one[n]: of n squares, the last column has the lower (or, as many, the upper) one. */
    uint64_t one[MAX + 1] = {0, 1}, two[MAX + 1] = {0, 0, 1};
    for (unsigned n = 2; n <= MAX; n++) {
        one[n] = one[n - 1] + two[n - 1];
        two[n] += n > 2 ? 2 * one[n - 2] + two[n - 2] : 0;
    }
    for (unsigned n = 20; n <= 22; n++) {
        const df_ominoes_filter filter = {.height = {true, 2, 2}};
        assert_int_equal(count_of(n, &filter, NULL).count, 2 * one[n] + two[n] - 2);
    }
    const df_ominoes_filter flat = {.height = {true, 1, 1}}, thin = {.width = {true, 0, 1}};
    assert_int_equal(count_of(MAX, &flat, NULL).count, 1);
    assert_int_equal(count_of(MAX, &thin, NULL).count, 1);
    const df_ominoes_filter wide = {.width = {true, 2, 2}};
    assert_int_equal(count_of(1, &wide, NULL).count, 0);
}

TEST(test_bad_arguments)
{
    uint64_t count, seen = 0;
    static const unsigned sizes[] = {0, DF_OMINOES_MAX_SQUARES + 1, UINT32_MAX};
    for (unsigned i = 0; i < COUNT(sizes); i++) {
        assert_status(df_ominoes_count(&count, sizes[i], NULL, NULL, NULL), DF_ERROR_ARGUMENT);
        assert_status(df_ominoes_list(NULL, sizes[i], NULL, NULL, 0, add_up, &seen),
                      DF_ERROR_ARGUMENT);
    }
    const df_count_options shards[] = {{.shard = 1}, {.shard = 3, .shards = 3}};
    for (unsigned i = 0; i < COUNT(shards); i++)
        assert_status(df_ominoes_count(&count, 5, NULL, &shards[i], NULL), DF_ERROR_ARGUMENT);
    const df_ominoes_filter filters[] = {{.kind = (df_omino_class)3},
                                         {.symmetries = 1U << DF_SYMMETRIES},
                                         {.path = (df_ominoes_condition)3}};
    for (unsigned i = 0; i < COUNT(filters); i++)
        assert_status(df_ominoes_count(&count, 5, &filters[i], NULL, NULL), DF_ERROR_ARGUMENT);
    assert_int_equal(seen, 0);
}
