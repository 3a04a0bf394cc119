/* The map for custom games of TETR.IO: the board and the pieces of a plan. */
#include "dropforge/plan.h"

#include "core/base/error.h"

/* The rows of a map above the playfield. */
enum { MAP_HIDDEN_ROWS = 20 };

/* Returns the sign of a square that lies there at first. */
static char map_sign(const df_plan *plan, unsigned x, unsigned y)
{
    const df_field *begin = plan->begin;
    const unsigned square = begin != NULL ? df_field_square(begin, x, y) : 0;
    if (square == 0)
        return '_';
    return square > plan->set->count
               ? '#'
               : (char)(plan->set->pieces[square - 1].name[0] - 'A' + 'a');
}

static void map_put_plan(df_text *text, const df_plan *plan)
{
    const df_plan_deal *deal = plan->deal;
    const size_t count = deal != NULL ? deal->count : plan->count;
    for (unsigned y = plan->height + MAP_HIDDEN_ROWS; y-- > 0;) {
        for (unsigned x = 0; x < plan->width; x++)
            df_text_put_char(text, map_sign(plan, x, y));
    }
    df_text_put_char(text, '?');
    for (size_t i = 0; i < count; i++) {
        const unsigned piece = deal != NULL ? deal->queue[i] : plan->drops[i].piece;
        df_text_put_char(text, (char)(plan->set->pieces[piece].name[0] - 'A' + 'a'));
    }
    df_text_put(text, "?\n");
}

df_status df_plan_write_map(df_text *text, const df_plan *plan, df_error *error)
{
    if (plan->width > DF_NARROW_MAX_WIDTH)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "maps are for playfields of at most %u columns, and this one has "
                            "%u; write a drop list",
                            (unsigned)DF_NARROW_MAX_WIDTH, plan->width);
    if (plan->own_set != NULL)
        return df_error_set(error, DF_ERROR_LIMIT,
                            "maps are for tetrominoes, and the plan has pieces of its own; "
                            "write a drop list");
    map_put_plan(text, plan);
    return text->status;
}
