/* Counts the continuations of a queue that clear: walks all continuations as a tree, with the
 * set of all boards and hands that each of its prefixes can lead to. */
#include <stdlib.h>

#include "clear.h"
#include "core/base/array.h"
#include "core/base/budget.h"
#include "core/base/error.h"
#include "core/base/key_set.h"

typedef struct share_standing {
    uint64_t board;
    uint16_t hand;
} share_standing;

/* The boards and hands after one prefix. */
typedef struct standings {
    share_standing *items;
    size_t count;
    size_t capacity;
} standings;

typedef struct share_walk {
    const df_clear_request *request;
    clear_play play;
    size_t length; /* of whole queues */
    size_t max;    /* squares of the largest piece */
    memory_budget memory;
    standings *levels; /* length + 1: after each number of pieces of the queue */
    key_set seen;
    uint64_t all_bag;
    df_clear_tally count;
    df_status status;
    bool cleared; /* by the drops of the level in work */
} share_walk;

static bool clear_share_continues(share_walk *self)
{
    if (self->request->nodes > 0 && self->count.nodes >= self->request->nodes)
        self->count.complete = false;
    return self->status == DF_OK && self->count.complete && !self->cleared;
}

static df_status clear_share_append(share_walk *self, standings *level, share_standing item)
{
    const df_status status = ARRAY_RESERVE_WITHIN(level->items, level->capacity, level->count,
                                                  1, &self->memory.left);
    if (status == DF_OK)
        level->items[level->count++] = item;
    return status;
}

/* Keeps a board and hand after `used` pieces of the queue, unless it cannot clear. */
static void clear_share_keep(share_walk *self, size_t used, uint64_t board, uint16_t hand)
{
    if (board == self->play.layout.full) {
        self->cleared = true;
        return;
    }
    const size_t left = self->length - used + (hand == CLEAR_NO_PIECE ? 0 : 1);
    if (left * self->max < bits_count(self->play.layout.full & ~board) ||
        df_clear_board_is_hopeless(&self->play.layout, board))
        return;
    const uint64_t key[2] = {(uint64_t)hand + 1, board};
    if (df_key_set_has(&self->seen, key))
        return;
    self->status = df_key_set_add(&self->seen, key);
    if (self->status == DF_OK)
        self->status = clear_share_append(self, &self->levels[used],
                                          (share_standing){.board = board, .hand = hand});
}

static void clear_share_drop(share_walk *self, size_t used, uint64_t board, uint16_t piece,
                             uint16_t hand)
{
    const clear_board *rows = &self->play.layout;
    const size_t first = rows->first[piece], count = rows->first[piece + 1] - first;
    uint64_t landings[DF_ORIENTATIONS];
    df_clear_land(&self->play, board, piece, landings);
    self->count.nodes++;
    for (size_t i = 0; i < count; i++) {
        const uint64_t mask = rows->shapes[first + i].mask;
        for (; landings[i] != 0 && clear_share_continues(self);
             landings[i] &= landings[i] - 1) {
            const unsigned place = bits_lowest(landings[i]);
            clear_share_keep(self, used, df_clear_board_settle(rows, board | mask << place),
                             hand);
        }
    }
}

/* Lets the piece arrive that makes the prefix `used` pieces long. True if all is cleared. */
static bool clear_share_arrive(share_walk *self, size_t used, uint16_t piece)
{
    const standings *before = &self->levels[used - 1];
    self->levels[used].count = 0;
    df_key_set_reset(&self->seen, 2);
    self->cleared = false;
    for (size_t i = 0; i < before->count && clear_share_continues(self); i++) {
        const share_standing at = before->items[i];
        if (at.hand == CLEAR_NO_PIECE) {
            clear_share_keep(self, used, at.board, piece);
            continue;
        }
        clear_share_drop(self, used, at.board, at.hand, piece);
        if (self->request->hold && piece != at.hand && clear_share_continues(self))
            clear_share_drop(self, used, at.board, piece, at.hand);
    }
    /* At the end of the queue the piece in hand may still be dropped. */
    for (size_t i = 0;
         used == self->length && i < self->levels[used].count && clear_share_continues(self);
         i++) {
        const share_standing at = self->levels[used].items[i];
        df_key_set_reset(&self->seen, 2);
        clear_share_drop(self, used, at.board, at.hand, CLEAR_NO_PIECE);
    }
    return self->cleared;
}

