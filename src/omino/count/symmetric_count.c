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

/* Fills in all numbers of a size but the fixed ones. */
static df_status symmetric_count_complete(df_natural *numbers,
                                          const uint64_t exact[DF_SYMMETRIES])
{
    df_natural with = {0}, *symmetric = &numbers[DF_OMINO_SYMMETRIC];
    df_status status = DF_OK;
    for (unsigned s = 1; status == DF_OK && s < DF_SYMMETRIES; s++) {
        status = df_natural_set(&symmetric[s], &exact[s], 1);
        if (status == DF_OK)
            status = df_natural_multiply_add(&with, &symmetric[s], images[s], &with);
    }
    df_natural *none = &symmetric[DF_SYMMETRY_NONE];
    uint64_t rest = 0;
    if (status == DF_OK)
        status = df_natural_subtract(none, &numbers[DF_OMINO_FIXED], &with);
    if (status == DF_OK)
        status = df_natural_divide_small(none, none, images[DF_SYMMETRY_NONE], &rest);
    df_natural_free(&with);
    if (status == DF_ERROR_ARGUMENT || rest != 0)
        return DF_ERROR_DEFECT;
    for (unsigned s = 0; status == DF_OK && s < DF_SYMMETRIES; s++) {
        df_natural *plain = &numbers[DF_OMINO_FREE], *sided = &numbers[DF_OMINO_ONE_SIDED];
        status = df_natural_add(plain, plain, &symmetric[s]);
        if (status == DF_OK)
            status = df_natural_multiply_add(
                sided, &symmetric[s], symmetric_is_chiral((df_omino_symmetry)s) ? 2 : 1, sided);
    }
    return status;
}

/* Counts those with symmetries, and fills in all numbers but the fixed ones. */
static df_status symmetric_count_all(df_natural numbers[][DF_OMINO_NUMBERS], unsigned size,
                                     omino_count_task *task)
{
    symmetric_numbers *found = malloc(sizeof *found);
    df_status status =
        found != NULL ? df_omino_count_unmoved(found, size, task) : DF_ERROR_MEMORY;
    for (unsigned k = 1; status == DF_OK && k <= size; k++) {
        /* An axis between squares: any polyomino and its image on the other side. */
        if (k % 2 == 0)
            found->unmoved[DF_SYMMETRY_AXIS][k] += numbers[k / 2][DF_OMINO_FIXED].words[0];
        uint64_t exact[DF_SYMMETRIES] = {0}, unmoved[DF_SYMMETRIES];
        for (unsigned s = 0; s < DF_SYMMETRIES; s++)
            unmoved[s] = found->unmoved[s][k];
        status = symmetric_sort(exact, unmoved);
        if (status == DF_OK)
            status = symmetric_count_complete(numbers[k], exact);
    }
    free(found);
    return status;
}

df_status df_omino_count(df_natural numbers[][DF_OMINO_NUMBERS], unsigned size, bool classes,
                         const df_count_options *options, df_count_effort *effort,
                         df_error *error)
{
    omino_count_task task;
    df_count_effort spent = {0};
    df_status status = df_omino_count_begin(&task, size, DF_OMINO_COUNT_MAX, options, error);
    if (status != DF_OK)
        return status;
    df_natural fixed[DF_OMINO_COUNT_MAX + 1] = {0};
    if (classes)
        task.all = df_omino_unmoved_parts(size);
    /* The transfer matrix comes first: it fails early if memory does not suffice, and the other
     * part may take hours. */
    status = df_omino_count_transfer(fixed, size, &task, &spent);
    for (unsigned k = 0; status == DF_OK && k <= size; k++)
        numbers[k][DF_OMINO_FIXED] = fixed[k];
    if (status == DF_OK && classes)
        status = symmetric_count_all(numbers, size, &task);
    for (unsigned i = 0; status != DF_OK && i < (size + 1) * DF_OMINO_NUMBERS; i++)
        df_natural_free(&numbers[i / DF_OMINO_NUMBERS][i % DF_OMINO_NUMBERS]);
    if (status == DF_OK && effort != NULL)
        *effort = spent;
    return df_omino_count_end(&task, status);
}
