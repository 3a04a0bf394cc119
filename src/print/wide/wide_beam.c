#include "wide_beam.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/key_set.h"
#include "print/pack/structure.h"
#include "print/passes/pattern.h"
#include "print/passes/sweep.h"
#include "wide_band.h"

enum {
    MAX_CLEARED = 7,          /* rows that one pass clears */
    LEVELS = MAX_CLEARED + 1, /* numbers of cleared rows looked at together */
    MAX_STAGES = 64,          /* of one number */
    MAX_PLACES = 3,           /* of a platform's hole that are tried for each shape */
    RESCUE_KEEP = 160,
    KEY_WORDS = 2,
};

/* The kinds of bands that led to most of the passes of wide pictures. */
static const char *const wide_kinds[] = {
    "P",      "PP",   "PPP",   "PFFFFPP", "PFFFPP", "PFFFP",   "PPFFP",
    "PPFFFP", "PFFP", "PPFP",  "PFFFFP",  "PPFF",   "PPFFF",   "PF",
    "PFP",    "PPF",  "PFFPP", "FP",      "PFF",    "PPFFFFP", NULL};

/* A stage and the pass that led to it. */
typedef struct wide_node {
    wide_stage stage;
    size_t parent;
    unsigned cleared;
    unsigned distance;
    bool is_expanded;
    bool is_rescued;  /* the beam has been restarted from it */
    bool builds;      /* the pass begins a platform */
    bool closes;      /* it ends with the platform's last drop */
    pack_placed hole; /* that last drop; set while there is a platform */
    size_t count;
    pack_placed *pieces; /* owned */
} wide_node;

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
    wide_node *nodes;
    size_t count;
    size_t capacity;
    size_t level[LEVELS][MAX_STAGES];
    unsigned level_count[LEVELS];
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

/* Returns the place in its level for a stage at that distance: an unused one, or that of the
 * farthest stage; MAX_STAGES if all are nearer. */
static unsigned wide_find_place(const wide_beam *self, unsigned level, unsigned distance)
{
    if (self->level_count[level] < self->options->breadth)
        return self->level_count[level];
    unsigned worst = MAX_STAGES, max = distance;
    for (unsigned i = 0; i < self->level_count[level]; i++) {
        const wide_node *other = &self->nodes[self->level[level][i]];
        if (!other->is_expanded && other->distance > max) {
            worst = i;
            max = other->distance;
        }
    }
    return worst;
}

/* Keeps a stage if it is new, is not hopeless, and is among the most promising. The pieces that
 * lead to it are those of the tiling. */
static df_status wide_keep(wide_beam *self, wide_node *made)
{
    made->closes = df_wide_stage_advance(&made->stage, self->on);
    made->distance = df_wide_stage_distance(&made->stage, self->on);
    const unsigned level = made->cleared % LEVELS;
    const unsigned place = wide_find_place(self, level, made->distance);
    uint64_t key[KEY_WORDS];
    wide_write_key(self, &made->stage, key);
    if (place == MAX_STAGES || df_key_set_has(&self->seen, key) ||
        !df_wide_stage_has_hope(&made->stage, self->on, self->shapes))
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
    size_t index = self->count;
    if (place < self->level_count[level]) {
        index = self->level[level][place];
        free(self->nodes[index].pieces);
    } else {
        self->count++;
        self->level[level][self->level_count[level]++] = index;
    }
    self->nodes[index] = *made;
    return DF_OK;
}

