#include "bot/places.h"

#include <stdlib.h>

#include "core/bits.h"
#include "core/mover.h"

struct place_finder {
    grid layout;
    const df_piece_set *set;
    df_reach reach;
    df_field *field;  /* the board once more, as the simulator has it; or NULL */
    df_mover *movers; /* one for each piece, or NULL */
    df_moves *moves;  /* or NULL */
};

static df_status make_movers(place_finder *finder)
{
    finder->movers = calloc(finder->set->count, sizeof finder->movers[0]);
    finder->moves = calloc(1, sizeof *finder->moves);
    if (finder->movers == NULL || finder->moves == NULL)
        return DF_ERROR_MEMORY;
    const df_rotation rotation = df_reach_rotation(finder->reach);
    df_status status = DF_OK;
    for (size_t i = 0; status == DF_OK && i < finder->set->count; i++)
        status = df_mover_make(&finder->movers[i], &finder->set->pieces[i],
                               finder->layout.width, rotation);
    return status;
}

df_status df_places_create(place_finder **finder, const grid *g, const df_piece_set *set,
                           df_reach reach)
{
    place_finder *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    *made = (place_finder){.layout = *g, .set = set, .reach = reach};
    df_status status = DF_OK;
    if (reach != DF_REACH_ABOVE)
        status = df_field_create(&made->field, g->width, g->height);
    if (status == DF_OK && df_reach_moves(reach))
        status = make_movers(made);
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

size_t df_places_most(const grid *g, df_reach reach)
{
    return (size_t)DF_ORIENTATIONS * g->width * (df_reach_moves(reach) ? g->height : 1);
}

/* Makes the playfield look like the board. One board is much like the one before. */
static void follow(place_finder *finder, const board *b)
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

static size_t find_moves(place_finder *finder, unsigned piece, df_place *list)
{
    const df_mover *mover = &finder->movers[piece];
    const df_field *field = finder->field;
    size_t count = 0;
    int x, y;
    df_mover_spawn(mover, field->height, &x, &y);
    df_moves_find(finder->moves, mover, field->row, df_field_top(field), x, y);
    df_place place = {.orientation = DF_ORIENTATIONS};
    while (df_moves_next(finder->moves, &place)) {
        const df_shape *shape = &finder->set->pieces[piece].shape[place.orientation];
        if (place.y + shape->height <= field->height)
            list[count++] = place;
    }
    return count;
}

/* Straight from above nothing but the tops is in the way. */
static size_t find_drops(const place_finder *finder, const board *b, const df_piece *own,
                         df_place *list)
{
    const grid *g = &finder->layout;
    size_t count = 0;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &own->shape[o];
        for (unsigned x = 0; own->same_as[o] == o && x + shape->width <= g->width; x++) {
            const unsigned y = board_rest(b, shape, x);
            if (y + shape->height <= g->height)
                list[count++] = (df_place){(uint8_t)o, (uint8_t)x, (uint16_t)y};
        }
    }
    return count;
}

size_t df_places_find(place_finder *finder, const board *b, unsigned piece, df_place *list)
{
    const df_piece *own = &finder->set->pieces[piece];
    size_t count = 0;
    if (finder->reach == DF_REACH_ABOVE)
        return find_drops(finder, b, own, list);
    follow(finder, b);
    if (df_reach_moves(finder->reach))
        return find_moves(finder, piece, list);
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned x = 0; own->same_as[o] == o && x < finder->layout.width; x++) {
            unsigned y;
            if (df_drop_find(finder->field, own, o, x, finder->reach, &y) == DF_MOVE_POSSIBLE)
                list[count++] = (df_place){(uint8_t)o, (uint8_t)x, (uint16_t)y};
        }
    }
    return count;
}
