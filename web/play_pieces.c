#include "play_pieces.h"

#include <stdlib.h>

#include "dropforge/omino.h"

enum {
    TETROMINO = 4,
    MAX_LISTED = 9, /* squares, of which there are 2500 */
    MAX_COLORS = 64 /* of pieces that are drawn */
};

static df_status list(play_pieces *pieces)
{
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    return df_ominoes_piece_set(&pieces->set, pieces->squares, &filter);
}

static df_status make(play_pieces *pieces, df_game_kind kind)
{
    if (pieces->squares == TETROMINO)
        return df_game_tetrominoes(&pieces->set, kind);
    if (pieces->squares <= MAX_LISTED)
        return list(pieces);
    return df_omino_pieces_create(&pieces->random, pieces->squares, false);
}

static df_status make_colors(play_pieces *pieces)
{
    pieces->color_count = pieces->set != NULL ? pieces->set->count : MAX_COLORS;
    pieces->colors = malloc(pieces->color_count * sizeof pieces->colors[0]);
    if (pieces->colors == NULL)
        return DF_ERROR_MEMORY;
    if (pieces->set != NULL)
        return df_omino_set_colors(pieces->colors, pieces->set);
    return df_omino_colors(pieces->colors, pieces->color_count);
}

df_status play_pieces_make(play_pieces *pieces, df_game_kind kind, unsigned squares)
{
    if (squares < 1 || squares > DF_PIECE_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    play_pieces made = {.squares = squares};
    df_status status = make(&made, kind);
    if (status == DF_OK)
        status = make_colors(&made);
    if (status == DF_OK)
        *pieces = made;
    else
        play_pieces_free(&made);
    return status;
}

void play_pieces_free(play_pieces *pieces)
{
    df_piece_set_free(pieces->set);
    df_omino_pieces_free(pieces->random);
    free(pieces->colors);
    *pieces = (play_pieces){0};
}
