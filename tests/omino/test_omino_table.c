/* Polyominoes sorted by perimeter, site perimeter, holes and box: tables against sets of
 * squares that are looked at one by one, and published numbers. */
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

static df_ominoes_table table_of(unsigned size, const df_ominoes_filter *filter,
                                 df_omino_measure by, unsigned jobs)
{
    const df_ominoes_options options = {.jobs = jobs};
    df_ominoes_table table;
    df_ominoes_tally tally, whole;
    assert_status(df_ominoes_table_count(&table, &tally, size, filter, by, &options), DF_OK);
    assert_status(df_ominoes_count(&whole, size, filter, NULL), DF_OK);
    uint64_t sum = 0;
    for (unsigned value = 0; value < DF_OMINOES_VALUES; value++)
        sum += table.counts[value];
    assert_int_equal(sum, tally.count);
    assert_int_equal(sum, whole.count);
    return table;
}

static unsigned slow_measure(const slow_omino *omino, df_omino_measure by)
{
    switch (by) {
    case DF_MEASURE_PERIMETER:
        return slow_perimeter(omino);
    case DF_MEASURE_SITE_PERIMETER:
        return slow_site_perimeter(omino);
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
    const unsigned max = test_is_small() ? 5 : 7;
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
            const df_ominoes_filter filter = {.kind = (df_omino_class)kind};
            for (unsigned by = DF_MEASURE_PERIMETER; by < DF_MEASURES; by++) {
                const df_ominoes_table table = table_of(size, &filter, (df_omino_measure)by, 1);
                assert_memory_equal(&table, &wanted[by], sizeof table);
            }
        }
        free(all);
    }
}

/* With several threads, and with shards, tables are the same. */
static void test_parts(void **state)
{
    for (unsigned by = DF_MEASURE_PERIMETER; by < DF_MEASURES; by++) {
        const df_ominoes_filter filter = {.kind = DF_OMINO_FREE, .height = {true, 2, 4}};
        const df_ominoes_table table = table_of(10, &filter, (df_omino_measure)by, 1);
        const df_ominoes_table threads = table_of(10, &filter, (df_omino_measure)by, 3);
        assert_memory_equal(&table, &threads, sizeof table);
        df_ominoes_table sum = {{0}};
        for (unsigned shard = 0; shard < 3; shard++) {
            const df_ominoes_options options = {.shard = shard, .shards = 3, .jobs = 2};
            df_ominoes_table part;
            assert_status(df_ominoes_table_count(&part, NULL, 10, &filter, (df_omino_measure)by,
                                                 &options),
                          DF_OK);
            for (unsigned value = 0; value < DF_OMINOES_VALUES; value++)
                sum.counts[value] += part.counts[value];
        }
        assert_memory_equal(&table, &sum, sizeof sum);
    }
}

/* Values that filters allow are the only ones, with the same numbers. */
static void test_filters(void **state)
{
    df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    const df_ominoes_table holes = table_of(9, &filter, DF_MEASURE_HOLES, 1);
    const df_ominoes_table sides = table_of(9, &filter, DF_MEASURE_PERIMETER, 1);
    const df_ominoes_table boxes = table_of(9, &filter, DF_MEASURE_BOX, 1);
    df_ominoes_tally tally;
    for (unsigned value = 0; value < 32; value++) {
        filter = (df_ominoes_filter){.kind = DF_OMINO_ONE_SIDED, .holes = {true, value, value}};
        assert_status(df_ominoes_count(&tally, 9, &filter, NULL), DF_OK);
        assert_int_equal(tally.count, holes.counts[value]);
        filter =
            (df_ominoes_filter){.kind = DF_OMINO_ONE_SIDED, .perimeter = {true, value, value}};
        assert_status(df_ominoes_count(&tally, 9, &filter, NULL), DF_OK);
        assert_int_equal(tally.count, sides.counts[value]);
        filter = (df_ominoes_filter){.kind = DF_OMINO_ONE_SIDED,
                                     .width = {true, value / 2 + 1, value / 2 + 1},
                                     .height = {true, 3, 3}};
        assert_status(df_ominoes_count(&tally, 9, &filter, NULL), DF_OK);
        assert_int_equal(tally.count, boxes.counts[2 * DF_OMINOES_MAX_SQUARES + value / 2]);
    }
}

