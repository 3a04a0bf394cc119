#include "dissect_save.h"

#include <string.h>

#include "core/base/error.h"
#include "dissect_entry.h"

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

uint64_t df_dissect_save_first_file(uint64_t squares)
{
    return FIRST_FILE + squares * DISSECT_PARTS;
}

df_status df_dissect_save(const df_tile_store *store, const dissect_board *board,
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

df_status df_dissect_save_load(const df_tile_store *store, const dissect_board *board,
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

df_status df_dissect_save_remove(const df_tile_store *store, uint64_t squares)
{
    df_status status = DF_OK;
    for (size_t i = 0; i < DISSECT_PARTS && status == DF_OK; i++)
        status = store->remove(store->context, df_dissect_save_first_file(squares) + i);
    return status;
}
