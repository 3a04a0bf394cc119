/* The game of the page 404.html: one playfield, in which the bot or the visitor drops pieces.
 *
 * Time is the page's: it calls deal, then fall until that answers 0, then lock, and moves the
 * piece in between. A page is one game, so there is one of everything. */
#include <string.h>

#include "core/board/field_rows.h"
#include "core/board/mover.h"
#include "dropforge/board.h"
#include "dropforge/bot.h"
#include "wasm.h"

enum { WIDTH = 10, HEIGHT = 20 };

static struct {
    df_piece_set *set;
    df_field *field;
    df_bot *bot;
    df_dealer dealer;
    df_mover movers[DF_TETROMINOES];
    uint64_t games;
    uint64_t seed;
    uint16_t piece; /* the falling one */
    piece_at at;    /* where it is; as long as it is in the air */
    bool is_above;  /* it came there above everything, and can only fall */
    uint8_t squares[HEIGHT * WIDTH];
} game;

static df_status make(const df_player *player)
{
    df_status status = df_piece_set_tetrominoes(&game.set);
    if (status == DF_OK)
        status = df_field_create(&game.field, WIDTH, HEIGHT);
    for (unsigned i = 0; i < DF_TETROMINOES && status == DF_OK; i++)
        status = df_mover_make(&game.movers[i], &game.set->pieces[i], WIDTH, DF_RULES_SRS);
    if (status != DF_OK)
        return status;
    const df_bot_options options = {.set = game.set,
                                    .width = WIDTH,
                                    .height = HEIGHT,
                                    .rules = DF_RULES_ABOVE,
                                    .weights = player->weights};
    return df_bot_create(&game.bot, &options, NULL);
}

static int begin_dealing(uint64_t seed, uint64_t number)
{
    df_field_clear(game.field);
    return (int)df_dealer_begin(&game.dealer, DF_DEAL_BAG, DF_TETROMINOES, NULL, 0, seed,
                                number);
}

/* Begins the next game of the seed, with an empty playfield. */
WASM_EXPORT(restart) int restart(void)
{
    return begin_dealing(game.seed, game.games++);
}

/* Begins the first game of another seed, in which the page says where each piece goes. */
WASM_EXPORT(print) int print(uint32_t seed)
{
    return begin_dealing(seed, 0);
}

/* Prepares the game with the player of this name; DF_ERROR_ARGUMENT if there is none. It
 * lasts as long as the page. */
WASM_EXPORT(begin) int begin(uint32_t seed, const char *player, size_t length)
{
    const df_player *found = df_player_find(player, length);
    if (found == NULL)
        return DF_ERROR_ARGUMENT;
    const df_status status = make(found);
    game.seed = seed;
    return status == DF_OK ? restart() : (int)status;
}

/* Turns the piece that was dealt last, and shifts it to its column, above the playfield. */
WASM_EXPORT(place) void place(int orientation, int x)
{
    game.at.orientation = (unsigned)orientation;
    game.at.x = x;
}

static bool fits(const piece_at *at)
{
    return df_mover_fits(&game.movers[game.piece], game.field->row, HEIGHT, at);
}

static bool go(int x, int y)
{
    piece_at to = game.at;
    to.x += x;
    to.y += y;
    const bool possible = fits(&to);
    if (possible)
        game.at = to;
    return possible;
}

/* Lets the piece fall by a row; 0: it is at rest. */
WASM_EXPORT(fall) int fall(void)
{
    return go(0, -1);
}

/* Does what a df_input says, but for locking; 0: it is not possible. */
WASM_EXPORT(move) int move(int input)
{
    if (game.is_above && input != DF_INPUT_SOFT_DROP && input != DF_INPUT_HARD_DROP)
        return 0;
    switch (input) {
    case DF_INPUT_LEFT:
        return go(-1, 0);
    case DF_INPUT_RIGHT:
        return go(1, 0);
    case DF_INPUT_CLOCKWISE:
    case DF_INPUT_ANTICLOCKWISE:
        return df_mover_turn(&game.movers[game.piece], game.field->row, HEIGHT,
                             input == DF_INPUT_CLOCKWISE ? DF_TURN_CLOCKWISE
                                                         : DF_TURN_ANTICLOCKWISE,
                             &game.at) >= 0;
    case DF_INPUT_SOFT_DROP:
        return fall();
    case DF_INPUT_HARD_DROP:
        while (fall())
            ;
        return 1;
    default:
        return 0;
    }
}

/* True if the piece can go to this orientation and column, and nothing is above it there. */
static bool steer(unsigned orientation, int x)
{
    for (unsigned turns = orientation; turns > 0; turns--)
        move(DF_INPUT_CLOCKWISE);
    while (game.at.x != x && go(game.at.x < x ? 1 : -1, 0))
        ;
    piece_at up = game.at;
    while (up.y < HEIGHT && fits(&up))
        up.y++;
    return up.y >= HEIGHT && up.orientation == orientation && up.x == x;
}

/* Puts the piece where the bot wants it to fall; nothing where it does not know any place. The
 * bot turns and shifts pieces above everything, however high that is. */
static void aim(void)
{
    const df_position position = {game.field->row, &game.piece, 1, -1};
    const piece_at spawned = game.at;
    df_choice choice;
    size_t count;
    if (df_bot_rank(game.bot, &position, &choice, 1, &count) != DF_OK || count == 0)
        return;
    game.is_above = !steer(choice.place.orientation, choice.place.x);
    if (game.is_above)
        game.at = (piece_at){choice.place.orientation, choice.place.x, spawned.y};
}

/* Spawns the next piece, right above the playfield; the bot, if it plays, moves it to its
 * column there. */
WASM_EXPORT(deal) void deal(int bot_plays)
{
    game.piece = (uint16_t)df_dealer_next(&game.dealer);
    game.is_above = false;
    game.at.orientation = DF_NORTH;
    df_mover_spawn(&game.movers[game.piece], HEIGHT, &game.at.x, &game.at.y);
    if (bot_plays)
        aim();
}

/* Makes the drop once the piece is at rest. Returns the number of cleared lines; -1 if the
 * game is over, because the piece does not come to rest inside. */
WASM_EXPORT(lock) int lock(void)
{
    const df_drop drop = {.piece = game.piece,
                          .orientation = (uint8_t)game.at.orientation,
                          .x = (uint8_t)game.at.x,
                          .y = (uint16_t)game.at.y};
    df_landing landing;
    const df_rules rules = game.is_above ? DF_RULES_ABOVE : DF_RULES_SRS;
    if (df_drop_apply(game.field, game.set, &drop, rules, &landing) != DF_REFUSAL_NONE)
        return -1;
    return landing.cleared_count;
}

/* The squares from the top left, row by row: 0, or 1 + the piece. With the piece in the air, or
 * without it. */
WASM_EXPORT(draw) const uint8_t *draw(int with_piece)
{
    for (unsigned y = 0; y < HEIGHT; y++) {
        for (unsigned x = 0; x < WIDTH; x++)
            game.squares[(HEIGHT - 1 - y) * WIDTH + x] =
                (uint8_t)df_field_square(game.field, x, y);
    }
    const df_shape *shape = &game.set->pieces[game.piece].shape[game.at.orientation];
    for (int i = 0; with_piece && i < shape->height && game.at.y + i < HEIGHT; i++) {
        for (int j = 0; j < shape->width; j++) {
            if ((shape->row[i] >> j & 1) != 0)
                game.squares[(HEIGHT - 1 - game.at.y - i) * WIDTH + game.at.x + j] =
                    (uint8_t)(game.piece + 1);
        }
    }
    return game.squares;
}
