#include "game_state.h"

#include <stdlib.h>
#include <string.h>

#include "bot/decide/bot.h"
#include "core/base/error.h"

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

static df_status begin_deal(game_state *state, uint64_t seed, uint64_t number)
{
    const df_bot_game_options *options = &state->options;
    return df_dealer_begin(&state->dealer, options->deal, options->bot.set->count,
                           options->given, options->given_count, seed, number);
}

df_status df_game_state_make(game_state *state, const df_bot_game_options *options,
                             size_t known, df_error *error)
{
    *state = (game_state){.options = *options, .known = known};
    df_grid_make(&state->layout, options->bot.width, options->bot.height);
    df_status status = begin_deal(state, 0, 0);
    if (status != DF_OK)
        return df_error_set(
            error, status, "the deal %s cannot deal these %zu pieces; use another one",
            (unsigned)options->deal < DF_DEALS ? df_deal_names[options->deal] : "given",
            options->bot.set->count);
    state->pieces = calloc(known, sizeof state->pieces[0]);
    if (state->pieces == NULL)
        return DF_ERROR_MEMORY;
    status = df_board_create(&state->layout, &state->now);
    if (status == DF_OK)
        status = df_board_create(&state->layout, &state->then);
    return status;
}

void df_game_state_drop(game_state *state)
{
    df_board_free(state->now);
    df_board_free(state->then);
    free(state->pieces);
}

static void game_state_deal(game_state *state)
{
    while (state->count < state->known) {
        const int piece = df_dealer_next(&state->dealer);
        if (piece < 0)
            break;
        state->pieces[state->count++] = (uint16_t)piece;
    }
}

/* Removes the piece from the known ones, or from hold. */
static void game_state_draw(game_state *state, const df_choice *choice)
{
    const uint16_t current = state->pieces[0];
    size_t taken = 1;
    if (choice->holds) {
        taken = state->held < 0 ? 2 : 1;
        state->held = current;
    }
    state->count -= taken;
    memmove(state->pieces, state->pieces + taken, state->count * sizeof state->pieces[0]);
    game_state_deal(state);
}

/* Returns the end of the game if it must stop now. */
static df_bot_game_end find_end(const game_state *state)
{
    const df_bot_game_options *options = &state->options;
    if ((options->max_lines > 0 && state->result.lines >= options->max_lines) ||
        (options->max_pieces > 0 && state->result.pieces >= options->max_pieces))
        return DF_BOT_GAME_CAPPED;
    return state->count == 0 ? DF_BOT_GAME_DEALT : DF_BOT_GAME_UNPLAYED;
}

void df_game_state_begin(game_state *state, uint64_t seed, uint64_t number)
{
    board *now = state->now;
    /* Only seed and number differ from the first time, so it cannot fail. */
    (void)begin_deal(state, seed, number);
    memset(now->words, 0, grid_words(&state->layout, state->layout.height) * sizeof(uint64_t));
    memset(now->top, 0, sizeof now->top);
    now->rows = 0;
    state->count = 0;
    state->held = -1;
    state->result = (df_bot_game_result){.fingerprint = FNV_BASIS};
    game_state_deal(state);
    state->result.end = find_end(state);
}

static void game_state_note(df_bot_game_result *result, const df_choice *choice, unsigned lines)
{
    const unsigned bytes[] = {choice->piece & 255u,      choice->piece >> 8,
                              choice->place.orientation, choice->place.x,
                              choice->place.y & 255u,    choice->place.y >> 8};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
        result->fingerprint = (result->fingerprint ^ bytes[i]) * FNV_PRIME;
    result->pieces++;
    result->lines += lines;
    result->clears[lines]++;
}

unsigned df_game_state_put(game_state *state, const df_choice *choice)
{
    const df_place place = choice->place;
    const df_shape *shape =
        &state->options.bot.set->pieces[choice->piece].shape[place.orientation];
    const board_change change =
        df_board_place(&state->layout, state->then, state->now, shape, place.x, place.y);
    board *swap = state->now;
    state->now = state->then;
    state->then = swap;
    game_state_note(&state->result, choice, change.lines);
    game_state_draw(state, choice);
    state->result.end = find_end(state);
    return change.lines;
}
