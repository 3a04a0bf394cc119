#include "beam.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/base/key_set.h"
#include "pass_tree.h"
#include "pattern.h"
#include "print/pack/structure.h"
#include "sweep.h"

enum {
    MAX_IN_PASS = 7,        /* rows that one pass clears */
    RING = MAX_IN_PASS + 1, /* numbers of cleared rows looked at together */
    KEY_WORDS = 1 + STAGE_ROWS + 2,
    MAX_HOLES = 3,     /* places of a platform's hole that are tried for each shape */
    RESCUE_KEEP = 300, /* states of a column of a sweep, for the stages it is begun with */
};

typedef struct beam {
    const canvas *on;
    const df_piece_set *tetrominoes;
    const beam_options *options;
    print_shape shapes[PRINT_SHAPES];
    df_field *field; /* as high as the playfield; NULL if the height does not matter */
    sweep_kit *sweep;
    sweep_kit *wide_sweep; /* for rescues; NULL before the first */
    bool is_wide;          /* while it is used */
    uint64_t reported;     /* nodes that the watch knows of */
    uint64_t turns;
    key_set seen; /* stages that have been kept, with as few cleared rows or fewer */
    pass_tree tree;
    print_stage *stages; /* that the nodes of the tree lead to; owned */
    size_t capacity;
    pass_level level[RING];
    band band;
    band_tiling tiling;
} beam;

/* The result of a search. */
typedef struct beam_end {
    size_t index;     /* of the node at the end; 0: none */
    unsigned reached; /* the lowest row that was never left behind */
    bool stopped;
} beam_end;

static void beam_write_key(const print_stage *stage, uint64_t key[KEY_WORDS])
{
    key[0] = UINT64_C(1) << 63 | stage->y;
    memcpy(&key[1], stage->done, sizeof stage->done);
    key[1 + STAGE_ROWS] = stage->platform;
    key[2 + STAGE_ROWS] = stage->hole;
}

/* True if the tiling, played from a stage, stays below the playfield's top. */
static bool has_headroom(const beam *self, const print_stage *stage, const pass_node *from)
{
    if (self->field == NULL)
        return true;
    pack_piece ordered[PACK_MAX_PIECES];
    df_pack_order(self->shapes, self->tiling.pieces, self->tiling.count, ordered);
    const unsigned lift = stage->platform != 0 ? self->shapes[from->hole.shape].height : 0;
    return df_stage_has_headroom(stage, self->on, self->field, self->tetrominoes, lift, ordered,
                                 self->tiling.count);
}

/* Keeps a stage if it is new, is not hopeless, and is among the most promising. The pieces that
 * lead to it are those of the tiling. */
