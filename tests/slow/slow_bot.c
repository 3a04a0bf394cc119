#include "slow_bot.h"

#include <stdlib.h>
#include <string.h>

/* Walls and floor are full, above the board it is empty. */
static bool is_full(const slow_board *b, int x, int y)
{
    if (x < 0 || x >= b->width || y < 0)
        return true;
    return y < b->height && b->full[y][x];
}

static bool has_square(const df_shape *shape, int x, int y)
{
    return x >= 0 && x < shape->width && y >= 0 && y < shape->height &&
           (shape->row[y] >> x & 1) != 0;
}

static bool row_is_full(const slow_board *b, int y)
{
    for (int x = 0; x < b->width; x++) {
        if (!b->full[y][x])
            return false;
    }
    return true;
}

static void put(slow_board *b, const df_shape *shape, const df_place *place)
{
    for (int y = 0; y < shape->height; y++) {
        for (int x = 0; x < shape->width; x++) {
            if (has_square(shape, x, y))
                b->full[place->y + y][place->x + x] = true;
        }
    }
}

/* Takes out the full rows, from the top so that what comes down has been seen. */
static int clear(slow_board *b)
{
    int lines = 0;
    for (int y = b->height - 1; y >= 0; y--) {
        if (!row_is_full(b, y))
            continue;
        lines++;
        for (int above = y; above < b->height; above++) {
            for (int x = 0; x < b->width; x++)
                b->full[above][x] = above + 1 < b->height && b->full[above + 1][x];
        }
    }
    return lines;
}

int slow_put(slow_board *b, const df_piece *piece, const df_place *place)
{
    put(b, &piece->shape[place->orientation], place);
    return clear(b);
}

static int height_of(const slow_board *b, int x)
{
    int y = b->height;
    while (y > 0 && !b->full[y - 1][x])
        y--;
    return y;
}

/* An empty square with a full one somewhere above it. */
static bool is_hole(const slow_board *b, int x, int y)
{
    return !b->full[y][x] && y < height_of(b, x);
}

static bool is_well(const slow_board *b, int x, int y)
{
    /* In a single column, all squares above the top would be wells: they are not. */
    if (b->width == 1 && y >= height_of(b, 0))
        return false;
    return !is_full(b, x, y) && is_full(b, x - 1, y) && is_full(b, x + 1, y);
}

/* The empty squares from this one down. */
static int drop_below(const slow_board *b, int x, int y)
{
    int count = 0;
    while (!is_full(b, x, y--))
        count++;
    return count;
}

/* True if it is a well, or empty and under one. */
static bool is_deep_well(const slow_board *b, int x, int y)
{
    while (!is_full(b, x, y) && y < b->height) {
        if (is_well(b, x, y++))
            return true;
    }
    return false;
}

/* True if the tops of the columns from x on are as far from the lowest of the piece's squares
 * as the undersides of the shape: the piece then rests on all of them. */
static bool lies_flush(const slow_board *b, int x, const char *underside)
{
    const int width = (int)strlen(underside);
    if (x + width > b->width)
        return false;
    const int floor = height_of(b, x) - (underside[0] - '0');
    for (int i = 0; i < width; i++) {
        if (height_of(b, x + i) != floor + underside[i] - '0')
            return false;
    }
    return true;
}

static bool lies_somewhere(const slow_board *b, const char *underside)
{
    for (int x = 0; x < b->width; x++) {
        if (lies_flush(b, x, underside))
            return true;
    }
    return false;
}

static void measure_undersides(int32_t values[DF_FEATURES], const slow_board *b)
{
    static const char *const pieces[6][4] = {
        {"00"},        {"000", "00", "02", "110"}, {"000", "00", "20", "011"}, {"001", "10"},
        {"100", "01"}, {"000", "01", "10", "101"}};
    static const char *const wide[] = {"000", "001", "100", "110", "011", "101"};
    for (int i = 0; i < 6; i++) {
        bool fits = false;
        int places = 0;
        for (int o = 0; o < 4 && pieces[i][o] != NULL; o++) {
            const char *underside = pieces[i][o];
            const bool hooked = (i == 1 || i == 2) && strlen(underside) == 3;
            fits = fits || lies_somewhere(b, underside);
            for (int x = 0; x < b->width && !hooked; x++)
                places += lies_flush(b, x, underside);
        }
        values[DF_FEATURE_FITS] += fits;
        values[DF_FEATURE_SECOND_FITS] += places > 1;
        values[DF_FEATURE_SEATS] += lies_somewhere(b, wide[i]);
    }
}

