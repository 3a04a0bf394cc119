#include "omino_mpi.h"

#include "farm.h"
#include "message.h"

/* How many portions a count is cut into, if it has so many subtrees. The smallest ones, single
 * subtrees, would differ more from one another, and each costs a walk down to all subtrees. */
enum { MOST_PORTIONS = 1024 };

/* What a rank is to do: everything that a count must know. */
typedef struct portion {
    unsigned size;
    df_ominoes_filter filter;
    uint64_t shard;
    uint64_t shards;
} portion;

/* What has become of it. */
typedef struct result {
    df_status status;
    uint64_t subtrees; /* that were counted */
    df_ominoes_tally tally;
} result;

/* Two portions for each rank: rank 0 looks at its messages only between two subtrees. */
static const farm_trade trade = {
    .order_size = sizeof(portion), .answer_size = sizeof(result), .held = 2};

/* A count as rank 0 sees it. */
typedef struct whole_count {
    portion whole;
    uint64_t portions;
    uint64_t subtrees; /* that have been counted */
    uint64_t all;      /* subtrees */
    df_ominoes_tally tally;
    df_ominoes_watch *watch;
    void *watch_context;
} whole_count;

static bool count_subtree(void *subtrees, uint64_t done, uint64_t all)
{
    (void)all;
    *(uint64_t *)subtrees = done;
    return true;
}

/* What a rank other than 0 does. */
static void work(void)
{
    portion given;
    while (farm_wait(&trade, &given)) {
        result found = {0};
        const df_ominoes_options options = {.shard = given.shard,
                                            .shards = given.shards,
                                            .watch = count_subtree,
                                            .watch_context = &found.subtrees};
        found.status = df_ominoes_count(&found.tally, given.size, &given.filter, &options);
        farm_answer(&trade, &found);
    }
}

int omino_mpi_begin(void)
{
    const int status = farm_begin(&trade);
    if (status >= 0 || ranks_self() == 0)
        return status;
    work();
    ranks_end();
    return STATUS_OK;
}

void omino_mpi_end(void)
{
    farm_end();
}

/* Portion i of P portions of shard s of S is shard s + i · S of P · S. */
static void give(void *context, uint64_t piece, void *order)
{
    const whole_count *own = context;
    portion given = own->whole;
    given.shard += piece * own->whole.shards;
    given.shards *= own->portions;
    *(portion *)order = given;
}

static df_status take(void *context, const void *answer)
{
    whole_count *own = context;
    const result *found = answer;
    own->subtrees += found->subtrees;
    own->tally.count += found->tally.count;
    own->tally.nodes += found->tally.nodes;
    if (found->status == DF_OK && own->watch != NULL &&
        !own->watch(own->watch_context, own->subtrees, own->all))
        return DF_ERROR_SINK;
    return found->status;
}

/* Rank 0 counts a portion, and serves the others after each subtree. */
typedef struct own_work {
    farm *farm;
    uint64_t subtrees;
} own_work;

static bool serve_between(void *context, uint64_t done, uint64_t all)
{
    (void)all;
    own_work *own = context;
    own->subtrees = done;
    farm_serve(own->farm);
    return own->farm->status == DF_OK;
}

static void work_too(farm *shared, const void *order, void *answer)
{
    const portion *given = order;
    own_work mine = {.farm = shared};
    const df_ominoes_options options = {.shard = given->shard,
                                        .shards = given->shards,
                                        .watch = serve_between,
                                        .watch_context = &mine};
    result found = {0};
    found.status = df_ominoes_count(&found.tally, given->size, &given->filter, &options);
    found.subtrees = mine.subtrees;
    *(result *)answer = found;
}

df_status omino_mpi_count(df_ominoes_tally *tally, unsigned size,
                          const df_ominoes_filter *filter, const df_ominoes_options *options)
{
    const uint64_t subtrees = df_ominoes_subtrees(size);
    const uint64_t shards = options->shards > 0 ? options->shards : 1;
    whole_count own = {
        .whole = {.size = size, .filter = *filter, .shard = options->shard, .shards = shards},
        .watch = options->watch,
        .watch_context = options->watch_context};
    if (options->shard < subtrees)
        own.all = (subtrees - options->shard - 1) / shards + 1;
    own.portions = own.all < MOST_PORTIONS ? own.all : MOST_PORTIONS;
    farm shared = {.trade = &trade,
                   .context = &own,
                   .pieces = own.portions,
                   .order = give,
                   .take = take,
                   .work = work_too};
    df_status status = farm_run(&shared);
    /* Never a count of which a part is missing. */
    if (status == DF_OK && own.subtrees != own.all)
        status = DF_ERROR_DEFECT;
    if (status == DF_OK)
        *tally = own.tally;
    return status;
}
