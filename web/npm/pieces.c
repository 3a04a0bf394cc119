/* Sets of pieces: letters of the tetrominoes, lists as texts, all polyominoes of a size. */
#include <stdlib.h>
#include <string.h>

#include "../../cli/piece_colors.h"
#include "answer.h"
#include "dropforge/ominoes.h"
#include "npm.h"

WASM_EXPORT(pieces_free) void pieces_free(npm_pieces *own)
{
    if (own == NULL)
        return;
    df_pieces_free(&own->list);
    free(own);
}

/* Answers with the new pieces, or frees them. */
static df_status hand_out(npm_pieces *own, df_status status, const df_mishap *mishap)
{
    if (status == DF_OK)
        answer_give(own);
    else
        pieces_free(own);
    return answer_end(status, mishap);
}

static df_status pick(df_piece_set **set, const df_piece_set *all, const char *letters,
                      size_t count)
{
    df_omino ominoes[DF_TETROMINOES];
    if (count > DF_TETROMINOES)
        return DF_ERROR_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        const int found = df_piece_set_find(all, &letters[i], 1);
        if (found < 0)
            return DF_ERROR_ARGUMENT;
        df_omino_from_shape(&ominoes[i], &all->pieces[found].shape[DF_NORTH]);
    }
    return df_omino_piece_set(set, ominoes, count);
}

/* The tetrominoes of these different letters of IOTSZJL; none: all seven. They have no
 * colours. */
WASM_EXPORT(pieces_of_letters)
df_status pieces_of_letters(const char *letters, size_t count)
{
    npm_pieces *own = calloc(1, sizeof *own);
    df_piece_set *all = NULL;
    answer_begin();
    df_status status = own != NULL ? df_piece_set_tetrominoes(&all) : DF_ERROR_MEMORY;
    if (status == DF_OK && count > 0) {
        status = pick(&own->list.set, all, letters, count);
        df_piece_set_free(all);
    } else if (status == DF_OK) {
        own->list.set = all;
    }
    return hand_out(own, status, NULL);
}

/* The pieces of a list. */
WASM_EXPORT(pieces_of_text)
df_status pieces_of_text(const char *text, size_t length)
{
    npm_pieces *own = calloc(1, sizeof *own);
    df_mishap mishap = {0};
    answer_begin();
    df_status status =
        own != NULL ? df_pieces_read(&own->list, text, length, &mishap) : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = piece_colors_spread(&own->list.colors, own->list.set);
    return hand_out(own, status, &mishap);
}

/* All one-sided polyominoes of a size. */
WASM_EXPORT(pieces_of_size) df_status pieces_of_size(unsigned squares)
{
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    npm_pieces *own = calloc(1, sizeof *own);
    answer_begin();
    df_status status =
        own != NULL ? df_ominoes_piece_set(&own->list.set, squares, &filter) : DF_ERROR_MEMORY;
    if (status == DF_OK) {
        own->turns_over = true;
        status = piece_colors_spread(&own->list.colors, own->list.set);
    }
    return hand_out(own, status, NULL);
}

static void tell_shape(const df_shape *shape)
{
    answer_open('{');
    answer_key("width");
    answer_number(shape->width);
    answer_key("height");
    answer_number(shape->height);
    answer_key("rows");
    answer_open('[');
    for (unsigned y = 0; y < shape->height; y++)
        answer_number(shape->row[y]);
    answer_close(']');
    answer_close('}');
}

void npm_tell_pieces(const df_piece_set *set, const df_plan_color *colors)
{
    answer_open('[');
    for (size_t i = 0; i < set->count; i++) {
        answer_open('{');
        answer_key("name");
        answer_word(set->pieces[i].name);
        if (colors != NULL && colors[i].given) {
            answer_key("color");
            answer_color(colors[i].color);
        }
        answer_key("shapes");
        answer_open('[');
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            tell_shape(&set->pieces[i].shape[o]);
        answer_close(']');
        answer_close('}');
    }
    answer_close(']');
}

/* Answers with the pieces: names, colours if there are any, and how each orientation looks: its
 * rows from the bottom up with bit x for column x. */
WASM_EXPORT(pieces_tell) df_status pieces_tell(const npm_pieces *own)
{
    answer_begin();
    npm_tell_pieces(own->list.set, own->list.colors);
    return answer_end(DF_OK, NULL);
}
