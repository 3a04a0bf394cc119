#include "platform.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "core/board/piece_list.h"
#include "print/pack/structure.h"

/* A platform takes a few hundred nodes, the proof that there is none as many. */
#define NODE_LIMIT UINT64_C(20000000)

/* Sets the last piece and the squares left free for it. For a platform with the last piece at
 * the left the columns are mirrored, and the hook is the mirror image of the piece. */
static void place_last(platform_plan *platform, pack_problem *problem, df_platform_kind kind)
{
    const unsigned width = problem->width;
    const uint64_t edge = UINT64_C(1) << (platform->mirrored ? 0 : width - 1);
    const uint64_t inner = platform->mirrored ? edge << 1 : edge >> 1;
    if (kind == DF_PLATFORM_BAR) {
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

df_status df_platform_search(pack_kit *kit, unsigned width, unsigned start,
                             df_platform_kind kind, bool mirrored, uint64_t seed,
                             uint64_t node_limit, df_outcome *outcome, platform_plan *result)
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

static df_status platform_make_plan(df_plan **plan, const df_piece_set *tetrominoes,
                                    unsigned width, const platform_plan *platform)
{
    df_plan *made = NULL;
    df_status status = df_plan_create(&made, width, 1, tetrominoes);
    if (status == DF_OK)
        status = df_structure_add(made, &platform->first, 1, &platform->packing);
    if (status == DF_OK)
        status = df_structure_add(made, &platform->last, 1, NULL);
    if (status == DF_OK)
        status = df_plan_settle(made, 2 * width, NULL);
    df_field *field = NULL;
    if (status == DF_OK)
        status = df_plan_play(made, NULL, NULL, &field, NULL, NULL);
    if (status == DF_OK && df_field_top(field) != 0)
        status = DF_ERROR_DEFECT;
    df_field_free(field);
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    return DF_OK;
}

df_status df_platform_find(df_platform *platform, const df_piece_set *tetrominoes,
                           unsigned width, unsigned start, df_platform_kind kind, uint64_t seed,
                           df_outcome *outcome, uint64_t *nodes)
{
    if (width < 4 || width > DF_NARROW_MAX_WIDTH || start > width - 3 ||
        (unsigned)kind >= DF_PLATFORM_KINDS || !df_piece_set_is_tetrominoes(tetrominoes))
        return DF_ERROR_ARGUMENT;
    platform_plan *found = malloc(sizeof *found);
    if (found == NULL)
        return DF_ERROR_MEMORY;
    pack_kit kit;
    df_pack_kit_init(&kit, tetrominoes);
    df_outcome here = DF_NONE;
    df_status status =
        df_platform_search(&kit, width, start, kind, false, seed, NODE_LIMIT, &here, found);
    df_platform made = {.width = width, .start = start, .kind = kind};
    const uint64_t visited = kit.nodes;
    df_pack_kit_free(&kit);
    if (status == DF_OK && here == DF_FOUND)
        status = platform_make_plan(&made.plan, tetrominoes, width, found);
    free(found);
    if (status != DF_OK)
        return status;
    if (here == DF_FOUND)
        *platform = made;
    *outcome = here;
    *nodes = visited;
    return DF_OK;
}

void df_platform_free(df_platform *platform)
{
    df_plan_free(platform->plan);
    platform->plan = NULL;
}

df_status df_platform_draw(df_text *text, const df_platform *platform)
{
    return df_structure_draw(text, platform->plan, platform->plan->count - 1, 0, PLATFORM_ROWS);
}
