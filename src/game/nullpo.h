/* A game of NullpoMino 7.5, a frame at a time, and its replays: docs/format/rep.md.
 *
 * A df_nullpo is a plain struct that borrows what does not change in a game: copy it to keep a
 * state, or to try buttons. */
#pragma once

#include "core/board/mover.h"
#include "dropforge/replay.h"

/* From this lock delay on a piece only locks when it is dropped. Replays that are written have
 * it, so that the piece after the last drop does not lock on the picture. */
enum { NULLPO_LOCK_NEVER = 99 };

/* The options of a replay: what the enumerator ends with, the key in the file without its first
 * word, the value without such a line, the value in replays that are written, and the least and
 * the greatest. Those of one value only are refused otherwise. */
#define NULLPO_RULE_OPTIONS(X)                                                                 \
    X(STYLE, "ruleopt.style", 0, 0, 0, 0)                                                      \
    X(WIDTH, "ruleopt.fieldWidth", 10, 10, 10, 10)                                             \
    X(HEIGHT, "ruleopt.fieldHeight", 20, 20, 20, 20)                                           \
    X(HIDDEN, "ruleopt.fieldHiddenHeight", 3, 3, 0, 20)                                        \
    X(CEILING, "ruleopt.fieldCeiling", 0, 0, 0, 0)                                             \
    X(LOCKOUT, "ruleopt.fieldLockoutDeath", 1, 1, 0, 1)                                        \
    X(PARTIAL_LOCKOUT, "ruleopt.fieldPartialLockoutDeath", 0, 0, 0, 1)                         \
    X(ABOVE, "ruleopt.pieceEnterAboveField", 1, 1, 1, 1)                                       \
    X(ENTER_HIGHER, "ruleopt.pieceEnterMaxDistanceY", 0, 0, 0, 20)                             \
    X(HOLD, "ruleopt.holdEnable", 1, 1, 0, 1)                                                  \
    X(HOLD_INITIAL, "ruleopt.holdInitial", 1, 1, 0, 1)                                         \
    X(HOLD_INITIAL_LIMIT, "ruleopt.holdInitialLimit", 0, 0, 0, 1)                              \
    X(HOLD_RESETS, "ruleopt.holdResetDirection", 1, 1, 1, 1)                                   \
    X(HOLD_LIMIT, "ruleopt.holdLimit", -1, -1, -1, 1000000)                                    \
    X(HARD, "ruleopt.harddropEnable", 1, 1, 0, 1)                                              \
    X(HARD_LOCK, "ruleopt.harddropLock", 1, 1, 0, 1)                                           \
    X(HARD_LIMIT, "ruleopt.harddropLimit", 1, 1, 0, 1)                                         \
    X(SOFT, "ruleopt.softdropEnable", 1, 1, 0, 1)                                              \
    X(SOFT_LOCK, "ruleopt.softdropLock", 0, 0, 0, 1)                                           \
    X(SOFT_LIMIT, "ruleopt.softdropLimit", 0, 0, 0, 1)                                         \
    X(SOFT_SURFACE, "ruleopt.softdropSurfaceLock", 0, 0, 0, 1)                                 \
    X(SOFT_NATIVE, "ruleopt.softdropMultiplyNativeSpeed", 0, 1, 0, 1)                          \
    X(SOFT_GRAVITY, "ruleopt.softdropGravitySpeedLimit", 0, 0, 0, 1)                           \
    X(INITIAL, "ruleopt.rotateInitial", 1, 1, 0, 1)                                            \
    X(INITIAL_LIMIT, "ruleopt.rotateInitialLimit", 0, 0, 0, 1)                                 \
    X(INITIAL_KICK, "ruleopt.rotateInitialWallkick", 1, 1, 0, 1)                               \
    X(KICK, "ruleopt.rotateWallkick", 1, 1, 0, 1)                                              \
    X(KICK_UP, "ruleopt.rotateMaxUpwardWallkick", -1, -1, -1, 1000)                            \
    X(TURN_RIGHT, "ruleopt.rotateButtonDefaultRight", 1, 1, 0, 1)                              \
    X(TURN_BOTH, "ruleopt.rotateButtonAllowReverse", 1, 1, 0, 1)                               \
    X(TURN_HALF, "ruleopt.rotateButtonAllowDouble", 1, 1, 0, 1)                                \
    X(RESET_FALL, "ruleopt.lockresetFall", 1, 1, 0, 1)                                         \
    X(RESET_MOVE, "ruleopt.lockresetMove", 1, 1, 0, 1)                                         \
    X(RESET_TURN, "ruleopt.lockresetRotate", 1, 1, 0, 1)                                       \
    X(RESET_KICK, "ruleopt.lockresetWallkick", 0, 0, 0, 1)                                     \
    X(LIMIT_MOVE, "ruleopt.lockresetLimitMove", 15, 15, -1, 1000000)                           \
    X(LIMIT_TURN, "ruleopt.lockresetLimitRotate", 15, 15, -1, 1000000)                         \
    X(LIMIT_SHARED, "ruleopt.lockresetLimitShareCount", 1, 1, 0, 1)                            \
    X(LIMIT_OVER, "ruleopt.lockresetLimitOver", 1, 1, 0, 2)                                    \
    X(FLASH, "ruleopt.lockflash", 2, 2, 0, 1000)                                               \
    X(FLASH_ONLY, "ruleopt.lockflashOnlyFrame", 1, 0, 0, 1)                                    \
    X(FLASH_FIRST, "ruleopt.lockflashBeforeLineClear", 0, 0, 0, 1)                             \
    X(ENTRY_MOVE, "ruleopt.areCancelMove", 0, 0, 0, 1)                                         \
    X(ENTRY_TURN, "ruleopt.areCancelRotate", 0, 0, 0, 1)                                       \
    X(ENTRY_HOLD, "ruleopt.areCancelHold", 0, 0, 0, 1)                                         \
    X(CLEAR_MOVE, "ruleopt.lineCancelMove", 0, 0, 0, 1)                                        \
    X(CLEAR_TURN, "ruleopt.lineCancelRotate", 0, 0, 0, 1)                                      \
    X(CLEAR_HOLD, "ruleopt.lineCancelHold", 0, 0, 0, 1)                                        \
    X(MIN_ENTRY, "ruleopt.minARE", -1, -1, -1, 10000)                                          \
    X(MAX_ENTRY, "ruleopt.maxARE", -1, -1, -1, 10000)                                          \
    X(MIN_ENTRY_LINE, "ruleopt.minARELine", -1, -1, -1, 10000)                                 \
    X(MAX_ENTRY_LINE, "ruleopt.maxARELine", -1, -1, -1, 10000)                                 \
    X(MIN_CLEAR, "ruleopt.minLineDelay", -1, -1, -1, 10000)                                    \
    X(MAX_CLEAR, "ruleopt.maxLineDelay", -1, -1, -1, 10000)                                    \
    X(MIN_LOCK, "ruleopt.minLockDelay", -1, NULLPO_LOCK_NEVER, -1, 10000)                      \
    X(MAX_LOCK, "ruleopt.maxLockDelay", -1, -1, -1, 10000)                                     \
    X(MIN_SHIFT, "ruleopt.minDAS", -1, -1, -1, 10000)                                          \
    X(MAX_SHIFT, "ruleopt.maxDAS", -1, -1, -1, 10000)                                          \
    X(SHIFT_REPEAT, "ruleopt.dasDelay", 0, 1, -1, 10000)                                       \
    X(SHIFT_LOCK, "ruleopt.shiftLockEnable", 0, 0, 0, 1)                                       \
    X(SHIFT_READY, "ruleopt.dasInReady", 1, 1, 0, 1)                                           \
    X(SHIFT_FIRST, "ruleopt.dasInMoveFirstFrame", 1, 1, 0, 1)                                  \
    X(SHIFT_FLASH, "ruleopt.dasInLockFlash", 1, 1, 0, 1)                                       \
    X(SHIFT_CLEAR, "ruleopt.dasInLineClear", 1, 1, 0, 1)                                       \
    X(SHIFT_ENTRY, "ruleopt.dasInARE", 1, 1, 0, 1)                                             \
    X(SHIFT_ENTRY_LAST, "ruleopt.dasInARELastFrame", 1, 1, 0, 1)                               \
    X(SHIFT_BLOCKED, "ruleopt.dasOnBlockedMove", 0, 0, 0, 1)                                   \
    X(SHIFT_KEEPS, "ruleopt.dasStoreChargeOnNeutral", 0, 0, 0, 1)                              \
    X(SHIFT_REDIRECTS, "ruleopt.dasRedirectInARE", 0, 0, 0, 1)                                 \
    X(MOVE_FIRST, "ruleopt.moveFirstFrame", 1, 1, 0, 1)                                        \
    X(DIAGONAL, "ruleopt.moveDiagonal", 1, 1, 0, 1)                                            \
    X(UP_AND_DOWN, "ruleopt.moveUpAndDown", 1, 1, 0, 1)                                        \
    X(LEFT_AND_RIGHT, "ruleopt.moveLeftAndRightAllow", 1, 1, 0, 1)                             \
    X(LEFT_OR_RIGHT, "ruleopt.moveLeftAndRightUsePreviousInput", 0, 0, 0, 1)                   \
    X(OWN_TURN_RIGHT, "tuning.owRotateButtonDefaultRight", -1, -1, -1, 1)                      \
    X(OWN_MIN_SHIFT, "tuning.owMinDAS", -1, -1, -1, 10000)                                     \
    X(OWN_MAX_SHIFT, "tuning.owMaxDAS", -1, -1, -1, 10000)                                     \
    X(OWN_SHIFT_REPEAT, "tuning.owDasDelay", -1, -1, -1, 10000)                                \
    X(OWN_REVERSED, "tuning.owReverseUpDown", 0, 0, 0, 1)                                      \
    X(OWN_DIAGONAL, "tuning.owMoveDiagonal", -1, -1, -1, 1)

