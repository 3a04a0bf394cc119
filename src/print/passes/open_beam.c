#include "open_beam.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/base/key_set.h"
#include "open_pattern.h"
#include "pass_tree.h"
#include "print/pack/structure.h"
#include "sweep.h"

enum {
    LEVELS_IN_ROW = 4, /* levels for as many wasted squares as a row has */
    RING = 64,         /* levels looked at together; a pass wastes fewer squares */
    /* A beam that only fails to stay below the limit is restarted while it is as cheap as this,
     * which is so on small pictures. */
    CHEAP_NODES = 1500000,
    RESCUE_NODES = 24, /* stages from which a failed beam is restarted */
    OPEN_KEY_WORDS = 1 + OPEN_ROWS,
};

/* The end of a pass. */
typedef struct open_point {
    open_stage stage;
    unsigned wasted; /* squares that have cleared or are in the open row */
} open_point;

typedef struct open_beam {
    const open_rating *rating;
    const canvas *on;
    const df_piece_set *tetrominoes;
    const open_options *options;
    print_shape shapes[PRINT_SHAPES];
    df_field *field; /* as high as the playfield; NULL if the height does not matter */
    sweep_kit *sweep;
    uint64_t reported; /* nodes that the watch knows of */
    uint64_t turns;
    key_set seen;
    /* Its nodes are ranked by the wasted squares of the whole plan, estimated, by OPEN_SQUARE.
     */
    pass_tree tree;
    open_point *points; /* that the nodes of the tree lead to; owned */
    size_t capacity;
    unsigned step; /* wasted squares of a level */
    pass_level level[RING];
    band band;
    band_tiling tiling;
    size_t end; /* the node at the end; 0: none yet */
    unsigned reached;
    bool is_limited; /* some stage could not lead to a plan below the limit */
    bool stopped;
} open_beam;

static pass_level *open_level_of(open_beam *self, unsigned wasted)
{
    return &self->level[wasted / self->step % RING];
}

static void open_write_key(const open_stage *stage, unsigned cleared,
                           uint64_t key[OPEN_KEY_WORDS])
{
    key[0] =
        UINT64_C(1) << 63 | (uint64_t)cleared << 32 | (uint64_t)stage->open << 16 | stage->y;
    memcpy(&key[1], stage->rows, sizeof stage->rows);
}

/* True if the stage has been kept before with as few cleared rows. */
static bool open_beam_knows(const open_beam *self, const open_stage *stage, unsigned cleared)
{
    uint64_t key[OPEN_KEY_WORDS];
    open_write_key(stage, 0, key);
    for (unsigned fewer = 0; fewer < RING / LEVELS_IN_ROW && fewer <= cleared; fewer++) {
        open_write_key(stage, cleared - fewer, key);
        if (df_key_set_has(&self->seen, key))
            return true;
    }
    return false;
}

static bool open_is_end(const open_beam *self, const open_stage *stage)
{
    return stage->y == self->on->height && stage->count == 0;
}

/* True if a plan through that stage can clear fewer rows than the limit. */
static bool open_is_below_limit(const open_beam *self, const open_stage *stage,
                                unsigned cleared, int64_t missing)
{
    const int64_t row = (int64_t)OPEN_SQUARE * self->on->width;
    const int64_t rows = missing > 0 ? (missing + row - 1) / row : 0;
    const unsigned open = stage->open != 0;
    return cleared + (rows > open ? rows : open) < self->options->search.limit;
}

/* True if the tiling, played from a stage, stays below the playfield's top. */
static bool open_has_headroom(const open_beam *self, const open_stage *from)
{
    if (self->field == NULL)
        return true;
    pack_piece ordered[PACK_MAX_PIECES];
    df_pack_order(self->shapes, self->tiling.pieces, self->tiling.count, ordered);
    const headroom_rows near = df_open_stage_rows(from, self->on);
    return df_headroom_suffices(&near, self->field, self->tetrominoes, ordered,
                                self->tiling.count);
}

/* Puts a node in that place of its level. The pieces that lead to it are those of the tiling.
 */
static df_status open_put_node(open_beam *self, const open_point *point, const pass_node *made,
                               pass_level *level, unsigned place)
{
    size_t index;
    df_status status = ARRAY_RESERVE(self->points, self->capacity, self->tree.count, 1);
    if (status == DF_OK)
        status = df_pass_tree_put(&self->tree, made, &self->tiling, level, place, &index);
    if (status == DF_OK)
        self->points[index] = *point;
    return status;
}

/* Keeps the stage that a tiling leads to, if it is new, is not hopeless, and is among the most
 * promising, and if the tiling can be dropped. */
