/* Random polyominoes: uniform ones by number, each exactly once, and by chi-square; grown and
 * walked ones against probabilities that are computed exactly. */
#include <stdlib.h>
#include <string.h>

#include "omino/random/random_uniform.h"
#include "omino/shape/image.h"
#include "omino/shape/rows.h"
#include "tests/slow/slow_omino.h"
#include "tests/support/alloc.h"
#include "tests/support/support.h"

enum { MAX_KINDS = 3000, CODE_SIZE = 40 };

/* The possible results of a draw, by canonical image. */
typedef struct kind {
    char code[CODE_SIZE];
    double probability;
    unsigned drawn;
} kind;

typedef struct kinds {
    kind list[MAX_KINDS];
    unsigned count;
} kinds;

static void code_of(const df_omino *omino, char code[CODE_SIZE])
{
    df_text text = {0};
    df_omino_write(&text, omino, DF_OMINO_CODE);
    assert_status(text.status, DF_OK);
    assert_true(text.length < CODE_SIZE);
    memcpy(code, text.bytes, text.length + 1);
    df_text_free(&text);
}

/* The kind of a polyomino, which is added if it is not there. */
static kind *kind_of(kinds *all, const df_omino *omino, df_omino_class of)
{
    df_omino canonical;
    char code[CODE_SIZE];
    df_omino_canonical(omino, of, &canonical);
    code_of(&canonical, code);
    for (unsigned i = 0; i < all->count; i++) {
        if (strcmp(all->list[i].code, code) == 0)
            return &all->list[i];
    }
    assert_true(all->count < MAX_KINDS);
    kind *added = &all->list[all->count++];
    *added = (kind){0};
    strcpy(added->code, code);
    return added;
}

static kind *kind_of_squares(kinds *all, const slow_omino *squares, df_omino_class of)
{
    slow_omino settled = *squares;
    df_omino omino;
    slow_settle(&settled);
    slow_to_omino(&omino, &settled);
    return kind_of(all, &omino, of);
}

/* Far above its mean only when the draws do not have these probabilities: the mean is the
 * number of kinds less one, the variance twice that. The seeds are fixed. */
static void check_chi_square(const kinds *all, unsigned draws)
{
    double sum = 0, total = 0;
    for (unsigned i = 0; i < all->count; i++) {
        const kind *k = &all->list[i];
        const double expected = k->probability * draws;
        assert_true(expected > 5);
        sum += (k->drawn - expected) * (k->drawn - expected) / expected;
        total += k->probability;
    }
    assert_true(total > 0.999999 && total < 1.000001);
    const double mean = all->count - 1.0;
    assert_true((sum - mean) * (sum - mean) < 16 * 2 * mean);
}

static df_omino_uniform *uniform_of(unsigned size)
{
    df_omino_uniform *uniform = NULL;
    assert_status(df_omino_uniform_create(&uniform, size, NULL, NULL), DF_OK);
    return uniform;
}

/* By number: as many different fixed ones as there are. */
TEST(test_numbers)
{
    kinds *all = malloc(sizeof *all);
    assert_non_null(all);
    for (unsigned size = 1; size <= 8; size++) {
        slow_omino *list;
        const size_t count = slow_ominoes(size, &list);
        df_omino_uniform *uniform = uniform_of(size);
        assert_int_equal(df_omino_uniform_count(uniform), count);
        all->count = 0;
        for (uint64_t i = 0; i < count; i++) {
            df_omino omino;
            df_omino_uniform_get(&omino, uniform, i);
            assert_int_equal(omino.size, size);
            kind *k = kind_of(all, &omino, DF_OMINO_FIXED);
            assert_int_equal(k->drawn++, 0);
        }
        df_omino_uniform_free(uniform);
        free(list);
    }
    free(all);
    df_omino_uniform_free(NULL);
}

