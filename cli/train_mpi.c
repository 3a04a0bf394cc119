#include "train_mpi.h"

#include "farm.h"
#include "message.h"
#include "source.h"

/* Rank 0 serves the others after so many pieces of its own. */
enum { SERVE_EVERY = 256 };

/* A game that a rank is to play. Addresses in it mean nothing to the other process. */
typedef struct order {
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

/* Four games for each rank: rank 0 looks at its messages only now and then. */
static const farm_trade trade = {
    .order_size = sizeof(order), .answer_size = sizeof(answer), .held = 4};

/* A generation as rank 0 sees it. */
typedef struct generation {
    const df_train *train;
    const df_piece_set *set;
    df_game_result *results;
    uint64_t games;
    uint64_t pieces;
    df_games_watch *watch;
    void *context;
} generation;

/* What a rank other than 0 does. -1 or the exit code. */
static int work(void)
{
    df_piece_set *set;
    order given;
    const int status = source_pieces(&set);
    if (status >= 0)
        return status;
    while (farm_wait(&trade, &given)) {
        answer found = {.index = given.index};
        given.options.bot.set = set;
        found.status = df_game_play(&found.result, &given.options, given.number, NULL);
        farm_answer(&trade, &found);
    }
    df_piece_set_free(set);
    return -1;
}

int train_mpi_begin(void)
{
    int status = farm_begin(&trade);
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
    farm_end();
}

static void give(void *context, uint64_t piece, void *message)
{
    const generation *own = context;
    order given = {.index = (size_t)piece};
    df_train_get_item(own->train, given.index, own->set, &given.options, &given.number);
    *(order *)message = given;
}

static df_status take(void *context, const void *message)
{
    generation *own = context;
    const answer *found = message;
    own->results[found->index] = found->result;
    own->games++;
    own->pieces += found->result.pieces;
    if (found->status == DF_OK && own->watch != NULL &&
        !own->watch(own->context, own->games, own->pieces))
        return DF_ERROR_SINK;
    return found->status;
}

/* Rank 0 plays a game, and serves the others meanwhile. */
static void play_too(farm *shared, const void *message, void *reply)
{
    const order *given = message;
    answer found = {.index = given->index};
    df_game *game = NULL;
    found.status = df_game_create(&game, &given->options);
    if (found.status == DF_OK)
        df_game_reset(game, given->number);
    df_outcome outcome = found.status == DF_OK ? DF_FOUND : DF_LIMIT;
    for (size_t i = 1; outcome == DF_FOUND; i++) {
        outcome = df_game_step(game, NULL);
        if (i % SERVE_EVERY == 0)
            farm_serve(shared);
    }
    if (found.status == DF_OK && outcome == DF_LIMIT)
        found.status = DF_ERROR_MEMORY;
    if (game != NULL)
        found.result = *df_game_get_result(game);
    df_game_free(game);
    *(answer *)reply = found;
}

df_status train_mpi_play(const df_train *train, const df_piece_set *set, df_games_watch *watch,
                         void *context, df_game_result *results)
{
    generation own = {
        .train = train, .set = set, .results = results, .watch = watch, .context = context};
    farm shared = {.trade = &trade,
                   .context = &own,
                   .pieces = df_train_items(train),
                   .order = give,
                   .take = take,
                   .work = play_too};
    return farm_run(&shared);
}
