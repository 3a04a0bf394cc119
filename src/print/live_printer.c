#include "dropforge/print.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/board/field_rows.h"
#include "core/board/plan_deal.h"
#include "live_printer.h"
#include "print/base/carriers.h"
#include "print/drops/dealt_game.h"
#include "print_dealt.h"

/* Nodes before each drop: less than a tenth of a second. */
#define ANSWER_NODES 500000

struct df_live_printer {
    df_print_options options;
    df_plan_deal deal;
    const df_picture *picture;
    df_picture *flat;          /* owned; NULL unless any piece may leave any square */
    const df_picture *printed; /* the one of these that is printed */
    print_job job;             /* of it, with these options */
    carrier_sets sets;
    target_place place;
    dealt_game *game;
    df_field *known;    /* what lay in the playfield when the printer was asked last; owned */
    df_field *expected; /* the field after the drop of the last answer; owned */
    bool has_begun;     /* there is an answer */
    df_live_answer answer;
};

static bool live_watch(void *context, uint64_t nodes, size_t drops)
{
    df_live_printer *self = context;
    self->answer.nodes += nodes;
    const df_progress progress = {.done = self->answer.nodes, .drops = drops};
    return self->options.watch == NULL ||
           self->options.watch(self->options.watch_context, &progress);
}

/* Chooses the pieces of the colours, and checks that the picture is possible with them. */
static df_status live_choose_pieces(df_live_printer *self, df_error *error)
{
    static const uint8_t order[DF_TETROMINOES] = SHARE_ORDER;
    const print_job *job = &self->job;
    if (job->options->pieces == NULL ||
        df_carriers_read(&self->sets, job->options->pieces) != CARRIERS_FINE)
        self->sets = df_share_pieces(job, order, true);
    self->place = (target_place){.picture = job->frames[0],
                                 .tetrominoes = job->tetrominoes,
                                 .width = job->options->width,
                                 .left = job->options->column - (job->options->column > 0),
                                 .anchors = job->options->anchors};
    memcpy(self->place.carriers, self->sets.pieces, sizeof self->place.carriers);
    if (job->options->column > 0 &&
        self->place.left + job->frames[0]->width > self->place.width)
        return df_error_set(error, DF_ERROR_ARGUMENT,
                            "the picture reaches beyond the playfield; choose another column");
    return df_dealt_check(&self->place, df_print_dealt_rows(job, self->options.rules), error);
}

/* Checks the options, and makes the game. */
static df_status live_begin(df_live_printer *self, df_error *error)
{
    print_job *job = &self->job;
    job->error = error;
    df_status status = df_print_prepare_dealt(job, &self->options);
    if (status == DF_OK && df_carriers_are_any(self->options.pieces)) {
        status = df_carriers_flatten(&self->flat, self->picture);
        self->printed = self->flat;
    }
    if (status == DF_OK)
        status = df_method_check(job, &df_print_method_dealt);
    if (status == DF_OK)
        status = live_choose_pieces(self, error);
    job->error = NULL;
    if (status != DF_OK)
        return status;
    const dealt_request request = {
        .place = &self->place,
        .stays_left = self->options.column > 0,
        .max_height = df_print_dealt_rows(job, self->options.rules),
        .rules = self->options.rules,
        .hold = self->deal.hold,
        .bags = df_deal_has_bags(self->deal.deal),
        .effort = self->options.effort,
        .drop_nodes = ANSWER_NODES,
        .seed = self->options.seed,
        .jobs = self->options.jobs,
        .watch = live_watch,
        .watch_context = self,
    };
    status = df_field_create(&self->known, self->place.width, DF_FIELD_MAX_HEIGHT);
    if (status == DF_OK)
        status = df_field_create(&self->expected, self->place.width, DF_FIELD_MAX_HEIGHT);
    return status == DF_OK ? df_dealt_game_create(&self->game, &request) : status;
}

df_status df_live_printer_create(df_live_printer **printer, const df_picture *picture,
                                 const df_piece_set *tetrominoes,
                                 const df_print_options *options, df_error *error)
{
    if (options->deal == NULL)
        return DF_ERROR_ARGUMENT;
    df_live_printer *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->options = *options;
    made->picture = made->printed = picture;
    made->deal = *options->deal;
    made->deal.count = 0;
    made->options.deal = &made->deal;
    made->job = (print_job){.tetrominoes = tetrominoes,
                            .options = &made->options,
                            .frames = &made->printed,
                            .frame_count = 1};
    const df_status status = live_begin(made, error);
    if (status == DF_OK)
        *printer = made;
    else
        df_live_printer_free(made);
    return status;
}

