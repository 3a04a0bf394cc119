/* Counting tilings: known numbers, and brute force on small boards with random pieces. */
#include "dropforge/tile.h"

#include <limits.h>
#include <string.h>

#include "core/base/natural.h"
#include "tests/support/support.h"
#include "tile/count/count.h"

static void assert_decimal(const df_natural *number, const char *decimal)
{
    df_natural wanted = {0}, digit = {0};
    for (const char *c = decimal; *c != '\0'; c++) {
        const uint64_t value = (uint64_t)(*c - '0');
        assert_status(df_natural_multiply_small(&wanted, &wanted, 10), DF_OK);
        assert_status(df_natural_set(&digit, &value, 1), DF_OK);
        assert_status(df_natural_add(&wanted, &wanted, &digit), DF_OK);
    }
    assert_int_equal(df_natural_compare(number, &wanted), 0);
    df_natural_free(&wanted);
    df_natural_free(&digit);
}

static uint64_t small(const df_natural *number)
{
    assert_in_range(number->count, 0, 1);
    return number->count == 0 ? 0 : number->words[0];
}

/* OEIS A174248: 4 x n. */
TEST(four_rows)
{
    static const uint64_t known[] = {1,    1,    4,     23,     117,    454,
                                     2003, 9157, 40899, 179399, 796558, 3546996};
    df_natural numbers[COUNT(known)] = {{0}};
    const tile_board board = {COUNT(known) - 1, 4, shared_set};
    assert_status(df_tile_count_widths(numbers, board, NULL, NULL, NULL), DF_OK);
    for (size_t i = 0; i < COUNT(known); i++) {
        assert_int_equal(small(&numbers[i]), known[i]);
        df_natural_free(&numbers[i]);
    }
}

/* A column of OEIS A230031: tilings of a number of columns and step, 2 · step, … rows. */
typedef struct tile_column {
    unsigned width, step;
    const char *numbers; /* with spaces between them */
} tile_column;

/* OEIS A007598, A232757, A174248, A232758, A232684, A232759, A232698, A247113, A232722. */
static const tile_column published[] = {
    {2, 2, "1 4 9 25 64 169 441 1156 3025 7921 20736 54289 142129"},
    {3, 4, "23 997 44855 2023309 91286913 4118731453"},
    {4, 1,
     "1 4 23 117 454 2003 9157 40899 179399 796558 3546996 15747348 "
     "69834517 310058192 1376868145 6112247118 27132236455 120453362938 "
     "534754586459 2373975139658 10538953415410 46786795734201 "
     "207705902269424 922089495910044 4093525019450760"},
    {5, 4,
     "454 800290 1601437357 3241461223149 6567785027546670 "
     "13308739956169022829"},
    {6, 2,
     "9 2003 178939 22483347 2569437089 304446920314 35704534261665 "
     "4203065267122878 494232382069456694 58138539945306221167 "
     "6838279451118114249916"},
    {7, 4,
     "9157 657253434 58480141962875 5316709999497259059 "
     "484393789403397886429249"},
    {8, 1,
     "1 25 997 40899 800290 22483347 657253434 19077209438 517312744806 "
     "14571957312254 412240433359025 11632857444709188 326275845576101452 "
     "9187549952207915190 258821654387452112268 7288072624408347082481 "
     "205113474464891986564786"},
    {9, 4,
     "179399 517312744806 2045387873615550415 8355513115448789147187273 "
     "34243737232278596352691552132065"},
    {10, 2,
     "64 796558 2569437089 14571957312254 72713560548906621 "
     "384821695402098361211 2010131712836219582393758 "
     "10562717745357186307808646827 55429948254413509959115263015669"},
};

