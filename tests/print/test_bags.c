/* Tests the theorems on bags of docs/method/bags.md: what an S or Z leaves where it
 * lands, by brute force that a sequence of bags never lets the playfield be empty without
 * hold, and that with hold each bag empties certain playfields. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/drop.h"
#include "core/board/field_rows.h"
#include "tests/support/support.h"

#define WIDTH 5
#define FULL ((1u << WIDTH) - 1)
#define LEMMA_ROWS 3
#define MAX_ROWS 5
#define DROPS 50
#define BAGS 5040
#define HARD_BAG 796          /* does not empty 4 columns if J or L is held */
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
TEST(what_they_leave)
{
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
                for (uint8_t x = 0; x + shared_set->pieces[piece].shape[o].width <= WIDTH;
                     x++) {
                    const df_drop drop = {.piece = piece, .orientation = o, .x = x};
                    df_landing landing;
                    assert_status(df_field_copy(next, field), DF_OK);
                    assert_int_equal(
                        df_drop_apply(next, shared_set, &drop, DF_RULES_ABOVE, &landing),
                        DF_REFUSAL_NONE);
                    assert_true(may_have_landed(next, piece, piece == DF_S ? 1 : -1));
                    drops++;
                }
            }
        }
    }
    printf("# %u drops of S and Z\n", drops);
    df_field_free(field);
    df_field_free(next);
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
TEST(never_empty)
{
    for (unsigned rows = 4; rows <= MAX_ROWS; rows++) {
        const unsigned other = count_empty(shared_set, rows, "IOTSZJL", false);
        printf("# %u rows: the usual bags empty it after %u of %u drops\n", rows, other, DROPS);
        assert_int_equal(count_empty(shared_set, rows, against, false), 0);
        assert_true(other > 0);
    }
    const unsigned held = count_empty(shared_set, 4, against, true);
    printf("# 4 rows, with hold: after %u of %u drops\n", held, DROPS);
    assert_true(held > 0);
}

/* A search for drops of a bag, with hold, that leave one of `goals`. Playfields are rows of
 * `width` bits; those that lead nowhere, and those that do, are remembered with what is held
 * and what is to come. */
#define MAX_WIDTH 10
#define MEMORY_BITS 22
typedef struct known {
    uint64_t squares;
    uint32_t pieces; /* octal digits: 1 + held, 1 + next …; 0: unused */
    bool won;
} known;

typedef struct goal {
    uint64_t squares;
    unsigned held; /* bits of pieces */
} goal;

typedef struct emptying {
    const df_piece_set *set;
    unsigned width, rows; /* pieces lie within so many rows */
    const goal *goals;
    size_t goal_count;
    known *memory;
    size_t known_count;
} emptying;

/* Returns the entry of that position, or the unused one where it belongs. */
static known *emptying_find(const emptying *self, uint64_t squares, uint32_t pieces)
{
    uint64_t hash = (squares * 31 + pieces) * UINT64_C(0x9E3779B97F4A7C15);
    size_t i = (size_t)(hash >> (64 - MEMORY_BITS));
    while (self->memory[i].pieces != 0 &&
           (self->memory[i].squares != squares || self->memory[i].pieces != pieces))
        i = (i + 1) % ((size_t)1 << MEMORY_BITS);
    return &self->memory[i];
}

/* Returns the playfield after the shape has landed with its lowest row in row y. */
static uint64_t emptying_land(const emptying *self, uint64_t squares, const df_shape *shape,
                              unsigned x, unsigned y)
{
    const uint64_t full = (UINT64_C(1) << self->width) - 1;
    uint64_t after = 0;
    unsigned kept = 0;
    for (unsigned i = 0; i < self->rows; i++) {
        uint64_t row = squares >> (i * self->width) & full;
        if (i >= y && i < y + shape->height)
            row |= (uint64_t)shape->row[i - y] << x;
        if (row != full)
            after |= row << (self->width * kept++);
    }
    return after;
}

