/* Options of several commands. Each sets the field at the offset `at`; its help comes next, and
 * other members of option_spec may follow. */
#pragma once

#include "choice.h"
#include "options.h"

/* A bool that the option sets. */
#define OPTION_FLAG(label, at, ...)                                                            \
    {                                                                                          \
        .name = (label), .kind = OPTION_ON, .offset = (at), .help = __VA_ARGS__                \
    }

/* An unsigned from `from` to `to`; `word` is its value in the help. */
#define OPTION_RANGE(label, word, at, from, to, ...)                                           \
    {                                                                                          \
        .name = (label), .argument = (word), .kind = OPTION_NUMBER, .min = (from),             \
        .max = (to), .offset = (at), .help = __VA_ARGS__                                       \
    }

/* A uint64_t from `from` to `to`. */
#define OPTION_COUNT(label, word, at, from, to, ...)                                           \
    {                                                                                          \
        .name = (label), .argument = (word), .kind = OPTION_NUMBER64, .min = (from),           \
        .max = (to), .offset = (at), .help = __VA_ARGS__                                       \
    }

/* A const char *. */
#define OPTION_STRING(label, word, at, ...)                                                    \
    {                                                                                          \
        .name = (label), .argument = (word), .kind = OPTION_TEXT, .offset = (at),              \
        .help = __VA_ARGS__                                                                    \
    }

/* An enum that numbers the words of `list`, as OPTION_CHOICE. */
#define OPTION_NAMED(label, word, list, at, ...)                                               \
    {                                                                                          \
        .name = (label), .argument = (word), .kind = OPTION_CHOICE, .values = (list),          \
        .offset = (at), .help = __VA_ARGS__                                                    \
    }

/* Anything, read by `function`; messages name its values by `.expects` or `.values`. */
#define OPTION_TAKEN(label, word, function, at, ...)                                           \
    {                                                                                          \
        .name = (label), .argument = (word), .kind = OPTION_TAKE, .take = (function),          \
        .offset = (at), .help = __VA_ARGS__                                                    \
    }

/* A text_list of paths. */
#define OPTION_OUTPUT(at, ...)                                                                 \
    {                                                                                          \
        .name = "output", .letter = 'o', .argument = "FILE", .kind = OPTION_LIST,              \
        .offset = (at), .help = __VA_ARGS__                                                    \
    }

/* A const char *. */
#define OPTION_FORMAT(at, ...)                                                                 \
    {                                                                                          \
        .name = "format", .letter = 'f', .argument = "NAME", .kind = OPTION_TEXT,              \
        .offset = (at), .help = __VA_ARGS__                                                    \
    }

/* A bool. */
#define OPTION_JSON(at, ...) OPTION_FLAG("json", at, __VA_ARGS__)

/* An unsigned, 0 if it is not given, as choice_jobs takes it. More members may follow. */
#define OPTION_JOBS(...)                                                                       \
    {                                                                                          \
        .name = "jobs", .letter = 'j', .argument = "N", .kind = OPTION_NUMBER, .min = 1,       \
        .max = CHOICE_MAX_JOBS,                                                                \
        .help = "threads; default: one for each processor; results do not depend on it",       \
        .offset = __VA_ARGS__                                                                  \
    }

/* A bool. More members may follow `at`. */
#define OPTION_HOLD(...)                                                                       \
    {                                                                                          \
        .name = "hold", .kind = OPTION_ON,                                                     \
        .help = "with hold: a piece may be put aside for a later one", .offset = __VA_ARGS__   \
    }

/* A uint64_t. More members may follow the offset. */
#define OPTION_SEED(what, ...)                                                                 \
    {                                                                                          \
        .name = "seed", .argument = "S", .kind = OPTION_NUMBER64, .max = UINT64_MAX,           \
        .help = "seed of " what "; default: 0", .offset = __VA_ARGS__                          \
    }

/* A uint64_t: bytes. */
#define OPTION_MEMORY(at, ...)                                                                 \
    {                                                                                          \
        .name = "memory", .argument = "SIZE", .kind = OPTION_TAKE, .take = choice_take_memory, \
        .expects = CHOICE_MEMORY_EXPECTS, .offset = (at), .help = __VA_ARGS__                  \
    }
