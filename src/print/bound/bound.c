#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/image/frames.h"
#include "dropforge/print.h"
#include "print/base/carriers.h"
#include "print/base/possible.h"
#include "proof.h"
#include "trace.h"

#define MAX_COLORS DF_TETROMINOES
#define ALL_PIECES ((1U << DF_TETROMINOES) - 1)
/* What is reported if all ways to give pieces to the colours are open. */
static const char open_pieces[] = "auto";

/* Traces times steps of one search for weights, but not fewer and not more steps than this. */
typedef struct effort {
    size_t work;
    unsigned min;
    unsigned max;
} effort;

static const effort joint_effort = {10000000, 60, 300};
static const effort quick_effort = {1000000, 60, 200};
/* Steps between two looks at a proof. */
#define STRETCH 48
/* Traces times steps of cuts and branches at effort 1. */
#define MAX_CUT_WORK 200000000
/* Steps of cuts and branches for one trace at effort 1. */
#define MAX_CUT_STEPS 40000

typedef struct bound_job {
    const df_picture *picture;
    const df_print_options *options;
    trace_board board;
    trace_list traces;
    proof proof;
    proof_case all;             /* plans */
    uint8_t pieces[MAX_COLORS]; /* that may leave each colour: bit p for piece p */
    int64_t sum;                /* the greatest that is proven */
    unsigned possible_width;    /* a width on which the picture is possible */
} bound_job;

static df_status bound_check(const bound_job *job, df_error *error)
{
    if (job->picture->color_count > MAX_COLORS) {
        df_error_set(error, DF_ERROR_LIMIT,
                     "the picture has %u opaque colours and there are 7 pieces",
                     job->picture->color_count);
        df_error_advise(error, DF_OPTION_COLORS, "6");
        return DF_ERROR_LIMIT;
    }
    const df_status status = df_possible_check_size(
        job->picture, job->options->width, DF_FIELD_MAX_WIDTH - 2, DF_PRINT_MAX_COLORS, error);
    return status == DF_OK ? df_possible_check_pieces(job->options->pieces, job->picture,
                                                      job->board.tetrominoes, error)
                           : status;
}

/* Counts the squares that stay, with the anchors. */
static size_t bound_count_squares(const df_picture *picture)
{
    size_t count = 0;
    for (unsigned y = 0; y < picture->height; y++) {
        const uint8_t *row = &picture->cell[(size_t)y * picture->width];
        for (unsigned x = 0; x < picture->width; x++)
            count += row[x] != 0;
        count += df_picture_row_is_empty(picture, y);
    }
    return count;
}

/* Returns the least number of rows, from `rows` up, with which the drops are a whole number. */
static size_t admissible_rows(size_t squares, unsigned width, size_t rows)
{
    while ((squares + width * rows) % 4 != 0)
        rows++;
    return rows;
}

/* Finds the drops that go with cleared rows, on the width or on the best of all widths. */
static df_status count_drops(bound_job *job, size_t rows, df_print_report *bound,
                             df_error *error)
{
    const df_print_options *options = job->options;
    const size_t squares = bound_count_squares(job->picture);
    const unsigned first = options->width != 0 ? options->width : 1;
    const unsigned last = options->width != 0 ? options->width : DF_FIELD_MAX_WIDTH;
    bool possible = false;
    df_status status = DF_OK;
    for (unsigned width = first; width <= last; width++) {
        const df_status answer =
            df_possible_check(job->picture, width, options->pieces, options->anchors, error);
        if (answer != DF_OK) {
            status = answer;
            continue;
        }
        const size_t cleared = admissible_rows(squares, width, rows);
        const size_t drops = (squares + width * cleared) / 4;
        if (!possible || drops < bound->drops)
            bound->drops = drops;
        if (!possible || cleared < bound->rows_cleared)
            bound->rows_cleared = cleared;
        possible = true;
        job->possible_width = width;
    }
    return possible ? DF_OK : status;
}

