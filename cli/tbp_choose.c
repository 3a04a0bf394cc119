/* All moves come from the rules of the game as it is: exact spawn, ceiling, spins. The
 * library's bot only says in which order they are liked. It sees a lower field, and a spawn
 * above it, so it may like what cannot be done, or not know what can; so it is never asked what
 * is legal. */
#include "tbp_choose.h"

#include <stdlib.h>

enum {
    /* A bot that knows the field up to the spawn does not build above it. Where the field is
     * higher already, another looks at all of it. */
    LOW_ROWS = 20,
    USUAL_LOOKAHEAD = 6,
    USUAL_BEAM = 120,
    MOST_PLACES = DF_ORIENTATIONS * TBP_COLUMNS * TBP_ROWS, /* of one piece */
};

/* Something that can be done. */
typedef struct option {
    df_place place; /* as df_moves has it: the first of orientations that look alike */
    tbp_move move;
    bool dies;   /* nothing can be spawned after it */
    size_t rank; /* by the bot; what it does not know comes after all, the lowest first */
    size_t order;
} option;

struct tbp_chooser {
    const tbp_pieces *pieces;
    unsigned lookahead;
    df_bot *low;
    df_bot *high;
    df_moves *moves;
    option *options;
    size_t count;
    df_choice *choices;
    tbp_game after; /* the game as a move leaves it */
};

static df_status create_bots(tbp_chooser *own, const df_weights *weights, unsigned beam)
{
    df_bot_options options = {.set = own->pieces->set,
                              .width = TBP_COLUMNS,
                              .height = LOW_ROWS,
                              .reach = DF_REACH_SRS,
                              .weights = *weights,
                              .lookahead = own->lookahead,
                              .beam = beam > 0 ? beam : USUAL_BEAM,
                              .hold = true};
    const df_status status = df_bot_create(&own->low, &options);
    options.height = TBP_ROWS;
    return status == DF_OK ? df_bot_create(&own->high, &options) : status;
}

df_status tbp_chooser_create(tbp_chooser **chooser, const tbp_pieces *pieces,
                             const df_weights *weights, unsigned lookahead, unsigned beam)
{
    tbp_chooser *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->pieces = pieces;
    made->lookahead = lookahead > 0 ? lookahead : USUAL_LOOKAHEAD;
    /* The flood works in zeroed room. */
    made->moves = calloc(1, sizeof *made->moves);
    made->options = malloc(2 * MOST_PLACES * sizeof made->options[0]);
    made->choices = malloc(2 * MOST_PLACES * sizeof made->choices[0]);
    df_status status = DF_ERROR_MEMORY;
    if (made->moves != NULL && made->options != NULL && made->choices != NULL)
        status = create_bots(made, weights, beam);
    if (status == DF_OK)
        *chooser = made;
    else
        tbp_chooser_free(made);
    return status;
}

void tbp_chooser_free(tbp_chooser *chooser)
{
    if (chooser == NULL)
        return;
    df_bot_free(chooser->low);
    df_bot_free(chooser->high);
    free(chooser->moves);
    free(chooser->options);
    free(chooser->choices);
    free(chooser);
}

/* The spin to do it with. Only one that clears rows is worth anything; else the way without
 * one is as good and plainer. */
static df_spin choose_spin(unsigned spins, bool clears)
{
    static const df_spin orders[2][DF_SPINS] = {{DF_SPIN_NONE, DF_SPIN_FULL, DF_SPIN_MINI},
                                                {DF_SPIN_FULL, DF_SPIN_MINI, DF_SPIN_NONE}};
    for (size_t i = 0; i < DF_SPINS; i++) {
        if ((spins >> orders[clears][i] & 1) != 0)
            return orders[clears][i];
    }
    return DF_SPINS;
}

/* A client may not know which orientations look alike, so the piece is told to be in one that
 * it can be turned to just there. With it the spins are looked up: T has no two that look
 * alike. */