/* Free ones without holes, OEIS A000104, and without inner holes, A342537; fixed ones without
 * holes, A006724. */
static void test_known_holes(void **state)
{
    static const uint64_t without[] = {1,   1,    2,    5,     12,    35,     107,
                                       363, 1248, 4460, 16094, 58937, 217117, 805475};
    static const uint64_t inside[] = {1,   1,    2,    5,     12,    35,     108,
                                      368, 1283, 4639, 17003, 63222, 236819, 893515};
    static const uint64_t polygons[] = {1,    2,    6,     19,     63,     216,     756,
                                        2684, 9638, 34930, 127560, 468837, 1732702, 6434322};
    const df_ominoes_filter free = {.kind = DF_OMINO_FREE};
    const unsigned max = test_is_small() ? 8 : 11;
    for (unsigned size = 1; size <= max; size++) {
        const unsigned i = size - 1;
        assert_int_equal(table_of(size, &free, DF_MEASURE_HOLES, 1).counts[0], without[i]);
        assert_int_equal(table_of(size, &free, DF_MEASURE_INNER_HOLES, 1).counts[0], inside[i]);
        assert_int_equal(table_of(size, NULL, DF_MEASURE_HOLES, 1).counts[0], polygons[i]);
    }
}

/* Rows 7 of OEIS A338210 and A338211 (site perimeters 9 to 16) and of A342243 (perimeters 12 to
 * 16), and row 7 of A308359 (widths). */
static void test_known_rows(void **state)
{
    static const uint64_t fixed[] = {0, 22, 136, 252, 228, 100, 20, 2};
    static const uint64_t free[] = {0, 4, 18, 37, 30, 15, 3, 1};
    static const uint64_t sides[] = {4, 21, 83};
    static const uint64_t widths[] = {1, 66, 269, 282, 121, 20, 1};
    const df_ominoes_filter filter = {.kind = DF_OMINO_FREE};
    const df_ominoes_table a = table_of(7, NULL, DF_MEASURE_SITE_PERIMETER, 1);
    const df_ominoes_table b = table_of(7, &filter, DF_MEASURE_SITE_PERIMETER, 1);
    const df_ominoes_table c = table_of(7, &filter, DF_MEASURE_PERIMETER, 1);
    const df_ominoes_table boxes = table_of(7, NULL, DF_MEASURE_BOX, 1);
    assert_memory_equal(&a.counts[9], fixed, sizeof fixed);
    assert_memory_equal(&b.counts[9], free, sizeof free);
    for (unsigned i = 0; i < COUNT(sides); i++)
        assert_int_equal(c.counts[12 + 2 * i], sides[i]);
    for (unsigned width = 1; width <= COUNT(widths); width++) {
        uint64_t sum = 0;
        for (unsigned height = 0; height < DF_OMINOES_MAX_SQUARES; height++)
            sum += boxes.counts[height * DF_OMINOES_MAX_SQUARES + width - 1];
        assert_int_equal(sum, widths[width - 1]);
    }
}

static const df_ominoes_table *transfer_of(unsigned size, df_omino_class kind,
                                           df_omino_measure by,
                                           const df_omino_count_options *options)
{
    static df_ominoes_table tables[DF_OMINO_COUNT_MAX_BOUND + 1];
    df_omino_effort effort;
    assert_status(df_omino_count_tables(tables, size, kind, by, options, &effort, NULL), DF_OK);
    assert_true(effort.states > 0 && effort.memory > 0);
    return tables;
}

/* The transfer matrix, and the symmetric ones, against enumeration: all, and those without
 * holes. */
