/* Polyominoes sorted by perimeter, holes and box: tables against sets of squares that are
 * looked at one by one, against lists, and published numbers. */
#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "dropforge/omino.h"
#include "omino/count/signature.h"
#include "omino/count/tally.h"
#include "tests/slow/slow_omino.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

enum { CLASSES = DF_OMINO_FREE + 1 };

static const df_ominoes_table *tables_of(unsigned size, df_omino_class kind,
                                         df_omino_measure by,
                                         const df_omino_count_options *options)
{
    static df_ominoes_table tables[DF_OMINOES_MAX_SQUARES + 1];
    df_omino_effort effort;
    assert_status(df_omino_count_tables(tables, size, kind, by, options, &effort, NULL), DF_OK);
    assert_true(effort.states > 0 && effort.memory > 0);
    return tables;
}

static unsigned slow_measure(const slow_omino *omino, df_omino_measure by)
{
    switch (by) {
    case DF_MEASURE_PERIMETER:
        return slow_perimeter(omino);
    case DF_MEASURE_HOLES:
        return slow_holes(omino);
    case DF_MEASURE_INNER_HOLES:
        return slow_inner_holes(omino);
    default:
        return (unsigned)(slow_width(omino) - 1) +
               DF_OMINOES_MAX_SQUARES * (unsigned)(slow_height(omino) - 1);
    }
}

/* True if none of the images that the class does not distinguish comes before it. */
static bool slow_is_canonical(const slow_omino *omino, df_omino_class kind)
{
    df_omino self, other;
    slow_to_omino(&self, omino);
    const unsigned images = kind == DF_OMINO_FREE ? 8 : kind == DF_OMINO_ONE_SIDED ? 4 : 1;
    for (unsigned k = 1; k < images; k++) {
        slow_omino image;
        slow_image(&image, omino, k);
        slow_to_omino(&other, &image);
        if (df_omino_compare(&other, &self) < 0)
            return false;
    }
    return true;
}

static void test_all_small_ones(void **state)
{
    (void)state;
    const unsigned max = test_cases(10) < 10 ? 5 : 7;
    for (unsigned size = 1; size <= max; size++) {
        slow_omino *all;
        const size_t count = slow_ominoes(size, &all);
        for (unsigned kind = 0; kind < CLASSES; kind++) {
            df_ominoes_table wanted[DF_MEASURES] = {0};
            for (size_t i = 0; i < count; i++) {
                if (!slow_is_canonical(&all[i], (df_omino_class)kind))
                    continue;
                for (unsigned by = DF_MEASURE_PERIMETER; by < DF_MEASURES; by++)
                    wanted[by].counts[slow_measure(&all[i], (df_omino_measure)by)]++;
            }
            for (unsigned by = DF_MEASURE_PERIMETER; by < DF_MEASURES; by++) {
                const df_ominoes_table *tables =
                    tables_of(size, (df_omino_class)kind, (df_omino_measure)by, NULL);
                assert_memory_equal(&tables[size], &wanted[by], sizeof wanted[by]);
            }
        }
        free(all);
    }
}

/* Row 7 of OEIS A342243 (perimeters 12 to 16), and row 7 of A308359 (widths). */
static void test_known_rows(void **state)
{
    (void)state;
    static const uint64_t sides[] = {4, 21, 83};
    static const uint64_t widths[] = {1, 66, 269, 282, 121, 20, 1};
    const df_ominoes_table *free = tables_of(7, DF_OMINO_FREE, DF_MEASURE_PERIMETER, NULL);
    for (unsigned i = 0; i < COUNT(sides); i++)
        assert_int_equal(free[7].counts[12 + 2 * i], sides[i]);
    const df_ominoes_table *boxes = tables_of(7, DF_OMINO_FIXED, DF_MEASURE_BOX, NULL);
    for (unsigned width = 1; width <= COUNT(widths); width++) {
        uint64_t sum = 0;
        for (unsigned height = 0; height < DF_OMINOES_MAX_SQUARES; height++)
            sum += boxes[7].counts[height * DF_OMINOES_MAX_SQUARES + width - 1];
        assert_int_equal(sum, widths[width - 1]);
    }
}

/* A table of listed polyominoes by the features of each. */
typedef struct listed_table {
    df_omino_measure by;
    df_ominoes_table table;
} listed_table;

