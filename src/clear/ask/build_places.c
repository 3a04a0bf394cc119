#include "build.h"

#include <string.h>

#include "clear/solve/solve_board.h"
#include "core/base/bits.h"
#include "core/base/error.h"

/* The squares that are to be filled by each piece. */
typedef struct places_search {
    build_places *places;
    uint64_t wanted[DF_CLEAR_SOLVER_MAX_KINDS][DF_CLEAR_BUILD_MAX_ROWS];
    uint64_t filled[DF_CLEAR_BUILD_MAX_ROWS];
    uint32_t closing; /* bits of the rows that are full when all is there */
    uint64_t left;    /* counts of pieces */
    build_places_visit *visit;
    void *context;
    df_error *error;
    df_status status;
} places_search;

df_status df_build_places_begin(build_places *self, const df_clear_build *build)
{
    const df_field *field = build->board.field;
    const df_piece_set *set = build->board.set;
    if (field->width > DF_NARROW_MAX_WIDTH || field->height > DF_CLEAR_BUILD_MAX_ROWS ||
        set->count == 0 || set->count > DF_CLEAR_SOLVER_MAX_KINDS)
        return DF_ERROR_ARGUMENT;
    *self =
        (build_places){.build = build, .rows = field->height, .full = df_field_full_row(field)};
    for (unsigned y = 0; y < field->height; y++)
        self->start[y] = field->row[y];
    return DF_OK;
}

void df_build_places_fill(const build_places *self, const build_place *place, uint64_t *rows)
{
    const df_shape *shape =
        &self->build->board.set->pieces[place->piece].shape[place->orientation];
    unsigned line = 0;
    for (uint32_t rest = place->rows; rest != 0; rest &= rest - 1)
        rows[bits_lowest(rest)] |= (uint64_t)shape->row[line++] << place->x;
}

static df_status places_refuse_count(df_error *error)
{
    return df_error_set(error, DF_ERROR_LIMIT, "these are more than %d pieces; give fewer",
                        DF_CLEAR_SOLVER_MAX_DROPS);
}

static df_status places_refuse_drop(df_error *error, size_t drop, const char *what)
{
    return df_error_set_at(error, drop + 1, 0, "%s", what);
}

/* Finds the place of a drop in rows that have these squares now. */
static df_status places_find_drop(const build_places *self, const uint64_t *rows, size_t index,
                                  build_place *made, df_error *error)
{
    const df_drop *drop = &self->build->drops[index];
    const df_piece_set *set = self->build->board.set;
    if (drop->piece >= set->count || drop->orientation >= DF_ORIENTATIONS)
        return DF_ERROR_ARGUMENT;
    const df_piece *piece = &set->pieces[drop->piece];
    const df_shape *shape = &piece->shape[drop->orientation];
    build_place place = {.piece = (uint8_t)drop->piece,
                         .orientation = piece->same_as[drop->orientation],
                         .x = (uint8_t)drop->x};
    unsigned y = 0, line = 0, gaps = 0;
    if (drop->x + shape->width > self->build->board.field->width)
        return DF_ERROR_ARGUMENT;
    for (unsigned row = 0; row < self->rows && line < shape->height; row++) {
        if (rows[row] == self->full) {
            gaps |= line > 0 ? 1U << row : 0;
            continue;
        }
        if (y++ < drop->y)
            continue;
        if ((rows[row] & (uint64_t)shape->row[line] << drop->x) != 0)
            return places_refuse_drop(error, index,
                                      "its piece lies on filled squares; move it");
        place.rows |= 1U << row;
        place.gaps |= gaps;
        line++;
    }
    if (line < shape->height)
        return places_refuse_drop(error, index, "its piece lies above the rows; move it down");
    *made = place;
    return DF_OK;
}

/* Takes the places of the drops. */
static df_status places_take_drops(places_search *self)
{
    build_places *places = self->places;
    const df_clear_build *build = places->build;
    uint64_t rows[DF_CLEAR_BUILD_MAX_ROWS];
    if (build->count > DF_CLEAR_SOLVER_MAX_DROPS)
        return places_refuse_count(self->error);
    for (unsigned y = 0; y < places->rows; y++)
        rows[y] = places->start[y];
    for (size_t i = 0; i < build->count; i++) {
        build_place *place = &places->items[i];
        const df_status status = places_find_drop(places, rows, i, place, self->error);
        if (status != DF_OK)
            return status;
        df_build_places_fill(places, place, rows);
        places->count++;
        if (!solve_count_has(self->left, place->piece))
            return DF_OK;
        self->left -= solve_count_one(place->piece);
    }
    return self->visit(self->context);
}

