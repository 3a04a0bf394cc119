#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/base/jobs.h"
#include "core/base/random.h"
#include "core/board/plan_deal.h"
#include "print/base/advice.h"
#include "print/base/possible.h"

/* J, T and L cannot all emit into the outermost columns on either side. */
#define MARGIN 2
#define DEFAULT_WIDTH 21
#define LEAST_WIDTH 7
#define MAX_WIDTH 63

/* The picture may stand in any columns between the margins. Those nearest to the middle are
 * tried, up to this many, and the one that takes the fewest drops is printed. */
#define MAX_LAYOUTS 24

/* A place of the picture in the playfield's columns, with the plan of each row. The rows do not
 * depend on one another: the squares below a row while it is emitted are known from the
 * picture. */
typedef struct picture_layout {
    uint8_t *want;       /* the picture's rows of `width` squares: 0 or a colour number */
    row_result *results; /* one a row */
} picture_layout;

typedef struct rows_job {
    const print_job *print;
    const print_method *method;
    unsigned width;
    uint8_t colors[ROW_COLORS]; /* the row planner's number of each of the picture's colours */
    unsigned layout_count;
    picture_layout layouts[MAX_LAYOUTS]; /* nearest to the middle first */
    picture_layout *best;                /* the one that is printed */
} rows_job;

static unsigned chosen_width(const print_job *job)
{
    return job->options->width != 0 ? job->options->width : DEFAULT_WIDTH;
}

/* The least width that will do and is not below this, or the greatest one. */
static unsigned rows_width_above(const print_job *job, unsigned width)
{
    unsigned needed = (job->frames[0]->width + 2 * MARGIN) | 1;
    needed = needed > (width | 1) ? needed : width | 1;
    needed = needed > LEAST_WIDTH ? needed : LEAST_WIDTH;
    return needed < MAX_WIDTH ? needed : MAX_WIDTH;
}

static df_status rows_check_width(const print_method *method, const print_job *job)
{
    df_error *error = job->error;
    const unsigned width = chosen_width(job);
    if (width < LEAST_WIDTH || width > MAX_WIDTH || width % 2 == 0) {
        /* An even width times any number of rows, and one square, is no multiple of four. */
        df_error_set(error, DF_ERROR_ARGUMENT,
                     "method %s cannot emit single squares on width %u, but on odd ones from 7 "
                     "to 63",
                     method->info.name, width);
        df_error_advise(error, DF_OPTION_WIDTH, "%u", rows_width_above(job, width));
        return DF_ERROR_ARGUMENT;
    }
    if (job->frames[0]->width + 2 * MARGIN > width) {
        const unsigned needed = (job->frames[0]->width + 2 * MARGIN) | 1;
        const bool is_given = job->options->width != 0;
        df_error_set(error, DF_ERROR_LIMIT,
                     "the picture is %u squares wide and a playfield of width %u "
                     "holds %u",
                     job->frames[0]->width, width, width - 2 * MARGIN);
        if (needed <= MAX_WIDTH)
            df_error_advise(error, DF_OPTION_WIDTH, "%u", needed);
        df_advice_put_fit(error, job->frames[0],
                          (needed <= MAX_WIDTH || is_given ? width : MAX_WIDTH) - 2 * MARGIN,
                          DF_FIELD_MAX_HEIGHT / 2, method->info.max_colors);
        if (needed > MAX_WIDTH && !is_given)
            df_error_advise_join(error, DF_OPTION_WIDTH, "%u", (unsigned)MAX_WIDTH);
        return DF_ERROR_LIMIT;
    }
    return DF_OK;
}

/* Finds the number of each colour among those that J, T and L carry, from 1: of the first of
 * them that may leave it. */
