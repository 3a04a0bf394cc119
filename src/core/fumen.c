#include "core/fumen.h"

#include <stdlib.h>
#include <string.h>

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

/* The i-th of the four squares, the one it turns about first. */
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

static void clear_rows(df_fumen_page *page)
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

void df_fumen_step(df_fumen_page *page)
{
    if (!page->lock)
        return;
    for (unsigned i = 0; page->piece != DF_FUMEN_EMPTY && i < 4; i++) {
        const fumen_square square = piece_square(page->piece, page->orientation, i);
        page->square[page->y + square.y][page->x + square.x] = page->piece;
    }
    clear_rows(page);
    if (page->rise) {
        memmove(page->square[1], page->square[0], sizeof page->square - DF_FUMEN_WIDTH);
        memcpy(page->square[0], page->garbage, DF_FUMEN_WIDTH);
        memset(page->garbage, DF_FUMEN_EMPTY, DF_FUMEN_WIDTH);
    }
    if (page->mirror)
        mirror_rows(page);
}

void df_fumen_free(df_fumen_page *pages)
{
    free(pages);
}
