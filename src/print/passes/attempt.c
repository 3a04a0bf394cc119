#include "attempt.h"

#include <stdlib.h>

#include "print/base/carriers.h"
#include "print/bound/bound.h"
#include "print/pack/pack.h"
#include "print/rows/rows.h"

/* Returns the number of cleared rows from which on a plan is no better than is asked for. */
static unsigned attempt_row_limit(const attempt *self, const canvas *on)
{
    if (self->drops == 0)
        return 4 * DF_FIELD_MAX_HEIGHT * DF_FIELD_MAX_WIDTH;
    size_t squares = 0;
    for (unsigned y = 0; y < on->height; y++)
        squares += columns_count(&on->rows[y].squares);
    unsigned limit = (unsigned)((4 * self->drops - squares + on->width - 1) / on->width);
    /* All squares that are dropped stay or clear, and they come in fours. */
    while (limit > 1 && (squares + (size_t)(limit - 1) * on->width) % 4 != 0)
        limit--;
    return limit;
}

/* Rates the squares by the weights that prove a bound. *made is the caller's. */
static df_status attempt_weigh(const attempt *self, const print_job *job, const canvas *on,
                               pass_rating *made)
{
    char pieces[DF_PRINT_PIECES_SIZE];
    df_carriers_write(self->place.pieces, job->picture->color_count, pieces);
    df_print_options asked = *job->options;
    asked.width = self->place.width;
    asked.pieces = pieces;
    const size_t squares = (size_t)job->picture->width * job->picture->height;
    int64_t *weights = malloc(squares * sizeof weights[0]);
    if (weights == NULL)
        return DF_ERROR_MEMORY;
    df_status status = df_bound_weigh(job->picture, job->tetrominoes, &asked, weights);
    if (status == DF_OK)
        status = df_rating_create(made, on, &self->place, weights);
    free(weights);
    return status;
}

static df_status attempt_search(attempt *self, const print_job *job, const pass_rating *rating)
{
    uint64_t nodes = 0;
    self->options.limit = attempt_row_limit(self, rating->on);
    for (unsigned round = 0; round < 2; round++) {
        df_status status =
            df_beam_search(rating, job->tetrominoes, &self->options, &self->result);
        nodes = self->result.nodes += nodes;
        if (status != DF_OK || self->result.drops == NULL || job->options->height == 0)
            return status;
        unsigned needed;
        status = df_structure_fit(self->result.drops, job->options->height, &needed);
        if (status == DF_OK)
            return DF_OK;
        df_plan_free(self->result.drops);
        self->result.drops = NULL;
        self->result.reached = job->picture->height - 1;
        if (status != DF_ERROR_MOVE)
            return status;
        /* The tallest piece is four rows high when it is turned. */
        const unsigned height = self->options.height;
        self->options.height = height > 4 ? height - 4 : 1;
    }
    return DF_OK;
}

df_status df_attempt_run(attempt *self, const print_job *job,
                         const print_shape shapes[PRINT_SHAPES])
{
    canvas on;
    df_status status = df_canvas_create(&on, &self->place, shapes);
    if (status != DF_OK)
        return status;
    pass_rating rating;
    status = self->options.is_open ? attempt_weigh(self, job, &on, &rating)
                                   : df_rating_create(&rating, &on, &self->place, NULL);
    if (status == DF_OK) {
        status = attempt_search(self, job, &rating);
        df_rating_free(&rating);
    }
    df_canvas_free(&on);
    return status;
}

df_status df_attempt_rows(const print_job *job, df_plan **plan, df_print_report *report)
{
    print_job asked = *job;
    asked.error = NULL;
    *plan = NULL;
    if (df_rows_check(&df_print_method_search, &asked) != DF_OK)
        return DF_OK;
    df_plan *made = NULL;
    df_print_report about = {0};
    df_status status =
        df_print_method_search.plan(&df_print_method_search, &asked, &made, &about);
    if (status == DF_ERROR_LIMIT)
        return DF_OK;
    if (status != DF_OK)
        return status;
    if (job->options->height != 0) {
        status = df_plan_settle(made, 1, NULL);
        if (status != DF_OK || made->height > job->options->height) {
            df_plan_free(made);
            return status == DF_ERROR_MOVE ? DF_OK : status;
        }
    }
    about.drops = made->count;
    *plan = made;
    *report = about;
    return DF_OK;
}