static df_status open_keep(open_beam *self, const open_stage *from, const open_point *point,
                           pass_node *made)
{
    const open_stage *stage = &point->stage;
    const int64_t missing = df_open_rating_missing(self->rating, stage);
    if (!open_is_below_limit(self, stage, made->cleared, missing)) {
        self->is_limited = true;
        return DF_OK;
    }
    made->rank = df_open_rating_distance(self->rating, stage, missing) +
                 (int64_t)OPEN_SQUARE * point->wasted;
    if (open_is_end(self, stage))
        made->rank = 0; /* nothing is more promising than the end */
    pass_level *level = open_level_of(self, point->wasted);
    const unsigned place =
        df_pass_tree_find_place(&self->tree, level, self->options->search.breadth, made->rank);
    if (place == PASS_LEVEL_MAX || open_beam_knows(self, stage, made->cleared) ||
        !df_band_label(&self->band, self->shapes, &self->tiling) ||
        !df_open_stage_has_hope(stage, self->on, self->shapes) ||
        !open_has_headroom(self, from))
        return DF_OK;
    uint64_t key[OPEN_KEY_WORDS];
    open_write_key(stage, made->cleared, key);
    const df_status status = df_key_set_add(&self->seen, key);
    return status == DF_OK ? open_put_node(self, point, made, level, place) : status;
}

/* Tries one kind of band from a stage. */
static df_status open_try_pattern(open_beam *self, size_t index, const char *letters,
                                  unsigned closing)
{
    const open_point from = self->points[index];
    const unsigned cleared = self->tree.nodes[index].cleared;
    const beam_options *options = &self->options->search;
    open_pattern made_of;
    if (!df_open_pattern_read(&made_of, letters, closing, &from.stage, self->on,
                              self->options->max_rows) ||
        made_of.count == 0 || cleared + made_of.cleared >= options->limit ||
        (options->height != 0 && from.stage.y + made_of.count > options->height))
        return DF_OK;
    df_open_pattern_lay(&made_of, &from.stage, self->rating, &self->band);
    const uint64_t seed = (options->seed + ++self->turns) * UINT64_C(0x9e3779b97f4a7c15);
    const unsigned ways = df_sweep_run(self->sweep, &self->band, seed);
    for (unsigned i = 0; i < ways; i++) {
        df_sweep_write(self->sweep, i, &self->tiling);
        pass_node made = {.parent = index, .cleared = cleared + made_of.cleared};
        open_point point = {.stage = from.stage};
        unsigned left;
        if (!df_open_pattern_apply(&made_of, &self->tiling, self->on, &point.stage, &left))
            continue;
        /* Stages that come no further would fill the beam. */
        if (left == 0 && from.stage.y < self->on->height)
            continue;
        point.wasted = from.wasted + 4 * (unsigned)self->tiling.count - left;
        const df_status status = open_keep(self, &from.stage, &point, &made);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Tries patterns from a stage, with its open row completed and with it staying open. */
static df_status open_expand(open_beam *self, size_t index, const char *const *patterns)
{
    self->tree.nodes[index].is_expanded = true;
    const unsigned open = self->points[index].stage.open;
    const bool is_printed = self->points[index].stage.y == self->on->height;
    df_status status = DF_OK;
    for (; *patterns != NULL && status == DF_OK; patterns++) {
        status = open_try_pattern(self, index, *patterns, open);
        if (status == DF_OK && open != 0 && !is_printed)
            status = open_try_pattern(self, index, *patterns, 0);
    }
    return status;
}

static bool open_ask_watch(open_beam *self)
{
    const beam_options *options = &self->options->search;
    const uint64_t nodes = df_sweep_nodes(self->sweep) - self->reported;
    self->reported += nodes;
    return options->watch == NULL || options->watch(options->watch_context, nodes);
}

/* Expands the stages of one level, until one is the end. */
static df_status open_search_level(open_beam *self, const pass_level *level)
{
    for (;;) {
        const unsigned i = df_pass_tree_next(&self->tree, level);
        if (i == level->count)
            return DF_OK;
        const size_t index = level->index[i];
        const unsigned y = self->points[index].stage.y;
        self->reached = unsigned_max(self->reached, y);
        self->stopped = !open_ask_watch(self);
        if (open_is_end(self, &self->points[index].stage))
            self->end = index;
        if (self->end != 0 || self->stopped)
            return DF_OK;
        const df_status status = open_expand(
            self, index, y < self->on->height ? df_open_patterns_usual : df_open_patterns_last);
        if (status != DF_OK)
            return status;
    }
}

/* Expands level after level, from level `at`, until a stage is the end or none is left. */
static df_status open_search_from(open_beam *self, unsigned at)
{
    unsigned idle = 0;
    df_status status = DF_OK;
    for (; idle < RING && status == DF_OK; at++) {
        pass_level *level = &self->level[at % RING];
        idle = level->count == 0 ? idle + 1 : 0;
        status = open_search_level(self, level);
        if (self->end != 0 || self->stopped)
            break;
        level->count = 0;
    }
    return status;
}

/* Returns the latest stage, by wasted squares, of the first `count` that has not been rescued;
 * `count` if there is none. */
static size_t open_latest(const open_beam *self, size_t count)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++) {
        const pass_node *node = &self->tree.nodes[i];
        if (!node->is_rescued && node->is_expanded &&
            (best == count || self->points[i].wasted > self->points[best].wasted))
            best = i;
    }
    return best;
}

