#include "tile/walk.h"

#include "tile/bucket.h"
#include "tile/number.h"
#include "tile/step.h"

/* States are found in batches, so that memory is fetched while others are made. */
#define BATCH 32
#define FIRST_SIZE 4
#define RING 128 /* more than the squares that a window and its first free square span */
#define WATCH_STATES UINT64_C(200000)

/* A state that was found, on its way into its bucket. */
typedef struct found {
    uint64_t key[WALK_MOST_KEY_WORDS];
    size_t source; /* index of the record that it comes from */
    unsigned slot; /* of the ring */
} found;

typedef struct walk {
    const walk_job *job;
    tile_budget *budget;
    df_tile_effort *effort;
    bool wide;
    size_t key_words;
    size_t number_words;
    bucket ring[RING]; /* bucket of square p in slot p % RING */
    bucket source;     /* the one that is being worked on */
    uint64_t states_before_watch;
    unsigned waiting;
    found batch[BATCH];
} walk;

static window read_window(const walk *w, const uint64_t *key)
{
    return (window){key[0], w->wide ? key[1] : 0};
}

/* A number overflows: gives all of them one word more. */
static df_status widen(walk *w)
{
    w->number_words++;
    df_status status = DF_OK;
    for (unsigned i = 0; status == DF_OK && i <= RING; i++) {
        bucket *b = i < RING ? &w->ring[i] : &w->source;
        if (b->capacity != 0)
            status = df_tile_bucket_widen(b, w->budget);
    }
    return status;
}

static uint64_t *source_record(walk *w, size_t index)
{
    return &w->source.records[index * w->source.stride];
}

/* Adds what was found to its bucket. The lengths are those of w, known to the compiler where
 * they are usual ones. */
static inline df_status keep(walk *w, const found *f, size_t key_words, size_t number_words)
{
    bucket *b = &w->ring[f->slot];
    if (bucket_is_full(b)) {
        const size_t wanted = b->count + b->count / 2 + FIRST_SIZE;
        const df_status status =
            df_tile_bucket_reserve(b, w->budget, wanted, key_words + number_words, key_words);
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
    const df_status status = widen(w);
    if (status == DF_OK)
        bucket_find(b, f->key, key_words, b->stride)[b->stride - 1] = 1;
    return status;
}

static df_status flush(walk *w)
{
    df_status status = DF_OK;
    for (unsigned i = 0; status == DF_OK && i < w->waiting; i++) {
        const found *f = &w->batch[i];
        if (w->key_words == 1 && w->number_words == 1)
            status = keep(w, f, 1, 1);
        else if (w->key_words == 1 && w->number_words == 2)
            status = keep(w, f, 1, 2);
        else
            status = keep(w, f, w->key_words, w->number_words);
    }
    w->waiting = 0;
    return status;
}

static inline void prefetch(const bucket *b, const uint64_t *key, size_t key_words)
{
#ifdef __GNUC__
    if (b->capacity != 0)
        __builtin_prefetch(&b->records[bucket_place(b, key, key_words) * b->stride], 1);
#else
    (void)b, (void)key, (void)key_words;
#endif
}

/* Notes the state in which `after` is filled, bit 0 being `square`: moves on to its first free
 * square. `left`: squares from `square` to the end of its column. */
static inline void note(walk *w, uint64_t square, unsigned left, window after, size_t source,
                        uint64_t tag, bool narrow)
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
    found *f = &w->batch[w->waiting++];
    f->key[0] = after.low | 1;
    if (w->wide)
        f->key[1] = after.high;
    if (w->job->tags != NULL)
        f->key[w->key_words - 1] = tag;
    f->source = source;
    f->slot = (unsigned)(square % RING);
    prefetch(&w->ring[f->slot], f->key, narrow ? 1 : w->key_words);
}

/* Fills the square in all ways in which a state lets it. `narrow`, known to the compiler: a
 * state is a single word. */
