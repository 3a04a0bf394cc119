#include "supply.h"

#include "core/board/plan_deal.h"

static unsigned supply_list_all(const void *context, size_t drops, unsigned held,
                                supply_choice choices[DF_TETROMINOES])
{
    (void)context;
    (void)drops;
    (void)held;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++)
        choices[piece] = (supply_choice){.piece = (uint8_t)piece};
    return DF_TETROMINOES;
}

const piece_supply df_supply_free = {.list = supply_list_all};

unsigned df_supply_list_order(const void *context, size_t drops, unsigned held,
                              supply_choice choices[DF_TETROMINOES])
{
    const df_piece_order *self = context;
    unsigned allowed = 0, count = 0;
    if (drops > 0)
        allowed = drops == 1 ? self->second[held - 1] : self->next[(drops + 1) % 8][held - 1];
    for (unsigned piece = 0; drops == 0 && piece < DF_TETROMINOES; piece++)
        allowed |= (unsigned)(self->second[piece] != 0) << piece;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        if ((allowed >> piece & 1) != 0)
            choices[count++] = (supply_choice){(uint8_t)piece, (uint8_t)(piece + 1)};
    }
    return count;
}

unsigned df_dealt_queue_list(const void *context, size_t drops, unsigned held,
                             supply_choice choices[DF_TETROMINOES])
{
    const dealt_queue *self = context;
    const size_t next = drops + (held != 0);
    if (next >= self->count)
        return 0;
    const uint8_t current = self->pieces[next];
    choices[0] = (supply_choice){current, (uint8_t)held};
    const bool is_now = self->seen > 0 && drops == self->now;
    const size_t count = is_now ? self->seen : self->count;
    if (!self->hold || (is_now && self->keeps) || held == 1U + current ||
        (held == 0 && next + 1 >= count))
        return 1;
    const uint8_t other = held != 0 ? (uint8_t)(held - 1) : self->pieces[next + 1];
    choices[1] = (supply_choice){other, (uint8_t)(1 + current)};
    if (is_now && self->holds) {
        choices[0] = choices[1];
        return 1;
    }
    return 2;
}
