#include "slow_kicks.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

enum { SLOW_KICKS_TEXT = 20000, SLOW_KICKS_DOCUMENT = 1 << 16, SLOW_KICKS_SYSTEMS = 8 };

/* The kicks by named rules: of J, L, S, T and Z, then of I, by the orientations before and
 * after a turn. */
typedef struct kick_system {
    char name[16];
    slow_kick_row row[2][DF_ORIENTATIONS][DF_ORIENTATIONS];
} kick_system;

/* Those of the document, the last of which has no name. */
static kick_system kicks_known[SLOW_KICKS_SYSTEMS];

/* Returns the text of a block of docs/format/rules.md. */
static const char *kicks_block(const char *fence)
{
    static char document[SLOW_KICKS_DOCUMENT];
    if (document[0] == '\0') {
        FILE *file = fopen(TEST_DATA "/../../docs/format/rules.md", "r");
        assert_non_null(file);
        assert_in_range(fread(document, 1, sizeof document, file), 1, sizeof document - 1);
        fclose(file);
    }
    const char *found = strstr(document, fence);
    assert_non_null(found);
    return found + strlen(fence);
}

/* Reads places behind 0,0, up to the end of a cell, into a row; none leave it as it is. Returns
 * what follows. */
static const char *kicks_read_places(const char *text, slow_kick_row *row)
{
    for (int test = 1, x = 0, y = 0, length = 0; sscanf(text, " %d,%d%n", &x, &y, &length) == 2;
         text += length) {
        assert_in_range(test, 1, DF_TURN_MAX_TESTS - 1);
        row->test[test] = (slow_pair){x, y};
        row->tests = ++test;
    }
    return text + strspn(text, " ");
}

static kick_system *kicks_known_as(const char *name)
{
    kick_system *system = kicks_known;
    while (system->name[0] != '\0' && strcmp(system->name, name) != 0)
        system++;
    return system;
}

static unsigned kicks_orientation(char letter)
{
    unsigned orientation = 0;
    while (DF_ORIENTATION_LETTERS[orientation] != letter)
        orientation++;
    return orientation;
}

static void kicks_read_all(void)
{
    kick_system *system = NULL;
    for (const char *line = kicks_block("\n```kicks\n"); line[0] != '`';
         line = strchr(line, '\n') + 1) {
        char name[16], base[16];
        const int words = sscanf(line, "%15[^ \n] from %15[^\n]", name, base);
        if (words >= 1 && islower((unsigned char)name[0])) {
            system = kicks_known_as("");
            assert_true(system + 1 < &kicks_known[SLOW_KICKS_SYSTEMS]);
            if (words == 2)
                *system = *kicks_known_as(base);
            strcpy(system->name, name);
        } else if (words >= 1) {
            const unsigned from = kicks_orientation(line[0]);
            const unsigned to = kicks_orientation(line[1]);
            const char *of_i = kicks_read_places(line + 2, &system->row[0][from][to]);
            assert_int_equal(*of_i, '|');
            assert_int_equal(*kicks_read_places(of_i + 1, &system->row[1][from][to]), '\n');
        }
    }
}

const slow_kick_row *slow_kicks_find(df_rules rules, bool is_i, unsigned from, unsigned to)
{
    static const slow_kick_row ars = {{{0, 0}, {1, 0}, {-1, 0}}, 3}, none = {{{0, 0}}, 1};
    if (rules == DF_RULES_ARS)
        return is_i ? &none : &ars;
    if (kicks_known[0].name[0] == '\0')
        kicks_read_all();
    const char *name = rules == DF_RULES_T_SOFTDROP ? "srs" : df_rules_table[rules].name;
    const slow_kick_row *row = &kicks_known_as(name)->row[is_i][from][to];
    return row->tests > 0 ? row : &none;
}

void slow_kicks_draw_ars(unsigned piece, int side, slow_pair square[][DF_PIECE_MAX_SQUARES])
{
    const char *row = kicks_block("\n```boxes\n");
    while (*row != "IOTSZJL"[piece])
        row = strchr(row, '\n') + 1;
    int count[DF_ORIENTATIONS] = {0};
    for (int y = side - 1; y >= 0; y--, row = strchr(row, '\n') + 1) {
        char drawn[DF_ORIENTATIONS][8];
        assert_int_equal(
            sscanf(row + 1, "%7s%7s%7s%7s", drawn[0], drawn[1], drawn[2], drawn[3]), 4);
        for (int i = 0; i < (int)DF_ORIENTATIONS * side; i++) {
            const int o = i / side, x = i % side;
            if (drawn[o][x] == '#')
                square[o][count[o]++] = (slow_pair){x, y};
        }
    }
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
