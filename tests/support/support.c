#include "support.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/plan_texts.h"

void check_status(df_status status, df_status wanted, const char *file, int line)
{
    if (status == wanted)
        return;
    print_error("%s, where '%s' was due\n", df_status_names[status], df_status_names[wanted]);
    _fail(file, line);
}

static unsigned long long from_environment(const char *name, unsigned long long usual)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? strtoull(text, NULL, 0) : usual;
}

told_error tell_error(const df_error *error)
{
    told_error told = {{0}};
    size_t used = (size_t)snprintf(told.text, sizeof told.text, "%s", error->text);
    for (unsigned i = 0; i < error->advice_count; i++) {
        const df_advice *advice = &error->advice[i];
        used += (size_t)snprintf(told.text + used, sizeof told.text - used, "%s%s=%s",
                                 i == 0               ? "; "
                                 : advice->joins_last ? " "
                                                      : ", ",
                                 df_option_names[advice->option], advice->value);
    }
    return told;
}

uint64_t test_seed(void)
{
    const uint64_t seed = from_environment("DROPFORGE_TEST_SEED", 20260101);
    static bool is_told;
    if (!is_told)
        printf("# DROPFORGE_TEST_SEED=%llu\n", (unsigned long long)seed);
    is_told = true;
    return seed;
}

df_random test_random(uint64_t stream)
{
    df_random random;
    df_random_seed(&random, test_seed(), stream);
    return random;
}

bool test_is_quick(void)
{
    return getenv("DROPFORGE_TEST_QUICK") != NULL;
}

bool test_is_long(void)
{
    return getenv("DROPFORGE_TEST_LONG") != NULL;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(SANITIZED) || defined(__SANITIZE_ADDRESS__)
#define SLOWNESS 10
#else
#define SLOWNESS 1
#endif

/* No test passes because it has nothing to do. */
static unsigned at_least_one(unsigned cases)
{
    return cases > 0 ? cases : 1;
}

unsigned test_cases(unsigned usual)
{
    const unsigned less = SLOWNESS * (test_is_quick() ? 2 : 1);
    usual = (usual + less - 1) / less;
    return at_least_one((unsigned)from_environment("DROPFORGE_TEST_CASES", usual));
}

unsigned test_share(unsigned usual, unsigned parts)
{
    return at_least_one(test_cases(usual) / parts);
}

unsigned test_may_fail(unsigned cases, unsigned in)
{
    return cases / in + (cases >= in / 2);
}

bool test_is_small(void)
{
    return SLOWNESS > 1 || test_is_quick();
}

df_piece_set *tetrominoes(void)
{
    df_piece_set *set = NULL;
    assert_status(df_piece_set_tetrominoes(&set), DF_OK);
    return set;
}

df_piece_set *new_pieces(const df_piece_drawing *drawings, size_t count)
{
    df_piece_set *set = NULL;
    assert_status(df_piece_set_create(&set, drawings, count), DF_OK);
    return set;
}

df_piece_set *pentominoes(void)
{
    static const df_piece_drawing drawings[] = {
        {"F", ".##/##./.#."}, {"f", "##./.##/.#."}, {"I", "#####"},     {"L", "#.../####"},
        {"l", "...#/####"},   {"N", "##../.###"},   {"n", "..##/###."}, {"P", "##/##/#."},
        {"p", "##/##/.#"},    {"T", "###/.#./.#."}, {"U", "#.#/###"},   {"V", "#../#../###"},
        {"W", "#../##./.##"}, {"X", ".#./###/.#."}, {"Y", "..#./####"}, {"y", ".#../####"},
        {"Z", "##./.#./.##"}, {"z", ".##/.#./##."}};
    return new_pieces(drawings, COUNT(drawings));
}

df_piece_set *single_piece(const char *rows)
{
    return new_pieces(&(df_piece_drawing){"P", rows}, 1);
}

df_piece_set *false_tetrominoes(void)
{
    static const df_piece_drawing drawings[] = {
        {"I", "###/#.."}, {"O", "##/##"},   {"T", ".#./###"}, {"S", ".##/##."},
        {"Z", "##./.##"}, {"J", "#../###"}, {"L", "..#/###"}};
    return new_pieces(drawings, COUNT(drawings));
}

df_field *new_field(unsigned width, unsigned height)
{
    df_field *field = NULL;
    assert_status(df_field_create(&field, width, height), DF_OK);
    return field;
}

df_plan *new_plan(const df_piece_set *set, unsigned width, unsigned height)
{
    df_plan *plan = NULL;
    assert_status(df_plan_create(&plan, width, height, set), DF_OK);
    return plan;
}

df_field *played_field(const df_plan *plan)
{
    df_field *field = NULL;
    assert_status(df_plan_play(plan, NULL, NULL, &field, NULL, NULL), DF_OK);
    return field;
}

df_text written_drops(const df_plan *plan)
{
    df_text text = {0};
    assert_status(df_drops_write(&text, plan), DF_OK);
    return text;
}

df_picture *new_picture(const uint8_t *rgba, size_t width, size_t height)
{
    df_picture *picture = NULL;
    assert_status(df_picture_from_rgba(&picture, 1, rgba, width, height, NULL), DF_OK);
    return picture;
}

df_picture *draw_picture(const char *rows)
{
    const size_t width = strcspn(rows, "/"), height = (strlen(rows) + 1) / (width + 1);
    uint8_t *rgba = calloc(width * height, 4);
    assert_non_null(rgba);
    for (size_t i = 0; i < width * height; i++) {
        const char sign = rows[i + i / width];
        rgba[4 * i] = (uint8_t)sign;
        rgba[4 * i + 3] = sign == '.' ? 0 : 255;
    }
    df_picture *picture = new_picture(rgba, width, height);
    free(rgba);
    return picture;
}

static unsigned count_rows(const char *rows)
{
    unsigned count = 1;
    for (; *rows != '\0'; rows++)
        count += *rows == '/';
    return count;
}

df_field *draw_field(const char *rows)
{
    df_field *field = NULL;
    unsigned y = count_rows(rows) - 1;
    assert_status(df_field_create(&field, (unsigned)strcspn(rows, "/"), y + 1), DF_OK);
    unsigned x = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        if (*c == '/') {
            x = 0;
            y--;
            continue;
        }
        const unsigned value = *c == '.' ? 0 : *c == '#' ? 1 : (unsigned)(*c - '0') + 1;
        assert_status(df_field_set(field, x++, y, value), DF_OK);
    }
    return field;
}

