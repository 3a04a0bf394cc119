#include "tile/tiling_states.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/mishap.h"
#include "tile/divisor.h"
#include "tile/tiling_pocket.h"

enum {
    MOST_WORDS = DF_PIECE_MAX_SQUARES + 1, /* of a key: 32 lines of 64 squares, and the kinds */
    USUAL_MEMORY = 1 << 30,
};

/* An array that grows. */
typedef struct store {
    size_t capacity;
    size_t count;
} store;

/* A node that is to be expanded at some line. */
typedef struct entry {
    uint32_t node;
    uint32_t next; /* 1 + index of the next entry of the line, or 0 */
} entry;

/* The shapes that may cover a first free square at one position of the line. */
typedef struct choices {
    size_t count;
    uint16_t *shapes;
    uint64_t *masks; /* mask_words each: the squares, from the start of the line */
} choices;

typedef struct builder {
    df_tilings *made;
    uint64_t memory; /* bytes left */
    unsigned mask_words;
    unsigned key_words;
    unsigned divisor; /* of the sizes of all pieces */
    bool has_pockets; /* whether states are looked through for them */
    choices at[DF_FIELD_MAX_WIDTH];
    uint64_t *keys;
    store keys_store, nodes_store, edges_store, entries_store;
    entry *entries;
    uint32_t *first_entry; /* of each line, 1 + index */
    uint32_t *table;       /* 1 + node */
    size_t table_size;     /* a power of two */
} builder;

/* Makes room for `more` items of a store, whose array is `items`. */
#define GROW(self, items, store, more)                                                         \
    ARRAY_RESERVE_WITHIN(items, (store).capacity, (store).count, (more), &(self)->memory)

static uint64_t full_line(const df_tilings *tilings)
{
    return tilings->across == 64 ? UINT64_MAX : (UINT64_C(1) << tilings->across) - 1;
}

