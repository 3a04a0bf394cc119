/* The game that people play: pieces fall by themselves, and the player's buttons shift, turn,
 * drop and hold them. docs/method/game.md has the rules with their sources.
 *
 * The library has no clock. Time goes on by ticks, of which there are sixty to a second, when
 * the caller says so; a game that is paused gets none. The same options, and the same buttons
 * at the same ticks, give the same game on every machine.
 *
 * Every game is a plan: its drops replay through the simulator to the same playfield. And it is
 * a record of the buttons, which replays to the same game. */
#ifndef DROPFORGE_GAME_H
#define DROPFORGE_GAME_H

#include "dropforge/bot.h"

DF_BEGIN_DECLARATIONS

#define DF_GAME_TICKS_PER_SECOND 60

/* The most pieces that can be seen of those to come. */
#define DF_GAME_MAX_NEXT 16

/* The most ticks that a delay or a repeat can have. */
#define DF_GAME_MAX_TICKS 3600

/* The most lines or ticks of a goal, and the most rows of garbage. */
#define DF_GAME_MAX_GOAL 1000000
#define DF_GAME_MAX_GARBAGE 64

/* Times at which a quarter, a half, three quarters and all of the goal's lines were cleared. */
#define DF_GAME_SPLITS 4

/* The games that can be played: when pieces fall and lock, how rows score, how levels rise. How
 * pieces move is not part of it but a df_rules, of which each game has its own. */
typedef enum df_game_kind {
    /* The Super Rotation System with kicks, lock delay, hard drop, hold, T-spins, combos. */
    DF_GAME_GUIDELINE,
    DF_GAME_NES, /* those of the NES game of 1989 */
    DF_GAME_KINDS
} df_game_kind;

/* The traits of a game. */
typedef struct df_game_traits {
    const char *name; /* "guideline", "nes" */
    bool at_once;     /* buttons act when they are pressed, so that paths can be tapped;
                         otherwise in the next tick */
    bool hold;        /* pieces can be held */
    bool delays;      /* entry_delay and clear_delay are asked for, rather than fixed */
    unsigned min_level, max_level; /* where games can begin */
    df_rules rules; /* how pieces turn, and the rules of the plans, unless others are chosen */
    bool turns;     /* DF_RULES_TABLE and those with DF_TRAIT_GAMES can be chosen */
    /* The seven tetrominoes as they are spawned, in the order of df_piece_set_tetrominoes;
     * NULL: as these are. */
    const df_piece_drawing *tetrominoes;
} df_game_traits;

extern const df_game_traits *const df_games[DF_GAME_KINDS];

/* The source of the pieces. */
typedef enum df_game_deal {
    DF_GAME_DEAL_BAG,      /* as DF_DEAL_BAG */
    DF_GAME_DEAL_UNIFORM,  /* as DF_DEAL_UNIFORM */
    DF_GAME_DEAL_DIE,      /* as DF_DEAL_NES */
    DF_GAME_DEAL_REGISTER, /* the shift register of the NES game, only for a set of seven */
    DF_GAME_DEAL_GIVEN,    /* a sequence; after its end the game is over */
    DF_GAME_DEAL_SUPPLY,   /* pieces that the caller makes */
} df_game_deal;

