/* Tilings cut at their vertical fault lines, and by the pieces that they use. */
#include <string.h>

#include "core/base/natural.h"
#include "tests/support/support.h"
#include "tile/count/count.h"

#define WIDTH 10

static uint64_t small(const df_natural *number)
{
    assert_in_range(number->count, 0, 1);
    return number->count == 0 ? 0 : number->words[0];
}

typedef struct board_numbers {
    df_natural counts[WIDTH + 1];
    df_natural primitive[WIDTH + 1];
} board_numbers;

static void find_numbers(board_numbers *n, unsigned height)
{
    const tile_board board = {WIDTH, height, shared_set};
    memset(n, 0, sizeof *n);
    assert_status(df_tile_count_widths(n->counts, board, NULL, NULL, NULL), DF_OK);
    assert_status(df_tile_primitive(n->primitive, n->counts, WIDTH), DF_OK);
}

static void free_numbers(board_numbers *n)
{
    for (unsigned i = 0; i <= WIDTH; i++) {
        df_natural_free(&n->counts[i]);
        df_natural_free(&n->primitive[i]);
    }
}

TEST(primitive)
{
    static const uint64_t known[] = {0, 1, 3, 16, 66, 138, 428, 1422, 4439, 12900, 39662};
    board_numbers n;
    find_numbers(&n, 4);
    for (unsigned i = 0; i <= WIDTH; i++)
        assert_int_equal(small(&n.primitive[i]), known[i]);
    free_numbers(&n);
}

typedef struct sums {
    unsigned lines;
    uint64_t tilings, configurations, activations;
} sums;

static df_status add_line(void *context, const unsigned *sizes, unsigned count,
                          const df_natural *arrangements, const df_natural *fills,
                          const df_natural *tilings)
{
    sums *s = context;
    unsigned width = 0, single = 0;
    for (unsigned i = 0; i < count; i++) {
        width += sizes[i];
        single += sizes[i] == 1;
        assert_true(i == 0 || sizes[i] <= sizes[i - 1]);
    }
    assert_int_equal(width, WIDTH);
    assert_int_equal(small(tilings), small(arrangements) * small(fills));
    s->lines++;
    s->tilings += small(tilings);
    s->configurations += single > 0 ? small(tilings) : 0;
    s->activations += single * small(tilings);
    return DF_OK;
}

/* The table adds up to the totals. 42 is the number of partitions of ten. */
TEST(components)
{
    sums s = {0};
    df_natural numbers[DF_TILE_PARTS] = {{0}};
    assert_status(
        df_tile_count_parts(numbers, shared_set, WIDTH, 4, NULL, add_line, &s, NULL, NULL),
        DF_OK);
    assert_int_equal(s.lines, 42);
    assert_int_equal(s.tilings, 796558);
    assert_int_equal(s.configurations, 446831);
    assert_int_equal(s.activations, 712226);
    assert_int_equal(small(&numbers[DF_TILE_PRIMITIVE]), 39662);
    assert_int_equal(small(&numbers[DF_TILE_CONFIGURATIONS]), 446831);
    assert_int_equal(small(&numbers[DF_TILE_ACTIVATIONS]), 712226);
    for (size_t i = 0; i < DF_TILE_PARTS; i++)
        df_natural_free(&numbers[i]);
}

/* A search as the article's program makes it: column by column, a piece in the first free
 * square. It throws a fill away where a fault line begins a column. The program looks for the
 * mark of a piece at the bottom of the next column, but only the first square of a piece bears
 * one: with `wrong` a column whose bottom square is free when it is begun is thrown away,
 * whether or not something sticks into it higher up. */
typedef struct article {
    const df_piece_set *set;
    unsigned width;
    bool wrong;
    uint64_t fills;
    bool full[WIDTH + 4][4];
} article;

/* True if the columns before x are full and nothing sticks out of them. */
static bool is_fault(const article *a, unsigned x)
{
    for (unsigned y = 0; y < 4; y++) {
        if (a->full[x][y])
            return false;
    }
    return true;
}

static void fill(article *a, unsigned at)
{
    while (at < a->width * 4 && a->full[at / 4][at % 4])
        at++;
    const unsigned x = at / 4, y = at % 4;
    if (x == a->width) {
        a->fills++;
        return;
    }
    if (y == 0 && x > 0 && (a->wrong || is_fault(a, x)))
        return;
    for (unsigned i = 0; i < a->set->count * DF_ORIENTATIONS; i++) {
        const df_piece *piece = &a->set->pieces[i / DF_ORIENTATIONS];
        const df_shape *shape = &piece->shape[i % DF_ORIENTATIONS];
        if (piece->same_as[i % DF_ORIENTATIONS] != i % DF_ORIENTATIONS ||
            y < shape->bottom[0] || x + shape->width > a->width ||
            y - shape->bottom[0] + shape->height > 4)
            continue;
        bool before[WIDTH + 4][4], fits = true;
        memcpy(before, a->full, sizeof before);
        for (unsigned k = 0; k < 16; k++) {
            const unsigned dx = k % 4, dy = k / 4;
            if (dx >= shape->width || dy >= shape->height || (shape->row[dy] >> dx & 1) == 0)
                continue;
            bool *square = &a->full[x + dx][y - shape->bottom[0] + dy];
            fits &= !*square;
            *square = true;
        }
        if (fits)
            fill(a, at + 1);
        memcpy(a->full, before, sizeof before);
    }
}

static uint64_t count_article(const df_piece_set *set, unsigned width, bool wrong)
{
    article a = {.set = set, .width = width, .wrong = wrong};
    fill(&a, 0);
    return a.fills;
}

/* The article's rule gives its wrong numbers, the right rule the right ones. */
TEST(wrong_rule)
{
    static const uint64_t wrong[] = {0, 1, 3, 13, 41, 44, 52, 66, 113, 162, 0};
    board_numbers n;
    find_numbers(&n, 4);
    df_natural mended[WIDTH + 1] = {{0}};
    for (unsigned width = 1; width < WIDTH; width++) {
        assert_int_equal(count_article(shared_set, width, false), small(&n.primitive[width]));
        assert_int_equal(count_article(shared_set, width, true), wrong[width]);
        assert_status(df_natural_set(&mended[width], &wrong[width], 1), DF_OK);
    }
    /* Its totals: the components of all ten columns have no single one. */
    sums s = {0};
    assert_status(df_tile_components_list(mended, WIDTH, add_line, &s), DF_OK);
    assert_int_equal(s.configurations, 152571);
    assert_int_equal(s.activations, 273810);
    for (unsigned width = 1; width < WIDTH; width++)
        df_natural_free(&mended[width]);
    free_numbers(&n);
}
