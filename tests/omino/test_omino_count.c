/* Counting polyominoes far: published counts, counts by listing, and the parts of the transfer
 * matrix against flood fills and against what must hold between neighbouring states. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/omino.h"
#include "omino/count/transfer.h"
#include "tests/slow/slow_omino.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

enum { KNOWN = 24, KNOWN_FREE = 32 };

/* From one square on. OEIS A001168, A000988 and A000105. */
static const uint64_t known_fixed[KNOWN] = {
    1,
    2,
    6,
    19,
    63,
    216,
    760,
    2725,
    9910,
    36446,
    135268,
    505861,
    1903890,
    7204874,
    27394666,
    104592937,
    400795844,
    1540820542,
    5940738676,
    22964779660,
    88983512783,
    345532572678,
    1344372335524,
    5239988770268,
};
static const uint64_t known_one_sided[KNOWN] = {
    1,          1,          2,           7,           18,           60,
    196,        704,        2500,        9189,        33896,        126759,
    476270,     1802312,    6849777,     26152418,    100203194,    385221143,
    1485200848, 5741256764, 22245940545, 86383382827, 336093325058, 1309998125640,
};
static const uint64_t known_free[KNOWN_FREE] = {
    1,
    1,
    2,
    5,
    12,
    35,
    108,
    369,
    1285,
    4655,
    17073,
    63600,
    238591,
    901971,
    3426576,
    13079255,
    50107909,
    192622052,
    742624232,
    2870671950,
    11123060678,
    43191857688,
    168047007728,
    654999700403,
    2557227044764,
    9999088822075,
    39153010938487,
    153511100594603,
    602621953061978,
    2368347037571252,
    9317706529987950,
    36695016991712879,
};

/* Free ones by symmetry: OEIS A006749, A006746, A006748, A006747, A144553, A056877, A056878,
 * A142886. */
static const uint64_t known_symmetric[DF_SYMMETRIES][KNOWN] = {
    {0,
     0,
     0,
     1,
     5,
     20,
     84,
     316,
     1196,
     4461,
     16750,
     62878,
     237394,
     899265,
     3422111,
     13069026,
     50091095,
     192583152,
     742560511,
     2870523142,
     11122817672,
     43191285751,
     168046076423,
     654997492842},
    {0,   0,    0,    1,    2,    6,     9,     23,    38,     90,     147,    341,
     564, 1294, 2148, 4896, 8195, 18612, 31349, 70983, 120357, 271921, 463712, 1045559},
    {0,   0,   1,    0,    2,    2,    7,     5,     26,    22,    91,     79,
     326, 301, 1186, 1117, 4352, 4212, 16119, 15849, 60174, 60089, 226146, 228426},
    {0,   0,    0,    1,    1,    5,     4,     18,    19,    73,     73,     278,
     283, 1076, 1090, 4125, 4183, 15939, 16105, 61628, 62170, 239388, 240907, 932230},
    {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3, 2, 0, 0, 12, 7, 0, 0, 44, 25, 0, 0, 165},
    {0,  1,  1,  1,  1,  2,   3,   4,   4,   8,   10,  15,
     17, 30, 35, 60, 64, 117, 128, 236, 241, 459, 476, 937},
    {0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 2, 3, 3, 5, 6, 14, 9, 20, 20, 56, 32, 80, 64, 224},
    {1, 0, 0, 1, 1, 0, 0, 1, 2, 0, 0, 3, 2, 0, 0, 5, 4, 0, 0, 12, 7, 0, 0, 20},
};

static uint64_t value(const df_natural *number)
{
    assert_true(number->count <= 1);
    return number->count == 0 ? 0 : number->words[0];
}

static void free_counts(df_natural (*counts)[DF_OMINO_NUMBERS], unsigned size)
{
    for (unsigned i = 0; i < (size + 1) * DF_OMINO_NUMBERS; i++)
        df_natural_free(&counts[i / DF_OMINO_NUMBERS][i % DF_OMINO_NUMBERS]);
}

