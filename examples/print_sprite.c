/* Prints a sprite: finds the drops that leave it, and writes them as a drop list.
 *
 *     cc print_sprite.c $(pkg-config --cflags --libs dropforge) -o print_sprite */
#include <stdio.h>
#include <string.h>

#include "dropforge/dropforge.h"

/* A mushroom: a letter for each colour, rows from the top. */
static const char sprite[] = "..rrrr..\0.rwrrwr.\0rrrrrrrr\0rwrrrrwr\0"
                             "rrrwwrrr\0.swwwws.\0..sssw..\0..sssw..";
static const uint8_t colors[128][4] = {
    ['r'] = {216, 40, 0, 255}, ['w'] = {252, 252, 252, 255}, ['s'] = {240, 188, 60, 255}};

int main(void)
{
    uint8_t rgba[8 * 8][4];
    df_piece_set *set = NULL;
    df_picture *picture = NULL;
    df_plan *plan = NULL;
    df_text text = {0};
    df_error error = {.text = "out of memory"};
    for (int i = 0; i < 8 * 8; i++)
        memcpy(rgba[i], colors[(int)sprite[i + i / 8]], 4);
    const bool fails = df_piece_set_tetrominoes(&set) ||
                       df_picture_from_rgba(&picture, rgba[0], 8, 8, &error) ||
                       df_print(&plan, picture, set, &(df_print_options){0}, NULL, &error) ||
                       df_drops_write(&text, plan);
    fputs(fails ? error.text : text.bytes, fails ? stderr : stdout);
    df_text_free(&text);
    df_plan_free(plan);
    df_picture_free(picture);
    df_piece_set_free(set);
    return fails;
}
