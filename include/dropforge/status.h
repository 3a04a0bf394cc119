/* What a dropforge call can answer: status codes, search outcomes and the place
 * where a text went wrong.
 *
 * What holds for all headers, unless a function says otherwise:
 *
 * - Pointers are not NULL, but those to a df_mishap may be, and those to arrays of no elements.
 * - Indices, orientations and enumerators are those that there are; a function without a status
 *   must not be asked for others.
 * - Options are copied, and what they point to is borrowed: it must be there as long as what
 *   was made of them.
 * - There is no global state. Different objects may be used by different threads at the same
 *   time, and so may one object by functions that only take it as const; but a df_bot, df_game
 *   or df_env, which has working memory, by one thread at a time.
 * - A callback is called by the thread that called the function, or by others where it says so.
 *   It must not end by longjmp or an exception. */
#ifndef DROPFORGE_STATUS_H
#define DROPFORGE_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The result of every function that can fail. Out-parameters are written only when
 * the status is DF_OK, unless the function says otherwise. */
typedef enum df_status {
    DF_OK = 0,
    DF_ERROR_MEMORY,   /* an allocation failed */
    DF_ERROR_ARGUMENT, /* an argument is outside its documented range */
    DF_ERROR_INPUT,    /* a text or picture is malformed; see the df_mishap */
    DF_ERROR_MOVE,     /* a drop cannot be made; see the df_move or df_mishap */
    DF_ERROR_PICTURE,  /* no playfield can end as this picture */
    DF_ERROR_LIMIT,    /* well formed, but beyond what this build or these options allow */
    DF_ERROR_SINK,     /* a callback of the caller asked to stop */
    DF_ERROR_DEFECT,   /* a result did not pass its own check: a defect of the library */
} df_status;

/* A search ends in one of three ways; none of them is an error. DF_NONE is said only
 * when the whole space has been searched. */
typedef enum df_outcome { DF_FOUND, DF_NONE, DF_LIMIT } df_outcome;

/* What went wrong and where, in words for a person: 'what is wrong; what to do'.
 * line and column count from 1; 0 means that there is no such place. It is written when there
 * is more to say than the status does, and otherwise left as it is: begin with all zero. */
typedef struct df_mishap {
    size_t line;
    size_t column;
    char text[200];
} df_mishap;

/* A short English name of a status ("out of memory"); never NULL. Static storage. */
const char *df_status_name(df_status status);

#ifdef __cplusplus
}
#endif
#endif
