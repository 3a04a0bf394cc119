#include "slow_kicks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

/* The tables as they are printed: from an orientation, by a turn; y up. */
typedef slow_kick_row kick_row;

enum { SLOW_KICKS_TEXT = 20000 };

static const kick_row table_jlstz[] = {
    {"NE", {{0, 0}, {-1, 0}, {-1, 1}, {0, -2}, {-1, -2}}, 5},
    {"EN", {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}}, 5},
    {"ES", {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}}, 5},
    {"SE", {{0, 0}, {-1, 0}, {-1, 1}, {0, -2}, {-1, -2}}, 5},
    {"SW", {{0, 0}, {1, 0}, {1, 1}, {0, -2}, {1, -2}}, 5},
    {"WS", {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}}, 5},
    {"WN", {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}}, 5},
    {"NW", {{0, 0}, {1, 0}, {1, 1}, {0, -2}, {1, -2}}, 5},
    {"NS", {{0, 0}, {0, 1}, {1, 1}, {-1, 1}, {1, 0}, {-1, 0}}, 6},
    {"EW", {{0, 0}, {1, 0}, {1, 2}, {1, 1}, {0, 2}, {0, 1}}, 6},
    {"SN", {{0, 0}, {0, -1}, {-1, -1}, {1, -1}, {-1, 0}, {1, 0}}, 6},
    {"WE", {{0, 0}, {-1, 0}, {-1, 2}, {-1, 1}, {0, 2}, {0, 1}}, 6},
};
static const kick_row table_i[] = {
    {"NE", {{0, 0}, {-2, 0}, {1, 0}, {-2, -1}, {1, 2}}, 5},
    {"EN", {{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}}, 5},
    {"ES", {{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}}, 5},
    {"SE", {{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}}, 5},
    {"SW", {{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}}, 5},
    {"WS", {{0, 0}, {-2, 0}, {1, 0}, {-2, -1}, {1, 2}}, 5},
    {"WN", {{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}}, 5},
    {"NW", {{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}}, 5},
    {"NS", {{0, 0}, {0, 1}}, 2},
    {"EW", {{0, 0}, {1, 0}}, 2},
    {"SN", {{0, 0}, {0, -1}}, 2},
    {"WE", {{0, 0}, {-1, 0}}, 2},
};

/* What TETR.IO has instead for I. */
static const kick_row table_tetrio_i[] = {
    {"NE", {{0, 0}, {1, 0}, {-2, 0}, {-2, -1}, {1, 2}}, 5},
    {"EN", {{0, 0}, {-1, 0}, {2, 0}, {-1, -2}, {2, 1}}, 5},
    {"ES", {{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}}, 5},
    {"SE", {{0, 0}, {-2, 0}, {1, 0}, {-2, 1}, {1, -2}}, 5},
    {"SW", {{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}}, 5},
    {"WS", {{0, 0}, {1, 0}, {-2, 0}, {1, 2}, {-2, -1}}, 5},
    {"WN", {{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}}, 5},
    {"NW", {{0, 0}, {-1, 0}, {2, 0}, {2, -1}, {-1, 2}}, 5},
    {"", {{0, 0}}, 0},
};
/* What Jstris has instead for J, L, S, T and Z. */
static const kick_row table_jstris[] = {
    {"NS", {{0, 0}, {0, 1}}, 2},  {"EW", {{0, 0}, {1, 0}}, 2}, {"SN", {{0, 0}, {0, -1}}, 2},
    {"WE", {{0, 0}, {-1, 0}}, 2}, {"", {{0, 0}}, 0},
};
/* What NullpoMino has instead. */
static const kick_row table_nullpomino[] = {
    {"NS",
     {{0, 0},
      {1, 0},
      {2, 0},
      {1, -1},
      {2, -1},
      {-1, 0},
      {-2, 0},
      {-1, -1},
      {-2, -1},
      {0, 1},
      {3, 0},
      {-3, 0}},
     12},
    {"EW",
     {{0, 0},
      {0, -1},
      {0, -2},
      {-1, -1},
      {-1, -2},
      {0, 1},
      {0, 2},
      {-1, 1},
      {-1, 2},
      {1, 0},
      {0, -3},
      {0, 3}},
     12},
    {"SN",
     {{0, 0},
      {-1, 0},
      {-2, 0},
      {-1, 1},
      {-2, 1},
      {1, 0},
      {2, 0},
      {1, 1},
      {2, 1},
      {0, -1},
      {-3, 0},
      {3, 0}},
     12},
    {"WE",
     {{0, 0},
      {0, -1},
      {0, -2},
      {1, -1},
      {1, -2},
      {0, 1},
      {0, 2},
      {1, 1},
      {1, 2},
      {-1, 0},
      {0, -3},
      {0, 3}},
     12},
    {"", {{0, 0}}, 0},
};
static const kick_row table_nullpomino_i[] = {
    {"NS", {{0, 0}, {-1, 0}, {-2, 0}, {1, 0}, {2, 0}, {0, -1}}, 6},
    {"EW", {{0, 0}, {0, -1}, {0, -2}, {0, 1}, {0, 2}, {-1, 0}}, 6},
    {"SN", {{0, 0}, {1, 0}, {2, 0}, {-1, 0}, {-2, 0}, {0, 1}}, 6},
    {"WE", {{0, 0}, {0, -1}, {0, -2}, {0, 1}, {0, 2}, {1, 0}}, 6},
    {"", {{0, 0}}, 0},
};

