#include <stdlib.h>

#include "dropforge/omino.h"
#include "omino/shape/rows.h"

/* Above this size the tables for uniform draws take a second or more. */
enum { MAX_UNIFORM = 16 };

struct df_omino_pieces {
    unsigned size;
    bool path;
    df_omino_uniform *uniform; /* or NULL */
};

df_status df_omino_pieces_create(df_omino_pieces **pieces, unsigned size, bool path)
{
    if (size < 1 || size > DF_PIECE_MAX_SQUARES)
        return DF_ERROR_ARGUMENT;
    df_omino_pieces *made = malloc(sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    *made = (df_omino_pieces){.size = size, .path = path};
    df_status status = DF_OK;
    if (!path && size <= MAX_UNIFORM)
        status = df_omino_uniform_create(&made->uniform, size, NULL, NULL);
    if (status == DF_OK)
        *pieces = made;
    else
        df_omino_pieces_free(made);
    return status;
}

void df_omino_pieces_free(df_omino_pieces *pieces)
{
    if (pieces == NULL)
        return;
    df_omino_uniform_free(pieces->uniform);
    free(pieces);
}

/* Walks until a walk succeeds. */
static df_status random_pieces_walk(df_omino *omino, unsigned size, df_random *random)
{
    df_status status = DF_OK;
    df_outcome outcome = DF_LIMIT;
    while (status == DF_OK && outcome != DF_FOUND)
        status = df_omino_walk(omino, size, 0, random, &outcome);
    return status;
}

df_status df_omino_pieces_draw(void *pieces, df_random *random, df_piece *piece)
{
    const df_omino_pieces *self = pieces;
    df_omino omino;
    df_status status = DF_OK;
    if (self->uniform != NULL)
        df_omino_uniform_draw(self->uniform, DF_OMINO_ONE_SIDED, random, &omino);
    else if (self->path)
        status = random_pieces_walk(&omino, self->size, random);
    else
        status = df_omino_grow(&omino, self->size, random);
    if (status != DF_OK)
        return status;
    status = df_omino_piece(piece, &omino, "n");
    if (status == DF_OK)
        piece->name[0] = '\0';
    return status;
}
