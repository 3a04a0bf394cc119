/* Tests the theorems on bags of docs/printer.md, section 8.5: what an S or Z leaves where it
 * lands, and by brute force that a sequence of bags never lets the playfield be empty without
 * hold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

#define WIDTH 5
#define FULL ((1u << WIDTH) - 1)
#define LEMMA_ROWS 3
#define MAX_ROWS 5
#define DROPS 50
#define MAX_STATES (1u << 20) /* of a level */

/* Bags in which every fifth piece is S or Z. */
static const char against[] = "IOTJSLZ"
                              "IOSTJLZ"
                              "SIOTJZL"
                              "IOTSJLZ"
                              "ISOTJLZ";

/* True if the column's highest square is in row `y`. */
static bool column_ends(const df_field *field, int x, unsigned y)
{
    return x >= 0 && x < (int)field->width && field->top[x] == y + 1;
}

static bool column_is_lower(const df_field *field, int x, unsigned y)
{
    return x >= 0 && x < (int)field->width && field->top[x] < y + 1;
}

/* True if the playfield has squares of `piece` as the lemma says that they remain of its last
 * drop: one beside a lower column, or two beside each other that are beside one; the lower
 * column is to the right of the one and to the left of the two for S (step 1), else mirrored.
 */
static bool may_have_landed(const df_field *field, unsigned piece, int step)
{
    for (unsigned y = 0; y < field->height; y++) {
        for (int x = 0; x < (int)field->width; x++) {
            if (!column_ends(field, x, y) ||
                df_field_square(field, (unsigned)x, y) != piece + 1)
                continue;
            if (column_is_lower(field, x + step, y) ||
                (column_is_lower(field, x - step, y) && column_ends(field, x + step, y) &&
                 df_field_square(field, (unsigned)(x + step), y) == piece + 1))
                return true;
        }
    }
    return false;
}

/* Drops S and Z in every way onto every playfield of LEMMA_ROWS rows, none of them full. */
static void what_they_leave(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    df_field *field = NULL, *next = NULL;
    assert_status(df_field_create(&field, WIDTH, LEMMA_ROWS + 4), DF_OK);
    assert_status(df_field_create(&next, WIDTH, LEMMA_ROWS + 4), DF_OK);
    unsigned drops = 0;
    for (uint32_t squares = 0; squares < 1u << (WIDTH * LEMMA_ROWS); squares++) {
        df_field_clear(field);
        bool full = false;
        for (unsigned y = 0; y < LEMMA_ROWS; y++)
            full = full || (squares >> (y * WIDTH) & FULL) == FULL;
        if (full)
            continue;
        for (unsigned i = 0; i < WIDTH * LEMMA_ROWS; i++) {
            if ((squares >> i & 1) != 0)
                assert_status(df_field_set(field, i % WIDTH, i / WIDTH, DF_I + 1), DF_OK);
        }
        for (uint16_t piece = DF_S; piece <= DF_Z; piece++) {
            for (uint8_t o = 0; o < 2; o++) {
                for (uint8_t x = 0; x + set->pieces[piece].shape[o].width <= WIDTH; x++) {
                    const df_drop drop = {.piece = piece, .orientation = o, .x = x};
                    df_landing landing;
                    assert_status(df_field_copy(next, field), DF_OK);
                    assert_int_equal(
                        df_drop_apply(next, set, &drop, DF_MOVEMENT_ABOVE, &landing),
                        DF_MOVE_POSSIBLE);
                    assert_true(may_have_landed(next, piece, piece == DF_S ? 1 : -1));
                    drops++;
                }
            }
        }
    }
    printf("# %u drops of S and Z\n", drops);
    df_field_free(field);
    df_field_free(next);
    df_piece_set_free(set);
}

/* The playfields of `rows` rows that are possible after some drops, each with what is held:
 * index 8 * squares + (0: nothing, else 1 + piece). */
typedef struct level {
    const df_piece_set *set;
    unsigned rows;
    uint8_t *seen; /* bits */
    uint32_t *now, *next;
    size_t count, next_count;
} level;

