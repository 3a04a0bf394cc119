#include "print/rows.h"

#include <string.h>

#include "core/jobs.h"
#include "core/mishap.h"
#include "dropforge/random.h"
#include "print/advice.h"
#include "print/layout.h"
#include "print/possible.h"

/* J, T and L can not all emit into the outermost columns on either side. */
#define MARGIN 2
#define DEFAULT_WIDTH 21
#define LEAST_WIDTH 7
#define MOST_WIDTH 63

/* The picture may stand in any columns between the margins. Those nearest to the middle are
 * tried, up to this many, and the one that takes the fewest drops is printed. */
#define MAX_LAYOUTS 24

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
    unsigned needed = (job->picture->width + 2 * MARGIN) | 1;
    needed = needed > (width | 1) ? needed : width | 1;
    needed = needed > LEAST_WIDTH ? needed : LEAST_WIDTH;
    return needed < MOST_WIDTH ? needed : MOST_WIDTH;
}

static df_status check_width(const print_method *method, const print_job *job)
{
    df_mishap *mishap = job->mishap;
    const unsigned width = chosen_width(job);
    if (width < LEAST_WIDTH || width % 2 == 0) {
        /* An even width times any number of rows, and one square, is no multiple of four. */
        df_mishap_begin(mishap, 0, 0, "method ");
        df_mishap_put(mishap, method->info.name);
        df_mishap_put(mishap, " cannot emit single squares on width ");
        df_mishap_put_number(mishap, width);
        df_mishap_put(mishap, "; choose an odd one from 7 to 63 (--width ");
        df_mishap_put_number(mishap, rows_width_above(job, width));
        df_mishap_put(mishap, ")");
        return DF_ERROR_ARGUMENT;
    }
    if (job->picture->width + 2 * MARGIN > width) {
        const unsigned needed = (job->picture->width + 2 * MARGIN) | 1;
        const bool is_given = job->options->width != 0;
        df_mishap_begin(mishap, 0, 0, "the picture is ");
        df_mishap_put_number(mishap, job->picture->width);
        df_mishap_put(mishap, " squares wide and a playfield of width ");
        df_mishap_put_number(mishap, width);
        df_mishap_put(mishap, " holds ");
        df_mishap_put_number(mishap, width - 2 * MARGIN);
        df_mishap_put(mishap, "; ");
        if (needed <= MOST_WIDTH || !is_given) {
            df_mishap_put(mishap, "use --width ");
            df_mishap_put_number(mishap, needed <= MOST_WIDTH ? needed : MOST_WIDTH);
            df_mishap_put(mishap, needed <= MOST_WIDTH ? " or " : " and ");
        }
        df_advice_put_fit(mishap, job->picture,
                          (needed <= MOST_WIDTH || is_given ? width : MOST_WIDTH) - 2 * MARGIN,
                          DF_FIELD_MAX_HEIGHT / 2, method->info.most_colors);
        return DF_ERROR_LIMIT;
    }
    return DF_OK;
}

/* The number of each colour among those that J, T and L carry, from 1. */
static df_status number_colors(const print_job *job, uint8_t colors[ROW_COLORS])
{
    static const char letters[] = "JTL";
    const char *pieces = job->options->pieces != NULL ? job->options->pieces : letters;
    for (unsigned i = 0; i < job->picture->color_count; i++) {
        const char *found = strchr(letters, pieces[i]);
        if (found == NULL) {
            df_mishap_begin(job->mishap, 0, 0,
                            "this method prints with J, T and L only; use --pieces JTL");
            return DF_ERROR_ARGUMENT;
        }
        colors[i] = (uint8_t)(found - letters + 1);
    }
    return DF_OK;
}

df_status df_rows_check(const print_method *method, const print_job *job)
{
    uint8_t colors[ROW_COLORS];
    /* df_print has refused it; the method best asks for pictures of its own, too. */
    if (job->picture->color_count > ROW_COLORS)
        return DF_ERROR_LIMIT;
    df_status status = number_colors(job, colors);
    if (status == DF_OK)
        status = check_width(method, job);
    if (status == DF_OK)
        status = df_possible_check(job->picture, chosen_width(job), job->options->pieces,
                                   job->options->anchors, job->mishap);
    return status;
}

