/* Tables of kicks as solution-finder has them: a line for each turn of each tetromino. */
#include "dropforge/board.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/board/mover.h"
#include "line_reader.h"

/* Farther than this no kick may move a piece. */
enum { TURNS_MAX_KICK = 9, TURNS_KEYS = DF_TETROMINOES * DF_ORIENTATIONS * DF_TURNS };

#define TURNS_FORM                                                                             \
    "; write a line such as 'T.NE=(0,0)(-1,0)', of one of IOTSZJL and two of NESW, or "        \
    "'J.NE=&L.NE'"

static const line_format turns_format = {"", "", "table of kicks"};

static bool turns_is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\f';
}

/* Takes the blanks from the beginning of a text. */
static void turns_skip_blanks(text_span *rest)
{
    while (rest->length > 0 && turns_is_blank(rest->bytes[0])) {
        rest->bytes++;
        rest->length--;
    }
}

/* Takes one byte from the beginning of a text, after blanks, if it is there. */
static bool turns_take(text_span *rest, char byte)
{
    turns_skip_blanks(rest);
    if (rest->length == 0 || rest->bytes[0] != byte)
        return false;
    rest->bytes++;
    rest->length--;
    return true;
}

/* Takes a letter in either case and returns its index, or -1. */
static int turns_take_letter(text_span *rest, const char *letters)
{
    if (rest->length == 0 || rest->bytes[0] == '\0')
        return -1;
    const char letter = rest->bytes[0];
    const char upper = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    const char *found = strchr(letters, upper);
    if (found == NULL)
        return -1;
    rest->bytes++;
    rest->length--;
    return (int)(found - letters);
}

/* Takes a key such as T.NE; orientations are also 0, R, 2 and L. */
static bool turns_take_key(text_span *rest, unsigned *key)
{
    static const char orientations[] = "NESW0R2L";
    static const uint8_t how[] = {0, DF_TURN_CLOCKWISE, DF_TURN_HALF, DF_TURN_ANTICLOCKWISE};
    turns_skip_blanks(rest);
    const int piece = turns_take_letter(rest, "IOTSZJL");
    if (piece < 0 || rest->length == 0 || rest->bytes[0] != '.')
        return false;
    rest->bytes++;
    rest->length--;
    const int from = turns_take_letter(rest, orientations);
    const int to = from >= 0 ? turns_take_letter(rest, orientations) : -1;
    if (to < 0 || from % DF_ORIENTATIONS == to % DF_ORIENTATIONS)
        return false;
    const unsigned quarters = (unsigned)(to - from + 2 * DF_ORIENTATIONS) % DF_ORIENTATIONS;
    *key = ((unsigned)piece * DF_ORIENTATIONS + (unsigned)from % DF_ORIENTATIONS) * DF_TURNS +
           how[quarters];
    return true;
}

/* Takes a number of one digit with or without a sign. */
static bool turns_take_number(text_span *rest, int *number)
{
    const bool is_minus = turns_take(rest, '-');
    if (!is_minus)
        (void)turns_take(rest, '+');
    turns_skip_blanks(rest);
    if (rest->length == 0 || rest->bytes[0] < '0' || rest->bytes[0] > '0' + TURNS_MAX_KICK)
        return false;
    *number = rest->bytes[0] - '0';
    *number = is_minus ? -*number : *number;
    rest->bytes++;
    rest->length--;
    return true;
}

/* Reads the places of a turn. The sign @ marks those that make a spin full. */
static df_status turns_read_places(line_reader *reader, turns_line *line, text_span rest)
{
    do {
        turns_skip_blanks(&rest);
        const text_span place = rest;
        int x = 0, y = 0;
        bool fine = turns_take(&rest, '(');
        const bool is_full = fine && turns_take(&rest, '@');
        fine = fine && turns_take_number(&rest, &x) && turns_take(&rest, ',') &&
               turns_take_number(&rest, &y) && turns_take(&rest, ')');
        if (!fine)
            return df_line_complain(reader, place,
                                    "this is no place; write places such as '(-1,+2)' with "
                                    "numbers from -%u to %u, one behind the other",
                                    TURNS_MAX_KICK, TURNS_MAX_KICK);
        if (line->tests == DF_TURN_MAX_TESTS)
            return df_line_complain(reader, place,
                                    "a turn with more than %u places; remove some",
                                    DF_TURN_MAX_TESTS);
        line->full |= (uint16_t)(is_full << line->tests);
        line->x[line->tests] = (int8_t)x;
        line->y[line->tests++] = (int8_t)y;
        turns_skip_blanks(&rest);
    } while (rest.length > 0);
    return DF_OK;
}

