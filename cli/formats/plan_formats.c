#include "plan_formats.h"

static const output_format *const formats[] = {
    &format_drops, &format_blocks, &format_keys, &format_map, &format_fumen,
    &format_game,  &format_png,    &format_gif,  &format_mp4, &format_webm,
    &format_apng,  &format_webp,   &format_y4m,  &format_wav,
};

const format_table plan_formats = {formats, sizeof formats / sizeof formats[0]};