/* The options of a game. Begin with df_game_defaults. */
typedef struct df_game_options {
    df_game_kind kind;
    df_rules rules;          /* of its traits; DF_RULES_TABLE only for pieces with kicks */
    const df_piece_set *set; /* borrowed; NULL only with DF_GAME_DEAL_SUPPLY */
    df_game_deal deal;
    uint64_t seed;
    const uint16_t *given; /* with DF_GAME_DEAL_GIVEN: indices in the set; borrowed */
    size_t given_count;
    /* With DF_GAME_DEAL_SUPPLY. Makes the next piece: all of *piece as df_piece_set_create
     * would, drawn as it is spawned. `random` is the game's own, from its seed; use no other. A
     * piece of the same shape as one before it is the same piece. A name that is empty or taken
     * is replaced. A status other than DF_OK is returned by the call that needed the piece,
     * which may be repeated. */
    df_status (*supply)(void *context, df_random *random, df_piece *piece);
    void *supply_context;
    /* The playfield: 1 to 64 columns, rows that are seen, and 1 to 32 rows above them in which
     * pieces may be too; at most DF_FIELD_MAX_HEIGHT in all. */
    unsigned width;
    unsigned height;
    unsigned hidden;
    /* What lies in the playfield at first; copied. As df_plan_set_begin demands, and no higher
     * than the rows that are seen. NULL: nothing. */
    const df_field *begin;
    /* The goals, which end the game when one is reached: lines to clear, ticks to pass, and
     * rows of garbage to clear; 0: none. The game begins with garbage in place of `begin`, in
     * fewer rows than are seen; each row has one hole, by the seed. Neither goes with
     * DF_GAME_DEAL_SUPPLY. */
    unsigned goal_lines;
    unsigned goal_ticks;
    unsigned garbage; /* at most DF_GAME_MAX_GARBAGE */
    unsigned level;   /* where it begins: min_level to max_level of the df_game_traits */
    unsigned next;    /* how many of the pieces to come are seen; 0 (in the NES game 1) to
                         DF_GAME_MAX_NEXT */
    /* The ticks after which a held button for left or right shifts again, and those between
     * further shifts; a repeat of 0 shifts as far as possible at once. These and the numbers of
     * ticks or resets below are at most DF_GAME_MAX_TICKS. */
    unsigned shift_delay;
    unsigned shift_repeat;
    /* Only of the guideline: */
    bool hold;
    bool all_spins; /* a turn that makes no T-spin makes a mini spin where it brings the piece
                       to a place from which it can be moved neither aside nor up nor down */
    bool steady;    /* the level does not rise */
    unsigned soft_factor; /* the speed of the soft drop, as a multiple of that of falling; 1 to
                             1000 */
    unsigned lock_delay;  /* ticks that a piece rests before it locks; at least 1 */
    unsigned lock_resets; /* how often a shift or turn begins that delay anew */
    unsigned entry_delay; /* ticks from locking to the next piece, */
    unsigned clear_delay; /* and how many more where rows are cleared */
} df_game_options;

/* The buttons. */
typedef enum df_game_button {
    DF_GAME_LEFT,
    DF_GAME_RIGHT,
    DF_GAME_SOFT, /* drop; in the NES game: down */
    DF_GAME_HARD, /* drop; none in the NES game, like the two below */
    DF_GAME_CLOCKWISE,
    DF_GAME_ANTICLOCKWISE,
    DF_GAME_HALF_TURN,
    DF_GAME_HOLD,
    DF_GAME_BUTTONS
} df_game_button;

typedef enum df_game_phase {
    DF_GAME_FALLING, /* a piece is in play */
    DF_GAME_WAITING, /* one has locked, the next one is not there yet */
    DF_GAME_OVER,
} df_game_phase;

/* Why a game is over. */
typedef enum df_game_end {
    DF_GAME_GOES_ON,
    DF_GAME_BLOCK_OUT, /* the next piece has no room where it is spawned, or above */
    DF_GAME_LOCK_OUT,  /* a piece came to rest above all rows that are seen */
    DF_GAME_DEALT,     /* the given sequence is at its end */
    DF_GAME_GOAL,      /* a goal is reached */
} df_game_end;

/* Events, for sounds and effects. */
typedef enum df_game_event_kind {
    DF_GAME_EVENT_SPAWN,
    DF_GAME_EVENT_SHIFT,
    DF_GAME_EVENT_TURN,
    DF_GAME_EVENT_HOLD,
    DF_GAME_EVENT_LAND, /* the piece has begun to rest */
    DF_GAME_EVENT_LOCK,
    DF_GAME_EVENT_LEVEL, /* a new level */
    DF_GAME_EVENT_OVER,
} df_game_event_kind;

typedef struct df_game_event {
    df_game_event_kind kind;
    uint64_t tick;
    unsigned level;
    df_drop drop; /* the piece and its place at that moment, for y >= 0 */
    df_spin spin; /* of T, by the guideline's rules, or of any piece by all_spins */
    /* Of DF_GAME_EVENT_LOCK, the effect of the piece: */
    uint32_t cleared;  /* bit i: row drop.y + i was cleared */
    unsigned rows;     /* that it cleared */
    bool perfect;      /* the playfield is empty after it */
    bool difficult;    /* at least four rows, or rows with a spin */
    bool back_to_back; /* so was the clear before, and it counts one and a half times */
    unsigned combo;    /* how many clears in a row came directly before it */
    uint64_t points;   /* without those for dropping */
} df_game_event;

