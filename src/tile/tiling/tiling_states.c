#include "tiling_states.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/base/key_index.h"
#include "core/board/divisor.h"
#include "tile/count/number.h"

enum {
    MAX_WORDS = DF_PIECE_MAX_SQUARES + 1, /* of a key: 32 lines of 64 squares, and the kinds */
    USUAL_MEMORY = 1 << 30,
};

/* An array that grows. */
typedef struct store {
    size_t capacity;
    size_t count;
} store;

/* A node that is to be expanded at some line. */
typedef struct states_entry {
    uint32_t node;
    uint32_t next; /* 1 + index of the next entry of the line, or 0 */
} states_entry;

/* The shapes that may cover a first free square at one position of the line. */
typedef struct choices {
    size_t count;
    uint16_t *shapes;
    uint64_t *masks; /* mask_words each: the squares, from the start of the line */
} choices;

typedef struct states_builder {
    df_tilings *made;
    memory_budget memory;
    unsigned mask_words;
    unsigned divisor; /* of the sizes of all pieces */
    bool has_pockets; /* check states for pockets */
    choices at[DF_NARROW_MAX_WIDTH];
    key_index index; /* of the nodes */
    store nodes_store, edges_store, entries_store;
    states_entry *entries;
    uint32_t *first_entry; /* of each line, 1 + index */
} states_builder;

/* Ensures that `more` items can be added to a store, whose array is `items`. */
#define GROW(self, items, store, more)                                                         \
    ARRAY_RESERVE_WITHIN(items, (store).capacity, (store).count, (more), &(self)->memory.left)

static df_status tiling_states_add_entry(states_builder *self, uint32_t node, unsigned line)
{
    const df_status status = GROW(self, self->entries, self->entries_store, 1);
    if (status != DF_OK)
        return status;
    self->entries[self->entries_store.count++] = (states_entry){node, self->first_entry[line]};
    self->first_entry[line] = (uint32_t)self->entries_store.count;
    return DF_OK;
}

/* Returns the number of lines that reach beyond the start of the state's own. */
static unsigned tiling_states_extent_of(const states_builder *self, const uint64_t *key)
{
    for (unsigned i = self->mask_words; i-- > 0;) {
        if (key[i] == 0)
            continue;
        unsigned top = 64 * i;
        for (uint64_t bits = key[i]; bits >> 1 != 0; bits >>= 1)
            top++;
        return top / self->made->across + 1;
    }
    return 0;
}

/* Finds or makes the node of a key which occurs at `line`. */
static df_status tiling_states_add_node(states_builder *self, const uint64_t *key,
                                        unsigned extent, unsigned line, uint32_t *index)
{
    df_tilings *made = self->made;
    const size_t known = self->index.count;
    df_status status = df_key_index_add(&self->index, &self->memory, key, index);
    if (status == DF_OK && self->index.count == known) {
        tiling_node *node = &made->nodes[*index];
        if (line >= node->line)
            return DF_OK;
        node->line = (uint16_t)line;
        return tiling_states_add_entry(self, *index, line);
    }
    if (status == DF_OK)
        status = GROW(self, made->nodes, self->nodes_store, 1);
    if (status == DF_OK)
        status = tiling_states_add_entry(self, *index, line);
    if (status != DF_OK)
        return status;
    unsigned position = 0;
    while (position < made->across && (key[0] >> position & 1) != 0)
        position++;
    made->nodes[made->node_count++] = (tiling_node){
        .line = (uint16_t)line, .position = (uint8_t)position, .extent = (uint8_t)extent};
    self->nodes_store.count = made->node_count;
    return DF_OK;
}

/* Returns all squares of `free` that are connected with those of `from`. */
static uint64_t tiling_pocket_flood(uint64_t from, uint64_t free, uint64_t firsts,
                                    unsigned across)
{
    const uint64_t lasts = firsts << (across - 1);
    for (;;) {
        const uint64_t more = (from | (from & ~lasts) << 1 | (from & ~firsts) >> 1 |
                               from << across | from >> across) &
                              free;
        if (more == from)
            return from;
        from = more;
    }
}

/* True if a pocket (free squares enclosed by taken ones and the sides) among the first `extent`
 * lines has a number of squares that is no multiple of `divisor`, so that pieces whose sizes
 * all are cannot fill it. Bit l · across + a of `taken` is square a of line l; the line after
 * those is free. extent · across <= 64, across < 64. */