static df_status number_colors(const print_job *job, uint8_t colors[ROW_COLORS])
{
    carrier_sets sets;
    (void)df_carriers_read(&sets, job->options->pieces != NULL ? job->options->pieces : "JTL");
    for (unsigned i = 0; i < job->frames[0]->color_count; i++) {
        unsigned found = 0;
        while (found < ROW_COLORS && (sets.pieces[i] >> df_row_pieces[found] & 1) == 0)
            found++;
        if (found == ROW_COLORS) {
            df_error_set(job->error, DF_ERROR_ARGUMENT,
                         "this method prints with J, T and L only");
            df_error_advise(job->error, DF_OPTION_PIECES, "JTL");
            return DF_ERROR_ARGUMENT;
        }
        colors[i] = (uint8_t)(found + 1);
    }
    return DF_OK;
}

/* Checks that a picture can be printed row by row with those options; *error says why not. */
static df_status rows_check(const print_method *method, const print_job *job)
{
    uint8_t colors[ROW_COLORS];
    /* df_print has refused it; the method best asks for pictures of its own, too. */
    if (job->frames[0]->color_count > ROW_COLORS)
        return DF_ERROR_LIMIT;
    df_status status = number_colors(job, colors);
    if (status == DF_OK)
        status = rows_check_width(method, job);
    if (status == DF_OK)
        status = df_possible_check(job->frames[0], chosen_width(job), job->options->pieces,
                                   job->options->anchors, job->error);
    return status;
}

/* Stands the picture at column `left`. With anchors, a row that is empty in the picture gets
 * one square of the first colour in the column right of it. */
static df_status rows_add_layout(rows_job *job, unsigned left)
{
    const df_picture *picture = job->print->frames[0];
    picture_layout *layout = &job->layouts[job->layout_count++];
    layout->want = calloc(picture->height, job->width);
    layout->results = calloc(picture->height, sizeof layout->results[0]);
    if (layout->want == NULL || layout->results == NULL)
        return DF_ERROR_MEMORY;
    for (unsigned y = 0; y < picture->height; y++) {
        uint8_t *row = &layout->want[(size_t)y * job->width];
        for (unsigned x = 0; x < picture->width; x++) {
            const unsigned color = picture->cell[(size_t)y * picture->width + x];
            row[left + x] = color != 0 ? job->colors[color - 1] : 0;
        }
        if (job->print->options->anchors && df_row_squares(row, job->width) == 0)
            row[left + picture->width] = job->colors[0];
    }
    return DF_OK;
}

static void rows_free_layouts(rows_job *job)
{
    for (unsigned i = 0; i < job->layout_count; i++) {
        picture_layout *layout = &job->layouts[i];
        for (unsigned y = 0; layout->results != NULL && y < job->print->frames[0]->height; y++)
            df_plan_free(layout->results[y].drops);
        free(layout->want);
        free(layout->results);
    }
}

static df_status create_layouts(rows_job *job)
{
    const unsigned slack = job->width - 2 * MARGIN - job->print->frames[0]->width;
    df_status status = DF_OK;
    for (unsigned i = 0; i <= slack && i < MAX_LAYOUTS && status == DF_OK; i++) {
        /* middle, then one to the right and one to the left in turn */
        const unsigned middle = MARGIN + slack / 2, step = (i + 1) / 2;
        status = rows_add_layout(job, i % 2 == 1 ? middle + step : middle - step);
    }
    return status;
}

/* Returns the seed of a row, the same in each layout: rows are independent jobs. */
static uint64_t row_seed(const rows_job *job, unsigned y)
{
    df_random random;
    df_random_seed(&random, job->print->options->seed, y);
    return df_random_next(&random);
}

static df_status plan_one_row(void *context, size_t index)
{
    rows_job *job = context;
    const size_t height = job->print->frames[0]->height;
    const unsigned y = (unsigned)(index % height);
    picture_layout *layout = &job->layouts[index / height];
    const uint8_t *want = &layout->want[(size_t)y * job->width];
    const row_task task = {
        .tetrominoes = job->print->tetrominoes,
        .method = job->method,
        .width = job->width,
        .want = want,
        .below =
            y == 0 ? bits_span(0, job->width) : df_row_squares(want - job->width, job->width),
        .seed = row_seed(job, y),
    };
    return df_row_plan(&task, &layout->results[y]);
}

