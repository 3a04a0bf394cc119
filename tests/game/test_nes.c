/* The NES game as a printer needs it: which pieces can follow which, against every value of the
 * register, and movies of plans. */
#include <stdlib.h>
#include <string.h>

#include "core/board/plan_deal.h"
#include "game/nes_console.h"
#include "game/real_games.h"
#include "tests/support/support.h"

/* ---- the order of pieces ---- */

static const char table[] = "TJZOSLI";

/* A register as docs/format/fm2.md has it. */
typedef struct slow_register {
    uint32_t value;
    unsigned count; /* pieces that have been chosen */
    char last;      /* 0: none */
} slow_register;

static void slow_step(slow_register *self)
{
    const uint32_t bit = (self->value >> 1 ^ self->value >> 9) & 1;
    self->value = self->value >> 1 | bit << 15;
}

static unsigned slow_number(char piece)
{
    static const unsigned numbers[] = {2, 7, 8, 10, 11, 14, 18};
    return piece == 0 ? 0 : numbers[strchr(table, piece) - table];
}

static char slow_choose(slow_register *self)
{
    self->count++;
    unsigned entry = ((self->value >> 8) + self->count) % 8;
    if (entry == 7 || table[entry] == self->last) {
        slow_step(self);
        entry = ((self->value >> 8) % 8 + slow_number(self->last)) % 7;
    }
    return self->last = table[entry];
}

/* Returns the bit of a piece in an order. */
static unsigned order_bit(char piece)
{
    static const uint8_t pieces[] = {DF_T, DF_J, DF_Z, DF_O, DF_S, DF_L, DF_I};
    return 1U << pieces[strchr(table, piece) - table];
}

static unsigned order_index(char piece)
{
    unsigned index = 0;
    while (1U << index != order_bit(piece))
        index++;
    return index;
}

/* The order of all values that the register has after power-on. */
static void order_by_trying(df_piece_order *order)
{
    slow_register at = {.value = 0x8988};
    memset(order, 0, sizeof *order);
    do {
        slow_register chosen = at;
        const char first = slow_choose(&chosen);
        slow_step(&chosen);
        order->second[order_index(first)] |= (uint8_t)order_bit(slow_choose(&chosen));
        for (unsigned count = 0; count < 8; count++) {
            for (unsigned i = 0; i < 7; i++) {
                slow_register other = {at.value, count, table[i]};
                const char next = slow_choose(&other);
                order->next[(count + 1) % 8][order_index(table[i])] |= (uint8_t)order_bit(next);
            }
        }
        slow_step(&at);
    } while (at.value != 0x8988);
}

TEST(order_is_that_of_the_register)
{
    df_piece_order tried;
    order_by_trying(&tried);
    assert_memory_equal(df_nes_order, &tried, sizeof tried);
}

TEST(order_of_the_first_two)
{
    static const char pairs[] = "TJ SO TL LS JZ JI ZI IS LT IT OT OO OL OZ SI ZJ ZL ";
    uint8_t wanted[DF_TETROMINOES] = {0};
    for (const char *pair = pairs; *pair != '\0'; pair += 3)
        wanted[order_index(pair[0])] |= (uint8_t)order_bit(pair[1]);
    assert_memory_equal(df_nes_order->second, wanted, sizeof wanted);
}

/* Another piece can always follow, the same one only as a piece of some numbers modulo 8. */
TEST(order_of_repeats)
{
    static const char *const repeats[] = {"T456",     "J4567", "Z0457", "O01234567",
                                          "S0134567", "L2345", "I123"};
    for (unsigned i = 0; i < COUNT(repeats); i++) {
        const char piece = repeats[i][0];
        for (unsigned number = 0; number < 8; number++) {
            unsigned wanted = (1U << DF_TETROMINOES) - 1;
            if (strchr(repeats[i], (char)('0' + number)) == NULL)
                wanted &= ~order_bit(piece);
            assert_int_equal(df_nes_order->next[number][order_index(piece)], wanted);
        }
    }
}

/* ---- movies of plans ---- */

static void add_drop(df_plan *plan, unsigned piece, unsigned x, unsigned y)
{
    const df_drop drop = {.piece = (uint16_t)piece, .x = (uint8_t)x, .y = (uint16_t)y};
    assert_status(df_plan_add(plan, drop), DF_OK);
}