TEST(test_known_counts)
{
    df_natural counts[KNOWN + 1][DF_OMINO_NUMBERS] = {{{0}}};
    df_count_effort effort;
    assert_status(df_omino_count(counts, KNOWN, true, NULL, &effort, NULL), DF_OK);
    for (unsigned i = 0; i < KNOWN; i++) {
        const df_natural *c = counts[i + 1];
        assert_int_equal(value(&c[DF_OMINO_FIXED]), known_fixed[i]);
        assert_int_equal(value(&c[DF_OMINO_ONE_SIDED]), known_one_sided[i]);
        assert_int_equal(value(&c[DF_OMINO_FREE]), known_free[i]);
        for (unsigned s = 0; s < DF_SYMMETRIES; s++)
            assert_int_equal(value(&c[DF_OMINO_SYMMETRIC + s]), known_symmetric[s][i]);
    }
    assert_int_equal(value(&counts[0][DF_OMINO_FIXED]), 0);
    assert_int_equal(value(&counts[0][DF_OMINO_FREE]), 0);
    assert_true(effort.states > 0 && effort.max > 0 && effort.memory > 0);
    free_counts(counts, KNOWN);
}

TEST(long_free)
{
    df_natural counts[KNOWN_FREE + 1][DF_OMINO_NUMBERS] = {{{0}}};
    assert_status(df_omino_count(counts, KNOWN_FREE, true, NULL, NULL, NULL), DF_OK);
    for (unsigned i = 0; i < KNOWN_FREE; i++)
        assert_int_equal(value(&counts[i + 1][DF_OMINO_FREE]), known_free[i]);
    free_counts(counts, KNOWN_FREE);
}

/* Each size for itself, against all of them listed. */
TEST(test_listed)
{
    for (unsigned size = 1; size <= 9; size++) {
        slow_omino *list;
        const size_t all = slow_ominoes(size, &list);
        df_natural numbers[10][DF_OMINO_NUMBERS] = {{{0}}};
        assert_status(df_omino_count(numbers, size, false, NULL, NULL, NULL), DF_OK);
        assert_int_equal(value(&numbers[size][DF_OMINO_FIXED]), all);
        size_t unmoved[DF_OMINO_IMAGES] = {0};
        for (size_t i = 0; i < all; i++) {
            for (unsigned image = 0; image < DF_OMINO_IMAGES; image++) {
                slow_omino moved;
                slow_image(&moved, &list[i], image);
                unmoved[image] += slow_same(&moved, &list[i]);
            }
        }
        /* Burnside's lemma: the mean number of polyominoes that a symmetry leaves unmoved. */
        size_t turns = 0, images = 0;
        for (unsigned image = 0; image < DF_OMINO_IMAGES; image++) {
            images += unmoved[image];
            turns += image < 4 ? unmoved[image] : 0;
        }
        df_natural counts[10][DF_OMINO_NUMBERS] = {{{0}}};
        assert_status(df_omino_count(counts, size, true, NULL, NULL, NULL), DF_OK);
        assert_int_equal(value(&counts[size][DF_OMINO_ONE_SIDED]), turns / 4);
        assert_int_equal(value(&counts[size][DF_OMINO_FREE]), images / 8);
        free_counts(counts, size);
        free_counts(numbers, size);
        free(list);
    }
}

typedef struct watched {
    uint64_t calls;
    uint64_t max; /* calls that are answered with true */
} watched;

static bool watch(void *context, const df_progress *progress)
{
    watched *w = context;
    assert_true(progress->done <= progress->of);
    return ++w->calls <= w->max;
}

