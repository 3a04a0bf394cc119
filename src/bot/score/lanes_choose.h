/* The drops of a piece, all of them or the best; a file includes this header as it does
 * lanes_kernel.h. Of drops that fill no row only those are scored whose bound is as high as the
 * best score. */
#pragma once

#include <stdlib.h>

#include "lanes_kernel.h"

enum {
    PICKS = 4,             /* the highest bounds, among which nearly always is the best drop */
    WALL = 64,             /* higher than any board */
    MAX_GAPS = 16,         /* drops with more of them have no bound */
    MAX_LOST = 16000,      /* with all that is added to it there are 16 bits */
    UNBOUNDED = INT16_MAX, /* the bound of a drop that has none */
    DONE = INT16_MIN       /* and of one that is not to be scored */
};

/* A number for each of some columns where a shape may have its left one. */
typedef int16_t columns __attribute__((vector_size(2 * COLUMNS)));

KERNEL columns columns_load(const int16_t *from)
{
    columns loaded;
    memcpy(&loaded, from, sizeof loaded);
    return loaded;
}

KERNEL columns columns_max(columns a, columns b)
{
    const columns more = a > b;
    return (a & more) | (b & ~more);
}

/* Where the drops of a piece come to rest, or the highest row inside. */
typedef struct landing {
    int16_t y[LANES_MAX_DROPS + LANES_MAX_WIDTH];
    uint64_t inside; /* the set of those that are */
} landing;

KERNEL void lanes_land(landing *made, const lanes *l, const board *b, const lanes_piece *self)
{
    const grid *g = &l->judge->layout;
    int16_t top[LANES_MAX_WIDTH + LANES_MAX_SIDE] = {0};
    unsigned count = 0;
    memset(made->y, 0, sizeof made->y);
    made->inside = bits_low(self->drops);
    for (unsigned x = 0; x < g->width; x++)
        top[x] = (int16_t)b->top[x];
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &self->piece->shape[o];
        if (self->piece->same_as[o] != o)
            continue;
        const unsigned end = count + g->width + 1 - shape->width;
        for (unsigned x = 0; count + x < end; x += COLUMNS) {
            columns rest = {0};
            for (unsigned i = 0; i < shape->width; i++)
                rest = columns_max(rest, columns_load(top + x + i) - (int16_t)shape->bottom[i]);
            memcpy(made->y + count + x, &rest, sizeof rest);
        }
        const int limit = (int)g->height - shape->height;
        for (; count < end && (int)b->rows > limit; count++) {
            if (made->y[count] > limit) {
                made->inside &= ~(UINT64_C(1) << count);
                made->y[count] = (int16_t)limit;
            }
        }
        count = end;
    }
}

/* Adds a drop to a handful that was set to 0. */
KERNEL void lanes_take(lanes_handful *some, unsigned lane, const lanes_piece *self,
                       const landing *at, unsigned drop)
{
    for (unsigned k = 0; k < LANES_MAX_SIDE; k++)
        some->row[k][lane] = self->row[k][drop];
    some->rise[lane] = self->rise[drop];
    some->y[lane] = (uint16_t)at->y[drop];
    some->rows = unsigned_max(some->rows, some->y[lane] + some->rise[lane] + 1u);
}

KERNEL scored lanes_get(const lanes_piece *self, const landing *at, unsigned drop)
{
    scored one = {self->place[drop], 0};
    one.place.y = (uint16_t)at->y[drop];
    return one;
}

/* Scores all drops that are inside. */
KERNEL size_t lanes_score(const lanes *l, const board *b, const lanes_piece *self,
                          const landing *at, scored *list)
{
    size_t count = 0;
    for (uint64_t left = at->inside; left != 0;) {
        lanes_handful some = {.rows = b->rows};
        double score[LANES], narrow;
        const size_t from = count;
        for (unsigned i = 0; i < LANES && left != 0; i++, left &= left - 1) {
            lanes_take(&some, i, self, at, bits_lowest(left));
            list[count++] = lanes_get(self, at, bits_lowest(left));
        }
        lanes_weigh(l, b, &some, score, &narrow);
        for (size_t i = from; i < count; i++)
            list[i].score = (int64_t)score[i - from];
    }
    return count;
}

/* Does the work of df_lanes_list. */
KERNEL size_t lanes_list(const lanes *l, const board *b, unsigned piece, scored *list)
{
    const lanes_piece *self = &l->pieces[piece];
    landing at;
    lanes_land(&at, l, b, self);
    return lanes_score(l, b, self, &at, list);
}

/* ---- bounds ---- */

