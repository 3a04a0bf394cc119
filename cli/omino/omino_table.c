/* The numbers of 'count --by'. */
#include <inttypes.h>
#include <stdio.h>

#include "omino_count.h"

static const char *const measure_names[DF_MEASURES] = {
    [DF_MEASURE_PERIMETER] = "perimeter", [DF_MEASURE_SITE_PERIMETER] = "site-perimeter",
    [DF_MEASURE_HOLES] = "holes",         [DF_MEASURE_INNER_HOLES] = "inner-holes",
    [DF_MEASURE_BOX] = "bounding-box",
};

void omino_table_put(const omino_counter *self)
{
    const bool sizes = self->chosen->count.sizes;
    const df_omino_measure by = self->chosen->count.by;
    const bool is_box = by == DF_MEASURE_BOX;
    printf("%s%s\tpolyominoes\n", sizes ? "squares\t" : "",
           is_box ? "width\theight" : measure_names[by]);
    for (unsigned size = self->min; size <= self->max; size++) {
        for (unsigned value = 0; value < DF_OMINOES_VALUES; value++) {
            const uint64_t count = self->tables[size].counts[value];
            if (count == 0)
                continue;
            if (sizes)
                printf("%u\t", size);
            if (is_box)
                printf("%u\t%u", value % DF_OMINOES_MAX_SQUARES + 1,
                       value / DF_OMINOES_MAX_SQUARES + 1);
            else
                printf("%u", value);
            printf("\t%" PRIu64 "\n", count);
        }
    }
}

void omino_table_put_json(json_writer *json, const omino_counter *self, unsigned size)
{
    const df_omino_measure by = self->chosen->count.by;
    json_open_array(json, measure_names[by]);
    for (unsigned value = 0; value < DF_OMINOES_VALUES; value++) {
        const uint64_t count = self->tables[size].counts[value];
        if (count == 0)
            continue;
        json_open_object(json, NULL);
        if (by == DF_MEASURE_BOX) {
            json_put_number(json, "width", value % DF_OMINOES_MAX_SQUARES + 1);
            json_put_number(json, "height", value / DF_OMINOES_MAX_SQUARES + 1);
        } else {
            json_put_number(json, "value", value);
        }
        json_put_number(json, "count", count);
        json_close(json);
    }
    json_close(json);
}
