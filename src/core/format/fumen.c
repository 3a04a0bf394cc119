#include "fumen.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"

typedef struct fumen_square {
    int x;
    int y;
} fumen_square;

/* The squares of the pieces as spawned, beside the one they turn about. */
static const fumen_square others[DF_FUMEN_GRAY][3] = {
    [DF_FUMEN_I] = {{-1, 0}, {1, 0}, {2, 0}}, [DF_FUMEN_L] = {{-1, 0}, {1, 0}, {1, 1}},
    [DF_FUMEN_O] = {{1, 0}, {0, 1}, {1, 1}},  [DF_FUMEN_Z] = {{1, 0}, {0, 1}, {-1, 1}},
    [DF_FUMEN_T] = {{-1, 0}, {1, 0}, {0, 1}}, [DF_FUMEN_J] = {{-1, 0}, {1, 0}, {-1, 1}},
    [DF_FUMEN_S] = {{-1, 0}, {0, 1}, {1, 1}},
};

uint8_t *df_fumen_at(df_fumen_page *page, unsigned place)
{
    const unsigned row = place / DF_FUMEN_WIDTH;
    const unsigned x = place % DF_FUMEN_WIDTH;
    if (row == DF_FUMEN_HEIGHT)
        return &page->garbage[x];
    return &page->square[DF_FUMEN_HEIGHT - 1 - row][x];
}

void df_fumen_offset(unsigned piece, unsigned orientation, int *right, int *up)
{
    static const fumen_square offsets[DF_FUMEN_GRAY][4] = {
        [DF_FUMEN_I] = {{0, 0}, {0, 0}, {-1, 0}, {0, 1}},
        [DF_FUMEN_O] = {{0, 1}, {0, 0}, {-1, 0}, {-1, 1}},
        [DF_FUMEN_Z] = {{0, 1}, {0, 0}, {0, 0}, {-1, 0}},
        [DF_FUMEN_S] = {{0, 1}, {1, 0}, {0, 0}, {0, 0}},
    };
    *right = offsets[piece][orientation].x;
    *up = offsets[piece][orientation].y;
}

/* Returns the i-th of the four squares, the one it turns about first. */
static fumen_square piece_square(unsigned piece, unsigned orientation, unsigned i)
{
    fumen_square square = {0, 0};
    if (i > 0)
        square = others[piece][i - 1];
    for (unsigned turn = 0; turn < orientation; turn++)
        square = (fumen_square){square.y, -square.x};
    return square;
}

bool df_fumen_fits(unsigned piece, unsigned orientation, int x, int y)
{
    for (unsigned i = 0; i < 4; i++) {
        const fumen_square square = piece_square(piece, orientation, i);
        if (x + square.x < 0 || x + square.x >= DF_FUMEN_WIDTH || y + square.y < 0 ||
            y + square.y >= DF_FUMEN_HEIGHT)
            return false;
    }
    return true;
}

bool df_fumen_is_letter(uint32_t letter)
{
    return letter >= ' ' && (letter < 0x7f || letter > 0x9f) && letter >> 11 != 0xd800 >> 11 &&
           letter <= 0x10ffff;
}

static void fumen_clear_rows(df_fumen_page *page)
{
    unsigned kept = 0;
    for (unsigned y = 0; y < DF_FUMEN_HEIGHT; y++) {
        if (memchr(page->square[y], DF_FUMEN_EMPTY, DF_FUMEN_WIDTH) == NULL)
            continue;
        memmove(page->square[kept], page->square[y], DF_FUMEN_WIDTH);
        kept++;
    }
    for (; kept < DF_FUMEN_HEIGHT; kept++)
        memset(page->square[kept], DF_FUMEN_EMPTY, DF_FUMEN_WIDTH);
}

static void mirror_rows(df_fumen_page *page)
{
    for (unsigned y = 0; y < DF_FUMEN_HEIGHT; y++) {
        for (unsigned x = 0; x < DF_FUMEN_WIDTH / 2; x++) {
            const uint8_t left = page->square[y][x];
            page->square[y][x] = page->square[y][DF_FUMEN_WIDTH - 1 - x];
            page->square[y][DF_FUMEN_WIDTH - 1 - x] = left;
        }
    }
}

static uint8_t *fumen_find_square(df_fumen_page *page, unsigned i)
{
    const fumen_square square = piece_square(page->piece, page->orientation, i);
    return &page->square[page->y + square.y][page->x + square.x];
}

