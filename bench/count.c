/* Counts the tilings of a rectangle by tetrominoes: count WIDTH HEIGHT [MEGABYTES]. Prints a
 * JSON object: the lowest word of the number, the states, the steps, the most bytes held, and
 * the CPU seconds. bench/counts runs it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "dropforge/tile.h"

int main(int argc, char **argv)
{
    const unsigned long width = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
    const unsigned long height = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    const unsigned long megabytes = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
    if (width < 1 || width > DF_TILE_MAX_SIDE || height < 1 || height > DF_TILE_MAX_SIDE) {
        fputs("usage: count WIDTH HEIGHT [MEGABYTES]\n", stderr);
        return 2;
    }
    df_piece_set *set = NULL;
    df_natural number = {0};
    df_count_effort effort = {0};
    df_error error = {0};
    const clock_t begin = clock();
    df_status status = df_piece_set_tetrominoes(&set);
    const df_count_options options = {.memory = megabytes * UINT64_C(1000000)};
    if (status == DF_OK)
        status = df_tile_count(&number, set, (unsigned)width, (unsigned)height, false, &options,
                               &effort, &error);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (status == DF_OK)
        printf("{\"low\": %" PRIu64 ", \"states\": %" PRIu64 ", \"steps\": %" PRIu64
               ", \"memory\": %" PRIu64 ", \"seconds\": %.6f}\n",
               number.count > 0 ? number.words[0] : 0, effort.states, effort.steps,
               effort.memory, seconds);
    else
        fprintf(stderr, "count: %s %s\n", df_status_names[status], error.text);
    df_natural_free(&number);
    df_piece_set_free(set);
    return status == DF_OK ? 0 : 1;
}
