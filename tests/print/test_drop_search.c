/* The search drop by drop: against a search through all playfields on small ones, on pictures
 * whose least number of drops is known, with any number of threads, guided by plans, and with
 * pieces that are dealt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print/drops/beam_search.h"
#include "print/drops/drops.h"
#include "print/pack/pack.h"
#include "tests/support/alloc.h"
#include "tests/support/bitmaps.h"

#define SLOW_WIDTH 5
#define SLOW_HEIGHT 6
#define SLOW_SQUARES (SLOW_WIDTH * SLOW_HEIGHT)
#define SLOW_STATES 3000 /* of a level */
#define SLOW_PLACES 67   /* of all shapes on the widest playfield */

typedef struct bench {
    df_piece_set *set;
    df_picture *picture;
    bitmap map;
} bench;

static int set_up(void **state)
{
    static bench self;
    self = (bench){.set = tetrominoes()};
    *state = &self;
    return 0;
}

static int tear_down(void **state)
{
    bench *self = *state;
    if (self->picture != NULL)
        bitmap_draw(&self->map);
    df_picture_free(self->picture);
    df_piece_set_free(self->set);
    return 0;
}

const test_fixture each_test = {set_up, tear_down};

static void begin(bench *self, bitmap map)
{
    self->map = map;
    self->picture = bitmap_picture(&map);
}

static void end(bench *self)
{
    df_picture_free(self->picture);
    self->picture = NULL;
}

/* Places the picture on a playfield; a letter carries each colour, '*': all pieces do. */
static target_place place_on(const bench *self, unsigned width, const char *letters)
{
    target_place place = {.picture = self->picture,
                          .tetrominoes = self->set,
                          .width = width,
                          .left = (width - self->picture->width) / 2};
    for (unsigned i = 0; i < self->picture->color_count; i++) {
        const int piece = df_piece_set_find(self->set, &letters[i], 1);
        place.carriers[i] = piece < 0 ? 0x7f : (uint8_t)(1U << piece);
    }
    return place;
}

/* Gives the plan the colours of the picture, settles its rows and checks what it leaves. */
static void check_made(const bench *self, const target_place *place, df_plan *plan)
{
    unsigned needed;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        for (unsigned i = 0; i < self->picture->color_count; i++) {
            if ((place->carriers[i] >> piece & 1) != 0)
                plan->colors[piece] = (df_plan_color){true, self->picture->colors[i]};
        }
    }
    assert_status(df_structure_fit(plan, 0, &needed), DF_OK);
    check_plan(plan, &self->map, place->anchors);
}

/* Returns the drops of the plan that is found, 0 if none is. */
static size_t search(const bench *self, const drops_request *request)
{
    drops_result made;
    assert_status(df_drops_search(request, &made), DF_OK);
    if (made.plan == NULL)
        return 0;
    const size_t drops = made.plan->count;
    check_made(self, request->place, made.plan);
    df_plan_free(made.plan);
    return drops;
}

/* All playfields that can be reached with a number of drops. A square is 0, 1 + piece if that
 * carries a colour, or 8. */
typedef struct slow_level {
    uint8_t (*field)[SLOW_SQUARES];
    size_t count;
} slow_level;

static int slow_compare(const void *a, const void *b)
{
    return memcmp(a, b, SLOW_SQUARES);
}

/* Drops a shape straight down and clears full rows. False if there is no room. */
static bool slow_drop(uint8_t field[SLOW_SQUARES], unsigned width, const df_shape *shape,
                      unsigned x, uint8_t kind)
{
    int y = SLOW_HEIGHT - shape->height;
    for (int next = y; next >= 0; next--) {
        for (unsigned i = 0; i < shape->height; i++) {
            for (unsigned j = 0; j < shape->width; j++) {
                if ((shape->row[i] >> j & 1) != 0 &&
                    field[((unsigned)next + i) * width + x + j] != 0) {
                    if (next == SLOW_HEIGHT - shape->height)
                        return false;
                    next = -1;
                    goto rests;
                }
            }
        }
        y = next;
    }
rests:
    for (unsigned i = 0; i < shape->height; i++) {
        for (unsigned j = 0; j < shape->width; j++) {
            if ((shape->row[i] >> j & 1) != 0)
                field[((unsigned)y + i) * width + x + j] = kind;
        }
    }
    for (unsigned row = SLOW_HEIGHT; row-- > 0;) {
        if (memchr(&field[row * width], 0, width) != NULL)
            continue;
        memmove(&field[row * width], &field[(row + 1) * width],
                (SLOW_HEIGHT - 1 - row) * width);
        memset(&field[(SLOW_HEIGHT - 1) * width], 0, width);
    }
    return true;
}

