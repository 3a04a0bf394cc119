/* The map for custom games of TETR.IO: the board and the pieces of a plan. */
#include "plan_formats.h"

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

static df_status map_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_text text = {0};
    if (request->plan->own_set != NULL)
        return message_error(error, DF_ERROR_LIMIT,
                             "maps are for tetrominoes, and the plan has pieces of its own; "
                             "write a drop list");
    map_put_plan(&text, request->plan);
    const df_status status = out_text(out, &text);
    df_text_free(&text);
    return status;
}

const output_format format_map = {
    .name = "map",
    .summary = "the board and the queue, for custom games of TETR.IO",
    .extensions = {".map"},
    .write = map_write_request,
};
