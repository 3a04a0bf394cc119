/* Printing with dealt pieces, against a search through all playfields on small ones: straight
 * drops, and moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/moves.h"
#include "dropforge/board.h"
#include "print/base/possible.h"
#include "print/pack/pack.h"
#include "tests/support/dealt_results.h"

#define SMALL_WIDTH 4
#define SMALL_HEIGHT 6
#define SMALL_SQUARES (SMALL_WIDTH * SMALL_HEIGHT)
#define SMALL_QUEUE 7

/* A playfield with what is held and how many pieces have been taken. */
typedef struct small_state {
    uint8_t field[SMALL_SQUARES];
    uint8_t held;
    uint8_t next;
} small_state;

typedef struct small_level {
    small_state *states;
    size_t count, capacity;
} small_level;

static int small_compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(small_state));
}

static bool small_collides(const uint8_t *field, const df_shape *shape, unsigned x, unsigned y)
{
    for (unsigned i = 0; i < shape->height; i++) {
        for (unsigned j = 0; j < shape->width; j++) {
            if ((shape->row[i] >> j & 1) != 0 && y + i < SMALL_HEIGHT &&
                field[(y + i) * SMALL_WIDTH + x + j] != 0)
                return true;
        }
    }
    return false;
}

/* Locks a piece in its place. False if it is not wholly inside. */
static bool small_lock(uint8_t *field, unsigned piece, unsigned orientation, unsigned x,
                       unsigned y)
{
    const df_shape *shape = &shared_set->pieces[piece].shape[orientation];
    if (y + shape->height > SMALL_HEIGHT)
        return false;
    for (unsigned i = 0; i < shape->height; i++) {
        for (unsigned j = 0; j < shape->width; j++) {
            if ((shape->row[i] >> j & 1) != 0)
                field[(y + i) * SMALL_WIDTH + x + j] = (uint8_t)(1 + piece);
        }
    }
    for (unsigned row = SMALL_HEIGHT; row-- > 0;) {
        if (memchr(&field[row * SMALL_WIDTH], 0, SMALL_WIDTH) != NULL)
            continue;
        memmove(&field[row * SMALL_WIDTH], &field[(row + 1) * SMALL_WIDTH],
                (SMALL_HEIGHT - 1 - row) * SMALL_WIDTH);
        memset(&field[(SMALL_HEIGHT - 1) * SMALL_WIDTH], 0, SMALL_WIDTH);
    }
    return true;
}

/* Drops a piece straight down, from above the playfield. False if there is no room. */
static bool small_drop(uint8_t *field, unsigned piece, unsigned orientation, unsigned x)
{
    const df_shape *shape = &shared_set->pieces[piece].shape[orientation];
    unsigned y = SMALL_HEIGHT;
    if (x + shape->width > SMALL_WIDTH)
        return false;
    while (y > 0 && !small_collides(field, shape, x, y - 1))
        y--;
    return small_lock(field, piece, orientation, x, y);
}

/* Takes the current piece or the other one. False if the queue does not give it. */
static bool small_take(small_state *state, const uint8_t *queue, bool swaps, unsigned *piece)
{
    if (state->next >= SMALL_QUEUE)
        return false;
    *piece = queue[state->next++];
    if (!swaps)
        return true;
    if (state->held == 0 && state->next >= SMALL_QUEUE)
        return false;
    const unsigned other =
        state->held == 0 ? queue[state->next++] : (unsigned)(state->held - 1);
    state->held = (uint8_t)(1 + *piece);
    *piece = other;
    return true;
}

/* True if a square of a piece, or of none, may be one of that colour. */
static bool small_suits(unsigned square, unsigned carriers)
{
    return square > DF_TETROMINOES ? carriers == 0x7f : (carriers >> (square - 1) & 1) != 0;
}

static bool small_is_wanted(const uint8_t *field, const uint8_t *wanted,
                            const uint8_t *carriers)
{
    for (unsigned i = 0; i < SMALL_SQUARES; i++) {
        if ((wanted[i] == 0) != (field[i] == 0) ||
            (wanted[i] != 0 && !small_suits(field[i], carriers[wanted[i] - 1])))
            return false;
    }
    return true;
}

/* Adds the state after a drop. */
static void small_add(small_level *level, const small_state *state)
{
    if (level->count == level->capacity) {
        level->capacity = 2 * level->capacity + 100;
        level->states = realloc(level->states, level->capacity * sizeof *level->states);
        assert_non_null(level->states);
    }
    level->states[level->count++] = *state;
}

/* Adds the states after all straight drops of a piece. */
static void small_drop_all(small_level *level, const small_state *state, unsigned piece)
{
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned x = 0; x < SMALL_WIDTH && shared_set->pieces[piece].same_as[o] == o;
             x++) {
            small_state made = *state;
            if (small_drop(made.field, piece, o, x))
                small_add(level, &made);
        }
    }
}

