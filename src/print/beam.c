#include "print/beam.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/bits.h"
#include "core/key_set.h"
#include "print/headroom.h"
#include "print/pattern.h"
#include "print/structure.h"
#include "print/sweep.h"

enum {
    MOST_IN_PASS = 7,        /* rows that one pass clears */
    RING = MOST_IN_PASS + 1, /* numbers of cleared rows looked at together */
    MOST_BREADTH = 256,
    KEY_WORDS = 1 + STAGE_ROWS + 2,
    MOST_HOLES = 3,    /* places of a platform's hole that are tried for each shape */
    RESCUE_KEEP = 300, /* states of a column of a sweep, for the stages it is begun with */
};

/* A stage that has been reached, and the pass that led to it. */
typedef struct beam_node {
    print_stage stage;
    size_t parent;
    unsigned cleared;
    unsigned distance;
    bool is_expanded;
    bool is_rescued; /* a beam has been begun again with it */
    band_piece hole; /* the last drop of the platform; set while there is one */
    bool builds;     /* the pass begins a platform */
    bool closes;     /* it ends with the platform's last drop */
    size_t count;
    band_piece *pieces; /* owned */
} beam_node;

typedef struct beam {
    const canvas *on;
    const df_piece_set *tetrominoes;
    const beam_options *options;
    print_shape shapes[PRINT_SHAPES];
    df_field *room; /* as high as the playfield; NULL where that does not matter */
    sweep_kit *sweep;
    sweep_kit *wide_sweep; /* for rescues; NULL before the first */
    bool is_wide;          /* while it is used */
    uint64_t told;         /* nodes that the watch knows of */
    uint64_t turns;
    key_set seen; /* stages that have been kept, so with as few cleared rows or fewer */
    beam_node *nodes;
    size_t count;
    size_t capacity;
    size_t level[RING][MOST_BREADTH];
    unsigned level_count[RING];
    band band;
    band_tiling tiling;
} beam;

/* What has come of a search. */
typedef struct beam_end {
    size_t index;     /* of the node at the end; 0: none */
    unsigned reached; /* the lowest row that was never left behind */
    bool is_stopped;
} beam_end;

static void write_key(const print_stage *stage, uint64_t key[KEY_WORDS])
{
    key[0] = UINT64_C(1) << 63 | stage->y;
    memcpy(&key[1], stage->done, sizeof stage->done);
    key[1 + STAGE_ROWS] = stage->platform;
    key[2 + STAGE_ROWS] = stage->hole;
}

/* The place in its level for a stage at that distance: an unused one, or that of the farthest
 * stage; MOST_BREADTH when all are nearer. */
static unsigned find_place(const beam *self, unsigned cleared, unsigned distance)
{
    const unsigned ring = cleared % RING;
    const size_t *level = self->level[ring];
    if (self->level_count[ring] < self->options->breadth)
        return self->level_count[ring];
    unsigned worst = MOST_BREADTH, most = distance;
    for (unsigned i = 0; i < self->level_count[ring]; i++) {
        const beam_node *other = &self->nodes[level[i]];
        if (!other->is_expanded && other->distance > most) {
            worst = i;
            most = other->distance;
        }
    }
    return worst;
}

/* Whether the tiling, played from a stage, stays below the playfield's top. */
static bool has_headroom(const beam *self, const beam_node *from)
{
    if (self->room == NULL)
        return true;
    pack_piece ordered[BAND_MOST_PIECES];
    df_band_order(self->shapes, self->tiling.pieces, self->tiling.count, ordered);
    const unsigned lift = from->stage.platform != 0 ? self->shapes[from->hole.shape].height : 0;
    return df_headroom_suffices(self->room, self->tetrominoes, self->on, &from->stage, lift,
                                ordered, self->tiling.count);
}

/* Keeps a new stage, if it is new, has hope, and is among the most promising. The pieces that
 * lead to it are those of the tiling. */
static df_status keep(beam *self, beam_node *made)
{
    made->closes = df_stage_advance(&made->stage, self->on);
    made->distance = df_stage_distance(&made->stage, self->on);
    const unsigned place = find_place(self, made->cleared, made->distance);
    uint64_t key[KEY_WORDS];
    write_key(&made->stage, key);
    if (place == MOST_BREADTH || df_key_set_has(&self->seen, key) ||
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
            made.hole = (band_piece){hole->shape_index, (uint8_t)hole->x, 0, 0};
        df_pattern_apply(&made_of, &self->tiling, self->on, &made.stage);
        const df_status status = keep(self, &made);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Whether a shape can close a platform from above: its top row is its widest, and it hangs on
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
        const unsigned room = self->on->width - hole.shape->width;
        unsigned tried = 0;
        for (unsigned i = 0; i <= room && tried < MOST_HOLES; i++) {
            hole.x = i % 2 == 1 ? room - i / 2 : i / 2;
            if ((squares & bits_span(hole.x, hole.shape->width)) != 0)
                continue;
            tried++;
            for (size_t j = 0; j < df_patterns_floor.count; j++) {
                const df_status status =
                    try_pattern(self, index, df_patterns_floor.letters[j], &hole);
                if (status != DF_OK)
                    return status;
            }
        }
    }
    return DF_OK;
}

static df_status try_patterns(beam *self, size_t index, const pattern_list *list)
{
    static const pattern_hole none;
    df_status status = DF_OK;
    for (size_t i = 0; i < list->count && status == DF_OK; i++)
        status = try_pattern(self, index, list->letters[i], &none);
    return status;
}

