#include "board.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"

void df_grid_make(grid *g, unsigned width, unsigned height)
{
    *g = (grid){.width = width, .height = height};
    g->lane = width <= 16 ? 16 : width <= 32 ? 32 : 64;
    g->shift = width <= 16 ? 2 : width <= 32 ? 1 : 0;
    g->row = bits_span(0, width);
    for (unsigned at = 0; at < 64; at += g->lane)
        g->first |= UINT64_C(1) << at;
    g->last = g->first << (width - 1);
    g->full = g->first * g->row;
}

void df_grid_find_tops(const grid *g, const uint64_t *words, unsigned rows,
                       uint16_t top[DF_NARROW_MAX_WIDTH])
{
    uint64_t open = g->row;
    memset(top, 0, g->width * sizeof top[0]);
    for (unsigned y = rows; open != 0 && y-- > 0;) {
        const uint64_t row = grid_row(g, words, y);
        for (uint64_t left = row & open; left != 0; left &= left - 1)
            top[bits_lowest(left)] = (uint16_t)(y + 1);
        open &= ~row;
    }
}

void df_board_load(const grid *g, board *b, const uint64_t *rows)
{
    memset(b->words, 0, grid_words(g, g->height) * sizeof b->words[0]);
    b->rows = 0;
    for (unsigned y = 0; y < g->height; y++) {
        b->words[y >> g->shift] |= (rows[y] & g->row) << grid_bit(g, y);
        if (rows[y] != 0)
            b->rows = y + 1;
    }
    df_grid_find_tops(g, b->words, b->rows, b->top);
}

uint32_t df_grid_find_full(const grid *g, const uint64_t *words, const df_shape *shape,
                           unsigned y)
{
    uint32_t full = 0;
    for (unsigned i = 0; i < shape->height; i++)
        full |= (uint32_t)(grid_row(g, words, y + i) == g->row) << i;
    return full;
}

board_change df_grid_change(const df_shape *shape, uint32_t full)
{
    board_change change = {0};
    for (; full != 0; full &= full - 1) {
        change.lines++;
        change.eroded += bits_count(shape->row[bits_lowest(full)]);
    }
    return change;
}

void df_grid_clear(const grid *g, uint64_t *words, unsigned rows, unsigned y, uint32_t full)
{
    unsigned to = y;
    for (unsigned from = y; from < rows; from++) {
        if (from - y < 32 && (full >> (from - y) & 1) != 0)
            continue;
        const uint64_t row = grid_row(g, words, from);
        uint64_t *word = &words[to >> g->shift];
        *word = (*word & ~(g->row << grid_bit(g, to))) | row << grid_bit(g, to);
        to++;
    }
    for (; to < rows; to++)
        words[to >> g->shift] &= ~(g->row << grid_bit(g, to));
}

board_change df_board_place(const grid *g, board *to, const board *from, const df_shape *shape,
                            unsigned x, unsigned y)
{
    memcpy(to->words, from->words, grid_words(g, g->height) * sizeof to->words[0]);
    grid_put(g, to->words, shape, x, y);
    to->rows = y + shape->height > from->rows ? y + shape->height : from->rows;
    const uint32_t full = df_grid_find_full(g, to->words, shape, y);
    const board_change change = df_grid_change(shape, full);
    if (full != 0) {
        df_grid_clear(g, to->words, to->rows, y, full);
        to->rows -= change.lines;
        df_grid_find_tops(g, to->words, to->rows, to->top);
        return change;
    }
    memcpy(to->top, from->top, g->width * sizeof to->top[0]);
    grid_raise_tops(to->top, shape, x, y);
    return change;
}

df_status df_board_create(const grid *g, board **b)
{
    board *made = calloc(1, sizeof *made);
    uint64_t *words = calloc(grid_words(g, g->height), sizeof words[0]);
    if (made == NULL || words == NULL) {
        free(made);
        free(words);
        return DF_ERROR_MEMORY;
    }
    made->words = words;
    *b = made;
    return DF_OK;
}

void df_board_free(board *b)
{
    if (b != NULL)
        free(b->words);
    free(b);
}
