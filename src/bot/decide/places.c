#include "places.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "core/board/drop.h"
#include "core/board/mover.h"
#include "core/board/moves.h"

struct place_finder {
    grid layout;
    const df_piece_set *set;
    df_rules rules;
    df_field *field;  /* a copy of the board for the simulator, or NULL */
    df_mover *movers; /* one for each piece, or NULL */
    df_moves *moves;  /* or NULL */
};

static df_status places_make_movers(place_finder *finder)
{
    finder->movers = calloc(finder->set->count, sizeof finder->movers[0]);
    finder->moves = calloc(1, sizeof *finder->moves);
    if (finder->movers == NULL || finder->moves == NULL)
        return DF_ERROR_MEMORY;
    const df_rules rules = df_rules_turning(finder->rules);
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < finder->set->count; i++)
        status = df_mover_make(&finder->movers[i], &finder->set->pieces[i],
                               finder->layout.width, rules);
    return status;
}

df_status df_places_create(place_finder **finder, const grid *g, const df_piece_set *set,
                           df_rules rules)
{
    place_finder *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    *made = (place_finder){.layout = *g, .set = set, .rules = rules};
    df_status status = DF_OK;
    if (rules != DF_RULES_ABOVE)
        status = df_field_create(&made->field, g->width, g->height);
    if (status == DF_OK && df_rules_moves(rules))
        status = places_make_movers(made);
    if (status == DF_OK)
        *finder = made;
    else
        df_places_free(made);
    return status;
}

void df_places_free(place_finder *finder)
{
    if (finder == NULL)
        return;
    df_field_free(finder->field);
    free(finder->movers);
    free(finder->moves);
    free(finder);
}

size_t df_places_max(const grid *g, df_rules rules)
{
    return (size_t)DF_ORIENTATIONS * g->width * (df_rules_moves(rules) ? g->height : 1);
}

/* Copies the board to the playfield, where it differs: most squares stay the same. */
static void places_copy_board(place_finder *finder, const board *b)
{
    df_field *field = finder->field;
    for (unsigned y = 0; y < finder->layout.height; y++) {
        const uint64_t row = grid_row(&finder->layout, b->words, y);
        for (uint64_t other = row ^ field->row[y]; other != 0; other &= other - 1) {
            const unsigned x = bits_lowest(other);
            (void)df_field_set(field, x, y, (unsigned)(row >> x & 1));
        }
    }
}

static size_t places_find_moves(place_finder *finder, unsigned piece, df_place *list)
{
    const df_mover *mover = &finder->movers[piece];
    const df_field *field = finder->field;
    size_t count = 0;
    int x, y;
    df_mover_spawn(mover, field->height, &x, &y);
    df_moves_find_resting(finder->moves, mover, field->row, df_field_top(field), x, y);
    df_place place = {.orientation = DF_ORIENTATIONS};
    while (df_moves_next(finder->moves, &place)) {
        const df_shape *shape = &finder->set->pieces[piece].shape[place.orientation];
        if (place.y + shape->height <= field->height)
            list[count++] = place;
    }
    return count;
}

/* Finds the row where a shape comes to rest; false if it cannot come to rest inside. */
static bool places_find_row(const place_finder *finder, const board *b, const df_piece *self,
                            unsigned o, unsigned x, unsigned *y)
{
    if (finder->rules != DF_RULES_ABOVE)
        return df_drop_find(finder->field, self, o, x, finder->rules, y) == DF_REFUSAL_NONE;
    *y = board_rest(b, &self->shape[o], x);
    return *y + self->shape[o].height <= finder->layout.height;
}

size_t df_places_find(place_finder *finder, const board *b, unsigned piece, df_place *list)
{
    const df_piece *self = &finder->set->pieces[piece];
    size_t count = 0;
    if (finder->field != NULL)
        places_copy_board(finder, b);
    if (df_rules_moves(finder->rules))
        return places_find_moves(finder, piece, list);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const unsigned end = finder->layout.width + 1;
        for (unsigned x = 0; self->same_as[o] == o && x + self->shape[o].width < end; x++) {
            unsigned y;
            if (places_find_row(finder, b, self, o, x, &y))
                list[count++] = (df_place){(uint8_t)o, (uint8_t)x, (uint16_t)y};
        }
    }
    return count;
}
