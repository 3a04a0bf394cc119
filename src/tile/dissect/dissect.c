/* Counts dissections of a rectangle into polyominoes of one size: square by square, keeping for
 * each state of the frontier in how many ways it is reached. With a store a count goes on from
 * a layer in files, and a head that describes it. */
#include <string.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/base/jobs.h"
#include "dissect_entry.h"
#include "dissect_layer.h"
#include "dissect_state.h"
#include "dropforge/tile.h"

typedef struct dissect_progress {
    uint64_t squares; /* that are filled */
    uint64_t states, steps;
} dissect_progress;

enum { HEAD_FILE, FIRST_FILE };

/* Of this form of the files, and the order of bytes in a word of this machine. */
#define HEAD_MARK UINT64_C(0x6469737365637433)

/* Has words only, and so no gaps. */
typedef struct save_head {
    uint64_t mark;
    uint64_t width, height, size; /* the count */
    uint64_t squares, states, steps;
    uint64_t key_bytes, number_words;
    uint64_t sum[DISSECT_NUMBER_WORDS + 1];
    uint64_t stored[DISSECT_PARTS], entries[DISSECT_PARTS], checks[DISSECT_PARTS];
    uint64_t check; /* of all before */
} save_head;

enum { HEAD_WORDS = sizeof(save_head) / ENTRY_WORD };