/* The visible state of a game. */
typedef struct df_game_state {
    const df_game_options *options;
    const df_field *field;
    const df_field *before;  /* the last piece locked: put last.drop in it to show the clear */
    const df_piece_set *set; /* replaced whenever the supply makes a new piece, as is: */
    const uint64_t *spawned; /* for each piece of the set, how often */
    /* The drops so far: a plan of width by height + hidden, by its rules. Its colours may be
     * set by the caller, one for each piece of the set. */
    df_plan *plan;
    df_game_phase phase;
    df_game_end end;
    uint64_t tick; /* how many there were */
    /* The piece in play, or the one that ended the game: its index in the set, its orientation
     * and the lower left corner of its shape; and the row in which it would come to rest. It
     * may be above all rows of the playfield. -1: no piece. */
    int piece;
    unsigned orientation;
    int x, y;
    int ghost_y;
    unsigned rest; /* ticks that it has rested, of lock_delay */
    int held;      /* the piece in hold, or -1 */
    bool can_hold; /* not since the last piece locked */
    unsigned next_count;
    uint16_t next[DF_GAME_MAX_NEXT]; /* pieces to come */
    uint64_t score;
    const uint64_t *scores; /* before the first drop of the plan and after each */
    uint64_t lines;
    uint64_t pieces; /* that have locked */
    size_t strokes;  /* buttons that were pressed or released */
    unsigned level;
    unsigned to_next_level;      /* lines that are missing */
    int combo;                   /* clears in a row, less one; -1 after a piece without one */
    unsigned back_to_back;       /* difficult clears in a row */
    df_game_event last;          /* of the last piece that locked */
    uint64_t spins[DF_SPINS][4]; /* [spin][rows]: how many of each kind */
    uint64_t clears[DF_PIECE_MAX_SQUARES + 1]; /* [rows]: pieces that cleared this number */
    uint64_t perfect_clears;
    unsigned garbage;                /* rows left of the starting field */
    uint64_t splits[DF_GAME_SPLITS]; /* ticks, for goal_lines; 0: not yet */
} df_game_state;

/* The number of events that are kept: without polling the oldest are lost. */
#define DF_GAME_MAX_EVENTS 64

typedef struct df_game df_game;

/* A mode: what the game is about. */
typedef struct df_game_mode {
    const char *name;  /* "lines40" */
    const char *title; /* "40 lines" */
    unsigned goal_lines, goal_ticks, garbage;
    bool is_race;     /* the shortest time is the best, and only of games that reach the goal */
    bool is_practice; /* pieces can be taken back, and nothing counts */
} df_game_mode;

#define DF_GAME_MODES 5

/* The modes; the first goes on without end. */
extern const df_game_mode df_game_modes[DF_GAME_MODES];

/* Returns the usual options of a game, which goes on without a goal: seed 0, a bag
 * (DF_GAME_DEAL_UNIFORM for sets of more than DF_DEAL_MAX_BAG pieces) or for NES the shift
 * register (with other sets than of seven pieces the die). `set` is borrowed; NULL is for
 * DF_GAME_DEAL_SUPPLY. The playfield is one for pieces of n = `squares` squares (up to
 * DF_PIECE_MAX_SQUARES), or 0: of the largest piece of the set: 2n + 2 columns and 2n + 12
 * rows, so 10 by 20 for tetrominoes, but no more columns than a playfield can have; with hidden
 * rows for each of its orientations. Every piece of this size can be spawned and turned in it.
 */
df_game_options df_game_defaults(df_game_kind kind, const df_piece_set *set, unsigned squares);

/* Begins a game: its first piece is spawned. DF_ERROR_ARGUMENT, and *error says which: an
 * option is out of range, or a piece of the set is wider than the playfield or higher than the
 * hidden rows; else the status of the supply. */
df_status df_game_create(df_game **game, const df_game_options *options, df_error *error);
void df_game_free(df_game *game);

