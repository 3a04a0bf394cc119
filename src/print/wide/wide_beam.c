#include "wide_beam.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_set.h"
#include "print/pack/structure.h"
#include "print/passes/pass_tree.h"
#include "print/passes/pattern.h"
#include "print/passes/sweep.h"
#include "wide_band.h"

enum {
    MAX_CLEARED = 7,          /* rows that one pass clears */
    LEVELS = MAX_CLEARED + 1, /* numbers of cleared rows looked at together */
    MAX_PLACES = 3,           /* of a platform's hole that are tried for each shape */
    RESCUE_KEEP = 160,
    KEY_WORDS = 2,
};

/* The kinds of bands that led to most of the passes of wide pictures. */
static const char *const wide_kinds[] = {
    "P",      "PP",   "PPP",   "PFFFFPP", "PFFFPP", "PFFFP",   "PPFFP",
    "PPFFFP", "PFFP", "PPFP",  "PFFFFP",  "PPFF",   "PPFFF",   "PF",
    "PFP",    "PPF",  "PFFPP", "FP",      "PFF",    "PPFFFFP", NULL};

typedef struct wide_beam {
    const wide_canvas *on;
    const df_piece_set *tetrominoes;
    const wide_options *options;
    print_shape shapes[PRINT_SHAPES];
    sweep_kit *sweep;
    sweep_kit *rescue_sweep; /* NULL before the first rescue */
    bool rescues;            /* while it is used */
    uint64_t turns;
    key_set seen;
    pass_tree tree;
    wide_stage *stages; /* that the nodes of the tree lead to; owned */
    size_t capacity;
    pass_level level[LEVELS];
    size_t end; /* the node at the end; 0: none */
    unsigned reached;
    bool stopped;
    band band;
    band_tiling tiling;
} wide_beam;

/* Writes two hashes of a stage. Equal ones of different stages would only lose a stage. */
static void wide_write_key(const wide_beam *self, const wide_stage *stage,
                           uint64_t key[KEY_WORDS])
{
    uint64_t one = UINT64_C(0xcbf29ce484222325) ^ stage->y;
    uint64_t other = (uint64_t)stage->hole << 16 | stage->hole_width;
    for (unsigned x = 0; x < self->on->width; x++) {
        one = (one ^ stage->done[x]) * UINT64_C(0x100000001b3);
        other = (other + stage->done[x] + 1) * UINT64_C(0x9e3779b97f4a7c15);
        other ^= other >> 29;
    }
    key[0] = one | UINT64_C(1) << 63;
    key[1] = other;
}

/* Keeps a stage if it is new, is not hopeless, and is among the most promising. The pieces that
 * lead to it are those of the tiling. */
static df_status wide_keep(wide_beam *self, wide_stage *stage, pass_node *made)
{
    made->closes = df_wide_stage_advance(stage, self->on);
    made->rank = df_wide_stage_distance(stage, self->on);
    pass_level *level = &self->level[made->cleared % LEVELS];
    const unsigned place =
        df_pass_tree_find_place(&self->tree, level, self->options->breadth, made->rank);
    uint64_t key[KEY_WORDS];
    wide_write_key(self, stage, key);
    if (place == PASS_LEVEL_MAX || df_key_set_has(&self->seen, key) ||
        !df_wide_stage_has_hope(stage, self->on, self->shapes))
        return DF_OK;
    size_t index;
    df_status status = df_key_set_add(&self->seen, key);
    if (status == DF_OK)
        status = ARRAY_RESERVE(self->stages, self->capacity, self->tree.count, 1);
    if (status == DF_OK)
        status = df_pass_tree_put(&self->tree, made, &self->tiling, level, place, &index);
    if (status == DF_OK)
        self->stages[index] = *stage;
    return status;
}

