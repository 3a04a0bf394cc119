/* Movies of the console's buttons in the format fm2. */
#include <string.h>

#include "core/base/array.h"
#include "core/base/digits.h"
#include "core/base/error.h"
#include "core/base/scan.h"
#include "nes_console.h"

#define MOVIE_VERSION "3"
#define MOVIE_CHECKSUM "base64:Ww5XFVjIx5aTe5avRpVhxg=="

enum { MOVIE_BUTTONS = 8, MOVIE_QUOTED = 40 };

static const char movie_letters[MOVIE_BUTTONS + 1] = "RLDUTSBA";

/* Keys that must have one value, or say nothing about the game and are read over. */
static const struct {
    const char *key, *value, *advice;
} movie_keys[] = {
    {"version", MOVIE_VERSION, "only version 3 can be read; save the movie with FCEUX 2"},
    {"palFlag", "0", "the PAL game has other frames; use a movie of the US release"},
    {"romChecksum", MOVIE_CHECKSUM,
     "it is of another game; use a movie of the US release, " MOVIE_CHECKSUM},
    {"fourscore", "0", "four controllers cannot be read; record it with one"},
    {"port0", "1", "there is no gamepad; record the movie with one in port 0"},
    {"FDS", "0", "the game came from a disk; use a movie of the US release"},
    {"binary", "0", "frames must be lines of text; export it without 'binary'"},
};

enum { MOVIE_KEYS = sizeof movie_keys / sizeof movie_keys[0], MOVIE_CHECKSUM_KEY = 2 };

typedef struct movie_reader {
    text_scan scan;
    df_error *error;
    df_nes_movie *movie;
    size_t capacity;
    unsigned seen; /* bit i: movie_keys[i] */
} movie_reader;

static df_status movie_complain(movie_reader *reader, const char *at, const char *text)
{
    const text_span span = {at, 0};
    return df_error_set_at(reader->error, reader->scan.number,
                           df_scan_column(&reader->scan, span), "%s", text);
}

static df_status movie_read_key(movie_reader *reader)
{
    text_span key, value;
    if (!df_scan_word(&reader->scan, &key))
        return DF_OK;
    df_scan_word(&reader->scan, &value);
    if (df_span_equals(key, "savestate"))
        return movie_complain(reader, key.bytes,
                              "the movie begins in the middle of a game; use one that begins "
                              "at power-on");
    for (unsigned i = 0; i < MOVIE_KEYS; i++) {
        if (!df_span_equals(key, movie_keys[i].key))
            continue;
        reader->seen |= 1U << i;
        if (df_span_equals(value, movie_keys[i].value))
            return DF_OK;
        const bool is_long = value.length > MOVIE_QUOTED;
        return df_error_set_at(reader->error, reader->scan.number,
                               df_scan_column(&reader->scan, value), "%s is '%.*s%s': %s",
                               movie_keys[i].key, is_long ? MOVIE_QUOTED : (int)value.length,
                               value.bytes, is_long ? "..." : "", movie_keys[i].advice);
    }
    return DF_OK;
}

/* Reads the commands of a frame: switching on, or a reset, is possible in the first one. */
static df_status movie_read_commands(movie_reader *reader, const char **at, const char *end)
{
    const char *begin = *at;
    unsigned commands = 0;
    while (*at < end && **at >= '0' && **at <= '9' && commands < 1000)
        commands = commands * 10 + (unsigned)(*(*at)++ - '0');
    if (*at == begin || *at == end || **at != '|')
        return movie_complain(reader, *at,
                              "this is no frame; write '|0|RLDUTSBA|||' with '.' for each "
                              "button that is not held");
    if (commands > 2 || (commands != 0 && reader->movie->count > 0))
        return movie_complain(reader, begin,
                              "resets and other commands after the first frame cannot be "
                              "played; use a movie without them");
    ++*at;
    return DF_OK;
}