static bool slow_is_wanted(const bench *self, const target_place *place,
                           const uint8_t field[SLOW_SQUARES])
{
    for (unsigned y = 0; y < SLOW_HEIGHT; y++) {
        for (unsigned x = 0; x < place->width; x++) {
            const bool inside = y < self->picture->height && x >= place->left &&
                                x < place->left + self->picture->width;
            const unsigned color =
                inside ? self->picture->cell[y * self->picture->width + x - place->left] : 0;
            const unsigned kind = field[y * place->width + x];
            if (color == 0 ? kind != 0
                           : kind == 0 || kind == 8 ||
                                 (place->carriers[color - 1] >> (kind - 1) & 1) == 0)
                return false;
        }
    }
    return true;
}

/* Returns the least number of drops, or 0 if too many playfields can be reached before. */
static size_t slow_search(const bench *self, const target_place *place)
{
    const size_t room = (size_t)SLOW_STATES * SLOW_PLACES + 1;
    slow_level now = {calloc(SLOW_STATES, SLOW_SQUARES), 1};
    slow_level next = {malloc(room * SLOW_SQUARES), 0};
    unsigned carriers = 0;
    size_t found = 0;
    assert_true(now.field != NULL && next.field != NULL);
    for (unsigned i = 0; i < self->picture->color_count; i++)
        carriers |= place->carriers[i];
    for (size_t drops = 1; found == 0 && now.count > 0; drops++) {
        next.count = 0;
        for (size_t i = 0; i < now.count * DF_TETROMINOES * DF_ORIENTATIONS; i++) {
            const unsigned o = (unsigned)(i % DF_ORIENTATIONS);
            const unsigned p = (unsigned)(i / DF_ORIENTATIONS % DF_TETROMINOES);
            const df_shape *shape = &self->set->pieces[p].shape[o];
            const uint8_t kind = (carriers >> p & 1) != 0 ? (uint8_t)(1 + p) : 8;
            if (self->set->pieces[p].same_as[o] != o)
                continue;
            for (unsigned x = 0; x + shape->width <= place->width; x++) {
                uint8_t *made = next.field[next.count];
                memcpy(made, now.field[i / DF_ORIENTATIONS / DF_TETROMINOES], SLOW_SQUARES);
                next.count += slow_drop(made, place->width, shape, x, kind);
            }
        }
        qsort(next.field, next.count, SLOW_SQUARES, slow_compare);
        now.count = 0;
        for (size_t i = 0; i < next.count && now.count < SLOW_STATES; i++) {
            if (i > 0 && slow_compare(next.field[i], next.field[i - 1]) == 0)
                continue;
            memcpy(now.field[now.count++], next.field[i], SLOW_SQUARES);
            if (slow_is_wanted(self, place, next.field[i]))
                found = drops;
        }
        if (now.count == SLOW_STATES)
            break;
    }
    free(now.field);
    free(next.field);
    return found;
}

/* Returns the column of the picture's square that is farthest left in its top row. */
static unsigned first_column(const bench *self)
{
    unsigned x = 0;
    while (self->map.cell[self->map.height - 1][x] == 0)
        x++;
    return x;
}

/* Makes a picture by a few random drops of pieces of the letters, so that not many lead to it.
 * False if nothing is left. */
static bool random_picture(bench *self, df_random *random, unsigned width, const char *letters)
{
    uint8_t field[SLOW_SQUARES] = {0};
    bitmap map = {.width = width, .height = SLOW_HEIGHT};
    const unsigned count = 2 + df_random_below(random, 2);
    for (unsigned i = 0; i < count; i++) {
        const unsigned kind = df_random_below(random, (uint32_t)strlen(letters));
        const int named = df_piece_set_find(self->set, &letters[kind], 1);
        const unsigned p =
            named < 0 ? df_random_below(random, DF_TETROMINOES) : (unsigned)named;
        const df_shape *shape = &self->set->pieces[p].shape[df_random_below(random, 4)];
        if (shape->width > width ||
            !slow_drop(field, width, shape, df_random_below(random, width - shape->width + 1),
                       (uint8_t)(1 + kind)))
            return false;
    }
    unsigned first = 0, second = 0;
    for (unsigned i = 0; i < SLOW_HEIGHT * width; i++) {
        map.cell[i / width][i % width] = field[i];
        first += field[i] == 1;
        second += field[i] == 2;
        if (field[i] != 0)
            map.height = i / width + 1;
    }
    if (first == 0 || (second == 0 && letters[1] != '\0'))
        return false;
    begin(self, map);
    return true;
}