static uint64_t save_check(const save_head *head)
{
    uint64_t words[HEAD_WORDS], check = 0;
    memcpy(words, head, sizeof *head);
    for (size_t i = 0; i + 1 < HEAD_WORDS; i++)
        check = (check ^ words[i] ^ check >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return check;
}

/* Returns the first file of the layer after a number of squares. */
static uint64_t save_first_file(uint64_t squares)
{
    return FIRST_FILE + squares * DISSECT_PARTS;
}

/* Writes the head. The layer is in its files. */
static df_status save_write(const df_tile_store *store, const dissect_board *board,
                            const dissect_layer *layer, const dissect_progress *progress)
{
    save_head head = {.mark = HEAD_MARK,
                      .width = board->width,
                      .height = board->height,
                      .size = board->size,
                      .squares = progress->squares,
                      .states = progress->states,
                      .steps = progress->steps,
                      .key_bytes = layer->key_bytes,
                      .number_words = layer->number_words};
    memcpy(head.sum, layer->sum, sizeof head.sum);
    for (size_t i = 0; i < DISSECT_PARTS; i++) {
        head.stored[i] = layer->parts[i].stored;
        head.entries[i] = layer->parts[i].entries;
        head.checks[i] = layer->parts[i].check;
    }
    head.check = save_check(&head);
    return store->replace(store->context, HEAD_FILE, &head, sizeof head);
}

/* Checks a head, and says of which other count it is. */
static df_status save_check_head(const save_head *head, const dissect_board *board,
                                 df_error *error)
{
    if (head->mark != HEAD_MARK || head->check != save_check(head))
        return DF_ERROR_INPUT;
    if (head->width != board->width || head->height != board->height ||
        head->size != board->size || head->key_bytes != board->key_bytes)
        return df_error_set(
            error, DF_ERROR_INPUT,
            "the checkpoint is of another count, of %ux%u in pieces of %u; use another folder",
            (unsigned)head->width, (unsigned)head->height, (unsigned)head->size);
    if (head->squares > (uint64_t)board->width * board->height || head->number_words == 0 ||
        head->number_words > DISSECT_NUMBER_WORDS)
        return DF_ERROR_INPUT;
    return DF_OK;
}

/* Reads the head, and sets the layer to what it says. *is_there: there was one. DF_ERROR_INPUT:
 * it is of another count, and *error says of which; or damaged, and *error stays as it is. */
static df_status save_load(const df_tile_store *store, const dissect_board *board,
                           dissect_layer *layer, dissect_memory *memory,
                           dissect_progress *progress, bool *is_there, df_error *error)
{
    save_head head = {.mark = 0};
    uint64_t bytes = DF_TILE_NO_FILE;
    df_status status = store->measure(store->context, HEAD_FILE, &bytes);
    *is_there = bytes != DF_TILE_NO_FILE;
    if (status != DF_OK || !*is_there)
        return status;
    if (bytes == sizeof head)
        status = store->read(store->context, HEAD_FILE, 0, &head, sizeof head);
    if (status == DF_OK)
        status = save_check_head(&head, board, error);
    if (status != DF_OK)
        return status;
    df_dissect_layer_begin(layer, (unsigned)head.key_bytes, (unsigned)head.number_words,
                           memory);
    memcpy(layer->sum, head.sum, sizeof head.sum);
    for (size_t i = 0; i < DISSECT_PARTS; i++) {
        layer->parts[i].stored = head.stored[i];
        layer->parts[i].entries = head.entries[i];
        layer->parts[i].check = head.checks[i];
    }
    *progress = (dissect_progress){head.squares, head.states, head.steps};
    return DF_OK;
}

/* Removes the files of a layer, if there are any. */
static df_status save_remove(const df_tile_store *store, uint64_t squares)
{
    df_status status = DF_OK;
    for (size_t i = 0; i < DISSECT_PARTS && status == DF_OK; i++)
        status = store->remove(store->context, save_first_file(squares) + i);
    return status;
}

enum { FEW_STATES = 20000 }; /* of a layer: one thread suffices for them */

typedef struct dissect_count {
    dissect_board board;
    const df_tile_options *options;
    dissect_memory memory, loading; /* the second one for parts that are read from files */
    dissect_layer layers[2];
    dissect_layer *before, *after; /* the square */
    atomic_size_t next_part;       /* that a job takes */
    dissect_place from, to;
    atomic_flag is_watched; /* by one thread at a time */
    atomic_bool is_stopped;
    _Atomic uint64_t states, steps;
    bool is_long; /* its number would be */
} dissect_count;

/* Calls the watch, unless another thread is doing so. */
static df_status dissect_watch(dissect_count *self)
{
    const df_tile_options *options = self->options;
    const dissect_board *board = &self->board;
    if (options->watch == NULL || atomic_flag_test_and_set(&self->is_watched))
        return atomic_load(&self->is_stopped) ? DF_ERROR_CANCELLED : DF_OK;
    if (!options->watch(options->watch_context,
                        (uint64_t)self->from.row * board->width + self->from.column,
                        (uint64_t)board->width * board->height, atomic_load(&self->states)))
        atomic_store(&self->is_stopped, true);
    atomic_flag_clear(&self->is_watched);
    return atomic_load(&self->is_stopped) ? DF_ERROR_CANCELLED : DF_OK;
}

/* What a thread needs for its steps. */
typedef struct dissect_worker {
    dissect_sender *sender;
    dissect_table table;
} dissect_worker;

/* After this the worker must be ended. */
static df_status dissect_worker_begin(dissect_count *self, dissect_worker *worker)
{
    worker->sender = df_dissect_sender_create(self->after);
    const df_status status = df_dissect_layer_table(self->before, &worker->table);
    return worker->sender != NULL ? status : DF_ERROR_MEMORY;
}

static df_status dissect_worker_end(dissect_count *self, dissect_worker *worker,
                                    df_status status)
{
    df_dissect_table_free(&worker->table, self->before->memory);
    return worker->sender != NULL ? df_dissect_sender_end(worker->sender, status) : status;
}

/* Makes all steps from the states of a part, and frees it. */
static df_status dissect_step_part(dissect_count *self, size_t part, dissect_worker *worker)
{
    dissect_table *table = &worker->table;
    df_status status = df_dissect_part_load(self->before, part, table);
    if (status == DF_OK)
        status = dissect_watch(self);
    const unsigned key_words = table->key_words, words = table->number_words;
    const bool is_foreign = self->options->store != NULL;
    uint64_t steps = 0;
    for (size_t i = 0; i < table->capacity && status == DF_OK; i++) {
        uint64_t *slot = &table->slots[i * (key_words + words)];
        uint64_t next[DISSECT_STEPS][DISSECT_KEY_WORDS];
        if (slot[0] == 0)
            continue;
        slot[0] = ~slot[0];
        if (is_foreign && !df_dissect_key_is_valid(&self->board, &self->from, slot))
            status = DF_ERROR_INPUT;
        const unsigned count =
            status == DF_OK ? df_dissect_step(&self->board, &self->from, &self->to, slot, next)
                            : 0;
        for (unsigned k = 0; k < count && status == DF_OK; k++)
            status = df_dissect_send(worker->sender, next[k], &slot[key_words], words);
        steps += count;
    }
    atomic_fetch_add(&self->states, table->used);
    atomic_fetch_add(&self->steps, steps);
    return status;
}

/* Makes all steps from the parts that no other job takes. */
static df_status dissect_step_parts(void *context, size_t job)
{
    dissect_count *self = context;
    dissect_worker worker;
    df_status status = dissect_worker_begin(self, &worker);
    (void)job;
    while (status == DF_OK) {
        const size_t part = atomic_fetch_add(&self->next_part, 1);
        if (part >= DISSECT_PARTS)
            break;
        status = dissect_step_part(self, part, &worker);
    }
    return dissect_worker_end(self, &worker, status);
}

static df_status dissect_complete_part(void *context, size_t part)
{
    dissect_count *self = context;
    return df_dissect_part_complete(self->after, part);
}

/* Fills a square on several threads. */
static df_status dissect_step_threads(dissect_count *self)
{
    const unsigned threads = self->options->jobs;
    const bool is_short = threads < 2 || df_dissect_layer_states(self->before) < FEW_STATES;
    atomic_store(&self->next_part, 0);
    const df_status status =
        df_jobs_run(is_short ? 1 : threads, threads, dissect_step_parts, self);
    if (status != DF_OK)
        return status;
    return df_jobs_run(DISSECT_PARTS, threads, dissect_complete_part, self);
}

/* Returns the words that numbers of the next layer may need: a state is reached from others in
 * at most four times as many ways as all of these together. */
static unsigned dissect_number_words(const dissect_layer *layer)
{
    const unsigned words = layer->number_words;
    return layer->sum[words] != 0 || layer->sum[words - 1] >> 62 != 0 ? words + 1 : words;
}

/* Begins the layer after a number of squares, in files if there is a store. */
static df_status dissect_begin_layer(dissect_count *self, dissect_layer *layer,
                                     uint64_t squares, unsigned words)
{
    const df_tile_store *store = self->options->store;
    df_dissect_layer_begin(layer, self->board.key_bytes, words, &self->memory);
    layer->store = store;
    layer->first_file = save_first_file(squares);
    /* They may be there from a count that was ended. */
    return store != NULL ? save_remove(store, squares) : DF_OK;
}

/* Keeps some memory for the parts that are read. */
static void dissect_share_memory(dissect_count *self)
{
    const uint64_t limit =
        self->options->memory != 0 ? self->options->memory : (uint64_t)DF_TILE_USUAL_MEMORY;
    self->memory.limit = limit;
    if (self->options->store == NULL)
        return;
    const uint64_t wanted = df_dissect_layer_largest_table(self->before) *
                            (self->options->jobs > 1 ? self->options->jobs : 1);
    self->loading.limit = wanted < limit / 2 ? wanted : limit / 2;
    self->memory.limit = limit - self->loading.limit;
    self->before->memory = &self->loading;
}

static df_status dissect_fill_square(dissect_count *self, unsigned index)
{
    const dissect_board *board = &self->board;
    self->from = df_dissect_place(board, index / board->width, index % board->width);
    self->to = df_dissect_place(board, (index + 1) / board->width, (index + 1) % board->width);
    const unsigned words = dissect_number_words(self->before);
    self->is_long = words > DISSECT_NUMBER_WORDS;
    if (self->is_long)
        return DF_ERROR_LIMIT;
    df_status status = dissect_begin_layer(self, self->after, index + 1, words);
    dissect_share_memory(self);
    if (status == DF_OK)
        status = dissect_step_threads(self);
    dissect_layer *done = self->before;
    self->before = self->after;
    self->after = done;
    return status;
}

/* Begins with the empty board. */
static df_status dissect_begin(dissect_count *self)
{
    const uint64_t one = 1, nothing[DISSECT_KEY_WORDS] = {0};
    df_status status = dissect_begin_layer(self, self->before, 0, 1);
    if (status != DF_OK)
        return status;
    dissect_sender *sender = df_dissect_sender_create(self->before);
    if (sender == NULL)
        return DF_ERROR_MEMORY;
    status = df_dissect_sender_end(sender, df_dissect_send(sender, nothing, &one, 1));
    for (size_t i = 0; i < DISSECT_PARTS && status == DF_OK; i++)
        status = df_dissect_part_complete(self->before, i);
    return status;
}

/* Saves the layer, and removes what is not needed any more. */
static df_status dissect_save_square(dissect_count *self, unsigned squares)
{
    const df_tile_store *store = self->options->store;
    const dissect_progress progress = {squares, self->states, self->steps};
    if (store == NULL)
        return DF_OK;
    const df_status status = save_write(store, &self->board, self->before, &progress);
    return status == DF_OK ? save_remove(store, squares - 1) : status;
}

/* Begins, or goes on behind the last square that is complete. */
static df_status dissect_resume(dissect_count *self, unsigned *squares, df_error *error)
{
    const df_tile_store *store = self->options->store;
    bool is_there = false;
    df_status status = DF_OK;
    dissect_progress progress = {0, 0, 0};
    self->before = &self->layers[0];
    self->after = &self->layers[1];
    for (size_t i = 0; i < 2; i++)
        df_dissect_layer_begin(&self->layers[i], self->board.key_bytes, 1, &self->memory);
    dissect_share_memory(self);
    if (store != NULL)
        status = save_load(store, &self->board, self->before, &self->memory, &progress,
                           &is_there, error);
    if (status == DF_OK && !is_there)
        return dissect_begin(self);
    if (status != DF_OK)
        return status;
    self->before->store = store;
    self->before->first_file = save_first_file(progress.squares);
    self->states = progress.states;
    self->steps = progress.steps;
    *squares = (unsigned)progress.squares;
    return *squares > 0 ? save_remove(store, *squares - 1u) : DF_OK;
}

static df_status dissect_run(dissect_count *self, df_natural *number, df_error *error)
{
    const unsigned squares = self->board.width * self->board.height;
    unsigned done = 0;
    df_status status = dissect_resume(self, &done, error);
    while (done < squares && status == DF_OK) {
        status = dissect_fill_square(self, done++);
        if (status == DF_OK)
            status = dissect_save_square(self, done);
    }
    /* The full board is the only state at the end. */
    if (status == DF_OK)
        status = df_natural_set(number, self->before->sum, DISSECT_NUMBER_WORDS + 1);
    df_dissect_layer_free(self->before);
    df_dissect_layer_free(self->after);
    return status;
}

/* Says what cannot be counted, or why it was not. */
static df_status dissect_explain(const dissect_count *self, df_status status, df_error *error)
{
    if (status == DF_ERROR_LIMIT && self->is_long)
        df_error_set(error, status, "the number has more than %u bits; make the board smaller",
                     64 * DISSECT_NUMBER_WORDS);
    else if (status == DF_ERROR_LIMIT)
        df_error_set(error, status,
                     "counting needs more than the %s of memory it may use; allow more or make "
                     "the board smaller",
                     df_error_memory(self->memory.limit + self->loading.limit).text);
    if (status == DF_ERROR_CANCELLED)
        df_error_set(error, status, "counting was stopped");
    if (status == DF_ERROR_INPUT && error != NULL && error->text[0] == '\0')
        df_error_set(error, status,
                     "the checkpoint is damaged; remove it to count from the beginning");
    return status;
}

df_status df_tile_count_dissections(df_natural *number, const df_tile_dissection *dissection,
                                    const df_tile_options *options, df_tile_effort *effort,
                                    df_error *error)
{
    static const df_tile_options usual = {0};
    dissect_count self = {
        .board = {.width = unsigned_min(dissection->width, dissection->height),
                  .height = unsigned_max(dissection->width, dissection->height),
                  .size = dissection->size},
        .options = options != NULL ? options : &usual};
    if (self.board.width == 0 || self.board.size == 0 || self.board.height > DF_TILE_MAX_SIDE)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "a board has 1 to %u squares along each side, and pieces have at "
                            "least one; choose other numbers",
                            DF_TILE_MAX_SIDE);
    if ((uint64_t)self.board.width * self.board.height % self.board.size != 0)
        return df_natural_set(number, NULL, 0);
    if (!df_dissect_board_begin(&self.board))
        return df_error_set(error, DF_ERROR_LIMIT,
                            "the shorter side of the board has more than %u squares, or the "
                            "pieces have more than %u; choose smaller ones",
                            DF_TILE_DISSECTION_MAX_WIDTH, DF_TILE_DISSECTION_MAX_SIZE);
    atomic_flag_clear(&self.is_watched);
    const df_status status = dissect_run(&self, number, error);
    const uint64_t most = self.memory.most + self.loading.most;
    const uint64_t limit = self.memory.limit + self.loading.limit;
    if (status == DF_OK && effort != NULL)
        *effort = (df_tile_effort){
            .states = self.states, .steps = self.steps, .memory = most < limit ? most : limit};
    return dissect_explain(&self, status, error);
}
