#include "clear_odds.h"

#include <stdlib.h>
#include <string.h>

enum { ODDS_WATCH_INTERVAL = 1 << 14 };

/* Returns how many pieces are known before a drop. */
static size_t odds_known(const clear_odds *self, size_t drops, bool held)
{
    const size_t known = self->seen + drops + (held && !self->is_held ? 1 : 0);
    return known < self->deal->length ? known : self->deal->length;
}

/* Returns the number of continuations if `depth` pieces are known. */
static uint32_t odds_continuations(const clear_odds *self, size_t depth)
{
    const deal_set *none = &self->deal->sets[0][0];
    return none->windows[self->deal->length] / none->windows[depth];
}

static const deal_used *odds_used(const clear_odds *self, unsigned level, size_t used)
{
    return &self->graph->deal->used[level][used];
}

/* Makes room for the values of a level. */
static df_status odds_take(clear_odds *self, odds_level *level, odds_values *values)
{
    values->size = odds_continuations(self, values->depth) <= UINT8_MAX ? 1 : 4;
    for (size_t u = 0; u < DEAL_MAX_USED; u++) {
        values->base[u] = values->total;
        values->total += values->each[u] * (level->first[u + 1] - level->first[u]);
    }
    values->values = df_budget_take(self->memory, values->total, values->size);
    return values->values == NULL ? self->memory->status : DF_OK;
}

/* Prepares a level: which sets its boards stand for, and where their values are. */
static df_status odds_begin_level(clear_odds *self, unsigned l)
{
    const clear_deal *deal = self->deal;
    const graph_level *boards = &self->graph->levels[l];
    odds_level *level = &self->levels[l];
    for (size_t i = 0; i < boards->count; i++)
        level->first[(boards->boards[i] >> GRAPH_USED_SHIFT) + 1]++;
    for (size_t u = 0; u < DEAL_MAX_USED; u++)
        level->first[u + 1] += level->first[u];
    level->open.depth = odds_known(self, l > 0 ? l - 1 : 0, false);
    level->held.depth = l > 0 ? odds_known(self, l - 1, true) : level->open.depth;
    const bool all = level->open.depth == deal->length;
    level->open.kept = !self->hold || (!self->is_held && !all);
    level->held.kept = self->hold && (l > 0 || self->is_held || all);
    for (size_t u = 0; u < self->graph->deal->used_counts[l]; u++) {
        const uint32_t counts = odds_used(self, l, u)->counts;
        level->set[u] = df_deal_find_set(deal, l, counts);
        if (level->open.kept && level->set[u] != DEAL_NONE)
            level->open.each[u] = deal->sets[l][level->set[u]].windows[level->open.depth];
        for (unsigned p = 0; p < DF_TETROMINOES && l < deal->length; p++) {
            level->with[u][p] = df_deal_find_set(deal, l + 1, counts + deal_piece(p));
            level->part[u][p] = level->held.each[u];
            if (level->held.kept && level->with[u][p] != DEAL_NONE)
                level->held.each[u] +=
                    deal->sets[l + 1][level->with[u][p]].windows[level->held.depth];
        }
    }
    const df_status status = odds_take(self, level, &level->open);
    return status == DF_OK ? odds_take(self, level, &level->held) : status;
}

/* Returns where the values of a board begin. */
static size_t odds_place(const odds_level *level, const odds_values *values, size_t used,
                         size_t board)
{
    return values->base[used] + (board - level->first[used]) * values->each[used];
}

/* Joins `count` values of a board, the largest of each. */
static void odds_join(const odds_level *level, const odds_values *values, size_t used,
                      size_t board, size_t part, size_t count, uint32_t *restrict to)
{
    const size_t at = odds_place(level, values, used, board) + part;
    if (values->size == 1) {
        const uint8_t *restrict from = (const uint8_t *)values->values + at;
        for (size_t i = 0; i < count; i++)
            to[i] = from[i] > to[i] ? from[i] : to[i];
    } else {
        const uint32_t *restrict from = (const uint32_t *)values->values + at;
        for (size_t i = 0; i < count; i++)
            to[i] = from[i] > to[i] ? from[i] : to[i];
    }
}

/* One board of a level, with one of the pieces in hand. */
typedef struct odds_at {
    unsigned level;
    size_t board;
    size_t used;
    unsigned hand;
    const deal_set *set; /* of the pieces that have come, with that in hand */
} odds_at;

