/* sRGB as linear light and back, and as OKLab, in whole numbers. */
#pragma once

#include <stdint.h>

/* Returns the light of an sRGB value, 0 … 65535. */
uint32_t df_light_from_srgb(uint8_t value);

/* Returns the sRGB value whose light is nearest, the brighter of two: undoes the other. */
uint8_t df_light_to_srgb(uint32_t light);

/* A colour in OKLab, where equal distances look about equal: 4096 for 1. */
typedef struct df_lab {
    int32_t lightness, a, b;
} df_lab;

/* Converts a colour to OKLab, off by less than two parts. */
df_lab df_light_lab(const uint8_t srgb[3]);

/* Does the same for a colour on a screen in a lit room, as the standard of sRGB has it: a
 * twentieth of white is added, so that nearly black colours look alike. */
df_lab df_light_seen(const uint8_t srgb[3]);

/* Returns the square of the distance of two colours, below 2 ** 26. */
static inline uint32_t df_lab_distance(df_lab one, df_lab other)
{
    const int32_t lightness = one.lightness - other.lightness;
    const int32_t a = one.a - other.a, b = one.b - other.b;
    return (uint32_t)(lightness * lightness + a * a + b * b);
}
