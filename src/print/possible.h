/* What no sequence of drops whatever can leave, by any method. docs/printer.md, section 2,
 * has the proofs. */
#ifndef DROPFORGE_PRINT_POSSIBLE_H
#define DROPFORGE_PRINT_POSSIBLE_H

#include <stdbool.h>

#include "dropforge/picture.h"
#include "dropforge/status.h"

/* Whether a playfield of that width, at most 64 columns, can end as the picture, its border
 * trimmed. `pieces` has the letter of the piece that carries each of the picture's colours,
 * or is NULL where that is open; colours beyond its end are open too. With `anchors`, an empty
 * row inside the picture gets one square of the first colour beside the picture.
 * DF_ERROR_PICTURE: it cannot; *mishap (may be NULL) says why, and what to do: where another
 * width helps, the least one above this that does, or else the largest one below. */
df_status df_possible_check(const df_picture *picture, unsigned width, const char *pieces,
                            bool anchors, df_mishap *mishap);

#endif
