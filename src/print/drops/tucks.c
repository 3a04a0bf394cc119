#include "tucks.h"

#include <string.h>

#include "core/base/bits.h"
#include "core/board/mover.h"

df_status df_tuck_rules_begin(tuck_rules *self, const df_piece_set *tetrominoes, unsigned width,
                              unsigned height, df_movement movement)
{
    df_status status = DF_OK;
    *self = (tuck_rules){.height = height};
    for (unsigned i = 0; i < DF_TETROMINOES && status == DF_OK; i++)
        status = df_mover_create(&self->movers[i], &tetrominoes->pieces[i], width,
                                 df_movement_rotation(movement));
    return status;
}

void df_tuck_rules_end(tuck_rules *self)
{
    for (unsigned i = 0; i < DF_TETROMINOES; i++)
        df_mover_free(self->movers[i]);
}

void df_tuck_finder_free(tuck_finder *self)
{
    df_moves_free(self->moves);
}

df_status df_tucks_look(tuck_finder *self, const board_view *view, const board_rules *rules,
                        bool *any)
{
    const drop_board *board = view->board;
    uint64_t above = 0, covered = 0;
    for (unsigned r = board->count; r-- > 0;) {
        self->covered[r] = view->wanted[r] & above;
        covered |= self->covered[r];
        above |= board->row[r];
    }
    /* A piece may have to be turned in the rows above all others. */
    self->count = board->settled + board->count;
    self->takes_all = self->count + PRINT_REACH > rules->tucks->height;
    *any = covered != 0 || self->takes_all;
    if (!*any)
        return DF_OK;
    memset(&self->covered[board->count], 0, PRINT_REACH * sizeof self->covered[0]);
    for (unsigned y = 0; y < board->settled; y++)
        self->rows[y] = board_target(rules, board)->rows[y].squares;
    memcpy(&self->rows[board->settled], board->row, board->count * sizeof self->rows[0]);
    return self->moves == NULL ? df_moves_create(&self->moves) : DF_OK;
}

void df_tucks_find(tuck_finder *self, const board_rules *rules, unsigned piece)
{
    const df_mover *mover = rules->tucks->movers[piece];
    int x, y;
    df_mover_spawn(mover, rules->tucks->height, &x, &y);
    df_moves_find(self->moves, mover, self->rows, self->count, x, y);
}

uint64_t df_tucks_columns(const tuck_finder *self, const board_view *view,
                          const print_shape *shape, unsigned y)
{
    uint64_t columns = 0;
    for (unsigned i = 0; i < shape->height && !self->takes_all; i++) {
        const uint64_t covered = self->covered[y + i];
        for (unsigned x = 0; x < shape->width && covered != 0; x++)
            columns |= (shape->row[i] >> x & 1) != 0 ? covered >> x : 0;
    }
    if (self->takes_all)
        columns = UINT64_MAX;
    return columns == 0 ? 0
                        : columns & df_moves_resting(self->moves, shape->orientation,
                                                     view->board->settled + y);
}
