/* The writer plays the plan and draws each piece into the current block. Like the reader it
 * follows the rows that clear, but the other way round: it keeps for each row of the
 * playfield which row of the block it is. A piece fits into the block if the rows in which
 * it comes to rest are next to one another in the block as well:
 *
 *     B...   2 -> 1
 *     BBAA   1 -> cleared by B
 *     BAA.   0 -> 0
 *
 * An upright I at the right comes to rest in rows 0 to 3, which are rows 0, 2, 3 and 4 of the
 * block: it would have to be drawn torn, so it begins another block. No two pieces of a block
 * can meet in a square of the drawing: a row of the block that still exists still holds all
 * that was drawn in it, and a row that is gone is the row of no later piece. */
#include "core/base/format.h"
#include "core/format/plan_texts.h"
#include "dropforge/plan.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/board/plan_deal.h"
#include "core/board/shape.h"

/* A block clears at most four rows for each of its letters, so no row above these can come down
 * into the playfield while it is drawn. */
#define DRAWN_ROWS (DF_FIELD_MAX_HEIGHT + 4 * BLOCK_LETTERS)

/* The block that is being drawn. Its rows are numbered like those of the playfield at the
 * moment when the block began. */
typedef struct block_drawing {
    unsigned letters;
    unsigned lowest; /* rows in use, when letters > 0 */
    unsigned highest;
    uint16_t row_of[DRAWN_ROWS]; /* for each row of the playfield: its row of the block */
    unsigned width;
    char squares[]; /* DRAWN_ROWS rows of `width` */
} block_drawing;

static char *drawing_row(block_drawing *drawing, unsigned row)
{
    return &drawing->squares[(size_t)row * drawing->width];
}

/* Empties the drawing, and lays it over the playfield as it is now. */
static void begin_drawing(block_drawing *drawing)
{
    if (drawing->letters > 0)
        memset(drawing_row(drawing, drawing->lowest), BLOCK_EMPTY,
               (size_t)(drawing->highest - drawing->lowest + 1) * drawing->width);
    drawing->letters = 0;
    for (unsigned y = 0; y < DRAWN_ROWS; y++)
        drawing->row_of[y] = (uint16_t)y;
}

/* True if a piece that came to rest in rows y … y + height - 1 can be added: no row
 * between its own may have been cleared since the block began. */
static bool can_draw(const block_drawing *drawing, unsigned y, unsigned height)
{
    if (drawing->letters == 0)
        return true;
    const unsigned lowest = drawing->row_of[y], highest = drawing->row_of[y + height - 1];
    return drawing->letters < BLOCK_LETTERS && highest - lowest == height - 1 &&
           highest < drawing->lowest + BLOCK_MAX_ROWS &&
           drawing->highest < lowest + BLOCK_MAX_ROWS;
}

/* Draws a piece that came to rest at (x, y) with the next letter. */
static void blocks_write_draw(block_drawing *drawing, const df_shape *shape, unsigned x,
                              unsigned y)
{
    const unsigned lowest = drawing->row_of[y], highest = lowest + shape->height - 1u;
    if (drawing->letters == 0 || lowest < drawing->lowest)
        drawing->lowest = lowest;
    if (drawing->letters == 0 || highest > drawing->highest)
        drawing->highest = highest;
    const char letter = (char)(BLOCK_FIRST_LETTER + (int)drawing->letters);
    for (unsigned i = 0; i < shape->height; i++) {
        char *row = drawing_row(drawing, lowest + i);
        for (unsigned j = 0; j < shape->width; j++) {
            if ((shape->row[i] >> j & 1) != 0)
                row[x + j] = letter;
        }
    }
    drawing->letters++;
}

/* Follows the rows of the playfield when some of them clear. */
static void blocks_write_clear_rows(block_drawing *drawing, const df_landing *landing)
{
    unsigned to = landing->y;
    for (unsigned from = landing->y; from < DRAWN_ROWS; from++) {
        const unsigned bit = from - landing->y;
        if (bit >= 32 || (landing->cleared >> bit & 1) == 0)
            drawing->row_of[to++] = drawing->row_of[from];
    }
}

/* Puts the block into the text, after an empty line. */
static void blocks_write_put_drawing(df_text *text, block_drawing *drawing)
{
    if (drawing->letters == 0)
        return;
    df_text_put_char(text, '\n');
    for (unsigned y = drawing->highest + 1; y-- > drawing->lowest;) {
        df_text_put_bytes(text, drawing_row(drawing, y), drawing->width);
        df_text_put_char(text, '\n');
    }
}

/* Checks that the plan's pieces are the seven tetrominoes, by name and shape. */
static df_status blocks_write_check_pieces(const df_piece_set *set, df_error *error)
{
    df_piece_set *tetrominoes = NULL;
    const df_status status = df_piece_set_tetrominoes(&tetrominoes);
    if (status != DF_OK)
        return status;
    bool same = set->count == tetrominoes->count;
    for (size_t i = 0; same && i < set->count; i++) {
        const df_piece *piece = &set->pieces[i], *wanted = &tetrominoes->pieces[i];
        same = strcmp(piece->name, wanted->name) == 0 && shapes_are(piece, wanted);
    }
    df_piece_set_free(tetrominoes);
    if (!same)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "blocks are for tetrominoes only; write a drop list");
    return DF_OK;
}

