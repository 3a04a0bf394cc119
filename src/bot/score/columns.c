#include "columns.h"

#include "core/base/bits.h"

bool df_columns_fit(const evaluator *e)
{
    return e->layout.width > 1 && e->layout.height <= COLUMNS_MAX_ROWS &&
           (e->used & BOTH_WELLS) != BOTH_WELLS && (e->used & MEASURE_OF_WHOLE) == 0;
}

/* Loads the squares of each column: a multiplication gathers bit x of all rows of a word. */
static void columns_load_squares(columns *c)
{
    const grid *g = &c->judge->layout;
    const unsigned rows = 1u << g->shift, words = grid_words(g, c->now->rows);
    uint64_t gather = 0;
    for (unsigned i = 0; i < rows; i++)
        gather |= UINT64_C(1) << (64 - rows - i * (g->lane - 1));
    for (unsigned x = 0; x < g->width; x++) {
        uint64_t full = 0;
        for (unsigned i = words; i-- > 0;)
            full = full << rows | (c->now->words[i] >> x & g->first) * gather >> (64 - rows);
        c->column[COLUMNS_MARGIN + x].full = full;
    }
}

static void columns_load_tops(columns *c)
{
    const unsigned width = c->judge->layout.width;
    const bool is_one = width + 2 * COLUMNS_MARGIN <= LANE;
    uint64_t tops = 0;
    uint32_t hollow = 0;
    int32_t left = 0;
    for (unsigned i = 0; i < COLUMNS_MARGIN; i++)
        c->column[i] = c->column[COLUMNS_MARGIN + width + i] =
            (column){.full = UINT64_MAX, .top = WALL_TOP};
    columns_load_squares(c);
    for (unsigned x = 0; x < width; x++) {
        column *self = &c->column[COLUMNS_MARGIN + x];
        self->top = (uint8_t)c->now->top[x];
        self->over = ~columns_under(self->top);
        self->open = sum_open(c, (self[-1].full & self[1].full) >> self->top);
        self->left = left;
        left += self->open;
        self->strip = (uint8_t)(is_one ? 0 : x / COLUMNS_STRIP);
        self->place = (uint8_t)(x - self->strip * COLUMNS_STRIP);
        c->hole_rows |= ~self->full & ~self->over;
        /* Full squares above the lowest empty one. */
        c->covers |= self->full & (self->full + 1);
    }
    c->column[COLUMNS_MARGIN + width].left = left;
    for (unsigned i = width + 2 * COLUMNS_MARGIN; i-- > 0;) {
        column *self = &c->column[i];
        self->tops = tops = tops << 8 | self->top;
        self->hollow = hollow = hollow << 8 | ((self->full ^ self->over) != UINT64_MAX);
    }
}

/* Returns the squares of a row that belong to a strip; its last place is unused. */
static inline uint64_t columns_strip_row(uint64_t row, unsigned first)
{
    const uint64_t lane = first > 0 ? row >> (first - COLUMNS_MARGIN) : row << COLUMNS_MARGIN;
    return lane & columns_under(LANE - 1);
}

static void columns_load_strip(const columns *c, strip *made, unsigned first)
{
    const grid *g = &c->judge->layout;
    uint64_t empty = columns_strip_row(g->row, first) * EACH_LANE, holes = 0, cover = 0;
    made->full[c->now->rows] = ~empty;
    made->holes[c->now->rows] = 0;
    for (unsigned y = c->now->rows; y-- > 0;) {
        const uint64_t row = grid_row(g, c->now->words, y);
        empty = empty << LANE | columns_strip_row(row ^ g->row, first);
        holes = holes << LANE | columns_strip_row(cover & ~row, first);
        cover |= row;
        made->full[y] = ~empty;
        made->holes[y] = holes;
    }
}

static void columns_load_lacking(columns *c)
{
    const grid *g = &c->judge->layout;
    uint64_t lacking = g->width * EACH_LANE;
    c->lacking[c->now->rows] = lacking;
    for (unsigned y = c->now->rows; y-- > 0;) {
        const unsigned full = bits_count(grid_row(g, c->now->words, y));
        c->lacking[y] = lacking = lacking << LANE | (g->width - full);
    }
}

/* Loads the steps; between a wall and the next column there is none that counts. */
static void columns_load_steps(columns *c)
{
    const unsigned width = c->judge->layout.width;
    column *all = c->column;
    unsigned before = STEP_OTHER;
    for (unsigned i = 1; i < width + 2 * COLUMNS_MARGIN; i++) {
        const int rows = all[i].top - all[i - 1].top;
        const int right = i + 1 < width + 2 * COLUMNS_MARGIN ? all[i + 1].top : 0;
        const unsigned kind = steps_kind(rows);
        all[i].steps = all[i - 1].steps + step_sets[kind];
        all[i].pairs = all[i - 1].pairs + pair_sets[before][kind];
        all[i].rough = all[i - 1].rough + (rows < 0 ? -rows : rows);
        all[i].deep = all[i - 1].deep + steps_is_deep(all[i - 1].top, all[i].top, right);
        before = kind;
    }
    c->steps = all[width + 1].steps - all[COLUMNS_MARGIN].steps;
    c->pairs = all[width + 1].pairs - all[COLUMNS_MARGIN].pairs;
    c->of_steps = weigh_sets(c, c->steps, c->pairs);
}

/* The sums of wells in four rows over a floor and nothing else; square 0 is the lowest. */
static const uint8_t known_wells[2][COLUMNS_KNOWN_WELLS] = {
    {0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10},
    {0, 1, 3, 3, 6, 6, 6, 6, 10, 10, 10, 10, 10, 10, 10, 10}};

static void columns_load_factors(columns *c)
{
    const int64_t *factor = c->judge->factor;
    c->of_row = 2 * factor[DF_FEATURE_LANDING_HEIGHT];
    c->of_edge = -2 * factor[DF_FEATURE_ROW_TRANSITIONS];
    c->of_ceiling = 2 * factor[DF_FEATURE_COLUMN_TRANSITIONS];
    c->of_hole = factor[DF_FEATURE_HOLES] + factor[DF_FEATURE_AGGREGATE_HEIGHT];
    c->of_depth = factor[DF_FEATURE_HOLE_DEPTH];
    c->of_hole_row = factor[DF_FEATURE_ROWS_WITH_HOLES];
    /* One of the two is 0. */
    c->of_well = factor[DF_FEATURE_WELLS] + factor[DF_FEATURE_WELLS_FAST];
    c->is_fast = (c->judge->used & 1u << DF_FEATURE_WELLS_FAST) != 0;
    c->sums = known_wells[c->is_fast];
    c->is_more = (c->judge->used & MORE) != 0;
}

void df_columns_load(columns *c, const evaluator *e, const board *b)
{
    int32_t values[DF_FEATURES] = {0};
    c->judge = e;
    c->now = b;
    c->hole_rows = c->covers = c->steps = c->pairs = 0;
    columns_load_factors(c);
    columns_load_tops(c);
    for (unsigned i = 0; i <= c->column[COLUMNS_MARGIN + e->layout.width - 1].strip; i++)
        columns_load_strip(c, &c->strips[i], i * COLUMNS_STRIP);
    if ((e->used & STEPS) != 0)
        columns_load_steps(c);
    if ((e->used & 1u << DF_FEATURE_COVER_GAPS) != 0)
        columns_load_lacking(c);
    df_measure_board(values, &e->layout, b->words, b->rows, b->top, e->used);
    c->score = 0;
    for (unsigned f = 0; f < DF_FEATURES; f++)
        c->score += e->factor[f] * values[f];
}