/* A beam that keeps everything finds the fewest drops, so no board that leads to them is taken
 * for a dead end. */
TEST(test_finds_the_fewest_drops)
{
    static const char *const letters[] = {"T", "J", "TJ", "LS", "JI", "ZT", "OJ", "*", "*"};
    bench *self = *state;
    df_random random = test_random(0);
    unsigned compared = 0;
    for (unsigned n = 0; n < test_cases(40); n++) {
        const unsigned width = 4 + df_random_below(&random, SLOW_WIDTH - 3);
        const char *carriers = letters[df_random_below(&random, COUNT(letters))];
        if (!random_picture(self, &random, width, carriers))
            continue;
        target_place place = place_on(self, width, carriers);
        /* Colours are numbered from the top left. */
        if (self->picture->color_count == 2 &&
            self->map.cell[self->map.height - 1][first_column(self)] == 2) {
            const uint8_t swapped = place.carriers[0];
            place.carriers[0] = place.carriers[1];
            place.carriers[1] = swapped;
        }
        const size_t fewest = slow_search(self, &place);
        const drops_request request = {.place = &place,
                                       .limit = fewest + 1,
                                       .keep = 20000,
                                       .max_nodes = UINT64_C(1) << 40,
                                       .max_height = SLOW_HEIGHT};
        if (fewest > 0) {
            assert_int_equal(search(self, &request), fewest);
            compared++;
        }
        end(self);
    }
    printf("# %u compared\n", compared);
    assert_true(compared > 0);
}

/* The fewest drops have been found by searching through all playfields. */
TEST(test_known_optima)
{
    static const struct {
        const char *drawing;
        unsigned width;
        const char *piece;
        size_t drops;
    } known[] = {
        {".1.1./11111/11111/.111./..1..", 6, "T", 7},
        {".11./1..1/1..1/.11.", 4, "T", 8},
        {"1.1/.1./1.1", 5, "J", 15},
        {".1.1/1.1./.1.1/1.1.", 5, "T", 17},
        {".1./1.1/111/1.1/1.1", 6, "J", 10},
    };
    bench *self = *state;
    for (size_t i = 0; i < COUNT(known); i++) {
        begin(self, bitmap_read(known[i].drawing));
        const target_place place = place_on(self, known[i].width, known[i].piece);
        const drops_request request = {.place = &place, .keep = 300, .max_nodes = 4000000};
        assert_int_equal(search(self, &request), known[i].drops);
        end(self);
    }
}

static bitmap usual_map(void)
{
    return bitmap_read("..11.../.1221../1.2.21./.11.1.2/2.111.1");
}

/* Stops at the first plan. */
static bool watch_for_plan(void *context, uint64_t nodes, size_t drops)
{
    return drops == 0;
}

/* Whatever the guide, a better plan or none comes of it, the same with any number of threads.
 */
TEST(test_improves_plans)
{
    bench *self = *state;
    begin(self, usual_map());
    const target_place place = place_on(self, 9, "JT");
    drops_request request = {
        .place = &place, .keep = 5, .max_nodes = 400000, .watch = watch_for_plan};
    drops_result first;
    assert_status(df_drops_search(&request, &first), DF_OK);
    assert_non_null(first.plan);
    check_made(self, &place, first.plan);
    request.watch = NULL;
    request.guide = first.plan;
    request.limit = first.plan->count;
    request.keep = 60;
    request.max_nodes = 1500000;
    df_plan *plans[3] = {NULL};
    for (unsigned i = 0; i < 3; i++) {
        drops_result made;
        request.jobs = 1U << i;
        assert_status(df_drops_search(&request, &made), DF_OK);
        assert_non_null(made.plan);
        assert_true(made.plan->count < first.plan->count);
        assert_true(made.nodes >= request.max_nodes);
        check_made(self, &place, made.plan);
        plans[i] = made.plan;
        check_same_plan(plans[0], made.plan);
    }
    for (unsigned i = 0; i < 3; i++)
        df_plan_free(plans[i]);
    df_plan_free(first.plan);
    end(self);
}

typedef struct watcher {
    unsigned calls;
    unsigned allowed;
    size_t drops;
} watcher;

static bool watch_drops(void *context, uint64_t nodes, size_t drops)
{
    watcher *self = context;
    self->drops = drops;
    return ++self->calls < self->allowed;
}

