#include <stdlib.h>

#include "core/base/natural.h"
#include "fold.h"
#include "transfer_task.h"

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

static uint64_t symmetric_word(const df_natural *number)
{
    return number->count == 0 ? 0 : number->words[0];
}

/* Adds those with an axis between squares: any polyomino and its image on the other side. It
 * may have another axis, through squares or not. */
static void add_axes_between(uint64_t (*unmoved)[DF_SYMMETRIES], unsigned size)
{
    for (unsigned k = size - size % 2; k > 0; k -= 2) {
        unmoved[k][DF_SYMMETRY_AXES] += 2 * unmoved[k / 2][DF_SYMMETRY_AXIS];
        if (k % 4 == 0)
            unmoved[k][DF_SYMMETRY_AXES] += unmoved[k / 4][DF_SYMMETRY_NONE];
        unmoved[k][DF_SYMMETRY_AXIS] += unmoved[k / 2][DF_SYMMETRY_NONE];
    }
}

/* Fills in all numbers from those of the transfer matrix. */
static df_status symmetric_count_all(df_natural numbers[][DF_OMINO_NUMBERS], unsigned size,
                                     df_natural (*found)[DF_SYMMETRIES], bool classes)
{
    uint64_t unmoved[DF_OMINO_COUNT_MAX + 1][DF_SYMMETRIES];
    for (unsigned k = 0; k <= size; k++) {
        numbers[k][DF_OMINO_FIXED] = found[k][DF_SYMMETRY_NONE];
        for (unsigned s = 0; s < DF_SYMMETRIES; s++)
            unmoved[k][s] = symmetric_word(&found[k][s]);
        found[k][DF_SYMMETRY_NONE] = (df_natural){0};
    }
    add_axes_between(unmoved, size);
    df_status status = DF_OK;
    for (unsigned k = 1; status == DF_OK && classes && k <= size; k++) {
        uint64_t exact[DF_SYMMETRIES] = {0};
        status = symmetric_sort(exact, unmoved[k]);
        if (status == DF_OK)
            status = symmetric_count_complete(numbers[k], exact);
    }
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
    df_natural found[DF_OMINO_COUNT_MAX + 1][DF_SYMMETRIES] = {0};
    status = df_omino_count_transfer(found, size, classes ? FOLDS : 1, &task, &spent);
    if (status == DF_OK)
        status = symmetric_count_all(numbers, size, found, classes);
    for (unsigned i = 0; i < (size + 1) * DF_SYMMETRIES; i++)
        df_natural_free(&found[i / DF_SYMMETRIES][i % DF_SYMMETRIES]);
    for (unsigned i = 0; status != DF_OK && i < (size + 1) * DF_OMINO_NUMBERS; i++)
        df_natural_free(&numbers[i / DF_OMINO_NUMBERS][i % DF_OMINO_NUMBERS]);
    if (status == DF_OK && effort != NULL)
        *effort = spent;
    return df_omino_count_end(&task, status);
}