void df_live_printer_free(df_live_printer *printer)
{
    if (printer == NULL)
        return;
    df_dealt_game_free(printer->game);
    df_field_free(printer->known);
    df_field_free(printer->expected);
    df_picture_free(printer->flat);
    free(printer);
}

df_status df_live_printer_make_plan(df_plan **plan, const df_live_printer *printer)
{
    df_plan *made = NULL;
    const df_status status = df_plan_create(&made, printer->options.width,
                                            printer->options.height, printer->job.tetrominoes);
    if (status != DF_OK)
        return status;
    made->rules = printer->options.rules;
    if (printer->flat == NULL)
        df_carriers_paint(made, printer->printed, printer->sets.pieces);
    *plan = made;
    return DF_OK;
}

/* Copies the squares; `to` is higher. */
static void live_copy(df_field *to, const df_field *from)
{
    df_field_clear(to);
    df_field_copy_rows(to, from, df_field_top(from));
}

/* True if both fields are the same: the same squares and, if colours count, of the same pieces.
 */
static bool live_lies(const df_live_printer *self, const df_field *one, const df_field *other)
{
    const unsigned top = df_field_top(one);
    bool same = top == df_field_top(other);
    for (unsigned y = 0; y < top && same; y++) {
        same = one->row[y] == other->row[y];
        for (unsigned x = 0; x < one->width && same && self->flat == NULL; x++)
            same = df_field_square(one, x, y) == df_field_square(other, x, y);
    }
    return same;
}

/* True if the view shows that field, that hold, and the pieces of the game from `next` on. */
static bool live_matches(const df_live_printer *self, const df_live_view *view,
                         const df_field *field, unsigned held, size_t next)
{
    const dealt_game *game = self->game;
    if (view->held + 1 != (int)held || next > game->seen_count ||
        view->count < game->seen_count - next || !live_lies(self, view->field, field))
        return false;
    for (size_t i = next; i < game->seen_count; i++) {
        if (view->pieces[i - next] != game->seen[i])
            return false;
    }
    return true;
}

/* Shows the game the pieces that are new; `next` is the current one. */
static df_status live_see(df_live_printer *self, const df_live_view *view, size_t next)
{
    dealt_game *game = self->game;
    df_status status = DF_OK;
    while (game->seen_count - next < view->count && status == DF_OK)
        status = df_dealt_game_see(game, view->pieces[game->seen_count - next]);
    return status;
}

static df_status live_begin_anew(df_live_printer *self, const df_live_view *view)
{
    const unsigned held = (unsigned)(view->held + 1);
    live_copy(self->known, view->field);
    const df_status status = df_dealt_game_begin(self->game, view->field, held);
    self->game->keeps = view->keeps;
    return status == DF_OK ? live_see(self, view, held != 0) : status;
}

/* Finds out what has happened since the last answer. *is_same: nothing that matters. */
static df_status live_follow(df_live_printer *self, const df_live_view *view, bool *is_same,
                             bool *is_new)
{
    dealt_game *game = self->game;
    const unsigned held = game->held;
    const size_t next = game->drops + (held != 0);
    *is_same = *is_new = false;
    if (self->has_begun && view->keeps == game->keeps &&
        live_matches(self, view, self->known, held, next)) {
        *is_same = game->seen_count - next == view->count;
        return live_see(self, view, next);
    }
    if (self->has_begun && self->answer.state == DF_LIVE_DROP && !view->keeps) {
        const unsigned then = game->plan.moves[0].held;
        df_landing landing;
        live_copy(self->expected, self->known);
        if (df_drop_apply(self->expected, self->job.tetrominoes, &self->answer.drop,
                          df_dealt_game_rules(game), &landing) == DF_REFUSAL_NONE &&
            live_matches(self, view, self->expected, then, game->drops + 1 + (then != 0))) {
            df_dealt_game_play(game);
            live_copy(self->known, self->expected);
            return live_see(self, view, game->drops + (then != 0));
        }
    }
    *is_new = self->has_begun || df_field_top(view->field) > 0;
    return live_begin_anew(self, view);
}

static bool live_is_finished(const dealt_game *game)
{
    if (game->begun)
        return board_is_finished(&game->board);
    bool finished = false;
    for (size_t i = 0; i < game->start_count; i++)
        finished = finished || board_is_finished(&game->starts[i]);
    return finished;
}

/* True if the number of squares allows it: a drop adds four, a clear takes a row's. */
static bool live_is_even(const df_live_printer *self)
{
    const unsigned width = self->place.width;
    const unsigned step = width % 4 == 0 ? 4 : width % 2 == 0 ? 2 : 1;
    size_t squares = self->game->run.targets[0].squares;
    for (unsigned y = 0; y < df_field_top(self->known); y++)
        squares += bits_count(self->known->row[y]) * 3U; /* -1 mod 4 */
    return squares % step == 0;
}

