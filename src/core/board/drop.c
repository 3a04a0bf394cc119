#include "dropforge/board.h"

#include <assert.h>
#include <string.h>

#include "core/base/always_inline.h"
#include "drop.h"
#include "mover.h"
#include "moves.h"
#include "moves_packed.h"
#include "shape.h"

/* Returns the column in which a shape's bounding box is centred, rounded to the left. */
static unsigned drop_centre(const df_field *field, const df_shape *shape)
{
    return (unsigned)(field->width - shape->width) / 2;
}

ALWAYS_INLINE bool is_free_at_centre(const df_field *field, unsigned words,
                                     const df_shape *shape)
{
    return shape->width <= field->width && shape->height <= field->height &&
           shape_is_free(field, words, shape, drop_centre(field, shape),
                         field->height - shape->height);
}

/* Spawns, turns and shifts as DF_RULES_HARDDROP says. */
ALWAYS_INLINE df_refusal drop_find_way(const df_field *field, unsigned words,
                                       const df_piece *piece, unsigned orientation, unsigned x)
{
    static const struct {
        uint8_t count, orientation[3];
    } turns[DF_ORIENTATIONS] = {
        {1, {DF_NORTH}},
        {2, {DF_NORTH, DF_EAST}},
        {3, {DF_NORTH, DF_EAST, DF_SOUTH}},
        {2, {DF_NORTH, DF_WEST}},
    };
    for (unsigned i = 0; i < turns[orientation].count; i++) {
        if (!is_free_at_centre(field, words, &piece->shape[turns[orientation].orientation[i]]))
            return i == 0 ? DF_REFUSAL_TOP_OUT : DF_REFUSAL_NO_TURN;
    }
    const df_shape *shape = &piece->shape[orientation];
    const unsigned y = field->height - shape->height;
    for (unsigned at = drop_centre(field, shape); at != x;) {
        at = at < x ? at + 1 : at - 1;
        if (!shape_is_free(field, words, shape, at, y))
            return DF_REFUSAL_NO_SHIFT;
    }
    return DF_REFUSAL_NONE;
}

/* Returns the row in which the shape comes to rest when it falls from above everything: each of
 * its columns can be stopped by the column's top square only. */
static unsigned rest_on_tops(const df_field *field, const df_shape *shape, unsigned x)
{
    int rest = 0;
    for (unsigned i = 0; i < shape->width; i++) {
        const int stop = field->top[x + i] - shape->bottom[i];
        rest = stop > rest ? stop : rest;
    }
    return (unsigned)rest;
}

/* Does the work of drop_find_rest in any playfield. It is kept out of line, since it uses 100
 * kB of stack. */
NOINLINE bool find_rest_by_rows(const df_field *field, const df_mover *mover,
                                const df_drop *drop, unsigned end, unsigned *y)
{
    df_moves moves;
    int spawn_x = 0, spawn_y = 0;
    df_mover_spawn(mover, field->height, &spawn_x, &spawn_y);
    df_moves_find_resting(&moves, mover, field->row, df_field_top(field), spawn_x, spawn_y);
    for (unsigned row = drop->y; row < end; row++) {
        if ((df_moves_resting(&moves, drop->orientation, row) >> drop->x & 1) != 0) {
            *y = row;
            return true;
        }
    }
    return false;
}

/* Finds the first row from that of the drop, and before `end`, in which the piece can come to
 * rest in the column of the drop, spawned above the playfield. The orientation is the first of
 * those that look alike. */
static bool drop_find_rest(const df_field *field, const df_piece *piece, const df_drop *drop,
                           unsigned end, df_rules rules, unsigned *y)
{
    df_mover mover;
    df_moves_packed moves;
    int spawn_x = 0, spawn_y = 0;
    if (df_mover_make(&mover, piece, field->width, df_rules_turning(rules)) != DF_OK)
        return false;
    df_mover_spawn(&mover, field->height, &spawn_x, &spawn_y);
    if (!df_packed_find(&moves, &mover, field->row, df_field_top(field), spawn_x, spawn_y,
                        false))
        return find_rest_by_rows(field, &mover, drop, end, y);
    for (unsigned row = drop->y; row < end; row++) {
        if ((df_packed_resting(&moves, &mover, drop->orientation, row) >> drop->x & 1) != 0) {
            *y = row;
            return true;
        }
    }
    return false;
}

