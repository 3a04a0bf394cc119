/* What the other headers share: status codes and errors, growing texts, random and natural
 * numbers, the options of counts, colours. dropforge.h has the rules for all of them. */
#ifndef DROPFORGE_BASE_H
#define DROPFORGE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* The library as it was built: its version, and the texts that it reads and writes, separated
 * by commas. */
extern const char *const df_version;
extern const char *const df_formats;

/* True if functions that are given a number of threads start them; and which objects several
 * threads may use at the same time. */
extern const bool df_has_threads;
extern const char *const df_sharing;

/* The result of a function that can fail. Out-parameters are written only when the status is
 * DF_OK, unless the function says otherwise. */
typedef enum df_status {
    DF_OK = 0,
    DF_ERROR_MEMORY,    /* an allocation failed */
    DF_ERROR_ARGUMENT,  /* an argument is outside its documented range */
    DF_ERROR_INPUT,     /* a text or picture is malformed; see the df_error */
    DF_ERROR_MOVE,      /* a drop cannot be made; see the df_refusal or df_error */
    DF_ERROR_PICTURE,   /* no playfield can end as this picture */
    DF_ERROR_LIMIT,     /* well formed, but beyond what this build or these options allow */
    DF_ERROR_CANCELLED, /* a callback of the caller asked to stop */
    DF_ERROR_DEFECT,    /* a result did not pass its own check: a defect of the library */
    DF_STATUSES
} df_status;

/* Their names, such as "out of memory". */
extern const char *const df_status_names[DF_STATUSES];

/* A search ends in one of three ways; none of them is an error. DF_NONE is said only
 * when the whole space has been searched. */
typedef enum df_outcome { DF_FOUND, DF_NONE, DF_LIMIT } df_outcome;

/* What was asked for, or left open, and can be asked for otherwise. */
typedef enum df_option {
    DF_OPTION_WIDTH, /* of the playfield, and so on as in df_print_options */
    DF_OPTION_HEIGHT,
    DF_OPTION_PIECES,
    DF_OPTION_METHOD,
    DF_OPTION_EFFORT,
    DF_OPTION_SEED,
    DF_OPTION_ANCHORS,
    DF_OPTION_DEAL,  /* how pieces are dealt */
    DF_OPTION_QUEUE, /* the given pieces */
    DF_OPTION_HOLD,
    DF_OPTION_PREVIEW,
    DF_OPTION_FIT, /* the picture's greatest size, and so on as in df_preparation */
    DF_OPTION_ALPHA_THRESHOLD,
    DF_OPTION_COLORS,
    DF_OPTION_LEVEL,  /* of a game */
    DF_OPTION_SIZE,   /* of a film, in pixels */
    DF_OPTION_MEMORY, /* of a search or a count, in bytes */
    DF_OPTION_COUNT
} df_option;

/* Their names in lower case, such as "alpha_threshold". */
extern const char *const df_option_names[DF_OPTION_COUNT];

/* A choice that helps: "12", "9x4", "JL,T"; "on"; "none"; "auto": the library's choice; "": not
 * the one that was made. */
typedef struct df_advice {
    uint8_t option;  /* a df_option */
    bool joins_last; /* helps only together with the one before it; else by itself */
    char value[22];
} df_advice;

/* How far a long call has come. */
typedef struct df_progress {
    uint64_t done;   /* of what it counts: queues, games, or parts or nodes of a search */
    uint64_t of;     /* as far as it can be estimated; 0: unknown */
    uint64_t states; /* held in memory; 0: none, or nobody knows */
    uint64_t drops;  /* of the best plan so far, 0: there is none; or of all games */
    uint64_t frames; /* of an animation that are planned */
} df_progress;

/* Receives progress from time to time, from one thread at a time unless the function says
 * otherwise. False stops the call, with DF_ERROR_CANCELLED unless it already has a result. */
typedef bool df_watch(void *context, const df_progress *progress);

#define DF_ERROR_ADVICE 8

/* An error for people to read: 'what is wrong', or 'what is wrong; what to do'. line and column
 * count from 1; 0 stands for no place. It is written only if there is more to say than the
 * status does: begin with all zero. */
typedef struct df_error {
    size_t line;
    size_t column;
    char text[200];
    unsigned advice_count;
    df_advice advice[DF_ERROR_ADVICE]; /* the best first */
} df_error;

/* A growing text, for writers of formats. */

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

/* Appends a string as XML writes it: &, < and > by their names. */
void df_text_put_escaped(df_text *text, const char *string);

/* Appends a formatted text. A format knows only %s, %.*s, %c, %u, %zu, %lu and %llu of
 * printf. */
void df_text_format(df_text *text, const char *format, ...) DF_TEXT_FORMAT(2, 3);

/* Frees the bytes and makes the text empty and usable again. */
void df_text_free(df_text *text);

/* Seeded random numbers that are the same on every platform. */

/* xoshiro256** (Blackman and Vigna 2018), its state filled by splitmix64. */
typedef struct df_random {
    uint64_t state[4];
} df_random;

/* Starts a generator. `stream` separates generators that share one seed, such as those
 * of independent parts of one search. */
void df_random_seed(df_random *random, uint64_t seed, uint64_t stream);

/* Returns a uniform number in 0 … bound - 1, without modulo bias (Lemire 2019). bound > 0. */
uint32_t df_random_below(df_random *random, uint32_t bound);

/* Exact natural numbers of any size, with the arithmetic that counting needs. */

/* A number of `count` words, the lowest first; the highest word is not 0. {0} is the number 0.
 * Whoever has a number written frees it, and what is only read may be made of any words. A
 * function that writes a number replaces the value it had, which must be a number ({0} will
 * do). It may be the same object as one of the others. DF_ERROR_MEMORY leaves all numbers as
 * they were. */
typedef struct df_natural {
    size_t count;
    uint64_t *words;
} df_natural;

/* Sets *sum = a · factor + b, of which a and b may have high words of 0. */
df_status df_natural_multiply_add(df_natural *sum, const df_natural *a, uint64_t factor,
                                  const df_natural *b);

/* Appends the number in decimal digits. Errors are in text->status. A number of n words takes
 * n² / 2 divisions of a word, a second for some hundred thousand digits. */
void df_natural_write(df_text *text, const df_natural *number);

/* Frees what the number holds and makes it 0; NULL is allowed. */
void df_natural_free(df_natural *number);

/* The options of exact counts, and of lists of polyominoes. Begin with all zero: the defaults.
 */
typedef struct df_count_options {
    uint64_t memory; /* bytes that each thread may use; 0: 600 million of tilings, else 2000 */
    unsigned jobs;   /* threads that count polyominoes; 0: one. The numbers are the same */
    uint64_t shard; /* of a list: only subtrees shard, shard + shards, shard + 2 · shards … */
    uint64_t shards; /* 0: all subtrees */
    df_watch *watch; /* may be NULL */
    void *watch_context;
} df_count_options;

/* The cost of a count. */
typedef struct df_count_effort {
    uint64_t states; /* that were continued */
    uint64_t steps;  /* ways found, of tilings */
    uint64_t max;    /* most states at a time in one thread, of polyominoes */
    uint64_t memory; /* most bytes held at a time by one thread */
} df_count_effort;

/* Colours. */

/* A colour in sRGB. */
typedef struct df_color {
    uint8_t red, green, blue;
} df_color;

DF_END_DECLARATIONS

#endif