/* Writes the first drop of the plan. */
static void live_take_drop(df_live_printer *self)
{
    const dealt_game *game = self->game;
    self->answer.state = DF_LIVE_DROP;
    self->answer.drop = df_dealt_game_drop(game);
    self->answer.holds = game->plan.moves[0].held != game->held;
    self->answer.to_go = game->finishes ? game->plan.count : 0;
}

static df_status live_plan(df_live_printer *self)
{
    dealt_game *game = self->game;
    bool found = false;
    if (live_is_finished(game)) {
        self->answer.state = DF_LIVE_FINISHED;
        return DF_OK;
    }
    self->answer.uneven = !live_is_even(self);
    if ((!game->begun && game->start_count == 0) || self->answer.uneven) {
        self->answer.state = DF_LIVE_NONE;
        return DF_OK;
    }
    game->run.stopped = false;
    const df_status status = df_dealt_game_plan(game, &found);
    if (status == DF_OK && found)
        live_take_drop(self);
    else if (status == DF_OK && game->run.stopped)
        return DF_ERROR_CANCELLED;
    return status;
}

static df_status live_check(const df_live_printer *self, const df_live_view *view)
{
    if (view->field->width != self->place.width || view->count == 0 ||
        view->held >= DF_TETROMINOES)
        return DF_ERROR_ARGUMENT;
    for (size_t i = 0; i < view->count; i++) {
        if (view->pieces[i] >= DF_TETROMINOES)
            return DF_ERROR_ARGUMENT;
    }
    for (unsigned y = 0; y < view->field->height; y++) {
        if (view->field->row[y] == df_field_full_row(view->field))
            return DF_ERROR_ARGUMENT;
    }
    return DF_OK;
}

df_status df_live_printer_choose(df_live_printer *printer, const df_live_view *view,
                                 df_live_answer *answer)
{
    bool is_same, is_new;
    df_status status = live_check(printer, view);
    if (status != DF_OK)
        return status;
    status = live_follow(printer, view, &is_same, &is_new);
    if (status == DF_OK && !is_same) {
        printer->answer = (df_live_answer){.state = DF_LIVE_LIMIT, .is_new = is_new};
        status = live_plan(printer);
    }
    printer->has_begun = status == DF_OK;
    if (status == DF_OK)
        *answer = printer->answer;
    return status;
}

/* Returns the colour of a square of the picture as it stands there, counted from 1. */
static unsigned live_color(const df_live_printer *self, unsigned x, unsigned y)
{
    const df_picture *picture = self->picture;
    const unsigned column = x - self->place.left;
    const unsigned color =
        column < picture->width ? picture->cell[(size_t)y * picture->width + column] : 0;
    return color > 0 ? color : 1; /* of an anchor */
}

/* Marks a row that is row `y` of the picture, or above it; UINT_MAX: one that has to clear. */
static void live_mark_row(const df_live_printer *self, uint64_t row, unsigned y, uint8_t *marks,
                          uint8_t *wanted)
{
    const drop_target *target = &self->game->run.targets[0];
    const uint64_t squares = y < target->height ? target->rows[y].squares : 0;
    for (unsigned x = 0; x < target->width; x++) {
        const bool is_full = (row >> x & 1) != 0, is_wanted = (squares >> x & 1) != 0;
        df_live_mark mark = is_full ? DF_LIVE_FITS : is_wanted ? DF_LIVE_WANTED : DF_LIVE_FREE;
        if (y == UINT_MAX)
            mark = is_full ? DF_LIVE_WRONG : DF_LIVE_GAP;
        marks[x] = (uint8_t)mark;
        wanted[x] = (uint8_t)(is_wanted ? live_color(self, x, y) : 0);
    }
}

unsigned df_live_printer_compare(const df_live_printer *printer, const df_field *field,
                                 uint8_t *marks, uint8_t *wanted, size_t *all)
{
    const board_rules *rules = &printer->game->run.rules;
    const unsigned top = df_field_top(field);
    drop_board board;
    df_board_begin(&board, rules, 0);
    unsigned wrong_rows = 0;
    *all = rules->targets[0].squares;
    for (unsigned y = 0; y < field->height; y++) {
        uint64_t row[DF_TETROMINOES + 1];
        unsigned at = board.begun + (y > top ? y - top : 0);
        df_dealt_read_row(field, y, row);
        if (y < top && !df_board_add_row(&board, rules, row, true)) {
            (void)df_board_add_row(&board, rules, row, false);
            at = UINT_MAX;
            wrong_rows++;
        }
        const size_t first = (size_t)y * field->width;
        live_mark_row(printer, field->row[y], at, &marks[first], &wanted[first]);
    }
    return wrong_rows;
}
