#include "dealt_results.h"

#include <stdlib.h>

#include "print/pack/pack.h"

void check_dealt_queue(const dealt_request *request, const dealt_result *made)
{
    size_t next = 0;
    int held = -1;
    for (size_t i = 0; i < made->plan->count; i++) {
        int current = request->queue[next++];
        if (made->held[i] != held + 1) {
            assert_true(request->hold);
            assert_int_equal(made->held[i], 1 + current);
            const int other = held < 0 ? request->queue[next++] : held;
            held = current;
            current = other;
        }
        assert_true(next <= request->queue_count);
        assert_int_equal(made->plan->drops[i].piece, current);
    }
}

void check_dealt_result(const dealt_request *request, const bitmap *map, dealt_result *made)
{
    const df_picture *picture = request->place->picture;
    unsigned needed;
    check_dealt_queue(request, made);
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        for (unsigned i = 0; i < picture->color_count; i++) {
            if ((request->place->carriers[i] >> piece & 1) != 0)
                made->plan->colors[piece] = (df_plan_color){true, picture->colors[i]};
        }
    }
    assert_status(df_structure_fit(made->plan, 0, &needed), DF_OK);
    check_plan(made->plan, map, false);
    df_plan_summary summary;
    assert_status(df_plan_play(made->plan, NULL, NULL, NULL, &summary, NULL), DF_OK);
    assert_true(request->max_height == 0 || summary.max_height <= request->max_height);
}

void free_dealt_result(dealt_result *made)
{
    df_plan_free(made->plan);
    free(made->held);
}
