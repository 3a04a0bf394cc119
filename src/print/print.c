#include "dropforge/print.h"

#include <stdlib.h>
#include <string.h>

#include "core/jobs.h"
#include "core/mishap.h"
#include "print/bits.h"
#include "print/method.h"
#include "print/row.h"

/* J, T and L cannot emit into the outermost columns on either side. */
#define MARGIN 2
#define DEFAULT_WIDTH 21
#define LEAST_WIDTH 7

static const print_method *const methods[] = {&print_method_search, &print_method_table};
#define METHODS (sizeof methods / sizeof methods[0])

/* A print under way. */
typedef struct print_job {
    const df_picture *picture;
    const df_piece_set *tetrominoes;
    const print_method *method;
    uint64_t seed;
    unsigned width;
    unsigned left;       /* playfield column of the picture's column 0 */
    uint8_t *want;       /* picture->height rows of `width` squares */
    row_result *results; /* one a row */
    df_outcome *outcomes;
} print_job;

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

static df_status check_width(const print_job *job, df_mishap *mishap)
{
    if (job->width > DF_FIELD_MAX_WIDTH) {
        mishap_begin(mishap, 0, 0,
                     "a playfield has at most 64 columns; choose a smaller width");
        return DF_ERROR_ARGUMENT;
    }
    if (job->width < LEAST_WIDTH || job->width % 2 == 0) {
        /* An even width times any number of rows, and one square, is no multiple of four. */
        mishap_begin(mishap, 0, 0, "method ");
        mishap_put(mishap, job->method->info.name);
        mishap_put(mishap, " cannot emit single squares on width ");
        mishap_put_number(mishap, job->width);
        mishap_put(mishap, "; choose an odd width from 7 to 63");
        return DF_ERROR_ARGUMENT;
    }
    if (job->picture->width + 2 * MARGIN > job->width) {
        const unsigned needed = (job->picture->width + 2 * MARGIN) | 1;
        mishap_begin(mishap, 0, 0, "the picture is ");
        mishap_put_number(mishap, job->picture->width);
        mishap_put(mishap, " squares wide and a playfield of width ");
        mishap_put_number(mishap, job->width);
        mishap_put(mishap, " holds ");
        mishap_put_number(mishap, job->width - 2 * MARGIN);
        if (needed < DF_FIELD_MAX_WIDTH) {
            mishap_put(mishap, "; use width ");
            mishap_put_number(mishap, needed);
            mishap_put(mishap, " or more, or crop the picture");
        } else {
            mishap_put(mishap, "; crop or scale it to at most 59");
        }
        return DF_ERROR_LIMIT;
    }
    return DF_OK;
}

static df_status check_colors(const print_job *job, df_mishap *mishap)
{
    if (job->picture->color_count <= ROW_COLORS)
        return DF_OK;
    mishap_begin(mishap, 0, 0, "the picture has ");
    mishap_put_number(mishap, job->picture->color_count);
    mishap_put(mishap, " opaque colours and method ");
    mishap_put(mishap, job->method->info.name);
    mishap_put(mishap, " prints 3; reduce it to 3 colours");
    return DF_ERROR_LIMIT;
}

static bool row_is_empty(const df_picture *picture, unsigned y)
{
    for (unsigned x = 0; x < picture->width; x++) {
        if (picture->cell[(size_t)y * picture->width + x] != 0)
            return false;
    }
    return true;
}

/* Where an anchor goes: beside the picture, where a J can still emit. */
static unsigned anchor_column(const print_job *job)
{
    return job->left + job->picture->width;
}

/* Lays the picture out in the playfield's columns and anchors its empty rows, or refuses
 * them: what lies above an empty row has nothing to have come to rest on. */
static df_status lay_out(print_job *job, bool anchors, df_mishap *mishap)
{
    const df_picture *picture = job->picture;
    for (unsigned y = 0; y < picture->height; y++) {
        uint8_t *want = &job->want[(size_t)y * job->width];
        memcpy(want + job->left, &picture->cell[(size_t)y * picture->width], picture->width);
        if (!row_is_empty(picture, y))
            continue;
        if (!anchors) {
            mishap_begin(mishap, 0, 0, "row ");
            mishap_put_number(mishap, picture->height - y);
            mishap_put(mishap, " of the picture, counted from its top, is empty, and nothing"
                               " can rest above it; fill a square of it or allow anchors");
            return DF_ERROR_PICTURE;
        }
        want[anchor_column(job)] = 1;
    }
    return DF_OK;
}

static uint64_t squares_of_row(const print_job *job, unsigned y)
{
    uint64_t squares = 0;
    for (unsigned x = 0; x < job->width; x++)
        squares |= (uint64_t)(job->want[(size_t)y * job->width + x] != 0) << x;
    return squares;
}

static df_status plan_one_row(void *context, size_t index)
{
    print_job *job = context;
    const unsigned y = (unsigned)index;
    const row_task task = {
        .tetrominoes = job->tetrominoes,
        .method = job->method,
        .width = job->width,
        .want = &job->want[index * job->width],
        .below = y == 0 ? bits_span(0, job->width) : squares_of_row(job, y - 1),
        .seed = job->seed * 0x9e3779b97f4a7c15u + index * 1000,
    };
    return row_plan(&task, &job->outcomes[index], &job->results[index]);
}

