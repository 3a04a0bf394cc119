#include <stdlib.h>
#include <string.h>

#include "omino/code.h"

/* The letters of the tetrominoes and the pentominoes (Golomb 1965), by the codes of their
 * canonical images. Those that are turned over have a stroke. */
static const struct {
    char code[6];
    char name[3];
} letters[] = {
    {"f", "I"},     {"3.3", "O"},   {"7.2", "T"},   {"3.6", "S"},    {"6.3", "Z"},
    {"7.1", "J"},   {"7.4", "L"},   {"4.7.2", "F"}, {"6.3.2", "F'"}, {"1f", "I"},
    {"f.8", "L"},   {"f.1", "L'"},  {"e.3", "N"},   {"7.c", "N'"},   {"7.3", "P"},
    {"7.6", "P'"},  {"7.2.2", "T"}, {"7.5", "U"},   {"7.4.4", "V"},  {"6.3.1", "W"},
    {"2.7.2", "X"}, {"f.4", "Y"},   {"f.2", "Y'"},  {"6.2.3", "Z"},  {"4.7.1", "Z'"},
};

/* Finds the letter for a code, or else leaves the code as the name. */
static void letter_for(char name[DF_PIECE_NAME_SIZE])
{
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (strcmp(name, letters[i].code) == 0) {
            memcpy(name, letters[i].name, sizeof letters[i].name);
            return;
        }
    }
}

void df_omino_name(const df_omino *omino, char name[DF_PIECE_NAME_SIZE])
{
    df_omino canonical;
    df_omino_canonical(&canonical, omino, DF_OMINO_ONE_SIDED);
    if (df_omino_code_fit(&canonical, name, DF_PIECE_NAME_SIZE))
        letter_for(name);
}

/* How many squares the row that begins with square *i has; moves *i behind them. */
static unsigned row_size(const df_omino *omino, unsigned *i)
{
    const unsigned begin = *i, y = omino->squares[begin].y;
    while (*i < omino->size && omino->squares[*i].y == y)
        ++*i;
    return *i - begin;
}

/* Below 0 if `a` is the better one to spawn, above 0 if `b` is. */
static int compare_spawns(const df_omino *a, const df_omino *b)
{
    if (a->height != b->height)
        return a->height < b->height ? -1 : 1;
    unsigned at_a = 0, at_b = 0;
    while (at_a < a->size) {
        const unsigned size_a = row_size(a, &at_a), size_b = row_size(b, &at_b);
        if (size_a != size_b)
            return size_a > size_b ? -1 : 1;
    }
    return df_omino_compare(a, b);
}

void df_omino_spawn(df_omino *spawn, const df_omino *omino)
{
    df_omino best = *omino;
    for (unsigned turns = 1; turns < DF_ORIENTATIONS; turns++) {
        df_omino turned;
        df_omino_transform(&turned, omino, turns);
        if (compare_spawns(&turned, &best) < 0)
            best = turned;
    }
    *spawn = best;
}

df_status df_omino_piece(df_piece *piece, const df_omino *omino, const char *name)
{
    char own[DF_PIECE_NAME_SIZE];
    if (omino->size > DF_PIECE_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    if (name == NULL)
        df_omino_name(omino, own);
    df_omino spawn;
    df_omino_spawn(&spawn, omino);
    df_text rows = {0};
    df_omino_drawing_write(&rows, &spawn);
    df_piece_set *set = NULL;
    const df_piece_drawing drawing = {name != NULL ? name : own, rows.bytes};
    const df_status status =
        rows.status == DF_OK ? df_piece_set_create(&set, &drawing, 1) : rows.status;
    if (status == DF_OK)
        *piece = set->pieces[0];
    df_piece_set_free(set);
    df_text_free(&rows);
    return status;
}

/* Puts a number behind what is in the name already. */
static void put_number(char name[DF_PIECE_NAME_SIZE], size_t number)
{
    char digits[DF_PIECE_NAME_SIZE];
    size_t first = sizeof digits, length = strlen(name);
    digits[--first] = '\0';
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    memcpy(name + length, digits + first, sizeof digits - first);
}

/* The name in a set: unlike df_omino_name it is never empty. There are at most 65,535 pieces of
 * 32 squares, so that two numbers fit. */
static void name_in_set(char name[DF_PIECE_NAME_SIZE], const df_omino *omino, size_t index,
                        bool has_tetrominoes)
{
    df_omino_name(omino, name);
    if (name[0] == '\0') {
        put_number(name, omino->size);
        name[strlen(name) + 1] = '\0';
        name[strlen(name)] = '-';
        put_number(name, index + 1);
    } else if (omino->size == 5 && has_tetrominoes) {
        name[3] = '\0';
        name[2] = name[1];
        name[1] = '5';
    }
}

/* Writes all drawings into one text, each with a NUL behind it, and all names. */
static df_status describe(df_text *rows, char (*names)[DF_PIECE_NAME_SIZE],
                          const df_omino *ominoes, size_t count)
{
    bool has_tetrominoes = false;
    for (size_t i = 0; i < count; i++) {
        if (ominoes[i].size > DF_PIECE_MAX_SQUARES)
            return DF_ERROR_ARGUMENT;
        has_tetrominoes |= ominoes[i].size == 4;
    }
    for (size_t i = 0; i < count; i++) {
        df_omino spawn;
        name_in_set(names[i], &ominoes[i], i, has_tetrominoes);
        df_omino_spawn(&spawn, &ominoes[i]);
        df_omino_drawing_write(rows, &spawn);
        df_text_put_char(rows, '\0');
    }
    return rows->status;
}

df_status df_omino_piece_set(df_piece_set **set, const df_omino *ominoes, size_t count)
{
    if (count == 0 || count >= UINT16_MAX)
        return DF_ERROR_ARGUMENT;
    df_text rows = {0};
    char(*names)[DF_PIECE_NAME_SIZE] = malloc(count * sizeof *names);
    df_piece_drawing *drawings = malloc(count * sizeof *drawings);
    df_status status = DF_ERROR_MEMORY;
    if (names != NULL && drawings != NULL)
        status = describe(&rows, names, ominoes, count);
    if (status == DF_OK) {
        const char *row = rows.bytes;
        for (size_t i = 0; i < count; i++) {
            drawings[i] = (df_piece_drawing){names[i], row};
            row += strlen(row) + 1;
        }
        status = df_piece_set_create(set, drawings, count);
    }
    free(drawings);
    free(names);
    df_text_free(&rows);
    return status;
}
