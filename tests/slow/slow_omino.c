#include "slow_omino.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

static const int way_x[] = {1, 0, -1, 0}, way_y[] = {0, 1, 0, -1};

bool slow_has(const slow_omino *omino, int x, int y)
{
    for (unsigned i = 0; i < omino->size; i++) {
        if (omino->x[i] == x && omino->y[i] == y)
            return true;
    }
    return false;
}

void slow_settle(slow_omino *omino)
{
    int x = omino->x[0], y = omino->y[0];
    for (unsigned i = 1; i < omino->size; i++) {
        x = omino->x[i] < x ? omino->x[i] : x;
        y = omino->y[i] < y ? omino->y[i] : y;
    }
    slow_omino settled = {.size = 0};
    for (int row = y; settled.size < omino->size; row++) {
        for (int column = x; column < x + SLOW_MAX; column++) {
            if (!slow_has(omino, column, row))
                continue;
            settled.x[settled.size] = column - x;
            settled.y[settled.size++] = row - y;
        }
    }
    *omino = settled;
}

int slow_compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(slow_omino));
}

bool slow_same(const slow_omino *a, const slow_omino *b)
{
    return slow_compare(a, b) == 0;
}

size_t slow_ominoes(unsigned size, slow_omino **list)
{
    slow_omino *all = calloc(1, sizeof *all);
    assert_non_null(all);
    all[0].size = 1;
    size_t count = 1;
    for (unsigned n = 1; n < size; n++) {
        slow_omino *more = malloc(count * 4 * n * sizeof *more);
        size_t found = 0, kept = 0;
        assert_non_null(more);
        for (size_t i = 0; i < count; i++) {
            for (unsigned j = 0; j < 4 * n; j++) {
                const int x = all[i].x[j / 4] + way_x[j % 4];
                const int y = all[i].y[j / 4] + way_y[j % 4];
                if (slow_has(&all[i], x, y))
                    continue;
                more[found] = all[i];
                more[found].x[n] = x;
                more[found].y[n] = y;
                more[found].size++;
                slow_settle(&more[found++]);
            }
        }
        qsort(more, found, sizeof *more, slow_compare);
        for (size_t i = 0; i < found; i++) {
            if (kept == 0 || !slow_same(&more[kept - 1], &more[i]))
                more[kept++] = more[i];
        }
        free(all);
        all = more;
        count = kept;
    }
    *list = all;
    return count;
}

void slow_random(slow_omino *omino, df_random *random, unsigned size)
{
    *omino = (slow_omino){.size = 1};
    while (omino->size < size) {
        const uint32_t from = df_random_below(random, omino->size);
        const uint32_t way = df_random_below(random, 4);
        const int x = omino->x[from] + way_x[way], y = omino->y[from] + way_y[way];
        if (slow_has(omino, x, y))
            continue;
        omino->x[omino->size] = x;
        omino->y[omino->size++] = y;
    }
    slow_settle(omino);
}

static int max(const int *numbers, unsigned count)
{
    int answer = numbers[0];
    for (unsigned i = 1; i < count; i++)
        answer = numbers[i] > answer ? numbers[i] : answer;
    return answer;
}

int slow_width(const slow_omino *omino)
{
    return max(omino->x, omino->size) + 1;
}

int slow_height(const slow_omino *omino)
{
    return max(omino->y, omino->size) + 1;
}

void slow_image(slow_omino *to, const slow_omino *from, unsigned image)
{
    *to = *from;
    for (unsigned i = 0; image >= 4 && i < to->size; i++)
        to->x[i] = -to->x[i];
    for (unsigned turn = 0; turn < image % 4; turn++) {
        for (unsigned i = 0; i < to->size; i++) {
            const int x = to->x[i];
            to->x[i] = to->y[i];
            to->y[i] = -x;
        }
    }
    slow_settle(to);
}

void slow_to_omino(df_omino *omino, const slow_omino *from)
{
    df_square squares[SLOW_MAX];
    for (unsigned i = 0; i < from->size; i++)
        squares[i] = (df_square){(uint16_t)from->x[i], (uint16_t)from->y[i]};
    assert_status(df_omino_from_squares(omino, squares, from->size), DF_OK);
}

void slow_from_omino(slow_omino *to, const df_omino *from)
{
    *to = (slow_omino){.size = from->size};
    for (unsigned i = 0; i < from->size; i++) {
        to->x[i] = from->squares[i].x;
        to->y[i] = from->squares[i].y;
    }
}