TEST(test_uniform)
{
    static const unsigned expected[2][3] = {{216, 60, 35}, {760, 196, 108}};
    kinds *all = malloc(sizeof *all);
    assert_non_null(all);
    for (unsigned size = 6; size <= 7; size++) {
        df_omino_uniform *uniform = uniform_of(size);
        for (unsigned of = DF_OMINO_FIXED; of <= DF_OMINO_FREE; of++) {
            df_random random;
            df_random_seed(&random, 42, of);
            const unsigned draws = 20000;
            all->count = 0;
            for (unsigned i = 0; i < draws; i++) {
                df_omino omino, canonical;
                df_omino_uniform_draw(uniform, (df_omino_class)of, &random, &omino);
                df_omino_canonical(&omino, (df_omino_class)of, &canonical);
                assert_int_equal(df_omino_compare(&omino, &canonical), 0);
                kind_of(all, &omino, (df_omino_class)of)->drawn++;
            }
            assert_int_equal(all->count, expected[size - 6][of]);
            for (unsigned i = 0; i < all->count; i++)
                all->list[i].probability = 1.0 / all->count;
            check_chi_square(all, draws);
        }
        df_omino_uniform_free(uniform);
    }
    free(all);
}

/* The same bytes everywhere, and polyominoes at all. */
TEST(test_large_uniform)
{
    df_omino_uniform *uniform = uniform_of(20);
    assert_int_equal(df_omino_uniform_count(uniform), 22964779660);
    df_random random;
    df_random_seed(&random, 1, 0);
    df_omino omino, again;
    for (unsigned i = 0; i < 300; i++) {
        df_omino_uniform_draw(uniform, (df_omino_class)(i % 3), &random, &omino);
        assert_status(df_omino_from_squares(&again, omino.squares, 20), DF_OK);
    }
    df_random_seed(&random, 1, 0);
    df_omino_uniform_draw(uniform, DF_OMINO_FREE, &random, &omino);
    char code[CODE_SIZE];
    code_of(&omino, code);
    assert_string_equal(code, "180.f0.190.72.1f.6");
    df_omino_uniform_free(uniform);
}

/* All ways to grow, with their probabilities. */
static void grow_all(kinds *all, const slow_omino *now, unsigned size, double probability)
{
    if (now->size == size) {
        kind_of_squares(all, now, DF_OMINO_FREE)->probability += probability;
        return;
    }
    static const int steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    int free_x[4 * SLOW_MAX], free_y[4 * SLOW_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < 4 * now->size; i++) {
        const int x = now->x[i / 4] + steps[i % 4][0], y = now->y[i / 4] + steps[i % 4][1];
        bool is_new = !slow_has(now, x, y);
        for (unsigned k = 0; k < count; k++)
            is_new &= free_x[k] != x || free_y[k] != y;
        if (is_new) {
            free_x[count] = x;
            free_y[count++] = y;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        slow_omino next = *now;
        next.x[next.size] = free_x[i];
        next.y[next.size++] = free_y[i];
        grow_all(all, &next, size, probability / count);
    }
}

/* The article's search: from the head to the left, forward and to the right in random order,
 * and the first that succeeds. As each of the ways that succeed is as likely as the others to
 * be tried first, they share the probability. Returns whether there is any. */
static bool walk_all(kinds *all, const slow_omino *now, unsigned size, double probability)
{
    if (now->size == size) {
        if (all != NULL)
            kind_of_squares(all, now, DF_OMINO_ONE_SIDED)->probability += probability;
        return true;
    }
    const int x = now->x[now->size - 1], y = now->y[now->size - 1];
    const int dx = x - now->x[now->size - 2], dy = y - now->y[now->size - 2];
    const int steps[3][2] = {{-dy, dx}, {dx, dy}, {dy, -dx}};
    slow_omino next[3];
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (slow_has(now, x + steps[i][0], y + steps[i][1]))
            continue;
        next[count] = *now;
        next[count].x[next[count].size] = x + steps[i][0];
        next[count].y[next[count].size++] = y + steps[i][1];
        count += walk_all(NULL, &next[count], size, 0);
    }
    for (unsigned i = 0; all != NULL && i < count; i++)
        walk_all(all, &next[i], size, probability / count);
    return count > 0;
}

