#include "play_chance.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/cleanup.h"
#include "cli/base/message.h"
#include "cli/process/guard.h"

enum { CHANCE_ROWS = 4, CHANCE_MIN_WIDTH = 4, CHANCE_MAX_WIDTH = 10 };

static const char chance_hold[] = "hold ";

/* Copies the lowest rows of a playfield, which may be NULL: empty. The caller frees *made. */
static df_status chance_make_field(df_field **made, const df_field *from, unsigned width,
                                   unsigned rows)
{
    df_status status = df_field_create(made, width, rows);
    for (unsigned y = 0; status == DF_OK && from != NULL && y < rows && y < from->height; y++) {
        for (unsigned x = 0; x < width; x++) {
            if ((from->row[y] >> x & 1) != 0)
                (void)df_field_set(*made, x, y, 1);
        }
    }
    return status;
}

/* Refuses a table for another number of seen pieces. */
static cli_status chance_check_seen(const play_setup *setup, const char *table)
{
    const char *path = setup->chosen->table;
    const size_t seen = strcspn(strchr(table, '\n') + 1, " \n"),
                 shown = setup->options.next + 1;
    if (seen == shown)
        return GO_ON;
    return message("%s:2: this table is for %zu pieces that are seen, and the game shows %zu; "
                   "choose --preview %zu, or leave out --table",
                   input_name(path), seen, shown, seen - 1);
}

cli_status play_chance_prepare(play_setup *setup)
{
    const play_settings *chosen = setup->chosen;
    const df_game_options *options = &setup->options;
    const df_piece_set *set = options->set;
    if (!chosen->chance && chosen->table == NULL)
        return GO_ON;
    if (options->kind != DF_GAME_GUIDELINE || set == NULL || set->count != DF_TETROMINOES ||
        set->pieces[0].size != 4 || chosen->squares > 0 || options->deal != DF_GAME_DEAL_BAG ||
        !df_rules_have(options->rules, DF_TRAIT_CLEARS) || options->width < CHANCE_MIN_WIDTH ||
        options->width > CHANCE_MAX_WIDTH || chosen->draw.sprite != NULL)
        return message_usage("play",
                             "--%s needs tetrominoes that bags deal, by the guideline "
                             "with other --turns than gameboy, %d to %d columns and no "
                             "picture",
                             chosen->table != NULL ? "table" : "chance", CHANCE_MIN_WIDTH,
                             CHANCE_MAX_WIDTH);
    if (chosen->table == NULL)
        return GO_ON;
    df_field *field = NULL;
    char *table = NULL;
    const clear_settings asked = {.table = chosen->table,
                                  .no_hold = !options->hold,
                                  .rules = {.path = chosen->turns.path}};
    cli_status status = message_status(
        chance_make_field(&field, options->begin, options->width, CHANCE_ROWS), NULL);
    const clear_question question = {
        .chosen = &asked, .field = field, .rows = CHANCE_ROWS, .rules = options->rules};
    if (status == GO_ON)
        status = clear_table_open(&question, &table);
    if (status == GO_ON) {
        setup->table = table;
        status = chance_check_seen(setup, table);
    }
    df_field_free(field);
    return status;
}

cli_status play_chance_create(play_chance **made, const play_setup *setup)
{
    if (!setup->chosen->chance && setup->chosen->table == NULL)
        return GO_ON;
    *made = guard_share(sizeof **made);
    if (*made == NULL)
        return message("out of memory");
    (*made)->setup = setup;
    (*made)->ask = play_chance_answer;
    return GO_ON;
}

void play_chance_free(play_chance *self)
{
    if (self != NULL)
        guard_unshare(self, sizeof *self);
}

void play_chance_begin(play_chance *self)
{
    self->is_asked = false;
    self->last_total = 0;
}

