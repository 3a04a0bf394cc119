#include "film_parts.h"

#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/board/field_rows.h"
#include "core/board/input_path.h"
#include "core/board/mover.h"
#include "dropforge/board.h"

/* How long the parts of a route take, one to the other. */
enum { SPAWN_TICKS = 4, TURN_TICKS = 4, SHIFT_TICKS = 2, MAX_SHIFT_TICKS = 12, LOCK_TICKS = 4 };

/* How far the orientations of the dropped pieces reach from the row in which they are spawned,
 * where pieces turn in boxes. */
typedef struct route_reach {
    unsigned down; /* rows */
    unsigned up;
} route_reach;

static route_reach route_find_reach(const df_plan *plan)
{
    const df_rules rules = df_rules_turning(plan->rules);
    route_reach reach = {0};
    int last = -1;
    for (size_t i = 0; i < plan->count; i++) {
        const unsigned number = plan->drops[i].piece;
        if ((int)number == last)
            continue;
        last = (int)number;
        const df_piece *piece = &plan->set->pieces[number];
        df_turns turns;
        df_turns_make(&turns, piece, rules);
        const int spawn = turns.corner_y[DF_NORTH];
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            const int down = spawn - turns.corner_y[o];
            const int up = piece->shape[o].height - down;
            reach.down = unsigned_max(reach.down, down > 0 ? (unsigned)down : 0);
            reach.up = unsigned_max(reach.up, up > 0 ? (unsigned)up : 0);
        }
    }
    return reach;
}

/* Returns the rows of the tallest orientation of a dropped piece. */
static unsigned route_find_tallest(const df_plan *plan)
{
    unsigned tallest = 0;
    for (size_t i = 0; i < plan->count; i++) {
        const df_piece *piece = &plan->set->pieces[plan->drops[i].piece];
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++)
            tallest = unsigned_max(tallest, piece->shape[o].height);
    }
    return tallest;
}

/* Chooses the height of a film in which pieces are seen above the stack, and the row in which
 * they are spawned. */
static void route_choose_height(film_routes *self, unsigned max_top)
{
    const df_plan *plan = self->plan;
    unsigned height = max_top + route_find_tallest(plan);
    if (df_rules_moves(plan->rules)) {
        const route_reach reach = route_find_reach(plan);
        const unsigned low = max_top + reach.down;
        self->spawn_row = low < plan->height ? low : plan->height;
        height = self->spawn_row + reach.up;
    } else if (plan->rules == DF_RULES_HARDDROP && height > plan->height) {
        height = plan->height;
    }
    self->height = unsigned_max(self->height, height);
}

df_status df_film_routes_begin(film_routes *routes, const df_plan *plan, unsigned max_top,
                               unsigned max_landed)
{
    *routes = (film_routes){.plan = plan, .height = unsigned_max(max_landed, 1)};
    if (plan->count == 0)
        routes->height = plan->height;
    else
        route_choose_height(routes, max_top);
    routes->mover = calloc(plan->set->count, sizeof(routes->mover[0]));
    return routes->mover != NULL ? DF_OK : DF_ERROR_MEMORY;
}

void df_film_routes_free(film_routes *routes)
{
    for (size_t i = 0; routes->mover != NULL && i < routes->plan->set->count; i++)
        df_mover_free(routes->mover[i]);
    free(routes->mover);
    free(routes->pose);
    *routes = (film_routes){0};
}

bool df_film_is_free(const df_field *field, const df_shape *shape, int x, int y)
{
    for (int i = 0; i < shape->height; i++) {
        if (y + i < 0 ||
            (y + i < field->height && !field_row_is_free(field, field->words, (unsigned)x,
                                                         (unsigned)(y + i), shape->row[i])))
            return false;
    }
    return true;
}

/* Appends a pose; one more shift to the same side, or fall, goes on with that before. `first`
 * is the index of the first pose of the route. */