/* What the bounds need of a board. The sums are over all columns before x. */
typedef struct survey {
    int16_t top[1 + 2 * LANES_MAX_WIDTH]; /* [1 + x]; walls on both sides */
    /* What a drop from x to end - 1 gains at most by filling wells and by ending steps is
     * lost[end] - kept[x]. */
    int16_t kept[LANES_MAX_WIDTH], lost[LANES_MAX_WIDTH + 1 + LANES_MAX_SIDE];
    uint32_t rows[LANES_MAX_WIDTH + 1]; /* [n]: the set of rows with n empty squares */
    int16_t height;                     /* of the board */
} survey;

/* Returns false if the sums could be too large. */
KERNEL bool lanes_survey(survey *s, const lanes *l, const board *b)
{
    const grid *g = &l->judge->layout;
    int32_t sum = 0, before = 0, most = 0;
    memset(s, 0, sizeof *s);
    s->height = (int16_t)b->rows;
    s->top[0] = s->top[g->width + 1] = WALL;
    for (unsigned x = 0; x < g->width; x++)
        s->top[x + 1] = (int16_t)b->top[x];
    for (unsigned x = 0; x < g->width; x++) {
        const int left = s->top[x], self = s->top[x + 1], right = s->top[x + 2];
        const int depth = (left < right ? left : right) - self;
        /* The step on its left goes, too. There is none at a wall. */
        s->kept[x] = (int16_t)(sum - before);
        before = x + 1 < g->width ? l->bounds.step[abs(right - self)] : 0;
        sum += before + l->bounds.well[depth > 0 ? depth : 0];
        s->lost[x + 1] = (int16_t)sum;
        most = sum > most ? sum : most;
    }
    s->rows[g->width] = UINT32_MAX << b->rows;
    for (unsigned x = 0; x < LANES_MAX_SIDE; x++)
        s->lost[g->width + 1 + x] = (int16_t)sum;
    for (unsigned y = 0; y < b->rows; y++)
        s->rows[g->width - bits_count(grid_row(g, b->words, y))] |= UINT32_C(1) << y;
    return most <= MAX_LOST;
}

/* What is around a shape. */
typedef struct surroundings {
    columns gaps;    /* empty squares below it, */
    columns covered; /* and in how many columns */
    columns beside;  /* empty squares on its left and right */
    columns fills;   /* all bits if it fills a row */
} surroundings;

KERNEL void lanes_look_around(surroundings *a, const survey *s, const df_shape *shape,
                              unsigned x, columns y)
{
    const int16_t *top = s->top + x;
    *a = (surroundings){{0}, {0}, {0}, {0}};
    for (unsigned i = 0; i < shape->width; i++) {
        const columns gap = y + (int16_t)shape->bottom[i] - columns_load(top + 1 + i);
        a->gaps += gap;
        a->covered -= gap > 0;
    }
    for (unsigned i = 0; i < shape->height; i++) {
        const unsigned first = bits_lowest(shape->row[i]), last = bits_highest(shape->row[i]);
        const columns above = y + (int16_t)(i + 1);
        a->beside -= above > columns_load(top + first);
        a->beside -= above > columns_load(top + 2 + last);
        /* A row that it fills has as many empty squares as the shape has squares. */
        for (uint32_t rows = s->rows[last - first + 1] >> i; rows != 0; rows &= rows - 1)
            a->fills |= y == (int16_t)bits_lowest(rows);
    }
}

/* Bounds a shape in some columns. */
KERNEL columns lanes_bound_columns(const lanes_bounds *by, const survey *s,
                                   const df_shape *shape, int16_t fixed, unsigned x, columns y)
{
    surroundings a;
    lanes_look_around(&a, s, shape, x, y);
    const columns many = a.gaps > MAX_GAPS, some = (a.gaps > 0) & ~many;
    const columns over = (s->height - y) & some, gaps = a.gaps & some;
    const columns sum = columns_load(s->lost + x + shape->width) - columns_load(s->kept + x) +
                        fixed + by->climb * y + by->beside * a.beside + by->gap * gaps +
                        by->column * a.covered + by->hole_top * over;
    const columns free = a.fills | many;
    return (sum & ~free) | (free & UNBOUNDED);
}

/* Bounds all drops of a piece. */
KERNEL void lanes_bound(int16_t *bound, const lanes_bounds *by, const survey *s, unsigned width,
                        const lanes_piece *self, const int16_t *y)
{
    unsigned count = 0;
    for (unsigned o = 0; o < DF_ORIENTATIONS; o++) {
        const df_shape *shape = &self->piece->shape[o];
        if (self->piece->same_as[o] != o)
            continue;
        const unsigned places = width + 1 - shape->width;
        for (unsigned x = 0; x < places; x += COLUMNS) {
            const columns made = lanes_bound_columns(by, s, shape, self->fixed[o], x,
                                                     columns_load(y + count + x));
            memcpy(bound + count + x, &made, sizeof made);
        }
        count += places;
    }
}

