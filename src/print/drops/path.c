#include "beam_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/board/plan_deal.h"

/* The rows of a playfield that a plan is played in, by the order in which they were begun. */
typedef struct path_field {
    const board_rules *rules;
    uint64_t row[DF_FIELD_MAX_HEIGHT + PRINT_REACH];
    uint32_t number[DF_FIELD_MAX_HEIGHT + PRINT_REACH];
    unsigned count;
    uint32_t begun;
} path_field;

/* Returns the shape of a drop; PRINT_SHAPES if there is none. */
static unsigned path_shape(const board_rules *rules, const df_plan *plan, const df_drop *drop)
{
    const unsigned orientation = plan->set->pieces[drop->piece].same_as[drop->orientation];
    for (unsigned s = 0; s < PRINT_SHAPES; s++) {
        if (rules->shapes[s].piece == drop->piece &&
            rules->shapes[s].orientation == orientation)
            return s;
    }
    return PRINT_SHAPES;
}

/* Plays a drop. False if the field is too low. */
static bool path_play(path_field *self, const print_shape *shape, unsigned x)
{
    unsigned y = 0;
    for (unsigned i = 0; i < shape->width; i++) {
        unsigned top = self->count;
        while (top > 0 && (self->row[top - 1] >> (x + i) & 1) == 0)
            top--;
        y = top > shape->bottom[i] ? unsigned_max(y, top - shape->bottom[i]) : y;
    }
    if (y + shape->height > DF_FIELD_MAX_HEIGHT)
        return false;
    for (unsigned i = 0; i < shape->height; i++) {
        if (y + i >= self->count) {
            self->row[self->count] = 0;
            self->number[self->count++] = self->begun++;
        }
        self->row[y + i] |= (uint64_t)shape->row[i] << x;
    }
    unsigned to = 0;
    for (unsigned r = 0; r < self->count; r++) {
        if (self->row[r] == self->rules->targets[0].full)
            continue;
        self->row[to] = self->row[r];
        self->number[to++] = self->number[r];
    }
    self->count = to;
    return true;
}

/* Plays the whole plan to see which rows stay: bit n of the set is for the row begun as number
 * n. The set is the caller's. */
static df_status path_find_fates(const df_plan *plan, const board_rules *rules, uint8_t **fates)
{
    path_field *field = calloc(1, sizeof *field);
    uint8_t *made = calloc(plan->count + 1, PRINT_REACH);
    df_status status = field != NULL && made != NULL ? DF_OK : DF_ERROR_MEMORY;
    if (status == DF_OK)
        field->rules = rules;
    for (size_t i = 0; i < plan->count && status == DF_OK; i++) {
        const unsigned s = path_shape(rules, plan, &plan->drops[i]);
        if (s == PRINT_SHAPES || !path_play(field, &rules->shapes[s], plan->drops[i].x))
            status = DF_ERROR_LIMIT;
    }
    for (unsigned r = 0; status == DF_OK && r < field->count; r++)
        made[field->number[r]] = 1;
    free(field);
    if (status == DF_OK)
        *fates = made;
    else
        free(made);
    return status;
}

/* Makes the moves on boards. DF_ERROR_LIMIT if one cannot be made. */
static df_status path_follow(drop_path *path, const df_plan *plan, const board_rules *rules,
                             const uint8_t *fates)
{
    drop_board board, next;
    board_view view;
    df_board_begin(&board, rules, 0);
    for (size_t i = 0; i < plan->count; i++) {
        const unsigned s = path_shape(rules, plan, &plan->drops[i]);
        const print_shape *shape = &rules->shapes[s];
        board_move move = {.shape = (uint8_t)s, .x = plan->drops[i].x};
        df_board_look(&view, &board, rules);
        const int y = df_board_landing(&view, shape, move.x);
        if (y < 0)
            return DF_ERROR_LIMIT;
        move.y = (uint8_t)y;
        for (unsigned r = 0; r < shape->height; r++) {
            if (move.y + r >= board.count)
                move.stays |= (uint8_t)(*fates++ << r);
        }
        if (!df_board_allows(&view, rules, &move))
            return DF_ERROR_LIMIT;
        df_board_apply(&next, &view, rules, &move);
        board = next;
        path->moves[path->count++] = move;
    }
    return board_is_finished(&board) ? DF_OK : DF_ERROR_LIMIT;
}

df_status df_path_read(drop_path *path, const df_plan *plan, const board_rules *rules)
{
    uint8_t *fates = NULL;
    path->count = 0;
    df_status status = path_find_fates(plan, rules, &fates);
    if (status == DF_OK)
        status = ARRAY_RESERVE(path->moves, path->capacity, 0, plan->count);
    if (status == DF_OK)
        status = path_follow(path, plan, rules, fates);
    free(fates);
    if (status != DF_OK)
        path->count = 0;
    return status == DF_ERROR_LIMIT ? DF_OK : status;
}

void df_path_follow(const drop_path *path, const board_rules *rules, drop_board *board)
{
    for (size_t i = 0; i < path->count; i++) {
        drop_board next;
        df_board_make(&next, board, rules, &path->moves[i]);
        *board = next;
    }
}

df_status df_path_write(const drop_path *path, const board_rules *rules,
                        const drop_board *begin, const df_piece_set *tetrominoes,
                        df_plan **plan, size_t *passes)
{
    df_plan *made = NULL;
    df_status status = df_plan_create(&made, rules->targets[0].width, 1, tetrominoes);
    if (status == DF_OK)
        status = df_plan_reserve(made, path->count);
    drop_board board = *begin, next;
    bool begins = true, leaves = false;
    size_t counted = 0;
    for (size_t i = 0; i < path->count && status == DF_OK; i++) {
        const board_move *move = &path->moves[i];
        const print_shape *shape = &rules->shapes[move->shape];
        status = df_plan_add(made, (df_drop){.piece = shape->piece,
                                             .orientation = shape->orientation,
                                             .x = move->x,
                                             .y = (uint16_t)(board.settled + move->y),
                                             .begins_block = begins});
        df_board_make(&next, &board, rules, move);
        leaves = leaves || next.left < board.left;
        begins = next.cleared > board.cleared || i + 1 == path->count;
        counted += begins && leaves;
        leaves = leaves && !begins;
        board = next;
    }
    if (status != DF_OK) {
        df_plan_free(made);
        return status;
    }
    *plan = made;
    *passes = counted;
    return DF_OK;
}
