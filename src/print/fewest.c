#include "print/fewest.h"

#include "core/bits.h"

unsigned df_fewest_rows(unsigned width, unsigned filled, unsigned least)
{
    for (unsigned rows = least; rows < least + 4; rows++) {
        if (rows > 0 && width * rows >= filled && (width * rows - filled) % 4 == 0)
            return rows;
    }
    return 0;
}

df_status df_fewest_search(pack_kit *kit, fewest_searcher *searcher, unsigned width,
                           uint64_t filled, uint64_t carried, uint64_t seed,
                           uint64_t node_limit, df_outcome *outcome, unsigned *rows,
                           unsigned *proved, pack_solution *packing)
{
    pack_problem problem = {.width = width, .carried = carried};
    problem.filled[0] = filled;
    df_outcome result = DF_NONE;
    unsigned none = 0;
    for (;;) {
        problem.rows = df_fewest_rows(width, bits_count(filled), problem.rows + 1);
        if (problem.rows == 0 || problem.rows > PACK_MAX_ROWS)
            break;
        df_outcome here = DF_NONE;
        const df_status status = searcher(kit, &problem, seed, node_limit, &here, packing);
        if (status != DF_OK)
            return status;
        if (here == DF_FOUND) {
            *rows = problem.rows;
            result = DF_FOUND;
            break;
        }
        if (here == DF_LIMIT)
            result = DF_LIMIT;
        else
            none++;
    }
    *outcome = result;
    *proved = none;
    return DF_OK;
}
