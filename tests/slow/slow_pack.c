#include "slow_pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/board/field_rows.h"
#include "tests/support/support.h"

/* The height of each column, and the height at which it ends. */
typedef struct profile {
    unsigned width;
    uint64_t carried;
    unsigned height[DF_NARROW_MAX_WIDTH];
    unsigned end[DF_NARROW_MAX_WIDTH];
} profile;

typedef struct slow_search {
    const df_piece_set *set;
    unsigned rows;
    uint8_t *visited; /* a byte for each profile */
} slow_search;

static bool has(uint64_t columns, unsigned x)
{
    return (columns >> x & 1) != 0;
}

static profile first_profile(const pack_problem *problem)
{
    profile first = {.width = problem->width, .carried = problem->carried};
    for (unsigned x = 0; x < problem->width; x++) {
        unsigned y = 0;
        while (y < problem->rows && has(problem->filled[y], x))
            y++;
        first.height[x] = y;
        while (y < problem->rows && !has(problem->later[y], x))
            assert_false(has(problem->filled[y++], x));
        first.end[x] = y;
        while (y < problem->rows)
            assert_true(has(problem->later[y++], x));
    }
    return first;
}

static unsigned completed_rows(const profile *now)
{
    unsigned min = now->height[0];
    for (unsigned x = 1; x < now->width; x++)
        min = now->height[x] < min ? now->height[x] : min;
    return min;
}

/* Drops a shape with its leftmost column at x, if it leaves no gap, stays below the ends of
 * its columns and something carries it: a column that is higher than what has cleared, or a
 * square of the base row. Writes the row of its lowest square. */
static bool drop_slowly(profile *now, const df_shape *shape, unsigned x, unsigned *row)
{
    if (x + shape->width > now->width || now->height[x] < shape->bottom[0])
        return false;
    const unsigned y = now->height[x] - shape->bottom[0];
    const unsigned completed = completed_rows(now);
    bool carried = false;
    for (unsigned i = 0; i < shape->width; i++) {
        const unsigned height = now->height[x + i];
        if (height != y + shape->bottom[i] || y + shape->top[i] >= now->end[x + i])
            return false;
        carried = carried || height > completed || has(now->carried, x + i);
    }
    if (!carried)
        return false;
    for (unsigned i = 0; i < shape->width; i++)
        now->height[x + i] = y + shape->top[i] + 1;
    *row = y;
    return true;
}

static bool is_done(const profile *now)
{
    return memcmp(now->height, now->end, now->width * sizeof now->height[0]) == 0;
}

static bool leads_on(slow_search *self, const profile *now)
{
    if (is_done(now))
        return true;
    size_t number = 0;
    for (unsigned x = 0; x < now->width; x++)
        number = number * (self->rows + 1) + now->height[x];
    if (self->visited[number] != 0)
        return false;
    self->visited[number] = 1;
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
            for (unsigned x = 0; x < now->width; x++) {
                profile next = *now;
                unsigned row;
                if (self->set->pieces[piece].same_as[o] == o &&
                    drop_slowly(&next, &self->set->pieces[piece].shape[o], x, &row) &&
                    leads_on(self, &next))
                    return true;
            }
        }
    }
    return false;
}

bool slow_pack_search(const pack_problem *problem, const df_piece_set *set)
{
    size_t profiles = 1;
    for (unsigned x = 0; x < problem->width; x++)
        profiles *= problem->rows + 1;
    slow_search search = {.set = set, .rows = problem->rows, .visited = calloc(profiles, 1)};
    assert_non_null(search.visited);
    const profile first = first_profile(problem);
    const bool found = leads_on(&search, &first);
    free(search.visited);
    return found;
}

