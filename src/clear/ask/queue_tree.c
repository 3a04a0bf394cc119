#include "queue_tree.h"

#include <stdlib.h>

#include "core/base/array.h"

static bool tree_is_sorted(const df_clear_queue_list *queues, size_t kinds)
{
    const size_t length = queues->length;
    for (size_t q = 0; q < queues->count; q++) {
        const uint16_t *queue = queues->pieces + q * length;
        for (size_t i = 0; i < length; i++) {
            if (queue[i] >= kinds)
                return false;
        }
        if (q == 0)
            continue;
        const uint16_t *before = queue - length;
        size_t i = 0;
        while (i < length && queue[i] == before[i])
            i++;
        if (i == length || queue[i] < before[i])
            return false;
    }
    return queues->count < UINT32_MAX;
}

static df_status tree_add_queue(queue_tree *self, const uint16_t *queue, uint32_t number,
                                size_t depth, memory_budget *memory)
{
    uint32_t node = 0;
    self->nodes[0].end = number + 1;
    for (size_t i = 0; i < depth; i++) {
        uint32_t child = self->nodes[node].children[queue[i]];
        if (child == 0) {
            df_status status = self->count < UINT32_MAX ? DF_OK : DF_ERROR_LIMIT;
            if (status == DF_OK)
                status = ARRAY_RESERVE_WITHIN(self->nodes, self->capacity, self->count, 1,
                                              &memory->left);
            if (status != DF_OK)
                return status;
            child = (uint32_t)self->count++;
            self->nodes[child] = (queue_node){.begin = number};
            self->nodes[node].children[queue[i]] = child;
        }
        node = child;
        self->nodes[node].end = number + 1;
    }
    return DF_OK;
}

df_status df_queue_tree_create(queue_tree *made, const df_clear_queue_list *queues,
                               size_t depth, size_t kinds, memory_budget *memory)
{
    queue_tree self = {0};
    if (!tree_is_sorted(queues, kinds))
        return DF_ERROR_ARGUMENT;
    df_status status = ARRAY_RESERVE_WITHIN(self.nodes, self.capacity, 0, 1, &memory->left);
    if (status != DF_OK)
        return status;
    self.nodes[self.count++] = (queue_node){0};
    depth = depth < queues->length ? depth : queues->length;
    for (size_t q = 0; q < queues->count && status == DF_OK; q++)
        status = tree_add_queue(&self, queues->pieces + q * queues->length, (uint32_t)q, depth,
                                memory);
    if (status != DF_OK) {
        df_queue_tree_free(&self, memory);
        return status;
    }
    *made = self;
    return DF_OK;
}

void df_queue_tree_free(queue_tree *self, memory_budget *memory)
{
    memory->left += self->capacity * sizeof self->nodes[0];
    free(self->nodes);
    *self = (queue_tree){0};
}
