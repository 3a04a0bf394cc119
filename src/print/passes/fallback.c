#include "fallback.h"

#include <string.h>

#include "dropforge/random.h"
#include "pattern.h"

enum {
    SEEDS = 4,  /* sweeps of a band of which none can be dropped */
    TRIES = 8,  /* orders of the squares of a row */
    ENOUGH = 2, /* squares that a pass has to leave if it may leave any */
};

/* States of a column, of each sweep. */
static const unsigned fallback_keeps[FALLBACK_SWEEPS] = {40, 300, 2000};

/* Passes that may leave many squares of a row, and those that leave a given one: with rows that
 * clear above the row, and, as long as nothing of it is there, below it. */
static const char *const fallback_begun[] = {"P",     "PF",     "PFF",     "PFFF",    "PFFFF",
                                             "PFFFFF", "PFFFFFF", "PFFFFFFF", NULL};
static const char *const fallback_fresh[] = {
    "FP",     "FFP",     "FFFP",    "FPF",     "FPFF",    "FPFFF",    "FPFFFF",   "FFPF",
    "FFPFF",  "FFPFFF",  "FFPFFFF", "FFFPF",   "FFFPFF",  "FFFPFFF",  "FFFFP",    "FFFFPF",
    "FFFFPFF", "FFFFFP", "FFFFFPF", "FFFFFFP", "FFFFFFFP", NULL};
static const char *const fallback_platform[] = {"XXXX", "FFFFXXXX", "FFXXXX", "FXXXX",
                                                "FFFXXXX", "FFFFFXXXX", "FFFFFFXXXX",
                                                "FFFFFFFFXXXX", NULL};

/* Which squares of the picture's row a pass leaves. */
typedef struct fallback_wish {
    bool any;        /* as many as possible */
    bool none;       /* it builds a platform */
    unsigned column; /* or just this one */
    unsigned sweep;  /* how wide the sweep is */
} fallback_wish;

/* The row that is being completed. */
typedef struct fallback_row {
    fallback *self;
    pass_tree *tree;
    size_t index; /* the node that has been reached */
} fallback_row;

void df_fallback_free(fallback *self)
{
    for (unsigned i = 0; i < FALLBACK_SWEEPS; i++)
        df_sweep_free(self->sweeps[i]);
}

uint64_t df_fallback_nodes(const fallback *self)
{
    uint64_t nodes = 0;
    for (unsigned i = 0; i < FALLBACK_SWEEPS; i++)
        nodes += self->sweeps[i] != NULL ? df_sweep_nodes(self->sweeps[i]) : 0;
    return nodes;
}

/* Closes all squares of the picture but the one that is wished for, which has to be filled. */
static void fallback_restrict(band *on, const pattern *made_of, unsigned column)
{
    for (unsigned i = 0; i < made_of->count; i++) {
        const uint16_t bit = (uint16_t)(1u << i);
        for (unsigned x = 0; made_of->rows[i] == 'P' && x < on->width; x++) {
            on->optional[x] = (uint16_t)(on->optional[x] & ~bit);
            if (x != column)
                on->open[x] = (uint16_t)(on->open[x] & ~bit);
        }
    }
}

static bool fallback_comes_out(const band *on)
{
    unsigned squares = 0;
    for (unsigned x = 0; x < on->width; x++)
        squares += bits_count(on->open[x] & ~(unsigned)on->optional[x]);
    return squares % 4 == 0;
}

/* Looks for the best tiling of the band that can be dropped and leads to a stage with hope; *left
 * gets the squares that it leaves, 0 for none. The node's stage becomes the one after it. */
