#include "wide.h"

#include <string.h>

#include "core/base/error.h"
#include "print/base/advice.h"
#include "print/base/carriers.h"
#include "print/base/possible.h"
#include "print/passes/assign.h"
#include "wide_beam.h"

enum {
    MORE_COLUMNS = 4, /* beside the picture, at most */
    MAX_WIDTHS = MORE_COLUMNS + 1,
    KEEP = 40, /* states of a column of a sweep */
    BREADTH = 4,
    RESCUES = 24,
    MAX_BREADTH = 64,
    NO_LIMIT = 1 << 20,
};

typedef struct wide_search {
    const print_job *job;
    print_shape shapes[PRINT_SHAPES];
    picture_place place;
    unsigned widths[MAX_WIDTHS];
    unsigned width_count;
    uint64_t before; /* nodes of the searches that have ended */
    bool stopped;
    df_plan *plan; /* the best so far; owned */
    df_print_report report;
    unsigned reached;
} wide_search;

bool df_wide_is_needed(const print_job *job)
{
    const df_print_options *options = job->options;
    if (options->width != 0)
        return options->width > DF_NARROW_MAX_WIDTH;
    unsigned width = job->picture->width;
    while (width <= DF_FIELD_MAX_WIDTH &&
           df_possible_check(job->picture, width, options->pieces, options->anchors, NULL) !=
               DF_OK)
        width++;
    return width > DF_NARROW_MAX_WIDTH && width <= DF_FIELD_MAX_WIDTH;
}

/* Lists widths, the most promising first: odd ones, which leave any number of squares in a
 * pass, before even ones, and those with a free column before that of the picture. */
static df_status wide_list_widths(wide_search *self)
{
    const print_job *job = self->job;
    const df_print_options *options = job->options;
    const unsigned least = job->picture->width;
    if (options->width != 0) {
        self->widths[self->width_count++] = options->width;
        return df_possible_check(job->picture, options->width, options->pieces,
                                 options->anchors, job->error);
    }
    for (unsigned kind = 0; kind < 3; kind++) {
        for (unsigned more = 1; more <= MAX_WIDTHS; more++) {
            /* The width of the picture itself comes last. */
            const unsigned width = least + more % MAX_WIDTHS;
            const unsigned kind_of = width % 2 == 1 ? 0 : width % 4 == 2 ? 1 : 2;
            if (kind_of == kind && width <= DF_FIELD_MAX_WIDTH &&
                self->width_count < MAX_WIDTHS &&
                df_possible_check(job->picture, width, options->pieces, options->anchors,
                                  NULL) == DF_OK)
                self->widths[self->width_count++] = width;
        }
    }
    if (self->width_count > 0)
        return DF_OK;
    return df_possible_check(job->picture,
                             least < DF_FIELD_MAX_WIDTH ? least + 1 : DF_FIELD_MAX_WIDTH,
                             options->pieces, options->anchors, job->error);
}

/* Sets the place of the picture: the pieces that are asked for, or those that suit it. */
static void wide_set_place(wide_search *self, unsigned width)
{
    const print_job *job = self->job;
    self->place = (picture_place){.picture = job->picture,
                                  .width = width,
                                  .left = (width - job->picture->width) / 2,
                                  .anchors = job->options->anchors};
    assignment ways[ASSIGN_MAX];
    df_assign_asked(job->options->pieces, job->picture, self->shapes, ways);
    memcpy(self->place.pieces, ways[0].pieces, sizeof ways[0].pieces);
}

static bool wide_ask_watch(void *context, uint64_t nodes, unsigned y)
{
    wide_search *self = context;
    const df_print_options *options = self->job->options;
    const unsigned height = self->job->picture->height;
    const uint64_t all = self->before + nodes;
    const df_print_progress progress = {.nodes = all,
                                        .expected =
                                            y == 0 ? 0 : self->before + nodes * height / y,
                                        .drops = self->plan != NULL ? self->report.drops : 0};
    if (options->watch != NULL && !options->watch(options->watch_context, &progress))
        self->stopped = true;
    return !self->stopped;
}

