#include "slow_clear.h"

#include "core/board/drop.h"
#include "core/board/field_rows.h"
#include "slow_moves.h"
#include "tests/support/support.h"

#define NONE UINT16_MAX

/* The game itself: a queue and a hold that begins empty. */
typedef struct game {
    const df_clear_request *request;
    const slow_kicks *kicks;
    df_clear_visit *visit;
    void *context;
    uint64_t ways;
    df_clear_drop drops[DF_CLEAR_MAX_DROPS];
} game;

static void play(game *self, const df_field *field, unsigned rows, size_t next, uint16_t held,
                 size_t depth);

unsigned slow_clear_put(df_field *field, const df_clear_request *request, const df_drop *drop)
{
    const df_shape *shape = &request->set->pieces[drop->piece].shape[drop->orientation];
    for (unsigned i = 0; i < (unsigned)shape->height * shape->width; i++) {
        const unsigned x = i % shape->width, y = i / shape->width;
        if ((shape->row[y] >> x & 1) == 0)
            continue;
        assert_int_equal(df_field_square(field, drop->x + x, drop->y + y), 0);
        assert_status(df_field_set(field, drop->x + x, drop->y + y, 1), DF_OK);
    }
    unsigned left = 0;
    for (unsigned y = 0; y < field->height; y++) {
        if (field->row[y] == df_field_full_row(field))
            continue;
        const uint64_t row = field->row[y];
        for (unsigned x = 0; x < field->width; x++)
            assert_status(df_field_set(field, x, left, row >> x & 1), DF_OK);
        left++;
    }
    for (unsigned i = left * field->width; i < (unsigned)field->height * field->width; i++)
        assert_status(df_field_set(field, i % field->width, i / field->width, 0), DF_OK);
    return field->height - left;
}

/* Drops the piece into a place that it gets to, and goes on. */
static void drop_once(game *self, const df_field *field, unsigned rows, size_t next,
                      uint16_t held, size_t depth, df_clear_drop drop)
{
    df_field *after = NULL;
    assert_status(df_field_create(&after, field->width, field->height), DF_OK);
    assert_status(df_field_copy(after, field), DF_OK);
    const unsigned cleared = slow_clear_put(after, self->request, &drop.drop);
    self->drops[depth] = drop;
    play(self, after, rows - cleared, next, held, depth + 1);
    df_field_free(after);
}

bool slow_clear_drops_straight(const df_clear_request *request, unsigned piece)
{
    const df_shape *north = &request->set->pieces[piece].shape[DF_NORTH];
    const bool is_t = north->height == 2 && north->row[0] == 7 && north->row[1] == 2;
    return !df_rules_have(request->rules, DF_TRAIT_MOVES) ||
           (request->rules == DF_RULES_T_SOFTDROP && !is_t);
}

void slow_clear_places(slow_moves *moves, const df_clear_request *request,
                       const slow_kicks *kicks, unsigned piece, const df_field *field)
{
    const df_piece *from = &request->set->pieces[piece];
    const int x = (field->width - from->shape[DF_NORTH].width) / 2;
    /* Given turns may lower the piece in the open. */
    if (request->rules == DF_RULES_TABLE)
        slow_moves_find_kicks(moves, from, field->width, kicks, field->row, field->height, x,
                              field->height + DF_TURN_MAX_TESTS);
    else
        slow_moves_find(moves, from, field->width, request->rules, field->row, field->height, x,
                        field->height);
}

size_t slow_clear_list(const df_clear_request *request, const slow_kicks *kicks, unsigned piece,
                       const df_field *field, unsigned rows, df_drop *drops)
{
    slow_moves moves;
    const df_piece *dropped = &request->set->pieces[piece];
    const bool straight = slow_clear_drops_straight(request, piece);
    if (!straight)
        slow_clear_places(&moves, request, kicks, piece, field);
    size_t count = 0;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned i = 0; i < rows * 64; i++) {
            const unsigned x = i % 64, y = i / 64;
            unsigned rest = 0;
            if (y + dropped->shape[o].height > rows)
                continue;
            if (straight ? x >= field->width || dropped->same_as[o] != o ||
                               df_drop_find(field, dropped, o, x, DF_RULES_ABOVE, &rest) !=
                                   DF_REFUSAL_NONE ||
                               rest != y
                         : (moves.resting[o][y] >> x & 1) == 0)
                continue;
            drops[count++] = (df_drop){.piece = (uint16_t)piece,
                                       .orientation = (uint8_t)o,
                                       .x = (uint8_t)x,
                                       .y = (uint16_t)y};
        }
    }
    return count;
}

static void drop_everywhere(game *self, const df_field *field, unsigned rows, size_t next,
                            uint16_t held, size_t depth, df_clear_drop drop)
{
    df_drop drops[SLOW_CLEAR_MAX_LIST];
    const size_t count =
        slow_clear_list(self->request, self->kicks, drop.drop.piece, field, rows, drops);
    for (size_t i = 0; i < count; i++) {
        drop.drop = drops[i];
        drop_once(self, field, rows, next, held, depth, drop);
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

uint64_t slow_clear(const df_clear_request *request, const slow_kicks *kicks,
                    df_clear_visit *visit, void *context)
{
    game self = {.request = request, .kicks = kicks, .visit = visit, .context = context};
    play(&self, request->field, request->rows, 0, NONE, 0);
    return self.ways;
}
