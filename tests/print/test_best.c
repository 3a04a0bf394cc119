/* The method best: random pictures on all widths, wide and narrow, with pieces and widths that
 * are given or left open. Whatever comes out is played; whatever is called impossible has to
 * be; and how often no way is found is bounded. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "core/base/random.h"
#include "dropforge/print.h"
#include "print/passes/attempt.h"
#include "print/passes/places.h"
#include "tests/support/bitmaps.h"

#define LEAST_WIDTH 4

/* A picture and what is asked for. */
typedef struct request {
    bitmap map;
    unsigned width; /* 0: open */
    unsigned height;
    char pieces[DF_PRINT_MAX_COLORS + 1];
    bool open; /* the pieces are */
    bool anchors;
    uint64_t seed;
} request;

/* The results of a request. */
typedef struct answer {
    df_status status;
    df_plan *plan; /* owned */
    df_print_report report;
    df_error error;
} answer;

typedef struct bench {
    df_piece_set *set;
    request asked; /* under test; drawn when a test fails */
    df_picture *picture;
} bench;

static void draw(const request *asked)
{
    printf("# width %u, height %u, pieces %s, anchors %d, seed %llu\n", asked->width,
           asked->height, asked->open ? "open" : asked->pieces, (int)asked->anchors,
           (unsigned long long)asked->seed);
    bitmap_draw(&asked->map);
}

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
        draw(&self->asked);
    df_picture_free(self->picture);
    df_piece_set_free(self->set);
    return 0;
}

const test_fixture each_test = {set_up, tear_down};

static void begin(bench *self, const request *asked)
{
    self->asked = *asked;
    self->picture = bitmap_picture(&self->asked.map);
}

static void end(bench *self)
{
    df_picture_free(self->picture);
    self->picture = NULL;
}

static df_print_options options_of(const request *asked)
{
    return (df_print_options){.method = "best",
                              .width = asked->width,
                              .height = asked->height,
                              .pieces = asked->open ? NULL : asked->pieces,
                              .anchors = asked->anchors,
                              .seed = asked->seed};
}

static answer print_with(bench *self, const df_print_options *options)
{
    answer made = {.status = DF_OK};
    made.status =
        df_print(&made.plan, self->picture, self->set, options, &made.report, &made.error);
    assert_int_equal(made.plan != NULL, made.status == DF_OK);
    return made;
}

/* Random different letters. */
static void random_pieces(df_random *random, char pieces[DF_PRINT_MAX_COLORS + 1])
{
    char letters[] = "IOTSZJL";
    for (unsigned i = 0; i < DF_PRINT_MAX_COLORS; i++) {
        const unsigned j = i + df_random_below(random, DF_TETROMINOES - i);
        pieces[i] = letters[j];
        letters[j] = letters[i];
    }
    pieces[DF_PRINT_MAX_COLORS] = '\0';
}

/* A picture as wide as the playfield, or narrower. The wider the playfield the fewer rows, so
 * that all take about as long. */
static request random_request(df_random *random, unsigned min_width, unsigned max_width,
                              unsigned area)
{
    request made = {.anchors = df_random_below(random, 8) == 0};
    const unsigned width = min_width + df_random_below(random, max_width - min_width + 1);
    const unsigned rows = area > width ? area / width : 1;
    const bool narrow = df_random_below(random, 2) == 0;
    made.map = random_bitmap(random, narrow ? width - 1 : width,
                             rows < BITMAP_MAX_HEIGHT ? rows : BITMAP_MAX_HEIGHT, BITMAP_COLORS,
                             made.anchors);
    if (narrow) {
        made.map.width = width - 1;
        made.map.cell[0][0] = 1;
        made.map.cell[made.map.height - 1][width - 2] = 1;
    }
    made.width = df_random_below(random, 3) == 0 ? 0 : width;
    made.open = df_random_below(random, 2) == 0;
    random_pieces(random, made.pieces);
    made.seed = df_random_below(random, 4) == 0 ? df_random_next(random) : 0;
    return made;
}

