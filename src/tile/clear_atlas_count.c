/* How many queues an atlas clears. */
#include "tile/clear_atlas.h"

#define ALL_PIECES 0x7fU
#define WATCH_EVERY 0x10000

/* The tree of all queues from bags. Of a queue and its mirror image only one is walked. */
typedef struct walk {
    const df_clear_atlas *atlas;
    df_clear_watch *watch;
    void *context;
    df_clear_progress progress;
    df_clear_count count;
    df_status status;
    uint16_t queue[DF_CLEAR_ATLAS_MAX_DROPS + 1];
} walk;

static void ask(walk *own, unsigned length, unsigned weight)
{
    const bool clears = df_atlas_arrange(own->atlas, own->queue, length, true, NULL);
    own->count.clear += clears ? weight : 0;
    own->count.nodes++;
    own->progress.done += weight;
    if (own->count.nodes % WATCH_EVERY == 0 && own->watch != NULL &&
        !own->watch(own->context, &own->progress))
        own->status = DF_ERROR_SINK;
}

/* `bag` is what the bag still holds; `weight` is 1 while all pieces so far are their own
 * mirror image, 2 afterwards. */
static void draw(walk *own, unsigned drawn, unsigned bag, unsigned weight)
{
    const unsigned length = own->atlas->graph.drops + 1;
    if (drawn == length) {
        ask(own, length, weight);
        return;
    }
    bag = bag == 0 ? ALL_PIECES : bag;
    for (unsigned p = 0; p < DF_TETROMINOES && own->status == DF_OK; p++) {
        if ((bag >> p & 1) == 0 || (weight == 1 && df_graph_mirror[p] < p))
            continue;
        own->queue[drawn] = (uint16_t)p;
        draw(own, drawn + 1, bag & ~(1U << p), df_graph_mirror[p] != p ? 2 : weight);
    }
}

df_status df_clear_atlas_count(const df_clear_atlas *atlas, df_clear_queues queues,
                               df_clear_watch *watch, void *context, df_clear_count *count)
{
    if (queues != DF_CLEAR_ALL_QUEUES && queues != DF_CLEAR_BAGS_WITH_HOLD)
        return DF_ERROR_ARGUMENT;
    const unsigned drops = atlas->graph.drops;
    walk own = {.atlas = atlas, .watch = watch, .context = context};
    own.progress.steps = 1;
    own.count.complete = true;
    own.count.total = 1;
    if (queues == DF_CLEAR_ALL_QUEUES) {
        for (unsigned i = 0; i < drops; i++)
            own.count.total *= 7;
        own.count.clear = df_table_count(&atlas->table);
    } else {
        for (unsigned i = 0; i <= drops; i++)
            own.count.total *= 7 - i % 7;
        own.progress.of = own.count.total;
        draw(&own, 0, ALL_PIECES, 1);
    }
    if (own.status == DF_OK)
        *count = own.count;
    return own.status;
}
