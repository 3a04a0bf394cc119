/* How fast a bot decides: bot [-n DECISIONS] [-p PLAYER] [WAY...]; without ways, all that the
 * machine has. Games of bcts, or another player, on 10 x 20 squares, over and over until there
 * have been so many decisions, the same for each way, which must decide alike. One JSON object
 * for each way: placements for each CPU second of deciding and putting pieces, and that as a
 * multiple of the first way's.
 *
 * plain     square by square, each feature by itself, as one would write it first; of players
 *           that have no other features than bcts
 * whole     each placement measured in full, all rows of a word at once (measure.c)
 * vectors, AVX2   8 drops at once (lanes.h)
 *
 * The instructions of one way:
 * valgrind --tool=callgrind --toggle-collect=play_games bot -n 20000 WAY */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/score/lanes.h"
#include "dropforge/base.h"

enum { WIDTH = 10, HEIGHT = 20, WAYS = 4 };

typedef struct player {
    evaluator judge;
    df_piece_set *set;
    lanes *lanes;
} player;

/* Finds the first of the best placements; returns how many there are. */
typedef size_t decide(const player *self, const board *b, unsigned piece, scored *best);

typedef struct way {
    const char *name;
    decide *decide;
    lanes_path path;
} way;

/* ---- plain ---- */

typedef struct squares {
    bool full[HEIGHT][WIDTH]; /* [y][x] */
} squares;

static bool is_full(const squares *s, int x, int y)
{
    if (x < 0 || x >= WIDTH || y < 0)
        return true;
    return y < HEIGHT && s->full[y][x];
}

static bool has_above(const squares *s, int x, int y)
{
    for (int up = y + 1; up < HEIGHT; up++) {
        if (s->full[up][x])
            return true;
    }
    return false;
}

static void measure_plain(const squares *s, int32_t values[DF_FEATURES])
{
    for (int y = 0; y < HEIGHT; y++) {
        bool holes = false;
        for (int x = 0; x <= WIDTH; x++)
            values[DF_FEATURE_ROW_TRANSITIONS] += is_full(s, x - 1, y) != is_full(s, x, y);
        for (int x = 0; x < WIDTH; x++) {
            values[DF_FEATURE_COLUMN_TRANSITIONS] += is_full(s, x, y) != is_full(s, x, y - 1);
            if (s->full[y][x])
                continue;
            if (is_full(s, x - 1, y) && is_full(s, x + 1, y)) {
                for (int down = y; !is_full(s, x, down); down--)
                    values[DF_FEATURE_WELLS]++;
            }
            if (!has_above(s, x, y))
                continue;
            holes = true;
            values[DF_FEATURE_HOLES]++;
            for (int up = y + 1; is_full(s, x, up); up++)
                values[DF_FEATURE_HOLE_DEPTH]++;
        }
        values[DF_FEATURE_ROWS_WITH_HOLES] += holes;
    }
    for (int x = 0; x < WIDTH; x++)
        values[DF_FEATURE_COLUMN_TRANSITIONS] += s->full[HEIGHT - 1][x];
}

static bool is_free(const squares *s, const df_shape *shape, int left, int bottom)
{
    for (int y = 0; y < shape->height; y++) {
        for (int x = 0; x < shape->width; x++) {
            if ((shape->row[y] >> x & 1) != 0 && is_full(s, left + x, bottom + y))
                return false;
        }
    }
    return true;
}

/* Puts the shape down, and takes full rows out. */
static void put_plain(squares *s, const df_shape *shape, int left, int bottom,
                      int32_t values[DF_FEATURES])
{
    int lines = 0, gone = 0;
    for (int y = 0; y < shape->height; y++) {
        for (int x = 0; x < shape->width; x++)
            s->full[bottom + y][left + x] |= (shape->row[y] >> x & 1) != 0;
    }
    for (int y = 0; y < HEIGHT; y++) {
        int count = 0;
        for (int x = 0; x < WIDTH; x++)
            count += s->full[y][x];
        if (count < WIDTH) {
            memmove(s->full[y - lines], s->full[y], sizeof s->full[0]);
            continue;
        }
        for (int x = 0; x < shape->width; x++)
            gone += (shape->row[y - bottom] >> x & 1) != 0;
        lines++;
    }
    memset(s->full[HEIGHT - lines], 0, (size_t)lines * sizeof s->full[0]);
    values[DF_FEATURE_LANDING_HEIGHT] = 2 * bottom + shape->height - 1;
    values[DF_FEATURE_ERODED_CELLS] = lines * gone;
}

/* True if a player has no features but these. */
static bool is_plain(const evaluator *e)
{
    const unsigned known = 1u << DF_FEATURE_LANDING_HEIGHT | 1u << DF_FEATURE_ERODED_CELLS |
                           1u << DF_FEATURE_ROW_TRANSITIONS |
                           1u << DF_FEATURE_COLUMN_TRANSITIONS | 1u << DF_FEATURE_HOLES |
                           1u << DF_FEATURE_WELLS | 1u << DF_FEATURE_HOLE_DEPTH |
                           1u << DF_FEATURE_ROWS_WITH_HOLES;
    return (e->used & ~known) == 0;
}