static void draw_all(kinds *all, unsigned size, bool walks, unsigned draws)
{
    df_random random;
    df_random_seed(&random, 7, size);
    for (unsigned i = 0; i < draws; i++) {
        df_omino omino;
        if (walks) {
            df_outcome outcome;
            assert_status(df_omino_walk(&omino, size, 0, &random, &outcome), DF_OK);
            assert_int_equal(outcome, DF_FOUND);
        } else {
            assert_status(df_omino_grow(&omino, size, &random), DF_OK);
        }
        const unsigned before = all->count;
        kind_of(all, &omino, walks ? DF_OMINO_ONE_SIDED : DF_OMINO_FREE)->drawn++;
        assert_int_equal(all->count, before);
    }
    check_chi_square(all, draws);
}

TEST(test_grow)
{
    static const unsigned counts[] = {1, 1, 2, 5, 12, 35};
    kinds *all = malloc(sizeof *all);
    assert_non_null(all);
    for (unsigned size = 3; size <= 6; size++) {
        const slow_omino one = {.size = 1};
        all->count = 0;
        grow_all(all, &one, size, 1);
        assert_int_equal(all->count, counts[size - 1]);
        draw_all(all, size, false, 20000);
    }
    free(all);
}

/* How often the likeliest is as likely as the least likely. */
static double spread(const kinds *all)
{
    double max = 0, min = 1;
    for (unsigned i = 0; i < all->count; i++) {
        const double probability = all->list[i].probability;
        max = probability > max ? probability : max;
        min = probability < min ? probability : min;
    }
    return max / min;
}

TEST(test_walk)
{
    static const unsigned counts[] = {6, 12, 32, 81, 219, 575};
    static const double spreads[] = {2, 5, 11, 10.75, 53, 32.25};
    kinds *all = malloc(sizeof *all);
    assert_non_null(all);
    for (unsigned size = 4; size <= 9; size++) {
        const slow_omino two = {.size = 2, .x = {0, 1}};
        all->count = 0;
        walk_all(all, &two, size, 1);
        assert_int_equal(all->count, counts[size - 4]);
        const double difference = spread(all) - spreads[size - 4];
        assert_true(difference > -1e-9 && difference < 1e-9);
        if (size <= 8)
            draw_all(all, size, true, size < 7 ? 10000 : 30000);
    }
    free(all);
}

TEST(test_sizes)
{
    static const unsigned sizes[] = {1, 2, 30, 100, 500, 1000, DF_OMINO_MAX_SQUARES};
    df_random random = test_random(0);
    for (unsigned i = 0; i < COUNT(sizes); i++) {
        df_omino omino, again;
        df_outcome outcome;
        assert_status(df_omino_grow(&omino, sizes[i], &random), DF_OK);
        assert_status(df_omino_from_squares(&again, omino.squares, sizes[i]), DF_OK);
        assert_status(df_omino_walk(&omino, sizes[i], 10000, &random, &outcome), DF_OK);
        if (outcome == DF_FOUND)
            assert_status(df_omino_from_squares(&again, omino.squares, sizes[i]), DF_OK);
        if (sizes[i] <= 30) {
            assert_int_equal(outcome, DF_FOUND);
            assert_int_equal(df_omino_path(&omino, 0, NULL), DF_FOUND);
        }
    }
}