static df_status enter_listed(void *context, const df_ominoes_batch *batch)
{
    listed_table *self = context;
    for (unsigned i = 0; i < batch->count; i++) {
        df_omino omino;
        df_omino_traits traits;
        df_ominoes_batch_get(batch, i, &omino);
        df_omino_traits_find(&omino, &traits);
        self->table
            .counts[self->by == DF_MEASURE_PERIMETER ? traits.perimeter
                    : self->by == DF_MEASURE_HOLES
                        ? traits.holes
                        : omino.width - 1u + DF_OMINOES_MAX_SQUARES * (omino.height - 1u)]++;
    }
    return DF_OK;
}

/* All, and those without holes; with one thread and two. */
static void test_lists(void **state)
{
    (void)state;
    const unsigned max = test_cases(10) < 10 ? 8 : 10;
    for (unsigned i = 0; i < 2 * CLASSES * DF_MEASURES; i++) {
        const df_omino_measure by = (df_omino_measure)(i % DF_MEASURES);
        const df_ominoes_filter filter = {.kind = (df_omino_class)(i / DF_MEASURES % CLASSES),
                                          .holes = {.set = i < CLASSES * DF_MEASURES}};
        const df_omino_count_options options = {.threads = 1 + i % 2,
                                                .no_holes = filter.holes.set};
        if (by == DF_MEASURE_NONE || by == DF_MEASURE_INNER_HOLES)
            continue;
        const df_ominoes_table *tables = tables_of(max, filter.kind, by, &options);
        for (unsigned size = 1; size <= max; size++) {
            listed_table wanted = {.by = by};
            assert_status(df_ominoes_list(NULL, size, &filter, NULL, 0, enter_listed, &wanted),
                          DF_OK);
            assert_memory_equal(&tables[size], &wanted.table, sizeof wanted.table);
        }
    }
}

/* Compares strips of all numbers of rows, each with any number of columns, with the usual ones:
 * most polyominoes are then built across, not along. */
static void check_folding(unsigned size, df_omino_measure by,
                          const df_omino_count_options *options)
{
    omino_count_task task;
    tally_result *across = calloc(1, sizeof *across);
    assert_non_null(across);
    assert_status(df_omino_count_begin(&task, size, size, options, NULL), DF_OK);
    for (unsigned rows = 1; rows <= size && rows <= SIGNATURE_ROWS; rows++)
        assert_status(df_tally_strip(across, size, rows, by, true, &task), DF_OK);
    const df_ominoes_table *along = tables_of(size, DF_OMINO_FIXED, by, options);
    for (unsigned k = 1; k <= size; k++)
        assert_memory_equal(&across->tables[k], &along[k], sizeof along[k]);
    free(across);
}

/* With DROPFORGE_TEST_LONG in the environment also larger sizes, with up to 4 GB. */
static void test_foldings(void **state)
{
    (void)state;
    const bool is_long = test_is_long();
    const unsigned usual = test_cases(10) < 10 ? 8 : 11;
    for (unsigned by = DF_MEASURE_PERIMETER; by < DF_MEASURES; by++) {
        const unsigned size = !is_long ? usual : by == DF_MEASURE_INNER_HOLES ? 24 : 18;
        check_folding(size, (df_omino_measure)by, &(df_omino_count_options){0});
        check_folding(is_long ? 16 : usual, (df_omino_measure)by,
                      &(df_omino_count_options){.no_holes = true});
    }
}

/* OEIS A000104, A001419, A342537, and A006724 for fixed ones; with DROPFORGE_TEST_LONG further.
 */