/* Presses or releases a button, now. With the guideline it has its effect at once, so that any
 * number of buttons can be pressed within a tick: a shift by one column, a turn, one row of the
 * soft drop. With NES rules the buttons take effect in the next tick. Pressing a held button,
 * releasing another one, or any button in a game that is over does nothing. DF_ERROR_MEMORY, or
 * the status of the supply: nothing was done. DF_ERROR_ARGUMENT: no such button. To release
 * DF_GAME_BUTTONS releases all of them, as when the window loses its focus. */
df_status df_game_press(df_game *game, df_game_button button, bool pressed);

/* Lets one tick pass. Errors as df_game_press: then it has not passed, and may be tried again.
 * DF_ERROR_DEFECT: the simulator refuses what happened. A game that is over has no ticks. */
df_status df_game_tick(df_game *game);

/* Returns the state of a game, which follows it and stays valid as long as it does. */
const df_game_state *df_game_get_state(const df_game *game);

/* Takes the oldest event that has not been taken; false without one. */
bool df_game_poll(df_game *game, df_game_event *event);

/* Games as records of their buttons, and the text format for these. */

/* A game as its options and its buttons. The record owns the objects that the options point to.
 * A game whose pieces were supplied has them as a given sequence. */
typedef struct df_game_record {
    df_game_options options;
    df_piece_set *set;
    uint16_t *given;
    df_field *begin;
    struct df_game_stroke *strokes; /* buttons, see df_game_record_press */
    size_t count;
    uint64_t ticks; /* when it ended, or was left */
} df_game_record;

/* Appends the game to `text` in the format `dropforge-game 1` (docs/format/game.md).
 * DF_ERROR_LIMIT, and nothing appended, when a piece is called `field`, `rules`, `piece` or
 * `color`; else the status of the text. */
df_status df_game_write(df_text *text, const df_game *game);

/* Plays a plan as a game by the guideline that begins at `level` (from 1), with the buttons of
 * each piece pressed at once, and appends it in the same format. The game deals the plan's
 * queue or, of a plan without a deal, the pieces of its drops. DF_ERROR_LIMIT: no game has this
 * playfield for these pieces, or no buttons bring a piece to its place, as where it falls too
 * fast. Other errors as df_game_create, df_game_tick and df_game_write. */
df_status df_game_write_plan(df_text *text, const df_plan *plan, unsigned level,
                             df_error *error);

/* Reads such a text. */
df_status df_game_record_read(df_game_record **record, const char *text, size_t length,
                              df_error *error);
void df_game_record_free(df_game_record *record);

/* Plays the game of a record up to the moment when this number of pieces have locked and the
 * next one is in play, or to the end of the record, and releases all buttons. The events so far
 * are taken. The record must outlive the game, which may be played on. Errors as df_game_create
 * and df_game_tick. */
df_status df_game_replay(df_game **game, const df_game_record *record, uint64_t pieces);

/* Presses and releases the buttons of the record at the tick of the game, which has its
 * options: call it once before the first tick, and after each. Errors as df_game_press. */
df_status df_game_record_press(const df_game_record *record, df_game *game);

/* Plays a record to its end and gives its drops as a plan, to which the pieces of the record
 * belong then: the record has none any more. Errors as df_game_replay. */
df_status df_game_record_plan(df_plan **plan, df_game_record *record);

/* Takes back the last piece that locked, and what was done after it: *game becomes the game
 * from which it was spawned, with all buttons released. It works after the end, too. Errors as
 * df_game_replay; then *game is unchanged. */
df_status df_game_take_back(df_game **game);

/* A bot that presses the buttons of a df_game as a player does. */

typedef struct df_match_bot df_match_bot;

/* Makes a bot that judges placements by these weights, such as those of df_players, which are
 * copied, and waits `thinking` ticks before it begins with a piece. */
df_status df_match_bot_create(df_match_bot **bot, const df_weights *weights, unsigned thinking);
void df_match_bot_free(df_match_bot *bot);

/* Presses and releases the buttons for the next tick: call it before each df_game_tick. After
 * ticks without it, in which somebody else may have played, it begins anew with the piece in
 * play. Errors as df_game_press. */
df_status df_match_bot_act(df_match_bot *bot, df_game *game);

DF_END_DECLARATIONS

#endif
