#include "dropforge/print.h"

#include <string.h>

#include "core/base/error.h"
#include "print/base/advice.h"
#include "print/base/carriers.h"
#include "print/base/possible.h"
#include "print/pack/structure.h"
#include "print/passes/best.h"
#include "print/rows/rows.h"
#include "print/wide/wide.h"
#include "print_dealt.h"

static const print_method *const methods[] = {&df_print_method_best, &df_print_method_search,
                                              &df_print_method_table};
#define METHODS (sizeof methods / sizeof methods[0])

const df_print_method_info *df_print_method(size_t index)
{
    return index < METHODS ? &methods[index]->info : NULL;
}

static const print_method *find_method(const char *name)
{
    if (name == NULL)
        return methods[0];
    for (size_t i = 0; i < METHODS; i++) {
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
                     "the print of %u rows needs a playfield of more than 1024; ",
                     job->picture->height);
        df_advice_put_fit(job->error, job->picture, METHOD_FITTING_WIDTH,
                          job->picture->height / 4 * 3, DF_PRINT_MAX_COLORS);
        return DF_ERROR_LIMIT;
    }
    if (status == DF_ERROR_MOVE) {
        df_error_set(job->error, DF_ERROR_LIMIT,
                     "the print tops out in a playfield of %u rows; use --height %u", height,
                     needed);
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

/* Plays the plan with every move checked and compares what it leaves. */
static df_status print_verify(const print_job *job, const df_plan *plan, bool anchors,
                              df_print_report *report, df_error *error)
{
    df_field *field = NULL;
    df_plan_summary summary;
    const df_status status = df_plan_play(plan, NULL, NULL, &field, &summary, error);
    if (status != DF_OK)
        return status == DF_ERROR_MOVE ? DF_ERROR_DEFECT : status;
    df_picture_difference difference;
    if (plan->begin != NULL)
        print_adopt_squares(plan, field);
    df_picture_compare(job->picture, field, plan, anchors, &difference);
    df_field_free(field);
    if (!difference.same)
        return df_error_set(error, DF_ERROR_DEFECT,
                            "the plan does not leave the picture, which is a defect of"
                            " this program; try another --seed and report it");
    report->drops = summary.drops;
    report->rows_cleared = summary.rows_cleared;
    report->max_height = summary.max_height;
    report->width = plan->width;
    report->height = plan->height;
    return DF_OK;
}

static df_status print_run(const print_method *method, const print_job *job, df_plan **plan,
                           df_print_report *report)
{
    df_plan *made = NULL;
    df_print_report counted = {0};
    df_status status = method == methods[0] && df_wide_is_needed(job)
                           ? df_wide_plan(job, &made, &counted)
                           : method->plan(method, job, &made, &counted);
    if (status != DF_OK)
        return status;
    status = print_fix_height(job, made);
    if (status == DF_OK)
        status = print_verify(job, made, job->options->anchors, &counted, job->error);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    if (report != NULL)
        *report = counted;
    return DF_OK;
}

/* Prints the picture in one colour, and takes that colour out of the plan. */
static df_status print_with_any(const print_method *method, const print_job *asked,
                                df_plan **plan, df_print_report *report)
{
    df_picture *flat = NULL;
    df_plan *made = NULL;
    df_print_report counted;
    df_status status = df_carriers_flatten(&flat, asked->picture);
    if (status != DF_OK)
        return status;
    print_job job = *asked;
    job.picture = flat;
    status = df_method_check(&job, method);
    if (status == DF_OK)
        status = print_run(method, &job, &made, &counted);
    df_picture_free(flat);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < made->set->count; i++)
        made->colors[i].given = false;
    df_carriers_write_any(counted.pieces);
    *plan = made;
    if (report != NULL)
        *report = counted;
    return DF_OK;
}

df_status df_print(df_plan **plan, const df_picture *picture, const df_piece_set *tetrominoes,
                   const df_print_options *options, df_print_report *report, df_error *error)
{
    df_print_options dealt = *options;
    print_job job = {picture, tetrominoes, options, error};
    const print_method *method = find_method(options->method);
    if (options->begin != NULL && options->deal == NULL)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "only dealt pieces begin with what lies there; choose how they are "
                            "dealt");
    if (options->deal != NULL && method != NULL) {
        if (options->method != NULL)
            return df_error_set(error, DF_ERROR_ARGUMENT,
                                "dealt pieces are planned in one way; choose no method");
        const df_status status = df_print_check_deal(&job);
        if (status != DF_OK)
            return status;
        df_print_set_dealt_size(&dealt, picture);
        job.options = &dealt;
        method = &df_print_method_dealt;
    }
    if (method == NULL) {
        df_error_set(error, DF_ERROR_ARGUMENT, "unknown method; choose one of");
        for (size_t i = 0; i < METHODS; i++)
            df_error_append(error, "%s%s", i == 0 ? " " : ", ", methods[i]->info.name);
        return DF_ERROR_ARGUMENT;
    }
    if (df_carriers_are_any(options->pieces))
        return print_with_any(method, &job, plan, report);
    const df_status status = df_method_check(&job, method);
    return status == DF_OK ? print_run(method, &job, plan, report) : status;
}