/* Joins the values after each drop of the piece in hand. */
static void odds_drop_hand(const clear_odds *self, const odds_at *at, bool held, size_t count,
                           uint32_t *to)
{
    const graph_level *boards = &self->graph->levels[at->level];
    const odds_level *next = &self->levels[at->level + 1];
    const odds_values *values = held || !next->open.kept ? &next->held : &next->open;
    const size_t used = odds_used(self, at->level, at->used)->next[at->hand];
    uint32_t end = 0;
    for (uint32_t e = graph_edges(boards, at->board, at->hand, &end); e < end; e++)
        odds_join(next, values, used, GRAPH_BOARD(boards->edges[e]), 0, count, to);
}

/* Joins the values after each drop of the piece that arrives: that in hand is held. */
static void odds_drop_arriving(const clear_odds *self, const odds_at *at, uint32_t *to)
{
    const graph_level *boards = &self->graph->levels[at->level];
    const odds_level *next = &self->levels[at->level + 1];
    for (unsigned piece = 0; piece < DF_TETROMINOES; piece++) {
        const uint16_t set = at->set->next[piece];
        if (set == DEAL_NONE)
            continue;
        const size_t count = self->deal->sets[at->level + 2][set].windows[next->held.depth];
        const size_t used = odds_used(self, at->level, at->used)->next[piece];
        uint32_t end = 0;
        for (uint32_t e = graph_edges(boards, at->board, piece, &end); e < end; e++)
            odds_join(next, &next->held, used, GRAPH_BOARD(boards->edges[e]),
                      next->part[used][at->hand], count, to);
        to += count;
    }
}

/* Joins groups of neighbours to their sums; returns how many there are. */
static size_t odds_sum(uint32_t *row, size_t count, size_t groups)
{
    const size_t group = count / groups;
    for (size_t i = 0; group > 1 && i < groups; i++) {
        uint32_t sum = 0;
        for (size_t j = 0; j < group; j++)
            sum += row[i * group + j];
        row[i] = sum;
    }
    return groups;
}

/* Adds values to those of a board, from `part` on. */
static void odds_store(const odds_level *level, odds_values *values, const odds_at *at,
                       size_t part, const uint32_t *restrict row, size_t count)
{
    const size_t first = odds_place(level, values, at->used, at->board) + part;
    if (values->size == 1) {
        uint8_t *restrict to = (uint8_t *)values->values + first;
        for (size_t i = 0; i < count; i++)
            to[i] = (uint8_t)(to[i] + row[i]);
    } else {
        uint32_t *restrict to = (uint32_t *)values->values + first;
        for (size_t i = 0; i < count; i++)
            to[i] += row[i];
    }
}

/* Makes the values of a board with one of its pieces in hand; `part` is where the windows of
 * open situations with this piece begin. */
static void odds_value(clear_odds *self, const odds_at *at, size_t part)
{
    odds_level *level = &self->levels[at->level];
    const size_t open = at->set->windows[odds_known(self, at->level, false)];
    const size_t held = at->set->windows[odds_known(self, at->level, true)];
    uint32_t *const *row = self->row;
    memset(row[1], 0, held * sizeof row[1][0]);
    if (self->hold)
        odds_drop_arriving(self, at, row[1]);
    if (level->open.kept && level->set[at->used] != DEAL_NONE) {
        memset(row[0], 0, open * sizeof row[0][0]);
        if (self->hold) {
            memcpy(row[0], row[1], held * sizeof row[0][0]);
            odds_sum(row[0], held, open);
        }
        odds_drop_hand(self, at, false, open, row[0]);
        const bool known = level->open.depth > at->level;
        odds_store(level, &level->open, at, part, row[0],
                   odds_sum(row[0], open, known ? at->set->windows[level->open.depth] : 1));
    }
    if (level->held.kept) {
        odds_drop_hand(self, at, true, held, row[1]);
        odds_store(level, &level->held, at, level->part[at->used][at->hand], row[1],
                   odds_sum(row[1], held, at->set->windows[level->held.depth]));
    }
}

static df_status odds_fill_level(clear_odds *self, unsigned l)
{
    const graph_level *boards = &self->graph->levels[l];
    const odds_level *level = &self->levels[l];
    for (size_t i = 0; i < boards->count; i++) {
        const df_progress progress = {.done = i, .of = boards->count};
        if (i % ODDS_WATCH_INTERVAL == 0 && self->watch != NULL &&
            !self->watch(self->watch_context, &progress))
            return DF_ERROR_CANCELLED;
        odds_at at = {
            .level = l, .board = i, .used = (size_t)(boards->boards[i] >> GRAPH_USED_SHIFT)};
        size_t part = 0;
        for (; at.hand < DF_TETROMINOES; at.hand++) {
            const uint16_t set = level->with[at.used][at.hand];
            if (set == DEAL_NONE)
                continue;
            at.set = &self->deal->sets[l + 1][set];
            odds_value(self, &at, part);
            part += level->open.depth > l ? at.set->windows[level->open.depth] : 0;
        }
    }
    return DF_OK;
}