/* Adds the states after all placements of a piece that moves lead to. */
static void small_move_all(small_level *level, const small_state *state, unsigned piece)
{
    uint64_t rows[SMALL_HEIGHT] = {0};
    df_mover *mover = NULL;
    df_moves *moves = NULL;
    int x, y;
    assert_status(
        df_mover_create(&mover, &shared_set->pieces[piece], SMALL_WIDTH, DF_RULES_SRS), DF_OK);
    assert_status(df_moves_create(&moves), DF_OK);
    for (unsigned i = 0; i < SMALL_SQUARES; i++)
        rows[i / SMALL_WIDTH] |= (uint64_t)(state->field[i] != 0) << i % SMALL_WIDTH;
    df_mover_spawn(mover, SMALL_HEIGHT, &x, &y);
    df_moves_find_resting(moves, mover, rows, SMALL_HEIGHT, x, y);
    df_place place = {.orientation = DF_ORIENTATIONS};
    while (df_moves_next(moves, &place)) {
        small_state made = *state;
        if (small_lock(made.field, piece, place.orientation, place.x, place.y))
            small_add(level, &made);
    }
    df_moves_free(moves);
    df_mover_free(mover);
}

static void small_sort(small_level *level)
{
    qsort(level->states, level->count, sizeof *level->states, small_compare);
    size_t kept = 0;
    for (size_t i = 0; i < level->count; i++) {
        if (i == 0 || small_compare(&level->states[i], &level->states[i - 1]) != 0)
            level->states[kept++] = level->states[i];
    }
    level->count = kept;
}

/* Returns the least number of drops of the queue that leave what is wanted, 0 if none do. */
static size_t small_search(const uint8_t *begin, const uint8_t *queue, bool hold, bool moves,
                           const uint8_t *wanted, const uint8_t *carriers)
{
    small_level now = {calloc(1, sizeof *now.states), 1, 1}, next = {NULL, 0, 0};
    size_t found = 0;
    memcpy(now.states[0].field, begin, SMALL_SQUARES);
    if (small_is_wanted(begin, wanted, carriers)) {
        free(now.states);
        return 0;
    }
    for (size_t drops = 1; drops <= SMALL_QUEUE && found == 0; drops++) {
        next.count = 0;
        for (size_t i = 0; i < now.count * (1U + hold); i++) {
            small_state taken = now.states[i % now.count];
            unsigned piece;
            if (!small_take(&taken, queue, i >= now.count, &piece))
                continue;
            if (moves)
                small_move_all(&next, &taken, piece);
            else
                small_drop_all(&next, &taken, piece);
        }
        small_sort(&next);
        for (size_t i = 0; i < next.count; i++) {
            if (small_is_wanted(next.states[i].field, wanted, carriers))
                found = drops;
        }
        const small_level swapped = now;
        now = next;
        next = swapped;
    }
    free(now.states);
    free(next.states);
    return found;
}

/* A search through all playfields to compare with. */
typedef struct small_case {
    uint8_t queue[SMALL_QUEUE], wanted[SMALL_SQUARES], lying[SMALL_SQUARES];
    df_field *begin;
    unsigned colors;
    uint8_t carriers[2];
    bool hold, moves;
} small_case;

/* Makes a drop at random. False if there is none. */
static bool small_play(df_random *random, small_state *state, unsigned piece, bool moves)
{
    small_level level = {NULL, 0, 0};
    if (moves)
        small_move_all(&level, state, piece);
    else
        small_drop_all(&level, state, piece);
    if (level.count > 0)
        *state = level.states[df_random_below(random, (unsigned)level.count)];
    free(level.states);
    return level.count > 0;
}

/* Plays the queue at random, and takes what is left as the picture. False if the picture would
 * have no squares, or colours that are numbered otherwise. */
static bool small_random(df_random *random, small_case *made)
{
    small_state state = {{0}, 0, 0};
    memcpy(state.field, made->lying, SMALL_SQUARES);
    const unsigned drops = 2 + df_random_below(random, SMALL_QUEUE - 3);
    for (unsigned i = 0; i < drops; i++) {
        const bool swaps = made->hold && df_random_below(random, 2) == 1;
        unsigned piece;
        if (!small_take(&state, made->queue, swaps, &piece) ||
            !small_play(random, &state, piece, made->moves))
            return false;
    }
    uint8_t *wanted = made->wanted;
    unsigned seen = 0;
    memset(wanted, 0, SMALL_SQUARES);
    for (unsigned row = SMALL_HEIGHT; row-- > 0;) {
        for (unsigned x = 0; x < SMALL_WIDTH; x++) {
            const unsigned at = row * SMALL_WIDTH + x;
            for (unsigned color = 0; color < made->colors && state.field[at] != 0; color++) {
                if (!small_suits(state.field[at], made->carriers[color]))
                    continue;
                wanted[at] = (uint8_t)(1 + color);
                if (color > seen)
                    return false;
                seen = color == seen ? seen + 1 : seen;
            }
            if (state.field[at] != 0 && wanted[at] == 0)
                return false;
        }
    }
    /* A picture has no empty row at its foot. */
    static const uint8_t none[SMALL_WIDTH] = {0};
    return seen == made->colors && memcmp(wanted, none, SMALL_WIDTH) != 0;
}