static df_status create_layouts(rows_job *job)
{
    const df_picture *picture = job->print->picture;
    const unsigned room = job->width - 2 * MARGIN - picture->width;
    const unsigned middle = room / 2;
    for (unsigned i = 0; i <= room && i < MAX_LAYOUTS; i++) {
        /* middle, then one to the right and one to the left in turn */
        const unsigned step = (i + 1) / 2;
        const unsigned left = MARGIN + (i % 2 == 1 ? middle + step : middle - step);
        const df_status status =
            df_layout_create(&job->layouts[i], picture, job->colors, job->width, left,
                             job->print->options->anchors);
        if (status != DF_OK)
            return status;
        job->layout_count++;
    }
    return DF_OK;
}

/* Rows are independent jobs; their seeds tell only the rows of a layout apart. */
static uint64_t row_seed(const rows_job *job, unsigned y)
{
    df_random random;
    df_random_seed(&random, job->print->options->seed, y);
    return df_random_next(&random);
}

static df_status plan_one_row(void *context, size_t index)
{
    rows_job *job = context;
    const size_t height = job->print->picture->height;
    const unsigned y = (unsigned)(index % height);
    return df_layout_plan_row(&job->layouts[index / height], y, job->print->tetrominoes,
                              job->method, row_seed(job, y));
}

/* Chooses the layout whose rows are all planned with the fewest drops. */
static df_status choose_layout(rows_job *job)
{
    df_mishap *mishap = job->print->mishap;
    for (unsigned i = 0; i < job->layout_count; i++) {
        picture_layout *layout = &job->layouts[i];
        if (df_layout_first_failure(layout) == layout->height &&
            (job->best == NULL || df_layout_drops(layout) < df_layout_drops(job->best)))
            job->best = layout;
    }
    if (job->best != NULL)
        return DF_OK;
    df_mishap_begin(mishap, 0, 0, "found no way to emit row ");
    df_mishap_put_number(mishap, job->print->picture->height -
                                     df_layout_first_failure(&job->layouts[0]));
    df_mishap_put(mishap, " of the picture, counted from its top; use --method best");
    return DF_ERROR_LIMIT;
}

static df_status plan_rows(rows_job *job)
{
    const size_t jobs = job->layout_count * (size_t)job->print->picture->height;
    const df_status status = df_jobs_run(jobs, job->print->options->jobs, plan_one_row, job);
    return status == DF_OK ? choose_layout(job) : status;
}

/* Copies the rows' drops into one plan. */
static df_status assemble(const rows_job *job, df_plan *plan, df_print_report *report)
{
    const df_picture *picture = job->print->picture;
    for (unsigned i = 0; i < job->layout_count; i++) {
        for (unsigned y = 0; y < picture->height; y++)
            report->nodes += job->layouts[i].results[y].nodes;
    }
    for (unsigned y = 0; y < picture->height; y++) {
        const row_result *row = &job->best->results[y];
        for (size_t i = 0; i < row->drops->count; i++) {
            const df_status status = df_plan_add(plan, row->drops->drops[i]);
            if (status != DF_OK)
                return status;
        }
        report->passes += row->passes;
        report->platforms += row->platforms;
    }
    for (unsigned i = 0; i < picture->color_count; i++) {
        const unsigned piece = df_row_color_piece(job->colors[i]);
        report->pieces[i] = job->print->tetrominoes->pieces[piece].name[0];
        plan->colors[piece] = (df_plan_color){.given = true, .color = picture->colors[i]};
    }
    return DF_OK;
}

/* Plans and assembles; what is made is the caller's to free either way. */
static df_status plan_job(rows_job *job, df_plan **made, df_print_report *report)
{
    df_status status = number_colors(job->print, job->colors);
    if (status == DF_OK)
        status = create_layouts(job);
    if (status == DF_OK)
        status = plan_rows(job);
    if (status == DF_OK)
        status = df_plan_create(made, job->width, 1, job->print->tetrominoes);
    return status == DF_OK ? assemble(job, *made, report) : status;
}

df_status df_rows_plan(const print_method *method, const print_job *print, df_plan **plan,
                       df_print_report *report)
{
    df_status status = df_rows_check(method, print);
    if (status != DF_OK)
        return status;
    rows_job job = {.print = print, .method = method, .width = chosen_width(print)};
    df_plan *made = NULL;
    df_print_report counted = {0};
    status = plan_job(&job, &made, &counted);
    for (unsigned i = 0; i < job.layout_count; i++)
        df_layout_free(&job.layouts[i]);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    *report = counted;
    return DF_OK;
}