typedef enum nullpo_option {
#define NULLPO_ENUMERATOR(name, key, missing, written, min, max) NULLPO_##name,
    NULLPO_RULE_OPTIONS(NULLPO_ENUMERATOR)
#undef NULLPO_ENUMERATOR
        NULLPO_OPTIONS
} nullpo_option;

enum {
    NULLPO_ROWS = DF_NULLPOMINO_HEIGHT,
    NULLPO_MAX_ROWS = 2 * NULLPO_ROWS, /* with those above the playfield */
    NULLPO_PIECES = 1400,              /* of a game, which come again then */
    NULLPO_BUTTONS = 10,
    NULLPO_MAX_FRAMES = 2 * 60 * 60 * 60 /* of a replay */
};

/* The buttons, as bits of a frame. */
typedef enum nullpo_button {
    NULLPO_UP = 0x001, /* the hard drop */
    NULLPO_DOWN = 0x002,
    NULLPO_LEFT_BUTTON = 0x004,
    NULLPO_RIGHT_BUTTON = 0x008,
    NULLPO_A = 0x010, /* turns clockwise, unless the rule has it the other way */
    NULLPO_B = 0x020, /* turns anticlockwise */
    NULLPO_C = 0x040, /* as A */
    NULLPO_D = 0x080, /* holds */
    NULLPO_E = 0x100, /* turns by a half */
} nullpo_button;