static void places_walk(places_search *self);

/* Lays line `line` of a place and those above it, the first into row `row` or, if the rows up
 * to there can clear before, into a higher one. */
static void places_lay(places_search *self, build_place place, unsigned line, unsigned row)
{
    build_places *places = self->places;
    const df_shape *shape =
        &places->build->board.set->pieces[place.piece].shape[place.orientation];
    if (line == shape->height) {
        uint64_t filled[DF_CLEAR_BUILD_MAX_ROWS];
        memcpy(filled, self->filled, sizeof filled);
        df_build_places_fill(places, &place, self->filled);
        places->items[places->count++] = place;
        self->left -= solve_count_one(place.piece);
        places_walk(self);
        self->left += solve_count_one(place.piece);
        places->count--;
        memcpy(self->filled, filled, sizeof filled);
        return;
    }
    for (; row < places->rows && self->status == DF_OK; row++) {
        const uint64_t squares = (uint64_t)shape->row[line] << place.x;
        build_place longer = place;
        longer.rows |= 1U << row;
        if ((squares & ~(self->wanted[place.piece][row] & ~self->filled[row])) == 0)
            places_lay(self, longer, line + 1, row + 1);
        if (line == 0 || (self->closing >> row & 1) == 0)
            return;
        place.gaps |= 1U << row;
    }
}

/* Fills the lowest square that is still to be filled, in all ways. */
static void places_walk(places_search *self)
{
    build_places *places = self->places;
    const df_piece_set *set = places->build->board.set;
    for (unsigned y = 0; y < places->rows; y++) {
        uint64_t lowest = 0;
        unsigned piece = 0;
        for (unsigned p = 0; p < set->count; p++) {
            const uint64_t open = self->wanted[p][y] & ~self->filled[y];
            if (open != 0 && (lowest == 0 || (open & (0 - open)) < lowest)) {
                lowest = open & (0 - open);
                piece = p;
            }
        }
        if (lowest == 0)
            continue;
        if (!solve_count_has(self->left, piece) || places->count == DF_CLEAR_SOLVER_MAX_DROPS)
            return;
        for (unsigned o = 0; o < DF_ORIENTATIONS && self->status == DF_OK; o++) {
            const df_shape *shape = &set->pieces[piece].shape[o];
            const unsigned left = bits_lowest(shape->row[0]), x = bits_lowest(lowest);
            if (set->pieces[piece].same_as[o] != o || x < left ||
                x - left + shape->width > places->build->board.field->width)
                continue;
            places_lay(self,
                       (build_place){.piece = (uint8_t)piece,
                                     .orientation = (uint8_t)o,
                                     .x = (uint8_t)(x - left)},
                       0, y);
        }
        return;
    }
    self->status = self->visit(self->context);
}

df_status df_build_places_find(build_places *self, uint64_t most, build_places_visit *visit,
                               void *context, df_error *error)
{
    places_search search = {
        .places = self, .left = most, .visit = visit, .context = context, .error = error};
    const df_clear_build *build = self->build;
    if (build->drops != NULL)
        return places_take_drops(&search);
    const size_t kinds = build->board.set->count;
    const unsigned width = build->board.field->width;
    size_t squares = 0;
    for (unsigned y = 0; y < self->rows; y++) {
        uint64_t row = self->start[y];
        for (unsigned x = 0; x < width; x++) {
            const unsigned piece = build->pieces[width * y + x];
            if (piece >= kinds)
                continue;
            search.wanted[piece][y] |= UINT64_C(1) << x;
            row |= UINT64_C(1) << x;
            squares++;
        }
        search.closing |= row == self->full ? 1U << y : 0;
    }
    if (squares > (size_t)DF_CLEAR_SOLVER_MAX_DROPS * build->board.set->pieces[0].size)
        return places_refuse_count(error);
    places_walk(&search);
    return search.status;
}
