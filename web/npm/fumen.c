/* Fumens: boards and plans as players pass them to one another. */
#include "dropforge/fumen.h"

#include <stdlib.h>
#include <string.h>

#include "core/board/mover.h"
#include "npm.h"
#include "web/answer.h"

enum { BOARD = DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH };

/* A plan on its way into pages. */
typedef struct pager {
    const df_plan *plan;
    df_fumen_page *pages;
    size_t count;
} pager;

static unsigned square_at(const pager *self, const df_field *field, unsigned x, unsigned y)
{
    const unsigned square = y < field->height ? df_field_square(field, x, y) : 0;
    if (square > self->plan->set->count)
        return DF_FUMEN_GRAY;
    return square == 0 ? DF_FUMEN_EMPTY : df_fumen_piece(&self->plan->set->pieces[square - 1]);
}

static df_fumen_page *add_page(pager *self, const df_field *field)
{
    df_fumen_page *page = &self->pages[self->count++];
    for (unsigned place = 0; place < BOARD; place++) {
        const unsigned x = place % DF_FUMEN_WIDTH, y = place / DF_FUMEN_WIDTH;
        page->square[y][x] = (uint8_t)square_at(self, field, x, y);
    }
    return page;
}

static df_status show_drop(void *context, const df_field *before, const df_drop *drop,
                           const df_landing *landing)
{
    pager *self = context;
    const df_piece *piece = &self->plan->set->pieces[drop->piece];
    df_fumen_page *page = add_page(self, before);
    df_mover mover;
    int x, y;
    const df_status status = df_mover_make(&mover, piece, DF_FUMEN_WIDTH, DF_ROTATION_SRS);
    if (status != DF_OK)
        return status;
    df_mover_center(&mover, drop->orientation, &x, &y);
    page->piece = (uint8_t)df_fumen_piece(piece);
    page->orientation = drop->orientation;
    page->x = (uint8_t)(drop->x + x);
    page->y = (uint8_t)(landing->y + y);
    page->lock = true;
    return page->piece != DF_FUMEN_EMPTY ? DF_OK : DF_ERROR_LIMIT;
}

static df_status show_end(void *context, const df_field *field)
{
    add_page(context, field);
    return DF_OK;
}

/* Answers with a fumen of the plan: a page for each drop, and one for what they leave.
 * DF_ERROR_LIMIT: it has other pieces than tetrominoes, or not 10 columns, or reaches beyond 23
 * rows. */
WASM_EXPORT(plan_fumen) df_status plan_fumen(const df_plan *plan)
{
    const df_sink sink = {.drop = show_drop, .end = show_end};
    df_plan_summary summary;
    pager self = {.plan = plan};
    df_text *text = answer_begin();
    df_status status = df_plan_play(plan, NULL, NULL, NULL, &summary, NULL);
    if (status == DF_OK &&
        (plan->width != DF_FUMEN_WIDTH || summary.max_height > DF_FUMEN_HEIGHT))
        status = DF_ERROR_LIMIT;
    if (status == DF_OK) {
        self.pages = calloc(plan->count + 1, sizeof self.pages[0]);
        status = self.pages != NULL ? DF_OK : DF_ERROR_MEMORY;
    }
    if (status == DF_OK)
        status = df_plan_play(plan, &sink, &self, NULL, NULL, NULL);
    if (status == DF_OK)
        status = df_fumen_write(text, self.pages, self.count);
    free(self.pages);
    return answer_end(status, NULL);
}

/* Answers with a fumen of `count` boards, each of 230 squares row by row from the floor. */
WASM_EXPORT(fumen_write) df_status fumen_write(const uint8_t *squares, size_t count)
{
    df_text *text = answer_begin();
    df_fumen_page *pages = calloc(count, sizeof pages[0]);
    if (pages == NULL)
        return answer_end(DF_ERROR_MEMORY, NULL);
    for (size_t i = 0; i < count; i++)
        memcpy(pages[i].square, squares + i * BOARD, BOARD);
    const df_status status = df_fumen_write(text, pages, count);
    free(pages);
    return answer_end(status, NULL);
}

/* A page as it is read: its squares, row by row from the floor, and the numbers of the piece.
 */
static void put_page(const df_fumen_page *page)
{
    const uint8_t rest[] = {page->piece, page->orientation, page->x, page->y, page->lock};
    answer_bytes(page->square, BOARD);
    answer_bytes(rest, sizeof rest);
}

/* Answers with the bytes of the pages of a fumen. */
WASM_EXPORT(fumen_read) df_status fumen_read(const char *text, size_t length)
{
    df_error error = {0};
    df_fumen_page *pages = NULL;
    size_t count = 0;
    answer_begin();
    const df_status status = df_fumen_read(&pages, &count, text, length, &error);
    for (size_t i = 0; status == DF_OK && i < count; i++)
        put_page(&pages[i]);
    df_fumen_free(pages);
    return answer_end(status, &error);
}
