/* The pieces kept after a clear: those of the queue that the solution does not drop. */
#include <stdlib.h>
#include <string.h>

#include "clear/solve/solver.h"
#include "core/base/array.h"
#include "core/base/error.h"

/* As many pieces of a kind fit into a count. */
enum { SAVE_MAX_LENGTH = DF_CLEAR_KEPT_MAX_LENGTH, SAVE_MAX_DEPTH = 50 };

/* Solutions of the same pieces, and the queues that build any of them. */
typedef struct save_group {
    uint64_t pieces; /* counts */
    uint64_t *built; /* bits of the queues */
} save_group;

typedef struct save_groups {
    save_group *items;
    size_t count;
    size_t words;
    uint64_t *bits; /* of all groups */
} save_groups;

static uint64_t save_count_solution(const df_clear_solution *solution)
{
    uint64_t pieces = 0;
    for (size_t k = 0; k < solution->count; k++)
        pieces += solve_count_one(solution->drops[k].drop.piece);
    return pieces;
}

static df_status save_make_groups(save_groups *made, const df_clear_catalog *catalog)
{
    save_groups self = {.words = (catalog->queues + 63) / 64};
    self.items = calloc(catalog->count + 1, sizeof self.items[0]);
    self.bits = calloc(catalog->count * self.words + 1, sizeof self.bits[0]);
    if (self.items == NULL || self.bits == NULL) {
        free(self.items);
        free(self.bits);
        return DF_ERROR_MEMORY;
    }
    for (size_t i = 0; i < catalog->count; i++) {
        const uint64_t pieces = save_count_solution(&catalog->items[i].solution);
        size_t g = 0;
        while (g < self.count && self.items[g].pieces != pieces)
            g++;
        if (g == self.count)
            self.items[self.count++] = (save_group){pieces, self.bits + g * self.words};
        for (size_t w = 0; w < self.words; w++)
            self.items[g].built[w] |= catalog->items[i].built[w];
    }
    *made = self;
    return DF_OK;
}

static void save_free_groups(save_groups *self)
{
    free(self->items);
    free(self->bits);
}

/* Returns the pieces that a queue keeps after a solution of a group. */
static uint64_t save_count_kept(const df_clear_queues *queues, size_t queue,
                                const save_group *group)
{
    uint64_t pieces = 0;
    for (size_t i = 0; i < queues->length; i++)
        pieces += solve_count_one(queues->pieces[queue * queues->length + i]);
    return pieces - group->pieces;
}

static bool save_has_queue(const save_group *group, size_t queue)
{
    return (group->built[queue / 64] >> queue % 64 & 1) != 0;
}

static bool save_fits(const df_clear_catalog *catalog, const df_clear_queues *queues)
{
    if (queues->count != catalog->queues || queues->length > SAVE_MAX_LENGTH)
        return false;
    for (size_t i = 0; i < queues->count * queues->length; i++) {
        if (queues->pieces[i] >= DF_CLEAR_SOLVER_MAX_KINDS)
            return false;
    }
    return true;
}

