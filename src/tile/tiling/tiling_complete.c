/* Counts the completions of each state, from the end of the rectangle backwards. */
#include <stdlib.h>
#include <string.h>

#include "tile/count/number.h"
#include "tiling_states.h"

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

df_status df_tiling_complete(df_tilings *tilings, uint64_t memory)
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