/* Looks for the lowest place of a column, as df_drop_find. */
static df_refusal find_lowest(const df_field *field, const df_piece *piece,
                              unsigned orientation, unsigned x, df_rules rules, unsigned *y)
{
    const df_drop lowest = {.orientation = piece->same_as[orientation], .x = (uint8_t)x};
    const unsigned height = piece->shape[orientation].height;
    if (height > field->height ||
        !drop_find_rest(field, piece, &lowest, field->height - height + 1U, rules, y))
        return DF_REFUSAL_NO_PATH;
    return DF_REFUSAL_NONE;
}

/* Returns how many rows of the shape are inside the playfield. */
static unsigned drop_rows_inside(const df_field *field, const df_shape *shape, unsigned y)
{
    const unsigned rows = field->height - y;
    return rows < shape->height ? rows : shape->height;
}

/* True if the shape is free there, where it may lie partly above the playfield. */
static bool drop_is_free(const df_field *field, const df_shape *shape, unsigned x, unsigned y)
{
    for (unsigned i = 0; i < drop_rows_inside(field, shape, y); i++) {
        if (!field_row_is_free(field, field->words, x, y + i, shape->row[i]))
            return false;
    }
    return true;
}

/* Checks that the piece can be brought to rest in exactly this place. On the console of the
 * NES game it may lie partly above the playfield. */
static df_refusal try_place(const df_field *field, const df_piece *piece, const df_drop *drop,
                            df_rules rules)
{
    const df_shape *shape = &piece->shape[drop->orientation];
    if (shape->width > field->width || drop->x > (unsigned)(field->width - shape->width))
        return DF_REFUSAL_OUTSIDE;
    const bool is_lossy = df_rules_have(rules, DF_TRAIT_LOSSY);
    const unsigned rows = is_lossy ? 1 : shape->height;
    if (drop->y + rows > field->height || !drop_is_free(field, shape, drop->x, drop->y) ||
        (drop->y > 0 && drop_is_free(field, shape, drop->x, drop->y - 1u)))
        return DF_REFUSAL_NO_REST;
    if (is_lossy)
        return DF_REFUSAL_NONE;
    df_drop same = *drop;
    same.orientation = piece->same_as[drop->orientation];
    unsigned y;
    return drop_find_rest(field, piece, &same, drop->y + 1U, rules, &y) ? DF_REFUSAL_NONE
                                                                        : DF_REFUSAL_NO_PATH;
}

/* Finds where a piece comes to rest by DF_RULES_HARDDROP. */
ALWAYS_INLINE df_refusal drop_find_spawned(const df_field *field, unsigned words,
                                           const df_piece *piece, unsigned orientation,
                                           unsigned x, unsigned *y)
{
    const df_shape *shape = &piece->shape[orientation];
    const df_refusal way = drop_find_way(field, words, piece, orientation, x);
    if (way != DF_REFUSAL_NONE)
        return way;
    unsigned rest = rest_on_tops(field, shape, x);
    if (rest + shape->height > field->height) {
        /* It starts below the top of some column that it overhangs or straddles, so the tops do
         * not determine where it stops: let it sink row by row. */
        rest = field->height - shape->height;
        while (rest > 0 && shape_is_free(field, words, shape, x, rest - 1))
            rest--;
    }
    *y = rest;
    return DF_REFUSAL_NONE;
}

/* Does the same in wide playfields, apart from the usual case. */
NOINLINE df_refusal drop_find_wide(const df_field *field, const df_piece *piece,
                                   unsigned orientation, unsigned x, unsigned *y)
{
    return drop_find_spawned(field, field->words, piece, orientation, x, y);
}

