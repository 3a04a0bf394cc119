#include "clears.h"

#include "core/board/drop.h"
#include "support.h"

/* The pieces that arrive next, and the held piece. */
typedef struct hands {
    const df_clear_request *request;
    size_t next;
    unsigned held;
} hands;

static unsigned arriving(hands *self)
{
    const size_t next = self->next++;
    return next < self->request->count ? self->request->queue[next] : UINT16_MAX;
}

/* The piece to be dropped. */
static unsigned choose(hands *self, bool hold)
{
    const unsigned current = arriving(self);
    if (!hold)
        return current;
    assert_true(self->request->hold);
    const unsigned other = self->held;
    self->held = current;
    return other != UINT16_MAX ? other : arriving(self);
}

/* Drops a piece by the rules of the request; returns how many rows clear. */
static unsigned drop_by_rules(df_field *field, const df_clear_request *request,
                              const slow_kicks *kicks, const df_drop *drop)
{
    if (request->rules > DF_RULES_NES && !slow_clear_drops_straight(request, drop->piece)) {
        slow_moves moves;
        slow_clear_places(&moves, request, kicks, drop->piece, field);
        assert_true(moves.resting[drop->orientation][drop->y] >> drop->x & 1);
        return slow_clear_put(field, request, drop);
    }
    const bool straight = slow_clear_drops_straight(request, drop->piece);
    const df_rules rules = straight ? DF_RULES_ABOVE : request->rules;
    df_landing landing;
    assert_int_equal(df_drop_apply(field, request->set, drop, rules, &landing),
                     DF_REFUSAL_NONE);
    assert_int_equal(landing.y, drop->y);
    return landing.cleared_count;
}

void check_clear(const df_clear_request *request, const slow_kicks *kicks,
                 const df_clear_drop *drops, size_t count)
{
    df_field *field = NULL;
    assert_status(df_field_create(&field, request->field->width, request->field->height),
                  DF_OK);
    assert_status(df_field_copy(field, request->field), DF_OK);
    hands self = {.request = request, .held = UINT16_MAX};
    unsigned rows = request->rows;
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &drops[i].drop;
        assert_int_equal(drop->piece, choose(&self, drops[i].hold));
        const df_shape *shape = &request->set->pieces[drop->piece].shape[drop->orientation];
        assert_true(drop->y + shape->height <= rows);
        rows -= drop_by_rules(field, request, kicks, drop);
    }
    assert_int_equal(rows, 0);
    for (unsigned y = 0; y < field->height; y++)
        assert_true(field->row[y] == 0);
    df_field_free(field);
}