static inline df_status expand(walk *w, uint64_t square, size_t index, bool narrow)
{
    const tile_moves *moves = w->job->moves;
    const size_t list = tile_moves_list(moves, square);
    const unsigned left = (unsigned)(moves->period - square % moves->period);
    const uint64_t *record = source_record(w, index);
    window state = read_window(w, record);
    if (narrow)
        state.high = 0;
    const uint64_t tag = w->job->tags != NULL ? record[w->key_words - 1] : 0;
    for (size_t i = moves->begin[list]; i < moves->begin[list + 1]; i++) {
        const tile_move *move = &moves->moves[i];
        window squares = move->squares;
        if (narrow)
            squares.high = 0;
        if (window_meets(state, squares))
            continue;
        if (w->waiting == BATCH) {
            const df_status status = flush(w);
            if (status != DF_OK)
                return status;
        }
        note(w, square, left, window_join(state, squares), index,
             w->job->tags != NULL ? tag + w->job->tags[move->piece] : 0, narrow);
    }
    return DF_OK;
}

static df_status watch(walk *w, uint64_t square)
{
    const walk_job *job = w->job;
    w->states_before_watch += w->source.count;
    if (job->watch == NULL || w->states_before_watch < WATCH_STATES)
        return DF_OK;
    w->states_before_watch = 0;
    uint64_t held = w->source.count;
    for (unsigned i = 0; i < RING; i++)
        held += w->ring[i].count;
    return job->watch(job->watch_context, square, job->moves->squares, held) ? DF_OK
                                                                             : DF_ERROR_SINK;
}

/* Shows the states of the source whose window is empty. */
static df_status visit(walk *w, uint64_t square)
{
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < w->source.capacity; i++) {
        const uint64_t *record = source_record(w, i);
        if (record[0] != 1 || (w->wide && record[1] != 0))
            continue;
        const uint64_t tag = w->job->tags != NULL ? record[w->key_words - 1] : 0;
        status =
            w->job->visit(w->job->context, square, tag, record + w->key_words, w->number_words);
    }
    return status;
}

static df_status fill_square(walk *w, uint64_t square)
{
    const tile_moves *moves = w->job->moves;
    w->source = w->ring[square % RING];
    w->ring[square % RING] = (bucket){0};
    df_status status = watch(w, square);
    const bool stop =
        square == moves->squares || (w->job->every_column && square % moves->period == 0);
    if (status == DF_OK && stop)
        status = visit(w, square);
    for (size_t i = 0; status == DF_OK && square < moves->squares && i < w->source.capacity;
         i++) {
        if (source_record(w, i)[0] == 0)
            continue;
        w->effort->states++;
        status = w->key_words == 1 ? expand(w, square, i, true) : expand(w, square, i, false);
    }
    if (status == DF_OK)
        status = flush(w);
    df_tile_bucket_free(&w->source, w->budget);
    return status;
}

/* Puts the empty board into the first bucket. */
static df_status begin(walk *w)
{
    const df_status status = df_tile_bucket_reserve(
        &w->ring[0], w->budget, FIRST_SIZE, w->key_words + w->number_words, w->key_words);
    if (status != DF_OK)
        return status;
    const uint64_t empty[WALK_MOST_KEY_WORDS] = {1};
    uint64_t *record = bucket_find(&w->ring[0], empty, w->key_words, w->ring[0].stride);
    record[0] = 1;
    record[w->key_words] = 1;
    w->ring[0].count = 1;
    return DF_OK;
}

df_status df_tile_walk(const walk_job *job, tile_budget *budget, df_tile_effort *effort)
{
    void *block;
    df_status status = df_tile_budget_take(budget, &block, 1, sizeof(walk));
    if (status != DF_OK)
        return status;
    walk *w = block;
    *w = (walk){.job = job, .budget = budget, .effort = effort, .number_words = 1};
    w->wide = job->moves->bits > WINDOW_MOST_NARROW_BITS;
    w->key_words = 1 + (size_t)w->wide + (job->tags != NULL);
    status = begin(w);
    for (uint64_t p = 0; status == DF_OK && p <= job->moves->squares; p++)
        status = fill_square(w, p);
    for (unsigned i = 0; i < RING; i++)
        df_tile_bucket_free(&w->ring[i], budget);
    df_tile_bucket_free(&w->source, budget);
    df_tile_budget_free(budget, w, sizeof *w);
    if (budget->most > effort->memory)
        effort->memory = budget->most;
    return status;
}
