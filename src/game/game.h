/* A game as its parts see it. The piece in play is moved by game/piece, by the rules of
 * game/guideline or game/nes, which give the points, too; game/deal gives the pieces. */
#pragma once

#include "core/board/input_path.h"
#include "core/board/mover.h"
#include "core/board/piece_list.h"
#include "dropforge/game.h"
#include "nes_console.h"

/* One set of rules. None of its functions can fail: what they may need has been prepared. */
typedef struct game_rules {
    df_game_traits traits;
    df_game_deal deal; /* of the seven tetrominoes */
    /* Fills in the usual options that are not for all rules the same, where the set is in. */
    void (*set)(df_game_options *options);
    /* Where orientation N is spawned: its corner. */
    void (*spawn)(const df_game *game, int *x, int *y);
    /* Called after a piece has been spawned and is free. */
    void (*begin)(df_game *game);
    /* The button has just been pressed or released; game->held is new already. */
    void (*press)(df_game *game, df_game_button button, bool pressed);
    void (*tick)(df_game *game);
    /* Called after the piece has locked and cleared rows: fills in the rest of *lock and
     * updates the score and the level. state.lines is already up to date. */
    void (*score)(df_game *game, df_game_event *lock);
    /* Ticks until the next piece; 0: it is spawned at once. */
    unsigned (*delay)(const df_game *game, const df_game_event *lock);
} game_rules;

extern const game_rules df_guideline_rules, df_nes_rules;

/* Returns the rules of a game, or the guideline's if there is no such game. */
const game_rules *df_game_find_rules(df_game_kind kind);

/* The source of the pieces. */
typedef struct game_deal {
    df_dealer dealer;
    df_random random; /* for the supply */
    uint16_t shift;   /* the register of the NES game */
    uint8_t spawned;  /* pieces that came from it */
    uint8_t last;     /* the number of its last piece there */
    bool ended;       /* the sequence is at its end */
    unsigned count;   /* of the queue */
    uint16_t queue[DF_GAME_MAX_NEXT + 2];
    piece_list list; /* pieces that were supplied */
    uint16_t *dealt; /* and in which order */
    size_t dealt_count, dealt_capacity;
} game_deal;

/* The hidden state of the piece in play. */
typedef struct game_motion {
    uint64_t fall;      /* guideline: 2^-32 rows */
    int lowest;         /* the row in which it has been */
    unsigned resets;    /* of the lock delay, in that row */
    bool touched;       /* it has rested in that row */
    df_spin spin;       /* of its last move */
    int shift_ticks[2]; /* guideline: until the next shift by DF_GAME_LEFT, DF_GAME_RIGHT */
    int shift_button;   /* guideline: the one that was pressed last, or -1 */
} game_motion;

/* A button that was pressed or released after `tick` ticks. */
typedef struct df_game_stroke {
    uint64_t tick;
    uint8_t button;
    bool pressed;
} df_game_stroke;

struct df_game {
    df_game_options options;
    const game_rules *rules;
    df_game_state state;
    df_field *field;
    df_field *before;
    df_plan *plan;
    uint64_t *scores; /* of the state */
    size_t score_capacity;
    uint64_t *spawned; /* one for each piece of the set */
    size_t spawned_capacity;
    game_deal deal;
    df_mover mover; /* of the piece in play */
    game_motion motion;
    df_nes_timing timing; /* NES */
    unsigned wait;        /* guideline: ticks until the next piece */
    unsigned held;        /* bit b: button b */
    unsigned pressed;     /* NES: since the last tick */
    bool defect;          /* the simulator has refused a drop */
    df_game_stroke *strokes;
    size_t stroke_capacity;
    df_game_event events[DF_GAME_MAX_EVENTS];
    uint64_t events_put, events_taken;
};

/* game/options */

/* An option that is a number within a range, or a bool. */
typedef struct game_option {
    const char *name; /* in records */
    size_t offset;    /* in df_game_options */
    bool is_bool;
    unsigned min, max;
} game_option;

enum { GAME_OPTIONS = 16 };
extern const game_option df_game_option_table[GAME_OPTIONS];

