/* Counts in how many ways tetrominoes fill rectangles four rows high, exactly.
 *
 *     cc count_tilings.c $(pkg-config --cflags --libs dropforge) -o count_tilings */
#include <inttypes.h>
#include <stdio.h>

#include "dropforge/tile.h"

enum { WIDTH = 40, HEIGHT = 4 };

/* Writes a number of any size, which is lost thereby. */
static df_status put_number(df_natural *number)
{
    uint64_t digits[WIDTH]; /* nineteen in each, the lowest first; enough for these numbers */
    unsigned count = 0;
    df_status status = DF_OK;
    do {
        status = df_natural_divide_small(number, number, UINT64_C(10000000000000000000),
                                         &digits[count]);
    } while (status == DF_OK && number->count > 0 && ++count < WIDTH);
    if (status == DF_OK)
        printf("%" PRIu64, digits[count]);
    while (status == DF_OK && count-- > 0)
        printf("%019" PRIu64, digits[count]);
    return status;
}

int main(void)
{
    df_piece_set *set = NULL;
    df_natural numbers[WIDTH + 1] = {{0}}; /* numbers[k]: of k columns */
    df_mishap mishap = {0};
    df_status status = df_piece_set_tetrominoes(&set);
    if (status == DF_OK) {
        const df_tile_board board = {.width = WIDTH, .height = HEIGHT, .pieces = set};
        status = df_tile_count_widths(numbers, &board, NULL, NULL, &mishap);
    }
    for (unsigned width = 1; width <= WIDTH && status == DF_OK; width++) {
        printf("%ux%u ", width, HEIGHT);
        status = put_number(&numbers[width]);
        putchar('\n');
    }
    if (status != DF_OK)
        fprintf(stderr, "count_tilings: %s: %s\n", df_status_name(status), mishap.text);
    for (unsigned width = 0; width <= WIDTH; width++)
        df_natural_free(&numbers[width]);
    df_piece_set_free(set);
    return status != DF_OK;
}
