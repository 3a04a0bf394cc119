/* Pixels for the tests of scaling and of palettes. Every helper fails the running test when
 * it cannot do its job. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Clear black pixels with a guard behind them. */
uint8_t *new_pixels(size_t count);
uint8_t *copy_pixels(const uint8_t *rgba, size_t count);

/* Checks the guard and frees. */
void free_pixels(uint8_t *rgba, size_t count);