static df_plan *make_plan(unsigned width)
{
    return new_plan(shared_set, width, 20);
}

/* Two rows clear, and the movie ends before another piece comes. */
TEST(movie_of_a_plan)
{
    for (unsigned level = 0; level < 20; level += 9) {
        df_plan *plan = make_plan(DF_NES_WIDTH);
        df_nes_movie movie = {0};
        df_nes end, played;
        for (unsigned i = 0; i < 5; i++)
            add_drop(plan, DF_O, 2 * i, 0);
        assert_status(df_nes_buttons_find(&movie, &end, plan, level, NULL), DF_OK);
        df_nes_begin(&played);
        for (size_t i = 0; i < movie.count; i++)
            df_nes_step(&played, movie.buttons[i]);
        assert_memory_equal(&played, &end, sizeof end);
        assert_int_equal(played.lines, 2);
        assert_int_equal(played.locks, 5);
        assert_int_equal(played.level, level);
        assert_true(played.score >= 100 * (level + 1));
        for (unsigned y = 0; y < DF_NES_HEIGHT; y++)
            assert_int_equal(played.row[y], 0);
        free(movie.buttons);
        df_plan_free(plan);
    }
}

/* What a movie that is written plays is what it plays when it is read. */
TEST(movie_is_played_as_read)
{
    df_plan *plan = make_plan(DF_NES_WIDTH), *played = NULL, *read = NULL;
    df_text movie = {0};
    df_replay_end ends[2];
    for (unsigned i = 0; i < 5; i++)
        add_drop(plan, DF_O, 2 * i, 0);
    assert_status(df_nes_movie_write(&movie, plan, 9, &played, &ends[0], NULL), DF_OK);
    assert_status(df_real_game_read(&read, shared_set, DF_REAL_NES, movie.bytes, movie.length,
                                    &ends[1], NULL),
                  DF_OK);
    assert_memory_equal(&ends[0], &ends[1], offsetof(df_replay_end, over));
    assert_int_equal(ends[0].over, ends[1].over);
    assert_int_equal(played->count, 5);
    assert_int_equal(read->count, 5);
    assert_memory_equal(played->drops, read->drops, 5 * sizeof read->drops[0]);
    assert_memory_equal(played->colors, read->colors, DF_TETROMINOES * sizeof read->colors[0]);
    assert_memory_equal(ends[0].scores, ends[1].scores, 6 * sizeof ends[0].scores[0]);
    assert_memory_equal(ends[0].levels, ends[1].levels, 6);
    for (unsigned i = 0; i < 2; i++) {
        free(ends[i].scores);
        free(ends[i].levels);
    }
    df_text_free(&movie);
    df_plan_free(read);
    df_plan_free(played);
    df_plan_free(plan);
}

/* Returns the reason why there is no movie, and checks that nothing is written. */
static const char *refuse_plan(df_plan *plan, unsigned level, df_error *error)
{
    df_text movie = {0};
    assert_status(df_nes_movie_write(&movie, plan, level, NULL, NULL, error), DF_ERROR_LIMIT);
    assert_null(movie.bytes);
    df_plan_free(plan);
    return error->text;
}

TEST(movies_that_cannot_be)
{
    df_error error;
    assert_non_null(strstr(refuse_plan(make_plan(DF_NES_WIDTH), 0, &error), "needs a drop"));
    df_plan *plan = make_plan(12);
    add_drop(plan, DF_O, 0, 0);
    assert_non_null(strstr(refuse_plan(plan, 0, &error), "has 10 columns"));
    plan = make_plan(DF_NES_WIDTH);
    add_drop(plan, DF_O, 0, 0);
    assert_non_null(strstr(refuse_plan(plan, 20, &error), "level 0 to 19"));
    plan = make_plan(DF_NES_WIDTH);
    add_drop(plan, DF_T, 0, 0);
    add_drop(plan, DF_T, 3, 0);
    assert_non_null(strstr(refuse_plan(plan, 0, &error), "the first two pieces"));
    /* In the air. */
    plan = make_plan(DF_NES_WIDTH);
    add_drop(plan, DF_O, 0, 5);
    assert_non_null(strstr(refuse_plan(plan, 0, &error), "drop 1 cannot be reached"));
}