/* Lays some squares on the floor, of a piece or of none. */
static void small_lay(df_random *random, uint8_t *field, df_field **begin)
{
    assert_status(df_field_create(begin, SMALL_WIDTH, SMALL_HEIGHT), DF_OK);
    const unsigned rows = df_random_below(random, 4);
    for (unsigned y = 0; y < rows; y++) {
        const unsigned hole = df_random_below(random, SMALL_WIDTH);
        for (unsigned x = 0; x < SMALL_WIDTH; x++) {
            if (x != hole && df_random_below(random, 3) != 0)
                field[y * SMALL_WIDTH + x] =
                    (uint8_t)(1 + df_random_below(random, DF_TETROMINOES + 1));
            assert_status(df_field_set(*begin, x, y, field[y * SMALL_WIDTH + x]), DF_OK);
        }
    }
}

static bitmap small_map(const uint8_t *wanted)
{
    bitmap map = {.width = SMALL_WIDTH};
    for (unsigned i = 0; i < SMALL_SQUARES; i++) {
        map.cell[i / SMALL_WIDTH][i % SMALL_WIDTH] = wanted[i];
        if (wanted[i] != 0)
            map.height = i / SMALL_WIDTH + 1;
    }
    return map;
}

/* Checks what a plan leaves that begins with something. */
static void check_begun_result(const dealt_request *request, const uint8_t *wanted,
                               const dealt_result *made)
{
    unsigned needed;
    check_dealt_queue(request, made);
    assert_status(df_structure_fit(made->plan, 0, &needed), DF_OK);
    df_field *left = played_field(made->plan);
    for (unsigned i = 0; i < SMALL_SQUARES; i++) {
        const unsigned square = df_field_square(left, i % SMALL_WIDTH, i / SMALL_WIDTH);
        assert_int_equal(square != 0, wanted[i] != 0);
        assert_true(square == 0 ||
                    small_suits(square, request->place->carriers[wanted[i] - 1]));
    }
    df_field_free(left);
}

/* Makes a case; false if it has no picture. */
static bool small_make_case(df_random *random, bool is_begun, bool moves, small_case *made)
{
    static const struct {
        unsigned colors;
        uint8_t carriers[2];
    } kinds[] = {{1, {0x7f}}, {1, {0x7f}}, {2, {0x2b, 0x54}}, {2, {0x15, 0x6a}}};
    *made = (small_case){.hold = df_random_below(random, 2) == 1, .moves = moves};
    const unsigned k = df_random_below(random, COUNT(kinds));
    made->colors = kinds[k].colors;
    memcpy(made->carriers, kinds[k].carriers, sizeof made->carriers);
    for (unsigned i = 0; i < SMALL_QUEUE; i++)
        made->queue[i] = (uint8_t)df_random_below(random, DF_TETROMINOES);
    if (is_begun)
        small_lay(random, made->lying, &made->begin);
    return small_random(random, made);
}

/* Where the picture of a case stands. */
typedef struct small_place {
    bitmap map;
    df_picture *picture; /* owned */
    target_place place;
} small_place;

static void small_begin_place(small_place *at, const small_case *one)
{
    *at = (small_place){.map = small_map(one->wanted)};
    at->picture = bitmap_picture(&at->map);
    at->place = (target_place){.picture = at->picture,
                               .tetrominoes = shared_set,
                               .width = SMALL_WIDTH,
                               .begin = one->begin};
    memcpy(at->place.carriers, one->carriers, sizeof one->carriers);
    for (bool empty = true; empty; at->place.left += empty) {
        for (unsigned y = 0; y < at->map.height; y++)
            empty = empty && at->map.cell[y][at->place.left] == 0;
    }
}

static dealt_request small_request(const small_case *one, const target_place *place)
{
    return (dealt_request){.place = place,
                           .stays_left = true,
                           .max_height = SMALL_HEIGHT,
                           .rules = one->moves ? DF_RULES_SRS : DF_RULES_HARDDROP,
                           .queue = one->queue,
                           .queue_count = SMALL_QUEUE,
                           .hold = one->hold,
                           .preview = DEALT_ALL,
                           .keep = 30000};
}

