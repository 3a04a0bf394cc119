#include "farm.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

#include "cli/base/cleanup.h"

/* A message from rank 0 to another. */
typedef struct farm_message {
    bool is_end;
    alignas(16) unsigned char order[FARM_MAX_BYTES];
} farm_message;

_Static_assert(sizeof(farm_message) <= RANKS_MAX_BYTES, "messages are small");

cli_status farm_begin(const farm_trade *trade)
{
    assert(trade->order_size <= FARM_MAX_BYTES && trade->answer_size <= FARM_MAX_BYTES);
    /* One message for each order, and one for the end. */
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

static void farm_give_order(farm *self, unsigned rank)
{
    if (self->next == self->pieces || self->status != DF_OK)
        return;
    farm_message given = {.is_end = false};
    self->order(self->context, self->next++, given.order);
    ranks_send(rank, &given, offsetof(farm_message, order) + self->trade->order_size);
    self->away++;
}

static void farm_take(farm *self, const void *answer)
{
    const df_status status = self->take(self->context, answer);
    if (self->status == DF_OK)
        self->status = status;
}

void farm_serve(farm *self)
{
    alignas(16) unsigned char answer[FARM_MAX_BYTES];
    unsigned from;
    while (ranks_receive(&from, answer, self->trade->answer_size, false)) {
        self->away--;
        farm_take(self, answer);
        farm_give_order(self, from);
    }
}

df_status farm_run(farm *self)
{
    alignas(16) unsigned char order[FARM_MAX_BYTES], answer[FARM_MAX_BYTES];
    for (unsigned round = 0; round < self->trade->held; round++) {
        for (unsigned rank = 1; rank < ranks_count(); rank++)
            farm_give_order(self, rank);
    }
    while (self->next < self->pieces && self->status == DF_OK) {
        self->order(self->context, self->next++, order);
        self->work(self, order, answer);
        farm_take(self, answer);
    }
    while (self->away > 0 && !cleanup_is_asked())
        farm_serve(self);
    return self->away > 0 && self->status == DF_OK ? DF_ERROR_CANCELLED : self->status;
}

void farm_end(void)
{
    const farm_message end = {.is_end = true};
    for (unsigned rank = 1; rank < ranks_count(); rank++)
        ranks_send(rank, &end, sizeof end);
    ranks_end();
}
