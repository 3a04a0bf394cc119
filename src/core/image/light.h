/* sRGB as linear light and back, in whole numbers. */
#ifndef DROPFORGE_CORE_LIGHT_H
#define DROPFORGE_CORE_LIGHT_H

#include <stdint.h>

/* Returns the light of an sRGB value, 0 … 65535. */
uint32_t df_light_from_srgb(uint8_t value);

/* Returns the sRGB value whose light is nearest, the brighter one of two; so it undoes the
 * other. */
uint8_t df_light_to_srgb(uint32_t light);

#endif
