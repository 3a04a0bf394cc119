#include <stdlib.h>

#include "core/base/natural.h"
#include "symmetric.h"

/* The number of images of a polyomino with each symmetry. */
static const unsigned images[DF_SYMMETRIES] = {8, 4, 4, 4, 2, 2, 2, 1};

/* True if polyominoes of this symmetry are no turns of their mirror images, so that a free one
 * counts as two one-sided ones. */
static bool symmetric_is_chiral(df_omino_symmetry symmetry)
{
    return symmetry == DF_SYMMETRY_NONE || symmetry == DF_SYMMETRY_HALF ||
           symmetry == DF_SYMMETRY_QUARTER;
}

/* The symmetries that include each symmetry, as bits. */
static const unsigned more[DF_SYMMETRIES] = {
    [DF_SYMMETRY_AXIS] = 1u << DF_SYMMETRY_AXES | 1u << DF_SYMMETRY_ALL,
    [DF_SYMMETRY_DIAGONAL] = 1u << DF_SYMMETRY_DIAGONALS | 1u << DF_SYMMETRY_ALL,
    [DF_SYMMETRY_HALF] = 1u << DF_SYMMETRY_QUARTER | 1u << DF_SYMMETRY_AXES |
                         1u << DF_SYMMETRY_DIAGONALS | 1u << DF_SYMMETRY_ALL,
    [DF_SYMMETRY_QUARTER] = 1u << DF_SYMMETRY_ALL,
    [DF_SYMMETRY_AXES] = 1u << DF_SYMMETRY_ALL,
    [DF_SYMMETRY_DIAGONALS] = 1u << DF_SYMMETRY_ALL,
};

/* Finds the number of free ones with exactly each symmetry but for DF_SYMMETRY_NONE from those
 * unmoved, all of the same size. DF_ERROR_DEFECT: there are no such numbers. All images of a
 * polyomino have its half turns and quarter turns; an axis or a diagonal of a given direction
 * occurs in half of the images. */
static df_status symmetric_sort(uint64_t exact[DF_SYMMETRIES],
                                const uint64_t unmoved[DF_SYMMETRIES])
{
    for (unsigned s = DF_SYMMETRIES; s-- > 1;) {
        const bool directed = s == DF_SYMMETRY_AXIS || s == DF_SYMMETRY_DIAGONAL;
        uint64_t rest = unmoved[s];
        for (unsigned t = 1; t < DF_SYMMETRIES; t++) {
            if ((more[s] >> t & 1) != 0)
                rest -= exact[t] * images[t];
        }
        const unsigned each = directed ? images[s] / 2 : images[s];
        if (rest % each != 0)
            return DF_ERROR_DEFECT;
        exact[s] = rest / each;
    }
    return DF_OK;
}

/* Fills in all numbers but the fixed ones. */
static df_status symmetric_count_complete(df_omino_counts *counts,
                                          const uint64_t exact[DF_SYMMETRIES])
{
    df_natural with = {0}, fixed = {0};
    df_status status = DF_OK;
    for (unsigned s = 1; status == DF_OK && s < DF_SYMMETRIES; s++) {
        status = df_natural_set(&counts->symmetric[s], &exact[s], 1);
        if (status == DF_OK)
            status = df_natural_multiply_small(&fixed, &counts->symmetric[s], images[s]);
        if (status == DF_OK)
            status = df_natural_add(&with, &with, &fixed);
    }
    df_natural *none = &counts->symmetric[DF_SYMMETRY_NONE];
    uint64_t rest = 0;
    if (status == DF_OK)
        status = df_natural_subtract(none, &counts->fixed, &with);
    if (status == DF_OK)
        status = df_natural_divide_small(none, none, images[DF_SYMMETRY_NONE], &rest);
    df_natural_free(&with);
    df_natural_free(&fixed);
    if (status == DF_ERROR_ARGUMENT || rest != 0)
        return DF_ERROR_DEFECT;
    for (unsigned s = 0; status == DF_OK && s < DF_SYMMETRIES; s++) {
        status = df_natural_add(&counts->free, &counts->free, &counts->symmetric[s]);
        for (unsigned times = symmetric_is_chiral((df_omino_symmetry)s) ? 2 : 1;
             status == DF_OK && times > 0; times--)
            status =
                df_natural_add(&counts->one_sided, &counts->one_sided, &counts->symmetric[s]);
    }
    return status;
}

static df_status symmetric_count_complete_all(df_omino_counts *counts,
                                              symmetric_numbers *numbers, unsigned size)
{
    df_status status = DF_OK;
    for (unsigned k = 1; status == DF_OK && k <= size; k++) {
        /* An axis between squares: any polyomino and its image on the other side. */
        if (k % 2 == 0)
            numbers->unmoved[DF_SYMMETRY_AXIS][k] += counts[k / 2].fixed.words[0];
        uint64_t exact[DF_SYMMETRIES] = {0}, unmoved[DF_SYMMETRIES];
        for (unsigned s = 0; s < DF_SYMMETRIES; s++)
            unmoved[s] = numbers->unmoved[s][k];
        status = symmetric_sort(exact, unmoved);
        if (status == DF_OK)
            status = symmetric_count_complete(&counts[k], exact);
    }
    return status;
}

df_status df_omino_count_classes(df_omino_counts *counts, unsigned size,
                                 const df_count_options *options, df_count_effort *effort,
                                 df_error *error)
{
    omino_count_task task;
    df_count_effort spent = {0};
    df_status status = df_omino_count_begin(&task, size, DF_OMINO_COUNT_MAX, options, error);
    if (status != DF_OK)
        return status;
    symmetric_numbers *numbers = malloc(sizeof *numbers);
    df_natural fixed[DF_OMINO_COUNT_MAX + 1] = {0};
    if (numbers == NULL)
        status = DF_ERROR_MEMORY;
    task.all = df_omino_unmoved_parts(size);
    /* The transfer matrix comes first: it fails early if memory does not suffice, and the other
     * part may take hours. */
    if (status == DF_OK)
        status = df_omino_count_transfer(fixed, size, &task, &spent);
    if (status == DF_OK)
        status = df_omino_count_unmoved(numbers, size, &task);
    for (unsigned k = 0; k <= size; k++) {
        if (status == DF_OK)
            counts[k].fixed = fixed[k];
        else
            df_natural_free(&fixed[k]);
    }
    if (status == DF_OK) {
        status = symmetric_count_complete_all(counts, numbers, size);
        for (unsigned k = 0; status != DF_OK && k <= size; k++)
            df_omino_counts_free(&counts[k]);
    }
    free(numbers);
    if (status == DF_OK && effort != NULL)
        *effort = spent;
    return df_omino_count_end(&task, status);
}

void df_omino_counts_free(df_omino_counts *counts)
{
    if (counts == NULL)
        return;
    df_natural_free(&counts->fixed);
    df_natural_free(&counts->one_sided);
    df_natural_free(&counts->free);
    for (unsigned s = 0; s < DF_SYMMETRIES; s++)
        df_natural_free(&counts->symmetric[s]);
}
