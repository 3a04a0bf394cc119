#include "beam.h"

#include <limits.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "fallback.h"
#include "pass_tree.h"
#include "pattern.h"
#include "sweep.h"

enum {
    LEVELS_IN_ROW = 4, /* levels for as many wasted squares as a row has, with open rows */
    RING = 64,         /* levels looked at together; a pass wastes fewer squares */
    /* A beam that only fails to stay below the limit is restarted while it is as cheap as this,
     * which is so on small pictures. */
    CHEAP_NODES = 1500000,
    RESCUE_KEEP = 300, /* states of a column of the sweeps for that */
    KEY_WORDS = 2,
};

typedef struct beam {
    const pass_rating *rating;
    const canvas *on;
    const df_piece_set *tetrominoes;
    const beam_options *options;
    const pattern_lists *patterns;
    print_shape shapes[PRINT_SHAPES];
    df_field *field; /* as high as the playfield; NULL if the height does not matter */
    sweep_kit *sweep;
    sweep_kit *rescue_sweep; /* NULL before the first rescue */
    bool rescues;            /* while it is used */
    fallback fallback;
    uint64_t vain_nodes; /* of the fallback where it has completed no row */
    uint64_t reported;   /* nodes that the watch knows of */
    uint64_t turns;
    key_set seen; /* stages that have been kept, with the rows cleared */
    /* Its nodes are ranked by the wasted squares of the whole plan, estimated, by
     * RATING_SQUARE. */
    pass_tree tree;
    unsigned step; /* wasted squares of a level */
    pass_level level[RING];
    band band;
    band_tiling tiling;
    size_t end; /* the node at the end; 0: none yet */
    unsigned reached;
    bool is_limited; /* some stage could not lead to a plan below the limit */
    bool stopped;
} beam;

/* Returns the level of a stage to which a node leads. */
static unsigned beam_level_of(const beam *self, const print_stage *stage, unsigned cleared)
{
    unsigned wasted = cleared * self->on->width;
    for (unsigned i = 0; i < stage->count; i++)
        wasted += (stage->open >> i & 1) != 0 ? columns_count(&stage->rows[i]) : 0;
    return wasted / self->step;
}

/* Writes two hashes of a stage. Equal ones of different stages would only lose a stage. */
static void beam_write_key(const print_stage *stage, unsigned cleared, uint64_t key[KEY_WORDS])
{
    uint64_t one = UINT64_C(0xcbf29ce484222325) ^ ((uint64_t)stage->y << 32 | stage->open);
    uint64_t other = (uint64_t)cleared << 32 | (uint64_t)stage->hole << 8 | stage->hole_width;
    for (unsigned i = 0; i < stage->count; i++) {
        for (unsigned j = 0; j < COLUMN_WORDS; j++) {
            const uint64_t word = stage->rows[i].words[j];
            one = (one ^ word) * UINT64_C(0x100000001b3);
            one ^= one >> 31;
            other = (other + word + 1) * UINT64_C(0x9e3779b97f4a7c15);
            other ^= other >> 29;
        }
    }
    key[0] = one | UINT64_C(1) << 63;
    key[1] = other;
}

/* True if the stage has been kept before with as few cleared rows. */
static bool beam_knows(const beam *self, const print_stage *stage, unsigned cleared)
{
    for (unsigned fewer = 0; fewer < RING / LEVELS_IN_ROW && fewer <= cleared; fewer++) {
        uint64_t key[KEY_WORDS];
        beam_write_key(stage, cleared - fewer, key);
        if (df_key_set_has(&self->seen, key))
            return true;
    }
    return false;
}

static bool beam_is_end(const beam *self, const print_stage *stage)
{
    return stage->y == self->on->height && stage->count == 0;
}