static df_status movie_read_frame(movie_reader *reader)
{
    df_nes_movie *movie = reader->movie;
    const text_span line = reader->scan.line;
    const char *at = line.bytes + 1, *end = line.bytes + line.length;
    unsigned buttons = 0;
    df_status status = movie_read_commands(reader, &at, end);
    if (status != DF_OK)
        return status;
    for (unsigned i = 0; i < MOVIE_BUTTONS; i++, at++) {
        if (at == end || *at == '|')
            return movie_complain(reader, at,
                                  "a controller has eight buttons, RLDUTSBA; this line was cut "
                                  "off or damaged");
        if (*at != '.' && *at != ' ')
            buttons |= 1U << i;
    }
    if (at == end || *at != '|')
        return movie_complain(reader, at,
                              "a '|' must follow the eight buttons; this line was cut off or "
                              "damaged");
    status = ARRAY_RESERVE(movie->buttons, reader->capacity, movie->count, 1);
    if (status == DF_OK)
        movie->buttons[movie->count++] = (uint8_t)buttons;
    return status;
}

static df_status movie_read_line(movie_reader *reader)
{
    const text_span line = reader->scan.line;
    if (memchr(line.bytes, '\0', line.length) != NULL)
        return movie_complain(reader, line.bytes, "a NUL byte; a movie is plain text");
    if (line.length == 0)
        return DF_OK;
    if (line.bytes[0] == '|')
        return movie_read_frame(reader);
    if (reader->movie->count > 0)
        return movie_complain(reader, line.bytes,
                              "this is no frame; nothing else may follow the first frame");
    return movie_read_key(reader);
}

static df_status movie_read_all(movie_reader *reader)
{
    df_status status = DF_OK;
    while (status == DF_OK && df_scan_line(&reader->scan)) {
        status = movie_read_line(reader);
        if (status == DF_OK && (reader->seen & 1) == 0)
            return df_error_set_at(reader->error, 1, 1,
                                   "this is not an fm2 movie; the first line must be "
                                   "'version " MOVIE_VERSION "'");
    }
    if (status != DF_OK)
        return status;
    if ((reader->seen >> MOVIE_CHECKSUM_KEY & 1) == 0)
        return df_error_set_at(reader->error, reader->scan.number + 1, 1,
                               "there is no 'romChecksum'; for the US release write "
                               "'romChecksum " MOVIE_CHECKSUM "' before the frames");
    if (reader->movie->count == 0)
        return df_error_set_at(reader->error, reader->scan.number + 1, 1,
                               "the movie has no frames; the file was cut off or damaged");
    return DF_OK;
}

df_status df_nes_buttons_read(df_nes_movie *movie, const char *text, size_t length,
                              df_error *error)
{
    movie_reader reader = {.error = error, .movie = movie};
    df_scan_begin(&reader.scan, text, length);
    return movie_read_all(&reader);
}

df_status df_nes_buttons_write(df_text *text, const df_nes_movie *movie)
{
    /* It differs between movies. */
    const uint64_t hash = df_span_hash((text_span){(const char *)movie->buttons, movie->count});
    char guid[] = "........-....-....-0000-000000000000";
    unsigned shift = 64;
    for (char *at = guid; shift > 0; at++) {
        if (*at == '.')
            *at = hex_digit_lower(hash >> (shift -= 4) & 15);
    }
    df_text_format(text,
                   "version " MOVIE_VERSION "\nemuVersion 20604\nrerecordCount 0\npalFlag 0\n"
                   "romFilename Tetris (U) [!]\nromChecksum " MOVIE_CHECKSUM "\nguid %s\n"
                   "fourscore 0\nmicrophone 0\nport0 1\nport1 0\nport2 0\nFDS 0\nNewPPU 0\n",
                   guid);
    for (size_t i = 0; i < movie->count; i++) {
        char frame[] = "|0|........|||\n";
        for (unsigned j = 0; j < MOVIE_BUTTONS; j++) {
            if ((movie->buttons[i] >> j & 1) != 0)
                frame[3 + j] = movie_letters[j];
        }
        df_text_put_bytes(text, frame, sizeof frame - 1);
    }
    return text->status;
}
