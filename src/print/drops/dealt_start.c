#include "dealt_start.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "dead_end.h"

#define START_MAX 2000 /* boards, after each row */

typedef struct start_list {
    drop_board *boards;
    size_t count, capacity;
} start_list;

/* A board with its score. */
typedef struct start_rank {
    int32_t score;
    size_t index;
} start_rank;

static int start_compare(const void *a, const void *b)
{
    const start_rank *left = a, *right = b;
    if (left->score != right->score)
        return left->score < right->score ? -1 : 1;
    return (left->index > right->index) - (left->index < right->index);
}

/* Moves the best boards to the beginning, and drops the others. */
static df_status start_keep_best(start_list *list, const board_rules *rules,
                                 const score_weights *weights)
{
    if (list->count <= START_MAX)
        return DF_OK;
    start_rank *ranks = malloc(list->count * sizeof ranks[0]);
    drop_board *kept = malloc(START_MAX * sizeof kept[0]);
    if (ranks == NULL || kept == NULL) {
        free(ranks);
        free(kept);
        return DF_ERROR_MEMORY;
    }
    for (size_t i = 0; i < list->count; i++) {
        const drop_board *board = &list->boards[i];
        ranks[i] =
            (start_rank){df_score_board(weights, board, board_target(rules, board), 0), i};
    }
    qsort(ranks, list->count, sizeof ranks[0], start_compare);
    for (size_t i = 0; i < START_MAX; i++)
        kept[i] = list->boards[ranks[i].index];
    free(ranks);
    free(list->boards);
    *list = (start_list){kept, START_MAX, START_MAX};
    return DF_OK;
}

/* Adds a row on top of each board, with each fate that it may have there. */
static df_status start_add_row(start_list *list, const board_rules *rules,
                               const uint64_t squares[DF_TETROMINOES + 1])
{
    start_list made = {NULL, 0, 0};
    df_status status = DF_OK;
    for (size_t i = 0; i < 2 * list->count && status == DF_OK; i++) {
        status = ARRAY_RESERVE(made.boards, made.capacity, made.count, 1);
        if (status != DF_OK)
            break;
        drop_board *board = &made.boards[made.count];
        *board = list->boards[i / 2];
        made.count += df_board_add_row(board, rules, squares, i % 2 == 1);
    }
    free(list->boards);
    *list = made;
    return status;
}

/* Writes the squares of each piece in a row, and at last those of no piece. */
static void start_read_row(const df_field *field, unsigned y,
                           uint64_t squares[DF_TETROMINOES + 1])
{
    memset(squares, 0, (DF_TETROMINOES + 1) * sizeof squares[0]);
    for (unsigned x = 0; x < field->width; x++) {
        const unsigned square = df_field_square(field, x, y);
        if (square != 0)
            squares[square <= DF_TETROMINOES ? square - 1 : DF_TETROMINOES] |= UINT64_C(1) << x;
    }
}

static void start_drop_dead_ends(start_list *list, const board_rules *rules)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!df_board_is_dead_end(&list->boards[i], rules))
            list->boards[kept++] = list->boards[i];
    }
    list->count = kept;
}

df_status df_dealt_start_list(const board_rules *rules, const score_weights *weights,
                              const df_field *field, drop_board **boards, size_t *count)
{
    start_list list = {NULL, 0, 0};
    const unsigned top = field != NULL ? df_field_top(field) : 0;
    df_status status = ARRAY_RESERVE(list.boards, list.capacity, 0, rules->target_count);
    for (; status == DF_OK && list.count < rules->target_count; list.count++)
        df_board_begin(&list.boards[list.count], rules, (unsigned)list.count);
    for (unsigned y = 0; y < top && status == DF_OK; y++) {
        uint64_t squares[DF_TETROMINOES + 1];
        start_read_row(field, y, squares);
        status = start_add_row(&list, rules, squares);
        if (status == DF_OK)
            status = start_keep_best(&list, rules, weights);
    }
    if (status != DF_OK) {
        free(list.boards);
        return status;
    }
    start_drop_dead_ends(&list, rules);
    *boards = list.boards;
    *count = list.count;
    return DF_OK;
}