/* Counts the ways to draw `count` pieces; false if there are more than 64 bits hold. */
static bool clear_share_count_draws(const share_walk *self, uint64_t bag, size_t count,
                                    uint64_t *draws)
{
    *draws = 1;
    unsigned left = bits_count(bag);
    for (; count > 0; count--) {
        if (left == 0)
            left = bits_count(self->all_bag);
        if (*draws > UINT64_MAX / left)
            return false;
        *draws *= left--;
    }
    return true;
}

/* Draws the pieces from the bag onwards, `used` pieces having arrived. */
static void clear_share_draw(share_walk *self, size_t used, uint64_t bag)
{
    if (used == self->length || self->levels[used].count == 0)
        return;
    bag = bag == 0 ? self->all_bag : bag;
    for (uint64_t rest = bag; rest != 0; rest &= rest - 1) {
        const uint64_t left = bag & ~(rest & (~rest + 1));
        if (clear_share_arrive(self, used + 1, (uint16_t)bits_lowest(rest))) {
            uint64_t draws = 0;
            (void)clear_share_count_draws(self, left, self->length - used - 1, &draws);
            self->count.clear += draws;
        } else {
            clear_share_draw(self, used + 1, left);
        }
        self->cleared = false;
        if (!clear_share_continues(self))
            return;
    }
}

static df_status clear_share_begin(share_walk *self, size_t more, uint64_t bag, df_error *error)
{
    const df_clear_request *request = self->request;
    self->all_bag = UINT64_MAX >> (64 - request->set->count);
    self->count.complete = true;
    if ((bag & ~self->all_bag) != 0)
        return DF_ERROR_ARGUMENT;
    if (more > SIZE_MAX / sizeof self->levels[0] - request->count - 1 ||
        !clear_share_count_draws(self, bag, more, &self->count.total))
        return df_error_set(error, DF_ERROR_LIMIT,
                            "there are too many continuations by %zu pieces; give fewer", more);
    self->length = request->count + more;
    for (size_t i = 0; i < request->set->count; i++) {
        const size_t size = request->set->pieces[i].size;
        self->max = size > self->max ? size : self->max;
    }
    self->levels = calloc(self->length + 1, sizeof self->levels[0]);
    if (self->levels == NULL)
        return DF_ERROR_MEMORY;
    self->memory = memory_budget_of(df_clear_memory(request));
    self->seen.left = &self->memory.left;
    df_key_set_reset(&self->seen, 2);
    return DF_OK;
}

static void clear_share_play(share_walk *self, uint64_t board, uint64_t bag)
{
    const share_standing first = {.board = board, .hand = CLEAR_NO_PIECE};
    self->status = clear_share_append(self, &self->levels[0], first);
    if (self->status != DF_OK)
        return;
    for (size_t used = 0; used < self->request->count; used++) {
        if (clear_share_arrive(self, used + 1, self->request->queue[used])) {
            self->count.clear = self->count.total;
            return;
        }
        if (!clear_share_continues(self))
            return;
    }
    clear_share_draw(self, self->request->count, bag);
}

df_status df_clear_count_continuations(const df_clear_request *request, size_t more,
                                       uint64_t bag, df_clear_tally *count, df_error *error)
{
    if (request->set->count > 64)
        return DF_ERROR_ARGUMENT;
    share_walk self = {.request = request};
    uint64_t board = 0;
    self.status = df_clear_begin(request, &self.play, &board);
    if (self.status != DF_OK)
        return self.status;
    self.status = clear_share_begin(&self, more, bag, error);
    if (self.status == DF_OK) {
        clear_share_play(&self, board, bag);
        if (self.status == DF_ERROR_LIMIT)
            df_clear_refuse_memory(request, error);
    }
    for (size_t i = 0; self.levels != NULL && i <= self.length; i++)
        free(self.levels[i].items);
    free(self.levels);
    df_key_set_free(&self.seen);
    df_clear_end(&self.play);
    if (self.status == DF_OK)
        *count = self.count;
    return self.status;
}
