#include "pass_tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

unsigned df_pass_tree_find_place(const pass_tree *self, const pass_level *level,
                                 unsigned breadth, const pass_node *made)
{
    if (level->spent + level->count < breadth ||
        (level->count == 0 && made->stage.y > level->top))
        return level->count;
    unsigned worst = PASS_LEVEL_MAX;
    int64_t max = made->rank;
    for (unsigned i = 0; i < level->count; i++) {
        const pass_node *other = &self->nodes[level->index[i]];
        if (other->rank > max) {
            worst = i;
            max = other->rank;
        }
    }
    return worst;
}

/* Writes a node over the one of that number, which is new or one of the tree. */
static df_status pass_tree_write(pass_tree *self, size_t index, const pass_node *made,
                                 const band_tiling *tiling)
{
    pack_placed *pieces = malloc((tiling->count + 1) * sizeof pieces[0]);
    if (pieces == NULL)
        return DF_ERROR_MEMORY;
    memcpy(pieces, tiling->pieces, tiling->count * sizeof pieces[0]);
    if (index == self->count)
        self->count++;
    else
        free(self->nodes[index].pieces);
    self->nodes[index] = *made;
    self->nodes[index].count = tiling->count;
    self->nodes[index].pieces = pieces;
    return DF_OK;
}

df_status df_pass_tree_add(pass_tree *self, const pass_node *made, const band_tiling *tiling,
                           size_t *index)
{
    df_status status = ARRAY_RESERVE(self->nodes, self->capacity, self->count, 1);
    if (status == DF_OK)
        status = pass_tree_write(self, self->count, made, tiling);
    if (status == DF_OK)
        *index = self->count - 1;
    return status;
}

df_status df_pass_tree_put(pass_tree *self, const pass_node *made, const band_tiling *tiling,
                           pass_level *level, unsigned place)
{
    if (place < level->count)
        return pass_tree_write(self, level->index[place], made, tiling);
    size_t index;
    const df_status status = df_pass_tree_add(self, made, tiling, &index);
    if (status == DF_OK)
        level->index[level->count++] = index;
    return status;
}

unsigned df_pass_tree_next(const pass_tree *self, const pass_level *level)
{
    unsigned best = 0;
    for (unsigned i = 1; i < level->count; i++) {
        if (self->nodes[level->index[i]].rank < self->nodes[level->index[best]].rank)
            best = i;
    }
    return best;
}

size_t df_pass_tree_turn(pass_tree *self, size_t end)
{
    size_t later = 0;
    for (size_t i = end; i != 0;) {
        const size_t parent = self->nodes[i].parent;
        self->nodes[i].parent = later;
        later = i;
        i = parent;
    }
    return later;
}

void df_pass_tree_free(pass_tree *self)
{
    for (size_t i = 0; i < self->count; i++)
        free(self->nodes[i].pieces);
    free(self->nodes);
}
