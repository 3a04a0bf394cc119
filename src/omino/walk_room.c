#include "omino/walk_room.h"

/* The slot of a cell, or the empty one where it belongs. */
static uint16_t *slot_of(walk_room *room, df_square at)
{
    uint32_t slot = ((uint32_t)at.y << 16 | at.x) * UINT32_C(0x9e3779b1) >> 18;
    for (; room->slots[slot] != 0; slot = (slot + 1) % WALK_ROOM_SLOTS) {
        const df_square here = room->cells[room->slots[slot] - 1].at;
        if (here.x == at.x && here.y == at.y)
            break;
    }
    return &room->slots[slot];
}

static void add_cell(walk_room *room, uint16_t *slot, df_square at)
{
    room->cells[room->count++] = (walk_room_cell){.at = at};
    *slot = (uint16_t)room->count;
}

static df_square neighbor(df_square at, unsigned direction)
{
    return (df_square){random_step_x(at.x, direction), random_step_y(at.y, direction)};
}

/* Finds all that can be reached. False: it is much, or there is a way out. */
static bool flood(walk_room *room, const random_board *walked, df_square at, df_square low,
                  df_square high)
{
    room->count = 0;
    add_cell(room, slot_of(room, at), at);
    for (unsigned i = 0; i < room->count; i++) {
        const df_square from = room->cells[i].at;
        if (from.x < low.x || from.y < low.y || from.x > high.x || from.y > high.y)
            return false;
        for (unsigned direction = 0; direction < 4; direction++) {
            const df_square next = neighbor(from, direction);
            if (random_board_has(walked, random_board_place(walked, next.x, next.y)))
                continue;
            uint16_t *slot = slot_of(room, next);
            if (*slot != 0)
                continue;
            if (room->count == WALK_ROOM_CELLS)
                return false;
            add_cell(room, slot, next);
        }
    }
    return true;
}

static void clear_slots(walk_room *room)
{
    /* From the last to the first: a cell is found past those that were there before it. */
    while (room->count > 0)
        *slot_of(room, room->cells[--room->count].at) = 0;
}

/* A block ends at `top`: it is made up of the open cells from `first` on and `top`. A walk that
 * enters it at `top` changes between the two colours, and leaves it once at most. */
static unsigned close_block(walk_room *room, unsigned opened, uint16_t first, uint16_t top)
{
    unsigned colours[2] = {0, 0}, best = 0;
    const df_square at = room->cells[top].at;
    uint16_t last;
    do {
        last = room->open[--opened];
        const walk_room_cell *cell = &room->cells[last];
        colours[(cell->at.x + cell->at.y + at.x + at.y) & 1]++;
        best = cell->best > best ? cell->best : best;
    } while (last != first);
    best += colours[1] > colours[0] ? 2 * colours[0] + 1 : 2 * colours[1];
    if (best > room->cells[top].best)
        room->cells[top].best = (uint16_t)best;
    return opened;
}

/* Blocks are parts that no single square cuts in two (Hopcroft and Tarjan 1973). A walk goes
 * from block to block through the squares between them, and can never come back. */
static unsigned longest(walk_room *room)
{
    unsigned opened = 0;
    uint16_t now = 0, depth = 1;
    room->cells[0].depth = room->cells[0].lowest = depth;
    for (;;) {
        walk_room_cell *cell = &room->cells[now];
        if (cell->tried < 4) {
            const unsigned index = *slot_of(room, neighbor(cell->at, cell->tried++));
            if (index == 0 || (cell->depth > 1 && index - 1 == cell->came_from))
                continue;
            walk_room_cell *next = &room->cells[index - 1];
            if (next->depth == 0) {
                next->came_from = now;
                next->depth = next->lowest = ++depth;
                room->open[opened++] = (uint16_t)(index - 1);
                now = (uint16_t)(index - 1);
            } else if (next->depth < cell->lowest) {
                cell->lowest = next->depth;
            }
            continue;
        }
        if (now == 0)
            return cell->best;
        walk_room_cell *before = &room->cells[cell->came_from];
        if (cell->lowest >= before->depth)
            opened = close_block(room, opened, now, cell->came_from);
        else if (cell->lowest < before->lowest)
            before->lowest = cell->lowest;
        now = cell->came_from;
    }
}

unsigned df_walk_room(walk_room *room, const random_board *walked, df_square at, df_square low,
                      df_square high)
{
    const unsigned most = flood(room, walked, at, low, high) ? longest(room) : UINT_MAX;
    clear_slots(room);
    return most;
}
