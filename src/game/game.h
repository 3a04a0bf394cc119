/* A game as its parts see it. The piece in play is moved by game/piece, by the rules of
 * game/guideline or game/nes, which give the points, too; game/deal gives the pieces. */
#ifndef DROPFORGE_GAME_GAME_H
#define DROPFORGE_GAME_GAME_H

#include "core/mover.h"
#include "core/piece_list.h"
#include "dropforge/deal.h"
#include "dropforge/play.h"

/* What differs between the rules. None of these functions can fail: what they may need has been
 * made ready before. */
typedef struct game_rules {
    df_play_traits traits;
    df_rotation rotation; /* without half turns */
    df_play_deal deal;    /* of the seven tetrominoes */
    /* These as they are spawned; NULL: as df_piece_set_tetrominoes has them. */
    const df_piece_drawing *tetrominoes;
    /* Fills in the usual options that are not for all rules the same, where the set is in. */
    void (*set)(df_play_options *options);
    /* Where orientation N is spawned: its corner. */
    void (*spawn)(const df_play *play, int *x, int *y);
    /* A piece has been spawned and is free. */
    void (*begin)(df_play *play);
    /* The button has just been pressed or released; play->held is new already. */
    void (*press)(df_play *play, df_play_button button, bool pressed);
    void (*tick)(df_play *play);
    /* The piece has locked and this is what it has cleared: fills in the rest of *clear, and
     * makes the score and the level new. state.lines is new already. */
    void (*score)(df_play *play, df_play_clear *clear);
    /* Ticks until the next piece. */
    unsigned (*delay)(const df_play *play, const df_play_clear *clear);
} game_rules;

extern const game_rules df_guideline_rules, df_nes_rules;

/* The rules of this number, or the guideline's if it is none. */
const game_rules *df_game_rules(df_play_rules rules);

/* Where the pieces come from. */
typedef struct game_deal {
    df_dealer dealer;
    df_random random; /* for the supply */
    uint16_t shift;   /* the register of the NES game */
    uint8_t spawned;  /* pieces that came from it */
    uint8_t last;     /* the number of its last piece there */
    bool ended;       /* the sequence is at its end */
    unsigned count;   /* of the queue */
    uint16_t queue[DF_PLAY_MAX_NEXT + 2];
    piece_list list; /* pieces that were supplied */
    uint16_t *dealt; /* and in which order */
    size_t dealt_count, dealt_capacity;
} game_deal;

/* The state of the piece in play that is not to be seen. */
typedef struct game_motion {
    uint64_t fall;    /* guideline: 2^-32 rows; NES: ticks */
    int lowest;       /* the row in which it has been */
    unsigned resets;  /* of the lock delay, in that row */
    bool touched;     /* it has rested in that row */
    df_spin spin;     /* of its last move */
    unsigned soft;    /* NES: rows of the soft drop */
    int soft_repeat;  /* NES: ticks of that; negative while the first piece hangs */
    int shift_ticks;  /* guideline: ticks until the next shift; NES: since the first */
    int shift_button; /* guideline: the one that was pressed last, or -1 */
} game_motion;

struct df_play {
    df_play_options options;
    const game_rules *rules;
    df_play_state state;
    df_field *field;
    df_field *before;
    df_plan *plan;
    const df_piece_set *set;
    uint64_t *spawned; /* one for each piece of the set */
    size_t spawned_capacity;
    game_deal deal;
    df_mover mover; /* of the piece in play */
    game_motion motion;
    unsigned wait;    /* ticks until the next piece */
    unsigned held;    /* bit b: button b */
    unsigned pressed; /* NES: since the last tick */
    bool defect;      /* the simulator has refused a drop */
    df_play_stroke *strokes;
    size_t stroke_count, stroke_capacity;
    df_play_event events[DF_PLAY_MAX_EVENTS];
    uint64_t events_put, events_taken;
};

/* game/options */

df_rotation df_game_rotation(const df_play_options *options);

/* Whether all of these can be, and the piece in such a playfield. */
bool df_game_options_are_good(const df_play_options *options);
bool df_game_piece_fits(const df_play_options *options, const df_piece *piece);

/* game/deal */

df_status df_game_deal_begin(df_play *play);
void df_game_deal_free(game_deal *deal);

/* Fills the queue so far that one piece can be taken whatever comes. */
df_status df_game_deal_prepare(df_play *play);

/* Takes the next piece, and shows those after it; -1 after the end. */
int df_game_deal_take(df_play *play);

/* The register has shifted once more, as it does with each tick. */
void df_game_deal_tick(df_play *play);

/* game/piece */

/* Makes everything ready that may be needed until the next tick or button. */
df_status df_game_prepare(df_play *play);

void df_game_put_event(df_play *play, df_play_event_kind kind);

/* Brings the piece into play, or the game to its end. */
void df_game_spawn(df_play *play, int piece);
void df_game_spawn_next(df_play *play);

/* Whether the piece in play is free in another place. */
bool df_game_is_free(const df_play *play, int x, int y);

/* Move the piece in play if that can be; whether it was. */
bool df_game_shift(df_play *play, int x);
bool df_game_fall(df_play *play);
bool df_game_turn(df_play *play, unsigned how);

/* The piece comes to rest where it is. */
void df_game_lock(df_play *play);

#endif