static df_status route_put(film_routes *self, size_t first, df_frame_event event,
                           unsigned orientation, int x, int y)
{
    film_pose pose = {(int16_t)x, (int16_t)y, (uint8_t)orientation, (uint8_t)event};
    const film_pose *last = self->count > first ? &self->pose[self->count - 1] : NULL;
    if (last != NULL && last->x == x && last->y == y && last->orientation == orientation)
        return DF_OK;
    if (last != NULL && last->event == event && event != DF_EVENT_TURN) {
        self->pose[self->count - 1] = pose;
        return DF_OK;
    }
    const df_status status = ARRAY_RESERVE(self->pose, self->capacity, self->count, 1);
    if (status == DF_OK)
        self->pose[self->count++] = pose;
    return status;
}

/* Adds a way that turns the piece at the centre of the top rows and shifts it there.
 * Orientations that are wider than the playfield are left out. */
static df_status route_add_centred(film_routes *self, size_t first, const df_drop *drop)
{
    static const uint8_t turns[DF_ORIENTATIONS][3] = {
        {DF_NORTH, DF_NORTH, DF_NORTH},
        {DF_NORTH, DF_EAST, DF_EAST},
        {DF_NORTH, DF_EAST, DF_SOUTH},
        {DF_NORTH, DF_WEST, DF_WEST},
    };
    const df_piece *piece = &self->plan->set->pieces[drop->piece];
    const unsigned aim = piece->same_as[drop->orientation];
    df_status status = DF_OK;
    int y = 0;
    for (unsigned i = 0; i < 3 && status == DF_OK; i++) {
        const unsigned orientation = aim == DF_NORTH ? drop->orientation : turns[aim][i];
        const df_shape *shape = &piece->shape[orientation];
        if (shape->width > self->plan->width)
            continue;
        const df_frame_event event = self->count == first ? DF_EVENT_SPAWN : DF_EVENT_TURN;
        y = (int)self->height - shape->height;
        status = route_put(self, first, event, orientation,
                           (self->plan->width - shape->width) / 2, y);
    }
    if (status != DF_OK)
        return status;
    const unsigned orientation = self->pose[self->count - 1].orientation;
    return route_put(self, first, DF_EVENT_SHIFT, orientation, drop->x, y);
}

/* Appends the poses of inputs before the hard drop. */
static df_status route_follow(film_routes *self, size_t first, const df_field *before,
                              const df_mover *mover, piece_at at, const df_input_path *path)
{
    df_status status = route_put(self, first, DF_EVENT_SPAWN, at.orientation, at.x, at.y);
    for (size_t i = 0; i + 1 < path->count && status == DF_OK; i++) {
        const df_input input = path->input[i];
        df_frame_event event = DF_EVENT_SHIFT;
        if (input == DF_INPUT_SOFT_DROP) {
            event = DF_EVENT_FALL;
            at.y--;
        } else if (input == DF_INPUT_LEFT || input == DF_INPUT_RIGHT) {
            at.x += input == DF_INPUT_LEFT ? -1 : 1;
        } else {
            event = DF_EVENT_TURN;
            (void)df_mover_turn(mover, before->row, before->height,
                                (unsigned)(input - DF_INPUT_CLOCKWISE), &at);
        }
        status = route_put(self, first, event, at.orientation, at.x, at.y);
    }
    return status;
}

/* Adds the inputs of a player, from the row where pieces are spawned in the film. If the film
 * has too little room above the stack, the piece comes from where the plan spawns it. */
