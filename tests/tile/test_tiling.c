/* Tilings of rectangles: against the slow search of slow_tiling.c, against known counts, and
 * dropped by the simulator. */
#include "dropforge/tile.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/natural.h"
#include "core/base/random.h"
#include "tests/slow/slow_tiling.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"
#include "tile/tiling/tiling_states.h"

#define CASES 400

static df_tilings *create(const df_piece_set *set, unsigned width, unsigned height,
                          const df_tilings_options *options)
{
    df_tilings *tilings = NULL;
    df_error error = {0};
    const df_status status = df_tilings_create(&tilings, set, width, height, options, &error);
    if (status != DF_OK)
        print_error("%s\n", error.text);
    assert_status(status, DF_OK);
    return tilings;
}

static uint64_t count_of(const df_tilings *tilings)
{
    df_natural count = {0};
    assert_status(df_tilings_count(tilings, NULL, &count), DF_OK);
    assert_in_range(count.count, 0, 1);
    const uint64_t number = count.count == 0 ? 0 : count.words[0];
    df_natural_free(&count);
    return number;
}

/* The tilings that are expected, and the number listed so far. */
typedef struct expected {
    const slow_tiling *tilings;
    size_t next;
} expected;

static bool same_piece(const df_drop *a, const df_drop *b)
{
    return a->piece == b->piece && a->orientation == b->orientation && a->x == b->x &&
           a->y == b->y;
}

static df_status compare(void *context, const df_tiling *tiling)
{
    expected *self = context;
    const slow_tiling *wanted = &self->tilings[self->next++];
    df_drop pieces[SLOW_MAX_SQUARES];
    assert_int_equal(tiling->head_count + tiling->tail_count, wanted->count);
    for (size_t i = 0; i < tiling->head_count + tiling->tail_count; i++)
        pieces[i] = *tiling_piece_at(tiling, i);
    for (size_t i = 0; i < wanted->count; i++)
        assert_true(same_piece(&pieces[i], &wanted->pieces[i]));
    return DF_OK;
}

static df_status count_visit(void *context, const df_tiling *tiling)
{
    ++*(uint64_t *)context;
    return DF_OK;
}

/* A random set of pieces of 1–5 squares, often all of one size. */
static df_piece_set *random_set(df_random *random)
{
    static const char *const names[] = {"A", "B", "C", "D"};
    char rows[4][POLYOMINO_TEXT];
    df_piece_drawing drawings[4];
    const uint32_t count = 1 + df_random_below(random, 4);
    const uint32_t size = df_random_below(random, 2) * (2 + df_random_below(random, 4));
    for (uint32_t i = 0; i < count; i++) {
        random_polyomino(random, size > 0 ? size : 1 + df_random_below(random, 5), rows[i]);
        drawings[i] = (df_piece_drawing){names[i], rows[i]};
    }
    return new_pieces(drawings, count);
}

/* The kinds by definition: mirror images of one another, and copies. */
static bool is_one_kind(const df_piece *a, const df_piece *b)
{
    for (unsigned i = 0; i < DF_ORIENTATIONS; i++) {
        const df_shape *one = &a->shape[0], *other = &b->shape[i];
        bool same = one->width == other->width && one->height == other->height, over = same;
        for (unsigned y = 0; same | over && y < one->height; y++) {
            uint32_t mirrored = 0;
            for (unsigned x = 0; x < one->width; x++)
                mirrored |= (other->row[y] >> x & 1) << (one->width - 1u - x);
            same = same && one->row[y] == other->row[y];
            over = over && one->row[y] == mirrored;
        }
        if (same || over)
            return true;
    }
    return false;
}

static bool is_convex(const df_piece_set *set, const slow_tiling *tiling)
{
    for (size_t i = 0; i < tiling->count; i++) {
        const df_piece *piece = &set->pieces[tiling->pieces[i].piece];
        const df_shape *shape = &piece->shape[tiling->pieces[i].orientation];
        unsigned size = 0;
        for (unsigned x = 0; x < shape->width; x++)
            size += shape->top[x] - shape->bottom[x] + 1u;
        if (size != piece->size)
            return false;
    }
    return true;
}

