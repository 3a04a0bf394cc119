#include "dropforge/drawing.h"

#include <stdlib.h>

#include "game.h"
#include "print/live_printer.h"

enum { USUAL_ROWS = 20, ROWS_ABOVE = 4 }; /* the picture */

/* The printer's own game ends without the picture after that many pieces. */
#define MAX_PIECES 1000

struct df_drawing {
    const df_picture *picture;
    df_game_options game;
    df_print_options print;
    df_plan_deal deal;
    df_live_printer *printer;
    df_plan *plan;           /* of its colours */
    uint8_t *marks, *wanted; /* as in the state; owned, as one */
    df_drawing_state state;
    uint64_t pieces;     /* of the game when it was looked at last; UINT64_MAX: not yet */
    bool can_hold;       /* then */
    uint64_t lost_ticks; /* taken back */
    uint64_t tick;       /* of the game when it was looked at last */
    bool is_aimed;       /* the bot knows where the piece in play goes */
    df_game *own;        /* the printer's; NULL: not begun */
    df_live_printer *own_printer;
};

/* Returns how the pieces of a game look to the printer. */
static df_deal drawing_deal(df_game_deal deal)
{
    return deal == DF_GAME_DEAL_BAG       ? DF_DEAL_BAG
           : deal == DF_GAME_DEAL_UNIFORM ? DF_DEAL_UNIFORM
                                          : DF_DEAL_NES;
}

static df_status drawing_make_printer(const df_drawing *self, df_live_printer **printer,
                                      df_error *error)
{
    return df_live_printer_create(printer, self->picture, self->game.set, &self->print, error);
}

df_status df_drawing_fit(df_game_options *game, const df_picture *picture,
                         const df_print_options *print, df_error *error)
{
    const df_plan_deal deal = {.deal = DF_DEAL_BAG};
    const df_print_options options = {
        .pieces = print->pieces, .anchors = print->anchors, .deal = &deal};
    const unsigned rows = picture->height + ROWS_ABOVE;
    df_live_printer *printer = NULL;
    df_plan *plan = NULL;
    df_status status = df_live_printer_create(&printer, picture, game->set, &options, error);
    if (status == DF_OK)
        status = df_live_printer_make_plan(&plan, printer);
    df_live_printer_free(printer);
    if (status != DF_OK)
        return status;
    game->width = plan->width;
    df_plan_free(plan);
    game->height = rows > USUAL_ROWS ? rows : USUAL_ROWS;
    game->steady = true;
    return DF_OK;
}

df_status df_drawing_create(df_drawing **drawing, const df_picture *picture,
                            const df_game_options *game, const df_print_options *print,
                            df_error *error)
{
    if (game->kind != DF_GAME_GUIDELINE || game->set == NULL ||
        game->set->count != DF_TETROMINOES)
        return DF_ERROR_ARGUMENT;
    df_drawing *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->picture = picture;
    made->game = *game;
    made->deal = (df_plan_deal){.deal = drawing_deal(game->deal), .hold = game->hold};
    made->print = (df_print_options){
        .width = game->width,
        .height = game->height + game->hidden, /* in which pieces are turned */
        .pieces = print->pieces,
        .seed = game->seed,
        .jobs = print->jobs,
        .deal = &made->deal,
        .column = game->width < picture->width ? 1 : 1 + (game->width - picture->width) / 2,
        .rules = print->rules,
        .anchors = print->anchors,
        .watch = print->watch,
        .watch_context = print->watch_context,
    };
    made->pieces = UINT64_MAX;
    df_status status = drawing_make_printer(made, &made->printer, error);
    if (status == DF_OK)
        status = df_live_printer_make_plan(&made->plan, made->printer);
    const size_t squares = (size_t)game->width * (game->height + game->hidden);
    made->marks = calloc(squares, 2);
    if (status == DF_OK && made->marks == NULL)
        status = DF_ERROR_MEMORY;
    if (made->marks != NULL)
        made->wanted = &made->marks[squares];
    if (status == DF_OK) {
        made->state.marks = made->marks;
        made->state.wanted = made->wanted;
        made->state.colors = made->plan->colors;
        *drawing = made;
    } else
        df_drawing_free(made);
    return status;
}

void df_drawing_free(df_drawing *drawing)
{
    if (drawing == NULL)
        return;
    df_live_printer_free(drawing->printer);
    df_plan_free(drawing->plan);
    df_live_printer_free(drawing->own_printer);
    df_game_free(drawing->own);
    free(drawing->marks);
    free(drawing);
}

const df_drawing_state *df_drawing_get_state(const df_drawing *drawing)
{
    return &drawing->state;
}

/* Compares the playfield with the picture. */
static void drawing_compare(df_drawing *self, const df_field *field)
{
    df_drawing_state *state = &self->state;
    const size_t squares = (size_t)field->width * field->height;
    state->rows =
        df_live_printer_compare(self->printer, field, self->marks, self->wanted, &state->all);
    state->fit = state->wrong = 0;
    for (size_t i = 0; i < squares; i++) {
        state->fit += self->marks[i] == DF_LIVE_FITS;
        state->wrong += self->marks[i] == DF_LIVE_WRONG;
    }
    state->is_finished = state->fit == state->all && state->wrong == 0;
}

