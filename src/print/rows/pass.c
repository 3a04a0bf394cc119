#include "pass.h"

#include <string.h>

#include "core/base/bits.h"

unsigned df_pass_color_piece(unsigned color)
{
    static const uint8_t pieces[ROW_COLORS] = {DF_J, DF_T, DF_L};
    return pieces[color - 1];
}

unsigned df_pass_single_below(unsigned color)
{
    return ROW_COLORS - color;
}

unsigned df_pass_single_above(unsigned color)
{
    return color - 1;
}

static void pass_add(pass_plan *pass, unsigned color, unsigned orientation, unsigned x)
{
    pass->pieces[pass->count++] =
        (pack_piece){(uint8_t)df_pass_color_piece(color), (uint8_t)orientation, (uint8_t)x, 0};
}

/* Lays three squares of one colour at once. The piece falls past nothing: the squares of this
 * pass above the emission row stand over columns further left. */
static void lay_flat(const row_task *task, uint64_t base, uint64_t done, pass_plan *pass)
{
    for (unsigned x = 0; x + 3 <= task->width; x++) {
        const unsigned color = task->want[x];
        const uint64_t columns = bits_span(x, 3);
        if (color == 0 || task->want[x + 1] != color || task->want[x + 2] != color ||
            ((done | pass->emitted) & columns) != 0 || (base & columns) == 0)
            continue;
        pass_add(pass, color, DF_NORTH, x);
        pass->emitted |= columns;
        pass->above |= UINT64_C(1) << (x + df_pass_single_above(color));
    }
}

static bool emit_at(const row_task *task, uint64_t base, uint64_t done, unsigned column,
                    pass_plan *pass)
{
    const unsigned color = task->want[column];
    const uint64_t square = UINT64_C(1) << column;
    const uint64_t there = done | pass->emitted;
    if (color == 0 || (there & square) != 0 || column < df_pass_single_below(color))
        return false;
    const unsigned x = column - df_pass_single_below(color);
    if (x + 3 > task->width)
        return false;
    const uint64_t columns = bits_span(x, 3);
    const bool carried =
        (base & square) != 0 || (task->method->leans && (there & columns) != 0);
    if (!carried || (pass->above & columns) != 0)
        return false;
    pass_add(pass, color, DF_SOUTH, x);
    pass->emitted |= square;
    pass->above |= columns;
    return true;
}

void df_pass_choose(const row_task *task, uint64_t base, uint64_t done, bool lays_flat,
                    pass_plan *pass)
{
    memset(pass, 0, sizeof *pass);
    if (lays_flat)
        lay_flat(task, base, done, pass);
    /* A square that leans on one further right becomes possible only after that one, so
     * the row is swept until nothing is added. */
    bool added = true;
    while (added) {
        added = false;
        for (unsigned column = 0; column < task->width; column++)
            added = emit_at(task, base, done, column, pass) || added;
    }
}
