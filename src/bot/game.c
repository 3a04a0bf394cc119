#include "dropforge/bot_game.h"

#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

/* The first pieces that are dealt, as many as the bot looks at. */
typedef struct piece_queue {
    uint16_t *pieces;
    size_t count;
    size_t known; /* how many there are until the deal ends */
} piece_queue;

struct df_game {
    df_game_options options;
    df_bot *bot;
    df_dealer dealer;
    board *now;
    board *then;
    uint64_t *rows; /* the board for callers */
    piece_queue queue;
    int held;
    uint64_t placements; /* of the bot, before the game began */
    df_game_result result;
};

static df_status fill(df_game *game)
{
    const df_bot_options *bot = &game->options.bot;
    df_status status = df_bot_create(&game->bot, bot);
    if (status != DF_OK)
        return status;
    const grid *g = &game->bot->judge.layout;
    game->queue.known = bot->lookahead > 1 ? bot->lookahead : 1;
    game->queue.pieces = calloc(game->queue.known, sizeof game->queue.pieces[0]);
    game->rows = calloc(bot->height, sizeof game->rows[0]);
    if (game->queue.pieces == NULL || game->rows == NULL)
        return DF_ERROR_MEMORY;
    status = df_bot_board_create(g, &game->now);
    if (status == DF_OK)
        status = df_bot_board_create(g, &game->then);
    return status;
}

df_status df_game_create(df_game **game, const df_game_options *options)
{
    df_game *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->options = *options;
    df_status status = fill(made);
    if (status == DF_OK)
        status = df_dealer_begin(&made->dealer, options->deal, options->bot.set->count,
                                 options->given, options->given_count, options->seed, 0);
    if (status != DF_OK) {
        df_game_free(made);
        return status;
    }
    df_game_reset(made, 0);
    *game = made;
    return DF_OK;
}

void df_game_free(df_game *game)
{
    if (game == NULL)
        return;
    df_bot_free(game->bot);
    df_bot_board_free(game->now);
    df_bot_board_free(game->then);
    free(game->queue.pieces);
    free(game->rows);
    free(game);
}

static void deal(df_game *game)
{
    piece_queue *queue = &game->queue;
    while (queue->count < queue->known) {
        const int piece = df_dealer_next(&game->dealer);
        if (piece < 0)
            break;
        queue->pieces[queue->count++] = (uint16_t)piece;
    }
}

static void take(piece_queue *queue, size_t count)
{
    queue->count -= count;
    memmove(queue->pieces, queue->pieces + count, queue->count * sizeof queue->pieces[0]);
}

/* Whether the game must stop where it is. */
static df_game_end find_end(const df_game *game)
{
    const df_game_options *options = &game->options;
    if ((options->max_lines > 0 && game->result.lines >= options->max_lines) ||
        (options->max_pieces > 0 && game->result.pieces >= options->max_pieces))
        return DF_GAME_CAPPED;
    return game->queue.count == 0 ? DF_GAME_DEALT : DF_GAME_UNPLAYED;
}

void df_game_reset(df_game *game, uint64_t number)
{
    const df_game_options *options = &game->options;
    /* The same as at first but for the number, so it cannot fail. */
    (void)df_dealer_begin(&game->dealer, options->deal, options->bot.set->count, options->given,
                          options->given_count, options->seed, number);
    const grid *g = &game->bot->judge.layout;
    memset(game->rows, 0, g->height * sizeof game->rows[0]);
    df_board_load(g, game->now, game->rows);
    game->queue.count = 0;
    game->held = -1;
    game->placements = df_bot_placements(game->bot);
    game->result = (df_game_result){.fingerprint = FNV_BASIS};
    deal(game);
    game->result.end = find_end(game);
}

static uint64_t mix(uint64_t hash, unsigned byte)
{
    return (hash ^ byte) * FNV_PRIME;
}

static void note(df_game_result *result, const df_choice *choice, unsigned lines)
{
    const unsigned bytes[] = {choice->piece & 255u,      choice->piece >> 8,
                              choice->place.orientation, choice->place.x,
                              choice->place.y & 255u,    choice->place.y >> 8};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
        result->fingerprint = mix(result->fingerprint, bytes[i]);
    result->pieces++;
    result->lines += lines;
    result->clears[lines]++;
}

/* Takes the piece out of the queue, or out of hold. */
static void draw(df_game *game, const df_choice *choice)
{
    const uint16_t current = game->queue.pieces[0];
    size_t taken = 1;
    if (choice->holds) {
        taken = game->held < 0 ? 2 : 1;
        game->held = current;
    }
    take(&game->queue, taken);
    deal(game);
}

df_outcome df_game_step(df_game *game, df_drop *drop)
{
    if (game->result.end != DF_GAME_UNPLAYED)
        return DF_NONE;
    const bot_view view = {game->now, game->queue.pieces, game->queue.count, game->held};
    df_choice choice;
    const df_outcome outcome = df_bot_think(game->bot, &view, &choice, NULL);
    game->result.placements = df_bot_placements(game->bot) - game->placements;
    if (outcome != DF_FOUND) {
        if (outcome == DF_NONE)
            game->result.end = DF_GAME_OVER;
        return outcome;
    }
    const df_place place = choice.place;
    const df_shape *shape =
        &game->options.bot.set->pieces[choice.piece].shape[place.orientation];
    const board_change change = df_board_place(&game->bot->judge.layout, game->then, game->now,
                                               shape, place.x, place.y);
    board *swap = game->now;
    game->now = game->then;
    game->then = swap;
    note(&game->result, &choice, change.lines);
    draw(game, &choice);
    game->result.end = find_end(game);
    if (drop != NULL)
        *drop = (df_drop){.piece = choice.piece,
                          .orientation = place.orientation,
                          .x = place.x,
                          .y = place.y};
    return DF_FOUND;
}

const df_game_result *df_game_get_result(const df_game *game)
{
    return &game->result;
}

const uint64_t *df_game_get_rows(const df_game *game)
{
    const grid *g = &game->bot->judge.layout;
    for (unsigned y = 0; y < g->height; y++)
        game->rows[y] = grid_row(g, game->now->words, y);
    return game->rows;
}

size_t df_game_get_pieces(const df_game *game, uint16_t *pieces, size_t most)
{
    const size_t count = game->queue.count < most ? game->queue.count : most;
    memcpy(pieces, game->queue.pieces, count * sizeof pieces[0]);
    return count;
}

int df_game_get_held(const df_game *game)
{
    return game->held;
}

df_status df_game_play(df_game_result *result, const df_game_options *options, uint64_t number,
                       df_plan *plan)
{
    df_game *game;
    df_status status = df_game_create(&game, options);
    if (status != DF_OK)
        return status;
    df_game_reset(game, number);
    while (status == DF_OK && game->result.end == DF_GAME_UNPLAYED) {
        df_drop drop;
        const df_outcome outcome = df_game_step(game, &drop);
        if (outcome == DF_LIMIT)
            status = DF_ERROR_MEMORY;
        else if (outcome == DF_FOUND && plan != NULL)
            status = df_plan_add(plan, drop);
    }
    if (status == DF_OK)
        *result = game->result;
    df_game_free(game);
    return status;
}
