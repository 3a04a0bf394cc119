/* Counts the ways to place the pieces of a queue one after another on an empty board of ten
 * columns (perft), by the Super Rotation System, spawned in row 19 and with no upper end:
 * moves [--plain] [QUEUE...]; without queues those whose counts are known, each of which must
 * be met. With --plain orientations are flooded one by one, as on machines without AVX2. The
 * last piece is counted without being placed. One JSON object for each queue; times are CPU
 * seconds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/board/mover.h"
#include "core/board/moves.h"

enum { WIDTH = 10, SPAWN_ROW = 19, MAX_PIECES = 16, MAX_SIDE = 4 };
enum { MAX_ROWS = MAX_SIDE * (MAX_PIECES + 1) };

typedef struct known {
    const char *queue;
    uint64_t ways;
} known;

/* Numbers that writers of move generators compare theirs by. */
static const known all_known[] = {
    {"IOLJSZT", UINT64_C(2647076135)}, {"TIOLJSZ", UINT64_C(2785677550)},
    {"ZTIOLJS", UINT64_C(2741273038)}, {"SZTIOLJ", UINT64_C(2740055656)},
    {"JSZTIOL", UINT64_C(2801460686)}, {"LJSZTIO", UINT64_C(2852978763)},
    {"OLJSZTI", UINT64_C(2689379684)}, {"IIIIII", UINT64_C(33325345)},
};

typedef struct board {
    uint64_t row[MAX_ROWS];
    unsigned count; /* of rows up to the highest square */
} board;

typedef struct counter {
    df_mover movers[DF_TETROMINOES];
    int x[DF_TETROMINOES], y[DF_TETROMINOES]; /* the spawn */
    df_moves *moves;                          /* one for each piece of the queue */
    uint8_t queue[MAX_PIECES];
    unsigned pieces;
} counter;

/* Rows of a shape above its top are empty, and so are some above the board: no loop depends on
 * the shape. */
static void place(board *made, const board *from, const df_piece *piece, const df_place *at)
{
    enum { FULL = (1 << WIDTH) - 1, USUAL_ROWS = 16 };
    const df_shape *shape = &piece->shape[at->orientation];
    const unsigned end = at->y + shape->height;
    made->count = end > from->count ? end : from->count;
    if (from->count <= USUAL_ROWS)
        memcpy(made->row, from->row, USUAL_ROWS * sizeof made->row[0]);
    else
        memcpy(made->row, from->row, sizeof made->row);
    memset(made->row + from->count, 0, MAX_SIDE * sizeof made->row[0]);
    unsigned full = 0;
    for (unsigned i = 0; i < MAX_SIDE; i++) {
        made->row[at->y + i] |= (uint64_t)shape->row[i] << at->x;
        full += made->row[at->y + i] == FULL;
    }
    if (full == 0)
        return;
    unsigned to = at->y;
    for (unsigned y = at->y; y < made->count; y++) {
        if (made->row[y] != FULL)
            made->row[to++] = made->row[y];
    }
    made->count = to;
}

static uint64_t count_ways(const counter *self, unsigned placed, const board *from)
{
    const unsigned piece = self->queue[placed];
    const df_mover *mover = &self->movers[piece];
    df_moves *moves = &self->moves[placed];
    df_moves_find_resting(moves, mover, from->row, from->count, self->x[piece], self->y[piece]);
    if (placed + 1 == self->pieces)
        return df_moves_count(moves);
    uint64_t ways = 0;
    for (df_place at = {.orientation = DF_ORIENTATIONS}; df_moves_next(moves, &at);) {
        board next;
        place(&next, from, mover->piece, &at);
        ways += count_ways(self, placed + 1, &next);
    }
    return ways;
}

static bool measure(counter *self, const char *queue, uint64_t wanted)
{
    static const char letters[] = "IOTSZJL";
    self->pieces = (unsigned)strlen(queue);
    for (unsigned i = 0; i < self->pieces; i++)
        self->queue[i] = (uint8_t)(strchr(letters, queue[i]) - letters);
    static const board empty;
    const clock_t begun = clock();
    const uint64_t ways = count_ways(self, 0, &empty);
    const double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    printf("{\"queue\": \"%s\", \"ways\": %" PRIu64 ", \"seconds\": %.2f, "
           "\"millions_per_second\": %.1f}\n",
           queue, ways, seconds, seconds > 0 ? (double)ways / seconds / 1e6 : 0);
    fflush(stdout);
    if (wanted != 0 && ways != wanted)
        fprintf(stderr, "moves: %s: not %" PRIu64 "\n", queue, wanted);
    return wanted == 0 || ways == wanted;
}

static uint64_t find_known(const char *queue)
{
    for (size_t i = 0; i < sizeof all_known / sizeof all_known[0]; i++) {
        if (strcmp(queue, all_known[i].queue) == 0)
            return all_known[i].ways;
    }
    return 0;
}

static bool measure_all(counter *self, int argc, char **argv)
{
    bool fine = true;
    for (int i = 1; i < argc; i++) {
        if (strlen(argv[i]) > MAX_PIECES || argv[i][strspn(argv[i], "IOTSZJL")] != '\0' ||
            argv[i][0] == '\0') {
            fprintf(stderr, "moves: no queue of I, O, T, S, Z, J and L: %s\n", argv[i]);
            return false;
        }
        fine = measure(self, argv[i], find_known(argv[i])) && fine;
    }
    for (size_t i = 0; argc == 1 && i < sizeof all_known / sizeof all_known[0]; i++)
        fine = measure(self, all_known[i].queue, all_known[i].ways) && fine;
    return fine;
}

int main(int argc, char **argv)
{
    static counter self;
    df_piece_set *set = NULL;
    const bool is_plain = argc > 1 && strcmp(argv[1], "--plain") == 0;
    self.moves = malloc(MAX_PIECES * sizeof self.moves[0]);
    bool fine = self.moves != NULL && df_piece_set_tetrominoes(&set) == DF_OK;
    for (unsigned i = 0; fine && i < DF_TETROMINOES; i++) {
        fine = df_mover_make(&self.movers[i], &set->pieces[i], WIDTH, DF_RULES_SRS) == DF_OK;
        self.movers[i].packed.lanes = self.movers[i].packed.lanes && !is_plain;
        df_mover_spawn(&self.movers[i], SPAWN_ROW, &self.x[i], &self.y[i]);
    }
    fine = fine && measure_all(&self, argc - is_plain, argv + is_plain);
    df_piece_set_free(set);
    free(self.moves);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
