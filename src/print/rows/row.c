#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"

/* Far above what a packing takes (usually under a thousand nodes), so that giving up means
 * that something is wrong with the pattern rather than with the limit. */
#define NODE_LIMIT UINT64_C(4000000)

const uint8_t df_row_pieces[ROW_COLORS] = {DF_J, DF_T, DF_L};

/* The pieces that put squares into the emission row together. */
typedef struct pass_plan {
    size_t count;
    pack_piece pieces[DF_NARROW_MAX_WIDTH / 2];
    uint64_t emitted; /* their squares in the emission row */
    uint64_t above;   /* their squares in the row above it, the matrix's row 0 */
} pass_plan;

static void pass_add(pass_plan *pass, unsigned color, unsigned orientation, unsigned x)
{
    pass->pieces[pass->count++] =
        (pack_piece){df_row_pieces[color - 1], (uint8_t)orientation, (uint8_t)x, 0};
}

/* Lays three squares of one colour at once. The piece falls past nothing: the squares of this
 * pass above the emission row stand over columns further left. */
static void lay_flat(const row_task *task, uint64_t base, uint64_t done, pass_plan *pass)
{
    for (unsigned x = 0; x + 3 <= task->width; x++) {
        const unsigned color = task->want[x];
        const uint64_t columns = bits_span(x, 3);
        if (color == 0 || task->want[x + 1] != color || task->want[x + 2] != color ||
            ((done | pass->emitted) & columns) != 0 || (base & columns) == 0)
            continue;
        pass_add(pass, color, DF_NORTH, x);
        pass->emitted |= columns;
        pass->above |= UINT64_C(1) << (x + color - 1);
    }
}

static bool emit_at(const row_task *task, uint64_t base, uint64_t done, unsigned column,
                    pass_plan *pass)
{
    const unsigned color = task->want[column];
    const uint64_t square = UINT64_C(1) << column;
    const uint64_t there = done | pass->emitted;
    /* Of the columns of the piece, this many are left of its hanging square. */
    const unsigned before = ROW_COLORS - color;
    if (color == 0 || (there & square) != 0 || column < before)
        return false;
    const unsigned x = column - before;
    if (x + 3 > task->width)
        return false;
    const uint64_t columns = bits_span(x, 3);
    const bool carried =
        (base & square) != 0 || (task->method->leans && (there & columns) != 0);
    if (!carried || (pass->above & columns) != 0)
        return false;
    pass_add(pass, color, DF_SOUTH, x);
    pass->emitted |= square;
    pass->above |= columns;
    return true;
}

/* Chooses pieces greedily from left to right for squares of the row that are not yet in
 * `done`. `base` are the columns in which the row below carries. Flat pieces are laid first
 * if `lays_flat`; `leans` as in print_method. */
static void pass_choose(const row_task *task, uint64_t base, uint64_t done, bool lays_flat,
                        pass_plan *pass)
{
    memset(pass, 0, sizeof *pass);
    if (lays_flat)
        lay_flat(task, base, done, pass);
    /* A square that leans on one further right becomes possible only after that one, so
     * the row is swept until nothing is added. */
    bool added = true;
    while (added) {
        added = false;
        for (unsigned column = 0; column < task->width; column++)
            added = emit_at(task, base, done, column, pass) || added;
    }
}

/* Sets the last piece and the squares left free for it. For a platform with the last piece at
 * the left the columns are mirrored, and the hook is the mirror image of the piece. */
static void place_last(platform_plan *platform, pack_problem *problem, platform_kind kind)
{
    const unsigned width = problem->width;
    const uint64_t edge = UINT64_C(1) << (platform->mirrored ? 0 : width - 1);
    const uint64_t inner = platform->mirrored ? edge << 1 : edge >> 1;
    if (kind == PLATFORM_BAR) {
        for (unsigned y = 0; y < PLATFORM_ROWS; y++)
            problem->later[y] = edge;
        platform->blocked = edge;
        platform->last = (pack_piece){.piece = DF_I,
                                      .orientation = DF_EAST,
                                      .x = platform->mirrored ? 0 : (uint8_t)(width - 1)};
        return;
    }
    problem->later[1] = problem->later[2] = edge;
    problem->later[3] = edge | inner;
    platform->blocked = edge | inner;
    platform->last = (pack_piece){.piece = platform->mirrored ? DF_J : DF_L,
                                  .orientation = platform->mirrored ? DF_EAST : DF_WEST,
                                  .x = platform->mirrored ? 0 : (uint8_t)(width - 2)};
}

df_status df_platform_search(pack_kit *kit, unsigned width, unsigned start, platform_kind kind,
                             bool mirrored, uint64_t seed, uint64_t node_limit,
                             df_outcome *outcome, platform_plan *result)
{
    pack_problem problem = {.width = width, .rows = PLATFORM_ROWS};
    platform_plan made = {.mirrored = mirrored};
    place_last(&made, &problem, kind);
    made.first = (pack_piece){.piece = DF_T, .orientation = DF_NORTH, .x = (uint8_t)start};
    problem.filled[0] = bits_span(start, 3);
    problem.filled[1] = bits_span(start + 1, 1);
    for (unsigned y = 0; y < PLATFORM_ROWS; y++) {
        if ((problem.filled[y] & problem.later[y]) != 0) {
            *outcome = DF_NONE;
            return DF_OK;
        }
    }
    df_outcome here = DF_NONE;
    const df_status status =
        df_pack_search(kit, &problem, seed, node_limit, &here, &made.packing);
    if (status != DF_OK)
        return status;
    if (here == DF_FOUND)
        *result = made;
    *outcome = here;
    return DF_OK;
}

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
 * emitting pieces by themselves have been packed for every odd width that was tried, for width
 * 21 with proof. */
static df_status find_pass(row_state *state, uint64_t base, uint64_t done, uint64_t seed,
                           bool *found, pass_plan *pass)
{
    const row_task *task = state->task;
    df_outcome outcome = DF_NONE;
    for (int flat = task->method->leans; flat >= 0 && outcome != DF_FOUND; flat--) {
        pass_choose(task, base, done, flat > 0, pass);
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
    for (unsigned variant = 0; variant < 2 * PLATFORM_KINDS; variant++) {
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
