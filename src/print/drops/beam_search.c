#include "beam_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/bits.h"
#include "core/base/jobs.h"
#include "shortlist.h"

#define MAX_PARTS 16
#define NO_BOARD SIZE_MAX
#define SEARCH_LEAST 8 /* boards that each level keeps, whatever they cost */
#define HEADER_WORDS (BOARD_HEADER / sizeof(uint64_t))

_Static_assert(BOARD_HEADER % sizeof(uint64_t) == 0, "boards are stored as words");

/* The boards of a level, each with its header and the rows that it uses. */
typedef struct search_level {
    uint64_t *words;
    size_t word_count, word_capacity;
    size_t *begin; /* of each board */
    size_t count, capacity;
} search_level;

/* The move to a board of some level, from a board of the level before. */
typedef struct search_step {
    uint32_t parent;
    board_move move;
} search_step;

/* A share of the boards of a level, which one thread expands. */
typedef struct search_part {
    candidate *found;
    size_t count, capacity;
    /* Of those found, in an open table: with a key_set the search takes 14 % longer. */
    uint64_t *hashes;
    size_t slots, used;
    uint64_t nodes;
    tuck_finder tucks;
} search_part;

typedef struct drop_search {
    const board_rules *rules;
    const drop_search_options *options;
    search_level now, next;
    shortlist choice;
    search_step *steps; /* of all levels */
    size_t step_count, step_capacity;
    size_t *level_begin; /* in `steps` */
    size_t level_count, level_capacity;
    uint32_t least;                   /* squares that a board of any level lacks */
    size_t least_level;               /* the first that has such a board */
    size_t guide[DROP_SEARCH_GUIDES]; /* its board in the level; NO_BOARD: it is left */
    unsigned part_count;
    search_part parts[MAX_PARTS];
    uint64_t nodes;
} drop_search;

void df_drop_path_free(drop_path *path)
{
    free(path->moves);
    *path = (drop_path){0};
}

static const drop_board *search_board(const search_level *level, size_t index)
{
    return (const drop_board *)&level->words[level->begin[index]];
}

static df_status search_add_board(search_level *level, const drop_board *board)
{
    const size_t words = HEADER_WORDS + board->count;
    df_status status = ARRAY_RESERVE(level->words, level->word_capacity, level->word_count,
                                     HEADER_WORDS + BOARD_ROWS);
    if (status == DF_OK)
        status = ARRAY_RESERVE(level->begin, level->capacity, level->count, 1);
    if (status != DF_OK)
        return status;
    memcpy(&level->words[level->word_count], board, words * sizeof level->words[0]);
    level->begin[level->count++] = level->word_count;
    level->word_count += words;
    return DF_OK;
}

static df_status search_grow_hashes(search_part *part)
{
    const size_t slots = part->slots > 0 ? 2 * part->slots : 1024;
    uint64_t *grown = calloc(slots, sizeof grown[0]);
    if (grown == NULL)
        return DF_ERROR_MEMORY;
    for (size_t i = 0; i < part->slots; i++) {
        size_t slot = (size_t)part->hashes[i] & (slots - 1);
        while (part->hashes[i] != 0 && grown[slot] != 0)
            slot = (slot + 1) & (slots - 1);
        if (part->hashes[i] != 0)
            grown[slot] = part->hashes[i];
    }
    free(part->hashes);
    part->hashes = grown;
    part->slots = slots;
    return DF_OK;
}

/* Adds a hash. *is_new is false if it was there. */
static df_status search_add_hash(search_part *part, uint64_t hash, bool *is_new)
{
    if (2 * part->used >= part->slots) {
        const df_status status = search_grow_hashes(part);
        if (status != DF_OK)
            return status;
    }
    size_t slot = (size_t)hash & (part->slots - 1);
    while (part->hashes[slot] != 0 && part->hashes[slot] != hash)
        slot = (slot + 1) & (part->slots - 1);
    *is_new = part->hashes[slot] == 0;
    part->hashes[slot] = hash;
    part->used += *is_new;
    return DF_OK;
}

/* Tries one drop: adds the board that it leads to unless that is hopeless or known. */
static df_status search_try(const drop_search *self, search_part *part, const board_view *view,
                            size_t parent, const board_move *move)
{
    drop_board made;
    part->nodes++;
    if (!df_board_allows(view, self->rules, move))
        return DF_OK;
    df_board_apply(&made, view, self->rules, move);
    if (df_board_min_cleared(&made) > self->options->max_cleared ||
        made.left < self->options->min_left ||
        (self->options->picture_rows > 0 && made.begun > self->options->picture_rows))
        return DF_OK;
    candidate found = {.hash = df_board_hash(&made),
                       .left = made.left,
                       .parent = (uint32_t)parent,
                       .move = *move};
    bool is_new;
    df_status status = search_add_hash(part, found.hash, &is_new);
    if (status != DF_OK || !is_new)
        return status;
    found.score =
        board_is_finished(&made)
            ? INT32_MIN
            : df_score_board(self->options->weights, &made, board_target(self->rules, &made),
                             self->options->drops_before + self->level_count + 1);
    status = ARRAY_RESERVE(part->found, part->capacity, part->count, 1);
    if (status == DF_OK)
        part->found[part->count++] = found;
    return status;
}

