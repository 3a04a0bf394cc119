/* Polyominoes as a list of pieces, with names and colours. */
#include <stdlib.h>

#include "cli/base/array.h"
#include "dropforge/plan.h"
#include "omino_source.h"

/* Pieces in the largest set. */
enum { MAX_PIECES = UINT16_MAX - 2 };

typedef struct collection {
    df_omino *items;
    size_t count;
    size_t capacity;
    df_error *error;
} collection;

static df_status omino_pieces_take(void *context, const df_omino *omino)
{
    collection *self = context;
    if (omino->size > DF_PIECE_MAX_SQUARES)
        return message_error(self->error, DF_ERROR_LIMIT,
                             "pieces have 32 squares at most; use smaller polyominoes");
    if (self->count == MAX_PIECES)
        return message_error(self->error, DF_ERROR_LIMIT,
                             "these are more than 65533 pieces; use --limit or another format");
    const df_status status = ARRAY_RESERVE(self->items, self->capacity, self->count, 1);
    if (status == DF_OK)
        self->items[self->count++] = *omino;
    return status;
}

static df_status put_set(df_text *text, const df_piece_set *set)
{
    df_plan_color *colors = NULL;
    df_status status = df_omino_plan_colors(&colors, set);
    if (status == DF_OK)
        status = df_pieces_write(text, set, colors);
    free(colors);
    return status;
}

static df_status put_pieces(df_text *text, const void *content, df_error *error)
{
    const omino_source *source = content;
    collection self = {.error = error};
    df_piece_set *set = NULL;
    df_status status = source->run(source, omino_pieces_take, &self, error);
    if (status == DF_OK && self.count == 0)
        status =
            message_error(error, DF_ERROR_ARGUMENT, "there is no polyomino to make a piece of");
    if (status == DF_OK) {
        status = df_omino_piece_set(&set, self.items, self.count);
        if (status == DF_ERROR_ARGUMENT)
            message_error(
                error, status,
                "two of these polyominoes are rotations of each other, and so the same piece; "
                "use --class one-sided");
    }
    if (status == DF_OK)
        status = put_set(text, set);
    df_piece_set_free(set);
    free(self.items);
    return status;
}

const output_format omino_format_pieces =
    TEXT_FORMAT("pieces", ".pieces", "a list of pieces with names and colours", put_pieces);