/* Drops the pieces in the order that the library gives, with or without line clears. */
static void check_order(const df_tiling *tiling, bool clears)
{
    df_drop drops[SLOW_MAX_SQUARES];
    df_outcome outcome = DF_LIMIT;
    assert_status(df_tiling_order(tiling, clears, drops, &outcome), DF_OK);
    df_natural orders = {0};
    assert_status(df_tiling_orders(tiling, 0, &orders), DF_OK);
    assert_int_equal(outcome, orders.count > 0 ? DF_FOUND : DF_NONE);
    df_natural_free(&orders);
    if (outcome == DF_NONE)
        return;
    const unsigned width = tiling->width + (clears ? 0 : 1);
    df_field *field = new_field(width, tiling->height);
    for (size_t i = 0; i < tiling->head_count + tiling->tail_count; i++) {
        df_landing landing;
        assert_int_equal(df_drop_apply(field, tiling->set, &drops[i], DF_RULES_ABOVE, &landing),
                         DF_REFUSAL_NONE);
        assert_int_equal(landing.y, drops[i].y);
    }
    for (unsigned y = 0; y < tiling->height; y++)
        assert_int_equal(field->row[y], clears ? 0 : (UINT64_C(1) << tiling->width) - 1);
    df_field_free(field);
}

/* Checks everything about the known tiling number i. */
static void check_one(const df_tilings *tilings, const df_piece_set *set, unsigned width,
                      unsigned height, const slow_tiling *wanted, uint64_t i, bool slowly)
{
    df_natural number = {0}, rank = {0};
    df_drop pieces[SLOW_MAX_SQUARES];
    size_t count = 0;
    assert_status(df_natural_set(&number, &i, 1), DF_OK);
    assert_status(df_tilings_unrank(tilings, &number, pieces, &count), DF_OK);
    assert_int_equal(count, wanted->count);
    assert_in_range(count, 0, df_tilings_max_pieces(tilings));
    for (size_t j = 0; j < count; j++)
        assert_true(same_piece(&pieces[j], &wanted->pieces[j]));
    /* The pieces may be in any order. */
    if (count > 1) {
        const df_drop first = pieces[0];
        pieces[0] = pieces[count - 1];
        pieces[count - 1] = first;
    }
    assert_status(
        df_tilings_rank(tilings, &(df_tiling){.head = pieces, .head_count = count}, &rank),
        DF_OK);
    assert_int_equal(df_natural_compare(&rank, &number), 0);
    if (count > 0)
        assert_status(df_tilings_rank(tilings,
                                      &(df_tiling){.head = pieces, .head_count = count - 1},
                                      &rank),
                      DF_ERROR_ARGUMENT);
    const df_tiling tiling = {width, height, set, pieces, wanted->pieces, count, 0};
    check_order(&tiling, true);
    check_order(&tiling, false);
    if (slowly) {
        assert_status(df_tiling_orders(&tiling, 0, &rank), DF_OK);
        const uint64_t orders = slow_orders(wanted, set, width, height);
        assert_int_equal(orders, rank.count == 0 ? 0 : rank.words[0]);
        assert_int_equal(orders > 0, is_convex(set, wanted));
    }
    df_natural_free(&number);
    df_natural_free(&rank);
}

static void check_random(df_random *random, slow_tiling *slow)
{
    df_piece_set *set = random_set(random);
    uint16_t kinds[4];
    for (uint16_t i = 0; i < set->count; i++) {
        kinds[i] = i;
        for (uint16_t j = i; j-- > 0;)
            kinds[i] = is_one_kind(&set->pieces[i], &set->pieces[j]) ? kinds[j] : kinds[i];
    }
    const unsigned width = 1 + df_random_below(random, 8);
    const unsigned max = SLOW_MAX_SQUARES / 2 / width;
    const unsigned height = 1 + df_random_below(random, max < 8 ? max : 8);
    const df_tilings_options options = {.once = df_random_below(random, 4) == 0,
                                        .mirrored = true,
                                        .droppable = df_random_below(random, 4) == 0};
    const size_t all = slow_tilings(slow, set, width, height, options.once, kinds);
    if (all <= SLOW_MAX_TILINGS) {
        size_t count = 0;
        for (size_t i = 0; i < all; i++) {
            if (!options.droppable || is_convex(set, &slow[i]))
                slow[count++] = slow[i];
        }
        df_tilings *tilings = create(set, width, height, &options);
        assert_int_equal(count_of(tilings), count);
        const uint64_t skip = df_random_below(random, (uint32_t)count + 2);
        const uint64_t limit = df_random_below(random, (uint32_t)count + 2);
        df_natural from = {0};
        assert_status(df_natural_set(&from, &skip, 1), DF_OK);
        expected list = {slow, 0};
        assert_status(df_tilings_list(tilings, NULL, 0, compare, &list), DF_OK);
        assert_int_equal(list.next, count);
        list.next = (size_t)skip;
        assert_status(df_tilings_list(tilings, &from, limit, compare, &list), DF_OK);
        const uint64_t end = limit == 0 || skip + limit > count ? count : skip + limit;
        assert_int_equal(list.next, skip > end ? skip : end);
        for (size_t i = 0; i < count; i += 1 + count / 16)
            check_one(tilings, set, width, height, &slow[i], i, slow[i].count <= 5);
        df_natural_free(&from);
        df_tilings_free(tilings);
    }
    df_piece_set_free(set);
}

