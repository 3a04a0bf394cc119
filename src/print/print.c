#include "dropforge/print.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/board/drop.h"
#include "print/base/advice.h"
#include "print/base/carriers.h"
#include "print/base/possible.h"
#include "print/pack/pack.h"
#include "print/rows/rows.h"
#include "print_dealt.h"

static const print_method *const methods[DF_PRINT_METHODS] = {
    &df_print_method_best, &df_print_method_search, &df_print_method_table};

const df_print_method_info *const df_print_methods[DF_PRINT_METHODS] = {
    &df_print_method_best.info, &df_print_method_search.info, &df_print_method_table.info};

static const print_method *find_method(const char *name)
{
    if (name == NULL)
        return methods[0];
    for (size_t i = 0; i < DF_PRINT_METHODS; i++) {
        if (strcmp(methods[i]->info.name, name) == 0)
            return methods[i];
    }
    return NULL;
}

/* Sets the playfield's height: as asked for, or to what the plan needs, but not less than twice
 * the width. */
static df_status print_fix_height(const print_job *job, df_plan *plan)
{
    unsigned height = job->options->height, needed = 0;
    const df_status status = df_structure_fit(plan, height, &needed);
    if (status == DF_ERROR_MOVE && needed == 0) {
        df_error_set(job->error, DF_ERROR_LIMIT,
                     "the print of %u rows needs a playfield of more than 1024",
                     job->picture->height);
        df_advice_put_fit(job->error, job->picture, METHOD_FITTING_WIDTH,
                          job->picture->height / 4 * 3,
                          job->is_animation ? 0 : DF_PRINT_MAX_COLORS);
        return DF_ERROR_LIMIT;
    }
    if (status == DF_ERROR_MOVE) {
        df_error_set(job->error, DF_ERROR_LIMIT,
                     "the print tops out in a playfield of %u row%s", height,
                     height == 1 ? "" : "s");
        df_error_advise(job->error, DF_OPTION_HEIGHT, "%u", needed);
        return DF_ERROR_LIMIT;
    }
    if (height == 0)
        height = needed > 2u * plan->width ? needed : 2u * plan->width;
    plan->height = (uint16_t)height;
    return status;
}

/* Gives squares of no piece to one, if the plan shows all pieces in one colour. */
static void print_adopt_squares(const df_plan *plan, df_field *field)
{
    const df_plan_color *first = &plan->colors[0];
    for (size_t i = 0; i < plan->set->count; i++) {
        const df_plan_color *color = &plan->colors[i];
        if (!color->given || memcmp(&color->color, &first->color, sizeof color->color) != 0)
            return;
    }
    for (unsigned y = 0; y < df_field_top(field); y++) {
        for (unsigned x = 0; x < field->width; x++) {
            if (df_field_square(field, x, y) > plan->set->count)
                (void)df_field_set(field, x, y, 1);
        }
    }
}

/* Compares a playfield with a frame; what was no piece's agrees with the one colour of all. */
static df_status print_compare(const print_job *job, const df_picture *wanted,
                               const df_plan *plan, const df_field *field,
                               df_picture_difference *difference)
{
    df_field *copy = NULL;
    df_status status = df_field_create(&copy, field->width, field->height);
    if (status == DF_OK)
        status = df_field_copy(copy, field);
    if (status == DF_OK && plan->begin != NULL)
        print_adopt_squares(plan, copy);
    if (status == DF_OK)
        df_picture_compare(wanted, copy, plan, job->options->anchors, difference);
    df_field_free(copy);
    return status;
}

/* A plan that is being played: its frames, or what it leaves at the end. */
typedef struct print_checker {
    const print_job *job;
    const df_plan *plan;
    size_t drops;   /* so far */
    size_t checked; /* frames */
    unsigned shift; /* column of the first one */
} print_checker;

/* Compares the frames that are complete now. */
static df_status print_check_now(print_checker *self, const df_field *field)
{
    const df_plan *plan = self->plan;
    for (;
         self->checked < plan->frame_count && plan->frames[self->checked].drops == self->drops;
         self->checked++) {
        df_picture_difference difference;
        const df_status status = print_compare(self->job, self->job->frames[self->checked],
                                               plan, field, &difference);
        if (status != DF_OK)
            return status;
        if (self->checked == 0)
            self->shift = difference.shift;
        if (!difference.same || difference.shift != self->shift)
            return DF_ERROR_DEFECT;
    }
    return DF_OK;
}

static df_status print_check_drop(void *context, const df_field *before, const df_drop *drop,
                                  const df_landing *landing)
{
    print_checker *self = context;
    (void)drop;
    (void)landing;
    const df_status status = self->job->is_animation ? print_check_now(self, before) : DF_OK;
    self->drops++;
    return status;
}

static df_status print_check_end(void *context, const df_field *field)
{
    print_checker *self = context;
    df_picture_difference difference;
    if (self->job->is_animation) {
        const df_status status = print_check_now(self, field);
        const bool has_all = self->checked > 0 && self->checked == self->plan->frame_count;
        return status == DF_OK && !has_all ? DF_ERROR_DEFECT : status;
    }
    const df_status status =
        print_compare(self->job, self->job->picture, self->plan, field, &difference);
    return status == DF_OK && !difference.same ? DF_ERROR_DEFECT : status;
}

