/* Counts in how many ways tetrominoes fill a rectangle, exactly.
 *
 *     cc count_tilings.c $(pkg-config --cflags --libs dropforge) -o count_tilings */
#include <stdio.h>

#include "dropforge/dropforge.h"

int main(void)
{
    df_piece_set *set = NULL;
    df_natural number = {0};
    df_text digits = {0};
    df_error error = {.text = "out of memory"};
    bool fails = df_piece_set_tetrominoes(&set);
    fails = fails || df_tile_count(&number, set, 40, 4, false, NULL, NULL, &error);
    df_natural_write(&digits, &number);
    puts(fails || digits.status ? error.text : digits.bytes);
    df_text_free(&digits);
    df_natural_free(&number);
    df_piece_set_free(set);
    return fails || digits.status;
}