static size_t hash_key(const builder *self, const uint64_t *key)
{
    uint64_t hash = 0;
    for (unsigned i = 0; i < self->key_words; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (size_t)(hash ^ hash >> 32);
}

static bool is_key(const builder *self, uint32_t node, const uint64_t *key)
{
    const uint64_t *other = &self->keys[(size_t)node * self->key_words];
    for (unsigned i = 0; i < self->key_words; i++) {
        if (key[i] != other[i])
            return false;
    }
    return true;
}

/* Where the table has a key, or would have it. */
static size_t find_place(const builder *self, const uint64_t *key)
{
    size_t place = hash_key(self, key);
    for (;; place++) {
        place &= self->table_size - 1;
        const uint32_t found = self->table[place];
        if (found == 0 || is_key(self, found - 1, key))
            return place;
    }
}

static df_status grow_table(builder *self)
{
    const size_t size = self->table_size == 0 ? 1024 : 2 * self->table_size;
    if (size * sizeof self->table[0] > self->memory)
        return DF_ERROR_LIMIT;
    uint32_t *table = calloc(size, sizeof table[0]);
    if (table == NULL)
        return DF_ERROR_MEMORY;
    /* The old table is given back, so only what is new counts. */
    self->memory -= (size - self->table_size) * sizeof table[0];
    free(self->table);
    self->table = table;
    self->table_size = size;
    for (size_t i = 0; i < self->made->node_count; i++)
        table[find_place(self, &self->keys[i * self->key_words])] = (uint32_t)(i + 1);
    return DF_OK;
}

static df_status add_entry(builder *self, uint32_t node, unsigned line)
{
    const df_status status = GROW(self, self->entries, self->entries_store, 1);
    if (status != DF_OK)
        return status;
    self->entries[self->entries_store.count++] = (entry){node, self->first_entry[line]};
    self->first_entry[line] = (uint32_t)self->entries_store.count;
    return DF_OK;
}

/* How many lines reach beyond the start of the state's own. */
static unsigned extent_of(const builder *self, const uint64_t *key)
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
static df_status add_node(builder *self, const uint64_t *key, unsigned extent, unsigned line,
                          uint32_t *index)
{
    df_tilings *made = self->made;
    df_status status = DF_OK;
    if (2 * (made->node_count + 1) > self->table_size)
        status = grow_table(self);
    if (status != DF_OK)
        return status;
    const size_t place = find_place(self, key);
    if (self->table[place] != 0) {
        *index = self->table[place] - 1;
        tiling_node *node = &made->nodes[*index];
        if (line >= node->line)
            return DF_OK;
        node->line = (uint16_t)line;
        return add_entry(self, *index, line);
    }
    if (made->node_count == UINT32_MAX - 1)
        return DF_ERROR_LIMIT;
    status = GROW(self, self->keys, self->keys_store, self->key_words);
    if (status == DF_OK)
        status = GROW(self, made->nodes, self->nodes_store, 1);
    if (status == DF_OK)
        status = add_entry(self, (uint32_t)made->node_count, line);
    if (status != DF_OK)
        return status;
    memcpy(&self->keys[self->keys_store.count], key, self->key_words * sizeof key[0]);
    self->keys_store.count += self->key_words;
    unsigned position = 0;
    while (position < made->across && (key[0] >> position & 1) != 0)
        position++;
    *index = (uint32_t)made->node_count;
    self->table[place] = *index + 1;
    made->nodes[made->node_count++] = (tiling_node){
        .line = (uint16_t)line, .position = (uint8_t)position, .extent = (uint8_t)extent};
    self->nodes_store.count = made->node_count;
    return DF_OK;
}

/* Takes away the full lines at the start; returns how many. */
static unsigned take_full_lines(const builder *self, uint64_t *key)
{
    const uint64_t full = full_line(self->made);
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
static df_status add_edge(builder *self, uint32_t index, size_t i)
{
    df_tilings *made = self->made;
    const tiling_node *node = &made->nodes[index];
    const choices *from = &self->at[node->position];
    const tiling_shape *shape = &made->shapes[from->shapes[i]];
    const uint64_t *mask = &from->masks[i * self->mask_words];
    uint64_t key[MOST_WORDS];
    memcpy(key, &self->keys[(size_t)index * self->key_words], self->key_words * sizeof key[0]);
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
    const unsigned lines = take_full_lines(self, key);
    const unsigned extent = extent_of(self, key);
    const unsigned line = node->line + lines;
    if (line + extent > made->lines ||
        (self->has_pockets &&
         df_tiling_has_bad_pocket(key[0], made->across, extent, self->divisor)))
        return DF_OK;
    df_status status = GROW(self, made->edges, self->edges_store, 1);
    uint32_t to = 0;
    if (status == DF_OK)
        status = add_node(self, key, extent, line, &to);
    if (status != DF_OK)
        return status;
    made->edges[self->edges_store.count++] =
        (tiling_edge){to, from->shapes[i], (uint16_t)lines};
    made->nodes[index].edge_count++;
    return DF_OK;
}

/* Finds all nodes, line by line, so that each is expanded at the first line where it occurs:
 * there most of its edges are inside the rectangle. */
static df_status find_nodes(builder *self)
{
    df_tilings *made = self->made;
    const uint64_t empty[MOST_WORDS] = {0};
    uint32_t root = 0;
    df_status status = add_node(self, empty, 0, 0, &root);
    for (unsigned line = 0; line < made->lines && status == DF_OK; line++) {
        while (self->first_entry[line] != 0 && status == DF_OK) {
            const entry *next = &self->entries[self->first_entry[line] - 1];
            const uint32_t index = next->node;
            self->first_entry[line] = next->next;
            if (made->nodes[index].expanded)
                continue;
            made->nodes[index].expanded = true;
            made->nodes[index].edges = self->edges_store.count;
            const size_t count = self->at[made->nodes[index].position].count;
            for (size_t i = 0; i < count && status == DF_OK; i++)
                status = add_edge(self, index, i);
        }
    }
    return status;
}

/* The squares of a shape at a position, as a mask. */
static void put_mask(const builder *self, const tiling_shape *shape, unsigned position,
                     uint64_t *mask)
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

static df_status find_choices(builder *self)
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
            put_mask(self, shape, position, &at->masks[at->count * self->mask_words]);
            at->count++;
        }
    }
    return DF_OK;
}

static bool is_column_convex(const df_piece *piece, const df_shape *shape)
{
    unsigned squares = 0;
    for (unsigned x = 0; x < shape->width; x++)
        squares += shape->top[x] - shape->bottom[x] + 1u;
    return squares == piece->size;
}

/* Gives the kinds numbers from 0: kind i is of the pieces p with number[p] == i. */
static df_status number_kinds(const df_piece_set *set, const uint16_t *kinds, uint8_t *number)
{
    unsigned count = 0;
    for (size_t i = 0; i < set->count; i++) {
        size_t same = 0;
        while (same < i && (kinds == NULL || kinds[same] != kinds[i]))
            same++;
        if (same < i && set->pieces[same].size != set->pieces[i].size)
            return DF_ERROR_ARGUMENT;
        if (same == i && count == DF_TILING_MAX_KINDS)
            return DF_ERROR_LIMIT;
        number[i] = same < i ? number[same] : (uint8_t)count++;
    }
    return DF_OK;
}

