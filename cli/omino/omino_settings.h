/* The settings and the actions of 'dropforge omino'. */
#pragma once

#include "cli/base/options.h"
#include "dropforge/omino.h"

/* The classes as they are given to --class; the first is the default. */
typedef enum omino_kind {
    OMINO_FREE,
    OMINO_ONE_SIDED,
    OMINO_FIXED,
    OMINO_PATH, /* one-sided ones that a walk can visit square by square */
    OMINO_KINDS,
} omino_kind;

/* The methods as they are given to --method: the first two count, the others draw. */
typedef enum omino_method {
    OMINO_METHOD_NONE, /* not given */
    OMINO_TRANSFER,
    OMINO_ENUMERATE,
    OMINO_UNIFORM,
    OMINO_GROW,
    OMINO_WALK,
} omino_method;

/* In each of these all zero bytes are the defaults. */
typedef struct omino_count_settings {
    bool by_symmetry;
    bool sizes;
} omino_count_settings;

typedef struct omino_output_settings {
    text_list paths;
    const char *format;
} omino_output_settings;

typedef struct omino_settings {
    omino_kind kind;
    df_ominoes_filter filter; /* its `kind` is not used */
    omino_output_settings output;
    bool json;
    uint64_t limit;      /* 0: none given */
    omino_method method; /* of count or of random */
    uint64_t memory;     /* bytes, or 0 */
    unsigned jobs;       /* as choice_jobs takes it */
    omino_count_settings count;
    uint64_t seed;
    const char *from; /* of show: a file of polyominoes */
    bool mpi;         /* of count */
} omino_settings;

/* The options that filter polyominoes. */
extern const option_spec omino_filter_specs[];

/* Returns the name of a class. */
const char *omino_kind_name(omino_kind kind);

/* Returns the class of the library for a class of the options. */
df_omino_class omino_kind_class(omino_kind kind);

/* Returns the filter of the options, with the class in it. */
df_ominoes_filter omino_filter(const omino_settings *chosen);

/* True if the options select more narrowly than a class of the library. */
bool omino_is_filtered(const omino_settings *chosen);

/* Refuses contradictory filters. */
cli_status omino_check_filter(const omino_settings *chosen);

/* Reads a number of squares, 1 … max. */
cli_status omino_read_size(const char *text, unsigned max, unsigned *size);

/* Do an action. */
cli_status omino_list(const omino_settings *chosen, const char *operand);
cli_status omino_count(const omino_settings *chosen, const char *operand);
cli_status omino_random(const omino_settings *chosen, const char *operand);
cli_status omino_show(const omino_settings *chosen, const char *operand);