static bool tiling_has_bad_pocket(uint64_t taken, unsigned across, unsigned extent,
                                  unsigned divisor)
{
    if (extent == 0)
        return false;
    const uint64_t free = ~taken & bits_span(0, across * extent);
    uint64_t firsts = 0;
    for (unsigned i = 0; i < extent; i++)
        firsts |= UINT64_C(1) << i * across;
    /* The free squares of the last line touch the free line after it. */
    const unsigned last = across * (extent - 1);
    const uint64_t open = free >> last << last;
    uint64_t shut = free & ~tiling_pocket_flood(open, free, firsts, across);
    while (shut != 0) {
        const uint64_t pocket = tiling_pocket_flood(shut & (0 - shut), shut, firsts, across);
        if (bits_count(pocket) % divisor != 0)
            return true;
        shut &= ~pocket;
    }
    return false;
}

/* Removes the full lines at the start; returns their number. */
static unsigned tiling_states_take_full_lines(const states_builder *self, uint64_t *key)
{
    const uint64_t full = bits_span(0, self->made->across);
    const unsigned shift = self->made->across;
    unsigned lines = 0;
    for (; (key[0] & full) == full; lines++) {
        for (unsigned i = 0; i < self->mask_words; i++) {
            const uint64_t next = i + 1 < self->mask_words ? key[i + 1] : 0;
            key[i] = shift == 64 ? next : key[i] >> shift | next << (64 - shift);
        }
    }
    return lines;
}

/* Adds the edge that puts choice i, if it fits. */
static df_status tiling_states_add_edge(states_builder *self, uint32_t index, size_t i)
{
    df_tilings *made = self->made;
    const tiling_node *node = &made->nodes[index];
    const choices *from = &self->at[node->position];
    const tiling_shape *shape = &made->shapes[from->shapes[i]];
    const uint64_t *mask = &from->masks[i * self->mask_words];
    uint64_t key[MAX_WORDS];
    memcpy(key, key_index_key(&self->index, index), self->index.key_words * sizeof key[0]);
    for (unsigned j = 0; j < self->mask_words; j++) {
        if ((key[j] & mask[j]) != 0)
            return DF_OK;
        key[j] |= mask[j];
    }
    if (made->once) {
        const uint64_t kind = UINT64_C(1) << shape->kind;
        if ((key[self->mask_words] & kind) != 0)
            return DF_OK;
        key[self->mask_words] |= kind;
    }
    const unsigned lines = tiling_states_take_full_lines(self, key);
    const unsigned extent = tiling_states_extent_of(self, key);
    const unsigned line = node->line + lines;
    if (line + extent > made->lines ||
        (self->has_pockets &&
         tiling_has_bad_pocket(key[0], made->across, extent, self->divisor)))
        return DF_OK;
    df_status status = GROW(self, made->edges, self->edges_store, 1);
    uint32_t to = 0;
    if (status == DF_OK)
        status = tiling_states_add_node(self, key, extent, line, &to);
    if (status != DF_OK)
        return status;
    made->edges[self->edges_store.count++] =
        (tiling_edge){to, from->shapes[i], (uint16_t)lines};
    made->nodes[index].edge_count++;
    return DF_OK;
}

/* Finds all nodes, line by line, so that each is expanded at the first line where it occurs:
 * there most of its edges are inside the rectangle. */
static df_status tiling_states_find_nodes(states_builder *self)
{
    df_tilings *made = self->made;
    const uint64_t empty[MAX_WORDS] = {0};
    uint32_t root = 0;
    df_status status = tiling_states_add_node(self, empty, 0, 0, &root);
    for (unsigned line = 0; line < made->lines && status == DF_OK; line++) {
        while (self->first_entry[line] != 0 && status == DF_OK) {
            const states_entry *next = &self->entries[self->first_entry[line] - 1];
            const uint32_t index = next->node;
            self->first_entry[line] = next->next;
            if (made->nodes[index].expanded)
                continue;
            made->nodes[index].expanded = true;
            made->nodes[index].edges = self->edges_store.count;
            const size_t count = self->at[made->nodes[index].position].count;
            for (size_t i = 0; i < count && status == DF_OK; i++)
                status = tiling_states_add_edge(self, index, i);
        }
    }
    return status;
}

