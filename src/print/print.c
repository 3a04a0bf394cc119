#include "dropforge/print.h"

#include <string.h>

#include "core/jobs.h"
#include "core/mishap.h"
#include "dropforge/random.h"
#include "print/layout.h"
#include "print/method.h"
#include "print/possible.h"

/* J, T and L can not all emit into the outermost columns on either side. */
#define MARGIN 2
#define DEFAULT_WIDTH 21
#define LEAST_WIDTH 7

static const print_method *const methods[] = {&df_print_method_search, &df_print_method_table,
                                              &df_print_method_best};
#define METHODS (sizeof methods / sizeof methods[0])

/* The picture may stand in any columns between the margins. Those nearest to the middle are
 * tried, up to this many, and the one that takes the fewest drops is printed. */
#define MAX_LAYOUTS 24

/* A print under way. */
typedef struct print_job {
    const df_picture *picture;
    const df_piece_set *tetrominoes;
    const print_method *method;
    uint64_t seed;
    unsigned width;
    unsigned layout_count;
    picture_layout layouts[MAX_LAYOUTS]; /* nearest to the middle first */
    picture_layout *best;                /* the one that is printed */
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
        df_mishap_begin(mishap, 0, 0,
                        "a playfield has at most 64 columns; choose a smaller width");
        return DF_ERROR_ARGUMENT;
    }
    if (job->width < LEAST_WIDTH || job->width % 2 == 0) {
        /* An even width times any number of rows, and one square, is no multiple of four. */
        df_mishap_begin(mishap, 0, 0, "method ");
        df_mishap_put(mishap, job->method->info.name);
        df_mishap_put(mishap, " cannot emit single squares on width ");
        df_mishap_put_number(mishap, job->width);
        df_mishap_put(mishap, "; choose an odd --width from 7 to 63");
        return DF_ERROR_ARGUMENT;
    }
    if (job->picture->width + 2 * MARGIN > job->width) {
        const unsigned needed = (job->picture->width + 2 * MARGIN) | 1;
        df_mishap_begin(mishap, 0, 0, "the picture is ");
        df_mishap_put_number(mishap, job->picture->width);
        df_mishap_put(mishap, " squares wide and a playfield of width ");
        df_mishap_put_number(mishap, job->width);
        df_mishap_put(mishap, " holds ");
        df_mishap_put_number(mishap, job->width - 2 * MARGIN);
        if (needed < DF_FIELD_MAX_WIDTH) {
            df_mishap_put(mishap, "; use --width ");
            df_mishap_put_number(mishap, needed);
            df_mishap_put(mishap, " or more, or scale it down (--fit)");
        } else {
            df_mishap_put(mishap, "; crop it or scale it down (--fit 59x1000)");
        }
        return DF_ERROR_LIMIT;
    }
    return DF_OK;
}

static df_status check_colors(const print_job *job, df_mishap *mishap)
{
    if (job->picture->color_count <= ROW_COLORS)
        return DF_OK;
    df_mishap_begin(mishap, 0, 0, "the picture has ");
    df_mishap_put_number(mishap, job->picture->color_count);
    df_mishap_put(mishap, " opaque colours and method ");
    df_mishap_put(mishap, job->method->info.name);
    df_mishap_put(mishap, " prints 3; reduce them (--colors 3)");
    return DF_ERROR_LIMIT;
}

static df_status create_layouts(print_job *job, bool anchors)
{
    const unsigned room = job->width - 2 * MARGIN - job->picture->width;
    const unsigned middle = room / 2;
    for (unsigned i = 0; i <= room && i < MAX_LAYOUTS; i++) {
        /* middle, then one to the right and one to the left in turn */
        const unsigned step = (i + 1) / 2;
        const unsigned left = MARGIN + (i % 2 == 1 ? middle + step : middle - step);
        const df_status status =
            df_layout_create(&job->layouts[i], job->picture, job->width, left, anchors);
        if (status != DF_OK)
            return status;
        job->layout_count++;
    }
    return DF_OK;
}

/* Rows are independent jobs; their seeds tell only the rows of a layout apart. */
static uint64_t row_seed(const print_job *job, unsigned y)
{
    df_random random;
    df_random_seed(&random, job->seed, y);
    return df_random_next(&random);
}

static df_status plan_one_row(void *context, size_t index)
{
    print_job *job = context;
    const unsigned y = (unsigned)(index % job->picture->height);
    return df_layout_plan_row(&job->layouts[index / job->picture->height], y, job->tetrominoes,
                              job->method, row_seed(job, y));
}

static df_status refine_one_row(void *context, size_t index)
{
    print_job *job = context;
    const unsigned y = (unsigned)index;
    return df_layout_refine_row(job->best, y, job->tetrominoes, job->method, row_seed(job, y));
}

