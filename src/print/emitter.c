#include "dropforge/emitter.h"

#include <stdlib.h>

#include "core/bits.h"
#include "core/piece_list.h"
#include "print/fewest.h"
#include "print/pack_random.h"
#include "print/row.h"
#include "print/structure.h"

/* Nodes for each height. The complete search needs a few thousand at most on up to 63
 * columns; the random one cannot know when it is looking for what does not exist. */
#define NODE_LIMIT UINT64_C(20000000)
#define RANDOM_NODE_LIMIT UINT64_C(100000)

bool df_emitter_next(unsigned width, unsigned squares, unsigned *start, bool first)
{
    if (squares == 0 || squares > DF_EMITTER_MAX_SQUARES || squares * 3 > width)
        return false;
    unsigned moved = squares;
    if (first) {
        start[0] = 0;
        moved = 0;
    } else {
        /* The last one that still has room moves on; those behind it close up. */
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
    if (squares == 0 || squares > DF_EMITTER_MAX_SQUARES || width > DF_FIELD_MAX_WIDTH)
        return false;
    unsigned next = 0;
    for (unsigned i = 0; i < squares; i++) {
        if (start[i] < next || start[i] >= width || width - start[i] < 3)
            return false;
        next = start[i] + 3;
    }
    return true;
}

/* Gives the emitting pieces, which come first in the plan, the colour's piece; the rest of
 * the plan is the same for all of them. */
static void emit_with(df_plan *plan, unsigned squares, unsigned color)
{
    for (unsigned i = 0; i < squares; i++)
        plan->drops[i].piece = (uint16_t)df_row_color_piece(color);
}

/* Plays the plan with each of J, T and L: only the emitted squares may be left. */
static df_status verify(df_plan *plan, const unsigned *start, unsigned squares)
{
    for (unsigned color = ROW_COLORS; color >= 1; color--) {
        emit_with(plan, squares, color);
        df_field *field = NULL;
        const df_status status = df_plan_play(plan, NULL, NULL, &field, NULL, NULL);
        if (status != DF_OK)
            return status;
        uint64_t wanted = 0;
        for (unsigned i = 0; i < squares; i++)
            wanted |= UINT64_C(1) << (start[i] + df_row_single_below(color));
        const bool right = field->row[0] == wanted && df_field_top(field) == 1;
        df_field_free(field);
        if (!right)
            return DF_ERROR_DEFECT;
    }
    return DF_OK;
}

static df_status make_plan(df_plan **plan, const df_piece_set *tetrominoes, unsigned width,
                           const unsigned *start, unsigned squares,
                           const pack_solution *packing)
{
    df_plan *made = NULL;
    df_status status = df_plan_create(&made, width, 1, tetrominoes);
    for (unsigned i = 0; i < squares && status == DF_OK; i++) {
        const pack_piece piece = {
            .piece = DF_J, .orientation = DF_SOUTH, .x = (uint8_t)start[i]};
        status = df_structure_add(made, &piece, 1, i == 0);
    }
    if (status == DF_OK)
        status = df_structure_add(made, packing->pieces, packing->count, false);
    if (status == DF_OK)
        status = df_plan_settle(made, 2 * width, NULL);
    if (status == DF_OK)
        status = verify(made, start, squares);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    return DF_OK;
}

df_status df_emitter_find(df_emitter *emitter, df_outcome *outcome,
                          const df_piece_set *tetrominoes, unsigned width,
                          const unsigned *start, unsigned squares, uint64_t seed,
                          df_emitter_search search)
{
    if (!pattern_is_valid(width, start, squares) || (unsigned)search > DF_SEARCH_RANDOM ||
        !df_piece_set_is_tetrominoes(tetrominoes))
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
    const bool random = search == DF_SEARCH_RANDOM;
    df_status status =
        df_fewest_search(&kit, random ? df_pack_random_search : df_pack_search, width, filled,
                         0, seed, random ? RANDOM_NODE_LIMIT : NODE_LIMIT, &found, &made.rows,
                         &made.proved_none, packing);
    if (status == DF_OK && found == DF_FOUND)
        status = make_plan(&made.plan, tetrominoes, width, start, squares, packing);
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