void check_field_whole(const df_field *field)
{
    unsigned highest = 0;
    for (unsigned x = 0; x < field->width; x++) {
        unsigned top = 0;
        for (unsigned y = 0; y < field->height; y++) {
            const bool occupied = (field->row[y * field->words + x / 64] >> x % 64 & 1) != 0;
            assert_int_equal(df_field_square(field, x, y) != 0, occupied);
            top = occupied ? y + 1 : top;
        }
        assert_int_equal(field->top[x], top);
        highest = top > highest ? top : highest;
    }
    const unsigned last = field->words - 1u, rest = field->width - 64 * last;
    for (unsigned y = 0; y < field->height; y++)
        assert_true(rest == 64 || field->row[y * field->words + last] >> rest == 0);
    assert_int_equal(df_field_top(field), highest);
}

static void print_field(const df_field *field)
{
    for (unsigned y = field->height; y-- > 0;) {
        printf("# ");
        for (unsigned x = 0; x < field->width; x++) {
            const unsigned value = df_field_square(field, x, y);
            putchar(value == 0 ? '.' : value > 10 ? '#' : (int)('0' + value - 1));
        }
        putchar('\n');
    }
}

void check_field(const df_field *field, const char *rows, const char *file, int line)
{
    check_field_whole(field);
    bool same = field->height == count_rows(rows) && field->width == strcspn(rows, "/");
    const char *c = rows;
    for (unsigned y = field->height; same && y-- > 0; c++) {
        for (unsigned x = 0; x < field->width; x++, c++) {
            const unsigned value = df_field_square(field, x, y);
            same &= *c == '.'   ? value == 0
                    : *c == '#' ? value != 0
                                : value == (unsigned)(*c - '0') + 1;
        }
    }
    if (same)
        return;
    print_field(field);
    print_error("not the playfield %s\n", rows);
    _fail(file, line);
}

/* The picture is drawn in a square grid with the first square in its middle. */
#define GRID (2 * DF_PIECE_MAX_SQUARES + 1)

void random_polyomino(df_random *random, unsigned size, char rows[POLYOMINO_TEXT])
{
    bool taken[GRID][GRID] = {{false}};
    int xs[DF_PIECE_MAX_SQUARES], ys[DF_PIECE_MAX_SQUARES];
    int left = GRID / 2, right = left, low = left, high = left;
    xs[0] = ys[0] = left;
    taken[left][left] = true;
    for (unsigned count = 1; count < size;) {
        const uint32_t from = df_random_below(random, count);
        const uint32_t way = df_random_below(random, 4);
        const int x = xs[from] + (way == 0) - (way == 1);
        const int y = ys[from] + (way == 2) - (way == 3);
        if (taken[y][x])
            continue;
        taken[y][x] = true;
        xs[count] = x;
        ys[count++] = y;
        left = x < left ? x : left;
        right = x > right ? x : right;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    size_t length = 0;
    for (int y = low; y <= high; y++) {
        for (int x = left; x <= right; x++)
            rows[length++] = taken[y][x] ? '#' : '.';
        rows[length++] = '/';
    }
    rows[length - 1] = '\0';
}
