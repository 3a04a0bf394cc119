/* The result of a shard: the number of polyominoes in a part of a count, as a small text. Its
 * format is in docs/format/shard.md. */
#ifndef CLI_OMINO_SHARD_H
#define CLI_OMINO_SHARD_H

#include <stddef.h>
#include <stdint.h>

#include "dropforge/base.h"

/* The lines of the text, from 1. */
enum {
    SHARD_LINE_FORMAT = 1,
    SHARD_LINE_VERSION,
    SHARD_LINE_SQUARES,
    SHARD_LINE_CLASS,
    SHARD_LINE_FILTERS,
    SHARD_LINE_SUBTREES,
    SHARD_LINE_SHARD,
    SHARD_LINE_NODES,
    SHARD_LINE_COUNT,
    SHARD_LINE_CHECK,
};

enum { SHARD_MAX_SHARDS = 1000000 };

/* The fields of a result. Texts are kept as written. */
typedef struct omino_shard {
    char version[32]; /* of the program that counted */
    unsigned squares;
    char kind[32];     /* the class */
    char filters[512]; /* the options of the filters, or "none" */
    uint64_t subtrees; /* that the tree of all polyominoes was cut into */
    unsigned shard;    /* 1 … shards */
    unsigned shards;   /* at most SHARD_MAX_SHARDS */
    uint64_t nodes;
    uint64_t count;
} omino_shard;

/* Appends the text of a result. */
void omino_shard_write(const omino_shard *shard, df_text *text);

/* Reads a result. DF_ERROR_INPUT with *error if the `length` bytes are not one, whole and
 * unchanged. */
df_status omino_shard_read(omino_shard *shard, const char *bytes, size_t length,
                           df_error *error);

#endif
