#include "play_pieces.h"

#include <stdlib.h>

#include "dropforge/omino.h"
#include "dropforge/ominoes.h"

enum {
    TETROMINO = 4,
    MOST_LISTED = 9,   /* squares, of which there are 2500 */
    MOST_UNIFORM = 16, /* the tables for draws of more take too long to make */
    MOST_COLORS = 64   /* of pieces that are drawn */
};

static df_status list(play_pieces *pieces)
{
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    return df_ominoes_piece_set(&pieces->set, pieces->squares, &filter);
}

static df_status make(play_pieces *pieces, df_play_rules rules)
{
    if (pieces->squares == TETROMINO)
        return df_play_tetrominoes(&pieces->set, rules);
    if (pieces->squares <= MOST_LISTED)
        return list(pieces);
    if (pieces->squares <= MOST_UNIFORM)
        return df_omino_uniform_create(&pieces->uniform, pieces->squares, NULL, NULL);
    return DF_OK;
}

static df_status make_colors(play_pieces *pieces)
{
    pieces->color_count = pieces->set != NULL ? pieces->set->count : MOST_COLORS;
    pieces->colors = malloc(pieces->color_count * sizeof pieces->colors[0]);
    if (pieces->colors == NULL)
        return DF_ERROR_MEMORY;
    if (pieces->set != NULL)
        return df_omino_set_colors(pieces->colors, pieces->set);
    return df_omino_colors(pieces->colors, pieces->color_count);
}

df_status play_pieces_make(play_pieces *pieces, df_play_rules rules, unsigned squares)
{
    if (squares < 1 || squares > DF_PIECE_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    play_pieces made = {.squares = squares};
    df_status status = make(&made, rules);
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
    df_omino_uniform_free(pieces->uniform);
    free(pieces->colors);
    *pieces = (play_pieces){0};
}

df_status play_pieces_supply(void *context, df_random *random, df_piece *piece)
{
    const play_pieces *pieces = context;
    df_omino omino;
    if (pieces->uniform != NULL) {
        df_omino_uniform_draw(&omino, pieces->uniform, DF_OMINO_ONE_SIDED, random);
    } else {
        const df_status status = df_omino_grow(&omino, pieces->squares, random);
        if (status != DF_OK)
            return status;
    }
    /* All its turns are one piece. It may have no name: the game finds it one. */
    df_omino_canonical(&omino, &omino, DF_OMINO_ONE_SIDED);
    const df_status status = df_omino_piece(piece, &omino, "n");
    if (status == DF_OK)
        piece->name[0] = '\0';
    return status;
}
