#include "mover.h"

#include <stdlib.h>

#include "core/base/bits.h"
#include "moves_packed.h"

/* Finds the orientations that can be reached in the open by these turns. Shifts take each to
 * all columns. */
static void find_open(df_mover *mover, const df_turns *turns)
{
    bool again = true;
    while (again) {
        again = false;
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            for (unsigned i = 0; i < turns->count; i++) {
                const df_turn *turn = &turns->turn[o][i];
                uint64_t reached = 0;
                for (unsigned test = 0; test < turn->tests; test++)
                    reached |= df_mask_shifted(mover->open[o], turn->x[test]) &
                               mover->inside[turn->to];
                if (reached != 0 && mover->open[turn->to] == 0) {
                    mover->open[turn->to] = mover->inside[turn->to];
                    again = true;
                }
            }
        }
    }
}

/* Returns how many rows a turn lifts the box by its test `test`. */
static int mover_lift(const df_turns *turns, unsigned from, const df_turn *turn, unsigned test)
{
    return turn->y[test] - (turns->corner_y[turn->to] - turns->corner_y[from]);
}

/* True if no turn lifts or lowers the box in the open: where only the walls are in the way, the
 * first test that they let pass keeps its row. */
static bool mover_is_level(const df_mover *mover)
{
    for (unsigned i = 0; i < DF_ORIENTATIONS * mover->turns.count; i++) {
        const unsigned from = i / mover->turns.count;
        const df_turn *turn = &mover->turns.turn[from][i % mover->turns.count];
        uint64_t places = mover->inside[from];
        for (unsigned test = 0; test < turn->tests && places != 0; test++) {
            const uint64_t taken =
                df_mask_shifted(mover->inside[turn->to], -turn->x[test]) & places;
            if (taken != 0 && mover_lift(&mover->turns, from, turn, test) != 0)
                return false;
            places &= ~taken;
        }
    }
    return true;
}

/* Returns the most rows that any turn lifts or lowers the box. */
static unsigned mover_find_reach(const df_mover *mover)
{
    int reach = 0;
    for (unsigned i = 0; i < DF_ORIENTATIONS * mover->turns.count; i++) {
        const unsigned from = i / mover->turns.count;
        const df_turn *turn = &mover->turns.turn[from][i % mover->turns.count];
        for (unsigned test = 0; test < turn->tests; test++) {
            const int lift = mover_lift(&mover->turns, from, turn, test);
            reach = abs(lift) > reach ? abs(lift) : reach;
        }
    }
    return (unsigned)reach;
}

df_status df_mover_make(df_mover *mover, const df_piece *piece, unsigned width, df_rules rules)
{
    if (width < 1 || width > DF_NARROW_MAX_WIDTH || !df_rules_moves(rules))
        return DF_ERROR_ARGUMENT;
    *mover = (df_mover){.piece = piece, .width = width};
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        if (piece->shape[o].width <= width)
            mover->inside[o] = bits_span(0, width - piece->shape[o].width + 1);
    }
    mover->open[DF_NORTH] = mover->inside[DF_NORTH];
    /* Only T spins. */
    const df_shape *north = &piece->shape[DF_NORTH];
    mover->spins =
        north->width == 3 && north->height == 2 && north->row[0] == 7 && north->row[1] == 2;
    /* These turn as those without kicks in the open, and nowhere else. */
    const bool is_open = df_rules_have(rules, DF_TRAIT_OPEN);
    df_turns_make(&mover->turns, piece, is_open ? DF_RULES_NOKICKS : rules);
    find_open(mover, &mover->turns);
    if (is_open)
        df_turns_make(&mover->turns, piece, rules);
    if (!mover_is_level(mover))
        mover->margin = 4 * mover_find_reach(mover);
    /* The packed flood knows no middle columns, and no turns that move a piece that looks
     * always the same. */
    else if (!df_rules_have(rules, DF_TRAIT_FLOOR) &&
             (mover->turns.count == 0 || piece->same_as[DF_EAST] != DF_NORTH))
        df_packed_make(mover);
    return DF_OK;
}

void df_mover_spawn(const df_mover *mover, unsigned height, int *x, int *y)
{
    *x = ((int)mover->width - mover->piece->shape[DF_NORTH].width) / 2;
    *y = (int)height;
}

