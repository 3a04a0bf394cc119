/* Finds a perfect clear of four rows: where each piece of a queue drops so that nothing is
 * left.
 *
 *     cc perfect_clear.c $(pkg-config --cflags --libs dropforge) -o perfect_clear */
#include <stdio.h>

#include "dropforge/dropforge.h"

static df_status show(void *set, const df_clear_drop *drops, size_t count)
{
    for (const df_clear_drop *one = drops; one < drops + count; one++)
        printf("%s %c %u %u\n", ((df_piece_set *)set)->pieces[one->drop.piece].name,
               DF_ORIENTATION_LETTERS[one->drop.orientation], (unsigned)one->drop.x,
               (unsigned)one->drop.y);
    return DF_OK;
}

int main(void)
{
    static const uint16_t queue[] = {DF_T, DF_I, DF_L, DF_J, DF_O, DF_S,
                                     DF_Z, DF_T, DF_I, DF_O, DF_L};
    df_piece_set *set = NULL;
    df_field *field = NULL;
    df_clear_report report = {0};
    bool fails = df_piece_set_tetrominoes(&set) || df_field_create(&field, 10, 4);
    const df_clear_request request = {.set = set,
                                      .field = field,
                                      .rows = 4,
                                      .queue = queue,
                                      .count = 11,
                                      .hold = true,
                                      .rules = DF_RULES_SRS,
                                      .max = 1};
    fails = fails || df_clear_find(&request, show, set, &report, NULL);
    puts(report.ways > 0 ? "nothing is left" : "no way was found");
    df_field_free(field);
    df_piece_set_free(set);
    return fails;
}