/* True if a plan through that stage can clear fewer rows than the limit. */
static bool beam_is_below_limit(const beam *self, const print_stage *stage, unsigned cleared,
                                int64_t missing)
{
    const int64_t row = (int64_t)RATING_SQUARE * self->on->width;
    const int64_t rows = missing > 0 ? (missing + row - 1) / row : 0;
    const unsigned open = stage->open != 0;
    return cleared + (rows > open ? rows : open) < self->options->limit;
}

/* True if the tiling, played from a stage, stays below the playfield's top. */
static bool beam_has_headroom(const beam *self, const print_stage *from)
{
    if (self->field == NULL)
        return true;
    pack_piece ordered[PACK_MAX_PIECES];
    df_pack_order(self->shapes, self->tiling.pieces, self->tiling.count, ordered);
    const headroom_rows near = df_stage_rows(from, self->on);
    return df_headroom_suffices(&near, self->field, self->tetrominoes, ordered,
                                self->tiling.count);
}

/* Keeps the stage that a tiling leads to, if it is new, is not hopeless, and is among the most
 * promising, and if the tiling can be dropped. */
static df_status beam_keep(beam *self, const print_stage *from, pass_node *made)
{
    const print_stage *stage = &made->stage;
    const int64_t missing = df_rating_missing(self->rating, stage);
    if (!beam_is_below_limit(self, stage, made->cleared, missing)) {
        self->is_limited = true;
        return DF_OK;
    }
    const unsigned at = beam_level_of(self, stage, made->cleared);
    made->rank = df_rating_distance(self->rating, stage, missing) +
                 (int64_t)RATING_SQUARE * self->step * at;
    if (beam_is_end(self, stage))
        made->rank = 0; /* nothing is more promising than the end */
    pass_level *level = &self->level[at % RING];
    const unsigned place =
        df_pass_tree_find_place(&self->tree, level, self->options->breadth, made->rank);
    if (place == PASS_LEVEL_MAX || beam_knows(self, stage, made->cleared) ||
        !df_band_label(&self->band, self->shapes, &self->tiling) ||
        !df_stage_has_hope(stage, self->on, self->shapes) || !beam_has_headroom(self, from))
        return DF_OK;
    uint64_t key[KEY_WORDS];
    beam_write_key(stage, made->cleared, key);
    const df_status status = df_key_set_add(&self->seen, key);
    return status == DF_OK ? df_pass_tree_put(&self->tree, made, &self->tiling, level, place)
                           : status;
}

