/* The order of a frame in the NES game, for the console as for games of other pieces. What
 * knows the playfield gives the parts. */
#pragma once

#include "core/base/always_inline.h"
#include "nes_console.h"

enum {
    NES_HANG = 96,       /* frames that the first piece hangs */
    NES_SOFT_FRAMES = 3, /* the soft drop counts up to this, and then again from 1 */
    NES_SHIFT_DELAY = 16,
    NES_SHIFT_REPEAT = 6,
    NES_DRAWN = 5, /* groups of rows of the playfield, each of */
    NES_DRAWN_ROWS = 4,
    NES_CHECKED = 4, /* rows that are looked at after a lock */
    NES_CLEAR_STEPS = 5,
    NES_COUNT_WAIT = 2, /* frames from counting to spawning */
    NES_FRAMES = 4      /* from step to step of a clear */
};

/* The parts of a game that a frame calls. */
typedef struct nes_parts {
    /* Shift the piece by x columns, turn it, lower it; true if it was possible. */
    bool (*shift)(void *game, int x);
    void (*turn)(void *game, bool clockwise);
    bool (*fall)(void *game);
    /* True if the piece is free where it is. */
    bool (*fits)(const void *game);
    /* Puts the piece into the playfield. */
    void (*lock)(void *game);
    /* Looks at row number `index` of those that the lock may have filled, and clears it if it
     * is full; true if it was. */
    bool (*check)(void *game, unsigned index);
    /* Counts the cleared rows and those of the soft drop. */
    void (*count)(void *game, unsigned rows, unsigned soft_rows);
    void (*spawn)(void *game);
    /* Returns the frames that a row takes. */
    unsigned (*gravity)(const void *game);
    /* Returns the row of the piece's middle, from the top; at least 0. */
    unsigned (*middle)(const void *game);
} nes_parts;

/* Begins a game after a frame with these buttons. */
static inline void nes_frame_begin(df_nes_timing *timing, unsigned before, unsigned frame)
{
    *timing = (df_nes_timing){.before = (uint8_t)before,
                              .frame = (uint8_t)frame,
                              .soft = -NES_HANG,
                              .shift_delay = NES_SHIFT_DELAY,
                              .shift_repeat = NES_SHIFT_REPEAT};
}

/* Begins to redraw the playfield from two rows above the middle of the piece. */
ALWAYS_INLINE void nes_frame_redraw(df_nes_timing *timing, unsigned middle)
{
    const unsigned group = middle < 2 ? 0 : (middle - 2) / NES_DRAWN_ROWS;
    if (timing->redraw > group)
        timing->redraw = (uint8_t)group;
}

ALWAYS_INLINE void nes_frame_shift(df_nes_timing *timing, unsigned held, unsigned pressed,
                                   const nes_parts *parts, void *game)
{
    if ((held & DF_NES_DOWN) != 0 || (held & (DF_NES_LEFT | DF_NES_RIGHT)) == 0)
        return;
    if ((pressed & (DF_NES_LEFT | DF_NES_RIGHT)) != 0) {
        timing->shift = 0;
    } else {
        if (++timing->shift < timing->shift_delay)
            return;
        timing->shift = timing->shift_delay > timing->shift_repeat
                            ? (uint16_t)(timing->shift_delay - timing->shift_repeat)
                            : 0;
    }
    /* A blocked shift charges the repeat. */
    if (!parts->shift(game, (held & DF_NES_RIGHT) != 0 ? 1 : -1))
        timing->shift = timing->shift_delay;
}

/* True if the soft drop lowers the piece now. */
ALWAYS_INLINE bool nes_frame_is_soft(df_nes_timing *timing, unsigned held, unsigned pressed)
{
    const bool aside = (held & (DF_NES_LEFT | DF_NES_RIGHT)) != 0;
    if (timing->soft == 0) {
        timing->soft = !aside && (pressed & (DF_NES_DOWN | DF_NES_UP)) == DF_NES_DOWN;
        return false;
    }
    if (aside || (held & (DF_NES_DOWN | DF_NES_UP)) != DF_NES_DOWN) {
        timing->soft = 0;
        timing->soft_rows = 0;
        return false;
    }
    if (++timing->soft < NES_SOFT_FRAMES)
        return false;
    timing->soft = 1;
    timing->soft_rows++;
    return true;
}

ALWAYS_INLINE void nes_frame_fall(df_nes_timing *timing, unsigned held, unsigned pressed,
                                  const nes_parts *parts, void *game)
{
    if (timing->soft < 0) {
        if ((pressed & DF_NES_DOWN) == 0) {
            timing->soft++;
            return;
        }
        timing->soft = 0;
    }
    if (!nes_frame_is_soft(timing, held, pressed) && timing->fall < parts->gravity(game))
        return;
    timing->fall = 0;
    if (parts->fall(game))
        return;
    timing->play = DF_NES_LOCKING;
    nes_frame_redraw(timing, parts->middle(game));
}

ALWAYS_INLINE void nes_frame_lock(df_nes_timing *timing, const nes_parts *parts, void *game)
{
    if (!parts->fits(game)) {
        timing->over = true;
        return;
    }
    if (timing->redraw < NES_DRAWN)
        return;
    const unsigned middle = parts->middle(game);
    parts->lock(game);
    timing->checked = 0;
    nes_frame_redraw(timing, middle);
    timing->play = DF_NES_CHECKING;
}