static unsigned steps_for(const effort *limits, size_t traces)
{
    const size_t steps = limits->work / (traces + 1);
    if (steps < limits->min)
        return limits->min;
    return steps < limits->max ? (unsigned)steps : limits->max;
}

/* Refuses seven colours of which none may have O, which leaves pairs side by side. */
static df_status bound_check_pairs(const bound_job *job, unsigned width, df_error *error)
{
    if (job->options->pieces != NULL || job->picture->color_count < DF_TETROMINOES)
        return DF_OK;
    for (unsigned color = 0; color < DF_TETROMINOES; color++) {
        char pieces[DF_TETROMINOES + 1] = "------";
        pieces[color] = 'O';
        pieces[color + 1] = '\0';
        if (df_possible_check(job->picture, width, pieces, job->options->anchors, NULL) ==
            DF_OK)
            return DF_OK;
    }
    df_error_set(error, DF_ERROR_PICTURE,
                 "seven colours need piece O, which leaves pairs side by side, "
                 "and every colour has odd runs");
    df_error_advise(error, DF_OPTION_COLORS, "6");
    return DF_ERROR_PICTURE;
}

/* Lists what the pieces that are asked for can leave. If all are open, each square may be left
 * by any piece that leaves squares of one colour only: no less than any choice allows. */
static df_status bound_list_traces(bound_job *job)
{
    carrier_sets sets;
    df_status status = DF_OK;
    if (job->options->pieces != NULL)
        (void)df_carriers_read(&sets, job->options->pieces);
    for (unsigned i = 0; i < job->picture->color_count && status == DF_OK; i++) {
        job->pieces[i] = job->options->pieces != NULL ? sets.pieces[i] : ALL_PIECES;
        status = df_traces_add(&job->traces, &job->board, i + 1, job->pieces[i]);
    }
    return status;
}

/* Finds prices, and the sum of weights that is proven with them. */
static df_status bound_weigh_traces(bound_job *job)
{
    const unsigned steps = steps_for(&joint_effort, job->traces.count);
    program made;
    const df_status status = df_program_create(&made, &job->traces, &job->all, &job->proof);
    if (status != DF_OK)
        return status;
    for (unsigned done = 0; done < steps;) {
        const unsigned stretch = STRETCH + done * 2 / 5;
        int64_t proven = 0;
        df_program_run(&made, stretch);
        done += stretch;
        df_program_round(&made, &job->proof);
        if (df_proof_holds(&job->proof, &job->all, &job->traces, &proven) && proven > job->sum)
            job->sum = proven;
    }
    df_program_free(&made);
    return DF_OK;
}

/* Returns the rows that clear at least, if more than sum / PROOF_ROW - 1 do. */
static size_t least_rows(const bound_job *job, int64_t sum)
{
    const size_t rows = (size_t)((sum + PROOF_ROW - 1) / PROOF_ROW);
    return job->options->width == 0
               ? rows
               : admissible_rows(bound_count_squares(job->picture), job->options->width, rows);
}

/* Returns the traces times steps after which cuts and branches end. */
static size_t limit_cut_work(const bound_job *job)
{
    const unsigned times = job->options->effort > 1 ? job->options->effort : 1;
    const size_t work = job->traces.count * MAX_CUT_STEPS;
    return times * (work < MAX_CUT_WORK ? work : MAX_CUT_WORK);
}

/* Raises the rows by cuts and branches. */
static df_status bound_cut(bound_job *job)
{
    const unsigned width = job->options->width;
    const unsigned beside = width == 0 ? 2 * TRACE_REACH : width - job->picture->width;
    cuts made;
    df_traces_sort(&job->traces);
    const size_t work = limit_cut_work(job);
    df_status status = df_cuts_create(&made, &job->traces, &job->proof, beside, work);
    if (status != DF_OK)
        return status;
    bool exceed = true;
    size_t rows = least_rows(job, job->sum);
    while (exceed && made.work < work) {
        status = df_cuts_exceed(&made, rows, &exceed);
        if (status != DF_OK)
            break;
        if (exceed)
            rows = least_rows(job, (int64_t)(rows + 1) * PROOF_ROW);
    }
    job->sum = (int64_t)rows * PROOF_ROW;
    df_cuts_free(&made);
    return status;
}

