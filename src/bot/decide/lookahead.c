/* A state is a board, the score that its placements added, and the pieces still to come. Its
 * children are candidates without boards; only those that are kept get one. */
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "core/base/array.h"

typedef struct look_state {
    board *now;
    int64_t added; /* by the placements so far */
    size_t root;
    size_t next; /* the index of its current piece */
    int held;
} look_state;

typedef struct look_candidate {
    int64_t score;
    size_t order; /* in which it was found; the first of equals is the best */
    size_t root;
    size_t parent; /* a state */
    df_place place;
    uint16_t piece;
    size_t next;
    int held;
} look_candidate;

typedef struct look_layer {
    look_state *states;
    size_t count;
    size_t capacity; /* states that have a board */
} look_layer;

struct lookahead {
    unsigned max; /* boards that are kept; 0: all */
    bool is_last; /* no board is kept any more, and no placement a root */
    look_layer now;
    look_layer then;
    look_candidate *candidates;
    size_t count;
    size_t capacity;
    look_root *roots;
    size_t root_count;
};

df_status df_lookahead_create(lookahead **search, unsigned max)
{
    lookahead *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->max = max;
    *search = made;
    return DF_OK;
}

static void lookahead_free_layer(look_layer *self)
{
    for (size_t i = 0; i < self->capacity; i++)
        df_board_free(self->states[i].now);
    free(self->states);
}

void df_lookahead_free(lookahead *search)
{
    if (search == NULL)
        return;
    lookahead_free_layer(&search->now);
    lookahead_free_layer(&search->then);
    free(search->candidates);
    free(search->roots);
    free(search);
}

/* Makes sure that the layer has `count` states with boards. */
static df_status lookahead_reserve(look_layer *self, const grid *g, size_t count)
{
    if (count <= self->capacity)
        return DF_OK;
    df_status status = ARRAY_RESIZE(self->states, count);
    while (status == DF_OK && self->capacity < count) {
        status = df_board_create(g, &self->states[self->capacity].now);
        self->capacity += status == DF_OK;
    }
    return status;
}

/* Adds all placements of a piece on the board of a state; of the last piece the best. */
static df_status lookahead_add_piece(df_bot *bot, size_t parent, uint16_t piece, size_t next,
                                     int held)
{
    lookahead *search = bot->search;
    const look_state *from = &search->now.states[parent];
    const size_t found = search->is_last
                             ? df_bot_find_best(bot, from->now, piece, bot->list) > 0
                             : df_bot_list(bot, from->now, piece, bot->list);
    const df_status status =
        ARRAY_RESERVE(search->candidates, search->capacity, search->count, found);
    if (status != DF_OK)
        return status;
    for (size_t i = 0; i < found; i++) {
        search->candidates[search->count] =
            (look_candidate){.score = from->added + bot->list[i].score,
                             .order = search->count,
                             .root = from->root,
                             .parent = parent,
                             .place = bot->list[i].place,
                             .piece = piece,
                             .next = next,
                             .held = held};
        search->count++;
    }
    return DF_OK;
}

/* Adds all children of a state: with the current piece, and with the piece in hold, or the next
 * one while nothing is in hold. */
static df_status lookahead_expand(df_bot *bot, size_t parent, const bot_view *view,
                                  size_t known)
{
    const look_state *from = &bot->search->now.states[parent];
    const size_t next = from->next;
    const int held = from->held;
    if (next >= known)
        return DF_OK;
    const uint16_t self = view->pieces[next];
    df_status status = lookahead_add_piece(bot, parent, self, next + 1, held);
    if (status != DF_OK || !bot->options.hold)
        return status;
    if (held >= 0)
        return held == self
                   ? DF_OK
                   : lookahead_add_piece(bot, parent, (uint16_t)held, next + 1, (int)self);
    if (next + 1 >= known)
        return DF_OK;
    return lookahead_add_piece(bot, parent, view->pieces[next + 1], next + 2, (int)self);
}

static int compare_candidates(const void *a, const void *b)
{
    const look_candidate *left = a, *right = b;
    if (left->score != right->score)
        return left->score > right->score ? -1 : 1;
    /* Of equal boards, the one whose root came first is kept. */
    if (left->root != right->root)
        return left->root < right->root ? -1 : 1;
    return (left->order > right->order) - (left->order < right->order);
}

/* Makes the candidates of the first piece the roots. */
static df_status begin_roots(lookahead *search, const bot_view *view)
{
    const df_status status = ARRAY_RESIZE(search->roots, search->count + 1);
    if (status != DF_OK)
        return status;
    search->root_count = search->count;
    for (size_t i = 0; i < search->count; i++) {
        look_candidate *c = &search->candidates[i];
        c->root = i;
        /* With the same piece twice, what is put down and what is held cannot be told apart. */
        const bool holds = c->held != view->held;
        search->roots[i] = (look_root){{c->place, c->piece, holds, INT64_MIN}, 0, i};
    }
    return DF_OK;
}

/* Notes how far each root has come, and its best there. */
static void lookahead_note(lookahead *search, unsigned depth)
{
    for (size_t i = 0; i < search->count; i++) {
        const look_candidate *c = &search->candidates[i];
        look_root *root = &search->roots[c->root];
        if (root->depth < depth || c->score > root->choice.score)
            root->choice.score = c->score;
        root->depth = depth;
    }
}

