/* What a film may show, worked out square by square and input by input. */
#pragma once

#include "dropforge/view.h"

enum { SLOW_FILM_FRAMES = 12000, SLOW_FILM_SQUARES = 16 * 48, SLOW_FILM_DROPS = 400 };

/* A film that has been watched. */
typedef struct slow_reel {
    size_t count;
    df_frame frames[SLOW_FILM_FRAMES]; /* each with its squares below */
    uint32_t squares[SLOW_FILM_FRAMES][SLOW_FILM_SQUARES];
} slow_reel;

/* The playfields before every drop of a plan and after the last, each `height` rows. */
typedef struct slow_history {
    const df_plan *plan;
    size_t count;
    unsigned height;
    size_t rows_cleared[SLOW_FILM_DROPS + 1];
    df_landing landings[SLOW_FILM_DROPS];
    uint32_t squares[SLOW_FILM_DROPS + 1][SLOW_FILM_SQUARES];
} slow_history;

/* Plays the film of a plan, and checks that it has the size that it is said to have. The same
 * reel is used for all. */
const slow_reel *slow_film_watch(const df_plan *plan, const df_film_options *options);

/* Plays a plan; the same history is used for all. */
const slow_history *slow_film_play(const df_plan *plan, unsigned height);

/* Checks every frame of a film: its squares are those of a playfield, a piece in free squares
 * and its ghost, or full rows that light up; drops and cleared rows are counted rightly; and
 * nothing flashes too often. Returns the number of frames up to the last playfield. */
size_t slow_film_check(const slow_reel *reel, const slow_history *history);

/* Returns the centiseconds of all frames. */
uint64_t slow_film_duration(const slow_reel *reel);

/* Checks that the last frame is the end, held for so many centiseconds. */
void slow_film_check_last(const slow_reel *reel, const df_plan *plan, unsigned hold);

/* Checks that a film which has time for everything shows all turns and shifts of each drop: by
 * the inputs of a player, or those of pieces that are turned and shifted at the top. */
void slow_film_check_inputs(const slow_reel *reel, const slow_history *history);
