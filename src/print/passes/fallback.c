#include "fallback.h"

#include "pattern.h"

enum {
    KEEP = 40,            /* states of a column of a sweep */
    MOST_ROWS = 3,        /* that a pass clears which is to leave many squares */
    SEEDS = 6,            /* tilings of a band of which none can be dropped */
    ONCE_NODES = 5000,    /* of a search for all squares of a row at once, */
    FEW_NODES = 20000,    /* of one for some of them, at first, */
    MANY_NODES = 400000,  /* and in the last tries */
    WELL_NODES = 2000000, /* of a search for a platform with a well, in the end, */
    WELLS = 4,            /* in the row, and as many outside it */
    PATIENT = 2,          /* of these */
    TRIES = 6,            /* orders of the squares of a row */
    HOLES = 3,            /* places for a piece that hangs */
    ENOUGH = 2,           /* squares that a pass has to leave if it may leave any */
};

/* Passes that may leave many squares of a row, and those that leave a given one: with rows that
 * clear above the row, and, as long as nothing of it is there, below it. */
static const char *const fallback_begun[] = {"P",      "PF",      "PFF",      "PFFF", "PFFFF",
                                             "PFFFFF", "PFFFFFF", "PFFFFFFF", NULL};
static const char *const fallback_fresh[] = {
    "FP",      "FFP",    "FFFP",    "FPF",     "FPFF",     "FPFFF",   "FPFFFF", "FFPF",
    "FFPFF",   "FFPFFF", "FFPFFFF", "FFFPF",   "FFFPFF",   "FFFPFFF", "FFFFP",  "FFFFPF",
    "FFFFPFF", "FFFFFP", "FFFFFPF", "FFFFFFP", "FFFFFFFP", NULL};
static const char *const fallback_platform[] = {"XXXX",       "FFFFXXXX",     "FFXXXX",
                                                "FXXXX",      "FFFXXXX",      "FFFFFXXXX",
                                                "FFFFFFXXXX", "FFFFFFFFXXXX", NULL};
static const char *const fallback_hung[] = {"FFXX",   "FXXX",     "XX",       "XXX",
                                            "FXX",    "FFXXX",    "FFFXX",    "FFFFXX",
                                            "FFFXXX", "FFFFFXXX", "FFFFFFXX", NULL};

/* Which squares of the picture's row a pass leaves. */
typedef struct fallback_wish {
    bool any;           /* as many as possible */
    column_set columns; /* or just these; none if it builds a platform */
    uint64_t nodes;     /* of a search for them */
} fallback_wish;

/* The row that is being completed. */
typedef struct fallback_row {
    fallback *self;
    pass_tree *tree;
    size_t index; /* the node that has been reached */
    /* Squares that are left first, since later they may be out of reach: those at which a try
     * has ended, and then those for which there is only a standing I. */
    column_set stuck, upright;
    uint64_t nodes; /* of a search for some squares */
} fallback_row;

void df_fallback_init(fallback *self, const pass_rating *rating, const print_shape *shapes,
                      uint64_t seed)
{
    self->rating = rating;
    self->shapes = shapes;
    self->seed = seed;
    self->finder.shapes = shapes;
}

void df_fallback_free(fallback *self)
{
    df_sweep_free(self->sweep);
    df_band_finder_free(&self->finder);
}

uint64_t df_fallback_nodes(const fallback *self)
{
    return self->finder.nodes + (self->sweep != NULL ? df_sweep_nodes(self->sweep) : 0);
}