static df_status expand(beam *self, size_t index)
{
    self->nodes[index].is_expanded = true;
    df_status status = try_patterns(self, index, &df_patterns_usual);
    if (status == DF_OK && self->is_wide)
        status = try_patterns(self, index, &df_patterns_rare);
    if (status == DF_OK && self->nodes[index].stage.y > 0 &&
        df_stage_needs_floor(&self->nodes[index].stage, self->on))
        status = try_floors(self, index);
    return status;
}

/* The nearest stage of a level that has not been gone on from; the level's count if none. */
static unsigned nearest(const beam *self, unsigned ring)
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
    const uint64_t nodes = count_nodes(self) - self->told;
    self->told += nodes;
    return self->options->watch != NULL &&
           !self->options->watch(self->options->watch_context, nodes);
}

/* Goes on from the stages of one level. */
static df_status search_level(beam *self, unsigned ring, beam_end *end)
{
    for (;;) {
        const unsigned i = nearest(self, ring);
        if (i == self->level_count[ring])
            return DF_OK;
        const size_t index = self->level[ring][i];
        const unsigned y = self->nodes[index].stage.y;
        end->reached = y > end->reached ? y : end->reached;
        end->is_stopped = is_asked_to_stop(self);
        if (y == self->on->height)
            end->index = index;
        if (y == self->on->height || end->is_stopped)
            return DF_OK;
        const df_status status = expand(self, index);
        if (status != DF_OK)
            return status;
    }
}

/* Goes on level by level until a stage is the end or nothing is left to go on from. */
static df_status search_from(beam *self, unsigned cleared, beam_end *end)
{
    unsigned idle = 0;
    for (; cleared < self->options->limit && idle <= MOST_IN_PASS; cleared++) {
        const unsigned ring = cleared % RING;
        idle = self->level_count[ring] == 0 ? idle + 1 : 0;
        const df_status status = search_level(self, ring, end);
        if (status != DF_OK || end->index != 0 || end->is_stopped)
            return status;
        self->level_count[ring] = 0;
    }
    return DF_OK;
}

/* How good a stage is to begin again with: high, with little that has been begun. */
static int rescue_rank(const beam_node *node)
{
    return 2 * (int)node->stage.y - 3 * (int)df_stage_begun(&node->stage);
}

/* Begins a beam that has come to nothing again: from the best stages that have not been begun
 * with before, with wider sweeps and more kinds of bands. *cleared gets the rows that the
 * first of their children have cleared, or the limit if there are none. */
static df_status rescue(beam *self, unsigned *cleared)
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
    /* All that it begins with have cleared as many rows, so that the levels are in reach. */
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
        status = expand(self, best);
    }
    self->is_wide = false;
    return status;
}

static df_status search(beam *self, beam_end *end)
{
    unsigned cleared = 0;
    df_status status = search_from(self, cleared, end);
    for (unsigned i = 0; i < self->options->rescues && status == DF_OK; i++) {
        if (end->index != 0 || end->is_stopped)
            break;
        status = rescue(self, &cleared);
        if (status == DF_OK)
            status = search_from(self, cleared, end);
    }
    return status;
}

/* Appends the drops of the pass that led to a node. */
static df_status write_pass(const beam *self, const beam_node *node, beam_result *result)
{
    pack_piece ordered[BAND_MOST_PIECES + 1];
    size_t count = node->count;
    df_band_order(self->shapes, node->pieces, count, ordered);
    if (node->closes) {
        const print_shape *shape = &self->shapes[node->hole.shape];
        ordered[count++] = (pack_piece){shape->piece, shape->orientation, node->hole.x, 0};
    }
    result->passes++;
    result->platforms += node->builds;
    return df_structure_add(result->drops, ordered, count, true);
}

/* Appends all passes that lead to a node, the first one first. */
static df_status write_passes(const beam *self, size_t end, beam_result *result)
{
    size_t length = 0;
    for (size_t i = end; i != 0; i = self->nodes[i].parent)
        length++;
    size_t *chain = malloc((length + 1) * sizeof chain[0]);
    if (chain == NULL)
        return DF_ERROR_MEMORY;
    size_t place = length;
    for (size_t i = end; i != 0; i = self->nodes[i].parent)
        chain[--place] = i;
    df_status status = DF_OK;
    for (size_t i = 0; i < length && status == DF_OK; i++)
        status = write_pass(self, &self->nodes[chain[i]], result);
    free(chain);
    return status;
}

static df_status write_result(const beam *self, size_t end, beam_result *result)
{
    beam_result made = {.cleared = self->nodes[end].cleared};
    df_status status = df_plan_create(&made.drops, self->on->width, 1, self->tetrominoes);
    if (status == DF_OK)
        status = write_passes(self, end, &made);
    if (status == DF_OK)
        *result = made;
    else
        df_plan_free(made.drops);
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
    df_field_free(self->room);
    free(self);
}

df_status df_beam_search(const canvas *on, const df_piece_set *tetrominoes,
                         const beam_options *options, df_outcome *outcome, beam_result *result,
                         unsigned *reached, uint64_t *nodes)
{
    *nodes = 0;
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
        status = df_field_create(&self->room, on->width, options->height);
    beam_node first = {.distance = 0};
    if (status == DF_OK)
        status = keep(self, &first);
    beam_end end = {.index = 0};
    if (status == DF_OK)
        status = search(self, &end);
    if (status == DF_OK && end.index != 0)
        status = write_result(self, end.index, result);
    if (self->sweep != NULL)
        *nodes = count_nodes(self);
    if (status == DF_OK) {
        *outcome = end.index != 0 ? DF_FOUND : DF_LIMIT;
        *reached = end.reached;
    }
    free_beam(self);
    return status;
}