/* Tries one kind of band from a stage. */
static df_status wide_try_pattern(wide_beam *self, size_t index, const char *letters,
                                  const wide_hole *hole)
{
    const pass_node from = self->tree.nodes[index];
    wide_pattern kind;
    if (!df_wide_pattern_read(&kind, letters, hole, &self->stages[index], self->on) ||
        from.cleared + kind.cleared >= self->options->limit)
        return DF_OK;
    df_wide_band_lay(&self->band, &kind, &self->stages[index], self->on);
    const uint64_t seed = (self->options->seed + ++self->turns) * UINT64_C(0x9e3779b97f4a7c15);
    sweep_kit *sweep = self->rescues ? self->rescue_sweep : self->sweep;
    const unsigned ways = df_sweep_run(sweep, &self->band, seed);
    for (unsigned i = 0; i < ways; i++) {
        df_sweep_write(sweep, i, &self->tiling);
        if (!df_band_label(&self->band, self->shapes, &self->tiling))
            continue;
        wide_stage next = self->stages[index];
        pass_node made = {.parent = index,
                          .cleared = from.cleared + kind.cleared,
                          .builds = hole->shape != NULL,
                          .hole = from.hole};
        if (made.builds)
            made.hole = (pack_placed){hole->shape_index, (uint8_t)hole->x, 0, 0};
        df_wide_band_apply(&kind, &self->tiling, self->on, &next);
        const df_status status = wide_keep(self, &next, &made);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

static df_status wide_try_patterns(wide_beam *self, size_t index, const char *const *patterns,
                                   const wide_hole *hole)
{
    df_status status = DF_OK;
    for (; *patterns != NULL && status == DF_OK; patterns++)
        status = wide_try_pattern(self, index, *patterns, hole);
    return status;
}

/* True if the row has no square in those columns. */
static bool wide_columns_are_empty(const wide_canvas *on, unsigned y, unsigned x,
                                   unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        if (on->want[(size_t)y * on->width + x + i] != 0)
            return false;
    }
    return true;
}

/* Builds platforms whose hole is outside the row that is to stand on it, near either wall. */
static df_status wide_try_floors(wide_beam *self, size_t index)
{
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        wide_hole hole = {.shape = &self->shapes[s], .shape_index = (uint8_t)s};
        if (!df_shape_closes(hole.shape))
            continue;
        const unsigned slack = self->on->width - hole.shape->width;
        unsigned tried = 0;
        for (unsigned i = 0; i <= slack && tried < MAX_PLACES; i++) {
            hole.x = (uint16_t)(i % 2 == 1 ? slack - i / 2 : i / 2);
            if (!wide_columns_are_empty(self->on, self->stages[index].y, hole.x,
                                        hole.shape->width))
                continue;
            tried++;
            const df_status status = wide_try_patterns(self, index, df_patterns_floor, &hole);
            if (status != DF_OK)
                return status;
        }
    }
    return DF_OK;
}

static df_status wide_expand(wide_beam *self, size_t index)
{
    static const wide_hole none;
    self->tree.nodes[index].is_expanded = true;
    df_status status =
        wide_try_patterns(self, index, self->rescues ? df_patterns_usual : wide_kinds, &none);
    if (status == DF_OK && self->rescues)
        status = wide_try_patterns(self, index, df_patterns_rare, &none);
    if (status == DF_OK && df_wide_stage_needs_floor(&self->stages[index], self->on))
        status = wide_try_floors(self, index);
    return status;
}

static uint64_t wide_count_nodes(const wide_beam *self)
{
    return df_sweep_nodes(self->sweep) +
           (self->rescue_sweep != NULL ? df_sweep_nodes(self->rescue_sweep) : 0);
}

/* Expands the stages of one level. */
static df_status wide_search_level(wide_beam *self, const pass_level *level)
{
    for (;;) {
        const unsigned i = df_pass_tree_next(&self->tree, level);
        if (i == level->count)
            return DF_OK;
        const size_t index = level->index[i];
        const unsigned y = self->stages[index].y;
        self->reached = y > self->reached ? y : self->reached;
        const wide_options *options = self->options;
        self->stopped =
            !options->watch(options->watch_context, wide_count_nodes(self), self->reached);
        if (y == self->on->height)
            self->end = index;
        if (self->end != 0 || self->stopped)
            return DF_OK;
        const df_status status = wide_expand(self, index);
        if (status != DF_OK)
            return status;
    }
}

/* Expands level after level until a stage is the end or none is left. */
static df_status wide_search_from(wide_beam *self, unsigned cleared)
{
    unsigned idle = 0;
    for (; cleared < self->options->limit && idle <= MAX_CLEARED; cleared++) {
        pass_level *level = &self->level[cleared % LEVELS];
        idle = level->count == 0 ? idle + 1 : 0;
        const df_status status = wide_search_level(self, level);
        if (status != DF_OK || self->end != 0 || self->stopped)
            return status;
        level->count = 0;
    }
    return DF_OK;
}

/* Rates a stage to restart from: high, with little begun. */
static int wide_rescue_rank(const wide_beam *self, const wide_stage *stage)
{
    return 2 * (int)stage->y - 3 * (int)df_wide_stage_begun(stage, self->on);
}