/* With DROPFORGE_TEST_LONG all of them. */
TEST(published_columns)
{
    const bool is_long = test_is_long();
    const unsigned most = is_long ? UINT_MAX : test_is_small() ? 50 : 80;
    df_natural number = {0};
    for (size_t i = 0; i < COUNT(published); i++) {
        const unsigned width = published[i].width;
        unsigned height = published[i].step;
        for (const char *at = published[i].numbers; *at != '\0'; height += published[i].step) {
            char decimal[64] = "";
            const size_t digits = strcspn(at, " ");
            const tile_board board = {width, height, shared_set};
            if (width * height > most)
                break;
            memcpy(decimal, at, digits);
            at += digits + (at[digits] == ' ');
            assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false,
                                        NULL, NULL, NULL),
                          DF_OK);
            assert_decimal(&number, decimal);
        }
    }
    df_natural_free(&number);
}

/* From the array A230031; the largest one is in A232722. */
TEST(rectangles)
{
    static const struct {
        unsigned width, height;
        const char *number;
    } known[] = {
        {10, 20, "291053238120184913211835376456587574"},
        {1, 1, "0"},
        {1, 4, "1"},
        {2, 4, "4"},
        {6, 6, "178939"},
        {5, 8, "800290"},
        {3, 3, "0"},
        {8, 8, "19077209438"},
        {9, 7, "0"},
    };
    df_natural number = {0};
    for (size_t i = test_is_quick(); i < COUNT(known); i++) { /* the first one takes long */
        const tile_board board = {known[i].width, known[i].height, shared_set};
        df_count_effort effort;
        assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false,
                                    NULL, &effort, NULL),
                      DF_OK);
        assert_decimal(&number, known[i].number);
    }
    df_natural_free(&number);
}

#define SIDE 8
#define MAX_PLACES 4096

/* Every place of every piece on a small board, as a set of squares. */
typedef struct places {
    uint64_t sets[MAX_PLACES];
    size_t count;
} places;

static void find_places(places *p, const tile_board *board)
{
    p->count = 0;
    for (size_t i = 0; i < board->pieces->count * DF_ORIENTATIONS; i++) {
        const df_piece *piece = &board->pieces->pieces[i / DF_ORIENTATIONS];
        const df_shape *shape = &piece->shape[i % DF_ORIENTATIONS];
        if (piece->same_as[i % DF_ORIENTATIONS] != i % DF_ORIENTATIONS)
            continue;
        for (unsigned y = 0; y + shape->height <= board->height; y++) {
            for (unsigned x = 0; x + shape->width <= board->width; x++) {
                uint64_t set = 0;
                for (unsigned dy = 0; dy < shape->height; dy++)
                    set |= (uint64_t)shape->row[dy] << ((y + dy) * board->width + x);
                assert_in_range(p->count, 0, MAX_PLACES - 1);
                p->sets[p->count++] = set;
            }
        }
    }
}

/* Covers the first free square in all ways. */
static uint64_t brute_force(const places *p, uint64_t full, unsigned squares)
{
    unsigned at = 0;
    while (at < squares && (full >> at & 1) != 0)
        at++;
    if (at == squares)
        return 1;
    uint64_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        if ((p->sets[i] >> at & 1) != 0 && (p->sets[i] & full) == 0)
            count += brute_force(p, full | p->sets[i], squares);
    }
    return count;
}

/* One to four random pieces of `size` squares, or of 1 … 5 for 0. */
static df_piece_set *random_set(df_random *random, unsigned size)
{
    static const char *const names[] = {"A", "B", "C", "D"};
    char rows[COUNT(names)][POLYOMINO_TEXT];
    df_piece_drawing drawings[COUNT(names)];
    const unsigned count = 1 + df_random_below(random, COUNT(names));
    for (unsigned i = 0; i < count; i++) {
        random_polyomino(random, size != 0 ? size : 1 + df_random_below(random, 5), rows[i]);
        drawings[i] = (df_piece_drawing){names[i], rows[i]};
    }
    return new_pieces(drawings, count);
}

static df_status take(void *context, uint64_t columns, const uint64_t *count, size_t words)
{
    return df_natural_set(context, count, words);
}

