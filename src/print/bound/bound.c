#include "bound.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/base/error.h"
#include "cuts.h"
#include "dropforge/print.h"
#include "print/base/carriers.h"
#include "print/base/possible.h"
#include "program.h"
#include "proof.h"
#include "trace.h"

/* Each colour has a piece of its own. */
#define MAX_COLORS DF_TETROMINOES
/* Traces times steps of one search for weights, but not fewer and not more steps than this. */
typedef struct effort {
    size_t work;
    unsigned min;
    unsigned max;
} effort;

static const effort joint_effort = {10000000, 60, 300};
static const effort single_effort = {1000000, 24, 150};
static const effort quick_effort = {1000000, 60, 200};
/* Steps between two looks at a proof. */
#define STRETCH 48
/* Traces times steps after which no more choices are weighed. */
#define MAX_WORK 100000000
/* Traces times steps of cuts and branches for the only choice at effort 1, and for one of
 * several choices. */
#define MAX_ONLY_WORK 200000000
#define MAX_CUT_WORK 15000000
/* Steps of cuts and branches for one trace at effort 1. */
#define MAX_CUT_STEPS 40000

/* The pieces that may leave each colour: bit p for piece p. */
typedef struct bound_choice {
    uint8_t pieces[MAX_COLORS];
    int64_t sum;  /* the greatest proven for it */
    bool weighed; /* with prices of its own */
    bool cut;     /* with cuts of its own */
} bound_choice;

typedef struct bound_job {
    const df_picture *picture;
    const df_print_options *options;
    trace_board board;
    trace_list traces; /* reused */
    proof proof;
    proof_case all;          /* plans */
    size_t work;             /* traces times steps so far */
    unsigned possible_width; /* a width on which the picture is possible */
    bound_choice *choices;
    size_t choice_count, choice_capacity;
    int64_t sum[MAX_COLORS][DF_TETROMINOES]; /* what each colour weighs at these prices */
} bound_job;

