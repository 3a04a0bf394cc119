#include "count.h"

#include <string.h>

#include "core/base/wide.h"
#include "number.h"
#include "step.h"

/* States are found in batches, so that memory is fetched while others are made. */
#define BATCH 32
#define FIRST_SIZE 4
#define RING 128 /* more than the squares that a window and its first free square span */
#define WATCH_STATES UINT64_C(200000)

/* A hash table of the states with the same next free square, each with a number of any size.
 * Records have `stride` words: first the key, whose first word is not 0, then the number. */
typedef struct bucket {
    uint64_t *records;
    size_t capacity;
    size_t count;
    size_t stride;
} bucket;

/* A state that was found, on its way into its bucket. */
typedef struct walk_found {
    uint64_t key[WALK_MAX_KEY_WORDS];
    size_t source; /* index of the record that it comes from */
    unsigned slot; /* of the ring */
} walk_found;

typedef struct tile_walk {
    const walk_job *job;
    tile_task *task;
    bool wide;
    size_t key_words;
    size_t number_words;
    bucket ring[RING];       /* bucket of square p in slot p % RING */
    bucket source;           /* the one that is being worked on */
    df_count_effort *effort; /* of the task */
    uint64_t states_before_watch;
    unsigned waiting;
    walk_found batch[BATCH];
} tile_walk;