TEST(test_options)
{
    df_natural numbers[KNOWN + 1][DF_OMINO_NUMBERS] = {{{0}}};
    df_error error = {0};
    assert_status(df_omino_count(numbers, 0, false, NULL, NULL, &error), DF_ERROR_ARGUMENT);
    assert_string_equal(error.text,
                        "here a polyomino has 1 to 48 squares; choose another size");
    assert_status(df_omino_count(numbers, DF_OMINO_COUNT_MAX + 1, false, NULL, NULL, NULL),
                  DF_ERROR_ARGUMENT);
    df_count_options options = {.memory = 400000};
    assert_status(df_omino_count(numbers, KNOWN, false, &options, NULL, &error),
                  DF_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "memory"));
    watched w = {.max = 20};
    options = (df_count_options){.watch = watch, .watch_context = &w};
    assert_status(df_omino_count(numbers, KNOWN, false, &options, NULL, &error),
                  DF_ERROR_CANCELLED);
    assert_int_equal(w.calls, 21);
    for (unsigned i = 0; i <= KNOWN; i++)
        assert_null(numbers[i][DF_OMINO_FIXED].words);

    /* The same with any number of threads. */
    df_count_effort one, three;
    w = (watched){.max = UINT64_MAX};
    assert_status(df_omino_count(numbers, 20, false, &options, &one, NULL), DF_OK);
    assert_true(w.calls > 100);
    free_counts(numbers, 20);
    options = (df_count_options){.jobs = 3, .memory = 10000000};
    assert_status(df_omino_count(numbers, 20, false, &options, &three, NULL), DF_OK);
    assert_memory_equal(&one, &three, sizeof one);
    for (unsigned i = 1; i <= 20; i++)
        assert_int_equal(value(&numbers[i][DF_OMINO_FIXED]), known_fixed[i - 1]);
    free_counts(numbers, 20);
}

/* Fills strips at random, and finds what is connected by filling again. */
typedef struct slow_strip {
    unsigned rows;
    unsigned column, row;
    int label[32][SIGNATURE_ROWS]; /* 0: empty; those of one part share a label */
} slow_strip;

static void spread(slow_strip *s, int x, int y, int from, int to)
{
    if (x < 0 || y < 0 || x >= 32 || y >= (int)s->rows || s->label[x][y] != from)
        return;
    s->label[x][y] = to;
    spread(s, x + 1, y, from, to);
    spread(s, x, y + 1, from, to);
    spread(s, x - 1, y, from, to);
    spread(s, x, y - 1, from, to);
}

static int slow_label(const slow_strip *s, unsigned y)
{
    return y < s->row ? s->label[s->column][y] : s->column > 0 ? s->label[s->column - 1][y] : 0;
}

static signature slow_signature(const slow_strip *s)
{
    signature result = {0};
    for (unsigned y = 0; y < s->rows; y++) {
        const int label = slow_label(s, y);
        if (label == 0)
            continue;
        result.squares |= 1u << y;
        const bool begins = y == 0 || y == s->row || slow_label(s, y - 1) == 0;
        const bool ends = y + 1 == s->rows || y + 1 == s->row || slow_label(s, y + 1) == 0;
        bool lower = false, upper = false;
        for (unsigned i = 0; i < s->rows; i++) {
            lower |= i < y && slow_label(s, i) == label;
            upper |= i > y && slow_label(s, i) == label;
        }
        result.down |= begins && lower ? 1u << y : 0;
        result.up |= ends && upper ? 1u << y : 0;
    }
    return result;
}

static bool is_same(signature a, signature b)
{
    return a.squares == b.squares && a.down == b.down && a.up == b.up;
}