static void test_transfer(void **state)
{
    const unsigned max = test_is_small() ? 8 : 10;
    for (unsigned i = 0; i < 2 * CLASSES * DF_MEASURES; i++) {
        const df_omino_measure by = (df_omino_measure)(i % DF_MEASURES);
        const df_ominoes_filter filter = {.kind = (df_omino_class)(i / DF_MEASURES % CLASSES),
                                          .holes = {.set = i < CLASSES * DF_MEASURES}};
        const df_omino_count_options options = {.threads = 1 + i % 2,
                                                .no_holes = filter.holes.set};
        if (by == DF_MEASURE_NONE)
            continue;
        const df_ominoes_table *tables = transfer_of(max, filter.kind, by, &options);
        for (unsigned size = 1; size <= max; size++) {
            df_ominoes_table wanted;
            assert_status(df_ominoes_table_count(&wanted, NULL, size, &filter, by, NULL),
                          DF_OK);
            assert_memory_equal(&tables[size], &wanted, sizeof wanted);
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
    /* More rows than the signature has room for are more than a small perimeter allows. */
    for (unsigned rows = 1; rows <= size && rows <= SIGNATURE_ROWS; rows++)
        assert_status(df_tally_strip(across, size, rows, by, true, &task), DF_OK);
    const df_ominoes_table *along = transfer_of(size, DF_OMINO_FIXED, by, options);
    for (unsigned k = 1; k <= size; k++)
        assert_memory_equal(&across->tables[k], &along[k], sizeof along[k]);
    free(across);
}

/* With DROPFORGE_TEST_LONG in the environment also larger sizes, with up to 4 GB. */
static void test_foldings(void **state)
{
    const bool is_long = test_is_long();
    const unsigned usual = test_is_small() ? 8 : 11;
    for (unsigned by = DF_MEASURE_PERIMETER; by < DF_MEASURES; by++) {
        const unsigned size = !is_long ? usual : by == DF_MEASURE_INNER_HOLES ? 24 : 18;
        check_folding(size, (df_omino_measure)by, &(df_omino_count_options){0});
        check_folding(is_long ? 16 : usual, (df_omino_measure)by,
                      &(df_omino_count_options){.no_holes = true});
    }
    for (unsigned no_holes = 0; no_holes < 2; no_holes++) {
        df_omino_count_options options = {
            .up_to = is_long ? 32 : 20, .memory = 4000000000, .no_holes = no_holes != 0};
        check_folding(is_long ? 64 : 25, DF_MEASURE_PERIMETER, &options);
        options.up_to = is_long ? 22 : 14;
        check_folding(is_long ? 50 : 18, DF_MEASURE_SITE_PERIMETER, &options);
    }
}

/* OEIS A000104, A001419, A342537, and A006724 for fixed ones; with DROPFORGE_TEST_LONG further.
 */
static void test_known_transfer(void **state)
{
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
    const unsigned max = test_is_long() ? KNOWN : test_is_small() ? 12 : 19;
    const df_ominoes_table *tables = transfer_of(max, DF_OMINO_FREE, DF_MEASURE_HOLES, NULL);
    for (unsigned size = 1; size <= max; size++) {
        uint64_t holed = 0;
        for (unsigned holes = 1; holes < size; holes++)
            holed += tables[size].counts[holes];
        assert_int_equal(tables[size].counts[0], without[size - 1]);
        assert_int_equal(holed, with[size - 1]);
    }
    tables = transfer_of(max, DF_OMINO_FIXED, DF_MEASURE_HOLES, NULL);
    for (unsigned size = 1; size <= max; size++)
        assert_int_equal(tables[size].counts[0], polygons[size - 1]);
    tables = transfer_of(unsigned_min(max, KNOWN_INNER), DF_OMINO_FREE, DF_MEASURE_INNER_HOLES,
                         NULL);
    for (unsigned size = 1; size <= max && size <= KNOWN_INNER; size++)
        assert_int_equal(tables[size].counts[0], inside[size - 1]);
}

/* Small values only are the same numbers as without a bound. */
static void test_bounds(void **state)
{
    enum { SIZE = 9 };
    const unsigned step = test_is_small() ? 5 : 1;
    for (unsigned i = 0; i < 2 * DF_MEASURES * CLASSES; i++) {
        const df_omino_measure by = (df_omino_measure)(i % DF_MEASURES);
        const df_omino_class kind = (df_omino_class)(i / DF_MEASURES % CLASSES);
        const df_omino_count_options any = {.no_holes = i < DF_MEASURES * CLASSES};
        if (by == DF_MEASURE_NONE || by == DF_MEASURE_BOX)
            continue;
        df_ominoes_table all[SIZE + 1];
        memcpy(all, transfer_of(SIZE, kind, by, &any), sizeof all);
        for (unsigned up_to = 1; up_to < 2 * SIZE + 4; up_to += step) {
            const df_omino_count_options options = {.no_holes = any.no_holes, .up_to = up_to};
            const df_ominoes_table *bound = transfer_of(SIZE, kind, by, &options);
            for (unsigned size = 1; size <= SIZE; size++)
                for (unsigned value = 0; value < DF_OMINOES_VALUES; value++)
                    assert_int_equal(bound[size].counts[value],
                                     value > up_to ? 0 : all[size].counts[value]);
        }
    }
}

/* The numbers of all polyominoes by a perimeter, from the value 4 on; perimeters are even. */
typedef struct known_totals {
    df_omino_measure by;
    df_omino_class kind;
    bool no_holes;
    unsigned usual; /* values that are counted if DROPFORGE_TEST_LONG is not set */
    uint64_t counts[20];
} known_totals;

/* OEIS A216820, A366443, A216818; A391197, A057730, A002931, A266549. */
static const known_totals totals[] = {
    {DF_MEASURE_SITE_PERIMETER,
     DF_OMINO_FIXED,
     false,
     15,
     {1,       0,        2,        4,         12,         32,        110,
      340,     1209,     4272,     16166,     61848,      246660,    1004883,
      4209124, 18020832, 78898047, 352437205, 1605225878, 7445515638}},
    {DF_MEASURE_SITE_PERIMETER,
     DF_OMINO_FREE,
     false,
     12,
     {1, 0, 1, 1, 5, 5, 23, 46, 187, 552, 2145, 7818}},
    {DF_MEASURE_SITE_PERIMETER,
     DF_OMINO_FIXED,
     true,
     12,
     {1, 0, 2, 4, 12, 32, 110, 340, 1193, 4080, 14786, 53428}},
    {DF_MEASURE_PERIMETER,
     DF_OMINO_FIXED,
     false,
     14,
     {1, 2, 7, 28, 124, 588, 2943, 15364, 82976, 460760, 2618858, 15183502, 89555364,
      536222178}},
    {DF_MEASURE_PERIMETER,
     DF_OMINO_FREE,
     false,
     11,
     {1, 1, 3, 6, 25, 86, 416, 1988, 10640, 57987, 328956, 1900321, 11204350, 67042778,
      406780346}},
    {DF_MEASURE_PERIMETER,
     DF_OMINO_FIXED,
     true,
     14,
     {1, 2, 7, 28, 124, 588, 2938, 15268, 81826, 449572, 2521270, 14385376, 83290424, 488384528,
      2895432660, 17332874364, 104653427012, 636737003384, 3900770002646}},
    {DF_MEASURE_PERIMETER,
     DF_OMINO_FREE,
     true,
     11,
     {1, 1, 3, 6, 25, 86, 414, 1975, 10479, 56572, 316577, 1800363, 10419605, 61061169,
      361978851}},
};

static void test_known_totals(void **state)
{
    for (size_t i = 0; i < COUNT(totals); i++) {
        const known_totals *known = &totals[i];
        const unsigned step = known->by == DF_MEASURE_PERIMETER ? 2 : 1;
        unsigned count = 1;
        while (count < COUNT(known->counts) && (count == 1 || known->counts[count] != 0))
            count++;
        if (!test_is_long())
            count = test_is_small() ? 8 : known->usual;
        const df_omino_count_options options = {.up_to = 4 + (count - 1) * step,
                                                .no_holes = known->no_holes};
        const df_ominoes_table *tables =
            transfer_of(DF_OMINO_COUNT_MAX_BOUND, known->kind, known->by, &options);
        for (unsigned k = 0; k < count; k++) {
            uint64_t sum = 0;
            for (unsigned size = 1; size <= DF_OMINO_COUNT_MAX_BOUND; size++)
                sum += tables[size].counts[4 + k * step];
            assert_int_equal(sum, known->counts[k]);
        }
    }
}

/* The largest lie at the edges of the board. */
static void test_largest(void **state)
{
    enum { MAX = DF_OMINOES_MAX_SQUARES };
    const df_ominoes_filter flat = {.height = {true, 1, 1}}, thin = {.width = {true, 1, 1}};
    assert_int_equal(table_of(MAX, &flat, DF_MEASURE_PERIMETER, 1).counts[2 * MAX + 2], 1);
    assert_int_equal(table_of(MAX, &thin, DF_MEASURE_SITE_PERIMETER, 1).counts[2 * MAX + 2], 1);
    assert_int_equal(table_of(MAX, &thin, DF_MEASURE_HOLES, 1).counts[0], 1);
    assert_int_equal(table_of(MAX, &flat, DF_MEASURE_INNER_HOLES, 1).counts[0], 1);
    assert_int_equal(table_of(MAX, &flat, DF_MEASURE_BOX, 1).counts[MAX - 1], 1);
    assert_int_equal(table_of(MAX, &thin, DF_MEASURE_BOX, 1).counts[(MAX - 1) * MAX], 1);
}

static bool stop_at_once(void *unused, uint64_t done, uint64_t all, uint64_t states)
{
    return false;
}

static bool stop_early(void *unused, uint64_t done, uint64_t all)
{
    return done < all / 2;
}

static void test_bad_arguments(void **state)
{
    df_ominoes_table table = {{7}};
    static const df_omino_measure measures[] = {DF_MEASURE_NONE, DF_MEASURES};
    static const unsigned sizes[] = {0, DF_OMINOES_MAX_SQUARES + 1};
    for (unsigned i = 0; i < 2; i++) {
        assert_status(df_ominoes_table_count(&table, NULL, 5, NULL, measures[i], NULL),
                      DF_ERROR_ARGUMENT);
        assert_status(
            df_ominoes_table_count(&table, NULL, sizes[i], NULL, DF_MEASURE_HOLES, NULL),
            DF_ERROR_ARGUMENT);
    }
    assert_int_equal(df_omino_count_tables_max(DF_MEASURE_PERIMETER, 41), 32);
    assert_int_equal(df_omino_count_tables_max(DF_MEASURE_PERIMETER, 40), 100);
    assert_int_equal(df_omino_count_tables_max(DF_MEASURE_SITE_PERIMETER, 31), 32);
    assert_int_equal(df_omino_count_tables_max(DF_MEASURE_SITE_PERIMETER, 0), 32);
    assert_int_equal(df_omino_count_tables_max(DF_MEASURE_HOLES, 1), 32);
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
    const df_ominoes_options options = {.watch = stop_early};
    assert_status(df_ominoes_table_count(&table, NULL, 9, NULL, DF_MEASURE_HOLES, &options),
                  DF_ERROR_CANCELLED);
    assert_int_equal(table.counts[0], 7);
}

static df_status count_small(void *unused)
{
    df_ominoes_table table;
    return df_ominoes_table_count(&table, NULL, 6, NULL, DF_MEASURE_HOLES, NULL);
}

static df_status transfer_small(void *unused)
{
    df_ominoes_table tables[8];
    return df_omino_count_tables(tables, 7, DF_OMINO_FREE, DF_MEASURE_HOLES, NULL, NULL, NULL);
}

static void test_lack_of_memory(void **state)
{
    alloc_fail_each(count_small, NULL);
    alloc_fail_each(transfer_small, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_small_ones), cmocka_unit_test(test_parts),
        cmocka_unit_test(test_filters),        cmocka_unit_test(test_known_holes),
        cmocka_unit_test(test_known_rows),     cmocka_unit_test(test_transfer),
        cmocka_unit_test(test_foldings),       cmocka_unit_test(test_known_transfer),
        cmocka_unit_test(test_bounds),         cmocka_unit_test(test_known_totals),
        cmocka_unit_test(test_largest),        cmocka_unit_test(test_bad_arguments),
        cmocka_unit_test(test_lack_of_memory)};
    return cmocka_run_group_tests_name("omino_table", tests, NULL, NULL);
}
