/* How many continuations of a queue clear: all continuations are walked as a tree, with the
 * set of everything that can stand on the board after each of its prefixes. */
#include <stdlib.h>

#include "core/array.h"
#include "core/key_set.h"
#include "core/mishap.h"
#include "tile/clear.h"

typedef struct standing {
    uint64_t board;
    uint16_t hand;
} standing;

/* What can stand after one prefix. */
typedef struct standings {
    standing *items;
    size_t count;
    size_t capacity;
} standings;

typedef struct walk {
    const df_clear_request *request;
    clear_play play;
    size_t length;     /* of whole queues */
    size_t most;       /* squares of the largest piece */
    uint64_t memory;   /* bytes left */
    standings *levels; /* length + 1 of them: after so many pieces of the queue */
    key_set seen;
    uint64_t all_bag;
    df_clear_count count;
    df_status status;
    bool cleared; /* by the drops of the level in work */
} walk;

static bool go_on(walk *own)
{
    if (own->request->nodes > 0 && own->count.nodes >= own->request->nodes)
        own->count.complete = false;
    return own->status == DF_OK && own->count.complete && !own->cleared;
}

static df_status append(walk *own, standings *level, standing item)
{
    const df_status status =
        ARRAY_RESERVE_WITHIN(level->items, level->capacity, level->count, 1, &own->memory);
    if (status == DF_OK)
        level->items[level->count++] = item;
    return status;
}

/* Keeps what stands after `used` pieces of the queue, unless it cannot clear. */
static void keep(walk *own, size_t used, uint64_t board, uint16_t hand)
{
    if (board == own->play.ground.full) {
        own->cleared = true;
        return;
    }
    const size_t left = own->length - used + (hand == CLEAR_NO_PIECE ? 0 : 1);
    if (left * own->most < bits_count(own->play.ground.full & ~board) ||
        df_ground_is_hopeless(&own->play.ground, board))
        return;
    const uint64_t key[2] = {(uint64_t)hand + 1, board};
    if (df_key_set_has(&own->seen, key))
        return;
    own->status = df_key_set_add(&own->seen, key);
    if (own->status == DF_OK)
        own->status = append(own, &own->levels[used], (standing){.board = board, .hand = hand});
}

static void drop(walk *own, size_t used, uint64_t board, uint16_t piece, uint16_t hand)
{
    const ground *rows = &own->play.ground;
    const size_t first = rows->first[piece], count = rows->first[piece + 1] - first;
    uint64_t landings[DF_ORIENTATIONS];
    df_clear_land(&own->play, board, piece, landings);
    own->count.nodes++;
    for (size_t i = 0; i < count; i++) {
        const uint64_t mask = rows->shapes[first + i].mask;
        for (; landings[i] != 0 && go_on(own); landings[i] &= landings[i] - 1) {
            const unsigned place = bits_lowest(landings[i]);
            keep(own, used, df_ground_settle(rows, board | mask << place), hand);
        }
    }
}

/* The piece arrives that makes the prefix `used` pieces long. Whether all is cleared. */
static bool arrive(walk *own, size_t used, uint16_t piece)
{
    const standings *before = &own->levels[used - 1];
    own->levels[used].count = 0;
    df_key_set_reset(&own->seen, 2);
    own->cleared = false;
    for (size_t i = 0; i < before->count && go_on(own); i++) {
        const standing at = before->items[i];
        if (at.hand == CLEAR_NO_PIECE) {
            keep(own, used, at.board, piece);
            continue;
        }
        drop(own, used, at.board, at.hand, piece);
        if (own->request->hold && piece != at.hand && go_on(own))
            drop(own, used, at.board, piece, at.hand);
    }
    /* At the end of the queue the piece in hand may still be dropped. */
    for (size_t i = 0; used == own->length && i < own->levels[used].count && go_on(own); i++) {
        const standing at = own->levels[used].items[i];
        df_key_set_reset(&own->seen, 2);
        drop(own, used, at.board, at.hand, CLEAR_NO_PIECE);
    }
    return own->cleared;
}