/* One more square. False: something was cut off, or the strip is full. */
static bool slow_step(slow_strip *s, signature *now, bool fill)
{
    const int old = slow_label(s, s->row);
    static int labels;
    if (fill) {
        s->label[s->column][s->row] = -1;
        for (unsigned x = 0; x <= s->column; x++) {
            for (unsigned y = 0; y < s->rows; y++) {
                if (s->label[x][y] != 0)
                    s->label[x][y] = -1;
            }
        }
        for (unsigned x = 0; x <= s->column; x++) {
            for (unsigned y = 0; y < s->rows; y++) {
                if (s->label[x][y] == -1)
                    spread(s, (int)x, (int)y, -1, ++labels);
            }
        }
        signature_fill(now, s->row, s->rows);
    }
    const unsigned row = s->row++;
    bool remains = fill || old == 0;
    for (unsigned y = 0; y < s->rows; y++)
        remains |= slow_label(s, y) == old;
    if (!fill)
        assert_int_equal(signature_leave(now, row), remains);
    if (!remains)
        return false;
    if (s->row == s->rows) {
        s->row = 0;
        s->column++;
    }
    assert_true(is_same(*now, slow_signature(s)));
    const uint64_t word = signature_pack(*now, s->row);
    const signature again = signature_unpack(word, s->row);
    assert_true(is_same(*now, again) && now->touched == again.touched);
    int labels_seen[SIGNATURE_ROWS], parts = 0;
    for (unsigned y = 0; y < s->rows; y++) {
        bool is_new = slow_label(s, y) != 0;
        for (int i = 0; i < parts; i++)
            is_new &= labels_seen[i] != slow_label(s, y);
        if (is_new)
            labels_seen[parts++] = slow_label(s, y);
    }
    assert_int_equal(signature_is_whole(*now, s->row, SEAM_NONE), parts == 1);
    if (s->row == 0) {
        const signature twice =
            df_signature_mirror(df_signature_mirror(*now, s->rows), s->rows);
        assert_true(is_same(*now, twice) && now->touched == twice.touched);
    }
    return s->column < 31;
}

TEST(test_signatures)
{
    df_random random = test_random(0);
    for (unsigned i = test_cases(1000); i > 0; i--) {
        slow_strip s = {.rows = 1 + df_random_below(&random, i % 4 == 0 ? SIGNATURE_ROWS : 9)};
        const uint32_t density = 30 + df_random_below(&random, 60);
        signature now = {0};
        while (slow_step(&s, &now, df_random_below(&random, 100) < density))
            continue;
    }
}

enum { NEVER = 100 };

/* Finds the fewest squares that finish a polyomino from the state in `record`, which gets it in
 * place of its first number. The bound by which the record's greatest size was set must not be
 * more. */
static void check_need(const transfer *at, uint64_t *record, const transfer_layer *next)
{
    const unsigned weight = fold_weight(at->fold, at->column, at->row, at->rows);
    uint64_t min[2] = {NEVER, NEVER};
    for (unsigned i = 0; i < 2; i++) {
        transfer_place place = (transfer_place)(record[1] >> 32 * i);
        while (place != 0) {
            const uint64_t *to = transfer_record(&at->memory, next, place);
            min[i] = to[2] + i * weight;
            place = transfer_is_dead(to) ? (transfer_place)to[1] : 0;
        }
    }
    signature filled = transfer_unpack(at, record[0], at->row);
    transfer_fill(at, &filled);
    if (transfer_is_finished(at, filled))
        min[1] = weight;
    record[2] = min[0] < min[1] ? min[0] : min[1];
    assert_true(at->size - transfer_max(record) <= record[2]);
}

static void check_layer(const transfer *at, transfer_layer *layer, const transfer_layer *next)
{
    for (unsigned i = 0; i < 2; i++) {
        for (size_t block = 0; block < layer->lists[i].count; block++) {
            uint64_t *record = layer->lists[i].blocks[block];
            const uint64_t *end = record + layer->lists[i].used[block];
            while (record < end) {
                if (!transfer_is_dead(record))
                    check_need(at, record, next);
                record += 2 + transfer_words(at->narrow, transfer_min(record),
                                             transfer_max(record) + 1);
            }
        }
    }
}