static unsigned count_row(const df_picture *picture, unsigned y)
{
    unsigned count = 0;
    for (unsigned x = 0; x < picture->width; x++)
        count += picture->cell[y * picture->width + x] != 0;
    return count;
}

static unsigned count_squares(const bench *self)
{
    unsigned squares = 0;
    for (unsigned y = 0; y < self->picture->height; y++) {
        const unsigned row = count_row(self->picture, y);
        squares += row == 0 && self->asked.anchors ? 1 : row;
    }
    return squares;
}

/* True if some run of the colour that O carries is odd. */
static bool breaks_pairs(const bench *self)
{
    const df_picture *picture = self->picture;
    const char *o = self->asked.open ? NULL : strchr(self->asked.pieces, 'O');
    const unsigned color = o == NULL ? 0 : (unsigned)(o - self->asked.pieces) + 1;
    for (unsigned y = 0; color != 0 && y < picture->height; y++) {
        unsigned run = 0;
        for (unsigned x = 0; x <= picture->width; x++) {
            const bool is_color =
                x < picture->width && picture->cell[y * picture->width + x] == color;
            if (!is_color && run % 2 == 1)
                return true;
            run = is_color ? run + 1 : 0;
        }
        if (color == 1 && count_row(picture, y) == 0)
            return true;
    }
    return false;
}

/* True if some drops may leave the picture on that width, by docs/method/possible.md. */
static bool suits_width(const bench *self, unsigned width)
{
    const unsigned in = width % 4 == 0 ? 4 : width % 2 == 0 ? 2 : 1;
    if (self->picture->width > width || count_squares(self) % in != 0)
        return false;
    for (unsigned y = 0; y < self->picture->height; y++) {
        const unsigned row = count_row(self->picture, y);
        if (row == width || (row == 0 && self->picture->width == width))
            return false;
    }
    return true;
}

static bool is_possible(const bench *self)
{
    const request *asked = &self->asked;
    if (breaks_pairs(self) || (asked->height != 0 && self->picture->height > asked->height))
        return false;
    if (self->asked.width != 0)
        return suits_width(self, self->asked.width);
    for (unsigned width = LEAST_WIDTH; width <= DF_FIELD_MAX_WIDTH; width++) {
        if (suits_width(self, width))
            return true;
    }
    return false;
}

/* True if the method search can print it too, so that this method has to succeed, too. */
static bool is_sure(const bench *self)
{
    const request *asked = &self->asked;
    const unsigned width = asked->width == 0 ? 21 : asked->width;
    if (width % 2 == 0 || width < 7 || self->picture->width + 4 > width ||
        self->picture->color_count > 3)
        return false;
    return asked->open || strspn(asked->pieces, "JTL") >= self->picture->color_count;
}

/* Checks all that is promised of a plan. */
static void check_answer(const bench *self, const answer *made)
{
    const request *asked = &self->asked;
    const df_print_report *report = &made->report;
    check_plan(made->plan, &asked->map, asked->anchors);
    check_formats(made->plan, &asked->map, asked->anchors);
    assert_int_equal(report->drops, made->plan->count);
    assert_int_equal(report->width, made->plan->width);
    assert_int_equal(report->height, made->plan->height);
    assert_int_equal(4 * report->drops,
                     count_squares(self) + report->width * report->rows_cleared);
    assert_in_range(report->max_height, asked->map.height, report->height);
    assert_false(report->stopped);
    if (asked->width != 0)
        assert_int_equal(report->width, asked->width);
    if (asked->height != 0)
        assert_int_equal(report->height, asked->height);
    assert_int_equal(count_piece_groups(report->pieces), self->picture->color_count);
    for (const char *letter = report->pieces; *letter != '\0'; letter++)
        assert_true(*letter == ',' || strchr(letter + 1, *letter) == NULL);
    for (unsigned i = 0; i < self->picture->color_count && !asked->open; i++)
        assert_int_equal(report->pieces[i], asked->pieces[i]);
}

