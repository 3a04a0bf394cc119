#include "plan_formats.h"

#include <string.h>

#include "dropforge/view.h"

enum { HEAD_SIZE = 44, CHANNELS = 2, BYTES = 2 * CHANNELS, CHUNK = DF_SOUND_CENTISECOND };

typedef struct wav_writer {
    df_sound sound;
    out_stream *out;
} wav_writer;

static void wav_put_number(uint8_t *bytes, unsigned size, uint32_t number)
{
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

/* Puts the head. A sound that is too long for its fields, of 12 hours, has the size that says
 * "to the end of the file". */
static void wav_put_head(uint8_t head[HEAD_SIZE], uint64_t centiseconds)
{
    const uint64_t max = (UINT32_MAX - HEAD_SIZE) / BYTES / DF_SOUND_CENTISECOND;
    const bool fits = centiseconds <= max;
    const uint32_t size = (uint32_t)(centiseconds * DF_SOUND_CENTISECOND * BYTES);
    memcpy(head, "RIFF....WAVEfmt ", 16);
    wav_put_number(head + 4, 4, fits ? HEAD_SIZE - 8 + size : UINT32_MAX);
    wav_put_number(head + 16, 4, 16);
    wav_put_number(head + 20, 2, 1); /* whole numbers */
    wav_put_number(head + 22, 2, CHANNELS);
    wav_put_number(head + 24, 4, DF_SOUND_RATE);
    wav_put_number(head + 28, 4, DF_SOUND_RATE * BYTES);
    wav_put_number(head + 32, 2, BYTES);
    wav_put_number(head + 34, 2, 8 * BYTES / CHANNELS);
    memcpy(head + 36, "data", 4);
    wav_put_number(head + 40, 4, fits ? size : UINT32_MAX);
}

static df_status wav_write_frame(void *context, const df_frame *frame)
{
    wav_writer *self = context;
    int16_t samples[CHUNK];
    uint8_t bytes[CHUNK * BYTES];
    for (unsigned i = 0; i < frame->centiseconds; i++) {
        df_sound_mix(&self->sound, i == 0 ? frame : NULL, samples, CHUNK);
        for (size_t j = 0; j < CHUNK; j++)
            wav_put_number(&bytes[BYTES * j], BYTES,
                           (uint16_t)samples[j] * (UINT32_C(1) << 16 | 1)); /* on both */
        if (!out_write(self->out, bytes, sizeof bytes))
            return DF_ERROR_CANCELLED;
    }
    return DF_OK;
}

df_status wav_write(const df_film *film, out_stream *out)
{
    uint8_t head[HEAD_SIZE];
    wav_writer writer = {.out = out};
    out->centiseconds = df_film_measure(film).centiseconds;
    wav_put_head(head, out->centiseconds);
    if (!out_write(out, head, sizeof head))
        return DF_ERROR_CANCELLED;
    return df_film_play(film, wav_write_frame, &writer);
}

static df_status wav_write_request(const void *content, out_stream *out, df_error *error)
{
    const render_request *request = content;
    df_film *film = NULL;
    df_status status = df_film_create(&film, request->plan, &request->film, error);
    if (status == DF_OK)
        status = wav_write(film, out);
    df_film_free(film);
    return status;
}

const output_format format_wav =
    OUTPUT_FORMAT("wav", ".wav", "the sound of the film", wav_write_request, .is_binary = true,
                  .is_film = true);
