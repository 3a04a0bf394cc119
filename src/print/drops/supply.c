#include "supply.h"

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