static df_status fallback_tile(fallback_row *row, const pattern *made_of,
                               const fallback_wish *wish, pass_node *made, unsigned *left)
{
    fallback *self = row->self;
    const canvas *on = self->rating->on;
    const print_stage before = made->stage;
    *left = 0;
    sweep_kit **sweep = &self->sweeps[wish->sweep];
    df_status status = DF_OK;
    if (*sweep == NULL)
        status =
            df_sweep_create(sweep, self->shapes, on->width, fallback_keeps[wish->sweep]);
    unsigned ways = 1;
    for (unsigned n = 0; n < SEEDS && ways > 0 && status == DF_OK; n++) {
        const uint64_t seed = (self->seed + ++self->turns) * UINT64_C(0x9e3779b97f4a7c15);
        ways = df_sweep_run(*sweep, &self->band, seed);
        for (unsigned i = 0; i < ways; i++) {
            df_sweep_write(*sweep, i, &self->tiling);
            made->stage = before;
            if (!df_pattern_apply(made_of, &self->tiling, on, &made->stage, left) ||
                !df_band_label(&self->band, self->shapes, &self->tiling))
                continue;
            made->closes = df_stage_settle(&made->stage, on);
            if (wish->none || (*left > 0 && df_stage_has_hope(&made->stage, on, self->shapes))) {
                *left = wish->none ? 1 : *left;
                return DF_OK;
            }
        }
    }
    *left = 0;
    return status;
}

/* Tries one kind of band; *left gets the squares that the pass leaves, 0 if there is none. It is
 * then in *made and the tiling. */
static df_status fallback_try(fallback_row *row, const char *letters, const pattern_hole *hole,
                              const fallback_wish *wish, pass_node *made, unsigned *left)
{
    fallback *self = row->self;
    const pass_node *from = &row->tree->nodes[row->index];
    const pattern_kind kind = {
        .letters = letters, .is_whole = true, .max_picture = 1, .hole = *hole};
    pattern made_of;
    *left = 0;
    if (!df_pattern_read(&made_of, &kind, &from->stage, self->rating->on))
        return DF_OK;
    df_pattern_lay(&made_of, &from->stage, self->rating, &self->band);
    if (!wish->any) {
        fallback_restrict(&self->band, &made_of, wish->column);
        if (!fallback_comes_out(&self->band))
            return DF_OK;
    }
    *made = (pass_node){.parent = row->index,
                        .stage = from->stage,
                        .cleared = from->cleared + made_of.cleared,
                        .is_expanded = true,
                        .is_rescued = true,
                        .builds = hole->shape != NULL,
                        .hole = from->hole};
    if (made->builds)
        made->hole = (pack_placed){hole->shape_index, (uint8_t)hole->x, 0, 0};
    return fallback_tile(row, &made_of, wish, made, left);
}

static df_status fallback_add(fallback_row *row, const pass_node *made)
{
    return df_pass_tree_add(row->tree, made, &row->self->tiling, &row->index);
}

