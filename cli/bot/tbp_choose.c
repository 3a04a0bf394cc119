/* All moves come from the exact rules of the game: spawn, ceiling, spins. The library's bot
 * only ranks them. It sees a lower field with the spawn above it, so it may rank moves that are
 * impossible and miss others; it never decides which moves are legal. */
#include "tbp.h"

#include <stdlib.h>

enum {
    /* A bot that sees the field up to the spawn does not build above it. If the stack is
     * higher already, another bot sees the whole field. */
    LOW_ROWS = 20,
    DEFAULT_LOOKAHEAD = 6,
    DEFAULT_BEAM = 120,
    MAX_PLACES = DF_ORIENTATIONS * TBP_COLUMNS * TBP_ROWS, /* of one piece */
};

/* A legal move. */
typedef struct option {
    df_place place; /* as in df_moves: the first of the orientations that look alike */
    tbp_move move;
    bool dies;   /* no piece can spawn after it */
    size_t rank; /* by the bot; moves it does not know come last, the lowest first */
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
    tbp_game after; /* the game after a move */
};

static df_status tbp_choose_create_bots(tbp_chooser *self, const df_weights *weights,
                                        unsigned beam)
{
    df_bot_options options = {.set = self->pieces->set,
                              .width = TBP_COLUMNS,
                              .height = LOW_ROWS,
                              .rules = DF_RULES_SRS,
                              .weights = *weights,
                              .lookahead = self->lookahead,
                              .beam = beam > 0 ? beam : DEFAULT_BEAM,
                              .hold = true};
    const df_status status = df_bot_create(&self->low, &options, NULL);
    options.height = TBP_ROWS;
    return status == DF_OK ? df_bot_create(&self->high, &options, NULL) : status;
}

df_status tbp_chooser_create(tbp_chooser **chooser, const tbp_pieces *pieces,
                             const df_weights *weights, unsigned lookahead, unsigned beam)
{
    tbp_chooser *made = calloc(1, sizeof *made);
    if (made == NULL)
        return DF_ERROR_MEMORY;
    made->pieces = pieces;
    made->lookahead = lookahead > 0 ? lookahead : DEFAULT_LOOKAHEAD;
    made->options = malloc(2 * MAX_PLACES * sizeof made->options[0]);
    made->choices = malloc(2 * MAX_PLACES * sizeof made->choices[0]);
    df_status status = df_moves_create(&made->moves);
    if (made->options == NULL || made->choices == NULL)
        status = DF_ERROR_MEMORY;
    if (status == DF_OK)
        status = tbp_choose_create_bots(made, weights, beam);
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
    df_moves_free(chooser->moves);
    free(chooser->options);
    free(chooser->choices);
    free(chooser);
}

/* Returns the spin to place the piece with, DF_SPINS if `spins` is 0. A spin is only worth
 * something if it clears rows; otherwise prefers the simpler move without one. */
static df_spin tbp_choose_spin(unsigned spins, bool clears)
{
    static const df_spin orders[2][DF_SPINS] = {{DF_SPIN_NONE, DF_SPIN_FULL, DF_SPIN_MINI},
                                                {DF_SPIN_FULL, DF_SPIN_MINI, DF_SPIN_NONE}};
    for (size_t i = 0; i < DF_SPINS; i++) {
        if ((spins >> orders[clears][i] & 1) != 0)
            return orders[clears][i];
    }
    return DF_SPINS;
}

/* Returns the orientation to name in the move. A client may not know which orientations look
 * alike, so this is one that the piece can actually be turned to at the place. */
static unsigned tbp_choose_orientation(const df_moves *moves, const df_piece *piece,
                                       const df_place *place)
{
    const uint8_t *same_as = piece->same_as;
    unsigned o = place->orientation;
    while (o < DF_ORIENTATIONS && (same_as[o] != place->orientation ||
                                   !df_moves_reached(moves, o, place->x, place->y)))
        o++;
    return o < DF_ORIENTATIONS ? o : place->orientation;
}

