/* How Aseprite blends layers. */
#pragma once

#include <stdint.h>

enum { ASE_LAST_MODE = 18 };

/* Returns a * b / 255, rounded; `a` may be negative. */
int ase_multiply(int a, int b);

/* Puts a pixel of a layer, red, green, blue and alpha, over what is below it. */
void ase_blend(uint8_t *below, const uint8_t above[4], unsigned mode, unsigned opacity);
