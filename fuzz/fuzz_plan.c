/* Makes a legal plan of any bytes; it must write and read back in both formats. Unlike the
 * readers' targets it needs no luck to get far into a game. */
#include "check.h"
#include "core/board/drop.h"

/* Limits plans: each drop is played about six times, in time that grows with the playfield.
 * A drop affects only the squares near it, so more drops or larger playfields test little that
 * is new. */
enum {
    MAX_DROPS = 24,
    MAX_SOUGHT = 6,   /* where a way to each place is looked for in the whole playfield */
    USUAL_WIDTH = 14, /* rows of these clear often enough */
    USUAL_HEIGHT = 32,
    SELDOM = 240 /* bytes from here on stand for other sizes */
};

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
                     plan->rules, &y) != DF_REFUSAL_NONE)
        return;
    drop.y = (uint16_t)y;
    df_landing landing;
    MUST(df_drop_apply(field, plan->set, &drop, plan->rules, &landing) == DF_REFUSAL_NONE);
    MUST(landing.y == drop.y);
    MUST(df_plan_add(plan, drop) == DF_OK);
}

/* Deals the plan as its drops come, with a piece that is held before one of them. */
static void add_deal(df_plan *plan, uint8_t byte)
{
    const df_plan_deal deal = {.deal = DF_DEAL_GIVEN,
                               .hold = byte % 2 == 1,
                               .preview = byte % 4 > 1 ? DF_PREVIEW_ALL : byte};
    const size_t at = byte / 4;
    const unsigned held = byte / 4 % DF_TETROMINOES;
    MUST(df_plan_set_deal(plan, &deal) == DF_OK);
    for (size_t i = 0; i < plan->count; i++) {
        if (deal.hold && i == at && plan->drops[i].piece != held)
            MUST(df_plan_add_dealt(plan, held) == DF_OK);
        MUST(df_plan_add_dealt(plan, plan->drops[i].piece) == DF_OK);
    }
}

static unsigned choose_width(uint8_t byte, bool seeks)
{
    const unsigned max = seeks ? DF_NARROW_MAX_WIDTH : DF_FIELD_MAX_WIDTH;
    return byte < SELDOM ? byte % USUAL_WIDTH + 1u
                         : max - max / 16 * (unsigned)(UINT8_MAX - byte);
}

static unsigned choose_height(uint8_t byte, bool seeks)
{
    return byte < SELDOM || seeks ? byte % USUAL_HEIGHT + 1u
                                  : DF_FIELD_MAX_HEIGHT >> (UINT8_MAX - byte) % 8;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    static const df_rules all_rules[] = {
        DF_RULES_HARDDROP, DF_RULES_HARDDROP, DF_RULES_HARDDROP, DF_RULES_HARDDROP,
        DF_RULES_SRS,      DF_RULES_SRS_180,  DF_RULES_NES,      DF_RULES_NES_CONSOLE,
        DF_RULES_GAMEBOY,  DF_RULES_TETRIO,   DF_RULES_ARS,      DF_RULES_NOKICKS};
    const df_rules rules = all_rules[data[2] / 3 % 12];
    const bool seeks = rules != DF_RULES_HARDDROP;
    const unsigned width = choose_width(data[0], seeks);
    const unsigned height = choose_height(data[1], seeks);
    const size_t max = 3 + 2 * (seeks ? MAX_SOUGHT : MAX_DROPS);
    df_plan *plan = NULL;
    df_field *field = NULL;
    MUST(df_plan_create(&plan, width, height, tetrominoes()) == DF_OK);
    MUST(df_field_create(&field, width, height) == DF_OK);
    plan->colors[DF_J].given = true;
    plan->colors[DF_T].given = data[2] % 3 > 0;
    plan->colors[DF_L].given = data[2] % 3 > 1;
    plan->rules = rules;
    for (size_t i = 3; i + 1 < size && i < max; i += 2)
        add_drop(plan, field, &data[i]);
    check_plan(plan);
    check_blocks(plan);
    if (size % 2 == 0) {
        add_deal(plan, data[size - 1]);
        /* A piece that is held may be wanted later, before those that were dealt for it. */
        if (df_plan_play(plan, NULL, NULL, NULL, NULL, NULL) == DF_OK)
            check_plan(plan);
    }
    df_field_free(field);
    df_plan_free(plan);
    return 0;
}
