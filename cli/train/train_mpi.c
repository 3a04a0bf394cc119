#include "train_settings.h"

#include "cli/base/cleanup.h"
#include "cli/base/message.h"
#include "cli/picture/source.h"
#include "cli/process/farm.h"

/* Pieces of its own that rank 0 plays before it serves the others again. */
enum { SERVE_EVERY = 256 };

/* A game that a rank is to play. Pointers in it are invalid in the other process. */
typedef struct mpi_order {
    size_t index;
    uint64_t number;
    df_bot_game_options options;
} mpi_order;

/* The result of an order. */
typedef struct mpi_answer {
    df_status status;
    size_t index;
    df_bot_game_result result;
} mpi_answer;

/* Each rank holds four games, because rank 0 reads its messages only now and then. */
static const farm_trade trade = {
    .order_size = sizeof(mpi_order), .answer_size = sizeof(mpi_answer), .held = 4};

/* The games of a generation, in rank 0. */
typedef struct mpi_generation {
    const df_train *train;
    const df_piece_set *set;
    df_bot_game_result *results;
    uint64_t games;
    uint64_t pieces;
    df_watch *watch;
    void *context;
} mpi_generation;

/* Plays the games that rank 0 hands out, in any other rank. */
static cli_status train_mpi_work(void)
{
    df_piece_set *set;
    mpi_order given;
    const cli_status status = source_pieces(&set);
    if (status != GO_ON)
        return status;
    /* Plays on when mpirun ends all ranks: it kills them at once if one obeys, and rank 0 still
     * has to write what was learnt. */
    cleanup_begin_work();
    while (farm_wait(&trade, &given)) {
        mpi_answer found = {.index = given.index};
        given.options.bot.set = set;
        given.options.first = given.number;
        given.options.count = 1;
        df_bot_games_summary ignored;
        found.status = df_bot_games_play(&found.result, &given.options, &ignored, NULL);
        farm_answer(&trade, &found);
    }
    df_piece_set_free(set);
    return GO_ON;
}

cli_status train_mpi_begin(void)
{
    cli_status status = farm_begin(&trade);
    if (status != GO_ON || ranks_self() == 0)
        return status;
    status = train_mpi_work();
    /* After a failure, leaving without ranks_end ends all other ranks, too. */
    if (status != GO_ON)
        return status;
    ranks_end();
    return STATUS_OK;
}

static void train_mpi_give(void *context, uint64_t piece, void *message)
{
    const mpi_generation *self = context;
    mpi_order given = {.index = (size_t)piece};
    df_train_get_item(self->train, given.index, self->set, &given.options, &given.number);
    *(mpi_order *)message = given;
}

static df_status train_mpi_take(void *context, const void *message)
{
    mpi_generation *self = context;
    const mpi_answer *found = message;
    self->results[found->index] = found->result;
    self->games++;
    self->pieces += found->result.pieces;
    const df_progress progress = {.done = self->games, .drops = self->pieces};
    if (found->status == DF_OK && self->watch != NULL && !self->watch(self->context, &progress))
        return DF_ERROR_CANCELLED;
    return found->status;
}

/* Plays a game in rank 0, and serves the others meanwhile. */
static void train_mpi_play_and_serve(farm *shared, const void *message, void *reply)
{
    const mpi_order *given = message;
    mpi_answer found = {.index = given->index};
    df_bot_game *game = NULL;
    found.status = df_bot_game_create(&game, &given->options, NULL);
    if (found.status == DF_OK)
        df_bot_game_reset(game, given->number);
    df_outcome outcome = DF_FOUND;
    for (size_t i = 1; found.status == DF_OK && outcome == DF_FOUND; i++) {
        found.status = df_bot_game_step(game, NULL, &outcome);
        if (i % SERVE_EVERY == 0)
            farm_serve(shared);
        if (i % SERVE_EVERY == 0 && cleanup_is_asked())
            found.status = DF_ERROR_CANCELLED;
    }
    if (game != NULL)
        found.result = *df_bot_game_get_result(game, NULL);
    df_bot_game_free(game);
    *(mpi_answer *)reply = found;
}

df_status train_mpi_play(const df_train *train, const df_piece_set *set, df_watch *watch,
                         void *context, df_bot_game_result *results)
{
    mpi_generation self = {
        .train = train, .set = set, .results = results, .watch = watch, .context = context};
    farm shared = {.trade = &trade,
                   .context = &self,
                   .pieces = df_train_get_state(train)->items,
                   .order = train_mpi_give,
                   .take = train_mpi_take,
                   .work = train_mpi_play_and_serve};
    return farm_run(&shared);
}