unsigned df_game_option_get(const df_game_options *options, const game_option *option);
void df_game_option_put(df_game_options *options, const game_option *option, unsigned number);

/* Checks that a game can have these options; else *error says which it cannot have. */
df_status df_game_check(const df_game_options *options, df_error *error);

/* game/deal */

/* True if the piece can be spawned in such a playfield, and turned there. */
bool df_game_piece_fits(const df_game_options *options, const df_piece *piece);

df_status df_game_deal_begin(df_game *game);
void df_game_deal_free(game_deal *deal);

/* Fills the queue so far that one piece can be taken whatever comes. */
df_status df_game_deal_prepare(df_game *game);

/* Takes the next piece, and shows those after it; -1 after the end. */
int df_game_deal_take(df_game *game);

/* Shifts the register, as each tick does. */
void df_game_deal_tick(df_game *game);

/* game/piece */

/* Makes everything ready that may be needed until the next tick or button. */
df_status df_game_prepare(df_game *game);

void df_game_put_event(df_game *game, df_game_event_kind kind);

/* Ends the game. */
void df_game_finish(df_game *game, df_game_end end);

/* Bring the piece into play, or the game to its end. */
void df_game_spawn(df_game *game, int piece);
void df_game_spawn_next(df_game *game);

/* True if the piece in play is not as it was spawned. */
bool df_game_is_turned(const df_game *game);

/* True if the piece in play is free in another place. */
bool df_game_is_free(const df_game *game, int x, int y);

/* Move the piece in play if possible; true if it was. */
bool df_game_shift(df_game *game, int x);
bool df_game_fall(df_game *game);
bool df_game_turn(df_game *game, unsigned how);

/* Locks the piece where it is. */
void df_game_lock(df_game *game);

#define RECORD_MAGIC "dropforge-game"

enum { RECORD_DEALS = 5, RECORD_GIVEN_IN_LINE = 16 };

extern const char *const df_record_deals[RECORD_DEALS];
extern const char *const df_record_buttons[DF_GAME_BUTTONS];

/* True if this button is held. */
bool df_game_is_held(const df_game *game, df_game_button button);

/* Finds the buttons for a place at rest for the piece in play, in the orientation in which it
 * is spawned: to be tapped by df_game_tap_path at once. See df_input_path_find.
 * DF_ERROR_ARGUMENT also where no piece is in play, it has been turned, or buttons do not act
 * at once by these rules (`at_once` of the df_game_traits). */
df_status df_game_find_path(const df_game *game, const df_place *place, df_input_path **path,
                            df_outcome *outcome);

/* Taps the buttons of a path one after another, all within this tick. Errors as df_game_press;
 * some of them may then have been tapped. DF_ERROR_ARGUMENT, and none was, if buttons do not
 * act at once. */
df_status df_game_tap_path(df_game *game, const df_input_path *path);

/* Returns the supplied pieces in the order in which they were dealt, with those still to come;
 * *count is their number, 0 without a supply. They belong to the game and stay valid until its
 * next tick or button. */
const uint16_t *df_game_get_dealt(const df_game *game, size_t *count);

/* Chooses the place of the piece in play, in the orientation in which it is spawned, in place
 * of the bot; without buttons that lead there it chooses by itself. Errors as
 * df_game_find_path. */
df_status df_match_bot_aim(df_match_bot *bot, const df_game *game, const df_place *place);

/* Releases all buttons. */
df_status df_game_release(df_game *game);

/* Plays the first `ticks` ticks of a record, or all of them if there are fewer, with the
 * buttons up to then. Otherwise as df_game_replay. */
df_status df_game_replay_ticks(df_game **game, const df_game_record *record, uint64_t ticks);

/* True if pieces can turn by these rules in such a game. */
bool df_game_has_rules(const df_game_traits *traits, df_rules rules);

/* Makes the seven tetrominoes as they are spawned in a game, in the order of
 * df_piece_set_tetrominoes. DF_ERROR_ARGUMENT: no such game. */
df_status df_game_tetrominoes(df_piece_set **set, df_game_kind kind);

/* Presses and releases a button. */
df_status df_game_tap(df_game *game, df_game_button button);