/* Adds the squares of a shape at a position to a mask. */
static void tiling_states_put_mask(const states_builder *self, const tiling_shape *shape,
                                   unsigned position, uint64_t *mask)
{
    const df_tilings *made = self->made;
    const df_shape *squares = &made->set->pieces[shape->piece].shape[shape->orientation];
    const bool turned = made->height > made->width;
    for (unsigned y = 0; y < squares->height; y++) {
        for (unsigned x = 0; x < squares->width; x++) {
            if ((squares->row[y] >> x & 1) == 0)
                continue;
            const unsigned across = (turned ? x : y) + position - shape->first;
            const unsigned bit = (turned ? y : x) * made->across + across;
            mask[bit / 64] |= UINT64_C(1) << bit % 64;
        }
    }
}

static df_status tiling_states_find_choices(states_builder *self)
{
    const df_tilings *made = self->made;
    for (unsigned position = 0; position < made->across; position++) {
        choices *at = &self->at[position];
        at->shapes = calloc(made->shape_count + 1, sizeof at->shapes[0]);
        at->masks = calloc((made->shape_count + 1) * self->mask_words, sizeof at->masks[0]);
        if (at->shapes == NULL || at->masks == NULL)
            return DF_ERROR_MEMORY;
        for (size_t i = 0; i < made->shape_count; i++) {
            const tiling_shape *shape = &made->shapes[i];
            if (position < shape->first ||
                position - shape->first + shape->across > made->across)
                continue;
            at->shapes[at->count] = (uint16_t)i;
            tiling_states_put_mask(self, shape, position,
                                   &at->masks[at->count * self->mask_words]);
            at->count++;
        }
    }
    return DF_OK;
}

static bool tiling_states_is_column_convex(const df_piece *piece, const df_shape *shape)
{
    unsigned squares = 0;
    for (unsigned x = 0; x < shape->width; x++)
        squares += shape->top[x] - shape->bottom[x] + 1u;
    return squares == piece->size;
}

/* Numbers the kinds from 0: kind i is that of the pieces p with number[p] == i. */
static df_status tiling_states_number_kinds(const df_piece_set *set, bool mirrored,
                                            uint8_t *number)
{
    unsigned count = 0;
    for (size_t i = 0; i < set->count; i++) {
        size_t same = 0;
        while (same < i &&
               !(mirrored && df_tiling_is_one_kind(&set->pieces[same], &set->pieces[i])))
            same++;
        if (same == i && count == DF_TILING_MAX_KINDS)
            return DF_ERROR_LIMIT;
        number[i] = same < i ? number[same] : (uint8_t)count++;
    }
    return DF_OK;
}

/* Adds the shapes of one piece that are in the rectangle. */
static void tiling_states_find_shapes(df_tilings *made, size_t piece, unsigned kind,
                                      bool droppable)
{
    const df_piece *of = &made->set->pieces[piece];
    const bool turned = made->height > made->width;
    for (unsigned i = 0; i < DF_ORIENTATIONS; i++) {
        const df_shape *shape = &of->shape[i];
        if (of->same_as[i] != i || shape->width > made->width || shape->height > made->height ||
            (droppable && !tiling_states_is_column_convex(of, shape)))
            continue;
        unsigned first = shape->bottom[0];
        if (turned) {
            for (first = 0; (shape->row[0] >> first & 1) == 0;)
                first++;
        }
        made->shapes[made->shape_count++] = (tiling_shape){
            .piece = (uint16_t)piece,
            .orientation = (uint8_t)i,
            .first = (uint8_t)first,
            .across = turned ? shape->width : shape->height,
            .along = turned ? shape->height : shape->width,
            .kind = (uint8_t)kind,
        };
    }
}

