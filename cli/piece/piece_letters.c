#include "piece_letters.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/base/message.h"
#include "cli/picture/source.h"

enum { DRAWING_SIZE = 32 };

char piece_letter(char letter)
{
    static const char letters[] = "IOTSZJL", small_letters[] = "iotszjl";
    const char *small = letter != '\0' ? strchr(small_letters, letter) : NULL;
    const char capital = small != NULL ? letters[small - small_letters] : letter;
    return capital != '\0' && strchr(letters, capital) != NULL ? capital : '\0';
}

int piece_letter_number(char letter)
{
    static const char letters[] = "IOTSZJL";
    const char *found = letter != '\0' ? strchr(letters, letter) : NULL;
    return found != NULL ? (int)(found - letters) : -1;
}

bool piece_letters_take(char letters[PIECE_LETTERS_SIZE], const char *value)
{
    size_t count = 0;
    letters[0] = '\0';
    for (; *value != '\0'; value++) {
        const char letter = piece_letter(*value);
        if (letter == '\0' || strchr(letters, letter) != NULL)
            return false;
        letters[count++] = letter;
        letters[count] = '\0';
    }
    return count > 0;
}

/* Takes groups of different letters between commas; false if there is anything else. */
static bool piece_groups_read(char *pieces, const char *value)
{
    char letters[PIECE_LETTERS_SIZE] = "";
    size_t count = 0, taken = 0;
    for (; *value != '\0'; value++) {
        const char letter = piece_letter(*value);
        const bool ends = *value == ',' && count > 0 && pieces[count - 1] != ',';
        if (!ends && (letter == '\0' || strchr(letters, letter) != NULL))
            return false;
        if (!ends)
            letters[taken++] = letter;
        pieces[count++] = ends ? ',' : letter;
        pieces[count] = '\0';
    }
    return true;
}

bool piece_groups_take(void *field, const char *value)
{
    char *pieces = field;
    pieces[0] = '\0';
    if (strcasecmp(value, "any") == 0)
        strcpy(pieces, "any");
    else if (strcasecmp(value, "single") == 0)
        strcpy(pieces, "single");
    else if (strchr(value, ',') != NULL)
        return piece_groups_read(pieces, value);
    return pieces[0] != '\0' || strcasecmp(value, "auto") == 0 ||
           piece_letters_take(pieces, value);
}

void piece_groups_explain(char *text, size_t size, const char *value)
{
    char letters[PIECE_LETTERS_SIZE] = "";
    for (size_t taken = 0; *value != '\0'; value++) {
        const char letter = piece_letter(*value);
        if (*value == ',')
            continue;
        if (letter == '\0')
            return;
        if (strchr(letters, letter) != NULL) {
            snprintf(text, size, "; %c stands in it twice", letter);
            return;
        }
        letters[taken++] = letter;
    }
}

static void piece_letters_draw(const df_piece *piece, char drawing[DRAWING_SIZE])
{
    const df_shape *shape = &piece->shape[DF_NORTH];
    for (unsigned y = shape->height; y-- > 0;) {
        for (unsigned x = 0; x < shape->width; x++)
            *drawing++ = (shape->row[y] >> x & 1) != 0 ? '#' : '.';
        *drawing++ = y > 0 ? '/' : '\0';
    }
}

cli_status piece_letters_set(const char *letters, df_piece_set **set)
{
    df_piece_set *all = NULL;
    const cli_status status = source_pieces(&all);
    if (status != GO_ON || letters[0] == '\0') {
        *set = all;
        return status;
    }
    char rows[DF_TETROMINOES][DRAWING_SIZE];
    df_piece_drawing drawings[DF_TETROMINOES];
    const size_t count = strlen(letters);
    for (size_t i = 0; i < count; i++) {
        const df_piece *piece = &all->pieces[df_piece_set_find(all, &letters[i], 1)];
        piece_letters_draw(piece, rows[i]);
        drawings[i] = (df_piece_drawing){.name = piece->name, .rows = rows[i]};
    }
    const bool is_made = df_piece_set_create(set, drawings, count) == DF_OK;
    df_piece_set_free(all);
    return is_made ? GO_ON : message("out of memory");
}

size_t piece_letters_read(uint16_t *queue, const char *letters, size_t length,
                          const df_piece_set *set)
{
    for (size_t i = 0; i < length; i++) {
        const char letter = piece_letter(letters[i]);
        int piece = df_piece_set_find(set, &letters[i], 1);
        if (piece < 0 && letter != '\0')
            piece = df_piece_set_find(set, &letter, 1);
        if (piece < 0)
            return i;
        queue[i] = (uint16_t)piece;
    }
    return length;
}