/* Searches with a beam that keeps everything. True if the moves save drops. */
static bool small_compare_case(const small_case *one)
{
    small_place at;
    small_begin_place(&at, one);
    const dealt_request request = small_request(one, &at.place);
    dealt_result made;
    assert_status(df_dealt_search(&request, &made), DF_OK);
    assert_int_equal(made.outcome, DF_FOUND);
    assert_int_equal(made.left, at.place.left);
    const size_t count = made.plan->count;
    assert_true(count >= df_possible_drops(at.picture, SMALL_WIDTH, one->begin, false));
    assert_int_equal(count, small_search(one->lying, one->queue, one->hold, one->moves,
                                         one->wanted, one->carriers));
    if (one->begin == NULL)
        check_dealt_result(&request, &at.map, &made);
    else
        check_begun_result(&request, one->wanted, &made);
    free_dealt_result(&made);
    df_picture_free(at.picture);
    if (!one->moves)
        return false;
    const size_t straight =
        small_search(one->lying, one->queue, one->hold, false, one->wanted, one->carriers);
    assert_true(straight == 0 || straight >= count);
    return straight != count;
}

/* A beam that keeps everything finds the fewest drops: no board that leads to them is taken for
 * a dead end, and no drop of the queue is missed. */
TEST(test_finds_the_fewest_drops)
{
    df_random random = test_random(0);
    unsigned compared = 0;
    for (unsigned n = 0; n < test_cases(200); n++) {
        small_case one;
        if (small_make_case(&random, n % 2 == 1, false, &one)) {
            (void)small_compare_case(&one);
            compared++;
        }
        df_field_free(one.begin);
    }
    printf("# %u compared\n", compared);
    assert_true(compared > 0);
}

/* With moves as well, some of which save drops. */
TEST(test_finds_the_fewest_moves)
{
    df_random random = test_random(3);
    unsigned compared = 0, saved = 0;
    for (unsigned n = 0; n < test_cases(300); n++) {
        small_case one;
        if (small_make_case(&random, n % 2 == 1, true, &one)) {
            saved += small_compare_case(&one);
            compared++;
        }
        df_field_free(one.begin);
    }
    printf("# %u compared, %u with fewer drops than without moves\n", compared, saved);
    assert_true(compared > 0);
}

/* Gives the case another queue, of two kinds of pieces. */
static void small_change_queue(df_random *random, small_case *one)
{
    const unsigned kinds[] = {df_random_below(random, DF_TETROMINOES),
                              df_random_below(random, DF_TETROMINOES)};
    for (unsigned i = 0; i < SMALL_QUEUE; i++)
        one->queue[i] = (uint8_t)kinds[df_random_below(random, 2)];
}

/* Where the numbers of squares in even columns, or a search that has left nothing out, say that
 * no drops lead to the picture, there are none. */
TEST(test_refuses_only_the_impossible)
{
    df_random random = test_random(4);
    unsigned compared = 0, uneven = 0, searched = 0;
    for (unsigned n = 0; n < test_cases(2000); n++) {
        small_case one;
        uint16_t queue[SMALL_QUEUE];
        const bool is_picture = small_make_case(&random, n % 2 == 1, n % 4 > 1, &one);
        small_change_queue(&random, &one);
        for (unsigned i = 0; i < SMALL_QUEUE; i++)
            queue[i] = one.queue[i];
        if (is_picture) {
            small_place at;
            small_begin_place(&at, &one);
            dealt_request request = small_request(&one, &at.place);
            dealt_result made;
            request.keep = 10 + 1000 * (n % 3);
            request.once = true;
            const df_plan_deal deal = {
                .deal = DF_DEAL_GIVEN, .queue = queue, .count = SMALL_QUEUE, .hold = one.hold};
            const bool is_even =
                df_possible_columns(at.picture, SMALL_WIDTH, one.begin, false, &deal);
            assert_status(df_dealt_search(&request, &made), DF_OK);
            if (!is_even || made.outcome == DF_NONE)
                assert_int_equal(small_search(one.lying, one.queue, one.hold, one.moves,
                                              one.wanted, one.carriers),
                                 0);
            assert_true(is_even || made.outcome != DF_FOUND || made.plan->count == 0);
            compared++;
            uneven += !is_even;
            searched += made.outcome == DF_NONE;
            free_dealt_result(&made);
            df_picture_free(at.picture);
        }
        df_field_free(one.begin);
    }
    printf("# %u compared, %u refused by columns, %u after a search\n", compared, uneven,
           searched);
    assert_true(uneven > 0 && searched > 0);
}