TEST(test_pieces)
{
    df_omino_pieces *pieces = NULL;
    assert_status(df_omino_pieces_create(&pieces, 0, false), DF_ERROR_ARGUMENT);
    assert_status(df_omino_pieces_create(&pieces, DF_PIECE_MAX_SQUARES + 1, true),
                  DF_ERROR_ARGUMENT);
    assert_null(pieces);
    /* Below, at and above the most squares of uniform draws. */
    static const unsigned sizes[] = {1, 5, 16, 17, DF_PIECE_MAX_SQUARES};
    df_random random = test_random(5);
    for (size_t i = 0; i < 2 * COUNT(sizes); i++) {
        const bool path = i % 2 == 1;
        assert_status(df_omino_pieces_create(&pieces, sizes[i / 2], path), DF_OK);
        for (unsigned draw = 0; draw < 20; draw++) {
            df_piece piece, same;
            df_omino omino, spawned;
            df_random again = random;
            assert_status(df_omino_pieces_draw(pieces, &random, &piece), DF_OK);
            assert_status(df_omino_pieces_draw(pieces, &again, &same), DF_OK);
            assert_memory_equal(&piece, &same, sizeof piece);
            assert_string_equal(piece.name, "");
            assert_int_equal(piece.size, sizes[i / 2]);
            df_omino_from_shape(&omino, &piece.shape[DF_NORTH]);
            df_omino_spawn(&omino, &spawned);
            assert_int_equal(df_omino_compare(&omino, &spawned), 0);
            if (path)
                assert_int_equal(df_omino_path(&omino, 0, NULL), DF_FOUND);
        }
        df_omino_pieces_free(pieces);
    }
    df_omino_pieces_free(NULL);
}

TEST(test_bad_arguments)
{
    df_random random;
    df_random_seed(&random, 1, 0);
    df_omino omino = {.size = 77};
    df_outcome outcome;
    df_omino_uniform *uniform = NULL;
    df_error error = {0};
    assert_status(df_omino_grow(&omino, 0, &random), DF_ERROR_ARGUMENT);
    assert_status(df_omino_grow(&omino, DF_OMINO_MAX_SQUARES + 1, &random), DF_ERROR_ARGUMENT);
    assert_status(df_omino_walk(&omino, 0, 0, &random, &outcome), DF_ERROR_ARGUMENT);
    assert_status(df_omino_walk(&omino, DF_OMINO_MAX_SQUARES + 1, 0, &random, &outcome),
                  DF_ERROR_ARGUMENT);
    assert_status(df_omino_uniform_create(&uniform, 0, NULL, NULL), DF_ERROR_ARGUMENT);
    assert_status(df_omino_uniform_create(&uniform, DF_OMINO_UNIFORM_MAX + 1, NULL, &error),
                  DF_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "1 to 34"));
    const df_count_options options = {.memory = 1000000};
    assert_status(df_omino_uniform_create(&uniform, 20, &options, &error), DF_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "memory"));
    assert_null(uniform);
    /* A walk that is shut in now and then, and may not go back. */
    outcome = DF_FOUND;
    for (unsigned i = 0; i < 100 && outcome == DF_FOUND; i++) {
        omino.size = 77;
        assert_status(df_omino_walk(&omino, 1000, 1, &random, &outcome), DF_OK);
    }
    assert_int_equal(outcome, DF_LIMIT);
    assert_int_equal(omino.size, 77);
}

enum { UNIFORM, PIECES, GROW, WALK, WAYS };

static df_status make(void *way)
{
    df_random random;
    df_omino omino;
    df_outcome outcome;
    df_omino_uniform *uniform = NULL;
    df_omino_pieces *pieces = NULL;
    df_status status = DF_ERROR_ARGUMENT;
    df_random_seed(&random, 3, 0);
    switch (*(const unsigned *)way) {
    case UNIFORM:
        status = df_omino_uniform_create(&uniform, 7, NULL, NULL);
        break;
    case PIECES:
        status = df_omino_pieces_create(&pieces, 7, false);
        break;
    case GROW:
        status = df_omino_grow(&omino, 20, &random);
        break;
    case WALK:
        status = df_omino_walk(&omino, 20, 0, &random, &outcome);
        break;
    }
    df_omino_uniform_free(uniform);
    df_omino_pieces_free(pieces);
    return status;
}

TEST(test_failing_allocations)
{
    for (unsigned way = 0; way < WAYS; way++)
        alloc_fail_each(make, &way);
}
