/* Sets of pieces: letters of the tetrominoes, lists as texts, all polyominoes of a size. */
#include <stdlib.h>

#include "dropforge/omino.h"
#include "npm.h"
#include "web/answer.h"

WASM_EXPORT(pieces_free) void pieces_free(npm_pieces *self)
{
    if (self == NULL)
        return;
    df_pieces_free(&self->list);
    free(self);
}

/* Answers with the new pieces, or frees them. */
static df_status hand_out(npm_pieces *self, df_status status, const df_error *error)
{
    return ANSWER_MADE(self, pieces_free, status, error);
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
    npm_pieces *self = calloc(1, sizeof *self);
    df_piece_set *all = NULL;
    answer_begin();
    df_status status = self != NULL ? df_piece_set_tetrominoes(&all) : DF_ERROR_MEMORY;
    if (status == DF_OK && count > 0) {
        status = pick(&self->list.set, all, letters, count);
        df_piece_set_free(all);
    } else if (status == DF_OK) {
        self->list.set = all;
    }
    return hand_out(self, status, NULL);
}

/* The pieces of a list. */
WASM_EXPORT(pieces_of_text)
df_status pieces_of_text(const char *text, size_t length)
{
    npm_pieces *self = calloc(1, sizeof *self);
    df_error error = {0};
    answer_begin();
    df_status status =
        self != NULL ? df_pieces_read(&self->list, text, length, &error) : DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = df_omino_plan_colors(&self->list.colors, self->list.set);
    return hand_out(self, status, &error);
}

/* All one-sided polyominoes of a size. */
WASM_EXPORT(pieces_of_size) df_status pieces_of_size(unsigned squares)
{
    const df_ominoes_filter filter = {.kind = DF_OMINO_ONE_SIDED};
    npm_pieces *self = calloc(1, sizeof *self);
    answer_begin();
    df_status status = self != NULL ? df_ominoes_piece_set(&self->list.set, squares, &filter)
                                    : DF_ERROR_MEMORY;
    if (status == DF_OK) {
        self->turns_over = true;
        status = df_omino_plan_colors(&self->list.colors, self->list.set);
    }
    return hand_out(self, status, NULL);
}

static void tell_shape(const df_shape *shape)
{
    answer_open(NULL, '{');
    answer_number("width", shape->width);
    answer_number("height", shape->height);
    answer_open("rows", '[');
    for (unsigned y = 0; y < shape->height; y++)
        answer_number(NULL, shape->row[y]);
    answer_close(']');
    answer_close('}');
}

void npm_tell_pieces(const df_piece_set *set, const df_plan_color *colors)
{
    answer_open(NULL, '[');
    for (size_t i = 0; i < set->count; i++) {
        answer_open(NULL, '{');
        answer_word("name", set->pieces[i].name);
        if (colors != NULL && colors[i].given) {
            answer_color("color", colors[i].color);
        }
        answer_open("shapes", '[');
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            tell_shape(&set->pieces[i].shape[o]);
        answer_close(']');
        answer_close('}');
    }
    answer_close(']');
}

/* Answers with the pieces: names, colours if there are any, and how each orientation looks: its
 * rows from the bottom up with bit x for column x. */
WASM_EXPORT(pieces_tell) df_status pieces_tell(const npm_pieces *self)
{
    answer_begin();
    npm_tell_pieces(self->list.set, self->list.colors);
    return answer_end(DF_OK, NULL);
}
