/* df_print with a deal: the plan has the queue, takes its pieces from it, and leaves the
 * picture; and what is refused. */
#include <string.h>

#include "core/format/plan_texts.h"
#include "dropforge/plan.h"
#include "dropforge/print.h"
#include "tests/support/alloc.h"
#include "tests/support/bitmaps.h"

typedef struct bench {
    df_piece_set *set;
    df_picture *picture;
    df_picture *second;
    df_plan_deal deal;
    df_print_options options;
    df_plan *plan;
} bench;

static bench begin(const char *drawing)
{
    const bitmap map = bitmap_read(drawing);
    return (bench){.set = tetrominoes(),
                   .picture = bitmap_picture(&map),
                   .deal = {.deal = DF_DEAL_BAG, .seed = 7, .preview = DF_PREVIEW_ALL},
                   .options.quick = test_is_small()};
}

static void end(bench *self)
{
    df_plan_free(self->plan);
    df_picture_free(self->picture);
    df_piece_set_free(self->set);
}

static df_status print_with(bench *self, df_print_report *report, df_error *error)
{
    self->options.deal = &self->deal;
    return df_print(&self->plan, self->picture, self->set, &self->options, report, error);
}

/* Prints, and checks the plan by way of its text, too. */
static void check_print(bench *self)
{
    df_print_report report;
    df_plan *again;
    assert_status(print_with(self, &report, NULL), DF_OK);
    const df_plan_deal *deal = self->plan->deal;
    assert_non_null(deal);
    assert_int_equal(deal->deal, self->deal.deal);
    assert_int_equal(deal->hold, self->deal.hold);
    assert_int_equal(deal->preview, self->deal.preview);
    assert_in_range(deal->count, report.drops, report.drops + 1);
    assert_int_equal(self->plan->rules, self->options.rules);
    df_text text = written_drops(self->plan);
    assert_status(df_drops_read(&again, self->set, text.bytes, text.length, NULL), DF_OK);
    assert_int_equal(again->count, report.drops);
    df_plan_free(again);
    df_text_free(&text);
}

TEST(all_deals)
{
    static const df_rules all_rules[] = {DF_RULES_HARDDROP, DF_RULES_SRS, DF_RULES_SRS_180};
    uint16_t queue[400];
    for (size_t i = 0; i < COUNT(queue); i++)
        queue[i] = (uint16_t)(i * i % DF_TETROMINOES);
    for (unsigned n = 0; n < 10; n += test_is_quick() ? 4 : 1) {
        bench self = begin(test_is_quick() ? "1..1/.11." : "11.11/1..1./.11..");
        self.deal.deal = (df_deal)(n % (DF_DEALS));
        self.deal.hold = n >= 5;
        self.deal.queue = queue;
        self.deal.count = COUNT(queue);
        self.options.rules = all_rules[n % COUNT(all_rules)];
        self.options.width = 9 - n % 3;
        check_print(&self);
        assert_int_equal(self.plan->width, self.options.width);
        assert_int_equal(self.plan->height, 2 * self.options.width);
        end(&self);
    }
}

/* Without pieces every colour gets some; with `any` colours do not count. */
TEST(pieces_of_colors)
{
    static const char *const pieces[] = {NULL, "JT", "JL,TSZ", "any"};
    for (size_t i = 0; i < COUNT(pieces); i++) {
        bench self = begin("11.22./11.2.1");
        self.deal.hold = true;
        self.options.pieces = pieces[i];
        self.options.width = 8;
        check_print(&self);
        unsigned given = 0;
        for (unsigned p = 0; p < DF_TETROMINOES; p++)
            given += self.plan->colors[p].given;
        assert_int_equal(given, i == 0 ? 7 : i == 1 ? 2 : i == 2 ? 5 : 0);
        end(&self);
    }
}

static void check_refused(bench *self, df_status wanted, const char *text)
{
    df_error error = {0};
    assert_status(print_with(self, NULL, &error), wanted);
    assert_null(self->plan);
    const told_error told = tell_error(&error);
    assert_non_null(strstr(told.text, text));
    assert_non_null(strchr(told.text, ';'));
}

/* Of seven colours O takes one in pairs, wherever that is. */
TEST(pieces_of_seven_colors)
{
    static const char *const drawings[] = {"11234567/11234567", "12334567/12334567"};
    for (size_t i = test_is_quick(); i < COUNT(drawings); i++) {
        bench self = begin(drawings[i]);
        self.deal.hold = true;
        check_print(&self);
        end(&self);
    }
    bench self = begin("1234567/1234567");
    check_refused(&self, DF_ERROR_PICTURE, "; colors=6");
    end(&self);
}

TEST(preview)
{
    static const uint16_t previews[] = {5, 0};
    for (size_t i = 0; i < COUNT(previews); i++) {
        bench self = begin(i == 0 ? "11.11/1...1" : "1111/1111");
        self.deal.hold = true;
        self.deal.preview = previews[i];
        self.deal.seed = i == 0 ? 7 : 2;
        self.options.width = 8 - (i == 0);
        check_print(&self);
        assert_in_range(self.plan->count, 2, i == 0 ? 15 : 60);
        if (previews[i] == 0) /* the first piece is held unseen */
            assert_int_equal(self.plan->deal->count, self.plan->count + 1);
        end(&self);
    }
}