/* No plan has fewer drops than the bound says, and certainly not this one. */
static void check_bound(const bench *self, const answer *made)
{
    df_print_report bound;
    df_print_options options = options_of(&self->asked);
    options.width = made->plan->width;
    options.pieces = made->report.pieces;
    assert_status(df_print_bound(&bound, self->picture, self->set, &options, NULL), DF_OK);
    assert_true(bound.drops <= made->plan->count);
}

/* True if the request has been fulfilled or is impossible. */
static bool check_request(bench *self, const request *asked, bool thoroughly)
{
    begin(self, asked);
    const df_print_options options = options_of(asked);
    answer made = print_with(self, &options);
    const bool possible = is_possible(self), found = made.status == DF_OK;
    assert_int_equal(found, strchr(tell_error(&made.error).text, ';') == NULL);
    if (found)
        check_answer(self, &made);
    if (!possible)
        assert_status(made.status, DF_ERROR_PICTURE);
    else if (!found || is_sure(self))
        assert_status(made.status, is_sure(self) ? DF_OK : DF_ERROR_LIMIT);
    if (found && thoroughly) {
        check_slowly(made.plan);
        check_bound(self, &made);
    }
    df_plan_free(made.plan);
    end(self);
    return found || !possible;
}

/* One in eight of the requests with open pieces may fail, and one in three of those with
 * given pieces. */
static void check_requests(bench *self, uint64_t stream, unsigned cases, unsigned max_width,
                           unsigned area)
{
    unsigned asked[2] = {0}, nowhere[2] = {0};
    df_random random;
    df_random_seed(&random, test_seed(), stream);
    for (unsigned i = 0; i < cases; i++) {
        const request made = random_request(&random, 5, max_width, area);
        asked[made.open]++;
        if (!check_request(self, &made, i % 8 == 0)) {
            nowhere[made.open]++;
            printf("# number %u has led nowhere:\n", i);
            draw(&made);
        }
    }
    printf("# pieces open: %u of %u lead nowhere; given: %u of %u\n", nowhere[1], asked[1],
           nowhere[0], asked[0]);
    assert_in_range(nowhere[1], 0, test_may_fail(asked[1], 8));
    assert_in_range(nowhere[0], 0, test_may_fail(asked[0], 3));
}

TEST(small_pictures)
{
    check_requests(*state, 50, test_cases(14), 40, 60);
}

TEST(long_larger_pictures)
{
    check_requests(*state, 51, test_share(40, 20), 24, 200);
}

/* Pictures that fill the widest playfields but for one column, or but for gaps. */
TEST(widest)
{
    df_random random;
    df_random_seed(&random, test_seed(), 52);
    unsigned found = 0;
    for (unsigned width = test_is_quick() ? 63 : 61; width <= 64; width++) {
        request made = random_request(&random, width, width, 2 * width);
        made.width = width;
        made.open = true;
        found += check_request(*state, &made, false);
    }
    assert_in_range(found, test_is_quick() ? 1 : 3, 4);
}

/* Neither threads nor time change a plan; and more effort never gives a longer one. */
TEST(long_threads_and_efforts)
{
    bench *self = *state;
    static const unsigned jobs[] = {0, 8};
    df_random random;
    df_random_seed(&random, test_seed(), 53);
    for (unsigned i = test_share(20, 10); i > 0; i--) {
        const request made = random_request(&random, 5, 24, 60);
        begin(self, &made);
        df_print_options options = options_of(&made);
        options.jobs = 1;
        answer first = print_with(self, &options);
        for (size_t j = 0; j < COUNT(jobs); j++) {
            options.jobs = jobs[j];
            answer other = print_with(self, &options);
            assert_status(other.status, first.status);
            if (first.plan != NULL) {
                check_same_plan(first.plan, other.plan);
                assert_memory_equal(&first.report, &other.report, sizeof first.report);
            }
            assert_string_equal(first.error.text, other.error.text);
            df_plan_free(other.plan);
        }
        for (options.effort = 2; options.effort <= 3 && first.plan != NULL; options.effort++) {
            answer other = print_with(self, &options);
            assert_status(other.status, DF_OK);
            assert_true(other.report.drops <= first.report.drops);
            assert_true(other.report.nodes >= first.report.nodes);
            df_plan_free(first.plan);
            first = other;
        }
        df_plan_free(first.plan);
        end(self);
    }
}