/* How fast a game is: gravity / denominator rows a frame (below 0: at once), and frames. */
typedef struct nullpo_speed {
    int gravity, denominator;
    int entry, entry_line, clear, lock, shift;
} nullpo_speed;

typedef enum nullpo_mode {
    NULLPO_MARATHON,
    NULLPO_LINE_RACE,
    NULLPO_ULTRA,
    NULLPO_MODES
} nullpo_mode;

typedef enum nullpo_randomizer {
    NULLPO_BAG_FIRST, /* bags, the first of which does not begin with S, Z or O */
    NULLPO_BAG,
    NULLPO_MEMORYLESS,
    NULLPO_RANDOMIZERS
} nullpo_randomizer;

/* A replay as it stands in the file. */
typedef struct nullpo_replay {
    int option[NULLPO_OPTIONS];
    float soft_speed;
    uint8_t color[DF_TETROMINOES];   /* of the pieces, as the game numbers colours */
    int8_t spawn[DF_TETROMINOES][2]; /* how far to the right and down from the usual place */
    bool kicks;
    nullpo_randomizer randomizer;
    uint64_t seed;
    unsigned version; /* times 10 */
    nullpo_mode mode;
    unsigned goal;  /* the game's number of it */
    unsigned level; /* at first */
    nullpo_speed speed;
    uint16_t *buttons; /* of each frame; owned */
    size_t count;
} nullpo_replay;

