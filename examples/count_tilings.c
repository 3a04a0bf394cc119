/* Counts in how many ways tetrominoes fill rectangles four rows high, exactly.
 *
 *     cc count_tilings.c $(pkg-config --cflags --libs dropforge) -o count_tilings */
#include <stdio.h>

#include "dropforge/tile.h"

enum { WIDTH = 40, HEIGHT = 4 };

int main(void)
{
    df_piece_set *set = NULL;
    df_natural numbers[WIDTH + 1] = {{0}}; /* numbers[k]: of k columns */
    df_error error = {0};
    df_status status = df_piece_set_tetrominoes(&set);
    if (status == DF_OK) {
        const df_tile_board board = {.width = WIDTH, .height = HEIGHT, .pieces = set};
        status = df_tile_count_widths(numbers, &board, NULL, NULL, &error);
    }
    for (unsigned width = 1; width <= WIDTH && status == DF_OK; width++) {
        df_text digits = {0};
        df_natural_write(&digits, &numbers[width]);
        status = digits.status;
        if (status == DF_OK)
            printf("%ux%u %s\n", width, HEIGHT, digits.bytes);
        df_text_free(&digits);
    }
    if (status != DF_OK)
        fprintf(stderr, "count_tilings: %s: %s\n", df_status_name(status), error.text);
    for (unsigned width = 0; width <= WIDTH; width++)
        df_natural_free(&numbers[width]);
    df_piece_set_free(set);
    return status != DF_OK;
}