/* Adds the shapes of one piece that are in the rectangle. */
static void find_shapes(df_tilings *made, size_t piece, unsigned kind, bool droppable)
{
    const df_piece *of = &made->set->pieces[piece];
    const bool turned = made->height > made->width;
    for (unsigned i = 0; i < DF_ORIENTATIONS; i++) {
        const df_shape *shape = &of->shape[i];
        if (of->same_as[i] != i || shape->width > made->width || shape->height > made->height ||
            (droppable && !is_column_convex(of, shape)))
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

/* All shapes, and what follows of them for the states. */
static df_status find_all_shapes(builder *self, const df_tilings_options *options)
{
    df_tilings *made = self->made;
    const size_t count = made->set->count;
    if (count > UINT16_MAX / DF_ORIENTATIONS)
        return DF_ERROR_LIMIT;
    uint8_t *kinds = calloc(count, sizeof kinds[0]);
    made->shapes = calloc(count * DF_ORIENTATIONS, sizeof made->shapes[0]);
    df_status status = DF_ERROR_MEMORY;
    if (kinds != NULL && made->shapes != NULL)
        status = made->once ? number_kinds(made->set, options->kinds, kinds) : DF_OK;
    unsigned along = 1;
    const unsigned divisor = divisor_of_sizes(made->set);
    for (size_t i = 0; i < count && status == DF_OK; i++) {
        find_shapes(made, i, kinds[i], options->droppable);
        const unsigned size = made->set->pieces[i].size;
        if (size < made->least_size || made->least_size == 0)
            made->least_size = size;
    }
    free(kinds);
    /* Then no search is needed to know that nothing fills it. */
    if (!sizes_divide(made->set, made->width, made->height))
        made->shape_count = 0;
    for (size_t i = 0; i < made->shape_count; i++)
        along = made->shapes[i].along > along ? made->shapes[i].along : along;
    /* A state tells the number of squares so far modulo those of the line, so that it occurs at
     * every step-th line at most; with the kinds it tells the number, and its line. */
    made->step =
        made->once || divisor == 0 ? 1 : divisor / common_divisor(divisor, made->across);
    self->divisor = divisor;
    self->has_pockets = divisor > 1 && along * made->across <= 64 && made->across < 64;
    self->mask_words = (along * made->across + 63) / 64;
    self->key_words = self->mask_words + made->once;
    return status;
}

static void free_builder(builder *self)
{
    for (unsigned i = 0; i < DF_FIELD_MAX_WIDTH; i++) {
        free(self->at[i].shapes);
        free(self->at[i].masks);
    }
    free(self->keys);
    free(self->entries);
    free(self->first_entry);
    free(self->table);
}

static df_status build(builder *self, const df_tilings_options *options)
{
    df_tilings *made = self->made;
    df_status status = find_all_shapes(self, options);
    if (status == DF_OK)
        status = find_choices(self);
    if (status == DF_OK) {
        self->first_entry = calloc(made->lines + 1, sizeof self->first_entry[0]);
        status = self->first_entry != NULL ? find_nodes(self) : DF_ERROR_MEMORY;
    }
    /* What only the search needed is given back before the counts are made. */
    uint64_t memory = self->memory + self->keys_store.capacity * sizeof self->keys[0] +
                      self->entries_store.capacity * sizeof self->entries[0] +
                      self->table_size * sizeof self->table[0];
    free_builder(self);
    return status == DF_OK ? df_tiling_complete(made, memory) : status;
}

df_status df_tilings_create(df_tilings **tilings, const df_piece_set *set, unsigned width,
                            unsigned height, const df_tilings_options *options,
                            df_mishap *mishap)
{
    const df_tilings_options usual = {0};
    if (options == NULL)
        options = &usual;
    if (width < 1 || width > DF_FIELD_MAX_WIDTH || height < 1 || height > DF_FIELD_MAX_HEIGHT)
        return DF_ERROR_ARGUMENT;
    df_tilings *made = calloc(1, sizeof *made);
    builder *self = calloc(1, sizeof *self);
    df_status status = DF_ERROR_MEMORY;
    if (made != NULL && self != NULL) {
        *made =
            (df_tilings){.set = set, .width = width, .height = height, .once = options->once};
        made->lines = width > height ? width : height;
        made->across = width > height ? height : width;
        self->made = made;
        self->memory = options->memory == 0 ? (size_t)USUAL_MEMORY : options->memory;
        status = build(self, options);
    }
    free(self);
    if (status != DF_OK) {
        df_tilings_free(made);
        if (status == DF_ERROR_LIMIT) {
            df_mishap_begin(mishap, 0, 0, "the tilings of ");
            df_mishap_put_number(mishap, width);
            df_mishap_put(mishap, "x");
            df_mishap_put_number(mishap, height);
            df_mishap_put(mishap, " have too many states, or the pieces too many kinds; allow "
                                  "more memory or take a smaller rectangle or fewer pieces");
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

size_t df_tilings_most_pieces(const df_tilings *tilings)
{
    const size_t squares = (size_t)tilings->width * tilings->height;
    return squares / tilings->least_size;
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
