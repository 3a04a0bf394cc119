#include "transfer.h"

#include <string.h>

#include "core/base/wide.h"

/* Block sizes: small where every layer has blocks of its own, large otherwise. */
#define BLOCK_BITS 14
#define KEPT_BLOCK_BITS 9

/* The number of offers between prefetching a slot, prefetching its record and reading both. */
#define AHEAD 12

#ifdef __GNUC__
#define PREFETCH(address) __builtin_prefetch((address), 1)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* Returns a lower bound on the squares that a polyomino in state `s` still needs, when the next
 * square is in `row` of a column of `rows`: in one square of a halved row and in all further
 * columns these may be half as many. */
static unsigned transfer_need(const transfer *t, const signature *s, unsigned column,
                              unsigned row, unsigned rows)
{
    const unsigned halved = t->fold->halved, none = s->squares == 0;
    const unsigned images = t->fold->images >> (column == 1 && (halved & FOLD_FIRST) != 0);
    const unsigned columns = column < t->columns ? t->columns - column : 0;
    const unsigned need = df_signature_need(s, row, rows, columns, t->fold->seam) * images;
    if ((halved & (FOLD_BOTTOM | FOLD_TOP)) == 0)
        return need > images ? need : images;
    const uint32_t low = (s->squares & 1) | ((s->touched & SIGNATURE_BOTTOM) == 0);
    const uint32_t high = (s->squares >> (rows - 1) & 1) | ((s->touched & SIGNATURE_TOP) == 0);
    const unsigned less = columns + ((halved & FOLD_BOTTOM) != 0 && (none || low)) +
                          ((halved & FOLD_TOP) != 0 && (none || high));
    return need > less * images / 2 + 1 ? need - less * images / 2 : 1;
}

/* Puts a start into the first layer. */
static df_status transfer_start(transfer *t, transfer_layer *first, const fold_start *start)
{
    const signature s = start->state;
    const unsigned min = start->squares;
    if (s.squares != 0 && s.touched == SIGNATURE_BOTH && t->columns <= 1 &&
        signature_is_whole(s, t->row, t->fold->seam))
        t->totals[min][0] += transfer_times(t, 1);
    const unsigned need = transfer_need(t, &s, t->column, t->row, t->rows);
    if (min + need > t->size)
        return DF_OK;
    const unsigned max = t->size - need;
    uint64_t *record = NULL;
    transfer_place place;
    const size_t words = transfer_header(t) + transfer_words(t->narrow, min, max + 1);
    const df_status status = df_transfer_append(&t->memory, first, 0, words, &record, &place);
    if (status != DF_OK)
        return status;
    memset(record, 0, words * sizeof *record);
    record[0] = transfer_pack(t, s, t->row) | (uint64_t)min << TRANSFER_MIN |
                (uint64_t)max << TRANSFER_MAX;
    record[transfer_header(t)] = 1;
    return DF_OK;
}

/* Goes on to the next square. */
static void transfer_advance_square(transfer *t)
{
    if (++t->row < t->rows)
        return;
    t->row = 0;
    t->column++;
    t->rows += t->fold->grow;
}

df_status df_transfer_begin(transfer *t, transfer_layer *first)
{
    const fold *f = t->fold;
    t->column = 1;
    t->columns = df_fold_columns(f, t->rows);
    t->memory.bits = t->keeps ? KEPT_BLOCK_BITS : BLOCK_BITS;
    df_status status = df_transfer_index_create(&t->index, &t->memory);
    for (unsigned i = df_fold_started(f, t->rows); i > 0; i--)
        transfer_advance_square(t);
    const uint32_t starts = df_fold_starts(f, t->rows);
    for (unsigned squares = 0; squares <= t->size; squares++) {
        for (uint32_t i = 0; status == DF_OK && i < starts; i++) {
            fold_start start;
            df_fold_start(&start, f, t->rows, i);
            if (start.squares == squares)
                status = transfer_start(t, first, &start);
        }
    }
    return status;
}

void df_transfer_end(transfer *t)
{
    df_transfer_index_free(&t->index, &t->memory);
    df_transfer_memory_free(&t->memory);
}

/* Returns where the number for `size` is in a record, from its first number. */
static size_t number_at(const transfer *t, const uint64_t *record, unsigned size)
{
    return transfer_words(t->narrow, transfer_min(record), size);
}

static void add_wide(uint64_t sum[2], uint64_t low, uint64_t high)
{
    sum[0] += low;
    sum[1] += high + (sum[0] < low);
}

/* Adds the numbers of a state in which the filled square finished the polyomino. */
static void add_totals(transfer *t, const uint64_t *record)
{
    const uint64_t *number = record + transfer_header(t);
    for (unsigned size = transfer_min(record); size <= transfer_max(record); size++) {
        const bool wide = size > t->narrow;
        const uint64_t low = *number++, high = wide ? *number++ : 0;
        for (unsigned times = transfer_times(t, t->column); times > 0; times--)
            add_wide(t->totals[size + t->weight], low, high);
    }
}

