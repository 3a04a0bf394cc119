/* The drops that clear a board as text. */
#pragma once

#include <stdio.h>

#include "dropforge/clear.h"

enum { DROP_TEXT_SIZE = 64 };

/* Writes a drop as in a drop list, after 'hold ' if the piece in hand is put aside first. */
static inline void drop_text_describe(char text[DROP_TEXT_SIZE], const df_piece_set *set,
                                      const df_drop *drop, bool hold)
{
    snprintf(text, DROP_TEXT_SIZE, "%s%s %c %u %u", hold ? "hold " : "",
             set->pieces[drop->piece].name, DF_ORIENTATION_LETTERS[drop->orientation],
             (unsigned)drop->x, (unsigned)drop->y);
}