TEST(test_random_sets)
{
    df_random random = test_random(20);
    slow_tiling *slow = calloc(SLOW_MAX_TILINGS, sizeof slow[0]);
    assert_non_null(slow);
    for (unsigned i = test_cases(CASES); i > 0; i--)
        check_random(&random, slow);
    free(slow);
}

/* OEIS A174248. */
TEST(test_four_rows)
{
    static const uint64_t counts[] = {1,    4,     23,     117,    454,    2003,
                                      9157, 40899, 179399, 796558, 3546996};
    for (unsigned i = 0; i < (test_is_quick() ? 8 : COUNT(counts)); i++) {
        for (int turned = 0; turned < 2; turned++) {
            df_tilings *tilings = turned ? create(shared_set, 4, i + 1, NULL)
                                         : create(shared_set, i + 1, 4, NULL);
            uint64_t listed = 0;
            assert_int_equal(count_of(tilings), counts[i]);
            assert_status(df_tilings_list(tilings, NULL, 0, count_visit, &listed), DF_OK);
            assert_int_equal(listed, counts[i]);
            df_tilings_free(tilings);
        }
    }
}

/* Haselgrove and Haselgrove 1960: 2,339 ways; none is symmetric, so each has four forms. */
TEST(test_pentominoes_once)
{
    static const struct {
        unsigned width, height;
        uint64_t ways;
    } known[] = {{10, 6, 2339}, {6, 10, 2339}, {12, 5, 1010}, {15, 4, 368}, {20, 3, 2}};
    df_piece_set *set = pentominoes();
    const df_tilings_options options = {.once = true, .mirrored = true};
    for (size_t i = test_is_quick() ? 3 : 0; i < COUNT(known); i++) {
        df_tilings *tilings = create(set, known[i].width, known[i].height, &options);
        uint64_t listed = 0;
        assert_int_equal(count_of(tilings), 4 * known[i].ways);
        assert_status(df_tilings_list(tilings, NULL, 0, count_visit, &listed), DF_OK);
        assert_int_equal(listed, 4 * known[i].ways);
        df_tilings_free(tilings);
    }
    df_piece_set_free(set);
}

/* A random piece of the sum of a tiling's number: unranked, ranked, and found by skipping. */
static void check_number(const df_tilings *tilings, const df_natural *number)
{
    enum { MAX = 1000 };
    df_drop *pieces = calloc(MAX, sizeof pieces[0]);
    slow_tiling one = {0};
    size_t count = 0;
    df_natural rank = {0};
    assert_non_null(pieces);
    assert_in_range(df_tilings_max_pieces(tilings), 1, MAX);
    assert_status(df_tilings_unrank(tilings, number, pieces, &count), DF_OK);
    assert_status(
        df_tilings_rank(tilings, &(df_tiling){.head = pieces, .head_count = count}, &rank),
        DF_OK);
    assert_int_equal(df_natural_compare(&rank, number), 0);
    if (count <= SLOW_MAX_SQUARES) {
        memcpy(one.pieces, pieces, count * sizeof pieces[0]);
        one.count = count;
        expected list = {&one, 0};
        assert_status(df_tilings_list(tilings, number, 1, compare, &list), DF_OK);
        assert_int_equal(list.next, 1);
    }
    df_natural_free(&rank);
    free(pieces);
}

/* Boards whose tilings have numbers of one word, and of many. */
TEST(test_unrank_then_rank)
{
    static const unsigned sizes[][2] = {{10, 4}, {8, 6}, {4, 20}, {20, 6}, {4, 600}, {64, 5}};
    df_random random = test_random(21);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        df_tilings *tilings = create(shared_set, sizes[i][0], sizes[i][1], NULL);
        df_natural all = {0}, number = {0}, one = {0};
        const uint64_t word = 1;
        assert_status(df_natural_set(&one, &word, 1), DF_OK);
        assert_status(df_tilings_count(tilings, NULL, &all), DF_OK);
        check_number(tilings, &number);
        assert_status(df_natural_subtract(&number, &all, &one), DF_OK);
        check_number(tilings, &number);
        size_t count = 0;
        assert_status(df_tilings_unrank(tilings, &all, NULL, &count), DF_ERROR_ARGUMENT);
        assert_status(df_tilings_list(tilings, &all, 0, count_visit, NULL), DF_OK);
        for (unsigned j = test_cases(50); j > 0; j--) {
            /* A random number below: all · r / 2^32. */
            assert_status(
                df_natural_multiply_small(&number, &all, df_random_next(&random) >> 32), DF_OK);
            assert_status(df_natural_divide_small(&number, &number, UINT64_C(1) << 32, NULL),
                          DF_OK);
            check_number(tilings, &number);
        }
        df_natural_free(&all);
        df_natural_free(&number);
        df_natural_free(&one);
        df_tilings_free(tilings);
    }
}