/* On a wide playfield row after row is finished. */
TEST(long_wide_pictures)
{
    bench self = begin("11.1..1111.1.1..1.11....1111/1..1111..1.1111.11.1.1....11");
    self.deal.hold = true;
    self.options.width = 29;
    check_print(&self);
    end(&self);
}

/* Where one beam gets lost on fewer columns, rows are finished one after the other, too: these
 * stand on a narrow tower, and one of their runs hangs. */
TEST(long_wings)
{
    bench self = begin("1111.....11111.......111/1111.....11111.......111/"
                       ".........11111..........");
    self.deal.hold = true;
    check_print(&self);
    end(&self);
}

TEST(refusals)
{
    uint16_t queue[] = {DF_T, DF_I, DF_TETROMINOES};
    bench self = begin("11.1/1...");
    self.options.method = "best";
    check_refused(&self, DF_ERROR_ARGUMENT, "choose no method");
    self.options.method = NULL;
    self.options.width = 65;
    check_refused(&self, DF_ERROR_ARGUMENT, "at most 64 columns");
    self.options.width = 10;
    self.options.rules = DF_RULES_NES;
    check_refused(&self, DF_ERROR_ARGUMENT, "harddrop, srs or srs+180");
    self.options.rules = DF_RULES_HARDDROP;
    self.deal.deal = (df_deal)(DF_DEALS);
    check_refused(&self, DF_ERROR_ARGUMENT, "unknown deal");
    self.deal = (df_plan_deal){
        .deal = DF_DEAL_GIVEN, .queue = queue, .count = 3, .preview = DF_PREVIEW_ALL};
    check_refused(&self, DF_ERROR_ARGUMENT, "no tetromino");
    self.deal.count = 2;
    check_refused(&self, DF_ERROR_PICTURE, "no drops of the 2 pieces leave");
    queue[0] = queue[1] = queue[2] = DF_O;
    self.deal.count = 3;
    check_refused(&self, DF_ERROR_PICTURE, "only O for a colour");
    end(&self);
    self = begin("1.1/1.1");
    self.deal = (df_plan_deal){
        .deal = DF_DEAL_GIVEN, .queue = queue, .count = 3, .preview = DF_PREVIEW_ALL};
    queue[0] = queue[1] = queue[2] = DF_S;
    self.options.width = 8;
    check_refused(&self, DF_ERROR_PICTURE, "every other column");
    self.options.pieces = "T";
    check_refused(&self, DF_ERROR_PICTURE, "no piece of the queue");
    end(&self);
    self = begin("11.1/11..");
    self.options.width = 10;
    check_refused(&self, DF_ERROR_PICTURE, "multiple of 2");
    end(&self);
    self = begin("11.1/..../11.1");
    check_refused(&self, DF_ERROR_PICTURE, "nothing can rest above it");
    end(&self);
    self = begin("11111/..1..");
    self.options.width = 5;
    check_refused(&self, DF_ERROR_PICTURE, "would clear");
    end(&self);
    self = begin("1.1/111");
    self.options.width = 2;
    check_refused(&self, DF_ERROR_PICTURE, "; width=");
    end(&self);
    char row[DF_NARROW_MAX_WIDTH] = {0};
    memset(row, '1', DF_NARROW_MAX_WIDTH - 1);
    self = begin(row);
    check_refused(&self, DF_ERROR_PICTURE, "and no other width helps; fit=");
    self.options.width = DF_NARROW_MAX_WIDTH;
    check_refused(&self, DF_ERROR_PICTURE, "; fit=62x1");
    end(&self);
}

static bool stop_at_once(void *context, const df_progress *progress)
{
    return false;
}

TEST(stops_when_asked)
{
    bench self = begin("11.11/1..1./.11..");
    df_error error = {0};
    self.options.watch = stop_at_once;
    self.options.width = 9;
    assert_status(print_with(&self, NULL, &error), DF_ERROR_CANCELLED);
    end(&self);
}

static df_status run_print(void *context)
{
    bench *self = context;
    const df_status status = print_with(self, NULL, NULL);
    if (status == DF_OK) {
        df_plan_free(self->plan);
        self->plan = NULL;
    }
    return status;
}

TEST(failed_allocations)
{
    bench self = begin("1.1");
    self.options.width = 5;
    alloc_fail_each(run_print, &self);
    end(&self);
}

/* Frames are printed in one game, which begins with what lies there. */
static df_status run_frames(void *context)
{
    bench *self = context;
    const df_picture *frames[] = {self->picture, self->second};
    self->options.deal = &self->deal;
    const df_status status =
        df_print_frames(&self->plan, frames, 2, self->set, &self->options, NULL, NULL);
    if (status == DF_OK) {
        assert_int_equal(self->plan->frame_count, 2);
        df_plan_free(self->plan);
        self->plan = NULL;
    }
    return status;
}

