#include <stdlib.h>

#include "counting.h"
#include "omino_count.h"

/* Moves a number. */
static void take(df_natural *to, df_natural *from)
{
    *to = *from;
    *from = (df_natural){0};
}

static df_status count_fixed(omino_counter *own, const df_omino_count_options *options,
                             df_mishap *mishap)
{
    df_natural *numbers = calloc(own->most + 1, sizeof *numbers);
    if (numbers == NULL)
        return DF_ERROR_MEMORY;
    const df_status status =
        df_omino_count_fixed(numbers, own->most, options, &own->effort, mishap);
    for (unsigned size = 0; size <= own->most && status == DF_OK; size++)
        take(&own->rows[size].all, &numbers[size]);
    free(numbers);
    return status;
}

static df_status count_classes(omino_counter *own, const df_omino_count_options *options,
                               df_mishap *mishap)
{
    df_omino_counts *counts = calloc(own->most + 1, sizeof *counts);
    if (counts == NULL)
        return DF_ERROR_MEMORY;
    const df_status status =
        df_omino_count_classes(counts, own->most, options, &own->effort, mishap);
    for (unsigned size = 0; size <= own->most && status == DF_OK; size++) {
        omino_count_row *row = &own->rows[size];
        take(&row->all,
             own->chosen->kind == OMINO_FREE ? &counts[size].free : &counts[size].one_sided);
        for (unsigned i = 0; i < DF_SYMMETRIES; i++)
            take(&row->symmetric[i], &counts[size].symmetric[i]);
        df_omino_counts_free(&counts[size]);
    }
    free(counts);
    return status;
}

df_status omino_count_by_transfer(omino_counter *own, df_mishap *mishap)
{
    const df_omino_count_options options = {
        .memory = own->chosen->memory, .threads = own->chosen->jobs, .watch = counting_watch};
    return own->chosen->kind == OMINO_FIXED ? count_fixed(own, &options, mishap)
                                            : count_classes(own, &options, mishap);
}
