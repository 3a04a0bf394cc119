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
    WIDER = 4,      /* times the states of a column for the first restart, */
    MAX_KEEP = 300, /* and states for the others, and where a sweep widens */
    KEY_WORDS = 2,
};

struct beam {
    const pass_rating *rating;
    const canvas *on;
    const df_piece_set *tetrominoes;
    beam_options options;
    print_shape shapes[PRINT_SHAPES];
    df_field *field;  /* as high as the playfield; NULL if the height does not matter */
    sweep_kit *sweep; /* NULL between runs */
    uint64_t swept;   /* nodes of the runs before */
    unsigned keep;    /* states of a column of its sweeps, now */
    unsigned limit;   /* of rows cleared, for this run */
    fallback fallback;
    uint64_t reported; /* nodes that the watch knows of */
    uint64_t pause;    /* nodes after which the search waits to be continued */
    uint64_t turns;
    key_set seen; /* stages that have been kept, with the rows cleared */
    /* Its nodes are ranked by the wasted squares of the whole plan, estimated, by
     * RATING_SQUARE. */
    pass_tree tree;
    unsigned step; /* wasted squares of a level */
    pass_level level[RING];
    band band;
    band_tiling tiling;
    bool is_searching; /* from level `at` on; otherwise the beam is stuck */
    unsigned at;
    unsigned highest; /* row that was reached when the beam was stuck last, */
    unsigned vain;    /* and the restarts since then */
    size_t end;       /* the node at the end; 0: none yet */
    unsigned reached;
    bool is_limited; /* some stage could not lead to a plan below the limit */
    bool hurries;    /* only the fallback goes on */
    bool stopped;    /* for now */
    bool is_over;
};

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
    return cleared + (rows > open ? rows : open) < self->limit;
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
    /* A beam that is stuck gets one place more. */
    const unsigned extra = self->vain > 0 && level->spent > 0;
    const unsigned place =
        df_pass_tree_find_place(&self->tree, level, self->options.breadth + extra, made);
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
    const beam_options *options = &self->options;
    const pass_node from = self->tree.nodes[index];
    const print_stage *stage = &from.stage;
    pattern made_of;
    if (!df_pattern_read(&made_of, kind, stage, self->on) ||
        from.cleared + made_of.cleared >= self->limit ||
        (options->height != 0 && stage->y + made_of.count > options->height))
        return DF_OK;
    const uint64_t seed = (options->seed + ++self->turns) * UINT64_C(0x9e3779b97f4a7c15);
    df_pattern_lay(&made_of, stage, self->rating, &self->band);
    /* Where a level has other stages, a sweep that fails matters less. */
    const unsigned ways =
        df_sweep_run(self->sweep, &self->band, self->keep, options->breadth, seed);
    for (unsigned i = 0; i < ways; i++) {
        df_sweep_write(self->sweep, i, &self->tiling);
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

/* Tries a list of patterns from a stage, with its open row completed or staying open. */
static df_status beam_try_list(beam *self, size_t index, const char *const *letters,
                               bool closes)
{
    df_status status = DF_OK;
    for (; *letters != NULL && status == DF_OK; letters++) {
        const pattern_kind kind = {
            .letters = *letters, .closes = closes, .max_picture = self->options.rows};
        status = beam_try_kind(self, index, &kind);
    }
    return status;
}

/* Continues a stage, if wanted with more kinds of bands. */
static df_status beam_expand(beam *self, size_t index, bool with_rare)
{
    const print_stage *stage = &self->tree.nodes[index].stage;
    const bool is_open = stage->open != 0;
    if (stage->y == self->on->height)
        return beam_try_list(self, index, df_patterns_last, true);
    df_status status = beam_try_list(self, index, df_patterns_usual, true);
    if (status == DF_OK && is_open)
        status =
            beam_try_list(self, index, with_rare ? df_patterns_usual : df_patterns_open, false);
    if (status == DF_OK && with_rare)
        status = beam_try_list(self, index, df_patterns_rare, true);
    if (status == DF_OK && with_rare && is_open)
        status = beam_try_list(self, index, df_patterns_rare, false);
    return status;
}

static uint64_t beam_count_nodes(const beam *self)
{
    return self->swept + (self->sweep != NULL ? df_sweep_nodes(self->sweep) : 0) +
           df_fallback_nodes(&self->fallback);
}

static bool beam_is_asked_to_stop(beam *self)
{
    const beam_options *options = &self->options;
    const uint64_t nodes = beam_count_nodes(self) - self->reported;
    self->reported += nodes;
    return self->reported > self->pause ||
           (options->watch != NULL && !options->watch(options->watch_context, nodes, 0));
}

/* Expands the stages of one level, until one is the end. */
static df_status beam_search_level(beam *self, pass_level *level)
{
    df_status status = DF_OK;
    while (level->count > 0 && status == DF_OK) {
        const unsigned next = df_pass_tree_next(&self->tree, level);
        const size_t index = level->index[next];
        self->reached = unsigned_max(self->reached, self->tree.nodes[index].stage.y);
        self->stopped = beam_is_asked_to_stop(self);
        if (beam_is_end(self, &self->tree.nodes[index].stage))
            self->end = index;
        if (self->end != 0 || self->stopped)
            return DF_OK;
        level->index[next] = level->index[--level->count];
        level->spent++;
        level->top = unsigned_max(level->top, self->tree.nodes[index].stage.y);
        status = beam_expand(self, index, false);
    }
    return status;
}

/* Expands level after level until a stage is the end or none is left. */
static df_status beam_go_on(beam *self)
{
    unsigned idle = 0;
    for (; idle < RING; self->at++) {
        pass_level *level = &self->level[self->at % RING];
        idle = level->count == 0 ? idle + 1 : 0;
        const df_status status = beam_search_level(self, level);
        if (status != DF_OK || self->end != 0 || self->stopped)
            return status;
        level->spent = level->top = 0;
    }
    self->is_searching = false;
    self->vain = self->reached > self->highest ? 0 : self->vain + 1;
    self->highest = self->reached;
    return DF_OK;
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

/* Restarts a beam that is stuck from the best stages of one level that it has not been
 * restarted from, with wider sweeps and more kinds of bands; as long as that is in vain from
 * further back, since the mistake may be some rows below, and then from the highest again. */
static df_status beam_rescue(beam *self)
{
    df_status status = DF_OK;
    const size_t before = self->tree.count;
    unsigned at = UINT_MAX;
    const unsigned keep = self->vain == 0 ? WIDER * self->options.keep : MAX_KEEP;
    self->keep = unsigned_min(keep, MAX_KEEP);
    for (unsigned i = 0; i < self->options.breadth && status == DF_OK; i++) {
        const size_t index = beam_find_rescue(self, before, self->vain / 2, at);
        if (index == before)
            break;
        at = beam_level_of(self, &self->tree.nodes[index].stage,
                           self->tree.nodes[index].cleared);
        self->tree.nodes[index].is_rescued = true;
        status = beam_expand(self, index, true);
    }
    self->keep = self->options.keep;
    self->is_searching = at != UINT_MAX;
    self->is_over = !self->is_searching && self->vain == 0;
    if (self->is_searching)
        self->at = at;
    else
        self->vain = 0;
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

/* Completes a row by the fallback, from the highest stage from which that is possible. */
static df_status beam_fall_back(beam *self)
{
    size_t index = beam_find_clean(self);
    self->is_over = index == self->tree.count;
    if (self->is_over)
        return DF_OK;
    bool found;
    self->tree.nodes[index].is_grounded = true;
    const uint64_t left = self->pause > self->reported ? self->pause - self->reported : 0;
    const df_status status =
        df_fallback_run(&self->fallback, &self->tree, &index, left, &found);
    self->stopped = beam_is_asked_to_stop(self);
    if (status == DF_OK && found && beam_is_end(self, &self->tree.nodes[index].stage))
        self->end = index;
    return status;
}

/* Searches, is restarted where it is stuck, or takes the fallback. */
static df_status beam_step(beam *self)
{
    if (self->hurries)
        return beam_fall_back(self);
    if (self->is_searching)
        return beam_go_on(self);
    self->is_over = self->is_limited && beam_count_nodes(self) > CHEAP_NODES;
    return self->is_over ? DF_OK : beam_rescue(self);
}

df_status df_beam_run(beam *self, uint64_t nodes, unsigned limit)
{
    df_status status = df_sweep_create(&self->sweep, self->shapes, self->on->width, MAX_KEEP);
    if (status != DF_OK)
        return status;
    self->pause = nodes < UINT64_MAX - self->reported ? self->reported + nodes : UINT64_MAX;
    self->limit = limit;
    self->stopped = false;
    while (status == DF_OK && self->end == 0 && !self->is_over && !self->stopped)
        status = beam_step(self);
    /* Beams that wait shall not hold the memory of sweeps. */
    self->swept += df_sweep_nodes(self->sweep);
    df_sweep_free(self->sweep);
    self->sweep = NULL;
    return status;
}

void df_beam_widen(beam *self, unsigned breadth, unsigned keep)
{
    self->options.breadth = breadth;
    self->options.keep = self->keep = keep;
}

void df_beam_hurry(beam *self)
{
    self->hurries = true;
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

void df_beam_free(beam *self)
{
    if (self == NULL)
        return;
    df_pass_tree_free(&self->tree);
    df_key_set_free(&self->seen);
    df_fallback_free(&self->fallback);
    df_field_free(self->field);
    free(self);
}

static df_status beam_begin(beam *self)
{
    const beam_options *options = &self->options;
    const unsigned width = self->on->width;
    df_shapes_init(self->shapes, self->tetrominoes);
    df_key_set_reset(&self->seen, KEY_WORDS);
    self->step = unsigned_max(1, width / LEVELS_IN_ROW);
    self->is_searching = true;
    self->keep = options->keep;
    df_fallback_init(&self->fallback, self->rating, self->shapes, options->seed);
    df_status status = DF_OK;
    if (options->height != 0)
        status = df_field_create(&self->field, width, options->height);
    const pass_node first = {.parent = 0};
    return status == DF_OK
               ? df_pass_tree_put(&self->tree, &first, &self->tiling, &self->level[0], 0)
               : status;
}

df_status df_beam_create(beam **made, const pass_rating *rating,
                         const df_piece_set *tetrominoes, const beam_options *options)
{
    beam *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->rating = rating;
    self->on = rating->on;
    self->tetrominoes = tetrominoes;
    self->options = *options;
    const df_status status = beam_begin(self);
    if (status == DF_OK)
        *made = self;
    else
        df_beam_free(self);
    return status;
}

/* Returns the squares of the picture that are left at a stage. */
static size_t beam_count_left(const beam *self, const print_stage *stage)
{
    size_t left = df_canvas_count(self->on, stage->y);
    for (unsigned i = 0; i < stage->count; i++)
        left += (stage->open >> i & 1) == 0 ? columns_count(&stage->rows[i]) : 0;
    return left;
}

/* Writes what the furthest stage has wasted, and the nodes that the rest may take. */
static void beam_look_ahead(const beam *self, beam_result *result)
{
    const pass_node *best = NULL;
    for (size_t i = 0; i < self->tree.count; i++) {
        const pass_node *node = &self->tree.nodes[i];
        if (best == NULL || node->stage.y > best->stage.y ||
            (node->stage.y == best->stage.y && node->cleared < best->cleared))
            best = node;
    }
    const size_t squares = df_canvas_count(self->on, self->on->height);
    const size_t left = beam_count_left(self, &best->stage) + 1;
    result->price = (uint64_t)(best->cleared + 1) * self->on->width * RATING_SQUARE / left;
    result->expected = result->nodes / left * (squares > left ? squares - left : 0);
}

df_status df_beam_report(beam *self, beam_result *result)
{
    beam_result made = {.reached = self->reached,
                        .nodes = beam_count_nodes(self),
                        .is_over = self->is_over || self->end != 0};
    df_status status = DF_OK;
    beam_look_ahead(self, &made);
    if (self->end != 0)
        status = beam_write_passes(self, &made);
    if (status == DF_OK)
        *result = made;
    else
        df_plan_free(made.drops);
    return status;
}