static bool emptying_wins(emptying *self, uint64_t squares, unsigned held, const uint8_t *queue,
                          unsigned count);

/* True if one of the ways to drop `piece` wins; those that cover no empty square come first. */
static bool emptying_tries(emptying *self, uint64_t squares, unsigned piece, unsigned held,
                           const uint8_t *queue, unsigned count)
{
    int top[MAX_WIDTH];
    for (unsigned x = 0; x < self->width; x++) {
        top[x] = (int)self->rows;
        while (top[x] > 0 && (squares >> ((unsigned)(top[x] - 1) * self->width + x) & 1) == 0)
            top[x]--;
    }
    for (unsigned i = 0; i < 2 * DF_ORIENTATIONS; i++) {
        const bool covers = i >= DF_ORIENTATIONS;
        const unsigned o = i % DF_ORIENTATIONS;
        const df_shape *shape = &self->set->pieces[piece].shape[o];
        if (self->set->pieces[piece].same_as[o] != o)
            continue;
        for (unsigned x = 0; x + shape->width <= self->width; x++) {
            int y = 0, covered = 0;
            for (unsigned j = 0; j < shape->width; j++)
                y = top[x + j] - shape->bottom[j] > y ? top[x + j] - shape->bottom[j] : y;
            for (unsigned j = 0; j < shape->width; j++)
                covered += y + shape->bottom[j] - top[x + j];
            if ((covered != 0) == covers && (unsigned)y + shape->height <= self->rows &&
                emptying_wins(self, emptying_land(self, squares, shape, x, (unsigned)y), held,
                              queue, count))
                return true;
        }
    }
    return false;
}

/* True if the `count` pieces of the queue, in turn or after the one that is held, leave a goal.
 */
static bool emptying_wins(emptying *self, uint64_t squares, unsigned held, const uint8_t *queue,
                          unsigned count)
{
    if (count == 0) {
        for (size_t i = 0; i < self->goal_count; i++) {
            if (self->goals[i].squares == squares && (self->goals[i].held >> held & 1) != 0)
                return true;
        }
        return false;
    }
    uint32_t pieces = held + 1;
    for (unsigned i = 0; i < count; i++)
        pieces = pieces * 8 + queue[i] + 1;
    const known *found = emptying_find(self, squares, pieces);
    if (found->pieces != 0)
        return found->won;
    const bool won = emptying_tries(self, squares, queue[0], held, queue + 1, count - 1) ||
                     (held != queue[0] &&
                      emptying_tries(self, squares, held, queue[0], queue + 1, count - 1));
    if (++self->known_count > ((size_t)1 << MEMORY_BITS) / 4 * 3) {
        memset(self->memory, 0, sizeof(known) << MEMORY_BITS);
        self->known_count = 1;
    }
    *emptying_find(self, squares, pieces) = (known){squares, pieces, won};
    return won;
}

/* Writes the bag of that number, 0 to 5039. */
static void write_bag(uint8_t bag[DF_TETROMINOES], unsigned number)
{
    uint8_t rest[DF_TETROMINOES] = {DF_I, DF_O, DF_T, DF_S, DF_Z, DF_J, DF_L};
    for (unsigned left = DF_TETROMINOES; left > 0; left--) {
        const unsigned i = number % left;
        number /= left;
        bag[DF_TETROMINOES - left] = rest[i];
        memmove(&rest[i], &rest[i + 1], left - 1 - i);
    }
}

/* A playfield by the heights of its columns, with what may be held. */
typedef struct begun {
    const char *heights;
    const char *held;
} begun;

static goal read_begun(const df_piece_set *set, const begun *from)
{
    goal read = {0};
    const size_t width = strlen(from->heights);
    for (size_t x = 0; x < width; x++) {
        for (size_t y = 0; y < (size_t)(from->heights[x] - '0'); y++)
            read.squares |= UINT64_C(1) << (y * width + x);
    }
    for (const char *letter = from->held; *letter != '\0'; letter++)
        read.held |= 1u << df_piece_set_find(set, letter, 1);
    return read;
}