/* Finds all shapes and the sizes of the states. */
static df_status tiling_states_find_all_shapes(states_builder *self,
                                               const df_tilings_options *options)
{
    df_tilings *made = self->made;
    const size_t count = made->set->count;
    if (count > UINT16_MAX / DF_ORIENTATIONS)
        return DF_ERROR_LIMIT;
    uint8_t *kinds = calloc(count, sizeof kinds[0]);
    made->shapes = calloc(count * DF_ORIENTATIONS, sizeof made->shapes[0]);
    df_status status = DF_ERROR_MEMORY;
    if (kinds != NULL && made->shapes != NULL)
        status = made->once ? tiling_states_number_kinds(made->set, options->mirrored, kinds)
                            : DF_OK;
    unsigned along = 1;
    const unsigned divisor = divisor_of_sizes(made->set);
    for (size_t i = 0; i < count && status == DF_OK; i++) {
        tiling_states_find_shapes(made, i, kinds[i], options->droppable);
        const unsigned size = made->set->pieces[i].size;
        if (size < made->min_size || made->min_size == 0)
            made->min_size = size;
    }
    free(kinds);
    /* No search is needed if the sizes do not divide the rectangle. */
    if (!sizes_divide(made->set, made->width, made->height))
        made->shape_count = 0;
    for (size_t i = 0; i < made->shape_count; i++)
        along = made->shapes[i].along > along ? made->shapes[i].along : along;
    /* A state determines the number of squares so far modulo those of the line, so it occurs at
     * every step-th line at most; with the kinds it determines the number, and its line. */
    made->step =
        made->once || divisor == 0 ? 1 : divisor / common_divisor(divisor, made->across);
    self->divisor = divisor;
    self->has_pockets = divisor > 1 && along * made->across <= 64 && made->across < 64;
    self->mask_words = (along * made->across + 63) / 64;
    self->index = key_index_of(self->mask_words + made->once);
    return status;
}

static void tiling_states_free_builder(states_builder *self)
{
    for (unsigned i = 0; i < DF_NARROW_MAX_WIDTH; i++) {
        free(self->at[i].shapes);
        free(self->at[i].masks);
    }
    df_key_index_free(&self->index, &self->memory);
    free(self->entries);
    self->memory.left += self->entries_store.capacity * sizeof self->entries[0];
    free(self->first_entry);
}

/* False if the number of completions does not fit. */
static bool tiling_complete_spot(df_tilings *tilings, tiling_spot at, size_t slot)
{
    const tiling_node *node = &tilings->nodes[at.node];
    const size_t words = tilings->count_words;
    uint64_t *count = &tilings->counts[slot * words];
    if (tiling_is_full(tilings, at)) {
        count[0] = 1;
        return true;
    }
    for (size_t i = 0; i < node->edge_count; i++) {
        const tiling_edge *edge = &tilings->edges[node->edges + i];
        const size_t next = tiling_slot(tilings, tiling_follow(at, edge));
        if (next != TILING_NO_SLOT &&
            number_add(count, &tilings->counts[next * words], words) != 0)
            return false;
    }
    return true;
}

/* False if a number does not fit in count_words words. `order` lists the nodes with a later
 * first free square first, so that all nodes that an edge reaches in the same line are counted
 * before it. */
static bool tiling_complete_all(df_tilings *tilings, const uint32_t *order)
{
    memset(tilings->counts, 0,
           tilings->slot_count * tilings->count_words * sizeof tilings->counts[0]);
    for (unsigned line = tilings->lines + 1; line-- > 0;) {
        for (size_t i = 0; i < tilings->node_count; i++) {
            const tiling_node *node = &tilings->nodes[order[i]];
            if (line < node->line || (line - node->line) % tilings->step != 0)
                continue;
            const tiling_spot at = {order[i], line};
            const size_t slot = tiling_slot(tilings, at);
            if (slot != TILING_NO_SLOT && !tiling_complete_spot(tilings, at, slot))
                return false;
        }
    }
    return true;
}

/* Gives the nodes their slots. */
static void tiling_complete_number_slots(df_tilings *tilings)
{
    for (size_t i = 0; i < tilings->node_count; i++) {
        tiling_node *node = &tilings->nodes[i];
        const unsigned last = tilings->lines - node->extent;
        node->slots = tilings->slot_count;
        node->slot_count =
            (uint16_t)(tilings->once ? 1 : (last - node->line) / tilings->step + 1);
        tilings->slot_count += node->slot_count;
    }
}

static void tiling_complete_sort_nodes(const df_tilings *tilings, uint32_t *order)
{
    size_t begin[DF_NARROW_MAX_WIDTH + 2] = {0};
    for (size_t i = 0; i < tilings->node_count; i++)
        begin[DF_NARROW_MAX_WIDTH - tilings->nodes[i].position + 1]++;
    for (size_t i = 1; i < DF_NARROW_MAX_WIDTH + 2; i++)
        begin[i] += begin[i - 1];
    for (size_t i = 0; i < tilings->node_count; i++)
        order[begin[DF_NARROW_MAX_WIDTH - tilings->nodes[i].position]++] = (uint32_t)i;
}

