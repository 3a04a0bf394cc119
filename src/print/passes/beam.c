#include "beam.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/base/key_set.h"
#include "pattern.h"
#include "print/pack/structure.h"
#include "sweep.h"

enum {
    MAX_IN_PASS = 7,        /* rows that one pass clears */
    RING = MAX_IN_PASS + 1, /* numbers of cleared rows looked at together */
    MAX_BREADTH = 256,
    KEY_WORDS = 1 + STAGE_ROWS + 2,
    MAX_HOLES = 3,     /* places of a platform's hole that are tried for each shape */
    RESCUE_KEEP = 300, /* states of a column of a sweep, for the stages it is begun with */
};

/* A stage and the pass that led to it. */
typedef struct beam_node {
    print_stage stage;
    size_t parent;
    unsigned cleared;
    unsigned distance;
    bool is_expanded;
    bool is_rescued;  /* the beam has been restarted from it */
    pack_placed hole; /* the last drop of the platform; set while there is one */
    bool builds;      /* the pass begins a platform */
    bool closes;      /* it ends with the platform's last drop */
    size_t count;
    pack_placed *pieces; /* owned */
} beam_node;

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
    beam_node *nodes;
    size_t count;
    size_t capacity;
    size_t level[RING][MAX_BREADTH];
    unsigned level_count[RING];
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

/* Returns the place in its level for a stage at that distance: an unused one, or that of the
 * farthest stage; MAX_BREADTH if all are nearer. */
static unsigned beam_find_place(const beam *self, unsigned cleared, unsigned distance)
{
    const unsigned ring = cleared % RING;
    const size_t *level = self->level[ring];
    if (self->level_count[ring] < self->options->breadth)
        return self->level_count[ring];
    unsigned worst = MAX_BREADTH, max = distance;
    for (unsigned i = 0; i < self->level_count[ring]; i++) {
        const beam_node *other = &self->nodes[level[i]];
        if (!other->is_expanded && other->distance > max) {
            worst = i;
            max = other->distance;
        }
    }
    return worst;
}

/* True if the tiling, played from a stage, stays below the playfield's top. */
static bool has_headroom(const beam *self, const beam_node *from)
{
    if (self->field == NULL)
        return true;
    pack_piece ordered[PACK_MAX_PIECES];
    df_pack_order(self->shapes, self->tiling.pieces, self->tiling.count, ordered);
    const unsigned lift = from->stage.platform != 0 ? self->shapes[from->hole.shape].height : 0;
    return df_stage_has_headroom(&from->stage, self->on, self->field, self->tetrominoes, lift,
                                 ordered, self->tiling.count);
}

/* Keeps a stage if it is new, is not hopeless, and is among the most promising. The pieces that
 * lead to it are those of the tiling. */
static df_status beam_keep(beam *self, beam_node *made)
{
    made->closes = df_stage_advance(&made->stage, self->on);
    made->distance = df_stage_distance(&made->stage, self->on);
    const unsigned place = beam_find_place(self, made->cleared, made->distance);
    uint64_t key[KEY_WORDS];
    beam_write_key(&made->stage, key);
    if (place == MAX_BREADTH || df_key_set_has(&self->seen, key) ||
        !df_stage_has_hope(&made->stage, self->on, self->shapes))
        return DF_OK;
    df_status status = df_key_set_add(&self->seen, key);
    if (status == DF_OK)
        status = ARRAY_RESERVE(self->nodes, self->capacity, self->count, 1);
    if (status != DF_OK)
        return status;
    made->count = self->tiling.count;
    made->pieces = malloc((made->count + 1) * sizeof made->pieces[0]);
    if (made->pieces == NULL)
        return DF_ERROR_MEMORY;
    memcpy(made->pieces, self->tiling.pieces, made->count * sizeof made->pieces[0]);
    const unsigned ring = made->cleared % RING;
    size_t index = self->count;
    if (place < self->level_count[ring]) {
        index = self->level[ring][place];
        free(self->nodes[index].pieces);
    } else {
        self->count++;
        self->level[ring][self->level_count[ring]++] = index;
    }
    self->nodes[index] = *made;
    return DF_OK;
}