/* Copies the rows' drops into one plan. */
static df_status assemble(const print_job *job, df_plan *plan, df_print_report *report,
                          df_mishap *mishap)
{
    for (unsigned y = 0; y < job->picture->height; y++) {
        const row_result *row = &job->results[y];
        if (job->outcomes[y] != DF_FOUND) {
            mishap_begin(mishap, 0, 0, "found no way to emit row ");
            mishap_put_number(mishap, job->picture->height - y);
            mishap_put(mishap, " of the picture; try another width");
            return DF_ERROR_LIMIT;
        }
        for (size_t i = 0; i < row->drops->count; i++) {
            const df_status status = df_plan_add(plan, row->drops->drops[i]);
            if (status != DF_OK)
                return status;
        }
        report->passes += row->passes;
        report->platforms += row->platforms;
        report->nodes += row->nodes;
    }
    for (unsigned i = 0; i < job->picture->color_count; i++)
        plan->colors[row_color_piece(i + 1)] =
            (df_plan_color){.given = true, .color = job->picture->colors[i]};
    return DF_OK;
}

/* Fixes the playfield's height, plays the plan and compares what it leaves. */
static df_status verify(const print_job *job, df_plan *plan, const df_print_options *options,
                        df_print_report *report, df_mishap *mishap)
{
    df_status status = df_plan_settle(plan, 2 * job->width, mishap);
    if (status != DF_OK)
        return status == DF_ERROR_MOVE ? DF_ERROR_LIMIT : status;
    const unsigned needed = plan->height;
    if (options->height != 0)
        plan->height = (uint16_t)options->height;
    df_field *field = NULL;
    df_plan_summary summary;
    status = df_plan_play(plan, NULL, NULL, &field, &summary, mishap);
    if (status == DF_ERROR_MOVE && options->height != 0) {
        mishap_begin(mishap, 0, 0, "the print tops out in a playfield of ");
        mishap_put_number(mishap, options->height);
        mishap_put(mishap, " rows; ");
        mishap_put_number(mishap, needed);
        mishap_put(mishap, " rows are enough");
        return DF_ERROR_LIMIT;
    }
    if (status != DF_OK)
        return status;
    df_picture_difference difference;
    df_picture_compare(job->picture, field, plan, options->anchors, &difference);
    df_field_free(field);
    if (!difference.same) {
        mishap_begin(mishap, 0, 0,
                     "the plan does not leave the picture (a defect of this"
                     " program); try another seed");
        return DF_ERROR_PICTURE;
    }
    report->drops = summary.drops;
    report->rows_cleared = summary.rows_cleared;
    report->max_height = summary.max_height;
    report->width = plan->width;
    report->height = plan->height;
    return DF_OK;
}

static df_status run(print_job *job, const df_print_options *options, df_plan **plan,
                     df_print_report *report, df_mishap *mishap)
{
    df_status status = lay_out(job, options->anchors, mishap);
    if (status == DF_OK)
        status = jobs_run(job->picture->height, options->jobs, plan_one_row, job);
    df_plan *made = NULL;
    if (status == DF_OK)
        status = df_plan_create(&made, job->width, 1, job->tetrominoes);
    df_print_report counted = {0};
    if (status == DF_OK)
        status = assemble(job, made, &counted, mishap);
    if (status == DF_OK)
        status = verify(job, made, options, &counted, mishap);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    if (report != NULL)
        *report = counted;
    return DF_OK;
}

static df_status allocate(print_job *job)
{
    const size_t height = job->picture->height;
    job->want = calloc(height, job->width);
    job->results = calloc(height, sizeof job->results[0]);
    job->outcomes = calloc(height, sizeof job->outcomes[0]);
    return job->want == NULL || job->results == NULL || job->outcomes == NULL ? DF_ERROR_MEMORY
                                                                              : DF_OK;
}

static void release(print_job *job)
{
    for (unsigned y = 0; job->results != NULL && y < job->picture->height; y++)
        df_plan_free(job->results[y].drops);
    free(job->want);
    free(job->results);
    free(job->outcomes);
}

df_status df_print(df_plan **plan, const df_picture *picture, const df_piece_set *tetrominoes,
                   const df_print_options *options, df_print_report *report, df_mishap *mishap)
{
    print_job job = {
        .picture = picture,
        .tetrominoes = tetrominoes,
        .method = find_method(options->method),
        .seed = options->seed,
        .width = options->width != 0 ? options->width : DEFAULT_WIDTH,
    };
    if (job.method == NULL) {
        mishap_begin(mishap, 0, 0, "unknown method; choose one of the listed methods");
        return DF_ERROR_ARGUMENT;
    }
    df_status status = check_width(&job, mishap);
    if (status == DF_OK)
        status = check_colors(&job, mishap);
    if (status == DF_OK && picture->height > DF_FIELD_MAX_HEIGHT) {
        mishap_begin(mishap, 0, 0, "a playfield has at most 1024 rows; crop the picture");
        status = DF_ERROR_LIMIT;
    }
    if (status != DF_OK)
        return status;
    job.left = MARGIN + (job.width - 2 * MARGIN - picture->width) / 2;
    status = allocate(&job);
    if (status == DF_OK)
        status = run(&job, options, plan, report, mishap);
    release(&job);
    return status;
}