/* Somebody who stops a search at some call. */
typedef struct watcher {
    atomic_flag is_busy;
    unsigned calls, max;
    uint64_t nodes;
    size_t drops;
} watcher;

static bool watch(void *context, const df_progress *progress)
{
    watcher *self = context;
    assert_false(atomic_flag_test_and_set(&self->is_busy));
    assert_true(progress->done >= self->nodes || self->calls == 0);
    assert_true(self->drops == 0 || (progress->drops > 0 && progress->drops <= self->drops));
    self->nodes = progress->done;
    self->drops = progress->drops;
    self->calls++;
    atomic_flag_clear(&self->is_busy);
    return self->calls < self->max;
}

/* Each plan that is shown can be played, and has fewer drops than the one before. */
static void look_at_better(void *context, const df_plan *plan, const df_print_report *report)
{
    size_t *const drops = context;
    assert_status(df_plan_play(plan, NULL, NULL, NULL, NULL, NULL), DF_OK);
    assert_true(*drops == 0 || report->drops < *drops);
    *drops = plan->count;
}

/* A stopped search gives the best plan so far, or says that there is none. */
static void stop_at_each(bench *self, const request *asked, unsigned *refused, unsigned *cut)
{
    begin(self, asked);
    df_print_options options = options_of(asked);
    watcher watching = {.calls = 1};
    options.watch = watch;
    options.watch_context = &watching;
    for (unsigned n = 1; watching.calls >= watching.max;
         n += 1 + (test_is_quick() ? 4 * n : n / 3)) {
        watching = (watcher){.max = n};
        size_t shown = 0;
        options.better = look_at_better;
        options.better_context = &shown;
        atomic_flag_clear(&watching.is_busy);
        answer made = print_with(self, &options);
        const bool stopped = watching.calls >= n;
        *refused += made.status == DF_ERROR_CANCELLED;
        *cut += made.status == DF_OK && stopped;
        if (!stopped || made.status != DF_ERROR_CANCELLED)
            assert_status(made.status, DF_OK);
        if (made.status == DF_OK) {
            assert_int_equal(shown, made.plan->count);
            assert_int_equal(made.report.stopped, stopped);
            made.report.stopped = false;
            check_answer(self, &made);
        }
        df_plan_free(made.plan);
    }
    end(self);
}

TEST(watched)
{
    unsigned refused = 0, cut = 0;
    request asked = {.map = bitmap_read("11.2/1..1"), .width = 9, .open = true};
    stop_at_each(*state, &asked, &refused, &cut);
    assert_true(refused > 0 && cut > 0);
}

/* The playfield of a game. */
TEST(long_ten_by_twenty)
{
    df_random random;
    df_random_seed(&random, test_seed(), 54);
    unsigned found = 0, asked = 0; /* of up to 12 rows */
    for (unsigned i = test_cases(6); i > 0; i--) {
        request made = {.width = 10, .height = 20, .open = true};
        const unsigned height = 1 + 5 * i % 23;
        do {
            made.map = random_bitmap(&random, 10, height, 3, false);
        } while (made.map.height != height);
        begin(*state, &made);
        const bool possible = is_possible(*state);
        end(*state);
        if (!possible)
            continue;
        const bool is_found = check_request(*state, &made, false);
        assert_false(is_found && height >= 20);
        asked += height <= 12;
        found += height <= 12 && is_found;
    }
    printf("# on 10 x 20: %u of %u\n", found, asked);
    assert_true(2 * found + 2 >= asked);
}

