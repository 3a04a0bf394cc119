/* Whole games of the built-in player 'dropforge' on 10 x 20 squares, as `dropforge bot` plays
 * them, but several times as fast: games [-b BITS] [-j JOBS] SEED... prints those that are over
 * as bench/games.csv has them, in any order.
 *
 * Decisions are remembered in a table of 2^BITS words of 8 bytes, 28 if not given: nearly all
 * pieces of a long game come to a board where they were before. Boards are told apart by a hash
 * of 64 bits; that one of a billion lookups takes one for another has a chance of one to ten
 * million. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/decide/bot.h"
#include "bot/games/game_state.h"
#include "core/base/budget.h"
#include "core/base/jobs.h"

enum {
    WIDTH = 10,
    HEIGHT = 20,
    GROUP = 4, /* games whose entries are fetched at the same time */
    PLACE_BITS = 6,
};

/* An entry has the number of a place in its lowest bits, and above it the rest of a hash; 0:
 * nothing is remembered. */
typedef _Atomic uint64_t entry;

typedef struct table {
    entry *entries;
    unsigned bits;
    df_bot_game_options options;
    char **seeds;
    unsigned count;
    atomic_uint next; /* the first seed that no game has yet */
} table;

typedef struct game {
    game_state state;
    uint64_t seed;
    bool is_played;
    uint64_t hash; /* of the board and the piece that comes */
} game;

static uint64_t mix(uint64_t a)
{
    a = (a ^ a >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    a = (a ^ a >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return a ^ a >> 32;
}

static entry *find(const table *t, uint64_t hash)
{
    return &t->entries[hash >> (64 - t->bits)];
}

/* What an entry of this hash has above the place. It lacks the highest bits, by which the entry
 * is found. */
static uint64_t rest(uint64_t hash)
{
    return hash << PLACE_BITS;
}

/* Begins the next game, if there is one. */
static void begin(table *t, game *g)
{
    const unsigned index = atomic_fetch_add(&t->next, 1);
    g->is_played = index < t->count;
    g->seed = g->is_played ? strtoull(t->seeds[index], NULL, 10) : 0;
    if (g->is_played)
        df_game_state_begin(&g->state, g->seed, 0);
}

static void end(table *t, game *g)
{
    df_bot_games_summary sum;
    g->state.result.end = DF_BOT_GAME_OVER;
    if (df_bot_games_sum(&sum, &g->state.result, 1) == DF_OK) {
        printf("%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%016" PRIx64 "\n", g->seed, sum.pieces,
               sum.lines, sum.fingerprint);
        fflush(stdout);
    }
    begin(t, g);
}

/* Decides, remembers it, and puts the piece down. */
static df_status step(table *t, game *g, df_bot *bot)
{
    const bot_view view = {g->state.now, g->state.pieces, g->state.count, -1};
    const df_piece *piece = &t->options.bot.set->pieces[view.pieces[0]];
    entry *at = find(t, g->hash);
    const uint64_t known = atomic_load_explicit(at, memory_order_relaxed);
    df_choice choice = {.piece = view.pieces[0]};
    if (known >> PLACE_BITS == rest(g->hash) >> PLACE_BITS) {
        const unsigned number = known & ((1u << PLACE_BITS) - 1);
        choice.place = (df_place){(uint8_t)(number / WIDTH), (uint8_t)(number % WIDTH), 0};
        choice.place.y = (uint16_t)board_rest(view.now, &piece->shape[choice.place.orientation],
                                              choice.place.x);
    } else {
        df_outcome outcome;
        const df_status status = df_bot_think(bot, &view, &choice, &outcome);
        if (status != DF_OK)
            return status;
        if (outcome == DF_NONE) {
            end(t, g);
            return DF_OK;
        }
        atomic_store_explicit(
            at, rest(g->hash) | (choice.place.orientation * (unsigned)WIDTH + choice.place.x),
            memory_order_relaxed);
    }
    (void)df_game_state_put(&g->state, &choice);
    return DF_OK;
}

/* Finds the hashes of some games, and begins to fetch their entries, all at the same time. */
static void look_ahead(const table *t, game games[GROUP])
{
    for (unsigned i = 0; i < GROUP; i++) {
        game *g = &games[i];
        const board *b = g->state.now;
        if (!g->is_played)
            continue;
        g->hash = mix(g->state.pieces[0] + UINT64_C(1));
        for (unsigned k = 0; k < grid_words(&g->state.layout, b->rows); k++)
            g->hash = mix(g->hash * UINT64_C(0x94d049bb133111eb) + b->words[k]);
    }
    for (unsigned i = 0; i < GROUP; i++)
        budget_prefetch(find(t, games[i].hash));
}

/* Plays games turn by turn until all are over: while the entries of one group are on their way,
 * the other one is played. */
static df_status play(table *t, game games[2 * GROUP], df_bot *bot)
{
    unsigned played = 1;
    look_ahead(t, games);
    look_ahead(t, games + GROUP);
    while (played > 0) {
        played = 0;
        for (unsigned i = 0; i < 2 * GROUP; i++) {
            const df_status status = games[i].is_played ? step(t, &games[i], bot) : DF_OK;
            if (status != DF_OK)
                return status;
            played += games[i].is_played;
            if (i % GROUP == GROUP - 1)
                look_ahead(t, &games[i + 1 - GROUP]);
        }
    }
    return DF_OK;
}

static df_status play_some(void *context, size_t index)
{
    table *t = context;
    game games[2 * GROUP] = {0};
    df_bot *bot = NULL;
    df_status status = df_bot_create(&bot, &t->options.bot, NULL);
    (void)index;
    for (unsigned i = 0; i < 2 * GROUP && status == DF_OK; i++) {
        status = df_game_state_make(&games[i].state, &t->options, 1, NULL);
        if (status == DF_OK)
            begin(t, &games[i]);
    }
    if (status == DF_OK)
        status = play(t, games, bot);
    for (unsigned i = 0; i < 2 * GROUP; i++)
        df_game_state_drop(&games[i].state);
    df_bot_free(bot);
    return status;
}

int main(int argc, char **argv)
{
    table t = {.bits = 28};
    unsigned jobs = 1;
    for (argc--, argv++; argc > 2 && argv[0][0] == '-'; argc -= 2, argv += 2) {
        if (argv[0][1] == 'b')
            t.bits = (unsigned)strtoul(argv[1], NULL, 10);
        else
            jobs = (unsigned)strtoul(argv[1], NULL, 10);
    }
    if (argc < 1 || t.bits < 10 || t.bits > 40) {
        fprintf(stderr, "usage: games [-b BITS] [-j JOBS] SEED...\n");
        return 2;
    }
    df_piece_set *set = NULL;
    t.seeds = argv;
    t.count = (unsigned)argc;
    t.entries = calloc((size_t)1 << t.bits, sizeof t.entries[0]);
    df_status status = t.entries == NULL ? DF_ERROR_MEMORY : df_piece_set_tetrominoes(&set);
    t.options = (df_bot_game_options){
        .bot = {.set = set, .width = WIDTH, .height = HEIGHT, .rules = DF_RULES_ABOVE},
        .deal = DF_DEAL_UNIFORM};
    t.options.bot.weights = df_player_find("dropforge", strlen("dropforge"))->weights;
    if (status == DF_OK)
        status = df_jobs_run(jobs, jobs, play_some, &t);
    if (status != DF_OK)
        fprintf(stderr, "games: %s\n", df_status_names[status]);
    df_piece_set_free(set);
    free(t.entries);
    return status == DF_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