static void level_add(level *self, uint32_t index)
{
    if ((self->seen[index / 8] >> index % 8 & 1) != 0)
        return;
    assert_true(self->next_count < MAX_STATES);
    self->seen[index / 8] |= (uint8_t)(1u << index % 8);
    self->next[self->next_count++] = index;
}

/* True if the shape, its lowest row in row y, overlaps no square and not the floor. */
static bool level_is_free(const uint32_t *row, const df_shape *shape, unsigned x, int y)
{
    for (int i = 0; i < shape->height; i++) {
        if (y < 0 || (row[y + i] & shape->row[i] << x) != 0)
            return false;
    }
    return true;
}

/* Adds all ways to drop a piece, by plain falling, square by square. */
static void level_drop(level *self, uint32_t squares, unsigned piece, unsigned held)
{
    uint32_t row[MAX_ROWS + 4] = {0};
    for (unsigned y = 0; y < self->rows; y++)
        row[y] = squares >> (y * WIDTH) & FULL;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &self->set->pieces[piece].shape[o];
        for (unsigned x = 0; x + shape->width <= WIDTH; x++) {
            int y = (int)self->rows;
            while (level_is_free(row, shape, x, y - 1))
                y--;
            if ((unsigned)y + shape->height > self->rows)
                continue;
            uint32_t after = 0;
            unsigned kept = 0;
            for (int i = 0; i < (int)self->rows; i++) {
                const bool meets = i >= y && i < y + shape->height;
                const uint32_t all = row[i] | (meets ? shape->row[i - y] << x : 0);
                if (all != FULL)
                    after |= all << (WIDTH * kept++);
            }
            level_add(self, 8 * after + held);
        }
    }
}

/* Returns the number of drops after which the playfield can be empty, among the first DROPS. */
static unsigned count_empty(const df_piece_set *set, unsigned rows, const char *queue,
                            bool hold)
{
    level self = {.set = set, .rows = rows};
    self.seen = calloc((size_t)1 << (WIDTH * rows), 1);
    self.now = calloc(MAX_STATES, sizeof self.now[0]);
    self.next = calloc(MAX_STATES, sizeof self.next[0]);
    assert_true(self.seen != NULL && self.now != NULL && self.next != NULL);
    self.count = 1;
    unsigned empty = 0;
    for (size_t drop = 0; drop < DROPS; drop++) {
        const size_t length = strlen(queue);
        const unsigned a = (unsigned)df_piece_set_find(set, &queue[drop % length], 1);
        const unsigned b = (unsigned)df_piece_set_find(set, &queue[(drop + 1) % length], 1);
        self.next_count = 0;
        for (size_t i = 0; i < self.count; i++) {
            const uint32_t squares = self.now[i] / 8, held = self.now[i] % 8;
            /* With something held, it and every piece up to `a` have been dealt, and b is next.
             */
            const unsigned current = held == 0 ? a : b;
            level_drop(&self, squares, current, held);
            if (hold)
                level_drop(&self, squares, held == 0 ? b : held - 1, current + 1);
        }
        empty += self.seen[0] != 0;
        assert_true(self.seen[0] == 0 || (drop + 1) % WIDTH == 0);
        for (size_t i = 0; i < self.next_count; i++)
            self.seen[self.next[i] / 8] = 0;
        uint32_t *swap = self.now;
        self.now = self.next;
        self.next = swap;
        self.count = self.next_count;
        assert_true(self.count > 0);
    }
    free(self.seen);
    free(self.now);
    free(self.next);
    return empty;
}

/* Without hold the bags never let the playfield be empty; with hold, and with other bags, it
 * can be. */
static void never_empty(void **state)
{
    (void)state;
    df_piece_set *set = tetrominoes();
    for (unsigned rows = 4; rows <= MAX_ROWS; rows++) {
        const unsigned other = count_empty(set, rows, "IOTSZJL", false);
        printf("# %u rows: the usual bags empty it after %u of %u drops\n", rows, other, DROPS);
        assert_int_equal(count_empty(set, rows, against, false), 0);
        assert_true(other > 0);
    }
    const unsigned held = count_empty(set, 4, against, true);
    printf("# 4 rows, with hold: after %u of %u drops\n", held, DROPS);
    assert_true(held > 0);
    df_piece_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_they_leave),
        cmocka_unit_test(never_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
