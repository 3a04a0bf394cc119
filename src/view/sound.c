/* Two voices: one for what a piece does, one for clears and the end. A new sound of a voice
 * replaces the old. The levels of both together are at most DF_SOUND_PEAK, so nothing needs to
 * be cut off. */
#include "dropforge/view.h"

enum {
    SPACING = DF_SOUND_RATE / 20, /* samples from sound to sound, in the long run */
    APART = DF_SOUND_RATE / 8,    /* from lock to lock, and from clear to clear */
    RISE = DF_SOUND_RATE / 500,   /* samples in which a note reaches its level */
    FULL_GAIN = 1 << 10,
    CALM = 30000, /* sound in the latest seconds, as of sound_amount; more is softer each */
    MEMORY = 2 * DF_SOUND_RATE, /* samples in which that is forgotten */
    KNEE = 24000,               /* louder samples are pressed to a third of what is above */
    MAX_ROWS = 4,               /* more do not sound higher */
};

typedef enum sound_wave { WAVE_TRIANGLE, WAVE_SQUARE } sound_wave;

typedef struct df_sound_note {
    sound_wave wave;
    uint32_t from; /* hundredths of a hertz; 0: a step of the scale */
    uint32_t to;   /* at the end of the note */
    unsigned step; /* of the scale, from the first of the sound */
    int32_t level;
    uint32_t length; /* in samples; 0 after the last note */
} df_sound_note;

#define MILLISECONDS(count) ((count)*DF_SOUND_RATE / 1000)

static const df_sound_note turn[] = {
    {WAVE_TRIANGLE, 74000, 98800, 0, 8500, MILLISECONDS(40)},
    {0},
};
static const df_sound_note lock[] = {
    {WAVE_SQUARE, 29400, 13000, 0, 14000, MILLISECONDS(100)},
    {0},
};
static const df_sound_note clear[] = {
    {WAVE_SQUARE, 0, 0, 0, 20300, MILLISECONDS(60)},
    {WAVE_SQUARE, 0, 0, 1, 20300, MILLISECONDS(60)},
    {WAVE_SQUARE, 0, 0, 2, 21300, MILLISECONDS(240)},
    {0},
};
static const df_sound_note end[] = {
    {WAVE_TRIANGLE, 0, 0, 0, 22900, MILLISECONDS(110)},
    {WAVE_TRIANGLE, 0, 0, 1, 22900, MILLISECONDS(110)},
    {WAVE_TRIANGLE, 0, 0, 2, 22900, MILLISECONDS(110)},
    {WAVE_TRIANGLE, 0, 0, 3, 23700, MILLISECONDS(700)},
    {0},
};

/* A chord of C major over two octaves, in hundredths of a hertz. */
static const uint32_t scale[] = {52325, 65926, 78399, 104650, 131851, 156798};

/* Returns the wave at a phase, from -INT16_MAX to INT16_MAX. */
static int32_t sound_shape(sound_wave wave, uint32_t phase)
{
    const int32_t place = (int32_t)(phase >> 15); /* 0 … 2^17 - 1 */
    int32_t height = place < 0x10000 ? place - 0x8000 : 0x18000 - place;
    /* A square with slanting sides has less of the highest overtones. */
    if (wave == WAVE_SQUARE)
        height *= 4;
    if (height > INT16_MAX)
        return INT16_MAX;
    return height < -INT16_MAX ? -INT16_MAX : height;
}

/* Returns the level of a note at a place: it rises, and then falls ever more slowly. */
static int32_t sound_level(const df_sound_note *note, uint32_t place)
{
    const int64_t left = note->length - place, length = note->length;
    const int64_t level = note->level * left * left / (length * length);
    return (int32_t)(place < RISE ? level * place / RISE : level);
}

/* Returns how far the phase goes with each sample. */
static uint32_t sound_pitch(const df_sound *self, unsigned voice)
{
    const df_sound_note *note = self->note[voice];
    if (note->from == 0)
        return (uint32_t)(((uint64_t)scale[self->first[voice] + note->step] << 32) /
                          (DF_SOUND_RATE * UINT64_C(100)));
    const int64_t way = (int64_t)note->to - note->from;
    const int64_t pitch = note->from + way * self->place[voice] / note->length;
    return (uint32_t)(((uint64_t)pitch << 32) / (DF_SOUND_RATE * UINT64_C(100)));
}

/* Returns what is left of the sound that this one has replaced. It fades while the new one
 * rises, so that both together are no louder than one. */
static int32_t sound_fade(const df_sound *self, unsigned voice)
{
    return self->place[voice] < RISE
               ? self->rest[voice] * (int32_t)(RISE - self->place[voice]) / RISE
               : 0;
}