/* Restarts a beam that has failed: continues the latest stages with the rare patterns. *at gets
 * the lowest level of their children. */
static df_status open_rescue(open_beam *self, unsigned *at)
{
    const size_t before = self->tree.count;
    unsigned latest = 0;
    df_status status = DF_OK;
    for (unsigned i = 0; i < RESCUE_NODES && status == DF_OK; i++) {
        const size_t index = open_latest(self, before);
        if (index == before)
            break;
        const unsigned level = self->points[index].wasted / self->step;
        latest = i == 0 ? level : latest;
        /* Their children must lie within a ring. */
        if (level + RING / 2 < latest)
            break;
        *at = level;
        self->tree.nodes[index].is_rescued = true;
        status = open_expand(self, index, df_open_patterns_rare);
    }
    return status;
}

static df_status open_search(open_beam *self)
{
    unsigned at = 0;
    df_status status = open_search_from(self, at);
    for (unsigned i = 0; i < self->options->search.rescues && status == DF_OK; i++) {
        if (self->end != 0 || self->stopped ||
            (self->is_limited && df_sweep_nodes(self->sweep) > CHEAP_NODES))
            break;
        status = open_rescue(self, &at);
        if (status == DF_OK)
            status = open_search_from(self, at);
    }
    return status;
}

/* Appends all passes that lead to the end, the first one first. */
static df_status open_write_passes(open_beam *self, beam_result *result)
{
    df_status status = DF_OK;
    const pass_node *nodes = self->tree.nodes;
    for (size_t i = df_pass_tree_turn(&self->tree, self->end); i != 0 && status == DF_OK;
         i = nodes[i].parent) {
        pack_piece ordered[PACK_MAX_PIECES];
        df_pack_order(self->shapes, nodes[i].pieces, nodes[i].count, ordered);
        result->passes++;
        status = df_structure_add(result->drops, ordered, nodes[i].count, NULL);
    }
    return status;
}

static void open_beam_free(open_beam *self)
{
    df_pass_tree_free(&self->tree);
    free(self->points);
    df_key_set_free(&self->seen);
    df_sweep_free(self->sweep);
    df_field_free(self->field);
    free(self);
}

static df_status open_beam_begin(open_beam *self)
{
    const beam_options *options = &self->options->search;
    df_shapes_init(self->shapes, self->tetrominoes);
    df_key_set_reset(&self->seen, OPEN_KEY_WORDS);
    self->step = unsigned_max(1, self->on->width / LEVELS_IN_ROW);
    df_status status =
        df_sweep_create(&self->sweep, self->shapes, self->on->width, options->keep);
    if (status == DF_OK && options->height != 0)
        status = df_field_create(&self->field, self->on->width, options->height);
    const open_point point = {.wasted = 0};
    const pass_node first = {.parent = 0};
    return status == DF_OK ? open_put_node(self, &point, &first, &self->level[0], 0) : status;
}

df_status df_open_beam_search(const open_rating *rating, const df_piece_set *tetrominoes,
                              const open_options *options, beam_result *result)
{
    open_beam *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->rating = rating;
    self->on = rating->on;
    self->tetrominoes = tetrominoes;
    self->options = options;
    df_status status = open_beam_begin(self);
    if (status == DF_OK)
        status = open_search(self);
    beam_result made = {.reached = self->reached};
    if (status == DF_OK && self->end != 0)
        status = df_plan_create(&made.drops, self->on->width, 1, tetrominoes);
    if (status == DF_OK && self->end != 0)
        status = open_write_passes(self, &made);
    if (status == DF_OK) {
        made.nodes = df_sweep_nodes(self->sweep);
        *result = made;
    } else {
        df_plan_free(made.drops);
    }
    open_beam_free(self);
    return status;
}