TEST(test_stops_when_asked)
{
    bench *self = *state;
    begin(self, usual_map());
    const target_place place = place_on(self, 9, "JT");
    watcher watching = {.allowed = 3};
    drops_request request = {.place = &place,
                             .limit = 99,
                             .keep = 20,
                             .max_nodes = 100000000,
                             .watch = watch_drops,
                             .watch_context = &watching};
    assert_int_equal(search(self, &request), 0);
    assert_int_equal(watching.calls, 3);
    assert_int_equal(watching.drops, 99);
    /* The best plan so far is the result. */
    watching = (watcher){.allowed = 200};
    const size_t drops = search(self, &request);
    assert_true(drops > 0 && drops < 99);
    assert_int_equal(watching.drops, drops);
    end(self);
}

/* A queue of pieces and one that is held: the first, then the one held or the next. */
typedef struct queue {
    uint8_t pieces[200];
} queue;

static unsigned queue_list(const void *context, size_t drops, unsigned held,
                           supply_choice choices[DF_TETROMINOES])
{
    const queue *self = context;
    const size_t next = drops + (held != 0);
    choices[0] = (supply_choice){self->pieces[next], (uint8_t)held};
    const uint8_t other = held != 0 ? (uint8_t)(held - 1) : self->pieces[next + 1];
    choices[1] = (supply_choice){other, (uint8_t)(1 + self->pieces[next])};
    return other == self->pieces[next] ? 1 : 2;
}

/* True if the pieces of the path come from the queue in order, one held back at a time. */
static bool queue_serves(const queue *self, const drop_path *path, const board_rules *rules)
{
    size_t next = 0;
    int held = -1;
    for (size_t i = 0; i < path->count; i++) {
        const uint8_t piece = rules->shapes[path->moves[i].shape].piece;
        const uint8_t first = self->pieces[next++];
        if (path->moves[i].held != (held < 0 ? 0 : held + 1)) {
            const int used = held < 0 ? self->pieces[next++] : held;
            held = first;
            if (used != piece)
                return false;
        } else if (first != piece) {
            return false;
        }
    }
    return true;
}

/* The same search with dealt pieces, any of which may leave any square. */
TEST(test_dealt_pieces)
{
    bench *self = *state;
    df_random random = test_random(1);
    for (unsigned n = 0; n < test_cases(5); n++) {
        queue dealt;
        for (size_t i = 0; i < COUNT(dealt.pieces); i++)
            dealt.pieces[i] = (uint8_t)df_random_below(&random, DF_TETROMINOES);
        begin(self, bitmap_read(".11.11./1111111/1111111/.11111./..111../...1..."));
        const target_place place = place_on(self, 9, "*");
        drop_target target;
        assert_status(df_target_create(&target, &place, true), DF_OK);
        int32_t value[9 * 6];
        board_rules rules = {
            .targets = &target, .target_count = 1, .value = value, .max_rows = BOARD_ROWS};
        df_shapes_init(rules.shapes, self->set);
        df_score_values(&df_score_usual, &target, value);
        const piece_supply supply = {queue_list, &dealt};
        const drop_search_options options = {.supply = &supply,
                                             .weights = &df_score_usual,
                                             .keep = 200,
                                             .by_score = 102,
                                             .max_cleared = UINT16_MAX,
                                             .max_drops = 150,
                                             .max_nodes = UINT64_C(1) << 40};
        drop_search_result made;
        assert_status(df_drop_search(&rules, &options, &made), DF_OK);
        assert_true(made.path.count > 0);
        assert_true(queue_serves(&dealt, &made.path, &rules));
        df_drop_path_free(&made.path);
        df_target_free(&target);
        end(self);
    }
}

static df_status run_search(void *context)
{
    drops_result made;
    const df_status status = df_drops_search(context, &made);
    if (status == DF_OK)
        df_plan_free(made.plan);
    return status;
}

TEST(test_failed_allocations)
{
    bench *self = *state;
    begin(self, bitmap_read(".1./111"));
    const target_place place = place_on(self, 5, "T");
    drops_request request = {.place = &place, .keep = 20, .max_nodes = 3000};
    drops_result guide;
    assert_status(df_drops_search(&request, &guide), DF_OK);
    assert_non_null(guide.plan);
    alloc_fail_each(run_search, &request);
    request.guide = guide.plan;
    alloc_fail_each(run_search, &request);
    df_plan_free(guide.plan);
    end(self);
}