/* ---- the best drop ---- */

/* Ranks a drop: by its bound, and before later ones. */
KERNEL int32_t lanes_rank(int32_t bound, unsigned drop)
{
    return bound * LANES_MAX_DROPS + (LANES_MAX_DROPS - 1 - (int32_t)drop);
}

KERNEL unsigned lanes_get_ranked(int32_t rank)
{
    return LANES_MAX_DROPS - 1 - ((uint32_t)rank & (LANES_MAX_DROPS - 1));
}

/* Finds the highest ranks, the highest first. Bounds come in any order, so there are no
 * branches to be guessed. */
KERNEL void lanes_pick(int32_t picks[PICKS], const int16_t *bound, unsigned count)
{
    int32_t top[PICKS];
    for (unsigned i = 0; i < PICKS; i++)
        top[i] = INT32_MIN;
    for (unsigned drop = 0; drop < count; drop++) {
        int32_t next = lanes_rank(bound[drop], drop);
        UNROLL
        for (unsigned i = 0; i < PICKS; i++) {
            const int32_t self = top[i];
            top[i] = next > self ? next : self;
            next = next > self ? self : next;
        }
    }
    memcpy(picks, top, sizeof top);
}

/* Returns a rank that all drops have which may reach a score, in comparison with the board
 * before them without LANES_NARROW. */
KERNEL int32_t lanes_find_least(const lanes_bounds *by, int64_t score)
{
    /* Rounded up or towards 0: not higher than what a bound in units has to reach. */
    const int64_t units = (score - by->narrow) / by->unit;
    const int64_t low = units > DONE + 1 ? units : DONE + 1;
    return lanes_rank((int32_t)(low < UNBOUNDED ? low : UNBOUNDED), LANES_MAX_DROPS - 1);
}

/* Finds the first of the best drops by bounds. */
KERNEL void lanes_find_bounded(const lanes *l, const board *b, const lanes_piece *self,
                               const landing *at, const survey *s, scored *best)
{
    int16_t bound[LANES_MAX_DROPS + LANES_MAX_WIDTH];
    int32_t picks[PICKS], least = lanes_rank(DONE + 1, LANES_MAX_DROPS - 1);
    unsigned first = LANES_MAX_DROPS;
    double highest = 0;
    lanes_bound(bound, &l->bounds, s, l->judge->layout.width, self, at->y);
    for (uint64_t out = ~at->inside & bits_low(self->drops); out != 0; out &= out - 1)
        bound[bits_lowest(out)] = DONE;
    do {
        /* Lane 0 is the board as it is. */
        lanes_handful some = {.rows = b->rows};
        double score[LANES], narrow;
        unsigned count = 0;
        lanes_pick(picks, bound, self->drops);
        for (; count < PICKS && picks[count] >= least; count++)
            lanes_take(&some, count + 1, self, at, lanes_get_ranked(picks[count]));
        if (count == 0)
            break;
        lanes_weigh(l, b, &some, score, &narrow);
        for (unsigned i = 0; i < count; i++) {
            const unsigned drop = lanes_get_ranked(picks[i]);
            bound[drop] = DONE;
            if (first == LANES_MAX_DROPS || score[i + 1] > highest ||
                (score[i + 1] == highest && drop < first)) {
                first = drop;
                highest = score[i + 1];
            }
        }
        least = lanes_find_least(&l->bounds, (int64_t)(highest - (score[0] - narrow)));
    } while (picks[PICKS - 1] >= least);
    *best = lanes_get(self, at, first);
    best->score = (int64_t)highest;
}

/* Does the work of df_lanes_choose. */
KERNEL size_t lanes_choose(const lanes *l, const board *b, unsigned piece, scored *best)
{
    const lanes_piece *self = &l->pieces[piece];
    scored list[LANES_MAX_DROPS];
    landing at;
    survey s;
    lanes_land(&at, l, b, self);
    const size_t count = bits_count(at.inside);
    if (count > 0 && l->has_bounds && self->has_bounds && lanes_survey(&s, l, b)) {
        lanes_find_bounded(l, b, self, &at, &s, best);
        return count;
    }
    lanes_score(l, b, self, &at, list);
    scored_find_best(list, count, best);
    return count;
}