/* Sets the values of the full board. */
static void odds_fill_last(clear_odds *self, odds_values *values)
{
    const uint32_t value = odds_continuations(self, values->depth);
    for (size_t i = 0; i < values->total; i++) {
        if (values->size == 1)
            ((uint8_t *)values->values)[i] = (uint8_t)value;
        else
            ((uint32_t *)values->values)[i] = value;
    }
}

static void odds_free_values(clear_odds *self, odds_values *values)
{
    df_budget_free(self->memory, values->values, values->total, values->size);
    values->values = NULL;
}

static void odds_free_level(clear_odds *self, unsigned l)
{
    odds_free_values(self, &self->levels[l].open);
    odds_free_values(self, &self->levels[l].held);
}

df_status df_odds_find(clear_odds *self)
{
    const unsigned last = self->graph->drops;
    size_t widest = 1;
    for (size_t n = 0; n <= self->deal->length; n++) {
        for (size_t i = 0; i < self->deal->set_counts[n]; i++) {
            for (size_t d = n; d <= odds_known(self, n > 0 ? n - 1 : 0, true); d++) {
                const size_t windows = self->deal->sets[n][i].windows[d];
                widest = windows > widest ? windows : widest;
            }
        }
    }
    for (size_t i = 0; i < 2; i++) {
        self->row[i] = malloc(widest * sizeof self->row[i][0]);
        if (self->row[i] == NULL)
            return DF_ERROR_MEMORY;
    }
    df_status status = DF_OK;
    for (unsigned l = last + 1; l-- > 0 && status == DF_OK;) {
        status = odds_begin_level(self, l);
        if (status != DF_OK)
            break;
        if (l == last) {
            odds_fill_last(self, &self->levels[l].open);
            odds_fill_last(self, &self->levels[l].held);
        } else {
            status = odds_fill_level(self, l);
        }
        if (l + 1 <= last && l > 0 && !self->keeps)
            odds_free_level(self, l + 1);
    }
    return status;
}

void df_odds_free(clear_odds *self)
{
    for (unsigned l = 0; l <= self->graph->drops; l++)
        odds_free_level(self, l);
    free(self->row[0]);
    free(self->row[1]);
}

static uint64_t odds_read(const odds_values *values, size_t at)
{
    return values->size == 1 ? ((const uint8_t *)values->values)[at]
                             : ((const uint32_t *)values->values)[at];
}

/* Returns the set of the first pieces of a queue. */
static const deal_set *odds_set(const clear_odds *self, const uint16_t *queue, size_t count)
{
    const deal_set *set = &self->deal->sets[0][0];
    for (size_t i = 0; i < count; i++)
        set = &self->deal->sets[i + 1][set->next[queue[i]]];
    return set;
}

/* Returns the number of the window of the seen pieces that follow the first `from`. */
static size_t odds_window(const clear_odds *self, const uint16_t *queue, size_t from,
                          size_t known)
{
    size_t window = 0;
    const deal_set *at = odds_set(self, queue, from);
    for (size_t i = from; i < known; i++) {
        for (unsigned p = 0; p < queue[i]; p++) {
            if (at->next[p] != DEAL_NONE)
                window += self->deal->sets[i + 1][at->next[p]].windows[known];
        }
        at = &self->deal->sets[i + 1][at->next[queue[i]]];
    }
    return window;
}

uint64_t df_odds_first(const clear_odds *self, const uint16_t *queue)
{
    const odds_level *level = &self->levels[0];
    const odds_values *values = level->open.kept ? &level->open : &level->held;
    return values->total == 0 ? 0 : odds_read(values, odds_window(self, queue, 0, self->seen));
}

odds_game df_odds_begin(const clear_odds *self, const uint16_t *queue, size_t count)
{
    odds_game made = {.hand = queue[0], .held = self->is_held, .known = self->seen};
    memcpy(made.queue, queue, count * sizeof queue[0]);
    return made;
}

/* Returns the window of a game after a drop. */
static size_t odds_window_after(const clear_odds *self, const odds_game *at, bool arriving)
{
    return odds_window(self, at->queue, at->level + (arriving ? 2 : 1), at->known);
}