/* Tries one kind of band from a stage. */
static df_status beam_try_kind(beam *self, size_t index, const pattern_kind *kind)
{
    const beam_options *options = self->options;
    const pass_node from = self->tree.nodes[index];
    const print_stage *stage = &from.stage;
    pattern made_of;
    if (!df_pattern_read(&made_of, kind, stage, self->on) ||
        from.cleared + made_of.cleared >= options->limit ||
        (options->height != 0 && stage->y + made_of.count > options->height))
        return DF_OK;
    const uint64_t seed = (options->seed + ++self->turns) * UINT64_C(0x9e3779b97f4a7c15);
    const pass_level *level = &self->level[(from.cleared + made_of.cleared) % RING];
    /* Where all stages of a level have been expanded no other is kept. */
    if (!options->is_open && df_pass_tree_find_place(&self->tree, level, options->breadth,
                                                     INT64_MIN) == PASS_LEVEL_MAX)
        return DF_OK;
    df_pattern_lay(&made_of, stage, self->rating, &self->band);
    sweep_kit *sweep = self->rescues ? self->rescue_sweep : self->sweep;
    const unsigned ways = df_sweep_run(sweep, &self->band, seed);
    for (unsigned i = 0; i < ways; i++) {
        df_sweep_write(sweep, i, &self->tiling);
        pass_node made = {.parent = index,
                          .cleared = from.cleared + made_of.cleared,
                          .stage = *stage,
                          .hole = from.hole};
        unsigned left;
        if (!df_pattern_apply(&made_of, &self->tiling, self->on, &made.stage, &left))
            continue;
        /* Stages that come no further would fill the beam. */
        if (left == 0 && stage->y < self->on->height)
            continue;
        made.closes = df_stage_settle(&made.stage, self->on);
        const df_status status = beam_keep(self, stage, &made);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Tries a list of patterns from a stage, with its open row completed and staying open. */
static df_status beam_try_list(beam *self, size_t index, const char *const *letters)
{
    const bool is_open = self->tree.nodes[index].stage.open != 0;
    const bool is_printed = self->tree.nodes[index].stage.y == self->on->height;
    df_status status = DF_OK;
    for (; *letters != NULL && status == DF_OK; letters++) {
        pattern_kind kind = {.letters = *letters,
                             .is_whole = self->patterns->are_whole,
                             .closes = true,
                             .max_picture = self->options->rows};
        status = beam_try_kind(self, index, &kind);
        kind.closes = false;
        if (status == DF_OK && is_open && !is_printed)
            status = beam_try_kind(self, index, &kind);
    }
    return status;
}

static df_status beam_expand(beam *self, size_t index)
{
    self->tree.nodes[index].is_expanded = true;
    if (self->tree.nodes[index].stage.y == self->on->height)
        return beam_try_list(self, index, df_patterns_last);
    df_status status = beam_try_list(self, index, self->patterns->usual);
    if (status == DF_OK && self->rescues)
        status = beam_try_list(self, index, self->patterns->rare);
    return status;
}

static uint64_t beam_count_nodes(const beam *self)
{
    return df_sweep_nodes(self->sweep) +
           (self->rescue_sweep != NULL ? df_sweep_nodes(self->rescue_sweep) : 0) +
           df_fallback_nodes(&self->fallback);
}

static bool beam_is_asked_to_stop(beam *self)
{
    const beam_options *options = self->options;
    const uint64_t nodes = beam_count_nodes(self) - self->reported;
    self->reported += nodes;
    return (options->max_nodes != 0 && self->reported > options->max_nodes) ||
           (options->watch != NULL && !options->watch(options->watch_context, nodes));
}

/* Expands the stages of one level, until one is the end. */
static df_status beam_search_level(beam *self, const pass_level *level)
{
    for (;;) {
        const unsigned i = df_pass_tree_next(&self->tree, level);
        if (i == level->count)
            return DF_OK;
        const size_t index = level->index[i];
        self->reached = unsigned_max(self->reached, self->tree.nodes[index].stage.y);
        self->stopped = beam_is_asked_to_stop(self);
        if (beam_is_end(self, &self->tree.nodes[index].stage))
            self->end = index;
        if (self->end != 0 || self->stopped)
            return DF_OK;
        const df_status status = beam_expand(self, index);
        if (status != DF_OK)
            return status;
    }
}

/* Expands level after level, from level `at`, until a stage is the end or none is left. */
static df_status beam_search_from(beam *self, unsigned at)
{
    unsigned idle = 0;
    df_status status = DF_OK;
    for (; idle < RING && status == DF_OK; at++) {
        pass_level *level = &self->level[at % RING];
        idle = level->count == 0 ? idle + 1 : 0;
        status = beam_search_level(self, level);
        if (self->end != 0 || self->stopped)
            break;
        level->count = 0;
    }
    return status;
}

/* Rates a stage to restart from: high, with little begun. */
static int beam_rescue_rank(const print_stage *stage)
{
    return 2 * (int)stage->y - 3 * (int)stage->count;
}

/* Returns the best stage of the first `count` to restart from, at least `back` rows below the
 * highest and on level `at` if that is not UINT_MAX; `count` if there is none. */
static size_t beam_find_rescue(const beam *self, size_t count, unsigned back, unsigned at)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
        const pass_node *node = &self->tree.nodes[i];
        const print_stage *stage = &node->stage;
        if (!node->is_rescued && stage->y + back <= self->reached &&
            (at == UINT_MAX || beam_level_of(self, stage, node->cleared) == at) &&
            (best == count ||
             beam_rescue_rank(stage) > beam_rescue_rank(&self->tree.nodes[best].stage)))
            best = i;
    }
    return best;
}

