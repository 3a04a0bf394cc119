/* A growing text, for writers of formats. */
#ifndef DROPFORGE_TEXT_H
#define DROPFORGE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/status.h"

DF_BEGIN_DECLARATIONS

/* Lets the compiler check arguments by the format. */
#ifdef __GNUC__
#define DF_TEXT_FORMAT(place, first) __attribute__((format(printf, place, first)))
#else
#define DF_TEXT_FORMAT(place, first)
#endif

/* Begin with all zero; `status` stays at the first error, so that a writer may check it
 * once at its end. bytes is NUL-terminated when it is not NULL. */
typedef struct df_text {
    char *bytes;
    size_t length;
    size_t capacity;
    df_status status;
} df_text;

void df_text_put(df_text *text, const char *string);
void df_text_put_bytes(df_text *text, const char *bytes, size_t length);
void df_text_put_char(df_text *text, char character);
void df_text_put_number(df_text *text, uint64_t number);

/* Appends a formatted text. A format knows %s, %.*s, %c, %u, %zu, %lu and %llu, as in printf,
 * and no others. */
void df_text_format(df_text *text, const char *format, ...) DF_TEXT_FORMAT(2, 3);

/* Frees the bytes and makes the text empty and usable again. */
void df_text_free(df_text *text);

DF_END_DECLARATIONS

#endif