df_status df_fumen_place(df_fumen_page *page)
{
    for (unsigned i = 0; page->piece != DF_FUMEN_EMPTY && i < 4; i++) {
        if (*fumen_find_square(page, i) != DF_FUMEN_EMPTY)
            return DF_ERROR_MOVE;
    }
    for (unsigned i = 0; page->piece != DF_FUMEN_EMPTY && i < 4; i++)
        *fumen_find_square(page, i) = page->piece;
    page->piece = DF_FUMEN_EMPTY;
    return DF_OK;
}

void df_fumen_step(df_fumen_page *page)
{
    if (!page->lock)
        return;
    for (unsigned i = 0; page->piece != DF_FUMEN_EMPTY && i < 4; i++)
        *fumen_find_square(page, i) = page->piece;
    fumen_clear_rows(page);
    if (page->rise) {
        memmove(page->square[1], page->square[0], sizeof page->square - DF_FUMEN_WIDTH);
        memcpy(page->square[0], page->garbage, DF_FUMEN_WIDTH);
        memset(page->garbage, DF_FUMEN_EMPTY, DF_FUMEN_WIDTH);
    }
    if (page->mirror)
        mirror_rows(page);
}

/* Takes a piece out of a quiz, whose parts are `hold`, `now` and the text after them; false if
 * the quiz does not have it there. NUL: no piece. */
static bool fumen_take_quiz(char piece, char *hold, char *now, const char **rest)
{
    const bool is_next = *hold == '\0' && piece != *now && **rest == piece;
    if (piece != *now && piece != *hold && !is_next)
        return false;
    if (piece != *now)
        *hold = *now;
    if (is_next)
        ++*rest;
    *now = **rest != ';' && (unsigned char)**rest < 0x80 ? **rest : '\0';
    *rest += *now != '\0' ? 1 : 0;
    return true;
}

/* Reads '[A]' or '[]' between the two brackets; false if there is anything else. */
static bool fumen_read_brackets(const char **at, const char brackets[2], char *piece)
{
    if (**at != brackets[0])
        return false;
    ++*at;
    *piece = **at != brackets[1] ? **at : '\0';
    *at += *piece != '\0' ? 1 : 0;
    if (**at != brackets[1])
        return false;
    ++*at;
    return true;
}

/* Puts a quiz, or what is behind one that has come to its end. */
static void fumen_put_quiz(df_text *text, char hold, char now, const char *rest)
{
    if (now == '\0' && (*rest == ';' || *rest == '\0')) {
        df_text_put(text, *rest == ';' ? rest + 1 : rest);
        return;
    }
    df_text_put(text, "#Q=[");
    df_text_put_bytes(text, &hold, hold != '\0' ? 1 : 0);
    df_text_put(text, "](");
    df_text_put_bytes(text, &now, now != '\0' ? 1 : 0);
    df_text_put_char(text, ')');
    df_text_put(text, rest);
}

bool df_fumen_go_on(df_text *shown, const df_fumen_page *page)
{
    static const char letters[] = ".ILOZTJS";
    if (!page->lock || page->piece == DF_FUMEN_EMPTY || shown->length < 3)
        return false;
    const char *rest = shown->bytes + 3;
    char hold = '\0', now = '\0';
    if (memcmp(shown->bytes, "#Q=", 3) != 0 || !fumen_read_brackets(&rest, "[]", &hold) ||
        !fumen_read_brackets(&rest, "()", &now) ||
        !fumen_take_quiz(letters[page->piece], &hold, &now, &rest))
        return false;
    df_text next = {0};
    fumen_put_quiz(&next, now != '\0' ? hold : '\0', now != '\0' ? now : hold, rest);
    df_text_free(shown);
    *shown = next;
    return true;
}

df_fumen_square df_fumen_piece(const df_piece *piece)
{
    static const char letters[] = "ILOZTJS";
    const char *letter = memchr(letters, piece->name[0], sizeof letters - 1);
    if (piece->size != 4 || letter == NULL || piece->name[1] != '\0')
        return DF_FUMEN_EMPTY;
    const df_fumen_square named = (df_fumen_square)(DF_FUMEN_I + (letter - letters));
    /* The rows of the tetromino of this name, with column 0 not empty. */
    uint32_t low = 0, high = 0;
    for (unsigned i = 0; i < 4; i++) {
        const fumen_square square = piece_square(named, 0, i);
        *(square.y == 0 ? &low : &high) |= UINT32_C(1) << (square.x + 1);
    }
    const unsigned empty = bits_lowest(low | high);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &piece->shape[o];
        if (shape->height == (high == 0 ? 1 : 2) && shape->row[0] == low >> empty &&
            (high == 0 || shape->row[1] == high >> empty))
            return named;
    }
    return DF_FUMEN_EMPTY;
}

void df_fumen_free(df_fumen_page *pages)
{
    free(pages);
}
