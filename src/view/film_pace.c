/* The time of a drop is that of its place in the film, times its weight. By place, the time
 * falls from that of the first drop by a fifth from drop to drop, down to a cruising time;
 * towards the last drop it rises in the same way. The cruising time is such that all drops
 * together take the time of the film, or what suits their number: 4 seconds for few, and never
 * more than 15, so that people post the film and watch it to its end. */
#include "film_parts.h"

/* In hundredths of a centisecond. */
enum {
    FULL_TIME = 1000,     /* of a drop, for its inputs to be seen */
    FALL_TIME = 400,      /* for its fall to be seen */
    SLOW_TIME = 6000,     /* of the first and the last drop */
    SLOW_SHARE = 20,      /* of the whole, if that is less: so the slow ends take half of it */
    RAMP = 48,            /* drops at most in which the time falls */
    LEAST_WHOLE = 40000,  /* of all drops, if they are few, */
    MOST_WHOLE = 150000,  /* if they are very many, */
    HALF_WAY = 200,       /* and halfway if they are that many */
    SEEN_TIME = 2000,     /* of a drop among fast ones, for all of it to be seen, */
    SEEN_EVERY = 10000,   /* at least so often, */
    MIN_FAST_TIME = 6000, /* if fast ones take so long together */
    NORMAL_WEIGHT = 4,
    CLEAR_WEIGHT = 6,
    INTRICATE_WEIGHT = 8,
};

typedef struct pace {
    const film_shot *shots;
    size_t count;
    uint64_t ramp[RAMP];
} pace;

static unsigned pace_weight(const film_shot *shot)
{
    if (shot->is_intricate)
        return INTRICATE_WEIGHT;
    return shot->landing.cleared_count > 0 ? CLEAR_WEIGHT : NORMAL_WEIGHT;
}

static uint64_t pace_time(const pace *self, size_t index, uint64_t cruise)
{
    const size_t left = self->count - 1 - index;
    const size_t place = index < left ? index : left;
    const uint64_t slow = place < RAMP ? self->ramp[place] : 0;
    return (slow > cruise ? slow : cruise) * pace_weight(&self->shots[index]) / NORMAL_WEIGHT;
}

static uint64_t pace_sum(const pace *self, uint64_t cruise)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < self->count; i++)
        sum += pace_time(self, i, cruise);
    return sum;
}

/* Returns the longest cruising time, up to `max`, with which all drops fit into the whole. */
static uint64_t pace_fit(const pace *self, uint64_t whole, uint64_t max)
{
    uint64_t low = 0;
    while (low < max) {
        const uint64_t middle = low + (max - low + 1) / 2;
        if (pace_sum(self, middle) <= whole)
            low = middle;
        else
            max = middle - 1;
    }
    return low;
}

uint64_t df_film_choose_time(uint64_t drops)
{
    return LEAST_WHOLE + (MOST_WHOLE - LEAST_WHOLE) * drops / (drops + HALF_WAY);
}

/* Returns the least cruising time of a film without a given length: a motion that is asked for
 * is seen in each drop, and so are all inputs in a game. */
static uint64_t pace_choose_least(const df_film_options *options)
{
    static const uint64_t seen[] = {[DF_MOTION_AUTO] = 0,
                                    [DF_MOTION_FULL] = 2000,
                                    [DF_MOTION_FALL] = 800,
                                    [DF_MOTION_LAND] = 200};
    const bool is_auto = options->motion == DF_MOTION_AUTO;
    return seen[is_auto && options->is_game ? DF_MOTION_FULL : options->motion];
}

/* Returns how pieces are seen to move in the time of a shot. Those that clear rows move like
 * the others around them. */
static df_motion pace_motion(const film_shot *shot, const df_film_options *options)
{
    uint64_t time = shot->time;
    if (options->motion != DF_MOTION_AUTO)
        return options->motion;
    if (!shot->is_intricate)
        time = time * NORMAL_WEIGHT / pace_weight(shot);
    if (time >= FULL_TIME)
        return DF_MOTION_FULL;
    return time >= FALL_TIME ? DF_MOTION_FALL : DF_MOTION_LAND;
}

/* Gives some of the drops that are too fast to be followed the time to be seen, which the
 * others of them give up. `time` is that of all of them. */
static void pace_slow_some(film_shot *shots, size_t count, uint64_t time)
{
    const uint64_t wanted = (time + SEEN_EVERY - 1) / SEEN_EVERY;
    uint64_t passed = 0, seen = 0, rest = time;
    if (time < MIN_FAST_TIME || count <= wanted)
        return;
    for (size_t i = 0; i < count; i++) {
        const uint64_t begin = passed;
        passed += shots[i].time;
        /* That in the middle of each part. */
        shots[i].is_seen = seen < wanted && passed * 2 * wanted > (2 * seen + 1) * time;
        if (shots[i].is_seen) {
            seen++;
            rest -= passed - begin;
        }
    }
    for (size_t i = 0; i < count && rest > 0; i++)
        shots[i].time =
            shots[i].is_seen ? SEEN_TIME : shots[i].time * (time - seen * SEEN_TIME) / rest;
}

/* Slows some drops of each part of the film in which all are fast. */
static void pace_slow_fast_parts(film_shot *shots, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint64_t time = 0;
        size_t end = i;
        for (; end < count && shots[end].time < FULL_TIME; end++)
            time += shots[end].time;
        pace_slow_some(shots + i, end - i, time);
        i = end > i ? end : i + 1;
    }
}

void df_film_pace(film_shot *shots, size_t count, const df_film_options *options,
                  uint64_t whole)
{
    pace self = {.shots = shots, .count = count};
    uint64_t least = 0, slow = SLOW_TIME;
    if (whole == 0) {
        whole = df_film_choose_time(count) * 100 / options->speed_percent;
        least = pace_choose_least(options) * 100 / options->speed_percent;
        slow = slow * 100 / options->speed_percent;
    }
    slow = slow < whole / SLOW_SHARE ? slow : whole / SLOW_SHARE;
    for (size_t i = 0; i < RAMP; i++) {
        self.ramp[i] = slow;
        slow = slow * 4 / 5;
    }
    const uint64_t fit = pace_fit(&self, whole, whole), cruise = fit > least ? fit : least;
    for (size_t i = 0; i < count; i++)
        shots[i].time = pace_time(&self, i, cruise);
    if (options->motion == DF_MOTION_AUTO)
        pace_slow_fast_parts(shots, count);
    for (size_t i = 0; i < count; i++)
        shots[i].motion = (uint8_t)pace_motion(&shots[i], options);
}
