/* Tables of kicks as solution-finder has them: a line for each turn of each tetromino. */
#include "dropforge/board.h"

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

/* A line: where it moves the centre of the piece, or the line that it refers to. */
typedef struct turns_line {
    size_t number; /* of the line in the text; 0: it is missing */
    bool refers;
    unsigned other; /* key of the line that is referred to */
    unsigned tests;
    int x[DF_TURN_MAX_TESTS], y[DF_TURN_MAX_TESTS];
} turns_line;

typedef struct turns_reader {
    line_reader lines;
    turns_line keys[TURNS_KEYS];
} turns_reader;

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

/* Reads the places of a turn. The sign @, which marks spins, is passed over. */
static df_status turns_read_places(turns_reader *self, turns_line *line, text_span rest)
{
    do {
        const text_span place = rest;
        int x = 0, y = 0;
        bool fine = turns_take(&rest, '(');
        if (fine)
            (void)turns_take(&rest, '@');
        fine = fine && turns_take_number(&rest, &x) && turns_take(&rest, ',') &&
               turns_take_number(&rest, &y) && turns_take(&rest, ')');
        if (!fine)
            return df_line_complain(&self->lines, place,
                                    "this is no place; write places such as '(-1,+2)' with "
                                    "numbers from -%u to %u, one behind the other",
                                    TURNS_MAX_KICK, TURNS_MAX_KICK);
        if (line->tests == DF_TURN_MAX_TESTS)
            return df_line_complain(&self->lines, place,
                                    "a turn with more than %u places; remove some",
                                    DF_TURN_MAX_TESTS);
        line->x[line->tests] = x;
        line->y[line->tests++] = y;
        turns_skip_blanks(&rest);
    } while (rest.length > 0);
    return DF_OK;
}

static df_status turns_read_line(turns_reader *self)
{
    text_span rest = self->lines.scan.line;
    unsigned key = 0;
    const df_status status = df_line_check(&self->lines);
    turns_skip_blanks(&rest);
    if (status != DF_OK || rest.length == 0 || rest.bytes[0] == '#' || rest.bytes[0] == '!')
        return status;
    const text_span begin = rest;
    if (!turns_take_key(&rest, &key) || (!turns_take(&rest, '=') && !turns_take(&rest, ':')))
        return df_line_complain(&self->lines, begin, "this is no turn of a piece" TURNS_FORM);
    turns_line *line = &self->keys[key];
    if (line->number > 0)
        return df_line_complain(&self->lines, begin,
                                "line %zu has the same turn; remove one of them", line->number);
    *line = (turns_line){.number = self->lines.scan.number, .refers = turns_take(&rest, '&')};
    if (!line->refers)
        return turns_read_places(self, line, rest);
    const text_span other = rest;
    const bool fine = turns_take_key(&rest, &line->other);
    turns_skip_blanks(&rest);
    return fine && rest.length == 0
               ? DF_OK
               : df_line_complain(&self->lines, other,
                                  "'&' stands before another turn" TURNS_FORM);
}

/* Returns the name of a turn. */
static void turns_put_key(char name[5], unsigned key)
{
    static const uint8_t quarters[DF_TURNS] = {1, 3, 2};
    const unsigned from = key / DF_TURNS % DF_ORIENTATIONS;
    name[0] = "IOTSZJL"[key / DF_TURNS / DF_ORIENTATIONS];
    name[1] = '.';
    name[2] = df_orientation_letter(from);
    name[3] = df_orientation_letter((from + quarters[key % DF_TURNS]) % DF_ORIENTATIONS);
    name[4] = '\0';
}

/* Checks that all turns are there that must be. Sets *turns to their number in each
 * orientation. */
static df_status turns_check_keys(const turns_reader *self, uint8_t *turns)
{
    *turns = 2;
    for (unsigned key = 0; key < TURNS_KEYS; key++) {
        if (self->keys[key].number > 0 && key % DF_TURNS == DF_TURN_HALF)
            *turns = DF_TURNS;
    }
    for (unsigned key = 0; key < TURNS_KEYS; key++) {
        char name[5];
        if (key % DF_TURNS >= *turns || self->keys[key].number > 0)
            continue;
        turns_put_key(name, key);
        return df_error_set_at(self->lines.error, self->lines.scan.number + 1, 1,
                               "%s is missing; write a line for each of the 56 quarter turns, "
                               "and for each of the 28 half turns or for none",
                               name);
    }
    return DF_OK;
}

/* Finds the line that has the places of a turn; NULL, with an error, if none has. */
static const turns_line *turns_find_line(const turns_reader *self, unsigned key)
{
    const turns_line *line = &self->keys[key];
    for (unsigned i = 0; i < TURNS_KEYS && line->number > 0 && line->refers; i++)
        line = &self->keys[line->other];
    if (line->number > 0 && !line->refers)
        return line;
    char name[5];
    turns_put_key(name, key);
    df_error_set_at(self->lines.error, self->keys[key].number, 1,
                    "%s refers to a turn that has no places; give it some", name);
    return NULL;
}

/* Fills in the tests of a piece: the file moves its centre, df_turn its corner. */
static df_status turns_fill(const turns_reader *self, df_turns *made, const df_piece *piece,
                            unsigned number, uint8_t turns)
{
    bool moves = piece->same_as[DF_EAST] != DF_NORTH;
    df_turns_begin(made, piece, DF_RULES_SRS);
    for (unsigned from = 0; from < DF_ORIENTATIONS; from++) {
        for (unsigned how = 0; how < turns; how++) {
            const turns_line *line =
                turns_find_line(self, (number * DF_ORIENTATIONS + from) * DF_TURNS + how);
            df_turn *turn = &made->turn[from][how];
            int x = 0, y = 0, to_x = 0, to_y = 0;
            if (line == NULL)
                return DF_ERROR_INPUT;
            df_piece_center(piece, from, &x, &y);
            df_piece_center(piece, turn->to, &to_x, &to_y);
            turn->tests = (uint8_t)line->tests;
            for (unsigned i = 0; i < line->tests; i++) {
                turn->x[i] = (int8_t)(x - to_x + line->x[i]);
                turn->y[i] = (int8_t)(y - to_y + line->y[i]);
            }
            moves = moves || turn->x[0] != 0 || turn->y[0] != 0;
        }
    }
    /* O where no turn moves it. */
    made->count = moves ? turns : 0;
    return DF_OK;
}

df_status df_turns_read(df_turns turns[DF_TETROMINOES], const char *text, size_t length,
                        df_error *error)
{
    turns_reader self = {.lines = {.format = &turns_format, .error = error}};
    df_turns made[DF_TETROMINOES];
    df_piece_set *set = NULL;
    uint8_t count = 0;
    df_scan_begin(&self.lines.scan, text, length);
    df_status status = DF_OK;
    while (status == DF_OK && df_scan_line(&self.lines.scan))
        status = turns_read_line(&self);
    if (status == DF_OK)
        status = turns_check_keys(&self, &count);
    if (status == DF_OK)
        status = df_piece_set_tetrominoes(&set);
    for (unsigned p = 0; status == DF_OK && p < DF_TETROMINOES; p++)
        status = turns_fill(&self, &made[p], &set->pieces[p], p, count);
    df_piece_set_free(set);
    if (status == DF_OK)
        memcpy(turns, made, sizeof made);
    return status;
}