bool df_turns_line_is_next(const line_reader *reader)
{
    text_scan scan = reader->scan;
    text_span word;
    return df_scan_word(&scan, &word) && word.length > 1 && word.bytes[1] == '.';
}

df_status df_turns_line_read(line_reader *reader, turns_table *table)
{
    text_span rest = reader->scan.words;
    unsigned key = 0, other = 0;
    reader->scan.words = (text_span){rest.bytes + rest.length, 0};
    turns_skip_blanks(&rest);
    const text_span begin = rest;
    if (!turns_take_key(&rest, &key) || (!turns_take(&rest, '=') && !turns_take(&rest, ':')))
        return df_line_complain(reader, begin, "this is no turn of a piece" TURNS_FORM);
    turns_line *line = &table->keys[key];
    if (line->number > 0)
        return df_line_complain(reader, begin, "line %zu has the same turn; remove one of them",
                                line->number);
    *line = (turns_line){.number = reader->scan.number, .refers = turns_take(&rest, '&')};
    if (!line->refers)
        return turns_read_places(reader, line, rest);
    turns_skip_blanks(&rest);
    const text_span at = rest;
    const bool fine = turns_take_key(&rest, &other);
    line->other = (uint8_t)other;
    turns_skip_blanks(&rest);
    return fine && rest.length == 0
               ? DF_OK
               : df_line_complain(reader, at, "'&' stands before another turn" TURNS_FORM);
}

/* Returns the name of a turn. */
static void turns_put_key(char name[5], unsigned key)
{
    static const uint8_t quarters[DF_TURNS] = {1, 3, 2};
    const unsigned from = key / DF_TURNS % DF_ORIENTATIONS;
    name[0] = "IOTSZJL"[key / DF_TURNS / DF_ORIENTATIONS];
    name[1] = '.';
    name[2] = DF_ORIENTATION_LETTERS[from];
    name[3] = DF_ORIENTATION_LETTERS[(from + quarters[key % DF_TURNS]) % DF_ORIENTATIONS];
    name[4] = '\0';
}

/* Checks that all turns are there that must be. Sets *turns to their number in each
 * orientation. */
static df_status turns_check_keys(const line_reader *reader, const turns_table *table,
                                  size_t line, size_t column, uint8_t *turns)
{
    *turns = 2;
    for (unsigned key = 0; key < TURNS_KEYS; key++) {
        if (table->keys[key].number > 0 && key % DF_TURNS == DF_TURN_HALF)
            *turns = DF_TURNS;
    }
    for (unsigned key = 0; key < TURNS_KEYS; key++) {
        char name[5];
        if (key % DF_TURNS >= *turns || table->keys[key].number > 0)
            continue;
        turns_put_key(name, key);
        return df_error_set_at(reader->error, line, column,
                               "%s is missing; write a line for each of the 56 quarter turns, "
                               "and for each of the 28 half turns or for none",
                               name);
    }
    return DF_OK;
}

/* Finds the line that has the places of a turn; NULL, with an error, if none has. */
static const turns_line *turns_find_line(const line_reader *reader, const turns_table *table,
                                         unsigned key)
{
    const turns_line *line = &table->keys[key];
    for (unsigned i = 0; i < TURNS_KEYS && line->number > 0 && line->refers; i++)
        line = &table->keys[line->other];
    if (line->number > 0 && !line->refers)
        return line;
    char name[5];
    turns_put_key(name, key);
    df_error_set_at(reader->error, table->keys[key].number, 1,
                    "%s refers to a turn that has no places; give it some", name);
    return NULL;
}

/* Finds how far a turn moves the corner of a tetromino when its centre stays where it is. */
static void turns_find_shift(const df_turns *made, unsigned piece, unsigned from, unsigned to,
                             int *x, int *y)
{
    /* In the box in orientation N; a turn turns it with the box. */
    static const int8_t centers[DF_TETROMINOES][2] = {{1, 2}, {0, 0}, {1, 1}, {1, 1},
                                                      {1, 1}, {1, 1}, {1, 1}};
    int at_x = centers[piece][0], at_y = centers[piece][1];
    *x = *y = 0;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (o == from || o == to) {
            const int sign = o == from ? 1 : -1;
            *x += sign * (at_x - made->corner_x[o]);
            *y += sign * (at_y - made->corner_y[o]);
        }
        const int before = at_x;
        at_x = at_y;
        at_y = made->side - 1 - before;
    }
}

