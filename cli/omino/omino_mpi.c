#include "omino_count.h"

#include "cli/base/message.h"
#include "cli/process/farm.h"

/* The number of portions of a count, if it has as many subtrees. Single subtrees would differ
 * more in size, and each portion costs a walk down to all subtrees. */
enum { MAX_PORTIONS = 1024 };

/* The task of a rank. */
typedef struct portion {
    unsigned size;
    df_ominoes_filter filter;
    uint64_t shard;
    uint64_t shards;
} portion;

/* The result of a task. */
typedef struct result {
    df_status status;
    uint64_t subtrees; /* that were counted */
    uint64_t count, nodes;
} result;

/* Two portions for each rank: rank 0 looks at its messages only between two subtrees. */
static const farm_trade trade = {
    .order_size = sizeof(portion), .answer_size = sizeof(result), .held = 2};

/* A count on rank 0. */
typedef struct whole_count {
    portion whole; /* its size and filter */
    uint64_t portions;
    uint64_t subtrees; /* that have been counted */
    uint64_t all;      /* subtrees */
    uint64_t count, nodes;
    df_watch *watch;
    void *watch_context;
} whole_count;

static void count_portion(result *found, const portion *given, df_watch *watch, void *context)
{
    const df_count_options options = {.shard = given->shard,
                                      .shards = given->shards,
                                      .watch = watch,
                                      .watch_context = context};
    found->status =
        df_ominoes_count(&found->count, given->size, &given->filter, &options, &found->nodes);
}

static bool count_subtree(void *subtrees, const df_progress *progress)
{
    *(uint64_t *)subtrees = progress->done;
    return true;
}

/* Counts portions on a rank other than 0. */
static void omino_mpi_work(void)
{
    portion given;
    while (farm_wait(&trade, &given)) {
        result found = {0};
        count_portion(&found, &given, count_subtree, &found.subtrees);
        farm_answer(&trade, &found);
    }
}

cli_status omino_mpi_begin(void)
{
    const cli_status status = farm_begin(&trade);
    if (status != GO_ON || ranks_self() == 0)
        return status;
    omino_mpi_work();
    ranks_end();
    return STATUS_OK;
}

static void omino_mpi_give(void *context, uint64_t piece, void *order)
{
    const whole_count *self = context;
    portion given = self->whole;
    given.shard = piece;
    given.shards = self->portions;
    *(portion *)order = given;
}

static df_status omino_mpi_take(void *context, const void *answer)
{
    whole_count *self = context;
    const result *found = answer;
    self->subtrees += found->subtrees;
    self->count += found->count;
    self->nodes += found->nodes;
    const df_progress progress = {.done = self->subtrees, .of = self->all};
    if (found->status == DF_OK && self->watch != NULL &&
        !self->watch(self->watch_context, &progress))
        return DF_ERROR_CANCELLED;
    return found->status;
}

/* Rank 0 counts a portion, and serves the others after each subtree. */
typedef struct own_work {
    farm *farm;
    uint64_t subtrees;
} own_work;

static bool serve_between(void *context, const df_progress *progress)
{
    own_work *self = context;
    self->subtrees = progress->done;
    farm_serve(self->farm);
    return self->farm->status == DF_OK;
}

static void work_too(farm *shared, const void *order, void *answer)
{
    own_work mine = {.farm = shared};
    result found = {0};
    count_portion(&found, order, serve_between, &mine);
    found.subtrees = mine.subtrees;
    *(result *)answer = found;
}

df_status omino_mpi_count(uint64_t *count, unsigned size, const df_ominoes_filter *filter,
                          const df_count_options *options, uint64_t *nodes)
{
    const uint64_t subtrees = df_ominoes_subtrees(size);
    whole_count self = {.whole = {.size = size, .filter = *filter},
                        .all = subtrees,
                        .watch = options->watch,
                        .watch_context = options->watch_context};
    self.portions = subtrees < MAX_PORTIONS ? subtrees : MAX_PORTIONS;
    farm shared = {.trade = &trade,
                   .context = &self,
                   .pieces = self.portions,
                   .order = omino_mpi_give,
                   .take = omino_mpi_take,
                   .work = work_too};
    df_status status = farm_run(&shared);
    /* Never a count of which a part is missing. */
    if (status == DF_OK && self.subtrees != self.all)
        status = DF_ERROR_DEFECT;
    *count = self.count;
    *nodes = self.nodes;
    return status;
}