/* Tries one kind of band from a stage. */
static df_status try_pattern(beam *self, size_t index, const char *letters,
                             const pattern_hole *hole)
{
    const beam_node from = self->nodes[index];
    pattern made_of;
    if (!df_pattern_read(&made_of, letters, hole, &from.stage, self->on) ||
        from.cleared + made_of.cleared >= self->options->limit ||
        (self->options->height != 0 && from.stage.y + made_of.count > self->options->height))
        return DF_OK;
    df_pattern_lay(&made_of, &from.stage, self->on, &self->band);
    const uint64_t seed = (self->options->seed + ++self->turns) * UINT64_C(0x9e3779b97f4a7c15);
    sweep_kit *sweep = self->is_wide ? self->wide_sweep : self->sweep;
    const unsigned ways = df_sweep_run(sweep, &self->band, seed);
    for (unsigned i = 0; i < ways; i++) {
        df_sweep_write(sweep, i, &self->tiling);
        if (!df_band_label(&self->band, self->shapes, &self->tiling) ||
            !has_headroom(self, &from))
            continue;
        beam_node made = {.stage = from.stage,
                          .parent = index,
                          .cleared = from.cleared + made_of.cleared,
                          .builds = hole->shape != NULL,
                          .hole = from.hole};
        if (made.builds)
            made.hole = (pack_placed){hole->shape_index, (uint8_t)hole->x, 0, 0};
        df_pattern_apply(&made_of, &self->tiling, self->on, &made.stage);
        const df_status status = beam_keep(self, &made);
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

/* True if a shape can close a platform from above: its top row is its widest, and it hangs on
 * the squares beside it. */
static bool can_close(const print_shape *shape)
{
    if (shape->height < 2)
        return false;
    unsigned top = 0, next = 0;
    for (unsigned x = 0; x < shape->width; x++) {
        top += shape->column[x] >> (shape->height - 1) & 1;
        next += shape->column[x] >> (shape->height - 2) & 1;
    }
    return top == shape->width && next < top;
}

/* Builds platforms whose hole is outside the row that is to stand on it, near either wall. */
static df_status try_floors(beam *self, size_t index)
{
    const uint64_t squares = self->on->rows[self->nodes[index].stage.y].squares;
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        pattern_hole hole = {.shape = &self->shapes[s], .shape_index = (uint8_t)s};
        if (!can_close(hole.shape) || hole.shape->width > self->on->width)
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
    self->nodes[index].is_expanded = true;
    df_status status = try_patterns(self, index, df_patterns_usual, &none);
    if (status == DF_OK && self->is_wide)
        status = try_patterns(self, index, df_patterns_rare, &none);
    if (status == DF_OK && self->nodes[index].stage.y > 0 &&
        df_stage_needs_floor(&self->nodes[index].stage, self->on))
        status = try_floors(self, index);
    return status;
}

/* Returns the place of a level's nearest stage that is not expanded; the level's count if there
 * is none. */
static unsigned beam_nearest(const beam *self, unsigned ring)
{
    unsigned best = self->level_count[ring];
    for (unsigned i = 0; i < self->level_count[ring]; i++) {
        const beam_node *node = &self->nodes[self->level[ring][i]];
        if (!node->is_expanded &&
            (best == self->level_count[ring] ||
             node->distance < self->nodes[self->level[ring][best]].distance))
            best = i;
    }
    return best;
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
static df_status search_level(beam *self, unsigned ring, beam_end *end)
{
    for (;;) {
        const unsigned i = beam_nearest(self, ring);
        if (i == self->level_count[ring])
            return DF_OK;
        const size_t index = self->level[ring][i];
        const unsigned y = self->nodes[index].stage.y;
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
        const unsigned ring = cleared % RING;
        idle = self->level_count[ring] == 0 ? idle + 1 : 0;
        const df_status status = search_level(self, ring, end);
        if (status != DF_OK || end->index != 0 || end->stopped)
            return status;
        self->level_count[ring] = 0;
    }
    return DF_OK;
}

/* Rates a stage to restart from: high, with little begun. */
static int rescue_rank(const beam_node *node)
{
    return 2 * (int)node->stage.y - 3 * (int)df_stage_begun(&node->stage);
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
    const size_t before = self->count;
    self->is_wide = true;
    df_status status = DF_OK;
    /* All these stages have cleared the same number of rows, so that the levels are in reach.
     * */
    size_t first = before;
    for (unsigned i = 0; i < self->options->breadth && status == DF_OK; i++) {
        size_t best = before;
        for (size_t j = 0; j < before; j++) {
            const beam_node *node = &self->nodes[j];
            if (!node->is_rescued &&
                (first == before || node->cleared == self->nodes[first].cleared) &&
                (best == before || rescue_rank(node) > rescue_rank(&self->nodes[best])))
                best = j;
        }
        if (best == before)
            break;
        first = first == before ? best : first;
        *cleared = self->nodes[best].cleared;
        self->nodes[best].is_rescued = true;
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
static df_status write_pass(const beam *self, const beam_node *node, beam_result *result)
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

/* Appends all passes that lead to a node, the first one first, for which it turns the links to
 * parents around. */
static df_status write_passes(beam *self, size_t end, beam_result *result)
{
    size_t later = 0;
    for (size_t i = end; i != 0;) {
        const size_t parent = self->nodes[i].parent;
        self->nodes[i].parent = later;
        later = i;
        i = parent;
    }
    df_status status = DF_OK;
    for (size_t i = later; i != 0 && status == DF_OK; i = self->nodes[i].parent)
        status = write_pass(self, &self->nodes[i], result);
    return status;
}

static void free_beam(beam *self)
{
    for (size_t i = 0; i < self->count; i++)
        free(self->nodes[i].pieces);
    free(self->nodes);
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
    beam_node first = {.distance = 0};
    if (status == DF_OK)
        status = beam_keep(self, &first);
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
