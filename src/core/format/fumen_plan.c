/* Plans as fumens, and fumens as plans. */
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/format/plan_texts.h"
#include "fumen.h"

enum { FUMEN_PLAN_ROWS = 20 };

/* A plan on its way into pages. */
typedef struct fumen_pager {
    const df_plan *plan;
    df_fumen_page *pages;
    size_t count;
} fumen_pager;

static df_fumen_page *fumen_plan_add_page(fumen_pager *self, const df_field *field)
{
    const df_piece_set *set = self->plan->set;
    df_fumen_page *page = &self->pages[self->count++];
    for (unsigned place = 0; place < DF_FUMEN_HEIGHT * DF_FUMEN_WIDTH; place++) {
        const unsigned x = place % DF_FUMEN_WIDTH, y = place / DF_FUMEN_WIDTH;
        const unsigned square = y < field->height ? df_field_square(field, x, y) : 0;
        if (square > 0)
            page->square[y][x] =
                (uint8_t)(square > set->count ? DF_FUMEN_GRAY
                                              : df_fumen_piece(&set->pieces[square - 1]));
    }
    return page;
}

static df_status fumen_plan_show(void *context, const df_field *before, const df_drop *drop,
                                 const df_landing *landing)
{
    fumen_pager *self = context;
    const df_piece *piece = &self->plan->set->pieces[drop->piece];
    df_fumen_page *page = fumen_plan_add_page(self, before);
    const df_shape *shape = &piece->shape[drop->orientation];
    page->piece = (uint8_t)df_fumen_piece(piece);
    page->orientation = drop->orientation;
    page->x = (uint8_t)(drop->x + shape->center_x);
    page->y = (uint8_t)(landing->y + shape->center_y);
    page->lock = true;
    return DF_OK;
}

static df_status fumen_plan_check(const df_plan *plan, unsigned height, df_error *error)
{
    if (plan->width != DF_FUMEN_WIDTH || height > DF_FUMEN_HEIGHT)
        return df_error_set(
            error, DF_ERROR_LIMIT,
            "a fumen has %u columns and %u rows, and this plan needs %u columns "
            "and %u rows; write another format",
            DF_FUMEN_WIDTH, DF_FUMEN_HEIGHT, (unsigned)plan->width, height);
    for (size_t i = 0; i < plan->count; i++) {
        const df_piece *piece = &plan->set->pieces[plan->drops[i].piece];
        if (df_fumen_piece(piece) == DF_FUMEN_EMPTY)
            return df_error_set(error, DF_ERROR_LIMIT,
                                "a fumen has only tetrominoes, and this plan has the piece "
                                "'%s'; write another format",
                                piece->name);
    }
    return DF_OK;
}

df_status df_fumen_write_plan(df_text *text, const df_plan *plan, df_error *error)
{
    fumen_pager self = {.plan = plan};
    df_plan_summary summary = {0};
    df_field *final = NULL;
    df_status status = df_plan_play(plan, NULL, NULL, NULL, &summary, error);
    unsigned height = summary.max_height;
    if (status == DF_OK && plan->begin != NULL && df_field_top(plan->begin) > height)
        height = df_field_top(plan->begin);
    if (status == DF_OK)
        status = fumen_plan_check(plan, height, error);
    if (status != DF_OK)
        return status;
    self.pages = calloc(plan->count + 1, sizeof self.pages[0]);
    if (self.pages == NULL)
        return DF_ERROR_MEMORY;
    status = df_plan_play(plan, fumen_plan_show, &self, &final, NULL, NULL);
    if (status == DF_OK) {
        fumen_plan_add_page(&self, final);
        status = df_fumen_write(text, self.pages, self.count);
    }
    df_field_free(final);
    free(self.pages);
    return status;
}

/* Pages on their way into a plan. */
typedef struct fumen_player {
    const df_fumen_page *pages;
    size_t count;
    const df_piece_set *set;
    df_plan *plan;
    size_t *page_of; /* each drop */
    df_error *error;
} fumen_player;

static df_status fumen_plan_refuse(const fumen_player *self, size_t page, const char *what)
{
    return df_error_set(self->error, DF_ERROR_INPUT, "page %zu: %s", page + 1, what);
}

/* Returns the square of a playfield that a square of a fumen is. */
static unsigned fumen_plan_square(const df_piece_set *set, unsigned square)
{
    for (size_t i = 0; square != DF_FUMEN_EMPTY && i < set->count; i++) {
        if (df_fumen_piece(&set->pieces[i]) == square)
            return 1 + (unsigned)i;
    }
    return square == DF_FUMEN_EMPTY ? 0 : 1 + (unsigned)set->count;
}