/* Adds the pass of a list that leaves what is wished for; *found is false if there is none. */
static df_status fallback_leave_one(fallback_row *row, const char *const *letters,
                                    const pattern_hole *hole, const fallback_wish *wish,
                                    bool *found)
{
    *found = false;
    for (; *letters != NULL; letters++) {
        pass_node made;
        unsigned left;
        df_status status = fallback_try(row, *letters, hole, wish, &made, &left);
        if (status == DF_OK && left > 0) {
            *found = true;
            return fallback_add(row, &made);
        }
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Adds passes that leave many squares, as long as there are any. */
static df_status fallback_leave_many(fallback_row *row)
{
    static const pattern_hole none;
    const fallback_wish wish = {.any = true};
    const unsigned y = row->tree->nodes[row->index].stage.y;
    for (;;) {
        pass_node made, best = {.count = 0};
        band_tiling tiling;
        unsigned most = ENOUGH - 1, left;
        for (const char *const *letters = fallback_begun; *letters != NULL; letters++) {
            const df_status status = fallback_try(row, *letters, &none, &wish, &made, &left);
            if (status != DF_OK)
                return status;
            if (left <= most)
                continue;
            most = left;
            best = made;
            tiling = row->self->tiling;
        }
        if (most < ENOUGH)
            return DF_OK;
        row->self->tiling = tiling;
        const df_status status = fallback_add(row, &best);
        if (status != DF_OK || best.stage.y != y)
            return status;
    }
}

/* Returns the squares of a stage's lowest row that are still missing and not above a hole. */
static column_set fallback_missing(const fallback_row *row)
{
    const print_stage *stage = &row->tree->nodes[row->index].stage;
    const column_set hole = df_stage_hole(stage);
    const column_set missing =
        columns_without(&row->self->rating->on->rows[stage->y].squares, &stage->rows[0]);
    return columns_without(&missing, &hole);
}

/* Adds one pass that leaves a single square, beginning at a column drawn at random; *found is
 * false if no square can be left. */
static df_status fallback_leave_single(fallback_row *row, df_random *random, bool *found)
{
    static const pattern_hole none;
    const unsigned width = row->self->rating->on->width;
    const column_set missing = fallback_missing(row);
    const bool is_fresh = row->tree->nodes[row->index].stage.count == 0;
    const unsigned first = df_random_below(random, width);
    *found = false;
    for (unsigned i = 0; i < FALLBACK_SWEEPS * width && !*found; i++) {
        const fallback_wish wish = {.column = (first + i) % width, .sweep = i / width};
        if (!columns_have(&missing, wish.column))
            continue;
        df_status status = fallback_leave_one(row, fallback_begun, &none, &wish, found);
        if (status == DF_OK && !*found && is_fresh)
            status = fallback_leave_one(row, fallback_fresh, &none, &wish, found);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Completes what is there of the row as far as the platform, if there is one, allows it. */
static df_status fallback_fill(fallback_row *row, df_random *random, bool many, bool *found)
{
    const unsigned y = row->tree->nodes[row->index].stage.y;
    const bool stands = row->tree->nodes[row->index].stage.hole_width != 0;
    df_status status = many ? fallback_leave_many(row) : DF_OK;
    *found = true;
    while (status == DF_OK && *found) {
        const print_stage *stage = &row->tree->nodes[row->index].stage;
        if (stage->y != y || (stands && stage->hole_width == 0))
            return DF_OK;
        status = fallback_leave_single(row, random, found);
    }
    return status;
}

/* Builds a platform whose hole is one column, for an upright I that stands on the row below;
 * *found is false if there is none. */
static df_status fallback_build(fallback_row *row, df_random *random, bool *found)
{
    const fallback_wish wish = {.none = true, .column = DF_FIELD_MAX_WIDTH, .sweep = 1};
    const canvas *on = row->self->rating->on;
    const unsigned y = row->tree->nodes[row->index].stage.y;
    const column_set base = df_canvas_base(on, y);
    const unsigned first = df_random_below(random, on->width);
    pattern_hole hole = {.shape = NULL};
    for (unsigned i = 0; i < PRINT_SHAPES; i++) {
        if (row->self->shapes[i].piece == DF_I && row->self->shapes[i].width == 1) {
            hole.shape = &row->self->shapes[i];
            hole.shape_index = (uint8_t)i;
        }
    }
    df_status status = DF_OK;
    *found = false;
    /* A hole outside the row is better, as nothing of the row is then left for later. */
    for (unsigned inside = 0; inside < 2; inside++) {
        for (unsigned i = 0; i < on->width && status == DF_OK && !*found; i++) {
            hole.x = (first + i) % on->width;
            if (columns_have(&base, hole.x) &&
                columns_have(&on->rows[y].squares, hole.x) == (inside == 1))
                status = fallback_leave_one(row, fallback_platform, &hole, &wish, found);
        }
    }
    return status;
}

/* Completes the row once, with passes for many squares or only for single ones. */
static df_status fallback_try_row(fallback_row *row, df_random *random, bool many, bool *found)
{
    const canvas *on = row->self->rating->on;
    const unsigned y = row->tree->nodes[row->index].stage.y;
    const column_set base = df_canvas_base(on, y);
    const column_set over = columns_without(&on->rows[y].squares, &base);
    df_status status = DF_OK;
    *found = true;
    if (!columns_are_none(&over)) {
        status = fallback_build(row, random, found);
        if (status == DF_OK && *found)
            status = fallback_fill(row, random, many, found);
    }
    if (status == DF_OK && *found)
        status = fallback_fill(row, random, many, found);
    return status;
}

df_status df_fallback_run(fallback *self, pass_tree *tree, size_t *index, bool *found)
{
    df_random random;
    df_random_seed(&random, self->seed, tree->nodes[*index].stage.y);
    *found = false;
    for (unsigned i = 0; i < TRIES && !*found; i++) {
        fallback_row row = {self, tree, *index};
        const df_status status = fallback_try_row(&row, &random, i < TRIES / 2, found);
        if (status != DF_OK)
            return status;
        if (*found)
            *index = row.index;
    }
    return DF_OK;
}
