#include "dropforge/print.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/board/drop.h"
#include "core/board/plan_deal.h"
#include "print/base/advice.h"
#include "print/base/carriers.h"
#include "print/base/possible.h"
#include "print/pack/pack.h"
#include "print/rows/rows.h"
#include "print_dealt.h"

/* The ways to print; a job is for the first that applies. */
static const print_method *const ways[] = {&df_print_method_dealt, &df_print_method_frames,
                                           &df_print_method_best, &df_print_method_search,
                                           &df_print_method_table};

const df_print_method_info *const df_print_methods[DF_PRINT_METHODS] = {
    &df_print_method_best.info, &df_print_method_search.info, &df_print_method_table.info};

/* Returns NULL if no method has the name that is asked for. */
static const print_method *print_find_way(const print_job *job)
{
    const char *name = job->options->method;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (ways[i]->applies != NULL ? ways[i]->applies(job)
                                     : name == NULL || strcmp(name, ways[i]->info.name) == 0)
            return ways[i];
    }
    df_error_set(job->error, DF_ERROR_ARGUMENT, "unknown method; choose one of");
    for (size_t i = 0; i < DF_PRINT_METHODS; i++)
        df_error_append(job->error, "%s%s", i == 0 ? " " : ", ", df_print_methods[i]->name);
    return NULL;
}

/* Sets the playfield's height: as asked for, or to what the plan needs, but not less than twice
 * the width. */
static df_status print_fix_height(const print_job *job, df_plan *plan)
{
    const df_picture *first = job->frames[0];
    const unsigned height = job->options->height;
    unsigned needed = 0;
    const df_status status = df_structure_fit(plan, height, &needed);
    if (status == DF_OK)
        plan->height = (uint16_t)(height > 0 ? height : unsigned_max(needed, 2u * plan->width));
    if (status != DF_ERROR_MOVE)
        return status;
    if (needed == 0) {
        df_error_set(job->error, DF_ERROR_LIMIT,
                     "the print of %u rows needs a playfield of more than 1024", first->height);
        df_advice_put_fit(job->error, first, METHOD_FITTING_WIDTH, first->height / 4 * 3,
                          job->is_animation ? 0 : DF_PRINT_MAX_COLORS);
        return DF_ERROR_LIMIT;
    }
    df_error_set(job->error, DF_ERROR_LIMIT, "the print tops out in a playfield of %u row%s",
                 height, height == 1 ? "" : "s");
    /* Dealt pieces are searched for on rows above which a piece has room, if there are any. */
    if (job->options->deal != NULL)
        needed = unsigned_max(needed, height + PRINT_REACH);
    df_error_advise(job->error, DF_OPTION_HEIGHT, "%u", needed);
    return DF_ERROR_LIMIT;
}

/* Plays the plan with every move checked and compares what it leaves. */
static df_status print_verify(const print_job *job, const df_plan *plan,
                              df_print_report *report)
{
    const unsigned how = (job->options->anchors ? DF_COMPARE_ANCHORS : 0) |
                         (job->is_flat ? DF_COMPARE_SHAPE : 0) |
                         (job->is_animation ? DF_COMPARE_FRAMES : 0);
    const size_t count = job->is_animation ? plan->frame_count : 1;
    df_plan_summary summary;
    df_picture_difference found = {.frame = 0};
    df_status status =
        df_picture_compare_plan(job->frames, count, plan, how, &summary, &found, NULL);
    if (status == DF_ERROR_MOVE || (status == DF_OK && (count == 0 || !found.same)))
        status = df_error_set(job->error, DF_ERROR_DEFECT,
                              "the plan does not leave the picture; report this defect");
    if (status != DF_OK)
        return df_method_name_frame(job, found.frame, status);
    report->drops = summary.drops;
    report->rows_cleared = summary.rows_cleared;
    report->max_height = summary.max_height;
    report->width = plan->width;
    report->height = plan->height;
    report->frames = plan->frame_count;
    return DF_OK;
}

/* Sets the plan's height, checks the plan, and takes its colours away if all squares may be
 * left by any piece. */
static df_status print_finish(const print_job *job, df_plan *plan, df_print_report *report)
{
    df_status status = print_fix_height(job, plan);
    if (status == DF_OK)
        status = print_verify(job, plan, report);
    if (status != DF_OK || !job->is_flat)
        return status;
    for (size_t i = 0; i < plan->set->count; i++)
        plan->colors[i].given = false;
    df_carriers_write_any(report->pieces);
    return DF_OK;
}

/* Finishes a copy of a plan that is still worked on, and shows it; not where it needs more rows
 * than there may be, as a better one may need fewer. */
static df_status print_offer(const print_job *asked, const df_plan *plan,
                             const df_print_report *report)
{
    print_job job = *asked;
    df_plan *shown = NULL;
    df_print_report counted = *report;
    df_status status = df_plan_create(&shown, plan->width, plan->height, plan->set);
    job.error = NULL;
    if (status == DF_OK)
        status = df_plan_append(shown, plan);
    if (status == DF_OK) {
        memcpy(shown->colors, plan->colors, plan->set->count * sizeof plan->colors[0]);
        status = print_finish(&job, shown, &counted);
    }
    if (status == DF_OK)
        job.options->better(job.options->better_context, shown, &counted);
    df_plan_free(shown);
    return status == DF_ERROR_LIMIT ? DF_OK : status;
}

