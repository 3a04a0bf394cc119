#include "matroska.h"

#include <string.h>

/* The elements, by their identifiers. */
enum {
    EBML = 0x1a45dfa3,
    DOCUMENT_TYPE = 0x4282,
    SEGMENT = 0x18538067,
    INFO = 0x1549a966,
    TIME_UNIT = 0x2ad7b1, /* in nanoseconds, as DEFAULT_DURATION */
    TRACKS = 0x1654ae6b,
    TRACK = 0xae,
    TRACK_NUMBER = 0xd7,
    TRACK_ID = 0x73c5,
    TRACK_TYPE = 0x83,
    CODEC = 0x86,
    DEFAULT_DURATION = 0x23e383,
    VIDEO = 0xe0,
    WIDTH = 0xb0,
    HEIGHT = 0xba,
    COLOR_SPACE = 0x2eb524,
    CLUSTER = 0x1f43b675,
    CLUSTER_TIME = 0xe7,
    BLOCK = 0xa3,
};

enum { SIZE_BYTES = 8, NUMBER_BYTES = 8, BLOCK_HEAD = 4, SECOND = 1000000000 };

/* Bytes that are filled from the front. */
typedef struct matroska_writer {
    uint8_t *bytes;
    size_t length;
} matroska_writer;

static void matroska_put_bytes(matroska_writer *out, uint64_t number, unsigned count)
{
    while (count-- > 0)
        out->bytes[out->length++] = (uint8_t)(number >> 8 * count);
}

static void matroska_put_id(matroska_writer *out, uint32_t id)
{
    matroska_put_bytes(out, id, id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1);
}

/* A size has a 1 in front that says how many bytes it has. */
static void matroska_put_size(matroska_writer *out, uint64_t size)
{
    matroska_put_bytes(out, (uint64_t)1 << 7 * SIZE_BYTES | size, SIZE_BYTES);
}

static void matroska_put_number(matroska_writer *out, uint32_t id, uint64_t number)
{
    matroska_put_id(out, id);
    matroska_put_size(out, NUMBER_BYTES);
    matroska_put_bytes(out, number, NUMBER_BYTES);
}

static void matroska_put_text(matroska_writer *out, uint32_t id, const char *text)
{
    const size_t length = strlen(text);
    matroska_put_id(out, id);
    matroska_put_size(out, length);
    memcpy(out->bytes + out->length, text, length);
    out->length += length;
}

/* Begins an element that holds others; returns what ends it. */
static size_t matroska_open(matroska_writer *out, uint32_t id)
{
    matroska_put_id(out, id);
    matroska_put_size(out, 0);
    return out->length;
}

static void matroska_close(matroska_writer *out, size_t begin)
{
    matroska_writer size = {.bytes = out->bytes, .length = begin - SIZE_BYTES};
    matroska_put_size(&size, out->length - begin);
}

size_t matroska_put_head(uint8_t bytes[MATROSKA_HEAD_SIZE], const char *pixels, unsigned width,
                         unsigned height, unsigned rate)
{
    matroska_writer out = {.bytes = bytes, .length = 0};
    const uint64_t unit = (SECOND + rate / 2) / rate;
    size_t outer = matroska_open(&out, EBML);
    matroska_put_text(&out, DOCUMENT_TYPE, "matroska");
    matroska_close(&out, outer);
    matroska_put_id(&out, SEGMENT);
    matroska_put_bytes(&out, UINT64_MAX >> 7, SIZE_BYTES); /* unknown */
    outer = matroska_open(&out, INFO);
    matroska_put_number(&out, TIME_UNIT, unit);
    matroska_close(&out, outer);
    outer = matroska_open(&out, TRACKS);
    const size_t track = matroska_open(&out, TRACK);
    matroska_put_number(&out, TRACK_NUMBER, 1);
    matroska_put_number(&out, TRACK_ID, 1);
    matroska_put_number(&out, TRACK_TYPE, 1);
    matroska_put_text(&out, CODEC, "V_UNCOMPRESSED");
    matroska_put_number(&out, DEFAULT_DURATION, unit);
    const size_t video = matroska_open(&out, VIDEO);
    matroska_put_number(&out, WIDTH, width);
    matroska_put_number(&out, HEIGHT, height);
    matroska_put_text(&out, COLOR_SPACE, pixels);
    matroska_close(&out, video);
    matroska_close(&out, track);
    matroska_close(&out, outer);
    return out.length;
}

void matroska_put_frame_head(uint8_t bytes[MATROSKA_FRAME_HEAD_SIZE], uint64_t time,
                             size_t size)
{
    matroska_writer out = {.bytes = bytes, .length = 0};
    matroska_put_id(&out, CLUSTER);
    matroska_put_size(&out, MATROSKA_FRAME_HEAD_SIZE - 4 - SIZE_BYTES + size);
    matroska_put_number(&out, CLUSTER_TIME, time);
    matroska_put_id(&out, BLOCK);
    matroska_put_size(&out, BLOCK_HEAD + size);
    /* Of track 1, at the time of the cluster, and a key frame. */
    matroska_put_bytes(&out, 0x81000080, BLOCK_HEAD);
}