bool df_mover_fits(const df_mover *mover, const uint64_t *rows, unsigned count,
                   const piece_at *at)
{
    const df_shape *shape = &mover->piece->shape[at->orientation];
    if (at->x < 0 || at->y < 0 || at->x >= (int)mover->width ||
        (mover->inside[at->orientation] >> at->x & 1) == 0)
        return false;
    for (unsigned i = 0; i < shape->height && (unsigned)at->y + i < count; i++) {
        if ((rows[(unsigned)at->y + i] & (uint64_t)shape->row[i] << at->x) != 0)
            return false;
    }
    return true;
}

uint64_t df_mover_unkicked(const df_mover *mover, const uint64_t *rows, unsigned count,
                           const df_turn *turn, int y, uint64_t columns)
{
    const df_shape *shape = &mover->piece->shape[turn->to];
    uint64_t unkicked = 0;
    for (int i = shape->height - 1; turn->middle > 0 && i >= 0; i--) {
        const int row = y + turn->y[0] + i;
        for (uint32_t rest = shape->row[i]; rest != 0; rest &= rest - 1) {
            const int x = (int)bits_lowest(rest);
            if (row < 0 || row >= (int)count)
                continue;
            const uint64_t full = df_mask_shifted(rows[row], -turn->x[0] - x) & columns;
            columns &= ~full;
            if (x == turn->middle - 1)
                unkicked |= full;
        }
    }
    return unkicked;
}

int df_mover_turn(const df_mover *mover, const uint64_t *rows, unsigned count, unsigned how,
                  piece_at *at)
{
    const df_turn *turn = &mover->turns.turn[at->orientation][how];
    for (int test = 0; test < turn->tests; test++) {
        if (test == 1 &&
            df_mover_unkicked(mover, rows, count, turn, at->y, UINT64_C(1) << at->x) != 0)
            return -1;
        const piece_at to = {turn->to, at->x + turn->x[test], at->y + turn->y[test]};
        if (df_mover_fits(mover, rows, count, &to)) {
            *at = to;
            return test;
        }
    }
    return -1;
}

static bool mover_is_full(const df_mover *mover, const uint64_t *rows, unsigned count, int x,
                          int y)
{
    if (x < 0 || y < 0 || x >= (int)mover->width)
        return true;
    return (unsigned)y < count && (rows[y] >> x & 1) != 0;
}

df_spin df_mover_spin(const df_mover *mover, const uint64_t *rows, unsigned count,
                      const piece_at *at, unsigned how, unsigned test)
{
    /* Clockwise, so that those before orientation o are number o and the next. */
    static const int8_t corners[DF_ORIENTATIONS][2] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};
    static const uint8_t from[DF_TURNS] = {
        [DF_TURN_CLOCKWISE] = 3, [DF_TURN_ANTICLOCKWISE] = 1, [DF_TURN_HALF] = 2};
    const unsigned o = (at->orientation + from[how]) % DF_ORIENTATIONS;
    if (!mover->spins)
        return DF_SPIN_NONE;
    const df_shape *shape = &mover->piece->shape[at->orientation];
    const int x = shape->center_x, y = shape->center_y;
    unsigned all = 0, before = 0;
    for (unsigned i = 0; i < DF_ORIENTATIONS; i++) {
        if (!mover_is_full(mover, rows, count, at->x + x + corners[i][0],
                           at->y + y + corners[i][1]))
            continue;
        all++;
        before += i == at->orientation || i == (at->orientation + 1) % DF_ORIENTATIONS;
    }
    if (all < 3)
        return DF_SPIN_NONE;
    const bool is_full = before == 2 || (mover->turns.turn[o][how].full >> test & 1) != 0;
    return is_full ? DF_SPIN_FULL : DF_SPIN_MINI;
}

df_status df_mover_create(df_mover **mover, const df_piece *piece, unsigned width,
                          df_rules rules)
{
    df_mover *made = malloc(sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    const df_status status = df_mover_make(made, piece, width, rules);
    if (status == DF_OK)
        *mover = made;
    else
        free(made);
    return status;
}

void df_mover_free(df_mover *mover)
{
    free(mover);
}