/* Checks that the colours given are those of J, of J and T, or of J, T and L. */
static df_status check_colors(const df_plan_color *colors, df_error *error)
{
    const char *wrong = NULL;
    if (colors[DF_I].given || colors[DF_O].given || colors[DF_S].given || colors[DF_Z].given)
        wrong = "blocks have colours for J, T and L only";
    else if (!colors[DF_J].given)
        wrong = "blocks need a colour for J";
    else if (colors[DF_L].given && !colors[DF_T].given)
        wrong = "blocks with a colour for L need one for T";
    else
        return DF_OK;
    return df_error_set(error, DF_ERROR_LIMIT,
                        "%s; write a drop list, or print the picture with pieces JTL", wrong);
}

/* A plan with the same drops, by the rules of blocks. */
static df_status copy_plan(df_plan **copy, const df_plan *plan)
{
    df_plan *made = NULL;
    df_status status = df_plan_create(&made, plan->width, plan->height, plan->set);
    if (status != DF_OK)
        return status;
    status = df_plan_append(made, plan);
    if (status == DF_OK)
        *copy = made;
    else
        df_plan_free(made);
    return status;
}

/* Blocks do not say how tall the playfield is: writes the height that a reader will choose,
 * and makes sure that every drop comes to rest in the same row there. */
static df_status blocks_write_check_height(const df_plan *plan, unsigned *height,
                                           df_error *error)
{
    df_plan *copy = NULL;
    df_status status = copy_plan(&copy, plan);
    if (status != DF_OK)
        return status;
    status = df_plan_settle(copy, 2u * plan->width, NULL);
    if (status == DF_ERROR_MOVE)
        status = df_error_set(error, DF_ERROR_LIMIT,
                              "blocks cannot say a drop that is impossible in the tallest "
                              "playfield; write a drop list");
    /* A piece that had to start below the top of the stack may have passed under something
     * that it meets from above in a taller playfield. */
    for (size_t i = 0; status == DF_OK && i < plan->count; i++) {
        if (copy->drops[i].y == plan->drops[i].y)
            continue;
        status =
            df_error_set(error, DF_ERROR_LIMIT, "drop %zu %s; write a drop list", i + 1,
                         plan->rules == DF_RULES_HARDDROP
                             ? "needs this height of the playfield, which blocks do not say"
                             : "does not fall straight to its place, as in blocks all "
                               "pieces do");
    }
    if (status == DF_OK)
        *height = copy->height;
    df_plan_free(copy);
    return status;
}

static void put_colors(df_text *text, const df_plan_color *colors)
{
    static const unsigned order[BLOCK_MAX_COLORS] = {DF_J, DF_T, DF_L};
    for (unsigned i = 0; i < BLOCK_MAX_COLORS && colors[order[i]].given; i++) {
        const df_color color = colors[order[i]].color;
        if (i > 0)
            df_text_put_char(text, ' ');
        df_text_put_color(text, color);
    }
    df_text_put_char(text, '\n');
}

/* Plays the plan, which check_height has tried, and draws its blocks. */
static void put_blocks(df_text *text, const df_plan *plan, df_field *field,
                       block_drawing *drawing)
{
    for (size_t i = 0; i < plan->count; i++) {
        const df_drop *drop = &plan->drops[i];
        const df_shape *shape = &plan->set->pieces[drop->piece].shape[drop->orientation];
        if (drop->begins_block || !can_draw(drawing, drop->y, shape->height)) {
            blocks_write_put_drawing(text, drawing);
            begin_drawing(drawing);
        }
        blocks_write_draw(drawing, shape, drop->x, drop->y);
        df_landing landing = {0};
        (void)df_drop_apply(field, plan->set, drop, DF_RULES_HARDDROP, &landing);
        if (landing.cleared_count > 0)
            blocks_write_clear_rows(drawing, &landing);
    }
    blocks_write_put_drawing(text, drawing);
}

df_status df_blocks_write(df_text *text, const df_plan *plan, df_error *error)
{
    unsigned height = 0;
    df_status status = blocks_write_check_pieces(plan->set, error);
    if (status == DF_OK)
        status = check_colors(plan->colors, error);
    if (status == DF_OK && plan->deal != NULL)
        status = df_error_set(error, DF_ERROR_LIMIT,
                              "blocks cannot say how pieces are dealt; write a drop list");
    if (status == DF_OK && plan->begin != NULL)
        status = df_error_set(error, DF_ERROR_LIMIT,
                              "blocks begin with an empty playfield; write a drop list");
    if (status == DF_OK && plan->count == 0)
        status = df_error_set(error, DF_ERROR_LIMIT,
                              "blocks cannot say a plan without drops; write a drop list");
    if (status == DF_OK)
        status = blocks_write_check_height(plan, &height, error);
    if (status != DF_OK)
        return status;
    df_field *field = NULL;
    status = df_field_create(&field, plan->width, height);
    if (status != DF_OK)
        return status;
    const size_t squares = (size_t)DRAWN_ROWS * plan->width;
    block_drawing *drawing = malloc(sizeof *drawing + squares);
    if (drawing == NULL) {
        df_field_free(field);
        return DF_ERROR_MEMORY;
    }
    drawing->letters = 0;
    drawing->width = plan->width;
    memset(drawing->squares, BLOCK_EMPTY, squares);
    begin_drawing(drawing);
    put_colors(text, plan->colors);
    put_blocks(text, plan, field, drawing);
    free(drawing);
    df_field_free(field);
    return text->status;
}