static size_t decide_plain(const player *self, const board *b, unsigned piece, scored *best)
{
    const df_piece *dropped = &self->set->pieces[piece];
    squares before;
    size_t count = 0;
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++)
            before.full[y][x] = grid_row(&self->judge.layout, b->words, y) >> x & 1;
    }
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &dropped->shape[o];
        for (int x = 0; dropped->same_as[o] == o && x + shape->width <= WIDTH; x++) {
            int y = HEIGHT;
            while (is_free(&before, shape, x, y - 1))
                y--;
            if (y + shape->height > HEIGHT)
                continue;
            squares after = before;
            int32_t values[DF_FEATURES] = {0};
            put_plain(&after, shape, x, y, values);
            measure_plain(&after, values);
            int64_t score = 0;
            for (unsigned f = 0; f < DF_FEATURES; f++)
                score += self->judge.factor[f] * values[f];
            if (count++ == 0 || score > best->score)
                *best = (scored){{(uint8_t)o, (uint8_t)x, (uint16_t)y}, score};
        }
    }
    return count;
}

/* ---- the library's ---- */

static size_t decide_whole(const player *self, const board *b, unsigned piece, scored *best)
{
    const df_piece *dropped = &self->set->pieces[piece];
    size_t count = 0;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &dropped->shape[o];
        for (unsigned x = 0; dropped->same_as[o] == o && x + shape->width <= WIDTH; x++) {
            const unsigned y = board_rest(b, shape, x);
            if (y + shape->height > HEIGHT)
                continue;
            const int64_t score = df_evaluate(&self->judge, b, shape, x, y);
            if (count++ == 0 || score > best->score)
                *best = (scored){{(uint8_t)o, (uint8_t)x, (uint16_t)y}, score};
        }
    }
    return count;
}

static size_t decide_lanes(const player *self, const board *b, unsigned piece, scored *best)
{
    return df_lanes_choose(self->lanes, b, piece, best);
}

static const way ways[WAYS] = {
    {"plain", decide_plain, LANES_NONE},
    {"whole", decide_whole, LANES_NONE},
    {"vectors", decide_lanes, LANES_VECTOR},
    {"AVX2", decide_lanes, LANES_AVX2},
};

/* ---- games ---- */

/* Plays; returns the placements that were scored. *print depends on all decisions. */
uint64_t play_games(const player *self, decide *find, uint64_t decisions, uint64_t *print);

uint64_t play_games(const player *self, decide *find, uint64_t decisions, uint64_t *print)
{
    const grid *g = &self->judge.layout;
    uint64_t words[2][HEIGHT], none[HEIGHT] = {0}, placements = 0;
    board boards[2];
    df_random random;
    df_random_seed(&random, 1, 0);
    *print = 0;
    for (unsigned i = 0; i < 2; i++) {
        boards[i].words = words[i];
        df_board_load(g, &boards[i], none);
    }
    for (uint64_t i = 0; i < decisions; i++) {
        const board *now = &boards[i % 2];
        const unsigned piece = df_random_below(&random, DF_TETROMINOES);
        const df_piece *dropped = &self->set->pieces[piece];
        scored best;
        const size_t count = find(self, now, piece, &best);
        placements += count;
        if (count == 0) {
            df_board_load(g, &boards[1 - i % 2], none);
            continue;
        }
        const df_place at = best.place;
        df_board_place(g, &boards[1 - i % 2], now, &dropped->shape[at.orientation], at.x, at.y);
        *print = *print * 31 + at.orientation * WIDTH + at.x;
    }
    return placements;
}

static bool measure(player *self, const way *w, uint64_t decisions)
{
    static double first;
    static uint64_t wanted;
    uint64_t print;
    if (!df_lanes_has(w->path) || (w->decide == decide_plain && !is_plain(&self->judge))) {
        printf("{\"way\": \"%s\", \"missing\": true}\n", w->name);
        return true;
    }
    if (df_lanes_create(&self->lanes, w->path, &self->judge, self->set) != DF_OK)
        return false;
    const clock_t begun = clock();
    const uint64_t placements = play_games(self, w->decide, decisions, &print);
    const double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    const double speed = seconds > 0 ? (double)placements / seconds / 1e6 : 0;
    first = first > 0 ? first : speed;
    wanted = wanted != 0 ? wanted : print;
    printf("{\"way\": \"%s\", \"decisions\": %" PRIu64 ", \"placements\": %" PRIu64
           ", \"seconds\": %.3f, \"millions_per_second\": %.2f, \"times\": %.1f}\n",
           w->name, decisions, placements, seconds, speed, first > 0 ? speed / first : 0);
    fflush(stdout);
    df_lanes_free(self->lanes);
    if (print != wanted)
        fprintf(stderr, "bot: %s decides otherwise\n", w->name);
    return print == wanted;
}

static bool is_wanted(const char *name, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], name) == 0)
            return true;
    }
    return argc == 0;
}

int main(int argc, char **argv)
{
    uint64_t decisions = 300000;
    player self = {.lanes = NULL};
    const char *name = "bcts";
    for (argc--, argv++; argc > 1 && argv[0][0] == '-'; argc -= 2, argv += 2) {
        if (strcmp(argv[0], "-p") == 0)
            name = argv[1];
        else
            decisions = strtoull(argv[1], NULL, 10);
    }
    const df_player *found = df_player_find(name, strlen(name));
    if (found == NULL) {
        fprintf(stderr, "bot: no player %s\n", name);
        return EXIT_FAILURE;
    }
    bool fine = df_piece_set_tetrominoes(&self.set) == DF_OK &&
                df_evaluator_make(&self.judge, WIDTH, HEIGHT, &found->weights, 1) == DF_OK;
    for (size_t i = 0; fine && i < WAYS; i++) {
        if (is_wanted(ways[i].name, argc, argv))
            fine = measure(&self, &ways[i], decisions);
    }
    df_piece_set_free(self.set);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