static unsigned reached_orientation(const df_moves *moves, const df_place *place)
{
    const uint8_t *same_as = moves->mover->piece->same_as;
    unsigned o = place->orientation;
    while (o < DF_ORIENTATIONS && (same_as[o] != place->orientation ||
                                   !df_moves_reached(moves, o, place->x, place->y)))
        o++;
    return o < DF_ORIENTATIONS ? o : place->orientation;
}

static void add_option(tbp_chooser *own, const tbp_game *game, unsigned piece,
                       const df_place *place)
{
    const df_mover *mover = &own->pieces->movers[piece];
    own->after = *game;
    const int cleared = tbp_game_play(&own->after, own->pieces, piece, place);
    const unsigned o = reached_orientation(own->moves, place);
    const unsigned spins =
        df_moves_spins(own->moves, game->rows, TBP_ROWS + TBP_CEILING, place);
    const df_spin spin = choose_spin(spins, cleared > 0);
    if (spin == DF_SPINS)
        return;
    int x, y;
    df_mover_center(mover, o, &x, &y);
    own->options[own->count] =
        (option){.place = *place,
                 .move = {(uint16_t)piece, (uint8_t)o, place->x + x, place->y + y, spin},
                 .dies = !tbp_game_spawns(&own->after, own->pieces),
                 .rank = 2 * MOST_PLACES + (size_t)place->y,
                 .order = own->count};
    own->count++;
}

static void add_piece(tbp_chooser *own, const tbp_game *game, unsigned piece)
{
    tbp_game_moves(game, own->pieces, piece, own->moves);
    df_place place = {.orientation = DF_ORIENTATIONS};
    while (df_moves_next(own->moves, &place)) {
        const df_shape *shape = &own->pieces->set->pieces[piece].shape[place.orientation];
        if (place.y + shape->height <= TBP_ROWS)
            add_option(own, game, piece, &place);
    }
}

static bool has_full_row(const tbp_game *game)
{
    for (unsigned y = 0; y < TBP_ROWS; y++) {
        if (game->rows[y] == game->rows[TBP_ROWS])
            return true;
    }
    return false;
}

/* Lets the bot rank the options. A field with full rows, which only a client can make up, has
 * no meaning to it. */
static df_status rank_options(tbp_chooser *own, const tbp_game *game)
{
    if (has_full_row(game))
        return DF_OK;
    const df_position position = {.rows = game->rows,
                                  .pieces = game->queue,
                                  .count = game->count < own->lookahead ? game->count
                                                                        : own->lookahead,
                                  .held = game->held};
    df_bot *bot = tbp_game_top(game) > LOW_ROWS ? own->high : own->low;
    size_t count = 0;
    const df_status status = df_bot_rank(bot, &position, own->choices, 2 * MOST_PLACES, &count);
    for (size_t i = 0; status == DF_OK && i < count; i++) {
        const df_choice *choice = &own->choices[i];
        for (size_t j = 0; j < own->count; j++) {
            option *to = &own->options[j];
            const bool is_it = to->move.piece == choice->piece &&
                               to->place.orientation == choice->place.orientation &&
                               to->place.x == choice->place.x && to->place.y == choice->place.y;
            if (is_it && to->rank > i)
                to->rank = i;
        }
    }
    return status;
}

static int compare_options(const void *a, const void *b)
{
    const option *left = a, *right = b;
    if (left->dies != right->dies)
        return left->dies ? 1 : -1;
    if (left->rank != right->rank)
        return left->rank < right->rank ? -1 : 1;
    return (left->order > right->order) - (left->order < right->order);
}

df_status tbp_choose(tbp_chooser *chooser, const tbp_game *game, tbp_move *moves, size_t most,
                     size_t *count)
{
    const int other = tbp_game_other(game);
    chooser->count = 0;
    add_piece(chooser, game, game->queue[0]);
    if (other >= 0 && other != game->queue[0])
        add_piece(chooser, game, (unsigned)other);
    const df_status status = rank_options(chooser, game);
    if (status != DF_OK)
        return status;
    qsort(chooser->options, chooser->count, sizeof chooser->options[0], compare_options);
    *count = chooser->count < most ? chooser->count : most;
    for (size_t i = 0; i < *count; i++)
        moves[i] = chooser->options[i].move;
    return DF_OK;
}