/* The steps of the tops from column x on are those of the underside, or all the other way. */
static bool lies_either_way(const slow_board *b, int x, const char *underside)
{
    const int width = (int)strlen(underside);
    bool up = true, down = true;
    for (int i = 1; i < width && x + width <= b->width; i++) {
        const int step = height_of(b, x + i) - height_of(b, x + i - 1);
        up = up && step == underside[i] - underside[i - 1];
        down = down && step == underside[i - 1] - underside[i];
    }
    return x + width <= b->width && (up || down);
}

static void measure_double_fits(int32_t values[DF_FEATURES], const slow_board *b)
{
    static const char *const pieces[6][4] = {
        {"00"},        {"000", "00", "02", "110"}, {"000", "00", "20", "011"}, {"001", "10"},
        {"100", "01"}, {"000", "01", "101"}};
    for (int i = 0; i < 6; i++) {
        int places = 0;
        for (int x = 0; x < b->width; x++) {
            for (int o = 0; o < 4 && pieces[i][o] != NULL; o++)
                places += lies_either_way(b, x, pieces[i][o]);
        }
        values[DF_FEATURE_DOUBLE_FITS] += places == 0 ? 0 : places == 1 ? 2 : 3;
    }
}

/* The height of a column; walls are as high as the board. */
static int side_of(const slow_board *b, int x)
{
    return x < 0 || x >= b->width ? b->height : height_of(b, x);
}

static int distance_of_wall(const slow_board *b, int x)
{
    return x < b->width - 1 - x ? x : b->width - 1 - x;
}

static int cost_of_pit(const slow_board *b, int x)
{
    static const int holes[] = {401 + 132, 401 + 88, 401 + 88};
    const int side = distance_of_wall(b, x), hole = side < 3 ? holes[side] : 401;
    int depth = 0;
    while (side_of(b, x) + depth < side_of(b, x - 1) &&
           side_of(b, x) + depth < side_of(b, x + 1))
        depth++;
    /* In fifths. */
    return depth == 0   ? 0
           : depth == 1 ? 176
           : depth == 2 ? 5 * 176
                        : 5 * (99 + (depth - 2) * hole);
}

static void sum_pits(int32_t values[DF_FEATURES], const slow_board *b)
{
    for (int x = 0; x < b->width; x++) {
        const int cost = cost_of_pit(b, x);
        values[DF_FEATURE_PITS] += cost;
        if (cost > values[DF_FEATURE_WORST_PIT])
            values[DF_FEATURE_WORST_PIT] = cost;
    }
}

/* The highest of the columns with a hole in row y; 0 without one. */
static int top_over_row(const slow_board *b, int y)
{
    int top = 0;
    for (int x = 0; x < b->width; x++) {
        if (is_hole(b, x, y) && height_of(b, x) > top)
            top = height_of(b, x);
    }
    return top;
}

/* A row in which something is above an empty square of its column. */
static bool is_cover(const slow_board *b, int y)
{
    for (int x = 0; x < b->width; x++) {
        for (int below = 0; b->full[y][x] && below < y; below++) {
            if (!b->full[below][x])
                return true;
        }
    }
    return false;
}

/* True if the squares beside the column are walls, or tops three rows above its own. */
static bool is_deep(const slow_board *b, int x)
{
    for (int beside = x - 1; beside <= x + 1; beside += 2) {
        if (beside >= 0 && beside < b->width && height_of(b, beside) < height_of(b, x) + 3)
            return false;
    }
    return true;
}