/* Returns the place where the search for a key begins. */
static inline size_t bucket_place(const bucket *b, const uint64_t *key, size_t key_words)
{
    uint64_t hash = key[0];
    for (size_t i = 1; i < key_words; i++)
        hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + key[i];
    hash = (hash ^ hash >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
    hash *= UINT64_C(0xbf58476d1ce4e5b9);
    uint64_t place;
    (void)wide_multiply_add(hash, b->capacity, 0, 0, &place);
    return (size_t)place;
}

/* Returns the record of a key, or the empty one that it would get; there must be one. `stride`
 * is that of the bucket. */
static inline uint64_t *bucket_find(const bucket *b, const uint64_t *key, size_t key_words,
                                    size_t stride)
{
    size_t place = bucket_place(b, key, key_words);
    for (;;) {
        uint64_t *record = &b->records[place * stride];
        bool same = record[0] == key[0];
        for (size_t i = 1; i < key_words; i++)
            same = same && record[i] == key[i];
        if (same || record[0] == 0)
            return record;
        place = place + 1 == b->capacity ? 0 : place + 1;
    }
}

static void bucket_free(bucket *b, memory_budget *budget)
{
    df_budget_free(budget, b->records, b->capacity, b->stride * sizeof b->records[0]);
    *b = (bucket){0};
}

/* Returns an empty bucket for the states of `b` with that capacity and stride. */
static bucket bucket_sized(const bucket *b, memory_budget *budget, size_t capacity,
                           size_t stride)
{
    return (bucket){.records = df_budget_take(budget, capacity, stride * sizeof b->records[0]),
                    .capacity = capacity,
                    .count = b->count,
                    .stride = stride};
}

/* Ensures room for `wanted` records, with numbers of stride - key_words words. */
static df_status bucket_reserve(bucket *b, memory_budget *budget, size_t wanted, size_t stride,
                                size_t key_words)
{
    const bucket larger = bucket_sized(b, budget, wanted + wanted / 2 + 8, stride);
    if (larger.records == NULL)
        return budget->status;
    for (size_t i = 0; i < b->capacity; i++) {
        const uint64_t *record = &b->records[i * b->stride];
        if (record[0] != 0)
            memcpy(bucket_find(&larger, record, key_words, stride), record,
                   b->stride * sizeof *record);
    }
    bucket_free(b, budget);
    *b = larger;
    return DF_OK;
}

/* Gives all numbers one more word; the records stay in their places. */
static df_status bucket_widen(bucket *b, memory_budget *budget)
{
    const bucket wider = bucket_sized(b, budget, b->capacity, b->stride + 1);
    if (wider.records == NULL)
        return budget->status;
    for (size_t i = 0; i < b->capacity; i++)
        memcpy(&wider.records[i * wider.stride], &b->records[i * b->stride],
               b->stride * sizeof wider.records[0]);
    bucket_free(b, budget);
    *b = wider;
    return DF_OK;
}

/* Gives all numbers one more word, as one of them overflows. */
static df_status walk_widen(tile_walk *w)
{
    w->number_words++;
    df_status status = DF_OK;
    for (unsigned i = 0; status == DF_OK && i <= RING; i++) {
        bucket *b = i < RING ? &w->ring[i] : &w->source;
        if (b->capacity != 0)
            status = bucket_widen(b, &w->task->budget);
    }
    return status;
}

static uint64_t *source_record(tile_walk *w, size_t index)
{
    return &w->source.records[index * w->source.stride];
}

/* Adds a state to its bucket. The lengths are those of w, known to the compiler where
 * they are usual ones. */
static inline df_status walk_keep(tile_walk *w, const walk_found *f, size_t key_words,
                                  size_t number_words)
{
    bucket *b = &w->ring[f->slot];
    if (b->count >= b->capacity - b->capacity / 4) {
        const size_t wanted = b->count + b->count / 2 + FIRST_SIZE;
        const df_status status =
            bucket_reserve(b, &w->task->budget, wanted, key_words + number_words, key_words);
        if (status != DF_OK)
            return status;
    }
    uint64_t *record = bucket_find(b, f->key, key_words, key_words + number_words);
    const uint64_t *number =
        &w->source.records[f->source * (key_words + number_words)] + key_words;
    if (record[0] == 0) {
        for (size_t i = 0; i < key_words; i++)
            record[i] = f->key[i];
        for (size_t i = 0; i < number_words; i++)
            record[key_words + i] = number[i];
        b->count++;
        return DF_OK;
    }
    if (number_add(record + key_words, number, number_words) == 0)
        return DF_OK;
    const df_status status = walk_widen(w);
    if (status == DF_OK)
        bucket_find(b, f->key, key_words, b->stride)[b->stride - 1] = 1;
    return status;
}

static df_status walk_flush(tile_walk *w)
{
    df_status status = DF_OK;
    for (unsigned i = 0; status == DF_OK && i < w->waiting; i++) {
        const walk_found *f = &w->batch[i];
        if (w->key_words == 1 && w->number_words == 1)
            status = walk_keep(w, f, 1, 1);
        else if (w->key_words == 1 && w->number_words == 2)
            status = walk_keep(w, f, 1, 2);
        else
            status = walk_keep(w, f, w->key_words, w->number_words);
    }
    w->waiting = 0;
    return status;
}

static inline void walk_prefetch(const bucket *b, const uint64_t *key, size_t key_words)
{
    if (b->capacity != 0)
        budget_prefetch(&b->records[bucket_place(b, key, key_words) * b->stride]);
}

/* Adds the state after a move to the batch, at its first free square. Bit 0 of `after` is
 * `square`; `left` is the number of squares from `square` to the end of its column. */
static inline void walk_note(tile_walk *w, uint64_t square, unsigned left, window after,
                             size_t source, bool narrow)
{
    unsigned run = window_run(after);
    if (w->job->flip && run >= left) {
        after = step_choose(w->job->moves, window_down(after, left));
        square += left;
        run = window_run(after);
    }
    after = window_down(after, run);
    square += run;
    const tile_moves *moves = w->job->moves;
    if (square < moves->squares && step_is_dead(moves, tile_moves_list(moves, square),
                                                (unsigned)(square % moves->period), after))
        return;
    w->effort->steps++;
    walk_found *f = &w->batch[w->waiting++];
    f->key[0] = after.low | 1;
    if (w->wide)
        f->key[1] = after.high;
    f->source = source;
    f->slot = (unsigned)(square % RING);
    walk_prefetch(&w->ring[f->slot], f->key, narrow ? 1 : w->key_words);
}

/* Fills the square of a state in all ways. `narrow`, a constant: a state is one word. */
static inline df_status walk_expand(tile_walk *w, uint64_t square, size_t index, bool narrow)
{
    const tile_moves *moves = w->job->moves;
    const size_t list = tile_moves_list(moves, square);
    const unsigned left = (unsigned)(moves->period - square % moves->period);
    const uint64_t *record = source_record(w, index);
    window state = {record[0], w->wide ? record[1] : 0};
    if (narrow)
        state.high = 0;
    for (size_t i = moves->begin[list]; i < moves->begin[list + 1]; i++) {
        const tile_move *move = &moves->moves[i];
        window squares = move->squares;
        if (narrow)
            squares.high = 0;
        if (window_meets(state, squares))
            continue;
        if (w->waiting == BATCH) {
            const df_status status = walk_flush(w);
            if (status != DF_OK)
                return status;
        }
        walk_note(w, square, left, window_join(state, squares), index, narrow);
    }
    return DF_OK;
}

static df_status walk_watch(tile_walk *w, uint64_t square)
{
    w->states_before_watch += w->source.count;
    if (w->states_before_watch < WATCH_STATES)
        return DF_OK;
    w->states_before_watch = 0;
    uint64_t held = w->source.count;
    for (unsigned i = 0; i < RING; i++)
        held += w->ring[i].count;
    return tile_task_watch(w->task, square, w->job->moves->squares, held);
}

/* Visits the states of the source whose window is empty. */
static df_status walk_visit_state(tile_walk *w, uint64_t square)
{
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < w->source.capacity; i++) {
        const uint64_t *record = source_record(w, i);
        if (record[0] != 1 || (w->wide && record[1] != 0))
            continue;
        status = w->job->visit(w->job->context, square / w->job->moves->period,
                               record + w->key_words, w->number_words);
    }
    return status;
}