/* Counts by walking alone, taking or not taking states and the same upside down as one. */
static uint64_t walk(const tile_board *board, bool flip)
{
    tile_moves moves;
    tile_task task = {.budget = memory_budget_of(1u << 30)};
    df_natural number = {0};
    assert_status(df_tile_moves_create(&moves, board->pieces,
                                       df_tile_order(board->width, board->height), false, NULL),
                  DF_OK);
    const walk_job job = {.moves = &moves,
                          .flip = flip && moves.flip_rows != 0,
                          .visit = take,
                          .context = &number};
    assert_status(df_tile_walk(&job, &task), DF_OK);
    assert_int_equal(task.budget.left, task.budget.limit);
    df_tile_moves_free(&moves);
    const uint64_t result = small(&number);
    df_natural_free(&number);
    return result;
}

static void check_board(const tile_board *board)
{
    static places all;
    df_natural number = {0};
    find_places(&all, board);
    const uint64_t wanted = brute_force(&all, 0, board->width * board->height);
    assert_status(df_tile_count(&number, board->pieces, board->width, board->height, false,
                                NULL, NULL, NULL),
                  DF_OK);
    assert_int_equal(small(&number), wanted);
    assert_int_equal(walk(board, true), wanted);
    assert_int_equal(walk(board, false), wanted);
    df_natural_free(&number);
}

/* The tetrominoes on all boards of up to 32 squares. */
TEST(small_boards)
{
    for (unsigned width = 1; width <= SIDE; width++) {
        for (unsigned height = 1; height <= SIDE && width * height <= 32; height++)
            check_board(&(tile_board){width, height, shared_set});
    }
}

TEST(random_pieces)
{
    df_random random = test_random(3);
    for (unsigned i = test_cases(300); i > 0; i--) {
        df_piece_set *set = random_set(&random, 0);
        const unsigned width = 1 + df_random_below(&random, 5);
        const unsigned height = 1 + df_random_below(&random, 5);
        if (width * height <= 20)
            check_board(&(tile_board){width, height, set});
        df_piece_set_free(set);
    }
}

/* Counted as lists are, by states and their completions. */
static void check_as_listed(const tile_board *board)
{
    df_tilings *tilings = NULL;
    df_natural number = {0}, listed = {0};
    assert_status(
        df_tilings_create(&tilings, board->pieces, board->width, board->height, NULL, NULL),
        DF_OK);
    assert_status(df_tilings_count(tilings, NULL, &listed), DF_OK);
    assert_status(df_tile_count(&number, board->pieces, board->width, board->height, false,
                                NULL, NULL, NULL),
                  DF_OK);
    assert_int_equal(df_natural_compare(&number, &listed), 0);
    df_natural_free(&number);
    df_natural_free(&listed);
    df_tilings_free(tilings);
}

TEST(as_listed)
{
    df_random random = test_random(6);
    df_piece_set *set = tetrominoes();
    for (unsigned width = 1; width <= 16; width++) {
        for (unsigned height = 1; height <= 6; height++)
            check_as_listed(&(tile_board){width, height, set});
    }
    df_piece_set_free(set);
    for (unsigned i = test_cases(300); i > 0; i--) {
        const unsigned size = i % 3 == 0 ? 0 : i % 3 + 3;
        set = random_set(&random, size);
        const unsigned width = 1 + df_random_below(&random, 12);
        const unsigned height = 1 + df_random_below(&random, 6);
        check_as_listed(&(tile_board){width, height, set});
        df_piece_set_free(set);
    }
}

TEST(five_squares)
{
    df_piece_set *set = pentominoes();
    /* OEIS A174249: 5 x n. */
    static const uint64_t known[] = {1, 1, 5, 56, 501, 4006, 27950, 214689, 1696781};
    df_natural numbers[COUNT(known)] = {{0}};
    const tile_board strip = {COUNT(known) - 1, 5, set};
    assert_status(df_tile_count_widths(numbers, strip, NULL, NULL, NULL), DF_OK);
    for (size_t i = 0; i < COUNT(known); i++) {
        assert_int_equal(small(&numbers[i]), known[i]);
        df_natural_free(&numbers[i]);
    }
    for (unsigned width = 1; width <= 10; width++) {
        for (unsigned height = 1; height <= 5; height++) {
            const tile_board board = {width, height, set};
            check_as_listed(&board);
            if (width * height <= 25)
                check_board(&board);
        }
    }
    df_piece_set_free(set);
}

