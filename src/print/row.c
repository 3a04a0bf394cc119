#include "print/row.h"

#include <stdlib.h>

#include "core/bits.h"
#include "print/fewest.h"
#include "print/pass.h"
#include "print/platform.h"
#include "print/structure.h"

/* Far above what a packing takes (usually under a thousand nodes), so that giving up means
 * that something is wrong with the pattern rather than with the limit. */
#define NODE_LIMIT UINT64_C(4000000)

/* What planning one row needs; the solutions are large, so they are not on the stack. */
typedef struct row_state {
    const row_task *task;
    pack_kit kit;
    pack_solution packing;
    platform_plan platform;
    uint64_t wanted; /* all squares of the row */
} row_state;

uint64_t df_row_squares(const uint8_t *want, unsigned width)
{
    uint64_t squares = 0;
    for (unsigned x = 0; x < width; x++)
        squares |= (uint64_t)(want[x] != 0) << x;
    return squares;
}

unsigned df_row_color_piece(unsigned color)
{
    static const uint8_t pieces[ROW_COLORS] = {DF_J, DF_T, DF_L};
    return pieces[color - 1];
}

unsigned df_row_single_below(unsigned color)
{
    return ROW_COLORS - color;
}

unsigned df_row_single_above(unsigned color)
{
    return color - 1;
}

/* Chooses a pass and packs the rows above it; without flat pieces if need be. Patterns of
 * emitting pieces alone have been packed for every odd width that was tried, for width 21
 * with proof. */
static df_status find_pass(row_state *state, uint64_t base, uint64_t done, uint64_t seed,
                           df_outcome *outcome, pass_plan *pass)
{
    const row_task *task = state->task;
    *outcome = DF_NONE;
    for (int attempt = 0; attempt < 2 && *outcome != DF_FOUND; attempt++) {
        const bool lays_flat = task->method->lays_flat && attempt == 0;
        df_pass_choose(task, base, done, lays_flat, pass);
        if (pass->count == 0)
            continue;
        const uint64_t carried = task->method->leans ? done | pass->emitted : 0;
        unsigned rows = 0, proved = 0;
        const df_status status =
            df_fewest_search(&state->kit, df_pack_search, task->width, pass->above, carried,
                             seed, NODE_LIMIT, outcome, &rows, &proved, &state->packing);
        if (status != DF_OK)
            return status;
    }
    return DF_OK;
}

/* Emits the whole row onto a base that carries in the columns `base`. */
static df_status emit_row(row_state *state, uint64_t base, df_outcome *outcome,
                          row_result *result)
{
    uint64_t done = 0;
    *outcome = DF_FOUND;
    while (done != state->wanted) {
        pass_plan pass;
        const uint64_t seed = state->task->seed + result->passes;
        df_status status = find_pass(state, base, done, seed, outcome, &pass);
        if (status != DF_OK || *outcome != DF_FOUND)
            return status;
        status = df_structure_add(result->drops, pass.pieces, pass.count, true);
        if (status == DF_OK)
            status = df_structure_add(result->drops, state->packing.pieces,
                                      state->packing.count, false);
        if (status != DF_OK)
            return status;
        done |= pass.emitted;
        result->passes++;
    }
    return DF_OK;
}

/* Finds a platform that starts from a square of the row below and leaves free what the row
 * wants. The article's kind is tried first, then the bar. */
static df_status find_platform(row_state *state, df_outcome *outcome)
{
    const row_task *task = state->task;
    *outcome = DF_NONE;
    for (unsigned variant = 0; variant < 2 * DF_PLATFORM_KINDS; variant++) {
        const bool mirrored = variant % 2 == 1;
        const uint64_t edge = bits_span(mirrored ? 0 : task->width - 2, 2);
        if ((state->wanted & edge) != 0)
            continue;
        for (unsigned start = 0; start + 3 <= task->width; start++) {
            if ((task->below & bits_span(start, 3)) == 0)
                continue;
            const df_status status =
                df_platform_search(&state->kit, task->width, start, variant / 2, mirrored,
                                   task->seed, NODE_LIMIT, outcome, &state->platform);
            if (status != DF_OK || *outcome == DF_FOUND)
                return status;
        }
    }
    return DF_OK;
}

static df_status emit_on_platform(row_state *state, df_outcome *outcome, row_result *result)
{
    df_status status = find_platform(state, outcome);
    if (status != DF_OK || *outcome != DF_FOUND)
        return status;
    const platform_plan *platform = &state->platform;
    status = df_structure_add(result->drops, &platform->first, 1, true);
    if (status == DF_OK)
        status = df_structure_add(result->drops, platform->packing.pieces,
                                  platform->packing.count, false);
    if (status != DF_OK)
        return status;
    const uint64_t base = bits_span(0, state->task->width) & ~platform->blocked;
    status = emit_row(state, base, outcome, result);
    if (status != DF_OK || *outcome != DF_FOUND)
        return status;
    result->platforms = 1;
    return df_structure_add(result->drops, &platform->last, 1, true);
}

static df_status begin_result(const row_task *task, row_result *result)
{
    *result = (row_result){0};
    return df_plan_create(&result->drops, task->width, 1, task->tetrominoes);
}

/* Keeps the better of two results in `best` and frees the other. */
static void keep_better(row_result *best, row_result *other, bool other_found)
{
    if (other_found && (best->drops == NULL || other->drops->count < best->drops->count)) {
        df_plan_free(best->drops);
        *best = *other;
    } else {
        df_plan_free(other->drops);
    }
}

static df_status plan_with(row_state *state, row_result *best, df_outcome *outcome)
{
    const row_task *task = state->task;
    const bool all_carried = (state->wanted & ~task->below) == 0;
    *outcome = DF_NONE;
    for (int with_platform = 0; with_platform < 2; with_platform++) {
        if (with_platform == 0 && !all_carried && !task->method->leans)
            continue;
        if (with_platform == 1 && (all_carried || task->below == 0))
            continue;
        row_result result;
        df_status status = begin_result(task, &result);
        if (status != DF_OK)
            return status;
        df_outcome here = DF_NONE;
        status = with_platform == 1 ? emit_on_platform(state, &here, &result)
                                    : emit_row(state, task->below, &here, &result);
        if (status != DF_OK) {
            df_plan_free(result.drops);
            return status;
        }
        keep_better(best, &result, here == DF_FOUND);
        if (*outcome != DF_FOUND && here != DF_NONE)
            *outcome = here;
    }
    return DF_OK;
}

df_status df_row_plan(const row_task *task, df_outcome *outcome, row_result *result)
{
    row_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return DF_ERROR_MEMORY;
    state->task = task;
    df_pack_kit_init(&state->kit, task->tetrominoes);
    state->wanted = df_row_squares(task->want, task->width);
    row_result best = {0};
    df_outcome found = DF_NONE;
    const df_status status = plan_with(state, &best, &found);
    best.nodes = state->kit.nodes;
    df_pack_kit_free(&state->kit);
    free(state);
    if (status != DF_OK || found != DF_FOUND) {
        df_plan_free(best.drops);
    } else {
        *result = best;
    }
    if (status == DF_OK)
        *outcome = found;
    return status;
}
