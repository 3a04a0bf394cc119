/* The rows of a set cover, and what can be left out of them: a row that contains another one,
 * and a set within another one. A row of a single set forces it. */
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "set_cover.h"

/* Comparisons of words for dominance in one node; what is left then stays. */
#define COVER_COMPARISONS (UINT64_C(1) << 28)

#define COVER_NO_SET UINT32_MAX

size_t df_cover_count_bits(const uint64_t *bits, size_t words)
{
    size_t count = 0;
    for (size_t w = 0; w < words; w++)
        count += bits_count(bits[w]);
    return count;
}

bool df_cover_create_rows(cover_search *self, cover_rows *rows, size_t capacity)
{
    *rows = (cover_rows){.capacity = capacity};
    rows->bits =
        df_budget_take(self->memory, (capacity + 1) * self->words, sizeof rows->bits[0]);
    if (rows->bits == NULL)
        self->status = self->memory->status;
    return rows->bits != NULL;
}

void df_cover_free_rows(cover_search *self, cover_rows *rows)
{
    df_budget_free(self->memory, rows->bits, (rows->capacity + 1) * self->words,
                   sizeof rows->bits[0]);
}

void df_cover_choose(cover_search *self, cover_rows *rows, size_t set)
{
    self->path[self->depth++] = (uint32_t)set;
    for (size_t i = rows->count; i-- > 0;) {
        /* The last row takes the place of one that is removed. */
        if (cover_has(cover_row(self, rows, i), set))
            memmove(cover_row(self, rows, i), cover_row(self, rows, --rows->count),
                    self->words * sizeof rows->bits[0]);
    }
}

bool df_cover_copy_rows(cover_search *self, cover_rows *copy, const cover_rows *rows)
{
    if (!df_cover_create_rows(self, copy, rows->count))
        return false;
    copy->count = rows->count;
    memcpy(copy->bits, rows->bits, rows->count * self->words * sizeof copy->bits[0]);
    return true;
}

/* True if all bits of `part` are in `whole`. */
static bool cover_is_within(const uint64_t *part, const uint64_t *whole, size_t words)
{
    for (size_t w = 0; w < words; w++) {
        if ((part[w] & ~whole[w]) != 0)
            return false;
    }
    return true;
}

/* Orders rows by their numbers of sets, to find those within others. */
typedef struct cover_key {
    uint64_t *row;
    size_t count;
    size_t words;
} cover_key;

static int cover_compare_keys(const void *left, const void *right)
{
    const cover_key *a = left, *b = right;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return memcmp(a->row, b->row, a->words * sizeof a->row[0]);
}

/* Moves the keys whose rows contain that of a key before them, or with `larger` lie within it,
 * to the end, and marks them by a count of SIZE_MAX. */
static void cover_mark_keys(cover_search *self, cover_key *keys, size_t count, bool larger)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool dominated = false;
        for (size_t k = 0; k < kept && !dominated && self->comparisons > 0; k++) {
            self->comparisons--;
            dominated = larger ? cover_is_within(keys[i].row, keys[k].row, keys[i].words)
                               : cover_is_within(keys[k].row, keys[i].row, keys[i].words);
        }
        if (!dominated) {
            const cover_key key = keys[i];
            keys[i] = keys[kept];
            keys[kept++] = key;
        }
    }
    for (size_t i = kept; i < count; i++)
        keys[i].count = SIZE_MAX;
}

/* Removes rows that contain another row: who covers that one covers them, too. */
static void cover_dominate_rows(cover_search *self, cover_rows *rows)
{
    const size_t count = rows->count;
    cover_key *keys = df_budget_take(self->memory, count + 1, sizeof keys[0]);
    uint64_t *kept = df_budget_take(self->memory, (count + 1) * self->words, sizeof kept[0]);
    if (keys == NULL || kept == NULL) {
        self->status = self->memory->status;
    } else {
        for (size_t i = 0; i < count; i++) {
            uint64_t *row = cover_row(self, rows, i);
            keys[i] = (cover_key){row, df_cover_count_bits(row, self->words), self->words};
        }
        qsort(keys, count, sizeof keys[0], cover_compare_keys);
        /* Equal rows are next to each other: they need no comparison of each with each. */
        size_t unique = 0;
        for (size_t i = 0; i < count; i++) {
            if (i == 0 || cover_compare_keys(&keys[unique - 1], &keys[i]) != 0)
                keys[unique++] = keys[i];
        }
        cover_mark_keys(self, keys, unique, false);
        size_t left = 0;
        for (size_t i = 0; i < unique && keys[i].count != SIZE_MAX; i++)
            memcpy(kept + self->words * left++, keys[i].row, self->words * sizeof kept[0]);
        memcpy(rows->bits, kept, left * self->words * sizeof kept[0]);
        rows->count = left;
    }
    df_budget_free(self->memory, keys, count + 1, sizeof keys[0]);
    df_budget_free(self->memory, kept, (count + 1) * self->words, sizeof kept[0]);
}

