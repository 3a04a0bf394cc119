#include "clears.h"

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

void check_clear(const df_clear_request *request, const df_clear_drop *drops, size_t count)
{
    static const df_movement movements[] = {
        [DF_CLEAR_HARD_DROP] = DF_MOVEMENT_ABOVE,
        [DF_CLEAR_SRS] = DF_MOVEMENT_SRS,
        [DF_CLEAR_SRS_180] = DF_MOVEMENT_SRS_180,
    };
    df_field *field = NULL;
    assert_status(df_field_create(&field, request->field->width, request->field->height),
                  DF_OK);
    assert_status(df_field_copy(field, request->field), DF_OK);
    hands self = {.request = request, .held = UINT16_MAX};
    unsigned rows = request->rows;
    for (size_t i = 0; i < count; i++) {
        const df_drop *drop = &drops[i].drop;
        assert_int_equal(drop->piece, choose(&self, drops[i].hold));
        df_landing landing;
        assert_int_equal(
            df_drop_apply(field, request->set, drop, movements[request->rules], &landing),
            DF_MOVE_POSSIBLE);
        assert_int_equal(landing.y, drop->y);
        const df_shape *shape = &request->set->pieces[drop->piece].shape[drop->orientation];
        assert_true(landing.y + shape->height <= rows);
        rows -= landing.cleared_count;
    }
    assert_int_equal(rows, 0);
    assert_int_equal(df_field_top(field), 0);
    df_field_free(field);
}