/* Closes all squares of the picture but those that are wished for, which have to be filled. */
static void fallback_restrict(band *on, const pattern *made_of, const column_set *columns)
{
    for (unsigned i = 0; i < made_of->count; i++) {
        const uint16_t bit = (uint16_t)(1u << i);
        for (unsigned x = 0; made_of->rows[i] == 'P' && x < on->width; x++) {
            on->optional[x] = (uint16_t)(on->optional[x] & ~bit);
            if (!columns_have(columns, x))
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

/* Changes the node's stage to the one after the tiling; *left gets the squares that it leaves,
 * 0 if it cannot be dropped or leaves no hope. */
static void fallback_judge(fallback *self, const pattern *made_of, pass_node *made,
                           unsigned *left)
{
    const canvas *on = self->rating->on;
    if (!df_pattern_apply(made_of, &self->tiling, on, &made->stage, left) ||
        !df_band_label(&self->band, self->shapes, &self->tiling)) {
        *left = 0;
        return;
    }
    made->closes = df_stage_settle(&made->stage, on);
    if (made->builds)
        *left = 1;
    else if (!df_stage_has_hope(&made->stage, on, self->shapes))
        *left = 0;
}

static uint64_t fallback_next_seed(fallback *self)
{
    return (self->seed + ++self->turns) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Looks for the tiling that leaves the most squares, as fallback_judge. */
static df_status fallback_sweep(fallback *self, const pattern *made_of, pass_node *made,
                                unsigned *left)
{
    const print_stage before = made->stage;
    df_status status = DF_OK;
    if (self->sweep == NULL)
        status = df_sweep_create(&self->sweep, self->shapes, self->rating->on->width, KEEP);
    if (status != DF_OK)
        return status;
    const unsigned ways =
        df_sweep_run(self->sweep, &self->band, KEEP, 1, fallback_next_seed(self));
    for (unsigned i = 0; i < ways && *left == 0; i++) {
        df_sweep_write(self->sweep, i, &self->tiling);
        made->stage = before;
        fallback_judge(self, made_of, made, left);
    }
    return DF_OK;
}

/* Looks for a tiling that leaves just what is wished for, as fallback_judge. */
static df_status fallback_find(fallback *self, const pattern *made_of,
                               const fallback_wish *wish, pass_node *made, unsigned *left)
{
    const print_stage before = made->stage;
    df_outcome outcome = DF_FOUND;
    for (unsigned i = 0; i < SEEDS && outcome == DF_FOUND && *left == 0; i++) {
        const df_status status =
            df_band_find(&self->finder, &self->band, fallback_next_seed(self), wish->nodes,
                         &outcome, &self->tiling);
        if (status != DF_OK)
            return status;
        made->stage = before;
        if (outcome == DF_FOUND)
            fallback_judge(self, made_of, made, left);
    }
    return DF_OK;
}

/* Tries one kind of band; *left gets the squares that the pass leaves, 0 if there is none. It
 * is then in *made and the tiling. */
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
        fallback_restrict(&self->band, &made_of, &wish->columns);
        if (!fallback_comes_out(&self->band))
            return DF_OK;
    }
    *made = (pass_node){.parent = row->index,
                        .stage = from->stage,
                        .cleared = from->cleared + made_of.cleared,
                        .is_rescued = true,
                        .builds = hole->shape != NULL,
                        .hole = from->hole};
    if (made->builds)
        made->hole = (pack_placed){hole->shape_index, (uint8_t)hole->x, 0, 0};
    return wish->any ? fallback_sweep(self, &made_of, made, left)
                     : fallback_find(self, &made_of, wish, made, left);
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

/* Returns the squares of a stage's lowest row that are still missing and not above a hole. */
static column_set fallback_missing(const fallback_row *row)
{
    const print_stage *stage = &row->tree->nodes[row->index].stage;
    const column_set hole = df_stage_hole(stage);
    const column_set missing =
        columns_without(&row->self->rating->on->rows[stage->y].squares, &stage->rows[0]);
    return columns_without(&missing, &hole);
}

/* Adds a pass that leaves what is wished for in the lowest row, which may be fresh: without a
 * square; *found is false if there is none. */
static df_status fallback_leave(fallback_row *row, const fallback_wish *wish, bool *found)
{
    static const pattern_hole none;
    const bool is_fresh = row->tree->nodes[row->index].stage.count == 0;
    df_status status = fallback_leave_one(row, fallback_begun, &none, wish, found);
    if (status == DF_OK && !*found && is_fresh)
        status = fallback_leave_one(row, fallback_fresh, &none, wish, found);
    return status;
}

/* Adds the pass that leaves the most squares of a band above the row, if it leaves ENOUGH of
 * the `missing` ones; *found is false if there is none. */
static df_status fallback_leave_most(fallback_row *row, unsigned missing, bool *found)
{
    static const pattern_hole none;
    const fallback_wish wish = {.any = true};
    pass_node made, best;
    band_tiling tiling;
    unsigned most = ENOUGH - 1, left;
    for (const char *const *letters = fallback_begun;
         letters <= &fallback_begun[MOST_ROWS] && most < missing; letters++) {
        const df_status status = fallback_try(row, *letters, &none, &wish, &made, &left);
        if (status != DF_OK)
            return status;
        if (left <= most)
            continue;
        most = left;
        best = made;
        tiling = row->self->tiling;
    }
    *found = most >= ENOUGH;
    if (!*found)
        return DF_OK;
    row->self->tiling = tiling;
    return fallback_add(row, &best);
}

/* Adds passes that leave many squares, while there are any: all at once if soon found. */
static df_status fallback_leave_many(fallback_row *row)
{
    const unsigned y = row->tree->nodes[row->index].stage.y;
    bool found = true;
    df_status status = DF_OK;
    while (status == DF_OK && found && row->tree->nodes[row->index].stage.y == y) {
        const fallback_wish all = {.columns = fallback_missing(row), .nodes = ONCE_NODES};
        status = fallback_leave(row, &all, &found);
        if (status == DF_OK && !found)
            status = fallback_leave_most(row, columns_count(&all.columns), &found);
    }
    return status;
}

/* Leaves some squares before the others: all of them together, or else one run after the other
 * as far as that can be done, beginning at a column drawn at random. */
static df_status fallback_leave_first(fallback_row *row, const column_set *first,
                                      df_random *random)
{
    const unsigned width = row->self->rating->on->width;
    const unsigned y = row->tree->nodes[row->index].stage.y;
    const column_set missing = fallback_missing(row);
    const column_set others = columns_without(&missing, first);
    column_set rest = columns_without(&missing, &others);
    fallback_wish wish = {.columns = rest, .nodes = row->nodes};
    bool found = columns_are_none(&rest);
    df_status status = found ? DF_OK : fallback_leave(row, &wish, &found);
    unsigned x = df_random_below(random, width);
    for (; status == DF_OK && !found && !columns_are_none(&rest); x = (x + 1) % width) {
        const unsigned begin = x;
        bool is_left;
        if (!columns_have(&rest, x))
            continue;
        while (x + 1 < width && columns_have(&rest, x + 1))
            x++;
        wish.columns = columns_span(begin, x + 1 - begin);
        rest = columns_without(&rest, &wish.columns);
        status = fallback_leave(row, &wish, &is_left);
        found = row->tree->nodes[row->index].stage.y != y;
    }
    return status;
}

/* Adds one pass that leaves a single square, beginning at a column drawn at random; *found is
 * false if no square can be left. */
static df_status fallback_leave_single(fallback_row *row, df_random *random, bool *found)
{
    const unsigned width = row->self->rating->on->width;
    const column_set missing = fallback_missing(row);
    const unsigned first = df_random_below(random, width);
    *found = false;
    for (unsigned i = 0; i < width && !*found; i++) {
        const unsigned x = (first + i) % width;
        if (!columns_have(&missing, x))
            continue;
        const fallback_wish wish = {.columns = columns_span(x, 1), .nodes = row->nodes};
        const df_status status = fallback_leave(row, &wish, found);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Leaves the squares of row y of the picture as far as the platform, if any, allows it. */
static df_status fallback_fill(fallback_row *row, unsigned y, df_random *random, bool many,
                               bool *found)
{
    const bool stands = row->tree->nodes[row->index].stage.hole_width != 0;
    df_status status = DF_OK;
    *found = true;
    if (row->tree->nodes[row->index].stage.y == y)
        status = fallback_leave_first(row, &row->stuck, random);
    if (status == DF_OK && row->tree->nodes[row->index].stage.y == y)
        status = fallback_leave_first(row, &row->upright, random);
    if (status == DF_OK && many && row->tree->nodes[row->index].stage.y == y)
        status = fallback_leave_many(row);
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
static df_status fallback_build_well(fallback_row *row, unsigned first, unsigned wells,
                                     const fallback_wish *wish, bool *found)
{
    const canvas *on = row->self->rating->on;
    const unsigned y = row->tree->nodes[row->index].stage.y;
    const column_set base = df_canvas_base(on, y);
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
        unsigned tried = 0;
        for (unsigned i = 0; i < on->width && tried < wells && status == DF_OK && !*found;
             i++) {
            hole.x = (first + i) % on->width;
            if (!columns_have(&base, hole.x) ||
                columns_have(&on->rows[y].squares, hole.x) != (inside == 1))
                continue;
            tried++;
            status = fallback_leave_one(row, fallback_platform, &hole, wish, found);
        }
    }
    return status;
}

/* The same with a hole outside the row for a piece that hangs on the squares beside it: all
 * that is below then carries the platform. */
static df_status fallback_build_hung(fallback_row *row, unsigned first,
                                     const fallback_wish *wish, bool *found)
{
    const canvas *on = row->self->rating->on;
    const column_set squares = on->rows[row->tree->nodes[row->index].stage.y].squares;
    df_status status = DF_OK;
    *found = false;
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        const print_shape *shape = &row->self->shapes[s];
        unsigned tried = 0;
        for (unsigned i = 0; i < on->width && tried < HOLES && df_shape_closes(shape); i++) {
            const unsigned x = (first + i) % on->width;
            const column_set over = columns_span(x, shape->width);
            if (x + shape->width > on->width || columns_overlap(&squares, &over))
                continue;
            const pattern_hole hole = {.shape = shape, .shape_index = (uint8_t)s, .x = x};
            tried++;
            status = fallback_leave_one(row, fallback_hung, &hole, wish, found);
            if (status != DF_OK || *found)
                return status;
        }
    }
    return status;
}

/* Builds a platform, of the first kind if that is soon found; *found: there is one. */
static df_status fallback_build(fallback_row *row, df_random *random, bool *found)
{
    static const uint64_t nodes[] = {FEW_NODES, MANY_NODES, WELL_NODES};
    const unsigned width = row->self->rating->on->width;
    const unsigned first = df_random_below(random, width);
    df_status status = DF_OK;
    *found = false;
    for (unsigned i = 0; i < sizeof nodes / sizeof nodes[0] && status == DF_OK && !*found;
         i++) {
        const bool is_last = nodes[i] == WELL_NODES;
        const fallback_wish wish = {.nodes = nodes[i]};
        status = fallback_build_well(row, first, is_last ? WELLS : width, &wish, found);
        if (status == DF_OK && !*found && !is_last)
            status = fallback_build_hung(row, first, &wish, found);
    }
    return status;
}

/* Completes the row once, with passes for many squares or only for single ones; on a platform
 * if it hangs somewhere, or if that is wanted, since on one all columns carry. */
static df_status fallback_try_row(fallback_row *row, df_random *random, bool many,
                                  bool on_platform, bool *found)
{
    const canvas *on = row->self->rating->on;
    const unsigned y = row->tree->nodes[row->index].stage.y;
    const column_set base = df_canvas_base(on, y);
    const column_set over = columns_without(&on->rows[y].squares, &base);
    df_status status = DF_OK;
    *found = true;
    if (on_platform || !columns_are_none(&over)) {
        status = fallback_build(row, random, found);
        if (status == DF_OK && *found)
            status = fallback_fill(row, y, random, many, found);
    }
    if (status == DF_OK && *found)
        status = fallback_fill(row, y, random, many, found);
    return status;
}

/* Returns the squares of row y for which there is only a standing I. */
static column_set fallback_upright(const canvas *on, unsigned y)
{
    const uint8_t *want = &on->want[(size_t)y * on->width];
    column_set made = {{0}};
    for (unsigned x = 0; x < on->width; x++) {
        if ((want[x] | 1u << DF_O) == (1u << DF_I | 1u << DF_O))
            columns_add(&made, x);
    }
    return made;
}

df_status df_fallback_run(fallback *self, pass_tree *tree, size_t *index, uint64_t nodes,
                          bool *found)
{
    const uint64_t before = df_fallback_nodes(self);
    df_random random;
    df_random_seed(&random, self->seed, tree->nodes[*index].stage.y);
    const column_set upright = fallback_upright(self->rating->on, tree->nodes[*index].stage.y);
    column_set stuck = {{0}};
    *found = false;
    for (unsigned i = 0; i < TRIES && !*found && df_fallback_nodes(self) - before <= nodes;
         i++) {
        fallback_row row = {.self = self,
                            .tree = tree,
                            .index = *index,
                            .stuck = stuck,
                            .upright = upright,
                            .nodes = i + PATIENT < TRIES ? FEW_NODES : MANY_NODES};
        const df_status status =
            fallback_try_row(&row, &random, i < TRIES / 2, i % 2 == 1, found);
        if (status != DF_OK)
            return status;
        if (*found)
            *index = row.index;
        const column_set missing = fallback_missing(&row);
        stuck = columns_with(&stuck, &missing);
    }
    return DF_OK;
}
