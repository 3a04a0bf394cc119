/* Tilings up to symmetry, against all tilings of small boards, turned and reflected. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/tile.h"
#include "tests/support/support.h"

#define SIDE 6
#define MAX_TILINGS 30000

/* All tilings of a board: each square bears the lowest square of its piece, which says where
 * pieces begin and end, and the piece. */
typedef struct tilings {
    const df_piece_set *set;
    unsigned width, height;
    size_t count;
    bool too_many;
    uint16_t (*found)[SIDE * SIDE];
    uint16_t now[SIDE * SIDE];
} tilings;

static void find_all(tilings *t)
{
    unsigned at = 0;
    while (at < t->width * t->height && t->now[at] != 0)
        at++;
    if (at == t->width * t->height) {
        t->too_many |= t->count == MAX_TILINGS;
        if (!t->too_many)
            memcpy(t->found[t->count++], t->now, sizeof t->now);
        return;
    }
    for (unsigned i = 0; i < t->set->count * DF_ORIENTATIONS && !t->too_many; i++) {
        const df_piece *piece = &t->set->pieces[i / DF_ORIENTATIONS];
        const df_shape *shape = &piece->shape[i % DF_ORIENTATIONS];
        if (piece->same_as[i % DF_ORIENTATIONS] != i % DF_ORIENTATIONS)
            continue;
        unsigned first = 0;
        while ((shape->row[0] >> first & 1) == 0)
            first++;
        const unsigned x = at % t->width, y = at / t->width;
        if (x < first || x - first + shape->width > t->width || y + shape->height > t->height)
            continue;
        uint16_t before[SIDE * SIDE];
        memcpy(before, t->now, sizeof before);
        bool fits = true;
        for (unsigned k = 0; k < 64; k++) {
            if (k % 8 >= shape->width || k / 8 >= shape->height ||
                (shape->row[k / 8] >> k % 8 & 1) == 0)
                continue;
            uint16_t *square = &t->now[(y + k / 8) * t->width + x - first + k % 8];
            fits &= *square == 0;
            *square = (uint16_t)(at + 1);
        }
        if (fits)
            find_all(t);
        memcpy(t->now, before, sizeof before);
    }
}

/* The tiling after symmetry 0 … 7: bit 0 flips rows, bit 1 columns, bit 2 exchanges them. */
static void transform(const tilings *t, const uint16_t *from, unsigned s, uint16_t *to)
{
    uint16_t name[SIDE * SIDE + 1] = {0};
    memset(to, 0, SIDE * SIDE * sizeof to[0]);
    for (unsigned i = 0; i < t->width * t->height; i++) {
        unsigned x = i % t->width, y = i / t->width;
        if ((s & 4) != 0) {
            const unsigned swap = x;
            x = y;
            y = swap;
        }
        x = (s & 2) != 0 ? t->width - 1 - x : x;
        y = (s & 1) != 0 ? t->height - 1 - y : y;
        const uint16_t old = from[y * t->width + x];
        if (name[old] == 0)
            name[old] = (uint16_t)(i + 1);
        to[i] = name[old];
    }
}

/* How many tilings come first among their images. */
static size_t count_first(const tilings *t, bool reflect)
{
    size_t count = 0;
    for (size_t i = 0; i < t->count; i++) {
        bool first = true;
        for (unsigned s = 1; s < 8; s++) {
            const unsigned turns = (s & 1) + (s >> 1 & 1) + (s >> 2);
            uint16_t other[SIDE * SIDE];
            if (((s & 4) != 0 && t->width != t->height) || (!reflect && turns % 2 != 0))
                continue;
            transform(t, t->found[i], s, other);
            first = first && memcmp(t->found[i], other, sizeof other) <= 0;
        }
        count += first;
    }
    return count;
}

static void check_sizes(const df_piece_set *set, bool reflect)
{
    tilings t = {.set = set};
    t.found = malloc(MAX_TILINGS * sizeof t.found[0]);
    assert_non_null(t.found);
    for (t.width = 1; t.width <= SIDE; t.width++) {
        for (t.height = 1; t.height <= SIDE; t.height++) {
            df_natural number = {0};
            t.count = 0;
            t.too_many = false;
            memset(t.now, 0, sizeof t.now);
            find_all(&t);
            if (t.too_many)
                continue;
            assert_status(
                df_tile_count(&number, set, t.width, t.height, true, NULL, NULL, NULL), DF_OK);
            const uint64_t count = number.count == 0 ? 0 : number.words[0];
            assert_int_equal(count, count_first(&t, reflect));
            df_natural_free(&number);
        }
    }
    free(t.found);
}

TEST(closed_set)
{
    check_sizes(shared_set, true);
}

/* Without its mirror image a piece forbids reflections. */
TEST(open_sets)
{
    const df_piece_drawing drawings[] = {{"J", "#../###"}, {"P", "##./###"}, {"I", "#"}};
    df_piece_set *set = NULL;
    for (size_t count = 1; count <= COUNT(drawings); count++) {
        assert_status(df_piece_set_create(&set, drawings, count), DF_OK);
        check_sizes(set, false);
        df_piece_set_free(set);
    }
}

TEST(mixed_sizes)
{
    const df_piece_drawing drawings[] = {{"I", "##"}, {"V", "##/#."}, {"X", ".#./###/.#."}};
    df_piece_set *set = new_pieces(drawings, COUNT(drawings));
    check_sizes(set, true);
    df_piece_set_free(set);
}

TEST(refusals)
{
    df_natural number = {0};
    df_error error = {0};
    assert_status(df_tile_count(&number, shared_set, 32770, 2, true, NULL, NULL, &error),
                  DF_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "65536"));
}