unsigned slow_perimeter(const slow_omino *omino)
{
    unsigned count = 0;
    for (unsigned i = 0; i < omino->size; i++) {
        for (unsigned way = 0; way < 4; way++)
            count += !slow_has(omino, omino->x[i] + way_x[way], omino->y[i] + way_y[way]);
    }
    return count;
}

/* Fills an area of empty squares of a picture that is (SLOW_MAX + 2) squares wide. */
#define GRID (SLOW_MAX + 2)

static void fill(bool grid[GRID][GRID], int x, int y, bool corners)
{
    if (x < 0 || y < 0 || x >= GRID || y >= GRID || grid[y][x])
        return;
    grid[y][x] = true;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (corners || dx == 0 || dy == 0)
                fill(grid, x + dx, y + dy, corners);
        }
    }
}

/* Counts areas of empty squares but for the outside. */
static unsigned slow_areas(const slow_omino *omino, bool corners)
{
    bool grid[GRID][GRID] = {{false}};
    unsigned count = 0;
    for (unsigned i = 0; i < omino->size; i++)
        grid[omino->y[i] + 1][omino->x[i] + 1] = true;
    fill(grid, 0, 0, corners);
    for (int y = 0; y < GRID; y++) {
        for (int x = 0; x < GRID; x++) {
            count += !grid[y][x];
            fill(grid, x, y, corners);
        }
    }
    return count;
}

unsigned slow_holes(const slow_omino *omino)
{
    return slow_areas(omino, false);
}

unsigned slow_inner_holes(const slow_omino *omino)
{
    return slow_areas(omino, true);
}

unsigned slow_site_perimeter(const slow_omino *omino)
{
    unsigned count = 0;
    for (int y = -1; y <= slow_height(omino); y++) {
        for (int x = -1; x <= slow_width(omino); x++) {
            bool beside = false;
            for (unsigned way = 0; way < 4; way++)
                beside |= slow_has(omino, x + way_x[way], y + way_y[way]);
            count += beside && !slow_has(omino, x, y);
        }
    }
    return count;
}

bool slow_column_convex(const slow_omino *omino)
{
    for (int x = 0; x < slow_width(omino); x++) {
        int runs = 0;
        for (int y = 0; y < slow_height(omino); y++)
            runs += slow_has(omino, x, y) && !slow_has(omino, x, y - 1);
        if (runs != 1)
            return false;
    }
    return true;
}

bool slow_directed(const slow_omino *omino)
{
    bool reached[SLOW_MAX];
    for (unsigned root = 0; root < omino->size; root++) {
        unsigned count = 0;
        memset(reached, 0, sizeof reached);
        reached[root] = true;
        /* In the order of rows and columns, so once is enough. */
        for (unsigned i = 0; i < omino->size; i++) {
            for (unsigned j = 0; j < i; j++) {
                const int x = omino->x[i] - omino->x[j], y = omino->y[i] - omino->y[j];
                reached[i] |= reached[j] && ((x == 1 && y == 0) || (x == 0 && y == 1));
            }
            count += reached[i];
        }
        if (count == omino->size)
            return true;
    }
    return false;
}

bool slow_tree_like(const slow_omino *omino)
{
    slow_omino left = *omino;
    for (bool taken = true; taken && left.size > 1;) {
        taken = false;
        for (unsigned i = 0; i < left.size && !taken; i++) {
            unsigned beside = 0;
            for (unsigned way = 0; way < 4; way++)
                beside += slow_has(&left, left.x[i] + way_x[way], left.y[i] + way_y[way]);
            if (beside != 1)
                continue;
            left.size--;
            left.x[i] = left.x[left.size];
            left.y[i] = left.y[left.size];
            taken = true;
        }
    }
    return left.size == 1;
}

/* Walks on from (x, y) through the squares that are left. */
static bool walk(const slow_omino *left, int x, int y)
{
    if (left->size == 0)
        return true;
    for (unsigned i = 0; i < left->size; i++) {
        if (abs(left->x[i] - x) + abs(left->y[i] - y) != 1)
            continue;
        slow_omino next = *left;
        next.size--;
        next.x[i] = next.x[next.size];
        next.y[i] = next.y[next.size];
        if (walk(&next, left->x[i], left->y[i]))
            return true;
    }
    return false;
}

bool slow_path(const slow_omino *omino)
{
    for (unsigned i = 0; i < omino->size; i++) {
        slow_omino left = *omino;
        left.size--;
        left.x[i] = left.x[left.size];
        left.y[i] = left.y[left.size];
        if (walk(&left, omino->x[i], omino->y[i]))
            return true;
    }
    return false;
}
