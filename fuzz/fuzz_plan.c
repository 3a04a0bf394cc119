/* Makes a legal plan of any bytes; it must write and read back in both formats. Unlike the
 * readers' targets it needs no luck to get far into a game. */
#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Adds the drop that two bytes stand for, if it can be made. */
static void add_drop(df_plan *plan, df_field *field, const uint8_t bytes[2])
{
    const unsigned turn = bytes[0] / DF_TETROMINOES % DF_ORIENTATIONS;
    df_drop drop = {.piece = bytes[0] % DF_TETROMINOES,
                    .x = bytes[1] % plan->width,
                    .begins_block = bytes[1] >= 224};
    drop.orientation = plan->set->pieces[drop.piece].same_as[turn];
    unsigned y = 0;
    if (df_drop_find(field, &plan->set->pieces[drop.piece], drop.orientation, drop.x,
                     plan->reach, &y) != DF_MOVE_POSSIBLE)
        return;
    drop.y = (uint16_t)y;
    df_landing landing;
    MUST(df_drop_apply(field, plan->set, &drop, plan->reach, &landing) == DF_MOVE_POSSIBLE);
    MUST(landing.y == drop.y);
    MUST(df_plan_add(plan, drop) == DF_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    const unsigned width = data[0] % DF_FIELD_MAX_WIDTH + 1u;
    static const df_reach reaches[] = {DF_REACH_SPAWN, DF_REACH_SPAWN, DF_REACH_SPAWN,
                                       DF_REACH_SPAWN, DF_REACH_SRS,   DF_REACH_SRS_180,
                                       DF_REACH_NES};
    const df_reach reach = reaches[data[2] / 3 % 7];
    /* Looking for ways takes longer in high playfields. */
    unsigned height = data[1] < 128 ? data[1] + 1u : (data[1] - 127u) * 8;
    if (reach != DF_REACH_SPAWN)
        height = height % 32 + 1;
    df_plan *plan = NULL;
    df_field *field = NULL;
    MUST(df_plan_create(&plan, width, height, tetrominoes()) == DF_OK);
    MUST(df_field_create(&field, width, height) == DF_OK);
    plan->colors[DF_J].given = true;
    plan->colors[DF_T].given = data[2] % 3 > 0;
    plan->colors[DF_L].given = data[2] % 3 > 1;
    plan->reach = reach;
    for (size_t i = 3; i + 1 < size; i += 2)
        add_drop(plan, field, &data[i]);
    check_plan(plan);
    check_blocks(plan);
    df_field_free(field);
    df_plan_free(plan);
    return 0;
}