static df_status find_bound(bound_job *job, df_print_report *found, df_error *error)
{
    df_status status = bound_list_traces(job);
    if (status == DF_OK)
        status = bound_weigh_traces(job);
    if (status == DF_OK)
        status = bound_cut(job);
    if (status != DF_OK)
        return status;
    if (job->options->pieces != NULL)
        df_carriers_write(job->pieces, job->picture->color_count, found->pieces);
    else
        memcpy(found->pieces, open_pieces, sizeof open_pieces);
    return count_drops(job, (size_t)((job->sum + PROOF_ROW - 1) / PROOF_ROW), found, error);
}

static trace_board make_board(const df_picture *picture, const df_piece_set *tetrominoes,
                              const df_print_options *options)
{
    trace_board board = {.picture = picture,
                         .tetrominoes = tetrominoes,
                         .beside = TRACE_REACH,
                         .anchors = options->anchors};
    if (options->width != 0 && options->width - picture->width < TRACE_REACH)
        board.beside = options->width - picture->width;
    return board;
}

/* Finds the bound for a picture in the colours that are to be printed. */
static df_status bound_find(const df_picture *picture, const df_piece_set *tetrominoes,
                            const df_print_options *options, df_print_report *bound,
                            df_error *error)
{
    bound_job job = {.picture = picture, .options = options};
    job.board.tetrominoes = tetrominoes;
    df_print_report found = {.width = options->width};
    df_status status = bound_check(&job, error);
    /* First without any proof, to see that the picture is possible. */
    if (status == DF_OK)
        status = count_drops(&job, 0, &found, error);
    if (status == DF_OK)
        status = bound_check_pairs(&job, job.possible_width, error);
    if (status != DF_OK)
        return status;
    job.board = make_board(picture, tetrominoes, options);
    status = df_proof_create(&job.proof, picture);
    if (status == DF_OK)
        status = df_proof_open_case(&job.all);
    if (status == DF_OK)
        status = find_bound(&job, &found, error);
    df_proof_free(&job.proof);
    df_proof_free_case(&job.all);
    df_traces_free(&job.traces);
    if (status == DF_OK)
        *bound = found;
    return status;
}

df_status df_print_bound(df_print_report *bound, const df_picture *picture,
                         const df_piece_set *tetrominoes, const df_print_options *options,
                         df_error *error)
{
    df_print_options open = *options;
    if (df_carriers_are_single(options->pieces))
        open.pieces = NULL;
    if (!df_carriers_are_any(options->pieces))
        return bound_find(picture, tetrominoes, &open, bound, error);
    df_picture *flat = NULL;
    df_status status = df_carriers_flatten(&flat, picture);
    if (status == DF_OK)
        status = bound_find(flat, tetrominoes, options, bound, error);
    df_picture_free(flat);
    if (status == DF_OK)
        df_carriers_write_any(bound->pieces);
    return status;
}

df_status df_bound_weigh(const df_picture *picture, const df_piece_set *tetrominoes,
                         const df_print_options *options, int64_t *weights)
{
    bound_job job = {.picture = picture, .options = options};
    job.board = make_board(picture, tetrominoes, options);
    df_status status = df_proof_create(&job.proof, picture);
    carrier_sets sets;
    (void)df_carriers_read(&sets, options->pieces);
    for (unsigned i = 0; status == DF_OK && i < picture->color_count; i++)
        status = df_traces_add(&job.traces, &job.board, i + 1, sets.pieces[i]);
    if (status == DF_OK)
        status = df_program_solve(&job.proof, &job.traces,
                                  steps_for(&quick_effort, job.traces.count));
    for (size_t i = 0; status == DF_OK && i < job.proof.squares; i++)
        weights[i] = job.proof.weight[i];
    df_proof_free(&job.proof);
    df_traces_free(&job.traces);
    return status;
}
