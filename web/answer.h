/* The answers of the glue of pages and of the npm package: besides a status, a text, mostly
 * JSON, and possibly a new object. Both last until the next function that answers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/base.h"
#include "dropforge/plan.h"
#include "wasm.h"

/* Empties the answer and returns it. Text that is not JSON is written to it directly. */
df_text *answer_begin(void);

/* Returns `status`. Unless it is DF_OK, the answer becomes the message, with a
 * line for each advice: "name value", and what goes with it after a tab; `error` may be NULL.
 */
df_status answer_end(df_status status, const df_error *error);

/* Returns `status` as answer_end does, with an empty answer if it is DF_OK. */
df_status answer_tell(df_status status);

/* An object that was made, which JavaScript has to free. */
void answer_give(void *made);

/* Bytes that are not JSON. */
void answer_bytes(const void *bytes, size_t count);

/* The parts of JSON; commas are put where they belong. `bracket` is one of {}[]. Members of an
 * object have a key; it is NULL for the whole, for items of a list, and after answer_key. */
void answer_open(const char *key, char bracket);
void answer_close(char bracket);
void answer_key(const char *name);
void answer_number(const char *key, uint64_t number);
void answer_integer(const char *key, int64_t number);
void answer_long(const char *key, int64_t number); /* as a word that BigInt takes */
void answer_flag(const char *key, bool flag);
void answer_word(const char *key, const char *word);
void answer_big(const char *key, uint64_t number);
void answer_color(const char *key, df_color color); /* "#rrggbb" */
void answer_natural(const char *key,
                    const df_natural *number); /* as a word that BigInt takes */

/* Returns answer_end, and gives the new object that a function has made, or frees it. */
#define ANSWER_MADE(made, free, status, error)                                                 \
    ((status) == DF_OK ? answer_give(made) : free(made), answer_end(status, error))

/* A member of a struct that is passed to JavaScript, or taken from there. */
typedef enum member_kind {
    MEMBER_WHOLE,
    MEMBER_SIGNED,
    MEMBER_FLAG,
    MEMBER_COLOR, /* 0xrrggbb when it is taken */
    MEMBER_LONG
} member_kind;
typedef struct answer_member {
    const char *name;
    uint16_t offset;
    uint8_t size;
    uint8_t kind;
} answer_member;

/* Describes a member, which may be one of a member. JavaScript knows it by the last part of its
 * name, in camel case. */
#define MEMBER(type, member)                                                                   \
    {                                                                                          \
#member, offsetof(type, member), sizeof(((type *)0)->member),                          \
            _Generic(((type *)0)->member, bool                                                 \
                     : MEMBER_FLAG, int                                                        \
                     : MEMBER_SIGNED, int64_t                                                  \
                     : MEMBER_LONG, df_color                                                   \
                     : MEMBER_COLOR, default                                                   \
                     : MEMBER_WHOLE)                                                           \
    }

/* Appends the members of a struct to an object that is open. */
void answer_members(const void *object, const answer_member *members, size_t count);
#define ANSWER_MEMBERS(object, members)                                                        \
    answer_members(object, members, sizeof(members) / sizeof(members)[0])

/* Writes the members as numbers. Returns where the next ones go. */
double *answer_view(double *numbers, const void *object, const answer_member *members,
                    size_t count);
#define ANSWER_VIEW(numbers, object, members)                                                  \
    answer_view(numbers, object, members, sizeof(members) / sizeof(members)[0])

/* Sets the members to numbers of JavaScript. */
void answer_take(void *object, const answer_member *members, size_t count,
                 const double *numbers);
#define ANSWER_TAKE(object, members, numbers)                                                  \
    answer_take(object, members, sizeof(members) / sizeof(members)[0], numbers)