/* Restarts a beam that has failed from the best stages of one level that it has not been
 * restarted from, with wider sweeps and more kinds of bands. *at gets that level. */
static df_status beam_rescue(beam *self, unsigned back, unsigned *at)
{
    df_status status = DF_OK;
    if (self->rescue_sweep == NULL)
        status =
            df_sweep_create(&self->rescue_sweep, self->shapes, self->on->width, RESCUE_KEEP);
    const size_t before = self->tree.count;
    *at = UINT_MAX;
    self->rescues = true;
    for (unsigned i = 0; i < self->options->breadth && status == DF_OK; i++) {
        const size_t index = beam_find_rescue(self, before, back, *at);
        if (index == before)
            break;
        *at = beam_level_of(self, &self->tree.nodes[index].stage,
                            self->tree.nodes[index].cleared);
        self->tree.nodes[index].is_rescued = true;
        status = beam_expand(self, index);
    }
    self->rescues = false;
    return status;
}

static df_status beam_search(beam *self)
{
    /* The mistake may be some rows below, so each restart in vain goes further back. */
    unsigned at = 0, vain = 0, reached = 0;
    df_status status = beam_search_from(self, at);
    while (status == DF_OK && self->end == 0 && !self->stopped &&
           vain < self->options->rescues) {
        if (self->is_limited && beam_count_nodes(self) > CHEAP_NODES)
            break;
        vain = self->reached > reached ? 0 : vain + 1;
        reached = self->reached;
        status = beam_rescue(self, vain / 2, &at);
        if (status == DF_OK && at != UINT_MAX)
            status = beam_search_from(self, at);
    }
    return status;
}

/* Returns the highest stage at which nothing has been begun and from which the fallback has not
 * gone on; the number of nodes if there is none. */
static size_t beam_find_clean(const beam *self)
{
    size_t best = self->tree.count;
    for (size_t i = 0; i < self->tree.count; i++) {
        const pass_node *node = &self->tree.nodes[i];
        if (node->is_grounded || node->stage.count > 0 || node->stage.hole_width != 0)
            continue;
        if (best == self->tree.count || node->stage.y > self->tree.nodes[best].stage.y ||
            (node->stage.y == self->tree.nodes[best].stage.y &&
             node->cleared < self->tree.nodes[best].cleared))
            best = i;
    }
    return best;
}

/* Completes a row by the fallback, from the highest stage from which that is possible. *at gets
 * the level that is reached, UINT_MAX if there is none. */
static df_status beam_fall_back(beam *self, unsigned *at)
{
    *at = UINT_MAX;
    for (;;) {
        size_t index = beam_find_clean(self);
        if (index == self->tree.count || self->vain_nodes > self->options->fallback_nodes)
            return DF_OK;
        const uint64_t before = df_fallback_nodes(&self->fallback);
        bool found;
        self->tree.nodes[index].is_grounded = true;
        const df_status status = df_fallback_run(&self->fallback, &self->tree, &index, &found);
        if (status != DF_OK || (self->stopped = beam_is_asked_to_stop(self)))
            return status;
        if (!found) {
            self->vain_nodes += df_fallback_nodes(&self->fallback) - before;
            continue;
        }
        pass_node *node = &self->tree.nodes[index];
        node->is_expanded = node->is_rescued = false;
        *at = beam_level_of(self, &node->stage, node->cleared);
        pass_level *level = &self->level[*at % RING];
        level->index[0] = index;
        level->count = 1;
        return DF_OK;
    }
}

/* Continues a beam that has failed row by row: a row by the fallback, and then by the beam as
 * far as it comes. The more often that is nowhere, the more rows are left to the fallback. */