static df_status walk_fill_square(tile_walk *w, uint64_t square)
{
    const tile_moves *moves = w->job->moves;
    w->source = w->ring[square % RING];
    w->ring[square % RING] = (bucket){0};
    df_status status = walk_watch(w, square);
    const bool stop =
        square == moves->squares || (w->job->every_column && square % moves->period == 0);
    if (status == DF_OK && stop)
        status = walk_visit_state(w, square);
    for (size_t i = 0; status == DF_OK && square < moves->squares && i < w->source.capacity;
         i++) {
        if (source_record(w, i)[0] == 0)
            continue;
        w->effort->states++;
        status = w->key_words == 1 ? walk_expand(w, square, i, true)
                                   : walk_expand(w, square, i, false);
    }
    if (status == DF_OK)
        status = walk_flush(w);
    bucket_free(&w->source, &w->task->budget);
    return status;
}

/* Puts the empty board into the first bucket. */
static df_status walk_begin(tile_walk *w)
{
    const df_status status = bucket_reserve(&w->ring[0], &w->task->budget, FIRST_SIZE,
                                            w->key_words + w->number_words, w->key_words);
    if (status != DF_OK)
        return status;
    const uint64_t empty[WALK_MAX_KEY_WORDS] = {1};
    uint64_t *record = bucket_find(&w->ring[0], empty, w->key_words, w->ring[0].stride);
    record[0] = 1;
    record[w->key_words] = 1;
    w->ring[0].count = 1;
    return DF_OK;
}

df_status df_tile_walk(const walk_job *job, tile_task *task)
{
    memory_budget *budget = &task->budget;
    tile_walk *w = df_budget_take(budget, 1, sizeof *w);
    if (w == NULL)
        return budget->status;
    *w = (tile_walk){.job = job, .task = task, .effort = &task->effort, .number_words = 1};
    w->wide = job->moves->bits > WINDOW_MAX_NARROW_BITS;
    w->key_words = 1 + (size_t)w->wide;
    df_status status = walk_begin(w);
    for (uint64_t p = 0; status == DF_OK && p <= job->moves->squares; p++)
        status = walk_fill_square(w, p);
    for (unsigned i = 0; i < RING; i++)
        bucket_free(&w->ring[i], budget);
    bucket_free(&w->source, budget);
    df_budget_free(budget, w, 1, sizeof *w);
    return status;
}