/* Takes the chance that the drop of the piece that was asked about has kept. */
static void chance_take_drop(play_chance *self, const df_piece_set *set, const df_drop *drop)
{
    const clear_answer *answer = &self->answer;
    char text[DROP_TEXT_SIZE];
    drop_text_describe(text, set, drop, false);
    self->last_best = answer->tally.clear;
    self->last_total = answer->tally.total;
    self->last_kept = 0;
    for (size_t i = 0; i < answer->count; i++) {
        const char *found = answer->choices[i].drop;
        /* To change pieces with the hold shows nothing new, so the answer has both. */
        if (self->is_held && strncmp(found, chance_hold, strlen(chance_hold)) == 0)
            found += strlen(chance_hold);
        if (strcmp(found, text) == 0 && answer->choices[i].clear > self->last_kept)
            self->last_kept = answer->choices[i].clear;
    }
}

df_status play_chance_follow(play_chance *self, const df_game *play)
{
    const df_game_state *state = df_game_get_state(play);
    const bool is_held = state->held >= 0;
    if (self->is_asked && state->pieces != self->pieces) {
        self->last_total = 0;
        if (state->pieces == self->pieces + 1 && self->is_known)
            chance_take_drop(self, state->set, &state->last.drop);
        self->is_asked = false;
    }
    if (state->phase != DF_GAME_FALLING || (self->is_asked && is_held == self->is_held))
        return DF_OK;
    self->is_asked = true;
    self->is_held = is_held;
    self->pieces = state->pieces;
    return self->ask(self, play);
}

/* Counts the rows that were cleared since the playfield was empty; for df_plan_play. */
static df_status chance_count_rows(void *context, const df_field *before, const df_drop *drop,
                                   const df_landing *landing)
{
    unsigned *rows = context;
    (void)drop;
    *rows = (df_field_top(before) > 0 ? *rows : 0) + landing->cleared_count;
    return DF_OK;
}

/* Finds what the running bag holds after all pieces that have been seen; false if they do not
 * come from bags. */
static bool chance_find_bag(const df_plan *plan, const df_clear_request *request, uint64_t *bag)
{
    size_t counts[DF_TETROMINOES] = {0}, least = SIZE_MAX, most = 0;
    for (size_t i = 0; i < plan->count; i++)
        counts[plan->drops[i].piece]++;
    for (size_t i = 0; i < request->count; i++)
        counts[request->queue[i]]++;
    for (unsigned p = 0; p < DF_TETROMINOES; p++) {
        least = counts[p] < least ? counts[p] : least;
        most = counts[p] > most ? counts[p] : most;
    }
    *bag = 0;
    for (unsigned p = 0; p < DF_TETROMINOES && most > least; p++)
        *bag |= counts[p] == least ? UINT64_C(1) << p : 0;
    return most <= least + 1;
}

static bool chance_watch(void *unused, const df_progress *progress)
{
    (void)unused;
    (void)progress;
    return !cleanup_is_asked();
}

/* Finds the answer for a request whose playfield is still missing. */
static df_status chance_solve(df_clear_request *request, const df_field *from,
                              clear_answer *answer)
{
    df_field *field = NULL;
    df_clear_solver *solver = NULL;
    df_clear_choice *choices = NULL;
    df_clear_tally tally = {.total = 1, .complete = true};
    size_t count = 0;
    unsigned drops = 0;
    df_status status = chance_make_field(&field, from, from->width, request->rows);
    request->field = field;
    if (status == DF_OK)
        status = df_clear_solver_create(&solver, request, false, &drops, NULL);
    if (status == DF_OK && drops > 0)
        status = df_clear_solver_best(solver, request, &choices, &count, &tally, NULL);
    if (status == DF_OK && tally.complete)
        clear_answer_make(answer, request->set, choices, count, &tally);
    free(choices);
    df_clear_solver_free(solver);
    df_field_free(field);
    return status;
}

