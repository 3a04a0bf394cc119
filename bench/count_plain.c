/* Counts the tilings of a rectangle by tetrominoes as textbooks do, as a peer of count.c:
 * count_plain WIDTH HEIGHT. Square by square along the longer side; a dictionary, made anew for
 * each square, holds which of the next squares are taken (64 bits) and in how many ways that
 * comes about (256 bits, so the number must be smaller than 2^256). Prints what count.c does.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dropforge/board.h"

enum { WORDS = 4, MAX_ROWS = 16, MAX_SHAPES = 28 };

typedef struct entry {
    uint64_t taken; /* 1 more than that is written, so that 0 is no entry */
    uint64_t ways[WORDS];
} entry;

typedef struct dictionary {
    entry *entries;
    size_t room; /* a power of two */
    size_t count;
} dictionary;

static uint64_t max_bytes, steps, states;

static void make(dictionary *d, size_t room)
{
    *d = (dictionary){calloc(room, sizeof(entry)), room, 0};
    if (d->entries == NULL) {
        fputs("count_plain: out of memory\n", stderr);
        exit(1);
    }
}

static entry *find(const dictionary *d, uint64_t taken)
{
    uint64_t hash = (taken + 1) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 32;
    size_t place = (size_t)hash & (d->room - 1);
    while (d->entries[place].taken != 0 && d->entries[place].taken != taken + 1)
        place = (place + 1) & (d->room - 1);
    return &d->entries[place];
}

static void add(dictionary *d, uint64_t taken, const uint64_t *ways);

static void grow(dictionary *d)
{
    dictionary larger;
    make(&larger, d->room * 2);
    for (size_t i = 0; i < d->room; i++) {
        if (d->entries[i].taken != 0)
            add(&larger, d->entries[i].taken - 1, d->entries[i].ways);
    }
    free(d->entries);
    *d = larger;
}

static void add(dictionary *d, uint64_t taken, const uint64_t *ways)
{
    if (d->count * 2 >= d->room)
        grow(d);
    entry *e = find(d, taken);
    d->count += e->taken == 0;
    e->taken = taken + 1;
    uint64_t carry = 0;
    for (int i = 0; i < WORDS; i++) {
        const uint64_t sum = e->ways[i] + carry;
        carry = sum < carry;
        e->ways[i] = sum + ways[i];
        carry += e->ways[i] < sum;
    }
}

/* The shapes that fit with their first square in row y, as sets of squares from that one on. */
static size_t find_shapes(uint64_t *shapes, const df_piece_set *set, unsigned rows, unsigned y)
{
    size_t count = 0;
    for (size_t i = 0; i < set->count * DF_ORIENTATIONS; i++) {
        const df_piece *piece = &set->pieces[i / DF_ORIENTATIONS];
        const df_shape *shape = &piece->shape[i % DF_ORIENTATIONS];
        if (piece->same_as[i % DF_ORIENTATIONS] != i % DF_ORIENTATIONS)
            continue;
        unsigned low = 0;
        while ((shape->row[low] & 1) == 0)
            low++;
        if (y < low || y - low + shape->height > rows)
            continue;
        uint64_t squares = 0;
        for (unsigned dy = 0; dy < shape->height; dy++) {
            for (unsigned dx = 0; dx < shape->width; dx++) {
                if ((shape->row[dy] >> dx & 1) != 0)
                    squares |= UINT64_C(1) << (dx * rows + dy - low);
            }
        }
        shapes[count++] = squares;
    }
    return count;
}

static void fill(dictionary *next, const entry *e, const uint64_t *shapes, size_t count)
{
    const uint64_t taken = e->taken - 1;
    if ((taken & 1) != 0) {
        add(next, taken >> 1, e->ways);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if ((taken & shapes[i]) == 0) {
            add(next, (taken | shapes[i]) >> 1, e->ways);
            steps++;
        }
    }
}

static uint64_t count_tilings(const df_piece_set *set, unsigned columns, unsigned rows)
{
    const uint64_t one[WORDS] = {1};
    dictionary now;
    make(&now, 16);
    add(&now, 0, one);
    for (unsigned square = 0; square < columns * rows; square++) {
        uint64_t shapes[MAX_SHAPES];
        const size_t count = find_shapes(shapes, set, rows, square % rows);
        dictionary next;
        make(&next, 16);
        for (size_t i = 0; i < now.room; i++) {
            if (now.entries[i].taken != 0)
                fill(&next, &now.entries[i], shapes, count);
        }
        states += now.count;
        const uint64_t bytes = (now.room + next.room) * sizeof(entry);
        max_bytes = bytes > max_bytes ? bytes : max_bytes;
        free(now.entries);
        now = next;
    }
    const uint64_t low = find(&now, 0)->ways[0];
    free(now.entries);
    return low;
}

int main(int argc, char **argv)
{
    const unsigned width = argc > 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    const unsigned height = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    const unsigned rows = width < height ? width : height;
    df_piece_set *set = NULL;
    if (rows < 1 || rows > MAX_ROWS || df_piece_set_tetrominoes(&set) != DF_OK) {
        fputs("usage: count_plain WIDTH HEIGHT\n", stderr);
        return 2;
    }
    const clock_t begin = clock();
    const uint64_t low = count_tilings(set, width < height ? height : width, rows);
    printf("{\"low\": %" PRIu64 ", \"states\": %" PRIu64 ", \"steps\": %" PRIu64
           ", \"memory\": %" PRIu64 ", \"seconds\": %.6f}\n",
           low, states, steps, max_bytes, (double)(clock() - begin) / CLOCKS_PER_SEC);
    df_piece_set_free(set);
    return 0;
}