static void tbp_choose_add_option(tbp_chooser *self, const tbp_game *game, unsigned piece,
                                  const df_place *place)
{
    self->after = *game;
    const int cleared = tbp_game_play(&self->after, self->pieces, piece, place);
    const unsigned o =
        tbp_choose_orientation(self->moves, &self->pieces->set->pieces[piece], place);
    const unsigned spins =
        df_moves_spins(self->moves, game->rows, TBP_ROWS + TBP_CEILING, place);
    const df_spin spin = tbp_choose_spin(spins, cleared > 0);
    if (spin == DF_SPINS)
        return;
    const df_shape *shape = &self->pieces->set->pieces[piece].shape[o];
    self->options[self->count] =
        (option){.place = *place,
                 .move = {(uint16_t)piece, (uint8_t)o, place->x + shape->center_x,
                          place->y + shape->center_y, spin},
                 .dies = !tbp_game_spawns(&self->after, self->pieces),
                 .rank = 2 * MAX_PLACES + (size_t)place->y,
                 .order = self->count};
    self->count++;
}

static void tbp_choose_add_piece(tbp_chooser *self, const tbp_game *game, unsigned piece)
{
    tbp_game_moves(game, self->pieces, piece, self->moves);
    df_place place = {.orientation = DF_ORIENTATIONS};
    while (df_moves_next(self->moves, &place)) {
        const df_shape *shape = &self->pieces->set->pieces[piece].shape[place.orientation];
        if (place.y + shape->height <= TBP_ROWS)
            tbp_choose_add_option(self, game, piece, &place);
    }
}

static bool tbp_choose_has_full_row(const tbp_game *game)
{
    for (unsigned y = 0; y < TBP_ROWS; y++) {
        if (game->rows[y] == game->rows[TBP_ROWS])
            return true;
    }
    return false;
}

/* Ranks the options by the bot. The bot does not accept a field with full rows, which only a
 * client can make up; then the ranks stay as they are. */
static df_status tbp_choose_rank(tbp_chooser *self, const tbp_game *game)
{
    if (tbp_choose_has_full_row(game))
        return DF_OK;
    const df_position position = {.rows = game->rows,
                                  .pieces = game->queue,
                                  .count = game->count < self->lookahead ? game->count
                                                                         : self->lookahead,
                                  .held = game->held};
    df_bot *bot = tbp_game_top(game) > LOW_ROWS ? self->high : self->low;
    size_t count = 0;
    const df_status status = df_bot_rank(bot, &position, self->choices, 2 * MAX_PLACES, &count);
    for (size_t i = 0; status == DF_OK && i < count; i++) {
        const df_choice *choice = &self->choices[i];
        for (size_t j = 0; j < self->count; j++) {
            option *to = &self->options[j];
            const bool is_it = to->move.piece == choice->piece &&
                               to->place.orientation == choice->place.orientation &&
                               to->place.x == choice->place.x && to->place.y == choice->place.y;
            if (is_it && to->rank > i)
                to->rank = i;
        }
    }
    return status;
}

static int tbp_choose_compare(const void *a, const void *b)
{
    const option *left = a, *right = b;
    if (left->dies != right->dies)
        return left->dies ? 1 : -1;
    if (left->rank != right->rank)
        return left->rank < right->rank ? -1 : 1;
    return (left->order > right->order) - (left->order < right->order);
}

df_status tbp_choose(tbp_chooser *chooser, const tbp_game *game, tbp_move *moves, size_t max,
                     size_t *count)
{
    const int other = tbp_game_other(game);
    chooser->count = 0;
    tbp_choose_add_piece(chooser, game, game->queue[0]);
    if (other >= 0 && other != game->queue[0])
        tbp_choose_add_piece(chooser, game, (unsigned)other);
    const df_status status = tbp_choose_rank(chooser, game);
    if (status != DF_OK)
        return status;
    qsort(chooser->options, chooser->count, sizeof chooser->options[0], tbp_choose_compare);
    *count = chooser->count < max ? chooser->count : max;
    for (size_t i = 0; i < *count; i++)
        moves[i] = chooser->options[i].move;
    return DF_OK;
}
