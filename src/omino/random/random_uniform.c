#include "random_uniform.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/random.h"
#include "omino/count/transfer.h"
#include "omino/count/transfer_task.h"
#include "omino/shape/rows.h"

/* All layers of the transfer matrix for one strip. Once the successors of a layer are known,
 * the numbers of ways to reach its states are replaced by the numbers of ways to finish from
 * them. So a polyomino is found by its number: those that leave a square empty come first. */
typedef struct uniform_strip {
    transfer_memory memory;
    transfer_layer *layers; /* layer i: row i % rows of column i / rows + 1 comes next */
    size_t count;
    size_t capacity;
    uint64_t polyominoes; /* drawn here; those longer than the strip is high count twice */
} uniform_strip;

struct df_omino_uniform {
    unsigned size;
    unsigned strips; /* strip i has i + 1 rows */
    uint64_t all;    /* the sum of their polyominoes */
    uniform_strip strip[(DF_OMINO_UNIFORM_MAX + 1) / 2];
};

static df_status add_layer(uniform_strip *s)
{
    const df_status status = ARRAY_RESERVE(s->layers, s->capacity, s->count, 1);
    if (status == DF_OK)
        s->layers[s->count++] = (transfer_layer){0};
    return status;
}

static void free_strip(uniform_strip *s)
{
    for (size_t i = 0; i < s->count; i++)
        df_transfer_layer_free(&s->memory, &s->layers[i]);
    df_transfer_memory_free(&s->memory);
    free(s->layers);
    *s = (uniform_strip){0};
}

/* Returns the record at `place` of a layer, also if it has moved; NULL if there is none. */
static const uint64_t *random_uniform_find(const uniform_strip *s, size_t layer,
                                           transfer_place place)
{
    const uint64_t *record = NULL;
    while (place != 0) {
        record = transfer_record(&s->memory, &s->layers[layer], place);
        place = transfer_is_dead(record) ? (transfer_place)record[1] : 0;
    }
    return record;
}

/* Returns the number of polyominoes to which a state with `used` squares leads. */
static uint64_t random_uniform_ways(const uint64_t *record, unsigned used)
{
    if (record == NULL || used < transfer_min(record) || used > transfer_max(record))
        return 0;
    return record[2 + used - transfer_min(record)];
}

/* Returns the position of a strip's layer for the functions of the transfer matrix. */
static transfer random_uniform_standing(unsigned rows, size_t layer)
{
    return (transfer){.fold = &df_folds[0],
                      .rows = rows,
                      .columns = rows,
                      .row = (unsigned)(layer % rows),
                      .column = (unsigned)(layer / rows) + 1};
}

/* Returns the number of polyominoes that filling the next square finishes: 0, 1 or 2. */
static uint64_t random_uniform_finished(const transfer *at, signature s, bool is_full)
{
    if (!is_full)
        return 0;
    signature_fill(&s, at->row, at->rows);
    return transfer_is_finished(at, s) ? transfer_times(at, at->column) : 0;
}

/* Replaces the numbers of one record by those of the ways to finish. */
static void turn_record(const uniform_strip *s, const transfer *at, size_t layer, unsigned size,
                        uint64_t *record)
{
    const bool is_last = layer + 1 == s->count;
    const uint64_t *left =
        is_last ? NULL : random_uniform_find(s, layer + 1, (transfer_place)record[1]);
    const uint64_t *filled =
        is_last ? NULL : random_uniform_find(s, layer + 1, (transfer_place)(record[1] >> 32));
    const signature here = signature_unpack(record[0] & TRANSFER_KEY, at->row);
    for (unsigned used = transfer_min(record); used <= transfer_max(record); used++)
        record[2 + used - transfer_min(record)] =
            random_uniform_ways(left, used) + random_uniform_ways(filled, used + 1) +
            random_uniform_finished(at, here, used + 1 == size);
}

static void turn_layer(const uniform_strip *s, unsigned rows, size_t layer, unsigned size)
{
    const transfer at = random_uniform_standing(rows, layer);
    for (unsigned i = 0; i < 2; i++) {
        const transfer_list *list = &s->layers[layer].lists[i];
        for (size_t block = 0; block < list->count; block++) {
            for (size_t word = 0; word < list->used[block];) {
                uint64_t *record = list->blocks[block] + word;
                if (!transfer_is_dead(record))
                    turn_record(s, &at, layer, size, record);
                word += 2 + (size_t)(transfer_max(record) - transfer_min(record) + 1);
            }
        }
    }
}

static df_status fill_strip(uniform_strip *s, unsigned rows, unsigned size, uint64_t memory,
                            omino_count_task *task)
{
    transfer t = {.fold = &df_folds[0],
                  .size = size,
                  .rows = rows,
                  .narrow = size,
                  .keeps = true,
                  .memory.limit = memory};
    df_status status = add_layer(s);
    if (status != DF_OK)
        return status;
    status = df_transfer_begin(&t, &s->layers[0]);
    while (status == DF_OK && s->layers[s->count - 1].states > 0) {
        status = add_layer(s);
        if (status == DF_OK)
            status = df_transfer_step(&t, &s->layers[s->count - 2], &s->layers[s->count - 1]);
        if (status == DF_OK)
            status = df_omino_count_watch(task, s->layers[s->count - 1].states);
    }
    df_transfer_end(&t);
    s->memory = t.memory;
    for (size_t layer = s->count; status == DF_OK && layer-- > 0;)
        turn_layer(s, rows, layer, size);
    if (status == DF_OK)
        s->polyominoes = s->layers[0].lists[0].blocks[0][2];
    return status;
}