/* All widths at once are the same as each by itself, along the longer or the shorter side. */
TEST(all_widths)
{
    df_random random = test_random(4);
    for (unsigned i = test_cases(50); i > 0; i--) {
        df_piece_set *set = random_set(&random, 0);
        tile_board board = {1 + df_random_below(&random, 9), 1 + df_random_below(&random, 6),
                            set};
        df_natural numbers[10] = {{0}}, number = {0};
        const unsigned width = board.width;
        assert_status(df_tile_count_widths(numbers, board, NULL, NULL, NULL), DF_OK);
        for (board.width = 1; board.width <= width; board.width++) {
            assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false,
                                        NULL, NULL, NULL),
                          DF_OK);
            assert_int_equal(df_natural_compare(&number, &numbers[board.width]), 0);
        }
        for (unsigned k = 0; k <= width; k++)
            df_natural_free(&numbers[k]);
        df_natural_free(&number);
        df_piece_set_free(set);
    }
}

/* Numbers of many words, of which each new one comes from an overflow: a single square has one
 * tiling of every board, single squares of two names have 2^n. */
TEST(many_words)
{
    const df_piece_drawing drawings[] = {{"A", "#"}, {"B", "#"}};
    df_piece_set *set = new_pieces(drawings, 2);
    df_natural number = {0};
    for (unsigned width = 60; width <= 140; width++) {
        const tile_board board = {width, 2, set};
        assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false,
                                    NULL, NULL, NULL),
                      DF_OK);
        uint64_t wanted[5] = {0};
        wanted[width * 2 / 64] = UINT64_C(1) << width * 2 % 64;
        assert_int_equal(number.count, width * 2 / 64 + 1);
        assert_memory_equal(number.words, wanted, number.count * sizeof wanted[0]);
    }
    df_natural_free(&number);
    df_piece_set_free(set);
}

static bool stop(void *context, const df_progress *progress)
{
    ++*(unsigned *)context;
    return false;
}

TEST(refusals)
{
    df_natural number = {0};
    df_error error = {0};
    unsigned calls = 0;
    tile_board board = {0, 4, shared_set};
    assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false, NULL,
                                NULL, &error),
                  DF_ERROR_ARGUMENT);
    board.width = DF_TILE_MAX_SIDE + 1;
    assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false, NULL,
                                NULL, &error),
                  DF_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "1000000"));
    board = (tile_board){43, 43, shared_set};
    assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false, NULL,
                                NULL, &error),
                  DF_OK);
    assert_int_equal(number.count, 0);
    board = (tile_board){44, 44, shared_set};
    assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false, NULL,
                                NULL, &error),
                  DF_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "too large for these pieces"));
    board = (tile_board){20, 20, shared_set};
    df_count_options options = {.memory = 2000000};
    assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false,
                                &options, NULL, &error),
                  DF_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "more than the 1953 KiB of memory"));
    options = (df_count_options){.watch = stop, .watch_context = &calls};
    assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false,
                                &options, NULL, &error),
                  DF_ERROR_CANCELLED);
    assert_int_equal(calls, 1);
    assert_int_equal(number.count, 0);
}

/* Where a graph does not fit into the memory, walking does. */
TEST(little_memory)
{
    df_natural number = {0};
    const tile_board board = {8, 8, shared_set};
    const df_count_options options = {.memory = 1000000};
    df_count_effort effort;
    assert_status(df_tile_count(&number, board.pieces, board.width, board.height, false,
                                &options, &effort, NULL),
                  DF_OK);
    assert_decimal(&number, "19077209438");
    assert_in_range(effort.memory, 1000, options.memory);
    df_natural_free(&number);
}
