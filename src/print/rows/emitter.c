#include "dropforge/plan.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "core/board/piece_list.h"
#include "pass.h"
#include "print/pack/pack.h"
#include "print/pack/structure.h"
#include "row.h"

/* Nodes for each height; a few thousand at most are needed on up to 63 columns. */
#define NODE_LIMIT UINT64_C(20000000)

bool df_emitter_next(unsigned width, unsigned squares, unsigned *start, bool first)
{
    if (squares == 0 || squares > DF_EMITTER_MAX_SQUARES || squares * 3 > width)
        return false;
    unsigned moved = squares;
    if (first) {
        start[0] = 0;
        moved = 0;
    } else {
        /* The last one that can move moves on; those behind it close up. */
        while (moved > 0 && start[moved - 1] + 3 * (squares - moved + 1) >= width)
            moved--;
        if (moved == 0)
            return false;
        start[--moved]++;
    }
    for (unsigned i = moved + 1; i < squares; i++)
        start[i] = start[i - 1] + 3;
    return true;
}

static bool pattern_is_valid(unsigned width, const unsigned *start, unsigned squares)
{
    if (squares == 0 || squares > DF_EMITTER_MAX_SQUARES || width > DF_NARROW_MAX_WIDTH)
        return false;
    unsigned next = 0;
    for (unsigned i = 0; i < squares; i++) {
        if (start[i] < next || start[i] >= width || width - start[i] < 3)
            return false;
        next = start[i] + 3;
    }
    return true;
}

/* Plays the plan with each of J, T and L: only the emitted squares may be left. */
static df_status emitter_verify(df_plan *plan, const unsigned *start, unsigned squares)
{
    for (unsigned color = ROW_COLORS; color >= 1; color--) {
        /* The emitting pieces come first; the rest of the plan is the same for all colours. */
        for (unsigned i = 0; i < squares; i++)
            plan->drops[i].piece = (uint16_t)df_pass_color_piece(color);
        df_field *field = NULL;
        const df_status status = df_plan_play(plan, NULL, NULL, &field, NULL, NULL);
        if (status != DF_OK)
            return status;
        uint64_t wanted = 0;
        for (unsigned i = 0; i < squares; i++)
            wanted |= UINT64_C(1) << (start[i] + df_pass_single_below(color));
        const bool right = field->row[0] == wanted && df_field_top(field) == 1;
        df_field_free(field);
        if (!right)
            return DF_ERROR_DEFECT;
    }
    return DF_OK;
}

static df_status emitter_make_plan(df_plan **plan, const df_piece_set *tetrominoes,
                                   unsigned width, const unsigned *start, unsigned squares,
                                   const pack_solution *packing)
{
    df_plan *made = NULL;
    pack_piece emitting[DF_EMITTER_MAX_SQUARES];
    for (unsigned i = 0; i < squares; i++)
        emitting[i] =
            (pack_piece){.piece = DF_J, .orientation = DF_SOUTH, .x = (uint8_t)start[i]};
    df_status status = df_plan_create(&made, width, 1, tetrominoes);
    if (status == DF_OK)
        status = df_structure_add(made, emitting, squares, packing);
    if (status == DF_OK)
        status = df_plan_settle(made, 2 * width, NULL);
    if (status == DF_OK)
        status = emitter_verify(made, start, squares);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    return DF_OK;
}

df_status df_emitter_find(df_emitter *emitter, const df_piece_set *tetrominoes, unsigned width,
                          const unsigned *start, unsigned squares, uint64_t seed,
                          df_outcome *outcome)
{
    if (!pattern_is_valid(width, start, squares) || !df_piece_set_is_tetrominoes(tetrominoes))
        return DF_ERROR_ARGUMENT;
    uint64_t filled = 0;
    for (unsigned i = 0; i < squares; i++)
        filled |= bits_span(start[i], 3);
    pack_solution *packing = malloc(sizeof *packing);
    if (packing == NULL)
        return DF_ERROR_MEMORY;
    pack_kit kit;
    df_pack_kit_init(&kit, tetrominoes);
    df_emitter made = {.width = width, .squares = squares};
    df_outcome found = DF_NONE;
    df_status status = df_pack_search_fewest(&kit, width, filled, 0, seed, NODE_LIMIT, &found,
                                             &made.rows, &made.proved_none, packing);
    if (status == DF_OK && found == DF_FOUND)
        status = emitter_make_plan(&made.plan, tetrominoes, width, start, squares, packing);
    made.nodes = kit.nodes;
    df_pack_kit_free(&kit);
    free(packing);
    if (status != DF_OK)
        return status;
    for (unsigned i = 0; i < squares; i++)
        made.start[i] = start[i];
    if (found == DF_FOUND)
        *emitter = made;
    *outcome = found;
    return DF_OK;
}

void df_emitter_free(df_emitter *emitter)
{
    df_plan_free(emitter->plan);
    emitter->plan = NULL;
}

df_status df_emitter_draw(df_text *text, const df_emitter *emitter)
{
    return df_structure_draw(text, emitter->plan, emitter->plan->count, 1, emitter->rows);
}
