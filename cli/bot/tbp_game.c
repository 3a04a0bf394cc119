#include "tbp.h"

#include <string.h>

#define FULL_ROW ((UINT64_C(1) << TBP_COLUMNS) - 1)

df_status tbp_pieces_make(tbp_pieces *pieces)
{
    tbp_pieces made = {0};
    df_status status = df_piece_set_tetrominoes(&made.set);
    for (size_t i = 0; status == DF_OK && i < DF_TETROMINOES; i++)
        status =
            df_mover_create(&made.movers[i], &made.set->pieces[i], TBP_COLUMNS, DF_RULES_SRS);
    if (status == DF_OK)
        *pieces = made;
    else
        tbp_pieces_free(&made);
    return status;
}

void tbp_pieces_free(tbp_pieces *pieces)
{
    for (size_t i = 0; i < DF_TETROMINOES; i++)
        df_mover_free(pieces->movers[i]);
    df_piece_set_free(pieces->set);
    *pieces = (tbp_pieces){0};
}

void tbp_game_clear(tbp_game *game)
{
    *game = (tbp_game){.held = -1};
    for (unsigned y = TBP_ROWS; y < TBP_ROWS + TBP_CEILING; y++)
        game->rows[y] = FULL_ROW;
}

unsigned tbp_game_top(const tbp_game *game)
{
    unsigned top = TBP_ROWS;
    while (top > 0 && game->rows[top - 1] == 0)
        top--;
    return top;
}

int tbp_game_other(const tbp_game *game)
{
    if (game->count == 0)
        return -1;
    if (game->held >= 0)
        return game->held;
    return game->count > 1 ? game->queue[1] : -1;
}

static bool tbp_game_is_free(const tbp_game *game, const df_shape *shape, int64_t x, int64_t y)
{
    if (x < 0 || x + shape->width > TBP_COLUMNS || y < 0 || y + shape->height > TBP_ROWS)
        return false;
    for (unsigned i = 0; i < shape->height; i++) {
        if ((game->rows[y + i] & (uint64_t)shape->row[i] << x) != 0)
            return false;
    }
    return true;
}

/* Finds the place where a piece spawns; false if it does not fit there. */
static bool tbp_game_find_spawn(const tbp_game *game, const tbp_pieces *pieces, int piece,
                                int *x, int *y)
{
    const df_shape *north = &pieces->set->pieces[piece].shape[DF_NORTH];
    df_mover_spawn(pieces->movers[piece], TBP_SPAWN_ROW, x, y);
    if (tbp_game_is_free(game, north, *x, *y))
        return true;
    ++*y;
    return tbp_game_is_free(game, north, *x, *y);
}

void tbp_game_moves(const tbp_game *game, const tbp_pieces *pieces, unsigned piece,
                    df_moves *moves)
{
    int x, y;
    /* From a place that is not free, the search finds no moves. */
    (void)tbp_game_find_spawn(game, pieces, (int)piece, &x, &y);
    df_moves_find(moves, pieces->movers[piece], game->rows, TBP_ROWS + TBP_CEILING, x, y);
}

bool tbp_game_spawns(const tbp_game *game, const tbp_pieces *pieces)
{
    const int candidates[] = {game->count > 0 ? game->queue[0] : -1, tbp_game_other(game)};
    int x, y;
    for (size_t i = 0; i < sizeof candidates / sizeof candidates[0]; i++) {
        if (candidates[i] >= 0 && tbp_game_find_spawn(game, pieces, candidates[i], &x, &y))
            return true;
    }
    bool all = game->count == 0;
    for (size_t i = 0; all && i < DF_TETROMINOES; i++)
        all = tbp_game_find_spawn(game, pieces, (int)i, &x, &y);
    return all;
}

bool tbp_game_fits(const tbp_game *game, const tbp_pieces *pieces, const tbp_move *move,
                   df_place *place)
{
    const df_shape *shape = &pieces->set->pieces[move->piece].shape[move->orientation];
    /* Rejects huge numbers from the client, so that the subtractions cannot overflow. */
    if (move->x < -TBP_ROWS || move->x > TBP_ROWS || move->y < -TBP_ROWS || move->y > TBP_ROWS)
        return false;
    const int64_t left = move->x - shape->center_x, low = move->y - shape->center_y;
    if (!tbp_game_is_free(game, shape, left, low))
        return false;
    *place = (df_place){move->orientation, (uint8_t)left, (uint16_t)low};
    return true;
}

static int tbp_game_clear_rows(tbp_game *game)
{
    unsigned kept = 0;
    for (unsigned y = 0; y < TBP_ROWS; y++) {
        if (game->rows[y] == FULL_ROW)
            continue;
        game->rows[kept++] = game->rows[y];
    }
    memset(&game->rows[kept], 0, (TBP_ROWS - kept) * sizeof game->rows[0]);
    return (int)(TBP_ROWS - kept);
}

int tbp_game_play(tbp_game *game, const tbp_pieces *pieces, unsigned piece,
                  const df_place *place)
{
    const df_shape *shape = &pieces->set->pieces[piece].shape[place->orientation];
    const bool is_current = game->count > 0 && game->queue[0] == piece;
    if (!is_current && tbp_game_other(game) != (int)piece)
        return -1;
    size_t taken = 1;
    if (!is_current) {
        taken = game->held < 0 ? 2 : 1;
        game->held = game->queue[0];
    }
    game->count -= taken;
    memmove(game->queue, game->queue + taken, game->count * sizeof game->queue[0]);
    for (unsigned i = 0; i < shape->height; i++)
        game->rows[place->y + i] |= (uint64_t)shape->row[i] << place->x;
    return tbp_game_clear_rows(game);
}