/* Makes the rows of each set; returns the number of words for each. */
static size_t cover_make_columns(cover_search *self, const cover_rows *rows)
{
    const size_t height = (rows->count + 63) / 64, sets = self->problem->sets;
    if (self->status == DF_OK)
        self->status = ARRAY_RESERVE_WITHIN(self->columns, self->columns_capacity, 0,
                                            sets * height + 1, &self->memory->left);
    if (self->status != DF_OK)
        return 0;
    memset(self->columns, 0, sets * height * sizeof self->columns[0]);
    for (size_t i = 0; i < rows->count; i++) {
        const uint64_t *row = cover_row(self, rows, i);
        for (size_t w = 0; w < self->words; w++) {
            for (uint64_t rest = row[w]; rest != 0; rest &= rest - 1)
                self->columns[(64 * w + bits_lowest(rest)) * height + i / 64] |= UINT64_C(1)
                                                                                 << i % 64;
        }
    }
    return height;
}

/* Orders sets by their numbers of elements, the largest and of these the first ones first. */
static int cover_compare_sets(const void *left, const void *right)
{
    const cover_key *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* Removes sets within other ones; true if there were some. */
static bool cover_dominate_sets(cover_search *self, cover_rows *rows)
{
    const size_t height = cover_make_columns(self, rows), sets = self->problem->sets;
    cover_key *keys = df_budget_take(self->memory, sets + 1, sizeof keys[0]);
    if (keys == NULL)
        self->status = self->memory->status;
    size_t count = 0;
    for (size_t s = 0; s < sets && self->status == DF_OK; s++) {
        uint64_t *column = self->columns + s * height;
        const size_t elements = df_cover_count_bits(column, height);
        if (elements > 0)
            keys[count++] = (cover_key){column, elements, height};
    }
    if (count > 0 && self->status == DF_OK) {
        qsort(keys, count, sizeof keys[0], cover_compare_sets);
        cover_mark_keys(self, keys, count, true);
    }
    bool found = false;
    for (size_t i = 0; i < count && self->status == DF_OK; i++) {
        if (keys[i].count != SIZE_MAX)
            continue;
        const size_t set = (size_t)(keys[i].row - self->columns) / height;
        for (size_t r = 0; r < rows->count; r++)
            cover_row(self, rows, r)[set / 64] &= ~(UINT64_C(1) << set % 64);
        found = true;
    }
    df_budget_free(self->memory, keys, sets + 1, sizeof keys[0]);
    return found;
}

/* Returns the only set of a row, or COVER_NO_SET. */
static uint32_t cover_find_only(const cover_search *self, const uint64_t *row)
{
    uint32_t only = COVER_NO_SET;
    for (size_t w = 0; w < self->words; w++) {
        if (row[w] == 0)
            continue;
        if (only != COVER_NO_SET || (row[w] & (row[w] - 1)) != 0)
            return COVER_NO_SET;
        only = (uint32_t)(64 * w + bits_lowest(row[w]));
    }
    return only;
}

void df_cover_reduce(cover_search *self, cover_rows *rows)
{
    bool changed = true;
    self->comparisons = COVER_COMPARISONS / (self->words + 1);
    while (changed && rows->count > 0 && self->status == DF_OK) {
        cover_dominate_rows(self, rows);
        changed = self->status == DF_OK && cover_dominate_sets(self, rows);
        for (size_t i = 0; i < rows->count && self->status == DF_OK;) {
            const uint32_t set = cover_find_only(self, cover_row(self, rows, i));
            if (set == COVER_NO_SET) {
                i++;
                continue;
            }
            df_cover_choose(self, rows, set);
            changed = true;
            i = 0;
        }
    }
}
