#include "dropforge/print.h"

#include <string.h>

#include "core/mishap.h"
#include "print/advice.h"
#include "print/letters.h"
#include "print/method.h"

/* Every method prints a picture of so many columns, on some playfield. */
enum { MOST_FITTING_WIDTH = 59 };

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

static df_status print_check_colors(const print_job *job, const print_method *method)
{
    const unsigned most = method->info.most_colors;
    const char *pieces = job->options->pieces;
    const size_t named = pieces != NULL && pieces[0] != '\0' ? strlen(pieces) : most;
    if (job->picture->color_count <= most)
        return DF_OK;
    df_mishap_begin(job->mishap, 0, 0, "the picture has ");
    df_mishap_put_number(job->mishap, job->picture->color_count);
    df_mishap_put(job->mishap, " opaque colours and method ");
    df_mishap_put(job->mishap, method->info.name);
    df_mishap_put(job->mishap, " prints at most ");
    df_mishap_put_number(job->mishap, most);
    df_mishap_put(job->mishap, "; reduce them (--colors ");
    df_mishap_put_number(job->mishap, named < most ? named : most);
    df_mishap_put(job->mishap, ")");
    return DF_ERROR_LIMIT;
}

static df_status check(const print_job *job, const print_method *method)
{
    const df_print_options *options = job->options;
    if (options->width > DF_FIELD_MAX_WIDTH) {
        df_mishap_begin(job->mishap, 0, 0,
                        "a playfield has at most 64 columns; choose a smaller width");
        return DF_ERROR_ARGUMENT;
    }
    if (options->height > DF_FIELD_MAX_HEIGHT) {
        df_mishap_begin(job->mishap, 0, 0, "a playfield has at most 1024 rows; choose fewer");
        return DF_ERROR_ARGUMENT;
    }
    if (options->effort > DF_PRINT_MOST_EFFORT) {
        df_mishap_begin(job->mishap, 0, 0, "the effort is at most 9; choose a smaller one");
        return DF_ERROR_ARGUMENT;
    }
    if (job->picture->height > DF_FIELD_MAX_HEIGHT) {
        df_mishap_begin(job->mishap, 0, 0, "a playfield has at most 1024 rows; ");
        df_advice_put_fit(job->mishap, job->picture, MOST_FITTING_WIDTH,
                          DF_FIELD_MAX_HEIGHT / 2, method->info.most_colors);
        return DF_ERROR_LIMIT;
    }
    const df_status status = print_check_colors(job, method);
    return status == DF_OK
               ? df_letters_check(options->pieces, job->picture, job->tetrominoes, job->mishap)
               : status;
}

/* Fixes the playfield's height: what was asked for, or what the plan needs, but not less
 * than twice the width. */
static df_status fix_height(const print_job *job, df_plan *plan, unsigned height,
                            df_mishap *mishap)
{
    df_status status = df_plan_settle(plan, 1, NULL);
    if (status == DF_ERROR_MOVE) {
        df_mishap_begin(mishap, 0, 0, "the print of ");
        df_mishap_put_number(mishap, job->picture->height);
        df_mishap_put(mishap, " rows needs a playfield of more than 1024; ");
        df_advice_put_fit(mishap, job->picture, MOST_FITTING_WIDTH,
                          job->picture->height / 4 * 3, DF_PRINT_MOST_COLORS);
        return DF_ERROR_LIMIT;
    }
    if (status != DF_OK)
        return status;
    const unsigned needed = plan->height;
    if (height == 0)
        height = needed > 2u * plan->width ? needed : 2u * plan->width;
    if (height < needed) {
        plan->height = (uint16_t)height;
        status = df_plan_play(plan, NULL, NULL, NULL, NULL, NULL);
        if (status == DF_ERROR_MOVE) {
            df_mishap_begin(mishap, 0, 0, "the print tops out in a playfield of ");
            df_mishap_put_number(mishap, height);
            df_mishap_put(mishap, " rows; use --height ");
            df_mishap_put_number(mishap, needed);
            return DF_ERROR_LIMIT;
        }
    }
    plan->height = (uint16_t)height;
    return status;
}

/* Plays the plan with every move checked and compares what it leaves. */
static df_status verify(const print_job *job, const df_plan *plan, bool anchors,
                        df_print_report *report, df_mishap *mishap)
{
    df_field *field = NULL;
    df_plan_summary summary;
    const df_status status = df_plan_play(plan, NULL, NULL, &field, &summary, mishap);
    if (status != DF_OK)
        return status == DF_ERROR_MOVE ? DF_ERROR_DEFECT : status;
    df_picture_difference difference;
    df_picture_compare(job->picture, field, plan, anchors, &difference);
    df_field_free(field);
    if (!difference.same) {
        df_mishap_begin(mishap, 0, 0,
                        "the plan does not leave the picture, which is a defect of"
                        " this program; try another --seed and report it");
        return DF_ERROR_DEFECT;
    }
    report->drops = summary.drops;
    report->rows_cleared = summary.rows_cleared;
    report->max_height = summary.max_height;
    report->width = plan->width;
    report->height = plan->height;
    return DF_OK;
}

static df_status run(const print_method *method, const print_job *job, df_plan **plan,
                     df_print_report *report)
{
    df_plan *made = NULL;
    df_print_report counted = {0};
    df_status status = method->plan(method, job, &made, &counted);
    if (status != DF_OK)
        return status;
    status = fix_height(job, made, job->options->height, job->mishap);
    if (status == DF_OK)
        status = verify(job, made, job->options->anchors, &counted, job->mishap);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    if (report != NULL)
        *report = counted;
    return DF_OK;
}

df_status df_print(df_plan **plan, const df_picture *picture, const df_piece_set *tetrominoes,
                   const df_print_options *options, df_print_report *report, df_mishap *mishap)
{
    const print_job job = {picture, tetrominoes, options, mishap};
    const print_method *method = find_method(options->method);
    if (method == NULL) {
        df_mishap_begin(mishap, 0, 0, "unknown method; choose one of");
        for (size_t i = 0; i < METHODS; i++) {
            df_mishap_put(mishap, i == 0 ? " " : ", ");
            df_mishap_put(mishap, methods[i]->info.name);
        }
        return DF_ERROR_ARGUMENT;
    }
    const df_status status = check(&job, method);
    return status == DF_OK ? run(method, &job, plan, report) : status;
}