/* Returns how many squares the polyomino has more than in the record before. */
static inline unsigned offer_squares(const transfer *t, const transfer_offer *offer)
{
    return offer->filled ? t->weight : 0;
}

/* Adds the numbers of the record from which an offer was reached to those of `to`. */
static void add_numbers(transfer *t, const transfer_offer *offer, uint64_t *to)
{
    const unsigned shift = offer_squares(t, offer);
    unsigned size = transfer_min(offer->from) + shift;
    unsigned last = transfer_max(offer->from) + shift;
    if (last > transfer_max(to))
        last = transfer_max(to);
    const uint64_t *from = offer->from + transfer_header(t);
    uint64_t *sum = to + transfer_header(t) + number_at(t, to, size);
    const unsigned last_narrow = last < t->narrow ? last : t->narrow;
    uint64_t carry = 0;
    for (; size <= last_narrow; size++) {
        const uint64_t value = *sum + *from++;
        carry |= value < *sum;
        *sum++ = value;
    }
    t->overflow |= carry != 0;
    for (; size <= last; size++, sum += 2) {
        const uint64_t low = *from++;
        add_wide(sum, low, size - shift > t->narrow ? *from++ : 0);
    }
}

/* Makes a record for sizes from `min`, with numbers 0. */
static df_status make_record(transfer *t, const transfer_offer *offer, unsigned min,
                             unsigned max, uint64_t **record, transfer_place *place)
{
    const size_t words = transfer_header(t) + transfer_words(t->narrow, min, max + 1);
    const df_status status =
        df_transfer_append(&t->memory, t->to, offer->filled, words, record, place);
    if (status != DF_OK)
        return status;
    memset(*record, 0, words * sizeof **record);
    (*record)[0] = offer->key | (uint64_t)min << TRANSFER_MIN | (uint64_t)max << TRANSFER_MAX;
    return DF_OK;
}

/* Returns the largest size of a new state from which it can still be finished. */
static unsigned max_for(const transfer *t, const transfer_offer *offer)
{
    if (offer->same)
        return transfer_max(offer->from);
    const bool turned = t->row + 1 == t->rows;
    const unsigned row = turned ? 0 : t->row + 1;
    const signature s = transfer_unpack(t, offer->key, row);
    const unsigned need =
        transfer_need(t, &s, t->column + turned, row, t->rows + (turned ? t->fold->grow : 0));
    return need > t->size ? 0 : t->size - need;
}

static df_status add_record(transfer *t, const transfer_offer *offer, uint64_t slot,
                            uint64_t **record, transfer_place *place)
{
    const unsigned min = transfer_min(offer->from) + offer_squares(t, offer);
    const unsigned max = max_for(t, offer);
    if (min > max)
        return DF_OK;
    const df_status status = make_record(t, offer, min, max, record, place);
    if (status != DF_OK)
        return status;
    t->index.slots[slot] = transfer_tag(transfer_hash(offer->key)) | *place;
    t->index.count++;
    if (t->index.count << 1 >> t->index.bits == 0)
        return DF_OK;
    return df_transfer_index_grow(&t->index, &t->memory, t->to);
}

/* Gives a state a new record when it is reached with fewer squares than before. Records are
 * read by increasing least sizes, and a state shows whether its last square is filled; so this
 * can happen only where mirror images meet. */
static df_status move_record(transfer *t, const transfer_offer *offer, uint64_t slot,
                             uint64_t **record, transfer_place *place)
{
    uint64_t *old = *record;
    const unsigned min = transfer_min(offer->from) + offer_squares(t, offer);
    const unsigned max = transfer_max(old);
    const df_status status = make_record(t, offer, min, max, record, place);
    if (status != DF_OK)
        return status;
    const size_t header = transfer_header(t);
    memcpy(*record + header + number_at(t, *record, transfer_min(old)), old + header,
           transfer_words(t->narrow, transfer_min(old), max + 1) * sizeof *old);
    t->index.slots[slot] = transfer_tag(transfer_hash(offer->key)) | *place;
    old[0] |= UINT64_C(1) << TRANSFER_DEAD;
    if (t->keeps)
        old[1] = *place;
    t->to->states--;
    return DF_OK;
}

/* Takes an offer: looks up its state and adds the numbers. */
static df_status transfer_take(transfer *t, const transfer_offer *offer)
{
    const uint64_t hash = transfer_hash(offer->key), tag = transfer_tag(hash);
    const uint64_t last = (UINT64_C(1) << t->index.bits) - 1;
    uint64_t slot = hash >> (64 - t->index.bits);
    uint64_t *record = NULL;
    transfer_place place = 0;
    for (; t->index.slots[slot] != 0; slot = (slot + 1) & last) {
        const uint64_t here = t->index.slots[slot];
        if (here >> 32 != tag >> 32)
            continue;
        place = (transfer_place)here;
        record = transfer_record(&t->memory, t->to, place);
        if ((record[0] & TRANSFER_KEY) == offer->key)
            break;
        record = NULL;
    }
    df_status status = DF_OK;
    if (record == NULL)
        status = add_record(t, offer, slot, &record, &place);
    else if (transfer_min(offer->from) + offer_squares(t, offer) < transfer_min(record))
        status = move_record(t, offer, slot, &record, &place);
    if (status != DF_OK || record == NULL)
        return status;
    add_numbers(t, offer, record);
    if (t->keeps)
        offer->from[1] |= (uint64_t)place << (offer->filled ? 32 : 0);
    return DF_OK;
}

