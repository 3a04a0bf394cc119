/* Enumerates polyominoes of N squares: ominoes WHAT N [TIMES]. WHAT is
 *   count      all fixed ones, counted only
 *   visit      all fixed ones, each looked at by a visitor
 *   one-sided  canonical images of the class, looked at by a visitor
 *   free       the same up to reflection
 *   plain      all fixed ones, by Redelmeier's algorithm as textbooks have it, as a peer
 * Prints how many there are, the CPU seconds of the quickest of TIMES runs (5), and the
 * millions a second. Under `valgrind --tool=cachegrind --cache-sim=no` with TIMES 1 and 2 the
 * difference is the instructions of a run. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "dropforge/omino.h"

/* A visitor that looks at each polyomino: it adds up the places of the last squares. */
typedef struct look {
    uint64_t count;
    uint64_t places;
} look;

static df_status see(void *context, const df_ominoes_batch *batch)
{
    look *seen = context;
    for (unsigned i = 0; i < batch->count; i++)
        seen->places += batch->last[i];
    seen->count += batch->count;
    return DF_OK;
}

enum { SIDE = 2 * DF_OMINOES_MAX_SQUARES + 2 };

typedef struct plain {
    uint64_t count;
    unsigned size;
    char reached[SIDE * SIDE];
    int untried[SIDE * SIDE];
} plain;

/* Takes squares off the untried set until it is empty; with each goes on with the rest and the
 * new neighbours. */
static void plain_grow(plain *p, unsigned untried, unsigned squares)
{
    static const int step[4] = {1, SIDE, -1, -SIDE};
    int mine[SIDE * SIDE];
    memcpy(mine, p->untried, untried * sizeof mine[0]);
    while (untried > 0) {
        const int place = mine[--untried];
        p->count += squares + 1 == p->size;
        if (squares + 1 == p->size)
            continue;
        unsigned all = untried;
        memcpy(p->untried, mine, untried * sizeof mine[0]);
        for (unsigned i = 0; i < 4; i++)
            if (!p->reached[place + step[i]]) {
                p->reached[place + step[i]] = 1;
                p->untried[all++] = place + step[i];
            }
        const unsigned grown = all;
        int added[4];
        memcpy(added, &p->untried[untried], (grown - untried) * sizeof added[0]);
        plain_grow(p, grown, squares + 1);
        for (unsigned i = 0; i < grown - untried; i++)
            p->reached[added[i]] = 0;
    }
}

static uint64_t plain_count(unsigned size)
{
    static plain p;
    const int first = SIDE + SIDE / 2;
    memset(&p, 0, sizeof p);
    memset(p.reached, 1, (size_t)first + 1);
    p.size = size;
    p.untried[0] = first;
    plain_grow(&p, 1, 0);
    return p.count;
}

static df_status run(const char *what, unsigned size, uint64_t *count)
{
    df_ominoes_filter filter = {.kind = DF_OMINO_FIXED};
    look seen = {0};
    if (strcmp(what, "plain") == 0) {
        *count = plain_count(size);
        return DF_OK;
    }
    if (strcmp(what, "count") == 0)
        return df_ominoes_count(count, size, NULL, NULL, NULL);
    if (strcmp(what, "one-sided") == 0)
        filter.kind = DF_OMINO_ONE_SIDED;
    if (strcmp(what, "free") == 0)
        filter.kind = DF_OMINO_FREE;
    const df_status status = df_ominoes_list(NULL, size, &filter, NULL, 0, see, &seen);
    /* Nobody needs the sum, but it must be made. */
    *count = seen.places == 1 ? 0 : seen.count;
    return status;
}

int main(int argc, char **argv)
{
    static const char *const known[] = {"count", "visit", "one-sided", "free", "plain"};
    const unsigned long size = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    const unsigned long times = argc > 3 ? strtoul(argv[3], NULL, 10) : 5;
    unsigned what = 0;
    while (argc > 2 && what < 5 && strcmp(argv[1], known[what]) != 0)
        what++;
    if (argc < 3 || what == 5 || size < 1 || size > DF_OMINOES_MAX_SQUARES || times < 1) {
        fputs("usage: ominoes count|visit|one-sided|free|plain N [TIMES]\n", stderr);
        return 2;
    }
    uint64_t count = 0;
    double min = -1;
    df_status status = DF_OK;
    for (unsigned long i = 0; i < times && status == DF_OK; i++) {
        const clock_t begin = clock();
        status = run(argv[1], (unsigned)size, &count);
        const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        min = min < 0 || seconds < min ? seconds : min;
    }
    if (status != DF_OK) {
        fprintf(stderr, "ominoes: %s\n", df_status_names[status]);
        return 1;
    }
    printf("%s %lu: %llu in %.3f s: %.0f million a second\n", argv[1], size,
           (unsigned long long)count, min, min > 0 ? (double)count / min / 1e6 : 0);
    return 0;
}