static void check_by_rules(const pack_problem *problem, const df_piece_set *set,
                           const pack_solution *packing)
{
    profile now = first_profile(problem);
    for (size_t i = 0; i < packing->count; i++) {
        const pack_piece *p = &packing->pieces[i];
        unsigned row = 0;
        assert_in_range(p->piece, 0, DF_TETROMINOES - 1);
        assert_in_range(p->orientation, 0, DF_ORIENTATIONS - 1);
        assert_true(
            drop_slowly(&now, &set->pieces[p->piece].shape[p->orientation], p->x, &row));
        assert_int_equal(row, p->y);
    }
    assert_true(is_done(&now));
}

static void set_row(df_field *field, unsigned y, uint64_t columns)
{
    for (unsigned x = 0; x < field->width; x++)
        assert_status(df_field_set(field, x, y, has(columns, x)), DF_OK);
}

/* Checks in a playfield that pieces carried by the rules are carried there. Its row 0 is the
 * base row. */
static void check_in_playfield(const pack_problem *problem, const df_piece_set *set,
                               const pack_solution *packing)
{
    df_field *field = NULL;
    assert_status(df_field_create(&field, problem->width, problem->rows + 1), DF_OK);
    const uint64_t all = df_field_full_row(field);
    unsigned cleared = 0; /* rows full from the start are not there at all */
    while (cleared < problem->rows && problem->filled[cleared] == all)
        cleared++;
    set_row(field, 0, problem->carried);
    for (unsigned y = cleared; y < problem->rows; y++)
        set_row(field, y - cleared + 1, problem->filled[y]);
    for (size_t i = 0; i < packing->count; i++) {
        const pack_piece *p = &packing->pieces[i];
        const df_drop drop = {.piece = p->piece, .orientation = p->orientation, .x = p->x};
        df_landing landing;
        assert_int_equal(df_drop_apply(field, set, &drop, DF_RULES_ABOVE, &landing),
                         DF_REFUSAL_NONE);
        assert_int_equal(landing.y + cleared, p->y + 1u);
        cleared += landing.cleared_count;
    }
    assert_true(field->row[0] == problem->carried);
    for (unsigned y = cleared; y < problem->rows; y++)
        assert_true(field->row[y - cleared + 1] == (all & ~problem->later[y]));
    assert_true(df_field_top(field) <= problem->rows - cleared + 1);
    df_field_free(field);
}

void slow_pack_check(const pack_problem *problem, const df_piece_set *set,
                     const pack_solution *packing)
{
    check_by_rules(problem, set, packing);
    check_in_playfield(problem, set, packing);
}

unsigned slow_pack_free_squares(const pack_problem *problem)
{
    unsigned count = 0;
    for (unsigned y = 0; y < problem->rows; y++) {
        for (unsigned x = 0; x < problem->width; x++)
            count += !has(problem->filled[y] | problem->later[y], x);
    }
    return count;
}

pack_problem slow_pack_read(const char *rows)
{
    pack_problem problem = {.width = (unsigned)strcspn(rows, "/")};
    problem.rows = (unsigned)strlen(rows) / (problem.width + 1);
    for (unsigned y = problem.rows; y-- > 0; rows += problem.width + 1) {
        for (unsigned x = 0; x < problem.width; x++) {
            problem.filled[y] |= (uint64_t)(rows[x] == '#') << x;
            problem.later[y] |= (uint64_t)(rows[x] == '-') << x;
        }
    }
    for (unsigned x = 0; x < problem.width; x++)
        problem.carried |= (uint64_t)(rows[x] == '#') << x;
    return problem;
}

static void print_row(const pack_problem *problem, uint64_t filled, uint64_t later)
{
    for (unsigned x = 0; x < problem->width; x++)
        putchar(has(filled, x) ? '#' : has(later, x) ? '-' : '.');
}

void slow_pack_print(const pack_problem *problem)
{
    printf("# ");
    for (unsigned y = problem->rows; y-- > 0; putchar('/'))
        print_row(problem, problem->filled[y], problem->later[y]);
    print_row(problem, problem->carried, 0);
    putchar('\n');
}