/* Returns the next sample of a voice. */
static int32_t sound_step(df_sound *self, unsigned voice)
{
    const df_sound_note *note = self->note[voice];
    if (note == NULL)
        return 0;
    const int64_t level = sound_level(note, self->place[voice]);
    self->level[voice] = (int32_t)(level * sound_shape(note->wave, self->phase[voice]) /
                                   INT16_MAX * self->gain[voice] / FULL_GAIN) +
                         sound_fade(self, voice);
    self->phase[voice] += sound_pitch(self, voice);
    self->place[voice]++;
    if (self->place[voice] >= note->length) {
        self->rest[voice] = 0;
        self->place[voice] = 0;
        self->note[voice] = note[1].length > 0 ? note + 1 : NULL;
    }
    return self->level[voice];
}

/* Returns how much there is of a sound: the square of its level times its length. */
static uint64_t sound_amount(const df_sound_note *note)
{
    uint64_t amount = 0;
    for (; note->length > 0; note++) {
        const uint64_t level = (uint64_t)note->level / 100;
        amount += level * level * note->length / DF_SOUND_RATE;
    }
    return amount;
}

/* Counts a sound that begins; returns how loud it is: after many, each is softer, so that all
 * films are about as loud. */
static int32_t sound_gain(df_sound *self, const df_sound_note *note)
{
    const uint64_t passed = self->time - self->counted;
    const uint64_t left = passed < MEMORY ? self->amount * (MEMORY - passed) / MEMORY : 0;
    self->amount = left + sound_amount(note);
    self->counted = self->time;
    return left < CALM ? FULL_GAIN : (int32_t)(2 * FULL_GAIN * (uint64_t)CALM / (CALM + left));
}

/* Begins a sound if it is welcome. `slack` is how many sounds ahead of time it may be: the more
 * important it is. */
static void sound_begin(df_sound *self, unsigned voice, const df_sound_note *note,
                        unsigned first, unsigned slack)
{
    if (self->time + (uint64_t)slack * SPACING < self->due)
        return;
    self->due = (self->due > self->time ? self->due : self->time) + SPACING;
    self->rest[voice] = self->note[voice] != NULL ? self->level[voice] : 0;
    self->note[voice] = note;
    self->first[voice] = first;
    self->phase[voice] = self->place[voice] = 0;
    self->gain[voice] = sound_gain(self, note);
    self->level[voice] = 0;
}

/* True if another sound of the same kind would come too soon after the one that plays: many at
 * once are a buzz. */
static bool sound_is_soon(const df_sound *self, unsigned voice, const df_sound_note *first)
{
    uint64_t played = self->place[voice];
    for (; self->note[voice] != NULL && first->length > 0; first++) {
        if (self->note[voice] == first)
            return played < APART;
        played += first->length;
    }
    return false;
}

/* Returns how many rows of a frame are lit up as they clear. */
static unsigned sound_count_lit_rows(const df_frame *frame)
{
    unsigned count = 0;
    for (size_t y = 0; y < frame->height; y++)
        count += (frame->square[y * frame->width] & DF_FRAME_CLEAR) != 0;
    return count;
}

/* Begins the sound of a frame. */
static void sound_follow(df_sound *sound, const df_frame *frame)
{
    if (frame->event == DF_EVENT_POSTER)
        return;
    /* Rows are heard when they light up, and otherwise when they have gone. */
    const unsigned lit = frame->event == DF_EVENT_CLEAR ? sound_count_lit_rows(frame) : 0;
    const size_t cleared = frame->rows_cleared + lit;
    size_t rows = cleared > sound->rows_cleared ? cleared - sound->rows_cleared : 0;
    sound->rows_cleared = cleared;
    rows = rows < MAX_ROWS ? rows : MAX_ROWS;
    enum { PIECE, MELODY };
    if (frame->event == DF_EVENT_END)
        sound_begin(sound, MELODY, end, 0, 3);
    else if (rows > 0 && !sound_is_soon(sound, MELODY, clear))
        sound_begin(sound, MELODY, clear, (unsigned)rows - 1, 2);
    else if (rows == 0 && frame->event == DF_EVENT_LOCK && !sound_is_soon(sound, PIECE, lock))
        sound_begin(sound, PIECE, lock, 0, 1);
    else if (frame->event == DF_EVENT_TURN)
        sound_begin(sound, PIECE, turn, 0, 0);
}

/* Presses the peaks below DF_SOUND_PEAK. */
static int32_t sound_press(int32_t sample)
{
    if (sample > KNEE)
        return KNEE + (sample - KNEE) / 3;
    return sample < -KNEE ? -KNEE + (sample + KNEE) / 3 : sample;
}

void df_sound_mix(df_sound *sound, const df_frame *frame, int16_t *samples, size_t count)
{
    if (frame != NULL)
        sound_follow(sound, frame);
    for (size_t i = 0; i < count; i++)
        samples[i] = (int16_t)sound_press(sound_step(sound, 0) + sound_step(sound, 1));
    sound->time += count;
}