/* Plays the plan with every move checked and compares what it leaves. */
static df_status print_verify(const print_job *job, const df_plan *plan,
                              df_print_report *report, df_error *error)
{
    const df_sink sink = {.drop = print_check_drop, .end = print_check_end};
    print_checker self = {.job = job, .plan = plan};
    df_plan_summary summary;
    const df_status status = df_plan_play(plan, &sink, &self, NULL, &summary, error);
    if (status == DF_ERROR_DEFECT && job->is_animation)
        return df_error_set(error, DF_ERROR_DEFECT,
                            "the plan does not leave frame %zu; report this defect",
                            self.checked + 1);
    if (status == DF_ERROR_DEFECT)
        return df_error_set(error, DF_ERROR_DEFECT,
                            "the plan does not leave the picture; report this defect");
    if (status != DF_OK)
        return status == DF_ERROR_MOVE ? DF_ERROR_DEFECT : status;
    report->drops = summary.drops;
    report->rows_cleared = summary.rows_cleared;
    report->max_height = summary.max_height;
    report->width = plan->width;
    report->height = plan->height;
    report->frames = plan->frame_count;
    return DF_OK;
}

/* Sets the height of a copy of a plan that is still worked on, checks it, and shows it; not
 * where it needs more rows than there may be, as a better one may need fewer. */
static df_status print_offer(const print_job *asked, const df_plan *plan,
                             const df_print_report *report)
{
    const df_print_options *options = asked->options;
    print_job job = *asked;
    df_plan shown = *plan; /* with drops of its own, whose rows are found */
    df_print_report counted = *report;
    df_plan_color *const none = calloc(plan->set->count, sizeof *none);
    df_status status = DF_ERROR_MEMORY;
    job.error = NULL;
    shown.drops = malloc(plan->count * sizeof *shown.drops);
    if (shown.drops != NULL && none != NULL) {
        memcpy(shown.drops, plan->drops, plan->count * sizeof *shown.drops);
        status = print_fix_height(&job, &shown);
        if (status == DF_OK)
            status = print_verify(&job, &shown, &counted, asked->error);
    }
    if (status == DF_OK) {
        shown.colors = asked->is_flat ? none : shown.colors;
        if (asked->is_flat)
            df_carriers_write_any(counted.pieces);
        options->better(options->better_context, &shown, &counted);
    }
    free(none);
    free(shown.drops);
    return status == DF_ERROR_LIMIT ? DF_OK : status;
}

/* Checks each frame, or the picture. */
static df_status print_check_all(const print_job *job, const print_method *method)
{
    df_status status = DF_OK;
    for (size_t i = 0; i < job->frame_count && status == DF_OK; i++) {
        print_job frame = *job;
        frame.picture = job->frames[i];
        status = df_method_check(&frame, method);
    }
    return status;
}

/* Checks what is asked for, and plans it. */
static df_status print_run(const print_method *method, const print_job *job, df_plan **plan,
                           df_print_report *report)
{
    df_plan *made = NULL;
    df_print_report counted = {0};
    df_status status = print_check_all(job, method);
    if (status == DF_OK)
        status = method->plan(method, job, &made, &counted);
    if (status != DF_OK)
        return status;
    status = print_fix_height(job, made);
    if (status == DF_OK)
        status = print_verify(job, made, &counted, job->error);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    for (size_t i = 0; job->is_flat && i < made->set->count; i++)
        made->colors[i].given = false;
    if (job->is_flat)
        df_carriers_write_any(counted.pieces);
    *plan = made;
    if (report != NULL)
        *report = counted;
    return DF_OK;
}

/* Prints the pictures in one colour, which the plan does not have. */
static df_status print_with_any(const print_method *method, const print_job *asked,
                                df_plan **plan, df_print_report *report)
{
    df_picture **flat = calloc(asked->frame_count, sizeof flat[0]);
    const df_picture **frames = calloc(asked->frame_count, sizeof frames[0]);
    df_status status = flat != NULL && frames != NULL ? DF_OK : DF_ERROR_MEMORY;
    for (size_t i = 0; i < asked->frame_count && status == DF_OK; i++) {
        status = df_carriers_flatten(&flat[i], asked->frames[i]);
        frames[i] = flat[i];
    }
    if (status == DF_OK) {
        print_job job = *asked;
        job.picture = flat[0];
        job.frames = frames;
        job.is_flat = true;
        status = print_run(method, &job, plan, report);
    }
    for (size_t i = 0; i < asked->frame_count && flat != NULL; i++)
        df_picture_free(flat[i]);
    free(flat);
    free(frames);
    return status;
}

static df_status print_refuse_method(df_error *error)
{
    df_error_set(error, DF_ERROR_ARGUMENT, "unknown method; choose one of");
    for (size_t i = 0; i < DF_PRINT_METHODS; i++)
        df_error_append(error, "%s%s", i == 0 ? " " : ", ", methods[i]->info.name);
    return DF_ERROR_ARGUMENT;
}

