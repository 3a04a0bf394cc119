/* Films: a plan as a sequence of still frames made of squares, with durations; their sound. */
#ifndef DROPFORGE_FILM_H
#define DROPFORGE_FILM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/plan.h"

DF_BEGIN_DECLARATIONS

/* A square of a frame is the sum of a piece and marks. The piece is 0 where the square is
 * empty, else 1 + the index of the piece in the plan's set, or 1 + set->count where the square
 * is of no piece. */
#define DF_FRAME_PIECE 0x00ffffffu
#define DF_FRAME_GHOST 0x01000000u /* empty; the piece in hand would land here */
#define DF_FRAME_LOCK 0x02000000u  /* lit up: of the piece that has just locked */
#define DF_FRAME_CLEAR 0x04000000u /* lit up: of a full row that is about to clear */
#define DF_FRAME_TRAIL                                                                         \
    0x08000000u /* empty; a piece has come down here, too fast to be seen                      \
                 */

#define DF_FRAME_MAX_NEXT 5

/* The event since the frame before; of several the last in this list. */
typedef enum df_frame_event {
    DF_EVENT_NONE,
    DF_EVENT_SPAWN,
    DF_EVENT_FALL,
    DF_EVENT_SHIFT,
    DF_EVENT_TURN,
    DF_EVENT_LOCK,   /* a piece has come to rest; its rows may have cleared, too */
    DF_EVENT_CLEAR,  /* full rows light up */
    DF_EVENT_END,    /* the last playfield, which the film holds */
    DF_EVENT_POSTER, /* before the first playfield: the last one, or as it goes; without sound
                      */
} df_frame_event;

typedef struct df_frame {
    uint16_t width;
    uint16_t height; /* of the film, which may be lower or higher than the playfield's */
    /* width * height squares, row by row from the floor, with the piece in hand painted in.
     * Valid only during the call that shows the frame. */
    const uint32_t *square;
    unsigned centiseconds; /* how long it is shown: 2, as GIF viewers need, to 60000 */
    df_frame_event event;
    size_t drops;        /* how many drops have begun */
    size_t rows_cleared; /* so far */
    /* The piece in hand, an index in the set, or -1. Its place is as in a df_drop, but it may
     * be partly or wholly above the frame. */
    int piece;
    unsigned orientation;
    int x;
    int y;
    /* The pieces after it: of the plan's deal, else those of the next drops. */
    int held; /* -1: none */
    unsigned next_count;
    uint16_t next[DF_FRAME_MAX_NEXT];
} df_frame;

/* How pieces are seen to move. */
typedef enum df_motion {
    DF_MOTION_AUTO, /* for each drop the first of those below that its time has room for */
    DF_MOTION_FULL, /* spawned at the top, and brought to their places by inputs */
    DF_MOTION_FALL, /* falling straight to their places, already turned */
    DF_MOTION_LAND, /* in their places, and full rows have cleared */
} df_motion;

/* What a film begins with, which apps show of one that does not run. */
typedef enum df_poster {
    DF_POSTER_NONE,     /* the first playfield */
    DF_POSTER_FINISHED, /* the last one; what a loop makes of it then comes first, too */
    DF_POSTER_START,    /* the first drop at once, as also where the last one is empty */
} df_poster;

#define DF_FILM_MIN_DURATION 10 /* centiseconds */
#define DF_FILM_MAX_DURATION 60000

typedef struct df_film_options {
    df_motion motion;
    bool frames_only; /* only the frames of an animation that the plan marks, if any */
    df_poster poster; /* of a film of drops, that is, without frames_only */
    bool loop;        /* at the end, goes back to the playfield of the beginning row by row */
    unsigned speed_percent; /* 100 is normal, 200 twice as fast; 10 … 10000 */
    /* Of the whole film, at least 2, up to DF_FILM_MAX_DURATION; the speed does not matter
     * then. 0: as suits the drops. */
    unsigned duration_centiseconds;
    size_t max_frames;          /* 0: no limit; else frames are left out evenly in time */
    unsigned hold_centiseconds; /* how long the last playfield is shown; up to 60000 */
} df_film_options;

/* A plan, and how its film runs. Immutable. It begins with the first playfield. A film is as
 * high as the highest stack and the pieces that are brought over it, not as the playfield. */
typedef struct df_film df_film;

typedef struct df_film_size {
    uint16_t width; /* of all frames, in squares */
    uint16_t height;
    size_t frames;
    uint64_t centiseconds; /* of the whole film */
} df_film_size;

/* Shows one frame; any status but DF_OK stops the film and is returned. */
typedef df_status df_film_show(void *context, const df_frame *frame);

/* Returns good defaults. */
df_film_options df_film_defaults(void);

/* Prepares the film of a plan, which is borrowed and must not change. The caller owns *film
 * (df_film_free). With a frame limit it has no more than that many frames, never fewer than
 * one, the last of them the final playfield; those that stay are shown longer.
 * DF_ERROR_ARGUMENT: an option out of range. Other errors as df_plan_play. */
df_status df_film_create(df_film **film, const df_plan *plan, const df_film_options *options,
                         df_error *error);

/* Frees a film; NULL is allowed. */
void df_film_free(df_film *film);

/* Returns the size of the film. */
df_film_size df_film_measure(const df_film *film);

/* Shows all frames of the film. DF_ERROR_MEMORY. */
df_status df_film_play(const df_film *film, df_film_show *show, void *context);

/* The sound of a film: short notes for turns, locks, clears and the end. */
#define DF_SOUND_RATE 48000 /* samples a second, of one channel */
#define DF_SOUND_CENTISECOND (DF_SOUND_RATE / 100)
#define DF_SOUND_PEAK 29204 /* samples are at most that far from 0: -1 dB */

/* A sound that plays: notes one after the other. Its fields are the library's. */
typedef struct df_sound_voice {
    const struct df_sound_note *note; /* NULL: silent */
    unsigned first;                   /* the place of its first note in the scale */
    uint32_t phase;
    uint32_t place; /* in the note, in samples */
    int32_t level;  /* of the latest sample */
    int32_t gain;   /* in 1024ths */
    int32_t rest;   /* where the sound stood that this one has replaced */
} df_sound_voice;

/* The sound of a film while it is made, from its first frame on. Begin with all zero; the
 * fields are the library's. */
typedef struct df_sound {
    df_sound_voice voice[2];
    uint64_t time;       /* in samples */
    uint64_t due;        /* when the next sound is welcome */
    uint64_t amount;     /* of sound in the latest seconds, */
    uint64_t counted;    /* at that time */
    size_t rows_cleared; /* that have been heard */
} df_sound;

/* Begins the sound of a frame that is shown from now on, if it has one. Of more than 20 sounds
 * a second the less important are left out, as are locks and clears within an eighth of one.
 * More rows that clear at once sound higher. */
void df_sound_follow(df_sound *sound, const df_frame *frame);

/* Makes the next samples. */
void df_sound_mix(df_sound *sound, int16_t *samples, size_t count);

DF_END_DECLARATIONS

#endif
