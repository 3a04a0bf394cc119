#include "omino_mpi.h"

#include "message.h"
#include "ranks.h"

/* How many portions a count is cut into, if it has so many subtrees. The smallest ones, single
 * subtrees, would differ more from one another, and each costs a walk down to all subtrees. */
enum { MOST_PORTIONS = 1024 };

/* Portions that a rank holds: one that it counts, and another so that it need not wait for rank
 * 0, which looks at its messages only between two subtrees. */
enum { HELD = 2 };

/* Messages to one rank, or of one, that may be on their way: portions, and the end. */
enum { WAITING = HELD + 1 };

/* What a rank is to do: everything that a count must know. */
typedef struct portion {
    bool is_end; /* nothing any more */
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

/* A count as rank 0 sees it. */
typedef struct farm {
    portion whole;
    uint64_t portions;
    uint64_t next;     /* the first portion that nobody has */
    uint64_t away;     /* portions that others hold */
    uint64_t subtrees; /* that have been counted */
    uint64_t all;      /* subtrees */
    df_ominoes_tally tally;
    df_status status;
    df_ominoes_watch *watch;
    void *watch_context;
} farm;

_Static_assert(sizeof(portion) <= RANKS_MOST_BYTES && sizeof(result) <= RANKS_MOST_BYTES,
               "messages are small");

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
    unsigned from;
    while (ranks_receive(&from, &given, sizeof given, true) && !given.is_end) {
        result found = {0};
        const df_ominoes_options options = {.shard = given.shard,
                                            .shards = given.shards,
                                            .watch = count_subtree,
                                            .watch_context = &found.subtrees};
        found.status = df_ominoes_count(&found.tally, given.size, &given.filter, &options);
        ranks_send(from, &found, sizeof found);
    }
}

int omino_mpi_begin(void)
{
    const int status = ranks_begin(WAITING);
    if (status >= 0 || ranks_self() == 0)
        return status;
    work();
    ranks_end();
    return STATUS_OK;
}

void omino_mpi_end(void)
{
    const portion end = {.is_end = true};
    for (unsigned rank = 1; rank < ranks_count(); rank++)
        ranks_send(rank, &end, sizeof end);
    ranks_end();
}

/* Portion i of P portions of shard s of S is shard s + i · S of P · S. */
static portion next_portion(farm *own)
{
    portion given = own->whole;
    given.shard += own->next * own->whole.shards;
    given.shards *= own->portions;
    own->next++;
    return given;
}

static void hand_out(farm *own, unsigned rank)
{
    if (own->next == own->portions || own->status != DF_OK)
        return;
    const portion given = next_portion(own);
    ranks_send(rank, &given, sizeof given);
    own->away++;
}

static void add(farm *own, const result *found)
{
    if (own->status == DF_OK)
        own->status = found->status;
    own->subtrees += found->subtrees;
    own->tally.count += found->tally.count;
    own->tally.nodes += found->tally.nodes;
    if (own->status == DF_OK && own->watch != NULL &&
        !own->watch(own->watch_context, own->subtrees, own->all))
        own->status = DF_ERROR_SINK;
}

/* Takes the results that have come, or waits for one, and hands out more. */
static void serve(farm *own, bool wait)
{
    result found;
    unsigned from;
    while (ranks_receive(&from, &found, sizeof found, wait)) {
        own->away--;
        add(own, &found);
        hand_out(own, from);
        wait = false;
    }
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
    serve(own->farm, false);
    return own->farm->status == DF_OK;
}

static void work_too(farm *own)
{
    const portion given = next_portion(own);
    own_work mine = {.farm = own};
    const df_ominoes_options options = {.shard = given.shard,
                                        .shards = given.shards,
                                        .watch = serve_between,
                                        .watch_context = &mine};
    result found = {0};
    found.status = df_ominoes_count(&found.tally, given.size, &given.filter, &options);
    found.subtrees = mine.subtrees;
    add(own, &found);
}

df_status omino_mpi_count(df_ominoes_tally *tally, unsigned size,
                          const df_ominoes_filter *filter, const df_ominoes_options *options)
{
    const uint64_t subtrees = df_ominoes_subtrees(size);
    const uint64_t shards = options->shards > 0 ? options->shards : 1;
    farm own = {
        .whole = {.size = size, .filter = *filter, .shard = options->shard, .shards = shards},
        .watch = options->watch,
        .watch_context = options->watch_context};
    if (options->shard < subtrees)
        own.all = (subtrees - options->shard - 1) / shards + 1;
    own.portions = own.all < MOST_PORTIONS ? own.all : MOST_PORTIONS;
    for (unsigned round = 0; round < HELD; round++) {
        for (unsigned rank = 1; rank < ranks_count(); rank++)
            hand_out(&own, rank);
    }
    while (own.next < own.portions && own.status == DF_OK)
        work_too(&own);
    while (own.away > 0)
        serve(&own, true);
    /* Never a count of which a part is missing. */
    if (own.status == DF_OK && own.subtrees != own.all)
        own.status = DF_ERROR_DEFECT;
    if (own.status == DF_OK)
        *tally = own.tally;
    return own.status;
}