/* Counts the completions of all slots, after nodes and edges, within `memory` bytes. */
static df_status tiling_complete(df_tilings *tilings, uint64_t memory)
{
    tiling_complete_number_slots(tilings);
    const size_t order_bytes = tilings->node_count * sizeof(uint32_t);
    uint32_t *order = malloc(order_bytes);
    if (order == NULL)
        return DF_ERROR_MEMORY;
    tiling_complete_sort_nodes(tilings, order);
    df_status status = DF_OK;
    bool fits = false;
    for (tilings->count_words = 1; !fits && status == DF_OK;) {
        const uint64_t words = (uint64_t)tilings->slot_count * tilings->count_words;
        const uint64_t bytes = words * sizeof(uint64_t);
        free(tilings->counts);
        tilings->counts = NULL;
        if (bytes + order_bytes > memory)
            status = DF_ERROR_LIMIT;
        else if (bytes > SIZE_MAX || (tilings->counts = malloc((size_t)bytes)) == NULL)
            status = DF_ERROR_MEMORY;
        else if (!(fits = tiling_complete_all(tilings, order)))
            tilings->count_words *= 2;
    }
    free(order);
    return status;
}

static df_status tiling_states_build(states_builder *self, const df_tilings_options *options)
{
    df_tilings *made = self->made;
    df_status status = tiling_states_find_all_shapes(self, options);
    if (status == DF_OK)
        status = tiling_states_find_choices(self);
    if (status == DF_OK) {
        self->first_entry = calloc(made->lines + 1, sizeof self->first_entry[0]);
        status = self->first_entry != NULL ? tiling_states_find_nodes(self) : DF_ERROR_MEMORY;
    }
    tiling_states_free_builder(self);
    return status == DF_OK ? tiling_complete(made, self->memory.left) : status;
}

df_status df_tilings_create(df_tilings **tilings, const df_piece_set *set, unsigned width,
                            unsigned height, const df_tilings_options *options, df_error *error)
{
    const df_tilings_options usual = {0};
    if (options == NULL)
        options = &usual;
    if (width < 1 || width > DF_NARROW_MAX_WIDTH || height < 1 || height > DF_FIELD_MAX_HEIGHT)
        return DF_ERROR_ARGUMENT;
    df_tilings *made = calloc(1, sizeof *made);
    states_builder *self = calloc(1, sizeof *self);
    df_status status = DF_ERROR_MEMORY;
    if (made != NULL && self != NULL) {
        *made =
            (df_tilings){.set = set, .width = width, .height = height, .once = options->once};
        made->lines = width > height ? width : height;
        made->across = width > height ? height : width;
        self->made = made;
        self->memory = memory_budget_of(options->memory == 0 ? USUAL_MEMORY : options->memory);
        status = tiling_states_build(self, options);
    }
    free(self);
    if (status != DF_OK) {
        df_tilings_free(made);
        if (status == DF_ERROR_LIMIT) {
            df_error_set(error, status,
                         "the tilings of %ux%u have too many states, or the pieces too many "
                         "kinds; take a smaller rectangle, fewer pieces",
                         width, height);
            df_error_advise(error, DF_OPTION_MEMORY, "%s", "");
        }
        return status;
    }
    *tilings = made;
    return DF_OK;
}

void df_tilings_free(df_tilings *tilings)
{
    if (tilings == NULL)
        return;
    free(tilings->shapes);
    free(tilings->nodes);
    free(tilings->edges);
    free(tilings->counts);
    free(tilings);
}

size_t df_tilings_states(const df_tilings *tilings)
{
    return tilings->slot_count;
}

size_t df_tilings_max_pieces(const df_tilings *tilings)
{
    const size_t squares = (size_t)tilings->width * tilings->height;
    return squares / tilings->min_size;
}

df_drop df_tiling_piece(const df_tilings *tilings, tiling_spot at, const tiling_edge *edge)
{
    const tiling_shape *shape = &tilings->shapes[edge->shape];
    const unsigned across = tilings->nodes[at.node].position - (unsigned)shape->first;
    const bool turned = tilings->height > tilings->width;
    return (df_drop){
        .piece = shape->piece,
        .orientation = shape->orientation,
        .x = (uint8_t)(turned ? across : at.line),
        .y = (uint16_t)(turned ? at.line : across),
    };
}