/* Tries one place of a shape, with all fates of the rows that are new in it. */
static df_status search_try_place(const drop_search *self, search_part *part,
                                  const board_view *view, size_t parent, board_move move)
{
    const print_shape *shape = &self->rules->shapes[move.shape];
    const drop_board *board = view->board;
    const unsigned present = move.y < board->count ? (unsigned)board->count - move.y : 0;
    const unsigned old = present < shape->height ? present : shape->height;
    df_status status = DF_OK;
    for (unsigned fate = 0; fate >> (shape->height - old) == 0 && status == DF_OK; fate++) {
        move.stays = (uint8_t)(fate << old);
        status = search_try(self, part, view, parent, &move);
    }
    return status;
}

/* Tries all straight drops of a shape. */
static df_status search_try_shape(const drop_search *self, search_part *part,
                                  const board_view *view, size_t parent, board_move move)
{
    const print_shape *shape = &self->rules->shapes[move.shape];
    const unsigned last = self->rules->targets[0].width - shape->width;
    df_status status = DF_OK;
    for (unsigned x = 0; x <= last && status == DF_OK; x++) {
        const int y = df_board_landing(view, shape, x);
        move.x = (uint8_t)x;
        move.y = (uint8_t)y;
        if (y >= 0)
            status = search_try_place(self, part, view, parent, move);
    }
    return status;
}

/* Tries all placements of a shape that were looked for. */
static df_status search_try_tucks(const drop_search *self, search_part *part,
                                  const board_view *view, size_t parent, board_move move)
{
    const print_shape *shape = &self->rules->shapes[move.shape];
    df_status status = DF_OK;
    for (unsigned y = 0; y <= view->board->count && status == DF_OK; y++) {
        uint64_t columns = df_tucks_columns(&part->tucks, view, shape, y);
        move.y = (uint8_t)y;
        for (; columns != 0 && status == DF_OK; columns &= columns - 1) {
            move.x = (uint8_t)bits_lowest(columns);
            status = search_try_place(self, part, view, parent, move);
        }
    }
    return status;
}

/* Tries all placements of a piece. */
static df_status search_try_piece(const drop_search *self, search_part *part,
                                  const board_view *view, size_t parent, supply_choice choice,
                                  bool tucks)
{
    df_status status = DF_OK;
    if (tucks)
        df_tucks_find(&part->tucks, self->rules, choice.piece);
    for (unsigned s = 0; s < PRINT_SHAPES && status == DF_OK; s++) {
        const print_shape *shape = &self->rules->shapes[s];
        const board_move move = {.shape = (uint8_t)s, .held = choice.held};
        if (shape->piece != choice.piece || shape->width > self->rules->targets[0].width)
            continue;
        if (!tucks || !part->tucks.takes_all)
            status = search_try_shape(self, part, view, parent, move);
        if (tucks && status == DF_OK)
            status = search_try_tucks(self, part, view, parent, move);
    }
    return status;
}

static df_status search_expand(const drop_search *self, search_part *part, size_t parent)
{
    supply_choice choices[DF_TETROMINOES];
    board_view view;
    const drop_board *board = search_board(&self->now, parent);
    const piece_supply *supply = self->options->supply;
    const unsigned count = supply->list(
        supply->context, self->options->drops_before + self->level_count, board->held, choices);
    bool tucks = false;
    df_status status = DF_OK;
    df_board_look(&view, board, self->rules);
    if (self->rules->tucks != NULL)
        status = df_tucks_look(&part->tucks, &view, self->rules, &tucks);
    for (unsigned i = 0; i < count && status == DF_OK; i++)
        status = search_try_piece(self, part, &view, parent, choices[i], tucks);
    return status;
}

/* Expands the share of a thread. */
static df_status search_run_part(void *context, size_t index)
{
    drop_search *self = context;
    search_part *part = &self->parts[index];
    const size_t begin = self->now.count * index / self->part_count;
    const size_t end = self->now.count * (index + 1) / self->part_count;
    part->count = 0;
    part->used = 0;
    part->nodes = 0;
    if (part->slots > 0)
        memset(part->hashes, 0, part->slots * sizeof part->hashes[0]);
    df_status status = DF_OK;
    for (size_t i = begin; i < end && status == DF_OK; i++)
        status = search_expand(self, part, i);
    return status;
}