static df_status route_add_inputs(film_routes *self, size_t first, const df_field *before,
                                  const df_drop *drop)
{
    const df_place place = {.orientation = drop->orientation, .x = drop->x, .y = drop->y};
    df_mover **mover = &self->mover[drop->piece];
    df_input_path *path = NULL;
    df_outcome outcome = DF_NONE;
    df_status status = DF_OK;
    piece_at at = {0};
    if (*mover == NULL)
        status = df_mover_create(mover, &self->plan->set->pieces[drop->piece], before->width,
                                 df_rules_turning(self->plan->rules));
    const unsigned from[] = {self->spawn_row, before->height};
    for (unsigned i = 0; i < 2 && outcome != DF_FOUND && status == DF_OK; i++) {
        at.orientation = (*mover)->turns.spawn;
        df_mover_spawn(*mover, from[i], &at.x, &at.y);
        status = df_input_path_find(&path, &outcome, *mover, before->row, df_field_top(before),
                                    at.x, at.y, &place, DF_SPINS);
    }
    if (status == DF_OK && outcome == DF_FOUND)
        status = route_follow(self, first, before, *mover, at, path);
    df_input_path_free(path);
    return status;
}

/* Puts the piece as high above its place as it is free, up to the top of the film. */
static df_status route_put_above(film_routes *self, size_t first, const df_field *before,
                                 const df_drop *drop)
{
    const df_shape *shape = &self->plan->set->pieces[drop->piece].shape[drop->orientation];
    const int top = (int)self->height - shape->height;
    int y = drop->y;
    while (y < top && df_film_is_free(before, shape, drop->x, y + 1))
        y++;
    return route_put(self, first, DF_EVENT_SPAWN, drop->orientation, drop->x, y);
}

df_status df_film_routes_add(film_routes *routes, const df_field *before, const df_drop *drop,
                             const df_landing *landing, bool has_inputs)
{
    const size_t first = routes->count;
    df_drop landed = *drop;
    df_status status = DF_OK;
    landed.y = landing->y;
    if (has_inputs && df_rules_moves(routes->plan->rules))
        status = route_add_inputs(routes, first, before, &landed);
    else if (has_inputs)
        status = route_add_centred(routes, first, &landed);
    if (status == DF_OK && routes->count == first)
        status = route_put_above(routes, first, before, &landed);
    if (status != DF_OK)
        return status;
    const unsigned orientation = routes->pose[routes->count - 1].orientation;
    return route_put(routes, first, DF_EVENT_FALL, orientation, landed.x, landed.y);
}

/* Returns the ticks of the part of a route that leads to pose `part`. */
static unsigned route_part_ticks(const film_pose *route, size_t part)
{
    const film_pose *to = &route[part];
    if (to->event == DF_EVENT_SPAWN)
        return SPAWN_TICKS;
    if (to->event == DF_EVENT_TURN)
        return TURN_TICKS;
    if (to->event == DF_EVENT_SHIFT) {
        const unsigned ticks = SHIFT_TICKS * (unsigned)abs(to->x - route[part - 1].x);
        return ticks < MAX_SHIFT_TICKS ? ticks : MAX_SHIFT_TICKS;
    }
    const unsigned rows = (unsigned)(route[part - 1].y - to->y);
    unsigned ticks = 3; /* falling faster and faster takes the square root of the rows */
    while (ticks * ticks < 10 * rows)
        ticks++;
    return ticks;
}

unsigned df_film_route_ticks(const film_pose *route, size_t count)
{
    unsigned ticks = LOCK_TICKS;
    for (size_t part = 0; part < count; part++)
        ticks += route_part_ticks(route, part);
    return ticks;
}

film_place df_film_route_locate(const film_pose *route, size_t count, unsigned tick)
{
    for (size_t part = 0; part < count; part++) {
        const unsigned ticks = route_part_ticks(route, part);
        if (tick >= ticks) {
            tick -= ticks;
            continue;
        }
        film_place place = {.pose = route[part], .part = part};
        const int from = (int)tick + 1, all = (int)ticks;
        if (place.pose.event == DF_EVENT_SHIFT) {
            const int x = route[part - 1].x;
            place.pose.x = (int16_t)(x + (route[part].x - x) * from / all);
        } else if (place.pose.event == DF_EVENT_FALL) {
            const int y = route[part - 1].y;
            place.pose.y = (int16_t)(y - (y - route[part].y) * from * from / (all * all));
        }
        return place;
    }
    return (film_place){.pose = route[count - 1], .part = count};
}