static df_status beam_go_on(beam *self)
{
    unsigned at = 0, rests = 0, rested = 0;
    df_status status = DF_OK;
    while (status == DF_OK && self->end == 0 && !self->stopped && at != UINT_MAX) {
        status = beam_fall_back(self, &at);
        if (status != DF_OK || at == UINT_MAX || self->stopped)
            break;
        pass_level *level = &self->level[at % RING];
        const unsigned y = self->tree.nodes[level->index[0]].stage.y;
        if (rested < rests && y < self->on->height) {
            rested++;
            level->count = 0;
            continue;
        }
        status = beam_search_from(self, at);
        rests = self->reached > y ? 0 : 2 * rests + 1;
        rested = 0;
    }
    return status;
}

/* Appends the drops of the pass that led to a node. */
static df_status beam_write_pass(const beam *self, const pass_node *node, beam_result *result)
{
    pack_piece ordered[PACK_MAX_PIECES + 1];
    size_t count = node->count;
    df_pack_order(self->shapes, node->pieces, count, ordered);
    if (node->closes) {
        const print_shape *shape = &self->shapes[node->hole.shape];
        ordered[count++] = (pack_piece){shape->piece, shape->orientation, node->hole.x, 0};
    }
    result->passes++;
    result->platforms += node->builds;
    return df_structure_add(result->drops, ordered, count, NULL);
}

/* Appends all passes that lead to the end, the first one first. */
static df_status beam_write_passes(beam *self, beam_result *result)
{
    df_status status = df_plan_create(&result->drops, self->on->width, 1, self->tetrominoes);
    const pass_node *nodes = self->tree.nodes;
    for (size_t i = df_pass_tree_turn(&self->tree, self->end); i != 0 && status == DF_OK;
         i = nodes[i].parent)
        status = beam_write_pass(self, &nodes[i], result);
    return status;
}

static void beam_free(beam *self)
{
    df_pass_tree_free(&self->tree);
    df_key_set_free(&self->seen);
    df_sweep_free(self->sweep);
    df_sweep_free(self->rescue_sweep);
    df_fallback_free(&self->fallback);
    df_field_free(self->field);
    free(self);
}

static df_status beam_begin(beam *self)
{
    const beam_options *options = self->options;
    const unsigned width = self->on->width;
    df_shapes_init(self->shapes, self->tetrominoes);
    df_key_set_reset(&self->seen, KEY_WORDS);
    self->patterns = options->is_open ? &df_patterns_open : &df_patterns_wide;
    self->step = options->is_open ? unsigned_max(1, width / LEVELS_IN_ROW) : width;
    df_fallback_init(&self->fallback, self->rating, self->shapes, options->seed);
    df_status status = df_sweep_create(&self->sweep, self->shapes, width, options->keep);
    if (status == DF_OK && options->height != 0)
        status = df_field_create(&self->field, width, options->height);
    const pass_node first = {.parent = 0};
    return status == DF_OK
               ? df_pass_tree_put(&self->tree, &first, &self->tiling, &self->level[0], 0)
               : status;
}

df_status df_beam_search(const pass_rating *rating, const df_piece_set *tetrominoes,
                         const beam_options *options, beam_result *result)
{
    beam *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->rating = rating;
    self->on = rating->on;
    self->tetrominoes = tetrominoes;
    self->options = options;
    df_status status = beam_begin(self);
    if (status == DF_OK)
        status = beam_search(self);
    if (status == DF_OK && options->fallback_nodes > 0 && self->end == 0 && !self->stopped)
        status = beam_go_on(self);
    beam_result made = {.reached = self->reached};
    if (status == DF_OK && self->end != 0)
        status = beam_write_passes(self, &made);
    if (status == DF_OK) {
        made.nodes = beam_count_nodes(self);
        *result = made;
    } else {
        df_plan_free(made.drops);
    }
    beam_free(self);
    return status;
}
