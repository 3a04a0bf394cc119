/* A stream of uncompressed frames, each with its time, as ffmpeg reads it: Matroska without an
 * end, a cluster for each frame. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { MATROSKA_HEAD_SIZE = 256, MATROSKA_FRAME_HEAD_SIZE = 42 };

/* Writes what comes before the first frame of a video and returns its length. Its pixels are
 * of the kind `pixels`, I420 or BGRA. Times count in units of which `rate` are a second. */
size_t matroska_put_head(uint8_t bytes[MATROSKA_HEAD_SIZE], const char *pixels, unsigned width,
                         unsigned height, unsigned rate);

/* Writes what comes before the `size` bytes of a frame. */
void matroska_put_frame_head(uint8_t bytes[MATROSKA_FRAME_HEAD_SIZE], uint64_t time,
                             size_t size);