df_refusal df_drop_find(const df_field *field, const df_piece *piece, unsigned orientation,
                        unsigned x, df_rules rules, unsigned *y)
{
    assert(orientation < DF_ORIENTATIONS);
    const df_shape *shape = &piece->shape[orientation];
    if (shape->width > field->width || x > (unsigned)(field->width - shape->width))
        return DF_REFUSAL_OUTSIDE;
    if (df_rules_moves(rules))
        return find_lowest(field, piece, orientation, x, rules, y);
    if (rules == DF_RULES_ABOVE) {
        const unsigned rest = rest_on_tops(field, shape, x);
        if (rest + shape->height > field->height)
            return DF_REFUSAL_TOP_OUT;
        *y = rest;
        return DF_REFUSAL_NONE;
    }
    if (field->words == 1)
        return drop_find_spawned(field, 1, piece, orientation, x, y);
    return drop_find_wide(field, piece, orientation, x, y);
}

ALWAYS_INLINE void drop_put(df_field *field, unsigned words, const df_shape *shape,
                            const df_drop *drop, unsigned y)
{
    for (unsigned i = 0; i < shape->height; i++) {
        field_row_fill(field, words, drop->x, y + i, shape->row[i]);
        uint16_t *squares = &field->square[(size_t)(y + i) * field->width + drop->x];
        for (unsigned j = 0; j < shape->width; j++) {
            if ((shape->row[i] >> j & 1) != 0)
                squares[j] = (uint16_t)(drop->piece + 1);
        }
    }
    for (unsigned j = 0; j < shape->width; j++) {
        const unsigned above = y + shape->top[j] + 1;
        if (above > field->top[drop->x + j])
            field->top[drop->x + j] = (uint16_t)above;
    }
}

/* Removes the rows that clear; what is above moves down once per row. */
ALWAYS_INLINE void drop_clear_rows(df_field *field, unsigned words, const df_landing *landing)
{
    const unsigned y = landing->y;
    const unsigned top = df_field_top(field);
    const unsigned width = field->width;
    unsigned to = y;
    for (unsigned from = y; from < top; from++) {
        if (from - y < 32 && (landing->cleared >> (from - y) & 1) != 0)
            continue;
        if (to != from) {
            for (unsigned i = 0; i < words; i++)
                field->row[(size_t)to * words + i] = field->row[(size_t)from * words + i];
            memcpy(&field->square[(size_t)to * width], &field->square[(size_t)from * width],
                   width * sizeof field->square[0]);
        }
        to++;
    }
    memset(&field->row[(size_t)to * words], 0,
           (size_t)(top - to) * words * sizeof field->row[0]);
    memset(&field->square[(size_t)to * width], 0,
           (size_t)(top - to) * width * sizeof field->square[0]);
    for (unsigned x = 0; x < width; x++) {
        /* A cleared row was full, so every column reached above it. */
        unsigned above = field->top[x] - landing->cleared_count;
        while (above > 0 && !field_row_has(field, words, x, above - 1))
            above--;
        field->top[x] = (uint16_t)above;
    }
}

/* Makes the drop, with rows of `words` words. */
ALWAYS_INLINE void drop_make(df_field *field, unsigned words, const df_shape *shape,
                             const df_drop *drop, const df_landing *landing)
{
    drop_put(field, words, shape, drop, landing->y);
    if (landing->cleared_count > 0)
        drop_clear_rows(field, words, landing);
}

/* Makes a drop that lies partly above the playfield, where its squares are lost. */
NOINLINE void drop_make_cut(df_field *field, const df_shape *shape, const df_drop *drop,
                            const df_landing *landing)
{
    df_shape inside = *shape;
    inside.height = (uint8_t)drop_rows_inside(field, shape, landing->y);
    drop_put(field, field->words, &inside, drop, landing->y);
    /* Some columns of the shape may be lost altogether. */
    for (unsigned x = drop->x; x < drop->x + (unsigned)shape->width; x++) {
        unsigned above = field->top[x] < field->height ? field->top[x] : field->height;
        while (above > 0 && !field_row_has(field, field->words, x, above - 1))
            above--;
        field->top[x] = (uint16_t)above;
    }
    if (landing->cleared_count > 0)
        drop_clear_rows(field, field->words, landing);
}

/* Finds the rows that clear where a shape comes to rest. */
ALWAYS_INLINE void drop_find_cleared(const df_field *field, unsigned words,
                                     const df_shape *shape, unsigned x, df_landing *landing)
{
    for (unsigned i = 0; i < drop_rows_inside(field, shape, landing->y); i++) {
        if (field_row_is_rest(field, words, x, landing->y + i, shape->row[i])) {
            landing->cleared |= UINT32_C(1) << i;
            landing->cleared_count++;
        }
    }
}