static df_status bound_check(const bound_job *job, df_error *error)
{
    if (job->picture->color_count > MAX_COLORS) {
        return df_error_set(error, DF_ERROR_LIMIT,
                            "the picture has %u opaque colours and there are 7 pieces; "
                            "reduce them (--colors 6)",
                            job->picture->color_count);
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
static df_status count_drops(bound_job *job, size_t rows, df_print_bound_report *bound,
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

/* True if a colour may have a piece. An O leaves pairs side by side. */
static bool may_carry(const bound_job *job, unsigned color, unsigned piece)
{
    char pieces[MAX_COLORS + 1] = "------";
    if (piece != DF_O)
        return true;
    pieces[color] = 'O';
    pieces[color + 1] = '\0';
    /* Without this letter the picture is possible on that width. */
    return df_possible_check(job->picture, job->possible_width, pieces, job->options->anchors,
                             NULL) == DF_OK;
}

/* Appends to the choices every way to go on from `begun`, which has pieces for `colors`
 * colours, those in the set `taken`. */
static df_status bound_list_choices(bound_job *job, const bound_choice *begun, unsigned colors,
                                    unsigned taken)
{
    df_status status = DF_OK;
    if (colors == job->picture->color_count) {
        status = ARRAY_RESERVE(job->choices, job->choice_capacity, job->choice_count, 1);
        if (status == DF_OK)
            job->choices[job->choice_count++] = *begun;
        return status;
    }
    for (unsigned piece = 0; status == DF_OK && piece < DF_TETROMINOES; piece++) {
        if ((taken >> piece & 1) != 0 || !may_carry(job, colors, piece))
            continue;
        bound_choice next = *begun;
        next.pieces[colors] = (uint8_t)(1U << piece);
        status = bound_list_choices(job, &next, colors + 1, taken | 1U << piece);
    }
    return status;
}

/* Lists the choice that is asked for, or all. */
static df_status bound_begin_choices(bound_job *job)
{
    bound_choice begun = {0};
    unsigned colors = 0;
    if (job->options->pieces != NULL) {
        carrier_sets sets;
        (void)df_carriers_read(&sets, job->options->pieces);
        colors = job->picture->color_count;
        for (unsigned i = 0; i < colors; i++)
            begun.pieces[i] = sets.pieces[i];
    }
    return bound_list_choices(job, &begun, colors, 0);
}

/* Finds the sum of weights that is proven for the traces. With `moves_prices` the prices move
 * to what these traces pay most for. */
static df_status weigh_traces(bound_job *job, const effort *limits, bool moves_prices,
                              int64_t *sum)
{
    const unsigned steps = steps_for(limits, job->traces.count);
    int64_t best = 0;
    program made;
    const df_status status =
        df_program_create(&made, &job->traces, &job->all, &job->proof, moves_prices);
    if (status != DF_OK)
        return status;
    for (unsigned done = 0; done < steps;) {
        const unsigned stretch = STRETCH + done * 2 / 5;
        int64_t proven = 0;
        df_program_run(&made, stretch);
        done += stretch;
        df_program_round(&made, &job->proof);
        df_proof_scale(&job->proof, &job->all);
        df_proof_settle(&job->proof, &job->all, &job->traces);
        job->work += stretch * job->traces.count;
        if (df_proof_holds(&job->proof, &job->all, &job->traces, &proven) && proven > best)
            best = proven;
    }
    df_program_free(&made);
    *sum = best;
    return DF_OK;
}

/* Weighs each colour's squares for each piece at the prices there are. */
static df_status weigh_colors(bound_job *job)
{
    for (unsigned color = 0; color < job->picture->color_count; color++) {
        for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
            job->traces.count = 0;
            const df_status status =
                df_traces_add(&job->traces, &job->board, color + 1, 1U << piece);
            if (status != DF_OK)
                return status;
            const df_status weighed =
                weigh_traces(job, &single_effort, false, &job->sum[color][piece]);
            if (weighed != DF_OK)
                return weighed;
        }
    }
    for (size_t i = 0; i < job->choice_count; i++) {
        int64_t sum = 0;
        for (unsigned color = 0; color < job->picture->color_count; color++)
            sum += job->sum[color][bits_lowest(job->choices[i].pieces[color])];
        if (sum > job->choices[i].sum)
            job->choices[i].sum = sum;
    }
    return DF_OK;
}

static df_status list_traces(bound_job *job, const bound_choice *chosen)
{
    df_status status = DF_OK;
    job->traces.count = 0;
    for (unsigned color = 0; status == DF_OK && color < job->picture->color_count; color++)
        status = df_traces_add(&job->traces, &job->board, color + 1, chosen->pieces[color]);
    return status;
}

/* Finds prices for one choice of pieces, and what all the squares weigh then. */
static df_status weigh_choice(bound_job *job, bound_choice *chosen)
{
    int64_t sum = 0;
    df_status status = list_traces(job, chosen);
    if (status == DF_OK)
        status = weigh_traces(job, &joint_effort, true, &sum);
    if (sum > chosen->sum)
        chosen->sum = sum;
    chosen->weighed = true;
    return status;
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
    const size_t max = job->choice_count == 1 ? MAX_ONLY_WORK : MAX_CUT_WORK;
    const size_t work = job->traces.count * MAX_CUT_STEPS;
    return times * (work < max ? work : max);
}

/* Raises the rows of one choice of pieces by cuts and branches. */
static df_status cut_choice(bound_job *job, bound_choice *chosen)
{
    const unsigned width = job->options->width;
    const unsigned beside = width == 0 ? 2 * TRACE_REACH : width - job->picture->width;
    cuts made;
    df_status status = list_traces(job, chosen);
    df_traces_sort(&job->traces);
    const size_t work = limit_cut_work(job);
    if (status == DF_OK)
        status = df_cuts_create(&made, &job->traces, &job->proof, beside, work);
    if (status != DF_OK)
        return status;
    bool exceed = true;
    size_t rows = least_rows(job, chosen->sum);
    while (exceed && made.work < work) {
        status = df_cuts_exceed(&made, rows, &exceed);
        if (status != DF_OK)
            break;
        if (exceed)
            rows = least_rows(job, (int64_t)(rows + 1) * PROOF_ROW);
    }
    chosen->sum = (int64_t)rows * PROOF_ROW;
    job->work += made.work;
    chosen->cut = true;
    df_cuts_free(&made);
    return status;
}

static bound_choice *cheapest_choice(const bound_job *job)
{
    bound_choice *cheapest = &job->choices[0];
    for (size_t i = 1; i < job->choice_count; i++) {
        if (job->choices[i].sum < cheapest->sum)
            cheapest = &job->choices[i];
    }
    return cheapest;
}

/* Any prices give a bound for every choice: the sum of what its colours weigh. Each round
 * takes the prices that suit the choice which is cheapest so far; once it is the cheapest with
 * these, cuts raise it. */
static df_status weigh_choices(bound_job *job)
{
    df_status status = job->choice_count > 1 ? weigh_colors(job) : DF_OK;
    while (status == DF_OK && job->work < MAX_WORK) {
        bound_choice *cheapest = cheapest_choice(job);
        if (cheapest->cut)
            break;
        if (cheapest->weighed) {
            status = cut_choice(job, cheapest);
            continue;
        }
        status = weigh_choice(job, cheapest);
        if (status == DF_OK && job->choice_count > 1)
            status = weigh_colors(job);
    }
    return status;
}

static df_status find_bound(bound_job *job, df_print_bound_report *found, df_error *error)
{
    df_status status = bound_begin_choices(job);
    if (status == DF_OK && job->choice_count == 0) {
        return df_error_set(error, DF_ERROR_PICTURE,
                            "seven colours need piece O, which leaves pairs side by side, "
                            "and every colour has odd runs; reduce them (--colors 6)");
    }
    if (status == DF_OK)
        status = weigh_choices(job);
    if (status != DF_OK)
        return status;
    const bound_choice *cheapest = cheapest_choice(job);
    df_carriers_write(cheapest->pieces, job->picture->color_count, found->pieces);
    return count_drops(job, (size_t)((cheapest->sum + PROOF_ROW - 1) / PROOF_ROW), found,
                       error);
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
                            const df_print_options *options, df_print_bound_report *bound,
                            df_error *error)
{
    bound_job job = {.picture = picture, .options = options};
    job.board.tetrominoes = tetrominoes;
    df_print_bound_report found = {.width = options->width};
    df_status status = bound_check(&job, error);
    /* First without any proof, to see that the picture is possible. */
    if (status == DF_OK)
        status = count_drops(&job, 0, &found, error);
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
    free(job.choices);
    if (status == DF_OK)
        *bound = found;
    return status;
}

df_status df_print_bound(const df_picture *picture, const df_piece_set *tetrominoes,
                         const df_print_options *options, df_print_bound_report *bound,
                         df_error *error)
{
    if (!df_carriers_are_any(options->pieces))
        return bound_find(picture, tetrominoes, options, bound, error);
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