/* True if the layer has its last state twice. Equal boards have equal scores, so only states
 * with the same score are compared; they follow one another. */
static bool is_repeated(const look_layer *then, const grid *g, const int64_t *scores)
{
    const look_state *last = &then->states[then->count - 1];
    const size_t bytes = grid_words(g, g->height) * sizeof(uint64_t);
    for (size_t i = then->count - 1; i-- > 0 && scores[i] == scores[then->count - 1];) {
        const look_state *other = &then->states[i];
        if (other->held == last->held && other->next == last->next &&
            memcmp(other->now->words, last->now->words, bytes) == 0)
            return true;
    }
    return false;
}

/* Makes states of the best candidates. */
static df_status lookahead_keep_best(df_bot *bot)
{
    lookahead *search = bot->search;
    look_layer *then = &search->then;
    const grid *g = &bot->judge.layout;
    const size_t max =
        search->max == 0 || search->max > search->count ? search->count : search->max;
    if (search->max != 0)
        qsort(search->candidates, search->count, sizeof search->candidates[0],
              compare_candidates);
    const df_status status = lookahead_reserve(then, g, max);
    int64_t *scores = calloc(max + 1, sizeof scores[0]);
    if (status != DF_OK || scores == NULL) {
        free(scores);
        return DF_ERROR_MEMORY;
    }
    then->count = 0;
    for (size_t i = 0; i < search->count && then->count < max; i++) {
        const look_candidate *c = &search->candidates[i];
        const look_state *from = &search->now.states[c->parent];
        const df_shape *shape = &bot->options.set->pieces[c->piece].shape[c->place.orientation];
        look_state *to = &then->states[then->count];
        const board_change change =
            df_board_place(g, to->now, from->now, shape, c->place.x, c->place.y);
        to->added = from->added + df_evaluate_change(&bot->judge, shape, c->place.y, change);
        to->root = c->root;
        to->next = c->next;
        to->held = c->held;
        scores[then->count++] = c->score;
        if (search->max != 0 && is_repeated(then, g, scores))
            then->count--;
    }
    free(scores);
    return DF_OK;
}

static void copy_board(const grid *g, board *to, const board *from)
{
    uint64_t *words = to->words;
    memcpy(words, from->words, grid_words(g, g->height) * sizeof words[0]);
    *to = *from;
    to->words = words;
}

df_status df_lookahead_search(df_bot *bot, const bot_view *view, const look_root **roots,
                              size_t *count)
{
    lookahead *search = bot->search;
    const grid *g = &bot->judge.layout;
    const unsigned wanted = bot->options.lookahead;
    const size_t known = view->count < wanted ? view->count : wanted;
    /* The first piece that goes into hold uses up a known piece, so one fewer is placed;
     * placements without hold must be compared at the same depth. */
    const size_t depths = bot->options.hold && view->held < 0 && known > 1 ? known - 1 : known;
    df_status status = lookahead_reserve(&search->now, g, 1);
    if (status != DF_OK)
        return status;
    look_state *first = &search->now.states[0];
    copy_board(g, first->now, view->now);
    *first = (look_state){.now = first->now, .held = view->held};
    search->now.count = 1;
    for (unsigned depth = 1; status == DF_OK && depth <= depths; depth++) {
        search->count = 0;
        search->is_last = depth > 1 && depth == depths;
        for (size_t i = 0; status == DF_OK && i < search->now.count; i++)
            status = lookahead_expand(bot, i, view, known);
        if (status == DF_OK && depth == 1)
            status = begin_roots(search, view);
        if (status != DF_OK)
            return status;
        lookahead_note(search, depth);
        if (depth == depths || search->count == 0)
            break;
        status = lookahead_keep_best(bot);
        const look_layer swap = search->now;
        search->now = search->then;
        search->then = swap;
    }
    *roots = search->roots;
    *count = search->root_count;
    return status;
}

size_t df_bot_list(df_bot *bot, const board *b, unsigned piece, scored *list)
{
    const df_piece *self = &bot->options.set->pieces[piece];
    size_t count;
    if (df_lanes_fit(bot->lanes, piece)) {
        count = df_lanes_list(bot->lanes, b, piece, list);
    } else if (bot->finder == NULL) {
        count = df_evaluate_drops(&bot->judge, b, self, list);
    } else {
        count = df_places_find(bot->finder, b, piece, bot->places);
        for (size_t i = 0; i < count; i++) {
            const df_place *place = &bot->places[i];
            list[i] =
                (scored){*place, df_evaluate(&bot->judge, b, &self->shape[place->orientation],
                                             place->x, place->y)};
        }
    }
    bot->placements += count;
    return count;
}

size_t df_bot_find_best(df_bot *bot, const board *b, unsigned piece, scored *best)
{
    if (df_lanes_fit(bot->lanes, piece)) {
        const size_t count = df_lanes_choose(bot->lanes, b, piece, best);
        bot->placements += count;
        return count;
    }
    const size_t count = df_bot_list(bot, b, piece, bot->list);
    scored_find_best(bot->list, count, best);
    return count;
}