/* Advances the queue until at most `rest` offers wait for their prefetch, and `rest` more. */
static void transfer_advance(transfer *t, unsigned rest)
{
    for (; t->added - t->looked > rest; t->looked++) {
        const transfer_offer *offer = &t->queue[t->looked % TRANSFER_QUEUE];
        const uint64_t slot = transfer_hash(offer->key) >> (64 - t->index.bits);
        const transfer_place place = (transfer_place)t->index.slots[slot];
        if (place != 0)
            PREFETCH(transfer_record(&t->memory, t->to, place));
    }
    for (; t->looked - t->done > rest; t->done++) {
        if (t->status == DF_OK)
            t->status = transfer_take(t, &t->queue[t->done % TRANSFER_QUEUE]);
    }
}

static inline void transfer_offer_state(transfer *t, signature s, uint64_t *from, bool filled,
                                        bool same)
{
    unsigned row = t->row + 1;
    if (row == t->rows) {
        /* No polyomino that may be counted gets farther than to the highest strip. */
        if (t->rows + t->fold->grow > SIGNATURE_ROWS)
            return;
        bool mirrored;
        row = 0;
        s = df_fold_next_column(t->fold, s, t->rows, &mirrored);
    }
    const uint64_t key = transfer_pack(t, s, row);
    t->queue[t->added++ % TRANSFER_QUEUE] = (transfer_offer){key, from, filled, same};
    PREFETCH(&t->index.slots[transfer_hash(key) >> (64 - t->index.bits)]);
    transfer_advance(t, AHEAD);
}

/* Leaves the next square of a state empty, and fills it. */
static void transfer_look(transfer *t, uint64_t *record)
{
    const signature s = transfer_unpack(t, record[0], t->row);
    const uint32_t bit = UINT32_C(1) << t->row;
    /* The first column of a strip is not empty. */
    const bool last = t->row + 1 == t->rows && t->fold->grow == 0;
    signature left = s;
    if (s.squares == 0 ? !last : signature_leave(&left, t->row)) {
        /* Only squares beside the kink change the number that is needed. */
        const bool beside =
            t->row == 0 ? (s.touched & SIGNATURE_BOTTOM) == 0 : (s.squares & bit >> 1) != 0;
        if (left.squares != 0 || !last)
            transfer_offer_state(t, left, record, false,
                                 t->row + 1 < t->rows && !beside && (s.squares & bit) == 0);
    }
    signature filled = s;
    transfer_fill(t, &filled);
    if (transfer_is_finished(t, filled))
        add_totals(t, record);
    transfer_offer_state(t, filled, record, true, false);
    t->steps++;
}

/* A position in a list of records. */
typedef struct transfer_reader {
    transfer_list *list;
    size_t block;
    uint32_t word;
} transfer_reader;

static uint64_t *transfer_current(const transfer_reader *r)
{
    return r->block < r->list->count ? r->list->blocks[r->block] + r->word : NULL;
}

/* Goes on to the next record. */
static void transfer_pass(transfer *t, transfer_reader *r, const uint64_t *record)
{
    r->word += (uint32_t)(transfer_header(t) + transfer_words(t->narrow, transfer_min(record),
                                                              transfer_max(record) + 1));
    if (r->word < r->list->used[r->block])
        return;
    transfer_advance(t, 0);
    if (!t->keeps)
        df_transfer_block_drop(&t->memory, r->list, r->block);
    r->block++;
    r->word = 0;
}

df_status df_transfer_step(transfer *t, transfer_layer *from, transfer_layer *to)
{
    t->status = df_transfer_index_clear(&t->index, &t->memory);
    t->to = to;
    t->weight = fold_weight(t->fold, t->column, t->row, t->rows);
    transfer_reader readers[2] = {{.list = &from->lists[0]}, {.list = &from->lists[1]}};
    while (t->status == DF_OK) {
        uint64_t *first = transfer_current(&readers[0]),
                 *second = transfer_current(&readers[1]);
        if (first == NULL && second == NULL)
            break;
        const unsigned list =
            first == NULL || (second != NULL && transfer_min(second) < transfer_min(first));
        uint64_t *record = list == 0 ? first : second;
        if (!transfer_is_dead(record))
            transfer_look(t, record);
        transfer_pass(t, &readers[list], record);
    }
    transfer_advance(t, 0);
    if (!t->keeps)
        df_transfer_layer_clear(&t->memory, from);
    t->max = to->states > t->max ? to->states : t->max;
    transfer_advance_square(t);
    return t->status;
}
