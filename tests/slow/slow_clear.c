#include "slow_clear.h"

#include "slow_moves.h"
#include "tests/support/support.h"

#define NONE UINT16_MAX

/* The game itself: a queue and a hold that begins empty. */
typedef struct game {
    const df_clear_request *request;
    df_clear_visit *visit;
    void *context;
    uint64_t ways;
    df_clear_drop drops[DF_CLEAR_MAX_DROPS];
} game;

static void play(game *self, const df_field *field, unsigned rows, size_t next, uint16_t held,
                 size_t depth);

/* Drops the piece once, if that is possible, and goes on. */
static void drop_once(game *self, const df_field *field, unsigned rows, size_t next,
                      uint16_t held, size_t depth, df_clear_drop drop, df_movement movement)
{
    const df_shape *shape =
        &self->request->set->pieces[drop.drop.piece].shape[drop.drop.orientation];
    df_field *after = NULL;
    assert_status(df_field_create(&after, field->width, field->height), DF_OK);
    assert_status(df_field_copy(after, field), DF_OK);
    df_landing landing;
    if (df_drop_apply(after, self->request->set, &drop.drop, movement, &landing) ==
            DF_MOVE_POSSIBLE &&
        landing.y + shape->height <= rows) {
        drop.drop.y = landing.y;
        self->drops[depth] = drop;
        play(self, after, rows - landing.cleared_count, next, held, depth + 1);
    }
    df_field_free(after);
}

/* The places that the piece walks to. */
static void move_everywhere(game *self, const df_field *field, unsigned rows, size_t next,
                            uint16_t held, size_t depth, df_clear_drop drop)
{
    const df_piece *piece = &self->request->set->pieces[drop.drop.piece];
    const bool half = self->request->rules == DF_CLEAR_SRS_180;
    const int x = (field->width - piece->shape[DF_NORTH].width) / 2;
    slow_moves moves;
    slow_moves_find(&moves, piece, field->width, half ? DF_ROTATION_SRS_180 : DF_ROTATION_SRS,
                    field->row, field->height, x, field->height);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned i = 0; i < rows * 64; i++) {
            if ((moves.resting[o][i / 64] >> i % 64 & 1) == 0)
                continue;
            drop.drop.orientation = (uint8_t)o;
            drop.drop.x = (uint8_t)(i % 64);
            drop.drop.y = (uint16_t)(i / 64);
            drop_once(self, field, rows, next, held, depth, drop,
                      half ? DF_MOVEMENT_SRS_180 : DF_MOVEMENT_SRS);
        }
    }
}

static void drop_everywhere(game *self, const df_field *field, unsigned rows, size_t next,
                            uint16_t held, size_t depth, df_clear_drop drop)
{
    if (self->request->rules != DF_CLEAR_HARD_DROP) {
        move_everywhere(self, field, rows, next, held, depth, drop);
        return;
    }
    const df_piece *piece = &self->request->set->pieces[drop.drop.piece];
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned x = 0; x < field->width && piece->same_as[o] == o; x++) {
            drop.drop.orientation = (uint8_t)o;
            drop.drop.x = (uint8_t)x;
            drop_once(self, field, rows, next, held, depth, drop, DF_MOVEMENT_ABOVE);
        }
    }
}

static void play(game *self, const df_field *field, unsigned rows, size_t next, uint16_t held,
                 size_t depth)
{
    const df_clear_request *request = self->request;
    if (rows == 0) {
        self->ways++;
        if (self->visit != NULL)
            assert_status(self->visit(self->context, self->drops, depth), DF_OK);
        return;
    }
    const bool more = next < request->count;
    const uint16_t current = more ? request->queue[next] : NONE;
    if (more)
        drop_everywhere(self, field, rows, next + 1, held, depth,
                        (df_clear_drop){.drop.piece = current});
    if (!request->hold)
        return;
    df_clear_drop other = {.hold = true};
    if (held != NONE && held != current) {
        other.drop.piece = held;
        drop_everywhere(self, field, rows, next + (more ? 1 : 0), current, depth, other);
    } else if (held == NONE && next + 1 < request->count &&
               request->queue[next + 1] != current) {
        other.drop.piece = request->queue[next + 1];
        drop_everywhere(self, field, rows, next + 2, current, depth, other);
    }
}

uint64_t slow_clear(const df_clear_request *request, df_clear_visit *visit, void *context)
{
    game self = {.request = request, .visit = visit, .context = context};
    play(&self, request->field, request->rows, 0, NONE, 0);
    return self.ways;
}
