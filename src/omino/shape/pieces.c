#include <stdlib.h>
#include <string.h>

#include "core/board/piece_list.h"
#include "image.h"
#include "rows.h"

/* The letters of the tetrominoes and the pentominoes (Golomb 1965), by the codes of their
 * one-sided canonical images. Those that are turned over have a stroke. */
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

/* Replaces a code by its letter, if it has one. */
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
    df_omino_canonical(omino, DF_OMINO_ONE_SIDED, &canonical);
    if (df_omino_code_fit(&canonical, name, DF_PIECE_NAME_SIZE))
        letter_for(name);
}

/* Returns a number below 0 if `a` is the image to spawn, above 0 if `b` is. */
static int compare_spawns(const df_omino *a, const df_omino *b)
{
    if (a->height != b->height)
        return a->height < b->height ? -1 : 1;
    /* All rows so far have the same sizes, so rows begin at the same index in both. */
    for (unsigned begin = 0, end; begin < a->size; begin = end) {
        end = omino_row_end(a, begin);
        const unsigned other = omino_row_end(b, begin);
        if (end != other)
            return end > other ? -1 : 1;
    }
    return df_omino_compare(a, b);
}

void df_omino_spawn(const df_omino *omino, df_omino *spawn)
{
    df_omino best = *omino;
    for (unsigned turns = 1; turns < DF_ORIENTATIONS; turns++) {
        df_omino turned;
        df_omino_transform(omino, turns, &turned);
        if (compare_spawns(&turned, &best) < 0)
            best = turned;
    }
    *spawn = best;
}

df_status df_omino_piece(df_piece *piece, const df_omino *omino, const char *name)
{
    char made[DF_PIECE_NAME_SIZE];
    if (omino->size > DF_PIECE_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    if (name == NULL) {
        df_omino_name(omino, made);
        name = made;
    }
    df_omino spawn;
    df_omino_spawn(omino, &spawn);
    df_text rows = {0};
    df_omino_drawing_write(&rows, &spawn);
    df_status status = rows.status;
    if (status == DF_OK && df_piece_draw(piece, (text_span){name, strlen(name)},
                                         (text_span){rows.bytes, rows.length}) != PIECE_GOOD)
        status = DF_ERROR_ARGUMENT;
    df_text_free(&rows);
    return status;
}

/* Writes the name in a set, which unlike that of df_omino_name is never empty. */
static void pieces_put_name(df_text *text, const df_omino *omino, size_t index,
                            bool has_tetrominoes)
{
    char name[DF_PIECE_NAME_SIZE];
    df_omino_name(omino, name);
    if (name[0] == '\0')
        df_text_format(text, "%u-%zu", omino->size, index + 1);
    else if (omino->size == 5 && has_tetrominoes)
        df_text_format(text, "%c5%s", name[0], name + 1);
    else
        df_text_put(text, name);
}

/* Writes all names and drawings into one text, each with a NUL after it. */
static df_status pieces_describe(df_text *text, const df_omino *ominoes, size_t count)
{
    bool has_tetrominoes = false;
    for (size_t i = 0; i < count; i++) {
        if (ominoes[i].size > DF_PIECE_MAX_SQUARES)
            return DF_ERROR_ARGUMENT;
        has_tetrominoes |= ominoes[i].size == 4;
    }
    for (size_t i = 0; i < count; i++) {
        df_omino spawn;
        pieces_put_name(text, &ominoes[i], i, has_tetrominoes);
        df_text_put_char(text, '\0');
        df_omino_spawn(&ominoes[i], &spawn);
        df_omino_drawing_write(text, &spawn);
        df_text_put_char(text, '\0');
    }
    return text->status;
}

df_status df_omino_piece_set(df_piece_set **set, const df_omino *ominoes, size_t count)
{
    if (count == 0 || count > PIECE_LIST_MAX)
        return DF_ERROR_ARGUMENT;
    df_text text = {0};
    df_piece_drawing *drawings = malloc(count * sizeof *drawings);
    df_status status =
        drawings != NULL ? pieces_describe(&text, ominoes, count) : DF_ERROR_MEMORY;
    if (status == DF_OK) {
        const char *at = text.bytes;
        for (size_t i = 0; i < count; i++) {
            const char *rows = at + strlen(at) + 1;
            drawings[i] = (df_piece_drawing){at, rows};
            at = rows + strlen(rows) + 1;
        }
        status = df_piece_set_create(set, drawings, count);
    }
    free(drawings);
    df_text_free(&text);
    return status;
}