const slow_kick_row *slow_kicks_find(df_rules rules, bool is_i, const char *turn)
{
    static const kick_row ars = {"", {{0, 0}, {1, 0}, {-1, 0}}, 3}, ars_i = {"", {{0, 0}}, 1};
    if (rules == DF_RULES_ARS)
        return is_i ? &ars_i : &ars;
    const kick_row *first = NULL, *row = is_i ? table_i : table_jlstz;
    if (rules == DF_RULES_TETRIO && is_i)
        first = table_tetrio_i;
    if (rules == DF_RULES_JSTRIS && !is_i)
        first = table_jstris;
    if (rules == DF_RULES_NULLPOMINO180)
        first = is_i ? table_nullpomino_i : table_nullpomino;
    for (; first != NULL && first->tests > 0; first++) {
        if (strncmp(first->turn, turn, 2) == 0)
            return first;
    }
    while (strncmp(row->turn, turn, 2) != 0)
        row++;
    return row;
}

int slow_moves_kick(df_rules rules, const char *turn, bool is_i, int test, int *x, int *y)
{
    const kick_row *row = slow_kicks_find(rules, is_i, turn);
    *x = row->test[test].x;
    *y = row->test[test].y;
    return row->tests;
}

static void put(char *text, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    const int more = vsnprintf(text + used, SLOW_KICKS_TEXT - used, format, list);
    va_end(list);
    assert_true(more >= 0 && used + (size_t)more < SLOW_KICKS_TEXT);
}

static void put_name(char *text, unsigned piece, unsigned from, unsigned by)
{
    static const char *const letters[] = {"NESW", "0R2L", "nesw"};
    const char *use = letters[(piece + from) % 3];
    put(text, "%c.%c%c", "IOTSZJL"[piece], use[from], use[(from + by) % 4]);
}

static void put_row(df_random *random, char *text, const slow_kick_row *row)
{
    for (int i = 0; i < row->tests; i++) {
        const slow_pair *test = &row->test[i];
        const bool wide = df_random_below(random, 2) == 0;
        put(text, wide ? "( %s%+d, %+d ) " : "(%s%d,%d)",
            df_random_below(random, 9) == 0 ? "@" : "", test->x, test->y);
    }
}

void slow_kicks_make(df_random *random, slow_kicks *kicks, df_turns turns[DF_TETROMINOES])
{
    static char text[SLOW_KICKS_TEXT];
    const int far = (int)df_random_below(random, 3);
    const bool level = df_random_below(random, 3) == 0;
    const bool sinks = df_random_below(random, 3) == 0; /* no turn lifts anything */
    const unsigned count = DF_TETROMINOES * DF_ORIENTATIONS * 3;
    kicks->half = df_random_below(random, 2) == 0;
    strcpy(text, "# kicks\n\n! and more\n");
    for (unsigned i = 0; i < count; i++) {
        const unsigned piece = i / 12, from = i / 3 % 4, by = i % 3 + 1;
        slow_kick_row *row = &kicks->row[piece][from][by - 1];
        row->tests = 1 + (int)df_random_below(random, DF_TURN_MAX_TESTS);
        for (int k = 0; k < row->tests; k++) {
            row->test[k].x = (int)df_random_below(random, 2 * (uint32_t)far + 1) - far;
            row->test[k].y = (int)df_random_below(random, 2 * (uint32_t)far + 1) - far;
            if (sinks)
                row->test[k].y = -abs(row->test[k].y);
            /* As usual, the first place of most pieces is where they are. */
            if (k == 0 && level)
                row->test[k] = (slow_pair){0, 0};
        }
        if (by == 2 && !kicks->half)
            continue;
        put_name(text, piece, from, by);
        put(text, i % 2 == 0 ? "=" : " : ");
        /* Some are those of an earlier line. */
        if (piece > 0 && df_random_below(random, 4) == 0) {
            put(text, "&");
            put_name(text, piece - 1, from, by);
            *row = kicks->row[piece - 1][from][by - 1];
        } else {
            put_row(random, text, row);
        }
        put(text, i % 5 == 0 ? "\r\n" : "\n");
    }
    assert_status(df_turns_read(turns, text, strlen(text), NULL), DF_OK);
}