void df_drawing_follow(df_drawing *drawing, const df_game *game)
{
    const df_game_state *now = df_game_get_state(game);
    df_drawing_state *state = &drawing->state;
    state->ticks = now->tick + drawing->lost_ticks;
    if (now->pieces != drawing->pieces) {
        drawing_compare(drawing, now->field);
        state->has_hint = drawing->is_aimed = false;
    } else if (drawing->can_hold && !now->can_hold) {
        state->has_hint = state->has_hint && state->hint.holds;
        state->hint.holds = drawing->is_aimed = false;
    }
    drawing->pieces = now->pieces;
    drawing->can_hold = now->can_hold;
    drawing->tick = now->tick;
}

static df_status drawing_ask(df_live_printer *printer, const df_game *game,
                             df_live_answer *answer)
{
    const df_game_state *state = df_game_get_state(game);
    uint16_t pieces[1 + DF_GAME_MAX_NEXT] = {(uint16_t)state->piece};
    for (unsigned i = 0; i < state->next_count; i++)
        pieces[1 + i] = state->next[i];
    const df_live_view view = {df_game_get_state(game)->field, pieces, 1U + state->next_count,
                               state->held,
                               df_game_get_state(game)->options->hold && !state->can_hold};
    return df_live_printer_choose(printer, &view, answer);
}

/* Asks for the piece in play, unless that has been done. */
static df_status drawing_find_hint(df_drawing *self, const df_game *game)
{
    df_drawing_follow(self, game);
    if (self->state.has_hint || df_game_get_state(game)->phase != DF_GAME_FALLING)
        return DF_OK;
    const df_status status = drawing_ask(self->printer, game, &self->state.hint);
    self->state.has_hint = status == DF_OK;
    return status;
}

df_status df_drawing_hint(df_drawing *drawing, const df_game *game)
{
    const bool had = drawing->state.has_hint;
    const df_status status = drawing_find_hint(drawing, game);
    drawing->state.hints += drawing->state.has_hint && !had;
    return status;
}

df_status df_drawing_take_back(df_drawing *drawing, df_game **game)
{
    const uint64_t pieces = df_game_get_state(*game)->pieces;
    df_drawing_follow(drawing, *game);
    const df_status status = df_game_take_back(game);
    if (status != DF_OK)
        return status;
    drawing->lost_ticks += drawing->tick - df_game_get_state(*game)->tick;
    drawing->state.taken_back += (unsigned)(pieces - df_game_get_state(*game)->pieces);
    drawing->pieces = UINT64_MAX;
    df_drawing_follow(drawing, *game);
    return DF_OK;
}

static df_place drawing_place(const df_live_answer *answer)
{
    return (df_place){answer->drop.orientation, answer->drop.x, answer->drop.y};
}

df_status df_drawing_act(df_drawing *drawing, df_game *game, df_match_bot *bot)
{
    const df_live_answer *hint = &drawing->state.hint;
    df_drawing_follow(drawing, game);
    const df_game_state *state = df_game_get_state(game);
    if (state->phase != DF_GAME_FALLING || drawing->is_aimed || df_game_is_turned(game))
        return df_match_bot_act(bot, game);
    df_status status = drawing_find_hint(drawing, game);
    if (status != DF_OK)
        return status;
    if (hint->state == DF_LIVE_DROP && hint->holds)
        return df_game_tap(game, DF_GAME_HOLD);
    if (hint->state == DF_LIVE_DROP) {
        const df_place place = drawing_place(hint);
        status = df_match_bot_aim(bot, game, &place);
    }
    drawing->is_aimed = drawing->state.is_helped = true;
    return status == DF_OK ? df_match_bot_act(bot, game) : status;
}

static df_status drawing_begin_own(df_drawing *self)
{
    df_game_options options = self->game;
    options.entry_delay = options.clear_delay = 0;
    const df_status status = drawing_make_printer(self, &self->own_printer, NULL);
    return status == DF_OK ? df_game_create(&self->own, &options, NULL) : status;
}

/* Makes a drop with its buttons. */
static df_status drawing_drop(df_game *game, const df_live_answer *answer, df_outcome *outcome)
{
    df_input_path *path = NULL;
    const df_place place = drawing_place(answer);
    df_status status = answer->holds ? df_game_tap(game, DF_GAME_HOLD) : DF_OK;
    if (status == DF_OK)
        status = df_game_find_path(game, &place, &path, outcome);
    if (status == DF_OK && *outcome == DF_FOUND)
        status = df_game_tap_path(game, path);
    df_input_path_free(path);
    return status;
}

df_status df_drawing_compare(df_drawing *drawing)
{
    df_drawing_state *state = &drawing->state;
    df_live_answer answer = {.state = DF_LIVE_NONE};
    df_outcome outcome = DF_NONE;
    df_status status = DF_OK;
    if (drawing->own == NULL)
        status = drawing_begin_own(drawing);
    if (status != DF_OK || state->printer_ended)
        return status;
    const df_game_state *own = df_game_get_state(drawing->own);
    if (own->phase == DF_GAME_FALLING && own->pieces < MAX_PIECES)
        status = drawing_ask(drawing->own_printer, drawing->own, &answer);
    if (status == DF_OK && answer.state == DF_LIVE_DROP)
        status = drawing_drop(drawing->own, &answer, &outcome);
    state->printer_pieces = own->pieces;
    state->printer_finished = answer.state == DF_LIVE_FINISHED;
    state->printer_ended = outcome != DF_FOUND;
    return status;
}
