#include "piece_colors.h"

#include <stdlib.h>

#include "dropforge/omino.h"

static bool has_colors(const df_plan_color *colors, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (colors[i].given)
            return true;
    }
    return false;
}

df_status piece_colors_spread(df_plan_color **colors, const df_piece_set *set)
{
    if (*colors == NULL)
        *colors = calloc(set->count, sizeof(*colors)[0]);
    if (*colors == NULL)
        return DF_ERROR_MEMORY;
    if (has_colors(*colors, set->count))
        return DF_OK;
    df_color *found = malloc(set->count * sizeof found[0]);
    const df_status status = found != NULL ? df_omino_set_colors(found, set) : DF_ERROR_MEMORY;
    for (size_t i = 0; status == DF_OK && i < set->count; i++)
        (*colors)[i] = (df_plan_color){.given = true, .color = found[i]};
    free(found);
    return status;
}
