/* Lists all tilings of a rectangle by tetrominoes to a visitor that only counts:
 * tilings WIDTH HEIGHT [TIMES]. Prints the states, the tilings and the CPU seconds of each
 * list, and the tilings a second of the median. Under `valgrind --tool=cachegrind
 * --cache-sim=no`, the instructions of a list are the difference of two runs. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dropforge/tile.h"
#include "tile/tiling/tiling_states.h"

enum { MAX_TIMES = 1000 };

static df_status count(void *context, const df_tiling *tiling)
{
    (void)tiling;
    ++*(uint64_t *)context;
    return DF_OK;
}

static double seconds_since(clock_t begin)
{
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

static int compare(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

int main(int argc, char **argv)
{
    const unsigned long width = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    const unsigned long height = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    const unsigned long times = argc > 3 ? strtoul(argv[3], NULL, 10) : 101;
    if (width < 1 || width > 64 || height < 1 || height > 1024 || times < 1 ||
        times > MAX_TIMES) {
        fputs("usage: tilings WIDTH HEIGHT [TIMES]\n", stderr);
        return 2;
    }
    df_piece_set *set = NULL;
    df_tilings *tilings = NULL;
    df_error error = {0};
    double lists[MAX_TIMES];
    uint64_t visits = 0;
    clock_t begin = clock();
    df_status status = df_piece_set_tetrominoes(&set);
    if (status == DF_OK)
        status =
            df_tilings_create(&tilings, set, (unsigned)width, (unsigned)height, NULL, &error);
    const double made = seconds_since(begin);
    for (unsigned long i = 0; i < times && status == DF_OK; i++) {
        visits = 0;
        begin = clock();
        status = df_tilings_list(tilings, NULL, 0, count, &visits);
        lists[i] = seconds_since(begin);
    }
    if (status == DF_OK) {
        qsort(lists, times, sizeof lists[0], compare);
        const double median = lists[times / 2];
        printf("states %zu in %.3f s, tilings %llu in %.6f s: %.0f million a second\n",
               df_tilings_states(tilings), made, (unsigned long long)visits, median,
               median > 0 ? (double)visits / median / 1e6 : 0);
    } else {
        fprintf(stderr, "tilings: %s %s\n", df_status_names[status], error.text);
    }
    df_tilings_free(tilings);
    df_piece_set_free(set);
    return status == DF_OK ? 0 : 1;
}
