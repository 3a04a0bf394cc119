/* Prints a sprite: finds the drops that leave it, and writes them as a drop list.
 *
 *     cc print_sprite.c $(pkg-config --cflags --libs dropforge) -o print_sprite */
#include <stdio.h>

#include "dropforge/dropforge.h"

static const char mushroom[] = "..rrrr../.rwrrwr./rrrrrrrr/rwrrrrwr/"
                               "rrrwwrrr/.swwwws./..sssw../..sssw..";
static const df_color colors[] = {{216, 40, 0}, {252, 252, 252}, {240, 188, 60}};

int main(void)
{
    df_picture *picture = NULL;
    df_plan *plan = NULL;
    df_text text = {0};
    df_error error = {.text = "out of memory"};
    const bool fails = df_picture_from_letters(&picture, mushroom, "rws", colors, &error) ||
                       df_print(&plan, picture, NULL, NULL, NULL, &error) ||
                       df_plan_write(&text, plan, DF_PLAN_DROPS, &error);
    fputs(fails ? error.text : text.bytes, fails ? stderr : stdout);
    df_text_free(&text);
    df_plan_free(plan);
    df_picture_free(picture);
    return fails;
}