/* Makes the plan with the starting field of the first page. */
static df_status fumen_plan_begin(fumen_player *self)
{
    df_field *begin = NULL;
    df_status status = df_field_create(&begin, DF_FUMEN_WIDTH, DF_FUMEN_HEIGHT);
    for (unsigned y = 0; status == DF_OK && y < DF_FUMEN_HEIGHT; y++) {
        const uint8_t *row = self->pages[0].square[y];
        for (unsigned x = 0; x < DF_FUMEN_WIDTH; x++)
            df_field_set(begin, x, y, fumen_plan_square(self->set, row[x]));
        if (memchr(row, DF_FUMEN_EMPTY, DF_FUMEN_WIDTH) == NULL)
            status = fumen_plan_refuse(self, 0, "a row is full at first; empty a square of it");
    }
    if (status == DF_OK)
        status = df_plan_create(&self->plan, DF_FUMEN_WIDTH, FUMEN_PLAN_ROWS, self->set);
    if (status == DF_OK)
        status = df_plan_set_begin(self->plan, begin);
    df_field_free(begin);
    return status;
}

df_status df_fumen_find_drop(df_drop *drop, const df_piece_set *set, const df_fumen_page *page)
{
    const unsigned square = fumen_plan_square(set, page->piece);
    if (square == 0 || square > set->count)
        return DF_ERROR_ARGUMENT;
    const df_piece *piece = &set->pieces[square - 1];
    const df_shape *shape = &piece->shape[page->orientation];
    *drop = (df_drop){.piece = (uint16_t)(square - 1),
                      .orientation = piece->same_as[page->orientation],
                      .x = (uint8_t)(page->x - shape->center_x),
                      .y = (uint16_t)(page->y - shape->center_y)};
    return DF_OK;
}

/* Adds the drop of a page that locks. */
static df_status fumen_plan_add_drop(fumen_player *self, size_t number)
{
    df_drop drop;
    const df_status status = df_fumen_find_drop(&drop, self->set, &self->pages[number]);
    if (status != DF_OK)
        return status;
    self->page_of[self->plan->count] = number;
    return df_plan_add(self->plan, drop);
}

/* Adds the drops of all pages, which must follow from one another. */
static df_status fumen_plan_add_drops(fumen_player *self)
{
    df_fumen_page left = self->pages[0];
    df_status status = DF_OK;
    for (size_t i = 0; i < self->count && status == DF_OK; i++) {
        df_fumen_page page = self->pages[i];
        if (memcmp(page.square, left.square, sizeof page.square) != 0)
            return fumen_plan_refuse(self, i,
                                     "its squares are not those that the page before leaves; "
                                     "only pages whose pieces lock one after the other are "
                                     "a plan");
        if (page.lock && (page.rise || page.mirror))
            return fumen_plan_refuse(self, i,
                                     "it raises or mirrors the playfield, which no "
                                     "plan can do; remove that");
        left = page;
        if (page.lock && page.piece != DF_FUMEN_EMPTY) {
            if (df_fumen_place(&page) != DF_OK)
                return fumen_plan_refuse(self, i, "its piece lies on filled squares; move it");
            status = fumen_plan_add_drop(self, i);
        }
        df_fumen_step(&left);
    }
    return status;
}

/* Finds the rules that bring all pieces to their places. */
static df_status fumen_plan_find_rules(fumen_player *self)
{
    df_error error = {0};
    df_status status = DF_ERROR_MOVE;
    for (df_rules rules = 0; rules < DF_RULES && status == DF_ERROR_MOVE; rules++) {
        if (!df_rules_have(rules, DF_TRAIT_PRINTS))
            continue;
        df_plan_summary summary;
        self->plan->rules = rules;
        self->plan->height = DF_FUMEN_HEIGHT + 4;
        error = (df_error){0};
        status = df_plan_play(self->plan, NULL, NULL, NULL, &summary, &error);
        if (status == DF_OK)
            self->plan->height =
                (uint16_t)(summary.needed_height > FUMEN_PLAN_ROWS ? summary.needed_height
                                                                   : FUMEN_PLAN_ROWS);
    }
    if (status != DF_ERROR_MOVE)
        return status;
    return fumen_plan_refuse(self, error.line > 0 ? self->page_of[error.line - 1] : 0,
                             "its piece cannot get there from above; move it");
}

df_status df_fumen_make_plan(df_plan **plan, const df_piece_set *set,
                             const df_fumen_page *pages, size_t count, df_error *error)
{
    fumen_player self = {.pages = pages, .count = count, .set = set, .error = error};
    self.page_of = calloc(count, sizeof self.page_of[0]);
    df_status status = self.page_of != NULL ? fumen_plan_begin(&self) : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = fumen_plan_add_drops(&self);
    if (status == DF_OK)
        status = fumen_plan_find_rules(&self);
    free(self.page_of);
    if (status != DF_OK) {
        df_plan_free(self.plan);
        return status;
    }
    *plan = self.plan;
    return DF_OK;
}
