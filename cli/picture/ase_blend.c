#include "ase_blend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int ase_multiply(int a, int b)
{
    const int product = a * b + 128;
    return ((product >> 8) + product) >> 8;
}

/* Returns 255 a / b, rounded, but at most 255. */
static int blend_divide(int a, int b)
{
    return a == 0 ? 0 : a >= b ? 255 : (a * 255 + b / 2) / b;
}

static int blend_soften(int below, int above)
{
    const double b = below / 255.0, a = above / 255.0;
    const double bright = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : sqrt(b);
    const double mixed =
        a <= 0.5 ? b - (1 - 2 * a) * b * (1 - b) : b + (2 * a - 1) * (bright - b);
    return (int)(mixed * 255 + 0.5);
}

/* Mixes a channel of a layer with what is below it, by the mode of the layer. */
static int blend_mix_channel(unsigned mode, int below, int above)
{
    switch (mode) {
    case 1: /* multiply */
        return ase_multiply(below, above);
    case 2: /* screen */
        return below + above - ase_multiply(below, above);
    case 3: /* overlay */
        return blend_mix_channel(8, above, below);
    case 4: /* darken */
        return below < above ? below : above;
    case 5: /* lighten */
        return below > above ? below : above;
    case 6: /* colour dodge */
        return blend_divide(below, 255 - above);
    case 7: /* colour burn */
        return 255 - blend_divide(255 - below, above);
    case 8: /* hard light */
        return above < 128 ? ase_multiply(below, 2 * above)
                           : blend_mix_channel(2, below, 2 * above - 255);
    case 9:
        return blend_soften(below, above);
    case 10: /* difference */
        return abs(below - above);
    case 11: /* exclusion */
        return below + above - 2 * ase_multiply(below, above);
    case 16: /* addition */
        return below + above < 255 ? below + above : 255;
    case 17: /* subtraction */
        return below > above ? below - above : 0;
    case 18: /* division */
        return blend_divide(below, above);
    default:
        return above;
    }
}

/* Returns the luminosity of a colour, and its least and largest channel. */
static double blend_measure(const double c[3], double *least, double *most)
{
    *least = fmin(c[0], fmin(c[1], c[2]));
    *most = fmax(c[0], fmax(c[1], c[2]));
    return 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2];
}

/* Mixes by hue (12), saturation (13), colour (14) or luminosity (15). */
static void blend_mix_hues(uint8_t *mixed, unsigned mode, const uint8_t *below,
                           const uint8_t *above)
{
    double colors[2][3], light[2], least[2], most[2];
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned c = 0; c < 3; c++)
            colors[i][c] = (i == 0 ? below : above)[c] / 255.0;
        light[i] = blend_measure(colors[i], &least[i], &most[i]);
    }
    const unsigned own = mode % 2 == 0;
    double *color = colors[own], range = most[own] - least[own], low, high;
    for (unsigned c = 0; c < 3 && mode <= 13; c++)
        color[c] = range > 0 ? (color[c] - least[own]) * (most[!own] - least[!own]) / range : 0;
    const double by = light[mode == 15] - blend_measure(color, &low, &high);
    for (unsigned c = 0; c < 3; c++)
        color[c] += by;
    const double grey = blend_measure(color, &low, &high);
    for (unsigned c = 0; c < 3; c++) {
        /* What is beyond 0 to 1 comes nearer to its grey. */
        if (low < 0 && grey > low)
            color[c] = grey + (color[c] - grey) * grey / (grey - low);
        if (high > 1 && high > grey)
            color[c] = grey + (color[c] - grey) * (1 - grey) / (high - grey);
        mixed[c] = (uint8_t)(255 * fmin(fmax(color[c], 0), 1));
    }
}

void ase_blend(uint8_t *below, const uint8_t above[4], unsigned mode, unsigned opacity)
{
    const int alpha = ase_multiply(above[3], (int)opacity), backdrop = below[3];
    const int all = alpha + backdrop - ase_multiply(backdrop, alpha);
    uint8_t mixed[3];
    if (mode >= 12 && mode <= 15)
        blend_mix_hues(mixed, mode, below, above);
    for (unsigned c = 0; c < 3 && alpha > 0; c++) {
        if (mode < 12 || mode > 15)
            mixed[c] = (uint8_t)blend_mix_channel(mode, below[c], above[c]);
        /* What is mixed counts as much as there is something below it to mix with. */
        const int plain = below[c] + (above[c] - below[c]) * alpha / all;
        const int blended = below[c] + (mixed[c] - below[c]) * alpha / all;
        const int part = plain + ase_multiply(blended - plain, backdrop);
        below[c] =
            backdrop == 0
                ? above[c]
                : (uint8_t)(part + ase_multiply(blended - part, ase_multiply(backdrop, alpha)));
    }
    below[3] = (uint8_t)all;
}
