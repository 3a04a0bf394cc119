/* Options of several commands. Each sets the field at the offset `at`; its help comes next, and
 * other members of option_spec may follow. */
#pragma once

#include "choice.h"
#include "options.h"

/* An option of a kind; `word` is its value in the help. */
#define OPTION(label, word, how, at, ...)                                                      \
    {                                                                                          \
        .name = (label), .argument = (word), .kind = (how), .offset = (at),                    \
        .help = __VA_ARGS__                                                                    \
    }

/* A bool that the option sets. */
#define OPTION_FLAG(label, at, ...) OPTION(label, NULL, OPTION_ON, at, __VA_ARGS__)

/* An unsigned from `from` to `to`. */
#define OPTION_RANGE(label, word, at, from, to, ...)                                           \
    OPTION(label, word, OPTION_NUMBER, at, __VA_ARGS__, .min = (from), .max = (to))

/* A uint64_t from `from` to `to`. */
#define OPTION_COUNT(label, word, at, from, to, ...)                                           \
    OPTION(label, word, OPTION_NUMBER64, at, __VA_ARGS__, .min = (from), .max = (to))

/* A const char *. */
#define OPTION_STRING(label, word, at, ...) OPTION(label, word, OPTION_TEXT, at, __VA_ARGS__)

/* An enum that numbers the words of `list`, as OPTION_CHOICE. */
#define OPTION_NAMED(label, word, list, at, ...)                                               \
    OPTION(label, word, OPTION_CHOICE, at, __VA_ARGS__, .values = (list))

/* Anything, read by `function`; messages name its values by `.expects` or `.values`. */
#define OPTION_TAKEN(label, word, function, at, ...)                                           \
    OPTION(label, word, OPTION_TAKE, at, __VA_ARGS__, .take = (function))

/* A text_list of paths. */
#define OPTION_OUTPUT(at, ...)                                                                 \
    OPTION("output", "FILE", OPTION_LIST, at, __VA_ARGS__, .letter = 'o')

/* A const char *. */
#define OPTION_FORMAT(at, ...)                                                                 \
    OPTION("format", "NAME", OPTION_TEXT, at, __VA_ARGS__, .letter = 'f')

/* A bool. */
#define OPTION_JSON(at, ...) OPTION_FLAG("json", at, __VA_ARGS__)

/* A uint64_t: bytes. */
#define OPTION_MEMORY(at, ...)                                                                 \
    OPTION_TAKEN("memory", "SIZE", choice_take_memory, at, __VA_ARGS__,                        \
                 .expects = CHOICE_MEMORY_EXPECTS)

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