static emptying *emptying_create(const df_piece_set *set, unsigned width, unsigned rows,
                                 const goal *goals, size_t goal_count)
{
    emptying *self = calloc(1, sizeof *self);
    assert_non_null(self);
    *self = (emptying){
        .set = set, .width = width, .rows = rows, .goals = goals, .goal_count = goal_count};
    self->memory = calloc((size_t)1 << MEMORY_BITS, sizeof(known));
    assert_non_null(self->memory);
    return self;
}

static void emptying_free(emptying *self)
{
    free(self->memory);
    free(self);
}

/* Checks that every bag empties the playfield, with each of the pieces held. */
static void check_begun(const df_piece_set *set, const begun *from, unsigned step)
{
    static const goal empty = {0, (1u << DF_TETROMINOES) - 1};
    const unsigned width = (unsigned)strlen(from->heights);
    const goal begin = read_begun(set, from);
    unsigned squares = 4 * DF_TETROMINOES;
    for (unsigned x = 0; x < width; x++)
        squares += (unsigned)(from->heights[x] - '0');
    emptying *self = emptying_create(set, width, squares / width, &empty, 1);
    for (unsigned number = 0; number < BAGS; number += step) {
        uint8_t bag[DF_TETROMINOES];
        write_bag(bag, number);
        for (unsigned held = 0; held < DF_TETROMINOES; held++)
            assert_true((begin.held >> held & 1) == 0 ||
                        emptying_wins(self, begin.squares, held, bag, DF_TETROMINOES));
    }
    emptying_free(self);
}

/* The playfields that every bag empties, with hold: of 4 columns, those of theorem E; and some
 * of 10 columns. DROPFORGE_TEST_CASES=5040 tries all bags. */
static const begun narrow[] = {
    {"2110", "TJL"}, {"2101", "TS"}, {"2011", "ITJL"}, {"1210", "I"}, {"3100", "T"}};
static const begun broad[] = {{"5553220000", "TJL"}};

static unsigned bag_step(unsigned usual)
{
    const unsigned cases = test_cases(usual);
    return cases >= BAGS ? 1 : BAGS / cases + 1;
}

TEST(every_bag_empties)
{
    for (size_t i = 0; i < COUNT(narrow); i++)
        check_begun(shared_set, &narrow[i], bag_step(8));
    for (size_t i = 0; i < COUNT(broad); i++)
        check_begun(shared_set, &broad[i], bag_step(1));
}

/* The first bag empties a playfield of 4 columns after six drops, and each later bag does, or
 * leaves a playfield that the next one empties. */
TEST(four_columns)
{
    static const goal empty = {0, (1u << DF_TETROMINOES) - 1};
    goal later[COUNT(narrow)];
    for (size_t i = 0; i < COUNT(narrow); i++)
        later[i] = read_begun(shared_set, &narrow[i]);
    emptying *now = emptying_create(shared_set, 4, 7, &empty, 1);
    emptying *then = emptying_create(shared_set, 4, 8, later, COUNT(narrow));
    const unsigned step = bag_step(8);
    unsigned bags = 0, two = 0;
    for (unsigned number = 0; number < BAGS; number++) {
        if (number % step != 0 && number != HARD_BAG)
            continue;
        uint8_t bag[DF_TETROMINOES];
        write_bag(bag, number);
        assert_true(emptying_wins(now, 0, bag[0], bag + 1, DF_TETROMINOES - 1));
        for (unsigned held = 0; held < DF_TETROMINOES; held++) {
            bags++;
            if (emptying_wins(now, 0, held, bag, DF_TETROMINOES))
                continue;
            two++;
            assert_true(emptying_wins(then, 0, held, bag, DF_TETROMINOES));
        }
    }
    assert_true(two > 0 && (step > 1 || two == 58));
    printf("# %u bags, after %u of them a second one is needed\n", bags, two);
    emptying_free(now);
    emptying_free(then);
}
