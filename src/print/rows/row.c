#include "row.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "pass.h"
#include "platform.h"
#include "print/pack/pack.h"
#include "print/pack/structure.h"

/* Far above what a packing takes (usually under a thousand nodes), so that giving up means
 * that something is wrong with the pattern rather than with the limit. */
#define NODE_LIMIT UINT64_C(4000000)

/* The state of planning one row, on the heap because the solutions are large. */
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

/* Chooses a pass and packs the rows above it; without flat pieces if need be. Patterns of
 * emitting pieces alone have been packed for every odd width that was tried, for width 21
 * with proof. */
static df_status find_pass(row_state *state, uint64_t base, uint64_t done, uint64_t seed,
                           bool *found, pass_plan *pass)
{
    const row_task *task = state->task;
    df_outcome outcome = DF_NONE;
    for (int attempt = 0; attempt < 2 && outcome != DF_FOUND; attempt++) {
        const bool lays_flat = task->method->leans && attempt == 0;
        df_pass_choose(task, base, done, lays_flat, pass);
        if (pass->count == 0)
            continue;
        const uint64_t carried = task->method->leans ? done | pass->emitted : 0;
        unsigned rows = 0, proved = 0;
        const df_status status =
            df_pack_search_fewest(&state->kit, task->width, pass->above, carried, seed,
                                  NODE_LIMIT, &outcome, &rows, &proved, &state->packing);
        if (status != DF_OK)
            return status;
    }
    *found = outcome == DF_FOUND;
    return DF_OK;
}

/* Emits the whole row onto a base that carries in the columns `base`. */
static df_status emit_row(row_state *state, uint64_t base, bool *found, row_result *result)
{
    uint64_t done = 0;
    *found = true;
    while (done != state->wanted) {
        pass_plan pass;
        const uint64_t seed = state->task->seed + result->passes;
        df_status status = find_pass(state, base, done, seed, found, &pass);
        if (status != DF_OK || !*found)
            return status;
        status = df_structure_add(result->drops, pass.pieces, pass.count, &state->packing);
        if (status != DF_OK)
            return status;
        done |= pass.emitted;
        result->passes++;
    }
    return DF_OK;
}

/* Finds a platform that starts from a square of the row below and leaves free what the row
 * wants. The article's kind is tried first, then the bar. */
static df_status find_platform(row_state *state, bool *found)
{
    const row_task *task = state->task;
    *found = false;
    for (unsigned variant = 0; variant < 2 * DF_PLATFORM_KINDS; variant++) {
        const bool mirrored = variant % 2 == 1;
        const uint64_t edge = bits_span(mirrored ? 0 : task->width - 2, 2);
        if ((state->wanted & edge) != 0)
            continue;
        for (unsigned start = 0; start + 3 <= task->width; start++) {
            if ((task->below & bits_span(start, 3)) == 0)
                continue;
            df_outcome outcome;
            const df_status status =
                df_platform_search(&state->kit, task->width, start, variant / 2, mirrored,
                                   task->seed, NODE_LIMIT, &outcome, &state->platform);
            *found = outcome == DF_FOUND;
            if (status != DF_OK || *found)
                return status;
        }
    }
    return DF_OK;
}

static df_status emit_on_platform(row_state *state, bool *found, row_result *result)
{
    df_status status = find_platform(state, found);
    if (status != DF_OK || !*found)
        return status;
    const platform_plan *platform = &state->platform;
    status = df_structure_add(result->drops, &platform->first, 1, &platform->packing);
    const uint64_t base = bits_span(0, state->task->width) & ~platform->blocked;
    if (status == DF_OK)
        status = emit_row(state, base, found, result);
    if (status != DF_OK || !*found)
        return status;
    result->platforms = 1;
    return df_structure_add(result->drops, &platform->last, 1, NULL);
}

/* Tries the row without and with a platform, and writes the better result to *best. */
static df_status try_bases(row_state *state, row_result *best)
{
    const row_task *task = state->task;
    const bool all_carried = (state->wanted & ~task->below) == 0;
    const bool tried[2] = {all_carried || task->method->leans,
                           !all_carried && task->below != 0};
    df_status status = DF_OK;
    for (int with_platform = 0; with_platform < 2 && status == DF_OK; with_platform++) {
        if (!tried[with_platform])
            continue;
        row_result result = {0};
        bool found = false;
        status = df_plan_create(&result.drops, task->width, 1, task->tetrominoes);
        if (status == DF_OK)
            status = with_platform == 1 ? emit_on_platform(state, &found, &result)
                                        : emit_row(state, task->below, &found, &result);
        if (status == DF_OK && found &&
            (best->drops == NULL || result.drops->count < best->drops->count)) {
            const row_result worse = *best;
            *best = result;
            result = worse;
        }
        df_plan_free(result.drops);
    }
    return status;
}

df_status df_row_plan(const row_task *task, row_result *result)
{
    row_state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return DF_ERROR_MEMORY;
    state->task = task;
    df_pack_kit_init(&state->kit, task->tetrominoes);
    state->wanted = df_row_squares(task->want, task->width);
    row_result best = {0};
    const df_status status = try_bases(state, &best);
    if (best.drops != NULL)
        best.nodes = state->kit.nodes;
    df_pack_kit_free(&state->kit);
    free(state);
    if (status == DF_OK)
        *result = best;
    else
        df_plan_free(best.drops);
    return status;
}