/* Chooses the layout whose rows are all planned with the fewest drops. */
static df_status choose_layout(print_job *job, df_mishap *mishap)
{
    for (unsigned i = 0; i < job->layout_count; i++) {
        picture_layout *layout = &job->layouts[i];
        if (df_layout_first_failure(layout) == layout->height &&
            (job->best == NULL || df_layout_drops(layout) < df_layout_drops(job->best)))
            job->best = layout;
    }
    if (job->best != NULL)
        return DF_OK;
    df_mishap_begin(mishap, 0, 0, "found no way to emit row ");
    df_mishap_put_number(mishap,
                         job->picture->height - df_layout_first_failure(&job->layouts[0]));
    df_mishap_put(mishap, " of the picture, counted from its top; try another --width");
    return DF_ERROR_LIMIT;
}

static df_status plan_rows(print_job *job, unsigned threads, df_mishap *mishap)
{
    const size_t height = job->picture->height;
    df_status status = df_jobs_run(job->layout_count * height, threads, plan_one_row, job);
    if (status == DF_OK)
        status = choose_layout(job, mishap);
    if (status == DF_OK && job->method->refines)
        status = df_jobs_run(height, threads, refine_one_row, job);
    return status;
}

/* Copies the rows' drops into one plan. */
static df_status assemble(const print_job *job, df_plan *plan, df_print_report *report)
{
    for (unsigned i = 0; i < job->layout_count; i++) {
        for (unsigned y = 0; y < job->picture->height; y++)
            report->nodes += job->layouts[i].results[y].nodes;
    }
    for (unsigned y = 0; y < job->picture->height; y++) {
        const row_result *row = &job->best->results[y];
        for (size_t i = 0; i < row->drops->count; i++) {
            const df_status status = df_plan_add(plan, row->drops->drops[i]);
            if (status != DF_OK)
                return status;
        }
        report->passes += row->passes;
        report->platforms += row->platforms;
    }
    for (unsigned i = 0; i < job->picture->color_count; i++)
        plan->colors[df_row_color_piece(i + 1)] =
            (df_plan_color){.given = true, .color = job->picture->colors[i]};
    return DF_OK;
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
        df_mishap_put(mishap, " rows needs a playfield of more than 1024; crop the picture");
        return DF_ERROR_LIMIT;
    }
    if (status != DF_OK)
        return status;
    const unsigned needed = plan->height;
    if (height == 0)
        height = needed > 2 * job->width ? needed : 2 * job->width;
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

static df_status run(print_job *job, const df_print_options *options, df_plan **plan,
                     df_print_report *report, df_mishap *mishap)
{
    df_status status = create_layouts(job, options->anchors);
    if (status == DF_OK)
        status = plan_rows(job, options->jobs, mishap);
    df_plan *made = NULL;
    if (status == DF_OK)
        status = df_plan_create(&made, job->width, 1, job->tetrominoes);
    df_print_report counted = {0};
    if (status == DF_OK)
        status = assemble(job, made, &counted);
    if (status == DF_OK)
        status = fix_height(job, made, options->height, mishap);
    if (status == DF_OK)
        status = verify(job, made, options->anchors, &counted, mishap);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    if (report != NULL)
        *report = counted;
    return DF_OK;
}

static df_status check(const print_job *job, const df_print_options *options, df_mishap *mishap)
{
    df_status status = check_width(job, mishap);
    if (status == DF_OK)
        status = check_colors(job, mishap);
    if (status == DF_OK)
        status = df_possible_check(job->picture, job->width, options->pieces, options->anchors,
                                   mishap);
    if (status == DF_OK && job->picture->height > DF_FIELD_MAX_HEIGHT) {
        df_mishap_begin(mishap, 0, 0, "a playfield has at most 1024 rows; crop the picture");
        return DF_ERROR_LIMIT;
    }
    if (status == DF_OK && options->height > DF_FIELD_MAX_HEIGHT) {
        df_mishap_begin(mishap, 0, 0, "a playfield has at most 1024 rows; choose fewer");
        return DF_ERROR_ARGUMENT;
    }
    return status;
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
        df_mishap_begin(mishap, 0, 0, "unknown method; choose one of");
        for (size_t i = 0; i < METHODS; i++) {
            df_mishap_put(mishap, i == 0 ? " " : ", ");
            df_mishap_put(mishap, methods[i]->info.name);
        }
        return DF_ERROR_ARGUMENT;
    }
    df_status status = check(&job, options, mishap);
    if (status == DF_OK)
        status = run(&job, options, plan, report, mishap);
    for (unsigned i = 0; i < job.layout_count; i++)
        df_layout_free(&job.layouts[i]);
    return status;
}
