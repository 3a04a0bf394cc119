/* The sound of films: when it is silent, how loud it is, and that it stays as it is. */
#include <stdlib.h>
#include <string.h>

#include "dropforge/view.h"
#include "tests/support/support.h"

enum { SECOND = DF_SOUND_RATE, WIDTH = 4, HEIGHT = 6 };

/* Returns a frame with this event, in which `lit` rows light up. */
static df_frame event_frame(uint32_t square[WIDTH * HEIGHT], df_frame_event event, unsigned lit)
{
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        square[i] = i < (size_t)lit * WIDTH ? 1 | DF_FRAME_CLEAR : 0;
    return (df_frame){
        .width = WIDTH, .height = HEIGHT, .square = square, .event = event, .piece = -1};
}

static void sound_event(df_sound *sound, df_frame_event event, unsigned lit)
{
    uint32_t square[WIDTH * HEIGHT];
    const df_frame frame = event_frame(square, event, lit);
    df_sound_mix(sound, &frame, NULL, 0);
}

static int peak_of(const int16_t *samples, size_t count)
{
    int peak = 0;
    for (size_t i = 0; i < count; i++)
        peak = abs(samples[i]) > peak ? abs(samples[i]) : peak;
    return peak;
}

/* Returns the FNV-1a hash of samples. */
static uint32_t hash_of(const int16_t *samples, size_t count)
{
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ (uint16_t)samples[i]) * 16777619U;
    return hash;
}

/* Counts how often samples cross from below 0, as a measure of pitch. */
static unsigned crossings_of(const int16_t *samples, size_t count)
{
    unsigned crossings = 0;
    for (size_t i = 1; i < count; i++)
        crossings += samples[i - 1] < 0 && samples[i] >= 0;
    return crossings;
}

TEST(is_silent_without_events)
{
    static int16_t samples[SECOND];
    df_sound sound = {0};
    for (df_frame_event event = DF_EVENT_NONE; event <= DF_EVENT_SHIFT; event++)
        sound_event(&sound, event, 0);
    df_sound_mix(&sound, NULL, samples, SECOND);
    assert_int_equal(peak_of(samples, SECOND), 0);
}

TEST(every_event_ends)
{
    static int16_t samples[2 * SECOND];
    for (df_frame_event event = DF_EVENT_TURN; event <= DF_EVENT_END; event++) {
        df_sound sound = {0};
        sound_event(&sound, event, event == DF_EVENT_CLEAR ? 1 : 0);
        df_sound_mix(&sound, NULL, samples, 2 * SECOND);
        assert_true(peak_of(samples, SECOND / 10) > 1000);
        assert_true(peak_of(samples, SECOND / 10) <= DF_SOUND_PEAK);
        assert_int_equal(peak_of(samples + 3 * SECOND / 2, SECOND / 2), 0);
    }
}

TEST(more_rows_sound_higher)
{
    static int16_t samples[SECOND];
    unsigned last = 0;
    for (unsigned rows = 1; rows <= 5; rows++) {
        df_sound sound = {0};
        sound_event(&sound, DF_EVENT_CLEAR, rows);
        df_sound_mix(&sound, NULL, samples, SECOND);
        const unsigned crossings = crossings_of(samples, SECOND);
        assert_true(rows == 5 ? crossings == last : crossings > last);
        last = crossings;
    }
}

/* Rows that lit up are not heard again when they have gone; others are heard then. */
TEST(rows_are_heard_once)
{
    static int16_t samples[SECOND];
    uint32_t square[WIDTH * HEIGHT];
    df_sound sound = {0};
    sound_event(&sound, DF_EVENT_CLEAR, 2);
    df_sound_mix(&sound, NULL, samples, SECOND);
    df_frame frame = event_frame(square, DF_EVENT_NONE, 0);
    frame.rows_cleared = 2;
    df_sound_mix(&sound, &frame, NULL, 0);
    df_sound_mix(&sound, NULL, samples, SECOND);
    assert_int_equal(peak_of(samples, SECOND), 0);
    frame.rows_cleared = 3;
    df_sound_mix(&sound, &frame, NULL, 0);
    df_sound_mix(&sound, NULL, samples, SECOND);
    assert_true(peak_of(samples, SECOND) > 0);
}

/* Random events at random times: the loudness has its bound, and so has the number of sounds,
 * each of which makes `due` later. */
TEST(overlaps_are_never_too_loud)
{
    static int16_t samples[SECOND / 10];
    df_sound sound = {0};
    unsigned sounds = 0;
    df_random random = test_random(4);
    while (sound.time < 20 * SECOND) {
        const uint64_t due = sound.due;
        const df_frame_event event = (df_frame_event)df_random_below(&random, DF_EVENT_END + 1);
        sound_event(&sound, event, df_random_below(&random, 5));
        sounds += sound.due != due;
        const size_t count = df_random_below(&random, SECOND / 50);
        df_sound_mix(&sound, NULL, samples, count);
        assert_true(peak_of(samples, count) <= DF_SOUND_PEAK);
    }
    assert_true(sounds > 10 * 20 && sounds <= 20 * 20 + 4);
}

/* The same samples are made one by one as many at once, on every machine. */
TEST(stays_as_it_is)
{
    static int16_t samples[2 * SECOND];
    df_sound sound = {0};
    for (unsigned i = 0; i < 20; i++) {
        sound_event(&sound, (df_frame_event)(i % (DF_EVENT_END + 1)), i % 5);
        for (size_t j = 0; j < SECOND / 10; j += i % 2 == 0 ? SECOND / 10 : 1)
            df_sound_mix(&sound, NULL, samples + i * SECOND / 10 + j,
                         i % 2 == 0 ? SECOND / 10 : 1);
    }
    assert_int_equal(hash_of(samples, 2 * SECOND), 0x5f58d470);
}