ALWAYS_INLINE void nes_frame_check(df_nes_timing *timing, const nes_parts *parts, void *game)
{
    if (timing->redraw < NES_DRAWN)
        return;
    timing->cleared = (uint8_t)(timing->cleared + parts->check(game, timing->checked));
    if (++timing->checked < NES_CHECKED)
        return;
    timing->redraw = 0;
    timing->steps = NES_CLEAR_STEPS;
    timing->play = timing->cleared > 0 ? DF_NES_CLEARING : DF_NES_COUNTING;
}

ALWAYS_INLINE void nes_frame_count(df_nes_timing *timing, const nes_parts *parts, void *game)
{
    parts->count(game, timing->cleared, timing->soft_rows);
    timing->soft_rows = 0;
    timing->cleared = 0;
    timing->play = DF_NES_SPAWNING;
    timing->wait = NES_COUNT_WAIT;
}

ALWAYS_INLINE void nes_frame_spawn(df_nes_timing *timing, const nes_parts *parts, void *game)
{
    if (timing->redraw < NES_DRAWN)
        return;
    timing->fall = 0;
    timing->soft = 0;
    timing->play = DF_NES_FALLING;
    parts->spawn(game);
}

ALWAYS_INLINE void nes_frame_play(df_nes_timing *timing, unsigned held, unsigned pressed,
                                  const nes_parts *parts, void *game)
{
    switch ((df_nes_play)timing->play) {
    case DF_NES_FALLING:
        nes_frame_shift(timing, held, pressed, parts, game);
        if ((pressed & (DF_NES_A | DF_NES_B)) != 0)
            parts->turn(game, (pressed & DF_NES_A) != 0);
        nes_frame_fall(timing, held, pressed, parts, game);
        break;
    case DF_NES_LOCKING:
        nes_frame_lock(timing, parts, game);
        break;
    case DF_NES_CHECKING:
        nes_frame_check(timing, parts, game);
        break;
    case DF_NES_CLEARING:
        break;
    case DF_NES_COUNTING:
        nes_frame_count(timing, parts, game);
        break;
    case DF_NES_SPAWNING:
        nes_frame_spawn(timing, parts, game);
        break;
    }
}

/* Draws the screen, before the program looks at the buttons. */
ALWAYS_INLINE void nes_frame_draw(df_nes_timing *timing)
{
    if (timing->play != DF_NES_CLEARING)
        timing->redraw = (uint8_t)(timing->redraw + (timing->redraw < NES_DRAWN));
    else if (timing->frame == 1 && --timing->steps == 0)
        timing->play = DF_NES_COUNTING;
}

/* Lets a frame pass that is not paused. */
ALWAYS_INLINE void nes_frame_run(df_nes_timing *timing, unsigned held, unsigned pressed,
                                 const nes_parts *parts, void *game)
{
    const bool skips = timing->skips;
    timing->skips = false;
    if (skips)
        return;
    if (!timing->only_starts) {
        timing->fall++;
        if (timing->wait > 0)
            timing->wait--;
        else
            nes_frame_play(timing, held, pressed, parts, game);
        timing->only_starts = held == (DF_NES_LEFT | DF_NES_RIGHT | DF_NES_DOWN);
        if (timing->only_starts || timing->over)
            return;
    }
    timing->only_starts = false;
    timing->paused = (pressed & DF_NES_START) != 0;
}

/* Lets one frame pass; the register has been stepped. */
ALWAYS_INLINE void nes_frame_step(df_nes_timing *timing, unsigned held, const nes_parts *parts,
                                  void *game)
{
    const unsigned pressed = held & ~(unsigned)timing->before;
    timing->frame = (uint8_t)((timing->frame + 1) % NES_FRAMES);
    bool runs = !timing->paused;
    if (runs) {
        nes_frame_draw(timing);
    } else if (pressed == DF_NES_START) {
        timing->redraw = 0;
        timing->skips = true;
        timing->paused = false;
        runs = true;
    }
    if (runs)
        nes_frame_run(timing, held, pressed, parts, game);
    timing->before = (uint8_t)held;
}

/* Return what the console and other games count alike. */

static inline unsigned nes_gravity(unsigned level)
{
    static const uint8_t frames[] = {48, 43, 38, 33, 28, 23, 18, 13, 8, 6, 5, 5, 5, 4, 4,
                                     4,  3,  3,  3,  2,  2,  2,  2,  2, 2, 2, 2, 2, 2};
    return level < sizeof frames ? frames[level] : 1;
}

static inline unsigned nes_points(unsigned rows)
{
    static const uint16_t points[] = {0, 40, 100, 300, 1200};
    return rows <= 4 ? points[rows] : points[4] * (rows - 3U);
}

/* Returns the score after a soft drop: its first row is free, and the sum of the two lowest
 * digits and the rows, which the program adds as binary numbers, is wrong by some. */
static inline uint64_t nes_soft_score(uint64_t score, unsigned rows)
{
    if (rows < 2)
        return score;
    const unsigned low = (unsigned)(score % 100);
    const unsigned sum = low + 6 * (low / 10) + rows - 1;
    const unsigned digits = sum / 16 * 10 + sum % 16;
    score = score / 100 * 100 + digits;
    return digits >= 100 ? score / 10 * 10 : score;
}

/* True if the square is full. y is -2 to 19: squares that lie above the top row when a piece
 * locks remain there, where no clear moves them. */
bool df_nes_has(const df_nes *nes, int x, int y);

/* Returns the place of a piece as a drop among df_piece_set_tetrominoes, from the floor up. */
df_drop df_nes_drop(unsigned orientation, int x, int y);
