/* The time that each drop of a film takes. */
#ifndef DROPFORGE_VIEW_FILM_PACE_H
#define DROPFORGE_VIEW_FILM_PACE_H

#include "dropforge/view.h"

/* In hundredths of a centisecond. */
enum {
    FILM_CENTISECOND = 100,
    FILM_LEAST_SHOWN = 200, /* viewers take anything shorter for ten centiseconds */
};

/* A drop of the film. */
typedef struct film_shot {
    uint64_t time;   /* in hundredths of a centisecond */
    size_t poses;    /* the first of its route, which ends where that of the next shot begins */
    uint8_t motion;  /* df_motion, but not DF_MOTION_AUTO */
    uint8_t cleared; /* rows */
    bool is_seen;    /* among others that are too fast to be followed */
    bool is_intricate; /* it does not just fall to its place from above */
} film_shot;

/* Gives every shot its time and motion: the first and the last drops take long, and the more
 * drops there are, the less those between them take. Drops that clear rows take longer than
 * others, and intricate ones longer yet; and where all are fast, some are slow enough to be
 * seen. `whole` is the time of all drops together; 0: as suits. */
void df_film_pace(film_shot *shots, size_t count, const df_film_options *options,
                  uint64_t whole);

#endif
