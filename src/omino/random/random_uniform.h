/* Fixed polyominoes by number: used by random draws, and by tests. */
#pragma once

#include "dropforge/omino.h"

/* Returns the number of fixed polyominoes. */
uint64_t df_omino_uniform_count(const df_omino_uniform *uniform);

/* Makes fixed polyomino number `number`, from 0. */
void df_omino_uniform_get(df_omino *omino, const df_omino_uniform *uniform, uint64_t number);