TEST(refusals)
{
    bench *self = *state;
    static const struct {
        const char *rows;
        unsigned width, height;
        const char *pieces, *words;
        df_status status;
    } cases[] = {
        {"1", 1, 0, NULL, "; width=5", DF_ERROR_ARGUMENT},
        {"1", 3, 0, NULL, "; width=5", DF_ERROR_ARGUMENT},
        {"1", 7, 1025, NULL, "1024", DF_ERROR_ARGUMENT},
        {"1", 6, 0, NULL, "; width=7", DF_ERROR_PICTURE},
        {"1111", 4, 0, NULL, "; width=5", DF_ERROR_PICTURE},
        {"11.11", 4, 0, NULL, "5 squares wide", DF_ERROR_PICTURE},
        {"1/./1", 0, 0, NULL, "; anchors=on", DF_ERROR_PICTURE},
        {"123456/123456", 9, 0, "IOTSZ", "colours", DF_ERROR_ARGUMENT},
        {"11.1", 0, 0, "O", "run of 1", DF_ERROR_PICTURE},
        {"1/1/1/1/1/1/1/1", 9, 8, NULL, "; height=auto width=auto", DF_ERROR_LIMIT},
        {"1/1/1/1/1/1/1/1", 9, 7, NULL, "8 rows high", DF_ERROR_PICTURE},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        request asked = {.map = bitmap_read(cases[i].rows),
                         .width = cases[i].width,
                         .height = cases[i].height};
        begin(self, &asked);
        df_print_options options = options_of(&asked);
        options.pieces = cases[i].pieces;
        options.quick = test_is_small();
        const answer made = print_with(self, &options);
        assert_status(made.status, cases[i].status);
        const told_error told = tell_error(&made.error);
        assert_non_null(strchr(told.text, ';'));
        if (strstr(told.text, cases[i].words) == NULL)
            fail_msg("'%s' is not in: %s", cases[i].words, told.text);
        end(self);
    }
}

/* Small pictures whose fewest drops an exhaustive search, drop by drop, has found. For the last
 * two passes alone find no plan; fewer drops than these are not known. */
TEST(fewest_drops)
{
    bench *self = *state;
    static const struct {
        const char *rows, *pieces;
        unsigned width;
        size_t drops;
    } cases[] = {
        {".1.1./11111/11111/.111./..1..", "T", 6, 7},
        {".11./1..1/1..1/.11.", "T", 4, 8},
        {"1.1/.1./1.1", "J", 5, 15},
        {"1.1./.1.1/1.1./.1.1", "T", 5, 17},
        {".1./1.1/111/1.1/1.1", "J", 6, 10},
        {"1.1./.1../..1.", "J", 4, 12},
        {"11/.1/1.", "J", 4, 10},
    };
    bool equal = true;
    for (size_t i = 0; i < COUNT(cases); i++) {
        request asked = {.map = bitmap_read(cases[i].rows), .width = cases[i].width};
        begin(self, &asked);
        df_print_options options = options_of(&asked);
        options.pieces = cases[i].pieces;
        const answer made = print_with(self, &options);
        assert_status(made.status, DF_OK);
        if (made.plan->count != cases[i].drops)
            print_error("%s: %zu drops, not %zu\n", cases[i].rows, made.plan->count,
                        cases[i].drops);
        equal = equal && made.plan->count == cases[i].drops;
        df_plan_free(made.plan);
        end(self);
    }
    assert_true(equal);
}

/* Full squares of one colour waste nothing, on every size and at the least effort. */
TEST(full_squares)
{
    bench *self = *state;
    for (unsigned size = 4; size <= BITMAP_MAX_HEIGHT; size += test_is_quick() ? 8 : 4) {
        request asked = {.map = {.width = size, .height = size}, .open = true};
        for (unsigned i = 0; i < size * size; i++)
            asked.map.cell[i / size][i % size] = 1;
        begin(self, &asked);
        df_print_options options = options_of(&asked);
        options.quick = true;
        const answer made = print_with(self, &options);
        assert_status(made.status, DF_OK);
        assert_int_equal(made.plan->count, size * size / 4);
        df_plan_free(made.plan);
        end(self);
    }
}
