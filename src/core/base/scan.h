/* Cuts a text into lines and words, for the readers of text formats. Nothing is copied: a
 * text_span points into the text. */
#pragma once

#include "dropforge/base.h"

typedef struct text_span {
    const char *bytes;
    size_t length;
} text_span;

typedef struct text_scan {
    text_span rest;  /* of the text, after the current line */
    text_span line;  /* the current line without its ending (LF or CR LF) */
    text_span words; /* what df_scan_word has not taken from it yet */
    size_t number;   /* of the current line, from 1; 0 before the first */
} text_scan;

void df_scan_begin(text_scan *scan, const char *text, size_t length);

/* Steps to the next line; false after the last. Text after the last LF is one if not empty. */
bool df_scan_line(text_scan *scan);

/* Takes the next word of the line: bytes up to a space or tab. At the end of the line it
 * returns false, and *word is the empty span there. */
bool df_scan_word(text_scan *scan, text_span *word);

/* Returns the column of a text_span of the current line, in bytes from 1. */
size_t df_scan_column(const text_scan *scan, text_span at);

bool df_span_equals(text_span span, const char *string);

/* Returns the place of the word in a list, or `count`. */
unsigned df_span_find(text_span span, const char *const *words, unsigned count);

/* Returns the FNV-1a hash of 64 bits (Fowler, Noll and Vo). */
uint64_t df_span_hash(text_span span);

/* Read a number in decimal digits; false if it is malformed or above `max`. */
bool df_span_number(text_span span, unsigned max, unsigned *number);
bool df_span_long_number(text_span span, uint64_t max, uint64_t *number);

/* Returns the value of a hexadecimal digit in either case, or -1. */
int df_hex_digit(char c);

/* Reads exactly six hexadecimal digits. */
bool df_span_color(text_span span, df_color *color);

/* Reads the next letter of a UTF-8 text and steps behind it; returns 0 at its end, UINT32_MAX
 * for bytes that are no UTF-8. */
uint32_t df_letter_next(const char **text);

/* Writes a letter as UTF-8, and returns how many bytes it has: at most 4. */
size_t df_letter_write(char *bytes, uint32_t letter);