static df_status beam_keep(beam *self, print_stage *stage, pass_node *made)
{
    made->closes = df_stage_advance(stage, self->on);
    made->rank = df_stage_distance(stage, self->on);
    pass_level *level = &self->level[made->cleared % RING];
    const unsigned place =
        df_pass_tree_find_place(&self->tree, level, self->options->breadth, made->rank);
    uint64_t key[KEY_WORDS];
    beam_write_key(stage, key);
    if (place == PASS_LEVEL_MAX || df_key_set_has(&self->seen, key) ||
        !df_stage_has_hope(stage, self->on, self->shapes))
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
static df_status try_pattern(beam *self, size_t index, const char *letters,
                             const pattern_hole *hole)
{
    const print_stage stage = self->stages[index];
    const pass_node from = self->tree.nodes[index];
    pattern made_of;
    if (!df_pattern_read(&made_of, letters, hole, &stage, self->on) ||
        from.cleared + made_of.cleared >= self->options->limit ||
        (self->options->height != 0 && stage.y + made_of.count > self->options->height))
        return DF_OK;
    df_pattern_lay(&made_of, &stage, self->on, &self->band);
    const uint64_t seed = (self->options->seed + ++self->turns) * UINT64_C(0x9e3779b97f4a7c15);
    sweep_kit *sweep = self->is_wide ? self->wide_sweep : self->sweep;
    const unsigned ways = df_sweep_run(sweep, &self->band, seed);
    for (unsigned i = 0; i < ways; i++) {
        df_sweep_write(sweep, i, &self->tiling);
        if (!df_band_label(&self->band, self->shapes, &self->tiling) ||
            !has_headroom(self, &stage, &from))
            continue;
        print_stage next = stage;
        pass_node made = {.parent = index,
                          .cleared = from.cleared + made_of.cleared,
                          .builds = hole->shape != NULL,
                          .hole = from.hole};
        if (made.builds)
            made.hole = (pack_placed){hole->shape_index, (uint8_t)hole->x, 0, 0};
        df_pattern_apply(&made_of, &self->tiling, self->on, &next);
        const df_status status = beam_keep(self, &next, &made);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Tries a list of patterns from a stage. */
static df_status try_patterns(beam *self, size_t index, const char *const *patterns,
                              const pattern_hole *hole)
{
    df_status status = DF_OK;
    for (; *patterns != NULL && status == DF_OK; patterns++)
        status = try_pattern(self, index, *patterns, hole);
    return status;
}

/* Builds platforms whose hole is outside the row that is to stand on it, near either wall. */
static df_status try_floors(beam *self, size_t index)
{
    const uint64_t squares = self->on->rows[self->stages[index].y].squares;
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        pattern_hole hole = {.shape = &self->shapes[s], .shape_index = (uint8_t)s};
        if (!df_shape_closes(hole.shape) || hole.shape->width > self->on->width)
            continue;
        const unsigned slack = self->on->width - hole.shape->width;
        unsigned tried = 0;
        for (unsigned i = 0; i <= slack && tried < MAX_HOLES; i++) {
            hole.x = i % 2 == 1 ? slack - i / 2 : i / 2;
            if ((squares & bits_span(hole.x, hole.shape->width)) != 0)
                continue;
            tried++;
            const df_status status = try_patterns(self, index, df_patterns_floor, &hole);
            if (status != DF_OK)
                return status;
        }
    }
    return DF_OK;
}

static df_status beam_expand(beam *self, size_t index)
{
    static const pattern_hole none;
    self->tree.nodes[index].is_expanded = true;
    df_status status = try_patterns(self, index, df_patterns_usual, &none);
    if (status == DF_OK && self->is_wide)
        status = try_patterns(self, index, df_patterns_rare, &none);
    if (status == DF_OK && self->stages[index].y > 0 &&
        df_stage_needs_floor(&self->stages[index], self->on))
        status = try_floors(self, index);
    return status;
}

static uint64_t count_nodes(const beam *self)
{
    return df_sweep_nodes(self->sweep) +
           (self->wide_sweep != NULL ? df_sweep_nodes(self->wide_sweep) : 0);
}

static bool is_asked_to_stop(beam *self)
{
    const uint64_t nodes = count_nodes(self) - self->reported;
    self->reported += nodes;
    return self->options->watch != NULL &&
           !self->options->watch(self->options->watch_context, nodes);
}

/* Expands the stages of one level. */
static df_status search_level(beam *self, const pass_level *level, beam_end *end)
{
    for (;;) {
        const unsigned i = df_pass_tree_next(&self->tree, level);
        if (i == level->count)
            return DF_OK;
        const size_t index = level->index[i];
        const unsigned y = self->stages[index].y;
        end->reached = y > end->reached ? y : end->reached;
        end->stopped = is_asked_to_stop(self);
        if (y == self->on->height)
            end->index = index;
        if (y == self->on->height || end->stopped)
            return DF_OK;
        const df_status status = beam_expand(self, index);
        if (status != DF_OK)
            return status;
    }
}

/* Expands level after level until a stage is the end or none is left. */
static df_status search_from(beam *self, unsigned cleared, beam_end *end)
{
    unsigned idle = 0;
    for (; cleared < self->options->limit && idle <= MAX_IN_PASS; cleared++) {
        pass_level *level = &self->level[cleared % RING];
        idle = level->count == 0 ? idle + 1 : 0;
        const df_status status = search_level(self, level, end);
        if (status != DF_OK || end->index != 0 || end->stopped)
            return status;
        level->count = 0;
    }
    return DF_OK;
}

/* Rates a stage to restart from: high, with little begun. */
static int rescue_rank(const print_stage *stage)
{
    return 2 * (int)stage->y - 3 * (int)df_stage_begun(stage);
}

/* Restarts a beam that has failed: from the best stages that it has not been restarted from
 * before, with wider sweeps and more kinds of bands. *cleared gets the rows that the first of
 * their children have cleared, or the limit if there are none. */
static df_status beam_rescue(beam *self, unsigned *cleared)
{
    *cleared = self->options->limit;
    if (self->wide_sweep == NULL) {
        const df_status status =
            df_sweep_create(&self->wide_sweep, self->shapes, self->on->width, RESCUE_KEEP);
        if (status != DF_OK)
            return status;
    }
    const size_t before = self->tree.count;
    self->is_wide = true;
    df_status status = DF_OK;
    /* All these stages have cleared the same number of rows, so that the levels are in reach.
     * */
    size_t first = before;
    for (unsigned i = 0; i < self->options->breadth && status == DF_OK; i++) {
        size_t best = before;
        for (size_t j = 0; j < before; j++) {
            const pass_node *node = &self->tree.nodes[j];
            if (!node->is_rescued &&
                (first == before || node->cleared == self->tree.nodes[first].cleared) &&
                (best == before ||
                 rescue_rank(&self->stages[j]) > rescue_rank(&self->stages[best])))
                best = j;
        }
        if (best == before)
            break;
        first = first == before ? best : first;
        *cleared = self->tree.nodes[best].cleared;
        self->tree.nodes[best].is_rescued = true;
        status = beam_expand(self, best);
    }
    self->is_wide = false;
    return status;
}

static df_status beam_search(beam *self, beam_end *end)
{
    unsigned cleared = 0;
    df_status status = search_from(self, cleared, end);
    for (unsigned i = 0; i < self->options->rescues && status == DF_OK; i++) {
        if (end->index != 0 || end->stopped)
            break;
        status = beam_rescue(self, &cleared);
        if (status == DF_OK)
            status = search_from(self, cleared, end);
    }
    return status;
}

/* Appends the drops of the pass that led to a node. */
static df_status write_pass(const beam *self, const pass_node *node, beam_result *result)
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

/* Appends all passes that lead to a node, the first one first. */
static df_status write_passes(beam *self, size_t end, beam_result *result)
{
    df_status status = DF_OK;
    const pass_node *nodes = self->tree.nodes;
    for (size_t i = df_pass_tree_turn(&self->tree, end); i != 0 && status == DF_OK;
         i = nodes[i].parent)
        status = write_pass(self, &nodes[i], result);
    return status;
}

static void free_beam(beam *self)
{
    df_pass_tree_free(&self->tree);
    free(self->stages);
    df_key_set_free(&self->seen);
    df_sweep_free(self->sweep);
    df_sweep_free(self->wide_sweep);
    df_field_free(self->field);
    free(self);
}

df_status df_beam_search(const canvas *on, const df_piece_set *tetrominoes,
                         const beam_options *options, beam_result *result)
{
    beam *self = calloc(1, sizeof *self);
    if (self == NULL)
        return DF_ERROR_MEMORY;
    self->on = on;
    self->tetrominoes = tetrominoes;
    self->options = options;
    df_shapes_init(self->shapes, tetrominoes);
    df_key_set_reset(&self->seen, KEY_WORDS);
    df_status status = df_sweep_create(&self->sweep, self->shapes, on->width, options->keep);
    if (status == DF_OK && options->height != 0)
        status = df_field_create(&self->field, on->width, options->height);
    print_stage stage = {.y = 0};
    pass_node first = {.parent = 0};
    if (status == DF_OK)
        status = beam_keep(self, &stage, &first);
    beam_end end = {.index = 0};
    if (status == DF_OK)
        status = beam_search(self, &end);
    beam_result made = {.reached = end.reached};
    if (status == DF_OK && end.index != 0)
        status = df_plan_create(&made.drops, on->width, 1, tetrominoes);
    if (status == DF_OK && end.index != 0)
        status = write_passes(self, end.index, &made);
    if (status == DF_OK) {
        made.nodes = count_nodes(self);
        *result = made;
    } else {
        df_plan_free(made.drops);
    }
    free_beam(self);
    return status;
}
