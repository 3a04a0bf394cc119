/* The queues of a list as a tree: queues with the same beginning share its nodes. */
#ifndef DROPFORGE_ASK_QUEUE_TREE_H
#define DROPFORGE_ASK_QUEUE_TREE_H

#include "core/base/budget.h"
#include "dropforge/clear.h"

typedef struct queue_node {
    uint32_t begin, end;                          /* of the queues that begin so */
    uint32_t children[DF_CLEAR_SOLVER_MAX_KINDS]; /* 0: none */
} queue_node;

typedef struct queue_tree {
    queue_node *nodes; /* node 0 is the root */
    size_t count;
    size_t capacity;
} queue_tree;

/* Makes the tree of the first `depth` pieces of each queue. The queues must be in ascending
 * order, each once, of pieces below `kinds`; else DF_ERROR_ARGUMENT. On success
 * df_queue_tree_free frees what *made owns. */
df_status df_queue_tree_create(queue_tree *made, const df_clear_queue_list *queues,
                               size_t depth, size_t kinds, memory_budget *memory);
void df_queue_tree_free(queue_tree *self, memory_budget *memory);

#endif