df_status df_omino_uniform_create(df_omino_uniform **uniform, unsigned size,
                                  const df_count_options *options, df_error *error)
{
    omino_count_task task;
    df_status status = df_omino_count_begin(&task, size, DF_OMINO_UNIFORM_MAX, options, error);
    if (status != DF_OK)
        return status;
    df_omino_uniform *u = malloc(sizeof *u);
    if (u == NULL)
        return df_omino_count_end(&task, DF_ERROR_MEMORY);
    *u = (df_omino_uniform){.size = size, .strips = (size + 1) / 2};
    task.all = u->strips;
    uint64_t memory = task.options.memory;
    for (unsigned i = 0; status == DF_OK && i < u->strips; i++) {
        status = fill_strip(&u->strip[i], i + 1, size, memory, &task);
        memory -= u->strip[i].memory.used;
        u->all += u->strip[i].polyominoes;
        df_omino_count_done(&task);
    }
    if (status == DF_OK)
        *uniform = u;
    else
        df_omino_uniform_free(u);
    return df_omino_count_end(&task, status);
}

void df_omino_uniform_free(df_omino_uniform *uniform)
{
    if (uniform == NULL)
        return;
    for (unsigned i = 0; i < uniform->strips; i++)
        free_strip(&uniform->strip[i]);
    free(uniform);
}

/* Makes the polyomino of a number in a strip. Of a state and its mirror image only one is kept;
 * if that is the image, the strip is turned over. */
static void random_uniform_unrank(df_omino *omino, const uniform_strip *s, unsigned rows,
                                  unsigned size, uint64_t rank)
{
    df_square squares[DF_OMINO_UNIFORM_MAX];
    unsigned used = 0;
    bool over = false;
    transfer_place place = 1;
    for (size_t layer = 0;; layer++) {
        const transfer at = random_uniform_standing(rows, layer);
        const uint64_t *record = random_uniform_find(s, layer, place);
        signature here = signature_unpack(record[0] & TRANSFER_KEY, at.row);
        const uint64_t left =
            layer + 1 == s->count
                ? 0
                : random_uniform_ways(
                      random_uniform_find(s, layer + 1, (transfer_place)record[1]), used);
        if (rank < left) {
            place = (transfer_place)record[1];
            (void)signature_leave(&here, at.row);
        } else {
            rank -= left;
            const uint64_t now = random_uniform_finished(&at, here, used + 1 == size);
            squares[used++] = (df_square){(uint16_t)(at.column - 1),
                                          (uint16_t)(over ? rows - 1 - at.row : at.row)};
            if (rank < now)
                break;
            rank -= now;
            place = (transfer_place)(record[1] >> 32);
            signature_fill(&here, at.row, rows);
        }
        bool mirrored = false;
        if (at.row + 1 == rows)
            (void)df_fold_next_column(&df_folds[0], here, rows, &mirrored);
        over ^= mirrored;
    }
    /* Each one that is longer than its strip stands for itself and for itself turned. */
    for (unsigned i = 0; rank == 1 && i < size; i++)
        squares[i] = (df_square){squares[i].y, squares[i].x};
    (void)df_omino_from_squares(omino, squares, size);
}

uint64_t df_omino_uniform_count(const df_omino_uniform *uniform)
{
    return uniform->all;
}

void df_omino_uniform_get(df_omino *omino, const df_omino_uniform *uniform, uint64_t number)
{
    unsigned i = 0;
    for (; number >= uniform->strip[i].polyominoes; i++)
        number -= uniform->strip[i].polyominoes;
    random_uniform_unrank(omino, &uniform->strip[i], i + 1, uniform->size, number);
}

/* Draws a uniform number below `bound`. */
static uint64_t random_uniform_below(df_random *random, uint64_t bound)
{
    uint64_t mask = bound - 1;
    for (unsigned shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    uint64_t number;
    do
        number = df_random_next(random) & mask;
    while (number >= bound);
    return number;
}

void df_omino_uniform_draw(const df_omino_uniform *uniform, df_omino_class kind,
                           df_random *random, df_omino *omino)
{
    const uint32_t images = omino_class_images(kind);
    df_omino drawn, image;
    /* A fixed polyomino is taken if a random one of the class's symmetries leaves it unmoved:
     * the number of such symmetries is inversely proportional to that of its images. */
    for (;;) {
        df_omino_uniform_get(&drawn, uniform, random_uniform_below(random, uniform->all));
        const uint32_t chosen = images > 1 ? df_random_below(random, images) : 0;
        if (chosen == 0)
            break;
        df_omino_transform(&drawn, chosen, &image);
        if (df_omino_compare(&image, &drawn) == 0)
            break;
    }
    df_omino_canonical(&drawn, kind, omino);
}