/* Finds the answer in the table; false without one. */
static bool chance_look_up(play_chance *self, const df_clear_request *request)
{
    char name[DF_GAME_MAX_NEXT + 3] = "";
    df_error error;
    for (size_t i = 0; i < request->count; i++)
        name[i] = request->set->pieces[request->queue[i]].name[0];
    return self->setup->table != NULL && self->setup->options.garbage == 0 &&
           self->pieces == 0 && !request->held &&
           clear_table_find(self->setup->table, name, &self->answer, &error) == DF_OK;
}

df_status play_chance_answer(play_chance *self, const df_game *play)
{
    const df_game_state *state = df_game_get_state(play);
    const df_field *field = state->field;
    clear_answer *answer = &self->answer;
    uint16_t queue[DF_GAME_MAX_NEXT + 2];
    unsigned cleared = 0;
    df_clear_request request = {.set = state->set,
                                .queue = queue,
                                .hold = state->options->hold,
                                .held = state->held >= 0,
                                .rules = state->options->rules,
                                .max = DF_CLEAR_BEST_USUAL,
                                .watch = chance_watch};
    self->is_known = false;
    answer->count = 0;
    answer->tally = (df_clear_tally){0};
    if (request.held)
        queue[request.count++] = (uint16_t)state->held;
    queue[request.count++] = (uint16_t)state->piece;
    memcpy(queue + request.count, state->next, state->next_count * sizeof queue[0]);
    request.count += state->next_count;
    df_status status = df_plan_play(state->plan, chance_count_rows, &cleared, NULL, NULL, NULL);
    if (status == DF_OK && chance_find_bag(state->plan, &request, &request.bag) &&
        !chance_look_up(self, &request)) {
        cleared = df_field_top(field) > 0 ? cleared : 0;
        request.rows = cleared < CHANCE_ROWS ? CHANCE_ROWS - cleared : 0;
        if (df_field_top(field) > request.rows)
            answer->tally.total = 1;
        else
            status = chance_solve(&request, field, answer);
    }
    /* After a first hold the piece that was held cannot come back. */
    for (size_t i = 0; i < answer->count && !state->can_hold; i++) {
        answer->tally.clear = answer->choices[i].clear;
        if (strncmp(answer->choices[i].drop, chance_hold, strlen(chance_hold)) != 0)
            break;
        answer->tally.clear = 0;
    }
    self->is_known = true;
    return status == DF_ERROR_MEMORY ? status : DF_OK;
}

/* Writes a share in percent, rounded down. */
static void chance_put_share(char text[16], uint64_t some, uint64_t all)
{
    const uint64_t hundredths = some * 10000 / all;
    snprintf(text, 16, "%u.%02u %%", (unsigned)(hundredths / 100),
             (unsigned)(hundredths % 100));
}

void play_chance_describe(char text[PLAY_CHANCE_SIZE], const play_chance *self,
                          unsigned columns)
{
    const df_clear_tally *tally = &self->answer.tally;
    const bool is_known = self->is_asked && self->is_known;
    char now[16] = "...", kept[16], best[16];
    size_t length = 0;
    text[0] = '\0';
    if (is_known && tally->total > 0)
        chance_put_share(now, tally->clear, tally->total);
    if (is_known && tally->total > 0 && tally->clear == 0)
        length = (size_t)snprintf(text, PLAY_CHANCE_SIZE, "No perfect clear is possible");
    else if (!is_known || tally->total > 0)
        length = (size_t)snprintf(text, PLAY_CHANCE_SIZE, "Best play clears %s", now);
    if (length == 0 || self->last_total == 0)
        return;
    chance_put_share(kept, self->last_kept, self->last_total);
    chance_put_share(best, self->last_best, self->last_total);
    snprintf(text + length, PLAY_CHANCE_SIZE - length, "; last drop: %s, the best: %s", kept,
             best);
    if (strlen(text) >= columns)
        *strrchr(text, ',') = '\0';
    if (strlen(text) >= columns)
        text[length] = '\0';
}
