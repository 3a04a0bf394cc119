/* Counts fixed polyominoes by transfer matrix as one would write it down first, to compare
 * with: `transfer_plain SIZE`. A state has a label for each row and numbers for all sizes; it
 * is dropped when the columns and the edges that are missing take too many squares, each one at
 * least, and parts that are not connected at least one each but one. Prints the number and the
 * CPU seconds. No more than 35 squares: numbers have 64 bits. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX = 35, ROWS = (MAX + 1) / 2 };

typedef struct state {
    uint8_t label[ROWS]; /* by row; 0: empty; parts are numbered from below */
    uint8_t bottom, top; /* touched */
    bool used;
    uint64_t numbers[MAX + 1];
} state;

typedef struct table {
    state *slots;
    size_t room, count;
} table;

static unsigned size, rows;

static void *get(size_t count, size_t bytes)
{
    void *memory = calloc(count, bytes);
    if (memory == NULL) {
        fputs("transfer_plain: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static state *find(table *t, const state *key)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < ROWS + 2; i++)
        hash = (hash ^ ((const uint8_t *)key)[i]) * 1099511628211u;
    for (size_t i = (size_t)(hash >> 20) & (t->room - 1);; i = (i + 1) & (t->room - 1)) {
        if (!t->slots[i].used || memcmp(&t->slots[i], key, ROWS + 2) == 0)
            return &t->slots[i];
    }
}

static void add(table *t, const state *s, const uint64_t *numbers, unsigned shift)
{
    if (2 * t->count >= t->room) {
        table larger = {get(2 * t->room, sizeof(state)), 2 * t->room, t->count};
        for (size_t i = 0; i < t->room; i++) {
            if (t->slots[i].used)
                *find(&larger, &t->slots[i]) = t->slots[i];
        }
        free(t->slots);
        *t = larger;
    }
    state *here = find(t, s);
    if (!here->used) {
        *here = *s;
        here->used = true;
        memset(here->numbers, 0, sizeof here->numbers);
        t->count++;
    }
    for (unsigned k = shift; k <= size; k++)
        here->numbers[k] += numbers[k - shift];
}

/* Numbers the parts from below; returns how many there are. */
static unsigned renumber(state *s)
{
    uint8_t seen[2 * ROWS + 2] = {0}, count = 0;
    for (unsigned y = 0; y < rows; y++) {
        if (s->label[y] != 0 && seen[s->label[y]] == 0)
            seen[s->label[y]] = ++count;
        s->label[y] = seen[s->label[y]];
    }
    return count;
}

static bool has_room(const uint64_t *numbers, unsigned shift, unsigned needed)
{
    for (unsigned k = 0; k + shift + needed <= size; k++) {
        if (numbers[k] != 0)
            return true;
    }
    return false;
}

/* The successor of a state in which the square in row y is left or filled. False: a part is cut
 * off, or nothing is left. */
static bool follow(state *s, unsigned y, bool fill, unsigned *parts)
{
    const unsigned before = renumber(s), old = s->label[y];
    s->label[y] = 0;
    if (fill) {
        const uint8_t below = y > 0 ? s->label[y - 1] : 0;
        s->label[y] = (uint8_t)(old != 0 ? old : below != 0 ? below : ROWS + 1);
        for (unsigned k = 0; below != 0 && k < rows; k++) {
            if (s->label[k] == below)
                s->label[k] = s->label[y];
        }
        s->bottom |= y == 0;
        s->top |= y + 1 == rows;
    }
    *parts = renumber(s);
    return fill || (*parts == before && (*parts > 0 || y + 1 < rows));
}

/* Puts the successors of a state into `next`; returns how many polyominoes are finished. */
static uint64_t step(table *next, const state *from, unsigned column, unsigned y)
{
    uint64_t finished = 0;
    for (unsigned fill = 0; fill < 2; fill++) {
        state s = *from;
        unsigned parts;
        if (!follow(&s, y, fill != 0, &parts))
            continue;
        if (fill != 0 && parts == 1 && s.bottom && s.top && column >= rows)
            finished = from->numbers[size - 1] * (column == rows ? 1 : 2);
        unsigned needed = !s.bottom + !s.top + parts - (parts > 0);
        if (column + needed < rows)
            needed = rows - column;
        if (has_room(from->numbers, fill, needed))
            add(next, &s, from->numbers, fill);
    }
    return finished;
}

static uint64_t count_strip(void)
{
    uint64_t total = 0;
    table now = {get(1024, sizeof(state)), 1024, 0};
    const state empty = {{0}, 0, 0, false, {0}};
    const uint64_t one[MAX + 1] = {1};
    add(&now, &empty, one, 0);
    for (unsigned column = 1; column + rows <= size + 1; column++) {
        for (unsigned y = 0; y < rows; y++) {
            table next = {get(1024, sizeof(state)), 1024, 0};
            for (size_t i = 0; i < now.room; i++) {
                if (now.slots[i].used)
                    total += step(&next, &now.slots[i], column, y);
            }
            free(now.slots);
            now = next;
        }
    }
    free(now.slots);
    return total;
}

int main(int argc, char **argv)
{
    size = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    if (size < 1 || size > MAX) {
        fputs("usage: transfer_plain SIZE\n", stderr);
        return 2;
    }
    uint64_t total = 0;
    for (rows = 1; 2 * rows - 1 <= size; rows++)
        total += count_strip();
    printf("%u squares: %llu, %.2f s\n", size, (unsigned long long)total,
           (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