/* Pearson's statistic for the 117 tilings of 4 x 4: its mean is 116 and its deviation
 * sqrt(2 · 116) = 15.2; the bound is five deviations away. The seed is fixed. */
TEST(test_random_is_uniform)
{
    enum { TILINGS = 117, EACH = 300 };
    unsigned drawn[TILINGS] = {0};
    df_tilings *tilings = create(shared_set, 4, 4, NULL);
    df_random random;
    df_random_seed(&random, 2026, 0);
    df_natural number = {0};
    for (unsigned i = 0; i < TILINGS * EACH; i++) {
        df_drop pieces[4];
        size_t count = 0;
        assert_status(df_tilings_random(tilings, &random, pieces, &count), DF_OK);
        assert_status(df_tilings_rank(
                          tilings, &(df_tiling){.head = pieces, .head_count = count}, &number),
                      DF_OK);
        drawn[number.count == 0 ? 0 : number.words[0]]++;
    }
    double sum = 0;
    for (unsigned i = 0; i < TILINGS; i++) {
        const double off = (double)drawn[i] - (double)EACH;
        sum += off * off / (double)EACH;
    }
    print_message("# chi-square with 116 degrees of freedom: %.1f\n", sum);
    assert_true(sum > 40 && sum < 192);
    df_natural_free(&number);
    df_tilings_free(tilings);
}

static df_status stop(void *context, const df_tiling *tiling)
{
    return ++*(unsigned *)context == 30 ? DF_ERROR_CANCELLED : DF_OK;
}

TEST(test_refusals)
{
    static const unsigned bad[][2] = {{0, 4}, {4, 0}, {65, 4}, {4, 1025}};
    df_tilings *tilings = NULL;
    df_error error = {0};
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_status(
            df_tilings_create(&tilings, shared_set, bad[i][0], bad[i][1], NULL, &error),
            DF_ERROR_ARGUMENT);
    const df_tilings_options little = {.memory = 100000};
    assert_status(df_tilings_create(&tilings, shared_set, 10, 10, &little, &error),
                  DF_ERROR_LIMIT);
    assert_true(strlen(error.text) > 0);
    const df_tilings_options once = {.once = true}; /* seven pieces fill 28 squares */
    tilings = create(shared_set, 4, 8, &once);
    assert_int_equal(count_of(tilings), 0);
    size_t count = 0;
    df_random random;
    df_random_seed(&random, 1, 0);
    assert_status(df_tilings_random(tilings, &random, NULL, &count), DF_ERROR_ARGUMENT);
    df_tilings_free(tilings);
    tilings = create(shared_set, 10, 4, NULL);
    unsigned visits = 0;
    assert_status(df_tilings_list(tilings, NULL, 0, stop, &visits), DF_ERROR_CANCELLED);
    assert_int_equal(visits, 30);
    df_tilings_free(tilings);
}

/* Everything that allocates, once; the first status that is not DF_OK. */
static df_status use_all(void *context)
{
    const df_piece_set *set = context;
    df_tilings *tilings = NULL;
    df_natural number = {0};
    df_drop pieces[10] = {{0}};
    df_random random;
    size_t count = 0;
    uint64_t visits = 0;
    df_outcome outcome;
    df_random_seed(&random, 5, 0);
    df_status status = df_tilings_create(&tilings, set, 10, 4, NULL, NULL);
    if (status == DF_OK)
        status = df_tilings_list(tilings, NULL, 2000, count_visit, &visits);
    if (status == DF_OK)
        status = df_tilings_random(tilings, &random, pieces, &count);
    if (status == DF_OK)
        status = df_tilings_rank(tilings, &(df_tiling){.head = pieces, .head_count = count},
                                 &number);
    if (status == DF_OK)
        status = df_tilings_unrank(tilings, &number, pieces, &count);
    const df_tiling tiling = {10, 4, set, pieces, NULL, count, 0};
    if (status == DF_OK)
        status = df_tiling_orders(&tiling, 0, &number);
    if (status == DF_OK)
        status = df_tiling_order(&tiling, true, pieces, &outcome);
    if (status == DF_OK)
        status = df_tilings_count(tilings, NULL, &number);
    df_natural_free(&number);
    df_tilings_free(tilings);
    return status;
}

TEST(test_failing_allocations)
{
    alloc_fail_each(use_all, shared_set);
}
