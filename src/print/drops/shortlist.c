#include "shortlist.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* Tests for each board to be kept, at most, so that a level of dead ends takes no longer. */
#define MAX_TESTS 20

#define SHARE_ONE 65536 /* the weight of the first class */

/* Keys that are taken in ascending order, of which only the first few are sorted. */
typedef struct key_walk {
    uint64_t *keys;
    size_t count;
    size_t sorted;
    size_t next;
} key_walk;

static int shortlist_compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Moves the `wanted` least of different keys to the front, in any order (Hoare's find). */
static void shortlist_part(uint64_t *keys, size_t count, size_t wanted)
{
    size_t first = 0, last = count;
    while (wanted > first && wanted < last) {
        const size_t middle = first + (last - first) / 2;
        const uint64_t pivot = keys[middle];
        keys[middle] = keys[last - 1];
        size_t split = first;
        for (size_t i = first; i + 1 < last; i++) {
            const uint64_t key = keys[i];
            keys[i] = keys[split];
            keys[split] = key;
            split += key < pivot;
        }
        keys[last - 1] = keys[split];
        keys[split] = pivot;
        if (wanted <= split)
            last = split;
        else
            first = split + 1;
    }
}

/* Takes the next key; `ahead` is how many more may be wanted. False after the last. */
static bool shortlist_take(key_walk *walk, size_t ahead, uint64_t *key)
{
    if (walk->next == walk->sorted) {
        const size_t rest = walk->count - walk->sorted;
        const size_t more = 2 * ahead < rest ? 2 * ahead : rest;
        if (more == 0)
            return false;
        shortlist_part(walk->keys + walk->sorted, rest, more);
        qsort(walk->keys + walk->sorted, more, sizeof walk->keys[0], shortlist_compare);
        walk->sorted += more;
    }
    *key = walk->keys[walk->next++];
    return true;
}

/* Keeps up to `wanted` candidates with the lowest keys. */
static df_status shortlist_keep(shortlist *self, const shortlist_options *options,
                                key_walk *walk, size_t wanted)
{
    size_t tests = wanted * MAX_TESTS;
    uint64_t key;
    while (wanted > 0 && tests > 0 && shortlist_take(walk, wanted, &key)) {
        const size_t index = (size_t)(key & UINT32_MAX);
        const candidate *tried = &self->all[index];
        if (df_key_set_has(&self->seen, &tried->hash))
            continue;
        const df_status status = df_key_set_add(&self->seen, &tried->hash);
        if (status != DF_OK)
            return status;
        tests--;
        if (!options->test(options->context, tried))
            continue;
        self->kept[self->kept_count++] = index;
        wanted--;
    }
    return DF_OK;
}

/* Orders by score, then by number. */
static uint64_t shortlist_key(const candidate *one, size_t index)
{
    return (uint64_t)((uint32_t)one->score ^ UINT32_C(1) << 31) << 32 | index;
}

/* Sorts the keys into classes by squares left. self->classes gets the end of each class. */
static void shortlist_classify(shortlist *self, uint32_t min, size_t classes)
{
    memset(self->classes, 0, (classes + 1) * sizeof self->classes[0]);
    for (size_t i = 0; i < self->count; i++)
        self->classes[self->all[i].left - min + 1]++;
    for (size_t i = 0; i < classes; i++)
        self->classes[i + 1] += self->classes[i];
    for (size_t i = 0; i < self->count; i++) {
        const candidate *one = &self->all[i];
        self->order[self->classes[one->left - min]++] = shortlist_key(one, i);
    }
}

/* A number of boards that is given out to classes in turn, the nearest to the end first. */
typedef struct shortlist_shares {
    uint64_t wanted;
    unsigned near;
    uint64_t given, all; /* weights of the classes that have had their share, and of all */
    uint64_t rank;       /* of the next class */
} shortlist_shares;

static uint64_t shortlist_weight(const shortlist_shares *shares, uint64_t rank)
{
    return shares->near > 0 ? SHARE_ONE * shares->near / (shares->near + rank) : 1;
}

static shortlist_shares shortlist_begin_shares(size_t wanted, unsigned near, size_t classes)
{
    shortlist_shares shares = {.wanted = wanted, .near = near};
    for (size_t i = 0; i < classes; i++)
        shares.all += shortlist_weight(&shares, i);
    return shares;
}

/* Returns the share of the next class. What is rounded off one share goes to the next. */
static size_t shortlist_next_share(shortlist_shares *shares)
{
    const uint64_t before = (shares->wanted * shares->given + shares->all / 2) / shares->all;
    shares->given += shortlist_weight(shares, shares->rank++);
    return (size_t)((shares->wanted * shares->given + shares->all / 2) / shares->all - before);
}

/* Keeps a share of each class. */
static df_status shortlist_keep_by_class(shortlist *self, const shortlist_options *options,
                                         size_t wanted)
{
    uint32_t min = UINT32_MAX, max = 0;
    for (size_t i = 0; i < self->count; i++) {
        min = self->all[i].left < min ? self->all[i].left : min;
        max = self->all[i].left > max ? self->all[i].left : max;
    }
    const size_t classes = (size_t)(max - min) + 1;
    df_status status = DF_OK;
    if (classes + 1 > self->class_capacity) {
        status = ARRAY_RESIZE(self->classes, classes + 1);
        if (status != DF_OK)
            return status;
        self->class_capacity = classes + 1;
    }
    shortlist_classify(self, min, classes);
    size_t used = 0, begin = 0;
    for (size_t i = 0; i < classes; i++) {
        used += self->classes[i] > begin;
        begin = self->classes[i];
    }
    const size_t alike = wanted > used ? wanted / used : 1;
    shortlist_shares shares = shortlist_begin_shares(wanted, options->near, used);
    begin = 0;
    for (size_t i = 0; i < classes && status == DF_OK; i++) {
        if (self->classes[i] == begin)
            continue;
        key_walk walk = {.keys = self->order + begin, .count = self->classes[i] - begin};
        const size_t slack = self->kept_capacity - self->kept_count;
        const size_t share = options->near > 0 ? shortlist_next_share(&shares) : alike;
        status = shortlist_keep(self, options, &walk, share < slack ? share : slack);
        begin = self->classes[i];
    }
    return status;
}

static df_status shortlist_reserve(shortlist *self, size_t keep)
{
    df_status status = DF_OK;
    if (self->order_capacity < self->count) {
        status = ARRAY_RESIZE(self->order, self->capacity);
        if (status != DF_OK)
            return status;
        self->order_capacity = self->capacity;
    }
    if (self->kept_capacity < keep) {
        status = ARRAY_RESIZE(self->kept, keep);
        if (status == DF_OK)
            self->kept_capacity = keep;
    }
    return status;
}

df_status df_shortlist_choose(shortlist *self, const shortlist_options *options)
{
    self->kept_count = 0;
    if (self->count == 0)
        return DF_OK;
    /* Each class may keep one more than its share. */
    df_status status = shortlist_reserve(self, 2 * options->keep + 1);
    if (status != DF_OK)
        return status;
    df_key_set_reset(&self->seen, 1);
    for (size_t i = 0; i < self->count; i++)
        self->order[i] = shortlist_key(&self->all[i], i);
    const size_t by_score = options->keep * options->by_score / 256;
    key_walk walk = {.keys = self->order, .count = self->count};
    status = shortlist_keep(self, options, &walk, by_score > 0 ? by_score : 1);
    if (status != DF_OK || self->kept_count < by_score || by_score == options->keep)
        return status;
    return shortlist_keep_by_class(self, options, options->keep - by_score);
}

bool df_shortlist_is_whole(const shortlist *self)
{
    size_t tested = 0;
    while (tested < self->count && df_key_set_has(&self->seen, &self->all[tested].hash))
        tested++;
    return tested == self->count;
}

void df_shortlist_free(shortlist *self)
{
    free(self->all);
    free(self->kept);
    free(self->order);
    free(self->classes);
    df_key_set_free(&self->seen);
    *self = (shortlist){0};
}
