/* Polyominoes by number, for what draws them and for tests. */
#ifndef DROPFORGE_OMINO_RANDOM_UNIFORM_H
#define DROPFORGE_OMINO_RANDOM_UNIFORM_H

#include "dropforge/omino_random.h"

/* How many fixed polyominoes there are. */
uint64_t df_omino_uniform_count(const df_omino_uniform *uniform);

/* Number `number` of them, from 0; as it lies. */
void df_omino_uniform_get(df_omino *omino, const df_omino_uniform *uniform, uint64_t number);

#endif