/* Checks which options are given together; the method is NULL if none has its name. */
static df_status print_check_options(const print_job *job, const print_method *method)
{
    const df_print_options *options = job->options;
    const bool is_dealt = options->deal != NULL;
    const print_fault faults[] = {
        {.when = options->begin != NULL && !is_dealt,
         .says = "only dealt pieces begin with a starting field; choose how they are dealt"},
        {.when = options->order != NULL &&
                 (options->width == 0 || is_dealt || options->method != NULL ||
                  options->width > DF_NARROW_MAX_WIDTH),
         .says = "pieces are put in order on given widths, without a deal or a method; choose "
                 "a width up to %zu, and leave out the others",
         .numbers = {DF_NARROW_MAX_WIDTH}},
        {.when = is_dealt && df_carriers_are_single(options->pieces),
         .says = "all dealt pieces carry colours; choose no single ones"},
        {.when = is_dealt && options->method != NULL && method != NULL,
         .says = "dealt pieces are planned in one way; choose no method"},
    };
    df_status status =
        df_method_refuse(job, DF_ERROR_ARGUMENT, faults, sizeof faults / sizeof faults[0]);
    if (status == DF_OK && method == NULL)
        status = print_refuse_method(job->error);
    if (status == DF_OK && job->is_animation && !is_dealt &&
        (method != methods[0] || options->order != NULL))
        status = df_error_set(job->error, DF_ERROR_ARGUMENT,
                              "the method %s prints animations, in no order; choose no other",
                              methods[0]->info.name);
    return status == DF_OK && is_dealt ? df_print_check_deal(job) : status;
}

static df_status print_job_run(print_job job, df_plan **plan, df_print_report *report)
{
    const print_method *method = find_method(job.options->method);
    const df_status status = print_check_options(&job, method);
    df_print_options options = *job.options;
    if (status != DF_OK)
        return status;
    job.is_single = df_carriers_are_single(options.pieces);
    if (job.is_single)
        options.pieces = NULL;
    if (options.deal != NULL) {
        df_print_set_dealt_size(&options, &job);
        method = &df_print_method_dealt;
    } else if (job.is_animation) {
        method = &df_print_method_frames;
    }
    job.options = &options;
    return df_carriers_are_any(options.pieces) ? print_with_any(method, &job, plan, report)
                                               : print_run(method, &job, plan, report);
}

df_status df_print(df_plan **plan, const df_picture *picture, const df_piece_set *tetrominoes,
                   const df_print_options *options, df_print_report *report, df_error *error)
{
    static const df_print_options usual = {.effort = 0};
    df_piece_set *own = NULL;
    bool is_stuck = false;
    df_status status = tetrominoes == NULL ? df_piece_set_tetrominoes(&own) : DF_OK;
    if (status != DF_OK)
        return status;
    options = options == NULL ? &usual : options;
    print_job job = {.picture = picture,
                     .frames = &job.picture,
                     .frame_count = 1,
                     .tetrominoes = own != NULL ? own : tetrominoes,
                     .options = options,
                     .error = error,
                     .is_stuck = &is_stuck,
                     .offer = options->better != NULL ? print_offer : NULL};
    df_picture *fewer = NULL;
    status = print_job_run(job, plan, report);
    while (status == DF_ERROR_LIMIT && is_stuck && options->merges &&
           job.picture->color_count > 1 &&
           (options->pieces == NULL || df_carriers_are_single(options->pieces))) {
        df_picture *merged = NULL;
        status = df_share_merge_colors(&merged, job.picture);
        df_picture_free(fewer);
        job.picture = fewer = merged;
        is_stuck = false;
        if (status == DF_OK)
            status = print_job_run(job, plan, report);
    }
    if (status == DF_OK && report != NULL)
        report->merged = picture->color_count - job.picture->color_count;
    df_picture_free(fewer);
    if (status == DF_OK && own != NULL)
        (*plan)->own_set = own;
    else
        df_piece_set_free(own);
    return status;
}

df_status df_print_frames(df_plan **plan, const df_picture *const *frames, size_t count,
                          const df_piece_set *tetrominoes, const df_print_options *options,
                          df_print_report *report, df_error *error)
{
    if (count == 0)
        return df_error_set(error, DF_ERROR_ARGUMENT, "an animation has frames; give one");
    for (size_t i = 1; i < count; i++) {
        if (frames[i]->width != frames[0]->width)
            return df_error_set(error, DF_ERROR_ARGUMENT,
                                "frame %zu is %u wide and the first one %u; make all frames of "
                                "one animation at once",
                                i + 1, frames[i]->width, frames[0]->width);
    }
    const print_job job = {.picture = frames[0],
                           .tetrominoes = tetrominoes,
                           .options = options,
                           .error = error,
                           .frames = frames,
                           .frame_count = count,
                           .is_animation = true};
    return print_job_run(job, plan, report);
}
