/* Plans and pictures as objects: drop lists become plans, and back. Each call but those that
 * free answers with a df_status (printer.c). */
#include "answer.h"
#include "dropforge/picture.h"
#include "dropforge/plan.h"
#include "printer.h"

df_status printer_pieces(const df_piece_set **set)
{
    static df_piece_set *tetrominoes;
    const df_status status =
        tetrominoes != NULL ? DF_OK : df_piece_set_tetrominoes(&tetrominoes);
    if (status == DF_OK)
        *set = tetrominoes;
    return status;
}

/* A plan as a drop list; not JSON. */
WASM_EXPORT(plan_write) df_status plan_write(const df_plan *plan)
{
    const df_status status = df_drops_write(answer_begin(), plan);
    return answer_end(status, NULL);
}

/* Makes a plan of a drop list. */
WASM_EXPORT(plan_read) df_status plan_read(const char *text, size_t length)
{
    df_error error = {0};
    df_plan *plan = NULL;
    const df_piece_set *set;
    answer_begin();
    df_status status = printer_pieces(&set);
    if (status == DF_OK)
        status = df_drops_read(&plan, set, text, length, &error);
    if (status == DF_OK)
        answer_give(plan);
    return answer_end(status, &error);
}

WASM_EXPORT(plan_free) void plan_free(df_plan *plan)
{
    df_plan_free(plan);
}

/* Plays the plan and answers with the size of its playfield and a
 * df_plan_summary. */
WASM_EXPORT(plan_summary) df_status plan_summary(const df_plan *plan)
{
    df_error error = {0};
    df_plan_summary summary;
    static const answer_member members[] = {
        MEMBER(df_plan_summary, drops), MEMBER(df_plan_summary, rows_cleared),
        MEMBER(df_plan_summary, max_height), MEMBER(df_plan_summary, needed_height)};
    answer_begin();
    const df_status status = df_plan_play(plan, NULL, NULL, NULL, &summary, &error);
    if (status != DF_OK)
        return answer_end(status, &error);
    answer_open(NULL, '{');
    answer_number("width", plan->width);
    answer_number("height", plan->height);
    ANSWER_MEMBERS(&summary, members);
    answer_close('}');
    return answer_end(DF_OK, NULL);
}

/* Answers with the width, height and colors of a picture. */
WASM_EXPORT(picture_tell) df_status picture_tell(const df_picture *picture)
{
    answer_begin();
    answer_open(NULL, '{');
    answer_number("width", picture->width);
    answer_number("height", picture->height);
    answer_open("colors", '[');
    for (unsigned i = 0; i < picture->color_count; i++)
        answer_color(NULL, picture->colors[i]);
    answer_close(']');
    answer_close('}');
    return answer_end(DF_OK, NULL);
}

/* The squares of a picture, as in df_picture. */
WASM_EXPORT(picture_cells) const uint8_t *picture_cells(const df_picture *picture)
{
    return picture->cell;
}

WASM_EXPORT(picture_free) void picture_free(df_picture *picture)
{
    df_picture_free(picture);
}