static void measure_square(int32_t values[DF_FEATURES], const slow_board *b, int x, int y)
{
    static const df_feature sides[] = {DF_FEATURE_WALL_HOLES, DF_FEATURE_SECOND_HOLES,
                                       DF_FEATURE_THIRD_HOLES};
    values[DF_FEATURE_HOLES] += is_hole(b, x, y);
    if (distance_of_wall(b, x) < 3)
        values[sides[distance_of_wall(b, x)]] += is_hole(b, x, y);
    for (int above = y + 1; is_hole(b, x, y) && is_full(b, x, above); above++)
        values[DF_FEATURE_HOLE_DEPTH]++;
    if (is_well(b, x, y))
        values[DF_FEATURE_WELLS] += drop_below(b, x, y);
    /* 1 + 2 + … + n: each square of a run of n counts how many of it are from there down. */
    for (int below = y; is_deep_well(b, x, y) && is_deep_well(b, x, below); below--)
        values[DF_FEATURE_WELLS_FAST]++;
}

static void measure_board(int32_t values[DF_FEATURES], const slow_board *b)
{
    bool steps[5] = {false};
    for (int y = 0; y < b->height; y++) {
        bool holes = false;
        for (int x = 0; x <= b->width; x++)
            values[DF_FEATURE_ROW_TRANSITIONS] += is_full(b, x - 1, y) != is_full(b, x, y);
        for (int x = 0; x < b->width; x++) {
            measure_square(values, b, x, y);
            holes = holes || is_hole(b, x, y);
        }
        values[DF_FEATURE_ROWS_WITH_HOLES] += holes;
        if (holes)
            values[DF_FEATURE_HOLE_TOP] = top_over_row(b, y);
        for (int x = 0; x < b->width && is_cover(b, y); x++)
            values[DF_FEATURE_COVER_GAPS] += !b->full[y][x];
    }
    for (int x = 0; x < b->width; x++) {
        for (int y = 0; y <= b->height; y++)
            values[DF_FEATURE_COLUMN_TRANSITIONS] += is_full(b, x, y - 1) != is_full(b, x, y);
        values[DF_FEATURE_AGGREGATE_HEIGHT] += height_of(b, x);
        values[DF_FEATURE_DEEP_WELLS] += is_deep(b, x);
        const int left = side_of(b, x - 1), right = side_of(b, x + 1);
        const int depth = (left < right ? left : right) - height_of(b, x);
        values[DF_FEATURE_DEEP_ROWS] += depth > 2 ? depth - 2 : 0;
        if (x + 1 == b->width)
            continue;
        const int step = height_of(b, x + 1) - height_of(b, x);
        values[DF_FEATURE_ROUGHNESS] += abs(step);
        values[DF_FEATURE_SMALL_STEPS] += abs(step) == 1;
        if (abs(step) <= 2)
            steps[step + 2] = true;
    }
    for (int i = 0; i < 5; i++)
        values[DF_FEATURE_DIVERSITY] += steps[i];
    measure_undersides(values, b);
    measure_double_fits(values, b);
    sum_pits(values, b);
}

void slow_measure(int32_t values[DF_FEATURES], const slow_board *before, const df_piece *piece,
                  const df_place *place, bool before_clear)
{
    slow_board b = *before;
    const df_shape *shape = &piece->shape[place->orientation];
    int lines = 0, eroded = 0;
    memset(values, 0, DF_FEATURES * sizeof values[0]);
    put(&b, shape, place);
    for (int y = 0; y < shape->height; y++) {
        if (!row_is_full(&b, place->y + y))
            continue;
        lines++;
        for (int x = 0; x < shape->width; x++)
            eroded += has_square(shape, x, y);
    }
    if (!before_clear)
        clear(&b);
    for (int y = 0; y < shape->height; y++) {
        for (int x = 0; x < shape->width; x++)
            values[DF_FEATURE_SQUARE_HEIGHTS] += has_square(shape, x, y) * (place->y + y);
    }
    values[DF_FEATURE_LANDING_HEIGHT] = 2 * place->y + shape->height - 1;
    values[DF_FEATURE_ERODED_CELLS] = lines * eroded;
    values[DF_FEATURE_LINES] = lines;
    measure_board(values, &b);
}

