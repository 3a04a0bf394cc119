/* Texts from outside, such as names of files: they should be UTF-8, but may be any bytes. */
#pragma once

#include <stddef.h>

/* Returns how many bytes the character takes with which a text begins; 0 if it is not UTF-8, or
 * at the end of the text. */
size_t utf8_length(const char *text);

/* Returns the number of the character with which a text of UTF-8 begins if it could steer a
 * terminal, reorder what is beside it, or is not seen: control characters (those below a blank,
 * DEL, U+0080 to U+009F), marks of direction, breaks, tags, and characters of no width.
 * Otherwise 0. */
unsigned utf8_control(const char *text);

/* Replaces by '?', in place, those characters, and each byte that is not UTF-8, since terminals
 * may take 80 to 9F for control characters. The text gets no longer. */
void utf8_make_harmless(char *text);