/* Fills in the tests of a piece: the file moves its centre, df_turn its corner. */
static df_status turns_fill(const line_reader *reader, const turns_table *table, df_turns *made,
                            const df_piece *piece, unsigned number, uint8_t turns)
{
    bool moves = piece->same_as[DF_EAST] != DF_NORTH;
    df_turns_begin(made, piece, DF_RULES_SRS);
    for (unsigned from = 0; from < DF_ORIENTATIONS; from++) {
        for (unsigned how = 0; how < turns; how++) {
            const turns_line *line = turns_find_line(
                reader, table, (number * DF_ORIENTATIONS + from) * DF_TURNS + how);
            df_turn *turn = &made->turn[from][how];
            int x, y;
            if (line == NULL)
                return DF_ERROR_INPUT;
            turns_find_shift(made, number, from, turn->to, &x, &y);
            turn->tests = line->tests;
            turn->full = line->full;
            for (unsigned i = 0; i < line->tests; i++) {
                turn->x[i] = (int8_t)(x + line->x[i]);
                turn->y[i] = (int8_t)(y + line->y[i]);
            }
            moves = moves || turn->x[0] != 0 || turn->y[0] != 0;
        }
    }
    /* O where no turn moves it. */
    made->count = moves ? turns : 0;
    return DF_OK;
}

/* Makes the turns of a table; without some of them the error is at this place. */
static df_status turns_make_all(const line_reader *reader, const turns_table *table,
                                size_t line, size_t column, df_turns made[DF_TETROMINOES])
{
    df_piece_set *set = NULL;
    uint8_t count = 0;
    df_status status = turns_check_keys(reader, table, line, column, &count);
    if (status == DF_OK)
        status = df_piece_set_tetrominoes(&set);
    for (unsigned p = 0; status == DF_OK && p < DF_TETROMINOES; p++)
        status = turns_fill(reader, table, &made[p], &set->pieces[p], p, count);
    df_piece_set_free(set);
    return status;
}

df_status df_turns_table_end(const line_reader *reader, const turns_table *table, size_t line,
                             size_t column, const df_piece_set *set, df_piece_set **kicked)
{
    df_turns kicks[DF_TETROMINOES];
    const df_status status = turns_make_all(reader, table, line, column, kicks);
    return status == DF_OK ? df_piece_set_copy(kicked, set, kicks) : status;
}

df_status df_turns_read(df_turns turns[DF_TETROMINOES], const char *text, size_t length,
                        df_error *error)
{
    line_reader reader = {.format = &turns_format, .error = error};
    turns_table table = {0};
    df_turns made[DF_TETROMINOES];
    df_scan_begin(&reader.scan, text, length);
    df_status status = DF_OK;
    while (status == DF_OK && df_scan_line(&reader.scan)) {
        text_span rest = reader.scan.line;
        status = df_line_check(&reader);
        turns_skip_blanks(&rest);
        if (status == DF_OK && rest.length > 0 && rest.bytes[0] != '#' && rest.bytes[0] != '!')
            status = df_turns_line_read(&reader, &table);
    }
    if (status == DF_OK)
        status = turns_make_all(&reader, &table, reader.scan.number + 1, 1, made);
    if (status == DF_OK)
        memcpy(turns, made, sizeof made);
    return status;
}

df_status df_piece_set_kick(df_piece_set **kicked, const df_piece_set *set, const char *text,
                            size_t length, df_error *error)
{
    df_turns kicks[DF_TETROMINOES];
    const df_status status = df_turns_read(kicks, text, length, error);
    return status == DF_OK ? df_piece_set_copy(kicked, set, kicks) : status;
}

void df_turns_lines_write(df_text *text, const char *word, const df_turns *kicks)
{
    /* O may have no turns; their only place is then where it is. */
    const unsigned turns = kicks[DF_T].count;
    for (unsigned key = 0; key < TURNS_KEYS; key++) {
        const unsigned piece = key / DF_TURNS / DF_ORIENTATIONS;
        const unsigned from = key / DF_TURNS % DF_ORIENTATIONS;
        const df_turn *turn = &kicks[piece].turn[from][key % DF_TURNS];
        char name[5];
        int x, y;
        if (key % DF_TURNS >= turns)
            continue;
        turns_put_key(name, key);
        turns_find_shift(&kicks[piece], piece, from, turn->to, &x, &y);
        df_text_format(text, "%s %s=", word, name);
        for (unsigned i = 0; i == 0 || i < turn->tests; i++) {
            const int to_x = turn->x[i] - x, to_y = turn->y[i] - y;
            df_text_format(text, "(%s%s%u,%s%u)", (turn->full >> i & 1) != 0 ? "@" : "",
                           to_x < 0 ? "-" : "", (unsigned)abs(to_x), to_y < 0 ? "-" : "",
                           (unsigned)abs(to_y));
        }
        df_text_put_char(text, '\n');
    }
}
