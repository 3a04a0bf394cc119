/* Results of dropforge's functions: status codes, search outcomes, and errors with their place
 * in a text.
 *
 * These rules hold for all headers, unless a function says otherwise:
 *
 * - Pointers are not NULL, except those to a df_error and those to arrays of no elements.
 * - Indices, orientations and enumerators must be valid; only a function that returns a status
 *   may check them.
 * - Options are copied, and the objects they point to are borrowed: these must outlive what was
 *   made of them.
 * - There is no global state. Different objects may be used by different threads at the same
 *   time, and so may one object by functions that only take it as const; but a df_bot,
 *   df_bot_game or df_env, which has working memory, by one thread at a time.
 * - A callback is called by the thread that called the function, unless its comment says
 *   otherwise. It must not end by longjmp or an exception. */
#ifndef DROPFORGE_STATUS_H
#define DROPFORGE_STATUS_H

#include <stdbool.h>
#include <stddef.h>

/* Around the declarations of every header. ISO C++ has no arrays without a size, which some of
 * the structs end with, but its compilers do. */
#ifdef __cplusplus
#define DF_BEGIN_DECLARATIONS                                                                  \
    extern "C" {                                                                               \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wpedantic\"")
#define DF_END_DECLARATIONS                                                                    \
    _Pragma("GCC diagnostic pop")                                                              \
    }
#else
#define DF_BEGIN_DECLARATIONS
#define DF_END_DECLARATIONS
#endif

DF_BEGIN_DECLARATIONS

/* The version of these headers. */
#define DF_VERSION "0.1.0"

/* Returns the version of the library. Static storage. */
const char *df_version(void);

/* The features of the library as it was built. All texts have static storage. */
typedef struct df_build {
    const char *version; /* as df_version */
    const char *formats; /* the texts that it reads and writes, separated by commas */
    bool threads;        /* functions that are given a number of threads start them */
    const char *sharing; /* which objects several threads may use at the same time */
} df_build;

/* Returns the features of this build. Static storage. */
const df_build *df_build_get(void);

/* The result of a function that can fail. Out-parameters are written only when the status is
 * DF_OK, unless the function says otherwise. */
typedef enum df_status {
    DF_OK = 0,
    DF_ERROR_MEMORY,    /* an allocation failed */
    DF_ERROR_ARGUMENT,  /* an argument is outside its documented range */
    DF_ERROR_INPUT,     /* a text or picture is malformed; see the df_error */
    DF_ERROR_MOVE,      /* a drop cannot be made; see the df_move or df_error */
    DF_ERROR_PICTURE,   /* no playfield can end as this picture */
    DF_ERROR_LIMIT,     /* well formed, but beyond what this build or these options allow */
    DF_ERROR_CANCELLED, /* a callback of the caller asked to stop */
    DF_ERROR_DEFECT,    /* a result did not pass its own check: a defect of the library */
} df_status;

/* A search ends in one of three ways; none of them is an error. DF_NONE is said only
 * when the whole space has been searched. */
typedef enum df_outcome { DF_FOUND, DF_NONE, DF_LIMIT } df_outcome;

/* An error for people to read: 'what is wrong; what to do'. line and column count from 1; 0
 * stands for no place. It is written only if there is more to say than the status does: begin
 * with all zero. */
typedef struct df_error {
    size_t line;
    size_t column;
    char text[200];
} df_error;

/* Returns a short English name of a status ("out of memory"); never NULL. Static storage. */
const char *df_status_name(df_status status);

DF_END_DECLARATIONS

#endif
