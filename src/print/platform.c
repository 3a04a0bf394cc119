#include "print/platform.h"

#include "print/bits.h"

/* The pieces and squares of each kind with the last piece at the right. For the left the
 * columns are mirrored, and the hook is the mirror image of the piece. */
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

df_status platform_search(pack_kit *kit, unsigned width, unsigned start, platform_kind kind,
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
    const df_status status = pack_search(kit, &problem, seed, node_limit, &here, &made.packing);
    if (status != DF_OK)
        return status;
    if (here == DF_FOUND)
        *result = made;
    *outcome = here;
    return DF_OK;
}