/* Keeps all layers of a strip, and goes back through them. */
static void check_needs(const fold *f, unsigned size, unsigned rows)
{
    enum { MAX_LAYERS = 400 };
    transfer t = {.fold = f,
                  .size = size,
                  .rows = rows,
                  .narrow = size,
                  .keeps = true,
                  .memory.limit = UINT64_C(400000000)};
    transfer_layer *layers = calloc(MAX_LAYERS, sizeof *layers);
    transfer *places = calloc(MAX_LAYERS, sizeof *places);
    assert_true(layers != NULL && places != NULL);
    assert_status(df_transfer_begin(&t, &layers[0]), DF_OK);
    unsigned count = 0;
    for (; layers[count].states > 0; count++) {
        assert_true(count + 1 < MAX_LAYERS);
        places[count] = t;
        assert_status(df_transfer_step(&t, &layers[count], &layers[count + 1]), DF_OK);
    }
    for (unsigned i = count; i-- > 0;)
        check_layer(&places[i], &layers[i], &layers[i + 1]);
    for (unsigned i = 0; i <= count; i++)
        df_transfer_layer_free(&t.memory, &layers[i]);
    df_transfer_end(&t);
    free(places);
    free(layers);
}

TEST(test_needs)
{
    for (unsigned rows = 1; rows <= 7; rows++)
        check_needs(&df_folds[0], 2 * rows + 5, rows);
    for (unsigned i = 1; i < FOLDS; i++) {
        const unsigned first = df_folds[i].rows, size = 6 + 6u * df_folds[i].images;
        for (unsigned rows = first > 0 ? first : 1; rows <= (first > 0 ? first : 7); rows++)
            check_needs(&df_folds[i], size < 36 ? size : 36, rows);
    }
}

/* Numbers in one or in two words, or partly so. */
static void check_strip(unsigned size, unsigned rows, unsigned narrow, uint64_t *total)
{
    transfer t = {.fold = &df_folds[0],
                  .size = size,
                  .rows = rows,
                  .narrow = narrow,
                  .memory.limit = 100000000};
    transfer_layer layers[2] = {0};
    unsigned now = 0;
    assert_status(df_transfer_begin(&t, &layers[0]), DF_OK);
    while (layers[now].states > 0) {
        assert_status(df_transfer_step(&t, &layers[now], &layers[1 - now]), DF_OK);
        now = 1 - now;
    }
    assert_false(t.overflow);
    *total += t.totals[size][0];
    df_transfer_layer_free(&t.memory, &layers[0]);
    df_transfer_layer_free(&t.memory, &layers[1]);
    df_transfer_end(&t);
    assert_int_equal(t.memory.used, 0);
}

TEST(test_strips)
{
    const unsigned narrow[] = {0, 9, 17, 40};
    for (unsigned i = 0; i < COUNT(narrow); i++) {
        uint64_t total = 0;
        for (unsigned rows = 1; rows <= 9; rows++)
            check_strip(18, rows, narrow[i], &total);
        assert_int_equal(total, known_fixed[17]);
    }
}

/* Numbers that do not fit are noticed, and left to two words. */
TEST(test_overflow)
{
    transfer t = {
        .fold = &df_folds[0], .size = 20, .rows = 5, .narrow = 40, .memory.limit = 100000000};
    transfer_layer layers[2] = {0};
    unsigned now = 0;
    assert_status(df_transfer_begin(&t, &layers[0]), DF_OK);
    layers[0].lists[0].blocks[0][1] = UINT64_MAX / 1000;
    while (layers[now].states > 0 && !t.overflow) {
        assert_status(df_transfer_step(&t, &layers[now], &layers[1 - now]), DF_OK);
        now = 1 - now;
    }
    assert_true(t.overflow);
    df_transfer_layer_free(&t.memory, &layers[0]);
    df_transfer_layer_free(&t.memory, &layers[1]);
    df_transfer_end(&t);
}

static df_status count_once(void *context)
{
    df_natural counts[9][DF_OMINO_NUMBERS] = {{{0}}};
    const df_status status = df_omino_count(counts, 8, true, NULL, NULL, NULL);
    if (status == DF_OK)
        free_counts(counts, 8);
    return status;
}

TEST(test_failing_allocations)
{
    alloc_fail_each(count_once, NULL);
}
