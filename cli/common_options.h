/* Options that several commands have: each the same everywhere, but for the field at the offset
 * `at` that it sets and what `text` tells of it. */
#ifndef CLI_COMMON_OPTIONS_H
#define CLI_COMMON_OPTIONS_H

#include "choice.h"
#include "options.h"
#include "piece_choice.h"

/* A text_list of paths. */
#define OPTION_OUTPUT(at, text)                                                                \
    {                                                                                          \
        .name = "output", .letter = 'o', .argument = "FILE", .kind = OPTION_LIST,              \
        .offset = (at), .help = (text)                                                         \
    }

/* A const char *. */
#define OPTION_FORMAT(at, text)                                                                \
    {                                                                                          \
        .name = "format", .letter = 'f', .argument = "NAME", .kind = OPTION_TEXT,              \
        .offset = (at), .help = (text)                                                         \
    }

/* A bool. */
#define OPTION_JSON(at, text)                                                                  \
    {                                                                                          \
        .name = "json", .kind = OPTION_ON, .offset = (at), .help = (text)                      \
    }

/* An unsigned. */
#define OPTION_JOBS(at, text)                                                                  \
    {                                                                                          \
        .name = "jobs", .letter = 'j', .argument = "N", .kind = OPTION_NUMBER, .least = 1,     \
        .most = OPTION_MOST_JOBS, .offset = (at), .help = (text)                               \
    }

enum { OPTION_MOST_JOBS = 256 };

/* A uint64_t. */
#define OPTION_SEED(at, text)                                                                  \
    {                                                                                          \
        .name = "seed", .argument = "S", .kind = OPTION_NUMBER64, .most = UINT64_MAX,          \
        .offset = (at), .help = (text)                                                         \
    }

/* A uint64_t: bytes. */
#define OPTION_MEMORY(at, text)                                                                \
    {                                                                                          \
        .name = "memory", .argument = "SIZE", .kind = OPTION_TAKE, .take = choice_take_memory, \
        .expects = CHOICE_MEMORY_EXPECTS, .offset = (at), .help = (text)                       \
    }

/* A piece_choice, and its number of squares. */
#define OPTION_PIECES(at, text)                                                                \
    {                                                                                          \
        .name = "pieces", .argument = "PIECES", .kind = OPTION_TAKE,                           \
        .take = piece_choice_take, .expects = PIECE_CHOICE_EXPECTS, .may_be_file = true,       \
        .offset = (at), .help = (text)                                                         \
    }
#define OPTION_OMINO(at, text)                                                                 \
    {                                                                                          \
        .name = "omino", .argument = "N", .kind = OPTION_NUMBER, .least = 1,                   \
        .most = PIECE_CHOICE_MOST_SQUARES, .offset = (at), .help = (text)                      \
    }

#endif
