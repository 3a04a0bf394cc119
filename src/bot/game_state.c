#include "bot/game_state.h"

#include <stdlib.h>
#include <string.h>

#include "bot/bot.h"

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

static df_status begin_deal(game_state *state, uint64_t seed, uint64_t number)
{
    const df_game_options *options = &state->options;
    return df_dealer_begin(&state->dealer, options->deal, options->bot.set->count,
                           options->given, options->given_count, seed, number);
}

df_status df_game_state_make(game_state *state, const df_game_options *options, size_t known)
{
    *state = (game_state){.options = *options, .known = known};
    df_grid_make(&state->layout, options->bot.width, options->bot.height);
    df_status status = begin_deal(state, 0, 0);
    if (status != DF_OK)
        return status;
    state->pieces = calloc(known, sizeof state->pieces[0]);
    if (state->pieces == NULL)
        return DF_ERROR_MEMORY;
    status = df_bot_board_create(&state->layout, &state->now);
    if (status == DF_OK)
        status = df_bot_board_create(&state->layout, &state->then);
    return status;
}

void df_game_state_drop(game_state *state)
{
    df_bot_board_free(state->now);
    df_bot_board_free(state->then);
    free(state->pieces);
}

static void deal(game_state *state)
{
    while (state->count < state->known) {
        const int piece = df_dealer_next(&state->dealer);
        if (piece < 0)
            break;
        state->pieces[state->count++] = (uint16_t)piece;
    }
}

/* Takes the piece out of the known ones, or out of hold. */
static void draw(game_state *state, const df_choice *choice)
{
    const uint16_t current = state->pieces[0];
    size_t taken = 1;
    if (choice->holds) {
        taken = state->held < 0 ? 2 : 1;
        state->held = current;
    }
    state->count -= taken;
    memmove(state->pieces, state->pieces + taken, state->count * sizeof state->pieces[0]);
    deal(state);
}

/* Whether the game must stop where it is. */
static df_game_end find_end(const game_state *state)
{
    const df_game_options *options = &state->options;
    if ((options->max_lines > 0 && state->result.lines >= options->max_lines) ||
        (options->max_pieces > 0 && state->result.pieces >= options->max_pieces))
        return DF_GAME_CAPPED;
    return state->count == 0 ? DF_GAME_DEALT : DF_GAME_UNPLAYED;
}

void df_game_state_begin(game_state *state, uint64_t seed, uint64_t number)
{
    board *now = state->now;
    /* The same as at first but for seed and number, so it cannot fail. */
    (void)begin_deal(state, seed, number);
    memset(now->words, 0, grid_words(&state->layout, state->layout.height) * sizeof(uint64_t));
    memset(now->top, 0, sizeof now->top);
    now->rows = 0;
    state->count = 0;
    state->held = -1;
    state->result = (df_game_result){.fingerprint = FNV_BASIS};
    deal(state);
    state->result.end = find_end(state);
}

static uint64_t mix(uint64_t hash, unsigned byte)
{
    return (hash ^ byte) * FNV_PRIME;
}

static void note(df_game_result *result, const df_choice *choice, unsigned lines)
{
    const unsigned bytes[] = {choice->piece & 255u,      choice->piece >> 8,
                              choice->place.orientation, choice->place.x,
                              choice->place.y & 255u,    choice->place.y >> 8};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
        result->fingerprint = mix(result->fingerprint, bytes[i]);
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
    note(&state->result, choice, change.lines);
    draw(state, choice);
    state->result.end = find_end(state);
    return change.lines;
}