/* Returns the lowest row that has no plan, or the picture's height if all have one. *drops gets
 * the drops of the rows below. */
static unsigned count_planned_rows(const rows_job *job, const picture_layout *layout,
                                   size_t *drops)
{
    unsigned y = 0;
    *drops = 0;
    for (; y < job->print->frames[0]->height && layout->results[y].drops != NULL; y++)
        *drops += layout->results[y].drops->count;
    return y;
}

/* Chooses the layout whose rows are all planned with the fewest drops. */
static df_status choose_layout(rows_job *job)
{
    df_error *error = job->print->error;
    const unsigned height = job->print->frames[0]->height;
    size_t min = SIZE_MAX, drops;
    for (unsigned i = 0; i < job->layout_count; i++) {
        if (count_planned_rows(job, &job->layouts[i], &drops) == height && drops < min) {
            job->best = &job->layouts[i];
            min = drops;
        }
    }
    if (job->best != NULL)
        return DF_OK;
    df_error_set(error, DF_ERROR_LIMIT,
                 "found no way to emit row %u of the picture, counted from its top",
                 (unsigned)(height - count_planned_rows(job, &job->layouts[0], &drops)));
    df_error_advise(error, DF_OPTION_METHOD, "best");
    return DF_ERROR_LIMIT;
}

/* Copies the rows' drops into one plan. */
static df_status rows_assemble(const rows_job *job, df_plan *plan, df_print_report *report)
{
    const df_picture *picture = job->print->frames[0];
    for (unsigned i = 0; i < job->layout_count; i++) {
        for (unsigned y = 0; y < picture->height; y++)
            report->nodes += job->layouts[i].results[y].nodes;
    }
    for (unsigned y = 0; y < picture->height; y++) {
        const row_result *row = &job->best->results[y];
        const df_status status = df_plan_append(plan, row->drops);
        if (status != DF_OK)
            return status;
        report->passes += row->passes;
        report->platforms += row->platforms;
    }
    for (unsigned i = 0; i < picture->color_count; i++) {
        const unsigned piece = df_row_pieces[job->colors[i] - 1];
        report->pieces[i] = job->print->tetrominoes->pieces[piece].name[0];
        plan->colors[piece] = (df_plan_color){.given = true, .color = picture->colors[i]};
    }
    return DF_OK;
}

/* Plans and assembles; the caller frees *made and the layouts in any case. */
static df_status plan_job(rows_job *job, df_plan **made, df_print_report *report)
{
    df_status status = number_colors(job->print, job->colors);
    if (status == DF_OK)
        status = create_layouts(job);
    if (status == DF_OK)
        status = df_jobs_run(job->layout_count * (size_t)job->print->frames[0]->height,
                             job->print->options->jobs, plan_one_row, job);
    if (status == DF_OK)
        status = choose_layout(job);
    if (status == DF_OK)
        status = df_plan_create(made, job->width, 1, job->print->tetrominoes);
    return status == DF_OK ? rows_assemble(job, *made, report) : status;
}

static df_status rows_plan(const print_method *method, const print_job *print, df_plan **plan,
                           df_print_report *report)
{
    df_status status = rows_check(method, print);
    if (status != DF_OK)
        return status;
    rows_job job = {.print = print, .method = method, .width = chosen_width(print)};
    df_plan *made = NULL;
    df_print_report counted = {0};
    status = plan_job(&job, &made, &counted);
    rows_free_layouts(&job);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    *report = counted;
    return DF_OK;
}

const print_method df_print_method_search = {
    .info = {.name = "search",
             .summary = "flat and emitting pieces in one pass, packed by search",
             .max_colors = ROW_COLORS},
    .plan = rows_plan,
    .leans = true,
};

const print_method df_print_method_table = {
    .info = {.name = "table",
             .summary = "single J, T and L emitters as in tables, platforms where needed",
             .max_colors = ROW_COLORS},
    .plan = rows_plan,
    .leans = false,
};