static df_status print_run(const print_method *way, const print_job *job, df_plan **plan,
                           df_print_report *report);

/* Prints the pictures in one colour fewer, or flat: all in one. */
static df_status print_recolored(const print_method *way, const print_job *asked, bool is_flat,
                                 df_plan **plan, df_print_report *report)
{
    print_job job = *asked;
    const size_t count = asked->frame_count;
    df_picture **frames = calloc(count, sizeof frames[0]);
    df_status status = frames != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK && !is_flat)
        status = df_print_merge_colors(frames, asked->frames, count);
    for (size_t i = 0; i < count && is_flat && status == DF_OK; i++)
        status = df_carriers_flatten(&frames[i], asked->frames[i]);
    job.frames = (const df_picture *const *)frames;
    job.is_flat = is_flat;
    if (status == DF_OK)
        status = print_run(way, &job, plan, report);
    for (size_t i = 0; i < count && frames != NULL; i++)
        df_picture_free(frames[i]);
    free(frames);
    return status;
}

/* Plans and finishes; where that is allowed, once more with one colour fewer. */
static df_status print_run(const print_method *way, const print_job *job, df_plan **plan,
                           df_print_report *report)
{
    df_plan *made = NULL;
    df_print_report counted = {0};
    *job->is_stuck = false;
    df_status status = df_method_check(job, way);
    if (status == DF_OK)
        status = way->plan(way, job, &made, &counted);
    if (status == DF_OK)
        status = print_finish(job, made, &counted);
    if (status == DF_ERROR_LIMIT && *job->is_stuck && df_method_may_merge(job)) {
        status = print_recolored(way, job, false, plan, report);
        if (status == DF_OK)
            report->merged++;
        return status;
    }
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    *report = counted;
    return DF_OK;
}

/* Checks the options that are given together, and prints with those that are open chosen. */
static df_status print_begin(const print_job *asked, df_plan **plan, df_print_report *report)
{
    df_print_options options = *asked->options;
    print_job job = *asked;
    const print_method *way = print_find_way(asked);
    if (options.begin != NULL && options.deal == NULL)
        return df_error_set(asked->error, DF_ERROR_ARGUMENT,
                            "only dealt pieces begin with a starting field; choose how they "
                            "are dealt");
    if (options.order != NULL &&
        (options.width == 0 || options.deal != NULL || options.method != NULL ||
         options.width > DF_NARROW_MAX_WIDTH))
        return df_error_set(asked->error, DF_ERROR_ARGUMENT,
                            "pieces are put in order on given widths, without a deal or a "
                            "method; choose a width up to %zu, and leave out the others",
                            (size_t)DF_NARROW_MAX_WIDTH);
    if (way == NULL)
        return DF_ERROR_ARGUMENT;
    df_status status = way->prepare != NULL ? way->prepare(asked, &options) : DF_OK;
    if (status != DF_OK)
        return status;
    job.options = &options;
    job.is_single = df_carriers_are_single(options.pieces);
    if (job.is_single)
        options.pieces = NULL;
    return df_carriers_are_any(options.pieces) ? print_recolored(way, &job, true, plan, report)
                                               : print_run(way, &job, plan, report);
}

/* Prints the frames of an animation or a picture, by default in the usual way. */
static df_status print_all(print_job job, df_plan **plan, df_print_report *report)
{
    static const df_print_options usual = {.effort = 0};
    df_print_report counted;
    df_piece_set *own = NULL;
    bool is_stuck = false;
    df_status status = job.tetrominoes == NULL ? df_piece_set_tetrominoes(&own) : DF_OK;
    if (status != DF_OK)
        return status;
    if (own != NULL)
        job.tetrominoes = own;
    if (job.options == NULL)
        job.options = &usual;
    job.is_stuck = &is_stuck;
    status = print_begin(&job, plan, report != NULL ? report : &counted);
    if (status == DF_OK && own != NULL)
        (*plan)->own_set = own;
    else
        df_piece_set_free(own);
    return status;
}

df_status df_print(df_plan **plan, const df_picture *picture, const df_piece_set *tetrominoes,
                   const df_print_options *options, df_print_report *report, df_error *error)
{
    return print_all(
        (print_job){.frames = &picture,
                    .frame_count = 1,
                    .tetrominoes = tetrominoes,
                    .options = options,
                    .error = error,
                    .offer = options != NULL && options->better != NULL ? print_offer : NULL},
        plan, report);
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
    return print_all((print_job){.frames = frames,
                                 .frame_count = count,
                                 .is_animation = true,
                                 .tetrominoes = tetrominoes,
                                 .options = options,
                                 .error = error},
                     plan, report);
}