/* Takes over a plan that is better than the best so far. */
static void wide_take_over(wide_search *self, wide_result *made)
{
    const df_picture *picture = self->job->picture;
    if (self->plan != NULL && self->plan->count <= made->drops->count) {
        df_plan_free(made->drops);
        return;
    }
    df_plan_free(self->plan);
    self->plan = made->drops;
    self->report.drops = self->plan->count;
    self->report.passes = made->passes;
    self->report.platforms = made->platforms;
    df_carriers_write(self->place.pieces, picture->color_count, self->report.pieces);
    df_carriers_paint(self->plan, picture, self->place.pieces);
}

/* Searches on the width of the place, once. */
static df_status wide_try(wide_search *self, const wide_options *options)
{
    wide_canvas on;
    df_status status = df_wide_canvas_create(&on, &self->place, self->shapes);
    if (status != DF_OK)
        return status;
    wide_options watched = *options;
    watched.seed += self->job->options->seed * UINT64_C(1000003);
    watched.watch = wide_ask_watch;
    watched.watch_context = self;
    watched.limit = NO_LIMIT;
    if (self->plan != NULL) {
        size_t squares = 0;
        for (size_t i = 0; i < (size_t)on.width * on.height; i++)
            squares += on.want[i] != 0;
        watched.limit =
            (unsigned)((4 * self->report.drops - squares + on.width - 1) / on.width);
    }
    wide_result made = {.drops = NULL};
    status = df_wide_beam_search(&on, self->job->tetrominoes, &watched, &made);
    df_wide_canvas_free(&on);
    if (status != DF_OK)
        return status;
    self->before += made.nodes;
    self->reached = made.reached > self->reached ? made.reached : self->reached;
    if (made.drops != NULL)
        wide_take_over(self, &made);
    return DF_OK;
}

/* Searches for a plan at once and for better ones, on the first width that has one. Each effort
 * does all that the lower ones do. */
static df_status wide_search_all(wide_search *self)
{
    const unsigned effort = self->job->options->effort > 0 ? self->job->options->effort : 1;
    df_status status = DF_OK;
    for (unsigned i = 0; i < self->width_count && self->plan == NULL; i++) {
        wide_set_place(self, self->widths[i]);
        for (unsigned level = 0; level <= effort && status == DF_OK; level++) {
            const unsigned breadth = level == 0 ? 1 : (unsigned)BREADTH << (level - 1);
            const wide_options options = {.breadth =
                                              breadth < MAX_BREADTH ? breadth : MAX_BREADTH,
                                          .keep = level == 0 ? KEEP : KEEP * level,
                                          .rescues = RESCUES,
                                          .seed = UINT64_C(100) * level};
            status = wide_try(self, &options);
            if (self->stopped)
                return status;
        }
        if (status != DF_OK)
            return status;
    }
    return status;
}

static df_status wide_refuse(const wide_search *self)
{
    const print_job *job = self->job;
    if (self->stopped)
        return DF_ERROR_CANCELLED;
    df_error_set(job->error, DF_ERROR_LIMIT,
                 "found no way to print beyond row %u of the picture, counted from its bottom; "
                 "try another --seed, or ",
                 self->reached);
    df_advice_put_fit(job->error, job->picture, DF_NARROW_MAX_WIDTH - 1,
                      DF_FIELD_MAX_HEIGHT / 2, DF_PRINT_MAX_COLORS);
    return DF_ERROR_LIMIT;
}

df_status df_wide_plan(const print_job *job, df_plan **plan, df_print_report *report)
{
    wide_search self = {.job = job};
    df_status status = wide_list_widths(&self);
    if (status != DF_OK)
        return status;
    df_shapes_init(self.shapes, job->tetrominoes);
    status = wide_search_all(&self);
    if (status == DF_OK && self.plan == NULL)
        status = wide_refuse(&self);
    if (status != DF_OK) {
        df_plan_free(self.plan);
        return status;
    }
    self.report.nodes = self.before;
    self.report.stopped = self.stopped;
    *plan = self.plan;
    *report = self.report;
    return DF_OK;
}