static int save_compare_counts(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static int save_compare_kept(const void *left, const void *right)
{
    const df_clear_kept *a = left, *b = right;
    if (a->queues != b->queues)
        return a->queues > b->queues ? -1 : 1;
    return memcmp(b->counts, a->counts, sizeof a->counts);
}

/* Makes the list of counts that were found, one for each queue and group. */
static df_status save_list_counts(uint64_t *found, size_t found_count, df_clear_kept **kept,
                                  size_t *count)
{
    df_clear_kept *list = calloc(found_count + 1, sizeof list[0]);
    size_t used = 0;
    if (list == NULL)
        return DF_ERROR_MEMORY;
    if (found_count > 0)
        qsort(found, found_count, sizeof found[0], save_compare_counts);
    for (size_t i = 0; i < found_count; i++) {
        if (i == 0 || found[i] != found[i - 1]) {
            for (unsigned p = 0; p < DF_CLEAR_SOLVER_MAX_KINDS; p++)
                list[used].counts[p] = (uint8_t)(found[i] >> (COUNT_BITS * p) & COUNT_MAX);
            used++;
        }
        list[used - 1].queues++;
    }
    if (used > 0)
        qsort(list, used, sizeof list[0], save_compare_kept);
    *kept = list;
    *count = used;
    return DF_OK;
}

df_status df_clear_catalog_list_kept(const df_clear_catalog *catalog,
                                     const df_clear_queues *queues, df_clear_kept **kept,
                                     size_t *count)
{
    save_groups groups;
    uint64_t *found = NULL;
    size_t found_count = 0, capacity = 0;
    if (!save_fits(catalog, queues))
        return DF_ERROR_ARGUMENT;
    df_status status = save_make_groups(&groups, catalog);
    if (status != DF_OK)
        return status;
    for (size_t q = 0; q < queues->count && status == DF_OK; q++) {
        for (size_t g = 0; g < groups.count && status == DF_OK; g++) {
            if (!save_has_queue(&groups.items[g], q))
                continue;
            status = ARRAY_RESERVE(found, capacity, found_count, 1);
            if (status == DF_OK)
                found[found_count++] = save_count_kept(queues, q, &groups.items[g]);
        }
    }
    if (status == DF_OK)
        status = save_list_counts(found, found_count, kept, count);
    free(found);
    save_free_groups(&groups);
    return status;
}

/* A reader of an expression, and the pieces for which it is evaluated. */
typedef struct save_reader {
    const df_piece_set *set;
    const char *begin, *at;
    uint64_t kept; /* counts */
    unsigned depth;
    df_status status;
    df_error *error;
} save_reader;

static bool save_read_any(save_reader *self);

static void save_skip_blanks(save_reader *self)
{
    while (*self->at == ' ' || *self->at == '\t')
        self->at++;
}

/* Remembers the first error; the reader goes on at the end of the text. */
static bool save_refuse(save_reader *self, const char *text)
{
    if (self->status == DF_OK)
        self->status =
            df_error_set_at(self->error, 1, (size_t)(self->at - self->begin) + 1, "%s", text);
    self->at += strlen(self->at);
    return false;
}

/* Returns the number of a piece, or -1. */
static int save_find_piece(const df_piece_set *set, char letter)
{
    for (size_t p = 0; p < set->count; p++) {
        const char name = set->pieces[p].name[0];
        if (set->pieces[p].name[1] == '\0' && (name == letter || name + ('a' - 'A') == letter))
            return (int)p;
    }
    return -1;
}

/* Reads letters: pieces that are all kept. */
static bool save_read_pieces(save_reader *self)
{
    uint64_t wanted = 0;
    int piece = save_find_piece(self->set, *self->at);
    if (piece < 0)
        return save_refuse(self, "expected the letter of a piece, '!' or '('");
    for (unsigned count = 0; piece >= 0; piece = save_find_piece(self->set, *++self->at)) {
        if (++count > SAVE_MAX_LENGTH)
            return save_refuse(self, "these are more pieces than can be kept; name fewer");
        wanted += solve_count_one((unsigned)piece);
    }
    return (((self->kept | COUNT_GUARD) - wanted) & COUNT_GUARD) == COUNT_GUARD;
}

static bool save_read_one(save_reader *self)
{
    bool holds;
    save_skip_blanks(self);
    if (*self->at != '!' && *self->at != '(') {
        holds = save_read_pieces(self);
    } else if (++self->depth > SAVE_MAX_DEPTH) {
        return save_refuse(self, "this is nested too deeply; simplify it");
    } else if (*self->at++ == '!') {
        holds = !save_read_one(self);
        self->depth--;
    } else {
        holds = save_read_any(self);
        self->depth--;
        if (*self->at != ')')
            return save_refuse(self, "expected '&&', '||' or ')'");
        self->at++;
    }
    save_skip_blanks(self);
    return holds;
}

static bool save_read_all(save_reader *self)
{
    bool holds = save_read_one(self);
    while (self->at[0] == '&' && self->at[1] == '&') {
        self->at += 2;
        holds = save_read_one(self) && holds;
    }
    return holds;
}

static bool save_read_any(save_reader *self)
{
    bool holds = save_read_all(self);
    while (self->at[0] == '|' && self->at[1] == '|') {
        self->at += 2;
        holds = save_read_all(self) || holds;
    }
    return holds;
}

static bool save_evaluate(save_reader *self, uint64_t kept)
{
    self->at = self->begin;
    self->kept = kept;
    const bool holds = save_read_any(self);
    if (*self->at != '\0')
        (void)save_refuse(self, "expected '&&', '||' or the end");
    return holds;
}

df_status df_clear_catalog_save(const df_clear_catalog *catalog, const df_clear_queues *queues,
                                const df_piece_set *set, const char *expression, bool *saves,
                                df_error *error)
{
    save_groups groups;
    save_reader reader = {.set = set, .begin = expression, .error = error};
    if (!save_fits(catalog, queues) || set->count > DF_CLEAR_SOLVER_MAX_KINDS)
        return DF_ERROR_ARGUMENT;
    (void)save_evaluate(&reader, 0);
    if (reader.status != DF_OK)
        return reader.status;
    const df_status status = save_make_groups(&groups, catalog);
    if (status != DF_OK)
        return status;
    for (size_t q = 0; q < queues->count; q++) {
        saves[q] = false;
        for (size_t g = 0; g < groups.count && !saves[q]; g++)
            saves[q] = save_has_queue(&groups.items[g], q) &&
                       save_evaluate(&reader, save_count_kept(queues, q, &groups.items[g]));
    }
    save_free_groups(&groups);
    return DF_OK;
}