/* Expands the level, and gathers the candidates in the order of their parents. */
static df_status search_gather(drop_search *self)
{
    df_status status = df_jobs_run(self->part_count, self->part_count, search_run_part, self);
    self->choice.count = 0;
    for (unsigned i = 0; i < self->part_count && status == DF_OK; i++) {
        const search_part *part = &self->parts[i];
        self->nodes += part->nodes;
        status = ARRAY_RESERVE(self->choice.all, self->choice.capacity, self->choice.count,
                               part->count);
        if (status == DF_OK && part->count > 0) {
            memcpy(&self->choice.all[self->choice.count], part->found,
                   part->count * sizeof part->found[0]);
            self->choice.count += part->count;
        }
    }
    return status;
}

static bool search_is_alive(void *context, const candidate *tested)
{
    const drop_search *self = context;
    drop_board made;
    df_board_make(&made, search_board(&self->now, tested->parent), self->rules, &tested->move);
    return !df_board_is_dead_end(&made, self->rules);
}

/* Puts the board after a move into the next level. */
static df_status search_enter(drop_search *self, const drop_board *made, size_t parent,
                              const board_move *move)
{
    df_status status = search_add_board(&self->next, made);
    if (status == DF_OK)
        status = ARRAY_RESERVE(self->steps, self->step_capacity, self->step_count, 1);
    if (status == DF_OK)
        self->steps[self->step_count++] = (search_step){(uint32_t)parent, *move};
    return status;
}

/* Returns the board of the next level with that hash, or NO_BOARD. */
static size_t search_find(const drop_search *self, uint64_t hash)
{
    for (size_t i = 0; i < self->choice.kept_count; i++) {
        if (self->choice.all[self->choice.kept[i]].hash == hash)
            return i;
    }
    return NO_BOARD;
}

/* Leads a guide one move on. */
static df_status search_guide(drop_search *self, size_t index)
{
    const drop_path *guide = &self->options->guides[index];
    const size_t parent = self->guide[index];
    self->guide[index] = NO_BOARD;
    if (parent == NO_BOARD || self->level_count >= guide->count)
        return DF_OK;
    const board_move *move = &guide->moves[self->level_count];
    drop_board made;
    df_board_make(&made, search_board(&self->now, parent), self->rules, move);
    if (df_board_min_cleared(&made) > self->options->max_cleared)
        return DF_OK;
    self->guide[index] = search_find(self, df_board_hash(&made));
    if (self->guide[index] != NO_BOARD)
        return DF_OK;
    self->guide[index] = self->next.count;
    return search_enter(self, &made, parent, move);
}

/* Makes the next level of the chosen candidates and the guides. */
static df_status search_advance(drop_search *self)
{
    self->next.count = 0;
    self->next.word_count = 0;
    df_status status =
        ARRAY_RESERVE(self->level_begin, self->level_capacity, self->level_count, 1);
    if (status != DF_OK)
        return status;
    self->level_begin[self->level_count] = self->step_count;
    for (size_t i = 0; i < self->choice.kept_count && status == DF_OK; i++) {
        const candidate *kept = &self->choice.all[self->choice.kept[i]];
        drop_board made;
        df_board_make(&made, search_board(&self->now, kept->parent), self->rules, &kept->move);
        status = search_enter(self, &made, kept->parent, &kept->move);
    }
    for (size_t i = 0; i < self->options->guide_count && status == DF_OK; i++)
        status = search_guide(self, i);
    self->level_count++;
    const search_level swapped = self->now;
    self->now = self->next;
    self->next = swapped;
    return status;
}

/* Writes the moves to a board of the last level. */
static df_status search_trace(const drop_search *self, size_t index, drop_search_result *result)
{
    const drop_board *board = search_board(&self->now, index);
    drop_path *path = &result->path;
    result->finished = board_is_finished(board);
    const df_status status = ARRAY_RESERVE(path->moves, path->capacity, 0, self->level_count);
    if (status != DF_OK)
        return status;
    path->count = self->level_count;
    for (size_t level = self->level_count; level-- > 0;) {
        const search_step *step = &self->steps[self->level_begin[level] + index];
        path->moves[level] = step->move;
        index = step->parent;
    }
    result->begin = index;
    return DF_OK;
}

/* Returns the squares that a board lacks at the end of the search. */
static uint32_t search_end_left(const drop_search *self)
{
    return self->options->picture_rows > 0 ? self->options->min_left : 0;
}

