/* Random numbers that only the library draws. */
#pragma once

#include "dropforge/base.h"

/* Returns the next 64 uniform bits. */
uint64_t df_random_next(df_random *random);
