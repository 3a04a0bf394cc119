/* Plays games from the empty board of ten columns and four rows by the drops that keep the
 * highest chance of a perfect clear: first_clear [SHOWN [GAMES [RULES [HOLD [SEED]]]]]. SHOWN
 * pieces are shown (1 to 7), the falling one included; HOLD is 1 or 0. With 0 GAMES every queue
 * is played, once. One JSON object: the exact chance, the share of the games that clear, and
 * how many standard errors lie between them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clear/find/clear_odds.h"
#include "core/board/turns.h"
#include "dropforge/base.h"

enum { WIDTH = 10, ROWS = 4 };

typedef struct table {
    graph boards;
    clear_deal all;  /* pieces that the boards are built of */
    clear_deal some; /* those of the games that are played at a time */
    clear_odds odds;
    uint16_t queue[DEAL_MAX_DEALT];
    uint64_t clear, total; /* exactly */
    uint64_t cleared, games;
} table;

static void play(table *self)
{
    odds_game game = df_odds_begin(&self->odds, self->queue, self->some.length);
    while (game.level < self->boards.drops && df_odds_play(&self->odds, &game))
        continue;
    self->cleared += game.level == self->boards.drops;
    self->games++;
}

/* Goes through the queues of the deal that begin with `count` pieces, which make a set: adds up
 * their chances, and plays them if all are played. */
static void visit(table *self, size_t count, uint16_t set, bool plays)
{
    if (count == self->odds.seen) {
        self->clear += df_odds_first(&self->odds, self->queue);
        self->total += self->some.sets[count][set].windows[self->some.length];
    }
    if (count == (plays ? self->some.length : self->odds.seen)) {
        if (plays)
            play(self);
        return;
    }
    for (uint16_t p = 0; p < DF_TETROMINOES; p++) {
        const uint16_t next = self->some.sets[count][set].next[p];
        self->queue[count] = p;
        if (next != DEAL_NONE)
            visit(self, count + 1, next, plays);
    }
}

/* Draws a queue from bags. */
static void draw(df_random *random, uint16_t *queue, size_t count)
{
    unsigned bag = 0;
    for (size_t i = 0; i < count; i++) {
        bag = bag == 0 ? (1U << DF_TETROMINOES) - 1 : bag;
        do
            queue[i] = (uint16_t)df_random_below(random, DF_TETROMINOES);
        while ((bag >> queue[i] & 1) == 0);
        bag &= ~(1U << queue[i]);
    }
}

/* Plays the games whose first bags end with a piece; with DF_TETROMINOES, all. */
static void play_drawn(table *self, uint64_t games, uint64_t seed, unsigned last)
{
    df_random random;
    df_random_seed(&random, seed, 0);
    for (uint64_t i = 0; i < games; i++) {
        draw(&random, self->queue, self->some.length);
        if (last == DF_TETROMINOES || self->queue[DF_TETROMINOES - 1] == last)
            play(self);
    }
}

static df_status run(table *self, clear_atlas_options *options, uint64_t games, uint64_t seed)
{
    deal_request dealt = {.length = WIDTH * ROWS / 4 + (self->odds.hold ? 1U : 0U),
                          .hold = self->odds.hold};
    df_status status = df_deal_make(&self->all, &dealt);
    options->deal = &self->all;
    if (status == DF_OK)
        status = df_graph_create(&self->boards, options);
    const clear_odds kept = {.graph = &self->boards,
                             .deal = &self->some,
                             .seen = self->odds.seen,
                             .hold = self->odds.hold,
                             .keeps = true,
                             .memory = &self->boards.memory};
    /* With six pieces shown the last of the bag is known: those with the same one are together.
     */
    const bool together = kept.seen + 1 < DF_TETROMINOES;
    for (uint16_t last = 0; last < (together ? 1 : DF_TETROMINOES) && status == DF_OK; last++) {
        dealt.tail = &last;
        dealt.tail_count = together ? 0 : 1;
        status = df_deal_make(&self->some, &dealt);
        self->odds = kept;
        if (status == DF_OK)
            status = df_odds_find(&self->odds);
        if (status == DF_OK) {
            visit(self, 0, 0, games == 0);
            play_drawn(self, games, seed, together ? DF_TETROMINOES : last);
        }
        df_odds_free(&self->odds);
    }
    return status;
}

int main(int argc, char **argv)
{
    df_piece_set *set = NULL;
    clear_atlas_options options = {.width = WIDTH, .rows = ROWS, .rules = DF_RULES_SRS};
    table *self = calloc(1, sizeof *self);
    if (self == NULL || df_piece_set_tetrominoes(&set) != DF_OK)
        return 1;
    options.set = set;
    self->odds.seen = argc > 1 ? strtoul(argv[1], NULL, 10) : DF_TETROMINOES - 1;
    const uint64_t games = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000000;
    self->odds.hold = argc <= 4 || strcmp(argv[4], "0") != 0;
    if (self->odds.seen < 1 || self->odds.seen > DF_TETROMINOES ||
        (argc > 3 && !df_rules_find(&options.rules, argv[3], strlen(argv[3]))))
        return 2;
    const df_status status =
        run(self, &options, games, argc > 5 ? strtoul(argv[5], NULL, 10) : 1);
    if (status == DF_OK) {
        const double chance = (double)self->clear / (double)self->total;
        const double share = (double)self->cleared / (double)self->games;
        printf("{\"clear\": %" PRIu64 ", \"total\": %" PRIu64
               ", \"chance\": %.6f, \"games\": %" PRIu64 ", \"cleared\": %" PRIu64
               ", \"share\": %.6f, \"away\": %.2f}\n",
               self->clear, self->total, chance, self->games, self->cleared, share,
               (share - chance) / sqrt(chance * (1 - chance) / (double)self->games));
    } else {
        fprintf(stderr, "first_clear: %s\n", df_status_names[status]);
    }
    df_graph_free(&self->boards);
    free(self);
    df_piece_set_free(set);
    return status == DF_OK ? 0 : 1;
}
