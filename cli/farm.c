#include "farm.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

/* From rank 0 to others. */
typedef struct farm_message {
    bool is_end;
    alignas(16) unsigned char order[FARM_MOST_BYTES];
} farm_message;

_Static_assert(sizeof(farm_message) <= RANKS_MOST_BYTES, "messages are small");

static size_t message_size(const farm_trade *trade)
{
    return offsetof(farm_message, order) + trade->order_size;
}

int farm_begin(const farm_trade *trade)
{
    assert(trade->order_size <= FARM_MOST_BYTES && trade->answer_size <= FARM_MOST_BYTES);
    /* The orders, and the end. */
    return ranks_begin(trade->held + 1);
}

bool farm_wait(const farm_trade *trade, void *order)
{
    farm_message given = {.is_end = true};
    unsigned from;
    if (!ranks_receive(&from, &given, sizeof given, true) || given.is_end)
        return false;
    memcpy(order, given.order, trade->order_size);
    return true;
}

void farm_answer(const farm_trade *trade, const void *answer)
{
    ranks_send(0, answer, trade->answer_size);
}

static void hand_out(farm *own, unsigned rank)
{
    if (own->next == own->pieces || own->status != DF_OK)
        return;
    farm_message given = {.is_end = false};
    own->order(own->context, own->next++, given.order);
    ranks_send(rank, &given, message_size(own->trade));
    own->away++;
}

static void take(farm *own, const void *answer)
{
    const df_status status = own->take(own->context, answer);
    if (own->status == DF_OK)
        own->status = status;
}

/* Takes the answers that have come, or waits for one, and hands out more. */
static void serve(farm *own, bool wait)
{
    alignas(16) unsigned char answer[FARM_MOST_BYTES];
    unsigned from;
    while (ranks_receive(&from, answer, own->trade->answer_size, wait)) {
        own->away--;
        take(own, answer);
        hand_out(own, from);
        wait = false;
    }
}

void farm_serve(farm *own)
{
    serve(own, false);
}

df_status farm_run(farm *own)
{
    alignas(16) unsigned char order[FARM_MOST_BYTES], answer[FARM_MOST_BYTES];
    for (unsigned round = 0; round < own->trade->held; round++) {
        for (unsigned rank = 1; rank < ranks_count(); rank++)
            hand_out(own, rank);
    }
    while (own->next < own->pieces && own->status == DF_OK) {
        own->order(own->context, own->next++, order);
        own->work(own, order, answer);
        take(own, answer);
    }
    while (own->away > 0)
        serve(own, true);
    return own->status;
}

void farm_end(void)
{
    const farm_message end = {.is_end = true};
    for (unsigned rank = 1; rank < ranks_count(); rank++)
        ranks_send(rank, &end, sizeof end);
    ranks_end();
}