/* Returns the value of a game after a drop that makes a board of the next level. */
static uint64_t odds_value_drop(const clear_odds *self, const odds_game *at, bool arriving,
                                size_t window, size_t board)
{
    const odds_level *next = &self->levels[at->level + 1];
    const odds_values *values =
        at->held || arriving || !next->open.kept ? &next->held : &next->open;
    const size_t used =
        (size_t)(self->graph->levels[at->level + 1].boards[board] >> GRAPH_USED_SHIFT);
    const deal_set *none = &self->deal->sets[0][0];
    const size_t group = none->windows[values->depth] / none->windows[at->known];
    const size_t first = odds_place(next, values, used, board) +
                         (arriving ? next->part[used][at->hand] : 0) + window * group;
    uint64_t value = 0;
    for (size_t v = 0; v < group; v++)
        value += odds_read(values, first + v);
    return value;
}

/* Returns the number of a board of a level, or SIZE_MAX. */
static size_t odds_find_board(const graph_level *level, uint64_t key)
{
    size_t low = 0, high = level->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (level->boards[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < level->count && level->boards[low] == key ? low : SIZE_MAX;
}

size_t df_odds_list(const clear_odds *self, const odds_game *at, bool arriving,
                    df_clear_choice *choices)
{
    const clear_board *rows = &self->graph->play.layout;
    const uint64_t key = self->graph->levels[at->level].boards[at->board];
    const uint64_t from = key & GRAPH_SQUARES;
    const uint16_t piece = arriving ? at->queue[at->level + 1] : at->hand;
    const uint64_t used =
        odds_used(self, at->level, (size_t)(key >> GRAPH_USED_SHIFT))->next[piece];
    const size_t window = odds_window_after(self, at, arriving);
    uint64_t landings[DF_ORIENTATIONS];
    df_clear_land(&self->graph->play, from, piece, landings);
    size_t count = 0;
    for (size_t i = rows->first[piece]; i < rows->first[piece + 1]; i++) {
        for (uint64_t rest = landings[i - rows->first[piece]]; rest != 0; rest &= rest - 1) {
            const unsigned place = bits_lowest(rest);
            const uint64_t after =
                df_clear_board_settle(rows, from | rows->shapes[i].mask << place);
            const size_t board = odds_find_board(&self->graph->levels[at->level + 1],
                                                 after | used << GRAPH_USED_SHIFT);
            if (board == SIZE_MAX)
                continue;
            choices[count++] = (df_clear_choice){
                .drop = {.drop = df_clear_drop_at(rows, &rows->shapes[i], from, place),
                         .hold = arriving != at->held},
                .clear = odds_value_drop(self, at, arriving, window, board)};
        }
    }
    return count;
}

/* Returns the largest value of a drop, and finds the board that it makes. */
static uint64_t odds_choose(const clear_odds *self, const odds_game *at, bool arriving,
                            size_t *board)
{
    const graph_level *boards = &self->graph->levels[at->level];
    const uint16_t piece = arriving ? at->queue[at->level + 1] : at->hand;
    const size_t window = odds_window_after(self, at, arriving);
    uint64_t best = 0;
    uint32_t end = 0;
    for (uint32_t e = graph_edges(boards, at->board, piece, &end); e < end; e++) {
        const size_t next = GRAPH_BOARD(boards->edges[e]);
        const uint64_t value = odds_value_drop(self, at, arriving, window, next);
        if (value <= best)
            continue;
        best = value;
        *board = next;
    }
    return best;
}

/* Returns the value of putting the piece in hand aside, which may show another one. */
static uint64_t odds_value_hold(const clear_odds *self, const odds_game *at)
{
    size_t unused = 0;
    odds_game after = *at;
    after.known = odds_known(self, at->level, true);
    if (after.known == at->known)
        return odds_choose(self, at, true, &unused);
    const deal_set *set = odds_set(self, at->queue, at->known);
    uint64_t sum = 0;
    for (uint16_t p = 0; p < DF_TETROMINOES; p++) {
        after.queue[at->known] = p;
        if (set->next[p] != DEAL_NONE)
            sum += odds_choose(self, &after, true, &unused);
    }
    return sum;
}

bool df_odds_play(const clear_odds *self, odds_game *at)
{
    size_t board = 0;
    uint64_t value = odds_choose(self, at, false, &board);
    const bool holds = self->hold && odds_value_hold(self, at) > value;
    if (holds) {
        at->known = odds_known(self, at->level, true);
        value = odds_choose(self, at, true, &board);
    }
    if (value == 0)
        return false;
    at->held = at->held || holds;
    at->board = board;
    at->level++;
    if (!holds && at->level < self->deal->length)
        at->hand = at->queue[at->level];
    at->known = odds_known(self, at->level, at->held);
    return true;
}