/* True if the search gets nowhere. */
static bool search_is_stuck(drop_search *self)
{
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < self->now.count; i++) {
        const uint32_t left = search_board(&self->now, i)->left;
        least = left < least ? left : least;
    }
    if (self->level_count <= 1 || least < self->least) {
        self->least = least;
        self->least_level = self->level_count;
    }
    const size_t patience =
        self->options->patience * (self->least == search_end_left(self) ? 4 : 1);
    return patience > 0 && self->level_count - self->least_level > patience;
}

/* Returns the number of boards to keep, after a level of that many boards and nodes. */
static size_t search_keep(const drop_search *self, size_t boards, uint64_t nodes)
{
    const drop_search_options *options = self->options;
    if (options->level_nodes == 0 || nodes == 0)
        return options->keep;
    uint64_t fitting = options->level_nodes * boards / nodes;
    fitting = fitting > SEARCH_LEAST ? fitting : SEARCH_LEAST;
    return fitting < options->keep ? (size_t)fitting : options->keep;
}

/* Returns the first board that lacks nothing and has few rows, which all clear; or NO_BOARD. */
static size_t search_find_end(const drop_search *self)
{
    for (size_t i = 0; self->options->end_rows > 0 && i < self->now.count; i++) {
        const drop_board *board = search_board(&self->now, i);
        if (board->left == search_end_left(self) && board->stays == 0 &&
            board->count <= self->options->end_rows)
            return i;
    }
    return NO_BOARD;
}

/* Goes from level to level until a board is finished. */
static df_status search_run(drop_search *self, drop_search_result *result)
{
    const drop_search_options *options = self->options;
    shortlist_options wanted = {.keep = options->keep,
                                .by_score = options->by_score,
                                .near = options->near,
                                .test = search_is_alive,
                                .context = self};
    for (size_t i = 0; i < self->now.count; i++) {
        if (board_is_finished(search_board(&self->now, i)))
            return search_trace(self, i, result);
    }
    bool is_whole = true;
    while (self->now.count > 0 && self->level_count < options->max_drops &&
           self->nodes < options->max_nodes && !result->stopped) {
        const uint64_t before = self->nodes;
        if (self->level_count > 0 && self->least == search_end_left(self))
            wanted.by_score = options->late_by_score;
        df_status status = search_gather(self);
        wanted.keep = search_keep(self, self->now.count, self->nodes - before);
        if (status == DF_OK)
            status = df_shortlist_choose(&self->choice, &wanted);
        /* In the last level a finished board has the best score. */
        is_whole = is_whole && (self->level_count + 1 >= options->max_drops ||
                                df_shortlist_is_whole(&self->choice));
        if (status == DF_OK)
            status = search_advance(self);
        if (status != DF_OK)
            return status;
        for (size_t i = 0; i < self->now.count; i++) {
            if (board_is_finished(search_board(&self->now, i)))
                return search_trace(self, i, result);
        }
        const size_t end = search_find_end(self);
        if (end != NO_BOARD)
            return search_trace(self, end, result);
        result->stopped = options->watch != NULL &&
                          !options->watch(options->watch_context, self->nodes - before);
        if (search_is_stuck(self))
            break;
    }
    result->is_whole = is_whole && !result->stopped &&
                       (self->now.count == 0 || self->level_count >= options->max_drops);
    /* The first board has the best score. */
    const bool traced = options->unfinished && self->now.count > 0 && self->level_count > 0;
    return traced ? search_trace(self, 0, result) : DF_OK;
}

static void search_free(drop_search *self)
{
    for (unsigned i = 0; i < self->part_count; i++) {
        free(self->parts[i].found);
        free(self->parts[i].hashes);
        df_tuck_finder_free(&self->parts[i].tucks);
    }
    free(self->now.words);
    free(self->now.begin);
    free(self->next.words);
    free(self->next.begin);
    free(self->steps);
    free(self->level_begin);
    df_shortlist_free(&self->choice);
}

df_status df_drop_search(const board_rules *rules, const drop_search_options *options,
                         drop_search_result *result)
{
    drop_search self = {.rules = rules, .options = options};
    drop_search_result made = {0};
    const unsigned jobs = options->jobs > 1 ? options->jobs : 1;
    self.part_count = jobs < MAX_PARTS ? jobs : MAX_PARTS;
    df_status status = DF_OK;
    for (size_t i = 0; options->begin != NULL && i < options->begin_count && status == DF_OK;
         i++)
        status = search_add_board(&self.now, &options->begin[i]);
    for (unsigned i = 0; options->begin == NULL && i < rules->target_count && status == DF_OK;
         i++) {
        drop_board first;
        df_board_begin(&first, rules, i);
        status = search_add_board(&self.now, &first);
    }
    if (status == DF_OK)
        status = search_run(&self, &made);
    made.nodes = self.nodes;
    search_free(&self);
    if (status == DF_OK)
        *result = made;
    else
        df_drop_path_free(&made.path);
    return status;
}
