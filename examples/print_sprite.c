/* Prints a sprite: finds the drops that leave it, and plays them into a playfield to see.
 *
 *     cc print_sprite.c $(pkg-config --cflags --libs dropforge) -o print_sprite */
#include <stdio.h>
#include <string.h>

#include "dropforge/plan.h"
#include "dropforge/print.h"

/* A mushroom: a letter for each colour, rows from the top. */
enum { WIDTH = 8, HEIGHT = 8 };
static const char *const sprite[HEIGHT] = {
    "..rrrr..", ".rwrrwr.", "rrrrrrrr", "rwrrrrwr",
    "rrrwwrrr", ".swwwws.", "..sssw..", "..sssw..",
};

/* The colour of a letter as 8-bit RGBA; what is transparent is all zero. */
static void paint(char letter, unsigned char rgba[4])
{
    static const unsigned char colors[3][4] = {
        {216, 40, 0, 255}, {252, 252, 252, 255}, {240, 188, 60, 255}};
    static const char letters[] = "rws";
    const char *place = strchr(letters, letter);
    if (place != NULL)
        memcpy(rgba, colors[place - letters], 4);
}

/* The final playfield: the letter of the piece that each square came from. */
static void show(const df_field *field, const df_piece_set *set)
{
    for (unsigned y = df_field_top(field); y-- > 0;) {
        for (unsigned x = 0; x < field->width; x++) {
            const unsigned square = df_field_square(field, x, y);
            putchar(square == 0 ? '.' : set->pieces[square - 1].name[0]);
        }
        putchar('\n');
    }
}

int main(void)
{
    unsigned char rgba[HEIGHT * WIDTH][4] = {{0}};
    df_piece_set *set = NULL;
    df_picture *picture = NULL;
    df_plan *plan = NULL;
    df_field *field = NULL;
    df_print_report report;
    df_error error = {0};

    for (int i = 0; i < HEIGHT * WIDTH; i++)
        paint(sprite[i / WIDTH][i % WIDTH], rgba[i]);
    df_status status = df_piece_set_tetrominoes(&set);
    if (status == DF_OK)
        status = df_picture_from_rgba(&picture, rgba[0], WIDTH, HEIGHT, &error);
    if (status == DF_OK)
        status = df_print(&plan, picture, set, &(df_print_options){0}, &report, &error);
    if (status == DF_OK)
        status = df_plan_play(plan, NULL, NULL, &field, NULL, &error);
    if (status == DF_OK) {
        printf("%zu drops on %u columns, %zu rows cleared\n", report.drops, report.width,
               report.rows_cleared);
        show(field, set);
    } else {
        fprintf(stderr, "print_sprite: %s: %s\n", df_status_name(status), error.text);
    }
    df_field_free(field);
    df_plan_free(plan);
    df_picture_free(picture);
    df_piece_set_free(set);
    return status != DF_OK;
}