static void test_known_transfer(void **state)
{
    (void)state;
    enum { KNOWN = 24, KNOWN_INNER = 18 };
    static const uint64_t without[KNOWN] = {
        1,         1,          2,          5,           12,           35,
        107,       363,        1248,       4460,        16094,        58937,
        217117,    805475,     3001127,    11230003,    42161529,     158781106,
        599563893, 2269506062, 8609442688, 32725637373, 124621833354, 475368834568};
    static const uint64_t with[KNOWN] = {
        0,         0,         0,          0,           0,           0,
        1,         6,         37,         195,         979,         4663,
        21474,     96496,     425449,     1849252,     7946380,     33840946,
        143060339, 601165888, 2513617990, 10466220315, 43425174374, 179630865835};
    static const uint64_t inside[KNOWN_INNER] = {
        1,    1,     2,     5,      12,     35,      108,      368,      1283,
        4639, 17003, 63222, 236819, 893515, 3387953, 12904855, 49335965, 189243115};
    static const uint64_t polygons[KNOWN] = {
        1,          2,           6,           19,           63,           216,
        756,        2684,        9638,        34930,        127560,       468837,
        1732702,    6434322,     23993874,    89805691,     337237337,    1270123530,
        4796310672, 18155586993, 68874803609, 261803388854, 996971935098, 3802944302442};
    const unsigned max = test_is_long() ? KNOWN : test_cases(10) < 10 ? 12 : 19;
    const df_ominoes_table *tables = tables_of(max, DF_OMINO_FREE, DF_MEASURE_HOLES, NULL);
    for (unsigned size = 1; size <= max; size++) {
        uint64_t holed = 0;
        for (unsigned holes = 1; holes < size; holes++)
            holed += tables[size].counts[holes];
        assert_int_equal(tables[size].counts[0], without[size - 1]);
        assert_int_equal(holed, with[size - 1]);
    }
    tables = tables_of(max, DF_OMINO_FIXED, DF_MEASURE_HOLES, NULL);
    for (unsigned size = 1; size <= max; size++)
        assert_int_equal(tables[size].counts[0], polygons[size - 1]);
    tables =
        tables_of(unsigned_min(max, KNOWN_INNER), DF_OMINO_FREE, DF_MEASURE_INNER_HOLES, NULL);
    for (unsigned size = 1; size <= max && size <= KNOWN_INNER; size++)
        assert_int_equal(tables[size].counts[0], inside[size - 1]);
}

static bool stop_at_once(void *unused, uint64_t done, uint64_t all, uint64_t states)
{
    (void)unused;
    (void)done;
    (void)all;
    (void)states;
    return false;
}

static void test_bad_arguments(void **state)
{
    (void)state;
    df_ominoes_table table = {{7}};
    static const df_omino_measure measures[] = {DF_MEASURE_NONE, DF_MEASURES};
    static const unsigned sizes[] = {0, DF_OMINOES_MAX_SQUARES + 1};
    df_error error = {0};
    for (unsigned i = 0; i < 2; i++) {
        assert_status(
            df_omino_count_tables(&table, 0, DF_OMINO_FREE, DF_MEASURE_HOLES, NULL, NULL, NULL),
            DF_ERROR_ARGUMENT);
        assert_status(
            df_omino_count_tables(&table, 5, DF_OMINO_FREE, measures[i], NULL, NULL, &error),
            DF_ERROR_ARGUMENT);
        assert_status(df_omino_count_tables(&table, sizes[i], DF_OMINO_FREE, DF_MEASURE_HOLES,
                                            NULL, NULL, &error),
                      DF_ERROR_ARGUMENT);
    }
    const df_omino_count_options narrow = {.memory = 5000}, stopped = {.watch = stop_at_once};
    assert_status(df_omino_count_tables(&table, 20, DF_OMINO_FREE, DF_MEASURE_HOLES, &narrow,
                                        NULL, &error),
                  DF_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "memory"));
    assert_status(df_omino_count_tables(&table, 20, DF_OMINO_FREE, DF_MEASURE_HOLES, &stopped,
                                        NULL, &error),
                  DF_ERROR_CANCELLED);
    assert_int_equal(table.counts[0], 7);
}

static df_status transfer_small(void *unused)
{
    (void)unused;
    df_ominoes_table tables[8];
    return df_omino_count_tables(tables, 7, DF_OMINO_FREE, DF_MEASURE_HOLES, NULL, NULL, NULL);
}

static void test_lack_of_memory(void **state)
{
    (void)state;
    alloc_fail_each(transfer_small, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_small_ones), cmocka_unit_test(test_known_rows),
        cmocka_unit_test(test_lists),          cmocka_unit_test(test_foldings),
        cmocka_unit_test(test_known_transfer), cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_lack_of_memory)};
    return cmocka_run_group_tests_name("omino_table", tests, NULL, NULL);
}
