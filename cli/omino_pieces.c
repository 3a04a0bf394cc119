/* Polyominoes as a list of pieces, with names and colours. */
#include <stdio.h>
#include <stdlib.h>

#include "array.h"
#include "dropforge/pieces.h"
#include "omino_format.h"

/* What a piece set holds. */
enum { MOST_PIECES = UINT16_MAX - 2 };

typedef struct collection {
    df_omino *items;
    size_t count;
    size_t capacity;
    df_mishap *mishap;
} collection;

static df_status refuse(df_mishap *mishap, df_status status, const char *words)
{
    snprintf(mishap->text, sizeof mishap->text, "%s", words);
    return status;
}

static df_status take(void *context, const df_omino *omino)
{
    collection *own = context;
    if (omino->size > DF_PIECE_MAX_SQUARES)
        return refuse(own->mishap, DF_ERROR_LIMIT,
                      "pieces have 32 squares at most; take smaller polyominoes");
    if (own->count == MOST_PIECES)
        return refuse(own->mishap, DF_ERROR_LIMIT,
                      "these are more than 65533 pieces; use --limit or another format");
    const df_status status = ARRAY_RESERVE(own->items, own->capacity, own->count, 1);
    if (status == DF_OK)
        own->items[own->count++] = *omino;
    return status;
}

/* Each piece gets a colour. */
static df_status put_set(df_text *text, const df_piece_set *set)
{
    df_color *colors = malloc(set->count * sizeof *colors);
    df_plan_color *given = malloc(set->count * sizeof *given);
    df_status status = DF_ERROR_MEMORY;
    if (colors != NULL && given != NULL)
        status = df_omino_set_colors(colors, set);
    if (status == DF_OK) {
        for (size_t i = 0; i < set->count; i++)
            given[i] = (df_plan_color){.given = true, .color = colors[i]};
        status = df_pieces_write(text, set, given);
    }
    free(colors);
    free(given);
    return status;
}

static df_status write_pieces(const void *content, out_stream *out, df_mishap *mishap)
{
    const omino_source *source = content;
    collection own = {.mishap = mishap};
    df_piece_set *set = NULL;
    df_text text = {0};
    df_status status = source->run(source, take, &own, mishap);
    if (status == DF_OK && own.count == 0)
        status = refuse(mishap, DF_ERROR_ARGUMENT, "there is no polyomino to make a piece of");
    if (status == DF_OK) {
        status = df_omino_piece_set(&set, own.items, own.count);
        if (status == DF_ERROR_ARGUMENT)
            refuse(mishap, status,
                   "two of these polyominoes are turns of one another, and so the same piece; "
                   "use --class one-sided");
    }
    if (status == DF_OK)
        status = put_set(&text, set);
    if (status == DF_OK)
        status = out_text(out, &text);
    df_text_free(&text);
    df_piece_set_free(set);
    free(own.items);
    return status;
}

const output_format omino_format_pieces = {
    .name = "pieces",
    .summary = "a list of pieces with names and colours",
    .extensions = {".pieces"},
    .write = write_pieces,
};
