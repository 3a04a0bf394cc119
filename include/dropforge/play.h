/* The game that people play: pieces fall by themselves, and the player's buttons shift, turn,
 * drop and hold them. docs/play.md has the rules with their sources.
 *
 * The library has no clock. Time goes on by ticks, of which there are sixty to a second, when
 * the caller says so; a game that is paused gets none. The same options, and the same buttons
 * at the same ticks, give the same game on every machine.
 *
 * Every game is a plan: its drops replay through the simulator to the same playfield. And it is
 * a record of the buttons, which replays to the same game. */
#ifndef DROPFORGE_PLAY_H
#define DROPFORGE_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/field.h"
#include "dropforge/moves.h"
#include "dropforge/piece.h"
#include "dropforge/plan.h"
#include "dropforge/random.h"
#include "dropforge/way.h"

#ifdef __cplusplus
extern "C" {
#endif

#define DF_PLAY_TICKS_PER_SECOND 60

/* The most pieces that can be seen of those to come. */
#define DF_PLAY_MAX_NEXT 16

/* The most ticks that a delay or a repeat can have. */
#define DF_PLAY_MAX_TICKS 3600

typedef enum df_play_rules {
    /* The Super Rotation System with kicks, lock delay, hard drop, hold, T-spins, combos. */
    DF_PLAY_GUIDELINE,
    DF_PLAY_NES, /* those of the NES game of 1989 */
    DF_PLAY_RULES
} df_play_rules;

/* What a set of rules has, for those who press buttons and ask for options. */
typedef struct df_play_traits {
    const char *name; /* "guideline", "nes" */
    bool at_once;     /* buttons act when they are pressed, so that ways can be tapped;
                         otherwise in the next tick */
    bool hold;        /* pieces can be held */
    bool half_turns;  /* can be had */
    bool delays;      /* entry_delay and clear_delay are asked for, rather than fixed */
    unsigned least_level, most_level; /* where games can begin */
    df_reach reach;                   /* of the plans, without half turns */
} df_play_traits;

/* Where the pieces come from. */
typedef enum df_play_deal {
    DF_PLAY_DEAL_BAG,      /* as DF_DEAL_BAG */
    DF_PLAY_DEAL_UNIFORM,  /* as DF_DEAL_UNIFORM */
    DF_PLAY_DEAL_DIE,      /* as DF_DEAL_NES */
    DF_PLAY_DEAL_REGISTER, /* the shift register of the NES game, for a set of seven alone */
    DF_PLAY_DEAL_GIVEN,    /* a sequence; after its end the game is over */
    DF_PLAY_DEAL_SUPPLY,   /* pieces that the caller makes */
} df_play_deal;

/* Makes the next piece: all of *piece as df_piece_set_create would, drawn as it is spawned.
 * `random` is the game's own, from its seed; use no other. A piece of the same shape as one
 * before it is the same piece. A name that is empty or taken is replaced. Whatever is not DF_OK
 * is handed on by the call that wanted the piece; it may be made again. */
typedef df_status df_play_supply(void *context, df_random *random, df_piece *piece);

/* How a game is played. Begin with df_play_options_set and change what is wanted. */
typedef struct df_play_options {
    df_play_rules rules;
    const df_piece_set *set; /* borrowed; NULL with DF_PLAY_DEAL_SUPPLY alone */
    df_play_deal deal;
    uint64_t seed;
    const uint16_t *given; /* with DF_PLAY_DEAL_GIVEN: indices in the set; borrowed */
    size_t given_count;
    df_play_supply *supply; /* with DF_PLAY_DEAL_SUPPLY */
    void *supply_context;
    /* The playfield: 1 to 64 columns, rows that are seen, and 1 to 32 rows above them in which
     * pieces may be too; at most DF_FIELD_MAX_HEIGHT in all. */
    unsigned width;
    unsigned height;
    unsigned hidden;
    unsigned level; /* where it begins: least_level to most_level of the df_play_traits */
    unsigned next;  /* how many of the pieces to come are seen; 1 to DF_PLAY_MAX_NEXT */
    /* A button for left or right that is held shifts again after so many ticks, and then each
     * time after so many; 0 for the repeat: at once as far as it goes. These and what counts
     * ticks or resets below are at most DF_PLAY_MAX_TICKS. */
    unsigned shift_delay;
    unsigned shift_repeat;
    /* Of the guideline alone: */
    bool hold;
    bool half_turns;      /* DF_ROTATION_SRS_180 */
    unsigned soft_factor; /* the soft drop is so many times as fast as falling; 1 to 1000 */
    unsigned lock_delay;  /* ticks that a piece rests before it locks; at least 1 */
    unsigned lock_resets; /* how often a shift or turn begins that delay anew */
    unsigned entry_delay; /* ticks from locking to the next piece, */
    unsigned clear_delay; /* and how many more where rows are cleared */
} df_play_options;

/* The buttons. */
typedef enum df_play_button {
    DF_PLAY_LEFT,
    DF_PLAY_RIGHT,
    DF_PLAY_SOFT, /* drop; in the NES game: down */
    DF_PLAY_HARD, /* drop; none in the NES game, like the two below */
    DF_PLAY_CLOCKWISE,
    DF_PLAY_ANTICLOCKWISE,
    DF_PLAY_HALF_TURN,
    DF_PLAY_HOLD,
    DF_PLAY_BUTTONS
} df_play_button;

typedef enum df_play_phase {
    DF_PLAY_FALLING, /* a piece is in play */
    DF_PLAY_WAITING, /* one has locked, the next one is not there yet */
    DF_PLAY_OVER,
} df_play_phase;

/* Why a game is over. */
typedef enum df_play_end {
    DF_PLAY_GOES_ON,
    DF_PLAY_BLOCK_OUT, /* the next piece has no room where it is spawned, or above */
    DF_PLAY_LOCK_OUT,  /* a piece came to rest above all rows that are seen */
    DF_PLAY_DEALT,     /* the given sequence is at its end */
} df_play_end;

/* What a piece that locked has done. */
typedef struct df_play_clear {
    unsigned rows;     /* that it cleared */
    df_spin spin;      /* of T, by the guideline's rules */
    bool perfect;      /* the playfield is empty after it */
    bool difficult;    /* at least four rows, or rows with a spin */
    bool back_to_back; /* so was the clear before, and it counts one and a half times */
    unsigned combo;    /* how many clears in a row came directly before it */
    uint64_t points;   /* without those for dropping */
} df_play_clear;

/* All that there is to see of a game besides its playfield. */
typedef struct df_play_state {
    df_play_phase phase;
    df_play_end end;
    uint64_t tick; /* how many there were */
    /* The piece in play, or the one that ended the game: its index in the set, its orientation
     * and the lower left corner of its shape; and the row in which it would come to rest. It
     * may be above all rows of the playfield. -1: there is none. */
    int piece;
    unsigned orientation;
    int x, y;
    int ghost_y;
    unsigned rest; /* ticks that it has rested, of lock_delay */
    int held;      /* the piece in hold, or -1 */
    bool can_hold; /* not since the last piece locked */
    unsigned next_count;
    uint16_t next[DF_PLAY_MAX_NEXT]; /* pieces to come */
    uint64_t score;
    uint64_t lines;
    uint64_t pieces; /* that have locked */
    unsigned level;
    unsigned to_next_level;      /* lines that are missing */
    int combo;                   /* clears in a row, less one; -1 after a piece without one */
    unsigned back_to_back;       /* difficult clears in a row */
    df_play_clear last;          /* the last piece that locked, */
    df_drop last_drop;           /* where it did, */
    uint32_t last_cleared;       /* and bit i: row last_drop.y + i was cleared */
    uint64_t spins[DF_SPINS][4]; /* [spin][rows]: how many of each kind */
    uint64_t clears[DF_PIECE_MAX_SQUARES + 1]; /* [rows]: pieces that cleared so many */
    uint64_t perfect_clears;
} df_play_state;

/* What happens, for sounds and effects. */
typedef enum df_play_event_kind {
    DF_PLAY_EVENT_SPAWN,
    DF_PLAY_EVENT_SHIFT,
    DF_PLAY_EVENT_TURN, /* its spin is that of the clear */
    DF_PLAY_EVENT_HOLD,
    DF_PLAY_EVENT_LAND,  /* the piece has begun to rest */
    DF_PLAY_EVENT_LOCK,  /* drop, cleared and clear tell of it */
    DF_PLAY_EVENT_LEVEL, /* a new level */
    DF_PLAY_EVENT_OVER,
} df_play_event_kind;

typedef struct df_play_event {
    df_play_event_kind kind;
    uint64_t tick;
    df_drop drop;        /* the piece and its place at that moment, for y >= 0 */
    uint32_t cleared;    /* as last_cleared */
    df_play_clear clear; /* of DF_PLAY_EVENT_LOCK; of DF_PLAY_EVENT_TURN the spin alone */
    unsigned level;
} df_play_event;

/* Only so many events are kept: when nobody polls, the oldest are lost. */
#define DF_PLAY_MAX_EVENTS 64

typedef struct df_play df_play;

/* What these rules have; NULL for a number that is none of rules. Static storage. */
const df_play_traits *df_play_get_traits(df_play_rules rules);

/* Fills in the usual options of these rules: the playfield for the largest piece of the set,
 * seed 0, a bag (DF_PLAY_DEAL_UNIFORM for sets of more than DF_DEAL_MAX_BAG pieces) or for NES
 * the shift register (with other sets than of seven pieces the die). `set` is borrowed; NULL is
 * for DF_PLAY_DEAL_SUPPLY, with a playfield for tetrominoes: see df_play_options_resize. */
void df_play_options_set(df_play_options *options, df_play_rules rules,
                         const df_piece_set *set);

/* Makes the playfield one for pieces of up to `squares` squares (1 to DF_PIECE_MAX_SQUARES):
 * 2n + 2 columns and 2n + 12 rows, so 10 by 20 for tetrominoes, but no more columns than a
 * playfield can have; with hidden rows for each of its orientations. Every piece of so many
 * squares can be spawned in it and turned there. */
void df_play_options_resize(df_play_options *options, unsigned squares);

/* The seven tetrominoes as they are spawned by these rules, in the order of
 * df_piece_set_tetrominoes. The caller owns *set (df_piece_set_free). DF_ERROR_ARGUMENT: rules
 * that are none. */
df_status df_play_tetrominoes(df_piece_set **set, df_play_rules rules);

/* Begins a game: its first piece is spawned. The caller owns *play (df_play_free). Options are
 * copied; what they point to is borrowed and must outlive the game. DF_ERROR_ARGUMENT: an
 * option is out of range, or a piece of the set is wider than the playfield or higher than the
 * hidden rows; else what the supply answers, or DF_ERROR_MEMORY. */
df_status df_play_create(df_play **play, const df_play_options *options);

/* Frees a game; NULL is allowed. */
void df_play_free(df_play *play);

/* Presses or releases a button, now. With the guideline it has its effect at once, so that any
 * number of buttons can be pressed within a tick: a shift by one column, a turn, one row of the
 * soft drop. With NES rules the buttons are looked at in the next tick. What is pressed
 * already, or not there to be released, is nothing, and so is everything in a game that is
 * over. DF_ERROR_MEMORY, or what the supply answers: nothing was done. DF_ERROR_ARGUMENT: no
 * button. */
df_status df_play_press(df_play *play, df_play_button button, bool pressed);

/* Presses and releases. */
df_status df_play_tap(df_play *play, df_play_button button);

/* Releases all buttons, as when the window loses its focus. */
df_status df_play_release(df_play *play);

/* Lets one tick pass. Errors as df_play_press: then it has not passed, and may be tried again.
 * DF_ERROR_DEFECT: the simulator refuses what happened. A game that is over has no ticks. */
df_status df_play_tick(df_play *play);

/* What there is to see. The pointers are good as long as the game, and show what is now; only
 * the set is another one whenever the supply makes a new piece. */
const df_play_state *df_play_get_state(const df_play *play);
const df_play_options *df_play_get_options(const df_play *play);
const df_field *df_play_get_field(const df_play *play);
const df_piece_set *df_play_get_set(const df_play *play);

/* The playfield before the last piece locked, so that rows can be shown while they clear: put
 * last_drop in it. */
const df_field *df_play_get_before(const df_play *play);

/* How often the piece was spawned; 0 for what is no piece. */
uint64_t df_play_get_spawned(const df_play *play, size_t piece);

/* Whether this button is held. */
bool df_play_is_held(const df_play *play, df_play_button button);

/* The drops so far: a plan of width by height + hidden, whose reach is that of the rules. It
 * belongs to the game; its colours may be set by the caller, one for each piece of the set. */
df_plan *df_play_get_plan(df_play *play);

/* Takes the oldest event that has not been taken; false if there is none. */
bool df_play_poll(df_play *play, df_play_event *event);

/* Finds the buttons for a place at rest for the piece in play, in the orientation in which it
 * is spawned: to be tapped by df_play_tap_way at once. As df_way_find, which see; the caller
 * owns *way. DF_ERROR_ARGUMENT also where no piece is in play, it has been turned, or buttons
 * do not act at once by these rules (`at_once` of the df_play_traits). */
df_status df_play_find_way(df_way **way, df_outcome *outcome, const df_play *play,
                           const df_place *place);

/* Taps the buttons of a way one after another, all within this tick. Errors as df_play_press:
 * then some of them may have been tapped. DF_ERROR_ARGUMENT, and nothing was, where buttons do
 * not act at once. */
df_status df_play_tap_way(df_play *play, const df_way *way);

/* A button that was pressed or released, after so many ticks. */
typedef struct df_play_stroke {
    uint64_t tick;
    uint8_t button;
    bool pressed;
} df_play_stroke;

/* All of them so far, in their order; *count is how many. They belong to the game, and are good
 * until it goes on. */
const df_play_stroke *df_play_get_strokes(const df_play *play, size_t *count);

/* The pieces that were dealt so far where they were supplied, those that are still to come too;
 * *count is how many. Otherwise there are none. They belong to the game, and are good until it
 * goes on. */
const uint16_t *df_play_get_dealt(const df_play *play, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
