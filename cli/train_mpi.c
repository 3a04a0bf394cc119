#include "train_mpi.h"

#include "message.h"
#include "ranks.h"
#include "source.h"

/* Games that a rank holds: one that it plays, and others so that it need not wait for rank 0,
 * which looks at its messages only now and then. */
enum { HELD = 4, WAITING = HELD + 1 };

/* Rank 0 serves the others after so many pieces of its own. */
enum { SERVE_EVERY = 256 };

/* A game that a rank is to play. Addresses in it mean nothing to the other process. */
typedef struct order {
    bool is_end; /* no game any more */
    size_t index;
    uint64_t number;
    df_game_options options;
} order;

/* What became of it. */
typedef struct answer {
    df_status status;
    size_t index;
    df_game_result result;
} answer;

_Static_assert(sizeof(order) <= RANKS_MOST_BYTES && sizeof(answer) <= RANKS_MOST_BYTES,
               "messages are small");

/* A generation as rank 0 sees it. */
typedef struct farm {
    const df_train *train;
    const df_piece_set *set;
    df_game_result *results;
    size_t items;
    size_t next; /* the first game that nobody has */
    size_t away; /* games that others hold */
    uint64_t games;
    uint64_t pieces;
    df_status status;
    df_games_watch *watch;
    void *context;
} farm;

static df_status play_order(const order *given, df_game_result *result)
{
    return df_game_play(result, &given->options, given->number, NULL);
}

/* What a rank other than 0 does. -1 or the exit code. */
static int work(void)
{
    df_piece_set *set;
    order given;
    unsigned from;
    const int status = source_pieces(&set);
    if (status >= 0)
        return status;
    while (ranks_receive(&from, &given, sizeof given, true) && !given.is_end) {
        answer found = {.index = given.index};
        given.options.bot.set = set;
        found.status = play_order(&given, &found.result);
        ranks_send(from, &found, sizeof found);
    }
    df_piece_set_free(set);
    return -1;
}

int train_mpi_begin(void)
{
    int status = ranks_begin(WAITING);
    if (status >= 0 || ranks_self() == 0)
        return status;
    status = work();
    /* Whoever leaves before the end without ranks_end takes all others with it. */
    if (status >= 0)
        return status;
    ranks_end();
    return STATUS_OK;
}

void train_mpi_end(void)
{
    const order end = {.is_end = true};
    for (unsigned rank = 1; rank < ranks_count(); rank++)
        ranks_send(rank, &end, sizeof end);
    ranks_end();
}

static order next_order(farm *own)
{
    order given = {.index = own->next++};
    df_train_get_item(own->train, given.index, own->set, &given.options, &given.number);
    return given;
}

static void hand_out(farm *own, unsigned rank)
{
    if (own->next == own->items || own->status != DF_OK)
        return;
    const order given = next_order(own);
    ranks_send(rank, &given, sizeof given);
    own->away++;
}

static void add(farm *own, const answer *found)
{
    if (own->status == DF_OK)
        own->status = found->status;
    own->results[found->index] = found->result;
    own->games++;
    own->pieces += found->result.pieces;
    if (own->status == DF_OK && own->watch != NULL &&
        !own->watch(own->context, own->games, own->pieces))
        own->status = DF_ERROR_SINK;
}

/* Takes the results that have come, or waits for one, and hands out more. */
static void serve(farm *own, bool wait)
{
    answer found;
    unsigned from;
    while (ranks_receive(&from, &found, sizeof found, wait)) {
        own->away--;
        add(own, &found);
        hand_out(own, from);
        wait = false;
    }
}

/* Rank 0 plays a game, and serves the others meanwhile. */
static void play_too(farm *own)
{
    const order given = next_order(own);
    answer found = {.index = given.index};
    df_game *game = NULL;
    found.status = df_game_create(&game, &given.options);
    if (found.status == DF_OK)
        df_game_reset(game, given.number);
    df_outcome outcome = found.status == DF_OK ? DF_FOUND : DF_LIMIT;
    for (size_t i = 1; outcome == DF_FOUND; i++) {
        outcome = df_game_step(game, NULL);
        if (i % SERVE_EVERY == 0)
            serve(own, false);
    }
    if (found.status == DF_OK && outcome == DF_LIMIT)
        found.status = DF_ERROR_MEMORY;
    if (game != NULL)
        found.result = *df_game_get_result(game);
    df_game_free(game);
    add(own, &found);
}

df_status train_mpi_play(const df_train *train, const df_piece_set *set, df_games_watch *watch,
                         void *context, df_game_result *results)
{
    farm own = {.train = train,
                .set = set,
                .results = results,
                .items = df_train_items(train),
                .watch = watch,
                .context = context};
    for (unsigned round = 0; round < HELD; round++) {
        for (unsigned rank = 1; rank < ranks_count(); rank++)
            hand_out(&own, rank);
    }
    while (own.next < own.items && own.status == DF_OK)
        play_too(&own);
    while (own.away > 0)
        serve(&own, true);
    return own.status;
}