/* The parts of a game that do not change. */
typedef struct nullpo_setup {
    const nullpo_replay *replay;
    df_mover mover[DF_TETROMINOES];
    uint8_t queue[NULLPO_PIECES];
} nullpo_setup;

typedef enum nullpo_phase {
    NULLPO_READY,
    NULLPO_MOVING,
    NULLPO_FLASHING, /* after a lock */
    NULLPO_CLEARING,
    NULLPO_ENTERING, /* nothing is in play before the next piece */
    NULLPO_OVER
} nullpo_phase;

/* The last move of a piece, as far as it matters. */
typedef enum nullpo_last {
    NULLPO_ANY_MOVE,
    NULLPO_KEPT_MOVE /* after it a fall does not begin the count of moves again */
} nullpo_last;

typedef struct df_nullpo {
    const nullpo_setup *setup;
    uint64_t row[NULLPO_MAX_ROWS]; /* from the floor, bit x for column x */
    nullpo_phase phase;
    int age;                  /* frames of the phase */
    int wait;                 /* frames that NULLPO_ENTERING takes */
    bool swaps;               /* a piece comes because the one before is held */
    int held[NULLPO_BUTTONS]; /* frames that each button has been down */
    unsigned buttons;
    int piece, held_piece; /* -1: none */
    piece_at at;
    size_t next; /* of the queue */
    int holds;
    bool hold_used, hold_goes_on, begins_held; /* for this piece; the button; before it comes */
    int begins_turned, begins_turned_last;     /* before the piece comes: a turn */
    bool turn_goes_on, hard_goes_on, soft_goes_on;
    int fall;  /* parts of a row */
    int shift; /* frames that a shift is held, up to its delay */
    int shift_direction, shift_speed;
    bool repeats, at_once; /* shifts of a delay of 0 */
    unsigned shift_lock;
    bool cancels, cancels_left, cancels_right;
    bool is_locked_by_hand;
    int rest; /* frames on the ground */
    int moves, turns, kicks_up;
    nullpo_last last;
    int full; /* rows of the last lock */
    nullpo_speed speed;
    bool timer;
    uint32_t time; /* frames since the first piece came */
    unsigned level, lines;
    uint32_t locks, frames;
    df_drop drop; /* the last lock */
} df_nullpo;

/* Begins the game of a replay. The setup borrows it and the set. */
df_status df_nullpo_prepare(nullpo_setup *setup, const nullpo_replay *replay,
                            const df_piece_set *set);
void df_nullpo_begin(df_nullpo *game, const nullpo_setup *setup);

/* Lets one frame pass with these buttons held. */
void df_nullpo_step(df_nullpo *game, unsigned buttons);

/* True if the piece is free there. */
bool df_nullpo_fits(const df_nullpo *game, const piece_at *at);

/* Returns the rows of the field, with those above it. */
unsigned df_nullpo_rows(const nullpo_replay *replay);

/* Makes the replay of a game without buttons, with the rule STANDARD. */
nullpo_replay df_nullpo_standard(uint64_t seed);

/* Reads a replay; *replay is freed by the caller, after an error too. */
df_status df_nullpo_replay_read(nullpo_replay *replay, const char *text, size_t length,
                                df_error *error);

/* Appends a replay with the rule STANDARD. Returns the status of the text. */
df_status df_nullpo_replay_write(df_text *text, const nullpo_replay *replay);