/* Restarts a beam that has failed from the best stage that it has not been restarted from, and
 * that is `back` rows below the highest or lower, with wider sweeps and more kinds of bands.
 * *cleared gets the rows that it has cleared. */
static df_status wide_rescue(wide_beam *self, unsigned back, unsigned *cleared)
{
    df_status status = DF_OK;
    if (self->rescue_sweep == NULL)
        status =
            df_sweep_create(&self->rescue_sweep, self->shapes, self->on->width, RESCUE_KEEP);
    if (status != DF_OK)
        return status;
    const size_t count = self->tree.count;
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
        if (!self->tree.nodes[i].is_rescued && self->stages[i].y + back <= self->reached &&
            (best == count || wide_rescue_rank(self, &self->stages[i]) >
                                  wide_rescue_rank(self, &self->stages[best])))
            best = i;
    }
    *cleared = self->options->limit;
    if (best == count)
        return DF_OK;
    *cleared = self->tree.nodes[best].cleared;
    self->tree.nodes[best].is_rescued = true;
    self->rescues = true;
    for (unsigned i = 0; i < LEVELS; i++)
        self->level[i].count = 0;
    status = wide_expand(self, best);
    self->rescues = false;
    return status;
}

/* Appends the drops of the pass that led to a node. */
static df_status wide_write_pass(const wide_beam *self, const pass_node *node,
                                 wide_result *result)
{
    pack_piece ordered[PACK_MAX_PIECES + 1];
    size_t count = node->count;
    df_wide_band_order(self->shapes, node->pieces, count);
    for (size_t i = 0; i < count; i++) {
        const print_shape *shape = &self->shapes[node->pieces[i].shape];
        ordered[i] = (pack_piece){shape->piece, shape->orientation, node->pieces[i].x, 0};
    }
    if (node->closes) {
        const print_shape *shape = &self->shapes[node->hole.shape];
        ordered[count++] = (pack_piece){shape->piece, shape->orientation, node->hole.x, 0};
    }
    result->passes++;
    result->platforms += node->builds;
    return df_structure_add(result->drops, ordered, count, NULL);
}

/* Appends all passes that lead to the end, the first one first. */
static df_status wide_write_passes(wide_beam *self, wide_result *result)
{
    const pass_node *nodes = self->tree.nodes;
    df_status status = df_plan_create(&result->drops, self->on->width, 1, self->tetrominoes);
    for (size_t i = df_pass_tree_turn(&self->tree, self->end); i != 0 && status == DF_OK;
         i = nodes[i].parent)
        status = wide_write_pass(self, &nodes[i], result);
    return status;
}

static df_status wide_beam_run(wide_beam *self)
{
    wide_stage stage = {.y = 0};
    pass_node first = {.parent = 0};
    unsigned cleared = 0;
    df_status status = wide_keep(self, &stage, &first);
    if (status == DF_OK)
        status = wide_search_from(self, cleared);
    /* What is wrong may have been done some rows below, so each restart in vain goes further
     * back. */
    unsigned vain = 0, reached = 0;
    while (status == DF_OK && self->end == 0 && !self->stopped &&
           vain < self->options->rescues) {
        vain = self->reached > reached ? 0 : vain + 1;
        reached = self->reached;
        status = wide_rescue(self, vain / 2, &cleared);
        if (status == DF_OK)
            status = wide_search_from(self, cleared);
    }
    return status;
}

static void wide_beam_free(wide_beam *self)
{
    df_pass_tree_free(&self->tree);
    free(self->stages);
    df_key_set_free(&self->seen);
    df_sweep_free(self->sweep);
    df_sweep_free(self->rescue_sweep);
    free(self);
}

df_status df_wide_beam_search(const wide_canvas *on, const df_piece_set *tetrominoes,
                              const wide_options *options, wide_result *result)
{
    wide_beam *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->on = on;
    self->tetrominoes = tetrominoes;
    self->options = options;
    df_shapes_init(self->shapes, tetrominoes);
    df_key_set_reset(&self->seen, KEY_WORDS);
    df_status status = df_sweep_create(&self->sweep, self->shapes, on->width, options->keep);
    if (status == DF_OK)
        status = wide_beam_run(self);
    wide_result made = {.reached = self->reached, .stopped = self->stopped};
    if (status == DF_OK && self->end != 0)
        status = wide_write_passes(self, &made);
    if (status == DF_OK) {
        made.nodes = wide_count_nodes(self);
        *result = made;
    } else {
        df_plan_free(made.drops);
    }
    wide_beam_free(self);
    return status;
}
