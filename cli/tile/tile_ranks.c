#include "tile_ranks.h"

#include "cli/base/message.h"
#include "cli/process/ranks.h"

static df_status tile_ranks_trade(void *context, unsigned to, const uint64_t *sent,
                                  size_t sent_count, unsigned from, const uint64_t **received,
                                  size_t *received_count)
{
    (void)context;
    return ranks_trade(to, sent, sent_count, from, received, received_count) ? DF_OK
                                                                             : DF_ERROR_MEMORY;
}

int tile_ranks_begin(df_tile_ranks *ranks)
{
    const int status = ranks_begin(1);
    if (status < 0)
        *ranks = (df_tile_ranks){
            .self = ranks_self(), .count = ranks_count(), .trade = tile_ranks_trade};
    return status;
}

void tile_ranks_end(void)
{
    ranks_end();
}
