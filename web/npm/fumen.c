/* Fumens: boards and plans as players pass them to one another. */
#include "dropforge/plan.h"

#include <stdlib.h>
#include <string.h>

#include "npm.h"
#include "web/answer.h"

enum { BOARD = DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH };

/* Answers with a fumen of the plan: a page for each drop, and one for what they leave.
 * DF_ERROR_LIMIT: it has other pieces than tetrominoes, or not 10 columns, or reaches beyond 23
 * rows. */
WASM_EXPORT(plan_fumen) df_status plan_fumen(const df_plan *plan)
{
    df_text *text = answer_begin();
    return answer_end(df_fumen_write_plan(text, plan, NULL), NULL);
}

/* Answers with a fumen of `count` pages: of each its squares, row by row from the floor; the
 * numbers of the piece; whether it locks; and the comment with a NUL. */
WASM_EXPORT(fumen_write) df_status fumen_write(const uint8_t *bytes, size_t count)
{
    df_text *text = answer_begin();
    df_fumen_page *pages = calloc(count, sizeof pages[0]);
    if (pages == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *rest = bytes + BOARD;
        const char *comment = (const char *)rest + 5;
        pages[i] = (df_fumen_page){.piece = rest[0],
                                   .orientation = rest[1],
                                   .x = rest[2],
                                   .y = rest[3],
                                   .lock = rest[4] != 0,
                                   .comment = comment};
        memcpy(pages[i].square, bytes, BOARD);
        bytes = (const uint8_t *)comment + strlen(comment) + 1;
    }
    const df_status status = df_fumen_write(text, pages, count);
    free(pages);
    return answer_end(status, NULL);
}

/* Answers with a page: its squares, row by row from the floor, and the numbers of the piece;
 * the squares with the piece in its place, and if it has one; the length of the comment, and
 * that. */
static df_status put_page(const df_fumen_page *pages, size_t page)
{
    df_text comment = {0};
    df_fumen_page placed = pages[page];
    const bool fits = df_fumen_place(&placed) == DF_OK;
    const df_status status = df_fumen_put_comment(&comment, pages, page);
    const uint8_t rest[] = {pages[page].piece,
                            pages[page].orientation,
                            pages[page].x,
                            pages[page].y,
                            pages[page].lock,
                            fits,
                            (uint8_t)(comment.length % 256),
                            (uint8_t)(comment.length / 256)};
    answer_bytes(pages[page].square, BOARD);
    answer_bytes(placed.square, BOARD);
    answer_bytes(rest, sizeof rest);
    if (comment.length > 0)
        answer_bytes(comment.bytes, comment.length);
    df_text_free(&comment);
    return status;
}

/* Answers with the bytes of the pages of a fumen. */
WASM_EXPORT(fumen_read) df_status fumen_read(const char *text, size_t length)
{
    df_error error = {0};
    df_fumen_page *pages = NULL;
    size_t count = 0;
    answer_begin();
    df_status status = df_fumen_read(&pages, &count, text, length, &error);
    for (size_t i = 0; status == DF_OK && i < count; i++)
        status = put_page(pages, i);
    df_fumen_free(pages);
    return answer_end(status, &error);
}
