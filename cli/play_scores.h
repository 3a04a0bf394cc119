/* Tables of high scores as a text, `dropforge-scores 1` (docs/formats.md). */
#ifndef CLI_PLAY_SCORES_H
#define CLI_PLAY_SCORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dropforge/text.h"

enum {
    PLAY_SCORES_WORD = 32, /* bytes of a word with its NUL */
    PLAY_SCORES_KEPT = 10, /* in each table */
    PLAY_SCORES_MOST = 10000
};

/* Games with the same rules, pieces and board are one table. */
typedef struct play_score {
    char rules[PLAY_SCORES_WORD];
    char pieces[PLAY_SCORES_WORD];
    char board[PLAY_SCORES_WORD];
    uint64_t score;
    uint64_t lines;
    uint64_t level;
    uint64_t count; /* of pieces */
    uint64_t seed;
    char time[PLAY_SCORES_WORD]; /* 2026-01-31T23:59:59Z */
    char name[PLAY_SCORES_WORD];
} play_score;

/* Table by table, each from the best on. Begin with all zero. */
typedef struct play_scores {
    play_score *items;
    size_t count;
    size_t capacity;
} play_scores;

void play_scores_free(play_scores *scores);

/* Makes of any text a word that can be written: other characters become '_'. */
void play_scores_word(char word[PLAY_SCORES_WORD], const char *text);

/* Whether two are of one table. */
bool play_scores_match(const play_score *a, const play_score *b);

/* Puts a score into its table, behind those that are as good, and forgets what is then not
 * among the best PLAY_SCORES_KEPT. *rank is its place there from 1, or 0. */
df_status play_scores_add(play_scores *scores, const play_score *score, unsigned *rank);

/* Reads the format. DF_ERROR_INPUT and *mishap; DF_ERROR_LIMIT: it is of a later version.
 * Either way the caller frees what was read. */
df_status play_scores_read(play_scores *scores, const char *text, size_t length,
                           df_mishap *mishap);

/* Appends the format; what is read back is equal. */
void play_scores_write(const play_scores *scores, df_text *text);

#endif