/* The number of ways to draw `count` pieces; false where it is beyond 64 bits. */
static bool count_draws(const walk *own, uint64_t bag, size_t count, uint64_t *draws)
{
    *draws = 1;
    unsigned left = bits_count(bag);
    for (; count > 0; count--) {
        if (left == 0)
            left = bits_count(own->all_bag);
        if (*draws > UINT64_MAX / left)
            return false;
        *draws *= left--;
    }
    return true;
}

/* Draws the pieces from the bag onwards, `used` pieces having arrived. */
static void draw(walk *own, size_t used, uint64_t bag)
{
    if (used == own->length || own->levels[used].count == 0)
        return;
    bag = bag == 0 ? own->all_bag : bag;
    for (uint64_t rest = bag; rest != 0; rest &= rest - 1) {
        const uint64_t left = bag & ~(rest & (~rest + 1));
        if (arrive(own, used + 1, (uint16_t)bits_lowest(rest))) {
            uint64_t draws = 0;
            (void)count_draws(own, left, own->length - used - 1, &draws);
            own->count.clear += draws;
        } else {
            draw(own, used + 1, left);
        }
        own->cleared = false;
        if (!go_on(own))
            return;
    }
}

static df_status begin(walk *own, size_t more, uint64_t bag, df_mishap *mishap)
{
    const df_clear_request *request = own->request;
    own->all_bag = UINT64_MAX >> (64 - request->set->count);
    own->count.complete = true;
    if ((bag & ~own->all_bag) != 0)
        return DF_ERROR_ARGUMENT;
    if (more > SIZE_MAX / sizeof own->levels[0] - request->count - 1 ||
        !count_draws(own, bag, more, &own->count.total)) {
        df_mishap_begin(mishap, 0, 0, "there are too many continuations by ");
        df_mishap_put_number(mishap, more);
        df_mishap_put(mishap, " pieces; give fewer");
        return DF_ERROR_LIMIT;
    }
    own->length = request->count + more;
    for (size_t i = 0; i < request->set->count; i++) {
        const size_t size = request->set->pieces[i].size;
        own->most = size > own->most ? size : own->most;
    }
    own->levels = calloc(own->length + 1, sizeof own->levels[0]);
    if (own->levels == NULL)
        return DF_ERROR_MEMORY;
    own->memory = df_clear_memory(request);
    own->seen.left = &own->memory;
    df_key_set_reset(&own->seen, 2);
    return DF_OK;
}

static void play(walk *own, uint64_t board, uint64_t bag)
{
    const standing first = {.board = board, .hand = CLEAR_NO_PIECE};
    own->status = append(own, &own->levels[0], first);
    if (own->status != DF_OK)
        return;
    for (size_t used = 0; used < own->request->count; used++) {
        if (arrive(own, used + 1, own->request->queue[used])) {
            own->count.clear = own->count.total;
            return;
        }
        if (!go_on(own))
            return;
    }
    draw(own, own->request->count, bag);
}

df_status df_clear_share(const df_clear_request *request, size_t more, uint64_t bag,
                         df_clear_count *count, df_mishap *mishap)
{
    if (request->set->count > 64)
        return DF_ERROR_ARGUMENT;
    walk own = {.request = request};
    uint64_t board = 0;
    own.status = df_clear_begin(request, &own.play, &board);
    if (own.status != DF_OK)
        return own.status;
    own.status = begin(&own, more, bag, mishap);
    if (own.status == DF_OK) {
        play(&own, board, bag);
        if (own.status == DF_ERROR_LIMIT)
            df_clear_refuse_memory(request, mishap);
    }
    for (size_t i = 0; own.levels != NULL && i <= own.length; i++)
        free(own.levels[i].items);
    free(own.levels);
    df_key_set_free(&own.seen);
    df_clear_end(&own.play);
    if (own.status == DF_OK)
        *count = own.count;
    return own.status;
}
