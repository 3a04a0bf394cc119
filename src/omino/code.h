/* Codes of polyominoes, for those who have no df_text. */
#ifndef DROPFORGE_OMINO_CODE_H
#define DROPFORGE_OMINO_CODE_H

#include "dropforge/omino.h"

/* Writes the code and a NUL into `room` bytes; false, with an empty string, if it is too
 * long. room > 0. */
bool df_omino_code_fit(const df_omino *omino, char *bytes, size_t room);

#endif