TEST(frames_and_a_beginning)
{
    bench self = begin("11");
    const bitmap map = bitmap_read("11/11");
    self.second = bitmap_picture(&map);
    df_error error = {0};
    df_field *field = new_field(5, 2);
    assert_status(df_field_set(field, 3, 0, DF_TETROMINOES + 1), DF_OK);
    self.options.begin = field;
    self.options.pieces = "any";
    alloc_fail_each(run_frames, &self);
    self.options.width = 6;
    assert_status(print_with(&self, NULL, &error), DF_ERROR_ARGUMENT);
    self.options.width = 0;
    assert_status(df_field_set(field, 3, 0, DF_TETROMINOES + 2), DF_OK);
    assert_status(print_with(&self, NULL, &error), DF_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "mend it"));
    self.options.deal = NULL;
    assert_status(df_print(&self.plan, self.picture, self.set, &self.options, NULL, &error),
                  DF_ERROR_ARGUMENT);
    const df_picture *frame = self.picture;
    assert_status(df_print_frames(&self.plan, &frame, 1, self.set, &self.options, NULL, &error),
                  DF_ERROR_ARGUMENT);
    self.options.deal = &self.deal;
    assert_status(df_print_frames(&self.plan, &frame, 0, self.set, &self.options, NULL, &error),
                  DF_ERROR_ARGUMENT);
    const df_picture *frames[] = {self.picture, NULL};
    df_picture *wide = NULL;
    assert_status(df_picture_from_letters(&wide, "rrrrrrrrr", "r", &(df_color){1, 2, 3}, NULL),
                  DF_OK);
    assert_int_not_equal(wide->width, self.picture->width);
    frames[1] = wide;
    assert_status(df_print_frames(&self.plan, frames, 2, self.set, &self.options, NULL, &error),
                  DF_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "frame 2 is 9 wide"));
    df_picture_free(wide);
    df_field_free(field);
    df_picture_free(self.second);
    end(&self);
}

/* Stops after as many calls as its context says. */
static bool stop_after(void *context, const df_progress *progress)
{
    size_t *calls = context;
    return *calls > 0 && (*calls)-- > 0;
}

/* Wherever it is stopped, the frames that are finished make a plan. */
static void stop_everywhere(bench *self, const df_picture *const *frames, size_t count)
{
    size_t seen[4] = {0}, calls = 0, left = 0;
    self->options.pieces = "any";
    self->options.watch = stop_after;
    self->options.watch_context = &left;
    for (bool done = false; !done; calls += 1 + calls / (test_is_quick() ? 3 : 4)) {
        df_print_report report = {0};
        left = calls;
        const df_status status = df_print_frames(&self->plan, frames, count, self->set,
                                                 &self->options, &report, NULL);
        done = status == DF_OK && !report.stopped;
        seen[report.frames]++;
        if (status == DF_OK) {
            assert_int_equal(self->plan->frame_count, report.frames);
            assert_true(report.frames > 0 && (report.stopped || report.frames == count));
            df_plan_free(self->plan);
            self->plan = NULL;
        } else
            assert_status(status, DF_ERROR_CANCELLED);
    }
    self->options.watch_context = NULL;
    for (size_t i = 0; i <= count; i++)
        assert_true(seen[i] > 0);
}

TEST(frames_that_are_stopped)
{
    bench self = begin("1111/1..1");
    const bitmap map = bitmap_read("1..1/1111");
    self.second = bitmap_picture(&map);
    const df_picture *frames[] = {self.picture, self.second, self.picture};
    self.options.deal = &self.deal;
    stop_everywhere(&self, frames, test_is_quick() ? 2 : 3);
    self.options.deal = NULL;
    self.options.quick = true;
    stop_everywhere(&self, frames, 2);
    df_picture_free(self.second);
    end(&self);
}

/* What the watch of an animation has been told. */
typedef struct told {
    uint64_t done, frames;
    unsigned moves; /* before the first frame was finished */
} told;

static bool listen(void *context, const df_progress *progress)
{
    told *self = context;
    assert_true(progress->done >= self->done && progress->done <= progress->of);
    assert_true(progress->frames >= self->frames && progress->frames <= 3);
    self->moves += progress->frames == 0 && progress->done > self->done;
    self->done = progress->done;
    self->frames = progress->frames;
    return true;
}

/* The progress goes on while a frame is planned; frames like others are finished, too. */
TEST(frames_have_progress)
{
    bench self = begin("1111.1.11.1.11/1..111.1..1.11/11.1.1.11.11.1/1.11.1.1..1.11");
    const bitmap map =
        bitmap_read("1..1.1..1.11.1/1..1.1.1..1..1/11.111.11.11.1/1.11.1.1..1.11");
    self.second = bitmap_picture(&map);
    const df_picture *frames[] = {self.picture, self.second, self.second};
    told heard = {0};
    self.options.watch = listen;
    self.options.watch_context = &heard;
    self.options.pieces = "any";
    assert_status(df_print_frames(&self.plan, frames, 3, self.set, &self.options, NULL, NULL),
                  DF_OK);
    assert_true(heard.moves > 1);
    assert_true(heard.frames > 0);
    self.options.watch_context = NULL;
    df_picture_free(self.second);
    end(&self);
}