/* Tries one kind of band from a stage. */
static df_status wide_try_pattern(wide_beam *self, size_t index, const char *letters,
                                  const wide_hole *hole)
{
    const wide_node *from = &self->nodes[index];
    wide_pattern kind;
    if (!df_wide_pattern_read(&kind, letters, hole, &from->stage, self->on) ||
        from->cleared + kind.cleared >= self->options->limit)
        return DF_OK;
    df_wide_band_lay(&self->band, &kind, &from->stage, self->on);
    const uint64_t seed = (self->options->seed + ++self->turns) * UINT64_C(0x9e3779b97f4a7c15);
    sweep_kit *sweep = self->rescues ? self->rescue_sweep : self->sweep;
    const unsigned ways = df_sweep_run(sweep, &self->band, seed);
    for (unsigned i = 0; i < ways; i++) {
        df_sweep_write(sweep, i, &self->tiling);
        if (!df_band_label(&self->band, self->shapes, &self->tiling))
            continue;
        from = &self->nodes[index]; /* the nodes may have moved */
        wide_node made = {.stage = from->stage,
                          .parent = index,
                          .cleared = from->cleared + kind.cleared,
                          .builds = hole->shape != NULL,
                          .hole = from->hole};
        if (made.builds)
            made.hole = (pack_placed){hole->shape_index, (uint8_t)hole->x, 0, 0};
        df_wide_band_apply(&kind, &self->tiling, self->on, &made.stage);
        const df_status status = wide_keep(self, &made);
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

/* True if a shape can close a platform from above: its top row is its widest, and it hangs on
 * the squares beside it. */
static bool wide_can_close(const print_shape *shape)
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
        if (!wide_can_close(hole.shape))
            continue;
        const unsigned slack = self->on->width - hole.shape->width;
        unsigned tried = 0;
        for (unsigned i = 0; i <= slack && tried < MAX_PLACES; i++) {
            hole.x = (uint16_t)(i % 2 == 1 ? slack - i / 2 : i / 2);
            if (!wide_columns_are_empty(self->on, self->nodes[index].stage.y, hole.x,
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
    self->nodes[index].is_expanded = true;
    df_status status =
        wide_try_patterns(self, index, self->rescues ? df_patterns_usual : wide_kinds, &none);
    if (status == DF_OK && self->rescues)
        status = wide_try_patterns(self, index, df_patterns_rare, &none);
    if (status == DF_OK && df_wide_stage_needs_floor(&self->nodes[index].stage, self->on))
        status = wide_try_floors(self, index);
    return status;
}

/* Returns the place of a level's nearest stage that is not expanded; the level's count if there
 * is none. */
static unsigned wide_find_nearest(const wide_beam *self, unsigned level)
{
    unsigned best = self->level_count[level];
    for (unsigned i = 0; i < self->level_count[level]; i++) {
        const wide_node *node = &self->nodes[self->level[level][i]];
        if (!node->is_expanded &&
            (best == self->level_count[level] ||
             node->distance < self->nodes[self->level[level][best]].distance))
            best = i;
    }
    return best;
}

static uint64_t wide_count_nodes(const wide_beam *self)
{
    return df_sweep_nodes(self->sweep) +
           (self->rescue_sweep != NULL ? df_sweep_nodes(self->rescue_sweep) : 0);
}

/* Expands the stages of one level. */
static df_status wide_search_level(wide_beam *self, unsigned level)
{
    for (;;) {
        const unsigned i = wide_find_nearest(self, level);
        if (i == self->level_count[level])
            return DF_OK;
        const size_t index = self->level[level][i];
        const unsigned y = self->nodes[index].stage.y;
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
        const unsigned level = cleared % LEVELS;
        idle = self->level_count[level] == 0 ? idle + 1 : 0;
        const df_status status = wide_search_level(self, level);
        if (status != DF_OK || self->end != 0 || self->stopped)
            return status;
        self->level_count[level] = 0;
    }
    return DF_OK;
}

/* Rates a stage to restart from: high, with little begun. */
static int wide_rescue_rank(const wide_beam *self, const wide_node *node)
{
    return 2 * (int)node->stage.y - 3 * (int)df_wide_stage_begun(&node->stage, self->on);
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
    size_t best = self->count;
    for (size_t i = 0; i < self->count; i++) {
        if (!self->nodes[i].is_rescued && self->nodes[i].stage.y + back <= self->reached &&
            (best == self->count || wide_rescue_rank(self, &self->nodes[i]) >
                                        wide_rescue_rank(self, &self->nodes[best])))
            best = i;
    }
    *cleared = self->options->limit;
    if (best == self->count)
        return DF_OK;
    *cleared = self->nodes[best].cleared;
    self->nodes[best].is_rescued = true;
    self->rescues = true;
    memset(self->level_count, 0, sizeof self->level_count);
    status = wide_expand(self, best);
    self->rescues = false;
    return status;
}

/* Appends the drops of the pass that led to a node. */
static df_status wide_write_pass(const wide_beam *self, const wide_node *node,
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

/* Appends all passes that lead to the end, the first one first, for which it turns the links to
 * parents around. */
static df_status wide_write_passes(wide_beam *self, wide_result *result)
{
    size_t later = 0;
    for (size_t i = self->end; i != 0;) {
        const size_t parent = self->nodes[i].parent;
        self->nodes[i].parent = later;
        later = i;
        i = parent;
    }
    df_status status = df_plan_create(&result->drops, self->on->width, 1, self->tetrominoes);
    for (size_t i = later; i != 0 && status == DF_OK; i = self->nodes[i].parent)
        status = wide_write_pass(self, &self->nodes[i], result);
    return status;
}

static df_status wide_beam_run(wide_beam *self)
{
    wide_node first = {.distance = 0};
    unsigned cleared = 0;
    df_status status = wide_keep(self, &first);
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
    for (size_t i = 0; i < self->count; i++)
        free(self->nodes[i].pieces);
    free(self->nodes);
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