int64_t slow_weigh(const df_weights *weights, const int32_t values[DF_FEATURES],
                   bool of_placement)
{
    int64_t sum = 0;
    for (int f = 0; f < DF_FEATURES; f++) {
        const bool self = f == DF_FEATURE_LANDING_HEIGHT || f == DF_FEATURE_ERODED_CELLS ||
                          f == DF_FEATURE_LINES || f == DF_FEATURE_SQUARE_HEIGHTS;
        const int64_t times = f == DF_FEATURE_LANDING_HEIGHT ? 1 : 2;
        sum += self == of_placement ? times * weights->weight[f] * values[f] : 0;
    }
    return sum;
}

int slow_rest(const slow_board *b, const df_piece *piece, unsigned orientation, unsigned x)
{
    const df_shape *shape = &piece->shape[orientation];
    if ((int)x + shape->width > b->width)
        return -1;
    for (int y = b->height; y >= 0; y--) {
        for (int i = 0; i < shape->height * shape->width; i++) {
            const int column = i % shape->width, row = i / shape->width;
            if (has_square(shape, column, row) && is_full(b, (int)x + column, y + row - 1))
                return y + shape->height <= b->height ? y : -1;
        }
    }
    return -1;
}

typedef struct slow_search {
    const df_bot_options *options;
    const uint16_t *pieces;
    size_t count;
    size_t depths;
    int held;
    df_choice first, choice;
    int64_t best;
    bool found;
} slow_search;

static void look(slow_search *s, const slow_board *b, size_t depth, size_t next, int held,
                 int64_t added);

static void look_at_piece(slow_search *s, const slow_board *b, size_t depth, uint16_t index,
                          size_t next, int held, int64_t added)
{
    const df_piece *piece = &s->options->set->pieces[index];
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        for (unsigned x = 0; piece->same_as[o] == o && x < s->options->width; x++) {
            const int y = slow_rest(b, piece, o, x);
            if (y < 0)
                continue;
            const df_place place = {(uint8_t)o, (uint8_t)x, (uint16_t)y};
            int32_t values[DF_FEATURES];
            const df_weights *weights = &s->options->weights;
            slow_measure(values, b, piece, &place, weights->score_before_clear);
            const int64_t sum = added + slow_weigh(weights, values, true);
            const int64_t score = sum + slow_weigh(weights, values, false);
            if (depth == 1)
                s->first =
                    (df_choice){.place = place, .piece = index, .holds = held != s->held};
            if (depth == s->depths) {
                if (!s->found || score > s->best) {
                    s->best = score;
                    s->choice = s->first;
                }
                s->found = true;
                continue;
            }
            slow_board after = *b;
            slow_put(&after, piece, &place);
            look(s, &after, depth + 1, next, held, sum);
        }
    }
}

static void look(slow_search *s, const slow_board *b, size_t depth, size_t next, int held,
                 int64_t added)
{
    if (next >= s->count)
        return;
    const uint16_t self = s->pieces[next];
    look_at_piece(s, b, depth, self, next + 1, held, added);
    if (!s->options->hold)
        return;
    if (held >= 0 && held != self)
        look_at_piece(s, b, depth, (uint16_t)held, next + 1, self, added);
    if (held < 0 && next + 1 < s->count)
        look_at_piece(s, b, depth, s->pieces[next + 1], next + 2, self, added);
}

bool slow_decide(const slow_board *b, const df_bot_options *options, const uint16_t *pieces,
                 size_t count, int held, df_choice *choice, int64_t *best)
{
    slow_search s = {
        .options = options, .pieces = pieces, .count = count, .depths = count, .held = held};
    if (options->hold && held < 0 && count > 1)
        s.depths = count - 1;
    look(&s, b, 1, 0, held, 0);
    *choice = s.choice;
    *best = s.best;
    return s.found;
}

void slow_rows(const slow_board *b, uint64_t *rows)
{
    for (int y = 0; y < b->height; y++) {
        rows[y] = 0;
        for (int x = 0; x < b->width; x++)
            rows[y] |= (uint64_t)b->full[y][x] << x;
    }
}