/* True if the top row of the playfield clears. */
static bool drop_clears_top(const df_field *field, const df_landing *landing)
{
    const unsigned top = field->height - 1u - landing->y;
    return top < 32 && (landing->cleared >> top & 1) != 0;
}

/* Looks at no more rows than the console does, which begins at the top and goes on for four
 * rows: when it has found the top row full, this has come down to the second one, where it is
 * found again. */
static void drop_spare_fourth_row(const df_field *field, df_landing *landing)
{
    const unsigned top = field->height - 1u - landing->y;
    if (!drop_clears_top(field, landing) || top < 3 || (landing->cleared >> (top - 3) & 1) == 0)
        return;
    landing->cleared &= ~(UINT32_C(1) << (top - 3));
    landing->cleared_count--;
}

/* Lets everything come down by a row. */
NOINLINE void drop_lose_lowest_row(df_field *field)
{
    const size_t rows = field->height - 1u, words = field->words, width = field->width;
    memmove(field->row, &field->row[words], rows * words * sizeof field->row[0]);
    memset(&field->row[rows * words], 0, words * sizeof field->row[0]);
    memmove(field->square, &field->square[width], rows * width * sizeof field->square[0]);
    memset(&field->square[rows * width], 0, width * sizeof field->square[0]);
    for (unsigned x = 0; x < width; x++)
        field->top[x] = (uint16_t)(field->top[x] - (field->top[x] > 0));
}

df_refusal df_drop_preview(const df_field *field, const df_piece_set *set, const df_drop *drop,
                           df_rules rules, df_landing *landing)
{
    assert(drop->piece < set->count);
    const df_piece *piece = &set->pieces[drop->piece];
    unsigned y = drop->y;
    const df_refusal refusal =
        df_rules_moves(rules)
            ? try_place(field, piece, drop, rules)
            : df_drop_find(field, piece, drop->orientation, drop->x, rules, &y);
    if (refusal != DF_REFUSAL_NONE)
        return refusal;
    const df_shape *shape = &piece->shape[drop->orientation];
    df_landing result = {.y = (uint16_t)y};
    if (field->words == 1)
        drop_find_cleared(field, 1, shape, drop->x, &result);
    else
        drop_find_cleared(field, field->words, shape, drop->x, &result);
    if (df_rules_have(rules, DF_TRAIT_LOSSY))
        drop_spare_fourth_row(field, &result);
    *landing = result;
    return DF_REFUSAL_NONE;
}

void df_drop_land(df_field *field, const df_piece_set *set, const df_drop *drop, df_rules rules,
                  const df_landing *landing)
{
    const df_shape *shape = &set->pieces[drop->piece].shape[drop->orientation];
    if (landing->y + shape->height > field->height)
        drop_make_cut(field, shape, drop, landing);
    else if (field->words == 1)
        drop_make(field, 1, shape, drop, landing);
    else
        drop_make(field, field->words, shape, drop, landing);
    if (df_rules_have(rules, DF_TRAIT_LOSSY) && drop_clears_top(field, landing))
        drop_lose_lowest_row(field);
}

df_refusal df_drop_apply(df_field *field, const df_piece_set *set, const df_drop *drop,
                         df_rules rules, df_landing *landing)
{
    const df_refusal refusal = df_drop_preview(field, set, drop, rules, landing);
    if (refusal == DF_REFUSAL_NONE)
        df_drop_land(field, set, drop, rules, landing);
    return refusal;
}

const char *const df_refusal_names[DF_REFUSALS] = {
    [DF_REFUSAL_NONE] = "possible",
    [DF_REFUSAL_OUTSIDE] = "its columns are not all inside the playfield",
    [DF_REFUSAL_TOP_OUT] = "no room to spawn it",
    [DF_REFUSAL_NO_TURN] = "no room to turn it",
    [DF_REFUSAL_NO_SHIFT] = "something stands in the way to its column",
    [DF_REFUSAL_NO_REST] = "it cannot be at rest there",
    [DF_REFUSAL_NO_PATH] = "there is no way to its place",
};
